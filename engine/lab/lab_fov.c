/* Field of view of one map by any method. */
#include "engine/lab/lab.h"
#include "engine/lab/fov_methods.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct lab_viewer {
	enum lab_method method;
	struct fov_limit limit;
	struct fov_rays *rays; /* of LAB_RAYS, else NULL */
	struct bitmap blocks, lit, monsters, reach;
	uint64_t words[4][BITMAP_WORDS_MAX];
};

static void bitmaps_begin(struct lab_viewer *viewer, const struct lab_map *map)
{
	struct bitmap *bitmaps[] = {
		&viewer->blocks, &viewer->lit, &viewer->monsters, &viewer->reach};
	for (int i = 0; i < 4; i++)
		*bitmaps[i] = (struct bitmap){(int16_t)map->width, (int16_t)map->height,
			(int16_t)((map->width + 63) / 64), viewer->words[i]};
}

static void cell_read(struct lab_viewer *viewer, char cell, int x, int y)
{
	bool letter = (cell >= 'a' && cell <= 'z') || (cell >= 'A' && cell <= 'Z');
	if (cell == '#')
		bitmap_set(&viewer->blocks, x, y);
	if (cell == '.')
		bitmap_set(&viewer->lit, x, y);
	if (letter)
		bitmap_set(&viewer->monsters, x, y);
}

struct lab_viewer *lab_viewer_new(
	const struct lab_map *map, enum lab_method method, int radius, enum lab_shape shape)
{
	int size = map->width > map->height ? map->width : map->height;
	assert(map->width > 0 && map->width <= LEVEL_WIDTH_MAX);
	assert(map->height > 0 && map->height <= LEVEL_HEIGHT_MAX && radius >= 0);
	struct lab_viewer *viewer = calloc(1, sizeof *viewer);
	assert(viewer);
	viewer->method = method;
	/* No cell is farther away than this, in any shape. */
	int farthest = 2 * LEVEL_WIDTH_MAX;
	viewer->limit = (struct fov_limit){shape, radius < farthest ? radius : farthest};
	bitmaps_begin(viewer, map);
	for (int y = 0; y < map->height; y++)
		for (int x = 0; x < map->width; x++)
			cell_read(viewer, map->cells[y * map->width + x], x, y);
	if (method == LAB_RAYS)
		viewer->rays = fov_rays_new(viewer->limit, size);
	return viewer;
}

void lab_viewer_free(struct lab_viewer *viewer)
{
	if (!viewer)
		return;
	fov_rays_free(viewer->rays);
	free(viewer);
}

static void permissive_look(struct lab_viewer *viewer, int x, int y)
{
	fov_compute(&viewer->blocks, x, y, viewer->limit.radius, &viewer->reach);
	fov_cut(viewer->limit, x, y, &viewer->reach);
}

size_t lab_viewer_look(struct lab_viewer *viewer, int x, int y)
{
	const struct bitmap *blocks = &viewer->blocks;
	assert(bitmap_inside(blocks, x, y));
	switch (viewer->method) {
	case LAB_RAYS:
		return fov_rays_look(viewer->rays, blocks, x, y, &viewer->reach);
	case LAB_TRACE:
		return fov_trace_look(blocks, viewer->limit, x, y, &viewer->reach);
	case LAB_MORIA:
		return fov_moria_look(blocks, &viewer->lit, &viewer->monsters, viewer->limit, x, y,
			&viewer->reach);
	case LAB_PERMISSIVE:
		break;
	}
	permissive_look(viewer, x, y);
	return 0;
}

bool lab_viewer_sees(const struct lab_viewer *viewer, int x, int y)
{
	assert(bitmap_inside(&viewer->reach, x, y));
	return bitmap_get(&viewer->reach, x, y);
}

bool lab_viewer_between(const struct lab_viewer *viewer, int ax, int ay, int bx, int by)
{
	const struct bitmap *blocks = &viewer->blocks;
	assert(bitmap_inside(blocks, ax, ay) && bitmap_inside(blocks, bx, by));
	assert(viewer->method == LAB_RAYS || viewer->method == LAB_TRACE);
	if (viewer->method == LAB_RAYS)
		return fov_rays_sight(viewer->rays, blocks, ax, ay, bx, by);
	return fov_trace_sight(blocks, viewer->limit, ax, ay, bx, by);
}
