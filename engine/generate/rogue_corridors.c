/*
 * Rogue's corridors: three straight segments, horizontal-vertical-horizontal or
 * vertical-horizontal-vertical, of which one or two may have length 0.  Most leave by the sides
 * that face each other; some have a single bend, or leave and enter by the same side, and those may
 * fail.
 *
 * A corridor is tried as a path that is not dug yet.  One that meets a room, clumps with others or
 * runs along walls is dropped, a bounded number of times.  The last try takes any path between the
 * sides that face each other.  It cannot fail: only rock and other corridors are between them, and
 * no other link opens those two walls.
 */
#include "engine/generate/rogue_rooms.h"

#include <assert.h>

enum {
	CORRIDOR_TRIES = 12,
	BEND_PERCENT =
		30, /* percent of corridors first tried with sides that do not face each other */
	DETOUR_LEAST = 1, /* range of the distance between the openings and the far side of a
			     corridor that turns back */
	DETOUR_MOST = 3,
	HUGGING_MOST = 2 /* cells along a wall that are acceptable */
};

/* Draws an opening that a corridor from that side can use; returns false when there is none. */
static bool opening_draw(
	struct rooms *rooms, const struct room *room, enum side side, struct point *opening)
{
	int length = side_upright(side) ? room->width : room->height;
	int along = stream_below(&rooms->making->stream, length - 2) + 1;
	return rogue_room_opening(rooms, room, side, along, opening);
}

static bool is_adjacent(struct point one, struct point other)
{
	int dx = one.x - other.x, dy = one.y - other.y;
	return dx * dx + dy * dy <= 1;
}

/* True if a wall may be opened here: it is unopened, and so are its neighbours, including openings
 * reserved for other sides. */
static bool opening_fits(
	const struct rooms *rooms, const struct room *room, enum side own, struct point point)
{
	uint16_t opening = rooms->terrain->opening;
	for (int side = 0; side < SIDE_COUNT; side++) {
		struct point next = point_beyond(point, (enum side)side);
		if (level_inside(rooms->level, next.x, next.y) &&
			*rooms_terrain(rooms, next) == opening)
			return false;
		if (room->shaped && side != (int)own && is_adjacent(point, room->kept[side]))
			return false;
	}
	return *rooms_terrain(rooms, point) != opening;
}

/* Adds the cells from the end of the path to a point in line with it. */
static void path_go(struct rooms *rooms, int x, int y)
{
	struct point point = rooms->path[rooms->path_length - 1];
	int dx = (x > point.x) - (x < point.x), dy = (y > point.y) - (y < point.y);
	while (point.x != x || point.y != y) {
		point.x = (int16_t)(point.x + dx);
		point.y = (int16_t)(point.y + dy);
		rooms->path[rooms->path_length++] = point;
	}
}

/* Three segments from begin to end, the middle one at `middle`: a row
 * (vertical-horizontal-vertical) or a column. */
static void path_trace(
	struct rooms *rooms, struct point begin, struct point end, bool upright, int middle)
{
	rooms->path[0] = begin;
	rooms->path_length = 1;
	if (upright) {
		path_go(rooms, begin.x, middle);
		path_go(rooms, end.x, middle);
	} else {
		path_go(rooms, middle, begin.y);
		path_go(rooms, middle, end.y);
	}
	path_go(rooms, end.x, end.y);
}

/* Returns the column or row just outside of a room's box on that side. */
static int line_outside(const struct room *room, enum side side)
{
	int before = side_upright(side) ? room->y : room->x;
	int beyond = before + (side_upright(side) ? room->height : room->width);
	return side == SIDE_LEFT || side == SIDE_TOP ? before - 1 : beyond;
}

/* Returns the position of the middle segment of a corridor that leaves one room by side `out` and
 * enters the other by side `in`, at `end`. */
