#include "door/play/keymap.h"

#include "door/ui/ui.h"
#include "vt100/vt100.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const struct action_row rows[] = {
#define ROW(id, name, group, verb, help) {name, GROUP_##group, verb, help},
	ACTIONS(ROW)
#undef ROW
};
_Static_assert(sizeof rows / sizeof rows[0] == ACTION_COUNT - ACTION_ROWS, "a row for each action");

static const char *const compass_words[DIR_COUNT] = {[DIR_N] = "north",
	[DIR_NE] = "north-east",
	[DIR_E] = "east",
	[DIR_SE] = "south-east",
	[DIR_S] = "south",
	[DIR_SW] = "south-west",
	[DIR_W] = "west",
	[DIR_NW] = "north-west"};

/* ---- Actions ---- */

const struct action_row *action_row(enum action action)
{
	return action >= ACTION_ROWS && action < ACTION_COUNT ? &rows[action - ACTION_ROWS] : NULL;
}

static bool is_move(enum action action)
{
	return action >= ACTION_WALK && action < ACTION_ROWS;
}

void action_name(enum action action, char *text, size_t size)
{
	const struct action_row *row = action_row(action);
	if (is_move(action))
		snprintf(text, size, "%s-%s", action < ACTION_RUN ? "walk" : "run",
			compass_words[(action - ACTION_WALK) % DIR_COUNT]);
	else
		snprintf(text, size, "%s", row ? row->name : "none");
}

bool action_by_name(const char *name, enum action *action)
{
	char text[24];
	for (int i = ACTION_NONE; i < ACTION_COUNT; i++) {
		action_name((enum action)i, text, sizeof text);
		if (strcmp(text, name) == 0) {
			*action = (enum action)i;
			return true;
		}
	}
	return false;
}

/* Words of content that was written before actions had names. */
static const struct {
	const char *word, *name;
} older[] = {{"up", "stairs-up"}, {"down", "stairs-down"}, {"legal", "commands"}};
#define OLDER (sizeof older / sizeof *older)

bool action_by_word(const char *word, enum action *action)
{
	for (size_t i = 0; i < OLDER; i++)
		if (strcmp(older[i].word, word) == 0)
			return action_by_name(older[i].name, action);
	return action_by_name(word, action);
}

static const char *word_of(const struct action_row *row)
{
	for (size_t i = 0; i < OLDER; i++)
		if (strcmp(older[i].name, row->name) == 0)
			return older[i].word;
	return row->name;
}

void action_help(const struct content *content, enum action action, char *text, size_t size)
{
	const struct action_row *row = action_row(action);
	char word[32];
	if (is_move(action)) {
		snprintf(text, size, "%s %s", action < ACTION_RUN ? "walk" : "run",
			compass_words[(action - ACTION_WALK) % DIR_COUNT]);
		return;
	}
	if (row)
		snprintf(word, sizeof word, "key-%s", word_of(row));
	snprintf(text, size, "%s", row ? ui_word(content, word, row->help) : "");
}

/* ---- Bindings ---- */

/* Keys that mean the same in every map. The session itself handles ^R. */
static const struct key_binding fixed[] = {{'?', ACTION_HELP}, {'R' - 64, ACTION_REDRAW}};
#define FIXED (sizeof fixed / sizeof *fixed)

static enum action action_of(const struct keymap *map, int key)
{
	for (size_t i = 0; i < FIXED; i++)
		if (fixed[i].key == key)
			return (enum action)fixed[i].action;
	for (int i = 0; i < map->count; i++)
		if (map->list[i].key == key)
			return (enum action)map->list[i].action;
	return ACTION_NONE;
}

void keymap_bind(struct keymap *map, int key, enum action action)
{
	int kept = 0;
	assert(keymap_key_bindable(key));
	for (int i = 0; i < map->count; i++)
		if (map->list[i].key != key)
			map->list[kept++] = map->list[i];
	map->count = (uint8_t)kept;
	if (action == ACTION_NONE || kept == KEYMAP_KEYS_MAX)
		return;
	memmove(map->list + 1, map->list, (size_t)kept * sizeof *map->list);
	map->list[0] = (struct key_binding){(uint16_t)key, (uint8_t)action};
	map->count++;
}

enum action keymap_action(const struct keymap *map, int key, bool debug)
{
	enum action action = action_of(map, key);
	const struct action_row *row = action_row(action);
	return row && row->group == GROUP_DEBUG && !debug ? ACTION_NONE : action;
}

enum direction keymap_direction(const struct keymap *map, int key)
{
	enum action action = action_of(map, key);
	return is_move(action) ? (enum direction)((action - ACTION_WALK) % DIR_COUNT) : DIR_COUNT;
}

int keymap_nth_key(const struct keymap *map, enum action action, unsigned nth)
{
	for (size_t i = 0; i < FIXED; i++)
		if (fixed[i].action == action && nth-- == 0)
			return fixed[i].key;
	for (int i = 0; i < map->count; i++)
		if (map->list[i].action == action && nth-- == 0)
			return map->list[i].key;
	return VT_KEY_NONE;
}

int keymap_key(const struct keymap *map, enum action action)
{
	return keymap_nth_key(map, action, 0);
}

void keymap_key_text(const struct keymap *map, enum action action, char *text, size_t size)
{
	int key = keymap_key(map, action);
	if (key == VT_KEY_NONE)
		snprintf(text, size, "no key");
	else
		keymap_key_name(key, text, size);
}

void keymap_keys_text(
	const struct keymap *map, enum action action, unsigned most, char *text, size_t size)
{
	int key;
	text[0] = 0;
	for (unsigned i = 0; i < most; i++) {
		char name[KEY_NAME_MAX];
		if ((key = keymap_nth_key(map, action, i)) == VT_KEY_NONE)
			return;
		keymap_key_name(key, name, sizeof name);
		size_t used = strlen(text);
		snprintf(text + used, size - used, "%s%s", i ? " " : "", name);
	}
}

/* The ways to the options: in the game, and through the lobby. */
enum action keymap_missing(const struct keymap *map)
{
	static const uint8_t needed[] = {ACTION_OPTIONS, ACTION_SAVE};
	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
		if (keymap_key(map, (enum action)needed[i]) == VT_KEY_NONE)
			return (enum action)needed[i];
	return ACTION_NONE;
}
