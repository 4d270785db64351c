/*
 * What the files of instincts share: how creatures go (instinct_go.c), and what each row is told.
 *
 * A row's function gets the creature by slot, its foe by slot or -1, and its clause; true means
 * that it acted, and then nobody may rely on the creature or the foe being there still.
 */
#ifndef TRAPDOOR_ENGINE_INSTINCT_PRIVATE_H
#define TRAPDOOR_ENGINE_INSTINCT_PRIVATE_H

#include "engine/rules/rules.h"

#define ROW(id, function, word, number, least, most, whose, help)                                  \
	bool instinct_##function(struct game *game, int slot, int foe, const struct clause *clause);
ENGINE_INSTINCTS(ROW)
#undef ROW

/* ---- instinct_go.c ---- */

/* How it goes: bits of enum gait. */
unsigned go_gait(const struct game *game, int slot);
/* One step: whom it opposes it strikes, a door it opens, what its gait digs it digs.  False when
 * nothing came of it. */
bool go_step(struct game *game, int slot, enum direction direction, unsigned gait);
/* The same where nobody stands, and by one of go_steps; always true. */
bool go_on(struct game *game, int slot, enum direction direction, unsigned gait);
/* A step nearer to a place: straight when that is free, else by the ways, else one that keeps the
 * distance. */
bool go_toward(struct game *game, int slot, int x, int y, unsigned gait);
/* The free step after which (x, y) is farthest; false when all are worse. */
bool go_away(struct game *game, int slot, int x, int y);
/* Whether a step is one that it may take, bodies aside; and all such steps, as bits 1 << direction.
 */
bool go_legal(const struct game *game, int slot, enum direction direction, unsigned gait);
uint8_t go_steps(struct game *game, int slot, unsigned gait);
/* Cells between it and another; a great many when there is no other. */
int go_distance(const struct game *game, int slot, int other);
/* Whether there is a foe and it sees him. */
bool go_sees(const struct game *game, int slot, int foe);
/* It knows of its foe now: of the hero it takes notice. */
void go_notices(struct game *game, int slot, int foe);

/* ---- instinct_things.c ---- */

/* Uses what it carries where that is of use now. */
bool items_use(struct game *game, int slot, int foe);
/* Takes what lies under it, when it is worth having and its hands are free. */
bool items_take(struct game *game, int slot);

#endif
