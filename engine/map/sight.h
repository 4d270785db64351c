/*
 * Sight: the cells that the hero sees, by line of sight and by light.
 *
 * The line of sight comes from the field of view (level.h).  A cell in it is seen if it is lit (by
 * itself or by a light source near it, and not in dark gas) or adjacent to the eye.  Walls, doors
 * and openings are not lit: they are seen exactly when a seen cell whose kind shows walls (room
 * floor and terrain on it, never a corridor or a door) touches them on one of eight sides.  Doors
 * and openings in line of sight are also seen when adjacent or lit by a light source.  A secret
 * door counts as a wall until it is found.
 *
 * The line of sight is not symmetric, so one relation serves both ways: "the other's cell is in the
 * hero's reachable set".
 */
#ifndef TRAPDOOR_ENGINE_SIGHT_H
#define TRAPDOOR_ENGINE_SIGHT_H

#include "engine/map/level.h"

struct sight_eye {
	int16_t x, y;
	bool blind;         /* sees only adjacent cells; lines of sight are unchanged */
	uint8_t dark_sight; /* radius in cells that is seen without light */
};

/* Sets LEVEL_REACHABLE and LEVEL_SEEN on exactly the right cells, and clears them elsewhere.  The
 * caller updates memory, creatures and items. */
void sight_update(struct level *level, const struct content *content, const struct sight_eye *eye);

/* True if a cell and the hero are in line of sight, for seeing and shooting both ways, as of the
 * last update. */
static inline bool sight_line(const struct level *level, int x, int y)
{
	return level_inside(level, x, y) && (level->flags[level_at(level, x, y)] & LEVEL_REACHABLE);
}

/* True if two cells touch on one of eight sides, or are the same. */
bool sight_adjacent(int ax, int ay, int bx, int by);

#endif
