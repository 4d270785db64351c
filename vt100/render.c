/*
 * Rendering: the shortest of several attempts to turn the shown contents of a terminal into a
 * frame.
 *
 * An attempt is a start and a way to paint. The starts are: nothing; a scroll; erasing the ends of
 * some rows; scrolling these rows out; erasing everything. The ways are: from top to bottom; the
 * same with the cursor saved at the beginnings of rows; in the cheapest order. The start is chosen
 * by painting from top to bottom, and the way from the best start, which takes a third of the time
 * of trying all and costs 0.1 % more bytes. Each attempt runs a painter on a copy of the small
 * state and appends to the same buffer; the shortest output is kept. The imagined cells are
 * replaced once, at the end.
 */
#include "vt100/internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SMALL 10    /* bytes up to which the rows from top to bottom are good enough */
#define LARGE 64    /* bytes from which scrolling and erasing are tried */
#define PAGE 160    /* bytes from which rows are erased alone, and the cursor is saved */
#define FLICKER 800 /* bytes from which the cursor is hidden during painting */

static void add_text(struct vt_bytes *out, const char *text)
{
	vt_bytes_add(out, text, strlen(text));
}

static int find_last_inked(const struct vt_painter *painter)
{
	int y = painter->frame->height - 1;

	while (y >= 0 && vt_row_blank(painter, 0, y))
		y--;
	return y;
}

/* ---- The cursor at rest ---- */

static const char show_bytes[] = "\033[?25h", hide_bytes[] = "\033[?25l";

static void show_cursor(struct vt_painter *painter, bool shown)
{
	if (!vt_grants(painter->terminal, GRANT_CURSOR))
		return;
	add_text(painter->out, shown ? show_bytes : hide_bytes);
	painter->state.hidden = !shown;
}

static int16_t limit(int value, int size)
{
	return (int16_t)(value < 0 ? 0 : value >= size ? size - 1 : value);
}

static void rest_cursor(struct vt_painter *painter)
{
	bool shown = painter->rest_x >= 0;

	if (painter->leaves_cursor)
		return;
	if (shown)
		vt_brush_move(painter, painter->rest_x, painter->rest_y);
	if (painter->state.hidden == shown)
		show_cursor(painter, shown);
}

/* ---- Attempts ---- */

/* Moves the cursor home and erases the screen, from any state of the pen. */
static void clear_all(struct vt_painter *painter)
{
	const struct vt_dialect *dialect = vt_dialect(painter->terminal->kind->grants);
	const struct vt_address *address = vt_address(painter->terminal->kind);

	painter->cleared = true;
	if (painter->state.pen == PEN_UNKNOWN || painter->state.pen & PEN_FILLS)
		vt_brush_pen(painter, PEN_PLAIN);
	if (dialect != NULL) {
		vt_bytes_add(painter->out, &dialect->clear, 1);
		painter->state.x = painter->state.y = 0;
		return;
	}
	if (address != NULL) {
		add_text(painter->out, address->clear);
		painter->state.x = painter->state.y = 0;
		return;
	}
	vt_brush_move(painter, 0, 0);
	add_text(
		painter->out, vt_grants(painter->terminal, GRANT_CLEAR_ALL) ? "\033[2J" : "\033[J");
}

/* Begins from an unknown terminal: resets the modes that other programs may have left, as far as
 * the kind has them. */
static void begin_all(struct vt_painter *painter)
{
	const struct vt_terminal *terminal = painter->terminal;

	const struct vt_dialect *dialect = vt_dialect(terminal->kind->grants);
	bool shifted = painter->state.shifted;

	painter->anew = true;
	painter->state = (struct vt_state){.x = -1, .pen = PEN_UNKNOWN};
	if (dialect != NULL)
		add_text(painter->out, dialect->begin);
	if (vt_address(terminal->kind) != NULL)
		add_text(painter->out, vt_address(terminal->kind)->begin);
	if (vt_grants(terminal, GRANT_CURSOR))
		show_cursor(painter, painter->frame->shows_cursor);
	if (terminal->charset == VT_DEC)
		add_text(painter->out, "\033(B\033)0\017");
	else if (shifted)
		add_text(painter->out, "\017");
	if (vt_grants(terminal, GRANT_SCROLL))
		add_text(painter->out, "\033[r");
	clear_all(painter);
}

