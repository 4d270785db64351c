/* `trapdoor admin`: each word is a row of one table, from which its usage and help come too. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "door/command/admin.h"
#include "door/command/backup.h"
#include "door/command/commands.h"
#include "door/command/operator.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"

static int admin_kick(const struct admin_call *call)
{
	return operator_status(call->line, "end sessions",
		keeper_admin_kick(call->line, call->words[0],
			call->words[1] ? call->words[1] : "You were asked to leave."));
}

static int admin_say(const struct admin_call *call)
{
	return operator_status(
		call->line, "send the message", keeper_admin_say(call->line, call->words[0]));
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

/* The keys of an account still log in with its new password. */
static void offer_keys(const struct admin_call *call)
{
	struct store_key keys[KEEPER_KEYS_MAX];
	size_t count;
	int answer;

	if (keeper_admin_keys(call->line, call->words[0], keys, KEEPER_KEYS_MAX, &count) !=
			KEEPER_OK ||
		count == 0)
		return;
	if (!isatty(STDIN_FILENO)) {
		command_complain("%zu public key%s of %s still log%s in; `admin remove-key %s all` "
				 "removes them",
			count, count == 1 ? "" : "s", call->words[0], count == 1 ? "s" : "",
			call->words[0]);
		return;
	}
	fprintf(stderr, "remove its %zu public key%s, too? (y/n) ", count, count == 1 ? "" : "s");
	answer = getchar();
	if (answer == 'y' || answer == 'Y')
		operator_status(call->line, "remove the keys",
			keeper_admin_key_remove(call->line, call->words[0], ""));
}

static int admin_passwd(const struct admin_call *call)
{
	char password[512];
	enum keeper_verdict verdict;

	/* Read from standard input, since every user of the host can see a command's arguments. */
	if (!read_password(password, sizeof password)) {
		command_complain("cannot set the password: standard input is empty; type the new "
				 "password or pipe it in");
		return 1;
	}
	verdict = keeper_admin_passwd(call->line, call->words[0], password);
	explicit_bzero(password, sizeof password);
	if (verdict == KEEPER_OK)
		offer_keys(call);
	return operator_status(call->line, "set the password", verdict);
}

static int admin_hold(const struct admin_call *call)
{
	bool off = call->words[0] && strcmp(call->words[0], "off") == 0, on;
	char reason[STORE_REASON_MAX] = "";

	if (!off && call->words[0])
		snprintf(reason, sizeof reason, "%s", call->words[0]);
	return operator_status(call->line, off ? "end the hold" : "put registration on hold",
		keeper_admin_hold(call->line, off ? HOLD_OFF : HOLD_ON, &on, reason));
}

static int admin_backup(const struct admin_call *call)
{
	return backup_make(call->line, call->words[0], call->config);
}

static int admin_vacuum(const struct admin_call *call)
{
	uint64_t returned;
	int status = operator_status(
		call->line, "return unused space", keeper_admin_vacuum(call->line, &returned));

	if (status == 0)
		printf("%llu KiB were returned to the disk.\n",
			(unsigned long long)returned / 1024);
	return status;
}

/* Options of single commands, in the order of the rows in admin_main. */
enum admin_option {
	OPTION_JSON,
	OPTION_NAME,
	OPTION_SINCE,
	OPTION_UNTIL,
	OPTION_FORCE,
	OPTION_COUNT
};
#define TAKES(option) (1U << OPTION_##option)

/* Characters of a reason that is stored. */
#define REASON_MOST (STORE_REASON_MAX - 1)

