/*
 * Work: what walking into something that does not give way does to it.  A lever is pulled, a
 * boulder is rolled on, and whoever has a tool digs; each is a change of the terrain (cause.h).
 */
#include "engine/rules/command_check.h"

#define NOISE_WORK 10
#define NOISE_DIG 14

/* The work takes its turns, all of them at once: the world goes on when it is done. */
static void spend_turns(struct game *game, const struct transition *change, int noise)
{
	act_spend(game, noise);
	game->action.busy = change->autopickup > 1 ? (uint8_t)(change->autopickup - 1) : 0;
}

/* ---- Whether it would come to anything ---- */

static bool is_all_known(const struct game *game)
{
	for (int i = 0; i < PACK_MAX; i++)
		if (game->pack.items[i].count > 0 && !item_is_known(game, &game->pack.items[i]))
			return false;
	return true;
}

static bool is_well(const struct game *game)
{
	const struct creature *hero = &game->creatures[HERO];
	return hero->health >= hero->health_max && !creature_has(game, HERO, STATUS_POISONED) &&
	       !creature_has(game, HERO, STATUS_BLIND) &&
	       !creature_has(game, HERO, STATUS_CONFUSED);
}

/* What it does of its own is worth nothing to him as he is, and he can tell. */
bool work_is_vain(const struct game *game, int x, int y)
{
	const struct transition *change = terrain_transition(game, x, y, TRIGGER_PULL, HERO);
	if (change == NULL || !change->has_effect)
		return false;
	switch (change->effect.row) {
	case EFFECT_HEAL:
		return is_well(game);
	case EFFECT_IDENTIFY:
		return is_all_known(game);
	case EFFECT_ENCHANT_WEAPON:
		return item_in_use(game, ITEM_WIELDED) < 0;
	case EFFECT_ENCHANT_ARMOUR:
		return gear_to_enchant(game) < 0;
	default:
		return false;
	}
}

static bool pull(struct game *game, int x, int y)
{
	const struct transition *change = terrain_transition(game, x, y, TRIGGER_PULL, HERO);
	const struct terrain_kind *kind = game_terrain(game, x, y);
	if (change == NULL)
		return false;
	if (kind->worked != NULL && kind->worked[0] != '\0')
		message_say_text(game, kind->worked, COLOUR_ROLE_TEXT);
	else
		message_say(game, TEXT_YOU_PULL, &(struct word_facts){.text = kind->name});
	if (kind->flags & TERRAIN_CALLS)
		story_call(game);
	terrain_trigger(game, x, y, TRIGGER_PULL, HERO);
	spend_turns(game, change, NOISE_WORK);
	return true;
}

/* What he knows that there is where it would roll: nobody, nothing, and ground that takes it. */
static bool seems_free(const struct game *game, int x, int y)
{
	size_t at = level_at(game->level, x, y);
	int slot = creature_at(game, x, y);
	if (slot > HERO && senses_shows(game, slot))
		return false;
	if (!(game->level->flags[at] & LEVEL_KNOWN))
		return true;
	if (memory_item(game, x, y) != NULL)
		return false;
	return content_transition(memory_ground(game, at), TRIGGER_FILL) != NULL;
}

/* What rolls must have where to: nobody there, and nothing. */
static bool is_free(const struct game *game, int x, int y)
{
	return creature_at(game, x, y) < 0 && item_on_floor(game, x, y, 0) < 0 &&
	       terrain_transition(game, x, y, TRIGGER_FILL, HERO) != NULL;
}

static bool may_shove(const struct game *game, int x, int y, enum direction direction)
{
	int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
	return (game_terrain(game, x, y)->flags & TERRAIN_ROLLS) &&
	       terrain_transition(game, x, y, TRIGGER_SHOVE, HERO) != NULL &&
	       level_inside(game->level, to_x, to_y) && seems_free(game, to_x, to_y);
}

/* It may be that something was in the way of which he did not know: then the turn is lost. */
static bool shove(struct game *game, int x, int y, enum direction direction)
{
	int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
	const struct terrain_kind *kind = game_terrain(game, x, y);
	const struct transition *away = terrain_transition(game, x, y, TRIGGER_SHOVE, HERO);
	if (!may_shove(game, x, y, direction))
		return false;
	bool rolls =
		is_free(game, to_x, to_y) && terrain_trigger(game, to_x, to_y, TRIGGER_FILL, HERO);
	message_say(game, rolls ? TEXT_YOU_SHOVE : TEXT_SHOVE_CATCHES,
		&(struct word_facts){.text = kind->name});
	if (rolls)
		terrain_trigger(game, x, y, TRIGGER_SHOVE, HERO);
	spend_turns(game, away, NOISE_WORK);
	return true;
}

static bool dig(struct game *game, int x, int y)
{
	const struct transition *change = terrain_transition(game, x, y, TRIGGER_DIG, HERO);
	const char *name = game_terrain(game, x, y)->name;
	if (change == NULL)
		return false;
	bool through = terrain_trigger(game, x, y, TRIGGER_DIG, HERO);
	message_say(
		game, through ? TEXT_YOU_DIG : TEXT_YOU_DIG_ON, &(struct word_facts){.text = name});
	spend_turns(game, change, NOISE_DIG);
	return true;
}

bool work_may_be_done(const struct game *game, int x, int y, enum direction direction)
{
	return may_shove(game, x, y, direction) ||
	       (terrain_transition(game, x, y, TRIGGER_PULL, HERO) != NULL &&
		       !work_is_vain(game, x, y)) ||
	       terrain_transition(game, x, y, TRIGGER_DIG, HERO) != NULL;
}

bool work_at(struct game *game, int x, int y, enum direction direction)
{
	return pull(game, x, y) || shove(game, x, y, direction) || dig(game, x, y);
}