/* Sends what the attempt begins with. */
static void begin_attempt(struct vt_painter *painter)
{
	if (painter->anew)
		return;
	if (painter->cleared)
		clear_all(painter);
	if (painter->scroll.by != 0)
		vt_scroll_do(painter);
	if (painter->erasure.top <= painter->erasure.bottom)
		vt_erasure_do(painter);
}

/* Ways to paint the frame from the painter's state. False if a way does not apply to this frame. */
static bool paint_rows(struct vt_painter *painter)
{
	vt_rows_paint(painter);
	return true;
}

static bool paint_rows_kept(struct vt_painter *painter)
{
	painter->keeps = vt_can_keep(painter);
	if (painter->keeps)
		vt_rows_paint(painter);
	return painter->keeps;
}

static bool attempt(struct vt_painter *painter, bool (*way)(struct vt_painter *painter))
{
	begin_attempt(painter);
	if (!way(painter))
		return false;
	rest_cursor(painter);
	return true;
}

/* Tries another attempt and keeps its output if it is shorter than the output since `begin`. True
 * if it was kept. */
static bool try_painting(struct vt_painter *painter, size_t begin, const struct vt_painter *start,
	bool (*way)(struct vt_painter *painter))
{
	struct vt_bytes *out = painter->out;
	size_t size = out->size - begin;
	struct vt_painter other = *start;
	bool painted = attempt(&other, way);
	size_t other_size = out->size - begin - size;
	bool shorter = painted &&
		       other_size + vt_brush_next_cost(&other) < size + vt_brush_next_cost(painter);

	if (shorter) {
		memmove(out->data + begin, out->data + begin + size, other_size);
		*painter = other;
		size = other_size;
	}
	out->size = begin + size;
	return shorter;
}

static int count_ink(const struct vt_frame *frame)
{
	int count = 0, cells = frame->width * frame->height;

	for (int i = 0; i < cells; i++)
		count += frame->cells[i].glyph > ' ';
	return count;
}

/* Hides the cursor while large outputs are painted: that avoids flicker for a fiftieth more
 * bytes. */
static void hide_flicker(struct vt_painter *painter, size_t begin)
{
	struct vt_bytes *out = painter->out;
	bool hidden_before = painter->terminal->state.hidden;

	if (out->size - begin < FLICKER || hidden_before || painter->state.hidden ||
		painter->frame->shows_cursor || !vt_grants(painter->terminal, GRANT_CURSOR))
		return;
	size_t size = out->size - begin;
	show_cursor(painter, false);
	size_t hiding = out->size - begin - size;
	memmove(out->data + begin + hiding, out->data + begin, size);
	memcpy(out->data + begin, hide_bytes, hiding);
	show_cursor(painter, true);
}

/* Tries to begin with a plan, and makes it the best start if that is shorter. */
static void try_start(struct vt_painter *painter, size_t begin, struct vt_painter *best,
	const struct vt_painter *plan)
{
	if (try_painting(painter, begin, plan, paint_rows))
		*best = *plan;
}

/* Tries to erase the ends of some rows, or to scroll them out. */
static void try_erasures(
	struct vt_painter *painter, size_t begin, struct vt_painter *best, struct vt_painter plan)
{
	struct vt_erasure erasure = vt_erasure_find(&plan);
	struct vt_scroll out = {
		erasure.top, erasure.bottom, (int16_t)(erasure.bottom - erasure.top + 1)};

	if (out.by <= 0)
		return;
	plan.erasure = erasure;
	try_start(painter, begin, best, &plan);
	plan.erasure = NO_ERASURE;
	plan.scroll = out;
	if (vt_grants(plan.terminal, GRANT_SCROLL))
		try_start(painter, begin, best, &plan);
}

