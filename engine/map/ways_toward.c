/*
 * The way to a place, asked for by many: how far cells are from it is worked out once, as far as
 * somebody asks, and kept until the ground changes.
 *
 * A flood goes out from the place a step a round, in all rows at once (a wave, as in ways.c), and
 * stops when it has reached whoever asked; the next who asks from farther off lets it go on.
 * Everybody who goes the same way (by gait) to the same place shares it: a crowd that hunts one
 * hero costs one flood for each gait.  Ground that changes where no flood has come yet takes
 * nothing away.  The answers are those of a flood that is begun anew each time, and depend on
 * nothing that is kept.
 *
 * Of two cells that are a step apart one is nearer by a step at most, so two bits of the round in
 * which a cell was reached tell which.
 */
#include "engine/map/ways_wave.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Cells have a border of one that nobody enters, so that a neighbour is always there. */
static int bordered(const struct ways *ways, int x, int y)
{
	return (y + 1) * (ways->width + 2) + x + 1;
}

static size_t bordered_count(const struct ways *ways)
{
	return (size_t)(ways->width + 2) * (size_t)(ways->height + 2);
}

static int offset_of(const struct ways *ways, int direction)
{
	return direction_dy[direction] * (ways->width + 2) + direction_dx[direction];
}

/* ---- The ground, as a gait finds it ---- */

static void cell_put(
	const struct ways *ways, struct ways_ground *ground, int x, int y, unsigned cell)
{
	ground->cells[bordered(ways, x, y)] = (uint16_t)cell;
	plane_put(ways, ground->enters, x, y, cell & WAYS_ENTERS);
	plane_put(ways, ground->doors, x, y, cell & WAYS_STRAIGHT);
}

static void ground_fill(const struct ways *ways, struct ways_ground *ground, unsigned gait)
{
	if (ground->cells == NULL) {
		ground->cells = calloc(bordered_count(ways), sizeof *ground->cells);
		ground->enters = calloc(2 * plane_words(ways) + TWO, sizeof *ground->enters);
	}
	assert(ground->cells != NULL && ground->enters != NULL);
	ground->doors = ground->enters + plane_words(ways);
	ground->gait = (uint8_t)gait;
	for (int y = 0; y < ways->height; y++)
		for (int x = 0; x < ways->width; x++)
			cell_put(ways, ground, x, y, ways_ground_at(ways, x, y, gait));
}

static void ground_begin(struct ways *ways, unsigned gait)
{
	if (ways->ground_count == WAYS_GROUNDS)
		ways_forget(ways);
	ground_fill(ways, &ways->grounds[ways->ground_count++], gait);
	ways->ground_of[gait] = (uint8_t)ways->ground_count;
}

static inline struct ways_ground *ground_for(struct ways *ways, unsigned gait)
{
	assert(gait < GAITS);
	if (ways->ground_of[gait] == 0)
		ground_begin(ways, gait);
	return &ways->grounds[ways->ground_of[gait] - 1];
}

/* ---- Nine cells ----
 *
 * A cell in the middle of those around it, three bits a row from the one to the north-west on. */

#define MIDDLE 0x10u
#define CORNERS 0x145u

static const uint8_t direction_of[] = {
	DIR_NW, DIR_N, DIR_NE, DIR_W, DIR_COUNT, DIR_E, DIR_SW, DIR_S, DIR_SE};

static unsigned nine_of(uint64_t above, uint64_t row, uint64_t below)
{
	return (unsigned)((above & 7) | (row & 7) << 3 | (below & 7) << 6);
}

static unsigned nine_at(const struct ways *ways, const uint64_t *plane, int x, int y)
{
	const uint64_t *word = plane + plane_word(ways, x - 1, y);
	const uint64_t *next = word + plane_rows(ways);
	int bit = x % WORD_BITS, over = WORD_BITS - bit;
	if (over >= 3)
		return nine_of(word[-1] >> bit, word[0] >> bit, word[1] >> bit);
	return nine_of(word[-1] >> bit | next[-1] << over, word[0] >> bit | next[0] << over,
		word[1] >> bit | next[1] << over);
}

/* As bits 1 << direction. */
static uint8_t directions_of(unsigned nine)
{
	unsigned directions = 0;
	for (; nine != 0; nine &= nine - 1)
		directions |= 1u << direction_of[__builtin_ctz(nine)];
	return (uint8_t)directions;
}

/* ---- What is kept is forgotten ---- */

