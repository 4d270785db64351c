/*
 * Walls: the rock around ground that shows walls becomes walls, each drawn by the neighbours that
 * continue it.
 *
 * Properties of cells are bits, and a row of a level is a few words.  So 64 cells are handled at
 * once by combining shifted rows; only the few cells that become walls are handled singly.
 */
#include "engine/generate/carve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define WORD_BITS 64

/* A bit for each cell, x counted from the lowest bit of a row's first word.  A row of zeros is
 * before the first row and after the last. */
struct plane {
	uint64_t *words;
	int stride; /* words of a row */
};

struct walls {
	struct carve *carve;
	struct plane shown; /* ground with walls around it */
	struct plane solid; /* walls, future walls, and terrain that fills holes in walls */
	struct plane drawn; /* walls that are to be drawn */
};

static inline uint64_t *row_of(const struct plane *plane, int y)
{
	return plane->words + (y + 1) * plane->stride;
}

static void bit_set(struct plane *plane, int x, int y)
{
	row_of(plane, y)[x / WORD_BITS] |= (uint64_t)1 << x % WORD_BITS;
}

/* Return the left or right neighbour of each cell of a word, as bits. */
static inline uint64_t left_of(const uint64_t *row, int word)
{
	return row[word] << 1 | (word > 0 ? row[word - 1] >> (WORD_BITS - 1) : 0);
}

static inline uint64_t right_of(const uint64_t *row, int word, int stride)
{
	return row[word] >> 1 | (word + 1 < stride ? row[word + 1] << (WORD_BITS - 1) : 0);
}

/* ---- Reading the level ---- */

/* The planes that a terrain belongs to. */
enum cell { CELL_SHOWN = 1, CELL_SOLID = 2, CELL_DRAWN = 4 };

static void cells_of_terrains(const struct carve *carve, uint8_t cells[TERRAINS_MAX])
{
	for (int i = 0; i < carve->content->counts.terrains; i++) {
		bool solid = i == carve->kind->pane ||
			     carve->flags[i] & (TERRAIN_WALL | TERRAIN_DOORWAY);
		cells[i] = (uint8_t)((carve_shown(carve, (uint16_t)i) ? CELL_SHOWN : 0) |
				     (solid ? CELL_SOLID : 0));
	}
}

static void walls_begin(struct walls *walls, struct carve *carve, const uint8_t cells[TERRAINS_MAX])
{
	const uint16_t *terrain = carve->level->terrain;
	int stride = (carve->width + WORD_BITS - 1) / WORD_BITS;
	size_t words = (size_t)((carve->height + 2) * stride);
	uint64_t *all = calloc(3 * words, sizeof *all);
	assert(all);
	*walls = (struct walls){
		carve, {all, stride}, {all + words, stride}, {all + 2 * words, stride}};
	for (int y = 0; y < carve->height; y++)
		for (int x = 0; x < carve->width; x++) {
			unsigned cell = cells[*terrain++];
			if (cell == 0) /* rock, as most cells */
				continue;
			if (cell & CELL_SHOWN)
				bit_set(&walls->shown, x, y);
			if (cell & CELL_SOLID)
				bit_set(&walls->solid, x, y);
			if (cell & CELL_DRAWN)
				bit_set(&walls->drawn, x, y);
		}
}

static void walls_end(struct walls *walls)
{
	free(walls->shown.words);
}

/* ---- Walls to be ---- */

/* Marks all neighbours of a row's ground, except that of the outermost cells. */
static void mark_about(struct walls *walls, int y)
{
	int last = walls->carve->width - 1, stride = walls->shown.stride;
	uint64_t ground[BITMAP_STRIDE_MAX];
	memcpy(ground, row_of(&walls->shown, y), (size_t)stride * sizeof *ground);
	ground[0] &= ~(uint64_t)1;
	ground[last / WORD_BITS] &= ~((uint64_t)1 << last % WORD_BITS);
	for (int word = 0; word < stride; word++) {
		uint64_t about =
			ground[word] | left_of(ground, word) | right_of(ground, word, stride);
		for (int adjacent = y - 1; adjacent <= y + 1; adjacent++)
			row_of(&walls->drawn, adjacent)[word] |= about;
	}
}

