/*
 * Stairs: the places of arrival and departure.
 *
 * Up is near the rim of the level as seen from a random place, down well away from up, both in
 * walking distance.  So the player crosses the level, each time in another direction.
 */
#include "engine/generate/carve.h"

#include <string.h>

enum {
	LARGE = 3000, /* cells of a level in which stairs are near the line */
	LINE_NEAR = 5
};

/* FARTHEST: longest distance; NOT_COME_TO: passable and not reached yet; NO_WAY: not passable. */
enum { FARTHEST = LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX, NOT_COME_TO = UINT16_MAX - 1, NO_WAY };

_Static_assert(FARTHEST < NOT_COME_TO && NO_WAY == UINT16_MAX, "each is told from a distance");

/* The arrays of the carving, as used by a search. */
struct search {
	uint16_t *number;
	int32_t *queue, *columns;
	int tail;
};

static inline void search_come(struct search *search, int to, int column, int far)
{
	if (search->number[to] != NOT_COME_TO)
		return;
	search->number[to] = (uint16_t)far;
	search->columns[to] = column;
	search->queue[search->tail++] = to;
}

/* Computes the distances of all cells from a cell, without diagonal steps.  from[] stores columns,
 * because corridors may run along the edge and end there. */
static void distances_from(struct carve *carve, int from)
{
	const int width = carve->width, cells = carve->cells;
	struct search search = {carve->number, carve->queue, carve->from, 0};
	for (int at = 0; at < cells; at++)
		search.number[at] = carve_is_way(carve, at) ? NOT_COME_TO : NO_WAY;
	search.number[from] = NOT_COME_TO;
	search_come(&search, from, from % width, 0);
	for (int head = 0; head < search.tail; head++) {
		int at = search.queue[head], column = search.columns[at];
		int far = search.number[at] + 1;
		if (column > 0)
			search_come(&search, at - 1, column - 1, far);
		if (column < width - 1)
			search_come(&search, at + 1, column + 1, far);
		if (at >= width)
			search_come(&search, at - width, column, far);
		if (at < cells - width)
			search_come(&search, at + width, column, far);
	}
}

/* Requirements for stairs: in an area, at least so far away, and not in the box of `avoid`; if
 * strict, on plain ground and not beside a doorway; if marked, near the line. */
struct landing {
	const struct area *avoid; /* or NULL */
	int least;
	bool strictly, by_line;
};

/* True if a doorway is beside a cell, which may be at the edge of the level. */
static bool adjacent_doorway(const struct carve *carve, int x, int y)
{
	const uint16_t *cell = carve_cell(carve, x, y);
	uint32_t flags = 0;
	if (!carve_within(carve, x, y))
		for (int direction = 0; direction < DIR_COUNT; direction++)
			flags |= carve_flags_at(
				carve, x + direction_dx[direction], y + direction_dy[direction]);
	else
		for (int direction = 0; direction < DIR_COUNT; direction++)
			flags |= carve->flags[cell[carve->level->adjacent[direction]]];
	return flags & TERRAIN_DOORWAY;
}

static bool is_in(const struct area *area, int x, int y)
{
	return x >= area->x && y >= area->y && x < area->x + area->width &&
	       y < area->y + area->height;
}

static bool lands(const struct carve *carve, const struct landing *landing, int x, int y)
{
	int at = (int)level_at(carve->level, x, y), far = carve->number[at];
	if (far < landing->least || far >= NOT_COME_TO || (landing->by_line && !carve->marks[at]) ||
		(landing->avoid && is_in(landing->avoid, x, y)) ||
		!carve_is_of_piece(carve, x, y, false) ||
		carve->flags[carve->level->terrain[at]] & (TERRAIN_UP | TERRAIN_DOWN))
		return false;
	return !landing->strictly ||
	       (content_is_plain(carve->content, carve->kind, carve->level->terrain[at]) &&
		       !adjacent_doorway(carve, x, y));
}

/* Counts the suitable cells of an area, up to `most`; *at receives the last of them. */
static int landings_of(const struct carve *carve, const struct landing *landing,
	const struct area *area, int most, int *at)
{
	int count = 0;
	for (int y = area->y; y < area->y + area->height; y++)
		for (int x = area->x; x < area->x + area->width && count < most; x++)
			if (lands(carve, landing, x, y)) {
				*at = (int)level_at(carve->level, x, y);
				count++;
			}
	return count;
}

/* Returns a suitable cell of a random area, or -1. */
static int landing_draw(struct carve *carve, const struct landing *landing)
{
	const struct level *level = carve->level;
	int fitting = 0, at = -1;
	const struct area *chosen = NULL;
	for (size_t i = 0; i < level->area_count; i++) {
		const struct area *area = &level->areas[i];
		if (area->hall || landings_of(carve, landing, area, 1, &at) == 0)
			continue;
		if (stream_below(carve->stream, ++fitting) == 0)
			chosen = area;
	}
	if (chosen == NULL)
		return -1;
	int count = landings_of(carve, landing, chosen, carve->cells, &at);
	int nth = stream_below(carve->stream, count);
	landings_of(carve, landing, chosen, nth + 1, &at);
	return at;
}

