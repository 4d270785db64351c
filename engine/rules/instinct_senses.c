/* Instincts of movement: by senses, by avoidance, by habit. */
#include "engine/rules/instinct_private.h"

/* Turns for which a creature that lost sight of the hero keeps searching. */
#define PATIENCE 20
#define DESTINATION_TRIES 12
/* Surrounding counts kin within KIN_WITHIN cells of the foe. With IMPATIENT_PERCENT the creature
 * attacks without waiting for them. */
#define KIN_WITHIN 7
#define IMPATIENT_PERCENT 15
#define WATER_WITHIN 12

static const struct creature *body(const struct game *game, int slot)
{
	return &game->creatures[slot];
}

bool instinct_sleep(struct game *game, int slot, int foe, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	bool perceives = go_sees(game, slot, foe) || creature->goal == GOAL_SEEN ||
			 creature->goal == GOAL_HEARD;
	creature->quiet = (uint8_t)(perceives ? 0 : creature->quiet + 1);
	if (creature->quiet < clause->amount)
		return false;
	creature->quiet = 0;
	creature->goal = GOAL_NONE;
	creature->heading = DIR_COUNT;
	creature->flags &= (uint16_t) ~(CREATURE_AWARE | CREATURE_CALLED);
	creature->flags |= CREATURE_ASLEEP;
	return true;
}

bool instinct_flee_below(struct game *game, int slot, int foe, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	bool hurt = creature->health * 100 < creature->health_max * clause->amount;
	if (!hurt)
		creature->flags &= (uint16_t)~CREATURE_FLEEING;
	if (!hurt || !go_sees(game, slot, foe))
		return false;
	struct handle handle = creature_handle(game, slot);
	if (!go_away(game, slot, body(game, foe)->x, body(game, foe)->y)) {
		/* A cornered creature fights. */
		if (go_distance(game, slot, foe) <= 1)
			creature->flags &= (uint16_t)~CREATURE_FLEEING;
		return false;
	}
	if (creature_of(game, handle) < 0)
		return true;
	if (!(creature->flags & CREATURE_FLEEING) && senses_hero_sees(game, slot))
		message_say(game, TEXT_IT_FLEES,
			&(struct word_facts){.actor = message_actor(game, slot)});
	creature->flags |= CREATURE_FLEEING;
	return true;
}

/* Makes the first step out of the light. In the dark it waits while the foe is in the light and not
 * adjacent. */
bool instinct_shun_light(struct game *game, int slot, int foe, const struct clause *clause)
{
	const struct creature *creature = body(game, slot);
	(void)clause;
	bool in_light = light_at(game, creature->x, creature->y);
	bool near = go_distance(game, slot, foe) <= 1;
	if (!in_light && !near && go_sees(game, slot, foe) &&
		light_at(game, body(game, foe)->x, body(game, foe)->y))
		return true;
	if (!in_light || near)
		return false;
	unsigned gait = go_gait(game, slot), steps = go_steps(game, slot, gait);
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int x = creature->x + direction_dx[direction];
		int y = creature->y + direction_dy[direction];
		if ((steps & 1u << direction) && creature_at(game, x, y) < 0 &&
			!light_at(game, x, y))
			return go_on(game, slot, (enum direction)direction, gait);
	}
	return false;
}

bool instinct_ambush(struct game *game, int slot, int foe, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	if (creature->flags & CREATURE_ROUSED)
		return false;
	if (creature->health < creature->health_max ||
		(go_sees(game, slot, foe) && go_distance(game, slot, foe) <= clause->amount)) {
		creature->flags |= CREATURE_ROUSED;
		return false;
	}
	return true;
}

bool instinct_mimic(struct game *game, int slot, int foe, const struct clause *clause)
{
	const struct creature *creature = body(game, slot);
	if (creature->flags & CREATURE_ROUSED)
		return false;
	if (creature->health == creature->health_max &&
		(!go_sees(game, slot, foe) || go_distance(game, slot, foe) > clause->amount))
		return true;
	creature_reveal(game, slot);
	return false;
}

bool instinct_guard(struct game *game, int slot, int foe, const struct clause *clause)
{
	const struct creature *creature = body(game, slot);
	if (distance_between(creature->x, creature->y, creature->home_x, creature->home_y) <=
			clause->amount ||
		go_distance(game, slot, foe) <= 1)
		return false;
	return go_toward(game, slot, creature->home_x, creature->home_y, go_gait(game, slot));
}

