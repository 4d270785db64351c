/*
 * The view: everything that the player may see.
 *
 * A part of engine.h, which includes it.  The caller owns a view, and game_view fills it.  A view
 * holds nothing that the hero does not know (a test compares games that differ only there).
 */
#ifndef TRAPDOOR_ENGINE_VIEW_H
#define TRAPDOOR_ENGINE_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct content;
struct game;

enum cell_flag {
	CELL_KNOWN = 1,    /* seen now or remembered */
	CELL_VISIBLE = 2,  /* in sight now; else dimmed memory */
	CELL_CREATURE = 4, /* the appearance is a creature's */
	CELL_ITEM = 8,
	CELL_HERO = 16,
	CELL_MARKED = 32, /* a debugging view marks it */
	CELL_HARM = 64,   /* a step there would do harm, as far as the hero knows */
	CELL_STOPS = 128  /* an obstacle, as far as the hero knows; a closed door is none */
};

/* The hue of the strongest light that falls on a cell. OWN: a lamp that the hero carries. */
enum light_hue { HUE_DAY, HUE_LAMP, HUE_FIRE, HUE_MACHINE, HUE_GLOW, HUE_MAGIC, HUE_OWN };
#define LIGHT_HUE_LAST HUE_OWN

/* The background of a cell in sight, whatever stands or lies there. */
enum view_ground { GROUND_PLAIN, GROUND_FIRE, GROUND_WATER, GROUND_BLOOD, GROUND_DARK, GROUND_GAS };

#define VIEW_LIGHT_MOST 31

/* appearance is meaningful only with CELL_KNOWN. strength, hue and ground are of cells in sight. */
struct view_cell {
	uint16_t appearance;
	uint8_t flags;
	uint8_t smell; /* a debugging view's trail strength, else 0 */
	/* enum colour_role of the light that falls on dark ground in sight; COLOUR_ROLE_TEXT: none.
	 * With GROUND_GAS, the role of the gas. */
	uint16_t light : 5;
	uint16_t ground : 3;   /* enum view_ground */
	uint16_t hue : 3;      /* enum light_hue */
	uint16_t strength : 5; /* of all lights on the cell; 0: the cell is not lit */
};

#define VIEW_STATUSES_MAX 32
struct view_status {
	int health, health_max;
	int mana, mana_max;
	int might, guard;
	int accuracy; /* percent against a target without guard, as far as known */
	int level, experience, experience_next;
	int depth, deepest, goal_depth; /* goal: the depth of the item to carry home */
	int gold, score;
	int food; /* turns until starving */
	int noise;
	uint32_t turn;     /* whole turns of 100 ticks */
	const char *place; /* name of the kind of level */
	char hunger[24];   /* "" when fed */
	char swims[24];    /* a warning while swimming costs health, else "" */
	/* Words of statuses, separated by spaces, "" when none: harmful ones, the most urgent
	 * first, and helpful ones. */
	char conditions[192], boons[128];
	/* Turns that each of those words still lasts, in their order; 0: unknown. */
	uint8_t condition_turns[VIEW_STATUSES_MAX], boon_turns[VIEW_STATUSES_MAX];
	uint16_t conducts; /* kept ones as bits 1 << enum conduct; 0 before CONDUCTS_FROM */
	bool carries_receiver;
	bool lit;      /* the hero's cell is lit, so enemies in line of sight see the hero */
	uint8_t debug; /* bits 1 << enum debug_view that are on */
};

/* LEFT: this hero dropped it on purpose, and nobody picked it up since.  FOR_SALE: picking it up
 * costs its price.  OFFERED: picking it up removes the others that are offered with it.  LIT: a
 * burning lamp. */
enum item_flag {
	ITEM_WIELDED = 1,
	ITEM_WORN = 2,
	ITEM_KNOWN = 4,
	ITEM_LEFT = 8,
	ITEM_FOR_SALE = 16,
	ITEM_OFFERED = 32,
	ITEM_LABELLED =
		ITEM_FOR_SALE | ITEM_OFFERED, /* its kind is shown, and auto-pickup skips it */
	ITEM_LIT = 64,
	ITEM_FLAGS_ALL = 127
};

/* The target of a verb with a cell: oneself (any cell will do), a cell, the first creature in a
 * line, every cell of the line, a quarter of the circle, or the whole level. */
