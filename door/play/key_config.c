#include "door/play/key_config.h"

#include "vt100/vt100.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct reading {
	struct keymap *map;
	char *help;
	key_config_like *like;
	void *context;
	struct complaint *complaint;
	struct keymap own; /* the bindings of this text, in its order */
	unsigned lines[KEYMAP_KEYS_MAX];
	bool based, begun;
};

static bool __attribute__((format(printf, 2, 3)))
complain(struct reading *reading, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(reading->complaint->sentence, sizeof reading->complaint->sentence, format,
		arguments);
	va_end(arguments);
	return false;
}

/* Cuts off the first word of a line. Returns the rest, without leading blanks. */
static char *cut(char *line)
{
	line += strcspn(line, " \t");
	if (*line)
		*line++ = 0;
	return line + strspn(line, " \t");
}

static bool read_like(struct reading *reading, const char *word)
{
	const struct keymap *base = reading->like(reading->context, word);
	if (reading->begun)
		return complain(
			reading, "\"like\" must be the first line; move it before \"bind\"");
	if (!base)
		return complain(
			reading, "no preset is called \"%.20s\", or it begins with this one", word);
	*reading->map = *base;
	reading->based = reading->begun = true;
	return true;
}

static bool read_bind(struct reading *reading, const char *name, const char *command)
{
	char why[160];
	int key;
	enum action action;
	struct keymap *own = &reading->own;
	reading->begun = true;
	if (!*name || !*command)
		return complain(reading, "a binding is \"bind KEY COMMAND\"");
	if (!keymap_key_by_name(name, &key, why, sizeof why))
		return complain(reading, "cannot bind %.20s: %s", name, why);
	if (!action_by_name(command, &action))
		return complain(reading,
			"no command is called \"%.24s\"; the list of keys in the options has the "
			"names",
			command);
	for (int i = 0; i < own->count; i++)
		if (own->list[i].key == key)
			return complain(reading,
				"%.20s is bound twice, first on line %u; remove one of the two",
				name, reading->lines[i]);
	if (own->count == KEYMAP_KEYS_MAX)
		return complain(reading, "too many bindings; at most %d", KEYMAP_KEYS_MAX);
	reading->lines[own->count] = reading->complaint->line;
	own->list[own->count++] = (struct key_binding){(uint16_t)key, (uint8_t)action};
	return true;
}

static bool read_line(struct reading *reading, char *line)
{
	line += strspn(line, " \t");
	size_t length = strlen(line);
	while (length && strchr(" \t\r", line[length - 1]))
		line[--length] = 0;
	if (!*line || *line == '#')
		return true;
	char *rest = cut(line);
	if (strcmp(line, "help") == 0) {
		if (reading->help)
			snprintf(reading->help, KEY_HELP_MAX, "%s", rest);
		return true;
	}
	bool like = strcmp(line, "like") == 0;
	if (!like && strcmp(line, "bind") != 0)
		return complain(reading,
			"\"%.24s\" is no line of a key configuration; write \"bind KEY COMMAND\"",
			line);
	char *command = cut(rest);
	char *more = cut(command);
	if (*more || (like && *command))
		return complain(reading, "\"%.24s\" is one word too many", like ? command : more);
	return like ? read_like(reading, rest) : read_bind(reading, rest, command);
}

/* The text's own bindings come first, in its order. */
static void put_own(struct reading *reading)
{
	for (int i = reading->own.count - 1; i >= 0; i--)
		keymap_bind(reading->map, reading->own.list[i].key,
			(enum action)reading->own.list[i].action);
}

bool key_config_read(struct keymap *map, char help[KEY_HELP_MAX], const char *origin,
	const char *text, key_config_like *like, void *context, struct complaint *complaint)
{
	struct reading reading = {
		.map = map, .help = help, .like = like, .context = context, .complaint = complaint};
	char line[256];
	memset(map, 0, sizeof *map);
	map->preset = KEYMAP_BARE;
	if (help)
		help[0] = 0;
	snprintf(complaint->origin, sizeof complaint->origin, "%s", origin);
	complaint->line = 0;
	if (strlen(text) > KEY_CONFIG_MAX)
		return complain(&reading, "the text is longer than %d bytes", KEY_CONFIG_MAX);
	while (*text) {
		size_t length = strcspn(text, "\n");
		complaint->line++;
		if (length >= sizeof line)
			return complain(&reading, "the line is longer than %zu characters",
				sizeof line - 1);
		memcpy(line, text, length);
		line[length] = 0;
		if (!read_line(&reading, line))
			return false;
		text += length + (text[length] != 0);
	}
	put_own(&reading);
	return true;
}

void key_config_base(const char *text, char word[16])
{
	word[0] = 0;
	for (; *text; text += strcspn(text, "\n") + (text[strcspn(text, "\n")] != 0)) {
		char read[16];
		if (sscanf(text, " like %15s", read) == 1) {
			memcpy(word, read, sizeof read);
			return;
		}
	}
}
