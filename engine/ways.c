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

static unsigned bit_if(bool is, enum ways_plane which)
{
	return is ? 1u << which : 0;
}

/* What a terrain is by all planes that are read from the level, a bit each. */
static unsigned planes_of(const struct terrain_kind *kind)
{
	bool walk = kind->flags & TERRAIN_OBJECTS;
	return bit_if(walk, WAYS_WALK) | bit_if(!walk && content_opens(kind), WAYS_DOORS) |
	       bit_if(!walk && muffles(kind), WAYS_MUFFLES) |
	       bit_if(kind->flags & TERRAIN_DOORWAY, WAYS_DOORWAYS) |
	       bit_if(!walk && content_change(kind, CAUSE_DIG), WAYS_DIG) |
	       bit_if(kind->flags & TERRAIN_WATER, WAYS_WATER) |
	       bit_if(kind->flags & TERRAIN_PROJECTILES, WAYS_AIR) |
	       bit_if(content_harms(kind, 0), WAYS_HARM) |
	       bit_if(content_harms(kind, TRAIT_FLIES), WAYS_HARM_AIR) |
	       bit_if(content_harms(kind, TRAIT_SWIMS), WAYS_HARM_SEA);
}

/* What a cell is by all of these planes. */
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
	unsigned now = planes_of(&content->terrains[level->terrain[level_at(level, x, y)]]);
	if (now == before)
		return;
	for (int which = 0; which < WAYS_VISITED; which++)
		bit_set(ways, (enum ways_plane)which, x, y, now >> which & 1);
	noises_forget(ways);
	ways_ground_changed(ways, x, y);
}

/* Into planes of zeros.  What a terrain is, is found out once, for a level has thousands of cells
 * of some ten terrains. */