enum view_aim {
	VIEW_AIM_SELF,
	VIEW_AIM_CELL,
	VIEW_AIM_BOLT,
	VIEW_AIM_BEAM,
	VIEW_AIM_CONE,
	VIEW_AIM_WHOLE
};

/* The purpose of a known item or spell. */
enum view_hint {
	HINT_NONE, /* unknown, or no single purpose */
	HINT_HEAL,
	HINT_ESCAPE,
	HINT_REPEL,   /* keeps enemies away */
	HINT_HARM,    /* to aim at enemies */
	HINT_BURST,   /* to throw at enemies */
	HINT_BOOST,   /* to use before a fight */
	HINT_LASTING, /* to use at any time */
	HINT_ARRIVAL, /* to use on a new level */
	HINT_LIGHT    /* a lamp */
};

struct view_item {
	char letter;   /* a to z, of the pouch A to Z, kept while carried; 0: not carried */
	char name[80]; /* "2 potions of ...", "a dented torch (wielded)" without the letter */
	const char
		*description; /* shown when the player looks at it; "" while its kind is unknown */
	uint16_t appearance, count;
	uint8_t class; /* an index for auto_class_word */
	uint8_t flags;
	uint32_t verbs;     /* bit 1 << verb for each verb that this item would accept */
	uint8_t aim, range; /* enum view_aim, of VERB_USE and VERB_ZAP */
	int price;          /* gold to be paid when it is picked up; 0: none */
	uint8_t hint;       /* enum view_hint */
	bool spent;         /* no charge left or still resting, as far as the hero knows */
	int16_t worth;      /* of gear, compared with other gear of its slot, as far as known */
	const char *slot;   /* where it is worn ("head"), or "" */
	uint8_t slot_most;  /* pieces that this slot holds; 0: none */
	char compared[64];  /* "guard +2 against what you wear", or "" */
	char figures[96]; /* "damage 1d6+1, accuracy +8, might 12", as far as the hero knows; or ""
			   */
};

/* A spell that the hero knows. */
struct view_spell {
	uint8_t number; /* for VERB_CAST */
	const char *name, *description, *path;
	uint16_t appearance;
	int mana, level;
	uint8_t aim, range; /* enum view_aim */
	uint8_t hint;       /* enum view_hint */
	bool able;          /* the hero can cast it now; else see why */
	char why[48];
};
#define VIEW_SPELLS_MAX 52

/* One of three things to choose; the command's number is its index. */
enum choice_kind { CHOICE_NONE, CHOICE_HEIRLOOM, CHOICE_TALENT };
struct view_choice {
	const char *name, *text;
	const char *plural; /* of an item */
	uint16_t count;     /* pieces of an heirloom; 1 for a talent */
	const char *path;   /* "blade", or "" */
	uint16_t appearance;
};
#define VIEW_CHOICES_MAX 3

/* A talent that the hero has. */
struct view_talent {
	const char *name, *text, *path;
	uint16_t appearance;
};
#define VIEW_TALENTS_MAX 16

/* A quest of this run.  Done and failed ones stay in the list. */
enum quest_state { QUEST_OPEN, QUEST_DONE, QUEST_FAILED };
struct view_quest {
	const char *name, *text;
	/* The goal of the quest: "take", "lay" (on an altar), "carry" (out), "slay" or "free", and
	 * the name of the item or creature. */
	const char *deed, *about;
	uint8_t state;
};
#define VIEW_QUESTS_MAX 12

/* Causes that may wake a sleeper: id, word, and the hero's trace that does it. */
#define ENGINE_WAKERS(ROW)                                                                         \
	ROW(NOISE, "noise", "your noise")                                                          \
	ROW(SIGHT, "sight", "the light on you")                                                    \
	ROW(SMELL, "smell", "your trail")
enum waker {
#define ROW(id, word, trace) WAKER_##id,
	ENGINE_WAKERS(ROW)
#undef ROW
		WAKER_COUNT
};

struct view_creature {
	uint32_t id; /* constant while the hero is on the level */
	char name[48];
	const char *description; /* shown when the player looks at it */
	uint16_t appearance;
	int16_t x, y;
	uint8_t health_percent;
	uint8_t speed; /* in percent of the normal speed */
	char pace[48]; /* a sentence that it is fast or slow, else "" */
	bool asleep, unaware, fleeing;
	bool talks;                /* the hero could talk to it, and has not yet */
	bool ally, captive;        /* neither is an enemy; listed after the enemies */
	uint8_t hits_you, you_hit; /* chances in % */
	uint8_t blow_percent;      /* a typical blow, in percent of your current health */
	uint8_t kills_in; /* number of its blows that would kill you at worst; 0: it cannot */
	uint8_t falls_in; /* number of your blows that usually kill it */
	/* Chances that each cause wakes it in a turn, with noise as loud as your last: 1 in so
	 * many, 0 for none. */
	uint8_t wakes[WAKER_COUNT];
};

