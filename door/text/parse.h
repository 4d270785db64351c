/*
 * Parses seeds, sizes, keys and commands as people write them on a command line or in a file.
 *
 * The lab, the gym and the program's commands use this. It is not part of the journal's format:
 * command_encode defines the bytes of a command there.
 */
#ifndef TRAPDOOR_PARSE_H
#define TRAPDOOR_PARSE_H

#include "engine/engine.h"

/* Reads up to 32 hexadecimal digits as one number, most significant digit first.  False after a
 * complaint. */
bool parse_seed(const char *text, struct seed *seed);

/* Takes the first id of a list with commas between. False at the end of the list. */
bool parse_handicap(const char **list, char id[HANDICAP_ID_SIZE]);

/* Reads ids of handicaps with commas between into a birth's set.  False after a complaint. */
bool parse_handicaps(const struct content *content, const char *text, struct birth *birth);

/* Reads "WIDTHxHEIGHT". "" changes nothing. False after a complaint. */
bool parse_size(const char *text, int *width, int *height);

/* Reads keys: \e \r \n \t \b \\ \< \^ and \xHH are escapes; ^X is a control key; <up>, <shift-up>,
 * <home> and the like are named keys; any other character is itself. Writes at most `most` keys and
 * returns their number. */
size_t parse_keys(const char *text, int *keys, size_t most);

/* Reads one command of the engine from a line such as "step e", "drop 3" or "throw 0 12,7", or from
 * its journal bytes in hexadecimal. An empty line or one that begins with '#' sets *none. False
 * with a sentence if the line is invalid. */
bool parse_command(
	const char *line, struct command *command, bool *none, char *sentence, size_t size);

/* Writes a command as such a line, but without its cell. Returns the length. */
int command_text(const struct command *command, char *text, size_t size);

#endif
