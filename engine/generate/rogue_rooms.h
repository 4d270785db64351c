/* Declarations shared by the files of Rogue's rooms: rogue_rooms.c makes rooms, links, doors, light
 * and stairs, rogue_shapes.c makes rooms that are not rectangular, rogue_corridors.c digs. */
#ifndef TRAPDOOR_ENGINE_ROGUE_ROOMS_H
#define TRAPDOOR_ENGINE_ROGUE_ROOMS_H

#include "engine/generate/carve.h"

struct point {
	int16_t x, y;
};

enum side { SIDE_LEFT, SIDE_RIGHT, SIDE_TOP, SIDE_BOTTOM, SIDE_COUNT };

/* The box around a room, walls included. */
struct room {
	int16_t x, y, width, height;
	uint8_t faced; /* bit 1 << side: a link leads to the room on that side */
	bool shaped;
	struct point
		kept[SIDE_COUNT]; /* of a room that is not rectangular: the opening for each side */
};

struct link {
	uint16_t from, to; /* to is right of from, or below it */
	bool upright;      /* to is below from */
	struct point openings[2];
	uint8_t sides[2]; /* of the two rooms, where they are opened */
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
	uint16_t *group; /* for each room, while the tree grows */
	struct point *path;
	bool *path_fresh; /* was rock before this path */
	int path_length;
};

/* Opens the floor of a room within its box, as a cave or another shape by the kind's
 * percentages. */
void rogue_room_open(struct rooms *rooms, struct room *room);

/* Chooses an opening for each of the room's four sides, none beside another, once there are walls.
 * Returns false when there are none. */
bool rogue_room_keep(struct rooms *rooms, struct room *room);

/* Finds the opening for a corridor that comes from outside at that side and offset: the first wall
 * that it meets, if floor is behind it. */
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
