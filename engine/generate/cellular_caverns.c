/*
 * Cellular caverns: rock and ground drawn cell by cell, then smoothed by an automaton (Johnson,
 * Yannakakis and Togelius, 2010): a cell becomes rock when at least five of the nine cells around
 * it are rock.
 *
 * The result is one wide cavern with bays and islands, not rooms.  In the first rounds cells with
 * hardly any rock within two cells become rock, too, so that no empty plain is left.  Islands make
 * loops.  Pools are placed where no path leads; where they divide the cavern there is a ford.
 */
#include "engine/generate/carve.h"

#include <string.h>

enum {
	ROCK_OF_256 = 112, /* of the cells, at first */
	ROUNDS = 5,
	OPEN_ROUNDS = 2, /* rounds in which open plains get rock */
	REACH_MOST = 2,  /* radius in cells of the neighbourhood */
	OPEN_LEAST = 30  /* percent of the level */
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

/* Number of rock cells in each column of the rows near a row; beyond the edge all is rock.
 * Neighbouring cells share columns, so a cell adds three or five sums instead of all its cells. */
struct columns {
	int reach;
	uint8_t rock[LEVEL_WIDTH_MAX + 2 * REACH_MOST]; /* from REACH_MOST beyond the edge on */
};

static void columns_count(struct columns *columns, const struct carve *carve, int y, int reach)
{
	const uint16_t solid = carve->terrain->rock;
	const int width = carve->width;
	uint8_t *rock = columns->rock + REACH_MOST;
	columns->reach = reach;
	memset(columns->rock, 2 * reach + 1, sizeof columns->rock);
	memset(rock, 0, (size_t)width);
	for (int row = y - reach; row <= y + reach; row++) {
		bool beyond = row < 0 || row >= carve->height;
		const uint16_t *cells = carve_cell(carve, 0, beyond ? 0 : row);
		for (int x = 0; x < width; x++)
			rock[x] = (uint8_t)(rock[x] + (beyond || cells[x] == solid));
	}
}

static int rock_about(const struct columns *columns, int x)
{
	int count = 0;
	for (int dx = -columns->reach; dx <= columns->reach; dx++)
		count += columns->rock[REACH_MOST + x + dx];
	return count;
}

/* marks receives the new state of the cells. */
static void smooth(struct carve *carve, bool opens)
{
	struct columns near, far;
	for (int y = 1; y < carve->height - 1; y++) {
		columns_count(&near, carve, y, 1);
		if (opens)
			columns_count(&far, carve, y, REACH_MOST);
		for (int x = 1; x < carve->width - 1; x++)
			carve->marks[level_at(carve->level, x, y)] =
				rock_about(&near, x) >= 5 || (opens && rock_about(&far, x) <= 1);
	}
	for (int y = 1; y < carve->height - 1; y++)
		for (int x = 1; x < carve->width - 1; x++) {
			uint8_t *mark = &carve->marks[level_at(carve->level, x, y)];
			*carve_cell(carve, x, y) =
				*mark ? carve->terrain->rock : carve->terrain->floor;
			*mark = 0;
		}
}

/* Grows a cavern if rock has filled most of a small level. */
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
	carve_caverns(&carve, making,
		&(struct caverns){.region_least = 12,
			.more_percent = 35,
			.river_percent = 20,
			.wet_most = 22});
	carve_end(&carve);
	return true;
}
