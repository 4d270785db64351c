/*
 * Finds the order of painting runs with the least bytes for motion and pens together.
 *
 * This is the travelling salesman's problem with pen changes as a second distance. The search
 * starts with the nearest-neighbour order, which skips some runs and returns to them at a high
 * cost. Then it moves stretches to cheaper positions (Or, 1976) until nothing improves or the tries
 * are used up. The result depends on the start. So with few runs it starts again with pens, then
 * motions, weighted double, and keeps the best order. Most bytes of a frame are spent between its
 * runs; this saves a tenth of all.
 *
 * Costs are estimates: each run is assumed to leave the pen of its first nonblank cell, and
 * character set shifts are free. They need not be exact, because the renderer measures the whole
 * output.
 */
#include "vt100/internal.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#define PENS_MAX 60
#define ANY PENS_MAX   /* index of no particular pen */
#define STRETCH_MAX 6  /* most runs moved together */
#define TRIES_MAX 8000 /* limit of time */
#define STARTS_MOST 32 /* most runs for which all starts are tried */

/* Weights of motion and pens in the nearest-neighbour order, one row for each start. */
static const struct start {
	int motion, pens;
} starts[] = {{1, 1}, {1, 2}, {2, 1}};

/* A stop is 0 for the current cursor position, a run's index + 1, or count + 1 for the resting
 * position. A place is an index into the order. */
struct search {
	const struct vt_painter *painter;
	const struct vt_run *runs;
	int count;
	uint8_t motion[VT_RUNS_MAX + 2][VT_RUNS_MAX + 2]; /* bytes from the end of one stop to the
							     beginning of another */
	int16_t rest[VT_RUNS_MAX + 2]; /* bytes from the end of a stop to the resting position */
	uint32_t pens[PENS_MAX];
	int pen_count;
	uint8_t change[PENS_MAX + 1][PENS_MAX + 1]; /* bytes between pens */
	uint8_t pen[VT_RUNS_MAX + 2];               /* index of the pen of a stop */
	uint8_t order[VT_RUNS_MAX + 2];
	int rest_run; /* the stop of the run that begins at the resting position, or 0 */
	int next;     /* index of the pen that the next frame begins with */
	/* For each place, the last place up to it and the first place from it on that has a pen. */
	uint8_t before[VT_RUNS_MAX + 2], after[VT_RUNS_MAX + 2];
	int tries;
};
_Static_assert(VT_RUNS_MAX + 2 <= UINT8_MAX, "a stop is a byte");

/* ---- Costs ---- */

/* Returns the index of a pen, or PENS_MAX if there are too many. */
static int learn_pen(struct search *search, uint32_t pen)
{
	int i = 0;

	while (i < search->pen_count && search->pens[i] != pen)
		i++;
	if (i == search->pen_count && i < PENS_MAX)
		search->pens[search->pen_count++] = pen;
	return i;
}

static bool learn_pens(struct search *search)
{
	const struct vt_kind *kind = search->painter->terminal->kind;
	uint8_t bytes[PEN_BYTES_MAX];

	search->pen[0] = (uint8_t)learn_pen(search, search->painter->state.pen);
	for (int i = 0; i < search->count; i++) {
		struct vt_ink ink = search->runs[i].first;
		int pen = vt_ink_blank(ink) ? ANY : learn_pen(search, ink.pen);
		if (pen == PENS_MAX && !vt_ink_blank(ink))
			return false;
		search->pen[i + 1] = (uint8_t)pen;
	}
	search->pen[search->count + 1] = ANY;
	search->next = search->painter->next_pen == PEN_UNKNOWN
			       ? ANY
			       : learn_pen(search, search->painter->next_pen);
	for (int i = 0; i < search->pen_count; i++) {
		for (int j = 0; j < search->pen_count; j++)
			search->change[i][j] = (uint8_t)vt_pen_change(
				kind, search->pens[i], search->pens[j], bytes);
	}
	return true;
}

/* Returns the cursor state after a stop. */
static struct vt_state leave_stop(const struct search *search, int stop)
{
	return stop == 0 ? search->painter->state
			 : vt_run_leave(search->painter, &search->runs[stop - 1]);
}

/* Returns the bytes to rewrite the cells between x and a run, or `most` if they need other pens
 * than `pen` and the run's. */
static size_t gap_size(
	const struct search *search, uint32_t pen, const struct vt_run *run, int x, size_t most)
{
	enum vt_charset charset = search->painter->terminal->charset;
	size_t size = 0;

	for (; x < run->x && size < most; x++) {
		struct vt_ink ink = vt_wanted(search->painter, x, run->y);

		if (!vt_ink_blank(ink) && ink.pen != pen) {
			if (ink.pen != run->first.pen)
				return most;
			pen = ink.pen;
		}
		size += vt_symbol(charset, ink.glyph).size;
	}
	return size < most ? size : most;
}

