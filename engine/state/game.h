/*
 * A game's whole state, for the rooms of the rules.
 *
 * Everything that the rules may change is in here and in the save; what is only worked out from it
 * (who stands where, what is in sight, the ways) is at the end under "Worked out", and never saved
 * or digested.  Creatures are slots of one table with a generation each, and are named by handles;
 * things are values in the pack or on the floor, named by their place.  Nothing keeps a pointer
 * over a change.
 *
 * What must stay true (game_check asserts it):
 *   1. Slot 0 is the hero, always; a creature stands alone, and on a cell that lets objects pass
 *      unless it phases.
 *   2. The level of `depth` is open in `level`; every other visited one is packed in its place.
 *   3. What is wielded and worn may be so together (gear.c); a slot of the pack without a thing is
 * all 0.
 */
#ifndef TRAPDOOR_ENGINE_GAME_H
#define TRAPDOOR_ENGINE_GAME_H

#include "engine/map/level.h"
#include "engine/map/ways.h"
#include "engine/content/words.h"

#define VIEW_TEXTS_MAX 12
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
#define TICKS_MAX 4000000000u /* forty million turns */

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
	uint8_t leg;      /* of its route: which of the rooms it makes for */
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
	int16_t told_x, told_y; /* as far as events have told of it; between turns, where it is */
	int16_t error;          /* of the line, between its two directions */
	uint8_t left;           /* cells that it has left */
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
struct place {
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

struct game {
	const struct content *content;
	struct seed seed;
	struct birth birth;

	uint32_t now;                     /* tick */
	uint32_t clock;                   /* tick of the next whole turn */
	uint32_t next_heard[SOUND_COUNT]; /* turn: another is told of */
	uint32_t next_wanderer;           /* turn */
	uint8_t depth;
	uint8_t outcome; /* of enum outcome */
	uint8_t debug;   /* bits 1 << enum debug_view that are on */
	bool marked;     /* a debugging view was used: never scored */
	char killer[ID_MAX_LENGTH + 1], cause[96];
	uint8_t avenged, met_past; /* bits 1 << index of a past death */

	struct grave graves[PAST_MAX];
	struct hero hero;
	uint16_t creature_top; /* slots in use lie below */
	struct creature creatures[CREATURES_MAX];
	uint8_t pack_count;         /* slots that hold something */
	struct item pack[PACK_MAX]; /* by letter; count 0: nothing */
	uint8_t *last_slots;        /* by item kind: 1 + the slot that it was last in, 0 never */
	uint16_t floor_count;
	struct floor_item *floor; /* of this level, in order of laying; FLOOR_MAX at most */
	uint16_t floor_capacity;
	uint16_t recalled_count, recalled_capacity;
	struct floor_item
		*recalled; /* as the hero last saw them, by cells, one a cell (memory.c) */
	uint16_t missile_count;
	struct missile missiles[MISSILES_MAX]; /* in order of launching */
	uint8_t fallen_count;
	struct fallen fallen[FALLEN_MAX]; /* in order of falling */
	struct level *level;
	struct place places[DEPTH_MAX + 1];

	uint8_t *known_items;            /* a byte for each item kind: learned */
	uint8_t *known_spells, *talents; /* a byte for each kind: known, taken */
	uint8_t *quests;                 /* a byte for each kind: 0, or 1 + enum quest_state */
	uint8_t *heard;                  /* a byte for each kind of call */
	uint8_t *met, *beaten;           /* a byte for each creature kind */
	uint32_t counters[DEPTH_MAX + 1][PURPOSE_COUNT]; /* of the streams of play */

	uint32_t message_serial;  /* of the newest */
	uint16_t message_count;   /* kept: messages[0 .. count), oldest first, */
	struct message *messages; /* which wander through the room */
	struct message message_room[MESSAGES_KEPT + MESSAGES_SPARE];

	/* ---- Worked out, never saved ---- */
	uint16_t *flavours;    /* by item kind: flavour kind, or KIND_NONE */
	uint8_t *occupants;    /* by cell: 1 + slot, 0 for nobody */
	struct ways ways;      /* of this level, for walkers */
	uint32_t active_count; /* cells whose terrain does something by itself (terrain.c) */
	uint16_t *active;      /* room for all of them */
	struct lights lights;
	struct sounded sounded[SOUND_COUNT];
	uint8_t missile_first;       /* 1 + which is due first; 0: nobody has looked (flight.c) */
	bool bodies_changed;         /* some came or went since `due` was read */
	uint16_t due_width;          /* slots that `due` has room for: a power of 2 */
	uint64_t due[2 * DUE_WIDTH]; /* who acts next, while the world goes on (turn.c) */
	bool sight_stale;
	uint8_t effects_within; /* effects that are being done, each by another (effect.c) */
	uint32_t effects_left;  /* cells, of this command */
	uint8_t busy;           /* turns more that the present action takes */
	uint8_t spared;         /* ticks that it saves */
	uint8_t tool;           /* 1 + slot of the tool that is being used */
	uint32_t granted;       /* traits that gear and talents give the hero (gifts.c) */
	int16_t health_given, mana_given; /* of his most, what they give */
	bool effects_quiet;               /* what they do to the hero has been told */
	bool fight_told;                  /* in this action: a blow that others dealt each other */
	uint32_t told_before;             /* serial of the newest message when the action began */
	struct noticed noticed;
	char refusal[120];
	struct event events[EVENTS_MAX];
	uint16_t event_count, event_next;
	struct view_cell *cells;
	struct view_item view_pack[PACK_MAX], view_ground[GROUND_MAX];
	char view_texts[VIEW_TEXTS_MAX][420]; /* of things with an affix that is known */
	uint8_t view_text_count;
	struct view_creature view_creatures[VIEW_CREATURES_MAX];
	char names[VIEW_CREATURES_MAX][48], paces[VIEW_CREATURES_MAX][48];
	char actor_names[2][64]; /* of killers, for the sentence that is being said */
	uint8_t actor_name_next;
	struct view_spell view_spells[VIEW_SPELLS_MAX];
	struct view_choice view_choices[VIEW_CHOICES_MAX];
	struct view_talent view_talents[VIEW_TALENTS_MAX];
	struct view_quest view_quests[VIEW_QUESTS_MAX];
	char hunger_word[24], swim_word[24];
	char conditions[192], boons[128];
	uint8_t condition_turns[STATUS_COUNT], boon_turns[STATUS_COUNT];
};

static inline uint32_t game_turn(const struct game *game)
{
	return game->now / TICKS_A_TURN;
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
	return game->outcome == OUTCOME_GOING;
}

#endif