static int path_middle(
	struct rooms *rooms, const struct link *link, struct point end, enum side out, enum side in)
{
	struct stream *stream = &rooms->making->stream;
	bool upright = side_upright(out);
	if (upright != side_upright(in))
		return upright ? end.y : end.x; /* one bend: the last segment is of length 0 */
	int a = line_outside(&rooms->rooms[link->from], out);
	int b = line_outside(&rooms->rooms[link->to], in);
	int low = a < b ? a : b, high = a < b ? b : a;
	if (out != in)
		return stream_between(stream, low, high);
	int detour = stream_between(stream, DETOUR_LEAST, DETOUR_MOST);
	return out == SIDE_LEFT || out == SIDE_TOP ? low - detour : high + detour;
}

static bool corridor_at(const struct rooms *rooms, int x, int y)
{
	return level_inside(rooms->level, x, y) &&
	       rooms->level->terrain[level_at(rooms->level, x, y)] == rooms->terrain->corridor;
}

/* True if a corridor cell is one of four in a square. */
static bool corridor_clumps(const struct rooms *rooms, struct point point)
{
	for (int dy = -1; dy <= 1; dy += 2) {
		if (!corridor_at(rooms, point.x, point.y + dy))
			continue;
		for (int dx = -1; dx <= 1; dx += 2)
			if (corridor_at(rooms, point.x + dx, point.y) &&
				corridor_at(rooms, point.x + dx, point.y + dy))
				return true;
	}
	return false;
}

/* True if a corridor cell runs along a wall, apart from its two ends. */
static bool corridor_hugs(const struct rooms *rooms, struct point point)
{
	for (int side = SIDE_LEFT; side <= SIDE_BOTTOM; side++) {
		struct point next = point_beyond(point, (enum side)side);
		if (!level_inside(rooms->level, next.x, next.y))
			continue;
		uint16_t terrain = *rooms_terrain(rooms, next);
		if (terrain != rooms->terrain->rock && terrain != rooms->terrain->corridor)
			return true;
	}
	return false;
}

/* True if the path is inside the map and meets only rock and corridors. */
static bool path_clear(struct rooms *rooms)
{
	for (int i = 0; i < rooms->path_length; i++) {
		struct point point = rooms->path[i];
		if (!level_inside(rooms->level, point.x, point.y))
			return false;
		uint16_t terrain = *rooms_terrain(rooms, point);
		rooms->path_fresh[i] = terrain == rooms->terrain->rock;
		if (!rooms->path_fresh[i] && terrain != rooms->terrain->corridor)
			return false;
	}
	return true;
}

static void path_fill(struct rooms *rooms, uint16_t terrain)
{
	for (int i = 0; i < rooms->path_length; i++)
		if (rooms->path_fresh[i])
			*rooms_terrain(rooms, rooms->path[i]) = terrain;
}

/* True if the path looks like a corridor when dug: no clumps, and not along walls for long. */
static bool path_handsome(const struct rooms *rooms)
{
	int hugging = 0;
	for (int i = 0; i < rooms->path_length; i++) {
		if (corridor_clumps(rooms, rooms->path[i]))
			return false;
		if (i > 0 && i < rooms->path_length - 1)
			hugging += corridor_hugs(rooms, rooms->path[i]);
	}
	return hugging <= HUGGING_MOST;
}

/* ---- Digging ---- */

/* The two sides of a corridor: where it leaves the first room, and where it enters the second. */
struct sides {
	enum side out, in;
};

static struct sides sides_facing(const struct link *link)
{
	return link->upright ? (struct sides){SIDE_BOTTOM, SIDE_TOP}
			     : (struct sides){SIDE_RIGHT, SIDE_LEFT};
}

/* Draws one or two sides that do not face each other; returns false when a link needs one of
 * them. */
static bool sides_bend(struct rooms *rooms, const struct link *link, struct sides *sides)
{
	struct sides facing = sides_facing(link);
	int draw = stream_below(&rooms->making->stream, 6);
	enum side across = (enum side)((link->upright ? SIDE_LEFT : SIDE_TOP) + draw % 2);
	*sides = facing;
	if (draw / 2 != 0)
		sides->out = across;
	if (draw / 2 != 1)
		sides->in = across;
	return (sides->out == facing.out || !(rooms->rooms[link->from].faced >> sides->out & 1)) &&
	       (sides->in == facing.in || !(rooms->rooms[link->to].faced >> sides->in & 1));
}