static size_t way_to_run(const struct search *search, int stop, const struct vt_run *run)
{
	struct vt_state state = leave_stop(search, stop);
	int pen = search->pen[stop];

	if (vt_run_begins(run, &state))
		return 0;
	const struct vt_kind *kind = search->painter->terminal->kind;
	size_t size = vt_motion_size(kind, &state, run->x, run->y);
	if (state.x < 0 || state.x >= run->x || run->x - state.x >= (int)size)
		return size;
	size_t rows = vt_motion_size(kind, &state, state.x, run->y);
	if (rows >= size)
		return size;
	return rows + gap_size(search, pen == ANY ? run->first.pen : search->pens[pen], run,
			      state.x, size - rows);
}

/* Measures the bytes from a stop to the resting position. Restoring a saved position is cheap. */
static void measure_rest(struct search *search, int stop, bool keeps)
{
	const struct vt_painter *painter = search->painter;
	struct vt_state state = leave_stop(search, stop);
	size_t size = 0;

	if (painter->rest_x >= 0)
		size = vt_motion_size(
			painter->terminal->kind, &state, painter->rest_x, painter->rest_y);
	search->rest[stop] = (int16_t)size;
	search->motion[stop][search->count + 1] =
		(uint8_t)(keeps && state.x >= 0 && size > VT_KEEPING ? VT_KEEPING : size);
}

static void measure_motions(struct search *search, bool keeps)
{
	for (int from = 0; from <= search->count; from++) {
		for (int to = 1; to <= search->count; to++) {
			if (from != to)
				search->motion[from][to] =
					(uint8_t)way_to_run(search, from, &search->runs[to - 1]);
		}
		measure_rest(search, from, keeps);
	}
}

/* ---- Orders ---- */

static void follow_pens(struct search *search)
{
	int last = 0, next = search->count + 1;

	for (int place = 0; place <= search->count; place++) {
		if (search->pen[search->order[place]] != ANY)
			last = place;
		search->before[place] = (uint8_t)last;
	}
	for (int place = search->count + 1; place > 0; place--) {
		if (search->pen[search->order[place]] != ANY)
			next = place;
		search->after[place] = (uint8_t)next;
	}
}

static void order_nearest(struct search *search, const struct start *start)
{
	bool done[VT_RUNS_MAX + 2] = {false};
	int at = 0, pen = search->pen[0];

	search->order[0] = 0;
	for (int place = 1; place <= search->count; place++) {
		int best = 0, best_cost = INT_MAX;

		for (int stop = 1; stop <= search->count; stop++) {
			int cost = start->motion * search->motion[at][stop] +
				   start->pens * search->change[pen][search->pen[stop]];
			if (!done[stop] && cost < best_cost) {
				best = stop;
				best_cost = cost;
			}
		}
		done[best] = true;
		search->order[place] = (uint8_t)best;
		at = best;
		if (search->pen[best] != ANY)
			pen = search->pen[best];
	}
	search->order[search->count + 1] = (uint8_t)(search->count + 1);
}

/* Returns the bytes between the pens of two places. */
static int change_between(const struct search *search, int from, int to)
{
	return search->change[search->pen[search->order[from]]][search->pen[search->order[to]]];
}

/* Returns the bytes of pen changes saved by moving the places first to last behind another
 * place. */
static int gain_in_pens(const struct search *search, int first, int last, int behind)
{
	const uint8_t *before = search->before, *after = search->after;
	int in = after[first], out = before[last];

	/* The stretch has no pen, or no pen lies between it and its new place. */
	if (in > last || (behind > last && before[behind] <= last) ||
		(behind < first && after[behind + 1] >= first))
		return 0;
	return change_between(search, before[first - 1], in) +
	       change_between(search, out, after[last + 1]) +
	       change_between(search, before[behind], after[behind + 1]) -
	       change_between(search, before[first - 1], after[last + 1]) -
	       change_between(search, before[behind], in) -
	       change_between(search, out, after[behind + 1]);
}

static int gain(const struct search *search, int first, int last, int behind)
{
	const uint8_t *order = search->order;
	int saved = search->motion[order[first - 1]][order[first]] +
		    search->motion[order[last]][order[last + 1]] +
		    search->motion[order[behind]][order[behind + 1]];
	int spent = search->motion[order[first - 1]][order[last + 1]] +
		    search->motion[order[behind]][order[first]] +
		    search->motion[order[last]][order[behind + 1]];

	return saved - spent + gain_in_pens(search, first, last, behind);
}

static void move_stretch(struct search *search, int first, int last, int behind)
{
	uint8_t stretch[STRETCH_MAX];
	size_t length = (size_t)(last - first + 1);
	uint8_t *order = search->order;

	memcpy(stretch, order + first, length);
	if (behind < first) {
		memmove(order + behind + 1 + length, order + behind + 1,
			(size_t)(first - behind - 1));
		memcpy(order + behind + 1, stretch, length);
	} else {
		memmove(order + first, order + last + 1, (size_t)(behind - last));
		memcpy(order + first + behind - last, stretch, length);
	}
	follow_pens(search);
}

