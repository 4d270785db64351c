/* Single steps, as each gait takes them. */
#include "engine/map/ways_wave.h"

/* The cells that a gait does not enter; WAYS_PLANES when there are none such. */
static enum ways_plane harm_plane(unsigned gait)
{
	return gait & (GAIT_RECKLESS | GAIT_BLOWS) ? WAYS_PLANES
	       : gait & GAIT_FLIES                 ? WAYS_HARM_AIR
	       : gait & GAIT_SWIMS                 ? WAYS_HARM_SEA
						   : WAYS_HARM;
}

/* Whether a gait gets into a cell at all, what is dangerous there aside. */
static bool passes(const struct ways *ways, int x, int y, unsigned gait)
{
	if (gait & GAIT_BLOWS)
		return ways_bit(ways, WAYS_AIR, x, y);
	if (gait & GAIT_PHASES)
		return x >= 0 && y >= 0 && x < ways->width && y < ways->height;
	if ((gait & GAIT_WET) && !ways_bit(ways, WAYS_WATER, x, y))
		return false;
	return ways_bit(ways, WAYS_WALK, x, y) ||
	       ((gait & GAIT_OPENS) && ways_bit(ways, WAYS_DOORS, x, y)) ||
	       ((gait & GAIT_DIGS) && ways_bit(ways, WAYS_DIG, x, y));
}

unsigned ways_ground_at(const struct ways *ways, int x, int y, unsigned gait)
{
	enum ways_plane harm = harm_plane(gait);
	bool enters =
		passes(ways, x, y, gait) && (harm == WAYS_PLANES || !ways_bit(ways, harm, x, y));
	bool straight = !(gait & GAIT_ASLANT) && ways_bit(ways, WAYS_DOORWAYS, x, y);
	return (enters ? WAYS_ENTERS : 0u) | (straight ? WAYS_STRAIGHT : 0u);
}

bool ways_step_legal(const struct ways *ways, int x, int y, enum direction direction, unsigned gait)
{
	int to_x = x + direction_dx[direction];
	int to_y = y + direction_dy[direction];
	enum ways_plane harm = harm_plane(gait);
	if (!passes(ways, to_x, to_y, gait))
		return false;
	if (harm != WAYS_PLANES && ways_bit(ways, harm, to_x, to_y))
		return false;
	bool diagonal = direction & 1;
	return !diagonal || (gait & GAIT_ASLANT) ||
	       (!ways_bit(ways, WAYS_DOORWAYS, x, y) && !ways_bit(ways, WAYS_DOORWAYS, to_x, to_y));
}
