/*
 * The sea floor: wide basins between reefs, forests of growth, trenches, and wrecks.
 *
 * Basins grow from cells far apart until they fill most of the level, and merge; the rest are the
 * reefs.  A wreck is a hull, pointed at both ends, with decks between its ribs and holes in its
 * sides: the only rooms here.  A line runs along the bottom from end to end.
 */
#include "engine/generate/carve.h"

enum {
	BASIN_EVERY = 420, /* cells of the level for each basin */
	BASIN_LEAST = 45,  /* percent of those cells that a basin has */
	BASIN_MOST = 95,
	BASIN_CARE = 2,
	SMOOTHINGS = 2,
	WRECK_EVERY = 1500,
	WRECK_TRIES = 12,
	WRECK_LENGTH_LEAST = 9,
	WRECK_LENGTH_MOST = 19,
	WRECK_BREADTH_LEAST = 5,
	WRECK_BREADTH_MOST = 7,
	FOREST_EVERY = 170,
	FOREST_LEAST = 8,
	FOREST_MOST = 60,
	POST_EVERY = 70,
	WET_MOST = 9, /* percent of the ground */
	REGION_LEAST = 12,
	MORE_PERCENT = 45,
	AREA_WIDTH = 18,
	AREA_HEIGHT = 9
};

/* ---- Basins ---- */

static void basins_grow(struct carve *carve)
{
	int count = 2 + carve->cells / BASIN_EVERY;
	for (int i = 0; i < count; i++) {
		int part = carve->width / count;
		int x = 1 + i * (carve->width - 2) / count + stream_below(carve->stream, part);
		int y = 2 + stream_below(carve->stream, carve->height - 4);
		struct growth growth = {.within = carve_inner(carve),
			.from = carve->terrain->rock,
			.to = carve->terrain->floor,
			.care = BASIN_CARE};
		int percent = stream_between(carve->stream, BASIN_LEAST, BASIN_MOST);
		growth.size = carve->cells / count * percent / 100;
		carve_grow(carve, &growth, x, y, NULL);
	}
	for (int i = 0; i < SMOOTHINGS; i++)
		carve_smooth(carve, carve->terrain->rock, carve->terrain->floor);
}

/* ---- Wrecks ---- */

/* Returns half of the breadth of a hull at a distance from its stern: 0 where it ends. */
static int half_breadth(int length, int breadth, int along)
{
	int to_end = along < length - 1 - along ? along : length - 1 - along;
	int half = breadth / 2;
	return to_end + 1 < half ? to_end + 1 : half;
}

static bool wreck_fits(const struct carve *carve, int left, int top, int length, int breadth)
{
	for (int y = top - 1; y <= top + breadth; y++)
		for (int x = left - 1; x <= left + length; x++)
			if (!carve_within(carve, x, y) ||
				*carve_cell(carve, x, y) != carve->terrain->floor)
				return false;
	return true;
}

/* Builds the hull, and bulkheads across it, each with a gap in the middle. */
static void wreck_build(struct carve *carve, int left, int top, int length, int breadth)
{
	uint16_t hull = carve->kind->block;
	uint16_t deck = carve_material(carve->kind->inside, carve->terrain->floor);
	int middle = top + breadth / 2;
	for (int along = 0; along < length; along++) {
		int half = half_breadth(length, breadth, along);
		bool end = along == 0 || along == length - 1;
		for (int y = middle - half; y <= middle + half; y++) {
			bool side = end || y == middle - half || y == middle + half;
			*carve_cell(carve, left + along, y) = side ? hull : deck;
		}
		if (along % 5 == 4 && along > 2 && along < length - 3)
			for (int y = middle - half; y <= middle + half; y++)
				if (y != middle)
					*carve_cell(carve, left + along, y) = hull;
	}
}

/* Breaks a straight hole into the side of a hull, where there is deck inside. */
static void wreck_hole(struct carve *carve, int left, int top, int length, int breadth)
{
	int along = 2 + stream_below(carve->stream, length - 4);
	if (along % 5 == 4)
		along--;
	int half = half_breadth(length, breadth, along), middle = top + breadth / 2;
	int y = stream_below(carve->stream, 2) ? middle - half : middle + half;
	*carve_cell(carve, left + along, y) = carve->terrain->floor;
}

static void wreck_lay(struct carve *carve)
{
	struct stream *stream = carve->stream;
	for (int i = 0; i < WRECK_TRIES; i++) {
		int length = stream_between(stream, WRECK_LENGTH_LEAST, WRECK_LENGTH_MOST);
		int breadth = stream_between(stream, WRECK_BREADTH_LEAST, WRECK_BREADTH_MOST) | 1;
		if (length + 4 > carve->width || breadth + 4 > carve->height)
			continue;
		int left = 2 + stream_below(stream, carve->width - length - 3);
		int top = 2 + stream_below(stream, carve->height - breadth - 3);
		if (!wreck_fits(carve, left, top, length, breadth))
			continue;
		wreck_build(carve, left, top, length, breadth);
		for (int hole = 0; hole < 2; hole++)
			wreck_hole(carve, left, top, length, breadth);
		return;
	}
}

/* ---- All ---- */

bool generate_sea_floor(struct making *making)
{
	struct carve carve;
	carve_begin(&carve, making);
	basins_grow(&carve);
	generate_stage(making, "basins");
	carve_join(&carve, &(struct joining){.digs = {carve.terrain->rock, KIND_NONE},
				   .into = carve.terrain->floor,
				   .solid = carve.terrain->rock,
				   .least = REGION_LEAST,
				   .more_percent = MORE_PERCENT});
	for (int i = 0; carve.kind->block != KIND_NONE && i <= carve.cells / WRECK_EVERY; i++)
		wreck_lay(&carve);
	generate_stage(making, "wrecks");
	carve_pools(&carve, stream_below(carve.stream, WET_MOST + 1));
	carve_pieces(&carve, carve.kind->growth, FOREST_EVERY, FOREST_LEAST, FOREST_MOST);
	carve_line(&carve, carve.terrain->rock);
	carve_posts(&carve, POST_EVERY);
	generate_stage(making, "line");
	carve_round(&carve, carve.terrain->floor, carve.terrain->rock);
	carve_finish(&carve, AREA_WIDTH, AREA_HEIGHT);
	carve_end(&carve);
	return true;
}
