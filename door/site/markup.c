#include "door/site/markup.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void markup_bytes(struct markup *markup, const void *bytes, size_t size)
{
	if (size == 0)
		return;
	if (markup->size + size > markup->room) {
		markup->room = 2 * (markup->size + size) + 1024;
		markup->bytes = realloc(markup->bytes, markup->room);
		if (!markup->bytes)
			abort();
	}
	memcpy(markup->bytes + markup->size, bytes, size);
	markup->size += size;
}

static void add_text(struct markup *markup, const char *text)
{
	markup_bytes(markup, text, strlen(text));
}

static bool is_printable(char byte)
{
	return byte >= ' ' && byte <= '~';
}

static void add_escaped(struct markup *markup, const char *text, bool lines)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			add_text(markup, "&amp;");
			break;
		case '<':
			add_text(markup, "&lt;");
			break;
		case '>':
			add_text(markup, "&gt;");
			break;
		case '"':
			add_text(markup, "&quot;");
			break;
		case '\'':
			add_text(markup, "&#39;");
			break;
		default:
			if (is_printable(*text) || (lines && *text == '\n'))
				markup_bytes(markup, text, 1);
			else
				add_text(markup, "?");
		}
	}
}

void markup_lines(struct markup *markup, const char *text)
{
	add_escaped(markup, text, true);
}

void markup_plain(struct markup *markup, const char *text)
{
	for (; *text; text++)
		markup_bytes(markup, is_printable(*text) ? text : "?", 1);
}

static void add_number(struct markup *markup, long long number)
{
	char digits[24];

	snprintf(digits, sizeof digits, "%lld", number);
	add_text(markup, digits);
}

void markup_add(struct markup *markup, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	while (*format) {
		size_t plain = strcspn(format, "%");

		markup_bytes(markup, format, plain);
		format += plain;
		if (!*format)
			break;
		format++;
		if (*format == 's')
			add_escaped(markup, va_arg(arguments, const char *), false);
		else if (*format == 'd')
			add_number(markup, va_arg(arguments, int));
		else if (*format == 'u')
			add_number(markup, va_arg(arguments, unsigned));
		else if (strncmp(format, "lld", 3) == 0)
			add_number(markup, va_arg(arguments, long long));
		else
			markup_bytes(markup, "%", 1);
		assert(strchr("sdu%", *format) || strncmp(format, "lld", 3) == 0);
		format += *format == 'l' ? 3 : 1;
	}
	va_end(arguments);
}

void markup_clear(struct markup *markup)
{
	markup->size = 0;
}

void markup_free(struct markup *markup)
{
	free(markup->bytes);
	*markup = (struct markup){0};
}
