/*
 * Allies: captives are freed by walking into them, and then fight for the hero, follow him, and
 * change places with him.  What an ally beats is the hero's to learn from (combat.c).
 */
#include "rules.h"

#define FREEING_TURNS 4
#define NOISE_FREEING 10

void ally_free(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	creature->flags &= (uint16_t) ~(CREATURE_CAPTIVE | CREATURE_ASLEEP);
	creature->flags |= CREATURE_ALLY | CREATURE_AWARE | CREATURE_ROUSED;
	creature->worth = 0;
	creature->goal = GOAL_NONE;
	game->busy = FREEING_TURNS - 1;
	act_spend(game, NOISE_FREEING);
	message_say(game, WORD_CAPTIVE_FREED,
		&(struct word_facts){.target = message_actor(game, slot)});
}

/* Both cells take either body, and nobody is stuck. */
bool ally_swap(struct game *game, int slot)
{
	struct creature *ally = &game->creatures[slot], *hero = game_hero(game);
	int x = ally->x, y = ally->y;
	if (creature_has(game, slot, STATUS_STUCK) || creature_has(game, HERO, STATUS_STUCK) ||
		!(game_terrain(game, x, y)->flags & TERRAIN_OBJECTS))
		return false;
	ally->x = hero->x;
	ally->y = hero->y;
	hero->x = (int16_t)x;
	hero->y = (int16_t)y;
	game->occupants[level_at(game->level, ally->x, ally->y)] = (uint8_t)(slot + 1);
	game->occupants[level_at(game->level, x, y)] = HERO + 1;
	light_moved(game, slot);
	light_moved(game, HERO);
	game->sight_stale = true;
	return true;
}
