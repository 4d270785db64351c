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
#include "ways.h"

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

/* ---- Planes: a bit a cell ----
 *
 * Rows of words, with the same border: as its bits are never set, a plane may be moved sideways as
 * a whole. */

#define WORD_BITS 64
#define STRIDE_MAX ((LEVEL_WIDTH_MAX + 2 + WORD_BITS - 1) / WORD_BITS)
#define WORDS_MAX (STRIDE_MAX * (LEVEL_HEIGHT_MAX + 2))

/* Two words side by side, for which any machine has an instruction or two. */
typedef uint64_t two_words __attribute__((vector_size(16)));
#define TWO 2

static inline two_words two_at(const uint64_t *words)
{
	two_words two;
	memcpy(&two, words, sizeof two);
	return two;
}

static inline void two_put(uint64_t *words, two_words two)
{
	memcpy(words, &two, sizeof two);
}

static int stride_of(const struct ways *ways)
{
	return (ways->width + 2 + WORD_BITS - 1) / WORD_BITS;
}

static size_t words_of(const struct ways *ways)
{
	return (size_t)stride_of(ways) * (size_t)(ways->height + 2);
}

static size_t bit_of(const struct ways *ways, int x, int y)
{
	return (size_t)((y + 1) * stride_of(ways) * WORD_BITS + x + 1);
}

static bool plane_has(const uint64_t *plane, size_t bit)
{
	return plane[bit / WORD_BITS] >> (bit % WORD_BITS) & 1;
}

static void plane_put(uint64_t *plane, size_t bit, bool on)
{
	uint64_t mask = UINT64_C(1) << (bit % WORD_BITS), *word = &plane[bit / WORD_BITS];
	*word = on ? *word | mask : *word & ~mask;
}

/* ---- The ground, as a gait finds it ---- */

static void cell_put(
	const struct ways *ways, struct ways_ground *ground, int x, int y, unsigned cell)
{
	ground->cells[bordered(ways, x, y)] = (uint16_t)cell;
	plane_put(ground->enters, bit_of(ways, x, y), cell & WAYS_ENTERS);
	plane_put(ground->doors, bit_of(ways, x, y), cell & WAYS_STRAIGHT);
}

