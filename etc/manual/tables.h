/*
 * The tables of the command line, for the generator of man pages and completions.
 *
 * A table of options lives on the stack of its command while that command parses, so the generator
 * calls each command with --help and has an arguments_parse of its own, which sees the table and
 * returns.
 */
#ifndef TRAPDOOR_MANUAL_TABLES_H
#define TRAPDOOR_MANUAL_TABLES_H

#include "door/os/arguments.h"

#include <stdio.h>

/* A command: "serve", or "lab fov" with sub set. */
struct table_row {
	const char *name; /* of the subcommand if it is one */
	const char *about;
	bool is_sub; /* of `trapdoor lab` */
	int (*run)(int argc, char **argv);
};

/* The commands in the order of `trapdoor help`; ends with a row without name. */
extern const struct table_row table_commands[];
/* The subcommands of lab; none in a program built with LAB=0. */
const struct table_row *table_subs(void);

/* Sees the table of a command; which lasts for the call alone. */
typedef void table_seer(FILE *out, const struct table_row *row, const struct argument_table *table);

/* Lets `see` see the table of a command.  The command lab has none. */
void table_see(const struct table_row *row, table_seer *see, FILE *out);
/* The same for all commands and subcommands. */
void table_see_all(table_seer *see, FILE *out);

/* The next word of a synopsis from *at on, with brackets and dots apart; false at its end. */
bool synopsis_word(const char **at, char word[32]);

#endif