struct message {
	uint32_t serial; /* counts from 1 through the whole run */
	uint32_t turn;
	uint16_t repeats; /* 1 when shown once */
	uint8_t role;     /* of the whole text; a role byte in the text overrides it */
	char text[120];
};

#define MESSAGES_KEPT 100
#define PACK_MAX 26
#define POUCH_MAX 26
#define CARRIED_MAX                                                                                \
	(PACK_MAX + POUCH_MAX) /* numbers of carried items: the pack's, then the pouch's */
#define GROUND_MAX 26
#define VIEW_CREATURES_MAX 64
#define VIEW_TEXTS_MAX 12
#define VIEW_CELLS_MAX 20000

/* The arrays hold as many entries as the counts say; the rest is not written.  The counts come
 * first and the long arrays last, so that the pages of unused entries cost no memory. */
struct view {
	int16_t width, height;
	int16_t hero_x, hero_y;
	size_t message_count, pack_count, pouch_count, ground_count, spell_count, choice_count;
	size_t talent_count, quest_count, creature_count, text_count;
	size_t flight_count;            /* items in the air in sight that others launched */
	uint16_t step_price[DIR_COUNT]; /* gold that a step would pay */
	const struct message *messages; /* oldest first; owned by the game, valid until it acts */
	struct view_status status;
	enum choice_kind choice; /* the pending choice, if any */
	struct view_choice choices[VIEW_CHOICES_MAX];
	struct view_item pack[PACK_MAX];   /* in order of letters; letters may be missing */
	struct view_item pouch[POUCH_MAX]; /* likewise; these fill no letter of the pack */
	struct view_item ground[GROUND_MAX];
	/* In sight: enemies, nearest first, then others. */
	struct view_creature creatures[VIEW_CREATURES_MAX];
	struct view_spell spells[VIEW_SPELLS_MAX]; /* by level, then by name */
	struct view_talent talents[VIEW_TALENTS_MAX];
	struct view_quest quests[VIEW_QUESTS_MAX];
	char texts[VIEW_TEXTS_MAX][420];        /* descriptions that items of this view point to */
	struct view_cell cells[VIEW_CELLS_MAX]; /* width x height, row by row */
};

/* Returns the letter of a carried item by its number in a command, a to z and then A to Z; and the
 * number of a letter, or -1. */
static inline char carried_letter(unsigned number)
{
	return (char)(number < PACK_MAX ? 'a' + number : 'A' + number - PACK_MAX);
}
static inline int carried_number(int letter)
{
	return letter >= 'a' && letter <= 'z'   ? letter - 'a'
	       : letter >= 'A' && letter <= 'Z' ? letter - 'A' + PACK_MAX
						: -1;
}

/* Fills the caller's view.  Its strings belong to the view or to the content.  Copy a view with
 * view_copy only. */
void game_view(const struct game *game, struct view *view);
void view_copy(struct view *to, const struct view *from);

/* Writes one sentence about a cell as the hero knows it: terrain, items, creature.  Returns false
 * for an unknown cell. */
bool game_describe(const struct game *game, int x, int y, char *text, size_t size);

/* Writes the name, with its article, of the creature, item or terrain that the hero knows at a
 * cell. Returns false for an unknown cell. */
bool game_name(const struct game *game, int x, int y, char *name, size_t size);

/* Writes the name of the gas in a cell in sight.  Returns false if there is none. */
bool game_air(const struct game *game, int x, int y, char *name, size_t size);

/* Returns the price of the item for sale that the hero knows at a cell, or 0. */
int game_price(const struct game *game, int x, int y);

/* True if the hero knows more of a cell than plain wall or floor: a creature, an item, a door,
 * stairs, a grave. */
bool game_notable(const struct game *game, int x, int y);

/* Returns the symbol of an appearance as plain text, for the lab and for dumps. */
char content_symbol(const struct content *content, uint16_t appearance);

#endif
