/*
 * The hall of glass: one great hall, divided again and again by walls that light passes.
 *
 * Recursive division: a wall with a gap divides a box, then each half is divided.  Most walls are
 * panes, some the kind's block, some plain; so nearly all of the hall is visible from everywhere,
 * but not directly reachable.  A second gap in many walls makes loops.  A wall never ends in a gap
 * of another.
 */
#include "engine/generate/carve.h"

enum {
	PART_LEAST = 3, /* cells of floor across a part */
	PART_WIDE = 19, /* a part as wide as this, or as high, is always halved */
	PART_HIGH = 9,
	PART_PERCENT = 66, /* of smaller ones that can be */
	PANE_PERCENT = 70, /* of walls */
	BLOCK_PERCENT = 20,
	PARTS_LEAST = 4,   /* of the hall */
	GAP_MOST = 2,      /* cells */
	MORE_PERCENT = 60, /* of walls that have a second gap */
	POST_EVERY = 60
};

static uint16_t wall_draw(struct carve *carve)
{
	const struct level_kind *kind = carve->kind;
	int drawn = stream_below(carve->stream, 100);
	if (drawn < PANE_PERCENT)
		return carve_material(kind->pane, carve->terrain->rock);
	if (drawn < PANE_PERCENT + BLOCK_PERCENT)
		return carve_material(kind->block, carve->terrain->rock);
	return carve->terrain->rock;
}

/* True if a wall across a box may be there: both ends meet walls, not gaps. */
static bool wall_ends_well(const struct carve *carve, struct box box, bool upright, int at)
{
	int one = upright ? box.top - 1 : box.left - 1, other = upright ? box.bottom : box.right;
	uint16_t first = *carve_cell(carve, upright ? at : one, upright ? one : at);
	uint16_t second = *carve_cell(carve, upright ? at : other, upright ? other : at);
	return !carve->passable[first] && !carve->passable[second];
}

static void gap_make(struct carve *carve, struct box wall, bool upright)
{
	int length = upright ? wall.bottom - wall.top : wall.right - wall.left;
	int width = stream_between(carve->stream, 1, GAP_MOST);
	int from = stream_below(carve->stream, length - width + 1);
	bool door = width == 1 && stream_percent(carve->stream, carve->kind->door_percent);
	struct box gap = upright ? carve_box(wall.left, wall.top + from, 1, width)
				 : carve_box(wall.left + from, wall.top, width, 1);
	carve_fill(carve, gap, door ? carve->terrain->door_closed : carve->terrain->floor);
}

/* Returns where to halve a box: the first possible place from a random one on, or -1. */
static int wall_place(struct carve *carve, struct box box, bool upright)
{
	int least = (upright ? box.left : box.top) + PART_LEAST;
	int count = (upright ? box.right : box.bottom) - PART_LEAST - least;
	int first = stream_below(carve->stream, count);
	for (int i = 0; i < count; i++) {
		int at = least + (first + i) % count;
		if (wall_ends_well(carve, box, upright, at))
			return at;
	}
	return -1;
}

/* Lists a part as an area, with the gaps in two of its walls; those in the others belong to its
 * neighbours. */
static void part_list(struct carve *carve, struct box box)
{
	struct box inner = carve_inner(carve);
	box.right = (int16_t)(box.right < inner.right ? box.right + 1 : inner.right);
	box.bottom = (int16_t)(box.bottom < inner.bottom ? box.bottom + 1 : inner.bottom);
	carve_room(carve, box);
}

static void part_halve(struct carve *carve, struct box box)
{
	int width = box.right - box.left, height = box.bottom - box.top;
	bool across = width > 2 * PART_LEAST, down = height > 2 * PART_LEAST;
	bool must = width >= PART_WIDE || height >= PART_HIGH ||
		    width * height * PARTS_LEAST > carve->cells;
	bool upright = across && (!down || stream_below(carve->stream, width + 2 * height) < width);
	bool halve = (across || down) && (must || stream_percent(carve->stream, PART_PERCENT));
	int at = halve ? wall_place(carve, box, upright) : -1;
	if (at < 0) {
		part_list(carve, box);
		return;
	}
	struct box wall = box, one = box, other = box;
	if (upright) {
		wall.left = one.right = (int16_t)at;
		wall.right = other.left = (int16_t)(at + 1);
	} else {
		wall.top = one.bottom = (int16_t)at;
		wall.bottom = other.top = (int16_t)(at + 1);
	}
	carve_fill(carve, wall, wall_draw(carve));
	gap_make(carve, wall, upright);
	if (stream_percent(carve->stream, MORE_PERCENT))
		gap_make(carve, wall, upright);
	part_halve(carve, one);
	part_halve(carve, other);
}

bool generate_glass_hall(struct making *making)
{
	struct carve carve;
	carve_begin(&carve, making);
	carve_fill(&carve, carve_inner(&carve), carve.terrain->floor);
	part_halve(&carve, carve_inner(&carve));
	generate_stage(making, "walls");
	carve_round(&carve, carve.terrain->floor, carve.terrain->rock);
	carve_walls(&carve);
	carve_stairs(&carve);
	carve_posts(&carve, POST_EVERY);
	generate_stage(making, "stairs");
	carve_end(&carve);
	return true;
}
