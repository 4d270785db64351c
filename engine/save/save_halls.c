/* Compression of halls, after the cells.  Most halls are the bounding box of a connected set of
 * cells with LEVEL_HALL; then the index of the set suffices. */
#include "engine/save/save_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The connected sets of hall cells, in order of their first cells. */
struct stretches {
	size_t count, room;
	struct area *boxes;
};

static void box_add(struct area *box, int x, int y)
{
	int right = box->x + box->width, bottom = box->y + box->height;
	box->x = (int16_t)(x < box->x ? x : box->x);
	box->y = (int16_t)(y < box->y ? y : box->y);
	right = x < right ? right : x + 1;
	bottom = y < bottom ? bottom : y + 1;
	box->width = (int16_t)(right - box->x);
	box->height = (int16_t)(bottom - box->y);
}

/* Returns the box of the set that contains `first`.  left: the cells that are in no set yet;
 * pending has room for all cells. */
static struct area stretch_from(
	const struct level *level, uint8_t *left, size_t *pending, size_t first)
{
	size_t width = (size_t)level->width, count = 1;
	struct area box = {
		.x = (int16_t)(first % width), .y = (int16_t)(first / width), .hall = true};
	pending[0] = first;
	left[first] = 0;
	while (count > 0) {
		size_t at = pending[--count];
		int x = (int)(at % width), y = (int)(at / width);
		box_add(&box, x, y);
		for (int direction = 0; direction < DIR_COUNT; direction++) {
			int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
			if (!level_inside(level, to_x, to_y))
				continue;
			size_t to = level_at(level, to_x, to_y);
			if (left[to])
				pending[count++] = to;
			left[to] = 0;
		}
	}
	return box;
}

static void stretches_add(struct stretches *stretches, struct area box)
{
	if (stretches->count == stretches->room) {
		stretches->room = stretches->room * 2 + 32;
		stretches->boxes =
			realloc(stretches->boxes, stretches->room * sizeof *stretches->boxes);
		assert(stretches->boxes != NULL);
	}
	stretches->boxes[stretches->count++] = box;
}

static struct stretches stretches_of(const struct level *level, const struct planes *planes)
{
	struct stretches stretches = {0};
	uint8_t *left = malloc(planes->cells);
	size_t *pending = malloc(planes->cells * sizeof *pending);
	assert(left != NULL && pending != NULL);
	for (size_t at = 0; at < planes->cells; at++)
		left[at] = planes->flags[at] & LEVEL_HALL ? 1 : 0;
	for (size_t at = 0; at < planes->cells; at++)
		if (left[at])
			stretches_add(&stretches, stretch_from(level, left, pending, at));
	free(left);
	free(pending);
	return stretches;
}

static size_t which_is(const struct stretches *stretches, const struct area *hall)
{
	size_t i = 0;
	while (i < stretches->count &&
		(stretches->boxes[i].x != hall->x || stretches->boxes[i].y != hall->y ||
			stretches->boxes[i].width != hall->width ||
			stretches->boxes[i].height != hall->height))
		i++;
	return i;
}

static unsigned ask(struct compressor *compressor, enum save_question question, unsigned context,
	unsigned bits, unsigned number)
{
	struct compress_asks asks = {question, 1, {context}};
	return compress_symbol(compressor, &asks, bits, COMPRESS_NO_GUESS, number);
}

static void code_box(struct compressor *compressor, struct area *hall)
{
	int16_t *const fields[] = {&hall->x, &hall->y, &hall->width, &hall->height};
	for (unsigned i = 0; i < 4; i++)
		*fields[i] =
			(int16_t)ask(compressor, QUESTION_HALL_BOX, i, 8, (unsigned)*fields[i]);
}

/* Codes the index of a hall's set, and removes the set. */
static void code_hall(struct compressor *compressor, struct stretches *stretches, struct area *hall)
{
	size_t which = which_is(stretches, hall);
	unsigned bits = 0;
	bool fits = which < stretches->count && which < 256;
	if (!ask(compressor, QUESTION_HALL, 0, 1, fits)) {
		code_box(compressor, hall);
		return;
	}
	while (bits < 8 && 1u << bits < stretches->count)
		bits++;
	which = ask(compressor, QUESTION_HALL_WHICH, bits, bits, (unsigned)which);
	if (which >= stretches->count)
		return;
	hall->x = stretches->boxes[which].x;
	hall->y = stretches->boxes[which].y;
	hall->width = stretches->boxes[which].width;
	hall->height = stretches->boxes[which].height;
	memmove(stretches->boxes + which, stretches->boxes + which + 1,
		(stretches->count - which - 1) * sizeof *stretches->boxes);
	stretches->count--;
}

void save_halls(struct compressor *compressor, struct level *level, const struct planes *planes)
{
	struct stretches stretches = stretches_of(level, planes);
	for (size_t i = 0; i < level->area_count; i++)
		if (level->areas[i].hall)
			code_hall(compressor, &stretches, &level->areas[i]);
	free(stretches.boxes);
}
