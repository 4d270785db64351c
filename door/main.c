/* The table of commands, and their dispatch. */
#include "door/command/commands.h"
#include "door/command/forker.h"
#include "door/command/listener_again.h"
#include "engine/engine.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/os/version.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct command_row {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *about;
};

static const struct command_row commands[] = {
#define ROW(name, about) {#name, name##_main, about},
	COMMANDS(ROW)
#undef ROW
};
#define COMMAND_COUNT (sizeof commands / sizeof *commands)

static const struct command_row *command_find(const char *name)
{
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static void commands_list(void)
{
	printf("Trapdoor is a roguelike game served over ssh and telnet.\n\nusage: trapdoor "
	       "COMMAND [OPTION]...\n\n");
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		printf("  %-8s %s\n", commands[i].name, commands[i].about);
	printf("\n\"trapdoor help COMMAND\" shows the options of a command; --version prints the "
	       "version.\n");
}

static int command_unknown(const char *name)
{
	command_complain("unknown command \"%s\"; \"trapdoor help\" lists all commands", name);
	return 2;
}

int help_main(int argc, char **argv)
{
	const struct argument_table table = {
		"help [COMMAND]", "Lists all commands, or shows the help of one.", NULL, 0};
	int words;
	int status = arguments_parse(argc, argv, &table, &words);
	if (status != ARGUMENTS_GO_ON)
		return status;
	if (words == 0 || strcmp(argv[1], "help") == 0) {
		commands_list();
		return 0;
	}
	const struct command_row *command = command_find(argv[1]);
	if (!command)
		return command_unknown(argv[1]);
	char ask[] = "--help";
	char *question[] = {argv[1], ask, NULL};
	return command->run(2, question);
}

/* Opens /dev/null in the place of each missing standard file, so that no file or socket opened
 * later gets its number. Standard output refuses to be written, as a closed one does. */
static bool open_standard_files(void)
{
	static const int modes[] = {
		[STDIN_FILENO] = O_RDWR, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_RDWR};

	for (int i = 0; i < 3; i++)
		if (fcntl(i, F_GETFD) < 0 && open("/dev/null", modes[i]) != i)
			return false;
	return true;
}

int main(int argc, char **argv)
{
	if (!open_standard_files())
		return 1;
	signal(SIGPIPE, SIG_IGN);
	if (argc < 2) {
		commands_list();
		return 2;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("trapdoor " TRAPDOOR_VERSION ", rules %d\n", ENGINE_RULES_VERSION);
		return 0;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		commands_list();
		return 0;
	}
	if (strcmp(argv[1], FORKER_WORD) == 0)
		return forker_main(argc - 1, argv + 1);
	if (strcmp(argv[1], LISTENER_WORD) == 0)
		return listener_again_main(argc - 1, argv + 1);
	const struct command_row *command = command_find(argv[1]);
	int status = command ? command->run(argc - 1, argv + 1) : command_unknown(argv[1]);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		command_complain("cannot write to standard output; the output is incomplete");
		return status ? status : 1;
	}
	return status;
}
