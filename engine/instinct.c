/*
 * Instincts: one function for each row of ENGINE_INSTINCTS.  A creature asks its own in order, and
 * the first that finds something to do takes its turn.
 */
#include "rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Steps that a way may have. */
#define WAY_LIMIT 120
/* Turns for which one that lost the hero goes on looking. */
#define PATIENCE 20
#define DESTINATION_TRIES 12

typedef bool instinct_function(struct game *game, int slot, const struct clause *clause);

/* How it goes: bits of enum gait. */
static unsigned gait_of(const struct game *game, int slot)
{
	uint32_t traits = creature_traits(game, slot);
	return (traits & TRAIT_OPENS_DOORS ? GAIT_OPENS : 0u) |
	       (traits & TRAIT_FLIES ? GAIT_FLIES : 0u) | (traits & TRAIT_SWIMS ? GAIT_SWIMS : 0u) |
	       (traits & TRAIT_MINDLESS ? GAIT_RECKLESS : 0u);
}

static void open_door(struct game *game, int slot, int x, int y)
{
	terrain_cause(game, x, y, CAUSE_OPEN, slot);
	if (senses_hero_sees(game, slot)) {
		event_add(game, EVENT_DOOR, game_terrain(game, x, y)->look, x, y, 1, "");
		message_say(game, WORD_IT_OPENS_DOOR,
			&(struct word_facts){.actor = message_actor(game, slot)});
	} else {
		hearing_door(game, x, y);
	}
}

/* Takes one step, opening a door that is in the way; bodies are not walked through, the hero is
 * struck. */
static bool step(struct game *game, int slot, enum direction direction)
{
	struct creature *creature = &game->creatures[slot];
	int x = creature->x + direction_dx[direction];
	int y = creature->y + direction_dy[direction];
	if (!ways_step_legal(
		    &game->ways, creature->x, creature->y, direction, gait_of(game, slot)))
		return false;
	int other = creature_at(game, x, y);
	if (other == HERO && (creature->flags & CREATURE_AWARE)) {
		combat_creature_strikes(game, slot, HERO);
		return true;
	}
	if (other >= 0)
		return false;
	if (creature_struggles(game, slot))
		return true;
	creature->heading = (uint8_t)direction;
	if (!(game_terrain(game, x, y)->flags & TERRAIN_OBJECTS))
		open_door(game, slot, x, y);
	else {
		creature_move(game, slot, x, y);
		terrain_enter(game, slot);
	}
	return true;
}

/* One of the steps of a mask, straight ones first; false when every one is taken. */
static bool step_one_of(struct game *game, int slot, uint8_t steps)
{
	static const uint8_t order[DIR_COUNT] = {
		DIR_N, DIR_E, DIR_S, DIR_W, DIR_NE, DIR_SE, DIR_SW, DIR_NW};
	for (int i = 0; i < DIR_COUNT; i++)
		if ((steps & 1 << order[i]) && step(game, slot, (enum direction)order[i]))
			return true;
	return false;
}

/* The direction that points there best, for orders of trial. */
static enum direction facing(int dx, int dy)
{
	int across = dx > 0 ? 1 : dx < 0 ? -1 : 0;
	int down = dy > 0 ? 1 : dy < 0 ? -1 : 0;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (direction_dx[direction] == across && direction_dy[direction] == down)
			return (enum direction)direction;
	return DIR_N;
}

/* A step nearer to a place: straight when that is free, else by the ways, else one that keeps the
 * distance. */
static bool go_toward(struct game *game, int slot, int x, int y, int limit)
{
	const struct creature *creature = &game->creatures[slot];
	uint8_t nearer, level;
	if (creature->x == x && creature->y == y)
		return false;
	int steps = ways_toward(&game->ways, creature->x, creature->y, x, y,
		gait_of(game, slot), limit, &nearer, &level);
	if (steps < 0)
		return false;
	enum direction straight = facing(x - creature->x, y - creature->y);
	if ((nearer & 1 << straight) && step(game, slot, straight))
		return true;
	return step_one_of(game, slot, nearer) || step_one_of(game, slot, level);
}

