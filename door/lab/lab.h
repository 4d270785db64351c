/* The subcommands of `trapdoor lab`: a row for each, and a function lab_NAME_main in a file of its
 * own. */
#ifndef TRAPDOOR_LAB_H
#define TRAPDOOR_LAB_H

/* clang-format off */
#define LAB_COMMANDS(ROW) \
	ROW(fov, "field of view on a map drawn on standard input") \
	ROW(level, "a level as text") \
	ROW(run, "play keys or commands without a terminal, and print the result") \
	ROW(scenario, "tests of the rules: small maps, a few commands and expectations") \
	ROW(bench, "measure") \
	ROW(bot, "whole games by bots, and their results") \
	ROW(gym, "a game for programs: what the hero sees and may do as lines of JSON, commands in") \
	ROW(trial, "play one segment of a run for a program that asks") \
	ROW(content, "read content and tell what is wrong with it, or print the manual of its fields")
/* clang-format on */

/* The command itself: chooses the row by argv[1].  Returns the exit status. */
int lab_main(int argc, char **argv);

#define ROW(name, about) int lab_##name##_main(int argc, char **argv);
LAB_COMMANDS(ROW)
#undef ROW

#endif
