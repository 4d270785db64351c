/*
 * The view: all that the player may see.
 *
 * A part of engine.h, which includes it.  The caller owns a view, and game_view fills it.  What is
 * in a view is what the hero may know, and nothing else (a test compares games that differ only
 * there).
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
	CELL_CREATURE = 4, /* the look is a creature's */
	CELL_ITEM = 8,
	CELL_HERO = 16,
	CELL_MARKED = 32, /* a debugging view marks it */
	CELL_HARM = 64,   /* a step there would do harm, as far as the hero knows */
	CELL_STOPS = 128  /* nobody walks there, as far as he knows; a closed door stops nobody */
};

/* look is meaningful only with CELL_KNOWN. */
struct view_cell {
	uint16_t appearance;
	uint8_t flags;
	uint8_t smell; /* a debugging view's trail strength, else 0 */
	uint16_t
		light; /* enum colour_role of what shines on dark ground in sight; COLOUR_ROLE_TEXT: nothing */
};

#define VIEW_STATUSES_MAX 32
struct view_status {
	int health, health_max;
	int mana, mana_max;
	int might, guard;
	int level, experience, experience_next;
	int depth, deepest, goal_depth; /* goal: where the Receiver hangs */
	int gold, score;
	int food; /* turns until nothing is left */
	int noise;
	uint32_t turn;     /* whole turns of 100 ticks */
	const char *place; /* name of the kind of level */
	char hunger[24];   /* "" when fed */
	char swims[24];    /* that he is in water which takes his health, or "" */
	/* Words of statuses, spaced, "" when none: what ails him, the most urgent first, and what
	 * helps him. */
	char conditions[192], boons[128];
	/* Turns that each of those words is still true for, in their order; 0: nobody can say. */
	uint8_t condition_turns[VIEW_STATUSES_MAX], boon_turns[VIEW_STATUSES_MAX];
	bool carries_receiver;
	uint8_t debug; /* bits 1 << enum debug_view that are on */
};

/* What this hero put down on purpose is left, until someone picks it up; what is for sale is paid
 * for when it is picked up; of things offered together the others go when one is picked up; a lamp
 * is lit. */
enum item_flag {
	ITEM_WIELDED = 1,
	ITEM_WORN = 2,
	ITEM_KNOWN = 4,
	ITEM_LEFT = 8,
	ITEM_FOR_SALE = 16,
	ITEM_OFFERED = 32,
	ITEM_LABELLED = ITEM_FOR_SALE | ITEM_OFFERED, /* it says what it is, and stays put */
	ITEM_LIT = 64,
	ITEM_FLAGS_ALL = 127
};

/* Where a verb with a cell acts: on oneself (any cell will do), at a cell, at the first body of a
 * line, along the line, or in a quarter of the circle. */
enum view_aim {
	VIEW_AIM_SELF,
	VIEW_AIM_CELL,
	VIEW_AIM_BOLT,
	VIEW_AIM_BEAM,
	VIEW_AIM_CONE,
	VIEW_AIM_WHOLE
};

/* What a known thing or spell is good for. */
enum view_hint {
	HINT_NONE, /* unknown, or for nothing that can be said in a word */
	HINT_HEAL,
	HINT_ESCAPE,
	HINT_REPEL,   /* keeps those near away */
	HINT_HARM,    /* to be aimed at enemies */
	HINT_BURST,   /* to be thrown at them */
	HINT_BOOST,   /* before a fight */
	HINT_LASTING, /* at any time */
	HINT_ARRIVAL, /* on a level that is new */
	HINT_LIGHT    /* a lamp */
};

struct view_item {
	char letter;   /* a to z: it keeps it while it is carried; 0 for what is not */
	char name[80]; /* "2 potions of ...", "a dented torch (wielded)" without the letter */
	const char
		*description; /* what is told when it is looked at; "" while its kind is unknown */
	uint16_t appearance, count;
	uint8_t class; /* what auto_class_word tells the word of */
	uint8_t flags;
	uint32_t verbs;     /* bit 1 << verb for each verb that this item would accept */
	uint8_t aim, range; /* enum view_aim, of VERB_USE and VERB_ZAP */
	int price;          /* gold to be paid when it is picked up; 0: none */
	uint8_t hint;       /* enum view_hint */
	bool spent;         /* as he knows: it has no charge left, or rests */
	int16_t worth;      /* of gear, against other gear of its slot, as far as it is known */
	const char *slot;   /* where it is worn ("head"), or "" */
	char compared[64];  /* "guard +2 against what you wear", or "" */
	char figures[96];   /* "damage 1d6+1, accuracy +8, might 12", as far as he knows; or "" */
};

/* A spell that the hero knows. */
struct view_spell {
	uint8_t number; /* for VERB_CAST */
	const char *name, *description, *path;
	uint16_t appearance;
	int mana, level;
	uint8_t aim, range; /* enum view_aim */
	uint8_t hint;       /* enum view_hint */
	bool able;          /* he can cast it now; else why says why not */
	char why[48];
};
#define VIEW_SPELLS_MAX 52

