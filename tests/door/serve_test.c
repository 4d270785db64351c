/* `trapdoor serve` in a process of its own: what it announces, whom it refuses, that it starts its
 * keeper again, and how it ends. */
#include "tests/test.h"

#include "tests/door/server.h"

#include <sys/resource.h>
#include <sys/stat.h>

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

/* Each connection needs some descriptors, so that a low limit of them allows few connections. The
 * limit stays low: this is the last test. */
static void few_descriptors_allow_few_connections(void **state)
{
	static const struct {
		rlim_t descriptors;
		const char *connections;
	} rows[] = {{4000, " connections=1248 why="}, {1000, " connections=248 why="},
		{400, " connections=128 why="}};
	struct served served;

	(void)state;
	server_file("many.conf", "[limits]\nconnections = 100000\n");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct rlimit few = {rows[i].descriptors, rows[i].descriptors};
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
		server_begin(&served, "serve --init --state $STATE/few --config $STATE/many.conf "
				      "--ssh= --telnet 127.0.0.1:0");
		const char *text = server_await(served.err, "level=warn event=server.limit");
		if (!strstr(text, rows[i].connections))
			fail_msg("%s", strstr(text, "event=server.limit"));
		server_end(&served);
	}
}

/* Root's state directory is given to the keeper side's user, who is named. */
static void a_directory_of_root_changes_its_owner(void **state)
{
	struct served served;
	struct stat facts;
	char path[128], wanted[256];

	(void)state;
	if (geteuid() != 0)
		skip();
	snprintf(path, sizeof path, "%s/rooted", server_directory);
	assert_int_equal(mkdir(path, 0700), 0);
	server_begin(&served, "serve --state $STATE/rooted --ssh= --telnet 127.0.0.1:0");
	snprintf(wanted, sizeof wanted, "level=warn event=users.adopted");
	const char *text = server_await(served.err, wanted);
	snprintf(wanted, sizeof wanted, " state=\"%s\" user=\"", path);
	assert_non_null(strstr(text, wanted));
	assert_int_equal(stat(path, &facts), 0);
	assert_int_not_equal(facts.st_uid, 0);
	server_end(&served);
	server_begin(&served, "serve --state $STATE/rooted --ssh= --telnet 127.0.0.1:0");
	server_await(served.err, "event=server.begin");
	assert_null(strstr(server_tail(served.err), "event=users.adopted"));
	server_end(&served);
}

/* A settings file that the door side cannot read is served, but not read again. */
static void settings_of_root_alone_are_a_warning(void **state)
{
	struct served served;
	char path[128];

	(void)state;
	if (geteuid() != 0)
		skip();
	for (int open = 0; open < 2; open++) {
		assert_int_equal(chmod(server_directory, open ? 0755 : 0700), 0);
		server_file("own.conf", "[lobby]\nhost = here.example\n");
		server_begin(&served, "serve --init --state $STATE/own --config $STATE/own.conf "
				      "--ssh= --telnet 127.0.0.1:0");
		const char *text = server_await(served.err, "event=server.begin");
		snprintf(path, sizeof path, " file=\"%s/own.conf\" why=", server_directory);
		assert_int_equal(
			strstr(text, "level=warn event=settings.unreadable") != NULL, !open);
		assert_int_equal(strstr(text, path) != NULL, !open);
		server_end(&served);
	}
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
		cmocka_unit_test(a_directory_of_root_changes_its_owner),
		cmocka_unit_test(settings_of_root_alone_are_a_warning),
		cmocka_unit_test(few_descriptors_allow_few_connections),
	};

	return cmocka_run_group_tests(tests, server_set_up, server_tear_down);
}
