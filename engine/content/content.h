/*
 * Content: records of text turned into tables of kinds.
 *
 * A record is a kind, an id and indented fields; '#' begins a comment; a map is rows that begin
 * with '|'.  One table of fields per kind of record parses, validates and prints the manual. Every
 * error becomes a complaint with its file and line, and parsing continues at the next record.  Ids
 * are stable strings.  Inside the engine a kind is its index, which a save never holds (a save has
 * a table of ids).
 */
#ifndef TRAPDOOR_ENGINE_CONTENT_H
#define TRAPDOOR_ENGINE_CONTENT_H

#include "engine/engine.h"
#include "engine/content/bonus.h"
#include "engine/content/trigger.h"
#include "engine/content/effect.h"
#include "engine/content/instinct.h"
#include "engine/content/level_kind.h"
#include "engine/content/sound.h"
#include "engine/content/talk_kind.h"
#include "engine/content/achievement_kind.h"
#include "engine/content/handicap_kind.h"
#include "engine/content/trait.h"
#include "engine/content/vault_kind.h"

#define ID_MAX_LENGTH 32
#define KIND_NONE 0xffff
#define TERRAINS_MAX 256 /* a cell of a save is a byte */
#define FLAVOURS_MAX 1024
#define SPELLS_KNOWN_MAX 200 /* a command names one by a byte */
#define TALENTS_KNOWN_MAX 200

/* An instinct or effect in a record: row of its table (instinct.h, effect.h), then its arguments.
 * amount is the number of an instinct.  The row of an effect says which of dice, radius and
 * duration it takes. */
struct clause {
	uint8_t row;
	struct dice dice;
	int16_t amount, radius, duration;
	uint16_t kind;   /* of cloud, monster, terrain or item, where the effect takes one */
	uint8_t element; /* enum element, or ELEMENT_NONE */
	bool around;     /* the cell in the middle of the radius is spared */
};

#define BREATHS_MAX 3

/* A kind of gas, as an integer concentration a cell (gas.c). */
struct cloud_kind {
	const char *id, *name, *description;
	uint16_t appearance;
	uint8_t decay; /* percent lost each turn */
	bool opaque;   /* blocks light where it is thick */
	bool dark;     /* absorbs light where it is thick */
	bool burns;    /* fire sets it off, together with all connected cells of it */
	bool harmful;  /* creatures with a mind do not walk into it */
	uint8_t touch_trigger, touch_percent; /* enum trigger applied to the ground under it each
						 turn, and how likely */
	uint8_t breath_count, blast_count;
	struct clause breaths[BREATHS_MAX]; /* each turn, to every creature in it */
	struct clause blasts[BREATHS_MAX];  /* in each of its cells when it is set off */
};

/* The end of a flight that can continue no farther. */
enum impact { IMPACT_DROP, IMPACT_BURST, IMPACT_BOUNCE, IMPACT_VANISH };

/* A way of flying: thrown items, arrows, flasks, balls, the missiles of breath (flight.c). */
struct flight_kind {
	const char *id, *name;
	uint16_t appearance; /* of a missile without an appearance of its own; 0: that of the flying
				item */
	uint8_t speed, range;  /* cells a turn, cells in all */
	uint8_t impact;        /* enum impact */
	uint8_t bounces;       /* before it comes to rest */
	bool asks_projectiles; /* passes terrain that missiles pass; else terrain that objects pass
				*/
	bool pierces;          /* bodies do not stop it */
	uint8_t lost;          /* percent of dropped missiles that are lost */
	uint8_t light;         /* radius in cells of the light around it; 0: none */
	uint8_t effect_count;
	struct clause effects[BREATHS_MAX]; /* where it hits or ends */
};

/* Properties of a terrain kind.  OBJECTS: items and creatures pass.  PROJECTILES: missiles and gas
 * pass.  LIGHT: light passes. */
/* clang-format off */
#define TERRAIN_FLAGS(ROW) \
	ROW(OBJECTS, "objects") ROW(PROJECTILES, "projectiles") ROW(LIGHT, "light") \
	ROW(SHOWS_WALLS, "shows-walls") ROW(WALL, "wall") ROW(DOORWAY, "doorway") \
	ROW(UP, "up") ROW(DOWN, "down") ROW(MUFFLES, "muffles") ROW(REMEMBERED_AS_WALL, "poses-as-wall") \
	ROW(GRAVE, "grave") ROW(CRADLE, "cradle") ROW(FIRE, "fire") ROW(WATER, "water") ROW(ROLLS, "rolls") \
	ROW(HANDLE, "handle") ROW(SWALLOWS, "swallows") ROW(DROPS, "drops") \
	ROW(LANDMARK, "landmark") ROW(CALLS, "calls") ROW(ALTAR, "altar")

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
/* clang-format on */

