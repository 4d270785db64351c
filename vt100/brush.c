/*
 * The brush: pen changes, cursor motion, erasing and single cells. Each updates the painter's
 * state.
 *
 * After a write to the last column the cursor's position is uncertain: some terminals wrap at once,
 * others wait. The next motion is then absolute.
 */
#include "vt100/internal.h"

#include <assert.h>
#include <string.h>

#define INK_BYTES_MAX (PEN_BYTES_MAX + 4)
#define GAP_BYTES_MAX 32

struct vt_ink vt_wanted(const struct vt_painter *painter, int x, int y)
{
	const struct vt_frame *frame = painter->frame;

	if (x == frame->width - 1 && y == frame->height - 1)
		return INK_BLANK;
	return vt_resolve(painter->terminal, frame->cells[y * frame->width + x]);
}

static uint32_t pen_for(uint32_t now, struct vt_ink ink)
{
	bool any = vt_ink_blank(ink) && now != PEN_UNKNOWN && !(now & PEN_FILLS);

	return any ? now : ink.pen;
}

size_t vt_brush_pen_cost(const struct vt_painter *painter, struct vt_ink ink)
{
	uint8_t bytes[PEN_BYTES_MAX];
	uint32_t from = painter->state.pen;

	return vt_pen_change(painter->terminal->kind, from, pen_for(from, ink), bytes);
}

size_t vt_brush_next_cost(const struct vt_painter *painter)
{
	uint8_t bytes[PEN_BYTES_MAX];

	if (painter->next_pen == PEN_UNKNOWN)
		return 0;
	return vt_pen_change(painter->terminal->kind, painter->state.pen, painter->next_pen, bytes);
}

bool vt_in_both_sets(struct vt_symbol symbol)
{
	return symbol.bytes[0] < '_' && memchr("+,-.0", symbol.bytes[0], 5) == NULL;
}

/* Writes the bytes for one cell. Updates the state's pen and shift, but not its cursor. */
static size_t write_ink(const struct vt_terminal *terminal, struct vt_state *state,
	struct vt_ink ink, uint8_t bytes[INK_BYTES_MAX])
{
	const struct vt_dialect *dialect = vt_dialect(terminal->kind->grants);
	uint32_t pen = pen_for(state->pen, ink);
	size_t size = vt_pen_change(terminal->kind, state->pen, pen, bytes);
	struct vt_symbol symbol = vt_symbol(terminal->charset, ink.glyph);

	state->pen = pen;
	if (symbol.drawing != state->shifted && (symbol.drawing || !vt_in_both_sets(symbol))) {
		state->shifted = symbol.drawing;
		bytes[size++] = symbol.drawing ? 0x0e : 0x0f;
	}
	memcpy(bytes + size, symbol.bytes, symbol.size);
	if (dialect != NULL && dialect->reverse_on == 0 && pen & PEN_REVERSE)
		bytes[size] |= 0x80;
	return size + symbol.size;
}

static void put_ink(struct vt_painter *painter, struct vt_ink ink)
{
	uint8_t bytes[INK_BYTES_MAX];
	size_t size = write_ink(painter->terminal, &painter->state, ink, bytes);

	vt_bytes_add(painter->out, bytes, size);
}

/* Writes the last column of a row in a dialect. The character is printed before its place and
 * pushed there, so that nothing wraps. The pen is changed before the push, since a C64 shows
 * control codes after it as pictures. */
static void put_last(
	struct vt_painter *painter, const struct vt_dialect *dialect, struct vt_ink ink)
{
	assert(painter->state.x > 0);
	struct vt_ink before = vt_wanted(painter, painter->state.x - 1, painter->state.y);

	vt_bytes_add(painter->out, dialect->pull, strlen(dialect->pull));
	if (!vt_ink_blank(ink)) {
		put_ink(painter, ink);
		vt_brush_pen(painter, pen_for(painter->state.pen, before));
		vt_bytes_add(painter->out, &dialect->left, 1);
		vt_bytes_add(painter->out, dialect->push, strlen(dialect->push));
	}
	put_ink(painter, before);
}

void vt_brush_put(struct vt_painter *painter, struct vt_ink ink)
{
	const struct vt_dialect *dialect = vt_dialect(painter->terminal->kind->grants);
	uint8_t bytes[INK_BYTES_MAX];

	if (dialect != NULL && painter->state.x == painter->frame->width - 1) {
		put_last(painter, dialect, ink);
		return;
	}
	size_t size = write_ink(painter->terminal, &painter->state, ink, bytes);

	vt_bytes_add(painter->out, bytes, size);
	painter->state.x++;
	if (painter->state.x == painter->frame->width)
		painter->state.x = -1;
}

