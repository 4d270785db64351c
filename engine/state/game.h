/*
 * A game's whole state, for the folders of the rules.
 *
 * Everything that the rules may change is here and in the save.  Some parts are neither saved nor
 * digested: `derived` is computed from the state (occupants, lights, distances), and `action` and
 * `report` belong to the current command.  Creatures are slots of one table with a generation each,
 * and are identified by handles; items are values in the pack or on the floor, identified by their
 * index.  No pointer to either is kept across a change.
 *
 * Invariants (game_check asserts them):
 *   1. Slot 0 is always the hero; at most one creature is on a cell, and the cell lets objects pass
 *      unless the creature phases.
 *   2. The level of `depth` is open in `level`; every other visited one is packed in `places`.
 *   3. All gear in use may be used together (gear.c); an empty slot of the pack is all 0.
 */
#ifndef TRAPDOOR_ENGINE_GAME_H
#define TRAPDOOR_ENGINE_GAME_H

#include "engine/map/level.h"
#include "engine/map/distance_map.h"
#include "engine/content/words.h"

#define TICKS_A_TURN 100
#define SPEED_NORMAL 100
#define DEPTH_MAX 26
#define CREATURES_MAX 250
#define DUE_WIDTH 256 /* a power of 2, at least CREATURES_MAX */
#define FLOOR_MAX 500
#define EVENTS_MAX 96
#define MESSAGES_SPARE 20
#define SMELL_LASTS 200          /* turns, of a strong smell; a normal one half */
#define SMELL_STRONG 0x80000000u /* in a level's scent: left while fighting */
#define STATUS_TURNS_MAX 250
#define MISSILES_MAX 40
#define PURPOSE_COUNT (PURPOSE_STORY + 1)
#define TICKS_MAX 4000000000u  /* forty million turns */
#define EFFECTS_OF_TURN 100000 /* cells: more than an explosion of gas in every cell */

/* Limits of a hero's values, also checked when a save is read. */
#define MANA_MOST 10000
#define EXPERIENCE_MOST 1000000
#define CHOICES_MOST 9  /* in a run: the heirloom, and a talent at each level from 2 to 9 */
#define FARTHER_MOST 10 /* cells that a missile may fly beyond the range of its kind */
#define REST_MOST 5000  /* turns */
#define GOLD_HELD_MOST 100000000
#define SERIAL_MOST TICKS_MAX /* of messages; later ones repeat it */
#define DELAY_MOST 100000     /* ticks until a creature acts or a missile moves */

#define HERO 0 /* the hero's slot */

/* A creature by slot and generation: a slot used again makes old handles stale. */
struct handle {
	uint16_t slot, generation;
};

enum creature_flag {
	CREATURE_ASLEEP = 1,
	CREATURE_AWARE = 2,     /* has noticed the hero and not lost him yet */
	CREATURE_WANDERER = 4,  /* came by the stairs */
	CREATURE_HUNTER = 8,    /* hears the hero across the whole level */
	CREATURE_ROUSED = 16,   /* an ambusher that has started to act */
	CREATURE_MET = 32,      /* the hero has seen it */
	CREATURE_FLEEING = 64,  /* its flight was reported to the player */
	CREATURE_ALLY = 128,    /* fights for the hero, and follows him */
	CREATURE_CAPTIVE = 256, /* a captive, which does nothing until it is freed */
	CREATURE_CALLED = 512,  /* has called others against the foe that it sees */
	CREATURE_LADEN = 1024,  /* flees with stolen goods */
	CREATURE_SPOKE = 2048,  /* has said its words of first sight; MOANED: those of being hurt */
	CREATURE_MOANED = 4096,
	CREATURE_TALKED = 8192, /* has talked with the hero */
	CREATURE_FLAGS_ALL = 16383
};

/* The kind of a creature's goal. */
enum goal { GOAL_NONE, GOAL_SEEN, GOAL_HEARD, GOAL_WANDER, GOAL_HOME, GOAL_COUNT };

struct item {
	uint16_t kind;
	uint16_t count;
	int8_t plus;
	uint8_t flags;    /* of enum item_flag; ITEM_KNOWN: its plus and affix are known */
	uint8_t blows;    /* number of blows with it or against it while its plus is unknown */
	uint8_t charges;  /* of a wand or staff; hundreds of turns of a lamp's oil */
	uint16_t affix;   /* 1 + affix kind; 0: none */
	uint16_t resting; /* turns until it can be used again */
};

