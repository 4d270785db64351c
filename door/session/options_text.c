/* Reads and writes the options as text of the account: "charset=xterm:utf8
 * colours=linux:16,putty:256 ground=light palette=contrast light=plain baud=1200 size=80x25
 * keys=vi bell=tones cursor=on still=on typed=keep narrator=on hints=off pictures=off seen=1
 * watch=hidden livelog=off read=6561a2b0 leave=weapon,armour lines=normal bind=h:walk-west". Any
 * part may be missing. "bind" may be there often, after "keys": the keys that the player changed,
 * the last one first. */
#include "engine/auto/auto.h"
#include "door/session/session.h"

#include "door/play/keymap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KINDS_TEXT_MAX (VT_KINDS_MAX * 28) /* of a name of a kind, and the longest word */

/* Reads class words separated by commas. */
static void read_classes(struct options *options, const char *value)
{
	const char *word;
	for (; *value; value += strcspn(value, ",") + (value[strcspn(value, ",")] == ',')) {
		size_t length = strcspn(value, ",");
		for (unsigned class = 0; (word = auto_class_word(class)) != NULL; class ++)
			if (length && strlen(word) == length && !memcmp(word, value, length))
				options->left_classes |= 1U << class;
	}
}

static void write_classes(const struct options *options, char *text, size_t size)
{
	const char *word;
	size_t used = 0;
	text[0] = 0;
	for (unsigned class = 0; (word = auto_class_word(class)) != NULL; class ++)
		if (options->left_classes & 1U << class && *word && used + 24 < size)
			used += (size_t)snprintf(
				text + used, size - used, "%s%s", used ? "," : " leave=", word);
}

static void read_size(struct options *options, const char *value)
{
	unsigned width = 0, height = 0;
	if (sscanf(value, "%3ux%3u", &width, &height) != 2 || width < VT_WIDTH_PLAYABLE ||
		width > VT_WIDTH_MAX || height < VT_HEIGHT_PLAYABLE || height > VT_HEIGHT_MAX)
		return;
	options->size.width = (uint16_t)width;
	options->size.height = (uint16_t)height;
}

/* Reads words of kinds separated by commas. */
static void read_mouse(struct options *options, char *value)
{
	char *state = NULL;
	const char *word;
	for (char *kind = strtok_r(value, ",", &state); kind; kind = strtok_r(NULL, ",", &state))
		for (unsigned i = 0; (word = option_mouse_word(i)) != NULL; i++)
			if (strcmp(word, kind) == 0)
				options->mouse |= 1U << i;
}

static void write_mouse(const struct options *options, char *text, size_t size)
{
	const char *word;
	size_t used = 0;
	text[0] = 0;
	for (unsigned i = 0; (word = option_mouse_word(i)) != NULL; i++)
		if (options->mouse & 1U << i && used + 24 < size)
			used += (size_t)snprintf(
				text + used, size - used, "%s%s", used ? "," : " mouse=", word);
}

/* ---- Keys ---- */

/* Reads "h:walk-west"; anything else is skipped. */
static void read_binding(struct options *options, char *value)
{
	char why[160], *command = strrchr(value, ':');
	int key;
	enum action action;
	if (!command)
		return;
	*command++ = 0;
	if (keymap_key_by_name(value, &key, why, sizeof why) && action_by_name(command, &action))
		keymap_bind(&options->keys, key, action);
}

/* Adds the changed keys. The last is written first, because each that is read goes to the front.
 * False if they do not fit. */
static bool write_bindings(const struct options *options, char *text, size_t size)
{
	struct key_binding changes[KEYMAP_KEYS_MAX];
	char key[KEY_NAME_MAX], command[24];
	size_t used = strlen(text);
	for (int i = keymap_changes(&options->keys, changes) - 1; i >= 0; i--) {
		keymap_key_name(changes[i].key, key, sizeof key);
		action_name((enum action)changes[i].action, command, sizeof command);
		size_t length = strlen(" bind=:") + strlen(key) + strlen(command);
		if (used + length >= size)
			return false;
		snprintf(text + used, size - used, " bind=%s:%s", key, command);
		used += length;
	}
	return true;
}

/* ---- Characters and colours ---- */

static const char *charset_word(int value)
{
	return vt_charset_word((enum vt_charset)value);
}

static const char *colours_word(int value)
{
	return vt_colours_word((enum vt_colours)value);
}

