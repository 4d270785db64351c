/* Maintains the planes of a distance map, and spreads noise over them; see distance_map.h. */
#include "engine/map/bfs_wave.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Doors behind which one noise may wait. */
#define DOORS_WAITING 48

/* True for doors, locked or not, but not for secret doors, which look like walls. */
static bool muffles(const struct terrain_kind *kind)
{
	return content_opens(kind) ||
	       (kind->flags & (TERRAIN_MUFFLES | TERRAIN_REMEMBERED_AS_WALL)) == TERRAIN_MUFFLES;
}

static unsigned bit_if(bool is, enum distance_map_plane which)
{
	return is ? 1u << which : 0;
}

/* Returns the planes that a terrain belongs to, a bit each. */
static unsigned planes_of(const struct terrain_kind *kind)
{
	bool walk = kind->flags & TERRAIN_OBJECTS;
	return bit_if(walk, DISTANCE_MAP_WALK) |
	       bit_if(!walk && content_opens(kind), DISTANCE_MAP_DOORS) |
	       bit_if(!walk && muffles(kind), DISTANCE_MAP_MUFFLES) |
	       bit_if(walk || muffles(kind), DISTANCE_MAP_SOUNDS) |
	       bit_if(kind->flags & TERRAIN_DOORWAY, DISTANCE_MAP_DOORWAYS) |
	       bit_if(!walk && content_transition(kind, TRIGGER_DIG), DISTANCE_MAP_DIG) |
	       bit_if(kind->flags & TERRAIN_WATER, DISTANCE_MAP_WATER) |
	       bit_if(kind->flags & TERRAIN_PROJECTILES, DISTANCE_MAP_AIR) |
	       bit_if(content_harms(kind, 0), DISTANCE_MAP_HARM) |
	       bit_if(content_harms(kind, TRAIT_FLIES), DISTANCE_MAP_HARM_AIR) |
	       bit_if(content_harms(kind, TRAIT_SWIMS), DISTANCE_MAP_HARM_SEA);
}

/* Returns the planes that a cell belongs to, a bit each. */
static unsigned planes_at(const struct distance_map *distances, int x, int y)
{
	unsigned bits = 0;
	for (int which = 0; which < DISTANCE_MAP_VISITED; which++)
		bits |= (unsigned)distance_map_bit(distances, (enum distance_map_plane)which, x, y)
			<< which;
	return bits;
}

static void noises_forget(struct distance_map *distances)
{
	for (int i = 0; i < DISTANCE_MAP_NOISES; i++)
		distances->noises[i].radius = -1;
}

void distance_map_change(struct distance_map *distances, const struct content *content,
	const struct level *level, int x, int y)
{
	unsigned before = planes_at(distances, x, y);
	unsigned now = planes_of(&content->terrains[level->terrain[level_at(level, x, y)]]);
	if (now == before)
		return;
	for (int which = 0; which < DISTANCE_MAP_VISITED; which++)
		plane_put(distances, distance_map_plane(distances, (enum distance_map_plane)which),
			x, y, now >> which & 1);
	noises_forget(distances);
	distance_map_ground_changed(distances, x, y);
}

/* Returns the end of a run of the same terrain to the right, within the word of its first bit. */
static int run_end(const uint16_t *row, int x, int width)
{
	int last = (x + 1) / WORD_BITS * WORD_BITS + WORD_BITS - 1, end = x + 1;
	last = last < width ? last : width;
	while (end < last && row[end] == row[x])
		end++;
	return end;
}

/* Fills planes of zeros.  Computes the planes of each terrain once, because a level has thousands
 * of cells of some ten terrains, and sets a whole run of equal cells at once. */
static void read_cells(
	struct distance_map *distances, const struct content *content, const struct level *level)
{
	const unsigned known = 1u << DISTANCE_MAP_VISITED;
	uint16_t of_terrain[TERRAINS_MAX] = {0};
	const uint16_t *terrain = level->terrain;
	size_t words = plane_words(distances);
	for (int y = 0; y < level->height; y++, terrain += level->width) {
		for (int x = 0, end; x < level->width; x = end) {
			uint16_t *planes = &of_terrain[terrain[x]];
			end = run_end(terrain, x, level->width);
			uint64_t run = (~UINT64_C(0) >> (WORD_BITS - (end - x))) * plane_bit(x);
			if (*planes == 0)
				*planes = (uint16_t)(planes_of(&content->terrains[terrain[x]]) |
						     known);
			for (unsigned bits = *planes & ~known; bits != 0; bits &= bits - 1)
				distances->words[words * (size_t)__builtin_ctz(bits) +
						 plane_word(distances, x, y)] |= run;
		}
	}
}