static const struct admin_row {
	const char *word, *wants, *help;
	int least, most;
	int (*run)(const struct admin_call *call);
	unsigned takes; /* options */
	size_t longest; /* characters of the text that ends the command; 0: it ends with none */
	bool served;    /* it is about sessions, of which there are none without a server */
} admin_rows[] = {
	{"sessions", "", "list the sessions, with their addresses", 0, 0, admin_sessions,
		TAKES(JSON), 0, true},
	{"who", "", "the same", 0, 0, admin_sessions, TAKES(JSON), 0, true},
	{"stats", "", "show what the server counts: connections, logins, turns, memory", 0, 0,
		admin_stats, TAKES(JSON), 0, true},
	{"kick", "NAME [WHY]", "end the sessions of a player and show the reason", 1, 2, admin_kick,
		0, KEEPER_MESSAGE_TEXT_MAX, true},
	{"say", "TEXT", "show a message to all players", 1, 1, admin_say, 0,
		KEEPER_MESSAGE_TEXT_MAX, true},
	{"accounts", "[TEXT]", "list the accounts, or those with TEXT in their names", 0, 1,
		admin_accounts, TAKES(JSON), 0, false},
	{"passwd", "NAME", "set a password, which is read from standard input", 1, 1, admin_passwd,
		0, 0, false},
	{"keys", "NAME", "list the public keys of an account", 1, 1, admin_keys, TAKES(JSON), 0,
		false},
	{"remove-key", "NAME KEY", "remove a key, by its fingerprint, or all of them", 2, 2,
		admin_remove_key, 0, 0, false},
	{"rename", "NAME NEW", "give an account another name; its runs keep their places", 2, 2,
		admin_rename, TAKES(FORCE), 0, false},
	{"delete", "NAME", "delete an account; its runs stay without its name", 1, 1, admin_delete,
		0, 0, false},
	{"remove-score", "RUN [WHY]", "take a run off the board for good", 1, 2, admin_remove_score,
		0, REASON_MOST, false},
	{"lock", "NAME [WHY]", "end the sessions of an account and refuse its logins", 1, 2,
		admin_lock, 0, REASON_MOST, false},
	{"unlock", "NAME", "let an account log in again", 1, 1, admin_unlock, 0, 0, false},
	{"ban", "SUBJECT [WHY]", "refuse a name, an address or a network such as 192.0.2.0/24", 1,
		2, admin_ban, TAKES(UNTIL), REASON_MOST, false},
	{"unban", "SUBJECT", "remove a ban", 1, 1, admin_unban, 0, 0, false},
	{"bans", "", "list the bans in force", 0, 0, admin_bans, TAKES(JSON), 0, false},
	{"hold", "[off | REASON]", "refuse new names and show the reason, or allow them again", 0,
		1, admin_hold, 0, REASON_MOST, false},
	{"audit", "", "list what operators and players changed, newest first", 0, 0, admin_audit,
		TAKES(JSON) | TAKES(NAME) | TAKES(SINCE) | TAKES(UNTIL), 0, false},
	{"mail", "NAME TEXT", "send mail to a player", 2, 2, admin_mail, 0, STORE_WORDS_MAX - 1,
		false},
	{"mail-all", "TEXT", "send mail to all players", 1, 1, admin_mail_all, 0,
		STORE_WORDS_MAX - 1, false},
	{"wall", "", "list the lines of the wall with their numbers", 0, 0, admin_wall, TAKES(JSON),
		0, false},
	{"reports", "", "list the words that players reported", 0, 0, admin_reports, TAKES(JSON), 0,
		false},
	{"dismiss", "REPORT", "close a report; the words stay", 1, 1, admin_dismiss, 0, 0, false},
	{"remove-words", "KIND NUMBER [WHY]", "remove a wall line, a mail or a run's epitaph", 2, 3,
		admin_remove_words, 0, REASON_MOST, false},
	{"mute", "NAME [WHY]", "let an account write no words", 1, 2, admin_mute, TAKES(UNTIL),
		REASON_MOST, false},
	{"unmute", "NAME", "let it write again", 1, 1, admin_unmute, 0, 0, false},
	{"mutes", "", "list the mutes in force", 0, 0, admin_mutes, TAKES(JSON), 0, false},
	{"backup", "FILE|-", "write database, host key, settings and content to a file", 1, 1,
		admin_backup, 0, 0, false},
	{"vacuum", "", "return unused space of the database to the disk", 0, 0, admin_vacuum, 0, 0,
		false},
};
#define ADMIN_COUNT (sizeof admin_rows / sizeof *admin_rows)

/* Writes the usage of a command after "trapdoor admin". */
static void admin_usage(
	const struct admin_row *row, const struct argument_row *options, char *text, size_t size)
{
	size_t used = (size_t)snprintf(
		text, size, "%s%s%s", row->word, row->wants[0] ? " " : "", row->wants);

	for (int i = 0; i < OPTION_COUNT && used < size; i++)
		if (row->takes & 1U << i)
			used += (size_t)snprintf(text + used, size - used, " [--%s%s%s]",
				options[i].name, options[i].value ? " " : "",
				options[i].value ? options[i].value : "");
	assert(used < size);
}