#define CHANGES_MAX 8
#define HAZARDS_MAX 2

/* One edge of the graph of terrains: a trigger turns a cell into another terrain. */
struct transition {
	uint8_t cause;   /* enum trigger */
	uint8_t percent; /* chance of the transition each time */
	uint8_t need;    /* enum need */
	uint8_t turns;   /* turns that it takes a creature that does it on purpose */
	int16_t amount;  /* of the need */
	uint16_t into;   /* a terrain kind */
	bool has_effect; /* a creature on the cell gets the effect */
	struct clause effect;
};

/* An effect on creatures that stand on the terrain, each whole turn and on entering.  Creatures
 * with one of the traits are exempt. */
struct hazard {
	struct clause effect;
	uint32_t unless; /* bits of enum trait */
};

struct terrain_kind {
	const char *id, *name, *description;
	const char *worked; /* shown when the hero works it by walking into it */
	const char *offers; /* the service that its price buys, shown after its name; "" when not
			       shown */
	uint16_t appearance;
	uint32_t flags; /* of enum terrain_flag */
	bool plain;     /* the plain floor, or hidden terrain that looks like it */
	uint8_t light;  /* radius in cells of the light around it; 0: none */
	uint8_t sound;  /* enum sound, heard as long as the terrain exists; SOUND_COUNT: none */
	uint8_t spread_trigger, spread_percent; /* enum trigger applied to its four neighbours each
						   turn, and how likely */
	uint8_t change_count, hazard_count;
	struct transition changes[CHANGES_MAX];
	struct hazard hazards[HAZARDS_MAX];
};

/* The terrains that generators and rules use by role, from fields of the record "game": rock,
 * floor, corridor, walls, doors, stairs ...  A missing one is a complaint. */
/* clang-format off */
#define CONTENT_TERRAINS(ROW) \
	ROW(rock) ROW(floor) ROW(corridor) ROW(wall_horizontal) ROW(wall_vertical) \
	ROW(corner_tl) ROW(corner_tr) ROW(corner_bl) ROW(corner_br) \
	ROW(opening) ROW(door_closed) ROW(door_open) ROW(door_secret_horizontal) ROW(door_secret_vertical) \
	ROW(stairs_up) ROW(stairs_down) ROW(grave)

/* Junctions of walls, and walls that stand alone.  A content without them gets plain walls
 * there. */
#define CONTENT_SEPARATORS(ROW) \
	ROW(tee_l, wall_vertical) ROW(tee_r, wall_vertical) ROW(tee_t, wall_horizontal) ROW(tee_b, wall_horizontal) \
	ROW(cross, wall_horizontal) ROW(pillar, wall_horizontal)

struct content_terrains {
#define ROW(name) uint16_t name;
	CONTENT_TERRAINS(ROW)
#undef ROW
#define ROW(name, otherwise) uint16_t name;
	CONTENT_SEPARATORS(ROW)
#undef ROW
};
/* clang-format on */

#define BONUSES_MAX 6
#define OCCASIONS_MAX 2

/* An effect that happens by itself at a moment, with a chance. */
struct occasion {
	uint8_t moment, percent; /* moment: enum moment */
	struct clause effect;
};

/* The benefits of an item in use, or of a talent. */
struct bonuses {
	uint8_t bonus_count, occasion_count;
	struct {
		uint8_t bonus; /* enum bonus */
		int16_t amount;
	} bonuses[BONUSES_MAX];
	struct occasion occasions[OCCASIONS_MAX];
	uint32_t grants; /* bits of enum trait */
};

/* The target of a spell, wand or charm, relative to its user. */
/* clang-format off */
#define CONTENT_AIMS(ROW) \
	ROW(SELF, "self", "the user, and the radius around him") \
	ROW(CELL, "cell", "a cell in sight") \
	ROW(BOLT, "bolt", "the first body or wall in a line") \
	ROW(BEAM, "beam", "every cell of a line") \
	ROW(CONE, "cone", "every cell in sight within a quarter of the circle") \
	ROW(WHOLE, "whole", "every other creature on the level")

enum aim {
#define ROW(id, word, help) AIM_##id,
	CONTENT_AIMS(ROW)
#undef ROW
	AIM_COUNT
};
/* clang-format on */

#define BLOWS_MAX 4
#define INSTINCTS_MAX 12
#define SPELLS_MAX 3
#define EFFECTS_MAX 6
#define START_ITEMS_MAX 8

