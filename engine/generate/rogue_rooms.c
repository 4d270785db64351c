/*
 * Rogue's rooms: a grid of cells of about equal size, one room a cell, at a random position in it,
 * with all of its walls inside; and corridors of three straight segments between openings in the
 * walls of neighbouring rooms.
 *
 * Invariants:
 *
 * 1. Between the walls of two neighbouring rooms is at least one line of rock, so that a corridor
 *    between the sides that face each other can always be dug, and cannot meet a third room.
 *
 * 2. Links of the tree never have a secret door, nor has the first link beyond it: without
 * searching everything is connected, with at least one loop.
 *
 * 3. Not all neighbours are linked, unless a loop needs it (2x2).
 *
 * 4. Each link opens two walls of its own.  So corridors may merge, and loops remain.
 *
 * 5. Nothing touches only by a corner: no step along a corridor is diagonal.
 */
#include "engine/generate/rogue_rooms.h"

#include <assert.h>
#include <stdlib.h>

enum { ROOM_LEAST = 4 /* both walls and two of floor */ };

/* ---- Rooms ---- */

/* Draws the extent of a room in the cell begin .. end - 1 of the grid's axis. */
static void room_extent(
	struct stream *stream, int index, int count, int size, int16_t *place, int16_t *extent)
{
	int begin = index * size / count, end = (index + 1) * size / count;
	int most = end - begin - (index + 1 < count);
	*extent = (int16_t)stream_between(stream, ROOM_LEAST, most);
	*place = (int16_t)(begin + stream_below(stream, most - *extent + 1));
}

/* A room that cannot be opened on all sides becomes a rectangle. */
static void rooms_wall(struct rooms *rooms)
{
	carve_walls(&rooms->carve);
	bool again = false;
	for (int i = 0; i < rooms->count; i++) {
		struct room *room = &rooms->rooms[i];
		if (!room->shaped || rogue_room_keep(rooms, room))
			continue;
		room->shaped = false;
		again = true;
		carve_fill(&rooms->carve,
			(struct box){room->x, room->y, (int16_t)(room->x + room->width),
				(int16_t)(room->y + room->height)},
			rooms->terrain->rock);
		carve_fill(&rooms->carve,
			(struct box){(int16_t)(room->x + 1), (int16_t)(room->y + 1),
				(int16_t)(room->x + room->width - 1),
				(int16_t)(room->y + room->height - 1)},
			rooms->terrain->floor);
	}
	if (again)
		carve_walls(&rooms->carve);
}

static void rooms_make(struct rooms *rooms)
{
	struct stream *stream = &rooms->making->stream;
	for (int i = 0; i < rooms->count; i++) {
		struct room *room = &rooms->rooms[i];
		room_extent(stream, i % rooms->across, rooms->across, rooms->level->width, &room->x,
			&room->width);
		room_extent(stream, i / rooms->across, rooms->down, rooms->level->height, &room->y,
			&room->height);
		rogue_room_open(rooms, room);
		struct area floor = {(int16_t)(room->x + 1), (int16_t)(room->y + 1),
			(int16_t)(room->width - 2), (int16_t)(room->height - 2), .hall = false};
		level_add_area(rooms->level, floor);
	}
	rooms_wall(rooms);
}

/* ---- Which rooms are linked ---- */

static void links_list(struct rooms *rooms)
{
	for (int i = 0; i < rooms->count; i++) {
		if ((i + 1) % rooms->across != 0)
			rooms->links[rooms->link_count++] =
				(struct link){.from = (uint16_t)i, .to = (uint16_t)(i + 1)};
		if (i + rooms->across < rooms->count)
			rooms->links[rooms->link_count++] = (struct link){.from = (uint16_t)i,
				.to = (uint16_t)(i + rooms->across),
				.upright = true};
	}
}

static void links_shuffle(struct rooms *rooms)
{
	for (int i = rooms->link_count - 1; i > 0; i--) {
		int other = stream_below(&rooms->making->stream, i + 1);
		struct link link = rooms->links[i];
		rooms->links[i] = rooms->links[other];
		rooms->links[other] = link;
	}
}

static uint16_t group_of(const struct rooms *rooms, uint16_t room)
{
	while (rooms->group[room] != room)
		room = rooms->group[room];
	return room;
}

/* Kruskal's tree over links in random order; its links are moved to the front, the others stay in
 * random order. */
static int links_tree(struct rooms *rooms)
{
	int tree = 0;
	for (int i = 0; i < rooms->count; i++)
		rooms->group[i] = (uint16_t)i;
	for (int i = 0; i < rooms->link_count; i++) {
		struct link link = rooms->links[i];
		uint16_t a = group_of(rooms, link.from), b = group_of(rooms, link.to);
		if (a == b)
			continue;
		rooms->group[a] = b;
		rooms->links[i] = rooms->links[tree];
		rooms->links[tree++] = link;
	}
	assert(tree == rooms->count - 1);
	return tree;
}

