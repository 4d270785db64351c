/*
 * Carving: what the generators of open ground share.
 *
 * A level begins full of rock.  A generator opens ground in it, by growing or by hand, and then
 * asks for what every level needs: that all of it hangs together (carve_join), that one can go
 * round (carve_round), walls about it, areas, light, stairs.  carve_finish does the last of these
 * in their order.  All work is on the level's own terrain; what is here besides is scratch.
 *
 * What must stay true: the outermost cells are never opened; every function ends after a number of
 * steps that the size of the level bounds, and none can fail.
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
	int32_t *queue;   /* of cells */
	int32_t *from;    /* of each cell: where a search came from */
	uint16_t *number; /* of each cell: its region, or how far it is */
	uint8_t *marks;   /* of each cell; all 0 between calls */
	bool *distances;  /* of each terrain: whether it is a way */
	uint32_t *flags;  /* of each terrain: its own */
};

/* Every array is of the level's size; freed by carve_end. */
void carve_begin(struct carve *carve, struct making *making);
void carve_end(struct carve *carve);

/* ---- Cells ---- */

static inline uint16_t *carve_cell(const struct carve *carve, int x, int y)
{
	return &carve->level->terrain[level_at(carve->level, x, y)];
}

/* Not of the outermost cells. */
static inline bool carve_within(const struct carve *carve, int x, int y)
{
	return x > 0 && y > 0 && x < carve->width - 1 && y < carve->height - 1;
}

/* All but the outermost cells. */
struct box carve_inner(const struct carve *carve);

/* A terrain of the kind's materials, or another one where it has none. */
uint16_t carve_material(uint16_t material, uint16_t otherwise);

/* Whether a cell is a way: what bodies pass and what harms nobody, or a door that shows. */
static inline bool carve_is_way(const struct carve *carve, int at)
{
	return carve->distances[carve->level->terrain[at]];
}

/* 0 beyond the edge. */
static inline uint32_t carve_flags_at(const struct carve *carve, int x, int y)
{
	return level_inside(carve->level, x, y) ? carve->flags[*carve_cell(carve, x, y)] : 0;
}

/* Whether a terrain is ground that has walls about it: the floor is, whatever else is said of it.
 */
static inline bool carve_shown(const struct carve *carve, uint16_t terrain)
{
	return terrain == carve->terrain->floor || carve->flags[terrain] & TERRAIN_SHOWS_WALLS;
}

/* Whether a cell is a way of an area: of a hall or of another one, and no doorway. */
static inline bool carve_is_of_piece(const struct carve *carve, int x, int y, bool halls)
{
	int at = (int)level_at(carve->level, x, y);
	return carve_is_way(carve, at) && halls == !!(carve->level->flags[at] & LEVEL_HALL) &&
	       !(carve_flags_at(carve, x, y) & TERRAIN_DOORWAY);
}

/* Fills a rectangle. */
void carve_fill(struct carve *carve, struct box box, uint16_t terrain);

/* ---- Growing (carve.c) ---- */

/* Grows a piece of `to` over cells of `from` in a box, from a cell, by a list of unfinished edges:
 * each step finishes one that is drawn of the list, until the piece has its size or nothing is
 * unfinished.  Of `care` drawn edges the one that is most closed in is taken: 1 gives ragged
 * pieces, 4 round ones. Returns how many cells it has; bounds (may be NULL) receives the box about
 * them. */
struct growth {
	struct box within;
	uint16_t from, to;
	int size, care;
};
int carve_grow(struct carve *carve, const struct growth *growth, int x, int y, struct box *bounds);

/* Pieces of a terrain over the plain floor, of so many cells each: about one for `every` cells of
 * the level, or down to half as many. */
void carve_pieces(struct carve *carve, uint16_t terrain, int every, int least, int most);

/* The kind's posts, one for `every` cells of the level at most, where nobody misses the way. */
void carve_posts(struct carve *carve, int every);

/* Takes single cells of `solid` off that stick out into `open`, and of `open` into `solid` where
 * nothing goes through them. */
