/*
 * Shared by the files of effects: the argument of an effect's function, and one function a row.
 *
 * effect.c finds the targets and reports. The functions of the rows are in effect_body.c,
 * effect_move.c, effect_company.c, effect_ground.c and effect_things.c. Each returns true if it had
 * an effect. Afterwards the target, the source and the level may be gone.
 */
#ifndef TRAPDOOR_ENGINE_EFFECT_PRIVATE_H
#define TRAPDOOR_ENGINE_EFFECT_PRIVATE_H

#include "engine/rules/rules.h"

/* An effect with its target, cell and source. */
struct effect_case {
	const struct clause *clause;
	int target; /* slot, or -1: no creature is there */
	int x, y;
	int source;       /* slot, or -1 */
	const char *item; /* cause of death for a tombstone; may be NULL */
};

typedef bool effect_function(struct game *game, const struct effect_case *it);

#define ROW(id, function, word, ...) effect_function effect_##function;
ENGINE_EFFECTS(ROW)
#undef ROW

/* Reports an effect on a target that the hero perceives. source may be -1. */
void effect_report(struct game *game, const struct clause *clause, int source, int target);
/* True if the target is immune: by its traits, by deafness, or because the element is muted. */
bool effect_spares(const struct game *game, const struct clause *clause, int target);

/* Turns a random unused item of the pack into another of its class. */
bool effect_reshape_item(struct game *game);

/* True if the target is the hero. Some effects act on him alone. */
static inline bool effect_is_of_hero(const struct effect_case *it)
{
	return it->target == HERO;
}

/* True if the target is still in the cell after the effect changed it. */
static inline bool effect_is_there(const struct game *game, const struct effect_case *it)
{
	return game_going(game) && it->target >= 0 && game->creatures[it->target].alive &&
	       game->creatures[it->target].x == it->x && game->creatures[it->target].y == it->y;
}

/* Gives the target the status for the clause's duration. */
static inline bool effect_give_status(
	struct game *game, const struct effect_case *it, enum status status)
{
	return it->target >= 0 && creature_afflict(game, it->target, status, it->clause->duration);
}

#endif
