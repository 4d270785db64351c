#include "engine/generate/carve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_CARE = 2 };

static void *array_new(int count, size_t size)
{
	void *array = calloc((size_t)count, size);
	assert(array);
	return array;
}

void carve_begin(struct carve *carve, struct making *making)
{
	struct level *level = making->level;
	const struct content *content = making->content;
	int cells = level->width * level->height;
	*carve = (struct carve){.making = making,
		.content = content,
		.kind = making->kind,
		.terrain = &content->terrain,
		.level = level,
		.stream = &making->stream,
		.width = level->width,
		.height = level->height,
		.cells = cells};
	carve->queue = array_new(cells, sizeof *carve->queue);
	carve->from = array_new(cells, sizeof *carve->from);
	carve->number = array_new(cells, sizeof *carve->number);
	carve->marks = array_new(cells, sizeof *carve->marks);
	carve->passable = array_new(content->counts.terrains, sizeof *carve->passable);
	carve->flags = array_new(content->counts.terrains, sizeof *carve->flags);
	for (int i = 0; i < content->counts.terrains; i++) {
		const struct terrain_kind *kind = &content->terrains[i];
		carve->flags[i] = kind->flags;
		carve->passable[i] = (kind->flags & (TERRAIN_OBJECTS | TERRAIN_DOORWAY)) &&
				     !(kind->flags & TERRAIN_REMEMBERED_AS_WALL) &&
				     content_is_safe(kind);
	}
}

void carve_end(struct carve *carve)
{
	free(carve->queue);
	free(carve->from);
	free(carve->number);
	free(carve->marks);
	free(carve->passable);
	free(carve->flags);
}

struct box carve_inner(const struct carve *carve)
{
	return (struct box){1, 1, (int16_t)(carve->width - 1), (int16_t)(carve->height - 1)};
}

uint16_t carve_material(uint16_t material, uint16_t otherwise)
{
	return material == KIND_NONE ? otherwise : material;
}

void carve_fill(struct carve *carve, struct box box, uint16_t terrain)
{
	for (int y = box.top; y < box.bottom; y++)
		for (int x = box.left; x < box.right; x++)
			*carve_cell(carve, x, y) = terrain;
}

/* ---- Growing ---- */

static bool may_grow(const struct carve *carve, const struct growth *growth, int x, int y)
{
	const struct box *within = &growth->within;
	return x >= within->left && y >= within->top && x < within->right && y < within->bottom &&
	       *carve_cell(carve, x, y) == growth->from;
}

/* Returns how many of the eight neighbours of a cell have a terrain. */
static int neighbours_of(const struct carve *carve, int x, int y, uint16_t terrain)
{
	const uint16_t *cell = carve_cell(carve, x, y);
	bool inner = carve_within(carve, x, y);
	int count = 0;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		count += (inner || level_inside(carve->level, x + direction_dx[direction],
					   y + direction_dy[direction])) &&
			 cell[carve->level->adjacent[direction]] == terrain;
	return count;
}

/* Returns the index in the list of the edge to be finished next. */
static int edge_draw(struct carve *carve, const struct growth *growth, int count)
{
	int chosen = 0, most = -1;
	for (int i = 0; i < growth->care; i++) {
		int drawn = stream_below(carve->stream, count);
		int at = carve->queue[drawn];
		int closed = growth->care == 1 ? 0
					       : neighbours_of(carve, at % carve->width,
							 at / carve->width, growth->to);
		if (closed > most) {
			most = closed;
			chosen = drawn;
		}
	}
	return chosen;
}

static void widen(struct box *box, int x, int y)
{
	box->left = (int16_t)(x < box->left ? x : box->left);
	box->top = (int16_t)(y < box->top ? y : box->top);
	box->right = (int16_t)(x >= box->right ? x + 1 : box->right);
	box->bottom = (int16_t)(y >= box->bottom ? y + 1 : box->bottom);
}

int carve_grow(struct carve *carve, const struct growth *growth, int x, int y, struct box *bounds)
{
	struct box box = {(int16_t)x, (int16_t)y, (int16_t)x, (int16_t)y};
	int unfinished = 0, grown = 0, seen = 0;
	int32_t *marked = carve->from;
	if (!may_grow(carve, growth, x, y))
		return 0;
	carve->queue[unfinished++] = marked[seen++] = (int32_t)level_at(carve->level, x, y);
	carve->marks[carve->queue[0]] = 1;
	while (unfinished > 0 && grown < growth->size) {
		int edge = edge_draw(carve, growth, unfinished);
		int at = carve->queue[edge];
		carve->queue[edge] = carve->queue[--unfinished];
		x = at % carve->width;
		y = at / carve->width;
		*carve_cell(carve, x, y) = growth->to;
		widen(&box, x, y);
		grown++;
		for (int direction = 0; direction < DIR_COUNT; direction += 2) {
			int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
			if (!may_grow(carve, growth, to_x, to_y))
				continue;
			int to = to_y * carve->width + to_x;
			if (carve->marks[to])
				continue;
			carve->marks[to] = 1;
			carve->queue[unfinished++] = marked[seen++] = to;
		}
	}
	for (int i = 0; i < seen; i++)
		carve->marks[marked[i]] = 0;
	if (bounds)
		*bounds = box;
	return grown;
}

/* ---- Growth and posts ---- */

static void draw_cell(struct carve *carve, int *x, int *y)
{
	*x = 1 + stream_below(carve->stream, carve->width - 2);
	*y = 1 + stream_below(carve->stream, carve->height - 2);
}

void carve_pieces(struct carve *carve, uint16_t terrain, int every, int least, int most)
{
	int count = terrain == KIND_NONE ? 0 : carve->cells / every, x, y;
	count = count > 0 ? stream_between(carve->stream, count / 2, count) : 0;
	for (int i = 0; i < count; i++) {
		struct growth growth = {.within = carve_inner(carve),
			.from = carve->terrain->floor,
			.to = terrain,
			.care = PIECE_CARE};
		growth.size = stream_between(carve->stream, least, most);
		draw_cell(carve, &x, &y);
		carve_grow(carve, &growth, x, y, NULL);
	}
}

void carve_posts(struct carve *carve, int every)
{
	int count = carve->kind->post == KIND_NONE ? 0 : carve->cells / every, x, y;
	for (int i = 0; i < count; i++) {
		draw_cell(carve, &x, &y);
		if (*carve_cell(carve, x, y) == carve->terrain->floor &&
			generate_may_block(carve->content, carve->level, x, y))
			*carve_cell(carve, x, y) = carve->kind->post;
	}
}

/* ---- Smoothing ---- */

/* Returns how many of the four straight neighbours have a terrain. */
static int sides_of(const struct carve *carve, int at, uint16_t terrain)
{
	const uint16_t *cell = carve->level->terrain + at;
	return (cell[-1] == terrain) + (cell[1] == terrain) + (cell[-carve->width] == terrain) +
	       (cell[carve->width] == terrain);
}

void carve_smooth(struct carve *carve, uint16_t solid, uint16_t open)
{
	for (int y = 1; y < carve->height - 1; y++)
		for (int x = 1; x < carve->width - 1; x++) {
			int at = y * carve->width + x;
			uint16_t *cell = &carve->level->terrain[at];
			if (*cell == solid && sides_of(carve, at, open) >= 3)
				*cell = open;
			else if (*cell == open && sides_of(carve, at, solid) == 3)
				*cell = solid;
		}
}
