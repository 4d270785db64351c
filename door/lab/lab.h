/* What the files of the lab share: a row for each subcommand, and the words that several of them
 * take. */
#ifndef TRAPDOOR_LAB_H
#define TRAPDOOR_LAB_H

#include "engine/engine.h"
#include "vt100/vt100.h"

/* clang-format off */
#define LAB_COMMANDS(ROW) \
	ROW(fov, "what is reachable on a map drawn on standard input") \
	ROW(level, "a level as text") \
	ROW(run, "play keys or commands without a terminal, and print what became of it") \
	ROW(scenario, "what the rules must do, as small maps and a few commands") \
	ROW(bench, "measure") \
	ROW(bot, "whole games by players made of code, and what became of them") \
	ROW(gym, "a game for programs: what the hero sees and may do as lines of JSON, commands in") \
	ROW(trial, "play one segment of a run for a program that asks") \
	ROW(content, "read content and tell what is wrong with it, or print the manual of its fields")
/* clang-format on */

#define ROW(name, about) int lab_##name##_main(int argc, char **argv);
LAB_COMMANDS(ROW)
#undef ROW

/* Up to 32 hexadecimal digits, read as one number, big end first; false after a complaint. */
bool lab_seed(const char *text, struct seed *seed);

/* "WIDTHxHEIGHT"; "" leaves both as they are; false after a complaint. */
bool lab_size(const char *text, int *width, int *height);

/* All of a file, or of standard input for "-", with a 0 after it; NULL after a complaint.  The
 * caller frees it. */
char *lab_read(const char *path, size_t *size);

/* Keys as they are written on a command line: themselves, \e \r \n \t \b \\ \< \^ and \xHH, ^X for
 * control keys, and names in angles such as <up>, <shift-up>, <home>.  Returns how many were
 * written to keys (at most most). */
size_t lab_keys(const char *text, int *keys, size_t most);

/* One command of the engine from a line such as "step e", "drop 3" or "throw 0 12,7", or its
 * journal bytes in hexadecimal; false with a sentence. An empty line or one that begins with '#' is
 * no command: *none. */
bool lab_command(
	const char *line, struct command *command, bool *none, char *sentence, size_t size);

/* The other way about: a command as such a line, without the cell of one that wants a cell. Returns
 * its length. */
int lab_command_words(const struct command *command, char *text, size_t size);

/* A frame as text on standard output, in ASCII, trailing blanks cut. */
void lab_print_frame(const struct vt_frame *frame);

#endif
