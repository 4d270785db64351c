/*
 * Joining: connects all passable cells, and makes loops.
 *
 * All regions flood outward at once, through diggable terrain, one cell a round in four directions.
 * Where the floods of two regions meet, there is a path between them, the shortest first.  It is
 * dug if the two are not connected yet (Kruskal's tree), or, sometimes, to make a loop.
 */
#include "engine/generate/carve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS_OF_MOST 512 /* regions for which at most one join a pair is recorded */

/* State of the floods: `number` is the region whose flood reached a cell, `from` the cell
 * before. */
struct flood {
	struct carve *carve;
	const struct joining *joining;
	bool *digs; /* for each terrain */
	int regions;
	int32_t *sizes;   /* for each region */
	uint16_t *groups; /* for each region: a region that it is joined with (default itself) */
	uint8_t *pairs;   /* a bit for every pair of regions that was considered */
	int head, tail;
	uint64_t bits; /* random bits not used yet */
	int bit_count;
};

/* Path compression: links every other region on the path nearer to the root. */
static uint16_t group_of(struct flood *flood, uint16_t region)
{
	uint16_t *groups = flood->groups;
	while (groups[region] != region)
		region = groups[region] = groups[groups[region]];
	return region;
}

/* ---- Regions ---- */

/* Numbers the cells connected with one; returns how many there are. */
static int region_number(struct carve *carve, int first, uint16_t region)
{
	const int sides[4] = {-1, 1, -carve->width, carve->width};
	int head = 0, tail = 0;
	carve->queue[tail++] = first;
	carve->number[first] = region;
	while (head < tail) {
		int at = carve->queue[head++];
		for (int i = 0; i < 4; i++) {
			int to = at + sides[i];
			if (to < 0 || to >= carve->cells || carve->number[to] ||
				!carve_is_way(carve, to))
				continue;
			carve->number[to] = region;
			carve->queue[tail++] = to;
		}
	}
	return tail;
}

static int largest_region(const struct flood *flood)
{
	int largest = 1;
	for (int i = 2; i <= flood->regions; i++)
		if (flood->sizes[i] > flood->sizes[largest])
			largest = i;
	return largest;
}

/* Drops regions that are too small, and numbers the others from 1. */
static void regions_choose(struct flood *flood)
{
	int largest = largest_region(flood), kept = 0;
	for (int i = 1; i <= flood->regions; i++) {
		bool keep = i == largest || flood->sizes[i] >= flood->joining->least;
		int32_t size = flood->sizes[i];
		if (keep)
			flood->sizes[++kept] = size;
		flood->groups[i] = (uint16_t)(keep ? kept : 0);
	}
	flood->regions = kept;
}

static void fill_cell(struct flood *flood, int at)
{
	flood->carve->level->terrain[at] = flood->joining->solid;
	flood->carve->level->flags[at] &= (uint8_t)~LEVEL_HALL;
}

static void regions_find(struct flood *flood)
{
	struct carve *carve = flood->carve;
	memset(carve->number, 0, (size_t)carve->cells * sizeof *carve->number);
	flood->regions = 0;
	for (int at = 0; at < carve->cells; at++)
		if (!carve->number[at] && carve_is_way(carve, at)) {
			flood->regions++;
			flood->sizes[flood->regions] =
				region_number(carve, at, (uint16_t)flood->regions);
		}
	regions_choose(flood);
	for (int at = 0; at < carve->cells; at++) {
		if (!carve->number[at])
			continue;
		carve->number[at] = flood->groups[carve->number[at]];
		if (!carve->number[at])
			fill_cell(flood, at);
	}
	for (int i = 0; i <= flood->regions; i++)
		flood->groups[i] = (uint16_t)i;
}

/* ---- Digging ---- */

