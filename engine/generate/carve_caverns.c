/* The final steps shared by all caverns. */
#include "engine/generate/carve.h"

enum { AREA_WIDTH = 16, AREA_HEIGHT = 8 };

void carve_caverns(struct carve *carve, const struct making *making, const struct caverns *caverns)
{
	carve_join(carve, &(struct joining){.digs = {carve->terrain->rock, KIND_NONE},
				  .into = carve->terrain->floor,
				  .solid = carve->terrain->rock,
				  .least = caverns->region_least,
				  .more_percent = caverns->more_percent,
				  .halls = true});
	generate_stage(making, "ways");
	if (stream_percent(carve->stream, caverns->river_percent))
		carve_river(carve);
	int wet = stream_below(carve->stream, caverns->wet_most + 1);
	carve_pools(carve, wet);
	if (carve->kind->line != KIND_NONE)
		carve_line(carve, carve->terrain->rock);
	generate_stage(making, "water");
	carve_round(carve, carve->terrain->floor, carve->terrain->rock);
	carve_finish(carve, AREA_WIDTH, AREA_HEIGHT);
}
