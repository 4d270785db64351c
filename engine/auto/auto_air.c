/*
 * Harmful gas: the path out of it.
 *
 * Gas is shown only while its cell is in sight, and in the dark hardly any cell is. So gas seen
 * next to the hero is remembered for FUMES_LAST turns. Otherwise the hero would step back and forth
 * between two cells of which only one is in sight at a time.
 */
#include "engine/auto/auto_private.h"

#define FUMES_LAST 20 /* turns */

static void keep(struct watch *watch, int x, int y)
{
	struct fume *place = &watch->fumes[0];
	for (int i = 0; i < FUMES_MOST; i++) {
		struct fume *fume = &watch->fumes[i];
		if (fume->turn > 0 && fume->x == x && fume->y == y) {
			place = fume;
			break;
		}
		if (fume->turn < place->turn)
			place = fume;
	}
	*place = (struct fume){.x = (int16_t)x, .y = (int16_t)y, .turn = watch->turn};
}

void auto_air_note(struct watch *watch, const struct game *game, const struct view *view)
{
	for (int y = view->hero_y - 1; y <= view->hero_y + 1; y++)
		for (int x = view->hero_x - 1; x <= view->hero_x + 1; x++)
			if (level_inside(game->level, x, y) &&
				(view->cells[y * view->width + x].flags & CELL_VISIBLE) &&
				gas_harms(game, HERO, x, y))
				keep(watch, x, y);
}

static bool air_harms(const struct auto_move *automove, const struct game *game,
	const struct view *view, int x, int y)
{
	if (view->cells[y * view->width + x].flags & CELL_VISIBLE)
		return gas_harms(game, HERO, x, y);
	for (int i = 0; i < FUMES_MOST; i++) {
		const struct fume *fume = &automove->watch->fumes[i];
		if (fume->turn > 0 && fume->x == x && fume->y == y)
			return automove->watch->turn - fume->turn <= FUMES_LAST;
	}
	return false;
}

bool auto_is_out_of_harm(const struct auto_move *automove, const struct game *game,
	const struct view *view, const struct auto_map *map, int x, int y)
{
	return auto_map_ground(map, x, y) >= GROUND_OPEN && !air_harms(automove, game, view, x, y);
}
