/* `trapdoor serve` in a process of its own: what it announces, whom it refuses, that it starts its
 * keeper again, and how it ends. */
#include "tests/test.h"

#include "tests/door/server.h"

static void settings_are_printed_and_refused(void **state)
{
	static const struct command_case cases[] = {
		{"serve --settings --state $STATE --telnet 127.0.0.1:4000", 0, "127.0.0.1:4000",
			""},
		{"serve --settings --state $STATE --config $STATE/good.conf", 0, "example.org", ""},
		{"serve --print-config --config $STATE/good.conf", 0, "example.org", ""},
		{"serve --config $STATE/bad.conf", 1, "", "bad.conf:2: "},
		{"serve --config $STATE/none.conf", 1, "", "none.conf"},
		{"serve --init --state $STATE/s --ssh= --telnet=", 1, "",
			"cannot serve: no address is set for ssh, telnet, Commodores or Ataris; "
			"give one with --ssh or --telnet ADDR:PORT\n"},
		{"serve --init --state $STATE/s --ssh= --telnet nowhere", 1, "", "nowhere"},
		{"serve --init --state /proc/nowhere --ssh= --telnet 127.0.0.1:0", 1, "",
			"/proc/nowhere"},
		{"serve --state $STATE/mistyped --ssh= --telnet 127.0.0.1:0", 1, "",
			"cannot use state directory $STATE/mistyped: it does not exist; name "
			"another with --state, or make it with --init\n"},
		{"serve --content $STATE/none --ssh= --telnet 127.0.0.1:0", 1, "", "$STATE/none"},
		{"serve word", 2, "", "unexpected argument of serve: \"word\""},
	};

	(void)state;
	server_file("good.conf", "[lobby]\nhost = example.org\n");
	server_file("bad.conf", "[lobby]\nhots = example.org\n");
	COMMAND_CASES(cases);
}

/* A caller beyond the limit is told why; a place that is free again is given away. */
static void callers_beyond_the_limit_are_refused(void **state)
{
	struct served served;

	(void)state;
	server_file("one.conf", "[limits]\nbefore_login = 1\n");
	server_begin(&served, "serve --init --state $STATE/s --config $STATE/one.conf --ssh= "
			      "--telnet 127.0.0.1:0");
	int first = server_caller(&served);
	server_hear(first, "night desk");
	int second = server_caller(&served);
	server_hear(second,
		"Trapdoor: too many connections are logging in; try again in a minute.\r\n");
	server_hear(second, NULL);
	close(second);
	close(first);
	server_await(served.err, "event=session.end");
	sleep(1); /* until the server has reaped it */
	int third = server_caller(&served);
	server_hear(third, "night desk");
	close(third);
	server_end(&served);
}

/* A keeper that is killed is started again, and gets the sockets of the sessions that go on. */
static void a_dead_keeper_is_replaced(void **state)
{
	struct served served;
	const char *text;
	long keeper;

	(void)state;
	server_begin(&served, "serve --init --state $STATE/s --ssh= --telnet 127.0.0.1:0");
	int player = server_caller(&served);
	server_hear(player, "night desk");
	text = server_await(served.err, "event=server.begin");
	assert_int_equal(sscanf(strstr(strstr(text, "event=server.begin"), "keeper="), "keeper=%ld",
				 &keeper),
		1);
	assert_true(keeper > 1);
	kill((pid_t)keeper, SIGKILL);
	text = server_await(served.err, "event=keeper.again");
	assert_non_null(strstr(text, "event=keeper.end"));
	assert_non_null(strstr(text, "status=-1 signal=9"));
	assert_non_null(strstr(strstr(text, "event=keeper.again"), "sessions=1"));
	server_type(player, "guest\r\n");
	server_hear(player, "guest-");
	server_end(&served);
	server_hear(player, NULL);
	close(player);
}

int main(int argc, char **argv)
{
	int status;

	if (server_word(argc, argv, &status))
		return status;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(settings_are_printed_and_refused),
		cmocka_unit_test(callers_beyond_the_limit_are_refused),
		cmocka_unit_test(a_dead_keeper_is_replaced),
	};

	return cmocka_run_group_tests(tests, server_set_up, server_tear_down);
}
