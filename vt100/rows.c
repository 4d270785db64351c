/*
 * Paints the differing rows from top to bottom.
 *
 * A row is first resolved to ink: the form in which this terminal shows its cells. Cells of equal
 * ink are equal, whatever their roles. Then the differing cells are written from left to right.
 * Between them the cursor moves, or the unchanged cells are rewritten if that is cheaper. A blank
 * end of a row is erased.
 */
#include "vt100/internal.h"

#include <string.h>

#define KEPT_ROWS 2     /* so many rows below the saved cursor it is saved again */
#define SPARSE_BLANKS 5 /* so many blanks among the differing cells: try to erase the row first */

/* Returns the imagined row now shown at y, or -1 for a blank one. */
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

bool vt_row_load(const struct vt_painter *painter, int y, struct vt_row *row)
{
	const struct vt_terminal *terminal = painter->terminal;
	int width = painter->frame->width, from = source_row(painter, y);
	const struct vt_cell *wanted = painter->frame->cells + y * width;
	const struct vt_cell *shown = from < 0 ? NULL : terminal->shown.cells + from * width;

	bool erased = y >= painter->erasure.top && y <= painter->erasure.bottom;
	int end = erased ? painter->erasure.left : width;

	if (from == y && !erased && memcmp(wanted, shown, sizeof(*wanted) * (size_t)width) == 0)
		return false;
	row->y = y;
	row->width = width;
	row->end = 0;
	row->first = width;
	row->last = -1;
	for (int x = 0; x < width; x++) {
		row->want[x] = vt_wanted(painter, x, y);
		row->have[x] =
			shown == NULL || x >= end ? INK_BLANK : vt_resolve(terminal, shown[x]);
		if (!vt_ink_blank(row->want[x]))
			row->end = x + 1;
		if (vt_ink_equal(row->want[x], row->have[x]))
			continue;
		if (row->first == width)
			row->first = x;
		row->last = x;
	}
	return row->first < width;
}

/* Blanks the cells from row->end on; some of them are not blank yet. */
static void paint_tail(struct vt_painter *painter, const struct vt_row *row)
{
	int first = row->first > row->end ? row->first : row->end;

	while (vt_ink_blank(row->have[first]))
		first++;
	bool corner = row->last == row->width - 1 && row->y == painter->frame->height - 1;
	bool near = painter->state.y == row->y && painter->state.x >= row->end &&
		    painter->state.x < first;
	if (row->last - first < 3 && !corner && !near) {
		for (int x = first; x <= row->last; x++) {
			vt_brush_reach(painter, x, row->y);
			vt_brush_put(painter, INK_BLANK);
		}
		return;
	}
	if (!near)
		vt_brush_reach(painter, first, row->y);
	vt_brush_erase(painter, 'K');
}

/* Saves the cursor at the beginning of a row, where the next rows may begin, too. */
static void keep_row(struct vt_painter *painter, const struct vt_row *row)
{
	const struct vt_state *kept = &painter->kept;

	if (kept->x == row->first && row->y - kept->y < KEPT_ROWS)
		return;
	vt_brush_pen_for(painter, row->want[row->first]);
	if (!(painter->state.pen & PEN_REVERSE))
		vt_brush_keep(painter);
}

static void paint_cells(struct vt_painter *painter, const struct vt_row *row)
{
	bool erases = vt_erases(painter->terminal);
	int end = row->last < row->end || !erases ? row->last + 1 : row->end;

	for (int x = row->first; x < end; x++) {
		if (vt_ink_equal(row->want[x], row->have[x]))
			continue;
		vt_brush_reach(painter, x, row->y);
		if (x == row->first && painter->keeps)
			keep_row(painter, row);
		vt_brush_put(painter, row->want[x]);
	}
	if (row->last >= row->end && erases)
		paint_tail(painter, row);
}

/* Erases from the first differing cell on, and paints the nonblank cells. */
static void paint_erased(struct vt_painter *painter, struct vt_row *row)
{
	vt_brush_move(painter, row->first, row->y);
	vt_brush_erase(painter, 'K');
	for (int x = row->first; x < row->width; x++)
		row->have[x] = INK_BLANK;
	row->last = row->end - 1;
	while (vt_ink_blank(row->want[row->first]))
		row->first++;
	paint_cells(painter, row);
}

static int count_blanked(const struct vt_row *row)
{
	int count = 0;

	for (int x = row->first; x < row->end; x++)
		count += vt_ink_blank(row->want[x]) && !vt_ink_blank(row->have[x]);
	return count;
}

static void paint_row(struct vt_painter *painter, struct vt_row *row)
{
	struct vt_bytes *out = painter->out;
	size_t begin = out->size;
	const struct vt_painter before = *painter;

	paint_cells(painter, row);
	if (count_blanked(row) < SPARSE_BLANKS || !vt_erases(painter->terminal))
		return;
	size_t size = out->size - begin;
	const struct vt_painter after = *painter;
	*painter = before;
	paint_erased(painter, row);
	size_t erased_size = out->size - begin - size;
	if (erased_size < size) {
		memmove(out->data + begin, out->data + begin + size, erased_size);
		size = erased_size;
	} else {
		*painter = after;
	}
	out->size = begin + size;
}

bool vt_row_blank(const struct vt_painter *painter, int x, int y)
{
	for (; x < painter->frame->width; x++) {
		if (!vt_ink_blank(vt_wanted(painter, x, y)))
			return false;
	}
	return true;
}

/* Erases all rows below the last inked row. */
static void erase_below(struct vt_painter *painter)
{
	const struct vt_state *state = &painter->state;
	bool near = state->y == painter->last_inked && state->x >= 0 &&
		    vt_row_blank(painter, state->x, state->y);

	if (!near)
		vt_brush_move(painter, 0, painter->last_inked + 1);
	vt_brush_erase(painter, 'J');
}

void vt_rows_paint(struct vt_painter *painter)
{
	struct vt_row row;
	int height = painter->frame->height, below = 0;

	for (int y = 0; y <= painter->last_inked; y++) {
		if (vt_row_load(painter, y, &row))
			paint_row(painter, &row);
	}
	for (int y = painter->last_inked + 1; y < height; y++)
		below += vt_row_load(painter, y, &row);
	bool paints = below == 1 || !vt_erases_below(painter->terminal);
	for (int y = painter->last_inked + 1; y < height && paints; y++) {
		if (vt_row_load(painter, y, &row))
			paint_row(painter, &row);
	}
	if (below > 0 && !paints)
		erase_below(painter);
}