/* Moves to the nearest water. In water its gait keeps it there (go_gait). */
bool instinct_swim(struct game *game, int slot, int foe, const struct clause *clause)
{
	const struct creature *creature = body(game, slot);
	int best = WATER_WITHIN + 1, to_x = -1, to_y = -1;
	(void)clause;
	if ((game_terrain(game, creature->x, creature->y)->flags & TERRAIN_WATER) ||
		go_distance(game, slot, foe) <= 1)
		return false;
	for (int y = creature->y - WATER_WITHIN; y <= creature->y + WATER_WITHIN; y++)
		for (int x = creature->x - WATER_WITHIN; x <= creature->x + WATER_WITHIN; x++) {
			int away = distance_between(creature->x, creature->y, x, y);
			if (away >= best || !creature_may_stand(game, x, y) ||
				!(game_terrain(game, x, y)->flags & TERRAIN_WATER))
				continue;
			best = away;
			to_x = x;
			to_y = y;
		}
	return to_x >= 0 && go_toward(game, slot, to_x, to_y, go_gait(game, slot));
}

bool instinct_keep_distance(struct game *game, int slot, int foe, const struct clause *clause)
{
	if (go_distance(game, slot, foe) >= clause->amount || !go_sees(game, slot, foe))
		return false;
	go_notices(game, slot, foe);
	return go_away(game, slot, body(game, foe)->x, body(game, foe)->y);
}

/* ---- In groups ---- */

/* Returns the nearest creature of its kind, or -1. */
static int nearest_kin(const struct game *game, int slot)
{
	int nearest = -1, least = 0;
	for (int other = HERO + 1; other < game->creature_top; other++) {
		const struct creature *kin = body(game, other);
		if (other == slot || !kin->alive || kin->kind != body(game, slot)->kind ||
			(kin->flags & (CREATURE_ALLY | CREATURE_CAPTIVE)))
			continue;
		int distance = go_distance(game, slot, other);
		if (nearest < 0 || distance < least) {
			nearest = other;
			least = distance;
		}
	}
	return nearest;
}

bool instinct_pack(struct game *game, int slot, int foe, const struct clause *clause)
{
	int kin = nearest_kin(game, slot);
	if (kin < 0 || go_distance(game, slot, foe) <= 1 || !go_sees(game, slot, foe) ||
		go_distance(game, slot, kin) <= clause->amount)
		return false;
	return go_toward(game, slot, body(game, kin)->x, body(game, kin)->y, go_gait(game, slot));
}

/* Counts its kind near the foe, itself included, and those within two cells of the foe. */
static void count_kin(const struct game *game, int slot, int foe, int *all, int *there)
{
	*all = *there = 0;
	for (int other = HERO + 1; other < game->creature_top; other++) {
		const struct creature *kin = body(game, other);
		if (!kin->alive || kin->kind != body(game, slot)->kind ||
			(kin->flags & CREATURE_ASLEEP) || foe_opposes(game, slot, other) ||
			go_distance(game, other, foe) > KIN_WITHIN)
			continue;
		(*all)++;
		*there += go_distance(game, other, foe) <= 2;
	}
}

/* Returns the turns (0 to 4) between a side of the foe and the nearest side with another
 * creature. */
static int side_freedom(const struct game *game, int slot, int foe, int side)
{
	int freedom = 4;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int other = creature_at(game, body(game, foe)->x + direction_dx[direction],
			body(game, foe)->y + direction_dy[direction]);
		int turn = (direction - side + DIR_COUNT) % DIR_COUNT;
		turn = turn > DIR_COUNT / 2 ? DIR_COUNT - turn : turn;
		if (other > HERO && other != slot && turn < freedom)
			freedom = turn;
	}
	return freedom;
}

/* Returns the side of the foe to approach: far from others and near to itself. DIR_COUNT if none is
 * free. */
static int side_to_take(const struct game *game, int slot, int foe)
{
	int best = -LEVEL_WIDTH_MAX, chosen = DIR_COUNT;
	for (int side = 0; side < DIR_COUNT; side++) {
		int x = body(game, foe)->x + direction_dx[side];
		int y = body(game, foe)->y + direction_dy[side];
		if (!creature_may_be(game, slot, x, y))
			continue;
		int score = 2 * side_freedom(game, slot, foe, side) -
			    distance_between(body(game, slot)->x, body(game, slot)->y, x, y);
		if (score > best) {
			best = score;
			chosen = side;
		}
	}
	return chosen;
}

/* Moves an adjacent creature one cell round the foe, away from a neighbour of its side. */
static bool makes_room(struct game *game, int slot, int foe)
{
	const struct creature *creature = body(game, slot), *him = body(game, foe);
	int side = 0;
	while (side < DIR_COUNT && (him->x + direction_dx[side] != creature->x ||
					   him->y + direction_dy[side] != creature->y))
		side++;
	if (side == DIR_COUNT || side_freedom(game, slot, foe, side) > 1)
		return false;
	for (int turn = 1; turn < DIR_COUNT; turn += DIR_COUNT - 2) {
		int next = (side + turn) % DIR_COUNT;
		int x = him->x + direction_dx[next], y = him->y + direction_dy[next];
		if (creature_may_be(game, slot, x, y) && side_freedom(game, slot, foe, next) > 1 &&
			go_toward(game, slot, x, y, go_gait(game, slot)))
			return true;
	}
	return false;
}

