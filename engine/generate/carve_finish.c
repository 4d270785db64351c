#include "engine/generate/carve.h"

enum {
	/* Percent more of dark areas for each depth below the first of a kind of level. */
	DARKER_A_DEPTH = 5,
	OPEN_DOOR_PERCENT = 20,
	HALLS_IN_ONE = 2 /* so many times as wide and high as other areas */
};

/* ---- Areas ---- */

void carve_piece(struct carve *carve, const struct box *piece, bool halls)
{
	int left = piece->right, right = piece->left, top = piece->bottom, bottom = piece->top;
	int count = 0;
	for (int y = piece->top; y < piece->bottom; y++)
		for (int x = piece->left; x < piece->right; x++) {
			if (!carve_is_of_piece(carve, x, y, halls))
				continue;
			count++;
			left = x < left ? x : left;
			right = x > right ? x : right;
			top = y < top ? y : top;
			bottom = y > bottom ? y : bottom;
		}
	if (count > 0)
		level_add_area(carve->level,
			(struct area){(int16_t)left, (int16_t)top, (int16_t)(right - left + 1),
				(int16_t)(bottom - top + 1), .hall = halls});
}

/* Returns the number of pieces of about that size in a length. */
static int pieces_of(int length, int size)
{
	int count = (length + size / 2) / size;
	return count > 0 ? count : 1;
}

static void add_pieces(struct carve *carve, const struct box *box, int across, int down, bool halls)
{
	int width = box->right - box->left, height = box->bottom - box->top;
	for (int i = 0; i < across * down; i++) {
		int column = i % across, row = i / across;
		struct box piece = {(int16_t)(box->left + column * width / across),
			(int16_t)(box->top + row * height / down),
			(int16_t)(box->left + (column + 1) * width / across),
			(int16_t)(box->top + (row + 1) * height / down)};
		carve_piece(carve, &piece, halls);
	}
}

/* Returns the box around all passable cells outside of halls. */
static struct box box_of_ways(const struct carve *carve)
{
	struct box box = {(int16_t)carve->width, (int16_t)carve->height, 0, 0};
	for (int y = 0; y < carve->height; y++)
		for (int x = 0; x < carve->width; x++) {
			if (!carve_is_of_piece(carve, x, y, false))
				continue;
			box.left = (int16_t)(x < box.left ? x : box.left);
			box.top = (int16_t)(y < box.top ? y : box.top);
			box.right = (int16_t)(x >= box.right ? x + 1 : box.right);
			box.bottom = (int16_t)(y >= box.bottom ? y + 1 : box.bottom);
		}
	return box;
}

/* At least two pieces, for the stairs. */
void carve_areas(struct carve *carve, int width, int height)
{
	struct box box = box_of_ways(carve);
	int wide = box.right - box.left, high = box.bottom - box.top;
	size_t first = carve->level->area_count;
	add_pieces(carve, &box, pieces_of(wide, width), pieces_of(high, height), false);
	if (carve->level->area_count < first + 2) {
		carve->level->area_count = first;
		add_pieces(carve, &box, wide < high ? 1 : 2, wide < high ? 2 : 1, false);
	}
	carve_halls(carve, HALLS_IN_ONE * width, HALLS_IN_ONE * height);
}

void carve_halls(struct carve *carve, int width, int height)
{
	struct box box = {0, 0, (int16_t)carve->width, (int16_t)carve->height};
	add_pieces(carve, &box, pieces_of(carve->width, width), pieces_of(carve->height, height),
		true);
}

/* ---- Light ---- */

bool carve_draws_dark(struct carve *carve)
{
	int deeper = carve->level->depth - carve->kind->depth_low;
	int dark = carve->kind->dark_percent + (deeper > 0 ? deeper * DARKER_A_DEPTH : 0);
	return stream_percent(carve->stream, dark);
}

void carve_light_cell(struct carve *carve, int x, int y)
{
	struct level *level = carve->level;
	bool inner = carve_within(carve, x, y);
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			int at = (y + dy) * level->width + x + dx;
			if ((inner || level_inside(level, x + dx, y + dy)) &&
				!(level->flags[at] & LEVEL_HALL))
				level->flags[at] |= LEVEL_LIT;
		}
}

void carve_light_box(struct carve *carve, struct box box)
{
	for (int y = box.top - 1; y <= box.bottom; y++)
		for (int x = box.left - 1; x <= box.right; x++)
			if (level_inside(carve->level, x, y))
				carve->level->flags[level_at(carve->level, x, y)] |= LEVEL_LIT;
}

void carve_room(struct carve *carve, struct box box)
{
	bool lit = !carve_draws_dark(carve);
	if (lit)
		carve_light_box(carve, box);
	level_add_area(
		carve->level, (struct area){box.left, box.top, (int16_t)(box.right - box.left),
				      (int16_t)(box.bottom - box.top), .lit = lit});
}

uint16_t carve_door_draw(struct carve *carve)
{
	if (!stream_percent(carve->stream, carve->kind->door_percent))
		return carve->terrain->opening;
	return stream_percent(carve->stream, OPEN_DOOR_PERCENT) ? carve->terrain->door_open
								: carve->terrain->door_closed;
}

/* True in a circle of light from above, round on the screen, whose cells are twice as high as
 * wide. */
static bool in_pool(const struct area *area, int dx, int dy)
{
	int rx = area->width / 2 + 2, ry = area->height / 2 + 2;
	rx = rx < ry ? ry : rx > 3 * ry ? 3 * ry : rx;
	return dx * dx * ry * ry + dy * dy * rx * rx <= rx * rx * ry * ry;
}

static bool shows(const struct carve *carve, int x, int y)
{
	return level_inside(carve->level, x, y) && carve_shown(carve, *carve_cell(carve, x, y));
}

/* Lights the connected ground around the middle of an area. */
static void light_area(struct carve *carve, const struct area *area)
{
	int16_t x, y;
	int head = 0, tail = 0;
	if (!level_area_middle(carve->content, carve->level, area, &x, &y))
		return;
	carve->queue[tail++] = (int32_t)level_at(carve->level, x, y);
	carve->marks[carve->queue[0]] = 1;
	while (head < tail) {
		int at_x = carve->queue[head] % carve->width,
		    at_y = carve->queue[head] / carve->width;
		head++;
		carve_light_cell(carve, at_x, at_y);
		for (int direction = 0; direction < DIR_COUNT; direction += 2) {
			int to_x = at_x + direction_dx[direction];
			int to_y = at_y + direction_dy[direction];
			if (!in_pool(area, to_x - x, to_y - y) || !shows(carve, to_x, to_y))
				continue;
			int to = (int)level_at(carve->level, to_x, to_y);
			if (carve->marks[to] || (carve->level->flags[to] & LEVEL_HALL))
				continue;
			carve->marks[to] = 1;
			carve->queue[tail++] = to;
		}
	}
	for (int i = 0; i < tail; i++)
		carve->marks[carve->queue[i]] = 0;
}

void carve_light(struct carve *carve)
{
	for (size_t i = 0; i < carve->level->area_count; i++) {
		struct area *area = &carve->level->areas[i];
		if (area->hall || carve_draws_dark(carve))
			continue;
		area->lit = true;
		light_area(carve, area);
	}
}

/* ---- All ---- */

void carve_finish(struct carve *carve, int width, int height)
{
	carve_walls(carve);
	generate_stage(carve->making, "walls");
	carve_areas(carve, width, height);
	carve_light(carve);
	carve_stairs(carve);
	generate_stage(carve->making, "stairs");
}
