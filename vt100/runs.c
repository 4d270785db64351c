/*
 * Paints few changes in the cheapest order.
 *
 * A step down a corridor costs 23 bytes this way, and 36 from left to right. The plain order is
 * tried, too, and is better if much differs. Unchanged cells between two runs join them if
 * rewriting the cells costs no more than a motion.
 *
 * The cursor's resting position is often passed early, before changes elsewhere. It is then saved
 * in the terminal (DECSC) and restored later (DECRC). That takes four bytes instead of eight, and
 * restores the pen of that time.
 */
#include "vt100/internal.h"

#define JOINED_BYTES 3 /* a motion by one cell within the row; longer ones take one byte more */

struct runs {
	struct vt_run list[VT_RUNS_MAX];
	int count;
};

static bool add_run(struct runs *runs, const struct vt_row *row, int x, bool erases)
{
	if (runs->count == VT_RUNS_MAX)
		return false;
	runs->list[runs->count++] = (struct vt_run){
		.x = (int16_t)x,
		.y = (int16_t)row->y,
		.length = 1,
		.from = (int16_t)row->end,
		.erases = erases,
		.first = row->want[x],
	};
	return true;
}

static bool differs(const struct vt_row *row, int x)
{
	return !vt_ink_equal(row->want[x], row->have[x]);
}

static bool rests_at(const struct vt_painter *painter, int x, int y)
{
	return painter->rest_x == x && painter->rest_y == y;
}

/* True if the cell joins the run before it: it needs the same pen, or is a blank that any pen
 * without fill can write. A run of blanks takes the pen of the cell. */
static bool joins_ink(struct vt_ink *first, struct vt_ink ink)
{
	if (first->pen == ink.pen || (vt_ink_blank(ink) && !(first->pen & PEN_FILLS)))
		return true;
	if (!vt_ink_blank(*first) || ink.pen & PEN_FILLS)
		return false;
	*first = ink;
	return true;
}

/* Extends the run to x if rewriting the cells in between is cheap enough. */
static bool join(
	const struct vt_painter *painter, struct vt_run *run, const struct vt_row *row, int x)
{
	int end = run->x + run->length, most = JOINED_BYTES + (x - end > 1), size = 0;
	struct vt_ink first = run->first;

	/* A run begins at the resting position. */
	if (x - end > most || (vt_can_keep(painter) && rests_at(painter, x, row->y)))
		return false;
	for (int i = end; i <= x; i++) {
		if (!joins_ink(&first, row->want[i]))
			return false;
		if (i < x)
			size += vt_symbol(painter->terminal->charset, row->want[i].glyph).size;
	}
	if (size > most)
		return false;
	run->first = first;
	run->length = (int16_t)(x + 1 - run->x);
	return true;
}

static bool add_cells(
	const struct vt_painter *painter, struct runs *runs, const struct vt_row *row, int end)
{
	struct vt_run *run = NULL;

	for (int x = row->first; x < end; x++) {
		if (!differs(row, x) || (run != NULL && join(painter, run, row, x)))
			continue;
		if (!add_run(runs, row, x, false))
			return false;
		run = &runs->list[runs->count - 1];
	}
	return true;
}

static bool add_row(const struct vt_painter *painter, struct runs *runs, const struct vt_row *row)
{
	int first = row->first > row->end ? row->first : row->end;

	while (first <= row->last && !differs(row, first))
		first++;
	/* A scroll may have filled the last cell of the screen, which is never written. */
	bool corner = row->last == row->width - 1 && row->y == painter->frame->height - 1;
	bool erases = (row->last - first >= 3 || corner) && vt_erases(painter->terminal);
	int end = erases ? first : row->last + 1;
	if (!add_cells(painter, runs, row, end))
		return false;
	return !erases || add_run(runs, row, first, true);
}

/* A separate function, so that its row is not on the stack while an order is searched: touched
 * pages of a stack stay with a session. */
static __attribute__((noinline)) bool collect_runs(
	const struct vt_painter *painter, struct runs *runs)
{
	struct vt_row row;

	runs->count = 0;
	for (int y = 0; y < painter->frame->height; y++) {
		if (vt_row_load(painter, y, &row) && !add_row(painter, runs, &row))
			return false;
	}
	return true;
}

static void paint_run(struct vt_painter *painter, const struct vt_run *run)
{
	if (run->erases) {
		vt_brush_erase(painter, 'K');
		return;
	}
	for (int i = 0; i < run->length; i++)
		vt_brush_put(painter, vt_wanted(painter, run->x + i, run->y));
}

/* True if the resting position can be saved: it is the cursor's position or the beginning of a
 * run. */
static bool passes_rest(const struct vt_painter *painter, const struct runs *runs)
{
	bool passes = rests_at(painter, painter->state.x, painter->state.y);

	for (int i = 0; i < runs->count; i++)
		passes |= rests_at(painter, runs->list[i].x, runs->list[i].y);
	return passes && painter->rest_x >= 0 && vt_can_keep(painter);
}

static void keep_rest(struct vt_painter *painter, struct vt_state *kept)
{
	if (kept->x >= 0 || !rests_at(painter, painter->state.x, painter->state.y))
		return;
	vt_bytes_add(painter->out, "\0337", 2);
	*kept = painter->state;
}

static void paint_in_order(
	struct vt_painter *painter, const struct runs *runs, const uint8_t *order, bool keeps)
{
	struct vt_state kept = {.x = -1};

	if (keeps)
		keep_rest(painter, &kept);
	for (int i = 0; i < runs->count; i++) {
		const struct vt_run *run = &runs->list[order[i]];

		if (!vt_run_begins(run, &painter->state))
			vt_brush_reach(painter, run->x, run->y);
		if (keeps)
			keep_rest(painter, &kept);
		paint_run(painter, run);
	}
	if (kept.x < 0)
		return;
	vt_bytes_add(painter->out, "\0338", 2);
	painter->state = kept;
}

bool vt_runs_paint(struct vt_painter *painter)
{
	struct runs runs;
	uint8_t order[VT_RUNS_MAX];

	if (!collect_runs(painter, &runs) || runs.count == 0)
		return false;
	bool keeps = passes_rest(painter, &runs);
	if (!vt_route_find(painter, runs.list, runs.count, &keeps, order))
		return false;
	paint_in_order(painter, &runs, order, keeps);
	return true;
}
