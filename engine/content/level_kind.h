/*
 * Kinds of levels: the fields of a record "level".
 *
 * A part of content.h, which includes it.  A kind names its generator, whose file describes its
 * levels.  The materials of the kind are the terrains that the generator uses.
 */
#ifndef TRAPDOOR_ENGINE_LEVEL_KIND_H
#define TRAPDOOR_ENGINE_LEVEL_KIND_H

#include "engine/base/dice.h"

/* The generators that a level kind may name: id, function (generate.h), word, least width and
 * height. */
/* clang-format off */
#define CONTENT_GENERATORS(ROW) \
	ROW(ROGUE_ROOMS, rogue_rooms, "rogue-rooms", 4, 4) \
	ROW(GROWN_CAVERNS, grown_caverns, "grown-caverns", 20, 10) \
	ROW(CELLULAR_CAVERNS, cellular_caverns, "cellular-caverns", 20, 10) \
	ROW(MAZE, maze, "maze", 20, 10) \
	ROW(STREETS, streets, "streets", 20, 10) \
	ROW(HEATH, heath, "heath", 20, 10) \
	ROW(SEA_FLOOR, sea_floor, "sea-floor", 20, 10) \
	ROW(GLASS_HALL, glass_hall, "glass-hall", 20, 10) \
	ROW(ARENA, arena, "arena", 24, 12)

enum generator {
#define ROW(id, function, word, width, height) GENERATOR_##id,
	CONTENT_GENERATORS(ROW)
#undef ROW
	GENERATOR_COUNT
};
/* clang-format on */

#define FEATURES_MAX 20

/* Materials of a kind of level, where they are not the common floor and wall: field, help.
 * content_levels.c holds the requirements of each. */
/* clang-format off */
#define LEVEL_MATERIALS(ROW) \
	ROW(ground, "the terrain whose name and appearance its plain floor gets") \
	ROW(walls, "the wall whose name and texts all of its walls get") \
	ROW(inside, "the floor of its houses") \
	ROW(block, "solid terrain between its passages, instead of walls") \
	ROW(pane, "its windows") \
	ROW(post, "single obstacles") \
	ROW(growth, "growth that covers whole stretches") \
	ROW(pool, "its ponds and lakes, which nobody needs to cross") \
	ROW(shore, "the ground around pools, and their fords") \
	ROW(line, "a line that runs through it from end to end") \
	ROW(pole, "posts along that line")
/* clang-format on */

/* Patches of a terrain in the rooms of a level: number of patches, and number of cells of each. */
struct feature {
	uint16_t terrain;
	struct dice patches, size;
};

struct level_kind {
	const char *id, *name, *arrival; /* arrival: shown on first arrival */
	uint8_t depth_low, depth_high;
	uint8_t generator; /* row of the table of generators */
	int16_t width, height, grid_width, grid_height;
	int16_t weight; /* relative to the other kinds of a depth */
	uint8_t dark_percent, secret_percent, door_percent;
	uint8_t cave_percent, shape_percent; /* percent of the rooms of a grid */
#define ROW(name, help) uint16_t name;       /* or KIND_NONE */
	LEVEL_MATERIALS(ROW)
#undef ROW
	struct dice monsters, items, gold, vaults;
	uint8_t feature_count;
	struct feature features[FEATURES_MAX];
};

#endif
