/*
 * What the files of effects share: what an effect's function is told, and one function a row.
 *
 * effect.c says who is met and what is told of it; what the rows do is in effect_body.c,
 * effect_move.c, effect_company.c, effect_ground.c and effect_things.c.  A row's function returns
 * whether anything came of it, and then nobody may rely on the target, the source or the level
 * being there still.
 */
#ifndef TRAPDOOR_ENGINE_EFFECT_PRIVATE_H
#define TRAPDOOR_ENGINE_EFFECT_PRIVATE_H

#include "engine/rules/rules.h"

/* On whom, where, by whom. */
struct effect_case {
	const struct clause *clause;
	int target; /* slot, or -1: nobody stands there */
	int x, y;
	int source;       /* slot, or -1 */
	const char *item; /* what brought it, for a tombstone; may be NULL */
};

typedef bool effect_function(struct game *game, const struct effect_case *it);

#define ROW(id, function, word, ...) effect_function effect_##function;
ENGINE_EFFECTS(ROW)
#undef ROW

/* Tells what an effect does to who is perceived; source -1: nobody's. */
void effect_report(struct game *game, const struct clause *clause, int source, int target);
/* Whether it does not hurt who it meets: by what he is, or for want of ears. */
bool effect_spares(const struct game *game, const struct clause *clause, int target);

/* Something in the hero's pack that is not in use becomes another of its class. */
bool effect_reshape_item(struct game *game);

/* What only the hero has a use for. */
static inline bool effect_is_of_hero(const struct effect_case *it)
{
	return it->target == HERO;
}

/* Whether the target is still there after something else was done to its cell. */
static inline bool effect_is_there(const struct game *game, const struct effect_case *it)
{
	return game_going(game) && it->target >= 0 && game->creatures[it->target].alive &&
	       game->creatures[it->target].x == it->x && game->creatures[it->target].y == it->y;
}

/* The status for as long as the clause says. */
static inline bool effect_give_status(
	struct game *game, const struct effect_case *it, enum status status)
{
	return it->target >= 0 && creature_afflict(game, it->target, status, it->clause->duration);
}

#endif
