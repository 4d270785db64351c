/* Single steps of each gait. */
#include "engine/map/bfs_wave.h"

/* Returns the plane of the hazards that a gait avoids, or DISTANCE_MAP_PLANES for none. */
static enum distance_map_plane harm_plane(unsigned gait)
{
	return gait & (GAIT_RECKLESS | GAIT_BLOWS) ? DISTANCE_MAP_PLANES
	       : gait & GAIT_FLIES                 ? DISTANCE_MAP_HARM_AIR
	       : gait & GAIT_SWIMS                 ? DISTANCE_MAP_HARM_SEA
						   : DISTANCE_MAP_HARM;
}

/* True if a gait can enter a cell, apart from hazards. */
static bool passes(const struct distance_map *distances, int x, int y, unsigned gait)
{
	if (gait & GAIT_BLOWS)
		return distance_map_bit(distances, DISTANCE_MAP_AIR, x, y);
	if (gait & GAIT_PHASES)
		return x >= 0 && y >= 0 && x < distances->width && y < distances->height;
	if ((gait & GAIT_WET) && !distance_map_bit(distances, DISTANCE_MAP_WATER, x, y))
		return false;
	return distance_map_bit(distances, DISTANCE_MAP_WALK, x, y) ||
	       ((gait & GAIT_OPENS) && distance_map_bit(distances, DISTANCE_MAP_DOORS, x, y)) ||
	       ((gait & GAIT_DIGS) && distance_map_bit(distances, DISTANCE_MAP_DIG, x, y));
}

unsigned distance_map_ground_at(const struct distance_map *distances, int x, int y, unsigned gait)
{
	enum distance_map_plane harm = harm_plane(gait);
	bool enters = passes(distances, x, y, gait) &&
		      (harm == DISTANCE_MAP_PLANES || !distance_map_bit(distances, harm, x, y));
	bool straight =
		!(gait & GAIT_ASLANT) && distance_map_bit(distances, DISTANCE_MAP_DOORWAYS, x, y);
	return (enters ? DISTANCE_MAP_ENTERS : 0u) | (straight ? DISTANCE_MAP_STRAIGHT : 0u);
}

bool distance_map_step_legal(
	const struct distance_map *distances, int x, int y, enum direction direction, unsigned gait)
{
	int to_x = x + direction_dx[direction];
	int to_y = y + direction_dy[direction];
	enum distance_map_plane harm = harm_plane(gait);
	if (!passes(distances, to_x, to_y, gait))
		return false;
	if (harm != DISTANCE_MAP_PLANES && distance_map_bit(distances, harm, to_x, to_y))
		return false;
	bool diagonal = direction & 1;
	return !diagonal || (gait & GAIT_ASLANT) ||
	       (!distance_map_bit(distances, DISTANCE_MAP_DOORWAYS, x, y) &&
		       !distance_map_bit(distances, DISTANCE_MAP_DOORWAYS, to_x, to_y));
}
