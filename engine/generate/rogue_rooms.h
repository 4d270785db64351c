/* What the files of Rogue's rooms share: rogue_rooms.c makes rooms, links, doors, light and stairs,
 * rogue_shapes.c rooms that are no rectangles, rogue_corridors.c digs. */
#ifndef TRAPDOOR_ENGINE_ROGUE_ROOMS_H
#define TRAPDOOR_ENGINE_ROGUE_ROOMS_H

#include "engine/generate/carve.h"

struct point {
	int16_t x, y;
};

enum side { SIDE_LEFT, SIDE_RIGHT, SIDE_TOP, SIDE_BOTTOM, SIDE_COUNT };

/* Walls included: the box about it, when it is no rectangle. */
struct room {
	int16_t x, y, width, height;
	uint8_t faced; /* bit 1 << side: a link leads to the room on that side */
	bool shaped;
	struct point
		kept[SIDE_COUNT]; /* of a shaped one: where each side can be opened in the end */
};

struct link {
	uint16_t from, to; /* to is right of from, or below it */
	bool upright;      /* below */
	struct point openings[2];
	uint8_t sides[2]; /* of the rooms, where they are opened */
};

struct rooms {
	struct carve carve;
	struct making *making;
	struct level *level;
	const struct content_terrains *terrain;
	int across, down, count;
	struct room *rooms;
	int tree_count; /* links[0 .. tree_count) connect all */
	int link_count;
	struct link *links;
	uint16_t *group; /* of each room, while the tree grows */
	struct point *path;
	bool *path_fresh; /* was rock before this path */
	int path_length;
};

/* Opens the floor of a room within its box, as a cave or of a strange shape where the kind's
 * percentages say so. */
void rogue_room_open(struct rooms *rooms, struct room *room);

/* Once there are walls: keeps openings of the room for its four sides, none beside another. False
 * when there are none. */
bool rogue_room_keep(struct rooms *rooms, struct room *room);

/* Where a room is opened by a way that comes from outside at that side, so far along it: the first
 * wall that it meets, when floor lies behind it. */
bool rogue_room_opening(const struct rooms *rooms, const struct room *room, enum side side,
	int along, struct point *opening);

/* Opens a wall of each of the two rooms and digs between them; the corridor becomes a hall of the
 * level. */
void rogue_corridor_dig(struct rooms *rooms, struct link *link);

static inline bool side_upright(enum side side)
{
	return side >= SIDE_TOP;
}

static inline struct point point_beyond(struct point point, enum side side)
{
	static const int8_t dx[] = {-1, 1, 0, 0}, dy[] = {0, 0, -1, 1};
	return (struct point){(int16_t)(point.x + dx[side]), (int16_t)(point.y + dy[side])};
}

static inline enum side side_opposite(enum side side)
{
	return (enum side)(side ^ 1);
}

static inline uint16_t *rooms_terrain(const struct rooms *rooms, struct point point)
{
	return &rooms->level->terrain[level_at(rooms->level, point.x, point.y)];
}

#endif
