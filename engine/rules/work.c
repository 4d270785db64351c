/* Work: terrain that the hero walks into. He pulls a lever, rolls a boulder, or digs with a tool.
 * Each is a transition of the terrain (trigger.h). */
#include "engine/rules/command_check.h"

#define NOISE_WORK 10
#define NOISE_DIG 14

/* Makes the action take all turns of the work at once: the world acts when it is done. */
static void spend_turns(struct game *game, const struct transition *change, int noise)
{
	act_spend(game, noise);
	game->action.busy = change->turns > 1 ? (uint8_t)(change->turns - 1) : 0;
}

/* ---- Usefulness ---- */

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

/* True if the transition's effect would not help the hero now and he can tell. */
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

/* True if the work lights a lamp of the level: the new terrain sheds more light. */
static bool lights_lamp(const struct game *game, const struct transition *change, int x, int y)
{
	return game->content->terrains[change->into].light > game_terrain(game, x, y)->light;
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
	bool lights = lights_lamp(game, change, x, y);
	if (terrain_trigger(game, x, y, TRIGGER_PULL, HERO) && lights)
		message_conduct(game, CONDUCT_LAMP);
	spend_turns(game, change, NOISE_WORK);
	return true;
}

/* True if, as far as the hero knows, a boulder can roll into the cell: no creature, no item,
 * suitable ground. */
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

/* True if a boulder can roll into the cell: no creature, no item, suitable ground. */
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

/* Rolls a boulder. An obstacle that the hero did not know of stops it, but the turn is spent. */
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
