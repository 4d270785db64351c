/*
 * Field of view by rays, as in Angband 2.8.3 (its cave.c, by Ben Harrison).
 *
 * A table for an octant holds the rays from the middle of the eye's cell to each corner of each
 * cell: the slopes (2r +- 1) / (2l +- 1) above 0 and up to 1, duplicates discarded, sorted from the
 * horizontal to the diagonal.  The rays that cross the inside of cell (l, r) have slopes strictly
 * between (2r-1)/(2l+1) and (2r+1)/(2l-1), so they are a range of the table.  The cell blocks
 * exactly these rays.  The search starts with all rays and takes the cells line by line, rows
 * upwards.  A cell crossed by a live ray is seen.  A cell that blocks ends its rays.
 *
 * These slopes are fractions of odd numbers. A Farey sequence yields the fractions up to 1 with a
 * bounded denominator in order and without duplicates, so no sorting is needed.
 *
 * The table is exact: blocked cells cut a range at corners, and all corners are in the table. So a
 * larger radius only adds cells.
 */
#include "engine/lab/fov_methods.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* No more rays than pairs of odd numbers up to 2 * LEVEL_WIDTH_MAX - 1, the smaller one first. */
#define RAYS_MAX (LEVEL_WIDTH_MAX * (LEVEL_WIDTH_MAX + 1) / 2)
#define RAY_WORDS ((RAYS_MAX + 63) / 64)

struct slope {
	int p, q;
};

/* Rays first..last of the table. */
struct span {
	uint16_t first, last;
};

_Static_assert(RAYS_MAX <= UINT16_MAX, "a span counts rays in 16 bits");

struct fov_rays {
	struct fov_limit limit;
	int lines, count;
	struct span *spans; /* of cell (l, r) at l * (l + 1) / 2 + r */
};

static const struct octant_way {
	int8_t line_x, line_y, row_x, row_y;
} octants[8] = {{1, 0, 0, 1}, {1, 0, 0, -1}, {-1, 0, 0, 1}, {-1, 0, 0, -1}, {0, 1, 1, 0},
	{0, 1, -1, 0}, {0, -1, 1, 0}, {0, -1, -1, 0}};

/* ---- The tables ---- */

static bool is_corner(struct fov_limit limit, struct slope slope)
{
	return slope.p & slope.q & 1 && fov_within(limit, (slope.q - 1) / 2, (slope.p - 1) / 2);
}

/* Writes the slopes of all rays in order and returns their number. */
static int slopes_find(struct fov_limit limit, int lines, struct slope *slopes)
{
	int most = 2 * lines + 1, count = 0;
	struct slope last = {0, 1}, slope = {1, most};
	while (slope.p <= slope.q) {
		if (is_corner(limit, slope))
			slopes[count++] = slope;
		int times = (most + last.q) / slope.q;
		struct slope next = {times * slope.p - last.p, times * slope.q - last.q};
		last = slope;
		slope = next;
	}
	assert(count <= RAYS_MAX);
	return count;
}

