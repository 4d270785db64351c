/*
 * A game's whole state, for the rooms of the rules.
 *
 * Everything that the rules may change is in here and in the save.  Three parts are neither saved
 * nor digested: `derived` is computed from the state (who stands where, lights, distances), and
 * `action` and `report` belong to the command that is being acted.  Creatures are slots of one
 * table with a generation each, and are named by handles; items are values in the pack or on the
 * floor, named by their place.  No pointer to either is kept over a change.
 *
 * What must stay true (game_check asserts it):
 *   1. Slot 0 is the hero, always; a creature stands alone, and on a cell that lets objects pass
 *      unless it phases.
 *   2. The level of `depth` is open in `level`; every other visited one is packed in its place.
 *   3. What is wielded and worn may be so together (gear.c); a slot of the pack without an item
 *      is all 0.
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
#define DUE_WIDTH 256 /* a power of 2, of CREATURES_MAX at least */
#define FLOOR_MAX 500
#define EVENTS_MAX 96
#define MESSAGES_SPARE 20
#define SMELL_LASTS 200          /* turns, of a strong smell; a plain one half */
#define SMELL_STRONG 0x80000000u /* in a level's scent: laid while fighting */
#define STATUS_TURNS_MAX 250
#define MISSILES_MAX 40
#define PURPOSE_COUNT (PURPOSE_STORY + 1)
#define TICKS_MAX 4000000000u  /* forty million turns */
#define EFFECTS_OF_TURN 100000 /* cells: more than gas of all cells that goes up */

/* The most that a hero comes to, and a save may say. */
#define MANA_MOST 10000
#define EXPERIENCE_MOST 1000000
#define BODY_FOOD_MOST 2400
#define CHOICES_MOST 9  /* in a run; of level 1 the heirloom, and one at each level from 2 to 9 */
#define FARTHER_MOST 10 /* cells beyond the range of its kind, of what flies */
#define REST_MOST 5000  /* turns */
#define GOLD_HELD_MOST 100000000
#define SERIAL_MOST TICKS_MAX /* of messages; more have the same */
#define DELAY_MOST 100000     /* ticks until somebody acts, or something flies on */

#define HERO 0 /* the hero's slot */

/* A creature by slot and generation: a slot used again makes old handles stale. */
struct handle {
	uint16_t slot, generation;
};

enum creature_flag {
	CREATURE_ASLEEP = 1,
	CREATURE_AWARE = 2,     /* has noticed the hero, and not yet lost him */
	CREATURE_WANDERER = 4,  /* came by the stairs: worth nothing */
	CREATURE_HUNTER = 8,    /* hears the hero through the whole level */
	CREATURE_ROUSED = 16,   /* an ambusher that has begun */
	CREATURE_MET = 32,      /* the hero has seen it */
	CREATURE_FLEEING = 64,  /* and the hero was told so */
	CREATURE_ALLY = 128,    /* fights for the hero, and follows him */
	CREATURE_CAPTIVE = 256, /* in shackles: does nothing until it is freed */
	CREATURE_CALLED = 512,  /* has called for the foe that it sees */
	CREATURE_LADEN = 1024,  /* runs with what it stole */
	CREATURE_SPOKE = 2048,  /* said its first words, and those when it was hurt */
	CREATURE_MOANED = 4096,
	CREATURE_FLAGS_ALL = 8191
};

/* Where a creature is going, and why. */
enum goal { GOAL_NONE, GOAL_SEEN, GOAL_HEARD, GOAL_WANDER, GOAL_HOME, GOAL_COUNT };

struct item {
	uint16_t kind;
	uint16_t count;
	int8_t plus;
	uint8_t flags;    /* of enum item_flag; ITEM_KNOWN: its plus and affix are known */
	uint8_t blows;    /* given or taken with it while its plus is unknown */
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
	int16_t home_x, home_y; /* where it was made */
	int16_t goal_x, goal_y;
	uint8_t goal;     /* of enum goal */
	uint8_t heading;  /* the last step's direction, DIR_COUNT for none */
	uint8_t past;     /* 1 + index of the past death whose killer it is; 0 none */
	uint8_t patience; /* turns that it goes on looking for a hero it lost */
	uint8_t cooldown; /* turns until it may cast, breathe or lay again */
	uint8_t quiet;    /* turns for which it has perceived nothing */
	uint8_t at;       /* of its route: which of the rooms it makes for */
	uint8_t held_by;  /* 1 + slot of who holds it where it is stuck; 0: nobody does */
	uint16_t worth;   /* experience for beating it */
	int16_t health, health_max;
	struct item carried;          /* count 0: nothing; the hero has his pack */
	uint32_t ready;               /* tick of its next action */
	uint8_t status[STATUS_COUNT]; /* turns left */
};

