/* The rehearsal of a session: what its client types, and what becomes of a session that is killed,
 * crashes or hangs up. */
#include "tests/test.h"

#include "door/command/rehearsal.h"
#include "tests/door/caught.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* The session's process and the test share it. */
static struct shared {
	char typed[1024];
	size_t size;
} * shared;

static int confined;

static void confine(void *context)
{
	assert_ptr_equal(context, shared);
	confined++;
}

/* Answers all that is typed, and ends after a capital C. */
static void answer(void *context, int client)
{
	struct shared *heard = context;

	(void)!write(client, "hello", 5);
	while (heard->size < sizeof heard->typed) {
		struct pollfd ready = {.fd = client, .events = POLLIN};

		if (poll(&ready, 1, 20000) != 1)
			_exit(3);
		ssize_t got =
			read(client, heard->typed + heard->size, sizeof heard->typed - heard->size);
		if (got <= 0)
			_exit(4);
		heard->size += (size_t)got;
		(void)!write(client, ".", 1);
		if (heard->typed[heard->size - 1] == 'C')
			break;
	}
	char rest;
	while (read(client, &rest, 1) != 0) {
		struct pollfd ready = {.fd = client, .events = POLLIN};

		poll(&ready, 1, 20000);
	}
	_exit(0);
}

static void hang_up(void *context, int client)
{
	(void)context;
	close(client);
	_exit(0);
}

static void fall(void *context, int client)
{
	(void)context, (void)client;
	dprintf(STDERR_FILENO, "boom");
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
}

static void call_what_is_forbidden(void *context, int client)
{
	(void)context, (void)client;
	dprintf(STDERR_FILENO, "died of signal 31, forbidden system call %d, in play",
		(int)SYS_getpid);
	signal(SIGSYS, SIG_DFL);
	raise(SIGSYS);
}

static void say_much(void *context, int client)
{
	(void)context, (void)client;
	for (int i = 0; i < 1000; i++)
		dprintf(STDERR_FILENO, "word %d ", i);
	_exit(7);
}

/* Rehearses a session. Returns what was logged. */
static const char *rehearse(
	void (*session)(void *context, int client), bool works, const char *wanted)
{
	const struct rehearsal rehearsal = {
		.kind = FORKER_PLAIN, .confine = confine, .session = session, .context = shared};
	char sentence[512] = "";

	confined = 0;
	memset(shared, 0, sizeof *shared);
	caught_begin();
	bool worked = rehearse_session(&rehearsal, sentence, sizeof sentence);
	const char *logged = caught_end();
	assert_int_equal(worked, works);
	assert_string_equal(sentence, wanted);
	assert_int_equal(confined, 1);
	/* Both processes have ended. */
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	return logged;
}

static void the_client_plays_as_a_guest(void **state)
{
	static const char keys[] = "\xff\xfb\x1f\xff\xfa\x1f\0\x50\0\x18\xff\xf0"
				   "rehearsal\r\0"
				   "a wrong horse\r\0"
				   "\x1b"
				   "guest\r\0"
				   "p"
				   "\xff\xfa\x1f\0\x84\0\x32\xff\xf0"
				   "sC";
	const char *logged = rehearse(answer, true, "");

	(void)state;
	assert_int_equal(shared->size, sizeof keys - 1);
	assert_memory_equal(shared->typed, keys, sizeof keys - 1);
	caught_has(logged, "level=info event=rehearsal pid=");
	caught_has(logged, " transport=telnet ms=");
	assert_null(strstr(logged, "rehearsal.failed"));
}

static void a_forbidden_call_is_a_sentence(void **state)
{
	char wanted[300];

	(void)state;
	snprintf(wanted, sizeof wanted,
		"cannot serve: a rehearsed session of telnet was killed for system call getpid "
		"(%d); report this, and serve with sandbox = log meanwhile",
		(int)SYS_getpid);
	const char *logged = rehearse(call_what_is_forbidden, false, wanted);
	assert_string_equal(logged, "");
}

static void other_failures_are_logged_alone(void **state)
{
	const char *logged = rehearse(fall, true, "");

	(void)state;
	caught_has(logged, "level=warn event=rehearsal.failed pid=");
	caught_has(logged, " transport=telnet session_status=");
	caught_has(logged, " report=\"boom\"\n");
	logged = rehearse(hang_up, true, "");
	caught_has(logged, " transport=telnet session_status=0 client_status=256 report=\"\"\n");
}

/* The beginning of a long report is enough, and the session is not held up. */
static void a_long_report_is_cut(void **state)
{
	const char *logged = rehearse(say_much, true, "");

	(void)state;
	caught_has(logged, "event=rehearsal.failed");
	caught_has(logged, " session_status=1792 ");
	caught_has(logged, " report=\"word 0 word 1 word 2 ");
	assert_null(strstr(logged, "word 999"));
}

static int set_up(void **state)
{
	(void)state;
	signal(SIGPIPE, SIG_IGN); /* as main does */
	shared = mmap(
		NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return shared == MAP_FAILED ? -1 : 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_client_plays_as_a_guest),
		cmocka_unit_test(a_forbidden_call_is_a_sentence),
		cmocka_unit_test(other_failures_are_logged_alone),
		cmocka_unit_test(a_long_report_is_cut),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