struct creature {
	bool alive;
	uint16_t flags; /* of enum creature_flag */
	uint16_t generation;
	uint16_t kind; /* KIND_NONE: the hero */
	int16_t x, y;
	int16_t home_x, home_y; /* where it was generated */
	int16_t goal_x, goal_y;
	uint8_t goal;     /* of enum goal */
	uint8_t heading;  /* direction of the last step, DIR_COUNT for none */
	uint8_t past;     /* 1 + index of the past death that it caused, 0 none */
	uint8_t patience; /* turns that it continues to look for a lost hero */
	uint8_t cooldown; /* turns until it may cast, breathe or lay a trap again */
	uint8_t quiet;    /* turns without perceiving anything */
	uint8_t at;       /* index of the next room of its route */
	uint8_t held_by;  /* 1 + slot of the creature that holds it; 0: none */
	uint16_t worth;   /* experience for slaying it */
	int16_t health, health_max;
	struct item carried;          /* count 0: nothing; the hero uses the pack */
	uint32_t ready;               /* tick of its next action */
	uint8_t status[STATUS_COUNT]; /* turns left */
};

/* A flying item or shot: its position, its line, and its effects. */
struct missile {
	uint16_t kind; /* of flight_kind */
	struct item item;
	int16_t x, y, from_x, from_y, to_x, to_y;
	int16_t shown_x,
		shown_y; /* position last reported by an event; between turns equal to x, y */
	int16_t error;   /* error term of the line, between its two directions */
	uint8_t left;    /* cells left to fly */
	uint8_t bounced;
	struct handle source; /* the creature that launched it */
	int16_t accuracy;
	struct dice damage;
	uint8_t blow;     /* 1 + index of a blow of kind blow_of; 0: an item */
	uint16_t blow_of; /* the creature kind of the blow */
	uint32_t ready;   /* tick of its next cell */
};

struct floor_item {
	struct item item;
	int16_t x, y;
};

/* An item that fell through the floor, and appears on that depth when the hero arrives there. */
#define FALLEN_MAX 40
struct fallen {
	struct item item;
	uint8_t depth;
};

/* The hero's smell at a cell. */
struct whiff {
	uint32_t scent; /* as in a level's scent */
	int16_t x, y;
};
struct trail {
	struct whiff *whiffs; /* newest first */
	uint32_t count;
};

/* A depth without the hero: its level, creatures and items, packed; NULL if never visited. */
struct stored_level {
	uint8_t *bytes;
	uint32_t size;
	struct trail trail; /* as it was when the hero left */
};

/* Position of a past death's grave on its depth; (-1, -1) until that depth is generated. */
struct grave {
	int16_t x, y;
};

enum hunger { HUNGER_FED, HUNGER_HUNGRY, HUNGER_WEAK, HUNGER_STARVING };

struct hero {
	int16_t mana, mana_max, might, level;
	int32_t experience, gold, food;
	uint16_t health_part, mana_part; /* regeneration below one point */
	uint8_t noise;                   /* of the last action, in cells */
	uint8_t searches;                /* consecutive searches */
	uint8_t deepest;
	uint8_t loud;         /* fought since the last smell was left */
	bool lifted;          /* the receiver was lifted, so lights fail */
	uint8_t choices_made; /* number of offered choices that were made */
	uint8_t still;        /* turns without a step, up to STILL_MOST */
	uint16_t broken;      /* bits 1 << enum conduct of the conducts that the hero broke */
};
#define STILL_MOST 9
#define CONDUCTS_ALL ((1u << CONDUCT_COUNT) - 1)

#define LIGHT_MOST 9 /* largest radius of a light, in cells */
#define LIGHT_ROWS (2 * LIGHT_MOST + 1)

/* A light source and the cells that it lights (light.c): a bit a cell of its square. */
struct light {
	int16_t x, y;
	uint8_t radius, role; /* role: colour role of the source's appearance */
	bool stale, shown;
	uint32_t rows[LIGHT_ROWS];
};

/* The cells that a small light lit from a position, cached for the next light there: row by row, a
 * bit a cell of its square; 0: not cached. */
