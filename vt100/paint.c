/*
 * Painting the rows that differ, top to bottom.
 *
 * A row is first resolved to ink: what this terminal can show of its cells.  Two cells of equal ink
 * are equal, whatever their roles.  Then its differing cells are written from left to right;
 * between them the cursor moves, or what stands there is written again where that is cheaper.  A
 * blank tail is erased.  After the last column the cursor's place is uncertain (it hangs there, or
 * has wrapped), so the next motion is absolute.
 */
#include "vt100/internal.h"

#include <string.h>

#define INK_BYTES_MAX (PEN_BYTES_MAX + 4)
#define GAP_BYTES_MAX 32
#define SPARSE_BLANKS 5 /* so many blanks among the differing cells: try erasing the row first */

struct row {
	int y, width;
	int end;         /* all wanted from here on is blank */
	int first, last; /* of the differing cells; first is width when there is none */
	struct vt_ink want[VT_WIDTH_MAX], have[VT_WIDTH_MAX];
};

static const struct vt_ink blank = {' ', PEN_PLAIN};

static bool is_equal(struct vt_ink a, struct vt_ink b)
{
	return a.glyph == b.glyph && a.pen == b.pen;
}

static struct vt_ink resolve(const struct vt_terminal *terminal, struct vt_cell cell)
{
	struct vt_ink ink = {cell.glyph, vt_cell_pen(terminal, cell)};

	if (ink.glyph < ' ')
		ink.glyph = ' ';
	if (ink.glyph == ' ' && !(ink.pen & PEN_FILLS))
		ink.pen = PEN_PLAIN;
	return ink;
}

/* ---- Writing ---- */

static uint16_t pen_for(uint16_t now, struct vt_ink ink)
{
	bool any = is_equal(ink, blank) && now != PEN_UNKNOWN && !(now & PEN_FILLS);

	return any ? now : ink.pen;
}

/* Bytes for one cell; the state's pen and shift follow, its cursor does not. */
static size_t write_ink(const struct vt_terminal *terminal, struct vt_state *state,
	struct vt_ink ink, uint8_t bytes[INK_BYTES_MAX])
{
	uint16_t pen = pen_for(state->pen, ink);
	size_t size = vt_pen_change(terminal->kind, state->pen, pen, bytes);
	struct vt_symbol symbol = vt_symbol(terminal->charset, ink.glyph);

	state->pen = pen;
	/* Below '_' the two sets are the same, so that such a character needs no shift. */
	if (symbol.drawing != state->shifted && (symbol.drawing || symbol.bytes[0] >= '_')) {
		state->shifted = symbol.drawing;
		bytes[size++] = symbol.drawing ? 0x0e : 0x0f;
	}
	memcpy(bytes + size, symbol.bytes, symbol.size);
	return size + symbol.size;
}

static void put_ink(struct vt_painter *painter, struct vt_ink ink)
{
	uint8_t bytes[INK_BYTES_MAX];
	size_t size = write_ink(painter->terminal, &painter->state, ink, bytes);

	vt_bytes_add(painter->out, bytes, size);
	painter->state.x++;
	if (painter->state.x == painter->frame->width)
		painter->state.x = -1;
}

void vt_paint_pen(struct vt_painter *painter, uint16_t pen)
{
	uint8_t bytes[PEN_BYTES_MAX];
	size_t size = vt_pen_change(painter->terminal->kind, painter->state.pen, pen, bytes);

	vt_bytes_add(painter->out, bytes, size);
	painter->state.pen = pen;
}

void vt_paint_move(struct vt_painter *painter, int x, int y)
{
	struct vt_motion motion;

	vt_motion(painter->terminal->kind->grants, &painter->state, x, y, &motion);
	vt_bytes_add(painter->out, motion.bytes, motion.size);
	painter->state.x = (int16_t)x;
	painter->state.y = (int16_t)y;
}

