/*
 * Other methods for the field of view, which the lab compares with the game's own (fov.c).
 *
 * blocks and reach are as for fov_compute (level.h): blocks is 1 where light is stopped, as it is
 * everywhere outside; reach, of the same shape, becomes 1 for each visible cell, with the eye's.
 * The eye's own cell stops nothing. Each look returns the number of cells that it tested, repeats
 * included. Lines go from centre to centre of cells. A line or ray that only touches the corner of
 * a cell does not cross it. Slopes are exact: fractions of integers, compared by
 * cross-multiplication.
 *
 * Only the rays keep state between calls: tables, which their maker frees.
 */
#ifndef TRAPDOOR_ENGINE_FOV_METHODS_H
#define TRAPDOOR_ENGINE_FOV_METHODS_H

#include "engine/lab/lab.h"
#include "engine/map/level.h"

#include <string.h>

/* The sight radius; 0 is unlimited. */
struct fov_limit {
	enum lab_shape shape;
	int radius;
};

/* True if a cell at this offset from the eye is within the limit. All shapes are convex enough that
 * a line that has left one never returns. */
bool fov_within(struct fov_limit limit, int dx, int dy);

/* Clears the cells of reach beyond the limit. */
void fov_cut(struct fov_limit limit, int eye_x, int eye_y, struct bitmap *reach);

static inline bool bitmap_inside(const struct bitmap *bitmap, int x, int y)
{
	return x >= 0 && y >= 0 && x < bitmap->width && y < bitmap->height;
}

/* Begins a look: only the eye's cell is visible. */
static inline void fov_begin(struct bitmap *reach, int eye_x, int eye_y)
{
	memset(reach->words, 0,
		sizeof *reach->words * (size_t)reach->stride * (size_t)reach->height);
	bitmap_set(reach, eye_x, eye_y);
}

/* ---- Rays (fov_rays.c) ---- */

/* Makes the tables of rays for a limit, on maps up to size cells wide and high. The lab makes them
 * once and frees them, because the engine has no mutable globals and a constant table would be too
 * large: the widest map has 16,000 rays. */
struct fov_rays;
struct fov_rays *fov_rays_new(struct fov_limit limit, int size);
void fov_rays_free(struct fov_rays *rays);

size_t fov_rays_look(const struct fov_rays *rays, const struct bitmap *blocks, int eye_x, int eye_y,
	struct bitmap *reach);

/* True if one cell sees another: if a ray that crosses the other cell is not blocked. Tests only
 * the cells between them. */
bool fov_rays_sight(
	const struct fov_rays *rays, const struct bitmap *blocks, int ax, int ay, int bx, int by);

/* Writes the numbers of rays and of cells of an octant, with the eye's. */
void fov_rays_count(const struct fov_rays *rays, size_t *count, size_t *cells);

/* ---- Lines (fov_trace.c) ---- */

/* Follows a line to every cell at the edge of the radius and the map. Cells on it are visible up to
 * the first that blocks. */
size_t fov_trace_look(const struct bitmap *blocks, struct fov_limit limit, int eye_x, int eye_y,
	struct bitmap *reach);

/* True if the line between two cells crosses no blocking cell. Symmetric. */
bool fov_trace_sight(
	const struct bitmap *blocks, struct fov_limit limit, int ax, int ay, int bx, int by);

/* ---- Rooms (fov_moria.c) ---- */

/* Shows the whole lit room of the eye's cell or doorway (lit floor on one of its four sides), with
 * its walls; the cells next to the eye; and each monster with a clear line to the eye. */
size_t fov_moria_look(const struct bitmap *blocks, const struct bitmap *lit,
	const struct bitmap *monsters, struct fov_limit limit, int eye_x, int eye_y,
	struct bitmap *reach);

#endif
