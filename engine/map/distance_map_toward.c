/*
 * Steps towards a target, for many walkers: the distances to the target are computed once, as far
 * as needed, and cached until the ground changes.
 *
 * A flood spreads from the target a step a round, in all rows at once (a wave, bfs_wave.h), and
 * stops when it has reached the walker.  The next walker who is farther off continues it.  All
 * walkers with the same gait and target share it: a crowd that hunts one hero costs one flood for
 * each gait.  A change of ground that no flood has reached yet drops nothing.  The results equal
 * those of a new flood each time, and do not depend on the cache.
 *
 * Two adjacent cells differ by one step at most, so two bits of the round in which each cell was
 * reached tell which is nearer.
 */
#include "engine/map/bfs_wave.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Returns the index of a cell with a border of one cell, so that every cell has all neighbours. */
static int bordered(const struct distance_map *distances, int x, int y)
{
	return (y + 1) * (distances->width + 2) + x + 1;
}

static size_t bordered_count(const struct distance_map *distances)
{
	return (size_t)(distances->width + 2) * (size_t)(distances->height + 2);
}

static int offset_of(const struct distance_map *distances, int direction)
{
	return direction_dy[direction] * (distances->width + 2) + direction_dx[direction];
}

/* ---- The ground for a gait ---- */

static void cell_put(const struct distance_map *distances, struct distance_map_ground *ground,
	int x, int y, unsigned cell)
{
	ground->cells[bordered(distances, x, y)] = (uint16_t)cell;
	plane_put(distances, ground->enters, x, y, cell & DISTANCE_MAP_ENTERS);
	plane_put(distances, ground->doors, x, y, cell & DISTANCE_MAP_STRAIGHT);
}

static void ground_fill(
	const struct distance_map *distances, struct distance_map_ground *ground, unsigned gait)
{
	if (ground->cells == NULL) {
		ground->cells = calloc(bordered_count(distances), sizeof *ground->cells);
		ground->enters = calloc(2 * plane_words(distances) + TWO, sizeof *ground->enters);
	}
	assert(ground->cells != NULL && ground->enters != NULL);
	ground->doors = ground->enters + plane_words(distances);
	ground->gait = (uint8_t)gait;
	for (int y = 0; y < distances->height; y++)
		for (int x = 0; x < distances->width; x++)
			cell_put(distances, ground, x, y,
				distance_map_ground_at(distances, x, y, gait));
}

static void ground_begin(struct distance_map *distances, unsigned gait)
{
	if (distances->ground_count == DISTANCE_MAP_GROUNDS)
		distance_map_forget(distances);
	ground_fill(distances, &distances->grounds[distances->ground_count++], gait);
	distances->ground_of[gait] = (uint8_t)distances->ground_count;
}

static inline struct distance_map_ground *ground_for(struct distance_map *distances, unsigned gait)
{
	assert(gait < GAITS);
	if (distances->ground_of[gait] == 0)
		ground_begin(distances, gait);
	return &distances->grounds[distances->ground_of[gait] - 1];
}

/* ---- Nine cells ----
 *
 * A cell and its eight neighbours, three bits a row, beginning in the north-west. */

#define MIDDLE 0x10u
#define CORNERS 0x145u

static const uint8_t direction_of[] = {
	DIR_NW, DIR_N, DIR_NE, DIR_W, DIR_COUNT, DIR_E, DIR_SW, DIR_S, DIR_SE};

static unsigned nine_of(uint64_t above, uint64_t row, uint64_t below)
{
	return (unsigned)((above & 7) | (row & 7) << 3 | (below & 7) << 6);
}

static unsigned nine_at(const struct distance_map *distances, const uint64_t *plane, int x, int y)
{
	const uint64_t *word = plane + plane_word(distances, x - 1, y);
	const uint64_t *next = word + plane_rows(distances);
	int bit = x % WORD_BITS, over = WORD_BITS - bit;
	if (over >= 3)
		return nine_of(word[-1] >> bit, word[0] >> bit, word[1] >> bit);
	return nine_of(word[-1] >> bit | next[-1] << over, word[0] >> bit | next[0] << over,
		word[1] >> bit | next[1] << over);
}

/* Converts nine cells to bits 1 << direction. */
static uint8_t directions_of(unsigned nine)
{
	unsigned directions = 0;
	for (; nine != 0; nine &= nine - 1)
		directions |= 1u << direction_of[__builtin_ctz(nine)];
	return (uint8_t)directions;
}

/* ---- Dropping cached results ---- */

static void fields_forget(struct distance_map *distances, unsigned gait, int x, int y)
{
	for (int i = 0; i < DISTANCE_MAP_SETS * DISTANCE_MAP_IN_SET; i++) {
		struct distance_map_field *field = &distances->fields[i];
		if (field->used > 0 && field->gait == gait &&
			nine_at(distances, field->planes, x, y) != 0)
			field->used = 0;
	}
}

