/* Effects on bodies: health, statuses, and where a body is.  Hero and creatures alike. */
#include "effect_private.h"

bool effect_heal(struct game *game, const struct effect_case *it)
{
	if (it->target < 0)
		return false;
	struct creature *creature = &game->creatures[it->target];
	int health = creature->health + draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	creature->health = (int16_t)(health < creature->health_max ? health : creature->health_max);
	creature->status[STATUS_POISONED] = creature->status[STATUS_BLIND] =
		creature->status[STATUS_CONFUSED] = 0;
	game->sight_stale = true;
	return true;
}

bool effect_hurt(struct game *game, const struct effect_case *it)
{
	if (it->target < 0)
		return false;
	int amount = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	bool blamed = it->source > HERO &&
		      (it->target == HERO || (game->creatures[it->source].flags & CREATURE_ALLY));
	combat_harm(game, it->target, amount, blamed || it->source == HERO ? it->source : -1,
		HARM_ITEM, it->item);
	return true;
}

/* What only gives a status for some turns. */
#define AFFLICTS(function, status)                                                                 \
	bool effect_##function(struct game *game, const struct effect_case *it)                    \
	{                                                                                          \
		return effect_afflict(game, it, STATUS_##status);                                  \
	}
/* clang-format off */
#define AFFLICTING(ROW) \
	ROW(confuse, CONFUSE, CONFUSED) ROW(blind, BLIND, BLIND) ROW(poison, POISON, POISONED) \
	ROW(haste, HASTE, HASTED) ROW(slow, SLOW, SLOWED) ROW(sleep, SLEEP, ASLEEP) \
	ROW(fear, FEAR, AFRAID) ROW(deafen, DEAFEN, DEAF) ROW(hold, HOLD, PARALYSED) \
	ROW(levitate, LEVITATE, LEVITATING) ROW(vanish, VANISH, INVISIBLE) ROW(regenerate, REGENERATE, REGENERATING) \
	ROW(bleed, BLEED, BLEEDING) ROW(discord, DISCORD, DISCORDANT) \
	ROW(tickle, TICKLE, LAUGHING) ROW(weaken, WEAKEN, WEAK) ROW(glow, GLOW, GLOWING) \
	ROW(shield, SHIELD, SHIELDED)
/* clang-format on */
#define ROW(function, effect, status) AFFLICTS(function, status)
AFFLICTING(ROW)
#undef ROW
#undef AFFLICTS

/* A blow or a spell from beside holds for as long as who gave it is there; what else sticks, on the
 * ground or out of a flask, for its time. */
bool effect_stick(struct game *game, const struct effect_case *it)
{
	if (!effect_afflict(game, it, STATUS_STUCK))
		return false;
	bool by_body = it->source > HERO && it->source != it->target && it->item == NULL;
	if (by_body && creature_reaches(game, it->source, it->target))
		game->creatures[it->target].held_by = (uint8_t)(it->source + 1);
	return true;
}

/* Fire and frost take hold of bodies as of the ground; of a body they give these. */
enum status effect_status(enum effect effect)
{
	static const uint8_t statuses[EFFECT_COUNT] = {
#define ROW(function, effect, status) [EFFECT_##effect] = 1 + STATUS_##status,
		AFFLICTING(ROW)
#undef ROW
			[EFFECT_STICK] = 1 + STATUS_STUCK,
		[EFFECT_BURN] = 1 + STATUS_BURNING,
		[EFFECT_FREEZE] = 1 + STATUS_FROZEN,
	};
	return statuses[effect] > 0 ? (enum status)(statuses[effect] - 1) : STATUS_COUNT;
}
#undef AFFLICTING

bool effect_raise(struct game *game, const struct effect_case *it)
{
	if (!effect_is_of_hero(it))
		return false;
	combat_gain(game, combat_next_level(game->hero.level) - game->hero.experience);
	return true;
}

#define WATER_TAKES 10 /* percent */

/* What is not in use may float away. */
bool effect_drown(struct game *game, const struct effect_case *it)
{
	if (!effect_hurt(game, it) || it->target != HERO || !game_going(game) ||
		!draw_percent(game, PURPOSE_EFFECTS, WATER_TAKES))
		return it->target >= 0;
	int slot = draw_below(game, PURPOSE_EFFECTS, PACK_MAX);
	struct item *item = &game->pack[slot];
	if (item->count == 0 || (item->flags & (ITEM_WIELDED | ITEM_WORN)) ||
		item->kind == game->content->receiver)
		return true;
	struct item taken = item_from_pack(game, slot, item->count);
	message_item(game, WORD_WATER_TAKES, &taken);
	return true;
}

bool effect_corrode(struct game *game, const struct effect_case *it)
{
	int slot = it->target == HERO ? item_in_use(game, ITEM_WORN) : -1;
	if (slot >= 0 && game->pack[slot].plus > -3) {
		game->pack[slot].plus--;
		message_item(game, WORD_ACID_EATS, &game->pack[slot]);
	}
	return effect_hurt(game, it);
}