static const struct option_words charset_words = {"charset", charset_word, VT_CHARSETS_CHOSEN};
static const struct option_words colours_words = {"colours", colours_word, VT_COLOURS_COUNT};

static void read_one(struct options *options, const char *key, char *value)
{
	if (strcmp(key, "charset") == 0) {
		option_kinds_read(&options->charset, &charset_words, value);
	} else if (strcmp(key, "colours") == 0) {
		option_kinds_read(&options->colours, &colours_words, value);
	} else if (strcmp(key, "ground") == 0) {
		options->ground = strcmp(value, "light") == 0 ? VT_GROUND_LIGHT : VT_GROUND_ANY;
	} else if (strcmp(key, "palette") == 0) {
		for (int i = 0; i < VT_PALETTE_COUNT; i++)
			if (strcmp(vt_palette_word((enum vt_palette)i), value) == 0)
				options->palette = (enum vt_palette)i;
	} else if (strcmp(key, "light") == 0) {
		options->light = strcmp(value, "plain") == 0     ? OPTION_LIGHT_PLAIN
				 : strcmp(value, "rich") == 0    ? OPTION_LIGHT_RICH
				 : strcmp(value, "flicker") == 0 ? OPTION_LIGHT_FLICKER
								 : OPTION_LIGHT_AUTO;
	} else if (strcmp(key, "baud") == 0) {
		options->baud = transport_baud(strtoul(value, NULL, 10));
	} else if (strcmp(key, "size") == 0) {
		read_size(options, value);
	} else if (strcmp(key, "mouse") == 0) {
		read_mouse(options, value);
	} else if (strcmp(key, "keys") == 0) {
		options->keys = *keymap_preset(keymap_preset_by_word(value));
	} else if (strcmp(key, "bind") == 0) {
		read_binding(options, value);
	} else if (strcmp(key, "bell") == 0) {
		options->sound = strcmp(value, "on") == 0      ? PLAY_BELL
				 : strcmp(value, "tones") == 0 ? PLAY_TONES
							       : PLAY_SILENT;
	} else if (strcmp(key, "cursor") == 0) {
		options->cursor_shown = strcmp(value, "on") == 0;
	} else if (strcmp(key, "still") == 0) {
		options->still = strcmp(value, "on") == 0;
	} else if (strcmp(key, "typed") == 0) {
		options->keeps_typed = strcmp(value, "keep") == 0;
	} else if (strcmp(key, "narrator") == 0) {
		options->narrator = strcmp(value, "on") == 0;
	} else if (strcmp(key, "watch") == 0) {
		options->spectators = strcmp(value, "counted") == 0  ? OPTION_SPECTATORS_COUNTED
				      : strcmp(value, "hidden") == 0 ? OPTION_SPECTATORS_NONE
								     : OPTION_SPECTATORS_UNCOUNTED;
	} else if (strcmp(key, "livelog") == 0) {
		options->untold = strcmp(value, "off") == 0;
	} else if (strcmp(key, "hints") == 0) {
		options->no_hints = strcmp(value, "off") == 0;
	} else if (strcmp(key, "pictures") == 0) {
		options->no_vignettes = strcmp(value, "off") == 0;
	} else if (strcmp(key, "seen") == 0) {
		options->vignettes_seen = (uint32_t)strtoul(value, NULL, 16);
	} else if (strcmp(key, "given") == 0) {
		options->hints_given = (uint32_t)strtoul(value, NULL, 16);
	} else if (strcmp(key, "read") == 0) {
		options->bulletins_read = (uint32_t)strtoul(value, NULL, 16);
	} else if (strcmp(key, "lines") == 0) {
		options->lines = true;
		for (int i = 0; i < LINE_DETAIL_COUNT; i++)
			if (strcmp(line_detail_word((enum line_detail)i), value) == 0)
				options->detail = (enum line_detail)i;
	} else if (strcmp(key, "take") == 0) {
		options->autopickup = strcmp(value, "walking") == 0;
	} else if (strcmp(key, "leave") == 0) {
		read_classes(options, value);
	}
}