static void ground_transition(
	struct distance_map *distances, struct distance_map_ground *ground, int x, int y)
{
	int at = bordered(distances, x, y);
	unsigned now = distance_map_ground_at(distances, x, y, ground->gait);
	if ((ground->cells[at] & (DISTANCE_MAP_ENTERS | DISTANCE_MAP_STRAIGHT)) == now)
		return;
	cell_put(distances, ground, x, y, now);
	for (int direction = 0; direction < DIR_COUNT; direction++)
		ground->cells[at + offset_of(distances, direction)] &=
			DISTANCE_MAP_ENTERS | DISTANCE_MAP_STRAIGHT;
	fields_forget(distances, ground->gait, x, y);
}

void distance_map_ground_changed(struct distance_map *distances, int x, int y)
{
	for (int i = 0; i < distances->ground_count; i++)
		ground_transition(distances, &distances->grounds[i], x, y);
}

void distance_map_forget(struct distance_map *distances)
{
	for (int i = 0; i < DISTANCE_MAP_SETS * DISTANCE_MAP_IN_SET; i++)
		distances->fields[i].used = 0;
	distances->ground_count = 0;
	memset(distances->ground_of, 0, sizeof distances->ground_of);
}

void distance_map_forget_size(struct distance_map *distances)
{
	distance_map_forget(distances);
	for (int i = 0; i < DISTANCE_MAP_GROUNDS; i++) {
		free(distances->grounds[i].cells);
		free(distances->grounds[i].enters);
	}
	for (int i = 0; i < DISTANCE_MAP_SETS * DISTANCE_MAP_IN_SET; i++)
		free(distances->fields[i].planes);
	memset(distances->grounds, 0, sizeof distances->grounds);
	memset(distances->fields, 0, sizeof distances->fields);
}

/* ---- Steps ---- */

static unsigned steps_found(const struct distance_map *distances, const uint16_t *cell)
{
	unsigned steps = 0;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		unsigned next = cell[offset_of(distances, direction)];
		bool slantwise = (direction & 1) && ((*cell | next) & DISTANCE_MAP_STRAIGHT);
		if ((next & DISTANCE_MAP_ENTERS) && !slantwise)
			steps |= 1u << direction;
	}
	return steps;
}

/* Returns the legal steps from a cell of the ground, computed on first use. */
static unsigned steps_from(const struct distance_map *distances, uint16_t *cell)
{
	if (!(*cell & DISTANCE_MAP_STEPS))
		*cell = (uint16_t)(*cell | DISTANCE_MAP_STEPS |
				   steps_found(distances, cell) * DISTANCE_MAP_FIRST_STEP);
	return *cell / DISTANCE_MAP_FIRST_STEP;
}

uint8_t distance_map_steps(struct distance_map *distances, int x, int y, unsigned gait)
{
	return (uint8_t)steps_from(
		distances, &ground_for(distances, gait)->cells[bordered(distances, x, y)]);
}

/* ---- Floods ---- */

/* The planes of a field: cells that have been reached; those of the last round, from which it
 * continues; and two bits of the round in which each was reached. */
enum { REACHED, EDGE, ROUND_LOW, ROUND_HIGH, FIELD_PLANES };

static struct bfs_wave bfs_wave_of(const struct distance_map *distances,
	const struct distance_map_ground *ground, const struct distance_map_field *field)
{
	return (struct bfs_wave){.enters = ground->enters,
		.doors = ground->doors,
		.reached = field->planes + REACHED * plane_words(distances),
		.edge = field->planes + EDGE * plane_words(distances),
		.height = distances->height,
		.top = field->top,
		.bottom = field->bottom,
		.left = field->left,
		.right = field->right,
		.over = BFS_WAVE_OVER_ANY};
}

static void bfs_wave_kept(const struct bfs_wave *wave, struct distance_map_field *field)
{
	field->top = (int16_t)wave->top;
	field->bottom = (int16_t)wave->bottom;
	field->left = (uint8_t)wave->left;
	field->right = (uint8_t)wave->right;
}

static void field_begin(const struct distance_map *distances,
	const struct distance_map_ground *ground, struct distance_map_field *field, int x, int y)
{
	size_t words = plane_words(distances);
	uint64_t *planes = field->planes;
	if (planes == NULL)
		planes = malloc(FIELD_PLANES * words * sizeof *planes);
	assert(planes != NULL);
	memset(planes, 0, FIELD_PLANES * words * sizeof *planes);
	*field = (struct distance_map_field){.gait = ground->gait,
		.to_x = (int16_t)x,
		.to_y = (int16_t)y,
		.bottom = -1,
		.planes = planes};
	struct bfs_wave wave = bfs_wave_of(distances, ground, field);
	plane_put(distances, wave.reached, x, y, true);
	bfs_wave_put(distances, &wave, x, y);
	bfs_wave_kept(&wave, field);
}

