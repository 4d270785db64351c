/*
 * Planes and breadth-first waves over them, shared by distance_map.c and distance_map_toward.c.
 *
 * A plane has a bit for each cell and for a border of one cell, which nothing enters.  Its words
 * are in columns: 64 cells of a row are a word, followed by the word of the next row; after the
 * last row come the next 64 cells of all rows.  So adjacent rows of one column are adjacent in
 * memory, where machines handle two words at once; and a wave within one column, as most are, never
 * reads the others.
 *
 * A round of a wave reaches the neighbours of its edge in eight directions, but never diagonally
 * into or out of a doorway.  Between two rounds the caller may clear bits of the edge, and set bits
 * with bfs_wave_put.
 */
#ifndef TRAPDOOR_ENGINE_BFS_WAVE_H
#define TRAPDOOR_ENGINE_BFS_WAVE_H

#include "engine/map/distance_map.h"

#define WORD_BITS 64
#define COLUMNS_MAX ((LEVEL_WIDTH_MAX + 2 + WORD_BITS - 1) / WORD_BITS)
#define WORDS_MAX (COLUMNS_MAX * (LEVEL_HEIGHT_MAX + 2))
#define TWO 2 /* words at a time; a plane that is read must have so many words after it */

static inline size_t plane_rows(const struct distance_map *distances)
{
	return (size_t)distances->height + 2;
}

static inline size_t plane_words(const struct distance_map *distances)
{
	return ((size_t)distances->width + 2 + WORD_BITS - 1) / WORD_BITS * plane_rows(distances);
}

/* The index of the word of a cell of the level or the border, and the cell's bit in it. */
static inline size_t plane_word(const struct distance_map *distances, int x, int y)
{
	return (size_t)(x + 1) / WORD_BITS * plane_rows(distances) + (size_t)(y + 1);
}

static inline uint64_t plane_bit(int x)
{
	return UINT64_C(1) << ((x + 1) % WORD_BITS);
}

static inline bool plane_has(
	const struct distance_map *distances, const uint64_t *plane, int x, int y)
{
	return plane[plane_word(distances, x, y)] & plane_bit(x);
}

static inline void plane_put(
	const struct distance_map *distances, uint64_t *plane, int x, int y, bool on)
{
	uint64_t *word = &plane[plane_word(distances, x, y)];
	*word = on ? *word | plane_bit(x) : *word & ~plane_bit(x);
}

struct bfs_wave {
	const uint64_t *enters, *doors; /* cells that it may enter, and doorways */
	uint64_t *reached, *edge;       /* edge: the cells that the last round reached */
	int height;
	int top, bottom; /* rows of its edge; empty when top is below bottom */
	int left, right; /* columns of words that the next round may reach */
	unsigned over;   /* bit a column: its edge may reach a neighbouring column */
};

#define BFS_WAVE_OVER_ANY (~0u)

/* Adds a cell to the edge, which may be empty. */
void bfs_wave_put(const struct distance_map *distances, struct bfs_wave *wave, int x, int y);

/* Advances the wave by one step: the cells reached become the edge. */
void bfs_wave_round(struct bfs_wave *wave);

/* Sets the bits of the edge in a plane. Keeps the other bits. */
void bfs_wave_add(const struct bfs_wave *wave, uint64_t *plane);

static inline bool bfs_wave_has_edge(const struct bfs_wave *wave)
{
	return wave->top <= wave->bottom;
}

static inline uint64_t *distance_map_plane(
	const struct distance_map *distances, enum distance_map_plane which)
{
	return distances->words + (size_t)which * plane_words(distances);
}

static inline bool distance_map_bit(
	const struct distance_map *distances, enum distance_map_plane which, int x, int y)
{
	if (x < 0 || y < 0 || x >= distances->width || y >= distances->height)
		return false;
	return plane_has(distances, distance_map_plane(distances, which), x, y);
}

#endif
