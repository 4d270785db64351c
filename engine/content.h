/*
 * Content: records of text turned into tables of kinds.
 *
 * A record is a kind, an id and indented fields; '#' begins a comment; a map is rows that begin with '|'.
 * One table of fields per kind of record parses, validates and prints the manual.  Everything that is wrong
 * is complained about, with its file and line, and parsing goes on at the next record.  Ids are stable
 * strings; inside the engine a kind is its index, which never leaves in a save (a save has a table of ids).
 */
#ifndef TRAPDOOR_ENGINE_CONTENT_H
#define TRAPDOOR_ENGINE_CONTENT_H

#include "engine.h"

#define ID_MAX_LENGTH 32
#define KIND_NONE 0xffff

struct dice {
	int16_t number, sides, modifier;
};

/* What a terrain kind answers and is.  OBJECTS: things and creatures pass; PROJECTILES: missiles and gas;
 * LIGHT: light. */
#define TERRAIN_FLAGS(ROW) \
	ROW(OBJECTS, "objects") ROW(PROJECTILES, "projectiles") ROW(LIGHT, "light") \
	ROW(SHOWS_WALLS, "shows-walls") ROW(WALL, "wall") ROW(DOORWAY, "doorway") \
	ROW(UP, "up") ROW(DOWN, "down") ROW(MUFFLES, "muffles") ROW(REMEMBERED_AS_WALL, "poses-as-wall") \
	ROW(GRAVE, "grave") ROW(CRADLE, "cradle")

enum terrain_flag_bit {
#define ROW(id, word) TERRAIN_##id##_BIT,
	TERRAIN_FLAGS(ROW)
#undef ROW
	TERRAIN_FLAG_COUNT
};
enum terrain_flag {
#define ROW(id, word) TERRAIN_##id = 1 << TERRAIN_##id##_BIT,
	TERRAIN_FLAGS(ROW)
#undef ROW
	TERRAIN_FLAGS_END
};

struct terrain_kind {
	const char *id, *name, *look_text;
	uint16_t look;
	uint32_t flags;			/* of enum terrain_flag */
	uint16_t opens_to, closes_to, found_as;	/* terrain kinds, or KIND_NONE */
};

/* The terrains that generators and rules ask for by role, from fields of the record "game": rock, floor,
 * corridor, walls, doors, stairs ... A missing one is a complaint. */
#define CONTENT_TERRAINS(ROW) \
	ROW(rock) ROW(floor) ROW(corridor) ROW(wall_horizontal) ROW(wall_vertical) ROW(wall_corner) \
	ROW(opening) ROW(door_closed) ROW(door_open) ROW(door_secret_horizontal) ROW(door_secret_vertical) \
	ROW(stairs_up) ROW(stairs_down) ROW(grave)

struct content_terrains {
#define ROW(name) uint16_t name;
	CONTENT_TERRAINS(ROW)
#undef ROW
};

#define BLOWS_MAX 4
#define INSTINCTS_MAX 10
#define EFFECTS_MAX 6

struct blow {
	const char *verb;		/* "bites" */
	struct dice dice;
};

/* An instinct or effect in a record: row of its table, then its arguments. */
struct clause {
	uint8_t row;
	struct dice dice;
	int16_t amount, radius, duration;
};

struct creature_kind {
	const char *id, *name;
	const char *look_text, *first_sight, *death_words;	/* death_words: how a tombstone says it */
	uint16_t look;
	uint8_t depth_low, depth_high;
	uint16_t weight;
	struct dice hits;
	int16_t accuracy, guard, speed, experience;
	bool unique, opens_doors, carries_light, asleep_often;
	uint8_t group_low, group_high;	/* how many come together; 1-1 for loners */
	uint8_t blow_count, instinct_count;
	struct blow blows[BLOWS_MAX];
	struct clause instincts[INSTINCTS_MAX];
};

enum item_class { ITEM_WEAPON, ITEM_ARMOUR, ITEM_POTION, ITEM_SCROLL, ITEM_FOOD, ITEM_GOLD, ITEM_RECEIVER, ITEM_CLASS_COUNT };

struct item_kind {
	const char *id, *name, *plural, *look_text;
	uint16_t look;
	uint8_t class;			/* enum item_class */
	uint8_t depth_low, depth_high;
	uint16_t weight;
	struct dice damage, thrown;
	int16_t guard, might, accuracy, food, noise;
	bool stacks, harmful, bursts;	/* bursts: breaks and acts where it lands when thrown */
	struct dice count;		/* how many lie together */
	uint8_t effect_count;
	struct clause effects[EFFECTS_MAX];
};

/* What unknown potions and scrolls look like in this run: "flavour" records, per class, dealt at birth. */
struct flavour_kind {
	const char *id, *name;
	uint16_t look;
	uint8_t class;
};

struct level_kind {
	const char *id, *name, *arrival;	/* arrival: words on first coming */
	uint8_t depth_low, depth_high;
	uint8_t generator;			/* row of the table of generators */
	int16_t width, height, grid_width, grid_height;
	uint8_t dark_percent, secret_percent, door_percent;
	struct dice monsters, items, gold;
};

struct content {
	struct complaint *complaint_list;
	size_t complaint_count, complaint_capacity;
	bool sealed;

	uint16_t terrain_count, creature_count, item_count, flavour_count, level_count, look_count;
	struct terrain_kind *terrains;
	struct creature_kind *creatures;
	struct item_kind *items;
	struct flavour_kind *flavours;
	struct level_kind *levels;
	struct look *looks;			/* looks[0] is "nothing" */
	uint16_t hero_look, unseen_look;
	struct content_terrains terrain;
	uint16_t receiver;			/* item kind that is the goal */
	uint8_t last_depth;			/* where the receiver hangs */

	struct content_private *private;	/* texts, string pool, words: content.c alone */
};

/* Index of an id, or KIND_NONE. */
uint16_t content_find_terrain(const struct content *content, const char *id);
uint16_t content_find_creature(const struct content *content, const char *id);
uint16_t content_find_item(const struct content *content, const char *id);
uint16_t content_find_level(const struct content *content, const char *id);

#endif