/* Tries all starts, and changes *start to the best one. */
static void try_starts(struct vt_painter *painter, size_t begin, struct vt_painter *start)
{
	const struct vt_terminal *terminal = painter->terminal;
	const struct vt_painter nothing = *start;
	struct vt_painter plan = nothing;

	plan.scroll = vt_scroll_find(&terminal->shown, painter->frame);
	if (plan.scroll.by != 0 && vt_grants(terminal, GRANT_SCROLL))
		try_start(painter, begin, start, &plan);
	if (vt_erases(terminal) && painter->out->size - begin >= PAGE)
		try_erasures(painter, begin, start, nothing);
	plan = nothing;
	plan.cleared = true;
	if ((size_t)count_ink(painter->frame) < painter->out->size - begin)
		try_start(painter, begin, start, &plan);
}

/* Paints the differences. Screen readers that read the stream speak a text in the order in which it
 * was sent, so the cheapest order is only for frames that may be reordered. */
static void paint_difference(struct vt_painter *painter)
{
	struct vt_painter start = *painter;
	size_t begin = painter->out->size;

	attempt(painter, paint_rows);
	size_t size = painter->out->size - begin;
	if (size + vt_brush_next_cost(painter) <= SMALL)
		return;
	if (size >= LARGE && !painter->anew)
		try_starts(painter, begin, &start);
	if (!painter->frame->in_order && !painter->anew)
		try_painting(painter, begin, &start, vt_runs_paint);
	if (size >= PAGE)
		try_painting(painter, begin, &start, paint_rows_kept);
	if (!painter->anew)
		hide_flicker(painter, begin);
}

/* Returns the pen of most cells beside the resting position. */
static uint32_t pen_beside(const struct vt_painter *painter)
{
	const struct vt_frame *frame = painter->frame;
	uint32_t pens[9], next = PEN_UNKNOWN;
	int count = 0, most = 0;

	for (int y = painter->rest_y - 1; y <= painter->rest_y + 1; y++) {
		for (int x = painter->rest_x - 1; x <= painter->rest_x + 1; x++) {
			bool beside = x != painter->rest_x || y != painter->rest_y;

			if (!beside || x < 0 || y < 0 || x >= frame->width || y >= frame->height)
				continue;
			struct vt_ink ink = vt_wanted(painter, x, y);
			if (!vt_ink_blank(ink))
				pens[count++] = ink.pen;
		}
	}
	for (int i = 0; i < count; i++) {
		int same = 0;

		for (int j = 0; j < count; j++)
			same += pens[j] == pens[i];
		if (same > most) {
			most = same;
			next = pens[i];
		}
	}
	return next;
}

/* Returns the pen that the next frame probably begins with: what moved to the resting position
 * leaves it, and the cell shows its ground again. */
static uint32_t find_next_pen(const struct vt_painter *painter)
{
	const struct vt_frame *shown = &painter->terminal->shown, *frame = painter->frame;

	if (painter->rest_x < 0)
		return PEN_UNKNOWN;
	if (!painter->terminal->known || shown->width != frame->width ||
		shown->height != frame->height)
		return pen_beside(painter);
	struct vt_ink before = vt_resolve(
		painter->terminal, shown->cells[painter->rest_y * shown->width + painter->rest_x]);
	struct vt_ink now = vt_wanted(painter, painter->rest_x, painter->rest_y);
	return vt_ink_blank(before) || vt_ink_equal(before, now) ? pen_beside(painter) : before.pen;
}

static void remember_frame(struct vt_terminal *terminal, const struct vt_painter *painter)
{
	const struct vt_frame *frame = painter->frame;
	size_t count = (size_t)frame->width * (size_t)frame->height;

	memcpy(terminal->shown.cells, frame->cells, sizeof(*frame->cells) * count);
	terminal->shown.cells[count - 1] = (struct vt_cell){.glyph = ' '};
	terminal->state = painter->state;
	terminal->known = true;
}

static void paste_off(struct vt_bytes *out)
{
	add_text(out, "\033[?2004l");
}

static void mouse_off(struct vt_bytes *out)
{
	add_text(out, "\033[?1006l\033[?1000l");
}

/* After a repaint of everything the terminal may have been another one. */
static void send_mouse(struct vt_terminal *terminal, bool anew, struct vt_bytes *out)
{
	if (!vt_is_ansi(terminal))
		return;
	if (terminal->mouse && (anew || !terminal->mouse_sent))
		add_text(out, "\033[?1000h\033[?1006h");
	else if (!terminal->mouse && terminal->mouse_sent)
		mouse_off(out);
	terminal->mouse_sent = terminal->mouse;
}

