/*
 * The heath: open land with woods around it, to be crossed rather than searched.
 *
 * Woods enclose it with an uneven rim.  Hedges with gaps divide it into fields.  There are copses,
 * grass that blocks sight, and water, and a line runs from end to end, with a clear track under its
 * poles.  There are no rooms: the land is divided into areas only to place things and to let the
 * moon light some of them; it always lights the water.
 *
 * Numbers of features scale with the land, so a larger heath has more of them, not larger ones.
 */
#include "engine/generate/carve.h"

enum {
	RIM_MOST = 4,        /* cells of wood around the land */
	RIM_PART = 8,        /* of the height, at most */
	HEDGE_EVERY = 420,   /* cells of land for each */
	HEDGE_GAP_LEAST = 5, /* cells of hedge between two gaps */
	HEDGE_GAP_MOST = 12,
	HEDGE_TURNS_PERCENT = 25,
	COPSE_EVERY = 120,
	COPSE_MOST = 16,
	MEADOW_EVERY = 110,
	MEADOW_LEAST = 10,
	MEADOW_MOST = 70,
	WET_LEAST = 3, /* percent of the land */
	WET_MOST = 12,
	RIVER_PERCENT = 25,
	REGION_LEAST = 5,
	AREA_WIDTH = 18,
	AREA_HEIGHT = 8
};

/* ---- The land ---- */

/* Opens one line of cells except a rim at both ends; each rim differs by at most a cell from the
 * last. */
static void land_line(struct carve *carve, bool upright, int at, int rims[2], int most)
{
	int length = upright ? carve->height : carve->width;
	for (int end = 0; end < 2; end++) {
		int rim = rims[end] + stream_between(carve->stream, -1, 1);
		rims[end] = rim < 1 ? 1 : rim > most ? most : rim;
	}
	for (int i = 0; i < length; i++)
		if (i < rims[0] || i >= length - rims[1])
			*carve_cell(carve, upright ? at : i, upright ? i : at) = carve->kind->post;
}

static void land_open(struct carve *carve)
{
	int most = carve->height / RIM_PART;
	int rims[2] = {1, 1};
	most = most < 1 ? 1 : most > RIM_MOST ? RIM_MOST : most;
	carve_fill(carve, carve_inner(carve), carve->terrain->floor);
	for (int x = 0; x < carve->width; x++)
		land_line(carve, true, x, rims, most);
	rims[0] = rims[1] = 1;
	for (int y = 0; y < carve->height; y++)
		land_line(carve, false, y, rims, 2 * most);
}

/* ---- Hedges and water ---- */

static void draw_cell(struct carve *carve, int *x, int *y)
{
	*x = 1 + stream_below(carve->stream, carve->width - 2);
	*y = 1 + stream_below(carve->stream, carve->height - 2);
}

static void hedge_cell(struct carve *carve, int x, int y)
{
	uint16_t *cell = carve_cell(carve, x, y);
	if (carve_within(carve, x, y) && *cell == carve->terrain->floor)
		*cell = carve->kind->block;
}

/* Grows a hedge from a cell to one side, with steps aside and gaps. */
static void hedge_grow(struct carve *carve)
{
	struct stream *stream = carve->stream;
	bool upright = stream_percent(stream, 60);
	int length = upright ? carve->height : carve->width / 2, x, y;
	int sign = stream_below(stream, 2) ? 1 : -1;
	int gap = stream_between(stream, HEDGE_GAP_LEAST, HEDGE_GAP_MOST);
	draw_cell(carve, &x, &y);
	for (int i = 0; i < length && carve_within(carve, x, y); i++) {
		if (gap-- > 0)
			hedge_cell(carve, x, y);
		else if (gap < -1)
			gap = stream_between(stream, HEDGE_GAP_LEAST, HEDGE_GAP_MOST);
		if (stream_percent(stream, HEDGE_TURNS_PERCENT)) {
			int aside = stream_between(stream, -1, 1);
			x += upright ? aside : 0;
			y += upright ? 0 : aside;
			if (carve_within(carve, x, y) && gap > 0)
				hedge_cell(carve, x, y);
		}
		x += upright ? 0 : sign;
		y += upright ? sign : 0;
	}
}

/* Lights the water, as the moon is reflected in it. */
static void waters_light(struct carve *carve)
{
	for (int y = 1; y < carve->height - 1; y++)
		for (int x = 1; x < carve->width - 1; x++)
			if (*carve_cell(carve, x, y) == carve->kind->pool)
				carve_light_cell(carve, x, y);
}

/* ---- All ---- */

static void land_join(struct carve *carve)
{
	carve_join(
		carve, &(struct joining){.digs = {carve->kind->block, carve->kind->post, KIND_NONE},
			       .into = carve->terrain->floor,
			       .solid = carve->kind->post,
			       .least = REGION_LEAST});
}

bool generate_heath(struct making *making)
{
	struct carve carve;
	struct level_kind kind = *making->kind; /* with all materials that it needs */
	kind.post = carve_material(kind.post, making->content->terrain.rock);
	kind.block = carve_material(kind.block, kind.post);
	carve_begin(&carve, making);
	carve.kind = &kind;
	land_open(&carve);
	for (int i = carve.cells / HEDGE_EVERY; i >= 0; i--)
		hedge_grow(&carve);
	carve_pieces(&carve, kind.post, COPSE_EVERY, 1, COPSE_MOST);
	land_join(&carve);
	generate_stage(making, "land");
	if (stream_percent(carve.stream, RIVER_PERCENT))
		carve_river(&carve);
	carve_pools(&carve, stream_between(carve.stream, WET_LEAST, WET_MOST));
	generate_stage(making, "water");
	carve_pieces(&carve, kind.growth, MEADOW_EVERY, MEADOW_LEAST, MEADOW_MOST);
	carve_line(&carve, kind.post);
	generate_stage(making, "line");
	carve_round(&carve, carve.terrain->floor, kind.post);
	carve_finish(&carve, AREA_WIDTH, AREA_HEIGHT);
	waters_light(&carve);
	carve_end(&carve);
	return true;
}
