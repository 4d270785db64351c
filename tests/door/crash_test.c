/* A crash leaves one line that names run, turn and command. */
#include "tests/test.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "door/os/crash.h"

/* Dies in a process of its own, after `before`; what it left on stderr. */
static void line_of(int number, void (*before)(void), char *line, size_t size)
{
	int ends[2], status;
	size_t used = 0;
	ssize_t got;

	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){0});
		dup2(ends[1], STDERR_FILENO);
		crash_catch();
		before();
		raise(number);
		_exit(0);
	}
	close(ends[1]);
	while ((got = read(ends[0], line + used, size - 1 - used)) > 0)
		used += (size_t)got;
	line[used] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), number);
}

static void applying(void)
{
	crash_run(12345678901);
	crash_applying(678, 345, (const uint8_t[]){0x15, 0x00, 0xff}, 3);
}

static void applied(void)
{
	applying();
	crash_applied();
}

static void the_command_that_kills_is_named(void **state)
{
	static const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
	char line[512], expected[512];

	(void)state;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		line_of(numbers[i], applying, line, sizeof line);
		snprintf(expected, sizeof expected,
			"trapdoor: died of signal %d in run 12345678901, turn 345, applying its "
			"command 678: 1500ff\n",
			numbers[i]);
		assert_string_equal(line, expected);
	}
}

static void before_all(void)
{
}

static void a_crash_between_commands_says_so(void **state)
{
	char line[512];

	(void)state;
	line_of(SIGABRT, applied, line, sizeof line);
	assert_string_equal(line,
		"trapdoor: died of signal 6 in run 12345678901, turn 345, after its command 678: "
		"1500ff\n");
	line_of(SIGABRT, before_all, line, sizeof line);
	assert_string_equal(line, "trapdoor: died of signal 6, applying no command\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_command_that_kills_is_named),
		cmocka_unit_test(a_crash_between_commands_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
