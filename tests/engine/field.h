/* Fields of view to be tested: maps drawn at random, and turned over. */
#ifndef TRAPDOOR_TESTS_FIELD_H
#define TRAPDOOR_TESTS_FIELD_H

#include "engine/map/level.h"

#include <string.h>

#define CELLS_MAX (LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)

struct field {
	int width, height, eye_x, eye_y, radius;
	bool blocks[CELLS_MAX], reach[CELLS_MAX];
};

static struct stream draws;

static inline void draws_begin(uint32_t subject)
{
	struct seed seed = {{0x66, 0x6f, 0x76}};
	stream_begin(&draws, &seed, PURPOSE_LEVEL, 0, subject);
}

static inline bool blocked(const struct field *field, int x, int y)
{
	return field->blocks[y * field->width + x];
}

static inline void field_clear(struct field *field, int width, int height, int eye_x, int eye_y)
{
	*field = (struct field){.width = width, .height = height, .eye_x = eye_x, .eye_y = eye_y};
}

static inline void field_draw(struct field *field, int width, int height, int percent)
{
	field_clear(field, width, height, 0, 0);
	for (int i = 0; i < width * height; i++)
		field->blocks[i] = stream_percent(&draws, percent);
	field->eye_x = stream_below(&draws, width);
	field->eye_y = stream_below(&draws, height);
}

/* Sparse, dense, and in between. */
static inline int percent_draw(void)
{
	int high = stream_percent(&draws, 40) ? 5 : 60;
	return stream_between(&draws, 0, high);
}

static inline void small_field_draw(struct field *field)
{
	int width = stream_between(&draws, 1, 40), height = stream_between(&draws, 1, 26);
	field_draw(field, width, height, percent_draw());
}

/* Rooms with pillars and gaps in their walls: long shadows, unlike noise. */
static inline void walled_field_draw(struct field *field)
{
	int width = stream_between(&draws, 8, 90), height = stream_between(&draws, 8, 30);
	field_draw(field, width, height, stream_between(&draws, 0, 3));
	int walls = stream_between(&draws, 1, 6);
	for (int i = 0; i < walls; i++) {
		bool upright = stream_percent(&draws, 50);
		int at = stream_below(&draws, upright ? width : height);
		int gaps = stream_between(&draws, 0, 20);
		for (int j = 0; j < (upright ? height : width); j++)
			if (!stream_percent(&draws, gaps))
				field->blocks[upright ? j * width + at : at * width + j] = true;
	}
}

/* A map turned over: 1 left-right, 2 up-down, 4 x and y exchanged, and their combinations. */
struct point {
	int x, y;
};

static inline struct point turned_size(const struct field *field, int how)
{
	return how & 4 ? (struct point){field->height, field->width}
		       : (struct point){field->width, field->height};
}

/* Where a cell comes to lie. */
static inline struct point turned_place(const struct field *field, int how, int x, int y)
{
	int tx = how & 1 ? field->width - 1 - x : x, ty = how & 2 ? field->height - 1 - y : y;
	return how & 4 ? (struct point){ty, tx} : (struct point){tx, ty};
}

#endif