/* Traces and digs between the openings of a link; changes nothing if that fails. */
static bool corridor_try(
	struct rooms *rooms, struct link *link, struct sides sides, bool must_be_handsome)
{
	struct point begin = point_beyond(link->openings[0], sides.out);
	struct point end = point_beyond(link->openings[1], sides.in);
	int middle = path_middle(rooms, link, end, sides.out, sides.in);
	link->sides[0] = (uint8_t)sides.out;
	link->sides[1] = (uint8_t)sides.in;
	path_trace(rooms, begin, end, side_upright(sides.out), middle);
	if (!path_clear(rooms))
		return false;
	path_fill(rooms, rooms->terrain->corridor);
	if (!must_be_handsome || path_handsome(rooms))
		return true;
	path_fill(rooms, rooms->terrain->rock);
	return false;
}

static bool openings_draw(struct rooms *rooms, struct link *link, struct sides sides)
{
	const struct room *from = &rooms->rooms[link->from], *to = &rooms->rooms[link->to];
	return opening_draw(rooms, from, sides.out, &link->openings[0]) &&
	       opening_draw(rooms, to, sides.in, &link->openings[1]) &&
	       opening_fits(rooms, from, sides.out, link->openings[0]) &&
	       opening_fits(rooms, to, sides.in, link->openings[1]);
}

/* Digs between the sides that face each other, where a shaped room has reserved an opening. */
static bool corridor_anyhow(struct rooms *rooms, struct link *link)
{
	struct sides sides = sides_facing(link);
	const struct room *from = &rooms->rooms[link->from], *to = &rooms->rooms[link->to];
	if (from->shaped)
		link->openings[0] = from->kept[sides.out];
	else if (!opening_draw(rooms, from, sides.out, &link->openings[0]))
		return false;
	if (to->shaped)
		link->openings[1] = to->kept[sides.in];
	else if (!opening_draw(rooms, to, sides.in, &link->openings[1]))
		return false;
	return corridor_try(rooms, link, sides, false);
}

static void hall_add(struct rooms *rooms)
{
	struct point low = rooms->path[0], high = rooms->path[0];
	for (int i = 0; i < rooms->path_length; i++) {
		struct point point = rooms->path[i];
		low.x = point.x < low.x ? point.x : low.x;
		low.y = point.y < low.y ? point.y : low.y;
		high.x = point.x > high.x ? point.x : high.x;
		high.y = point.y > high.y ? point.y : high.y;
		rooms->level->flags[level_at(rooms->level, point.x, point.y)] |= LEVEL_HALL;
	}
	struct area hall = {low.x, low.y, (int16_t)(high.x - low.x + 1),
		(int16_t)(high.y - low.y + 1), .hall = true};
	level_add_area(rooms->level, hall);
}

void rogue_corridor_dig(struct rooms *rooms, struct link *link)
{
	bool dug = false;
	if (stream_percent(&rooms->making->stream, BEND_PERCENT))
		for (int i = 0; i < CORRIDOR_TRIES && !dug; i++) {
			struct sides sides;
			dug = sides_bend(rooms, link, &sides) &&
			      openings_draw(rooms, link, sides) &&
			      corridor_try(rooms, link, sides, true);
		}
	for (int i = 0; i < CORRIDOR_TRIES && !dug; i++)
		dug = openings_draw(rooms, link, sides_facing(link)) &&
		      corridor_try(rooms, link, sides_facing(link), true);
	if (!dug)
		dug = corridor_anyhow(rooms, link);
	assert(dug);
	*rooms_terrain(rooms, link->openings[0]) = rooms->terrain->opening;
	*rooms_terrain(rooms, link->openings[1]) = rooms->terrain->opening;
	hall_add(rooms);
}
