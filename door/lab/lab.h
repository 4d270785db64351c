/* What the files of the lab share: a row for each subcommand, and the words that several of them
 * take. */
#ifndef TRAPDOOR_LAB_H
#define TRAPDOOR_LAB_H

#include "door/text/parse.h"
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

/* All of a file, or of standard input for "-", with a 0 after it; NULL after a complaint.  The
 * caller frees it. */
char *lab_read(const char *path, size_t *size);

#endif
