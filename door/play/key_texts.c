/* Help about keys, and texts that name keys. */
#include "door/play/keymap.h"

#include "door/ui/ui.h"
#include "vt100/vt100.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum action walk_of(enum direction direction)
{
	return (enum action)(ACTION_WALK + direction);
}

/* Returns the first key of the walk that is a single character, or 0. */
static char walk_letter(const struct keymap *map, enum direction direction)
{
	int key;
	for (unsigned i = 0; (key = keymap_nth_key(map, walk_of(direction), i)) != VT_KEY_NONE; i++)
		if (key > ' ' && key < 127)
			return (char)key;
	return 0;
}

void keymap_compass(const struct keymap *map, char *text, size_t size)
{
	char letter[DIR_COUNT], keys[40], help[32];
	size_t used = 0;
	bool all = true;
	for (int i = 0; i < DIR_COUNT; i++)
		all &= (letter[i] = walk_letter(map, (enum direction)i)) != 0;
	if (all) {
		snprintf(text, size,
			"    " UI_BRIGHT "%c  %c  %c" UI_END "\n     \\ | /\n    " UI_BRIGHT
			"%c" UI_END "--@--" UI_BRIGHT "%c" UI_END "\n     / | \\\n    " UI_BRIGHT
			"%c  %c  %c" UI_END "\n",
			letter[DIR_NW], letter[DIR_N], letter[DIR_NE], letter[DIR_W], letter[DIR_E],
			letter[DIR_SW], letter[DIR_S], letter[DIR_SE]);
		return;
	}
	text[0] = 0;
	for (int i = 0; i < DIR_COUNT && used < size; i++) {
		keymap_keys_text(map, walk_of((enum direction)i), 2, keys, sizeof keys);
		action_help(NULL, walk_of((enum direction)i), help, sizeof help);
		used += (size_t)snprintf(text + used, size - used,
			"  " UI_BRIGHT "%-11s" UI_END " \t%s\n", *keys ? keys : "no key", help);
	}
}

/* Lists the keys that the player has changed. */
static void add_own_keys(
	struct ui_text *help, const struct content *content, const struct keymap *map)
{
	struct key_binding own[KEYMAP_KEYS_MAX];
	int count = keymap_changes(map, own);
	char name[KEY_NAME_MAX], text[200];
	for (int i = 0; i < count; i++) {
		if (i == 0)
			ui_add(help, "\n" UI_LAMP "Your own keys" UI_END "\n");
		keymap_key_name(own[i].key, name, sizeof name);
		action_help(content, (enum action)own[i].action, text, sizeof text);
		ui_add(help, "  " UI_BRIGHT "%-8s" UI_END " \t%s\n", name,
			own[i].action == ACTION_NONE ? "nothing" : text);
	}
}

char *keymap_help(const struct content *content, const struct keymap *map, bool debug)
{
	static const char *const titles[GROUP_COUNT] = {
		"Doing", "Things", "Going far", "Knowing", "Leaving", "Debugging"};
	struct ui_text help = {0};
	char keys[40];
	char compass[400], text[200];
	keymap_compass(map, compass, sizeof compass);
	ui_add(&help, UI_LAMP "Walking" UI_END "\n%s\n%s.\nWalk into a creature to strike it.\n",
		compass, keymap_preset_help(map->preset));
	add_own_keys(&help, content, map);
	for (int group = 0; group < GROUP_COUNT - !debug; group++) {
		ui_add(&help, "\n" UI_LAMP "%s" UI_END "\n", titles[group]);
		for (int action = ACTION_ROWS; action < ACTION_COUNT; action++) {
			if ((int)action_row(action)->group != group)
				continue;
			keymap_keys_text(map, (enum action)action, 2, keys, sizeof keys);
			action_help(content, (enum action)action, text, sizeof text);
			ui_add(&help, "  " UI_BRIGHT "%-8s" UI_END " \t%s\n",
				*keys ? keys : "no key", text);
		}
	}
	return help.text;
}

/* ---- Keys in braces ---- */

/* Writes the keys of the eight directions that are letters, in reading order: "hjkl (slantwise
 * yubn)". */
static void walk_keys(const struct keymap *map, char *text, size_t size)
{
	static const uint8_t order[] = {DIR_W, DIR_S, DIR_N, DIR_E, DIR_NW, DIR_NE, DIR_SW, DIR_SE};
	char straight[5] = "", slant[5] = "";
	bool digits = true;
	for (int i = 0; i < DIR_COUNT; i++) {
		char letter = walk_letter(map, order[i]), *to = i < 4 ? straight : slant;
		digits &= letter >= '0' && letter <= '9';
		to[strlen(to)] = letter;
	}
	if (digits)
		snprintf(text, size, "the keypad");
	else if (*straight && *slant)
		snprintf(text, size, "%s (slantwise %s)", straight, slant);
	else if (*straight || *slant)
		snprintf(text, size, *slant ? "%s%s (slantwise)" : "%s%s", straight, slant);
	else
		snprintf(text, size, "your walking keys");
}

bool keymap_named_keys(
	const struct keymap *map, const char *name, size_t length, char *text, size_t size)
{
	char word[24];
	enum action action;
	if (length >= sizeof word)
		return false;
	snprintf(word, sizeof word, "%.*s", (int)length, name);
	if (strcmp(word, "walk") == 0) {
		walk_keys(map, text, size);
		return true;
	}
	if (!action_by_word(word, &action) || action == ACTION_NONE)
		return false;
	keymap_key_text(map, action, text, size);
	return true;
}

void keymap_add_page(struct ui_text *text, const struct keymap *map, const char *page)
{
	static const char begin[] = "{key ";
	const size_t skip = sizeof begin - 1;
	for (const char *at; (at = strstr(page, begin)) != NULL;) {
		char keys[40];
		size_t length = strcspn(at, "}");
		bool named = at[length] &&
			     keymap_named_keys(map, at + skip, length - skip, keys, sizeof keys);
		ui_add(text, "%.*s", (int)(at - page), page);
		if (named)
			ui_add(text, UI_BRIGHT "%s" UI_END, keys);
		else
			ui_add(text, "%.*s", (int)length, at);
		page = at + length + (named ? 1 : 0);
	}
	ui_add(text, "%s", page);
}
