/*
 * Ways: who can walk where, as bits, and waves over them.
 *
 * A wave goes one step a round, in eight directions but never diagonally into or out of a doorway,
 * by shifting words of 64 cells (distance_map_wave.h); so a wave over a level costs about as much
 * as looking at each of its cells once. It answers how far a noise carries: along open ways, a
 * closed door taking DOOR_MUFFLES off.  Which steps bring a walker nearer to a place is asked so
 * often that distances are kept (distance_map_toward.c).
 */
#ifndef TRAPDOOR_ENGINE_DISTANCE_MAP_H
#define TRAPDOOR_ENGINE_DISTANCE_MAP_H

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
#define DISTANCE_MAP_NOISES 2

enum distance_map_plane {
	DISTANCE_MAP_WALK, /* bodies pass */
	DISTANCE_MAP_DOORS,
	DISTANCE_MAP_MUFFLES, /* closed, yet a noise goes through it: doors, also locked ones */
	DISTANCE_MAP_SOUNDS,  /* what a noise gets to: all of these */
	DISTANCE_MAP_DOORWAYS,
	DISTANCE_MAP_DIG, /* closed, and may be dug */
	DISTANCE_MAP_WATER,
	DISTANCE_MAP_AIR,      /* what flies passes */
	DISTANCE_MAP_HARM,     /* dangerous to those who walk */
	DISTANCE_MAP_HARM_AIR, /* to those who fly */
	DISTANCE_MAP_HARM_SEA, /* to those who swim */
	DISTANCE_MAP_VISITED,  /* one for each noise that is kept */
	DISTANCE_MAP_PLANES = DISTANCE_MAP_VISITED + DISTANCE_MAP_NOISES
};

/* Ground as a gait finds it: bits a cell. */
enum {
	DISTANCE_MAP_ENTERS = 1,
	DISTANCE_MAP_STRAIGHT = 2, /* never slantwise into it or out of it */
	DISTANCE_MAP_STEPS = 4,    /* the steps from it are known */
	DISTANCE_MAP_FIRST_STEP =
		8, /* which they are, from this bit on, in the order of directions */
};

#define DISTANCE_MAP_GROUNDS 12
#define DISTANCE_MAP_SETS 64 /* of fields; a place and a gait have their set, of so many: */
#define DISTANCE_MAP_IN_SET 4
#define DISTANCE_MAP_FARTHEST 120 /* steps that a way may have */

struct distance_map_ground {
	uint8_t gait;
	uint16_t *cells; /* with a border of one */
	uint64_t *enters,
		*doors; /* those of DISTANCE_MAP_ENTERS, of DISTANCE_MAP_STRAIGHT, a bit each */
};

/* How far cells are from a place, as far as a flood from there has come (distance_map_toward.c). */
struct distance_map_field {
	uint8_t gait, rounds;
	int16_t to_x, to_y;
	int16_t top, bottom; /* of its wave (distance_map_wave.h) */
	uint8_t left, right;
	uint32_t used; /* when it was asked for last; 0: it is nobody's */
	uint64_t *planes;
};

/* What a noise reached, which is in a plane of its own; radius -1: none, or of other ground. */
struct distance_map_noise {
	int16_t x, y;
	int radius;
};

struct distance_map {
	int16_t width, height;
	uint64_t *words; /* DISTANCE_MAP_PLANES planes (distance_map_wave.h) */
	struct distance_map_noise noises[DISTANCE_MAP_NOISES];
	int noise;        /* of them, which was asked for last */
	int ground_count; /* what is kept, until the ground changes */
	uint32_t asked;
	struct distance_map_ground grounds[DISTANCE_MAP_GROUNDS];
	uint8_t ground_of[GAITS]; /* by gait: 1 + the index of its ground, 0 for none */
	struct distance_map_field fields[DISTANCE_MAP_SETS * DISTANCE_MAP_IN_SET];
};

/* Made for a level's size, and filled from its terrain; the old words are used again or freed. */
void distance_map_build(
	struct distance_map *distances, const struct content *content, const struct level *level);
void distance_map_free(struct distance_map *distances);

/* A cell's terrain has changed. */
void distance_map_change(struct distance_map *distances, const struct content *content,
	const struct level *level, int x, int y);

/* Whether a step between two neighbouring cells is one that someone of a gait (bits of enum gait)
 * takes, bodies aside. */
bool distance_map_step_legal(const struct distance_map *distances, int x, int y,
	enum direction direction, unsigned gait);
/* All such steps from a cell, as bits 1 << direction. */
uint8_t distance_map_steps(struct distance_map *distances, int x, int y, unsigned gait);

/* What a cell is to a gait, by the planes; and what is kept is forgotten: where a cell has changed,
 * all of it, and the room for it too. */
unsigned distance_map_ground_at(const struct distance_map *distances, int x, int y, unsigned gait);
void distance_map_ground_changed(struct distance_map *distances, int x, int y);
void distance_map_forget(struct distance_map *distances);
void distance_map_forget_size(struct distance_map *distances);

/* The steps from one cell that lead nearer to another, and those that keep the distance, as bits 1
 * << direction; false when there is no way, or none of at most DISTANCE_MAP_FARTHEST steps. */
struct distance_map_trip {
	int from_x, from_y, to_x, to_y;
	unsigned gait;
};
struct distance_map_steps {
	uint8_t nearer, level;
};
bool distance_map_toward(struct distance_map *distances, const struct distance_map_trip *trip,
	struct distance_map_steps *steps);

/* Everything that hears a noise made at (x, y) which carries radius cells; asked with
 * distance_map_heard_at until the next wave. */
void distance_map_sound(struct distance_map *distances, int x, int y, int radius);
bool distance_map_heard_at(const struct distance_map *distances, int x, int y);

#endif
