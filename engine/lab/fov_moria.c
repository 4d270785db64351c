/*
 * Field of view as in Moria: lines are used for monsters only.
 *
 * A lit room is visible whole from inside, even behind pillars. Elsewhere the hero's light reaches
 * one cell. A monster is visible if the line between it and the hero is clear.
 */
#include "engine/lab/fov_methods.h"

/* The search of a room: the cells found. The neighbours of those before `done` have been tested. */
struct room {
	const struct bitmap *lit;
	struct bitmap found;
	uint64_t found_words[BITMAP_WORDS_MAX];
	int done, count;
	struct {
		int16_t x, y;
	} cells[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
};

/* Adds the lit floor on the four sides of a cell to the room. */
static void room_spread(struct room *room, int x, int y)
{
	static const int8_t sides[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
	for (int i = 0; i < 4; i++) {
		int sx = x + sides[i][0], sy = y + sides[i][1];
		if (!bitmap_inside(room->lit, sx, sy) || !bitmap_get(room->lit, sx, sy) ||
			bitmap_get(&room->found, sx, sy))
			continue;
		bitmap_set(&room->found, sx, sy);
		room->cells[room->count].x = (int16_t)sx;
		room->cells[room->count++].y = (int16_t)sy;
	}
}

/* Shows a cell and its eight neighbours. */
static size_t show_around(struct bitmap *reach, int x, int y)
{
	for (int sy = y - 1; sy <= y + 1; sy++)
		for (int sx = x - 1; sx <= x + 1; sx++)
			if (bitmap_inside(reach, sx, sy))
				bitmap_set(reach, sx, sy);
	return 9;
}

static size_t show_room(const struct bitmap *lit, int eye_x, int eye_y, struct bitmap *reach)
{
	size_t visits = 0;
	struct room room;
	room.lit = lit;
	room.found = (struct bitmap){lit->width, lit->height, lit->stride, room.found_words};
	fov_begin(&room.found, eye_x, eye_y);
	room.done = room.count = 0;
	room_spread(&room, eye_x, eye_y);
	while (room.done < room.count) {
		int x = room.cells[room.done].x, y = room.cells[room.done++].y;
		visits += show_around(reach, x, y);
		room_spread(&room, x, y);
	}
	return visits;
}

static size_t show_monsters(const struct bitmap *blocks, const struct bitmap *monsters,
	struct fov_limit limit, int eye_x, int eye_y, struct bitmap *reach)
{
	size_t visits = 0;
	for (int i = 0; i < monsters->stride * monsters->height; i++)
		for (uint64_t word = monsters->words[i]; word; word &= word - 1) {
			int x = i % monsters->stride * 64 + __builtin_ctzll(word);
			int y = i / monsters->stride;
			visits++;
			if (fov_trace_sight(blocks, limit, x, y, eye_x, eye_y))
				bitmap_set(reach, x, y);
		}
	return visits;
}

size_t fov_moria_look(const struct bitmap *blocks, const struct bitmap *lit,
	const struct bitmap *monsters, struct fov_limit limit, int eye_x, int eye_y,
	struct bitmap *reach)
{
	fov_begin(reach, eye_x, eye_y);
	size_t visits = show_around(reach, eye_x, eye_y);
	visits += show_room(lit, eye_x, eye_y, reach);
	fov_cut(limit, eye_x, eye_y, reach);
	return visits + show_monsters(blocks, monsters, limit, eye_x, eye_y, reach);
}