/* Something in the air: where it is, the line that it follows, and what it will do. */
struct missile {
	uint16_t kind; /* of flight_kind */
	struct item item;
	int16_t x, y, from_x, from_y, to_x, to_y;
	int16_t shown_x, shown_y; /* as far as events have told of it; between turns, where it is */
	int16_t error;            /* of the line, between its two directions */
	uint8_t left;             /* cells that it has left */
	uint8_t bounced;
	struct handle source; /* of who let it fly */
	int16_t accuracy;
	struct dice damage;
	uint8_t blow;     /* 1 + index of the source's kind's blow; 0: a thing */
	uint16_t blow_of; /* that kind */
	uint32_t ready;   /* tick of its next cell */
};

struct floor_item {
	struct item item;
	int16_t x, y;
};

/* What fell through the floor, and lies somewhere on that depth when the hero comes there. */
#define FALLEN_MAX 40
struct fallen {
	struct item item;
	uint8_t depth;
};

/* Where it smells of the hero, and how. */
struct whiff {
	uint32_t scent; /* as in a level */
	int16_t x, y;
};
struct trail {
	struct whiff *whiffs; /* the newest first */
	uint32_t count;
};

/* A depth that nobody is on: its level, creatures and things, packed; NULL when never visited. */
struct stored_level {
	uint8_t *bytes;
	uint32_t size;
	struct trail trail; /* as it was when he left */
};

/* Where a past death's grave lies on its depth; (-1, -1) until that depth is made. */
struct grave {
	int16_t x, y;
};

enum hunger { HUNGER_FED, HUNGER_HUNGRY, HUNGER_WEAK, HUNGER_STARVING };

struct hero {
	int16_t mana, mana_max, might, level;
	int32_t experience, gold, food;
	uint16_t health_part, mana_part; /* what regeneration has gathered below one point */
	uint8_t noise;                   /* of the last action, in cells */
	uint8_t searches;                /* in a row */
	uint8_t deepest;
	uint8_t loud;         /* fought since the last smell was laid */
	bool lifted;          /* the Receiver has been lifted: the lights fail */
	uint8_t choices_made; /* of those that birth and levels gained offer */
	uint8_t still;        /* turns without a step, up to STILL_MOST */
};
#define STILL_MOST 9

#define LIGHT_MOST 9 /* cells, of the radius of a light */
#define LIGHT_ROWS (2 * LIGHT_MOST + 1)

/* Something that shines, and what it lights (light.c): a bit a cell of its square. */
struct light {
	int16_t x, y;
	uint8_t radius, role; /* role: of the look of what shines */
	bool stale, shown;
	uint32_t rows[LIGHT_ROWS];
};

/* What a small light lit from a cell, kept for the next that comes there: row by row, a bit a cell
 * of its square; 0: none is kept. */
#define LIGHT_SMALL 3 /* the radius up to which a square fits */
#define LIGHT_PICTURES 512
struct light_picture {
	uint64_t cells;
	uint16_t at;
	uint8_t radius;
};

/* Those of the terrain first, in the order of the map, then those that move. */
struct lights {
	struct light_picture
		*pictures; /* LIGHT_PICTURES by place and radius; NULL as long as none is kept */
	struct light *list;
	size_t standing, count, capacity;
	bool standing_stale; /* the terrain has other lights than the list */
	bool shown_stale;    /* the flags of the cells show others than the list */
	bool moved;          /* something that shines came, went or moved since the last update */
	bool changed;        /* the flags have changed since the hero looked last */
	uint16_t *glow;      /* by cell: how many of the list light it */
	size_t glow_cells;
};

/* When and where something made a sound last. */
struct sounded {
	uint32_t tick; /* + 1; 0: not in this action */
	int16_t x, y;
};

