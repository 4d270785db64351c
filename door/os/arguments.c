#include "door/os/arguments.h"
#include "door/os/complain.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HELP_COLUMN 27

void arguments_help(const struct argument_table *table)
{
	printf("usage: trapdoor %s\n\n%s\n", table->synopsis, table->about);
	if (table->count)
		printf("\n");
	for (size_t i = 0; i < table->count; i++) {
		const struct argument_row *row = &table->rows[i];
		int width = printf("  --%s%s%s", row->name, row->value ? " " : "",
			row->value ? row->value : "");
		/* After a long value, the help begins on the next line. */
		if (width > HELP_COLUMN - 1)
			width = printf("\n") - 1;
		printf("%*s%s\n", HELP_COLUMN - width, "", row->help);
	}
}

static const struct argument_row *option_find(
	const struct argument_table *table, const char *name, size_t length)
{
	for (size_t i = 0; i < table->count; i++)
		if (strlen(table->rows[i].name) == length &&
			strncmp(table->rows[i].name, name, length) == 0)
			return &table->rows[i];
	return NULL;
}

static bool option_store(const struct argument_row *row, const char *value)
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
		command_complain("--%s takes a whole number, not \"%s\"", row->name, value);
		return false;
	}
	*row->number = (int)number;
	return true;
}

/* Reads the option at argv[*at], and its value from the next word if it has no `=`. */
static bool option_take(int argc, char **argv, const struct argument_table *table, int *at)
{
	const char *name = argv[*at] + 2;
	size_t length = strcspn(name, "=");
	const char *value = name[length] == '=' ? name + length + 1 : NULL;
	const struct argument_row *row = option_find(table, name, length);
	if (!row) {
		command_complain("unknown option --%.*s; \"trapdoor %s --help\" lists all options",
			(int)length, name, argv[0]);
		return false;
	}
	if (row->flag) {
		if (value) {
			command_complain("--%s takes no value", row->name);
			return false;
		}
		*row->flag = true;
		return true;
	}
	if (!value && *at + 1 < argc)
		value = argv[++*at];
	if (!value) {
		command_complain("--%s needs a value: --%s %s", row->name, row->name, row->value);
		return false;
	}
	return option_store(row, value);
}

int arguments_parse(int argc, char **argv, const struct argument_table *table, int *words)
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
			arguments_help(table);
			return 0;
		}
		if (word[1] != '-') {
			command_complain("unknown option %s: options begin with two dashes; "
					 "\"trapdoor %s --help\" lists all options",
				word, argv[0]);
			return 2;
		}
		if (!option_take(argc, argv, table, &i))
			return 2;
	}
	if (words)
		*words = count;
	if (!words && count) {
		command_complain("unexpected argument of %s: \"%s\"; usage: trapdoor %s", argv[0],
			argv[1], table->synopsis);
		return 2;
	}
	return ARGUMENTS_GO_ON;
}
