/*
 * Sight: which cells the hero sees, by line and by light.
 *
 * Line comes from the field of view (level.h); light is then asked of the target's cell: it is seen
 * when it is lit (by itself, or by something that shines near it, and in no dark gas) or adjacent
 * to the eye.  Walls, doors and openings have no light of their own to show: they reflect what
 * stands before them, so they are seen exactly when a seen cell whose kind shows walls (room floor
 * and what lies on it, never a corridor or a door) touches them on one of eight sides.  Doors and
 * openings in line are also seen when adjacent, or when something that shines lights them; a secret
 * door is a wall until it is found.
 *
 * The line relation is not symmetric, so there is one for both ways: "the other's cell is in the
 * hero's reachable set".
 */
#ifndef TRAPDOOR_ENGINE_SIGHT_H
#define TRAPDOOR_ENGINE_SIGHT_H

#include "engine/map/level.h"

struct sight_eye {
	int16_t x, y;
	bool blind;         /* then nothing is seen but what is adjacent; lines stay as they are */
	uint8_t dark_sight; /* cells about it that are seen whatever light there is */
};

/* Sets LEVEL_REACHABLE and LEVEL_SEEN on exactly the cells that are so now.  Memory, and what lies
 * or stands on the cells, are for the caller. */
void sight_update(struct level *level, const struct content *content, const struct sight_eye *eye);

/* Whether a cell and the hero are in one line, for seeing and shooting both ways, as of the last
 * update. */
static inline bool sight_line(const struct level *level, int x, int y)
{
	return level_inside(level, x, y) && (level->flags[level_at(level, x, y)] & LEVEL_REACHABLE);
}

/* Whether two cells touch on one of eight sides, or are one. */
bool sight_adjacent(int ax, int ay, int bx, int by);

#endif
