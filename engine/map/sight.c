#include "engine/map/sight.h"

#include <assert.h>
#include <string.h>

#define LEVEL_LIT_BIT 0
#define LEVEL_GLOW_BIT 5
#define LEVEL_SMOKE_BIT 6
#define LEVEL_GLOOM_BIT 7

#define PLANES 8
#define COMMON_WORDS 64 /* of a bitmap of a level of the common size: 80x21 has 42 */

/* The bitmaps of an update, one for each property of cells. */
struct sight {
	struct bitmap blocks, reach, shows, solid, doorways, lit, glow, seen;
};

static size_t sight_words(const struct level *level)
{
	return (size_t)((level->width + 63) / 64) * (size_t)level->height;
}

static void sight_begin(struct sight *sight, const struct level *level, uint64_t *words)
{
	struct bitmap *bitmaps[] = {&sight->blocks, &sight->reach, &sight->shows, &sight->solid,
		&sight->doorways, &sight->lit, &sight->glow, &sight->seen};
	for (int i = 0; i < PLANES; i++)
		*bitmaps[i] = (struct bitmap){level->width, level->height,
			(int16_t)((level->width + 63) / 64),
			words + (size_t)i * sight_words(level)};
	memset(sight->seen.words, 0, sight_words(level) * sizeof *sight->seen.words);
}

/* ---- Reading the level, eight cells at a time ----
 *
 * Eight bytes of eight cells are one word; the same bit of each is gathered into a byte of a plane
 * by one multiplication, as 8i + 7(8 - i) = 56 + i. */

#define EACH UINT64_C(0x0101010101010101)

static uint64_t eight_bytes(const uint8_t *bytes, int count)
{
	uint64_t word = 0;
	if (count == 8) /* compilers make it one load */
		return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
		       (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 |
		       (uint64_t)bytes[5] << 40 | (uint64_t)bytes[6] << 48 |
		       (uint64_t)bytes[7] << 56;
	for (int i = 0; i < count; i++)
		word |= (uint64_t)bytes[i] << 8 * i;
	return word;
}

static uint64_t gather(uint64_t bytes, int bit)
{
	return (bytes >> bit & EACH) * UINT64_C(0x0102040810204080) >> 56;
}

/* The properties of a terrain for sight, as bits of a byte. */
enum ground { GROUND_BLOCKS, GROUND_SHOWS, GROUND_SOLID, GROUND_DOORWAY };

static void grounds_of(const struct content *content, uint8_t grounds[TERRAINS_MAX])
{
	for (int i = 0; i < content->counts.terrains; i++) {
		uint32_t flags = content->terrains[i].flags;
		bool solid = flags & (TERRAIN_WALL | TERRAIN_REMEMBERED_AS_WALL);
		grounds[i] = (uint8_t)(!(flags & TERRAIN_LIGHT) << GROUND_BLOCKS |
				       !!(flags & TERRAIN_SHOWS_WALLS) << GROUND_SHOWS |
				       solid << GROUND_SOLID |
				       (!solid && (flags & TERRAIN_DOORWAY)) << GROUND_DOORWAY);
	}
}

static uint64_t eight_grounds(const uint8_t *grounds, const uint16_t *terrain, int count)
{
	uint64_t word = 0;
	if (count == 8) /* without a loop, for speed */
		return (uint64_t)grounds[terrain[0]] | (uint64_t)grounds[terrain[1]] << 8 |
		       (uint64_t)grounds[terrain[2]] << 16 | (uint64_t)grounds[terrain[3]] << 24 |
		       (uint64_t)grounds[terrain[4]] << 32 | (uint64_t)grounds[terrain[5]] << 40 |
		       (uint64_t)grounds[terrain[6]] << 48 | (uint64_t)grounds[terrain[7]] << 56;
	for (int i = 0; i < count; i++)
		word |= (uint64_t)grounds[terrain[i]] << 8 * i;
	return word;
}

/* Reads 64 cells, or the rest of a row, into one word of each plane. */
static void word_read(struct sight *sight, const struct level *level, const uint8_t *grounds,
	size_t word, size_t cell, int count)
{
	uint64_t blocks = 0, shows = 0, solid = 0, doorways = 0, lit = 0, glow = 0;
	for (int bit = 0; bit < count; bit += 8) {
		size_t at = cell + (size_t)bit;
		int cells = count - bit < 8 ? count - bit : 8;
		uint64_t ground = eight_grounds(grounds, level->terrain + at, cells);
		uint64_t flags = eight_bytes(level->flags + at, cells);
		blocks |= gather(ground, GROUND_BLOCKS) << bit;
		shows |= gather(ground, GROUND_SHOWS) << bit;
		solid |= gather(ground, GROUND_SOLID) << bit;
		doorways |= gather(ground, GROUND_DOORWAY) << bit;
		lit |= gather(flags, LEVEL_LIT_BIT) << bit;
		if (!(flags & EACH * (LEVEL_GLOW | LEVEL_SMOKE | LEVEL_GLOOM)))
			continue;
		uint64_t clear = ~gather(flags, LEVEL_GLOOM_BIT);
		blocks |= gather(flags, LEVEL_SMOKE_BIT) << bit;
		glow |= (gather(flags, LEVEL_GLOW_BIT) & clear) << bit;
		lit &= clear << bit | ~(UINT64_C(0xff) << bit);
	}
	sight->blocks.words[word] = blocks;
	sight->shows.words[word] = shows;
	sight->solid.words[word] = solid;
	sight->doorways.words[word] = doorways;
	sight->lit.words[word] = lit | glow;
	sight->glow.words[word] = glow;
}

static void level_read(
	struct sight *sight, const struct level *level, const struct content *content)
{
	_Static_assert(LEVEL_LIT == 1 << LEVEL_LIT_BIT, "the flags are used as bits");
	_Static_assert(LEVEL_GLOW == 1 << LEVEL_GLOW_BIT, "likewise");
	_Static_assert(LEVEL_SMOKE == 1 << LEVEL_SMOKE_BIT, "likewise");
	_Static_assert(LEVEL_GLOOM == 1 << LEVEL_GLOOM_BIT, "likewise");
	uint8_t grounds[TERRAINS_MAX];
	grounds_of(content, grounds);
	size_t word = 0;
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x += 64)
			word_read(sight, level, grounds, word++, level_at(level, x, y),
				level->width - x < 64 ? level->width - x : 64);
}

