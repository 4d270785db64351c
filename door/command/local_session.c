/*
 * `trapdoor play`, and the session that `trapdoor replay` watches a run in.
 *
 * The process that was started sets raw mode, forks the process that plays, and waits for it.  It
 * restores the terminal however the player's process ends, even by kill -9.
 */
#include "door/command/local_session.h"

#include "door/command/commands.h"
#include "door/command/key_files.h"
#include "door/command/operator.h"
#include "door/config/content_load.h"
#include "door/config/state_files.h"
#include "door/config/terminfo.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/screen/screens.h"
#include "door/keeper/keeper_local.h"
#include "door/store/keeper.h"
#include "door/ui/appearances.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* Waits for the player's process, passes on signals that would end this one, and restores the
 * terminal. Returns the player's status. */
static int play_guard(pid_t player, int terminal, const struct termios *before)
{
	/* Resets charset, colours, keypad mode, hidden cursor and mouse, and moves to the bottom of
	 * the screen. */
	static const char restore[] =
		"\017\033[0m\033>\033[?25h\033[?1006l\033[?1000l\033[99;1H\r\n";
	int status = 0;
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGINT);
	while (waitpid(player, &status, WNOHANG) == 0) {
		siginfo_t info;
		if (sigwaitinfo(&set, &info) > 0 && info.si_signo != SIGCHLD)
			kill(player, SIGTERM);
	}
	bool orderly = WIFEXITED(status);
	bool restored = orderly || write(terminal, restore, sizeof restore - 1) > 0;
	tcsetattr(terminal, TCSADRAIN, before);
	if (!orderly && restored)
		command_complain(
			"the session crashed; all turns are saved; \"trapdoor play\" continues");
	return orderly ? WEXITSTATUS(status) : 1;
}

/* False after a complaint. */
static bool play_read_bulletins(const struct config *config, struct bulletins *bulletins)
{
	struct complaint complaint;
	if (bulletins_read(bulletins, config->files_bulletins, &complaint))
		return true;
	config_complain(&complaint);
	return false;
}

static int play_here(const struct config *config, const struct content *content, int terminal,
	struct store_client *line, int complaints)
{
	static struct bulletin_memory bulletins;
	static struct vt_bytes terminals;
	struct terminfo_refusals refusals;
	static struct key_presets keys;
	struct complaint complaint;
	struct termios before, raw;
	sigset_t set, none;
	/* Wrong ones are no reason not to play. */
	if (config->replay || !play_read_bulletins(config, &bulletins.sides[0]))
		bulletins.sides[0].count = 0;
	if (key_files_read(config->files_keys, &keys, &complaint))
		key_presets_use(&keys);
	else
		config_complain(&complaint);
	terminfo_read(&terminals, config->files_terminfo, &refusals);
	if (tcgetattr(terminal, &before) != 0) {
		command_complain("cannot play on this terminal: %s; run this command in an "
				 "interactive terminal",
			strerror(errno));
		return 1;
	}
	sigfillset(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
	raw = before;
	cfmakeraw(&raw);
	tcsetattr(terminal, TCSADRAIN, &raw);
	pid_t player = fork();
	if (player == 0) {
		prctl(PR_SET_NAME, "session");
		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		session_run(&(struct session_start){.screens = screens,
			.config = config,
			.content = content,
			.bulletins = &bulletins,
			.probes = true,
			.terminals = vt_kinds_of(terminals.data, terminals.size),
			.transport = &transport_local,
			.descriptor = terminal,
			.peer = "this terminal",
			.line = line});
	}
	store_client_free(line); /* the player's process has it */
	dup2(complaints, STDERR_FILENO);
	if (player > 0)
		return play_guard(player, terminal, &before);
	tcsetattr(terminal, TCSADRAIN, &before);
	command_complain(
		"cannot start the session: %s; end other processes and try again", strerror(errno));
	return 1;
}

/* Redirects standard error, with the log of this process, keeper and session, to a file, because
 * the screen is in use. Returns the previous standard error, for complaints. */
static int play_log_aside(const char *state)
{
	char path[sizeof((struct config *)0)->files_state + 16];
	snprintf(path, sizeof path, "%s/play.log", state);
	int before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	int log = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (log >= 0) {
		dup2(log, STDERR_FILENO);
		close(log);
	}
	return before;
}

/* Opens the terminal of standard input anew, so that O_NONBLOCK affects no other process.  After
 * `su` the terminal belongs to another user, and in a container it has no name: then it is opened
 * as the controlling terminal, or else used as it is (play_give_back). */
static int play_open_terminal(void)
{
	const int flags = O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		command_complain("cannot play: standard input and output are not a terminal; run "
				 "this command in one");
		return -1;
	}
	const char *name = ttyname(STDIN_FILENO);
	int terminal = name ? open(name, flags) : -1;
	if (terminal < 0 && tcgetsid(STDIN_FILENO) == getsid(0))
		terminal = open("/dev/tty", flags);
	int mode = fcntl(STDIN_FILENO, F_GETFL);
	if (terminal < 0 && (mode & O_ACCMODE) == O_RDWR &&
		fcntl(STDIN_FILENO, F_SETFL, mode | O_NONBLOCK) == 0)
		terminal = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	if (terminal < 0)
		command_complain("cannot play on this terminal: %s; run this command in one that "
				 "this user may write to",
			strerror(errno));
	return terminal;
}