/* Keeps only the rock of the marked cells; it becomes walls. */
static void keep_rock(struct walls *walls, int y)
{
	const struct carve *carve = walls->carve;
	for (int word = 0; word < walls->drawn.stride; word++) {
		const uint16_t *terrain = carve_cell(carve, word * WORD_BITS, y);
		uint64_t *drawn = &row_of(&walls->drawn, y)[word];
		for (uint64_t left = *drawn; left != 0; left &= left - 1)
			if (terrain[__builtin_ctzll(left)] != carve->terrain->rock)
				*drawn ^= left & (0 - left);
		row_of(&walls->solid, y)[word] |= *drawn;
	}
}

/* ---- Drawing ---- */

/* Draws the walls of a word of a row.  A wall continues to a neighbour if that is a wall, too, and
 * ground is beside at least one of the two, across the direction of the wall.  So thick walls are
 * drawn as their faces. */
static void word_draw(struct walls *walls, const uint16_t shapes[16], int y, int word)
{
	const uint64_t *above = row_of(&walls->shown, y - 1), *here = row_of(&walls->shown, y);
	const uint64_t *below = row_of(&walls->shown, y + 1), *solid = row_of(&walls->solid, y);
	int stride = walls->shown.stride;
	uint64_t left = left_of(above, word) | left_of(below, word);
	uint64_t right = right_of(above, word, stride) | right_of(below, word, stride);
	uint64_t adjacent = left_of(here, word) | right_of(here, word, stride);
	uint64_t along = above[word] | below[word];
	uint64_t north = row_of(&walls->solid, y - 1)[word] &
			 (adjacent | left_of(above, word) | right_of(above, word, stride));
	uint64_t south = row_of(&walls->solid, y + 1)[word] &
			 (adjacent | left_of(below, word) | right_of(below, word, stride));
	uint64_t east = right_of(solid, word, stride) & (along | right);
	uint64_t west = left_of(solid, word) & (along | left);
	uint16_t *terrain = carve_cell(walls->carve, word * WORD_BITS, y);
	for (uint64_t drawn = row_of(&walls->drawn, y)[word]; drawn != 0; drawn &= drawn - 1) {
		int x = __builtin_ctzll(drawn);
		terrain[x] = shapes[(north >> x & 1) | (east >> x & 1) << 1 |
				    (south >> x & 1) << 2 | (west >> x & 1) << 3];
	}
}

static void walls_draw(struct walls *walls)
{
	const struct content_terrains *terrain = walls->carve->terrain;
	const uint16_t shapes[16] = {terrain->pillar, /* bits: north, east, south, west */
		terrain->wall_vertical, terrain->wall_horizontal, terrain->corner_bl,
		terrain->wall_vertical, terrain->wall_vertical, terrain->corner_tl, terrain->tee_l,
		terrain->wall_horizontal, terrain->corner_br, terrain->wall_horizontal,
		terrain->tee_b, terrain->corner_tr, terrain->tee_r, terrain->tee_t, terrain->cross};
	for (int y = 0; y < walls->carve->height; y++)
		for (int word = 0; word < walls->drawn.stride; word++)
			if (row_of(&walls->drawn, y)[word] != 0)
				word_draw(walls, shapes, y, word);
}

void carve_walls(struct carve *carve)
{
	uint8_t cells[TERRAINS_MAX];
	struct walls walls;
	cells_of_terrains(carve, cells);
	walls_begin(&walls, carve, cells);
	for (int y = 1; y < carve->height - 1; y++)
		mark_about(&walls, y);
	for (int y = 0; y < carve->height; y++)
		keep_rock(&walls, y);
	walls_draw(&walls);
	walls_end(&walls);
}

void generate_join_walls(struct making *making)
{
	/* Other walls stay as they were placed. */
	const struct content_terrains *terrain = &making->content->terrain;
	const uint16_t drawn[] = {terrain->wall_horizontal, terrain->wall_vertical,
		terrain->corner_tl, terrain->corner_tr, terrain->corner_bl, terrain->corner_br,
		terrain->tee_l, terrain->tee_r, terrain->tee_t, terrain->tee_b, terrain->cross,
		terrain->pillar};
	uint8_t cells[TERRAINS_MAX];
	struct carve carve;
	struct walls walls;
	carve_begin(&carve, making);
	cells_of_terrains(&carve, cells);
	for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
		cells[drawn[i]] |= CELL_DRAWN;
	walls_begin(&walls, &carve, cells);
	walls_draw(&walls);
	walls_end(&walls);
	carve_end(&carve);
}
