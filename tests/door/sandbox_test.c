/* A role's process does what its list says, and dies of anything else. */
#include "tests/test.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "door/os/crash.h"
#include "door/os/sandbox.h"

static pid_t test_process;
static char state_directory[] = "/tmp/trapdoor-sandbox-XXXXXX";

/* Runs the deed in a confined process.  Returns its wait status, and its stderr in `report`. */
static int confined(enum sandbox_role role, void (*deed)(void), char *report, size_t size)
{
	int ends[2], status;
	ssize_t got;
	size_t used = 0;

	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		sandbox_hide_files(role);
		crash_catch();
		sandbox_enter(role);
		deed();
		_exit(0);
	}
	close(ends[1]);
	while ((got = read(ends[0], report + used, size - 1 - used)) > 0)
		used += (size_t)got;
	report[used] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

static void opens_a_file(void)
{
	syscall(SYS_open, "/etc/passwd", O_RDONLY);
}

static void opens_a_socket(void)
{
	syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
}

static void connects(void)
{
	syscall(SYS_connect, 0, NULL, 0);
}

static void executes(void)
{
	syscall(SYS_execve, "/bin/true", NULL, NULL);
}

static void forks(void)
{
	syscall(SYS_fork);
}

static void kills(void)
{
	kill(test_process, SIGTERM);
}

static void signals_its_parent(void)
{
	syscall(SYS_tgkill, 1, 1, SIGABRT);
}

static void traces(void)
{
	syscall(SYS_ptrace, PTRACE_TRACEME, 0, 0, 0);
}

static void maps_code(void)
{
	mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void makes_memory_executable(void)
{
	void *memory = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	mprotect(memory, 4096, PROT_READ | PROT_EXEC);
}

static void pushes_keys(void)
{
	syscall(SYS_ioctl, 0, 0x5412 /* TIOCSTI */, "x");
}

static void what_a_session_may_not_do_ends_it_and_is_named(void **unused)
{
	/* clang-format off */
	static const struct { void (*deed)(void); int number; } rows[] = {
		{opens_a_file, SYS_open}, {opens_a_socket, SYS_socket}, {connects, SYS_connect}, {executes, SYS_execve}, {forks, SYS_fork},
		{kills, SYS_kill}, {signals_its_parent, SYS_tgkill}, {traces, SYS_ptrace}, {maps_code, SYS_mmap},
		{makes_memory_executable, SYS_mprotect}, {pushes_keys, SYS_ioctl},
	};
	/* clang-format on */
	char report[512], expected[64];

	(void)unused;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		static const enum sandbox_role strict[] = {
			SANDBOX_SESSION, SANDBOX_LISTENER, SANDBOX_HASHER, SANDBOX_VERIFIER};

		for (size_t j = 0; j < sizeof strict / sizeof *strict; j++) {
			int status = confined(strict[j], rows[i].deed, report, sizeof report);

			snprintf(expected, sizeof expected, "forbidden system call %d,",
				rows[i].number);
			assert_true(WIFSIGNALED(status));
			assert_int_equal(WTERMSIG(status), SIGSYS);
			assert_non_null(strstr(report, expected));
		}
	}
}

static void makes_a_namespace(void)
{
	syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
}

static void starts_a_thread(void)
{
	syscall(SYS_clone, CLONE_VM | SIGCHLD, 0, 0, 0, 0);
}

/* The forker of ssh holds the host key; it and the supervisor have children, and no program. */
static void parents_fork_and_do_no_more(void **unused)
{
	/* clang-format off */
	static const struct { void (*deed)(void); int number; } rows[] = {
		{opens_a_socket, SYS_socket}, {executes, SYS_execve}, {traces, SYS_ptrace}, {maps_code, SYS_mmap},
		{makes_memory_executable, SYS_mprotect}, {makes_a_namespace, SYS_clone}, {starts_a_thread, SYS_clone},
	};
	/* clang-format on */
	static const enum sandbox_role parents[] = {SANDBOX_FORKER_SSH, SANDBOX_SUPERVISOR};
	char report[512], expected[64];

	(void)unused;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (size_t j = 0; j < sizeof parents / sizeof *parents; j++) {
			int status = confined(parents[j], rows[i].deed, report, sizeof report);

			snprintf(expected, sizeof expected, "forbidden system call %d,",
				rows[i].number);
			assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
			assert_non_null(strstr(report, expected));
		}
}

