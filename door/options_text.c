/* The player's options as the account keeps them: "charset=utf8 colours=256 keys=vi bell=on", any
 * part missing. */
#include "session.h"

#include "keymap.h"

#include <stdio.h>
#include <string.h>

static void read_one(struct options *options, const char *key, const char *value)
{
	if (strcmp(key, "charset") == 0) {
		for (int i = 0; i < VT_CHARSET_COUNT; i++)
			if (strcmp(vt_charset_word((enum vt_charset)i), value) == 0) {
				options->charset = (enum vt_charset)i;
				options->charset_chosen = true;
			}
	} else if (strcmp(key, "colours") == 0) {
		for (int i = 0; i < VT_COLOURS_COUNT; i++)
			if (strcmp(vt_colours_word((enum vt_colours)i), value) == 0) {
				options->colours = (enum vt_colours)i;
				options->colours_chosen = true;
			}
	} else if (strcmp(key, "keys") == 0) {
		options->keys = (uint8_t)keymap_preset_by_word(value);
	} else if (strcmp(key, "bell") == 0) {
		options->bell = strcmp(value, "on") == 0;
	}
}

void options_read(struct options *options, const char *text)
{
	char copy[256], *state = NULL;
	snprintf(copy, sizeof copy, "%s", text);
	memset(options, 0, sizeof *options);
	for (char *word = strtok_r(copy, " ", &state); word; word = strtok_r(NULL, " ", &state)) {
		char *value = strchr(word, '=');
		if (!value)
			continue;
		*value++ = 0;
		read_one(options, word, value);
	}
}

void options_write(const struct options *options, char *text, size_t size)
{
	char charset[32] = "", colours[32] = "";
	if (options->charset_chosen)
		snprintf(charset, sizeof charset, "charset=%s ", vt_charset_word(options->charset));
	if (options->colours_chosen)
		snprintf(colours, sizeof colours, "colours=%s ", vt_colours_word(options->colours));
	snprintf(text, size, "%s%skeys=%s bell=%s", charset, colours,
		keymap_preset_word(options->keys), options->bell ? "on" : "off");
}
