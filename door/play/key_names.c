/* Names of keys, and the reasons why some keys cannot be bound. */
#include "door/play/keymap.h"

#include "vt100/vt100.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define CTRL(letter) ((letter)-64)
#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Keys that have a byte, but no visible character. */
static const struct {
	const char *name;
	int key;
} words[] = {{"Enter", '\r'}, {"Esc", VT_KEY_ESCAPE}, {"Space", ' '}, {"Tab", '\t'},
	{"Backspace", '\b'}, {"Return", '\r'}, {"Escape", VT_KEY_ESCAPE}};

static const struct {
	const char *label, *word;
} named[] = {
#define ROW(id, word, label) {label, word},
	VT_NAMED_KEYS(ROW)
#undef ROW
};

static const char *named_label(int key)
{
	size_t index = (size_t)(key - VT_KEY_UP);
	return index < COUNT(named) ? named[index].label : "?";
}

void keymap_key_name(int key, char *text, size_t size)
{
	for (size_t i = 0; i < COUNT(words); i++)
		if (words[i].key == key) {
			snprintf(text, size, "%s", words[i].name);
			return;
		}
	if (key == VT_KEY_FOREIGN)
		snprintf(text, size, "This letter");
	else if (key < 32)
		snprintf(text, size, "^%c", key + 64);
	else if (key < 256)
		snprintf(text, size, "%c", key);
	else if (key >= VT_KEY_SHIFT)
		snprintf(text, size, "Shift-%s", named_label(key - VT_KEY_SHIFT));
	else
		snprintf(text, size, "%s", named_label(key));
}

bool keymap_key_bindable(int key)
{
	int plain = key & ~VT_KEY_SHIFT;
	if (key == '?' || key == CTRL('R') || key == VT_KEY_ESCAPE || key == '\n' || key < 1)
		return false;
	return key < 127 || (plain >= VT_KEY_UP && plain < VT_KEY_UP + (int)COUNT(named));
}

static int named_key(const char *name)
{
	for (size_t i = 0; i < COUNT(named); i++)
		if (strcasecmp(named[i].label, name) == 0 || strcasecmp(named[i].word, name) == 0)
			return VT_KEY_UP + (int)i;
	return VT_KEY_NONE;
}

/* Returns the rest of the name behind the prefix, or NULL. */
static const char *after(const char *name, const char *prefix)
{
	size_t length = strlen(prefix);
	return strncasecmp(name, prefix, length) == 0 && name[length] ? name + length : NULL;
}

static bool refuse(char *why, size_t size, const char *sentence)
{
	snprintf(why, size, "%s", sentence);
	return false;
}

static bool control_key(const char *rest, int *key, char *why, size_t size)
{
	char letter = *rest >= 'a' && *rest <= 'z' ? (char)(*rest - 32) : *rest;
	if (rest[1] || letter < '@' || letter > '_')
		return refuse(
			why, size, "terminals send Ctrl with letters only; choose such a key");
	switch (letter) {
	case 'M':
	case 'J':
		return refuse(
			why, size, "terminals send the same for ^M or ^J and Enter; write Enter");
	case 'I':
		return refuse(why, size, "terminals send the same for ^I and Tab; write Tab");
	case 'H':
		return refuse(
			why, size, "terminals send the same for ^H and Backspace; write Backspace");
	case '[':
	case '@':
		return refuse(why, size, "^[ is Esc, and no terminal sends ^@ reliably");
	default:
		*key = CTRL(letter);
		return true;
	}
}

static bool shifted_key(const char *rest, int *key, char *why, size_t size)
{
	if ((*key = named_key(rest)) != VT_KEY_NONE) {
		*key += VT_KEY_SHIFT;
		return true;
	}
	return refuse(why, size,
		rest[1] ? "terminals send that key alike with and without Shift"
			: "write the character that Shift gives: A, not Shift-a");
}

/* Explains a name that is no key's. */
static bool unknown_key(const char *name, char *why, size_t size)
{
	const char *function = after(name, "F");
	if (after(name, "Alt-") || after(name, "Meta-") || after(name, "M-"))
		return refuse(why, size,
			"a terminal sends Alt as Esc and the key, and Esc always leaves; "
			"choose another key");
	if (function && strspn(function, "0123456789") == strlen(function))
		return refuse(why, size, "of the function keys only F1 to F4 are read");
	if (after(name, "Caps") || after(name, "Super") || after(name, "Win") ||
		after(name, "Print") || after(name, "Menu"))
		return refuse(why, size, "a terminal sends nothing for that key");
	if ((unsigned char)*name > 126)
		return refuse(why, size, "characters beyond ASCII are not read");
	snprintf(why, size,
		"no key is called \"%.20s\"; write a character, ^A, Enter, Space, Tab, Up, "
		"Shift-Up, Home, PgUp or F1",
		name);
	return false;
}

bool keymap_key_by_name(const char *name, int *key, char *why, size_t size)
{
	const char *rest = NULL;
	*key = VT_KEY_NONE;
	for (size_t i = 0; i < COUNT(words) && !*key; i++)
		if (strcasecmp(words[i].name, name) == 0)
			*key = words[i].key;
	if (!*key && !name[1] && *name > ' ' && *name < 127)
		*key = (unsigned char)*name;
	else if (!*key && (*key = named_key(name)) == VT_KEY_NONE) {
		bool known = (rest = after(name, "^")) || (rest = after(name, "Ctrl-")) ||
					     (rest = after(name, "C-"))
				     ? control_key(rest, key, why, size)
			     : (rest = after(name, "Shift-")) ? shifted_key(rest, key, why, size)
							      : unknown_key(name, why, size);
		if (!known)
			return false;
	}
	if (keymap_key_bindable(*key))
		return true;
	return refuse(why, size,
		*key == '?'         ? "? is always the help"
		: *key == CTRL('R') ? "^R always draws the screen again"
				    : "Esc always leaves prompts and screens");
}
