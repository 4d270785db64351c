/* Waves by shifting rows of words; see ways.h. */
#include "ways.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define WORD_BITS 64
/* Doors that one noise may wait at. */
#define DOORS_WAITING 48

static uint64_t *plane(const struct ways *ways, enum ways_plane which)
{
	return ways->words + (size_t)which * (size_t)(ways->height * ways->stride);
}

static void bit_set(const struct ways *ways, enum ways_plane which, int x, int y, bool on)
{
	uint64_t *word = plane(ways, which) + y * ways->stride + x / WORD_BITS;
	uint64_t bit = (uint64_t)1 << (x % WORD_BITS);
	*word = on ? *word | bit : *word & ~bit;
}

static bool bit_at(const struct ways *ways, enum ways_plane which, int x, int y)
{
	if (x < 0 || y < 0 || x >= ways->width || y >= ways->height)
		return false;
	return plane(ways, which)[y * ways->stride + x / WORD_BITS] >> (x % WORD_BITS) & 1;
}

/* Whoever may open it, and whether anybody can; but not what passes for a wall. */
static bool muffles(const struct terrain_kind *kind)
{
	return content_opens(kind) ||
	       (kind->flags & (TERRAIN_MUFFLES | TERRAIN_REMEMBERED_AS_WALL)) == TERRAIN_MUFFLES;
}

static void read_cell(
	struct ways *ways, const struct content *content, const struct level *level, int x, int y)
{
	const struct terrain_kind *kind = &content->terrains[level->terrain[level_at(level, x, y)]];
	bool walk = kind->flags & TERRAIN_OBJECTS;
	bit_set(ways, WAYS_WALK, x, y, walk);
	bit_set(ways, WAYS_DOORS, x, y, !walk && content_opens(kind));
	bit_set(ways, WAYS_MUFFLES, x, y, !walk && muffles(kind));
	bit_set(ways, WAYS_DOORWAYS, x, y, kind->flags & TERRAIN_DOORWAY);
	bit_set(ways, WAYS_DIG, x, y, !walk && content_change(kind, CAUSE_DIG));
	bit_set(ways, WAYS_WATER, x, y, kind->flags & TERRAIN_WATER);
	bit_set(ways, WAYS_AIR, x, y, kind->flags & TERRAIN_PROJECTILES);
	bit_set(ways, WAYS_HARM, x, y, content_harms(kind, 0));
	bit_set(ways, WAYS_HARM_AIR, x, y, content_harms(kind, TRAIT_FLIES));
	bit_set(ways, WAYS_HARM_SEA, x, y, content_harms(kind, TRAIT_SWIMS));
}

/* What a cell is by all planes that are read from the level. */
static unsigned planes_at(const struct ways *ways, int x, int y)
{
	unsigned bits = 0;
	for (int which = 0; which < WAYS_VISITED; which++)
		bits |= (unsigned)bit_at(ways, (enum ways_plane)which, x, y) << which;
	return bits;
}

static void noises_forget(struct ways *ways)
{
	for (int i = 0; i < WAYS_NOISES; i++)
		ways->noises[i].radius = -1;
}

void ways_change(
	struct ways *ways, const struct content *content, const struct level *level, int x, int y)
{
	unsigned before = planes_at(ways, x, y);
	read_cell(ways, content, level, x, y);
	if (planes_at(ways, x, y) == before)
		return;
	noises_forget(ways);
	ways_ground_changed(ways, x, y);
}

void ways_build(struct ways *ways, const struct content *content, const struct level *level)
{
	int stride = (level->width + WORD_BITS - 1) / WORD_BITS;
	if (ways->width != level->width || ways->height != level->height) {
		ways_forget_size(ways);
		free(ways->words);
		ways->words = calloc((size_t)WAYS_PLANES * (size_t)(level->height * stride),
			sizeof *ways->words);
		assert(ways->words != NULL);
	}
	ways_forget(ways);
	noises_forget(ways);
	ways->width = level->width;
	ways->height = level->height;
	ways->stride = (int16_t)stride;
	memset(ways->words, 0,
		(size_t)WAYS_VISITED * (size_t)(level->height * stride) * sizeof *ways->words);
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++)
			read_cell(ways, content, level, x, y);
}

