/*
 * A level: a rectangle of cells, what lies on it, and the areas that its generator made.
 *
 * Creatures are not here: they belong to the game, with handles; a level that nobody is on keeps
 * them packed. Map code is independent of the size, up to LEVEL_WIDTH_MAX x LEVEL_HEIGHT_MAX.
 * Outside is rock.
 */
#ifndef TRAPDOOR_ENGINE_LEVEL_H
#define TRAPDOOR_ENGINE_LEVEL_H

#include "engine/base/limits.h"
#include "engine/base/random.h"
#include "engine/content/content.h"

/* Per-cell facts beside the terrain. */
enum level_flag {
	LEVEL_LIT = 1,   /* the cell is lit by itself (a lit room's floor, walls and doorways) */
	LEVEL_KNOWN = 2, /* the hero remembers `memory` here */
	LEVEL_SEEN = 4,  /* in the hero's sight now: made by perception, not saved */
	LEVEL_REACHABLE = 8, /* in the hero's line of sight now: likewise */
	LEVEL_HALL = 16,     /* part of a hall or corridor: nothing blocks it by design */
	LEVEL_GLOW = 32,     /* lit by a light near by (light.c): worked out, not saved */
	LEVEL_SMOKE = 64,    /* gas that light does not pass: worked out from the gases */
	LEVEL_GLOOM = 128    /* gas in which no light is: likewise */
};

/* A part of the level where things may be placed: the ground inside a room or a stretch of open
 * land, or a corridor's cells as a hall.  The rectangle bounds its cells, which are those with
 * LEVEL_HALL of a hall, and those without of any other; walls and what else stands in it is not of
 * it. */
struct area {
	int16_t x, y, width, height;
	bool hall, lit;
};

/* A cell of a vault with somebody or something, until the level is peopled; not saved. */
struct vault_spot {
	int16_t x, y;
	uint16_t vault;
	uint8_t legend;
};
#define VAULTS_A_LEVEL 8

#define GASES_MAX 6

/* Cells from (left, top) to, and without, (right, bottom); nothing when left == right. */
struct box {
	int16_t left, top, right, bottom;
};

struct laid_vault {
	uint16_t kind;
	struct box box;
};

/* A cloud of one kind on a level: a concentration for each cell. */
struct gas {
	uint16_t kind; /* of cloud_kind */
	uint32_t total;
	uint16_t *amounts; /* width x height */
	uint16_t *spare;   /* as many, all 0 between turns */
	struct box box;    /* all that is not 0 lies within */
};

#define FEELINGS_SHOWN 2 /* on coming to a level */
#define LEVEL_MOODS 6    /* feelings that there are */

struct level {
	int16_t width, height;
	int16_t adjacent[DIR_COUNT]; /* from a cell's place in the planes to its neighbours' */
	uint8_t depth;
	uint16_t kind;     /* of level_kind */
	uint16_t *terrain; /* width x height terrain kinds, row by row */
	uint8_t *flags;    /* of enum level_flag */
	uint16_t *memory;  /* look last seen there; meaningful with LEVEL_KNOWN, as is */
	uint8_t *known;    /* the kind of terrain last known there */
	uint32_t *scent;   /* turn number at which the hero's smell was laid, 0 never */
	int16_t up_x, up_y, down_x, down_y; /* -1 where there are none */
	uint8_t gas_count;
	struct gas gases[GASES_MAX];
	size_t area_count, area_capacity;
	uint8_t vault_count;
	struct laid_vault vaults[VAULTS_A_LEVEL]; /* where what was drawn by hand lies */
	uint8_t moods[FEELINGS_SHOWN]; /* feelings reported: 1 to LEVEL_MOODS (feeling.c), or 0 */
	size_t spot_count, spot_capacity;
	struct vault_spot *spots;
	struct area *areas; /* rooms, row by row of the grid, then halls; grown by level_add_area */
};

/* All zeros, and no stairs: the generator or the loader fills it. */
struct level *level_new(int width, int height);
void level_free(struct level *level);
void level_add_area(struct level *level, struct area area);
void level_add_spot(struct level *level, struct vault_spot spot);

/* The vault in whose box a cell is: its place among the level's, -1 for none. */
int level_vault_at(const struct level *level, int x, int y);

/* The terrain as symbols of the game, width x height characters row by row, nothing ended; and the
 * same as text, rows ended by newlines, trailing blanks cut, which the caller frees. */
void level_symbols(const struct content *content, const struct level *level, char *symbols);
char *level_text(const struct level *level, const char *symbols);

/* What a cell is shown and named as: the plain floor, and what passes for it, as the ground of the
 * level's kind. */
const struct terrain_kind *level_shown(
	const struct content *content, const struct level *level, size_t at);
/* What a kind of terrain is shown as on the level. */
const struct terrain_kind *level_shown_as(
	const struct content *content, const struct level *level, const struct terrain_kind *kind);
/* The kind whose name and words a terrain has on this level: of a wall, those of its kind's walls.
 */
const struct terrain_kind *level_called(const struct content *content, const struct level *level,
	const struct terrain_kind *terrain);

/* A cell of the area to walk to, near its middle: what bodies pass and is safe; false when there is
 * none. */
bool level_area_middle(const struct content *content, const struct level *level,
	const struct area *area, int16_t *x, int16_t *y);

static inline bool level_inside(const struct level *level, int x, int y)
{
	return x >= 0 && y >= 0 && x < level->width && y < level->height;
}

static inline size_t level_cells(const struct level *level)
{
	return (size_t)level->width * (size_t)level->height;
}

static inline size_t level_at(const struct level *level, int x, int y)
{
	return (size_t)y * (size_t)level->width + (size_t)x;
}

/* ---- Field of view (fov.c) ---- */

/* A bit a cell: rows of `stride` 64-bit words, x counted from the low bit; bits beyond the width
 * are 0. */
struct bitmap {
	int16_t width, height, stride;
	uint64_t *words;
};

#define BITMAP_STRIDE_MAX ((LEVEL_WIDTH_MAX + 63) / 64)
#define BITMAP_WORDS_MAX (BITMAP_STRIDE_MAX * LEVEL_HEIGHT_MAX)

static inline bool bitmap_get(const struct bitmap *bitmap, int x, int y)
{
	return bitmap->words[y * bitmap->stride + (x >> 6)] >> (x & 63) & 1;
}

static inline void bitmap_set(struct bitmap *bitmap, int x, int y)
{
	bitmap->words[y * bitmap->stride + (x >> 6)] |= UINT64_C(1) << (x & 63);
}

/* Permissive shadow-casting in exact integers; the algorithm and its facts are told in fov.c.
 * blocks has 1 where light is stopped; outside everything is stopped.  reach, of the same shape,
 * receives 1 for exactly the reachable cells, the eye's own included.  radius 0 means unlimited,
 * else only cells within the square of that radius. */
void fov_compute(
	const struct bitmap *blocks, int eye_x, int eye_y, int radius, struct bitmap *reach);

#endif