/* Returns the distance of the farthest suitable cell. */
static int farthest(const struct carve *carve, const struct landing *landing)
{
	int most = 0;
	for (size_t i = 0; i < carve->level->area_count; i++) {
		const struct area *area = &carve->level->areas[i];
		for (int y = area->y; !area->hall && y < area->y + area->height; y++)
			for (int x = area->x; x < area->x + area->width; x++) {
				int far = carve->number[level_at(carve->level, x, y)];
				if (far > most && lands(carve, landing, x, y))
					most = far;
			}
	}
	return most;
}

/* Returns a cell at least so many percent of the largest distance away, on plain ground if
 * possible. */
static int far_landing(struct carve *carve, const struct area *avoid, int percent)
{
	struct landing landing = {.avoid = avoid};
	landing.least = farthest(carve, &landing) * percent / 100;
	landing.strictly = landing.by_line = true;
	int at = landing_draw(carve, &landing);
	landing.by_line = false;
	if (at < 0)
		at = landing_draw(carve, &landing);
	landing.strictly = false;
	return at >= 0 ? at : landing_draw(carve, &landing);
}

static const struct area *area_of(const struct carve *carve, int at)
{
	for (size_t i = 0; i < carve->level->area_count; i++) {
		const struct area *area = &carve->level->areas[i];
		if (!area->hall && is_in(area, at % carve->width, at / carve->width))
			return area;
	}
	return NULL;
}

/* Returns the middle of a random area that is no hall, because a hall may be between secret doors.
 * Returns -1 when no area has passable cells. */
static int somewhere(struct carve *carve)
{
	const struct level *level = carve->level;
	int16_t x = -1, y = -1;
	int first = level->area_count > 0 ? stream_below(carve->stream, (int)level->area_count) : 0;
	for (size_t i = 0; x < 0 && i < level->area_count; i++) {
		const struct area *area = &level->areas[((size_t)first + i) % level->area_count];
		if (!area->hall)
			level_area_middle(carve->content, level, area, &x, &y);
	}
	return x < 0 ? -1 : (int)level_at(level, x, y);
}

/* Places stairs in a content whose floor is impassable: in corners of two areas, or of the
 * level. */
static int corner_of(const struct carve *carve, bool last)
{
	const struct level *level = carve->level;
	int at = last ? carve->cells - carve->width - 2 : carve->width + 1;
	for (size_t i = 0; i < level->area_count; i++)
		if (last || i == 0)
			at = (int)level_at(level, level->areas[i].x, level->areas[i].y);
	return at;
}

/* Marks the cells near the line on large levels, all cells on others. */
static void line_mark(struct carve *carve)
{
	uint16_t line = carve->kind->line;
	bool all = carve->cells < LARGE || line == KIND_NONE;
	memset(carve->marks, all, (size_t)carve->cells);
	for (int at = 0; !all && at < carve->cells; at++) {
		if (carve->level->terrain[at] != line)
			continue;
		for (int dy = -LINE_NEAR; dy <= LINE_NEAR; dy++)
			for (int dx = -LINE_NEAR; dx <= LINE_NEAR; dx++) {
				int x = at % carve->width + dx, y = at / carve->width + dy;
				if (level_inside(carve->level, x, y))
					carve->marks[level_at(carve->level, x, y)] = 1;
			}
	}
}

/* Up is near the rim as seen from a random place, down well away from it. */
void carve_stairs(struct carve *carve)
{
	enum { RIM_PERCENT = 60, AWAY_PERCENT = 60 };
	struct level *level = carve->level;
	int from = somewhere(carve), up = -1, down = -1;
	line_mark(carve);
	if (from >= 0) {
		distances_from(carve, from);
		up = far_landing(carve, NULL, RIM_PERCENT);
	}
	if (up >= 0) {
		distances_from(carve, up);
		down = far_landing(carve, area_of(carve, up), AWAY_PERCENT);
	}
	if (up < 0 || down < 0) {
		up = corner_of(carve, false);
		down = corner_of(carve, true);
	}
	memset(carve->marks, 0, (size_t)carve->cells);
	level->up_x = (int16_t)(up % carve->width);
	level->up_y = (int16_t)(up / carve->width);
	level->terrain[up] = carve->terrain->stairs_up;
	if (level->depth == carve->content->last_depth)
		return;
	level->down_x = (int16_t)(down % carve->width);
	level->down_y = (int16_t)(down / carve->width);
	level->terrain[down] = carve->terrain->stairs_down;
}