/* Erasing fills with the ground of the pen; none but a reversing pen has another than the
 * terminal's own. */
static void erase(struct vt_painter *painter, char final)
{
	uint8_t bytes[3] = {'\033', '[', (uint8_t) final};

	if (painter->state.pen == PEN_UNKNOWN || painter->state.pen & PEN_FILLS)
		vt_paint_pen(painter, PEN_PLAIN);
	vt_bytes_add(painter->out, bytes, sizeof(bytes));
}

/* ---- Reaching a cell ---- */

static size_t pen_cost(const struct vt_terminal *terminal, uint16_t from, struct vt_ink ink)
{
	uint8_t bytes[PEN_BYTES_MAX];

	return vt_pen_change(terminal->kind, from, pen_for(from, ink), bytes);
}

/* Writes what stands between the cursor and x again, if that is no dearer than the motion. */
static bool rewrite_gap(
	struct vt_painter *painter, const struct row *row, int x, size_t motion_size)
{
	struct vt_state state = painter->state;
	uint8_t bytes[GAP_BYTES_MAX + INK_BYTES_MAX];
	size_t size = 0;

	if (state.y != row->y || state.x < 0 || state.x >= x || x - state.x > (int)motion_size)
		return false;
	for (int i = state.x; i < x && size < GAP_BYTES_MAX; i++)
		size += write_ink(painter->terminal, &state, row->want[i], bytes + size);
	if (size >= GAP_BYTES_MAX)
		return false;
	size_t rewriting = size + pen_cost(painter->terminal, state.pen, row->want[x]);
	size_t moving = motion_size + pen_cost(painter->terminal, painter->state.pen, row->want[x]);
	if (rewriting > moving)
		return false;
	vt_bytes_add(painter->out, bytes, size);
	painter->state = state;
	painter->state.x = (int16_t)x;
	return true;
}

static void reach(struct vt_painter *painter, const struct row *row, int x)
{
	struct vt_motion motion;

	vt_motion(painter->terminal->kind->grants, &painter->state, x, row->y, &motion);
	if (motion.size == 0 || rewrite_gap(painter, row, x, motion.size))
		return;
	vt_bytes_add(painter->out, motion.bytes, motion.size);
	painter->state.x = (int16_t)x;
	painter->state.y = (int16_t)row->y;
}

/* ---- Rows ---- */

/* Which row of the belief now stands at y; -1 for a blank one. */
static int source_row(const struct vt_painter *painter, int y)
{
	const struct vt_scroll *scroll = &painter->scroll;

	if (painter->cleared)
		return -1;
	if (scroll->by == 0 || y < scroll->top || y > scroll->bottom)
		return y;
	int from = y + scroll->by;
	return from >= scroll->top && from <= scroll->bottom ? from : -1;
}

static bool load_row(const struct vt_painter *painter, int y, struct row *row)
{
	const struct vt_terminal *terminal = painter->terminal;
	int width = painter->frame->width, from = source_row(painter, y);
	const struct vt_cell *wanted = painter->frame->cells + y * width;
	const struct vt_cell *shown = from < 0 ? NULL : terminal->shown.cells + from * width;

	if (from == y && memcmp(wanted, shown, sizeof(*wanted) * (size_t)width) == 0)
		return false;
	row->y = y;
	row->width = width;
	row->end = 0;
	row->first = width;
	row->last = -1;
	bool bottom = y == painter->frame->height - 1;
	for (int x = 0; x < width; x++) {
		bool corner = bottom && x == width - 1;

		row->want[x] = corner ? blank : resolve(terminal, wanted[x]);
		row->have[x] = shown == NULL ? blank : resolve(terminal, shown[x]);
		if (!is_equal(row->want[x], blank))
			row->end = x + 1;
		if (is_equal(row->want[x], row->have[x]))
			continue;
		if (row->first == width)
			row->first = x;
		row->last = x;
	}
	return row->first < width;
}

