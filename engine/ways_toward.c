/*
 * The way to a place, asked for by many: distances from it are worked out once, as far as somebody
 * asks, and kept until the ground changes.
 *
 * A flood goes out from the place cell by cell, in order of distance, and stops when it has passed
 * whoever asked; the next who asks from farther off lets it go on.  Everybody who goes the same way
 * (by gait) to the same place shares it: a crowd that hunts one hero costs one flood for each gait.
 * Ground that changes where no flood has come yet takes nothing away.
 * The answers are those of a wave that is begun anew each time, and depend on nothing that is kept.
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

/* ---- The ground, as a gait finds it ---- */

static void ground_fill(const struct ways *ways, struct ways_ground *ground, unsigned gait)
{
	if (ground->cells == NULL)
		ground->cells = calloc(bordered_count(ways), sizeof *ground->cells);
	assert(ground->cells != NULL);
	ground->gait = (uint8_t)gait;
	for (int y = 0; y < ways->height; y++)
		for (int x = 0; x < ways->width; x++)
			ground->cells[bordered(ways, x, y)] =
				(uint16_t)ways_ground_at(ways, x, y, gait);
}

static void ground_begin(struct ways *ways, unsigned gait)
{
	if (ways->ground_count == WAYS_GROUNDS)
		ways_forget(ways);
	ground_fill(ways, &ways->grounds[ways->ground_count++], gait);
	ways->ground_of[gait] = (uint8_t)ways->ground_count;
}

static inline uint16_t *ground_for(struct ways *ways, unsigned gait)
{
	assert(gait < GAITS);
	if (ways->ground_of[gait] == 0)
		ground_begin(ways, gait);
	return ways->grounds[ways->ground_of[gait] - 1].cells;
}

/* Whether a flood has come to a cell, or to one beside it. */
static bool field_is_near(const struct ways *ways, const struct ways_field *field, int at)
{
	for (int direction = 0; direction < DIR_COUNT; direction++)
		if (field->distances[at + offset_of(ways, direction)] != 0)
			return true;
	return field->distances[at] != 0;
}

static void fields_forget(struct ways *ways, unsigned gait, int at)
{
	for (int i = 0; i < WAYS_SETS * WAYS_IN_SET; i++) {
		struct ways_field *field = &ways->fields[i];
		if (field->used > 0 && field->gait == gait && field_is_near(ways, field, at))
			field->used = 0;
	}
}

static void ground_change(struct ways *ways, struct ways_ground *ground, int x, int y)
{
	int at = bordered(ways, x, y);
	unsigned now = ways_ground_at(ways, x, y, ground->gait);
	if ((ground->cells[at] & (WAYS_ENTERS | WAYS_STRAIGHT)) == now)
		return;
	ground->cells[at] = (uint16_t)now;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		ground->cells[at + offset_of(ways, direction)] &= WAYS_ENTERS | WAYS_STRAIGHT;
	fields_forget(ways, ground->gait, at);
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
	for (int i = 0; i < WAYS_GROUNDS; i++)
		free(ways->grounds[i].cells);
	for (int i = 0; i < WAYS_SETS * WAYS_IN_SET; i++) {
		free(ways->fields[i].distances);
		free(ways->fields[i].queue);
	}
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
	return (uint8_t)steps_from(ways, ground_for(ways, gait) + bordered(ways, x, y));
}

/* ---- Floods ---- */

#define QUEUE_ROOM 64 /* at first: a flood has a short edge */

/* Distances are kept one too high, so that 0 is where no flood has been. */
_Static_assert(WAYS_FARTHEST + 1 <= UINT8_MAX, "a byte each");

/* Room for all neighbours of a cell. */
static void queue_grow(struct ways_field *field)
{
	unsigned count = (uint16_t)(field->tail - field->head);
	if (count + DIR_COUNT <= field->room)
		return;
	uint16_t *queue = malloc(2u * field->room * sizeof *queue);
	assert(queue != NULL);
	for (unsigned i = 0; i < count; i++)
		queue[i] = field->queue[(field->head + i) & (field->room - 1)];
	free(field->queue);
	field->queue = queue;
	field->head = 0;
	field->tail = (uint16_t)count;
	field->room = (uint16_t)(2 * field->room);
}

