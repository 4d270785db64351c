/*
 * Field of view by other methods than the game's own (fov.c), to be compared with it in the lab.
 *
 * blocks and reach are what fov_compute takes (level.h): 1 where light is stopped, outside
 * everything is stopped; reach, of the same shape, receives 1 for what is seen, the eye's cell
 * included.  The eye's own cell stops nothing.  Each look returns how many cells it asked about,
 * one that was asked about again counted again.  Lines go from middle to middle of cells, and a
 * line or ray that only brushes the corner of a cell does not cross it.  All is exact: slopes are
 * fractions of integers, compared by cross-multiplication.
 *
 * No method keeps anything between calls but the rays, whose tables belong to who made them.
 */
#ifndef TRAPDOOR_ENGINE_FOV_METHODS_H
#define TRAPDOOR_ENGINE_FOV_METHODS_H

#include "engine/lab/lab.h"
#include "engine/map/level.h"

#include <string.h>

/* How far is looked; radius 0 is as far as the map goes. */
struct fov_limit {
	enum lab_shape shape;
	int radius;
};

/* Whether a cell so far from the eye is within the limit.  No shape has a cell within it that is
 * nearer in neither direction than one outside of it, so a line that has left it never returns. */
bool fov_within(struct fov_limit limit, int dx, int dy);

/* Leaves in reach what is within the limit. */
void fov_cut(struct fov_limit limit, int eye_x, int eye_y, struct bitmap *reach);

static inline bool bitmap_inside(const struct bitmap *bitmap, int x, int y)
{
	return x >= 0 && y >= 0 && x < bitmap->width && y < bitmap->height;
}

/* Only the cell that is seen from anywhere, by every method: the eye's. */
static inline void fov_begin(struct bitmap *reach, int eye_x, int eye_y)
{
	memset(reach->words, 0,
		sizeof *reach->words * (size_t)reach->stride * (size_t)reach->height);
	bitmap_set(reach, eye_x, eye_y);
}

/* ---- Rays (fov_rays.c) ---- */

/* The tables of rays for a limit, on maps up to size cells wide and high.  They are the lab's,
 * which makes them once and frees them, for the engine has no mutable globals, and they are too
 * large to be written down: the widest map has 16,000 rays. */
struct fov_rays;
struct fov_rays *fov_rays_new(struct fov_limit limit, int size);
void fov_rays_free(struct fov_rays *rays);

size_t fov_rays_look(const struct fov_rays *rays, const struct bitmap *blocks, int eye_x, int eye_y,
	struct bitmap *reach);

/* Whether one cell sees another, asking of what lies between them only: the rays that cross the
 * other cell, less those that something blocks. */
bool fov_rays_sight(
	const struct fov_rays *rays, const struct bitmap *blocks, int ax, int ay, int bx, int by);

/* For an octant: how many rays there are, and how many cells, the eye's included. */
void fov_rays_count(const struct fov_rays *rays, size_t *count, size_t *cells);

/* ---- Lines (fov_trace.c) ---- */

/* A line to every cell of the edge of what the limit's radius and the map leave; what it crosses is
 * seen, up to what blocks it. */
size_t fov_trace_look(const struct bitmap *blocks, struct fov_limit limit, int eye_x, int eye_y,
	struct bitmap *reach);

/* Whether the line between two cells crosses nothing that blocks; the same both ways. */
bool fov_trace_sight(
	const struct bitmap *blocks, struct fov_limit limit, int ax, int ay, int bx, int by);

/* ---- Rooms (fov_moria.c) ---- */

/* The whole of the lit room that the eye stands in, or in whose doorway (lit floor on one of the
 * eye's four sides), with what encloses it; the cells about the eye; and each monster that the line
 * between it and the eye finds. */
size_t fov_moria_look(const struct bitmap *blocks, const struct bitmap *lit,
	const struct bitmap *monsters, struct fov_limit limit, int eye_x, int eye_y,
	struct bitmap *reach);

#endif
