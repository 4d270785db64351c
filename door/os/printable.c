#include "door/os/printable.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void clean(char *text, char kept)
{
	for (; *text; text++)
		if (((unsigned char)*text < ' ' || (unsigned char)*text > '~') && *text != kept)
			*text = '?';
}

void text_clean(char *text)
{
	clean(text, '\0');
}

void text_clean_lines(char *text)
{
	clean(text, '\n');
}

void print_line(const char *format, ...)
{
	va_list arguments;
	char *line;

	va_start(arguments, format);
	if (vasprintf(&line, format, arguments) < 0)
		abort();
	va_end(arguments);
	text_clean(line);
	puts(line);
	free(line);
}

void print_lines(char *text)
{
	text_clean_lines(text);
	fputs(text, stdout);
}

void print_lines_from(int pipe)
{
	char text[4096 + 1];
	ssize_t got;

	while ((got = read(pipe, text, sizeof text - 1)) > 0 || (got < 0 && errno == EINTR)) {
		for (ssize_t i = 0; i < got; i++)
			if (text[i] == '\0')
				text[i] = '?';
		text[got > 0 ? got : 0] = '\0';
		print_lines(text);
	}
}