bool instinct_surround(struct game *game, int slot, int foe, const struct clause *clause)
{
	int all, there;
	(void)clause;
	if (!go_sees(game, slot, foe))
		return false;
	if (go_distance(game, slot, foe) <= 1)
		return makes_room(game, slot, foe);
	count_kin(game, slot, foe, &all, &there);
	if (all < 2 || go_distance(game, slot, foe) > 2)
		return false;
	go_notices(game, slot, foe);
	if (2 * there < all + 1 && !draw_percent(game, PURPOSE_BEHAVIOUR, IMPATIENT_PERCENT))
		return true;
	int side = side_to_take(game, slot, foe);
	return side < DIR_COUNT &&
	       go_toward(game, slot, body(game, foe)->x + direction_dx[side],
		       body(game, foe)->y + direction_dy[side], go_gait(game, slot));
}

/* ---- By the senses ---- */

static void lose_hero(struct creature *creature)
{
	creature->goal = GOAL_NONE;
	creature->flags &= (uint16_t) ~(CREATURE_AWARE | CREATURE_CALLED);
}

/* Makes the creature notice the hero in sight and remember his cell. Other foes are not
 * remembered. */
static void sees_him(struct game *game, int slot, int foe)
{
	struct creature *creature = &game->creatures[slot];
	if (foe != HERO)
		return;
	creature_notice(game, slot);
	creature->goal = GOAL_SEEN;
	creature->goal_x = game_hero(game)->x;
	creature->goal_y = game_hero(game)->y;
	creature->patience = PATIENCE;
}

bool instinct_burrow(struct game *game, int slot, int foe, const struct clause *clause)
{
	const struct creature *creature = body(game, slot);
	unsigned gait = go_gait(game, slot) | GAIT_DIGS;
	(void)clause;
	if (go_sees(game, slot, foe)) {
		sees_him(game, slot, foe);
		return go_toward(game, slot, body(game, foe)->x, body(game, foe)->y, gait);
	}
	if ((creature->goal != GOAL_HEARD && creature->goal != GOAL_SEEN) ||
		distance_between(creature->x, creature->y, creature->goal_x, creature->goal_y) <= 1)
		return false;
	return go_toward(game, slot, creature->goal_x, creature->goal_y, gait);
}

bool instinct_sight(struct game *game, int slot, int foe, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	unsigned gait = go_gait(game, slot);
	(void)clause;
	if (go_sees(game, slot, foe)) {
		sees_him(game, slot, foe);
		return go_toward(game, slot, body(game, foe)->x, body(game, foe)->y, gait);
	}
	if (creature->goal != GOAL_SEEN || foe != HERO)
		return false;
	if (creature->patience > 0)
		creature->patience--;
	bool there = creature->x == creature->goal_x && creature->y == creature->goal_y;
	if (there || creature->patience == 0) {
		lose_hero(creature);
		return false;
	}
	if (go_toward(game, slot, creature->goal_x, creature->goal_y, gait))
		return true;
	lose_hero(creature);
	return false;
}

/* True if a scent was ever laid next to the creature. Almost everywhere there is none, so this is
 * checked first. */
static bool trail_near(const struct level *level, const struct creature *creature)
{
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int x = creature->x + direction_dx[direction];
		int y = creature->y + direction_dy[direction];
		if (level_inside(level, x, y) && level->scent[level_at(level, x, y)] != 0)
			return true;
	}
	return false;
}

bool instinct_smell(struct game *game, int slot, int foe, const struct clause *clause)
{
	const struct creature *creature = body(game, slot);
	(void)clause;
	if (!trail_near(game->level, creature))
		return false;
	uint32_t freshest = senses_smell_at(game, creature->x, creature->y);
	unsigned gait = go_gait(game, slot), steps = go_steps(game, slot, gait);
	int chosen = -1;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int x = creature->x + direction_dx[direction];
		int y = creature->y + direction_dy[direction];
		if (!(steps & 1u << direction))
			continue;
		uint32_t smell = senses_smell_at(game, x, y);
		if (smell > freshest) {
			freshest = smell;
			chosen = direction;
		}
	}
	if (chosen < 0)
		return false;
	if (go_distance(game, slot, foe) <= 1)
		go_notices(game, slot, foe);
	return go_step(game, slot, (enum direction)chosen, gait);
}

bool instinct_noise(struct game *game, int slot, int foe, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	(void)clause;
	if (creature->goal != GOAL_HEARD)
		return false;
	if (go_distance(game, slot, foe) <= 1)
		go_notices(game, slot, foe);
	if (distance_between(creature->x, creature->y, creature->goal_x, creature->goal_y) > 1 &&
		go_toward(game, slot, creature->goal_x, creature->goal_y, go_gait(game, slot)))
		return true;
	creature->goal = GOAL_NONE;
	return false;
}

