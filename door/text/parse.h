/*
 * Seeds, sizes, keys and commands as a person writes them on a command line or in a file.
 *
 * The lab, the gym and the commands of the program read them.  None of this is part of the
 * journal's format: the bytes of a command in the journal are command_encode's.
 */
#ifndef TRAPDOOR_PARSE_H
#define TRAPDOOR_PARSE_H

#include "engine/engine.h"

/* Reads up to 32 hexadecimal digits as one number, most significant digit first.  False after a
 * complaint. */
bool parse_seed(const char *text, struct seed *seed);

/* Reads "WIDTHxHEIGHT".  "" leaves both as they are.  False after a complaint. */
bool parse_size(const char *text, int *width, int *height);

/* Reads keys: a character is itself; \e \r \n \t \b \\ \< \^ and \xHH are escapes; ^X is a control
 * key; <up>, <shift-up>, <home> and the like are named keys.  Writes at most `most` keys and
 * returns their number. */
size_t parse_keys(const char *text, int *keys, size_t most);

/* Reads one command of the engine from a line such as "step e", "drop 3" or "throw 0 12,7", or from
 * its journal bytes in hexadecimal.  An empty line and one that begins with '#' set *none.  False
 * with a sentence when the line is no command. */
bool parse_command(
	const char *line, struct command *command, bool *none, char *sentence, size_t size);

/* Writes a command as such a line, without the cell of a command that has one.  Returns the length.
 */
int command_text(const struct command *command, char *text, size_t size);

#endif
