#include "sight.h"

#include <assert.h>
#include <string.h>

#define LEVEL_GLOW_BIT 5
#define LEVEL_SMOKE_BIT 6
#define LEVEL_GLOOM_BIT 7

/* What an update works with: a bitmap for each question that is asked of the whole level. */
struct sight {
	struct bitmap blocks, reach, shows, solid, doorways, lit, glow, seen;
	uint64_t words[8][BITMAP_WORDS_MAX];
};

static size_t sight_words(const struct level *level)
{
	return (size_t)((level->width + 63) / 64) * (size_t)level->height;
}

static void sight_begin(struct sight *sight, const struct level *level)
{
	struct bitmap *bitmaps[] = {&sight->blocks, &sight->reach, &sight->shows, &sight->solid,
		&sight->doorways, &sight->lit, &sight->glow, &sight->seen};
	for (int i = 0; i < 8; i++)
		*bitmaps[i] = (struct bitmap){level->width, level->height,
			(int16_t)((level->width + 63) / 64), sight->words[i]};
	memset(sight->seen.words, 0, sight_words(level) * sizeof *sight->seen.words);
}

/* Reads 64 cells, or what is left of a row, into one word of each bitmap. */
static void word_read(struct sight *sight, const struct level *level,
	const struct terrain_kind *kinds, size_t word, size_t cell, int count)
{
	uint64_t blocks = 0, shows = 0, solid = 0, doorways = 0, lit = 0, glow = 0;
	for (int i = 0; i < count; i++) {
		uint32_t flags = kinds[level->terrain[cell + (size_t)i]].flags;
		uint64_t cells = level->flags[cell + (size_t)i];
		uint64_t clear = ~cells >> LEVEL_GLOOM_BIT & 1;
		blocks |= ((~flags >> TERRAIN_LIGHT_BIT | cells >> LEVEL_SMOKE_BIT) & 1) << i;
		shows |= (uint64_t)(flags >> TERRAIN_SHOWS_WALLS_BIT & 1) << i;
		solid |= (uint64_t) !!(flags & (TERRAIN_WALL | TERRAIN_REMEMBERED_AS_WALL)) << i;
		doorways |= (uint64_t)(flags >> TERRAIN_DOORWAY_BIT & 1) << i;
		lit |= (cells & LEVEL_LIT & clear) << i;
		glow |= (cells >> LEVEL_GLOW_BIT & clear) << i;
	}
	sight->blocks.words[word] = blocks;
	sight->shows.words[word] = shows;
	sight->solid.words[word] = solid;
	sight->doorways.words[word] = doorways & ~solid;
	sight->lit.words[word] = lit | glow;
	sight->glow.words[word] = glow;
}

static void level_read(
	struct sight *sight, const struct level *level, const struct content *content)
{
	_Static_assert(LEVEL_LIT == 1, "the flag is used as a bit");
	_Static_assert(LEVEL_GLOW == 1 << LEVEL_GLOW_BIT, "likewise");
	_Static_assert(LEVEL_SMOKE == 1 << LEVEL_SMOKE_BIT, "likewise");
	_Static_assert(LEVEL_GLOOM == 1 << LEVEL_GLOOM_BIT, "likewise");
	size_t word = 0;
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x += 64) {
			int count = level->width - x < 64 ? level->width - x : 64;
			word_read(sight, level, content->terrains, word++, level_at(level, x, y),
				count);
		}
}

/* What touches the eye is seen whatever light there is. */
static void add_adjacent(struct bitmap *bitmap, int x, int y)
{
	for (int cy = y - 1; cy <= y + 1; cy++)
		for (int cx = x - 1; cx <= x + 1; cx++)
			if (cx >= 0 && cy >= 0 && cx < bitmap->width && cy < bitmap->height)
				bitmap_set(bitmap, cx, cy);
}

/* One word of a row widened by a cell to both sides. */
static uint64_t word_widened(const uint64_t *row, int stride, int k)
{
	uint64_t word = row[k] | row[k] << 1 | row[k] >> 1;
	if (k > 0)
		word |= row[k - 1] >> 63;
	if (k + 1 < stride)
		word |= row[k + 1] << 63;
	return word;
}

/* Light that falls on cells which show walls is reflected by what touches them. */
static void reflect(struct sight *sight, uint64_t *touched)
{
	int stride = sight->seen.stride, height = sight->seen.height;
	uint64_t rows[BITMAP_WORDS_MAX], *shown = rows;
	for (int i = 0; i < stride * height; i++)
		shown[i] = sight->seen.words[i] & sight->shows.words[i];
	memset(touched, 0, sizeof *touched * (size_t)(stride * height));
	for (int y = 0; y < height; y++)
		for (int k = 0; k < stride; k++) {
			uint64_t word = word_widened(shown + y * stride, stride, k);
			touched[y * stride + k] |= word;
			if (y > 0)
				touched[(y - 1) * stride + k] |= word;
			if (y + 1 < height)
				touched[(y + 1) * stride + k] |= word;
		}
}

static void look(struct sight *sight, const struct sight_eye *eye)
{
	uint64_t touched[BITMAP_WORDS_MAX];
	int count = sight->seen.stride * sight->seen.height;
	if (eye->blind) {
		memset(sight->lit.words, 0, sizeof *sight->lit.words * (size_t)count);
		memset(sight->glow.words, 0, sizeof *sight->glow.words * (size_t)count);
	}
	uint64_t *seen = sight->seen.words;
	add_adjacent(&sight->lit, eye->x, eye->y);
	add_adjacent(&sight->glow, eye->x, eye->y);
	for (int i = 0; i < count; i++)
		seen[i] = sight->reach.words[i] & sight->lit.words[i] & ~sight->solid.words[i] &
			  ~sight->doorways.words[i];
	reflect(sight, touched);
	/* Doorways near the eye, or near something that shines, are seen by themselves. */
	for (int i = 0; i < count; i++)
		seen[i] |= (touched[i] & (sight->solid.words[i] | sight->doorways.words[i])) |
			   (sight->glow.words[i] & sight->reach.words[i] & sight->doorways.words[i]);
}

/* Writes the two answers into the flags of the cells. */
static void flags_write(const struct sight *sight, struct level *level)
{
	for (int y = 0; y < level->height; y++) {
		uint8_t *flags = level->flags + level_at(level, 0, y);
		for (int x = 0; x < level->width; x++) {
			size_t word = (size_t)(y * sight->seen.stride + (x >> 6));
			unsigned reach = sight->reach.words[word] >> (x & 63) & 1;
			unsigned seen = sight->seen.words[word] >> (x & 63) & 1;
			flags[x] = (uint8_t)((flags[x] & ~(LEVEL_SEEN | LEVEL_REACHABLE)) |
					     seen * LEVEL_SEEN | reach * LEVEL_REACHABLE);
		}
	}
}

void sight_update(struct level *level, const struct content *content, const struct sight_eye *eye)
{
	struct sight sight;
	assert(level_inside(level, eye->x, eye->y));
	sight_begin(&sight, level);
	level_read(&sight, level, content);
	fov_compute(&sight.blocks, eye->x, eye->y, 0, &sight.reach);
	look(&sight, eye);
	flags_write(&sight, level);
}

bool sight_line(const struct level *level, int x, int y)
{
	return level_inside(level, x, y) && level->flags[level_at(level, x, y)] & LEVEL_REACHABLE;
}

bool sight_adjacent(int ax, int ay, int bx, int by)
{
	return ax - bx <= 1 && bx - ax <= 1 && ay - by <= 1 && by - ay <= 1;
}
