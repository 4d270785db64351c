/*
 * Distance maps: which gaits can pass which cells, as bits, and breadth-first waves over them.
 *
 * A wave advances one step a round, in eight directions but never diagonally into or out of a
 * doorway, by shifting words of 64 cells (bfs_wave.h).  So a wave over a level costs about as much
 * as reading each of its cells once.  It computes how far a noise carries: along open cells, with
 * DOOR_MUFFLES subtracted at a closed door.  The steps that bring a walker nearer to a target are
 * needed so often that distances are cached (distance_map_toward.c).
 */
#ifndef TRAPDOOR_ENGINE_DISTANCE_MAP_H
#define TRAPDOOR_ENGINE_DISTANCE_MAP_H

#include "engine/map/level.h"

#define DOOR_MUFFLES 6

/* How a creature moves, as bits. */
enum gait {
	GAIT_OPENS = 1,    /* opens closed doors */
	GAIT_FLIES = 2,    /* crosses hazards that spare flying creatures */
	GAIT_SWIMS = 4,    /* crosses hazards that spare swimming creatures */
	GAIT_PHASES = 16,  /* passes through everything */
	GAIT_DIGS = 32,    /* passes through diggable terrain */
	GAIT_WET = 64,     /* stays within water */
	GAIT_BLOWS = 128,  /* as gas: enters exactly the cells that projectiles pass */
	GAIT_RECKLESS = 8, /* ignores hazards: the hero, mindless creatures and noise */
};

#define GAITS 256 /* number of combinations */
/* Gaits to which doorways are ordinary cells. */
#define GAIT_ASLANT (GAIT_PHASES | GAIT_BLOWS)

/* Cached noises: two, because its source and its hearers alternate. */
#define DISTANCE_MAP_NOISES 2

enum distance_map_plane {
	DISTANCE_MAP_WALK, /* bodies pass */
	DISTANCE_MAP_DOORS,
	DISTANCE_MAP_MUFFLES, /* closed, but noise passes: doors, also locked ones */
	DISTANCE_MAP_SOUNDS,  /* noise passes: all of these */
	DISTANCE_MAP_DOORWAYS,
	DISTANCE_MAP_DIG, /* closed and diggable */
	DISTANCE_MAP_WATER,
	DISTANCE_MAP_AIR,      /* projectiles pass */
	DISTANCE_MAP_HARM,     /* dangerous to walking creatures */
	DISTANCE_MAP_HARM_AIR, /* dangerous to flying creatures */
	DISTANCE_MAP_HARM_SEA, /* dangerous to swimming creatures */
	DISTANCE_MAP_VISITED,  /* one for each cached noise */
	DISTANCE_MAP_PLANES = DISTANCE_MAP_VISITED + DISTANCE_MAP_NOISES
};

/* A cell for a gait, as bits. */
enum {
	DISTANCE_MAP_ENTERS = 1,
	DISTANCE_MAP_STRAIGHT = 2, /* no diagonal step into or out of it */
	DISTANCE_MAP_STEPS = 4,    /* its legal steps are cached */
	DISTANCE_MAP_FIRST_STEP =
		8, /* the first of eight bits for the legal steps, in the order of directions */
};

#define DISTANCE_MAP_GROUNDS 12
#define DISTANCE_MAP_SETS 64 /* of IN_SET fields; target and gait choose the set */
#define DISTANCE_MAP_IN_SET 4
#define DISTANCE_MAP_FARTHEST 120 /* steps that a path may have */

struct distance_map_ground {
	uint8_t gait;
	uint16_t *cells;          /* bits above, with a border of one cell */
	uint64_t *enters, *doors; /* planes of DISTANCE_MAP_ENTERS and of DISTANCE_MAP_STRAIGHT */
};

/* Distances of cells to a target, as far as the flood from the target has come
 * (distance_map_toward.c). */
struct distance_map_field {
	uint8_t gait, rounds;
	int16_t to_x, to_y;
	int16_t top, bottom; /* of its wave (bfs_wave.h) */
	uint8_t left, right;
	uint32_t used; /* number of the last query that used it; 0: free */
	uint64_t *planes;
};

/* The noise of a visited plane; radius -1: none, or of changed ground. */
struct distance_map_noise {
	int16_t x, y;
	int radius;
};

struct distance_map {
	int16_t width, height;
	uint64_t *words; /* DISTANCE_MAP_PLANES planes (bfs_wave.h) */
	struct distance_map_noise noises[DISTANCE_MAP_NOISES];
	int noise;        /* index of the noise used last */
	int ground_count; /* cached grounds; they are dropped when a level is built */
	uint32_t asked;
	struct distance_map_ground grounds[DISTANCE_MAP_GROUNDS];
	uint8_t ground_of[GAITS]; /* by gait: 1 + the index of its ground, 0 for none */
	struct distance_map_field fields[DISTANCE_MAP_SETS * DISTANCE_MAP_IN_SET];
};

/* Fills the map from a level's terrain; reallocates it if the size has changed. */
void distance_map_build(
	struct distance_map *distances, const struct content *content, const struct level *level);
void distance_map_free(struct distance_map *distances);

/* Updates a cell whose terrain has changed. */
void distance_map_change(struct distance_map *distances, const struct content *content,
	const struct level *level, int x, int y);

/* True if a gait (bits of enum gait) can step between two neighbouring cells, apart from creatures
 * in the way. */
bool distance_map_step_legal(const struct distance_map *distances, int x, int y,
	enum direction direction, unsigned gait);
/* Returns all legal steps from a cell, as bits 1 << direction. */
uint8_t distance_map_steps(struct distance_map *distances, int x, int y, unsigned gait);

/* distance_map_ground_at returns the bits of a cell for a gait, from the planes.  The others drop
 * caches: those that a changed cell affects, all of them, and also their memory. */
unsigned distance_map_ground_at(const struct distance_map *distances, int x, int y, unsigned gait);
void distance_map_ground_changed(struct distance_map *distances, int x, int y);
void distance_map_forget(struct distance_map *distances);
void distance_map_forget_size(struct distance_map *distances);

/* Computes the steps from one cell that lead nearer to another, and those that keep the distance,
 * as bits 1 << direction.  Returns false when there is no path of at most DISTANCE_MAP_FARTHEST
 * steps. */
struct distance_map_trip {
	int from_x, from_y, to_x, to_y;
	unsigned gait;
};
struct distance_map_steps {
	uint8_t nearer, level;
};
bool distance_map_toward(struct distance_map *distances, const struct distance_map_trip *trip,
	struct distance_map_steps *steps);

/* Computes where a noise made at (x, y) that carries radius cells is heard.  distance_map_heard_at
 * reads the result until the next call. */
void distance_map_sound(struct distance_map *distances, int x, int y, int radius);
bool distance_map_heard_at(const struct distance_map *distances, int x, int y);

#endif