/* Who has noticed the hero in this action: they are told of in one sentence. */
struct noticed {
	uint32_t serial; /* of its message */
	int count;
	struct word_actor first, other; /* other: the first that is called something else */
	char names[2][64];              /* of killers */
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
	uint8_t outcome;                /* of enum outcome */
	char killer[ID_MAX_LENGTH + 1]; /* id of the creature kind, or "" */
	char cause[96];
};

/* The past deaths of the birth; avenged and met hold bits 1 << index. */
struct bones_state {
	uint8_t avenged, met;
	struct grave graves[BONES_MAX];
};

struct pack {
	uint8_t count;               /* slots that hold something */
	struct item items[PACK_MAX]; /* by letter; count 0: nothing */
	uint8_t *last_slots;         /* by item kind: 1 + the slot that it was last in, 0 never */
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

/* The messages kept are list[0] to list[count - 1], oldest first.  The list moves through the room,
 * so that a new message seldom moves the others. */
struct messages {
	uint32_t newest; /* serial of the newest */
	uint16_t count;
	struct message *list;
	struct message room[MESSAGES_KEPT + MESSAGES_SPARE];
};

/* ---- Derived: computed from the state, never saved ---- */

/* Cells whose terrain does something by itself (terrain.c).  There is room for every cell. */
struct active_cells {
	uint32_t count;
	uint16_t *cells;
};

/* Who acts next (turn.c, flight.c). */
struct turn_queue {
	uint8_t missile; /* 1 + index of the missile that is due first; 0: not known */
	bool stale;      /* a creature came or went since `due` was computed */
	uint16_t width;  /* slots that `due` has room for: a power of 2 */
	uint64_t due[2 * DUE_WIDTH];
};

/* What gear and talents give the hero (gifts.c). */
struct bonuses_given {
	uint32_t traits;
	int16_t health, mana; /* added to the most that he can have */
};

struct derived {
	uint16_t *flavours;            /* by item kind: flavour kind, or KIND_NONE */
	uint8_t *occupants;            /* by cell: 1 + slot of the creature, 0 for nobody */
	struct distance_map distances; /* of this level, for walkers */
	struct active_cells active;
	struct lights lights;
	struct turn_queue queue;
	struct bonuses_given bonuses;
	bool sight_stale;
};

/* ---- The command that is being acted: reset by the next one, never saved ---- */

struct hero_action {
	uint8_t effect_depth;  /* effects being done, each caused by the one before (effect.c) */
	uint32_t effects_left; /* cells that effects may still reach in this command */
	uint8_t busy;          /* turns more that the action takes */
	uint8_t spared;        /* ticks that it saves */
	uint8_t tool;          /* 1 + slot of the tool in use */
	char refusal[120];
};

/* What has been reported to the player in this action, so that nothing is reported twice. */
struct reporting {
	uint32_t newest_before; /* serial of the newest message when the action began */
	bool effects_quiet;     /* effects on the hero have been reported already */
	bool fight_reported;    /* a blow between two creatures has been reported */
	struct sounded sounded[SOUND_COUNT];
	struct noticed noticed;
	char names[2][64]; /* of killers, for the sentence that is being composed */
	uint8_t name_next;
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
	bool marked;   /* a debugging view was used: never scored */
	struct run_ending ending;
	struct bones_state bones;
	struct hero hero;
	uint16_t creature_top; /* slots in use lie below */
	struct creature creatures[CREATURES_MAX];
	struct pack pack;
	struct floor_items floor; /* of this level, in order of laying; FLOOR_MAX at most */
	struct floor_items
		recalled; /* as the hero last saw them, by cells, one a cell (memory.c) */
	struct air air;
	struct fallen_items fallen;
	struct level *level;
	struct stored_level places[DEPTH_MAX + 1];
	struct learned knowledge;
	uint32_t counters[DEPTH_MAX + 1][PURPOSE_COUNT]; /* of the streams of play */
	struct messages messages;

	struct derived derived;
	struct hero_action action;
	struct reporting report;
	struct events events;
};

/* A game with everything allocated and nothing on it yet; sizes come from the content. */
struct game *game_blank(const struct content *content);
void place_clear(struct stored_level *place);
/* An empty game of the same run and turn, to open a level that waits in. */
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

static inline bool game_going(const struct game *game)
{
	return game->ending.outcome == OUTCOME_GOING;
}

#endif
