/*
 * Checks of levels: used on finished levels, and on trial changes.
 *
 * A cell is passable if bodies pass and it harms nobody, or if it is a door.  Paths have no
 * diagonal steps.
 */
#include "engine/generate/generate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool is_way(
	const struct content *content, const struct level *level, size_t at, bool secrets)
{
	const struct terrain_kind *kind = &content->terrains[level->terrain[at]];
	if (kind->flags & TERRAIN_REMEMBERED_AS_WALL)
		return secrets;
	return (kind->flags & (TERRAIN_OBJECTS | TERRAIN_DOORWAY)) && content_is_safe(kind);
}

/* ---- One cell ---- */

#define STRAIGHT 0x55u /* the straight directions, as bits */

static const struct terrain_kind *kind_at(
	const struct content *content, const struct level *level, int x, int y)
{
	bool inside = level_inside(level, x, y);
	return &content->terrains[inside ? level->terrain[level_at(level, x, y)]
					 : content->terrain.rock];
}

/* True if the straight neighbours of a cell are connected by the ring around it, without diagonal
 * steps; ring has a bit for each passable cell. */
static bool ring_holds(unsigned ring)
{
	unsigned straight = ring & STRAIGHT, seen = straight & (0u - straight), before;
	if (straight == 0)
		return false;
	do {
		before = seen;
		seen |= (seen << 1 | seen >> 7 | seen >> 1 | seen << 7) & ring & 0xff;
	} while (seen != before);
	return (seen & straight) == straight;
}

bool generate_may_block(const struct content *content, const struct level *level, int x, int y)
{
	const uint32_t kept = TERRAIN_DOORWAY | TERRAIN_UP | TERRAIN_DOWN;
	unsigned ring = 0;
	if (kind_at(content, level, x, y)->flags & kept)
		return false;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		const struct terrain_kind *kind = kind_at(
			content, level, x + direction_dx[direction], y + direction_dy[direction]);
		if (kind->flags & kept)
			return false;
		if ((kind->flags & TERRAIN_OBJECTS) && content_is_safe(kind))
			ring |= 1u << direction;
	}
	return ring_holds(ring);
}

/* ---- All of it ---- */

/* Returns the straight neighbour of a cell on a side; -1 beyond the edge. */
static int adjacent(const struct level *level, int at, int side)
{
	int x = at % level->width + (side == 0) - (side == 1);
	int y = at / level->width + (side == 2) - (side == 3);
	return level_inside(level, x, y) ? y * level->width + x : -1;
}

static size_t cell_count(const struct level *level)
{
	return (size_t)level->width * (size_t)level->height;
}

static int *queue_new(const struct level *level)
{
	int *queue = malloc(cell_count(level) * sizeof *queue);
	assert(queue);
	return queue;
}

size_t generate_walk(
	const struct content *content, const struct level *level, bool secrets, uint8_t *reached)
{
	size_t count = 0, next = 0;
	memset(reached, 0, cell_count(level));
	if (!level_inside(level, level->up_x, level->up_y))
		return 0;
	int *queue = queue_new(level);
	queue[count++] = (int)level_at(level, level->up_x, level->up_y);
	reached[queue[0]] = 1;
	while (next < count) {
		int at = queue[next++];
		for (int side = 0; side < 4; side++) {
			int to = adjacent(level, at, side);
			if (to < 0 || reached[to] || !is_way(content, level, (size_t)to, secrets))
				continue;
			reached[to] = 1;
			queue[count++] = to;
		}
	}
	free(queue);
	return count;
}

/* Cells inside vaults, which may be locked, need not be reached. */
static bool is_of_vault(const struct level *level, size_t at)
{
	int x = (int)(at % (size_t)level->width), y = (int)(at / (size_t)level->width);
	return level_vault_at(level, x, y) >= 0;
}

/* True if all passable cells of rooms are reached. */
static bool rooms_reached(
	const struct content *content, const struct level *level, const uint8_t *reached)
{
	for (size_t i = 0; i < level->area_count; i++) {
		const struct area *area = &level->areas[i];
		for (int y = area->y; !area->hall && y < area->y + area->height; y++)
			for (int x = area->x; x < area->x + area->width; x++) {
				size_t at = level_at(level, x, y);
				if (!reached[at] && !(level->flags[at] & LEVEL_HALL) &&
					!is_of_vault(level, at) &&
					is_way(content, level, at, false))
					return false;
			}
	}
	return true;
}

bool generate_connected(const struct content *content, const struct level *level)
{
	size_t cells = cell_count(level);
	uint8_t *reached = malloc(cells);
	assert(reached);
	generate_walk(content, level, true, reached);
	bool all = true;
	for (size_t at = 0; all && at < cells; at++)
		all = reached[at] || !is_way(content, level, at, true) || is_of_vault(level, at);
	if (all) {
		generate_walk(content, level, false, reached);
		all = rooms_reached(content, level, reached) &&
		      (level->down_x < 0 || reached[level_at(level, level->down_x, level->down_y)]);
	}
	free(reached);
	return all;
}

/* ---- Loops ---- */

/* Marks the impassable cells connected with a cell, also by corners; returns their number, and
 * whether the edge is among them. */
static int island_of(const struct level *level, uint8_t *marks, int *queue, int first, bool *edge)
{
	int count = 0, next = 0;
	*edge = false;
	queue[count++] = first;
	marks[first] = 1;
	while (next < count) {
		int at = queue[next++], x = at % level->width, y = at / level->width;
		*edge = *edge || x == 0 || y == 0 || x == level->width - 1 ||
			y == level->height - 1;
		for (int direction = 0; direction < DIR_COUNT; direction++) {
			int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
			if (!level_inside(level, to_x, to_y) || marks[level_at(level, to_x, to_y)])
				continue;
			int to = (int)level_at(level, to_x, to_y);
			marks[to] = 1;
			queue[count++] = to;
		}
	}
	return count;
}

int generate_loops_among(const struct level *level, uint8_t *marks, int least)
{
	int *queue = queue_new(level), loops = 0;
	for (size_t at = 0; at < cell_count(level); at++) {
		bool edge;
		if (!marks[at] && island_of(level, marks, queue, (int)at, &edge) >= least && !edge)
			loops++;
	}
	free(queue);
	return loops;
}

int generate_loops(const struct content *content, const struct level *level, int least)
{
	uint8_t *marks = malloc(cell_count(level));
	assert(marks);
	generate_walk(content, level, false, marks);
	int loops = generate_loops_among(level, marks, least);
	free(marks);
	return loops;
}
