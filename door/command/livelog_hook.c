#include "door/command/livelog_hook.h"

#include "door/command/livelog_line.h"
#include "door/os/monotonic.h"
#include "door/os/log.h"
#include "door/os/processes.h"
#include "door/os/write_whole.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATH_OF_HOOKS "PATH=/usr/local/bin:/usr/bin:/bin"
#define EXEC_FAILED 127

/* Replaces the child process by the program. */
_Noreturn static void execute(const char *path, int in)
{
	static char search[] = PATH_OF_HOOKS;
	char *const arguments[] = {(char *)(uintptr_t)path, NULL}, *const environment[] = {
									   search, NULL};
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

	setsid();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	process_reset_signals();
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	if (nothing >= 0 && dup2(in, STDIN_FILENO) == STDIN_FILENO &&
		dup2(nothing, STDOUT_FILENO) == STDOUT_FILENO &&
		dup2(nothing, STDERR_FILENO) == STDERR_FILENO) {
		close_range(STDERR_FILENO + 1, ~0u, 0);
		execve(path, arguments, environment);
	}
	_exit(EXEC_FAILED);
}

/* Waits until the child has ended, which stays a zombie. False if it took too long. */
static bool wait_for(pid_t pid, int seconds)
{
	int64_t until_ms = monotonic_ms() + seconds * 1000LL, left_ms;
	siginfo_t info;
	sigset_t child;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	for (;;) {
		info.si_pid = 0;
		if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
			info.si_pid == pid)
			return true;
		left_ms = until_ms - monotonic_ms();
		if (left_ms <= 0)
			return false;
		sigtimedwait(
			&child, NULL, &(struct timespec){left_ms / 1000, left_ms % 1000 * 1000000});
	}
}

static void report(const char *path, const char *why)
{
	log_line(
		LOG_WARN, "livelog.hook_failed", "hook=%s why=%s", log_quote(path), log_quote(why));
}

static void report_status(const char *path, int status)
{
	char why[64];

	if (WIFSIGNALED(status))
		snprintf(why, sizeof why, "signal %d", WTERMSIG(status));
	else if (WEXITSTATUS(status) == EXEC_FAILED)
		snprintf(why, sizeof why, "it cannot be executed, or has exit status 127");
	else
		snprintf(why, sizeof why, "exit status %d", WEXITSTATUS(status));
	if (status != 0)
		report(path, why);
}

static void run_once(const char *path, int seconds, const char *line, size_t size)
{
	int pipe_ends[2], status = 0;
	char why[64];
	pid_t pid;
	bool ended;

	/* A line fits a pipe, so that nothing waits for a program that does not read it. */
	if (pipe2(pipe_ends, O_CLOEXEC) != 0 || !write_whole(pipe_ends[1], line, size)) {
		report(path, strerror(errno));
		return;
	}
	close(pipe_ends[1]);
	pid = fork();
	if (pid == 0)
		execute(path, pipe_ends[0]);
	close(pipe_ends[0]);
	if (pid < 0) {
		report(path, strerror(errno));
		return;
	}
	ended = wait_for(pid, seconds);
	/* The program's own processes have no more time than the program. */
	kill(-pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (ended) {
		report_status(path, status);
		return;
	}
	snprintf(why, sizeof why, "killed after %d s", seconds);
	report(path, why);
}

_Noreturn void livelog_hook_run(int lines, const char *path, int seconds)
{
	static char line[LIVELOG_LINE_MAX];
	sigset_t child;
	ssize_t size;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, NULL);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	while ((size = recv(lines, line, sizeof line, 0)) > 0 || (size < 0 && errno == EINTR))
		if (size > 0)
			run_once(path, seconds, line, (size_t)size);
	_exit(0);
}