/* Digs from a cell back to the region of the flood that reached it. */
static void dig_back(struct flood *flood, int at)
{
	struct carve *carve = flood->carve;
	for (; at >= 0; at = carve->from[at]) {
		if (carve_is_way(carve, at))
			continue;
		bool wet = carve->level->terrain[at] == carve->kind->pool;
		carve->level->terrain[at] =
			wet ? carve_material(carve->kind->shore, carve->terrain->floor)
			    : flood->joining->into;
		if (flood->joining->halls)
			carve->level->flags[at] |= LEVEL_HALL;
	}
}

static void dig(struct flood *flood, int one, int other)
{
	dig_back(flood, one);
	dig_back(flood, other);
}

/* True if two regions meet for the first time. False, too, if there are too many regions to
 * record their meetings. */
static bool pair_is_new(struct flood *flood, uint16_t one, uint16_t other)
{
	if (flood->pairs == NULL)
		return false;
	size_t low = one < other ? one : other, high = one < other ? other : one;
	size_t bit = high * (size_t)(flood->regions + 1) + low;
	bool new = !(flood->pairs[bit / 8] >> bit % 8 & 1);
	flood->pairs[bit / 8] |= (uint8_t)(1u << bit % 8);
	return new;
}

/* Digs a passage where two floods meet, if nothing joins their regions yet, and sometimes where the
 * two regions meet for the first time. */
static void meet(struct flood *flood, int one, int other)
{
	uint16_t a = flood->carve->number[one], b = flood->carve->number[other];
	uint16_t group_a = group_of(flood, a), group_b = group_of(flood, b);
	bool new = pair_is_new(flood, a, b);
	if (group_a != group_b) {
		flood->groups[group_a] = group_b;
		dig(flood, one, other);
	} else if (new &&stream_percent(flood->carve->stream, flood->joining->more_percent)) {
		dig(flood, one, other);
	}
}

/* ---- Flooding ---- */

static bool may_dig(const struct flood *flood, int at)
{
	const struct carve *carve = flood->carve;
	return flood->digs[carve->level->terrain[at]] &&
	       carve_within(carve, at % carve->width, at / carve->width);
}

static unsigned bits_draw(struct flood *flood, int count)
{
	if (flood->bit_count < count) {
		flood->bits = stream_bits(flood->carve->stream);
		flood->bit_count = 64;
	}
	unsigned drawn = (unsigned)(flood->bits & ((1u << count) - 1));
	flood->bits >>= count;
	flood->bit_count -= count;
	return drawn;
}

/* Floods the four neighbours, beginning with a random one, so that paths wind. */
static void flood_from(struct flood *flood, int at)
{
	struct carve *carve = flood->carve;
	const int sides[4] = {-1, -carve->width, 1, carve->width};
	unsigned first = bits_draw(flood, 2);
	for (unsigned i = 0; i < 4; i++) {
		int to = at + sides[(first + i) % 4];
		if (to < 0 || to >= carve->cells)
			continue;
		if (carve->number[to] == 0 && may_dig(flood, to)) {
			carve->number[to] = carve->number[at];
			carve->from[to] = at;
			carve->queue[flood->tail++] = to;
		} else if (carve->number[to] != 0 && carve->number[to] != carve->number[at]) {
			meet(flood, at, to);
		}
	}
}

/* Every cell enters the queue once. */
static void flood_all(struct flood *flood)
{
	struct carve *carve = flood->carve;
	flood->head = flood->tail = 0;
	for (int at = 0; at < carve->cells; at++) {
		carve->from[at] = -1;
		if (carve->number[at])
			carve->queue[flood->tail++] = at;
	}
	while (flood->head < flood->tail)
		flood_from(flood, carve->queue[flood->head++]);
}

/* Fills all cells that are not connected with the largest region. */
static void fill_the_rest(struct flood *flood)
{
	struct carve *carve = flood->carve;
	uint16_t group = group_of(flood, (uint16_t)largest_region(flood));
	for (int at = 0; at < carve->cells; at++)
		if (carve->number[at] && carve_is_way(carve, at) &&
			group_of(flood, carve->number[at]) != group)
			fill_cell(flood, at);
}