/* Sets the cells near the eye, which are seen without light. */
static void add_near(struct bitmap *bitmap, int x, int y, int within)
{
	for (int cy = y - within; cy <= y + within; cy++)
		for (int cx = x - within; cx <= x + within; cx++)
			if (cx >= 0 && cy >= 0 && cx < bitmap->width && cy < bitmap->height)
				bitmap_set(bitmap, cx, cy);
}

/* Returns one word of a row, widened by a cell to both sides. */
static uint64_t word_widened(const uint64_t *row, int stride, int k)
{
	uint64_t word = row[k] | row[k] << 1 | row[k] >> 1;
	if (k > 0)
		word |= row[k - 1] >> 63;
	if (k + 1 < stride)
		word |= row[k + 1] << 63;
	return word;
}

/* Marks the cells that touch a seen cell which shows walls: light is reflected to them. */
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

static void appearance(struct sight *sight, const struct sight_eye *eye)
{
	uint64_t touched[BITMAP_WORDS_MAX];
	int count = sight->seen.stride * sight->seen.height;
	if (eye->blind) {
		memset(sight->lit.words, 0, sizeof *sight->lit.words * (size_t)count);
		memset(sight->glow.words, 0, sizeof *sight->glow.words * (size_t)count);
	}
	uint64_t *seen = sight->seen.words;
	int near = eye->blind || eye->dark_sight < 1 ? 1 : eye->dark_sight;
	add_near(&sight->lit, eye->x, eye->y, near);
	add_near(&sight->glow, eye->x, eye->y, near);
	for (int i = 0; i < count; i++)
		seen[i] = sight->reach.words[i] & sight->lit.words[i] & ~sight->solid.words[i] &
			  ~sight->doorways.words[i];
	reflect(sight, touched);
	/* Doorways near the eye or a light source are seen by themselves. */
	for (int i = 0; i < count; i++)
		seen[i] |=
			(touched[i] & (sight->solid.words[i] | sight->doorways.words[i])) |
			(sight->glow.words[i] & sight->reach.words[i] & sight->doorways.words[i]);
}

/* Spreads eight bits to eight bytes, each 0 or 1. */
static uint64_t spread(uint64_t bits)
{
	uint64_t each = bits * EACH & UINT64_C(0x8040201008040201);
	return (each + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & EACH;
}

/* Writes LEVEL_REACHABLE and LEVEL_SEEN into the flags of up to eight cells. */
static void eight_write(uint8_t *flags, int count, uint64_t reach, uint64_t seen)
{
	uint64_t cells = eight_bytes(flags, count);
	if ((reach | seen | (cells & EACH * (LEVEL_REACHABLE | LEVEL_SEEN))) == 0)
		return;
	uint64_t answers = spread(reach) * LEVEL_REACHABLE | spread(seen) * LEVEL_SEEN;
	uint64_t now = (cells & ~(EACH * (LEVEL_REACHABLE | LEVEL_SEEN))) | answers;
	if (now == cells)
		return;
	for (int i = 0; i < count; i++)
		flags[i] = (uint8_t)(now >> 8 * i);
}

static void flags_write(const struct sight *sight, struct level *level)
{
	for (int y = 0; y < level->height; y++) {
		for (int x = 0; x < level->width; x += 8) {
			int count = level->width - x < 8 ? level->width - x : 8;
			size_t word = (size_t)(y * sight->seen.stride + (x >> 6));
			eight_write(level->flags + level_at(level, x, y), count,
				sight->reach.words[word] >> (x & 63) & 0xff,
				sight->seen.words[word] >> (x & 63) & 0xff);
		}
	}
}

static void update_in(struct level *level, const struct content *content,
	const struct sight_eye *eye, uint64_t *words)
{
	struct sight sight;
	sight_begin(&sight, level, words);
	level_read(&sight, level, content);
	fov_compute(&sight.blocks, eye->x, eye->y, 0, &sight.reach);
	appearance(&sight, eye);
	flags_write(&sight, level);
}

/* A separate function, so that only large levels touch the stack for the largest one: touched pages
 * of a stack stay with a session. */
static __attribute__((noinline)) void update_large(
	struct level *level, const struct content *content, const struct sight_eye *eye)
{
	uint64_t words[PLANES * BITMAP_WORDS_MAX];
	update_in(level, content, eye, words);
}

void sight_update(struct level *level, const struct content *content, const struct sight_eye *eye)
{
	uint64_t words[PLANES * COMMON_WORDS];
	assert(level_inside(level, eye->x, eye->y));
	if (sight_words(level) > COMMON_WORDS)
		update_large(level, content, eye);
	else
		update_in(level, content, eye, words);
}

bool sight_adjacent(int ax, int ay, int bx, int by)
{
	return ax - bx <= 1 && bx - ax <= 1 && ay - by <= 1 && by - ay <= 1;
}