#define LIGHT_SMALL 3 /* largest radius whose square fits */
#define LIGHT_PICTURES 512
struct light_picture {
	uint64_t cells;
	uint16_t at;
	uint8_t radius;
};

/* The lights of terrain first, in map order, then moving ones. */
struct lights {
	struct light_picture
		*pictures; /* LIGHT_PICTURES by position and radius; NULL while nothing is cached */
	struct light *list;
	size_t standing, count, capacity;
	bool standing_stale; /* the list differs from the lights of the terrain */
	bool shown_stale;    /* the cells' flags differ from the list */
	bool moved;          /* a light appeared, vanished or moved since the last update */
	bool changed;        /* the flags have changed since sight was last updated */
	uint16_t *glow;      /* by cell: number of lights of the list that light it */
	size_t glow_cells;
};

/* Time and place of the last sound of a kind. */
struct sounded {
	uint32_t tick; /* 1 + tick; 0: not in this action */
	int16_t x, y;
};

/* The creatures that noticed the hero in this action, reported in one sentence. */
struct noticed {
	uint32_t serial; /* of the message */
	int count;
	struct word_actor first, other; /* other: the first with a different name */
	char names[2][64];              /* for names of killers */
};

/* ---- State: saved, and covered by the digest ---- */

struct game_clock {
	uint32_t now;           /* tick */
	uint32_t next_turn;     /* tick of the next whole turn */
	uint32_t next_wanderer; /* turn in which the next wanderer comes */
	/* Turn from which on each ambient sound may be reported again. */
	uint32_t next_heard[SOUND_COUNT];
};

struct run_ending {
	uint8_t outcome;                /* enum outcome */
	char killer[ID_MAX_LENGTH + 1]; /* id of the creature kind, or "" */
	char cause[96];
};

/* State of the birth's past deaths; avenged and met hold bits 1 << index. */
struct bones_state {
	uint8_t avenged, met;
	struct grave graves[BONES_MAX];
};

struct pack {
	uint8_t count; /* slots in use, without the pouch */
	/* By letter; count 0: empty. The items from PACK_MAX on are in the pouch: nothing reaches
	 * them but the hero's own commands, so loops over what is worn, burned or stolen end at
	 * PACK_MAX. */
	struct item items[CARRIED_MAX];
	uint8_t *last_slots; /* by item kind: 1 + the slot that it was last in, 0 never */
};

struct floor_items {
	uint16_t count, capacity;
	struct floor_item *items;
};

struct air {
	uint16_t count;
	struct missile missiles[MISSILES_MAX]; /* in order of launching */
};

struct fallen_items {
	uint8_t count;
	struct fallen items[FALLEN_MAX]; /* in order of falling */
};

/* A byte for each kind: 1 when the hero knows it, unless the member says otherwise. */
struct learned {
	uint8_t *items, *spells;
	uint8_t *talents;      /* chosen */
	uint8_t *quests;       /* 0, or 1 + enum quest_state */
	uint8_t *calls;        /* heard at a switchboard */
	uint8_t *met, *beaten; /* creature kinds */
};

/* The messages are list[0] to list[count - 1], oldest first.  The list moves through the room, so
 * that a new message seldom moves the others. */
struct messages {
	uint32_t newest; /* serial of the newest */
	uint16_t count;
	struct message *list;
	struct message room[MESSAGES_KEPT + MESSAGES_SPARE];
};

/* ---- Derived: computed from the state, never saved ---- */

/* Cells whose terrain changes by itself (terrain.c).  There is room for every cell. */
struct active_cells {
	uint32_t count;
	uint16_t *cells;
};

/* The order of actions (turn.c, flight.c). */
struct turn_queue {
	uint8_t missile; /* 1 + index of the missile that is due first; 0: unknown */
	bool stale;      /* a creature appeared or vanished since `due` was computed */
	uint16_t width;  /* number of slots in `due`: a power of 2 */
	uint64_t due[2 * DUE_WIDTH];
};

/* The bonuses of gear and talents for the hero (bonuses.c). */
struct bonuses_given {
	uint32_t traits;
	int16_t health, mana; /* added to the hero's maximum */
};

/* The handicaps of the birth that the content has. */
struct handicaps {
	uint16_t kinds; /* bits 1 << index of the record */
	uint32_t rules; /* bits of enum handicap_rule */
	uint8_t feeds;  /* percent of its food that a meal gives; the least of them */
};

