/* Adds rows to a dump. */
#include "door/play/dump_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ROOM_FOR_END 200

/* Reduces the text to printable ASCII, so that it can be pasted anywhere. */
static void plain(char *text)
{
	char *to = text;
	for (const char *at = text; *at; at++) {
		unsigned char c = (unsigned char)*at;
		if (c >= COLOUR_ROLE_BYTE && c <= COLOUR_ROLE_BYTE_END)
			continue;
		*to++ = (char)(c == '\n' || c == '\t' ? ' ' : c < 32 || c > 126 ? '?' : c);
	}
	*to = 0;
}

bool dump_has_room(const struct dump *dump)
{
	return dump->text.size + ROOM_FOR_END + (size_t)dump->width < DUMP_MAX;
}

struct dump_rows {
	struct dump *dump;
	const char *label;
	int indent;
};

static void dump_line(void *context, const char *text, size_t length)
{
	struct dump_rows *rows = context;
	(void)length;
	if (dump_has_room(rows->dump))
		ui_add(&rows->dump->text, "%-*s%s\n", rows->indent, rows->label, text);
	rows->label = "";
}

void dump_row(struct dump *dump, const char *label, const char *format, ...)
{
	char text[DUMP_NAMES_ROOM + 100];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	plain(text);
	if (text[0] >= 'a' && text[0] <= 'z')
		text[0] = (char)(text[0] - 'a' + 'A');
	struct dump_rows rows = {dump, label, (int)strlen(label)};
	vt_wrap(text, dump->width - rows.indent, dump_line, &rows);
}

void dump_title(struct dump *dump, const char *title)
{
	if (dump_has_room(dump))
		ui_add(&dump->text, "\n%s\n", title);
}