static void read_cells(struct ways *ways, const struct content *content, const struct level *level)
{
	const unsigned known = 1u << WAYS_VISITED;
	uint16_t of_terrain[TERRAINS_MAX] = {0};
	const uint16_t *terrain = level->terrain;
	size_t plane_words = (size_t)(ways->height * ways->stride);
	for (int y = 0; y < level->height; y++) {
		uint64_t *row = ways->words + y * ways->stride;
		for (int x = 0; x < level->width; x++, terrain++) {
			uint16_t *planes = &of_terrain[*terrain];
			if (*planes == 0)
				*planes =
					(uint16_t)(planes_of(&content->terrains[*terrain]) | known);
			for (unsigned bits = *planes & ~known; bits != 0; bits &= bits - 1)
				row[plane_words * (size_t)__builtin_ctz(bits) +
					(size_t)x / WORD_BITS] |= (uint64_t)1 << (x % WORD_BITS);
		}
	}
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
	read_cells(ways, content, level);
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
static inline uint64_t beside(const uint64_t *row, int word, int stride)
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

/* Doors that a noise has reached and waits behind. */
struct waiting {
	int16_t x, y;
	int until;
};

/* A noise on its way: what the last round reached, and room for what this one does. */
struct wave {
	const uint64_t *walk, *closed, *doorways;
	uint64_t *visited, *front, *next;
	int stride, top, bottom; /* rows that it has touched */
	struct waiting waiting[DOORS_WAITING];
	size_t waiting_count;
};

static void wave_begin(struct wave *wave, struct ways *ways, int x, int y)
{
	size_t size = (size_t)(ways->height * ways->stride) * sizeof *ways->words;
	memset(plane(ways, visited_plane(ways)), 0, size);
	memset(plane(ways, WAYS_FRONT), 0, 2 * size);
	bit_set(ways, visited_plane(ways), x, y, true);
	bit_set(ways, WAYS_FRONT, x, y, true);
	wave->walk = plane(ways, WAYS_WALK);
	wave->closed = plane(ways, WAYS_MUFFLES);
	wave->doorways = plane(ways, WAYS_DOORWAYS);
	wave->visited = plane(ways, visited_plane(ways));
	wave->front = plane(ways, WAYS_FRONT);
	wave->next = plane(ways, WAYS_NEXT);
	wave->stride = ways->stride;
	wave->top = wave->bottom = y;
	wave->waiting_count = 0;
}

static void wait_at_doors(struct wave *wave, uint64_t doors, int x, int y, int until)
{
	for (; doors != 0; doors &= doors - 1)
		if (wave->waiting_count < DOORS_WAITING)
			wave->waiting[wave->waiting_count++] = (struct waiting){
				(int16_t)(x + __builtin_ctzll(doors)), (int16_t)y, until};
}

/* What a row is reached from: rows of the front, none of which is where the map ends. */
struct inflow {
	const uint64_t *above, *row, *below;
	const uint64_t *doorways_above, *doorways, *doorways_below;
};

static struct inflow inflow_of(const struct wave *wave, int y, int height)
{
	static const uint64_t none[BITMAP_STRIDE_MAX];
	int stride = wave->stride;
	const uint64_t *row = wave->front + y * stride, *doorways = wave->doorways + y * stride;
	return (struct inflow){.above = y > 0 ? row - stride : none,
		.row = row,
		.below = y + 1 < height ? row + stride : none,
		.doorways_above = y > 0 ? doorways - stride : none,
		.doorways = doorways,
		.doorways_below = y + 1 < height ? doorways + stride : none};
}

static bool flows(const struct inflow *in, int stride)
{
	uint64_t any = 0;
	for (int word = 0; word < stride; word++)
		any |= in->above[word] | in->row[word] | in->below[word];
	return any != 0;
}

/* What noise gets to in a row and has not visited: it is NEXT and visited then, but closed doors,
 * where it waits, are not NEXT.  The rows above and below give straight on, and aslant out of what
 * is no doorway. */
static void wave_row(struct wave *wave, const struct inflow *in, int y, int until)
{
	uint64_t straight[BITMAP_STRIDE_MAX], aslant[BITMAP_STRIDE_MAX];
	for (int word = 0; word < wave->stride; word++) {
		straight[word] = in->above[word] | in->below[word];
		aslant[word] = (in->above[word] & ~in->doorways_above[word]) |
			       (in->below[word] & ~in->doorways_below[word]);
	}
	for (int word = 0; word < wave->stride; word++) {
		int at = y * wave->stride + word;
		uint64_t closed = wave->closed[at];
		uint64_t cells = beside(in->row, word, wave->stride) | straight[word] |
				 (beside(aslant, word, wave->stride) & ~in->doorways[word]);
		cells &= (wave->walk[at] | closed) & ~wave->visited[at];
		wave->visited[at] |= cells;
		wave->next[at] = cells & ~closed;
		wait_at_doors(wave, cells & closed, word * WORD_BITS, y, until);
	}
}

/* One round; what it reaches is the front then. */
static void wave_round(struct wave *wave, int height, int until)
{
	wave->top -= wave->top > 0;
	wave->bottom += wave->bottom + 1 < height;
	for (int y = wave->top; y <= wave->bottom; y++) {
		const struct inflow in = inflow_of(wave, y, height);
		if (flows(&in, wave->stride))
			wave_row(wave, &in, y, until);
		else
			memset(wave->next + y * wave->stride, 0,
				(size_t)wave->stride * sizeof *wave->next);
	}
	uint64_t *done = wave->front;
	wave->front = wave->next;
	wave->next = done;
}

/* Noise that has waited long enough goes on from its doors. */
static void wave_leave_doors(struct wave *wave, int distance)
{
	for (size_t i = 0; i < wave->waiting_count; i++) {
		const struct waiting *door = &wave->waiting[i];
		if (door->until == distance)
			wave->front[door->y * wave->stride + door->x / WORD_BITS] |=
				(uint64_t)1 << (door->x % WORD_BITS);
	}
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
	struct wave wave;
	if (noise_is_kept(ways, x, y, radius))
		return;
	wave_begin(&wave, ways, x, y);
	for (int distance = 1; distance <= radius; distance++) {
		wave_round(&wave, ways->height, distance + DOOR_MUFFLES);
		wave_leave_doors(&wave, distance);
	}
}

bool ways_heard_at(const struct ways *ways, int x, int y)
{
	return bit_at(ways, visited_plane(ways), x, y);
}