/* Returns the number of slopes below p/q, or with up_to also those equal to it. */
static int slopes_below(const struct slope *slopes, int count, int p, int q, bool up_to)
{
	int low = 0, high = count;
	while (low < high) {
		int middle = (low + high) / 2;
		int side = slopes[middle].p * q - p * slopes[middle].q;
		if (side < 0 || (side == 0 && up_to))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct span *span_at(const struct fov_rays *rays, int l, int r)
{
	return &rays->spans[l * (l + 1) / 2 + r];
}

static void spans_find(struct fov_rays *rays, const struct slope *slopes)
{
	for (int l = 1; l <= rays->lines; l++)
		for (int r = 0; r <= l && fov_within(rays->limit, l, r); r++) {
			int first = slopes_below(slopes, rays->count, 2 * r - 1, 2 * l + 1, true);
			int last =
				slopes_below(slopes, rays->count, 2 * r + 1, 2 * l - 1, false) - 1;
			assert(first <= last);
			*span_at(rays, l, r) = (struct span){(uint16_t)first, (uint16_t)last};
		}
}

struct fov_rays *fov_rays_new(struct fov_limit limit, int size)
{
	assert(size > 0 && size <= LEVEL_WIDTH_MAX);
	struct fov_rays *rays = calloc(1, sizeof *rays);
	assert(rays);
	rays->limit = limit;
	rays->lines = limit.radius && limit.radius < size ? limit.radius : size - 1;
	rays->spans = calloc(
		(size_t)(rays->lines + 1) * (size_t)(rays->lines + 2) / 2, sizeof *rays->spans);
	struct slope *slopes = calloc(RAYS_MAX, sizeof *slopes);
	assert(rays->spans && slopes);
	rays->count = slopes_find(limit, rays->lines, slopes);
	spans_find(rays, slopes);
	free(slopes);
	return rays;
}

void fov_rays_free(struct fov_rays *rays)
{
	if (!rays)
		return;
	free(rays->spans);
	free(rays);
}

void fov_rays_count(const struct fov_rays *rays, size_t *count, size_t *cells)
{
	*count = (size_t)rays->count;
	*cells = 0;
	for (int l = 0; l <= rays->lines; l++)
		for (int r = 0; r <= l; r++)
			*cells += fov_within(rays->limit, l, r);
}

/* ---- Live rays ---- */

struct live {
	uint64_t words[RAY_WORDS];
};

static uint64_t word_mask(struct span span, int word)
{
	uint64_t mask = ~UINT64_C(0);
	if (word == span.first >> 6)
		mask &= ~UINT64_C(0) << (span.first & 63);
	if (word == span.last >> 6)
		mask &= ~UINT64_C(0) >> (63 - (span.last & 63));
	return mask;
}

static void live_begin(struct live *live, int count)
{
	memset(live->words, 0xff, sizeof *live->words * (size_t)((count + 63) / 64));
}

static bool live_any(const struct live *live, struct span span)
{
	for (int word = span.first >> 6; word <= span.last >> 6; word++)
		if (live->words[word] & word_mask(span, word))
			return true;
	return false;
}

static void live_end(struct live *live, struct span span)
{
	for (int word = span.first >> 6; word <= span.last >> 6; word++)
		live->words[word] &= ~word_mask(span, word);
}

/* ---- Looking ---- */

/* A live ray enters a line from a clear cell on the line before, in the same row or the one below.
 * So only rows low to high + 1 are tested. */
static size_t octant_look(const struct fov_rays *rays, const struct octant_way *way,
	const struct bitmap *blocks, int eye_x, int eye_y, struct bitmap *reach)
{
	size_t visits = 0;
	struct live live;
	live_begin(&live, rays->count);
	for (int l = 1, low = 0, high = 0; l <= rays->lines && low <= high; l++) {
		int first = low, end = high + 1 < l ? high + 1 : l;
		low = l + 1;
		high = -1;
		for (int r = first; r <= end && fov_within(rays->limit, l, r); r++) {
			int x = eye_x + l * way->line_x + r * way->row_x;
			int y = eye_y + l * way->line_y + r * way->row_y;
			if (!bitmap_inside(blocks, x, y))
				break;
			visits++;
			if (!live_any(&live, *span_at(rays, l, r)))
				continue;
			bitmap_set(reach, x, y);
			if (bitmap_get(blocks, x, y)) {
				live_end(&live, *span_at(rays, l, r));
				continue;
			}
			low = r < low ? r : low;
			high = r;
		}
	}
	return visits;
}

size_t fov_rays_look(const struct fov_rays *rays, const struct bitmap *blocks, int eye_x, int eye_y,
	struct bitmap *reach)
{
	size_t visits = 0;
	assert(blocks->width <= rays->lines + 1 || rays->limit.radius);
	fov_begin(reach, eye_x, eye_y);
	for (int i = 0; i < 8; i++)
		visits += octant_look(rays, &octants[i], blocks, eye_x, eye_y, reach);
	return visits;
}

/* ---- Between two cells ---- */

/* True if cell a sees cell (l, r) of one of its octants. */
static bool octant_sight(const struct fov_rays *rays, const struct octant_way *way,
	const struct bitmap *blocks, int ax, int ay, int l, int r)
{
	struct span target = *span_at(rays, l, r);
	struct live live;
	live_begin(&live, rays->count);
	for (int line = 1; line <= l; line++)
		for (int row = 0; row <= line && row <= r; row++) {
			int x = ax + line * way->line_x + row * way->row_x;
			int y = ay + line * way->line_y + row * way->row_y;
			if ((line < l || row < r) && bitmap_get(blocks, x, y))
				live_end(&live, *span_at(rays, line, row));
		}
	return live_any(&live, target);
}

bool fov_rays_sight(
	const struct fov_rays *rays, const struct bitmap *blocks, int ax, int ay, int bx, int by)
{
	int dx = bx - ax, dy = by - ay, across = abs(dx), down = abs(dy);
	int l = across > down ? across : down, r = across > down ? down : across;
	if (!fov_within(rays->limit, dx, dy))
		return false;
	bool seen = l == 0;
	for (int i = 0; i < 8 && !seen; i++)
		if (l * octants[i].line_x + r * octants[i].row_x == dx &&
			l * octants[i].line_y + r * octants[i].row_y == dy)
			seen = octant_sight(rays, &octants[i], blocks, ax, ay, l, r);
	return seen;
}
