/*
 * Shared by the files of instincts: movement (instinct_go.c) and one function a row.
 *
 * A row's function gets the creature's slot, its foe's slot or -1, and its clause. It returns true
 * if the creature acted. Afterwards the creature and the foe may be gone.
 */
#ifndef TRAPDOOR_ENGINE_INSTINCT_PRIVATE_H
#define TRAPDOOR_ENGINE_INSTINCT_PRIVATE_H

#include "engine/rules/rules.h"

#define ROW(id, function, word, number, least, most, whose, help)                                  \
	bool instinct_##function(struct game *game, int slot, int foe, const struct clause *clause);
ENGINE_INSTINCTS(ROW)
#undef ROW

/* ---- instinct_go.c ---- */

/* Returns the creature's gait: bits of enum gait. */
unsigned go_gait(const struct game *game, int slot);
/* Makes one step: strikes a foe, opens a door or digs what its gait digs. False if nothing was
 * possible. */
bool go_step(struct game *game, int slot, enum direction direction, unsigned gait);
/* The same for a free cell and a step of go_steps; always true. */
bool go_on(struct game *game, int slot, enum direction direction, unsigned gait);
/* Makes a step nearer to a cell: straight if possible, else by the distance map, else one that
 * keeps the distance. */
bool go_toward(struct game *game, int slot, int x, int y, unsigned gait);
/* Makes the free step that gets farthest from (x, y). False if none gets farther. */
bool go_away(struct game *game, int slot, int x, int y);
/* go_legal is true if the creature may make the step, ignoring creatures in the way. go_steps
 * returns all such steps as bits 1 << direction. */
bool go_legal(const struct game *game, int slot, enum direction direction, unsigned gait);
uint8_t go_steps(struct game *game, int slot, unsigned gait);
/* Returns the cells between two creatures; LEVEL_WIDTH_MAX if other is -1. */
int go_distance(const struct game *game, int slot, int other);
/* True if there is a foe and the creature sees it. */
bool go_sees(const struct game *game, int slot, int foe);
/* Makes the creature notice the hero if he is its foe. */
void go_notices(struct game *game, int slot, int foe);

/* ---- instinct_things.c ---- */

/* Uses its carried item if that is useful now. */
bool items_use(struct game *game, int slot, int foe);
/* Picks up a wanted item in its cell if it carries none. */
bool items_take(struct game *game, int slot);

#endif
