/*
 * `trapdoor upgrade`: replaces the program of a running server.
 *
 * It asks the running server how that was started, and starts the new program in the same way,
 * outside of every filter (door/command/handover.h). The new program writes into the server's log.
 * Its complaints come here, too, over a pipe, which reads "ok" at the end.
 */
#include "door/command/commands.h"
#include "door/command/handover.h"
#include "door/command/operator.h"
#include "door/command/serve_handover.h"
#include "door/os/arguments.h"
#include "door/os/complain.h"
#include "door/os/users.h"
#include "door/os/version.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define ANSWER_MS 5000
#define UPGRADE_MS 200000 /* longer than the running server waits */
#define ARGUMENTS_MOST 64
#define MINUTES_MOST 10000

struct upgrade {
	const char *program, *state, *config, *drain;
	bool reload;
	char path[4096]; /* of the new program */
	int line, log;
	struct handover_message facts; /* of the running server */
};

static const char *fact(const struct upgrade *upgrade, const char *key)
{
	size_t at = 0;
	const char *value = handover_next(&upgrade->facts, key, &at);
	return value ? value : "";
}

/* ---- The running server ---- */

static bool ask(struct upgrade *upgrade, const char *state)
{
	upgrade->line = handover_connect(state);
	if (upgrade->line < 0) {
		command_complain("no server that can be upgraded is running in state directory "
				 "%s: %s; name another with --state, or run this command as "
				 "root or as the user of the server",
			state, strerror(errno));
		return false;
	}
	if (handover_tell(upgrade->line, HANDOVER_ASK, 0, "", -1) &&
		handover_hear(upgrade->line, &upgrade->facts, &upgrade->log, ANSWER_MS) ==
			HANDOVER_HEARD &&
		upgrade->facts.kind == HANDOVER_FACTS && upgrade->log >= 0)
		return true;
	command_complain(
		"cannot upgrade: %s", upgrade->facts.kind == HANDOVER_REFUSED
					      ? upgrade->facts.text
					      : "the running server does not answer; see its log");
	return false;
}

/* True if the server runs the very file that would be started. */
static bool is_same_program(const struct upgrade *upgrade)
{
	struct stat found;
	char text[64];
	if (stat(upgrade->path, &found) != 0)
		return false;
	snprintf(text, sizeof text, "%llu:%llu", (unsigned long long)found.st_dev,
		(unsigned long long)found.st_ino);
	return strcmp(text, fact(upgrade, "program")) == 0;
}

static int reload(struct upgrade *upgrade)
{
	int nothing;
	if (handover_tell(upgrade->line, HANDOVER_RELOAD, 0, "", -1) &&
		handover_hear(upgrade->line, &upgrade->facts, &nothing, ANSWER_MS) ==
			HANDOVER_HEARD &&
		upgrade->facts.kind == HANDOVER_DONE)
		return 0;
	command_complain("cannot reload: the running server does not answer; see its log");
	return 1;
}

/* True if a new process may take the place of the server's. */
static bool may_replace(const struct upgrade *upgrade)
{
	uid_t owner = (uid_t)strtoul(fact(upgrade, "uid"), NULL, 10);
	if (strcmp(fact(upgrade, "pid"), "1") == 0)
		command_complain("cannot upgrade: the server is the first process of a container, "
				 "which ends with it; start a container of the new image");
	else if (strcmp(fact(upgrade, "managed"), "openrc") == 0)
		command_complain("cannot upgrade: OpenRC watches the process of this server, which "
				 "would change; run \"rc-service trapdoor restart\"");
	else if (*fact(upgrade, "managed") && !getenv("NOTIFY_SOCKET"))
		command_complain("cannot upgrade: systemd started this server, and must start the "
				 "new program, too; run \"systemctl reload\" for its unit");
	else if (geteuid() != 0 && geteuid() != owner)
		command_complain("cannot upgrade: the server was started by another user; run this "
				 "command as that user or as root");
	else
		return true;
	return false;
}

/* ---- The new program ---- */

/* Moves a descriptor to a number that the new program expects. */
static void move(int descriptor, int number)
{
	if (dup2(descriptor, number) != number)
		_exit(127);
}

static void set_environment(const struct upgrade *upgrade)
{
	const char *word;
	size_t at = 0;
	while ((word = handover_next(&upgrade->facts, "env", &at)) != NULL)
		if (putenv((char *)(uintptr_t)word) != 0)
			_exit(127);
}

_Noreturn static void execute(const struct upgrade *upgrade, int report)
{
	static char name[] = "trapdoor", option[] = "--upgrade";
	char *argv[ARGUMENTS_MOST + 3] = {name};
	uid_t uid = (uid_t)strtoul(fact(upgrade, "uid"), NULL, 10);
	const char *word;
	size_t at = 0, count = 1;
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	/* Out of the way of the fixed numbers. */
	int line = fcntl(upgrade->line, F_DUPFD_CLOEXEC, 10), reported;
	reported = fcntl(report, F_DUPFD_CLOEXEC, 10);
	setsid();
	signal(SIGPIPE, SIG_DFL);
	if (uid != geteuid()) {
		struct user user = user_by_number(uid, getegid());
		user_become(&user);
	}
	set_environment(upgrade);
	if (chdir(fact(upgrade, "cwd")) != 0)
		dprintf(report, "cannot enter directory %s: %s\n", fact(upgrade, "cwd"),
			strerror(errno));
	while (count < ARGUMENTS_MOST &&
		(word = handover_next(&upgrade->facts, "arg", &at)) != NULL)
		argv[count++] = (char *)(uintptr_t)word;
	argv[count++] = option;
	move(nothing, STDIN_FILENO);
	move(upgrade->log, STDOUT_FILENO);
	move(upgrade->log, STDERR_FILENO);
	move(line, UPGRADE_LINE);
	move(reported, UPGRADE_REPORT);
	execv(upgrade->path, argv);
	dprintf(UPGRADE_REPORT, "cannot start %s: %s\n", upgrade->path, strerror(errno));
	_exit(127);
}