/* One of three to choose; the command's number is its place among them. */
enum choice_kind { CHOICE_NONE, CHOICE_HEIRLOOM, CHOICE_TALENT };
struct view_choice {
	const char *name, *text;
	const char *path; /* "blade", or "" */
	uint16_t appearance;
};
#define VIEW_CHOICES_MAX 3

/* A talent that he has. */
struct view_talent {
	const char *name, *text, *path;
	uint16_t appearance;
};
#define VIEW_TALENTS_MAX 16

/* What he was asked to do, or chose to: "done" and "failed" ones stay in the list. */
enum quest_state { QUEST_OPEN, QUEST_DONE, QUEST_FAILED };
struct view_quest {
	const char *name, *text;
	/* What its text asks for: "take", "lay" (on an altar), "carry" (out), "slay" or "free", and
	 * the name of what or whom. */
	const char *deed, *about;
	uint8_t state;
};
#define VIEW_QUESTS_MAX 12

struct view_creature {
	uint32_t id; /* the same one has the same as long as the hero is on the level */
	char name[48];
	const char *description; /* what is told when looked at */
	uint16_t appearance;
	int16_t x, y;
	uint8_t health_percent;
	uint8_t speed; /* 100: a step for each of an ordinary hero's */
	char pace[48]; /* that it is fast or slow, as a sentence; "" when it is neither */
	bool asleep, unaware, fleeing;
	bool ally, captive;        /* neither is an enemy; they come after those in the list */
	uint8_t hits_you, you_hit; /* chances in % */
	uint8_t blow_percent;      /* of the health you have now, a typical blow */
	uint8_t kills_in;          /* blows of it, at worst, until you are dead; 0: none of it do */
	uint8_t falls_in;          /* blows of yours, as a rule, until it is */
};

struct message {
	uint32_t serial; /* counts from 1 through the whole run */
	uint32_t turn;
	uint16_t repeats; /* 1 when said once */
	uint8_t role;     /* of the whole, where no byte in the text says otherwise */
	char text[120];
};

#define MESSAGES_KEPT 100
#define PACK_MAX 26
#define GROUND_MAX 26
#define VIEW_CREATURES_MAX 64
#define VIEW_TEXTS_MAX 12
#define VIEW_CELLS_MAX 20000

/* The arrays hold as many entries as the counts say; nothing is written behind them.  The counts
 * come first and the long arrays last, so that the pages of unused entries cost no memory. */
struct view {
	int16_t width, height;
	int16_t hero_x, hero_y;
	size_t message_count, pack_count, ground_count, spell_count, choice_count;
	size_t talent_count, quest_count, creature_count, text_count;
	size_t flight_count;            /* things in the air in sight that somebody else let fly */
	uint16_t step_price[DIR_COUNT]; /* gold that a step would pay */
	const struct message *messages; /* oldest first; they belong to the game until it acts */
	struct view_status status;
	enum choice_kind choice; /* what there is to choose, if anything */
	struct view_choice choices[VIEW_CHOICES_MAX];
	struct view_item pack[PACK_MAX]; /* in order of letters, some of which may be free */
	struct view_item ground[GROUND_MAX];
	/* In sight: enemies, nearest first, then others. */
	struct view_creature creatures[VIEW_CREATURES_MAX];
	struct view_spell spells[VIEW_SPELLS_MAX]; /* by level, then by name */
	struct view_talent talents[VIEW_TALENTS_MAX];
	struct view_quest quests[VIEW_QUESTS_MAX];
	char texts[VIEW_TEXTS_MAX][420];        /* descriptions that items of this view point at */
	struct view_cell cells[VIEW_CELLS_MAX]; /* width x height, row by row */
};

/* Fills the caller's view with all that the player may see.  Its strings belong to the view or to
 * the content.  Whoever copies a view uses view_copy. */
void game_view(const struct game *game, struct view *view);
void view_copy(struct view *to, const struct view *from);

/* One sentence on what is known of a cell: terrain, items, creature.  Returns false for the
 * unknown. */
bool game_describe(const struct game *game, int x, int y, char *text, size_t size);

/* The name of what is known to be at a cell, with its article: a creature, a thing, the ground.
 * Returns false for the unknown. */
bool game_name(const struct game *game, int x, int y, char *name, size_t size);

/* What the thing that is known to lie at a cell costs; 0 when there is none, or it is not for sale.
 */
int game_price(const struct game *game, int x, int y);

/* Whether anything is known of a cell beyond plain walls and floors: a creature, a thing, a door,
 * stairs, a grave. */
bool game_notable(const struct game *game, int x, int y);

/* A look as it would stand in text (symbols of the game), for the lab and for dumps. */
char content_symbol(const struct content *content, uint16_t appearance);

#endif
