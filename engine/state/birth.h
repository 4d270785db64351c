/* Birth: its bytes, and what follows from it and from the seed: flavours, plot and handicaps. */
#ifndef TRAPDOOR_ENGINE_BIRTH_H
#define TRAPDOOR_ENGINE_BIRTH_H

#include "engine/state/game.h"

struct carry;
/* Writes a birth, or reads one into a zeroed struct. */
void carry_birth(struct carry *carry, struct birth *birth);
/* Works out the handicaps, gives flavours to the item kinds, and draws the plot. */
void birth_flavours(struct game *game);

#endif