/* Returns the flood to a target, new or cached.  A new one replaces the least recently used field
 * of its set. */
static struct distance_map_field *field_for(
	struct distance_map *distances, const struct distance_map_ground *ground, int x, int y)
{
	unsigned gait = ground->gait;
	unsigned set = ((unsigned)bordered(distances, x, y) * 7 + gait * 13) % DISTANCE_MAP_SETS;
	struct distance_map_field *first = &distances->fields[set * DISTANCE_MAP_IN_SET],
				  *oldest = first;
	for (struct distance_map_field *field = first; field < first + DISTANCE_MAP_IN_SET;
		field++) {
		if (field->used > 0 && field->to_x == x && field->to_y == y &&
			field->gait == gait) {
			field->used = ++distances->asked;
			return field;
		}
		if (field->used < oldest->used)
			oldest = field;
	}
	field_begin(distances, ground, oldest, x, y);
	oldest->used = ++distances->asked;
	return oldest;
}

static bool flood_reaches(const struct distance_map *distances,
	const struct distance_map_ground *ground, struct distance_map_field *field, int x, int y)
{
	struct bfs_wave wave = bfs_wave_of(distances, ground, field);
	uint64_t *low = field->planes + ROUND_LOW * plane_words(distances);
	uint64_t *high = field->planes + ROUND_HIGH * plane_words(distances);
	const uint64_t *word = wave.reached + plane_word(distances, x, y);
	while (!(*word & plane_bit(x)) && bfs_wave_has_edge(&wave) &&
		field->rounds < DISTANCE_MAP_FARTHEST) {
		bfs_wave_round(&wave);
		field->rounds++;
		if (field->rounds & 1)
			bfs_wave_add(&wave, low);
		if (field->rounds & 2)
			bfs_wave_add(&wave, high);
	}
	bfs_wave_kept(&wave, field);
	return *word & plane_bit(x);
}

/* ---- The result ---- */

/* Returns those of nine cells that were reached in a round, given by its two lowest bits. */
static unsigned reached_in(unsigned reached, unsigned low, unsigned high, unsigned round)
{
	return reached & (round & 1 ? low : ~low) & (round & 2 ? high : ~high);
}

static void compare(const struct distance_map *distances, const struct distance_map_ground *ground,
	const struct distance_map_field *field, int x, int y, struct distance_map_steps *steps)
{
	size_t words = plane_words(distances);
	unsigned doors = nine_at(distances, ground->doors, x, y);
	unsigned slantwise = CORNERS & (doors & MIDDLE ? CORNERS : doors);
	unsigned reached = nine_at(distances, field->planes + REACHED * words, x, y) & ~slantwise;
	unsigned low = nine_at(distances, field->planes + ROUND_LOW * words, x, y);
	unsigned high = nine_at(distances, field->planes + ROUND_HIGH * words, x, y);
	unsigned round = (low & MIDDLE ? 1u : 0u) | (high & MIDDLE ? 2u : 0u);
	steps->nearer = directions_of(reached_in(reached, low, high, (round + 3) & 3));
	steps->level = directions_of(reached_in(reached, low, high, round) & ~MIDDLE);
}

/* For gaits without obstacles: compares straight distances. */
static void crow_toward(const struct distance_map *distances, const struct distance_map_trip *trip,
	struct distance_map_steps *steps)
{
	int across = trip->to_x - trip->from_x, down = trip->to_y - trip->from_y;
	int length = abs(across) > abs(down) ? abs(across) : abs(down);
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int off_x = abs(across - direction_dx[direction]);
		int off_y = abs(down - direction_dy[direction]);
		int left = off_x > off_y ? off_x : off_y;
		bool there = left == 0;
		if (!there && !distance_map_step_legal(distances, trip->from_x, trip->from_y,
				      (enum direction)direction, trip->gait))
			continue;
		if (left <= length)
			*(left < length ? &steps->nearer : &steps->level) |=
				(uint8_t)(1 << direction);
	}
}

bool distance_map_toward(struct distance_map *distances, const struct distance_map_trip *trip,
	struct distance_map_steps *steps)
{
	int x = trip->from_x, y = trip->from_y;
	*steps = (struct distance_map_steps){0};
	if (x == trip->to_x && y == trip->to_y)
		return true;
	if (trip->gait & GAIT_PHASES) {
		crow_toward(distances, trip, steps);
		return true;
	}
	const struct distance_map_ground *ground = ground_for(distances, trip->gait);
	if (!plane_has(distances, ground->enters, x, y))
		return false;
	struct distance_map_field *field = field_for(distances, ground, trip->to_x, trip->to_y);
	if (!flood_reaches(distances, ground, field, x, y))
		return false;
	compare(distances, ground, field, x, y, steps);
	return true;
}
