/*
 * Wariness: auto-explore keeps out of the ranges in which the hero may wake sleepers, while there
 * is anything else to explore.
 *
 * A sleeper hears and smells him along walkable paths, where a closed door counts DOOR_WORTH for
 * noise, and sees him in straight lines on lit cells. The range of smell is within that of noise.
 * Paths go no nearer to a sleeper than the hero is, except out of these ranges.
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

/* True if light passes between two known cells. */
static bool in_line(const struct auto_map *map, int x, int y, int to_x, int to_y)
{
	struct flight_line line = flight_line(x, y, to_x, to_y);
	for (flight_line_step(&line); line.x != to_x || line.y != to_y; flight_line_step(&line))
		if (!(map->light[line.y * map->width + line.x] & AUTO_CLEAR))
			return false;
	return true;
}

/* Adds the lit cells from which a sleeper may see the hero, where it does not hear him as well. */
static void lay_sight(struct auto_map *map, const struct watched *watched)
{
	for (int down = -WAKE_SIGHT_WITHIN; down <= WAKE_SIGHT_WITHIN; down++)
		for (int across = -WAKE_SIGHT_WITHIN; across <= WAKE_SIGHT_WITHIN; across++) {
			int x = watched->x + across, y = watched->y + down;
			int worth = WAKE_SIGHT_WITHIN + 1 - distance_between(0, 0, across, down);
			if (auto_map_ground(map, x, y) < GROUND_TAKEN ||
				!(map->light[y * map->width + x] & AUTO_LIT) ||
				worth <= map->near[y * map->width + x] ||
				!in_line(map, watched->x, watched->y, x, y))
				continue;
			map->near[y * map->width + x] = (uint8_t)worth;
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

static void lay_senses(struct auto_map *map, const struct watched *watched)
{
	lay_hearing(map, watched);
	lay_sight(map, watched);
}

bool auto_map_wary(struct auto_map *map, const struct auto_move *automove)
{
	memset(map->near, 0, (size_t)(map->width * map->height));
	map->wary = false;
	for (int i = 0; i < automove->watch->count; i++) {
		if (!sleeps_there(automove, &automove->watch->list[i]))
			continue;
		lay_senses(map, &automove->watch->list[i]);
		map->wary = true;
	}
	return map->wary;
}

/* True if the last path found goes nearer to a sleeper than the hero is. */
static bool goes_near(struct auto_map *map, const struct watched *watched)
{
	memset(map->near, 0, (size_t)(map->width * map->height));
	lay_senses(map, watched);
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