/* The free step after which the hero is farthest; false when all are worse. */
static bool go_away(struct game *game, int slot, int from_x, int from_y)
{
	const struct creature *creature = &game->creatures[slot];
	int best = distance_between(creature->x, creature->y, from_x, from_y);
	int chosen = -1;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int x = creature->x + direction_dx[direction];
		int y = creature->y + direction_dy[direction];
		if (!ways_step_legal(&game->ways, creature->x, creature->y,
			    (enum direction)direction, gait_of(game, slot)) ||
			creature_at(game, x, y) >= 0)
			continue;
		int away = distance_between(x, y, from_x, from_y);
		if (away > best) {
			best = away;
			chosen = direction;
		}
	}
	return chosen >= 0 && step(game, slot, (enum direction)chosen);
}

static int hero_distance(const struct game *game, int slot)
{
	const struct creature *hero = &game->creatures[HERO];
	return distance_between(game->creatures[slot].x, game->creatures[slot].y, hero->x, hero->y);
}

/* ---- The rows ---- */

static bool instinct_flee_below(struct game *game, int slot, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	bool hurt = creature->health * 100 < creature->health_max * clause->amount;
	if (!hurt || !senses_sees_hero(game, slot)) {
		creature->flags &= (uint8_t)~CREATURE_FLEEING;
		return false;
	}
	if (!go_away(game, slot, game_hero(game)->x, game_hero(game)->y))
		return false;
	if (!(creature->flags & CREATURE_FLEEING) && senses_hero_sees(game, slot))
		message_say(game, WORD_IT_FLEES,
			&(struct word_facts){.actor = message_actor(game, slot)});
	creature->flags |= CREATURE_FLEEING;
	return true;
}

static bool lit_at(const struct game *game, int x, int y)
{
	return light_at(game, x, y);
}

/* Out of the light by the first dark step; else, in the dark and not provoked from beside, it stays
 * there. */
static bool instinct_shun_light(struct game *game, int slot, const struct clause *clause)
{
	const struct creature *creature = &game->creatures[slot];
	(void)clause;
	bool in_light = lit_at(game, creature->x, creature->y);
	if (!in_light && hero_distance(game, slot) > 1 && senses_sees_hero(game, slot) &&
		lit_at(game, game_hero(game)->x, game_hero(game)->y))
		return true;
	if (!in_light || hero_distance(game, slot) <= 1)
		return false;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int x = creature->x + direction_dx[direction];
		int y = creature->y + direction_dy[direction];
		if (ways_step_legal(&game->ways, creature->x, creature->y,
			    (enum direction)direction, gait_of(game, slot)) &&
			creature_at(game, x, y) < 0 && !lit_at(game, x, y))
			return step(game, slot, (enum direction)direction);
	}
	return false;
}

static bool instinct_ambush(struct game *game, int slot, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	if (creature->flags & CREATURE_ROUSED)
		return false;
	if (creature->health < creature->health_max ||
		(senses_sees_hero(game, slot) && hero_distance(game, slot) <= clause->amount)) {
		creature->flags |= CREATURE_ROUSED;
		return false;
	}
	return true;
}

static bool instinct_guard(struct game *game, int slot, const struct clause *clause)
{
	const struct creature *creature = &game->creatures[slot];
	if (distance_between(creature->x, creature->y, creature->home_x, creature->home_y) <=
			clause->amount ||
		hero_distance(game, slot) <= 1)
		return false;
	return go_toward(game, slot, creature->home_x, creature->home_y, WAY_LIMIT);
}

static bool instinct_keep_distance(struct game *game, int slot, const struct clause *clause)
{
	if (hero_distance(game, slot) >= clause->amount || !senses_sees_hero(game, slot))
		return false;
	creature_notice(game, slot);
	return go_away(game, slot, game_hero(game)->x, game_hero(game)->y);
}

static bool instinct_shoot(struct game *game, int slot, const struct clause *clause)
{
	int distance = hero_distance(game, slot);
	const struct creature *creature = &game->creatures[slot];
	if (distance <= 1 || distance > clause->amount || !senses_sees_hero(game, slot) ||
		!senses_in_line(game, creature->x, creature->y) ||
		creature_kind(game, slot)->blow_count == 0)
		return false;
	creature_notice(game, slot);
	combat_creature_shoots(game, slot);
	return true;
}

