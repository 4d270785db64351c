/*
 * Blows: the hero's strikes, with the bonuses of gear and talents.
 *
 * One strike is a blow at its target, then at foes next to the hero (sweep) and behind the target
 * (pierce), each with its own roll. A weapon with reach strikes across empty cells. A quick one
 * saves part of the action's time. A kill may give another blow at once. A struck creature may be
 * gone after any step, so all are kept by handles.
 */
#include "engine/rules/combat_private.h"

#define STRUCK_MOST 12
#define FOLLOWS_MOST 8
#define QUICK_MOST 50 /* percent of an action's time */

/* True if the hero may strike the creature: a foe that is neither captive nor posing as a mimic. */
static bool is_foe(const struct game *game, int slot)
{
	return slot > HERO && !(game->creatures[slot].flags & CREATURE_CAPTIVE) &&
	       !creature_poses(game, slot) && foe_opposes(game, HERO, slot);
}

static int foe_at(const struct game *game, int x, int y)
{
	int slot = creature_at(game, x, y);
	return slot > HERO && is_foe(game, slot) && senses_hero_sees(game, slot) ? slot : -1;
}

/* Returns the direction from the hero to a creature. */
static enum direction towards(const struct game *game, int slot)
{
	const struct creature *hero = &game->creatures[HERO], *other = &game->creatures[slot];
	int dx = (other->x > hero->x) - (other->x < hero->x);
	int dy = (other->y > hero->y) - (other->y < hero->y);
	int direction = 0;
	while (direction_dx[direction] != dx || direction_dy[direction] != dy)
		direction++;
	return (enum direction)direction;
}

int combat_reached(const struct game *game, enum direction direction)
{
	const struct creature *hero = &game->creatures[HERO];
	int reach = bonus_of(game, BONUS_REACH);
	int x = hero->x + direction_dx[direction], y = hero->y + direction_dy[direction];
	for (int i = 0; i < reach; i++) {
		if (!level_inside(game->level, x, y) || creature_at(game, x, y) >= 0 ||
			!(game_terrain(game, x, y)->flags & TERRAIN_PROJECTILES))
			return -1;
		x += direction_dx[direction];
		y += direction_dy[direction];
		int slot = foe_at(game, x, y);
		if (slot >= 0)
			return slot;
	}
	return -1;
}

/* ---- One blow ---- */

void combat_do_to(struct game *game, struct handle target, enum effect effect, int amount)
{
	int slot = creature_of(game, target);
	struct clause clause = {.row = (uint8_t)effect,
		.dice = {0, 0, (int16_t)amount},
		.duration = (int16_t)amount};
	if (amount > 0 && slot >= 0 && game_going(game))
		effect_apply(game, &clause, game->creatures[slot].x, game->creatures[slot].y, HERO,
			NULL);
}

static void moment(struct game *game, enum moment moment, struct handle target)
{
	int slot = creature_of(game, target);
	if (slot >= 0 && game_going(game))
		bonuses_moment(game, moment, slot);
}

/* Applies the extra effects of a hit: bleeding, backstab and hit bonuses, bash. */
static void after_hit(struct game *game, struct handle target, bool surprise)
{
	combat_do_to(game, target, EFFECT_BLEED, bonus_of(game, BONUS_BLEED));
	if (surprise)
		moment(game, MOMENT_BACKSTAB, target);
	moment(game, MOMENT_HIT, target);
	int bash = bonus_of(game, BONUS_BASH);
	if (bash > 0 && creature_of(game, target) >= 0 && draw_percent(game, PURPOSE_COMBAT, bash))
		combat_do_to(game, target, EFFECT_PUSH, 1);
}

static void strike(struct game *game, int target, int more)
{
	struct blow_chance blow = combat_hero_chance(game, target);
	struct handle handle = creature_handle(game, target);
	bool surprise = combat_unaware(game, target);
	message_conduct(game, CONDUCT_BLOW);
	combat_ambush(game, target);
	if (!draw_percent(game, PURPOSE_COMBAT, blow.percent)) {
		event_creature(game, EVENT_MISS, target, 0);
		message_say(game, TEXT_YOU_MISS,
			&(struct word_facts){.target = message_actor(game, target)});
		creature_notice(game, target);
		return;
	}
	item_practise(game, ITEM_WIELDED);
	int damage = draw_roll(game, PURPOSE_COMBAT, blow.dice) + more;
	combat_hero_hits(game, target, damage * combat_times(game, target),
		surprise ? TEXT_YOU_HIT_UNAWARE : TEXT_YOU_HIT, NULL);
	after_hit(game, handle, surprise);
}

/* ---- Targets of a strike ---- */

struct swing {
	int count;
	struct handle struck[STRUCK_MOST];
};