/* Reads the new program's complaints until "ok" or the end of the pipe. True if it serves. */
static bool hear_out(int report, char *complaint, size_t size)
{
	struct pollfd ready = {.fd = report, .events = POLLIN};
	size_t used = 0;
	ssize_t got;
	complaint[0] = '\0';
	while (poll(&ready, 1, UPGRADE_MS) > 0 && used < size - 1 &&
		(got = read(report, complaint + used, size - 1 - used)) > 0) {
		used += (size_t)got;
		complaint[used] = '\0';
		if (used >= 3 && strcmp(complaint + used - 3, "ok\n") == 0)
			return true;
	}
	return false;
}

static int start(struct upgrade *upgrade)
{
	char complaint[1024];
	int ends[2], status = 0;
	if (pipe2(ends, O_CLOEXEC) != 0) {
		command_complain(
			"cannot upgrade: %s; end other processes and try again", strerror(errno));
		return 1;
	}
	pid_t pid = fork();
	if (pid == 0)
		execute(upgrade, ends[1]);
	close(ends[1]);
	/* The line's end is the new program's end, for the running server. */
	close(upgrade->line);
	if (pid > 0 && hear_out(ends[0], complaint, sizeof complaint)) {
		printf("Process %ld serves now; before it, process %s with version %s did.\n",
			(long)pid, fact(upgrade, "pid"), upgrade->facts.text);
		return 0;
	}
	if (pid > 0 && waitpid(pid, &status, WNOHANG) == 0) {
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
	}
	complaint[strcspn(complaint, "\n")] = '\0';
	if (*complaint)
		command_complain(
			"the running server goes on, because the new program: %s", complaint);
	else
		command_complain("the running server goes on, because the new program ended "
				 "(status %d, signal %d) before it had proved itself; see the log",
			WIFEXITED(status) ? WEXITSTATUS(status) : -1,
			WIFSIGNALED(status) ? WTERMSIG(status) : 0);
	return 1;
}

/* ---- The command ---- */

/* False after a complaint. */
static bool find_program(struct upgrade *upgrade)
{
	ssize_t length;
	if (upgrade->program) {
		if (realpath(upgrade->program, upgrade->path))
			return true;
		command_complain("cannot start %s: %s; name another with --program",
			upgrade->program, strerror(errno));
		return false;
	}
	length = readlink("/proc/self/exe", upgrade->path, sizeof upgrade->path - 1);
	upgrade->path[length > 0 ? length : 0] = '\0';
	return length > 0;
}

static bool read_minutes(const char *text, uint32_t *number)
{
	char *end;
	long minutes = text ? strtol(text, &end, 10) : -1;
	*number = (uint32_t)(minutes + 1);
	if (!text || (*text && !*end && minutes >= 0 && minutes <= MINUTES_MOST))
		return true;
	command_complain("--drain must be a whole number of minutes from 0 to %d", MINUTES_MOST);
	return false;
}

int upgrade_main(int argc, char **argv)
{
	static struct upgrade upgrade;
	static struct config config;
	uint32_t minutes;
	const struct argument_row rows[] = {
		{"program", "FILE", "the new program, for example an older one (default: this one)",
			.text = &upgrade.program},
		{"drain", "MINUTES", "time for sessions to go on (default limits.drain_minutes)",
			.text = &upgrade.drain},
		{"reload", NULL, "read the settings again instead if the program is the same",
			.flag = &upgrade.reload},
		{"state", "DIR", "state directory of the server (default var)",
			.text = &upgrade.state},
		{"config", "FILE", "settings file; \"\": none (default: the installed one)",
			.text = &upgrade.config},
	};
	const struct argument_table table = {"upgrade [OPTION]...",
		"Starts a new program that takes over from a running server.  No connection is\n"
		"refused, and players go on.  If anything fails, the running server goes on.",
		rows, sizeof rows / sizeof *rows};
	int status = arguments_parse(argc, argv, &table, NULL);
	if (status != ARGUMENTS_GO_ON)
		return status;
	if (!read_minutes(upgrade.drain, &minutes))
		return 2;
	if (!operator_config(&config, upgrade.config, upgrade.state) || !find_program(&upgrade) ||
		!ask(&upgrade, config.files_state))
		return 1;
	if (upgrade.reload && is_same_program(&upgrade))
		return reload(&upgrade);
	if (!may_replace(&upgrade))
		return 1;
	if (!handover_tell(upgrade.line, HANDOVER_BEGIN, minutes, "", -1)) {
		command_complain("cannot upgrade: the running server does not answer; see its log");
		return 1;
	}
	return start(&upgrade);
}
