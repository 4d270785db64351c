/*
 * Terrain: changes of cells, and the effects of cells on creatures in them.
 *
 * Content defines the transitions (trigger.h); this file applies them. A trigger at a cell tries
 * the cell's transitions for it in order. The first whose need is met and whose chance succeeds
 * changes the terrain and applies its effect to a creature there. No creature or item is ever
 * walled in: a transition to terrain that blocks objects waits until the cell is empty.
 *
 * Each turn the active cells act in the order of rows and columns: those that change by time or
 * spread. The list of them is made at the start of the turn.
 */
#include "engine/rules/rules.h"

#include <assert.h>

#define ANY_MIGHT 30 /* of a big creature */

/* ---- Needs: one function a row of ENGINE_NEEDS ---- */

typedef bool need_function(const struct game *game, int by, int amount);

static bool has_trait(const struct game *game, int slot, uint32_t traits)
{
	return slot >= 0 && (creature_traits(game, slot) & traits);
}

static bool need_nothing(const struct game *game, int by, int amount)
{
	(void)game, (void)by, (void)amount;
	return true;
}

static bool need_pick(const struct game *game, int by, int amount)
{
	(void)amount;
	return has_trait(game, by, TRAIT_BURROWS) ||
	       (by == HERO && (item_digs(game) || tool_digs(game)));
}

static bool need_might(const struct game *game, int by, int amount)
{
	int might = by == HERO ? body_might(game) : has_trait(game, by, TRAIT_BIG) ? ANY_MIGHT : 0;
	return might >= amount;
}

static bool need_weight(const struct game *game, int by, int amount)
{
	(void)amount;
	return has_trait(game, by, TRAIT_BIG);
}

static bool need_hands(const struct game *game, int by, int amount)
{
	(void)amount;
	return has_trait(game, by, TRAIT_OPENS_DOORS);
}

static bool need_key(const struct game *game, int by, int amount)
{
	(void)amount;
	return by == HERO && tool_key(game) >= 0;
}

static bool need_gold(const struct game *game, int by, int amount)
{
	return by == HERO && game->hero.gold >= amount;
}

static bool need_clock(const struct game *game, int by, int amount)
{
	(void)by;
	return game_turn(game) % (uint32_t)amount == 0;
}

static need_function *const needs[NEED_COUNT] = {
#define ROW(id, function, word, number, help) [NEED_##id] = need_##function,
	ENGINE_NEEDS(ROW)
#undef ROW
};

bool terrain_may(const struct game *game, const struct transition *change, int by)
{
	return needs[change->need](game, by, change->amount);
}

/* ---- Changes ---- */

static bool walls_in(const struct game *game, const struct transition *change, int x, int y)
{
	return !(game->content->terrains[change->into].flags & TERRAIN_OBJECTS) &&
	       (creature_at(game, x, y) >= 0 || item_on_floor(game, x, y, 0) >= 0);
}

const struct transition *terrain_transition(
	const struct game *game, int x, int y, enum trigger cause, int by)
{
	const struct terrain_kind *kind = game_terrain(game, x, y);
	for (int i = 0; i < kind->change_count; i++)
		if (kind->changes[i].cause == cause && terrain_may(game, &kind->changes[i], by))
			return &kind->changes[i];
	return NULL;
}

/* Returns the terrain's name for messages: for hidden terrain the name that a search would
 * reveal. */
static const char *true_name(const struct game *game, const struct terrain_kind *kind)
{
	const struct transition *found = content_transition(kind, TRIGGER_SEARCH);
	return found != NULL ? game->content->terrains[found->into].name : kind->name;
}

/* Reports a trap that is triggered, and ground that becomes harmful under the hero. */
static void report_change(
	struct game *game, const struct transition *change, const char *name, int x, int y, int by)
{
	bool treads = change->cause == TRIGGER_TREAD;
	struct word_facts facts = {.text = name};
	if (treads && change->has_effect && by == HERO) {
		message_say(game, TEXT_TRAP_YOU, &facts);
	} else if (treads && change->has_effect && by > HERO && senses_hero_sees(game, by)) {
		facts.actor = message_actor(game, by);
		message_say(game, TEXT_TRAP_IT, &facts);
	} else if (!treads && creature_at(game, x, y) == HERO &&
		   terrain_harms(game, HERO, game_terrain(game, x, y))) {
		facts.text = game_terrain(game, x, y)->name;
		message_say(game, TEXT_GROUND_TURNS, &facts);
	}
}

static bool sticks(const struct terrain_kind *kind)
{
	for (int i = 0; i < kind->hazard_count; i++)
		if (kind->hazards[i].effect.row == EFFECT_STICK)
			return true;
	return false;
}

/* Frees a creature that was stuck in terrain that is gone. */
static void loosen(struct game *game, int x, int y, const struct terrain_kind *was)
{
	int slot = creature_at(game, x, y);
	if (slot >= 0 && game->creatures[slot].held_by == 0 && sticks(was) &&
		!sticks(game_terrain(game, x, y)))
		creature_comes_free(game, slot);
}