struct blow {
	const char *verb; /* "bites" */
	struct dice dice;
	uint16_t flight; /* the flight of a ranged blow, or KIND_NONE */
	bool has_effect; /* a creature that is hit also gets the effect */
	struct clause effect;
};

/* The tactics that defeat a kind.  A kind that lists none is an ordinary fighter: it requires
 * health and guard. */
/* clang-format off */
#define CREATURE_ANSWERS(ROW) \
	ROW(FLEE, "flee") ROW(DOOR, "door") ROW(DARK, "dark") ROW(QUIET, "quiet") \
	ROW(THROW, "throw") ROW(GAS, "gas") ROW(TERRAIN, "terrain") ROW(ALLY, "ally")

enum answer_bit {
#define ROW(id, word) ANSWER_##id##_BIT,
	CREATURE_ANSWERS(ROW)
#undef ROW
	ANSWER_COUNT
};
/* clang-format on */

/* The spells of a creature.  At least `cooldown` turns pass between two of them. */
struct creature_magic {
	uint8_t spell_count, cast_count, cooldown;
	struct clause spells[SPELLS_MAX];
	uint16_t casts[SPELLS_MAX]; /* spells that the hero may know, too */
};

/* The kind that a mimic imitates, or KIND_NONE. */
struct creature_pose {
	uint16_t item, terrain;
};

/* The creature's words at first sight, when hurt and when slain, or "". */
struct creature_words {
	const char *first, *hurt, *slain;
};

struct creature_kind {
	const char *id, *name;
	const char *description, *first_sight;
	const char *death_words; /* the cause of death on a tombstone */
	uint16_t appearance;
	uint8_t depth_low, depth_high;
	uint16_t weight;
	struct dice hits;
	int16_t accuracy, guard, speed, experience;
	uint32_t traits;               /* bits of enum trait */
	uint32_t answers;              /* bits by enum answer_bit */
	uint8_t light;                 /* radius in cells of the light around it; 0: none */
	uint8_t group_low, group_high; /* size of the group in which it is generated; 1-1: alone */
	uint8_t blow_count, instinct_count;
	struct blow blows[BLOWS_MAX];
	struct clause instincts[INSTINCTS_MAX];
	struct creature_magic magic;
	uint16_t carries; /* an item kind that it is generated with, or KIND_NONE */
	uint16_t trap;    /* a terrain kind that it lays as a trap, or KIND_NONE */
	struct creature_pose poses;
	struct creature_words says;
};

/* clang-format off */
enum item_class {
	ITEM_WEAPON, ITEM_ARMOUR, ITEM_POTION, ITEM_SCROLL, ITEM_FOOD, ITEM_GOLD, ITEM_RECEIVER,
	ITEM_WAND, ITEM_STAFF, ITEM_CHARM, ITEM_BOOK, ITEM_TOOL, ITEM_LAMP, ITEM_LETTER, ITEM_CLASS_COUNT
};

/* The slots of gear: id, word, how many at once.  Weapons are wielded and have no slot. */
#define CONTENT_SLOTS(ROW) \
	ROW(BODY, "body", 1) ROW(SHIELD, "shield", 1) ROW(HEAD, "head", 1) ROW(HANDS, "hands", 1) ROW(FEET, "feet", 1) \
	ROW(RING, "ring", 2) ROW(AMULET, "amulet", 1) ROW(LAMP, "lamp", 1)

enum gear_slot {
#define ROW(id, word, most) SLOT_##id,
	CONTENT_SLOTS(ROW)
#undef ROW
	SLOT_COUNT
};
/* clang-format on */

#define TEACHES_MAX 4
#define ITEM_NAME_SIZE 64 /* of a name with article, count and all */

struct item_weapon {
	struct dice damage, thrown;
	bool two_handed; /* excludes a shield */
};

struct item_gear {
	int16_t guard, might, accuracy, noise;
	uint8_t slot; /* enum gear_slot, of armour and lamps */
};

/* How an item flies, and how a launcher shoots it. */
struct item_shot {
	uint16_t flight;     /* flight kind when thrown */
	uint16_t launches;   /* of a launcher: flight kind of its ammunition; else KIND_NONE */
	uint16_t ammunition; /* of ammunition: its flight kind; else KIND_NONE */
	struct dice fired;   /* damage when a launcher shoots it */
};

/* The effects of an item when it is used or zapped. */
struct item_use {
	uint8_t effect_count;
	struct clause effects[EFFECTS_MAX];
	uint8_t aim, range;  /* enum aim, cells */
	struct dice charges; /* when found; none: it needs none */
	int16_t rest;        /* turns until it can be used again, or until it regains a charge */
};

