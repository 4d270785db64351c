#include "engine/generate/carve.h"

#include <string.h>

enum {
	POOL_LEAST = 5,
	POOL_MOST = 60,
	POOL_TRIES = 30, /* to find a first cell, and for all pools */
	POOL_CARE = 3,
	RIVER_TURNS_PERCENT = 45,
	LINE_TURNS_PERCENT = 22,
	POLE_EVERY = 8
};

static bool plain_at(const struct carve *carve, int x, int y)
{
	return content_is_plain(carve->content, carve->kind, *carve_cell(carve, x, y));
}

/* Turns plain ground beside water into shore. */
static void shores_lay(struct carve *carve)
{
	uint16_t pool = carve->kind->pool, shore = carve->kind->shore;
	for (int y = 1; shore != KIND_NONE && y < carve->height - 1; y++)
		for (int x = 1; x < carve->width - 1; x++) {
			if (!plain_at(carve, x, y))
				continue;
			for (int direction = 0; direction < DIR_COUNT; direction += 2)
				if (*carve_cell(carve, x + direction_dx[direction],
					    y + direction_dy[direction]) == pool)
					*carve_cell(carve, x, y) = shore;
		}
}

/* Makes fords where water divides the ground. */
static void fords_lay(struct carve *carve)
{
	carve_join(carve, &(struct joining){.digs = {carve->kind->pool, KIND_NONE},
				  .into = carve->kind->pool,
				  .solid = carve->kind->pool,
				  .least = 2});
}

static int distance_map_count(const struct carve *carve)
{
	int count = 0;
	for (int at = 0; at < carve->cells; at++)
		count += carve_is_way(carve, at) && !(carve->level->flags[at] & LEVEL_HALL);
	return count;
}

/* Draws a cell of plain ground; returns false when none was found. */
static bool draw_plain(struct carve *carve, int *x, int *y)
{
	for (int i = 0; i < POOL_TRIES; i++) {
		*x = 1 + stream_below(carve->stream, carve->width - 2);
		*y = 1 + stream_below(carve->stream, carve->height - 2);
		if (*carve_cell(carve, *x, *y) == carve->terrain->floor)
			return true;
	}
	return false;
}

void carve_pools(struct carve *carve, int percent)
{
	int left = distance_map_count(carve) * percent / 100, x, y;
	if (carve->kind->pool == KIND_NONE)
		return;
	for (int i = 0; i < POOL_TRIES && left >= POOL_LEAST; i++) {
		struct growth growth = {.within = carve_inner(carve),
			.from = carve->terrain->floor,
			.to = carve->kind->pool,
			.care = POOL_CARE};
		int most = POOL_MOST + carve->cells / 100;
		growth.size = stream_between(carve->stream, POOL_LEAST, left < most ? left : most);
		if (draw_plain(carve, &x, &y))
			left -= carve_grow(carve, &growth, x, y, NULL);
	}
	shores_lay(carve);
	fords_lay(carve);
}

/* ---- Rivers ---- */

/* Makes one cell of the river, and its banks. */
static void river_cell(struct carve *carve, int x, int y)
{
	uint16_t bank = carve_material(carve->kind->shore, carve->terrain->floor);
	for (int dy = -1; dy <= 2; dy++)
		for (int dx = -1; dx <= 2; dx++) {
			bool bed = dx >= 0 && dx <= 1 && dy >= 0 && dy <= 1;
			if (!carve_within(carve, x + dx, y + dy))
				continue;
			uint16_t *cell = carve_cell(carve, x + dx, y + dy);
			if (bed)
				*cell = carve->kind->pool;
			else if (*cell != carve->kind->pool)
				*cell = bank;
			carve->level->flags[level_at(carve->level, x + dx, y + dy)] &=
				(uint8_t)~LEVEL_HALL;
		}
}

/* The river runs across, with occasional steps aside, more often to the same side as before. */
void carve_river(struct carve *carve)
{
	struct stream *stream = carve->stream;
	if (carve->kind->pool == KIND_NONE)
		return;
	bool upright = stream_below(stream, carve->width + carve->height) < carve->height;
	int length = upright ? carve->height : carve->width;
	int breadth = upright ? carve->width : carve->height, drift = 0;
	int aside = 3 + stream_below(stream, breadth - 7);
	for (int along = 1; along < length - 2; along++) {
		river_cell(carve, upright ? aside : along, upright ? along : aside);
		if (stream_percent(stream, RIVER_TURNS_PERCENT))
			drift = stream_between(stream, -1, 1);
		else if (stream_percent(stream, RIVER_TURNS_PERCENT))
			drift = 0;
		if (aside + drift < 3 || aside + drift > breadth - 5)
			drift = -drift;
		aside += drift;
	}
	fords_lay(carve);
}

/* ---- Lines ---- */

bool carve_pole(struct carve *carve, int x, int y)
{
	if (carve->kind->pole == KIND_NONE || !carve_within(carve, x, y) ||
		!plain_at(carve, x, y) || !generate_may_block(carve->content, carve->level, x, y))
		return false;
	*carve_cell(carve, x, y) = carve->kind->pole;
	return true;
}

static void line_cell(struct carve *carve, bool upright, int along, int aside)
{
	const struct level_kind *kind = carve->kind;
	int x = upright ? aside : along, y = upright ? along : aside;
	uint16_t *cell = carve_cell(carve, x, y);
	bool wet = kind->pool != KIND_NONE && (*cell == kind->pool || *cell == kind->shore);
	*cell = wet ? carve_material(kind->shore, carve->terrain->floor)
		    : carve_material(kind->line, carve->terrain->floor);
	carve->level->flags[level_at(carve->level, x, y)] &= (uint8_t)~LEVEL_HALL;
}

/* Connects the line's own tunnels with the rest. */
static void line_join(struct carve *carve, uint16_t solid)
{
	struct joining joining = {.digs = {solid, KIND_NONE, KIND_NONE},
		.into = carve->terrain->floor,
		.solid = solid,
		.least = 1,
		.halls = true};
	int count = 1;
	if (carve->kind->pool != KIND_NONE)
		joining.digs[count++] = carve->kind->pool;
	joining.digs[count] = KIND_NONE;
	carve_join(carve, &joining);
}

/* The line winds little.  Poles are placed at the end, so that none is in its way. */
void carve_line(struct carve *carve, uint16_t solid)
{
	struct stream *stream = carve->stream;
	bool upright = carve->height > carve->width;
	int length = upright ? carve->height : carve->width;
	int breadth = upright ? carve->width : carve->height;
	int16_t asides[LEVEL_WIDTH_MAX];
	int aside = breadth / 4 + stream_below(stream, (breadth + 1) / 2);
	for (int along = 1; along < length - 1; along++) {
		line_cell(carve, upright, along, aside);
		int turn = stream_percent(stream, LINE_TURNS_PERCENT)
				   ? stream_between(stream, -1, 1)
				   : 0;
		if (aside + turn > 1 && aside + turn < breadth - 2 && along < length - 2)
			aside += turn;
		line_cell(carve, upright, along, aside);
		asides[along] = (int16_t)aside;
	}
	line_join(carve, solid);
	for (int along = 3; along < length - 3; along++) {
		int adjacent = asides[along] - 1;
		if (carve_pole(carve, upright ? adjacent : along, upright ? along : adjacent))
			along += POLE_EVERY - 1;
	}
}