struct derived {
	struct handicaps handicaps;
	uint16_t *flavours;            /* by item kind: flavour kind, or KIND_NONE */
	uint8_t *occupants;            /* by cell: 1 + slot of the creature, 0 for none */
	struct distance_map distances; /* of this level, for walkers */
	struct active_cells active;
	struct lights lights;
	struct turn_queue queue;
	struct bonuses_given bonuses;
	bool sight_stale;
	uint16_t plot; /* of the run, or KIND_NONE */
};

/* ---- The current command: reset by the next one, never saved ---- */

/* The creatures that currents in water have hit since the discharge began, each with the clause of
 * the effect: one discharge hits a creature once, however many of its cells touch the water. */
#define DISCHARGED_MOST (2 * CREATURES_MAX)
struct discharge {
	int count;
	struct {
		const struct clause *by;
		struct handle body;
	} hit[DISCHARGED_MOST];
};

struct hero_action {
	struct discharge *discharge; /* the one that goes on, or NULL; owned by its caller */
	uint8_t effect_depth;  /* nesting depth of effects, each caused by the one before (effect.c)
				*/
	uint32_t effects_left; /* cells that effects of this command may still reach */
	uint8_t busy;          /* additional turns of the action */
	uint8_t spared;        /* ticks saved by the action */
	uint8_t tool;          /* 1 + slot of the tool in use */
	char refusal[120];
};

/* Facts already reported to the player in this action, to avoid repetition. */
struct reporting {
	uint32_t newest_before; /* serial of the newest message when the action began */
	bool effects_quiet;     /* effects on the hero have been reported already */
	bool fight_reported;    /* a blow between two creatures has been reported */
	struct sounded sounded[SOUND_COUNT];
	struct noticed noticed;
	char names[2][64]; /* of killers, for the sentence that is being composed */
	uint8_t name_next;
	uint8_t reshaped; /* 1 + slot of the carried item that became another; 0: none */
	char was[64];     /* its former name */
};

struct events {
	struct event list[EVENTS_MAX];
	uint16_t count, next;
};

/* ---- The game ---- */

struct game {
	const struct content *content;
	struct seed seed;
	struct birth birth;

	struct game_clock clock;
	uint8_t depth;
	uint8_t debug; /* bits 1 << enum debug_view that are on */
	bool marked;   /* a debugging view was used: the run is never scored */
	struct run_ending ending;
	struct bones_state bones;
	struct hero hero;
	uint16_t creature_top; /* slots in use are below */
	struct creature creatures[CREATURES_MAX];
	struct pack pack;
	struct floor_items floor;    /* of this level, in order of placing; at most FLOOR_MAX */
	struct floor_items recalled; /* items as the hero remembers them, in order of cells, one a
					cell (memory.c) */
	struct air air;
	struct fallen_items fallen;
	struct level *level;
	struct stored_level places[DEPTH_MAX + 1];
	struct learned knowledge;
	uint32_t counters[DEPTH_MAX + 1][PURPOSE_COUNT]; /* of the random streams used in play */
	struct messages messages;

	struct derived derived;
	struct hero_action action;
	struct reporting report;
	struct events events;
};

/* Returns a game with everything allocated and all values empty; sizes come from the content. */
struct game *game_blank(const struct content *content);
void place_clear(struct stored_level *place);
/* Returns an empty game of the same run and turn, into which a stored level can be unpacked. */
struct game *place_adjacent(const struct game *game);

static inline uint32_t game_turn(const struct game *game)
{
	return game->clock.now / TICKS_A_TURN;
}

static inline bool game_debugs(const struct game *game, enum debug_view view)
{
	return game->debug & 1 << view;
}

static inline struct creature *game_hero(struct game *game)
{
	return &game->creatures[HERO];
}

static inline const struct terrain_kind *game_terrain(const struct game *game, int x, int y)
{
	return &game->content->terrains[game->level->terrain[level_at(game->level, x, y)]];
}

/* True if a handicap of the run has the rule. */
static inline bool game_handicapped(const struct game *game, enum handicap_rule rule)
{
	return game->derived.handicaps.rules & rule;
}

static inline bool game_going(const struct game *game)
{
	return game->ending.outcome == OUTCOME_GOING;
}

#endif
