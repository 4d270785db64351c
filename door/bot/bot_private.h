/*
 * Shared by the files of the bots: a bot's memory, its distance map, its items and its enemies.
 *
 * Everything here is computed from the senses of one turn and the memory of earlier ones.  A
 * function that gives a command puts it into bot->command and returns true.
 */
#ifndef TRAPDOOR_BOT_PRIVATE_H
#define TRAPDOOR_BOT_PRIVATE_H

#include "door/bot/bot.h"

/* Memory of a cell.  ground, first and distance are computed each turn.  The others last while the
 * bot stays on the level. */
struct bot_cell {
	uint16_t distance;
	uint8_t ground;   /* of enum bot_ground */
	uint8_t first;    /* direction of the first step towards it */
	uint8_t refused;  /* bit 1 << direction for each step from here that was refused */
	uint8_t searched; /* how often, from here */
	uint8_t shut;     /* how often it shut this door */
	uint8_t visits;   /* how often it came here */
	uint8_t worked;   /* how often it worked at what is there */
	bool reached, visited;
	bool thing; /* lies there, perhaps under a creature */
	bool left;  /* not wanted */
	bool altar;
};

#define BOT_FAR UINT16_MAX

enum bot_ground { BOT_OPEN, BOT_STOPS, BOT_DOOR, BOT_HARM };

/* The meaning of an appearance to an experienced player. */
enum bot_matter {
	MATTER_NONE,
	MATTER_WATER, /* to wade in */
	MATTER_GAS,
	MATTER_LEVER,
	MATTER_OBSTACLE, /* gives way to work */
	MATTER_DEADLY
};

/* Enemies that have noticed the bot, or soon will. */
struct bot_danger {
	size_t awake, adjacent;
	int loss; /* expected, in % of the health it has now, when it fights them all to the end */
	const struct view_creature *nearest; /* nearest awake enemy in reach, or NULL */
	const struct view_creature *sleeper; /* nearest enemy that is unaware of the bot */
};

struct bot_row;

/* A bot's knowledge of each appearance. */
struct bot_looks {
	size_t count;
	char *symbols;       /* as on the screen */
	uint8_t *grounds;    /* of enum bot_ground */
	uint8_t *matters;    /* of enum bot_matter */
	uint8_t *blow_share; /* % of a creature's health that a blow took; 0 unknown */
};

/* State at the last choice. */
struct bot_last {
	int depth, health, x, y;
};

/* The creature that the bot struck last. */
struct bot_struck {
	int x, y, percent;
	uint16_t appearance;
};

struct bot {
	const struct bot_row *row;
	const struct bot_senses *senses;
	const struct view *view; /* of the senses */
	struct command command;
	uint64_t whims;
	const struct content *content; /* only for its texts, to read names */
	struct bot_looks appearances;
	struct bot_cell *cells;
	uint16_t *reached; /* cells in order of distance */
	size_t cell_count, reached_count;
	struct bot_last last;
	enum bot_purpose purpose;
	int home;         /* depth from which it goes home; 0: from the goal's, with the goal */
	uint32_t arrived; /* turn */
	int restless;     /* turns for which it ignores all but adjacent cells */
	int courage;      /* how often it grew restless on this level */
	int searches;     /* turns spent searching on this level */
	bool braves;      /* the only way left leads through harm */
	/* After a refusal the bot leaves an item, or a spell of the list, alone until this turn. */
	uint32_t sulks[CARRIED_MAX], sulks_at[VIEW_SPELLS_MAX];
	int refusals; /* in a row */
	int arming;   /* how often it changed gear without anything else in between */
	int patience; /* turns that it stood waiting for someone to come */
	struct bot_struck struck;
	struct bot_danger danger;
};

/* ---- Looks (bot_looks.c) ---- */

enum bot_matter bot_matter_of(const struct appearance *appearance);
/* Returns MATTER_NONE for an occupied cell, and outside the map. */
enum bot_matter bot_matter_at(const struct bot *bot, int x, int y);
bool bot_is_deadly(const struct bot *bot, int x, int y);
/* Notes whether a cell has an altar. */
void bot_altar_look(struct bot *bot, int x, int y);

/* ---- Commands, and rules that several share (bot_deeds.c) ---- */

/* A number below bound, from the bot's whims. */
int bot_below(struct bot *bot, int bound);

static inline bool bot_may(const struct bot *bot, enum verb verb)
{
	return bot->senses->legal & 1u << verb;
}

/* True if a text of the view contains a text of the content, with any number in it: "name-rests"
 * matches "a charm (rests 30)". */
bool bot_is_told(const struct bot *bot, const char *text, const char *word);

/* The carried items by index: those of the pack, then those of the pouch. */
size_t bot_item_count(const struct bot *bot);
const struct view_item *bot_item(const struct bot *bot, size_t index);

