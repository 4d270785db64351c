/*
 * Ways: who can walk where, as bits, and waves over them.
 *
 * A wave goes one step a round, in eight directions but never diagonally into or out of a doorway,
 * by shifting whole rows of 64-bit words; so a wave over a level costs about as much as looking at
 * each of its cells once. It answers which steps bring a walker nearer to a place, and how far a
 * noise carries: along open ways, a closed door taking DOOR_MUFFLES off.
 */
#ifndef TRAPDOOR_ENGINE_WAYS_H
#define TRAPDOOR_ENGINE_WAYS_H

#include "level.h"

#define DOOR_MUFFLES 6

enum ways_plane {
	WAYS_WALK,
	WAYS_DOORS,
	WAYS_DOORWAYS,
	WAYS_VISITED,
	WAYS_FRONT,
	WAYS_NEXT,
	WAYS_PLANES
};

struct ways {
	int16_t width, height, stride; /* stride: words a row */
	uint64_t *words;               /* WAYS_PLANES planes of height x stride words */
};

/* Made for a level's size, and filled from its terrain; the old words are used again or freed. */
void ways_build(struct ways *ways, const struct content *content, const struct level *level);
void ways_free(struct ways *ways);

/* A cell's terrain has changed. */
void ways_change(
	struct ways *ways, const struct content *content, const struct level *level, int x, int y);

/* Whether a step between two neighbouring cells is one that walkers may take, bodies aside. */
bool ways_step_legal(const struct ways *ways, int x, int y, enum direction direction, bool doors);

/* The steps from one cell that lead nearer to another, and those that keep the distance, as bits 1
 * << direction; the number of steps to go, or -1 when there is no way within limit.  doors: closed
 * doors may be opened. */
int ways_toward(struct ways *ways, int from_x, int from_y, int to_x, int to_y, bool doors,
	int limit, uint8_t *nearer, uint8_t *level);

/* Everything that hears a noise made at (x, y) which carries radius cells; asked with ways_heard_at
 * until the next wave. */
void ways_sound(struct ways *ways, int x, int y, int radius);
bool ways_heard_at(const struct ways *ways, int x, int y);

#endif