static void *array_new(size_t count, size_t size)
{
	void *array = calloc(count, size);
	assert(array);
	return array;
}

static void flood_begin(struct flood *flood, struct carve *carve, const struct joining *joining)
{
	size_t most = (size_t)carve->cells / 2 + 2;
	*flood = (struct flood){.carve = carve, .joining = joining};
	flood->sizes = array_new(most, sizeof *flood->sizes);
	flood->groups = array_new(most, sizeof *flood->groups);
	flood->digs = array_new(carve->content->counts.terrains, sizeof *flood->digs);
	for (int i = 0; i < CARVE_DIGS && joining->digs[i] != KIND_NONE; i++)
		flood->digs[joining->digs[i]] = true;
}

void carve_join(struct carve *carve, const struct joining *joining)
{
	struct flood flood;
	flood_begin(&flood, carve, joining);
	regions_find(&flood);
	size_t count = (size_t)flood.regions + 1;
	if (flood.regions > 1) {
		if (flood.regions <= PAIRS_OF_MOST)
			flood.pairs = array_new(count * count / 8 + 1, 1);
		flood_all(&flood);
		fill_the_rest(&flood);
	}
	free(flood.groups);
	free(flood.pairs);
	free(flood.sizes);
	free(flood.digs);
}

/* ---- A way round ---- */

enum { RING_WIDTH = 5, RING_HEIGHT = 4, RING_TRIES = 60 };

/* True if a ring may be dug from this cell on: it touches passable cells, and with `well` no
 * doors. */
static bool ring_fits(const struct carve *carve, int left, int top, bool well)
{
	int passable = 0;
	if (!carve_within(carve, left, top) ||
		!carve_within(carve, left + RING_WIDTH - 1, top + RING_HEIGHT - 1))
		return false;
	for (int y = top - 1; y <= top + RING_HEIGHT; y++)
		for (int x = left - 1; x <= left + RING_WIDTH; x++) {
			bool inside = x >= left && y >= top && x < left + RING_WIDTH &&
				      y < top + RING_HEIGHT;
			uint16_t terrain = *carve_cell(carve, x, y);
			if (well && carve->flags[terrain] & TERRAIN_DOORWAY)
				return false;
			passable += inside && carve->passable[terrain];
		}
	return passable > 0;
}

static bool ring_place(struct carve *carve, int *left, int *top)
{
	for (int i = 0; i < RING_TRIES; i++) {
		*left = 1 + stream_below(carve->stream, carve->width - RING_WIDTH - 1);
		*top = 1 + stream_below(carve->stream, carve->height - RING_HEIGHT - 1);
		if (ring_fits(carve, *left, *top, i < RING_TRIES / 2))
			return true;
	}
	for (*top = 1; *top < carve->height - RING_HEIGHT; ++*top)
		for (*left = 1; *left < carve->width - RING_WIDTH; ++*left)
			if (ring_fits(carve, *left, *top, false))
				return true;
	return false;
}

void carve_round(struct carve *carve, uint16_t open, uint16_t solid)
{
	int left, top;
	for (int at = 0; at < carve->cells; at++)
		carve->marks[at] = carve_is_way(carve, at);
	int loops = generate_loops_among(carve->level, carve->marks, GENERATE_LOOP_LEAST);
	memset(carve->marks, 0, (size_t)carve->cells);
	if (loops > 0 || !ring_place(carve, &left, &top))
		return;
	for (int y = top; y < top + RING_HEIGHT; y++)
		for (int x = left; x < left + RING_WIDTH; x++) {
			bool edge = x == left || y == top || x == left + RING_WIDTH - 1 ||
				    y == top + RING_HEIGHT - 1;
			uint16_t *cell = carve_cell(carve, x, y);
			if (!edge)
				*cell = solid;
			else if (!carve->passable[*cell])
				*cell = open;
			if (!edge)
				carve->level->flags[level_at(carve->level, x, y)] &=
					(uint8_t)~LEVEL_HALL;
		}
}
