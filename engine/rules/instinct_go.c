/* Movement of creatures: gaits, single steps, approaching and moving away. */
#include "engine/rules/instinct_private.h"

unsigned go_gait(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	uint32_t traits = creature_traits(game, slot);
	unsigned gait = (traits & TRAIT_OPENS_DOORS ? GAIT_OPENS : 0u) |
			(traits & TRAIT_FLIES ? GAIT_FLIES : 0u) |
			(traits & TRAIT_SWIMS ? GAIT_SWIMS : 0u) |
			(traits & TRAIT_PHASES ? GAIT_PHASES : 0u) |
			(traits & TRAIT_MINDLESS ? GAIT_RECKLESS : 0u);
	if ((game_terrain(game, creature->x, creature->y)->flags & TERRAIN_WATER) &&
		creature_has_instinct(game, slot, INSTINCT_SWIM))
		gait |= GAIT_WET;
	return gait;
}

int go_distance(const struct game *game, int slot, int other)
{
	if (other < 0)
		return LEVEL_WIDTH_MAX;
	const struct creature *one = &game->creatures[slot], *two = &game->creatures[other];
	return distance_between(one->x, one->y, two->x, two->y);
}

bool go_sees(const struct game *game, int slot, int foe)
{
	return foe >= 0 && senses_sees(game, slot, foe);
}

void go_notices(struct game *game, int slot, int foe)
{
	if (foe == HERO)
		creature_notice(game, slot);
}

/* Removes steps into gas that the creature sees to be harmful, unless it is reckless or already in
 * such gas. */
static uint8_t without_gas(const struct game *game, int slot, uint8_t steps, unsigned gait)
{
	if ((gait & GAIT_RECKLESS) || steps == 0)
		return steps;
	return (uint8_t)(steps & ~gas_bars(game, slot, steps));
}

uint8_t go_steps(struct game *game, int slot, unsigned gait)
{
	const struct creature *creature = &game->creatures[slot];
	return without_gas(game, slot,
		distance_map_steps(&game->derived.distances, creature->x, creature->y, gait), gait);
}

bool go_legal(const struct game *game, int slot, enum direction direction, unsigned gait)
{
	const struct creature *creature = &game->creatures[slot];
	return distance_map_step_legal(
		       &game->derived.distances, creature->x, creature->y, direction, gait) &&
	       without_gas(game, slot, (uint8_t)(1 << direction), gait) != 0;
}

static void open_door(struct game *game, int slot, int x, int y)
{
	int depth = game->depth;
	terrain_trigger(game, x, y, TRIGGER_OPEN, slot);
	if (game->depth != depth)
		return;
	if (senses_hero_sees(game, slot)) {
		event_add(game, EVENT_DOOR, game_terrain(game, x, y)->appearance, x, y, 1, "");
		message_say(game, TEXT_IT_OPENS_DOOR,
			&(struct word_facts){.actor = message_actor(game, slot)});
	} else {
		hearing_sound(game, SOUND_DOOR, x, y);
	}
}

static void dig(struct game *game, int slot, int x, int y)
{
	if (senses_hero_sees(game, slot))
		message_say(game, TEXT_IT_DIGS,
			&(struct word_facts){.actor = message_actor(game, slot),
				.text = game_terrain(game, x, y)->name});
	else
		hearing_sound(game, SOUND_DIGGING, x, y);
	terrain_trigger(game, x, y, TRIGGER_DIG, slot);
}

/* Moves the creature into a free cell. */
static void enter(struct game *game, int slot, int x, int y)
{
	struct handle handle = creature_handle(game, slot);
	int depth = game->depth;
	creature_move(game, slot, x, y);
	terrain_enter(game, slot);
	if (game_going(game) && game->depth == depth && creature_of(game, handle) >= 0 &&
		(creature_traits(game, slot) & TRAIT_PICKS_UP))
		items_take(game, slot);
}

/* Strikes a foe in the way; terrain does not prevent it. The hero is struck only by a creature that
 * is aware of him or discordant. */