static void send_paste(struct vt_terminal *terminal, bool anew, struct vt_bytes *out)
{
	bool wanted = terminal->paste && vt_grants(terminal, GRANT_PASTE);

	if (wanted && (anew || !terminal->paste_sent))
		add_text(out, "\033[?2004h");
	else if (!wanted && terminal->paste_sent)
		paste_off(out);
	terminal->paste_sent = wanted;
}

void vt_render(struct vt_terminal *terminal, const struct vt_frame *frame, struct vt_bytes *out)
{
	vt_render_frame(terminal, frame, false, out);
}

void vt_render_frame(struct vt_terminal *terminal, const struct vt_frame *frame, bool leaves_cursor,
	struct vt_bytes *out)
{
	struct vt_painter painter = {
		.leaves_cursor = leaves_cursor,
		.terminal = terminal,
		.frame = frame,
		.out = out,
		.state = terminal->state,
		.erasure = NO_ERASURE,
		.kept = {.x = -1},
	};
	bool resized =
		terminal->shown.width != frame->width || terminal->shown.height != frame->height;

	assert(frame->cells != NULL && frame->width > 0 && frame->height > 0);
	painter.last_inked = find_last_inked(&painter);
	painter.rest_x = frame->cursor_x < 0 ? -1 : limit(frame->cursor_x, frame->width);
	painter.rest_y = limit(frame->cursor_y, frame->height);
	if (leaves_cursor)
		painter.rest_x = -1;
	else if (frame->cursor_x < 0 && frame->shows_cursor)
		painter.rest_x = painter.rest_y = 0;
	painter.next_pen = find_next_pen(&painter);
	if (resized && !vt_frame_resize(&terminal->shown, frame->width, frame->height))
		abort();
	vt_sound(terminal->kind, frame->bell, frame->tones, out);
	send_mouse(terminal, !terminal->known, out);
	send_paste(terminal, !terminal->known, out);
	if (!terminal->known || resized)
		begin_all(&painter);
	paint_difference(&painter);
	remember_frame(terminal, &painter);
}

/* The screen may be one row higher than the frame, so the next row need not scroll. */
static void leave_dialect(struct vt_painter *painter, const struct vt_dialect *dialect)
{
	vt_brush_pen(painter, PEN_PLAIN);
	if (painter->terminal->known)
		vt_brush_move(painter, 0, painter->frame->height - 1);
	vt_bytes_add(painter->out, &dialect->next_row, 1);
}

void vt_leave(struct vt_terminal *terminal, struct vt_bytes *out)
{
	const struct vt_dialect *dialect = vt_dialect(terminal->kind->grants);
	struct vt_painter painter = {
		.terminal = terminal,
		.frame = &terminal->shown,
		.out = out,
		.state = terminal->state,
		.erasure = NO_ERASURE,
		.kept = {.x = -1},
	};

	if (dialect != NULL) {
		leave_dialect(&painter, dialect);
		vt_terminal_forget(terminal);
		return;
	}
	/* Another process may have switched it on before this one went on. */
	bool ansi = vt_is_ansi(terminal);
	if (ansi && (terminal->mouse || terminal->mouse_sent))
		mouse_off(out);
	terminal->mouse_sent = false;
	if (terminal->paste_sent || (terminal->paste && vt_grants(terminal, GRANT_PASTE)))
		paste_off(out);
	terminal->paste_sent = false;
	if (terminal->charset == VT_DEC)
		add_text(out, "\017");
	if (ansi)
		add_text(out, "\033[m");
	else
		vt_brush_pen(&painter, PEN_PLAIN);
	if (terminal->shown.height > 0) {
		painter.state.x = -1;
		vt_brush_move(&painter, 0, terminal->shown.height - 1);
	}
	add_text(out, "\r\n");
	if (!ansi)
		add_text(out, vt_address(terminal->kind)->end);
	show_cursor(&painter, true);
	vt_terminal_forget(terminal);
}
