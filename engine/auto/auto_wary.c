/*
 * Wariness: auto-explore keeps out of earshot of sleepers while there is anything else to explore.
 *
 * The distance of a cell to a sleeper is counted along walkable paths, as for noise; a closed door
 * counts DOOR_WORTH. Paths go no nearer to a sleeper than the hero is, except out of earshot.
 */
#include "engine/auto/auto_private.h"

#include <string.h>

#define HEARD_WITHIN 7 /* steps, for a walking hero */
#define DOOR_WORTH 6

static bool sleeps_there(const struct auto_move *automove, const struct watched *watched)
{
	return watched->asleep && !watched->captive && !watched->past &&
	       auto_watched_stands(automove, watched);
}

/* Marks the cells at this distance, from those one step nearer. */
static void spread(struct auto_map *map, int from, int near)
{
	int x = from % map->width, y = from / map->width;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
		enum ground ground = auto_map_ground(map, to_x, to_y);
		int worth = near - (ground == GROUND_DOOR ? DOOR_WORTH : 0);
		int to = to_y * map->width + to_x;
		if (ground >= GROUND_TAKEN && worth > map->near[to])
			map->near[to] = (uint8_t)worth;
	}
}

/* Fills the distances from one sleeper.  A cell keeps a smaller distance to another sleeper. */
static void lay_hearing(struct auto_map *map, const struct watched *watched)
{
	int start = watched->y * map->width + watched->x;
	map->near[start] = HEARD_WITHIN + 1;
	for (int near = HEARD_WITHIN + 1; near > 1; near--)
		for (int down = -HEARD_WITHIN; down <= HEARD_WITHIN; down++)
			for (int across = -HEARD_WITHIN; across <= HEARD_WITHIN; across++) {
				int x = watched->x + across, y = watched->y + down;
				if (x < 0 || y < 0 || x >= map->width || y >= map->height)
					continue;
				if (map->near[y * map->width + x] == near)
					spread(map, y * map->width + x, near - 1);
			}
}

bool auto_map_wary(struct auto_map *map, const struct auto_move *automove)
{
	memset(map->near, 0, (size_t)(map->width * map->height));
	map->wary = false;
	for (int i = 0; i < automove->watch->count; i++) {
		if (!sleeps_there(automove, &automove->watch->list[i]))
			continue;
		lay_hearing(map, &automove->watch->list[i]);
		map->wary = true;
	}
	return map->wary;
}

/* True if the last path found goes nearer to a sleeper than the hero is. */
static bool goes_near(struct auto_map *map, const struct watched *watched)
{
	memset(map->near, 0, (size_t)(map->width * map->height));
	lay_hearing(map, watched);
	for (int at = map->end; map->from[at] != at; at = map->from[at])
		if (auto_map_nearer(map, map->from[at], at))
			return true;
	return false;
}

/* The nearest sleeper, not reported yet, that the last path found might wake.  Marks all of them as
 * reported. */
static struct watched *nearest_woken(
	struct auto_map *map, struct auto_move *automove, const struct view *view, bool waits)
{
	struct watched *nearest = NULL;
	int least = 0;
	for (int i = 0; i < automove->watch->count; i++) {
		struct watched *watched = &automove->watch->list[i];
		bool *shown = waits ? &watched->waits : &watched->past;
		if (*shown || !sleeps_there(automove, watched) || !goes_near(map, watched))
			continue;
		int distance = distance_between(view->hero_x, view->hero_y, watched->x, watched->y);
		if (nearest == NULL || distance < least) {
			nearest = watched;
			least = distance;
		}
		*shown = true;
	}
	return nearest;
}

/* A repeated command may pass all of them. */
struct watched *auto_map_wakes(
	struct auto_map *map, struct auto_move *automove, const struct view *view)
{
	return nearest_woken(map, automove, view, false);
}

struct watched *auto_map_waits(
	struct auto_map *map, struct auto_move *automove, const struct view *view)
{
	return nearest_woken(map, automove, view, true);
}