/* The nearest of its kind, -1 when it is the last. */
static int nearest_kin(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	int nearest = -1, least = 0;
	for (int other = HERO + 1; other < game->creature_top; other++) {
		const struct creature *kin = &game->creatures[other];
		if (other == slot || !kin->alive || kin->kind != creature->kind)
			continue;
		int distance = distance_between(creature->x, creature->y, kin->x, kin->y);
		if (nearest < 0 || distance < least) {
			nearest = other;
			least = distance;
		}
	}
	return nearest;
}

static bool instinct_pack(struct game *game, int slot, const struct clause *clause)
{
	const struct creature *creature = &game->creatures[slot];
	int kin = nearest_kin(game, slot);
	if (kin < 0 || hero_distance(game, slot) <= 1 || !senses_sees_hero(game, slot))
		return false;
	const struct creature *other = &game->creatures[kin];
	if (distance_between(creature->x, creature->y, other->x, other->y) <= clause->amount)
		return false;
	return go_toward(game, slot, other->x, other->y, WAY_LIMIT);
}

static void lose_hero(struct creature *creature)
{
	creature->goal = GOAL_NONE;
	creature->flags &= (uint8_t)~CREATURE_AWARE;
}

static bool instinct_sight(struct game *game, int slot, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	const struct creature *hero = game_hero(game);
	(void)clause;
	if (senses_sees_hero(game, slot)) {
		creature_notice(game, slot);
		creature->goal = GOAL_SEEN;
		creature->goal_x = hero->x;
		creature->goal_y = hero->y;
		creature->patience = PATIENCE;
		return go_toward(game, slot, hero->x, hero->y, WAY_LIMIT);
	}
	if (creature->goal != GOAL_SEEN)
		return false;
	if (creature->patience > 0)
		creature->patience--;
	bool there = creature->x == creature->goal_x && creature->y == creature->goal_y;
	if (there || creature->patience == 0 ||
		!go_toward(game, slot, creature->goal_x, creature->goal_y, WAY_LIMIT)) {
		lose_hero(creature);
		return false;
	}
	return true;
}

static bool instinct_smell(struct game *game, int slot, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	uint32_t freshest = senses_smell_at(game, creature->x, creature->y);
	int chosen = -1;
	(void)clause;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int x = creature->x + direction_dx[direction];
		int y = creature->y + direction_dy[direction];
		if (!ways_step_legal(&game->ways, creature->x, creature->y,
			    (enum direction)direction, gait_of(game, slot)))
			continue;
		uint32_t smell = senses_smell_at(game, x, y);
		if (smell > freshest) {
			freshest = smell;
			chosen = direction;
		}
	}
	if (chosen < 0)
		return false;
	if (hero_distance(game, slot) <= 1)
		creature_notice(game, slot);
	return step(game, slot, (enum direction)chosen);
}

static bool instinct_noise(struct game *game, int slot, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	(void)clause;
	if (creature->goal != GOAL_HEARD)
		return false;
	if (hero_distance(game, slot) <= 1)
		creature_notice(game, slot);
	if (distance_between(creature->x, creature->y, creature->goal_x, creature->goal_y) <= 1 ||
		!go_toward(game, slot, creature->goal_x, creature->goal_y, WAY_LIMIT)) {
		creature->goal = GOAL_NONE;
		return false;
	}
	return true;
}

/* A new place to walk to: the middle of a room that it is not in. */
static void choose_destination(struct game *game, struct creature *creature)
{
	const struct level *level = game->level;
	for (int tries = 0; tries < DESTINATION_TRIES && level->area_count > 0; tries++) {
		int drawn = draw_below(game, PURPOSE_BEHAVIOUR, (int)level->area_count);
		const struct area *area = &level->areas[drawn];
		int x = area->x + area->width / 2, y = area->y + area->height / 2;
		if (area->hall || (x == creature->x && y == creature->y))
			continue;
		creature->goal = GOAL_WANDER;
		creature->goal_x = (int16_t)x;
		creature->goal_y = (int16_t)y;
		return;
	}
}