static void fields_forget(struct ways *ways, unsigned gait, int x, int y)
{
	for (int i = 0; i < WAYS_SETS * WAYS_IN_SET; i++) {
		struct ways_field *field = &ways->fields[i];
		if (field->used > 0 && field->gait == gait &&
			nine_at(ways, field->planes, x, y) != 0)
			field->used = 0;
	}
}

static void ground_change(struct ways *ways, struct ways_ground *ground, int x, int y)
{
	int at = bordered(ways, x, y);
	unsigned now = ways_ground_at(ways, x, y, ground->gait);
	if ((ground->cells[at] & (WAYS_ENTERS | WAYS_STRAIGHT)) == now)
		return;
	cell_put(ways, ground, x, y, now);
	for (int direction = 0; direction < DIR_COUNT; direction++)
		ground->cells[at + offset_of(ways, direction)] &= WAYS_ENTERS | WAYS_STRAIGHT;
	fields_forget(ways, ground->gait, x, y);
}

void ways_ground_changed(struct ways *ways, int x, int y)
{
	for (int i = 0; i < ways->ground_count; i++)
		ground_change(ways, &ways->grounds[i], x, y);
}

void ways_forget(struct ways *ways)
{
	for (int i = 0; i < WAYS_SETS * WAYS_IN_SET; i++)
		ways->fields[i].used = 0;
	ways->ground_count = 0;
	memset(ways->ground_of, 0, sizeof ways->ground_of);
}

void ways_forget_size(struct ways *ways)
{
	ways_forget(ways);
	for (int i = 0; i < WAYS_GROUNDS; i++) {
		free(ways->grounds[i].cells);
		free(ways->grounds[i].enters);
	}
	for (int i = 0; i < WAYS_SETS * WAYS_IN_SET; i++)
		free(ways->fields[i].planes);
	memset(ways->grounds, 0, sizeof ways->grounds);
	memset(ways->fields, 0, sizeof ways->fields);
}

/* ---- Steps ---- */

static unsigned steps_found(const struct ways *ways, const uint16_t *cell)
{
	unsigned steps = 0;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		unsigned next = cell[offset_of(ways, direction)];
		bool slantwise = (direction & 1) && ((*cell | next) & WAYS_STRAIGHT);
		if ((next & WAYS_ENTERS) && !slantwise)
			steps |= 1u << direction;
	}
	return steps;
}

/* The legal steps from a cell of the ground, worked out when they are asked for first. */
static unsigned steps_from(const struct ways *ways, uint16_t *cell)
{
	if (!(*cell & WAYS_STEPS))
		*cell = (uint16_t)(*cell | WAYS_STEPS | steps_found(ways, cell) * WAYS_FIRST_STEP);
	return *cell / WAYS_FIRST_STEP;
}

uint8_t ways_steps(struct ways *ways, int x, int y, unsigned gait)
{
	return (uint8_t)steps_from(ways, &ground_for(ways, gait)->cells[bordered(ways, x, y)]);
}

/* ---- Floods ---- */

/* The planes of a field: cells that have been reached; those of the last round, from which it goes
 * on; and two bits of the round in which each was reached. */
enum { REACHED, EDGE, ROUND_LOW, ROUND_HIGH, FIELD_PLANES };

static struct wave wave_of(
	const struct ways *ways, const struct ways_ground *ground, const struct ways_field *field)
{
	return (struct wave){.enters = ground->enters,
		.doors = ground->doors,
		.reached = field->planes + REACHED * plane_words(ways),
		.edge = field->planes + EDGE * plane_words(ways),
		.height = ways->height,
		.top = field->top,
		.bottom = field->bottom,
		.left = field->left,
		.right = field->right,
		.over = WAVE_OVER_ANY};
}

static void wave_kept(const struct wave *wave, struct ways_field *field)
{
	field->top = (int16_t)wave->top;
	field->bottom = (int16_t)wave->bottom;
	field->left = (uint8_t)wave->left;
	field->right = (uint8_t)wave->right;
}

static void field_begin(const struct ways *ways, const struct ways_ground *ground,
	struct ways_field *field, int x, int y)
{
	size_t words = plane_words(ways);
	uint64_t *planes = field->planes;
	if (planes == NULL)
		planes = malloc(FIELD_PLANES * words * sizeof *planes);
	assert(planes != NULL);
	memset(planes, 0, FIELD_PLANES * words * sizeof *planes);
	*field = (struct ways_field){.gait = ground->gait,
		.to_x = (int16_t)x,
		.to_y = (int16_t)y,
		.bottom = -1,
		.planes = planes};
	struct wave wave = wave_of(ways, ground, field);
	plane_put(ways, wave.reached, x, y, true);
	wave_put(ways, &wave, x, y);
	wave_kept(&wave, field);
}

