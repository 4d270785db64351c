#include "door/command/rehearsal.h"

#include "door/net/transport.h"
#include "door/os/log.h"
#include "door/os/processes.h"
#include "door/os/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEADLINE_MS 8000
#define SETTLED_MS 15 /* without a byte: the screen is drawn */
#define KEY_MS 40     /* for the answer to a key, which may have none */
#define SCREEN_MS 1500
#define REPORT_MAX 2048

struct played {
	pid_t session, client;
	char report[REPORT_MAX]; /* the session's standard error */
};

/* ---- The client of telnet ---- */

/* Reads until nothing comes any more. False if the session has hung up. */
static bool settle(int descriptor, int patience_ms)
{
	struct pollfd polled = {.fd = descriptor, .events = POLLIN};
	char bytes[4096];

	while (poll(&polled, 1, patience_ms) > 0) {
		if (read(descriptor, bytes, sizeof bytes) <= 0)
			return false;
		patience_ms = SETTLED_MS;
	}
	return true;
}

/* The words of the screens belong to the content, so the client types without reading them. */
_Noreturn static void telnet_client(int descriptor)
{
	/* clang-format off */
	static const struct { const char *bytes; size_t size; int patience_ms; } typed[] = {
#define KEYS(text, patience_ms) {text, sizeof text - 1, patience_ms},
		/* IAC WILL NAWS, and a size of 80x24; later of 132x50 */
		KEYS("\xff\xfb\x1f\xff\xfa\x1f\0\x50\0\x18\xff\xf0", KEY_MS)
		KEYS("rehearsal\r\0", KEY_MS) KEYS("a wrong horse\r\0", SCREEN_MS) KEYS("\x1b", KEY_MS)
		KEYS("guest\r\0", KEY_MS) KEYS("p", KEY_MS) KEYS("\xff\xfa\x1f\0\x84\0\x32\xff\xf0", KEY_MS)
		KEYS("s", KEY_MS) KEYS("C", KEY_MS)
#undef KEYS
	};
	/* clang-format on */

	alarm(DEADLINE_MS / 1000);
	if (!settle(descriptor, SCREEN_MS))
		_exit(1);
	for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
		if (write(descriptor, typed[i].bytes, typed[i].size) < 0 ||
			!settle(descriptor, typed[i].patience_ms))
			_exit(1);
	_exit(0);
}

/* ---- Both processes ---- */

/* A new process that ends with this one, whose standard error is a pipe. */
static pid_t fork_session(int ends[2])
{
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(ends[1], STDERR_FILENO);
		log_level_set(LOG_ERROR);
	}
	close(ends[1]);
	return pid;
}

static bool play(struct played *played, const struct rehearsal *rehearsal, int *report)
{
	int line[2], ends[2] = {-1, -1};

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) != 0)
		return false;
	played->client = fork();
	if (played->client == 0) {
		process_begin("rehearsal", &line[0], 1);
		if (rehearsal->kind == FORKER_SSH)
			ssh_rehearse(line[0]);
		telnet_client(line[0]);
	}
	fcntl(line[1], F_SETFL, O_NONBLOCK);
	rehearsal->confine(rehearsal->context);
	played->session = fork_session(ends);
	if (played->session == 0) {
		close(line[0]);
		rehearsal->session(rehearsal->context, line[1]);
		_exit(1);
	}
	close(line[0]);
	close(line[1]);
	*report = ends[0];
	return played->client > 0 && played->session > 0;
}

/* Reads what the session writes to its standard error until it ends, or its time is over. */
static bool hear_out(struct played *played, int report)
{
	struct pollfd polled = {.fd = report, .events = POLLIN};
	long long until_ms = transport_now_ms() + DEADLINE_MS, now_ms;
	char rest[256];
	size_t used = 0;

	while ((now_ms = transport_now_ms()) < until_ms &&
		poll(&polled, 1, (int)(until_ms - now_ms)) > 0) {
		size_t room = sizeof played->report - 1 - used;
		ssize_t got = room ? read(report, played->report + used, room)
				   : read(report, rest, sizeof rest);

		if (got <= 0)
			return got == 0;
		used += room ? (size_t)got : 0;
	}
	return false;
}

static int end_of(pid_t pid, bool ended)
{
	int status = -1;

	if (pid <= 0)
		return -1;
	if (!ended)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return status;
}

/* The number that the crash line names; -1: none. */
static int forbidden_call(const char *report)
{
	static const char words[] = "forbidden system call ";
	const char *found = strstr(report, words);

	return found ? atoi(found + sizeof words - 1) : -1;
}

bool rehearse_session(const struct rehearsal *rehearsal, char *sentence, size_t size)
{
	const char *name = rehearsal->kind == FORKER_SSH ? "ssh" : "telnet";
	struct played played = {.session = -1, .client = -1};
	long long began_ms = transport_now_ms();
	int report = -1;
	bool ended = play(&played, rehearsal, &report) && hear_out(&played, report);
	int status = end_of(played.session, ended), client = end_of(played.client, ended);
	int number = forbidden_call(played.report);

	if (report >= 0)
		close(report);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS) {
		snprintf(sentence, size,
			"cannot serve: a rehearsed session of %s was killed for system call %s "
			"(%d); report this, and serve with sandbox = log meanwhile",
			name, sandbox_call_name(number), number);
		return false;
	}
	if (!ended || client != 0 || WIFSIGNALED(status))
		log_line(LOG_WARN, "rehearsal.failed",
			"transport=%s session_status=%d client_status=%d report=%s", name, status,
			client, log_quote(played.report));
	else
		log_line(LOG_INFO, "rehearsal", "transport=%s ms=%lld", name,
			transport_now_ms() - began_ms);
	return true;
}