/* Moves the stretch to the place that saves most. False if no place saves anything. */
static bool improve_stretch(struct search *search, int first, int last)
{
	int best = 0, best_gain = 0;

	for (int behind = 0; behind <= search->count; behind++) {
		if (behind >= first - 1 && behind <= last)
			continue;
		int gained = gain(search, first, last, behind);
		search->tries++;
		if (gained > best_gain) {
			best = behind;
			best_gain = gained;
		}
	}
	if (best_gain > 0)
		move_stretch(search, first, last, best);
	return best_gain > 0;
}

static bool improve(struct search *search)
{
	bool better = false;

	for (int length = 1; length <= STRETCH_MAX; length++) {
		for (int first = 1; first + length - 1 <= search->count; first++) {
			if (search->tries > TRIES_MAX)
				return false;
			better |= improve_stretch(search, first, first + length - 1);
		}
	}
	return better;
}

/* Returns the bytes of the whole order, and of the change to the next frame's pen. keeps: the
 * cursor and its pen are saved where the order first passes the resting position, and restored at
 * the end. Some terminals do not undo a pending wrap when they restore the cursor. */
static int cost_of(const struct search *search, bool keeps)
{
	int sum = 0, pen = search->pen[0], kept = pen;

	for (int place = 1; place <= search->count; place++) {
		int stop = search->order[place];

		if (stop == search->rest_run)
			kept = pen;
		sum += search->motion[search->order[place - 1]][stop];
		sum += search->change[pen][search->pen[stop]];
		if (search->pen[stop] != ANY)
			pen = search->pen[stop];
	}
	int last = search->order[search->count];
	if (!keeps)
		return sum + search->rest[last] + search->change[pen][search->next];
	return leave_stop(search, last).x < 0
		       ? INT_MAX
		       : sum + VT_KEEPING + search->change[kept][search->next];
}

struct best {
	int least;
	bool keeps; /* the cursor is saved and restored */
	uint8_t *order;
};

static void compare(const struct search *search, bool may_keep, struct best *best)
{
	for (int keeps = 0; keeps <= may_keep; keeps++) {
		int cost = cost_of(search, keeps != 0);

		if (cost >= best->least)
			continue;
		best->least = cost;
		best->keeps = keeps != 0;
		for (int at = 0; at < search->count; at++)
			best->order[at] = (uint8_t)(search->order[at + 1] - 1);
	}
}

/* Compares the order with the run at the resting position in all places. */
static void compare_rests(struct search *search, bool may_keep, struct best *best)
{
	uint8_t *order = search->order;
	int place = 1;

	compare(search, may_keep, best);
	while (place <= search->count && order[place] != search->rest_run)
		place++;
	if (place > search->count)
		return;
	for (; place > 1; place--)
		order[place] = order[place - 1];
	for (; place <= search->count; place++) {
		order[place] = (uint8_t)search->rest_run;
		compare(search, may_keep, best);
		order[place] = order[place + 1];
	}
}

/* Finds the best order of all starts. */
static void search_all(struct search *search, bool may_keep, struct best *best)
{
	size_t count = search->count > STARTS_MOST ? 1 : sizeof(starts) / sizeof(starts[0]);

	for (size_t i = 0; i < count; i++) {
		order_nearest(search, &starts[i]);
		follow_pens(search);
		search->tries = 0;
		while (improve(search))
			;
		compare_rests(search, may_keep, best);
	}
}

/* Returns the stop of the run that begins at the resting position, or 0. A cursor that is there
 * from the beginning is saved there. */
static int find_rest_run(const struct search *search)
{
	const struct vt_painter *painter = search->painter;

	if (painter->state.x == painter->rest_x && painter->state.y == painter->rest_y)
		return 0;
	for (int i = 0; i < search->count; i++)
		if (search->runs[i].x == painter->rest_x && search->runs[i].y == painter->rest_y)
			return i + 1;
	return 0;
}

bool vt_route_find(const struct vt_painter *painter, const struct vt_run *runs, int count,
	bool *keeps, uint8_t *order)
{
	struct search search;
	struct best best = {INT_MAX, false, order};

	assert(count <= VT_RUNS_MAX);
	search.painter = painter;
	search.runs = runs;
	search.count = count;
	search.pen_count = 0;
	search.rest_run = find_rest_run(&search);
	memset(search.change, 0, sizeof(search.change));
	if (!learn_pens(&search))
		return false;
	measure_motions(&search, *keeps);
	search_all(&search, *keeps, &best);
	*keeps = best.keeps;
	return true;
}
