/*
 * Rooms of a grid that are not rectangular: caves grown to a target size, and shapes defined by a
 * test of each cell of a box.
 *
 * A shape stays inside its room's box, so corridors find it where a rectangle would be: they
 * continue straight to the first wall.  A shape that is connected only by corners, is too small, or
 * cannot be opened on all four sides becomes a rectangle.
 */
#include "engine/generate/rogue_rooms.h"

#include <assert.h>

enum {
	CAVE_LEAST = 45, /* percent of the box that a cave has */
	CAVE_MOST = 80,
	CAVE_CARE = 3,
	CELLS_LEAST = 6
};

/* Arguments of a shape's test: a cell of a box, and the random values of the shape. */
struct form {
	int width, height, x, y;
	int turn, across, down; /* turn: 0 to 3; across, down: a part of width and height */
};

/* ---- The shapes ---- */

static bool form_ellipse(const struct form *form)
{
	int w = form->width, h = form->height;
	int dx = 2 * form->x + 1 - w, dy = 2 * form->y + 1 - h;
	return dx * dx * h * h + dy * dy * w * w <= w * w * h * h;
}

static bool form_cross(const struct form *form)
{
	int w = form->width - 1, h = form->height - 1;
	return (form->x >= form->across && form->x <= w - form->across) ||
	       (form->y >= form->down && form->y <= h - form->down);
}

/* Mirrors the cell by `turn`, so that a quarter is cut off at another corner. */
static int turned_x(const struct form *form)
{
	return form->turn & 1 ? form->width - 1 - form->x : form->x;
}

static int turned_y(const struct form *form)
{
	return form->turn & 2 ? form->height - 1 - form->y : form->y;
}

static bool form_ell(const struct form *form)
{
	return turned_x(form) < form->width - 1 - form->across ||
	       turned_y(form) < form->height - form->down;
}

static bool form_tee(const struct form *form)
{
	bool aside = form->x < form->across || form->x >= form->width - form->across;
	return !aside || turned_y(form) < form->height - form->down;
}

/* Two boxes that overlap like steps. */
static bool form_steps(const struct form *form)
{
	int x = turned_x(form), y = form->y, w = form->width, h = form->height;
	return (x < w - form->across && y < h - form->down) ||
	       (x >= form->across && y >= form->down);
}

static bool form_ring(const struct form *form)
{
	int edge_x = form->x < form->width - 1 - form->x ? form->x : form->width - 1 - form->x;
	int edge_y = form->y < form->height - 1 - form->y ? form->y : form->height - 1 - form->y;
	return edge_x < 2 || edge_y < 1 + (form->height > 5);
}

static bool form_bevelled(const struct form *form)
{
	int edge_x = form->x < form->width - 1 - form->x ? form->x : form->width - 1 - form->x;
	int edge_y = form->y < form->height - 1 - form->y ? form->y : form->height - 1 - form->y;
	return edge_x + 2 * edge_y >= 2 + (form->height > 4);
}

static bool form_pillars(const struct form *form)
{
	int from_left = form->x - 1, from_right = form->width - 2 - form->x;
	int from_top = form->y - 1, from_bottom = form->height - 2 - form->y;
	int dx = from_left < from_right ? from_left : from_right;
	int dy = from_top < from_bottom ? from_top : from_bottom;
	return dx < 0 || dy < 0 || dx % 3 != 0 || dy % 2 != 0;
}

static const struct shape {
	bool (*has)(const struct form *form);
	int width, height; /* least size of the box */
} shapes[] = {
	{form_ellipse, 6, 4},
	{form_cross, 6, 3},
	{form_ell, 5, 3},
	{form_tee, 6, 3},
	{form_steps, 6, 3},
	{form_ring, 7, 4},
	{form_bevelled, 6, 3},
	{form_pillars, 5, 3},
};

#define SHAPES ((int)(sizeof shapes / sizeof *shapes))

/* ---- Opening ---- */

static struct box floor_of(const struct room *room)
{
	return (struct box){(int16_t)(room->x + 1), (int16_t)(room->y + 1),
		(int16_t)(room->x + room->width - 1), (int16_t)(room->y + room->height - 1)};
}

static void shape_open(struct rooms *rooms, const struct room *room, const struct shape *shape)
{
	struct stream *stream = &rooms->making->stream;
	struct box box = floor_of(room);
	struct form form = {.width = room->width - 2, .height = room->height - 2};
	form.turn = stream_below(stream, 4);
	form.across = stream_between(stream, form.width / 4, form.width / 3);
	form.down = stream_between(stream, (form.height + 2) / 4, (form.height + 1) / 3);
	for (int y = box.top; y < box.bottom; y++)
		for (int x = box.left; x < box.right; x++) {
			form.x = x - box.left;
			form.y = y - box.top;
			if (shape->has(&form))
				*carve_cell(&rooms->carve, x, y) = rooms->terrain->floor;
		}
}

