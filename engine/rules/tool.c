/*
 * Tools: using items on cells next to the hero.
 *
 * A tool applies a trigger to an adjacent cell (trigger.h): a pick digs, a wedge jams a door, a
 * lineman's kit disarms traps. A key opens its lock. A rope crosses a gap or leads down into it.
 * Content defines the triggers of tools; the terrain decides whether a transition is possible.
 */
#include "engine/rules/command_check.h"

#define NOISE_WORK 10
#define NOISE_ROPE 7

/* ---- Keys ---- */

int tool_key(const struct game *game)
{
	for (int i = 0; i < PACK_MAX; i++)
		if (game->pack.items[i].count > 0 &&
			item_kind(game, &game->pack.items[i])->tool.opens)
			return i;
	return -1;
}

void tool_spend_key(struct game *game)
{
	int slot = tool_key(game);
	if (slot < 0)
		return;
	struct item key = item_from_pack(game, slot, 1);
	message_item(game, TEXT_KEY_TURNS, &key);
}

/* ---- Work ---- */

/* Returns the transition that the tool would cause in a cell, or NULL. */
static const struct transition *change_by(
	const struct game *game, const struct item_kind *kind, int x, int y)
{
	const struct terrain_kind *ground = game_terrain(game, x, y);
	for (int i = 0; i < ground->change_count; i++) {
		const struct transition *change = &ground->changes[i];
		bool turns = kind->tool.opens && change->need == NEED_KEY;
		if ((turns || change->cause == kind->tool.works) && terrain_may(game, change, HERO))
			return change;
	}
	return NULL;
}

/* True if the cell is next to the hero. */
static bool is_adjacent(const struct game *game, int x, int y)
{
	const struct creature *hero = &game->creatures[HERO];
	return level_inside(game->level, x, y) && distance_between(hero->x, hero->y, x, y) == 1;
}

/* Sets action.tool during the check, because the terrain's needs depend on the tool in use. */
bool tool_may_work(struct game *game, int slot, int x, int y)
{
	uint8_t before = game->action.tool;
	game->action.tool = (uint8_t)(slot + 1);
	bool may = is_adjacent(game, x, y) &&
		   change_by(game, item_kind(game, &game->pack.items[slot]), x, y) != NULL;
	game->action.tool = before;
	return may;
}

enum verdict tool_work(struct game *game, int slot, int x, int y)
{
	const struct item *item = &game->pack.items[slot];
	if (!is_adjacent(game, x, y))
		return act_refuse(game, TEXT_NOT_ADJACENT, item);
	game->action.tool = (uint8_t)(slot + 1);
	const struct transition *change = change_by(game, item_kind(game, item), x, y);
	if (change == NULL)
		return act_refuse(game, TEXT_NO_WORK_THERE, item);
	char name[64];
	item_name(game, item, ARTICLE_THE, name, sizeof name);
	message_say(game, TEXT_YOU_WORK,
		&(struct word_facts){.item = name, .text = game_terrain(game, x, y)->name});
	act_spend(game, NOISE_WORK);
	game->action.busy = change->turns > 1 ? (uint8_t)(change->turns - 1) : 0;
	bool key = item_kind(game, item)->tool.opens;
	terrain_trigger(game, x, y, (enum trigger)change->cause, HERO);
	if (!key && game_going(game))
		item_wear_down(game, slot);
	return VERDICT_SPENT;
}

bool tool_digs(const struct game *game)
{
	return game->action.tool > 0 &&
	       item_kind(game, &game->pack.items[game->action.tool - 1])->tool.digs;
}

/* ---- Ropes ---- */

/* A rope leads from the hero over unsafe ground to a safe cell in sight, with no creature in
 * between, as far as the hero knows. Unknown obstacles show when he throws it. */
static const struct terrain_kind *known_ground(const struct game *game, int x, int y)
{
	size_t at = level_at(game->level, x, y);
	return game->level->flags[at] & LEVEL_KNOWN ? memory_ground(game, at) : NULL;
}

static bool seems_safe(const struct terrain_kind *ground)
{
	return content_is_safe(ground) || content_is_hidden(ground);
}

static bool somebody_shown(const struct game *game, int x, int y)
{
	int slot = creature_at(game, x, y);
	return slot == HERO || (slot > HERO && senses_shows(game, slot));
}

static bool may_cross(const struct game *game, int x, int y)
{
	const struct creature *hero = &game->creatures[HERO];
	struct flight_line line = flight_line(hero->x, hero->y, x, y);
	const struct terrain_kind *ground = known_ground(game, x, y);
	bool worth = false;
	if (ground == NULL || !(ground->flags & TERRAIN_OBJECTS) || !seems_safe(ground) ||
		somebody_shown(game, x, y) || !senses_hero_sees_cell(game, x, y))
		return false;
	for (flight_line_step(&line); line.x != x || line.y != y; flight_line_step(&line)) {
		ground = known_ground(game, line.x, line.y);
		if (somebody_shown(game, line.x, line.y) ||
			(ground != NULL && !(ground->flags & TERRAIN_OBJECTS)))
			return false;
		worth = worth || (ground != NULL && !seems_safe(ground));
	}
	return worth;
}

/* True if no unknown obstacle is in the way. */
static bool goes_across(const struct game *game, int x, int y)
{
	const struct creature *hero = &game->creatures[HERO];
	struct flight_line line = flight_line(hero->x, hero->y, x, y);
	for (flight_line_step(&line); line.x != x || line.y != y; flight_line_step(&line))
		if (!creature_may_stand(game, line.x, line.y))
			return false;
	return creature_may_stand(game, x, y);
}

static enum verdict climb_down(struct game *game, int slot)
{
	message_item(game, TEXT_ROPE_DOWN, &game->pack.items[slot]);
	item_wear_down(game, slot);
	place_fall(game);
	return act_spend(game, NOISE_ROPE);
}

static bool may_climb_down(const struct game *game, int x, int y)
{
	const struct terrain_kind *ground = game_terrain(game, x, y);
	return (ground->flags & TERRAIN_DROPS) && !content_is_hidden(ground) &&
	       is_adjacent(game, x, y) && game->depth < game->content->last_depth;
}

static bool is_within_rope(const struct game *game, int slot, int x, int y)
{
	const struct creature *hero = &game->creatures[HERO];
	return level_inside(game->level, x, y) &&
	       distance_between(hero->x, hero->y, x, y) <=
		       item_kind(game, &game->pack.items[slot])->use.range;
}

bool tool_may_cross(const struct game *game, int slot, int x, int y)
{
	return is_within_rope(game, slot, x, y) &&
	       (may_climb_down(game, x, y) || may_cross(game, x, y));
}

enum verdict tool_cross(struct game *game, int slot, int x, int y)
{
	const struct item *item = &game->pack.items[slot];
	if (!is_within_rope(game, slot, x, y))
		return act_refuse(game, TEXT_ROPE_SHORT, item);
	if (may_climb_down(game, x, y))
		return climb_down(game, slot);
	if (!may_cross(game, x, y))
		return act_refuse(game, TEXT_NO_ROPE_THERE, item);
	if (!goes_across(game, x, y)) {
		message_item(game, TEXT_ROPE_CATCHES, item);
		return act_spend(game, NOISE_ROPE);
	}
	message_item(game, TEXT_ROPE_CROSSES, item);
	item_wear_down(game, slot);
	creature_move(game, HERO, x, y);
	game->derived.sight_stale = true;
	act_spend(game, NOISE_ROPE);
	terrain_enter(game, HERO);
	return VERDICT_SPENT;
}
