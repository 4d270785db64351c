/*
 * The key map: rows of key -> action for each preset. The help comes from the same rows.
 *
 * An action is a walk or a run in a direction, a verb of the engine, or something that a screen
 * does by itself. Journals hold commands, never keys, so any row may change.
 */
#ifndef TRAPDOOR_KEYMAP_H
#define TRAPDOOR_KEYMAP_H

#include "engine/engine.h"

/* id, group in the help, verb (VERB_COUNT: none), help ("": the verb's own). */
/* clang-format off */
#define ACTIONS(ROW) \
	ROW(WAIT, ACT, VERB_WAIT, "wait a turn") \
	ROW(SEARCH, ACT, VERB_SEARCH, "search; five in a row find all within 2") \
	ROW(OPEN, ACT, VERB_OPEN, "open a door") \
	ROW(CLOSE, ACT, VERB_CLOSE, "close a door") \
	ROW(UP, ACT, VERB_UP, "climb stairs; on depth 1, leave") \
	ROW(DOWN, ACT, VERB_DOWN, "go down stairs") \
	ROW(PICK_UP, THINGS, VERB_PICK_UP, "pick up") \
	ROW(INVENTORY, THINGS, VERB_COUNT, "your items: the inventory") \
	ROW(USE, THINGS, VERB_USE, "use an item") \
	ROW(WIELD, THINGS, VERB_WIELD, "wield a weapon") \
	ROW(WEAR, THINGS, VERB_WEAR, "wear armour, or take it off") \
	ROW(QUAFF, THINGS, VERB_QUAFF, "drink something") \
	ROW(READ, THINGS, VERB_READ, "read something aloud") \
	ROW(EAT, THINGS, VERB_EAT, "eat") \
	ROW(THROW, THINGS, VERB_THROW, "throw") \
	ROW(FIRE, THINGS, VERB_FIRE, "shoot with the wielded launcher") \
	ROW(ZAP, THINGS, VERB_ZAP, "zap a wand or a staff") \
	ROW(CAST, THINGS, VERB_CAST, "cast a spell that you know") \
	ROW(DROP, THINGS, VERB_DROP, "drop; 03d: three of a pile") \
	ROW(PREFIX, FAR, VERB_COUNT, "run in the direction that follows") \
	ROW(TRAVEL, FAR, VERB_COUNT, "travel to stairs or to a place") \
	ROW(EXPLORE, FAR, VERB_COUNT, "auto-explore until something happens") \
	ROW(REST, FAR, VERB_COUNT, "rest until well or disturbed") \
	ROW(ATTACK, FAR, VERB_COUNT, "strike the weakest enemy beside you, or go to the nearest") \
	ROW(TIMES, FAR, VERB_COUNT, "so many times: 020s searches 20 turns, 03d drops 3") \
	ROW(AGAIN, FAR, VERB_COUNT, "repeat the last command") \
	ROW(LOOK, KNOW, VERB_COUNT, "look at creatures and places") \
	ROW(LOOK_HERE, KNOW, VERB_COUNT, "look around the level; twice: what is around you") \
	ROW(LEVELS, KNOW, VERB_COUNT, "visited levels and the items there") \
	ROW(MESSAGES, KNOW, VERB_COUNT, "messages again") \
	ROW(CHOOSE, KNOW, VERB_CHOOSE, "choose one of three: a talent, an heirloom") \
	ROW(CHARACTER, KNOW, VERB_COUNT, "your health, skill and score") \
	ROW(DISCOVERIES, KNOW, VERB_COUNT, "discoveries: the kinds that you know") \
	ROW(LEGAL, KNOW, VERB_COUNT, "list every command that works here") \
	ROW(HELP, KNOW, VERB_COUNT, "help") \
	ROW(VERSION, KNOW, VERB_COUNT, "version") \
	ROW(REDRAW, KNOW, VERB_COUNT, "draw the screen again") \
	ROW(SAVE, LEAVE, VERB_COUNT, "save and leave") \
	ROW(QUIT, LEAVE, VERB_QUIT, "end the run for good") \
	ROW(DEBUG_FOV, DEBUG, VERB_DEBUG, "debugging: field of view") \
	ROW(DEBUG_ALL, DEBUG, VERB_DEBUG, "debugging: see everything") \
	ROW(DEBUG_LEVEL, DEBUG, VERB_COUNT, "debugging: the level's data") \
	ROW(DEBUG_SMELL, DEBUG, VERB_DEBUG, "debugging: smell") \
	ROW(DEBUG_STEPS, DEBUG, VERB_COUNT, "debugging: how the level was made")
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
#define ROW(id, group, verb, help) ACTION_##id,
	ACTIONS(ROW)
#undef ROW
		ACTION_COUNT
};

struct action_row {
	enum action_group group;
	enum verb verb;
	const char *help;
};
/* Returns the row of an action from ACTION_ROWS on; NULL for walks and runs. */
const struct action_row *action_row(enum action action);

/* Presets: "vi", "numpad", "laptop". */
unsigned keymap_preset_count(void);
const char *keymap_preset_word(unsigned preset);
const char *keymap_preset_help(unsigned preset);
/* Returns the preset with that word, or 0. */
unsigned keymap_preset_by_word(const char *word);

/* Returns the action of a key, or ACTION_NONE. debug: debugging keys count, too. */
enum action keymap_action(unsigned preset, int key, bool debug);
/* Returns the direction of a key that walks or runs, for prompts; DIR_COUNT if the key has none. */
enum direction keymap_direction(unsigned preset, int key);
/* Returns the first key of the action, or VT_KEY_NONE. */
int keymap_key(unsigned preset, enum action action);
/* Writes the name of a key: "h", "^R", "Enter", "Up". */
void keymap_key_name(int key, char *text, size_t size);
/* Writes the names of the first two keys of an action. */
void keymap_keys_text(unsigned preset, enum action action, char *text, size_t size);

/* Returns the help of an action: the content's word "key-eat" if it has one, else the row's
 * help. */
const char *keymap_action_help(const struct content *content, enum action action);

/* Returns the help of all keys as text for a pager. The caller frees it. */
char *keymap_help(const struct content *content, unsigned preset, bool debug);
/* Writes the compass of the walking keys, five rows. */
void keymap_compass(unsigned preset, char *text, size_t size);

#endif
