/*
 * Key maps: which key gives which action. Help, hints and the manual follow from the same rows.
 *
 * An action is a walk or a run in a direction, a verb of the engine, or something that a screen
 * does by itself. Journals hold commands, never keys, so any map may change. A map comes from a
 * key configuration (door/play/key_config.h): a preset of etc/keys or of the host, and the
 * player's changes. Three keys have their meaning in every map: Esc, "?" for the help, and ^R,
 * which draws the screen again.
 */
#ifndef TRAPDOOR_KEYMAP_H
#define TRAPDOOR_KEYMAP_H

#include "engine/engine.h"

/* id, name in key configurations, group in the help, verb (VERB_COUNT: none), help. The names are
 * stable: accounts and files of hosts hold them. */
/* clang-format off */
#define ACTIONS(ROW) \
	ROW(WAIT, "wait", ACT, VERB_WAIT, "wait a turn") \
	ROW(SEARCH, "search", ACT, VERB_SEARCH, "search; five in a row find all within 2") \
	ROW(OPEN, "open", ACT, VERB_OPEN, "open a door") \
	ROW(CLOSE, "close", ACT, VERB_CLOSE, "close a door") \
	ROW(TALK, "talk", ACT, VERB_TALK, "talk to a creature beside you") \
	ROW(UP, "stairs-up", ACT, VERB_UP, "climb stairs; on depth 1, leave") \
	ROW(DOWN, "stairs-down", ACT, VERB_DOWN, "go down stairs") \
	ROW(PICK_UP, "pick-up", THINGS, VERB_PICK_UP, "pick up") \
	ROW(INVENTORY, "inventory", THINGS, VERB_COUNT, "your items: the inventory") \
	ROW(USE, "use", THINGS, VERB_USE, "use an item") \
	ROW(WIELD, "wield", THINGS, VERB_WIELD, "wield a weapon") \
	ROW(WEAR, "wear", THINGS, VERB_WEAR, "put on or take off") \
	ROW(QUAFF, "quaff", THINGS, VERB_QUAFF, "drink something") \
	ROW(READ, "read", THINGS, VERB_READ, "read something aloud") \
	ROW(EAT, "eat", THINGS, VERB_EAT, "eat") \
	ROW(THROW, "throw", THINGS, VERB_THROW, "throw") \
	ROW(FIRE, "fire", THINGS, VERB_FIRE, "shoot with the wielded launcher") \
	ROW(ZAP, "zap", THINGS, VERB_ZAP, "zap a wand or a staff") \
	ROW(CAST, "cast", THINGS, VERB_CAST, "cast a spell that you know") \
	ROW(DROP, "drop", THINGS, VERB_DROP, "drop; 03d: three of a pile") \
	ROW(PREFIX, "run", FAR, VERB_COUNT, "run in the direction that follows") \
	ROW(TRAVEL, "travel", FAR, VERB_COUNT, "travel to stairs or to a place") \
	ROW(EXPLORE, "explore", FAR, VERB_COUNT, "auto-explore until something happens") \
	ROW(REST, "rest", FAR, VERB_COUNT, "rest until well or disturbed") \
	ROW(ATTACK, "attack", FAR, VERB_COUNT, "strike the weakest enemy beside you, or go to the nearest") \
	ROW(TIMES, "count", FAR, VERB_COUNT, "so many times: 020s searches 20 turns, 03d drops 3") \
	ROW(AGAIN, "repeat", FAR, VERB_COUNT, "repeat the last command") \
	ROW(LOOK, "look", KNOW, VERB_COUNT, "look at creatures and places") \
	ROW(LOOK_HERE, "look-around", KNOW, VERB_COUNT, "look around the level; twice: what is around you") \
	ROW(LEVELS, "levels", KNOW, VERB_COUNT, "visited levels and the items there") \
	ROW(MESSAGES, "messages", KNOW, VERB_COUNT, "messages again") \
	ROW(CHOOSE, "choose", KNOW, VERB_CHOOSE, "choose one of three: a talent, an heirloom") \
	ROW(CHARACTER, "character", KNOW, VERB_COUNT, "your health, skill and score") \
	ROW(DISCOVERIES, "discoveries", KNOW, VERB_COUNT, "discoveries: the kinds that you know") \
	ROW(LEGAL, "commands", KNOW, VERB_COUNT, "list every command that works here") \
	ROW(HELP, "help", KNOW, VERB_COUNT, "help") \
	ROW(VERSION, "version", KNOW, VERB_COUNT, "version") \
	ROW(REDRAW, "redraw", KNOW, VERB_COUNT, "draw the screen again") \
	ROW(SAVE, "save", LEAVE, VERB_COUNT, "save and leave") \
	ROW(QUIT, "quit", LEAVE, VERB_QUIT, "end the run for good") \
	ROW(OPTIONS, "options", LEAVE, VERB_COUNT, "options: keys, colours and more; Esc comes back") \
	ROW(DEBUG_FOV, "debug-fov", DEBUG, VERB_DEBUG, "debugging: field of view") \
	ROW(DEBUG_ALL, "debug-all", DEBUG, VERB_DEBUG, "debugging: see everything") \
	ROW(DEBUG_LEVEL, "debug-level", DEBUG, VERB_COUNT, "debugging: the level's data") \
	ROW(DEBUG_SMELL, "debug-smell", DEBUG, VERB_DEBUG, "debugging: smell") \
	ROW(DEBUG_STEPS, "debug-steps", DEBUG, VERB_COUNT, "debugging: how the level was made")
