/*
 * The commands of the program: one row each.  main.c makes the table, the help and the dispatch
 * from these rows.
 *
 * A command is a function NAME_main(argc, argv) with argv[0] its own name; it parses with
 * arguments_parse, which also prints its help, and returns the exit status: 0 done, 1 said no, 2
 * wrong usage.
 */
#ifndef TRAPDOOR_COMMANDS_H
#define TRAPDOOR_COMMANDS_H

/* clang-format off */
#define COMMANDS(ROW) \
	ROW(serve, "answer ssh and telnet, until told to end") \
	ROW(play, "play on this terminal, in the same store") \
	ROW(replay, "watch a run again, or write it to a file") \
	ROW(scores, "print the board") \
	ROW(verify, "play runs again and compare, turn by turn") \
	ROW(check, "look through database, configuration, content and host key") \
	ROW(admin, "sessions, kick, passwd, say, backup") \
	ROW(lab, "the debugging and measuring bench: fov, level, run") \
	ROW(help, "help on a command")
/* clang-format on */

#define ROW(name, about) int name##_main(int argc, char **argv);
COMMANDS(ROW)
#undef ROW

#endif