void options_read(struct options *options, const char *text)
{
	char copy[STORE_OPTIONS_MAX], *state = NULL;
	snprintf(copy, sizeof copy, "%s", text);
	memset(options, 0, sizeof *options);
	options->keys = *keymap_preset(0);
	for (char *word = strtok_r(copy, " ", &state); word; word = strtok_r(NULL, " ", &state)) {
		char *value = strchr(word, '=');
		if (!value)
			continue;
		*value++ = 0;
		read_one(options, word, value);
	}
	/* A preset of the host may have lost the way to the options. */
	if (keymap_missing(&options->keys) != ACTION_NONE)
		options->keys = *keymap_preset(
			options->keys.preset == KEYMAP_BARE ? 0 : options->keys.preset);
}

static void write_size(const struct options *options, char *text, size_t size)
{
	text[0] = '\0';
	if (options->size.width)
		snprintf(text, size, "size=%ux%u ", options->size.width, options->size.height);
}

bool options_write(const struct options *options, char *text, size_t size)
{
	/* The keeper reads the word for OPTION_SPECTATORS_NONE. */
	static const char *const watches[] = {[OPTION_SPECTATORS_UNCOUNTED] = "",
		[OPTION_SPECTATORS_COUNTED] = " watch=counted",
		[OPTION_SPECTATORS_NONE] = " watch=hidden"};
	static const char *const lights[] = {[OPTION_LIGHT_AUTO] = "",
		[OPTION_LIGHT_RICH] = "light=rich ",
		[OPTION_LIGHT_PLAIN] = "light=plain ",
		[OPTION_LIGHT_FLICKER] = "light=flicker "};
	static const char *const sounds[] = {
		[PLAY_SILENT] = "off", [PLAY_BELL] = "on", [PLAY_TONES] = "tones"};
	char charset[KINDS_TEXT_MAX], colours[KINDS_TEXT_MAX],
		given[24] = "", read[24] = "", classes[120], mouse[200], seen[40] = "",
		lines[24] = "", baud[24] = "", screen[24], palette[24] = "", eyes[80];
	option_kinds_write(&options->charset, &charset_words, charset, sizeof charset);
	option_kinds_write(&options->colours, &colours_words, colours, sizeof colours);
	write_classes(options, classes, sizeof classes);
	write_mouse(options, mouse, sizeof mouse);
	write_size(options, screen, sizeof screen);
	if (options->palette != VT_PALETTE_USUAL)
		snprintf(palette, sizeof palette, "palette=%s ", vt_palette_word(options->palette));
	if (options->baud)
		snprintf(baud, sizeof baud, "baud=%u ", options->baud);
	if (options->hints_given)
		snprintf(given, sizeof given, " given=%x", (unsigned)options->hints_given);
	snprintf(seen, sizeof seen, options->no_vignettes ? " pictures=off" : "");
	if (options->vignettes_seen)
		snprintf(seen + strlen(seen), sizeof seen - strlen(seen), " seen=%x",
			(unsigned)options->vignettes_seen);
	if (options->bulletins_read)
		snprintf(read, sizeof read, " read=%x", (unsigned)options->bulletins_read);
	/* The keeper reads "livelog=off", too. */
	snprintf(eyes, sizeof eyes, "%s%s%s%s%s", watches[options->spectators],
		options->untold ? " livelog=off" : "", options->still ? " still=on" : "",
		options->keeps_typed ? " typed=keep" : "", options->narrator ? " narrator=on" : "");
	if (options->lines)
		snprintf(lines, sizeof lines, " lines=%s", line_detail_word(options->detail));
	snprintf(text, size, "%s%s%s%s%s%s%skeys=%s bell=%s%s%s%s%s%s%s%s%s%s%s", charset, colours,
		options->ground == VT_GROUND_LIGHT ? "ground=light " : "", palette,
		lights[options->light], baud, screen, keymap_preset_word(options->keys.preset),
		sounds[options->sound], options->cursor_shown ? " cursor=on" : "", eyes,
		options->no_hints ? " hints=off" : "", given, read,
		options->autopickup ? " take=walking" : "", classes, mouse, seen, lines);
	return write_bindings(options, text, size);
}

void options_keep(struct session *session)
{
	char text[sizeof session->account.options];
	if (session->account.guest || session->closed)
		return;
	options_write(&session->options, text, sizeof text);
	enum keeper_verdict verdict = keeper_set_options(session->line, text);
	if (verdict == KEEPER_OK)
		snprintf(session->account.options, sizeof session->account.options, "%s", text);
	else
		session_banner(session, session_verdict(session, verdict));
}
