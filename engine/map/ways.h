/*
 * Ways: who can walk where, as bits, and waves over them.
 *
 * A wave goes one step a round, in eight directions but never diagonally into or out of a doorway,
 * by shifting words of 64 cells (ways_wave.h); so a wave over a level costs about as much as
 * looking at each of its cells once. It answers how far a noise carries: along open ways, a closed
 * door taking DOOR_MUFFLES off.  Which steps bring a walker nearer to a place is asked so often
 * that distances are kept (ways_toward.c).
 */
#ifndef TRAPDOOR_ENGINE_WAYS_H
#define TRAPDOOR_ENGINE_WAYS_H

#include "engine/map/level.h"

#define DOOR_MUFFLES 6

/* How someone goes, as bits. */
enum gait {
	GAIT_OPENS = 1,   /* closed doors are no obstacle */
	GAIT_FLIES = 2,   /* over what spares those who fly */
	GAIT_SWIMS = 4,   /* through what spares those who swim */
	GAIT_PHASES = 16, /* through whatever there is */
	GAIT_DIGS = 32,   /* through what can be dug */
	GAIT_WET = 64,    /* through water alone */
	GAIT_BLOWS = 128, /* as gas does: wherever what flies passes, and there alone */
	GAIT_RECKLESS =
		8, /* whatever is dangerous, where bodies pass at all: the hero, and noise */
};

#define GAITS 256 /* sums of them */
/* Doorways are like any other cell to these. */
#define GAIT_ASLANT (GAIT_PHASES | GAIT_BLOWS)

/* Noises that are kept: what makes them and who listens ask by turns. */
#define WAYS_NOISES 2

enum ways_plane {
	WAYS_WALK, /* bodies pass */
	WAYS_DOORS,
	WAYS_MUFFLES, /* closed, yet a noise goes through it: doors, also locked ones */
	WAYS_SOUNDS,  /* what a noise gets to: all of these */
	WAYS_DOORWAYS,
	WAYS_DIG, /* closed, and may be dug */
	WAYS_WATER,
	WAYS_AIR,      /* what flies passes */
	WAYS_HARM,     /* dangerous to those who walk */
	WAYS_HARM_AIR, /* to those who fly */
	WAYS_HARM_SEA, /* to those who swim */
	WAYS_VISITED,  /* one for each noise that is kept */
	WAYS_PLANES = WAYS_VISITED + WAYS_NOISES
};

/* Ground as a gait finds it: bits a cell. */
enum {
	WAYS_ENTERS = 1,
	WAYS_STRAIGHT = 2,   /* never slantwise into it or out of it */
	WAYS_STEPS = 4,      /* the steps from it are known */
	WAYS_FIRST_STEP = 8, /* which they are, from this bit on, in the order of directions */
};

#define WAYS_GROUNDS 12
#define WAYS_SETS 64 /* of fields; a place and a gait have their set, of so many: */
#define WAYS_IN_SET 4
#define WAYS_FARTHEST 120 /* steps that a way may have */

struct ways_ground {
	uint8_t gait;
	uint16_t *cells;          /* with a border of one */
	uint64_t *enters, *doors; /* those of WAYS_ENTERS, of WAYS_STRAIGHT, a bit each */
};

/* How far cells are from a place, as far as a flood from there has come (ways_toward.c). */
struct ways_field {
	uint8_t gait, rounds;
	int16_t to_x, to_y;
	int16_t top, bottom; /* of its wave (ways_wave.h) */
	uint8_t left, right;
	uint32_t used; /* when it was asked for last; 0: it is nobody's */
	uint64_t *planes;
};

/* What a noise reached, which is in a plane of its own; radius -1: none, or of other ground. */
struct ways_noise {
	int16_t x, y;
	int radius;
};

struct ways {
	int16_t width, height;
	uint64_t *words; /* WAYS_PLANES planes (ways_wave.h) */
	struct ways_noise noises[WAYS_NOISES];
	int noise;        /* of them, which was asked for last */
	int ground_count; /* what is kept, until the ground changes */
	uint32_t asked;
	struct ways_ground grounds[WAYS_GROUNDS];
	uint8_t ground_of[GAITS]; /* by gait: 1 + the index of its ground, 0 for none */
	struct ways_field fields[WAYS_SETS * WAYS_IN_SET];
};

/* Made for a level's size, and filled from its terrain; the old words are used again or freed. */
void ways_build(struct ways *ways, const struct content *content, const struct level *level);
void ways_free(struct ways *ways);

/* A cell's terrain has changed. */
void ways_change(
	struct ways *ways, const struct content *content, const struct level *level, int x, int y);

/* Whether a step between two neighbouring cells is one that someone of a gait (bits of enum gait)
 * takes, bodies aside. */
bool ways_step_legal(
	const struct ways *ways, int x, int y, enum direction direction, unsigned gait);
/* All such steps from a cell, as bits 1 << direction. */
uint8_t ways_steps(struct ways *ways, int x, int y, unsigned gait);

/* What a cell is to a gait, by the planes; and what is kept is forgotten: where a cell has changed,
 * all of it, and the room for it too. */
unsigned ways_ground_at(const struct ways *ways, int x, int y, unsigned gait);
void ways_ground_changed(struct ways *ways, int x, int y);
void ways_forget(struct ways *ways);
void ways_forget_size(struct ways *ways);

/* The steps from one cell that lead nearer to another, and those that keep the distance, as bits 1
 * << direction; false when there is no way, or none of at most WAYS_FARTHEST steps. */
struct ways_trip {
	int from_x, from_y, to_x, to_y;
	unsigned gait;
};
struct ways_steps {
	uint8_t nearer, level;
};
bool ways_toward(struct ways *ways, const struct ways_trip *trip, struct ways_steps *steps);

/* Everything that hears a noise made at (x, y) which carries radius cells; asked with ways_heard_at
 * until the next wave. */
void ways_sound(struct ways *ways, int x, int y, int radius);
bool ways_heard_at(const struct ways *ways, int x, int y);

#endif
