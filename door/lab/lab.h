/* The subcommands of `trapdoor lab`: a row for each, and a function lab_NAME_main in a file of its
 * own. */
#ifndef TRAPDOOR_LAB_H
#define TRAPDOOR_LAB_H

/* clang-format off */
#define LAB_COMMANDS(ROW) \
	ROW(fov, "compute the field of view on a map from standard input") \
	ROW(level, "print a level as text") \
	ROW(run, "play keys or commands without a terminal, and print the result") \
	ROW(scenario, "test the rules with small maps and a few commands") \
	ROW(bench, "measure the speed of each part") \
	ROW(bot, "let a bot play whole games, and summarise the results") \
	ROW(gym, "let a program play by lines of JSON on standard input and output") \
	ROW(trial, "replay one segment of a run for another program") \
	ROW(content, "check content, or print the manual of its fields")
/* clang-format on */

/* The command itself: chooses the row by argv[1].  Returns the exit status. */
int lab_main(int argc, char **argv);

#define ROW(name, about) int lab_##name##_main(int argc, char **argv);
LAB_COMMANDS(ROW)
#undef ROW

#endif