static void field_begin(const struct ways *ways, struct ways_field *field, int to, unsigned gait)
{
	size_t count = bordered_count(ways);
	if (field->distances == NULL) {
		field->distances = malloc(count);
		field->queue = malloc(QUEUE_ROOM * sizeof *field->queue);
		field->room = QUEUE_ROOM;
	}
	assert(field->distances != NULL && field->queue != NULL);
	memset(field->distances, 0, count);
	field->gait = (uint8_t)gait;
	field->to = (uint16_t)to;
	field->distances[to] = 1;
	field->queue[0] = (uint16_t)to;
	field->head = 0;
	field->tail = 1;
}

/* The flood to a place, new or as far as it has come; of its set the one that was not asked for the
 * longest makes room. */
static struct ways_field *field_for(struct ways *ways, int to, unsigned gait)
{
	unsigned set = ((unsigned)to * 7 + gait * 13) % WAYS_SETS;
	struct ways_field *first = &ways->fields[set * WAYS_IN_SET], *oldest = first;
	for (struct ways_field *field = first; field < first + WAYS_IN_SET; field++) {
		if (field->used > 0 && field->to == to && field->gait == gait) {
			field->used = ++ways->asked;
			return field;
		}
		if (field->used < oldest->used)
			oldest = field;
	}
	field_begin(ways, oldest, to, gait);
	oldest->used = ++ways->asked;
	return oldest;
}

/* Takes the neighbours that are not known yet into the queue. */
static inline void flood_from(
	struct ways_field *field, unsigned steps, int at, const int offsets[DIR_COUNT])
{
	uint8_t *distances = field->distances, distance = (uint8_t)(distances[at] + 1);
	uint16_t *queue = field->queue;
	unsigned tail = field->tail, mask = field->room - 1u;
	for (; steps != 0; steps &= steps - 1) {
		int next = at + offsets[__builtin_ctz(steps)];
		if (distances[next] != 0)
			continue;
		distances[next] = distance;
		queue[tail++ & mask] = (uint16_t)next;
	}
	field->tail = (uint16_t)tail;
}

/* Goes on until all cells are known that are as near as `from`, or there is nowhere left to go. */
static void flood_past(
	const struct ways *ways, struct ways_field *field, uint16_t *ground, int from)
{
	const uint8_t *distances = field->distances;
	int offsets[DIR_COUNT];
	for (int direction = 0; direction < DIR_COUNT; direction++)
		offsets[direction] = offset_of(ways, direction);
	while (field->head != field->tail) {
		int at = field->queue[field->head & (field->room - 1)];
		if (distances[at] > WAYS_FARTHEST ||
			(distances[from] != 0 && distances[at] >= distances[from]))
			return;
		field->head++;
		queue_grow(field);
		flood_from(field, steps_from(ways, &ground[at]), at, offsets);
	}
}

/* The legal steps onto neighbours at a distance. */
static uint8_t steps_at(const struct ways *ways, const struct ways_field *field,
	const uint16_t *ground, int from, unsigned distance)
{
	uint8_t steps = 0;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int next = from + offset_of(ways, direction);
		bool slantwise = (direction & 1) && ((ground[from] | ground[next]) & WAYS_STRAIGHT);
		if (field->distances[next] == distance && distance > 0 && !slantwise)
			steps |= (uint8_t)(1 << direction);
	}
	return steps;
}

/* Nothing is in the way: as the crow flies. */
static int crow_toward(const struct ways *ways, int x, int y, int to_x, int to_y, unsigned gait,
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
	return steps;
}

int ways_toward(struct ways *ways, int from_x, int from_y, int to_x, int to_y, unsigned gait,
	int limit, uint8_t *nearer, uint8_t *level)
{
	assert(limit <= WAYS_FARTHEST);
	*nearer = *level = 0;
	if (from_x == to_x && from_y == to_y)
		return 0;
	if (gait & GAIT_PHASES)
		return crow_toward(ways, from_x, from_y, to_x, to_y, gait, nearer, level);
	int from = bordered(ways, from_x, from_y);
	uint16_t *ground = ground_for(ways, gait);
	if (!(ground[from] & WAYS_ENTERS))
		return -1;
	struct ways_field *field = field_for(ways, bordered(ways, to_x, to_y), gait);
	flood_past(ways, field, ground, from);
	unsigned distance = field->distances[from];
	if (distance == 0 || (int)distance - 1 > limit)
		return -1;
	*nearer = steps_at(ways, field, ground, from, distance - 1);
	*level = steps_at(ways, field, ground, from, distance);
	return (int)distance - 1;
}