void distance_map_build(
	struct distance_map *distances, const struct content *content, const struct level *level)
{
	bool same = distances->width == level->width && distances->height == level->height;
	if (!same)
		distance_map_forget_size(distances);
	distance_map_forget(distances);
	noises_forget(distances);
	distances->width = level->width;
	distances->height = level->height;
	if (!same) {
		free(distances->words);
		distances->words = calloc(DISTANCE_MAP_PLANES * plane_words(distances) + TWO,
			sizeof *distances->words);
		assert(distances->words != NULL);
	}
	memset(distances->words, 0,
		DISTANCE_MAP_VISITED * plane_words(distances) * sizeof *distances->words);
	read_cells(distances, content, level);
}

void distance_map_free(struct distance_map *distances)
{
	distance_map_forget_size(distances);
	free(distances->words);
	*distances = (struct distance_map){0};
}

/* Returns the plane of the cells that the current noise has reached. */
static enum distance_map_plane visited_plane(const struct distance_map *distances)
{
	return (enum distance_map_plane)(DISTANCE_MAP_VISITED + distances->noise);
}

/* Doors that a noise has reached and waits behind. */
struct waiting {
	int16_t x, y;
	int until;
};

/* A spreading noise. */
struct sounding {
	struct bfs_wave wave;
	const uint64_t *closed;
	struct waiting waiting[DOORS_WAITING];
	size_t waiting_count;
};

/* edge is room for one plane, all zeros. */
static void sounding_begin(struct sounding *sounding, const struct distance_map *distances, int x,
	int y, uint64_t *edge)
{
	uint64_t *visited = distance_map_plane(distances, visited_plane(distances));
	sounding->wave =
		(struct bfs_wave){.enters = distance_map_plane(distances, DISTANCE_MAP_SOUNDS),
			.doors = distance_map_plane(distances, DISTANCE_MAP_DOORWAYS),
			.reached = visited,
			.edge = edge,
			.height = distances->height,
			.bottom = -1};
	sounding->closed = distance_map_plane(distances, DISTANCE_MAP_MUFFLES);
	sounding->waiting_count = 0;
	memset(visited, 0, plane_words(distances) * sizeof *visited);
	plane_put(distances, visited, x, y, true);
	bfs_wave_put(distances, &sounding->wave, x, y);
}

static void wait_at_doors(struct sounding *sounding, uint64_t doors, int x, int y, int until)
{
	for (; doors != 0; doors &= doors - 1)
		if (sounding->waiting_count < DOORS_WAITING)
			sounding->waiting[sounding->waiting_count++] = (struct waiting){
				(int16_t)(x + __builtin_ctzll(doors)), (int16_t)y, until};
}

/* Takes closed doors off the edge, row by row from the left, and adds them to the waiting ones. */
static void stop_at_doors(struct sounding *sounding, int until)
{
	const struct bfs_wave *wave = &sounding->wave;
	for (int y = wave->top; y <= wave->bottom; y++)
		for (int column = wave->left; column <= wave->right; column++) {
			size_t at = (size_t)column * (size_t)(wave->height + 2) + (size_t)y + 1;
			uint64_t doors = wave->edge[at] & sounding->closed[at];
			if (doors == 0)
				continue;
			wave->edge[at] &= ~doors;
			wait_at_doors(sounding, doors, column * WORD_BITS - 1, y, until);
		}
}

/* Continues the noise from doors at which it has waited long enough. */
static void leave_doors(
	struct sounding *sounding, const struct distance_map *distances, int distance)
{
	for (size_t i = 0; i < sounding->waiting_count; i++) {
		const struct waiting *door = &sounding->waiting[i];
		if (door->until == distance)
			bfs_wave_put(distances, &sounding->wave, door->x, door->y);
	}
}

static bool is_noise(const struct distance_map_noise *noise, int x, int y, int radius)
{
	return noise->radius == radius && noise->x == x && noise->y == y;
}

/* Makes the noise the current one.  Returns false when it must be computed, in place of the
 * older. */
static bool noise_is_kept(struct distance_map *distances, int x, int y, int radius)
{
	if (is_noise(&distances->noises[distances->noise], x, y, radius))
		return true;
	distances->noise = (distances->noise + 1) % DISTANCE_MAP_NOISES;
	struct distance_map_noise *noise = &distances->noises[distances->noise];
	if (is_noise(noise, x, y, radius))
		return true;
	*noise = (struct distance_map_noise){(int16_t)x, (int16_t)y, radius};
	return false;
}

void distance_map_sound(struct distance_map *distances, int x, int y, int radius)
{
	struct sounding sounding;
	uint64_t edge[WORDS_MAX + TWO];
	if (noise_is_kept(distances, x, y, radius))
		return;
	memset(edge, 0, (plane_words(distances) + TWO) * sizeof *edge);
	sounding_begin(&sounding, distances, x, y, edge);
	for (int distance = 1; distance <= radius; distance++) {
		if (bfs_wave_has_edge(&sounding.wave)) {
			bfs_wave_round(&sounding.wave);
			stop_at_doors(&sounding, distance + DOOR_MUFFLES);
		}
		leave_doors(&sounding, distances, distance);
	}
}

bool distance_map_heard_at(const struct distance_map *distances, int x, int y)
{
	return distance_map_bit(distances, visited_plane(distances), x, y);
}