/* clang-format on */

enum action_group {
	GROUP_ACT,
	GROUP_THINGS,
	GROUP_FAR,
	GROUP_KNOW,
	GROUP_LEAVE,
	GROUP_DEBUG,
	GROUP_COUNT
};

/* ACTION_WALK and ACTION_RUN are eight actions each, one for each direction. */
enum action {
	ACTION_NONE,
	ACTION_WALK,
	ACTION_RUN = ACTION_WALK + DIR_COUNT,
	ACTION_ROWS = ACTION_RUN + DIR_COUNT,
	ACTION_BEFORE_ROWS = ACTION_ROWS - 1,
#define ROW(id, name, group, verb, help) ACTION_##id,
	ACTIONS(ROW)
#undef ROW
		ACTION_COUNT
};

struct action_row {
	const char *name;
	enum action_group group;
	enum verb verb;
	const char *help;
};
/* Returns the row of an action from ACTION_ROWS on; NULL for walks and runs. */
const struct action_row *action_row(enum action action);
/* Writes the name of any action: "pick-up", "walk-north-west"; "none" for ACTION_NONE. */
void action_name(enum action action, char *text, size_t size);
/* False if no action has the name. */
bool action_by_name(const char *name, enum action *action);
/* The same, and for the words by which content has always spoken of some: {key up}, key-up. */
bool action_by_word(const char *word, enum action *action);
/* Writes the help of any action: the content's word "key-NAME" if it has one, else the row's. */
void action_help(const struct content *content, enum action action, char *text, size_t size);

struct key_binding {
	uint16_t key;
	uint8_t action;
};

/* Every key that can be bound, once: 95 characters, 26 control keys, named keys with and without
 * Shift. */
#define KEYMAP_KEYS_MAX 160

/* Bindings in the order in which help names the keys of an action. No key has two. */
struct keymap {
	uint8_t preset; /* the preset that it changes, or KEYMAP_BARE */
	uint8_t count;
	struct key_binding list[KEYMAP_KEYS_MAX];
};

/* Gives the key to the action, first in order, and takes it from its action before; ACTION_NONE
 * only takes it. The key must be one that can be bound (keymap_key_bindable). */