/* True if the command takes each option that was given. */
static bool options_fit(const struct admin_row *row, const struct argument_row *options)
{
	char usage[128];

	admin_usage(row, options, usage, sizeof usage);
	for (int i = 0; i < OPTION_COUNT; i++) {
		bool given = options[i].flag ? *options[i].flag : *options[i].text != NULL;

		if (!given || row->takes & 1U << i)
			continue;
		command_complain("%s has no option --%s; usage: trapdoor admin %s", row->word,
			options[i].name, usage);
		return false;
	}
	return true;
}

/* Joins the words from `first` on by spaces into words[first], in `text`. */
static void join_words(char **words, int first, int count, char *text, size_t size)
{
	size_t used = 0;

	for (int i = first; i < count && used < size; i++)
		used += (size_t)snprintf(
			text + used, size - used, "%s%s", i > first ? " " : "", words[i]);
	words[first] = text;
}

/* True if the text that ends the command is not too long to be shown whole. */
static bool text_fits(const struct admin_row *row, const char *text)
{
	if (!text || strlen(text) <= row->longest)
		return true;
	command_complain("the text of %s is too long: %zu characters, and at most %zu are shown",
		row->word, strlen(text), row->longest);
	return false;
}

static const struct admin_row *admin_find(
	int count, char **words, const struct argument_row *options)
{
	char all[512] = "", usage[128];

	for (size_t i = 0; i < ADMIN_COUNT; i++) {
		const struct admin_row *row = &admin_rows[i];

		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "",
			row->word);
		if (count == 0 || strcmp(row->word, words[0]) != 0)
			continue;
		if (count - 1 >= row->least && (count - 1 <= row->most || row->longest))
			return row;
		admin_usage(row, options, usage, sizeof usage);
		command_complain("wrong number of arguments; usage: trapdoor admin %s", usage);
		return NULL;
	}
	command_complain("admin needs one of: %s", all);
	return NULL;
}

/* Writes the help of the command, with a line for each of its subcommands. */
static void admin_describe(char *about, size_t size)
{
	size_t used = (size_t)snprintf(
		about, size, "Controls the server that uses the state directory.\n");

	for (size_t i = 0; i < ADMIN_COUNT; i++) {
		char usage[48];

		snprintf(usage, sizeof usage, "%s %s", admin_rows[i].word, admin_rows[i].wants);
		used += (size_t)snprintf(
			about + used, size - used, "\n  %-24s %s", usage, admin_rows[i].help);
	}
	assert(used < size);
}

int admin_main(int argc, char **argv)
{
	static char about[4000];
	const char *config = NULL, *state = NULL;
	struct admin_call call = {.line = NULL};
	const struct argument_row rows[] = {
		{"json", NULL, "print a list as JSON", .flag = &call.json},
		{"name", "NAME", "audit: only entries by or about this name", .text = &call.name},
		{"since", "TIME", "audit: from then on, such as 7d or 2026-12-01",
			.text = &call.since},
		{"until", "TIME",
			"ban, mute: its end, such as 2h (default none); audit: before then",
			.text = &call.until},
		{"force", NULL, "rename: to a reserved name, or one that looks like another's",
			.flag = &call.force},
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &config},
		{"state", "DIR", "state directory of the server (default var)", .text = &state},
	};
	const struct argument_table table = {
		"admin COMMAND [WORD]... [OPTION]...", about, rows, sizeof rows / sizeof *rows};
	const struct admin_row *row;
	char text[1024];
	int words, status;

	admin_describe(about, sizeof about);
	status = arguments_parse(argc, argv, &table, &words);
	if (status != ARGUMENTS_GO_ON)
		return status;
	row = admin_find(words, argv + 1, rows);
	if (!row || !options_fit(row, rows))
		return 2;
	if (words - 1 > row->most) {
		join_words(argv + 1, row->most, words, text, sizeof text);
		words = row->most + 1;
	}
	for (int i = 1; i < words; i++)
		call.words[i - 1] = argv[i + 1];
	if (row->longest && !text_fits(row, call.words[row->most - 1]))
		return 2;
	call.line =
		row->served ? operator_line_served(config, state) : operator_line(config, state);
	if (!call.line)
		return 1;
	call.config = config;
	status = row->run(&call);
	store_client_free(call.line);
	return status;
}
