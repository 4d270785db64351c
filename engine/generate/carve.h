/*
 * Carving: functions shared by the generators of open ground.
 *
 * A level begins full of rock.  A generator opens ground in it, by growing or cell by cell, and
 * then calls what every level needs: carve_join connects everything, carve_round ensures a loop,
 * and carve_finish makes walls, areas, light and stairs in their order.  All work is on the level's
 * own terrain; the other members are scratch memory.
 *
 * Invariants: the outermost cells are never opened; every function ends after a number of steps
 * that is bounded by the size of the level, and none can fail.
 */
#ifndef TRAPDOOR_ENGINE_CARVE_H
#define TRAPDOOR_ENGINE_CARVE_H

#include "engine/generate/generate.h"

struct carve {
	struct making *making;
	const struct content *content;
	const struct level_kind *kind;
	const struct content_terrains *terrain;
	struct level *level;
	struct stream *stream;
	int width, height, cells;
	int32_t *queue;   /* a queue of cells */
	int32_t *from;    /* for each cell: the cell from which a search came */
	uint16_t *number; /* for each cell: its region, or its distance */
	uint8_t *marks;   /* for each cell; all 0 between calls */
	bool *passable;   /* for each terrain: whether it is passable */
	uint32_t *flags;  /* for each terrain: its flags */
};

/* Allocates arrays of the level's size; carve_end frees them. */
void carve_begin(struct carve *carve, struct making *making);
void carve_end(struct carve *carve);

/* ---- Cells ---- */

static inline uint16_t *carve_cell(const struct carve *carve, int x, int y)
{
	return &carve->level->terrain[level_at(carve->level, x, y)];
}

/* True for all cells except the outermost ones. */
static inline bool carve_within(const struct carve *carve, int x, int y)
{
	return x > 0 && y > 0 && x < carve->width - 1 && y < carve->height - 1;
}

/* Returns the box of all cells except the outermost ones. */
struct box carve_inner(const struct carve *carve);

/* Returns a material of the level's kind, or the other terrain if the kind has none. */
uint16_t carve_material(uint16_t material, uint16_t otherwise);

/* True if a cell is passable: open to bodies and harmless, or a visible door. */
static inline bool carve_is_way(const struct carve *carve, int at)
{
	return carve->passable[carve->level->terrain[at]];
}

/* Returns the terrain flags of a cell, 0 beyond the edge. */
static inline uint32_t carve_flags_at(const struct carve *carve, int x, int y)
{
	return level_inside(carve->level, x, y) ? carve->flags[*carve_cell(carve, x, y)] : 0;
}

/* True if a terrain is ground with walls around it.  The floor always is. */
static inline bool carve_shown(const struct carve *carve, uint16_t terrain)
{
	return terrain == carve->terrain->floor || carve->flags[terrain] & TERRAIN_SHOWS_WALLS;
}

/* True if a cell is passable and no doorway, and belongs to a hall or to another area as asked. */
static inline bool carve_is_of_piece(const struct carve *carve, int x, int y, bool halls)
{
	int at = (int)level_at(carve->level, x, y);
	return carve_is_way(carve, at) && halls == !!(carve->level->flags[at] & LEVEL_HALL) &&
	       !(carve_flags_at(carve, x, y) & TERRAIN_DOORWAY);
}

/* Fills a rectangle. */
void carve_fill(struct carve *carve, struct box box, uint16_t terrain);

/* ---- Growing (carve.c) ---- */

/* Grows a piece of `to` over cells of `from` inside a box, from a first cell, by a list of
 * unfinished edges.  Each step finishes a random edge, until the piece has its size or none is
 * unfinished.  Of `care` random edges it takes the most enclosed one: 1 gives ragged pieces, 4
 * round ones.  Returns the number of cells; bounds (may be NULL) receives the box around them. */
struct growth {
	struct box within;
	uint16_t from, to;
	int size, care;
};
int carve_grow(struct carve *carve, const struct growth *growth, int x, int y, struct box *bounds);

/* Grows pieces of a terrain on the plain floor, of `least` to `most` cells each: about one for
 * `every` cells of the level, or down to half as many. */
void carve_pieces(struct carve *carve, uint16_t terrain, int every, int least, int most);