/* The cells from row->end on are to be blank, and some are not. */
static void paint_tail(struct vt_painter *painter, const struct row *row)
{
	int first = row->first > row->end ? row->first : row->end;

	while (is_equal(row->have[first], blank))
		first++;
	bool corner = row->last == row->width - 1 && row->y == painter->frame->height - 1;
	bool near = painter->state.y == row->y && painter->state.x >= row->end &&
		    painter->state.x < first;
	if (row->last - first < 3 && !corner && !near) {
		for (int x = first; x <= row->last; x++) {
			reach(painter, row, x);
			put_ink(painter, blank);
		}
		return;
	}
	if (!near)
		reach(painter, row, first);
	erase(painter, 'K');
}

static void paint_cells(struct vt_painter *painter, const struct row *row)
{
	int end = row->last < row->end ? row->last + 1 : row->end;

	for (int x = row->first; x < end; x++) {
		if (is_equal(row->want[x], row->have[x]))
			continue;
		reach(painter, row, x);
		put_ink(painter, row->want[x]);
	}
	if (row->last >= row->end)
		paint_tail(painter, row);
}

/* Erases from the first differing cell on, and paints what is not blank. */
static void paint_erased(struct vt_painter *painter, struct row *row)
{
	vt_paint_move(painter, row->first, row->y);
	erase(painter, 'K');
	for (int x = row->first; x < row->width; x++)
		row->have[x] = blank;
	row->last = row->end - 1;
	while (is_equal(row->want[row->first], blank))
		row->first++;
	paint_cells(painter, row);
}

static int count_blanked(const struct row *row)
{
	int count = 0;

	for (int x = row->first; x < row->end; x++)
		count += is_equal(row->want[x], blank) && !is_equal(row->have[x], blank);
	return count;
}

static void paint_row(struct vt_painter *painter, struct row *row)
{
	struct vt_bytes *out = painter->out;
	size_t begin = out->size;
	struct vt_state before = painter->state;

	paint_cells(painter, row);
	if (row->end <= row->first || count_blanked(row) < SPARSE_BLANKS)
		return;
	size_t size = out->size - begin;
	struct vt_state after = painter->state;
	painter->state = before;
	paint_erased(painter, row);
	size_t erased_size = out->size - begin - size;
	if (erased_size < size) {
		memmove(out->data + begin, out->data + begin + size, erased_size);
		size = erased_size;
	} else {
		painter->state = after;
	}
	out->size = begin + size;
}

bool vt_is_blank(const struct vt_painter *painter, int x, int y)
{
	const struct vt_frame *frame = painter->frame;
	const struct vt_cell *cells = frame->cells + y * frame->width;
	int end = y == frame->height - 1 ? frame->width - 1 : frame->width;

	for (; x < end; x++) {
		if (!is_equal(resolve(painter->terminal, cells[x]), blank))
			return false;
	}
	return true;
}

/* All below the last inked row is to be blank. */
static void erase_below(struct vt_painter *painter)
{
	const struct vt_state *state = &painter->state;
	bool near = state->y == painter->last_inked && state->x >= 0 &&
		    vt_is_blank(painter, state->x, state->y);

	if (!near)
		vt_paint_move(painter, 0, painter->last_inked + 1);
	erase(painter, 'J');
}

void vt_paint_rows(struct vt_painter *painter)
{
	struct row row;
	int height = painter->frame->height, below = 0;

	for (int y = 0; y <= painter->last_inked; y++) {
		if (load_row(painter, y, &row))
			paint_row(painter, &row);
	}
	for (int y = painter->last_inked + 1; y < height; y++)
		below += load_row(painter, y, &row);
	for (int y = painter->last_inked + 1; y < height && below == 1; y++) {
		if (load_row(painter, y, &row))
			paint_row(painter, &row);
	}
	if (below > 1)
		erase_below(painter);
}