/* Keeps the tree and a few more links. */
static void links_choose(struct rooms *rooms)
{
	links_list(rooms);
	links_shuffle(rooms);
	int tree = links_tree(rooms), rest = rooms->link_count - tree;
	int most = rest > 1 ? rest - 1 : rest;
	rooms->tree_count = rooms->link_count = tree;
	if (most > 0)
		rooms->link_count += stream_between(&rooms->making->stream, 1, most);
	for (int i = 0; i < rooms->link_count; i++) {
		const struct link *link = &rooms->links[i];
		rooms->rooms[link->from].faced |= 1 << (link->upright ? SIDE_BOTTOM : SIDE_RIGHT);
		rooms->rooms[link->to].faced |= 1 << (link->upright ? SIDE_TOP : SIDE_LEFT);
	}
}

/* ---- Doors, light, stairs ---- */

/* Draws the terrain of an opening: none, a door, or a secret door. */
static uint16_t door_draw(struct rooms *rooms, enum side side, bool may_hide)
{
	struct stream *stream = &rooms->making->stream;
	const struct level_kind *kind = rooms->making->kind;
	const struct content_terrains *terrain = rooms->terrain;
	if (may_hide && stream_percent(stream, kind->secret_percent))
		return side_upright(side) ? terrain->door_secret_horizontal
					  : terrain->door_secret_vertical;
	return carve_door_draw(&rooms->carve);
}

static void doors_hang(struct rooms *rooms)
{
	for (int i = 0; i < rooms->link_count; i++) {
		bool may_hide = i > rooms->tree_count;
		for (int end = 0; end < 2; end++) {
			const struct link *link = &rooms->links[i];
			uint16_t door = door_draw(rooms, (enum side)link->sides[end], may_hide);
			*rooms_terrain(rooms, link->openings[end]) = door;
		}
	}
}

/* Lights a room's floor and the cells beside it; in a rectangle all of its box, because no corridor
 * enters it. */
static void room_light(struct rooms *rooms, const struct room *room)
{
	struct carve *carve = &rooms->carve;
	struct box box = carve_box(room->x + 1, room->y + 1, room->width - 2, room->height - 2);
	if (!room->shaped) {
		carve_light_box(carve, box);
		return;
	}
	for (int y = box.top; y < box.bottom; y++)
		for (int x = box.left; x < box.right; x++)
			if (*carve_cell(carve, x, y) == rooms->terrain->floor)
				carve_light_cell(carve, x, y);
}

static void rooms_light(struct rooms *rooms)
{
	for (int i = 0; i < rooms->count; i++) {
		if (carve_draws_dark(&rooms->carve))
			continue;
		rooms->level->areas[i].lit = true;
		room_light(rooms, &rooms->rooms[i]);
	}
}

/* ---- All ---- */

static bool grid_fits(int count, int size)
{
	return count >= 1 && size / count >= ROOM_LEAST + (count > 1);
}

static void *make_array(int count, size_t size)
{
	void *array = calloc((size_t)count, size);
	assert(array);
	return array;
}

static void stages_run(struct rooms *rooms)
{
	rooms_make(rooms);
	generate_stage(rooms->making, "rooms");
	links_choose(rooms);
	for (int i = 0; i < rooms->link_count; i++) {
		rogue_corridor_dig(rooms, &rooms->links[i]);
		if (i + 1 == rooms->tree_count)
			generate_stage(rooms->making, "corridors that connect");
	}
	generate_stage(rooms->making, "corridors that go round");
	doors_hang(rooms);
	generate_stage(rooms->making, "doors");
	rooms_light(rooms);
	carve_stairs(&rooms->carve);
	generate_stage(rooms->making, "stairs");
}

bool generate_rogue_rooms(struct making *making)
{
	const struct level_kind *kind = making->kind;
	struct level *level = making->level;
	struct rooms rooms = {.making = making,
		.level = level,
		.terrain = &making->content->terrain,
		.across = kind->grid_width,
		.down = kind->grid_height};
	rooms.count = rooms.across * rooms.down;
	if (rooms.count < 2 || !grid_fits(rooms.across, level->width) ||
		!grid_fits(rooms.down, level->height))
		return false;
	int path_most = 3 * (level->width + level->height);
	carve_begin(&rooms.carve, making);
	rooms.rooms = make_array(rooms.count, sizeof *rooms.rooms);
	rooms.links = make_array(2 * rooms.count, sizeof *rooms.links);
	rooms.group = make_array(rooms.count, sizeof *rooms.group);
	rooms.path = make_array(path_most, sizeof *rooms.path);
	rooms.path_fresh = make_array(path_most, sizeof *rooms.path_fresh);
	stages_run(&rooms);
	carve_end(&rooms.carve);
	free(rooms.rooms);
	free(rooms.links);
	free(rooms.group);
	free(rooms.path);
	free(rooms.path_fresh);
	return true;
}
