/*
 * Auto-explore waits for allies that fall behind.
 *
 * Allies follow the hero at their own pace, and only those within ENGINE_ALLY_WITHIN cells come
 * along on stairs.  Like the question on stairs, this knows of allies that the hero does not see.
 * The hero waits while the nearest ally that is behind comes nearer.  When one does not, this is
 * reported once, and the command goes on without it until all are near the hero again.
 */
#include "engine/auto/auto_private.h"

#define WAITS_MOST 8 /* turns in which no ally comes nearer */

/* Returns the slot of the nearest ally that is behind, or -1. */
static int ally_behind(const struct game *game, int *distance)
{
	const struct creature *hero = &game->creatures[HERO];
	int behind = -1;
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (!creature->alive || !(creature->flags & CREATURE_ALLY))
			continue;
		int its = distance_between(hero->x, hero->y, creature->x, creature->y);
		if (its <= ENGINE_ALLY_WITHIN || (behind >= 0 && its >= *distance))
			continue;
		behind = slot;
		*distance = its;
	}
	return behind;
}

bool auto_waits_for_ally(
	struct auto_move *automove, const struct game *game, const struct view *view)
{
	struct watch *watch = automove->watch;
	bool harm = view->cells[view->hero_y * view->width + view->hero_x].flags & CELL_HARM ||
		    gas_harms(game, HERO, view->hero_x, view->hero_y);
	int distance = 0, slot = ally_behind(game, &distance);
	if (slot < 0)
		watch->ally_waits = watch->ally_distance = 0;
	watch->ally_left = watch->ally_left && slot >= 0;
	if (slot < 0 || watch->ally_left || harm)
		return false;
	watch->ally_waits = watch->ally_distance > distance ? 0 : (uint8_t)(watch->ally_waits + 1);
	watch->ally_distance = (uint8_t)distance;
	if (watch->ally_waits <= WAITS_MOST)
		return true;
	auto_say_of(automove, game, TEXT_AUTO_ALLY_BEHIND, creature_kind(game, slot)->name);
	watch->ally_left = true;
	return automove->blocked = true;
}
