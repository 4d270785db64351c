#include "door/os/arguments.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void options_complain(const char *format, ...)
{
	char sentence[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(sentence, sizeof sentence, format, arguments);
	va_end(arguments);
	for (char *c = sentence; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 127)
			*c = '?';
	fprintf(stderr, "trapdoor: %s\n", sentence);
}

void options_help(const struct option_table *table)
{
	printf("usage: trapdoor %s\n\n%s\n", table->synopsis, table->about);
	if (table->count)
		printf("\n");
	for (size_t i = 0; i < table->count; i++) {
		const struct option_row *row = &table->rows[i];
		char spelling[64];
		snprintf(spelling, sizeof spelling, "--%s%s%s", row->name, row->value ? " " : "",
			row->value ? row->value : "");
		printf("  %-24s %s\n", spelling, row->help);
	}
}

static const struct option_row *option_find(
	const struct option_table *table, const char *name, size_t length)
{
	for (size_t i = 0; i < table->count; i++)
		if (strlen(table->rows[i].name) == length &&
			strncmp(table->rows[i].name, name, length) == 0)
			return &table->rows[i];
	return NULL;
}

static bool option_store(const struct option_row *row, const char *value)
{
	if (row->text) {
		*row->text = value;
		return true;
	}
	assert(row->number);
	char *end;
	errno = 0;
	long number = strtol(value, &end, 10);
	if (errno || end == value || *end || number < 0 || number > INT_MAX) {
		options_complain("--%s wants a whole number, not \"%s\"", row->name, value);
		return false;
	}
	*row->number = (int)number;
	return true;
}

/* Takes the option at argv[*at], and its value from the next word when it has no `=`. */
static bool option_take(int argc, char **argv, const struct option_table *table, int *at)
{
	const char *name = argv[*at] + 2;
	size_t length = strcspn(name, "=");
	const char *value = name[length] == '=' ? name + length + 1 : NULL;
	const struct option_row *row = option_find(table, name, length);
	if (!row) {
		options_complain("there is no option --%.*s; \"trapdoor %s --help\" lists them",
			(int)length, name, argv[0]);
		return false;
	}
	if (row->flag) {
		if (value) {
			options_complain("--%s takes no value", row->name);
			return false;
		}
		*row->flag = true;
		return true;
	}
	if (!value && *at + 1 < argc)
		value = argv[++*at];
	if (!value) {
		options_complain("--%s wants a value: --%s %s", row->name, row->name, row->value);
		return false;
	}
	return option_store(row, value);
}

int options_parse(int argc, char **argv, const struct option_table *table, int *words)
{
	int count = 0;
	bool options_over = false;
	for (int i = 1; i < argc; i++) {
		char *word = argv[i];
		if (options_over || word[0] != '-' || !word[1]) {
			argv[++count] = word;
			continue;
		}
		if (strcmp(word, "--") == 0) {
			options_over = true;
			continue;
		}
		if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
			options_help(table);
			return 0;
		}
		if (word[1] != '-') {
			options_complain("there is no option %s; options are long: \"trapdoor %s "
					 "--help\" lists them",
				word, argv[0]);
			return 2;
		}
		if (!option_take(argc, argv, table, &i))
			return 2;
	}
	if (words)
		*words = count;
	if (!words && count) {
		options_complain("%s takes no word like \"%s\"; usage: trapdoor %s", argv[0],
			argv[1], table->synopsis);
		return 2;
	}
	return OPTIONS_GO_ON;
}