struct item_tool {
	bool digs;     /* digs while wielded */
	bool opens;    /* opens locks */
	bool crosses;  /* a rope: crosses chasms and climbs down them */
	uint8_t works; /* enum trigger that it applies to an adjacent cell, or TRIGGER_COUNT */
};

struct item_book {
	uint8_t count;
	uint16_t spells[TEACHES_MAX]; /* that it teaches */
};

struct item_kind {
	const char *id, *name, *plural, *description;
	uint16_t appearance;
	uint8_t class; /* enum item_class */
	uint8_t depth_low, depth_high;
	uint16_t weight;
	struct item_weapon weapon;
	struct item_gear gear;
	int16_t food;
	bool stacks, harmful,
		bursts; /* bursts: breaks where it lands when thrown, and acts there */
	bool burns;     /* fire destroys it, as paper; scrolls always burn */
	bool pouched;   /* it is carried in the pouch, where it takes no letter of the pack */
	uint8_t light;  /* radius in cells of the light around a creature that has it in use */
	struct item_shot shot;
	struct dice count; /* size of a heap */
	struct item_use use;
	struct item_tool tool;
	int16_t price;    /* in a shop; 0: not for sale */
	bool heirloom;    /* may be one of the three heirlooms offered at birth */
	bool yours;       /* its name begins with a member of the hero's family */
	bool artefact;    /* at most one in a run */
	const char *text; /* the text of a letter, or "" */
	uint8_t path;     /* enum path that it suits best, or PATH_COUNT */
	struct item_book book;
	struct bonuses bonus_set; /* while it is in use */
};

/* Slots of affixes for weapons: melee weapons and launchers. */
#define SLOT_WEAPON SLOT_COUNT
#define SLOT_LAUNCHER (SLOT_COUNT + 1)

/* A special property or a drawback of gear: an ego of any gear of its slots, or an artefact of one
 * kind. */
struct affix_kind {
	const char *id, *name, *description;
	bool before; /* the name goes first: "humming truncheon", not "truncheon of the night watch"
		      */
	uint8_t depth_low, depth_high;
	uint16_t weight;
	uint32_t slots; /* bits by enum gear_slot, SLOT_WEAPON and SLOT_LAUNCHER */
	uint16_t base;  /* the item kind of which it makes an artefact, or KIND_NONE */
	int16_t price;
	bool drawback; /* harms rather than helps */
	struct bonuses bonus_set;
};

/* A spell of the hero or of creatures.  The hero learns it from a book or a talent. */
struct spell_kind {
	const char *id, *name, *description;
	uint16_t appearance;
	uint8_t level; /* level of the hero that it requires */
	uint8_t mana, path;
	uint8_t aim, range;
	uint8_t noise;
	uint8_t effect_count;
	struct clause effects[EFFECTS_MAX];
};

/* A talent.  At some levels gained the hero chooses one of three. */
struct talent_kind {
	const char *id, *name, *description;
	uint16_t appearance;
	uint8_t path;     /* enum path */
	uint8_t level;    /* level of the hero from which it is offered */
	uint8_t needs;    /* enum talent_need: shown until the hero has it, no rule */
	uint16_t teaches; /* a spell, or KIND_NONE */
	struct bonuses bonus_set;
};

/* The appearance of an unknown potion, scroll and the like.  Flavours are dealt to the kinds of
 * their class at birth. */
struct flavour_kind {
	const char *id, *name, *plural;
	uint16_t appearance;
	uint8_t class;
};

_Static_assert(STATUS_COUNT <= 32 && EFFECT_COUNT <= UINT8_MAX, "as clauses have it");
_Static_assert(ELEMENT_COUNT <= 8 && AIM_COUNT <= 8 && TRAIT_COUNT <= 32, "a bit for each");

struct complaints {
	struct complaint *list;
	size_t count, capacity;
};

/* Number of records of each kind, and of appearances. */
struct content_counts {
	uint16_t terrains, creatures, items, flavours, levels, appearances, clouds, flights,
		affixes, spells, talents, vaults, quests, calls, plots, talks, retellings,
		handicaps, achievements;
};

/* The hero at the start of a run, and the handicaps that a birth may name. */
struct hero_birth {
	struct handicap_kind *handicaps;
	uint8_t start_count;
	uint16_t start[START_ITEMS_MAX]; /* item kinds; the first weapon and armour are in use */
	int16_t health, health_a_level;  /* at level 1; gained with each later level */
	int16_t might, levels_a_might;   /* at level 1; number of levels for each point gained */
	int16_t mana, mana_a_level;      /* both 0: the game has no mana */
	int16_t accuracy;
	int16_t food, food_a_depth; /* turns: at the start; in the food placed on each depth */
};

