/*
 * Options of a command line: long ones, with `=` or a space before the value; --help always; `--`
 * ends them.
 *
 * What is wrong is complained about in one sentence on stderr, `trapdoor: what is wrong and what
 * would be right`.
 */
#ifndef TRAPDOOR_OPTIONS_H
#define TRAPDOOR_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* One option.  Exactly one of flag, text and number is set; value names what follows ("FILE"), NULL
 * for a flag. */
struct option_row {
	const char *name; /* without the dashes */
	const char *value;
	const char *help;
	bool *flag;
	const char **text;
	int *number; /* 0 or more */
};

struct option_table {
	const char *synopsis; /* what follows "trapdoor " in the usage line: "scores [--top N]" */
	const char *about;    /* what the command does, in sentences */
	const struct option_row *rows;
	size_t count;
};

/* Says what options_parse left to do. */
#define OPTIONS_GO_ON (-1)

/* Parses argv[1] onwards.  Words that are no options are moved to argv[1..*words], in order; with
 * words NULL there may be none.  Returns OPTIONS_GO_ON, or the exit status: 0 when help was asked
 * for and printed, 2 after a complaint. */
int options_parse(int argc, char **argv, const struct option_table *table, int *words);

/* Prints the help of a table on stdout. */
void options_help(const struct option_table *table);

/* "trapdoor: sentence" on stderr, on one line, without control bytes. */
void options_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