void keymap_bind(struct keymap *map, int key, enum action action);
/* Returns the action of a key, or ACTION_NONE. debug: debugging keys count, too. */
enum action keymap_action(const struct keymap *map, int key, bool debug);
/* Returns the direction of a key that walks or runs, for prompts; DIR_COUNT if the key has none. */
enum direction keymap_direction(const struct keymap *map, int key);
/* Returns the key of the action after `nth` others, or VT_KEY_NONE. */
int keymap_nth_key(const struct keymap *map, enum action action, unsigned nth);
/* Returns the first key of the action, or VT_KEY_NONE. */
int keymap_key(const struct keymap *map, enum action action);
/* Writes the name of the action's first key; "no key" without one. */
void keymap_key_text(const struct keymap *map, enum action action, char *text, size_t size);
/* Writes the names of the first `most` keys of an action; "" without any. */
void keymap_keys_text(
	const struct keymap *map, enum action action, unsigned most, char *text, size_t size);
/* Finds an action that every player needs and that has no key. Returns it, or ACTION_NONE. */
enum action keymap_missing(const struct keymap *map);

/* ---- key_texts.c: help about keys ---- */

/* Returns the help of all keys as text for a pager. The caller frees it. */
char *keymap_help(const struct content *content, const struct keymap *map, bool debug);
/* Writes the compass of the walking keys, five rows; or each walk with its keys if one
 * has no single character. */
void keymap_compass(const struct keymap *map, char *text, size_t size);
/* Writes the key of the action with that name, or of all walks for "walk". False if the name is
 * unknown. */
bool keymap_named_keys(
	const struct keymap *map, const char *name, size_t length, char *text, size_t size);
/* Adds a page in which "{key NAME}" stands for the first key of an action. */
struct ui_text;
void keymap_add_page(struct ui_text *text, const struct keymap *map, const char *page);

/* ---- key_names.c: names of keys ---- */

#define KEY_NAME_MAX 16
/* Writes the name of a key: "h", "^R", "Enter", "Up", "Shift-Up". */
void keymap_key_name(int key, char *text, size_t size);
/* Reads such a name, or the words of vt100.h. False with a sentence that explains why no terminal
 * sends that key, or why it cannot be bound. */
bool keymap_key_by_name(const char *name, int *key, char *why, size_t size);
/* True if a player may bind the key. */
bool keymap_key_bindable(int key);

/* ---- key_presets.c: the presets ---- */

#define KEY_PRESETS_MAX 16
#define KEY_HELP_MAX 96
struct key_preset {
	char word[16], help[KEY_HELP_MAX];
	struct keymap map;
};

/* The presets of a process; the first is "vi". No pointers, so it may be sent as bytes. */
struct key_presets {
	unsigned count;
	struct key_preset list[KEY_PRESETS_MAX];
};

/* A file with a preset: its text ends with a zero byte. */
struct key_file {
	const char *name; /* "vi.txt" */
	const char *text;
};
/* Reads the built-in presets, and the host's files, which replace those of the same name. False
 * with a complaint, which names the file and the line. */
bool key_presets_read(struct key_presets *presets, const struct key_file *files, size_t count,
	struct complaint *complaint);
/* Makes them the presets of this process, by copying. Without it the built-in ones are used. */
void key_presets_use(const struct key_presets *presets);

unsigned keymap_preset_count(void);
/* The number of a preset without any key, "none", which is not counted. */
#define KEYMAP_BARE 255
/* Any other number selects a preset; beyond the last it is the first. */
const struct keymap *keymap_preset(unsigned preset);
const char *keymap_preset_word(unsigned preset);
const char *keymap_preset_help(unsigned preset);
/* Returns the preset with that word, or 0. */
unsigned keymap_preset_by_word(const char *word);
/* Writes the bindings in which a map differs from its preset, in order; ACTION_NONE for a key that
 * does nothing any more. Returns how many. */
int keymap_changes(const struct keymap *map, struct key_binding changes[KEYMAP_KEYS_MAX]);

#endif