/* Rows that the lab disables to measure their worth, most of them as bits.  No content text sets
 * them. */
struct muted {
	uint32_t statuses;
	bool effects[EFFECT_COUNT];
	uint8_t elements, aims, wakers;
	uint32_t verbs;
	uint16_t conducts;
};

/* The ids of all kinds, compressed, as at the beginning of a save. */
struct content_ids {
	uint8_t *bytes;
	size_t size;
};

/* Kinds of texts that differ between runs. */
struct story_kinds {
	struct call_kind *calls;
	struct plot_kind *plots;
	struct talk_kind *talks;
	struct retelling_kind *retellings;
	struct achievement_kind *achievements;
};

struct content {
	struct complaints complaints;
	bool sealed;

	struct content_counts counts;
	struct terrain_kind *terrains;
	struct creature_kind *creatures;
	struct item_kind *items;
	struct flavour_kind *flavours;
	struct level_kind *levels;
	struct cloud_kind *clouds;
	struct flight_kind *flights;
	struct affix_kind *affixes;
	struct spell_kind *spells;
	struct talent_kind *talents;
	struct vault_kind *vaults;
	struct quest_kind *quests;
	struct story_kinds stories;
	struct appearance *appearances; /* appearances[0] is "nothing" */
	uint16_t hero_appearance, unseen_appearance;
	struct content_terrains terrain;
	uint16_t receiver;              /* item kind of the goal */
	uint16_t gold;                  /* item kind of money */
	uint16_t thrown;                /* flight kind of items without one of their own */
	uint8_t goal_depth, last_depth; /* depth of the receiver; depth where the stairs end */
	struct hero_birth birth;
	struct muted muted;
	struct content_ids ids;
	struct compress_phrases *phrases; /* phrases that prime the compression of messages */
	struct content_private
		*private; /* texts, string pool, words: for the content parser only */
};

/* Returns the word of an enum item_class, or NULL past the last. */
const char *content_class_word(unsigned class);

/* Returns the first transition of a kind by a trigger, or NULL.  Inline, because it is called for
 * many cells a turn. */
static inline const struct transition *content_transition(
	const struct terrain_kind *kind, enum trigger cause)
{
	for (int i = 0; i < kind->change_count; i++)
		if (kind->changes[i].cause == cause)
			return &kind->changes[i];
	return NULL;
}

/* content_harms: true if a creature with those traits (bits of enum trait) is harmed by entering
 * the terrain or staying there.  content_is_safe: true if it harms nobody. */
bool content_harms(const struct terrain_kind *kind, uint32_t traits);
bool content_is_safe(const struct terrain_kind *kind);
/* True if a creature with hands can open it: a closed door that is not locked. */
bool content_opens(const struct terrain_kind *kind);
/* True if the terrain looks like something else until it is found. */
bool content_is_hidden(const struct terrain_kind *kind);

/* True if anything may be placed on the terrain on levels of that kind: it is the floor, or the
 * floor of their houses. */
bool content_is_plain(
	const struct content *content, const struct level_kind *level, uint16_t terrain);

/* True if a quest names that item kind.  Such items cannot be stolen or destroyed. */
bool content_names_item(const struct content *content, uint16_t kind);

/* Returns a new unsealed content with the same texts. */
struct content *content_again(const struct content *content);

/* Return the index of an id, or KIND_NONE. */
uint16_t content_find_terrain(const struct content *content, const char *id);
uint16_t content_find_creature(const struct content *content, const char *id);
uint16_t content_find_handicap(const struct content *content, const char *id);
uint16_t content_find_item(const struct content *content, const char *id);
uint16_t content_find_level(const struct content *content, const char *id);
uint16_t content_find_spell(const struct content *content, const char *id);
uint16_t content_find_talent(const struct content *content, const char *id);

/* Return the hero's expected level at a depth, and the health of that level.  The hero gains three
 * levels every four depths, so 1 at depth 1 and 9 at 12.  No single blow of a kind may exceed a
 * third of that health at the kind's lowest depth. */
int content_expected_level(int depth);
int content_expected_health(const struct content *content, int depth);

/* Returns how likely a kind is at a depth: its whole weight from depth_low to depth_high, then less
 * and less, 0 from five depths below. */
int content_fading_weight(int weight, int depth_low, int depth_high, int depth);

#endif