/* Consumes the key or gold that the transition needs. */
static void spend_need(struct game *game, const struct transition *change)
{
	if (change->need == NEED_KEY)
		tool_spend_key(game);
	if (change->need != NEED_GOLD)
		return;
	game->hero.gold -= change->amount;
	message_say(game, TEXT_PAID, &(struct word_facts){.number = change->amount});
}

/* Changes a cell. The effect acts on a creature there, or on the actor if a lever was pulled. */
static void change_cell(struct game *game, const struct transition *change, int x, int y, int by)
{
	const struct terrain_kind *was = game_terrain(game, x, y);
	const char *name = true_name(game, was);
	bool worked = change->cause == TRIGGER_PULL && by >= 0;
	spend_need(game, change);
	place_set_terrain(game, x, y, change->into);
	loosen(game, x, y, was);
	report_change(game, change, name, x, y, by);
	hearing_change(game, (enum trigger)change->cause, was, x, y, by);
	ground_meets(game, x, y);
	if (change->has_effect)
		effect_apply(game, &change->effect, worked ? game->creatures[by].x : x,
			worked ? game->creatures[by].y : y, -1, name);
}

bool terrain_trigger(struct game *game, int x, int y, enum trigger cause, int by)
{
	if (!level_inside(game->level, x, y))
		return false;
	if (cause == TRIGGER_BURN)
		ground_burn(game, x, y);
	const struct terrain_kind *kind = game_terrain(game, x, y);
	for (int i = 0; i < kind->change_count; i++) {
		const struct transition *change = &kind->changes[i];
		if (change->cause != cause || !terrain_may(game, change, by) ||
			walls_in(game, change, x, y))
			continue;
		if (change->percent < 100 && !draw_percent(game, PURPOSE_TERRAIN, change->percent))
			continue;
		change_cell(game, change, x, y, by);
		return true;
	}
	return false;
}

/* ---- Hazards ---- */

static bool spares(const struct hazard *hazard, uint32_t traits)
{
	return hazard->unless & traits;
}

bool terrain_harms(const struct game *game, int slot, const struct terrain_kind *kind)
{
	return content_harms(kind, creature_traits(game, slot));
}

/* Stops when the creature dies or leaves the cell. */
void terrain_stay(struct game *game, int slot)
{
	struct handle handle = creature_handle(game, slot);
	int x = game->creatures[slot].x, y = game->creatures[slot].y, depth = game->depth;
	const struct terrain_kind *kind = game_terrain(game, x, y);
	for (int i = 0; i < kind->hazard_count && game_going(game) && game->depth == depth; i++) {
		if (spares(&kind->hazards[i], creature_traits(game, slot)))
			continue;
		effect_apply(game, &kind->hazards[i].effect, x, y, -1, kind->name);
		if (creature_of(game, handle) < 0 || game->creatures[slot].x != x ||
			game->creatures[slot].y != y)
			return;
	}
}

void terrain_enter(struct game *game, int slot)
{
	struct handle handle = creature_handle(game, slot);
	const struct creature *creature = &game->creatures[slot];
	int x = creature->x, y = creature->y, depth = game->depth;
	if (!(creature_traits(game, slot) & (TRAIT_FLIES | TRAIT_PHASES)))
		terrain_trigger(game, x, y, TRIGGER_TREAD, slot);
	if (creature_of(game, handle) >= 0 && game->depth == depth && creature->x == x &&
		creature->y == y && game_going(game))
		terrain_stay(game, slot);
	if (slot == HERO && game->depth == depth &&
		(game_terrain(game, x, y)->flags & TERRAIN_CRADLE))
		story_cradle(game);
}

/* ---- Turns ---- */

bool terrain_is_active(const struct terrain_kind *kind)
{
	return kind->spread_percent > 0 || content_transition(kind, TRIGGER_TIME);
}

static void spread(struct game *game, int x, int y)
{
	const struct terrain_kind *kind = game_terrain(game, x, y);
	int depth = game->depth;
	for (int direction = DIR_N; direction < DIR_COUNT && game->depth == depth; direction += 2) {
		int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
		enum trigger cause = (enum trigger)kind->spread_trigger;
		if (level_inside(game->level, to_x, to_y) &&
			content_transition(game_terrain(game, to_x, to_y), cause) &&
			draw_percent(game, PURPOSE_TERRAIN, kind->spread_percent))
			terrain_trigger(game, to_x, to_y, cause, -1);
	}
}

void terrain_turn(struct game *game)
{
	const struct level *level = game->level;
	size_t count = 0, cells = (size_t)level->width * (size_t)level->height;
	int depth = game->depth;
	if (game->derived.active.count == 0)
		return;
	for (size_t at = 0; at < cells; at++)
		if (terrain_is_active(&game->content->terrains[level->terrain[at]]))
			game->derived.active.cells[count++] = (uint16_t)at;
	assert(count == game->derived.active.count);
	for (size_t i = 0; i < count && game_going(game) && game->depth == depth; i++) {
		int x = game->derived.active.cells[i] % level->width,
		    y = game->derived.active.cells[i] / level->width;
		const struct terrain_kind *kind = game_terrain(game, x, y);
		if (kind->spread_percent > 0)
			spread(game, x, y);
		if (game->depth == depth && terrain_is_active(kind))
			terrain_trigger(game, x, y, TRIGGER_TIME, -1);
	}
}
