/* What the two files of Rogue's rooms share: rogue_rooms.c makes rooms, links, doors, light and
 * stairs, rogue_corridors.c digs. */
#ifndef TRAPDOOR_ENGINE_ROGUE_ROOMS_H
#define TRAPDOOR_ENGINE_ROGUE_ROOMS_H

#include "generate.h"

struct point {
	int16_t x, y;
};

enum side { SIDE_LEFT, SIDE_RIGHT, SIDE_TOP, SIDE_BOTTOM };

/* Walls included. */
struct room {
	int16_t x, y, width, height;
	uint8_t faced; /* bit 1 << side: a link leads to the room on that side */
};

struct link {
	uint16_t from, to; /* to is right of from, or below it */
	bool upright;      /* below */
	struct point openings[2];
};

struct rooms {
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

/* Opens a wall of each of the two rooms and digs between them; the corridor becomes a hall of the
 * level. */
void rogue_corridor_dig(struct rooms *rooms, struct link *link);

static inline uint16_t *rooms_terrain(const struct rooms *rooms, struct point point)
{
	return &rooms->level->terrain[level_at(rooms->level, point.x, point.y)];
}

#endif