/* A session that a forker starts inside its own filter lives, and is confined as ever. */
static void starts_a_session(void)
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		sandbox_hide_files(SANDBOX_SESSION);
		sandbox_enter(SANDBOX_SESSION);
		executes();
		_exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		_exit(3);
	_exit(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS ? 0 : 4);
}

static void filters_pass_to_children(void **unused)
{
	static const enum sandbox_role parents[] = {
		SANDBOX_FORKER_SSH, SANDBOX_FORKER_PLAIN, SANDBOX_PARENT};
	char report[512];

	(void)unused;
	for (size_t i = 0; i < sizeof parents / sizeof *parents; i++)
		assert_int_equal(confined(parents[i], starts_a_session, report, sizeof report), 0);
}

/* A hasher that the keeper replaced from inside its own filter fails an assertion. */
static void replaces_a_hasher(void)
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		sandbox_enter(SANDBOX_HASHER);
		raise(SIGABRT);
		_exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		_exit(3);
	_exit(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? 0 : 4);
}

static void a_replaced_hasher_dies_of_its_own_signal(void **unused)
{
	char report[512];

	(void)unused;
	assert_int_equal(confined(SANDBOX_KEEPER, replaces_a_hasher, report, sizeof report), 0);
	assert_non_null(strstr(report, "died of signal 6"));
	assert_null(strstr(report, "forbidden"));
}

static bool may_call(enum sandbox_role role, int number)
{
	const int *calls;
	size_t count = sandbox_calls(role, &calls);

	for (size_t i = 0; i < count; i++)
		if (calls[i] == number)
			return true;
	return false;
}

/* A child cannot make a call that the filter of its parent forbids. */
static void the_list_of_a_parent_contains_its_childrens(void **unused)
{
	static const struct {
		enum sandbox_role parent, child;
	} rows[] = {{SANDBOX_FORKER_SSH, SANDBOX_SESSION}, {SANDBOX_FORKER_PLAIN, SANDBOX_SESSION},
		{SANDBOX_FORKER_PLAIN, SANDBOX_VERIFIER}, {SANDBOX_FORKER_PLAIN, SANDBOX_REPLAYER},
		{SANDBOX_FORKER_PLAIN, SANDBOX_OLD_RULES}, {SANDBOX_PARENT, SANDBOX_FORKER_PLAIN},
		{SANDBOX_PARENT, SANDBOX_FORKER_SSH}, {SANDBOX_PARENT, SANDBOX_METRICS},
		{SANDBOX_SITE, SANDBOX_VERIFIER}, {SANDBOX_PARENT, SANDBOX_LISTENER},
		{SANDBOX_SUPERVISOR, SANDBOX_KEEPER}, {SANDBOX_SUPERVISOR, SANDBOX_HASHER},
		{SANDBOX_KEEPER, SANDBOX_HASHER}};

	(void)unused;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int number = 0; number < 512; number++)
			if (may_call(rows[i].child, number) && !may_call(rows[i].parent, number))
				fail_msg("%s makes %s, which %s does not",
					sandbox_role_name(rows[i].child), sandbox_call_name(number),
					sandbox_role_name(rows[i].parent));
}

static void works_on(void)
{
	void *memory = malloc(1 << 20);
	char byte = 'x';

	if (!memory || write(STDERR_FILENO, &byte, 1) != 1)
		_exit(3);
	free(memory);
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1)
		_exit(4);
}

static void keeps_its_promises(void)
{
	struct rlimit core;

	/* Of the keeper, which may ask. */
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 ||
		prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0 || prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 2)
		_exit(3);
	if (getrlimit(RLIMIT_CORE, &core) != 0 || core.rlim_max != 0)
		_exit(4);
}

static void reaches_for_files(void)
{
	char path[64];

	if (open("/etc/passwd", O_RDONLY) >= 0 || errno != EACCES)
		_exit(3);
	if (kill(test_process, SIGTERM) == 0)
		_exit(4);
	snprintf(path, sizeof path, "%s/file", state_directory);
	if (open(path, O_RDWR | O_CREAT, 0600) < 0 || unlink(path) != 0)
		_exit(5);
}

static void the_keeper_reaches_its_directory_and_no_other(void **unused)
{
	char report[512], layers[160];

	(void)unused;
	assert_int_equal(confined(SANDBOX_KEEPER, keeps_its_promises, report, sizeof report), 0);
	sandbox_layers(layers, sizeof layers);
	if (!strstr(layers, "signals=yes") || SANITIZED_BUILD)
		return; /* an older kernel has less, and a sanitizer wants its files */
	assert_int_equal(confined(SANDBOX_KEEPER, reaches_for_files, report, sizeof report), 0);
}