/* Places posts of the level's kind, at most one for `every` cells of the level, only where they
 * block no passage. */
void carve_posts(struct carve *carve, int every);

/* Removes single cells of `solid` that stick out into `open`, and cells of `open` that stick out
 * into `solid` without connecting anything. */
void carve_smooth(struct carve *carve, uint16_t solid, uint16_t open);

/* ---- Regions (carve_join.c) ---- */

/* Connects all passable cells.  Pieces under `least` cells become `solid`.  The others are joined
 * by the shortest paths through the terrains `digs`, which become `into`; the kind's water becomes
 * its shore instead.  Then so many percent of other neighbouring pieces are joined, too.  With
 * `halls` each path is a hall.  Pieces that cannot be joined are filled. */
#define CARVE_DIGS 4
struct joining {
	uint16_t digs[CARVE_DIGS]; /* ended by KIND_NONE when there are fewer */
	uint16_t into, solid;
	int least, more_percent;
	bool halls;
};
void carve_join(struct carve *carve, const struct joining *joining);

/* Ensures that the level has a loop; if there is none, digs one around a block of `solid`. */
void carve_round(struct carve *carve, uint16_t open, uint16_t solid);

/* ---- Water and the line (carve_water.c) ---- */

/* Places pools of the kind's water, with shores, on so many percent of the plain ground, and fords
 * where they would divide it.  Does nothing for a kind without water. */
void carve_pools(struct carve *carve, int percent);

/* Makes a river of the kind's water from one side of the level to the other, also through rock,
 * between banks that can be walked. */
void carve_river(struct carve *carve);

/* Makes the kind's line from one end of the level to the other, through all obstacles, with its
 * poles beside it and fords where it meets water.  A kind without a line gets a track of plain
 * ground. Connects the line with the rest, through `solid` and water. */
void carve_line(struct carve *carve, uint16_t solid);

/* Places a pole of the kind on plain ground if it blocks no passage; returns false if it was not
 * placed. */
bool carve_pole(struct carve *carve, int x, int y);

/* ---- The last steps of every level (carve_finish.c) ---- */

/* Makes walls, areas of about that size, light and stairs, in this order. */
void carve_finish(struct carve *carve, int width, int height);
/* Joins caverns, lays water and the line, and finishes them (carve_caverns.c). */
struct caverns {
	int region_least; /* least cells of a cavern that is joined to others */
	int more_percent; /* of the joins that are not needed */
	int river_percent;
	int wet_most; /* percent of the ground under water */
};
void carve_caverns(struct carve *carve, const struct making *making, const struct caverns *caverns);

/* Turns rock that touches a cell which shows walls into walls, and draws each by the neighbours
 * that continue it (carve_walls.c). */
void carve_walls(struct carve *carve);

/* Divides the level into pieces of about that size and lists each as an area, the box around its
 * passable cells outside of halls; then the halls in the same way. */
void carve_areas(struct carve *carve, int width, int height);
/* Lists one such piece; without a passable cell it is no area. */
void carve_piece(struct carve *carve, const struct box *piece, bool halls);
/* Lists only the pieces of halls. */
void carve_halls(struct carve *carve, int width, int height);

/* Lights areas, except for the kind's percentage of dark ones, which grows with depth. */
void carve_light(struct carve *carve);
/* Draws whether an area or room is dark. */
bool carve_draws_dark(struct carve *carve);
/* Light a cell and its neighbours, except halls; light a box and the cells around it. */
void carve_light_cell(struct carve *carve, int x, int y);
void carve_light_box(struct carve *carve, struct box box);

/* Draws a door by the kind's percentage, or an opening. */
uint16_t carve_door_draw(struct carve *carve);

static inline struct box carve_box(int left, int top, int width, int height)
{
	return (struct box){
		(int16_t)left, (int16_t)top, (int16_t)(left + width), (int16_t)(top + height)};
}

/* Makes a box a room: lists it as an area, and lights it with its walls unless it is drawn dark. */
void carve_room(struct carve *carve, struct box box);

/* Places the stairs in two areas that are no halls, far apart.  On large levels they are near the
 * line, so that following it crosses the level (carve_stairs.c). */
void carve_stairs(struct carve *carve);

#endif
