/*
 * Field of view by lines: one to every cell of the edge.
 *
 * Two counters follow a line: the vertical and the horizontal cell borders that it has crossed. The
 * nearer border is next. If both are equally near, the line passes through a corner to the diagonal
 * cell.
 */
#include "engine/lab/fov_methods.h"

#include <stdlib.h>

struct line {
	int x, y;
	int step_x, step_y;
	int across, down; /* between its ends */
	int lead;         /* below 0: the next border is vertical; 0: a corner */
};

static struct line line_begin(int ax, int ay, int bx, int by)
{
	int across = abs(bx - ax), down = abs(by - ay);
	return (struct line){.x = ax,
		.y = ay,
		.step_x = bx < ax ? -1 : 1,
		.step_y = by < ay ? -1 : 1,
		.across = across,
		.down = down,
		.lead = down - across};
}

static void line_step(struct line *line)
{
	int lead = line->lead;
	if (lead <= 0) {
		line->x += line->step_x;
		line->lead += 2 * line->down;
	}
	if (lead >= 0) {
		line->y += line->step_y;
		line->lead -= 2 * line->across;
	}
}

/* ---- Looking ---- */

struct tracing {
	const struct bitmap *blocks;
	struct fov_limit limit;
	int eye_x, eye_y;
	struct bitmap *reach;
	size_t visits;
};

static void look_at(struct tracing *tracing, int x, int y)
{
	struct line line = line_begin(tracing->eye_x, tracing->eye_y, x, y);
	while (line.x != x || line.y != y) {
		line_step(&line);
		if (!fov_within(tracing->limit, line.x - tracing->eye_x, line.y - tracing->eye_y))
			return;
		tracing->visits++;
		bitmap_set(tracing->reach, line.x, line.y);
		if (bitmap_get(tracing->blocks, line.x, line.y))
			return;
	}
}

static int no_less(int value, int least)
{
	return value > least ? value : least;
}

static int no_more(int value, int most)
{
	return value < most ? value : most;
}

size_t fov_trace_look(const struct bitmap *blocks, struct fov_limit limit, int eye_x, int eye_y,
	struct bitmap *reach)
{
	struct tracing tracing = {blocks, limit, eye_x, eye_y, reach, 0};
	int radius =
		limit.radius && limit.radius < LEVEL_WIDTH_MAX ? limit.radius : LEVEL_WIDTH_MAX;
	int left = no_less(eye_x - radius, 0), right = no_more(eye_x + radius, blocks->width - 1);
	int top = no_less(eye_y - radius, 0), bottom = no_more(eye_y + radius, blocks->height - 1);
	fov_begin(reach, eye_x, eye_y);
	for (int x = left; x <= right; x++) {
		look_at(&tracing, x, top);
		if (bottom > top)
			look_at(&tracing, x, bottom);
	}
	for (int y = top + 1; y < bottom; y++) {
		look_at(&tracing, left, y);
		if (right > left)
			look_at(&tracing, right, y);
	}
	return tracing.visits;
}

bool fov_trace_sight(
	const struct bitmap *blocks, struct fov_limit limit, int ax, int ay, int bx, int by)
{
	struct line line = line_begin(ax, ay, bx, by);
	if (!fov_within(limit, bx - ax, by - ay))
		return false;
	while (line.x != bx || line.y != by) {
		bool clear = (line.x == ax && line.y == ay) || !bitmap_get(blocks, line.x, line.y);
		if (!clear)
			return false;
		line_step(&line);
	}
	return true;
}
