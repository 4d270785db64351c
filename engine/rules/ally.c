/* Allies: the hero frees captives by walking into them. They then fight for him, follow him and
 * swap places with him. The hero gains the experience for creatures that an ally kills
 * (combat.c). */
#include "engine/rules/rules.h"

#define FREEING_TURNS 4
#define NOISE_FREEING 10

void ally_joins(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	creature->flags &= (uint16_t) ~(CREATURE_CAPTIVE | CREATURE_ASLEEP | CREATURE_HUNTER);
	creature->flags |= CREATURE_ALLY | CREATURE_AWARE | CREATURE_ROUSED;
	creature->status[STATUS_ASLEEP] = 0;
	creature->goal = GOAL_NONE;
}

void ally_leaves(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	creature->status[STATUS_CHARMED] = 0;
	if (!(creature->flags & CREATURE_ALLY))
		return;
	creature->flags &= (uint16_t)~CREATURE_ALLY;
	creature->goal = GOAL_NONE;
	if (senses_hero_sees(game, slot))
		message_say(game, TEXT_ALLY_LEAVES,
			&(struct word_facts){.actor = message_actor(game, slot)});
}

/* Removes an ally whose time is up; the item that it carried drops. */
void ally_fades(struct game *game, int slot)
{
	struct creature creature = game->creatures[slot];
	if (senses_hero_sees(game, slot))
		message_say(game, TEXT_ALLY_FADES,
			&(struct word_facts){.actor = message_actor(game, slot)});
	creature_remove(game, slot);
	game->derived.sight_stale = true;
	if (creature.carried.count > 0)
		item_to_floor_near(game, creature.carried, creature.x, creature.y);
}

void ally_free(struct game *game, int slot)
{
	ally_joins(game, slot);
	story_happens(game, WANTS_FREE, game->creatures[slot].kind);
	game->creatures[slot].worth = 0;
	game->action.busy = FREEING_TURNS - 1;
	act_spend(game, NOISE_FREEING);
	message_say(game, TEXT_CAPTIVE_FREED,
		&(struct word_facts){.target = message_actor(game, slot)});
}

/* False if either is stuck. */
bool ally_swap(struct game *game, int slot)
{
	return !creature_has(game, slot, STATUS_STUCK) && !creature_has(game, HERO, STATUS_STUCK) &&
	       creature_swap(game, HERO, slot);
}
