/*
 * The arguments of a command line: words, and long options with `=` or a space before their value.
 * Every command knows --help; `--` ends the options.
 *
 * A wrong argument causes one sentence on standard error (door/os/complain.h).  The options of a
 * player are door/session/options_text.c.
 */
#ifndef TRAPDOOR_ARGUMENTS_H
#define TRAPDOOR_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

/* One option.  Exactly one of flag, text and number is set.  The value is a name to fill in
 * ("FILE", "N") or the words that the option takes ("text|json"), NULL for a flag.  The help is
 * a phrase that begins with a small letter.  It ends with "(default VALUE)" if the option has a
 * default. */
struct argument_row {
	const char *name; /* without the dashes */
	const char *value;
	const char *help;
	bool *flag;
	const char **text;
	int *number; /* 0 or more */
};

struct argument_table {
	const char *synopsis; /* the usage line after "trapdoor ": "scores [--top N]" */
	const char *about;    /* the description of the command, in sentences */
	const struct argument_row *rows;
	size_t count;
};

/* Result of arguments_parse: the command is to run. */
#define ARGUMENTS_GO_ON (-1)

/* Parses argv[1] onwards.  Words that are no options are moved to argv[1..*words], in order; with
 * words NULL there may be none.  Returns ARGUMENTS_GO_ON, or the exit status: 0 when help was asked
 * for and printed, 2 after a complaint. */
int arguments_parse(int argc, char **argv, const struct argument_table *table, int *words);

/* Prints the help of a table on stdout. */
void arguments_help(const struct argument_table *table);

#endif
