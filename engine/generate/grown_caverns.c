/*
 * Grown caverns: each grows from a cell by a list of unfinished edges until it has its target size,
 * one in each cell of a loose grid, with a random raggedness; some merge.  Passages are dug between
 * the others, so a cavern is not visible from the next one.
 */
#include "engine/generate/carve.h"

enum {
	SITE_WIDTH = 15, /* approximate width of a cell of the grid */
	SITE_HEIGHT = 8,
	OVERLAP = 2,        /* cells that a cavern may extend beyond its cell of the grid */
	EMPTY_PERCENT = 12, /* of the cells */
	SIZE_LEAST = 14,    /* of its cell of the grid */
	SIZE_MOST = 62,
	CARE_MOST = 4,
	SMOOTHINGS = 2
};

static int of_size(int length, int size)
{
	int count = (length + size / 2) / size;
	return count > 1 ? count : 1;
}

/* Grows a cavern in a box from a cell near its middle. */
static void cavern_grow(struct carve *carve, struct box site)
{
	struct stream *stream = carve->stream;
	struct box inner = carve_inner(carve);
	int width = site.right - site.left, height = site.bottom - site.top;
	int x = site.left + width / 4 + stream_below(stream, width / 2 + 1);
	int y = site.top + height / 4 + stream_below(stream, height / 2 + 1);
	struct growth growth = {.from = carve->terrain->rock, .to = carve->terrain->floor};
	growth.within = (struct box){(int16_t)(site.left - OVERLAP), (int16_t)(site.top - OVERLAP),
		(int16_t)(site.right + OVERLAP), (int16_t)(site.bottom + OVERLAP)};
	if (growth.within.left < inner.left)
		growth.within.left = inner.left;
	if (growth.within.top < inner.top)
		growth.within.top = inner.top;
	if (growth.within.right > inner.right)
		growth.within.right = inner.right;
	if (growth.within.bottom > inner.bottom)
		growth.within.bottom = inner.bottom;
	int percent = stream_between(stream, SIZE_LEAST, SIZE_MOST);
	growth.size = width * height * percent / 100;
	growth.care = stream_between(stream, 1, CARE_MOST);
	carve_grow(carve, &growth, x, y, NULL);
}

static void caverns_grow(struct carve *carve)
{
	int across = of_size(carve->width, SITE_WIDTH), down = of_size(carve->height, SITE_HEIGHT);
	if (across < 2)
		across = 2;
	for (int i = 0; i < across * down; i++) {
		struct box site = {(int16_t)(i % across * carve->width / across),
			(int16_t)(i / across * carve->height / down),
			(int16_t)((i % across + 1) * carve->width / across),
			(int16_t)((i / across + 1) * carve->height / down)};
		bool empty = i > 1 && stream_percent(carve->stream, EMPTY_PERCENT);
		if (!empty)
			cavern_grow(carve, site);
	}
	for (int i = 0; i < SMOOTHINGS; i++)
		carve_smooth(carve, carve->terrain->rock, carve->terrain->floor);
}

bool generate_grown_caverns(struct making *making)
{
	struct carve carve;
	carve_begin(&carve, making);
	caverns_grow(&carve);
	generate_stage(making, "caverns");
	carve_caverns(&carve, making,
		&(struct caverns){.region_least = 8,
			.more_percent = 40,
			.river_percent = 15,
			.wet_most = 25});
	carve_end(&carve);
	return true;
}
