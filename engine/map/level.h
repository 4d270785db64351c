/*
 * A level: a rectangle of cells with terrain, gases, vaults, and the areas that its generator made.
 *
 * Creatures and items belong to the game and have handles; a level without the hero is stored
 * packed. Map code works for any size up to LEVEL_WIDTH_MAX x LEVEL_HEIGHT_MAX.  Cells outside
 * count as rock.
 */
#ifndef TRAPDOOR_ENGINE_LEVEL_H
#define TRAPDOOR_ENGINE_LEVEL_H

#include "engine/base/limits.h"
#include "engine/base/random.h"
#include "engine/content/content.h"

/* Flags of a cell, beside its terrain. */
enum level_flag {
	LEVEL_LIT = 1,   /* the cell is lit by itself (a lit room's floor, walls and doorways) */
	LEVEL_KNOWN = 2, /* the hero remembers `memory` here */
	LEVEL_SEEN = 4,  /* in the hero's sight now: set by sight_update, not saved */
	LEVEL_REACHABLE = 8, /* in the hero's line of sight now: set by sight_update, not saved */
	LEVEL_HALL = 16,     /* part of a hall or corridor, where generators place no obstacle */
	LEVEL_GLOW = 32,     /* lit by a light near by (light.c): computed, not saved */
	LEVEL_SMOKE = 64,    /* gas that blocks light: computed from the gases */
	LEVEL_GLOOM = 128    /* gas that absorbs light: computed from the gases */
};

/* A part of the level where items and creatures may be placed: the ground inside a room, a stretch
 * of open land, or the cells of a corridor as a hall.  The rectangle bounds its cells.  The cells
 * of a hall have LEVEL_HALL, those of other areas do not.  Walls and obstacles inside are not part
 * of it. */
struct area {
	int16_t x, y, width, height;
	bool hall, lit;
};

/* A cell of a vault with a creature or an item, until the level is populated; not saved. */
struct vault_spot {
	int16_t x, y;
	uint16_t vault;
	uint8_t legend;
};
#define VAULTS_A_LEVEL 8

#define GASES_MAX 6

/* Cells from (left, top) up to, but excluding, (right, bottom); empty when left == right. */
struct box {
	int16_t left, top, right, bottom;
};

struct laid_vault {
	uint16_t kind;
	struct box box;
};

/* A cloud of one kind on a level: a concentration for each cell. */
struct gas {
	uint16_t kind; /* index of a cloud_kind */
	uint32_t total;
	uint16_t *amounts; /* width x height */
	uint16_t *spare;   /* width x height, all 0 between turns */
	struct box box;    /* contains all amounts above 0 */
};

#define FEELINGS_SHOWN 2 /* on arrival */
#define LEVEL_MOODS 6    /* number of feelings */

struct level {
	int16_t width, height;
	int16_t adjacent[DIR_COUNT]; /* offset from a cell's index to its neighbours' */
	uint8_t depth;
	uint16_t kind;     /* index of a level_kind */
	uint16_t *terrain; /* width x height terrain kinds, row by row */
	uint8_t *flags;    /* of enum level_flag */
	uint16_t *memory;  /* appearance last seen there; meaningful only with LEVEL_KNOWN, as is
			      known */
	uint8_t *known;    /* terrain kind last known there */
	uint8_t *mapped;   /* 1: known from a map alone, never seen */
	uint32_t *scent;   /* turn in which the hero's smell was left, 0 never */
	int16_t up_x, up_y, down_x, down_y; /* -1 where there are none */
	uint8_t gas_count;
	struct gas gases[GASES_MAX];
	size_t area_count, area_capacity;
	uint8_t vault_count;
	struct laid_vault vaults[VAULTS_A_LEVEL]; /* the placed vaults */
	uint8_t moods[FEELINGS_SHOWN]; /* feelings reported: 1 to LEVEL_MOODS (feeling.c), or 0 */
	size_t spot_count, spot_capacity;
	struct vault_spot *spots;
	struct area *areas; /* rooms, row by row of the grid, then halls; added by level_add_area */
};

/* Returns a level of zeros without stairs, for the generator or the loader to fill. */
struct level *level_new(int width, int height);
void level_free(struct level *level);
void level_add_area(struct level *level, struct area area);
void level_add_spot(struct level *level, struct vault_spot spot);

/* Returns the index of the vault whose box contains a cell, or -1. */
int level_vault_at(const struct level *level, int x, int y);

/* level_symbols writes the terrain as symbols of the game, width x height characters row by row,
 * not terminated.  level_text returns symbols as text, rows ended by newlines, trailing blanks cut,
 * which the caller frees. */
void level_symbols(const struct content *content, const struct level *level, char *symbols);
char *level_text(const struct level *level, const char *symbols);

/* Returns the terrain as which a cell is shown and named: plain floor, and hidden terrain that
 * looks like it, as the ground of the level's kind. */
const struct terrain_kind *level_shown(
	const struct content *content, const struct level *level, size_t at);
/* Like level_shown, for a terrain kind instead of a cell. */
const struct terrain_kind *level_shown_as(
	const struct content *content, const struct level *level, const struct terrain_kind *kind);
/* Returns the kind whose name and texts a terrain has on this level: for a wall, the walls of the
 * level's kind. */
const struct terrain_kind *level_called(const struct content *content, const struct level *level,
	const struct terrain_kind *terrain);

/* Finds a safe, passable cell of the area near its middle, to walk to.  Returns false when there is
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

/* A bit for each cell: rows of `stride` 64-bit words, x counted from the lowest bit; bits beyond
 * the width are 0. */
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

/* Permissive shadow-casting in exact integers; fov.c explains the algorithm.  blocks has 1 where
 * light is blocked; outside everything blocks.  reach, of the same size, receives 1 for exactly the
 * reachable cells, including the eye's.  radius 0 means unlimited, else only cells within the
 * square of that radius. */
void fov_compute(
	const struct bitmap *blocks, int eye_x, int eye_y, int radius, struct bitmap *reach);

#endif
