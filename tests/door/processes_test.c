/* A process that begins has the signals and the descriptors that it names, and no others. */
#include "tests/test.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "door/os/processes.h"

static bool is_open(int descriptor)
{
	return fcntl(descriptor, F_GETFD) >= 0;
}

static bool is_default(int number)
{
	struct sigaction action;

	return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_DFL;
}

/* Exits with 0 if all is as it must be, else with a number for the first that is not. */
static void child(const int ends[2])
{
	sigset_t blocked;

	process_begin("a test", &ends[1], 1);
	if (is_open(ends[0]) || !is_open(ends[1]))
		_exit(1);
	if (!is_default(SIGUSR1) || !is_default(SIGPIPE) || !is_default(SIGTERM))
		_exit(2);
	sigprocmask(SIG_SETMASK, NULL, &blocked);
	_exit(sigismember(&blocked, SIGTERM) ? 3 : 0);
}

static void what_a_process_inherited_is_undone(void **state)
{
	int ends[2], status;
	sigset_t blocked;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	pid_t pid = fork();
	if (pid == 0) {
		alarm(20);
		signal(SIGUSR1, SIG_IGN);
		signal(SIGPIPE, SIG_IGN);
		sigemptyset(&blocked);
		sigaddset(&blocked, SIGTERM);
		sigprocmask(SIG_SETMASK, &blocked, NULL);
		child(ends);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	close(ends[0]);
	close(ends[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_process_inherited_is_undone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