/* ---- By habit ---- */

static bool make_for(const struct game *game, struct creature *creature, const struct area *area)
{
	int16_t x, y;
	if (!level_area_middle(game->content, game->level, area, &x, &y))
		return false;
	creature->goal = GOAL_WANDER;
	creature->goal_x = x;
	creature->goal_y = y;
	return true;
}

static bool is_there(const struct creature *creature, int within)
{
	return distance_between(creature->x, creature->y, creature->goal_x, creature->goal_y) <=
	       within;
}

/* Returns the room of the creature's route: number `creature->at`, counted from its home room. NULL
 * if the level has no rooms. */
static const struct area *route_room(const struct level *level, const struct creature *creature)
{
	size_t count = level->area_count, first = 0;
	int at = creature->at;
	for (size_t i = 0; i < count; i++) {
		const struct area *area = &level->areas[i];
		if (!area->hall && creature->home_x >= area->x && creature->home_y >= area->y &&
			creature->home_x < area->x + area->width &&
			creature->home_y < area->y + area->height)
			first = i;
	}
	for (size_t i = 0; i < 10 * count; i++) {
		const struct area *area = &level->areas[(first + i) % count];
		if (!area->hall && at-- == 0)
			return area;
	}
	return NULL;
}

/* Walks from room to room of its route; skips rooms that cannot be reached. */
bool instinct_route(struct game *game, int slot, int foe, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	(void)foe;
	bool on = creature->goal == GOAL_WANDER && !is_there(creature, 1);
	for (int tries = 0; tries < clause->amount; tries++) {
		if (!on) {
			creature->at = (uint8_t)((creature->at + 1) % clause->amount);
			const struct area *area = route_room(game->level, creature);
			if (area == NULL)
				return false;
			if (!make_for(game, creature, area))
				continue;
		}
		if (!is_there(creature, 1) && go_toward(game, slot, creature->goal_x,
						      creature->goal_y, go_gait(game, slot)))
			return true;
		on = false;
	}
	creature->goal = GOAL_NONE;
	return false;
}

/* Picks a new destination: the middle of a random room other than its own. */
static void choose_destination(struct game *game, struct creature *creature)
{
	const struct level *level = game->level;
	creature->goal = GOAL_NONE;
	for (int tries = 0; tries < DESTINATION_TRIES && level->area_count > 0; tries++) {
		int drawn = draw_below(game, PURPOSE_BEHAVIOUR, (int)level->area_count);
		const struct area *area = &level->areas[drawn];
		if (area->hall || !make_for(game, creature, area))
			continue;
		if (!is_there(creature, 0))
			return;
		creature->goal = GOAL_NONE;
	}
}

bool instinct_wander(struct game *game, int slot, int foe, const struct clause *clause)
{
	struct creature *creature = &game->creatures[slot];
	(void)foe, (void)clause;
	if (creature->goal != GOAL_WANDER || is_there(creature, 0))
		choose_destination(game, creature);
	if (creature->goal != GOAL_WANDER)
		return false;
	if (go_toward(game, slot, creature->goal_x, creature->goal_y, go_gait(game, slot)))
		return true;
	creature->goal = GOAL_NONE;
	return false;
}

static bool free_at(const struct game *game, const struct creature *creature, int direction)
{
	return creature_at(game, creature->x + direction_dx[direction],
		       creature->y + direction_dy[direction]) < 0;
}

/* Moves straight on or turns at random; turns back only if nothing else is free. */
bool instinct_random(struct game *game, int slot, int foe, const struct clause *clause)
{
	const struct creature *creature = body(game, slot);
	unsigned gait = go_gait(game, slot) & ~(unsigned)GAIT_OPENS;
	unsigned steps = go_steps(game, slot, gait);
	int legal[DIR_COUNT], count = 0;
	int back = creature->heading < DIR_COUNT ? (creature->heading + 4) % DIR_COUNT : DIR_COUNT;
	(void)foe, (void)clause;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (direction != back && (steps & 1u << direction) &&
			free_at(game, creature, direction))
			legal[count++] = direction;
	if (count == 0)
		return back < DIR_COUNT && free_at(game, creature, back) &&
		       go_step(game, slot, (enum direction)back, gait);
	int drawn = draw_below(game, PURPOSE_BEHAVIOUR, count + 2);
	bool straight_on = false;
	for (int i = 0; i < count; i++)
		straight_on = straight_on || legal[i] == creature->heading;
	int chosen = drawn < count ? legal[drawn] : straight_on ? creature->heading : legal[0];
	return go_on(game, slot, (enum direction)chosen, gait);
}