void ways_free(struct ways *ways)
{
	ways_forget_size(ways);
	free(ways->words);
	*ways = (struct ways){0};
}

/* The cells that a gait does not enter; WAYS_PLANES when there are none such. */
static enum ways_plane harm_plane(unsigned gait)
{
	return gait & (GAIT_RECKLESS | GAIT_BLOWS) ? WAYS_PLANES
	       : gait & GAIT_FLIES                 ? WAYS_HARM_AIR
	       : gait & GAIT_SWIMS                 ? WAYS_HARM_SEA
						   : WAYS_HARM;
}

/* Whether a gait gets into a cell at all, what is dangerous there aside. */
static bool passes(const struct ways *ways, int x, int y, unsigned gait)
{
	if (gait & GAIT_BLOWS)
		return bit_at(ways, WAYS_AIR, x, y);
	if (gait & GAIT_PHASES)
		return x >= 0 && y >= 0 && x < ways->width && y < ways->height;
	if ((gait & GAIT_WET) && !bit_at(ways, WAYS_WATER, x, y))
		return false;
	return bit_at(ways, WAYS_WALK, x, y) ||
	       ((gait & GAIT_OPENS) && bit_at(ways, WAYS_DOORS, x, y)) ||
	       ((gait & GAIT_DIGS) && bit_at(ways, WAYS_DIG, x, y));
}

unsigned ways_ground_at(const struct ways *ways, int x, int y, unsigned gait)
{
	enum ways_plane harm = harm_plane(gait);
	bool enters =
		passes(ways, x, y, gait) && (harm == WAYS_PLANES || !bit_at(ways, harm, x, y));
	bool straight = !(gait & GAIT_ASLANT) && bit_at(ways, WAYS_DOORWAYS, x, y);
	return (enters ? WAYS_ENTERS : 0u) | (straight ? WAYS_STRAIGHT : 0u);
}

bool ways_step_legal(const struct ways *ways, int x, int y, enum direction direction, unsigned gait)
{
	int to_x = x + direction_dx[direction];
	int to_y = y + direction_dy[direction];
	enum ways_plane harm = harm_plane(gait);
	if (!passes(ways, to_x, to_y, gait))
		return false;
	if (harm != WAYS_PLANES && bit_at(ways, harm, to_x, to_y))
		return false;
	bool diagonal = direction & 1;
	return !diagonal || (gait & GAIT_ASLANT) ||
	       (!bit_at(ways, WAYS_DOORWAYS, x, y) && !bit_at(ways, WAYS_DOORWAYS, to_x, to_y));
}

/* The cells beside those of a row: each word's bits moved one to the left and one to the right. */
static uint64_t beside(const uint64_t *row, int word, int stride)
{
	uint64_t left = row[word] << 1 | (word > 0 ? row[word - 1] >> (WORD_BITS - 1) : 0);
	uint64_t right =
		row[word] >> 1 | (word + 1 < stride ? row[word + 1] << (WORD_BITS - 1) : 0);
	return left | right;
}

/* The plane of what the present noise has reached. */
static enum ways_plane visited_plane(const struct ways *ways)
{
	return (enum ways_plane)(WAYS_VISITED + ways->noise);
}

/* What a row's cells get from the rows above and below it: straight on, and aslant out of what is
 * no doorway. */
struct inflow {
	uint64_t straight[BITMAP_STRIDE_MAX], aslant[BITMAP_STRIDE_MAX];
};

static struct inflow inflow_of(const struct ways *ways, int y)
{
	const uint64_t *front = plane(ways, WAYS_FRONT), *doorways = plane(ways, WAYS_DOORWAYS);
	struct inflow inflow = {{0}, {0}};
	for (int row = y - 1; row <= y + 1; row += 2) {
		if (row < 0 || row >= ways->height)
			continue;
		for (int word = 0; word < ways->stride; word++) {
			uint64_t cells = front[row * ways->stride + word];
			inflow.straight[word] |= cells;
			inflow.aslant[word] |= cells & ~doorways[row * ways->stride + word];
		}
	}
	return inflow;
}

/* One round: FRONT's neighbours that noise gets to and has not visited become NEXT and visited.
 * rows bounds the rows that FRONT touches, and is widened. */
