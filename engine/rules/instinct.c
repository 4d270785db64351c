/*
 * A creature's turn: its statuses may prevent or change it. Otherwise it picks a foe, and its
 * instincts run in order until one acts. The rows are in instinct_senses.c (movement),
 * instinct_deeds.c (actions) and instinct_things.c (items).
 */
#include "engine/rules/instinct_private.h"

/* An ally farther from the hero than this follows him. */
#define FOLLOWS_AT 2

typedef bool instinct_function(struct game *game, int slot, int foe, const struct clause *clause);

static const struct {
	instinct_function *function;
	enum instinct_whose whose;
} rows[INSTINCT_COUNT] = {
#define ROW(id, function, word, number, least, most, whose, help)                                  \
	[INSTINCT_##id] = {instinct_##function, WHOSE_##whose},
	ENGINE_INSTINCTS(ROW)
#undef ROW
};

/* Steps or strikes in a random direction because of confusion. */
static void stagger(struct game *game, int slot)
{
	int direction = draw_below(game, PURPOSE_BEHAVIOUR, DIR_COUNT);
	const struct creature *creature = &game->creatures[slot];
	int other = creature_at(
		game, creature->x + direction_dx[direction], creature->y + direction_dy[direction]);
	if (other > HERO)
		combat_creature_strikes(game, slot, other);
	else
		go_step(game, slot, (enum direction)direction, go_gait(game, slot) | GAIT_RECKLESS);
}

/* An ally, or a creature whose foe is not the hero, uses its kind's fighting instincts, else
 * approaches the foe. An ally without a foe follows the hero. */
static void fight_for(struct game *game, int slot, int foe)
{
	const struct creature_kind *kind = creature_kind(game, slot);
	if (foe < 0) {
		if ((game->creatures[slot].flags & CREATURE_ALLY) &&
			go_distance(game, slot, HERO) > FOLLOWS_AT)
			go_toward(game, slot, game_hero(game)->x, game_hero(game)->y,
				go_gait(game, slot));
		return;
	}
	for (int i = 0; i < kind->instinct_count; i++) {
		const struct clause *clause = &kind->instincts[i];
		if (rows[clause->row].whose == WHOSE_FIGHT &&
			rows[clause->row].function(game, slot, foe, clause))
			return;
	}
	go_toward(game, slot, game->creatures[foe].x, game->creatures[foe].y, go_gait(game, slot));
}

static void live(struct game *game, int slot, int foe)
{
	const struct creature_kind *kind = creature_kind(game, slot);
	for (int i = 0; i < kind->instinct_count; i++)
		if (rows[kind->instincts[i].row].function(game, slot, foe, &kind->instincts[i]))
			return;
}

void instinct_act(struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	if ((creature->flags & (CREATURE_ASLEEP | CREATURE_CAPTIVE)) ||
		creature_is_helpless(game, slot))
		return;
	if (creature_has(game, slot, STATUS_CONFUSED) &&
		draw_percent(game, PURPOSE_BEHAVIOUR, 50)) {
		creature_reveal(game, slot);
		stagger(game, slot);
		return;
	}
	int foe = foe_of(game, slot);
	if (creature_has(game, slot, STATUS_AFRAID)) {
		creature_reveal(game, slot);
		if (go_sees(game, slot, foe))
			go_away(game, slot, game->creatures[foe].x, game->creatures[foe].y);
		return;
	}
	if ((creature_traits(game, slot) & TRAIT_PICKS_UP) && items_use(game, slot, foe))
		return;
	/* A hunter follows sounds until it sees the hero, even if its kind has no such instinct. */
	if ((creature->flags & CREATURE_HUNTER) && foe == HERO && !senses_sees_hero(game, slot) &&
		(creature_has_instinct(game, slot, INSTINCT_BURROW)
				? instinct_burrow(game, slot, foe, NULL)
				: instinct_noise(game, slot, foe, NULL)))
		return;
	if (foe > HERO || (creature->flags & CREATURE_ALLY))
		fight_for(game, slot, foe);
	else
		live(game, slot, foe);
}