static bool strikes(struct game *game, int slot, int other)
{
	if (!foe_opposes(game, slot, other) ||
		(other == HERO && !(game->creatures[slot].flags & CREATURE_AWARE) &&
			!creature_has(game, slot, STATUS_DISCORDANT)))
		return false;
	combat_creature_strikes(game, slot, other);
	return true;
}

bool go_on(struct game *game, int slot, enum direction direction, unsigned gait)
{
	struct creature *creature = &game->creatures[slot];
	int x = creature->x + direction_dx[direction], y = creature->y + direction_dy[direction];
	if (creature_struggles(game, slot))
		return true;
	creature->heading = (uint8_t)direction;
	const struct terrain_kind *kind = game_terrain(game, x, y);
	if ((gait & GAIT_PHASES) || (kind->flags & TERRAIN_OBJECTS))
		enter(game, slot, x, y);
	else if ((gait & GAIT_OPENS) && content_opens(kind))
		open_door(game, slot, x, y);
	else
		dig(game, slot, x, y);
	return true;
}

bool go_step(struct game *game, int slot, enum direction direction, unsigned gait)
{
	const struct creature *creature = &game->creatures[slot];
	int x = creature->x + direction_dx[direction], y = creature->y + direction_dy[direction];
	int other = creature_at(game, x, y);
	if (other >= 0)
		return strikes(game, slot, other);
	return go_legal(game, slot, direction, gait) && go_on(game, slot, direction, gait);
}

/* Takes one of the steps of a mask, orthogonal ones first. False if none is possible. */
static bool step_one_of(struct game *game, int slot, uint8_t steps, unsigned gait)
{
	static const uint8_t order[DIR_COUNT] = {
		DIR_N, DIR_E, DIR_S, DIR_W, DIR_NE, DIR_SE, DIR_SW, DIR_NW};
	for (int i = 0; i < DIR_COUNT; i++)
		if ((steps & 1 << order[i]) && go_step(game, slot, (enum direction)order[i], gait))
			return true;
	return false;
}

/* Returns the direction closest to (dx, dy). */
static enum direction facing(int dx, int dy)
{
	static const uint8_t by_signs[3][3] = {
		{DIR_NW, DIR_N, DIR_NE}, {DIR_W, DIR_N, DIR_E}, {DIR_SW, DIR_S, DIR_SE}};
	return by_signs[1 + (dy > 0) - (dy < 0)][1 + (dx > 0) - (dx < 0)];
}

bool go_toward(struct game *game, int slot, int x, int y, unsigned gait)
{
	const struct creature *creature = &game->creatures[slot];
	struct distance_map_trip trip = {creature->x, creature->y, x, y, gait};
	struct distance_map_steps steps;
	if (creature->x == x && creature->y == y)
		return false;
	enum direction straight = facing(x - creature->x, y - creature->y);
	int other = creature_at(game, x, y);
	if (other >= 0 && distance_between(creature->x, creature->y, x, y) == 1 &&
		strikes(game, slot, other))
		return true;
	if (!distance_map_toward(&game->derived.distances, &trip, &steps))
		return false;
	if ((steps.nearer & 1 << straight) && go_step(game, slot, straight, gait))
		return true;
	return step_one_of(game, slot, steps.nearer, gait) ||
	       step_one_of(game, slot, steps.level, gait);
}

bool go_away(struct game *game, int slot, int from_x, int from_y)
{
	const struct creature *creature = &game->creatures[slot];
	unsigned gait = go_gait(game, slot), steps = go_steps(game, slot, gait);
	int best = distance_between(creature->x, creature->y, from_x, from_y);
	int chosen = -1;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int x = creature->x + direction_dx[direction];
		int y = creature->y + direction_dy[direction];
		if (!(steps & 1u << direction) || creature_at(game, x, y) >= 0)
			continue;
		int away = distance_between(x, y, from_x, from_y);
		if (away > best) {
			best = away;
			chosen = direction;
		}
	}
	return chosen >= 0 && go_on(game, slot, (enum direction)chosen, gait);
}