/* Standard input waits again, in case it was used itself. */
static void play_give_back(void)
{
	int mode = fcntl(STDIN_FILENO, F_GETFL);
	fcntl(STDIN_FILENO, F_SETFL, mode & ~O_NONBLOCK);
}

static int play_on(const struct config *config, int terminal)
{
	char sentence[512];
	int status;
	if (!state_begin(config->files_state, config->init, sentence, sizeof sentence)) {
		command_complain("%s", sentence);
		return 1;
	}
	struct content *content =
		operator_policy(config) ? content_load(config->files_content) : NULL;
	if (!content)
		return 1;
	int complaints = play_log_aside(config->files_state);
	struct store_client *line =
		store_client_local(config->files_state, content, sentence, sizeof sentence);
	if (line) {
		appearances_glyphs(content);
		status = play_here(config, content, terminal, line, complaints);
	} else {
		dup2(complaints, STDERR_FILENO);
		command_complain("%s", sentence);
		status = 1;
	}
	content_free(content);
	return status;
}

int local_session(const struct config *config)
{
	int terminal = play_open_terminal();
	if (terminal < 0)
		return 1;
	int status = play_on(config, terminal);
	play_give_back();
	return status;
}

int play_main(int argc, char **argv)
{
	const char *file = NULL, *state = NULL, *content = NULL;
	static struct config config;
	bool debug = false, init = false;
	const struct argument_row rows[] = {
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &file},
		{"state", "DIR", "state directory with the database (default var)", .text = &state},
		{"content", "DIR", "content directory that extends or replaces the built-in game",
			.text = &content},
		{"debug", NULL, "allow debug keys in new runs; a run that used one is not scored",
			.flag = &debug},
		{"init", NULL, "make the state directory if it does not exist", .flag = &init},
	};
	const struct argument_table table = {"play [OPTION]...",
		"Plays on this terminal, with the accounts, runs and board of the state directory.",
		rows, sizeof rows / sizeof *rows};
	int status = arguments_parse(argc, argv, &table, NULL);
	if (status != ARGUMENTS_GO_ON)
		return status;
	struct complaint complaint;
	if (!config_open(&config, file, &complaint) ||
		(state && !config_set(&config, "files", "state", state, &complaint)) ||
		(content && !config_set(&config, "files", "content", content, &complaint))) {
		config_complain(&complaint);
		return 1;
	}
	config.debug = debug;
	config.init = init;
	return local_session(&config);
}
