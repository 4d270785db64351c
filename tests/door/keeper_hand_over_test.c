/* A keeper whose listener is gone hands its sockets over to the keeper of the next one, which tells
 * that listener of the sessions. */
#include "tests/test.h"

#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/door/keeper_house.h"

static void a_new_listeners_keeper_takes_the_sockets_over(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *session = fixture_caller(fixture, "Mina");
	struct store_client *local;
	struct keeper_account account;
	struct keeper_run run;
	char sentence[256] = "";
	pid_t older = fixture->keeper;

	local = store_client_local(fixture->state, fixture->content, sentence, sizeof sentence);
	assert_non_null(local);
	assert_int_equal(keeper_register(local, "Otto", PASSWORD, "", &account), KEEPER_OK);
	assert_int_equal(keeper_run_begin(session, false, &run), KEEPER_OK);
	/* The listener dies: its control socket closes, and the duplicates with it. */
	close(fixture->control);
	while (fixture->count > 0)
		close(fixture->ends[--fixture->count]);
	nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
	fixture_start(fixture);
	assert_int_not_equal(fixture->keeper, older);
	assert_int_equal(waitpid(older, NULL, 0), older);
	assert_int_equal(fixture_append(session, &run, 0, "\1"), KEEPER_OK);
	assert_true(fixture_notice(session, NOTICE_KEEPER_BACK));
	assert_int_equal(keeper_set_options(local, "x"), KEEPER_OK);
	store_client_free(session);
	store_client_free(local);
}

/* Returns the session's end of the next line that the keeper sends the listener, with its log. */
static struct wire_descriptors line_of_order(const struct fixture *fixture, char *from)
{
	static struct wire_order order;
	struct wire_descriptors got = {0};
	struct pollfd control = {.fd = fixture->control, .events = POLLIN};

	do {
		wire_close(&got);
		assert_int_equal(poll(&control, 1, 20000), 1);
		assert_true(wire_take_order(fixture->control, &order, &got));
	} while (order.kind != ORDER_LINE);
	strcpy(from, order.from);
	return got;
}

/* A listener that begins after a dead one gets line and newest log of each session. */
static void a_new_listener_gets_lines_and_logs(void **state)
{
	struct fixture *fixture = *state;
	struct wire_descriptors got;
	char from[WIRE_PASSED_MAX], byte;
	int pair[2], stale[2], log[2];
	pid_t older = fixture->keeper;

	assert_true(keeper_pair(pair));
	assert_int_equal(pipe(stale), 0);
	assert_int_equal(pipe(log), 0);
	assert_true(keeper_give_logged(fixture->control, pair[1], stale[0], "192.0.2.7 0a1b"));
	/* The session moved, and has another log. */
	assert_true(keeper_give_logged(fixture->control, pair[1], log[0], "192.0.2.7 0a1b"));
	assert_true(keeper_give(fixture->control, pair[1], "192.0.2.7 0a1b"));
	close(pair[1]);
	close(stale[0]);
	close(log[0]);
	/* The keeper reads its control socket to the end before it notices the end. */
	close(fixture->control);
	fixture_start(fixture);
	assert_int_equal(waitpid(older, NULL, 0), older);
	got = line_of_order(fixture, from);
	assert_string_equal(from, "192.0.2.7 0a1b");
	assert_int_equal(got.count, 2);
	assert_int_equal(write(log[1], "x", 1), 1);
	assert_int_equal(read(got.each[1], &byte, 1), 1);
	assert_int_equal(byte, 'x');
	/* Nobody reads the other one. */
	assert_int_equal(poll(&(struct pollfd){.fd = stale[1]}, 1, 0), 1);
	wire_close(&got);
	close(pair[0]);
	close(stale[1]);
	close(log[1]);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(a_new_listeners_keeper_takes_the_sockets_over),
		TITLE(a_new_listener_gets_lines_and_logs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