static void ground_fill(const struct ways *ways, struct ways_ground *ground, unsigned gait)
{
	if (ground->cells == NULL) {
		ground->cells = calloc(bordered_count(ways), sizeof *ground->cells);
		ground->enters = calloc(2 * words_of(ways) + TWO, sizeof *ground->enters);
	}
	assert(ground->cells != NULL && ground->enters != NULL);
	ground->doors = ground->enters + words_of(ways);
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

/* Whether a flood has come to a cell, or to one beside it. */
static bool field_is_near(const struct ways *ways, const struct ways_field *field, int x, int y)
{
	bool near = false;
	for (int row = y - 1; row <= y + 1; row++)
		for (int column = x - 1; column <= x + 1; column++)
			near = near || plane_has(field->planes, bit_of(ways, column, row));
	return near;
}

static void fields_forget(struct ways *ways, unsigned gait, int x, int y)
{
	for (int i = 0; i < WAYS_SETS * WAYS_IN_SET; i++) {
		struct ways_field *field = &ways->fields[i];
		if (field->used > 0 && field->gait == gait && field_is_near(ways, field, x, y))
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

static void field_begin(
	const struct ways *ways, struct ways_field *field, int x, int y, unsigned gait)
{
	size_t words = words_of(ways), to = bit_of(ways, x, y);
	uint64_t *planes = field->planes;
	if (planes == NULL)
		planes = malloc(FIELD_PLANES * words * sizeof *planes);
	assert(planes != NULL);
	memset(planes, 0, FIELD_PLANES * words * sizeof *planes);
	*field = (struct ways_field){.gait = (uint8_t)gait,
		.to_x = (int16_t)x,
		.to_y = (int16_t)y,
		.top = (int16_t)y,
		.bottom = (int16_t)y,
		.planes = planes};
	plane_put(planes + REACHED * words, to, true);
	plane_put(planes + EDGE * words, to, true);
}

/* The flood to a place, new or as far as it has come; of its set the one that was not asked for the
 * longest makes room. */
static struct ways_field *field_for(struct ways *ways, int x, int y, unsigned gait)
{
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
	field_begin(ways, oldest, x, y, gait);
	oldest->used = ++ways->asked;
	return oldest;
}

/* Words of a plane with their bits moved one to the left and one to the right. */
static inline two_words beside(const uint64_t *words)
{
	return two_at(words) << 1 | two_at(words - 1) >> (WORD_BITS - 1) | two_at(words) >> 1 |
	       two_at(words + 1) << (WORD_BITS - 1);
}

/* Words begin to end of what a round reaches: from beside, from straight above and below, and
 * aslant from there, neither out of a doorway nor into one.  Of an odd number of words one more is
 * worked out, of a row that nothing reaches. */
static void round_reach(const struct ways *ways, const struct ways_ground *ground,
	struct ways_field *field, size_t begin, size_t end, uint64_t *reach)
{
	uint64_t aslant[WORDS_MAX + TWO];
	size_t stride = (size_t)stride_of(ways), words = words_of(ways);
	const uint64_t *edge = field->planes + EDGE * words;
	const uint64_t *enters = ground->enters, *doors = ground->doors;
	uint64_t *reached = field->planes + REACHED * words;
	aslant[begin - 1] = 0;
	for (size_t i = begin; i < end; i += TWO)
		two_put(&aslant[i],
			(two_at(&edge[i - stride]) & ~two_at(&doors[i - stride])) |
				(two_at(&edge[i + stride]) & ~two_at(&doors[i + stride])));
	aslant[end + (end - begin) % TWO] = 0;
	for (size_t i = begin; i < end; i += TWO) {
		two_words straight =
			beside(&edge[i]) | two_at(&edge[i - stride]) | two_at(&edge[i + stride]);
		two_words now = (straight | (beside(&aslant[i]) & ~two_at(&doors[i]))) &
				two_at(&enters[i]) & ~two_at(&reached[i]);
		two_put(&reach[i], now);
		two_put(&reached[i], two_at(&reached[i]) | now);
	}
}

/* Adds what was reached to a plane. */
static void plane_add(uint64_t *plane, const uint64_t *reach, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i += TWO)
		two_put(&plane[i], two_at(&plane[i]) | two_at(&reach[i]));
}

static bool edge_is_in(const struct ways *ways, const struct ways_field *field, int y)
{
	size_t stride = (size_t)stride_of(ways);
	const uint64_t *row = field->planes + EDGE * words_of(ways) + (size_t)(y + 1) * stride;
	uint64_t any = 0;
	for (size_t word = 0; word < stride; word++)
		any |= row[word];
	return any != 0;
}

static void field_round(
	const struct ways *ways, const struct ways_ground *ground, struct ways_field *field)
{
	uint64_t reach[WORDS_MAX + TWO];
	size_t words = words_of(ways), stride = (size_t)stride_of(ways);
	field->top -= field->top > 0;
	field->bottom += field->bottom < ways->height - 1;
	size_t begin = (size_t)(field->top + 1) * stride,
	       end = (size_t)(field->bottom + 2) * stride;
	round_reach(ways, ground, field, begin, end, reach);
	field->rounds++;
	uint64_t *planes = field->planes;
	memcpy(planes + EDGE * words + begin, reach + begin, (end - begin) * sizeof *reach);
	if (field->rounds & 1)
		plane_add(planes + ROUND_LOW * words, reach, begin, end);
	if (field->rounds & 2)
		plane_add(planes + ROUND_HIGH * words, reach, begin, end);
	while (field->top <= field->bottom && !edge_is_in(ways, field, field->top))
		field->top++;
	while (field->bottom > field->top && !edge_is_in(ways, field, field->bottom))
		field->bottom--;
}

static bool flood_reaches(const struct ways *ways, const struct ways_ground *ground,
	struct ways_field *field, int x, int y)
{
	size_t from = bit_of(ways, x, y);
	const uint64_t *reached = field->planes + REACHED * words_of(ways);
	while (!plane_has(reached, from)) {
		if (field->top > field->bottom || field->rounds == WAYS_FARTHEST)
			return false;
		field_round(ways, ground, field);
	}
	return true;
}

/* ---- The answer ---- */

/* The round in which a cell was reached, of four. */
static unsigned round_of(const struct ways *ways, const struct ways_field *field, size_t bit)
{
	size_t words = words_of(ways);
	return plane_has(field->planes + ROUND_LOW * words, bit) |
	       (unsigned)plane_has(field->planes + ROUND_HIGH * words, bit) << 1;
}

static void compare(const struct ways *ways, const struct ways_ground *ground,
	const struct ways_field *field, int x, int y, uint8_t *nearer, uint8_t *level)
{
	size_t from = bit_of(ways, x, y), words = words_of(ways);
	unsigned round = round_of(ways, field, from);
	bool straight = plane_has(ground->doors, from);
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		size_t next =
			bit_of(ways, x + direction_dx[direction], y + direction_dy[direction]);
		bool slantwise = (direction & 1) && (straight || plane_has(ground->doors, next));
		if (slantwise || !plane_has(field->planes + REACHED * words, next))
			continue;
		unsigned farther = (round_of(ways, field, next) - round) & 3;
		*nearer |= (uint8_t)((farther == 3) << direction);
		*level |= (uint8_t)((farther == 0) << direction);
	}
}

/* Nothing is in the way: as the crow flies. */
static void crow_toward(const struct ways *ways, int x, int y, int to_x, int to_y, unsigned gait,
	uint8_t *nearer, uint8_t *level)
{
	int across = abs(to_x - x), down = abs(to_y - y), steps = across > down ? across : down;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int off_x = abs(to_x - x - direction_dx[direction]);
		int off_y = abs(to_y - y - direction_dy[direction]);
		int left = off_x > off_y ? off_x : off_y;
		bool there = left == 0;
		if (!there && !ways_step_legal(ways, x, y, (enum direction)direction, gait))
			continue;
		if (left <= steps)
			*(left < steps ? nearer : level) |= (uint8_t)(1 << direction);
	}
}

bool ways_toward(struct ways *ways, int from_x, int from_y, int to_x, int to_y, unsigned gait,
	uint8_t *nearer, uint8_t *level)
{
	*nearer = *level = 0;
	if (from_x == to_x && from_y == to_y)
		return true;
	if (gait & GAIT_PHASES) {
		crow_toward(ways, from_x, from_y, to_x, to_y, gait, nearer, level);
		return true;
	}
	const struct ways_ground *ground = ground_for(ways, gait);
	if (!plane_has(ground->enters, bit_of(ways, from_x, from_y)))
		return false;
	struct ways_field *field = field_for(ways, to_x, to_y, gait);
	if (!flood_reaches(ways, ground, field, from_x, from_y))
		return false;
	compare(ways, ground, field, from_x, from_y, nearer, level);
	return true;
}