void vt_brush_pen(struct vt_painter *painter, uint32_t pen)
{
	uint8_t bytes[PEN_BYTES_MAX];
	size_t size = vt_pen_change(painter->terminal->kind, painter->state.pen, pen, bytes);

	vt_bytes_add(painter->out, bytes, size);
	painter->state.pen = pen;
}

void vt_brush_pen_for(struct vt_painter *painter, struct vt_ink ink)
{
	vt_brush_pen(painter, pen_for(painter->state.pen, ink));
}

/* Erasing fills with the background of the pen. A reversing pen would fill with the text colour. */
void vt_brush_pen_unfilled(struct vt_painter *painter)
{
	if (painter->state.pen == PEN_UNKNOWN || painter->state.pen & PEN_FILLS)
		vt_brush_pen(painter, PEN_PLAIN);
}

static void make_motion(struct vt_painter *painter, const struct vt_motion *motion, int x, int y)
{
	vt_bytes_add(painter->out, motion->bytes, motion->size);
	painter->state.x = (int16_t)x;
	painter->state.y = (int16_t)y;
}

void vt_brush_move(struct vt_painter *painter, int x, int y)
{
	struct vt_motion motion;

	vt_motion(painter->terminal->kind, &painter->state, x, y, &motion);
	make_motion(painter, &motion, x, y);
}

void vt_brush_erase(struct vt_painter *painter, char final)
{
	const struct vt_address *address = vt_address(painter->terminal->kind);
	uint8_t bytes[3] = {'\033', '[', (uint8_t) final};

	vt_brush_pen_unfilled(painter);
	if (address != NULL) {
		const char *text = final == 'K' ? address->erase_row : address->erase_below;

		vt_bytes_add(painter->out, text, strlen(text));
		return;
	}
	vt_bytes_add(painter->out, bytes, sizeof(bytes));
}

/* Reaches (x, y) by a motion to its row, then rewriting the cells between the cursor and x. False
 * if that costs more bytes than the motion. */
static bool rewrite_gap(struct vt_painter *painter, int x, int y, size_t motion_size)
{
	struct vt_painter job = *painter;
	struct vt_motion down;
	uint8_t bytes[GAP_BYTES_MAX + INK_BYTES_MAX];
	size_t size = 0;

	if (job.state.x < 0 || job.state.x >= x || x - job.state.x > (int)motion_size)
		return false;
	vt_motion(painter->terminal->kind, &job.state, job.state.x, y, &down);
	for (int i = job.state.x; i < x && size < GAP_BYTES_MAX; i++)
		size += write_ink(
			painter->terminal, &job.state, vt_wanted(painter, i, y), bytes + size);
	if (size >= GAP_BYTES_MAX)
		return false;
	struct vt_ink ink = vt_wanted(painter, x, y);
	if (down.size + size + vt_brush_pen_cost(&job, ink) >
		motion_size + vt_brush_pen_cost(painter, ink))
		return false;
	vt_bytes_add(painter->out, down.bytes, down.size);
	vt_bytes_add(painter->out, bytes, size);
	painter->state = job.state;
	painter->state.x = (int16_t)x;
	painter->state.y = (int16_t)y;
	return true;
}

void vt_brush_keep(struct vt_painter *painter)
{
	vt_bytes_add(painter->out, "\0337", 2);
	painter->kept = painter->state;
}

/* Returns to the saved cursor and its pen if that is the cheaper way to a cell. Some terminals do
 * not undo a pending wrap when they restore the cursor. */
static void restore_kept(struct vt_painter *painter, int x, int y)
{
	const struct vt_kind *kind = painter->terminal->kind;
	struct vt_ink ink = vt_wanted(painter, x, y);
	struct vt_painter other = *painter;

	if (painter->kept.x < 0 || painter->state.x < 0)
		return;
	other.state = painter->kept;
	if (2 + vt_motion_size(kind, &other.state, x, y) + vt_brush_pen_cost(&other, ink) >=
		vt_motion_size(kind, &painter->state, x, y) + vt_brush_pen_cost(painter, ink))
		return;
	vt_bytes_add(painter->out, "\0338", 2);
	painter->state = painter->kept;
}

void vt_brush_reach(struct vt_painter *painter, int x, int y)
{
	struct vt_motion motion;

	restore_kept(painter, x, y);
	vt_motion(painter->terminal->kind, &painter->state, x, y, &motion);
	if (motion.size > 0 && !rewrite_gap(painter, x, y, motion.size))
		make_motion(painter, &motion, x, y);
}
