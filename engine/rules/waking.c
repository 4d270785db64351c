/*
 * Waking: each turn a sleeper takes one draw against the sum of what may wake it: the hero's noise,
 * the sight of him and the smell of his trail.
 *
 * Sounds of others wake by a draw of their own (senses_noise_at), and damage always wakes.  A hero
 * without noise in the dark, whose trail keeps away, wakes nobody.
 */
#include "engine/rules/rules.h"

#include <string.h>

/* The draw is one of CHANCES, a multiple of every number of chances. */
#define CHANCES 120
#define SIGHT_ONE_IN 30
#define SMELL_ONE_IN 40
#define SMELL_ONE_IN_STRONG 20 /* of a trail that a wound or a fight left */
#define SMELL_TURNS 10         /* greatest age of a trail that wakes */
#define SMELL_STEPS 2

_Static_assert(CHANCES % WAKE_UNSEEN == 0 && CHANCES % WAKE_IN_SIGHT == 0 &&
		       CHANCES % SIGHT_ONE_IN == 0 && CHANCES % SMELL_ONE_IN == 0 &&
		       CHANCES % SMELL_ONE_IN_STRONG == 0,
	"the sum of the chances is exact");

static bool is_muted(const struct game *game, enum waker waker)
{
	return game->content->muted.wakers >> waker & 1;
}

/* True if the creature sleeps by itself: not by magic, and neither in shackles nor as an ally. */
static bool may_wake(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	return creature->alive && (creature->flags & CREATURE_ASLEEP) &&
	       !(creature->flags & (CREATURE_ALLY | CREATURE_CAPTIVE)) &&
	       !creature_has(game, slot, STATUS_ASLEEP);
}

/* ---- The chances, as 1 in so many; 0: none ---- */

static int by_noise(const struct game *game, int slot)
{
	if (is_muted(game, WAKER_NOISE) || creature_has(game, slot, STATUS_DEAF))
		return 0;
	return senses_sees_hero(game, slot) ? WAKE_IN_SIGHT : WAKE_UNSEEN;
}

static int by_sight(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot], *hero = &game->creatures[HERO];
	bool seen =
		!is_muted(game, WAKER_SIGHT) &&
		distance_between(creature->x, creature->y, hero->x, hero->y) <= WAKE_SIGHT_WITHIN &&
		light_at(game, hero->x, hero->y) && senses_sees_hero(game, slot);
	return seen ? SIGHT_ONE_IN : 0;
}

/* Returns 0 for a cell without a fresh trail, 1 for one with it, 2 for a strong one. */
static int trail_at(const struct game *game, int x, int y)
{
	uint32_t stamp = game->level->scent[level_at(game->level, x, y)];
	uint32_t laid = stamp & ~SMELL_STRONG;
	if (laid == 0 || game_turn(game) + 1 - laid > SMELL_TURNS)
		return 0;
	return stamp & SMELL_STRONG ? 2 : 1;
}

/* True if a fresh trail is near in a straight line.  Almost always there is none, so this is
 * checked first. */
static bool trail_near(const struct game *game, int x, int y)
{
	for (int down = -SMELL_STEPS; down <= SMELL_STEPS; down++)
		for (int across = -SMELL_STEPS; across <= SMELL_STEPS; across++)
			if (level_inside(game->level, x + across, y + down) &&
				trail_at(game, x + across, y + down) > 0)
				return true;
	return false;
}

/* Returns the strongest trail within so many steps along open ways, as trail_at. */
static int trail_within(const struct game *game, int x, int y, int steps)
{
	int most = trail_at(game, x, y);
	for (int direction = 0; steps > 0 && direction < DIR_COUNT; direction++) {
		if (!distance_map_step_legal(&game->derived.distances, x, y,
			    (enum direction)direction, GAIT_RECKLESS))
			continue;
		int trail = trail_within(
			game, x + direction_dx[direction], y + direction_dy[direction], steps - 1);
		most = trail > most ? trail : most;
	}
	return most;
}

static int by_smell(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	if (is_muted(game, WAKER_SMELL) || !trail_near(game, creature->x, creature->y))
		return 0;
	int trail = trail_within(game, creature->x, creature->y, SMELL_STEPS);
	return trail == 0 ? 0 : trail == 1 ? SMELL_ONE_IN : SMELL_ONE_IN_STRONG;
}

/* ---- A turn ---- */

static int share(int one_in)
{
	return one_in > 0 ? CHANCES / one_in : 0;
}

/* Draws for one sleeper.  heard: the hero's noise reaches it. */
static void try_to_wake(struct game *game, int slot, bool heard)
{
	int noise = heard ? share(by_noise(game, slot)) : 0;
	int sum = noise + share(by_sight(game, slot)) + share(by_smell(game, slot));
	if (sum == 0 || draw_below(game, PURPOSE_WAKING, CHANCES) >= sum)
		return;
	creature_wake(game, slot);
	if (noise > 0)
		senses_hear_hero(game, slot);
}

void waking_turn(struct game *game)
{
	const struct creature *hero = game_hero(game);
	uint8_t sleepers[CREATURES_MAX];
	int count = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (may_wake(game, slot))
			sleepers[count++] = (uint8_t)slot;
	if (count == 0)
		return;
	distance_map_sound(&game->derived.distances, hero->x, hero->y, game->hero.noise);
	bool heard[CREATURES_MAX];
	for (int i = 0; i < count; i++) {
		const struct creature *creature = &game->creatures[sleepers[i]];
		heard[i] = game->hero.noise > 0 &&
			   ((creature->flags & CREATURE_HUNTER) ||
				   distance_map_heard_at(
					   &game->derived.distances, creature->x, creature->y));
	}
	for (int i = 0; i < count; i++)
		try_to_wake(game, sleepers[i], heard[i]);
}

void waking_shown(const struct game *game, int slot, uint8_t one_in[WAKER_COUNT])
{
	const struct creature *creature = &game->creatures[slot], *hero = &game->creatures[HERO];
	bool heard =
		distance_between(creature->x, creature->y, hero->x, hero->y) <= game->hero.noise;
	memset(one_in, 0, WAKER_COUNT);
	if (!may_wake(game, slot))
		return;
	one_in[WAKER_NOISE] = (uint8_t)(heard ? by_noise(game, slot) : 0);
	one_in[WAKER_SIGHT] = (uint8_t)by_sight(game, slot);
	one_in[WAKER_SMELL] = (uint8_t)by_smell(game, slot);
}