static void add_struck(const struct game *game, struct swing *swing, int slot)
{
	if (slot >= 0 && swing->count < STRUCK_MOST)
		swing->struck[swing->count++] = creature_handle(game, slot);
}

/* Adds foes next to the hero, alternating to both sides from the target. */
static void add_adjacent(const struct game *game, struct swing *swing, int target)
{
	const struct creature *hero = &game->creatures[HERO];
	int most = bonus_of(game, BONUS_SWEEP), first = (int)towards(game, target);
	for (int i = 1, swept = 0; i < DIR_COUNT && swept < most; i++) {
		int turned = i % 2 ? (i + 1) / 2 : DIR_COUNT - i / 2;
		int direction = (first + turned) % DIR_COUNT;
		int slot = foe_at(
			game, hero->x + direction_dx[direction], hero->y + direction_dy[direction]);
		swept += slot >= 0;
		add_struck(game, swing, slot);
	}
}

/* Adds foes in line behind the target. */
static void add_behind(const struct game *game, struct swing *swing, int target)
{
	enum direction direction = towards(game, target);
	const struct creature *creature = &game->creatures[target];
	int most = bonus_of(game, BONUS_PIERCE);
	for (int i = 1; i <= most; i++)
		add_struck(game, swing,
			foe_at(game, creature->x + i * direction_dx[direction],
				creature->y + i * direction_dy[direction]));
}

/* Returns the extra damage if the hero's last action was a step straight towards the target. */
static int lunge(const struct game *game, int target)
{
	const struct hero *hero = &game->hero;
	bool stepped = hero->still == 0 && game->creatures[HERO].heading == towards(game, target);
	return stepped ? bonus_of(game, BONUS_LUNGE) : 0;
}

/* Returns an adjacent foe for an extra blow after a kill, or -1. BONUS_FOLLOW is the chance of
 * one. */
static int next_to_fall(struct game *game)
{
	const struct creature *hero = game_hero(game);
	int follow = bonus_of(game, BONUS_FOLLOW);
	if (follow <= 0 || !game_going(game) || !draw_percent(game, PURPOSE_COMBAT, follow))
		return -1;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int slot = foe_at(
			game, hero->x + direction_dx[direction], hero->y + direction_dy[direction]);
		if (slot >= 0)
			return slot;
	}
	return -1;
}

static void strike_all(struct game *game, const struct swing *swing, int more)
{
	int depth = game->depth;
	for (int i = 0; i < swing->count && game_going(game) && game->depth == depth; i++) {
		int slot = creature_of(game, swing->struck[i]);
		if (slot >= 0)
			strike(game, slot, i == 0 ? more : 0);
	}
}

/* Sets the noise of a strike and the time it saves. */
static void begin(struct game *game)
{
	int quick = bonus_of(game, BONUS_QUICK);
	quick = quick < 0 ? 0 : quick > QUICK_MOST ? QUICK_MOST : quick;
	combat_fight_noise(game);
	game->action.spared = (uint8_t)(TICKS_A_TURN * quick / 100);
}

/* May make a kill silent (BONUS_SLIP). */
static void slip(struct game *game)
{
	int percent = bonus_of(game, BONUS_SLIP);
	if (percent <= 0 || !draw_percent(game, PURPOSE_COMBAT, percent))
		return;
	game->hero.noise = 0;
	game->hero.loud = 0;
}

void combat_hero_strikes(struct game *game, int target)
{
	struct swing swing = {0};
	int more = lunge(game, target), depth = game->depth;
	add_struck(game, &swing, target);
	add_adjacent(game, &swing, target);
	add_behind(game, &swing, target);
	begin(game);
	strike_all(game, &swing, more);
	for (int i = 0; i < FOLLOWS_MOST && creature_of(game, swing.struck[0]) < 0; i++) {
		slip(game);
		int next = game->depth == depth ? next_to_fall(game) : -1;
		if (next < 0)
			return;
		swing.struck[0] = creature_handle(game, next);
		strike(game, next, 0);
	}
}

void combat_riposte(struct game *game, int target)
{
	const struct creature *hero = game_hero(game), *other = &game->creatures[target];
	int percent = bonus_of(game, BONUS_RIPOSTE);
	if (percent <= 0 || creature_is_helpless(game, HERO) ||
		creature_has(game, HERO, STATUS_AFRAID) || !is_foe(game, target) ||
		distance_between(hero->x, hero->y, other->x, other->y) > 1 ||
		!draw_percent(game, PURPOSE_COMBAT, percent))
		return;
	message_say(game, TEXT_YOU_RIPOSTE,
		&(struct word_facts){.target = message_actor(game, target)});
	strike(game, target, 0);
}