/* Each sets the command that the bot gives, and returns true. */
bool bot_does(struct bot *bot, enum verb verb);
bool bot_uses(struct bot *bot, enum verb verb, int item);
/* Waits instead if the step leads into harm. */
bool bot_steps(struct bot *bot, int direction);
/* Throws or shoots an item at a cell. */
bool bot_lets_fly(struct bot *bot, enum verb verb, int item, int x, int y);

/* Stores the purpose of a choice if `chosen`.  Returns `chosen`. */
bool bot_means(struct bot *bot, enum bot_purpose purpose, bool chosen);

int bot_health_percent(const struct bot *bot);

/* Applies the rules in order until one gives a command. */
typedef bool bot_rule(struct bot *bot);
bool bot_follow_rules(struct bot *bot, bot_rule *const rules[], size_t count);

/* Rules that several share. */
bool bot_wanders(struct bot *bot);
bool bot_takes(struct bot *bot);

/* ---- How deep, and home (bot_home.c) ---- */

/* True if the bot is on its way home, and true if it would take stairs down. */
bool bot_has_turned(const struct bot *bot);
bool bot_goes_deeper(const struct bot *bot);
/* With the goal; and without it, when there is time for that. */
bool bot_goes_home(struct bot *bot);
bool bot_goes_home_without(struct bot *bot);

/* ---- Quests (bot_errands.c) ---- */

/* Whether an open quest asks to have it laid down or carried out. */
bool bot_is_asked_for(const struct bot *bot, const struct view_item *item);
bool bot_runs_errands(struct bot *bot);

/* ---- Ways (bot_ways.c) ---- */

/* The bot's reading of a map symbol. */
enum bot_ground bot_ground_of(char symbol);

/* Updates the memory from the senses: a new level, cells walked on, refused steps, distances. */
void bot_ways_look(struct bot *bot);

char bot_symbol(const struct bot *bot, int x, int y);
static inline struct bot_cell *bot_cell(const struct bot *bot, int x, int y)
{
	return &bot->cells[y * bot->view->width + x];
}

/* Steps to a cell by known ways; BOT_FAR if there are none.  A creature can be reached, but not
 * passed. */
int bot_distance(const struct bot *bot, int x, int y);
bool bot_walks(struct bot *bot, int x, int y);

/* Finds the nearest wanted cell other than the bot's own.  Returns false if there is none. */
typedef bool bot_wants(const struct bot *bot, int x, int y);
bool bot_nearest(const struct bot *bot, bot_wants *wanted, int *x, int *y);
bool bot_walks_to(struct bot *bot, bot_wants *wanted);

/* The number of the eight steps from a cell that are possible, as far as is known. */
int bot_ways_on(const struct bot *bot, int x, int y);

bot_wants bot_wants_new, bot_wants_item, bot_wants_up, bot_wants_down;

/* Searches where a hidden door is likeliest. */
bool bot_searches(struct bot *bot);

/* ---- Things (bot_pack.c) ---- */

/* Uses an item or a spell with the hint: drinks, reads, zaps, throws or casts it, aimed at the
 * creature. */
bool bot_turns_to(struct bot *bot, enum view_hint hint, const struct view_creature *at);

bool bot_eats(struct bot *bot);
/* Drops an inferior item when the pack is nearly full. */
bool bot_sheds(struct bot *bot);
bool bot_arms(struct bot *bot);

/* Called after a refusal: leaves the item of the last command alone for a while. */
void bot_is_stuck(struct bot *bot);
/* Tries unknown items. */
bool bot_tries(struct bot *bot);
/* Tries unknown aimed items on a creature. */
bool bot_tries_on(struct bot *bot, const struct view_creature *at);
/* Chooses an heirloom at birth or a talent at a new level. */
bool bot_chooses(struct bot *bot);
bool bot_lights(struct bot *bot);

/* Shoots at the creature, if it can and should. */
bool bot_shoots(struct bot *bot, const struct view_creature *at);

/* ---- Tools and launchers (bot_tools.c) ---- */

/* Tries a tool on an adjacent obstacle. */
bool bot_tinkers(struct bot *bot);
/* Wields a launcher against a creature that is far enough away. */
bool bot_draws(struct bot *bot, const struct view_creature *at);

/* ---- Ground and air (bot_ground.c) ---- */

/* Leaves gas, fire and deep water. */
bool bot_leaves_harm(struct bot *bot);
bool bot_frees(struct bot *bot);
/* Pulls, pushes and digs when no other way leads on. */
bool bot_works(struct bot *bot);

/* ---- Danger (bot_danger.c) ---- */

void bot_danger_look(struct bot *bot);
int bot_apart(int x, int y, int other_x, int other_y);
bool bot_strikes(struct bot *bot, const struct view_creature *creature);

#define BOT_ROW(name, about) bool bot_##name##_chooses(struct bot *bot);
BOTS(BOT_ROW)
#undef BOT_ROW

#endif
