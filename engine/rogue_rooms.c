/*
 * Rogue's rooms: a grid of cells of about equal size, one room a cell, at a random place in it,
 * with all of its walls inside; and corridors of three straight segments between openings in the
 * walls of neighbouring rooms.
 *
 * What must stay true:
 *
 * 1. Between the walls of two neighbouring rooms lies at least one line of rock, so that a corridor
 *    between the sides that face each other can always be dug, and cannot meet a third room.
 *
 * 2. Links of the tree never have a secret door, nor has the first link beyond it: everything is
 *    connected, and goes round at least once, for one who never searches.
 *
 * 3. Not all neighbours are linked, unless a loop needs it (2x2).
 *
 * 4. Each link opens two walls of its own.  So corridors may run together, and a way round is still
 *    one.
 *
 * 5. Nothing touches only by a corner: a step along a way is never diagonal.
 */
#include "rogue_rooms.h"

#include <assert.h>
#include <stdlib.h>

enum {
	ROOM_LEAST = 4,     /* both walls and two of floor */
	DARKER_A_DEPTH = 5, /* percent more of dark rooms for each depth below the first of a kind
			       of level */
	OPEN_DOOR_PERCENT = 20
};

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

static void room_draw(struct rooms *rooms, const struct room *room)
{
	const struct content_terrains *terrain = rooms->terrain;
	int right = room->x + room->width - 1, bottom = room->y + room->height - 1;
	for (int y = room->y; y <= bottom; y++) {
		uint16_t *row = rooms->level->terrain + level_at(rooms->level, 0, y);
		bool edge = y == room->y || y == bottom;
		row[room->x] = row[right] = terrain->wall_vertical;
		for (int x = room->x + 1; x < right; x++)
			row[x] = edge ? terrain->wall_horizontal : terrain->floor;
	}
	uint16_t *top_row = rooms->level->terrain + level_at(rooms->level, 0, room->y);
	uint16_t *bottom_row = rooms->level->terrain + level_at(rooms->level, 0, bottom);
	top_row[room->x] = terrain->corner_tl;
	top_row[right] = terrain->corner_tr;
	bottom_row[room->x] = terrain->corner_bl;
	bottom_row[right] = terrain->corner_br;
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
		room_draw(rooms, room);
		struct area floor = {(int16_t)(room->x + 1), (int16_t)(room->y + 1),
			(int16_t)(room->width - 2), (int16_t)(room->height - 2), .hall = false};
		level_add_area(rooms->level, floor);
	}
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

/* Keeps the tree and a few links more. */
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

static bool wall_is_upright(const struct rooms *rooms, struct point opening)
{
	return *rooms_terrain(rooms, (struct point){opening.x, (int16_t)(opening.y - 1)}) ==
	       rooms->terrain->wall_vertical;
}

/* What fills an opening: nothing, a door, or a door that must be searched for. */
static uint16_t door_draw(struct rooms *rooms, struct point opening, bool may_hide)
{
	struct stream *stream = &rooms->making->stream;
	const struct level_kind *kind = rooms->making->kind;
	const struct content_terrains *terrain = rooms->terrain;
	if (may_hide && stream_percent(stream, kind->secret_percent))
		return wall_is_upright(rooms, opening) ? terrain->door_secret_vertical
						       : terrain->door_secret_horizontal;
	if (!stream_percent(stream, kind->door_percent))
		return terrain->opening;
	return stream_percent(stream, OPEN_DOOR_PERCENT) ? terrain->door_open
							 : terrain->door_closed;
}

static void doors_hang(struct rooms *rooms)
{
	for (int i = 0; i < rooms->link_count; i++) {
		bool may_hide = i > rooms->tree_count;
		for (int end = 0; end < 2; end++) {
			struct point opening = rooms->links[i].openings[end];
			uint16_t door = door_draw(rooms, opening, may_hide);
			*rooms_terrain(rooms, opening) = door;
		}
	}
}

static void rooms_light(struct rooms *rooms)
{
	const struct level_kind *kind = rooms->making->kind;
	int deeper = rooms->level->depth - kind->depth_low;
	int dark = kind->dark_percent + (deeper > 0 ? deeper * DARKER_A_DEPTH : 0);
	for (int i = 0; i < rooms->count; i++) {
		const struct room *room = &rooms->rooms[i];
		if (stream_percent(&rooms->making->stream, dark))
			continue;
		rooms->level->areas[i].lit = true;
		for (int y = room->y; y < room->y + room->height; y++)
			for (int x = room->x; x < room->x + room->width; x++)
				rooms->level->flags[level_at(rooms->level, x, y)] |= LEVEL_LIT;
	}
}

static struct point room_point(struct stream *stream, const struct room *room)
{
	int x = stream_below(stream, room->width - 2);
	int y = stream_below(stream, room->height - 2);
	return (struct point){(int16_t)(room->x + 1 + x), (int16_t)(room->y + 1 + y)};
}

/* Up, and down in another room; nothing leads below the last depth. */
static void stairs_put(struct rooms *rooms)
{
	struct stream *stream = &rooms->making->stream;
	struct level *level = rooms->level;
	int up_room = stream_below(stream, rooms->count);
	int down_room = (up_room + 1 + stream_below(stream, rooms->count - 1)) % rooms->count;
	struct point up = room_point(stream, &rooms->rooms[up_room]);
	struct point down = room_point(stream, &rooms->rooms[down_room]);
	level->up_x = up.x;
	level->up_y = up.y;
	*rooms_terrain(rooms, up) = rooms->terrain->stairs_up;
	if (level->depth == rooms->making->content->last_depth)
		return;
	level->down_x = down.x;
	level->down_y = down.y;
	*rooms_terrain(rooms, down) = rooms->terrain->stairs_down;
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
	stairs_put(rooms);
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
	rooms.rooms = make_array(rooms.count, sizeof *rooms.rooms);
	rooms.links = make_array(2 * rooms.count, sizeof *rooms.links);
	rooms.group = make_array(rooms.count, sizeof *rooms.group);
	rooms.path = make_array(path_most, sizeof *rooms.path);
	rooms.path_fresh = make_array(path_most, sizeof *rooms.path_fresh);
	stages_run(&rooms);
	free(rooms.rooms);
	free(rooms.links);
	free(rooms.group);
	free(rooms.path);
	free(rooms.path_fresh);
	return true;
}