void carve_smooth(struct carve *carve, uint16_t solid, uint16_t open);

/* ---- Regions (carve_join.c) ---- */

/* Makes everything that can be walked hang together: pieces under `least` cells become `solid`, and
 * the others are joined by the shortest ways through the terrains `digs`, which become `into`, but
 * for the kind's water, which becomes its shore; then so many percent of other neighbours are
 * joined too.  With `halls` each way is of a hall.  What no digging joins is filled. */
#define CARVE_DIGS 4
struct joining {
	uint16_t digs[CARVE_DIGS]; /* ended by KIND_NONE when there are fewer */
	uint16_t into, solid;
	int least, more_percent;
	bool halls;
};
void carve_join(struct carve *carve, const struct joining *joining);

/* Sees to it that there is a way round; where there is none, one is dug about a block of `solid`.
 */
void carve_round(struct carve *carve, uint16_t open, uint16_t solid);

/* ---- Water, and what runs through (carve_water.c) ---- */

/* Lays pools of the kind's water over so many percent of the plain ground, with a shore; and fords
 * where they would part it.  Nothing where the kind has no water. */
void carve_pools(struct carve *carve, int percent);

/* Lets a river of its water run from one side of the level to the other, through rock as well,
 * between banks that one can walk. */
void carve_river(struct carve *carve);

/* Lets what runs through the kind's levels run from one end to the other, whatever stands in its
 * way, with its poles beside it; where it meets water there is a ford.  A track of plain ground
 * where it has none.  What it passes is joined with the rest, through `solid` and water. */
void carve_line(struct carve *carve, uint16_t solid);

/* Puts a pole of the kind on plain ground, where nobody misses the way; false when it does not
 * stand. */
bool carve_pole(struct carve *carve, int x, int y);

/* ---- What every level needs (carve_finish.c) ---- */

/* All that follows, in its order, with areas of about that size. */
void carve_finish(struct carve *carve, int width, int height);
/* Joins caverns, lays water and the line, and finishes them (carve_caverns.c). */
struct caverns {
	int region_least; /* cells, of a cavern that is joined to others */
	int more_percent; /* of the ways that are not needed */
	int river_percent;
	int wet_most; /* percent of the ground */
};
void carve_caverns(struct carve *carve, const struct making *making, const struct caverns *caverns);

/* Turns rock that touches a cell which shows walls into walls, drawn by which of them go on
 * (carve_walls.c). */
void carve_walls(struct carve *carve);

/* Lists the ways that are not of a hall as areas: the level in pieces of about that size, each as
 * the box about its ways; and those of halls likewise. */
void carve_areas(struct carve *carve, int width, int height);
/* One such piece; it is no area when nothing in it is a way. */
void carve_piece(struct carve *carve, const struct box *piece, bool halls);
/* Those of halls alone. */
void carve_halls(struct carve *carve, int width, int height);

/* Lights areas, but as many percent of them as the kind has dark, and more the deeper. */
void carve_light(struct carve *carve);
/* Whether an area or room that is drawn for now is dark. */
bool carve_draws_dark(struct carve *carve);
/* Lights a cell and what stands beside it, but for halls; and a box with all about it. */
void carve_light_cell(struct carve *carve, int x, int y);
void carve_light_box(struct carve *carve, struct box box);

/* A door as the kind's percentage has it, or an opening. */
uint16_t carve_door_draw(struct carve *carve);

static inline struct box carve_box(int left, int top, int width, int height)
{
	return (struct box){
		(int16_t)left, (int16_t)top, (int16_t)(left + width), (int16_t)(top + height)};
}

/* A room of the level: that box is an area; lit with its walls unless it is drawn to be dark. */
void carve_room(struct carve *carve, struct box box);

/* Stairs in two areas that are no halls, far apart; on large levels near what runs through them, so
 * that who follows that gets across (carve_stairs.c). */
void carve_stairs(struct carve *carve);

#endif
