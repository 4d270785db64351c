/*
 * The commands of the program: one row each.  main.c makes the table, the help and the dispatch
 * from these rows.
 *
 * A command is a function NAME_main(argc, argv) with argv[0] its own name; it parses with
 * arguments_parse, which also prints its help, and returns the exit status: 0 done, 1 failed, 2
 * wrong usage.
 */
#ifndef TRAPDOOR_COMMANDS_H
#define TRAPDOOR_COMMANDS_H

/* clang-format off */
#define COMMANDS(ROW) \
	ROW(serve, "serve the game over ssh and telnet") \
	ROW(play, "play on this terminal, with the same accounts, runs and board") \
	ROW(replay, "watch a run again, or write it to a file") \
	ROW(scores, "print the board of high scores or a dump, or export all runs") \
	ROW(site, "write static pages of the boards, players and runs") \
	ROW(tournament, "check the file of a tournament and print its standings") \
	ROW(verify, "replay runs and compare each with its record") \
	ROW(results, "pass signed results of past days to other hosts") \
	ROW(check, "check the settings, content, host key and database") \
	ROW(admin, "list and end sessions, set passwords, send messages, back up") \
	ROW(upgrade, "replace the program of a running server, whose players go on") \
	ROW(restore, "put a backup back, or print what it holds") \
	ROW(lab, "debug and measure: levels, fields of view, scenarios, bots") \
	ROW(help, "show the help of a command")
/* clang-format on */

#define ROW(name, about) int name##_main(int argc, char **argv);
COMMANDS(ROW)
#undef ROW

#endif