/* The flood to a place, new or as far as it has come; of its set the one that was not asked for the
 * longest makes room. */
static struct ways_field *field_for(
	struct ways *ways, const struct ways_ground *ground, int x, int y)
{
	unsigned gait = ground->gait;
	unsigned set = ((unsigned)bordered(ways, x, y) * 7 + gait * 13) % WAYS_SETS;
	struct ways_field *first = &ways->fields[set * WAYS_IN_SET], *oldest = first;
	for (struct ways_field *field = first; field < first + WAYS_IN_SET; field++) {
		if (field->used > 0 && field->to_x == x && field->to_y == y &&
			field->gait == gait) {
			field->used = ++ways->asked;
			return field;
		}
		if (field->used < oldest->used)
			oldest = field;
	}
	field_begin(ways, ground, oldest, x, y);
	oldest->used = ++ways->asked;
	return oldest;
}

static bool flood_reaches(const struct ways *ways, const struct ways_ground *ground,
	struct ways_field *field, int x, int y)
{
	struct wave wave = wave_of(ways, ground, field);
	uint64_t *low = field->planes + ROUND_LOW * plane_words(ways);
	uint64_t *high = field->planes + ROUND_HIGH * plane_words(ways);
	const uint64_t *word = wave.reached + plane_word(ways, x, y);
	while (!(*word & plane_bit(x)) && wave_has_edge(&wave) && field->rounds < WAYS_FARTHEST) {
		wave_round(&wave);
		field->rounds++;
		if (field->rounds & 1)
			wave_add(&wave, low);
		if (field->rounds & 2)
			wave_add(&wave, high);
	}
	wave_kept(&wave, field);
	return *word & plane_bit(x);
}

/* ---- The answer ---- */

/* Of nine cells those that were reached in a round, by its two bits. */
static unsigned reached_in(unsigned reached, unsigned low, unsigned high, unsigned round)
{
	return reached & (round & 1 ? low : ~low) & (round & 2 ? high : ~high);
}

static void compare(const struct ways *ways, const struct ways_ground *ground,
	const struct ways_field *field, int x, int y, struct ways_steps *steps)
{
	size_t words = plane_words(ways);
	unsigned doors = nine_at(ways, ground->doors, x, y);
	unsigned slantwise = CORNERS & (doors & MIDDLE ? CORNERS : doors);
	unsigned reached = nine_at(ways, field->planes + REACHED * words, x, y) & ~slantwise;
	unsigned low = nine_at(ways, field->planes + ROUND_LOW * words, x, y);
	unsigned high = nine_at(ways, field->planes + ROUND_HIGH * words, x, y);
	unsigned round = (low & MIDDLE ? 1u : 0u) | (high & MIDDLE ? 2u : 0u);
	steps->nearer = directions_of(reached_in(reached, low, high, (round + 3) & 3));
	steps->level = directions_of(reached_in(reached, low, high, round) & ~MIDDLE);
}

/* Nothing is in the way: as the crow flies. */
static void crow_toward(
	const struct ways *ways, const struct ways_trip *trip, struct ways_steps *steps)
{
	int across = trip->to_x - trip->from_x, down = trip->to_y - trip->from_y;
	int length = abs(across) > abs(down) ? abs(across) : abs(down);
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int off_x = abs(across - direction_dx[direction]);
		int off_y = abs(down - direction_dy[direction]);
		int left = off_x > off_y ? off_x : off_y;
		bool there = left == 0;
		if (!there && !ways_step_legal(ways, trip->from_x, trip->from_y,
				      (enum direction)direction, trip->gait))
			continue;
		if (left <= length)
			*(left < length ? &steps->nearer : &steps->level) |=
				(uint8_t)(1 << direction);
	}
}

bool ways_toward(struct ways *ways, const struct ways_trip *trip, struct ways_steps *steps)
{
	int x = trip->from_x, y = trip->from_y;
	*steps = (struct ways_steps){0};
	if (x == trip->to_x && y == trip->to_y)
		return true;
	if (trip->gait & GAIT_PHASES) {
		crow_toward(ways, trip, steps);
		return true;
	}
	const struct ways_ground *ground = ground_for(ways, trip->gait);
	if (!plane_has(ways, ground->enters, x, y))
		return false;
	struct ways_field *field = field_for(ways, ground, trip->to_x, trip->to_y);
	if (!flood_reaches(ways, ground, field, x, y))
		return false;
	compare(ways, ground, field, x, y, steps);
	return true;
}
