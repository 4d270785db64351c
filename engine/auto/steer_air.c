/*
 * Air: the way out of what hangs in it.
 *
 * The air of a cell shows only while the cell is in sight, and in the dark that is next to nothing.
 * So what he saw beside him in there is kept in mind for a while: else he would turn back and forth
 * between two cells of which he sees one at a time.
 */
#include "engine/auto/steer_private.h"

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

void steer_air_note(struct watch *watch, const struct game *game, const struct view *view)
{
	for (int y = view->hero_y - 1; y <= view->hero_y + 1; y++)
		for (int x = view->hero_x - 1; x <= view->hero_x + 1; x++)
			if (level_inside(game->level, x, y) &&
				(view->cells[y * view->width + x].flags & CELL_VISIBLE) &&
				gas_harms(game, HERO, x, y))
				keep(watch, x, y);
}

static bool air_harms(
	const struct steer *steer, const struct game *game, const struct view *view, int x, int y)
{
	if (view->cells[y * view->width + x].flags & CELL_VISIBLE)
		return gas_harms(game, HERO, x, y);
	for (int i = 0; i < FUMES_MOST; i++) {
		const struct fume *fume = &steer->watch->fumes[i];
		if (fume->turn > 0 && fume->x == x && fume->y == y)
			return steer->watch->turn - fume->turn <= FUMES_LAST;
	}
	return false;
}

bool steer_is_out_of_harm(const struct steer *steer, const struct game *game,
	const struct view *view, const struct steer_map *map, int x, int y)
{
	return steer_map_ground(map, x, y) >= GROUND_OPEN && !air_harms(steer, game, view, x, y);
}