static bool instinct_wander(struct game *game, int slot, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	(void)clause;
	bool there = creature->x == creature->goal_x && creature->y == creature->goal_y;
	if (creature->goal != GOAL_WANDER || there)
		choose_destination(game, creature);
	if (creature->goal != GOAL_WANDER)
		return false;
	if (go_toward(game, slot, creature->goal_x, creature->goal_y, WAY_LIMIT))
		return true;
	creature->goal = GOAL_NONE;
	return false;
}

/* Straight on or a little aside, at random; back only when there is nothing else. */
static bool instinct_random(struct game *game, int slot, const struct clause *clause)
{
	const struct creature *creature = &game->creatures[slot];
	int legal[DIR_COUNT], count = 0;
	int back = creature->heading < DIR_COUNT ? (creature->heading + 4) % DIR_COUNT : DIR_COUNT;
	(void)clause;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		if (direction != back &&
			ways_step_legal(&game->ways, creature->x, creature->y,
				(enum direction)direction, gait_of(game, slot) & ~(unsigned)GAIT_OPENS) &&
			creature_at(game, creature->x + direction_dx[direction],
				creature->y + direction_dy[direction]) < 0)
			legal[count++] = direction;
	}
	if (count == 0)
		return back < DIR_COUNT &&
		       creature_at(game, creature->x + direction_dx[back],
			       creature->y + direction_dy[back]) < 0 &&
		       step(game, slot, (enum direction)back);
	int drawn = draw_below(game, PURPOSE_BEHAVIOUR, count + 2);
	bool straight_on = false;
	for (int i = 0; i < count; i++)
		straight_on = straight_on || legal[i] == creature->heading;
	if (drawn >= count)
		return straight_on ? step(game, slot, (enum direction)creature->heading)
				   : step(game, slot, (enum direction)legal[0]);
	return step(game, slot, (enum direction)legal[drawn]);
}

/* Not there yet. */
#define LATER(function)                                                                            \
	static bool instinct_##function(struct game *game, int slot, const struct clause *clause)  \
	{                                                                                          \
		(void)game, (void)slot, (void)clause;                                              \
		return false;                                                                      \
	}
LATER(sleep)
LATER(thief)
LATER(split)
LATER(call)
LATER(pick_up)
LATER(extinguish)
LATER(mimic)
LATER(swim)
LATER(summon)
LATER(cast)
LATER(breathe)
LATER(throw)
LATER(lay_traps)
LATER(surround)
LATER(burrow)
LATER(route)

static instinct_function *const functions[INSTINCT_COUNT] = {
#define ROW(id, function, word, number, least, most, whose, help)                                  \
	[INSTINCT_##id] = instinct_##function,
	ENGINE_INSTINCTS(ROW)
#undef ROW
};

/* Steps of the confused go astray. */
static void stagger(struct game *game, int slot)
{
	int direction = draw_below(game, PURPOSE_BEHAVIOUR, DIR_COUNT);
	const struct creature *creature = &game->creatures[slot];
	int other = creature_at(
		game, creature->x + direction_dx[direction], creature->y + direction_dy[direction]);
	if (other > HERO && ways_step_legal(&game->ways, creature->x, creature->y,
				    (enum direction)direction, GAIT_RECKLESS))
		combat_creature_strikes(game, slot, other);
	else
		step(game, slot, (enum direction)direction);
}

void instinct_act(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	if ((creature->flags & CREATURE_ASLEEP) || creature_is_helpless(game, slot))
		return;
	if (creature_has(game, slot, STATUS_CONFUSED) &&
		draw_percent(game, PURPOSE_BEHAVIOUR, 50)) {
		stagger(game, slot);
		return;
	}
	if (creature_has(game, slot, STATUS_AFRAID)) {
		if (senses_sees_hero(game, slot))
			go_away(game, slot, game_hero(game)->x, game_hero(game)->y);
		return;
	}
	/* Who hunts by ear does so whatever its kind is like, until it sees him. */
	if ((creature->flags & CREATURE_HUNTER) && !senses_sees_hero(game, slot) &&
		instinct_noise(game, slot, NULL))
		return;
	const struct creature_kind *kind = creature_kind(game, slot);
	for (int i = 0; i < kind->instinct_count; i++)
		if (functions[kind->instincts[i].row](game, slot, &kind->instincts[i]))
			return;
}
