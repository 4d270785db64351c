/*
 * Cellular caverns: rock and ground drawn cell by cell, then smoothed by an automaton (Johnson,
 * Yannakakis and Togelius, 2010): a cell becomes rock when five or more of the nine cells about it
 * are. What comes of it is one wide cavern with bays and islands, not rooms.
 *
 * In the first rounds what has hardly any rock within two cells becomes rock too, so that no plain
 * is left that has nothing on it.  Islands make the ways round; pools lie where nobody must go, and
 * where they part the cavern there is a ford.
 */
#include "carve.h"

enum {
	ROCK_OF_256 = 112, /* of the cells, at first */
	ROUNDS = 5,
	OPEN_ROUNDS = 2, /* in which open plains get rock */
	OPEN_LEAST = 30, /* percent of the level */
	REGION_LEAST = 12,
	MORE_PERCENT = 35,
	RIVER_PERCENT = 20,
	WET_MOST = 22, /* percent of the ground */
	AREA_WIDTH = 16,
	AREA_HEIGHT = 8
};

static void draw_rock(struct carve *carve)
{
	uint64_t bits = 0;
	int left = 0;
	for (int y = 1; y < carve->height - 1; y++)
		for (int x = 1; x < carve->width - 1; x++) {
			if (left == 0) {
				bits = stream_bits(carve->stream);
				left = 8;
			}
			if ((bits & 0xff) >= ROCK_OF_256)
				*carve_cell(carve, x, y) = carve->terrain->floor;
			bits >>= 8;
			left--;
		}
}

/* How much rock is within so many cells; all is beyond the edge. */
static int rock_within(const struct carve *carve, int x, int y, int reach)
{
	int count = 0;
	for (int dy = -reach; dy <= reach; dy++)
		for (int dx = -reach; dx <= reach; dx++)
			count += !level_inside(carve->level, x + dx, y + dy) ||
				 *carve_cell(carve, x + dx, y + dy) == carve->terrain->rock;
	return count;
}

/* marks are what the cells become. */
static void smooth(struct carve *carve, bool opens)
{
	for (int y = 1; y < carve->height - 1; y++)
		for (int x = 1; x < carve->width - 1; x++)
			carve->marks[level_at(carve->level, x, y)] =
				rock_within(carve, x, y, 1) >= 5 ||
				(opens && rock_within(carve, x, y, 2) <= 1);
	for (int y = 1; y < carve->height - 1; y++)
		for (int x = 1; x < carve->width - 1; x++) {
			uint8_t *mark = &carve->marks[level_at(carve->level, x, y)];
			*carve_cell(carve, x, y) =
				*mark ? carve->terrain->rock : carve->terrain->floor;
			*mark = 0;
		}
}

/* Rock may have won, in small levels: then a cavern is grown. */
static void cavern_mend(struct carve *carve)
{
	int open = 0, size = carve->cells * OPEN_LEAST / 100;
	for (int at = 0; at < carve->cells; at++)
		open += carve_is_way(carve, at);
	struct growth growth = {.within = carve_inner(carve),
		.from = carve->terrain->rock,
		.to = carve->terrain->floor,
		.size = size,
		.care = 2};
	if (open < size)
		carve_grow(carve, &growth, carve->width / 2, carve->height / 2, NULL);
}

bool generate_cellular_caverns(struct making *making)
{
	struct carve carve;
	carve_begin(&carve, making);
	draw_rock(&carve);
	generate_stage(making, "rock");
	for (int i = 0; i < ROUNDS; i++)
		smooth(&carve, i < OPEN_ROUNDS);
	cavern_mend(&carve);
	carve_smooth(&carve, carve.terrain->rock, carve.terrain->floor);
	generate_stage(making, "caverns");
	carve_join(&carve, &(struct joining){.digs = {carve.terrain->rock, KIND_NONE},
				   .into = carve.terrain->floor,
				   .solid = carve.terrain->rock,
				   .least = REGION_LEAST,
				   .more_percent = MORE_PERCENT,
				   .halls = true});
	generate_stage(making, "ways");
	if (stream_percent(carve.stream, RIVER_PERCENT))
		carve_river(&carve);
	int wet = stream_below(carve.stream, WET_MOST + 1);
	carve_pools(&carve, wet);
	if (carve.kind->line != KIND_NONE)
		carve_line(&carve, carve.terrain->rock);
	generate_stage(making, "water");
	carve_round(&carve, carve.terrain->floor, carve.terrain->rock);
	carve_finish(&carve, AREA_WIDTH, AREA_HEIGHT);
	carve_end(&carve);
	return true;
}
