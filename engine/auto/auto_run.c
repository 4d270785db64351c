/*
 * Runs: straight on in the open until the openings at either side change, and along a corridor
 * round each bend until it forks.
 */
#include "engine/auto/auto_private.h"

/* Returns the possible steps from a cell, as bits. Omits a diagonal step next to a possible
 * orthogonal one. */
static uint8_t steps_on(const struct auto_map *map, int x, int y)
{
	uint8_t steps = 0;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (auto_map_may_step(map, x, y, direction))
			steps |= (uint8_t)(1 << direction);
	for (int direction = 1; direction < DIR_COUNT; direction += 2) {
		uint8_t adjacent =
			(uint8_t)(1 << (direction - 1) | 1 << (direction + 1) % DIR_COUNT);
		if (steps & adjacent)
			steps &= (uint8_t) ~(1 << direction);
	}
	return steps;
}

/* Returns the direction that follows a corridor, or -1 where it forks or ends. */
static int run_along(
	const struct auto_move *automove, const struct auto_map *map, const struct view *view)
{
	uint8_t steps = steps_on(map, view->hero_x, view->hero_y);
	int found = -1;
	for (int turn = -2; turn <= 2; turn++) {
		int direction = (automove->direction + turn + DIR_COUNT) % DIR_COUNT;
		if (!(steps & 1 << direction))
			continue;
		if (found >= 0)
			return -1;
		found = direction;
	}
	return found;
}

/* Returns the open sides of the runner, as bits. A change stops the run. */
static uint8_t sides_of(
	const struct auto_move *automove, const struct auto_map *map, const struct view *view)
{
	uint8_t sides = 0;
	for (int turn = -2; turn <= 2; turn += 4) {
		int direction = (automove->direction + turn + DIR_COUNT) % DIR_COUNT;
		enum ground ground = auto_map_ground(map, view->hero_x + direction_dx[direction],
			view->hero_y + direction_dy[direction]);
		if (ground >= GROUND_OPEN)
			sides |= (uint8_t)(1 << (turn + 2));
	}
	return sides;
}

static bool worth_a_look(const struct game *game, const struct view *view)
{
	const uint32_t interesting = TERRAIN_UP | TERRAIN_DOWN | TERRAIN_DOORWAY | TERRAIN_GRAVE;
	return game_terrain(game, view->hero_x, view->hero_y)->flags & interesting;
}

int auto_run(struct auto_move *automove, const struct auto_map *map, const struct game *game,
	const struct view *view)
{
	bool ahead = auto_map_may_step(map, view->hero_x, view->hero_y, automove->direction);
	bool room = game_terrain(game, view->hero_x, view->hero_y)->flags & TERRAIN_SHOWS_WALLS;
	if (automove->steps == 0) {
		automove->openings = room ? sides_of(automove, map, view) : 0;
		int x = view->hero_x + direction_dx[automove->direction];
		int y = view->hero_y + direction_dy[automove->direction];
		return ahead || auto_map_ground(map, x, y) == GROUND_UNKNOWN ? automove->direction
									     : -1;
	}
	if (worth_a_look(game, view))
		return -1;
	if (!room)
		return run_along(automove, map, view);
	uint8_t sides = sides_of(automove, map, view);
	bool same = sides == automove->openings || automove->steps == 1;
	automove->openings = sides;
	return ahead && same ? automove->direction : -1;
}