static void wave_round(struct ways *ways, int rows[2])
{
	const uint64_t *front = plane(ways, WAYS_FRONT);
	const uint64_t *walk = plane(ways, WAYS_WALK), *closed = plane(ways, WAYS_MUFFLES);
	const uint64_t *doorways = plane(ways, WAYS_DOORWAYS);
	uint64_t *visited = plane(ways, visited_plane(ways)), *next = plane(ways, WAYS_NEXT);
	int stride = ways->stride;
	rows[0] = rows[0] > 0 ? rows[0] - 1 : 0;
	rows[1] = rows[1] < ways->height - 1 ? rows[1] + 1 : ways->height - 1;
	for (int y = rows[0]; y <= rows[1]; y++) {
		const struct inflow inflow = inflow_of(ways, y);
		for (int word = 0; word < stride; word++) {
			int at = y * stride + word;
			uint64_t cells = beside(front + y * stride, word, stride) |
					 inflow.straight[word] |
					 (beside(inflow.aslant, word, stride) & ~doorways[at]);
			next[at] = cells & (walk[at] | closed[at]) & ~visited[at];
			visited[at] |= next[at];
		}
	}
}

static void wave_begin(struct ways *ways, int x, int y, int rows[2])
{
	size_t size = (size_t)(ways->height * ways->stride) * sizeof *ways->words;
	memset(plane(ways, visited_plane(ways)), 0, size);
	memset(plane(ways, WAYS_FRONT), 0, 2 * size);
	bit_set(ways, visited_plane(ways), x, y, true);
	bit_set(ways, WAYS_FRONT, x, y, true);
	rows[0] = rows[1] = y;
}

static void wave_turn(struct ways *ways)
{
	memcpy(plane(ways, WAYS_FRONT), plane(ways, WAYS_NEXT),
		(size_t)(ways->height * ways->stride) * sizeof *ways->words);
}

/* Doors that a noise has reached and waits behind. */
struct waiting {
	int16_t x, y;
	int until;
};

/* Takes the closed doors out of NEXT into the waiting list. */
static size_t hold_doors(
	struct ways *ways, const int rows[2], int until, struct waiting *list, size_t count)
{
	uint64_t *next = plane(ways, WAYS_NEXT);
	const uint64_t *closed = plane(ways, WAYS_MUFFLES);
	for (int at = rows[0] * ways->stride; at < (rows[1] + 1) * ways->stride; at++) {
		for (uint64_t doors = next[at] & closed[at]; doors != 0; doors &= doors - 1) {
			int x = at % ways->stride * WORD_BITS + __builtin_ctzll(doors);
			if (count < DOORS_WAITING)
				list[count++] = (struct waiting){
					(int16_t)x, (int16_t)(at / ways->stride), until};
		}
		next[at] &= ~closed[at];
	}
	return count;
}

static bool is_noise(const struct ways_noise *noise, int x, int y, int radius)
{
	return noise->radius == radius && noise->x == x && noise->y == y;
}

/* Makes it the present one; false when it is still to be worked out, in place of the older. */
static bool noise_is_kept(struct ways *ways, int x, int y, int radius)
{
	if (is_noise(&ways->noises[ways->noise], x, y, radius))
		return true;
	ways->noise = (ways->noise + 1) % WAYS_NOISES;
	struct ways_noise *noise = &ways->noises[ways->noise];
	if (is_noise(noise, x, y, radius))
		return true;
	*noise = (struct ways_noise){(int16_t)x, (int16_t)y, radius};
	return false;
}

void ways_sound(struct ways *ways, int x, int y, int radius)
{
	struct waiting list[DOORS_WAITING];
	size_t count = 0;
	int rows[2];
	if (noise_is_kept(ways, x, y, radius))
		return;
	wave_begin(ways, x, y, rows);
	for (int distance = 1; distance <= radius; distance++) {
		wave_round(ways, rows);
		count = hold_doors(ways, rows, distance + DOOR_MUFFLES, list, count);
		wave_turn(ways);
		for (size_t i = 0; i < count; i++)
			if (list[i].until == distance)
				bit_set(ways, WAYS_FRONT, list[i].x, list[i].y, true);
	}
}

bool ways_heard_at(const struct ways *ways, int x, int y)
{
	return bit_at(ways, visited_plane(ways), x, y);
}
