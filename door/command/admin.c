/* `trapdoor admin`: who, kick, passwd, say and backup, each a row. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "door/command/backup.h"
#include "door/command/commands.h"
#include "door/command/operator.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"

#define PRESENT_MAX 4096

static int answer_status(struct store_client *line, const char *what, enum keeper_verdict verdict)
{
	if (verdict == KEEPER_OK)
		return 0;
	command_complain("cannot %s: %s", what, keeper_sentence(line));
	return 1;
}

/* ---- The list of sessions ---- */

static const char *where_word(uint8_t where)
{
	static const char *const words[] = {"door", "lobby", "playing", "watching"};

	return where <= WHERE_WATCHING ? words[where] : "?";
}

static int admin_who(struct store_client *line, char **words)
{
	struct present *present = calloc(PRESENT_MAX, sizeof *present);
	enum keeper_verdict verdict;
	size_t count = 0;

	(void)words;
	if (!present)
		return 1;
	verdict = keeper_who(line, present, PRESENT_MAX, &count);
	for (size_t i = 0; i < count; i++) {
		const struct present *one = &present[i];
		char place[32] = "";

		if (one->depth)
			snprintf(place, sizeof place, "depth %2u turn %6u", one->depth,
				(unsigned)one->turn);
		printf("%-16s %-8s %-40s %-8s %-20s on %6u s idle %5u s\n",
			one->name[0] ? one->name : "-", one->transport, one->peer,
			where_word(one->where), place, (unsigned)one->on_seconds,
			(unsigned)one->idle_seconds);
	}
	free(present);
	return answer_status(line, "list the sessions", verdict);
}

/* ---- The others ---- */

static int admin_kick(struct store_client *line, char **words)
{
	return answer_status(line, "end sessions",
		keeper_admin_kick(
			line, words[0], words[1] ? words[1] : "You were asked to leave."));
}

static int admin_say(struct store_client *line, char **words)
{
	return answer_status(line, "send the message", keeper_admin_say(line, words[0]));
}

static bool read_password(char *password, size_t size)
{
	struct termios shown;
	struct termios hidden;
	bool terminal = tcgetattr(STDIN_FILENO, &shown) == 0;
	bool got;

	if (terminal) {
		hidden = shown;
		hidden.c_lflag &= ~(tcflag_t)ECHO;
		tcsetattr(STDIN_FILENO, TCSANOW, &hidden);
		fputs("new password: ", stderr);
	}
	got = fgets(password, (int)size, stdin) != NULL;
	if (terminal) {
		tcsetattr(STDIN_FILENO, TCSANOW, &shown);
		fputc('\n', stderr);
	}
	if (got)
		password[strcspn(password, "\r\n")] = '\0';
	return got;
}

static int admin_passwd(struct store_client *line, char **words)
{
	char password[512];
	enum keeper_verdict verdict;

	/* Read from standard input, since every user of the host can see a command's arguments. */
	if (!read_password(password, sizeof password)) {
		command_complain("cannot set the password: standard input is empty; type the new "
				 "password or pipe it in");
		return 1;
	}
	verdict = keeper_admin_passwd(line, words[0], password);
	explicit_bzero(password, sizeof password);
	return answer_status(line, "set the password", verdict);
}

static int admin_backup(struct store_client *line, char **words)
{
	return backup_make(line, words[0]);
}

static const struct admin_row {
	const char *word, *wants;
	int least, most;
	int (*run)(struct store_client *line, char **words);
} admin_rows[] = {
	{"who", "", 0, 0, admin_who},
	{"kick", "NAME [WHY]", 1, 2, admin_kick},
	{"passwd", "NAME", 1, 1, admin_passwd},
	{"say", "TEXT", 1, 1, admin_say},
	{"backup", "FILE", 1, 1, admin_backup},
};
#define ADMIN_COUNT (sizeof admin_rows / sizeof *admin_rows)

static const struct admin_row *admin_find(int count, char **words)
{
	for (size_t i = 0; i < ADMIN_COUNT && count > 0; i++) {
		const struct admin_row *row = &admin_rows[i];

		if (strcmp(row->word, words[0]) != 0)
			continue;
		if (count - 1 >= row->least && count - 1 <= row->most)
			return row;
		command_complain("wrong number of arguments; usage: trapdoor admin %s%s%s",
			row->word, row->wants[0] ? " " : "", row->wants);
		return NULL;
	}
	command_complain(
		"admin needs one of: who, kick NAME [WHY], passwd NAME, say TEXT, backup FILE");
	return NULL;
}

int admin_main(int argc, char **argv)
{
	const char *config = NULL;
	const char *state = NULL;
	const struct argument_row rows[] = {
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &config},
		{"state", "DIR", "state directory of the server (default var)", .text = &state},
	};
	const struct argument_table table = {
		"admin who | kick NAME [WHY] | passwd NAME | say TEXT | backup FILE",
		"Controls the server that uses the state directory.\n"
		"\n"
		"  who              list the sessions, with their addresses\n"
		"  kick NAME [WHY]  end the sessions of a player and show the reason\n"
		"  passwd NAME      set a password, which is read from standard input\n"
		"  say TEXT         show a message to all players\n"
		"  backup FILE      copy the database to a file while the server runs",
		rows, sizeof rows / sizeof *rows};
	char *given[3] = {NULL};
	const struct admin_row *row;
	struct store_client *line;
	int words;
	int status = arguments_parse(argc, argv, &table, &words);

	if (status != ARGUMENTS_GO_ON)
		return status;
	row = admin_find(words, argv + 1);
	if (!row)
		return 2;
	for (int i = 1; i < words; i++)
		given[i - 1] = argv[i + 1];
	line = operator_line(config, state);
	if (!line)
		return 1;
	status = row->run(line, given);
	store_client_free(line);
	return status;
}