static char kept_program[64];

static void runs_the_kept_program(void)
{
	for (int descriptor = 3; descriptor < 16; descriptor++)
		close(descriptor);
	execl(kept_program, kept_program, (char *)NULL);
	_exit(errno == EACCES ? 10 : 11);
}

static void reads_as_a_loader(void)
{
	for (int descriptor = 3; descriptor < 16; descriptor++)
		close(descriptor); /* of which it may have few */
	if (open("/etc/ld.so.cache", O_RDONLY) < 0)
		_exit(10);
	if (open("/etc/passwd", O_RDONLY) >= 0 || errno != EACCES)
		_exit(11);
}

/* The program of older rules is executed, and no other; it reads libraries, and no other files. */
static void a_program_of_older_rules_reads_only_itself(void **unused)
{
	char report[512], layers[160], command[128];

	(void)unused;
	sandbox_layers(layers, sizeof layers);
	if (!strstr(layers, "signals=yes") || SANITIZED_BUILD)
		return;
	assert_int_equal(confined(SANDBOX_OLD_RULES, reads_as_a_loader, report, sizeof report), 0);
	snprintf(kept_program, sizeof kept_program, "%s/kept", state_directory);
	snprintf(command, sizeof command, "cp /bin/true %s", kept_program);
	assert_int_equal(system(command), 0);
	int status = confined(SANDBOX_OLD_RULES, runs_the_kept_program, report, sizeof report);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 10);
	sandbox_allow_program(kept_program);
	assert_int_equal(
		confined(SANDBOX_OLD_RULES, runs_the_kept_program, report, sizeof report), 0);
	assert_int_equal(unlink(kept_program), 0);
}

static void a_failed_assertion_still_dies_of_its_own_signal(void **unused)
{
	char report[512];
	int status = confined(SANDBOX_SESSION, abort, report, sizeof report);

	(void)unused;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
	assert_non_null(strstr(report, "died of signal 6,"));
	/* A plain deed ends well, and what a session may not ask ends it. */
	status = confined(SANDBOX_SESSION, works_on, report, sizeof report);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
	assert_int_equal(report[0], 'x');
}

static void a_session_has_at_most_forty_calls(void **unused)
{
	const int *calls;

	(void)unused;
	assert_in_range(sandbox_calls(SANDBOX_SESSION, &calls), 20, 40);
	for (size_t i = 1; i < sandbox_calls(SANDBOX_SESSION, &calls); i++)
		assert_true(calls[i - 1] < calls[i]); /* no call stands twice in the list */
	assert_string_equal(sandbox_call_name(SYS_openat), "openat");
	assert_string_equal(sandbox_call_name(99999), "unknown");
}

static void the_words_of_the_setting(void **unused)
{
	enum sandbox_mode mode = SANDBOX_OFF;

	(void)unused;
	assert_true(sandbox_mode_by_word("enforce", &mode));
	assert_int_equal(mode, SANDBOX_ENFORCE);
	assert_true(sandbox_mode_by_word("log", &mode));
	assert_int_equal(mode, SANDBOX_LOG);
	assert_true(sandbox_mode_by_word("off", &mode));
	assert_int_equal(mode, SANDBOX_OFF);
	assert_false(sandbox_mode_by_word("", &mode));
	assert_false(sandbox_mode_by_word("Enforce", &mode));
}

int main(void)
{
	char sentence[256];

	/* Before it is prepared, entering does nothing. */
	sandbox_enter(SANDBOX_HASHER);
	assert(!sandbox_is_on());
	test_process = getpid();
	assert(mkdtemp(state_directory));
	if (!sandbox_prepare(SANDBOX_ENFORCE, state_directory, sentence, sizeof sentence)) {
		fprintf(stderr, "%s\n", sentence);
		return 1;
	}
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_words_of_the_setting),
		cmocka_unit_test(what_a_session_may_not_do_ends_it_and_is_named),
		cmocka_unit_test(a_failed_assertion_still_dies_of_its_own_signal),
		cmocka_unit_test(the_keeper_reaches_its_directory_and_no_other),
		cmocka_unit_test(a_program_of_older_rules_reads_only_itself),
		cmocka_unit_test(a_session_has_at_most_forty_calls),
		cmocka_unit_test(parents_fork_and_do_no_more),
		cmocka_unit_test(filters_pass_to_children),
		cmocka_unit_test(a_replaced_hasher_dies_of_its_own_signal),
		cmocka_unit_test(the_list_of_a_parent_contains_its_childrens),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	rmdir(state_directory);
	return failed;
}