static void cave_open(struct rooms *rooms, const struct room *room)
{
	struct box box = floor_of(room);
	int width = room->width - 2, height = room->height - 2;
	int percent = stream_between(&rooms->making->stream, CAVE_LEAST, CAVE_MOST);
	struct growth growth = {.within = box,
		.from = rooms->terrain->rock,
		.to = rooms->terrain->floor,
		.size = width * height * percent / 100,
		.care = CAVE_CARE};
	carve_grow(&rooms->carve, &growth, room->x + room->width / 2, room->y + room->height / 2,
		NULL);
}

/* True if the floor is connected and large enough; tests it by growing it from its first cell. */
static bool in_one_piece(struct rooms *rooms, const struct room *room)
{
	struct carve *carve = &rooms->carve;
	struct box box = floor_of(room);
	int cells = 0, first_x = -1, first_y = -1;
	for (int y = box.top; y < box.bottom; y++)
		for (int x = box.left; x < box.right; x++)
			if (*carve_cell(carve, x, y) == rooms->terrain->floor) {
				cells++;
				first_x = x;
				first_y = y;
			}
	if (cells < CELLS_LEAST)
		return false;
	struct growth growth = {.within = box,
		.from = rooms->terrain->floor,
		.to = rooms->terrain->corridor,
		.size = cells,
		.care = 1};
	bool whole = carve_grow(carve, &growth, first_x, first_y, NULL) == cells;
	growth.from = rooms->terrain->corridor;
	growth.to = rooms->terrain->floor;
	carve_grow(carve, &growth, first_x, first_y, NULL);
	return whole;
}

void rogue_room_open(struct rooms *rooms, struct room *room)
{
	struct stream *stream = &rooms->making->stream;
	const struct level_kind *kind = rooms->making->kind;
	if (kind->cave_percent > 0 && stream_percent(stream, kind->cave_percent)) {
		cave_open(rooms, room);
		room->shaped = true;
	} else if (kind->shape_percent > 0 && stream_percent(stream, kind->shape_percent)) {
		const struct shape *shape = &shapes[stream_below(stream, SHAPES)];
		room->shaped = room->width - 2 >= shape->width && room->height - 2 >= shape->height;
		if (room->shaped)
			shape_open(rooms, room, shape);
	}
	room->shaped = room->shaped && in_one_piece(rooms, room);
	if (!room->shaped)
		carve_fill(&rooms->carve, floor_of(room), rooms->terrain->floor);
}

/* ---- Openings ---- */

bool rogue_room_opening(const struct rooms *rooms, const struct room *room, enum side side,
	int along, struct point *opening)
{
	const struct terrain_kind *kinds = rooms->making->content->terrains;
	struct point point = {room->x, room->y};
	int deep = side_upright(side) ? room->height : room->width;
	enum side inward = side_opposite(side);
	if (side_upright(side))
		point.x = (int16_t)(point.x + along);
	else
		point.y = (int16_t)(point.y + along);
	if (side == SIDE_RIGHT)
		point.x = (int16_t)(point.x + room->width - 1);
	if (side == SIDE_BOTTOM)
		point.y = (int16_t)(point.y + room->height - 1);
	for (int i = 0; i < deep - 1; i++, point = point_beyond(point, inward)) {
		uint16_t terrain = *rooms_terrain(rooms, point);
		if (terrain == rooms->terrain->rock || terrain == rooms->terrain->corridor)
			continue;
		*opening = point;
		return (kinds[terrain].flags & TERRAIN_WALL) &&
		       *rooms_terrain(rooms, point_beyond(point, inward)) == rooms->terrain->floor;
	}
	return false;
}

static bool adjacent_kept(const struct room *room, int sides, struct point point)
{
	for (int i = 0; i < sides; i++) {
		int dx = point.x - room->kept[i].x, dy = point.y - room->kept[i].y;
		if (dx * dx + dy * dy <= 1)
			return true;
	}
	return false;
}

bool rogue_room_keep(struct rooms *rooms, struct room *room)
{
	for (int side = 0; side < SIDE_COUNT; side++) {
		int length = side_upright((enum side)side) ? room->width : room->height;
		int first = stream_below(&rooms->making->stream, length), tries = 0;
		struct point point;
		while (tries < length && (!rogue_room_opening(rooms, room, (enum side)side,
						  (first + tries) % length, &point) ||
						 adjacent_kept(room, side, point)))
			tries++;
		if (tries == length)
			return false;
		room->kept[side] = point;
	}
	return true;
}
