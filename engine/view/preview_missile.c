/*
 * Previews a missile in flight: the cells that it will cross, as far as the hero knows the level.
 *
 * The preview continues the line of flight.c and stops at known obstacles.  It ignores creatures
 * other than the hero, since a missile may spare them.  No rule uses it.
 */
#include "engine/view/view_parts.h"

/* The index of the nth missile in sight that the hero did not launch, or -1. */
static int missile_in_sight(const struct game *game, size_t nth)
{
	for (int i = 0; i < game->air.count; i++) {
		const struct missile *missile = &game->air.missiles[i];
		if (creature_of(game, missile->source) != HERO &&
			senses_hero_sees_cell(game, missile->x, missile->y) && nth-- == 0)
			return i;
	}
	return -1;
}

/* True if known terrain stops the missile, or the level ends here. */
static bool stops_it(const struct game *game, const struct flight_kind *kind, int x, int y)
{
	uint32_t question = kind->asks_projectiles ? TERRAIN_PROJECTILES : TERRAIN_OBJECTS;
	if (!level_inside(game->level, x, y))
		return true;
	size_t at = level_at(game->level, x, y);
	return (game->level->flags[at] & LEVEL_KNOWN) &&
	       !(memory_ground(game, at)->flags & question);
}

bool game_missile_path(const struct game *game, size_t nth, struct trajectory *trajectory)
{
	const struct creature *hero = &game->creatures[HERO];
	int index = missile_in_sight(game, nth);
	*trajectory = (struct trajectory){.stop_x = -1, .stop_y = -1, .met_x = -1, .met_y = -1};
	if (index < 0)
		return false;
	const struct missile *missile = &game->air.missiles[index];
	const struct flight_kind *kind = &game->content->flights[missile->kind];
	struct flight_line line = {missile->from_x, missile->from_y, missile->to_x, missile->to_y,
		missile->x, missile->y, missile->error};
	for (int left = missile->left; left > 0 && trajectory->count < TRAJECTORY_MAX; left--) {
		bool comes_down = !kind->asks_projectiles && missile->bounced == 0 &&
				  line.x == line.to_x && line.y == line.to_y;
		if (comes_down)
			break;
		flight_line_step(&line);
		trajectory->stopped = stops_it(game, kind, line.x, line.y);
		if (trajectory->stopped) {
			trajectory->stop_x = line.x;
			trajectory->stop_y = line.y;
			break;
		}
		trajectory->cells[trajectory->count].x = line.x;
		trajectory->cells[trajectory->count++].y = line.y;
		if (line.x == hero->x && line.y == hero->y) {
			trajectory->met = true;
			trajectory->met_x = line.x;
			trajectory->met_y = line.y;
			break;
		}
	}
	return true;
}
