/* The life of a real server: its processes end one by one, and it goes on; games end, and are
 * verified; players watch; the operator asks. */
#include "tests/test.h"

#include "tests/door/processes.h"
#include "tests/door/server.h"

#include <sys/stat.h>
#include <sys/un.h>

#define SERVE(state) "serve --init --state $STATE/" state " --ssh= --telnet 127.0.0.1:0"

static int guest(const struct served *served)
{
	int client = server_telnet(served);

	server_type(client, "guest\r");
	server_hear(client, "guest-");
	return client;
}

/* Waits until a caller is greeted, whom the limit refuses before. */
static int await_greeting(const struct served *served)
{
	for (int waited_ms = 0; waited_ms < SERVER_WAIT_MS; waited_ms += 50) {
		int client = server_caller(served);
		char heard[2048] = "";
		struct pollfd ready = {.fd = client, .events = POLLIN};
		ssize_t got = poll(&ready, 1, SERVER_WAIT_MS) == 1
				      ? recv(client, heard, sizeof heard - 1, MSG_PEEK)
				      : 0;

		if (got > 0 && !memmem(heard, (size_t)got, "Trapdoor: ", 10))
			return client;
		close(client);
		usleep(50000);
	}
	fail_msg("nobody is greeted");
	return -1;
}

/* ---- Processes that die ---- */

static void sessions_outlive_their_forker(void **state)
{
	struct served served;

	(void)state;
	server_file("two.conf", "[limits]\nper_address = 2\n");
	server_begin(&served, SERVE("forker") " --config $STATE/two.conf");
	int first = guest(&served), second = guest(&served);
	pid_t forker = process_await(served.pid, "forker", 1);
	kill(forker, SIGKILL);
	const char *log = server_await(served.err, "event=forker.died");
	assert_non_null(strstr(log, " kind=plain sessions=2\n"));
	/* Both are counted until they end. */
	int third = server_caller(&served);
	server_hear(third, "too many connections from your address");
	close(third);
	server_type(first, "\022");
	server_hear(first, "Leave");
	close(first);
	third = await_greeting(&served);
	server_hear(third, "night desk");
	pid_t newer = process_await(served.pid, "forker", 1);
	assert_int_not_equal(newer, forker);
	log = server_await(served.err, "event=session.begin");
	server_end(&served);
	server_hear(second, NULL);
	close(second);
	close(third);
}

static void a_crash_replaces_the_forker_once_a_minute(void **state)
{
	struct served served;
	const char *log;

	(void)state;
	/* Crashes are penalised, but for those who are trusted. */
	server_file("trusted.conf", "[limits]\ntrusted = 127.0.0.1\n");
	server_begin(&served, SERVE("crash") " --config $STATE/trusted.conf");
	int player = server_caller(&served);
	server_hear(player, "night desk");
	pid_t forker = process_await(served.pid, "forker", 1);
	kill(process_await(served.pid, "session", 1), SIGSEGV);
	log = server_await(served.err, "event=session.died");
	assert_non_null(strstr(log, " signal=11\n"));
	server_hear(player, NULL);
	close(player);
	server_await(served.err, "event=forker.replaced");
	/* The replaced one ends, because it has no session. */
	pid_t newer = process_await(served.pid, "forker", 1);
	assert_int_not_equal(newer, forker);
	player = await_greeting(&served);
	server_hear(player, "night desk");
	kill(process_await(served.pid, "session", 1), SIGBUS);
	server_await_times(served.err, "event=session.died", 2);
	server_hear(player, NULL);
	close(player);
	player = await_greeting(&served);
	server_hear(player, "night desk");
	close(player);
	log = server_await(served.err, "event=session.died");
	assert_int_equal(server_count(log, "event=forker.replaced"), 1);
	assert_int_equal(process_await(served.pid, "forker", 1), newer);
	server_end(&served);
}

/* Another listener has the same ports, settings and players. A second death within a minute ends
 * the server, and the next server takes the keeper over, and the players with it. */
static void players_outlive_their_listener(void **state)
{
	struct served served, next;
	char replaced[80];
	int status;

	(void)state;
	server_file("three.conf", "[limits]\nper_address = 3\n");
	server_begin(&served, SERVE("listener") " --config $STATE/three.conf");
	int player = server_player(&served, "Gerda"), second = guest(&served);
	pid_t first = process_await(served.pid, "listener", 1);
	kill(first, SIGSEGV);
	const char *log = server_await(served.err, "event=listener.replaced");
	assert_non_null(strstr(log, " signal=11\n"));
	server_type(player, "\033\022");
	server_hear(player, "Health");
	/* It counts who was there before it. */
	int third = guest(&served), fourth = server_caller(&served);
	pid_t again = process_await(served.pid, "listener", 1);
	assert_int_not_equal(again, first);
	snprintf(replaced, sizeof replaced, " listener=%ld before=%ld", (long)again, (long)first);
	server_await(served.err, replaced);
	server_hear(fourth, "too many connections from your address");
	close(fourth);
	close(third);
	close(second);
	kill(again, SIGSEGV);
	assert_int_equal(waitpid(served.pid, &status, 0), served.pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	log = server_await_times(served.err, "event=listener.died", 2);
	assert_int_equal(server_count(log, "event=listener.replaced"), 1);
	server_await(served.err, "event=keeper.listener_gone");
	server_type(player, "\033\022");
	server_hear(player, "Health");
	server_begin(&next, SERVE("listener"));
	log = server_await(next.err, "event=keeper.begin");
	assert_non_null(strstr(log, " taken=1\n"));
	server_await(served.err, "event=keeper.handed_over");
	server_type(player, "C");
	server_hear(player, "Character");
	server_end(&next);
	server_hear(player, NULL);
	close(player);
	server_close(&served);
}

/* Only serve starts another listener. */
static void a_listener_is_no_command(void **state)
{
	static struct printed printed;
	char self[200], line[300];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	(void)state;
	assert_true(length > 0);
	self[length] = '\0';
	snprintf(line, sizeof line, "%s " LISTENER_WORD " 2>&1", self);
	FILE *told = popen(line, "re");
	assert_non_null(told);
	printed.out[fread(printed.out, 1, sizeof printed.out - 1, told)] = '\0';
	int status = pclose(told);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
	assert_non_null(strstr(printed.out, "listener-again is a part of \"trapdoor serve\""));
	/* The same without another program, for the tools that measure this process alone. */
	assert_int_equal(listener_again_main(0, NULL), 2);
}

/* ---- Games that end ---- */

static void type_quit(int player)
{
	server_type(player, "Q");
	server_hear(player, "(y/n)");
	server_type(player, "y");
}

/* Runs `scores` until the run is proven. */
static void await_proof(void)
{
	static struct printed printed;

	for (int waited_ms = 0; waited_ms < SERVER_WAIT_MS; waited_ms += 100) {
		command_run(&printed, "scores --state $STATE/ended --format json");
		if (strstr(printed.out, "\"proven\": true"))
			return;
		usleep(100000);
	}
	fail_msg("not proven: %s%s", printed.out, printed.err);
}

static void an_ended_game_is_verified(void **state)
{
	static const char *const titles[] = {"Sessions that a signal ended: 0\n",
		"Sessions, by kind of account:\n  guest                               1\n",
		"\n  player                              1\n",
		"\n  registration ok                     1\n",
		"\n  telnet logged_in                    2\n",
		"Verifications, by verdict:\n  verified                            1\n",
		"Runs begun: 1\n",
		"Runs ended, by cause:\n  quit                                1\n",
		"\n  50 % at most ", "\nUnix time at which the server started: 20"};
	static const struct command_case cases[] = {
		{"admin stats --json --state $STATE/ended", 0,
			"{\"name\":\"trapdoor_connections\",\"labels\":{\"transport\":\"telnet\","
			"\"state\":\"logged_in\"},\"value\":2}",
			""},
		{"admin stats --json --state $STATE/ended", 0,
			"{\"name\":\"trapdoor_runs_begun_total\",\"labels\":{},\"value\":1}", ""},
		{"admin stats --json --state $STATE/ended", 0,
			"{\"name\":\"trapdoor_commit_duration_seconds_sum\",\"labels\":{},"
			"\"value\":0.",
			""},
		{"verify --all --state $STATE/ended", 0,
			"\n1 verified, 0 failed, 0 need another rules version\n", ""},
		{"admin who --state $STATE/ended", 0, "Ivanka", ""},
		{"admin kick Ivanka Enough\033of\twaiting --state $STATE/ended", 0, "", ""},
	};
	static struct printed printed;
	struct served served;

	(void)state;
	server_file("every.conf", "[limits]\nboard_turns = 0\n");
	server_begin(&served, SERVE("ended") " --config $STATE/every.conf");
	int player = server_player(&served, "Ivanka");
	int watcher = guest(&served);
	/* A spectator has a process for the run's replay. */
	server_type(watcher, "w");
	server_hear(watcher, "Ivanka");
	server_type(watcher, "\r");
	process_await(served.pid, "replayer", 1);
	server_await(served.err, "event=run.watch");
	server_hear(watcher, "Health");
	server_type(player, "ss");
	type_quit(player);
	server_await(served.err, "event=run.end");
	await_proof();
	command_run(&printed, "admin stats --state $STATE/ended");
	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
		if (!strstr(printed.out, titles[i]))
			fail_msg("no %s in %s", titles[i], printed.out);
	/* A title is printed once, above its rows. */
	const char *title = strstr(printed.out, "Sessions, by kind of account:");
	assert_null(strstr(title + 1, "Sessions, by kind of account:"));
	COMMAND_CASES(cases);
	/* Bytes that a terminal obeys become blanks or marks. */
	server_hear(player, "Enough");
	server_hear(player, NULL);
	server_type(watcher, "q");
	process_await(served.pid, "replayer", 0);
	server_end(&served);
	close(watcher);
	close(player);
}

/* ---- The service manager ---- */

static int manager_open(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	const struct timeval limit = {.tv_sec = SERVER_WAIT_MS / 1000};

	snprintf(address.sun_path, sizeof address.sun_path, "%s/notify", server_directory);
	assert_true(manager >= 0);
	assert_int_equal(bind(manager, (const struct sockaddr *)&address, sizeof address), 0);
	assert_int_equal(setsockopt(manager, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit), 0);
	setenv("NOTIFY_SOCKET", address.sun_path, 1);
	/* A socket queues ten signs of life, and nobody reads during an upgrade. */
	setenv("WATCHDOG_USEC", "3000000", 1);
	return manager;
}

/* Reads what the manager is told, up to a text. */
static void expect_told(int manager, const char *text)
{
	long long until_ms = transport_now_ms() + SERVER_WAIT_MS;
	char told[512];
	ssize_t got;

	/* Signs of life come without end. */
	while (transport_now_ms() < until_ms &&
		(got = recv(manager, told, sizeof told - 1, 0)) > 0) {
		told[got] = '\0';
		if (strcmp(told, text) == 0 || (text[0] && text[strlen(text) - 1] == '*' &&
						       strncmp(told, text, strlen(text) - 1) == 0))
			return;
	}
	fail_msg("not told: %s", text);
}

static void the_service_manager_is_told(void **state)
{
	struct served served;
	char text[64];
	long newer;
	static struct printed printed;

	(void)state;
	int manager = manager_open();
	/* The manager's queue is too short for the signs of life of a trial. */
	server_file("managed.conf", "[limits]\ntrial_seconds = 0\n");
	server_begin(&served, SERVE("managed") " --config $STATE/managed.conf");
	expect_told(manager, "READY=1\nWATCHDOG=1\nSTATUS=0 connections");
	expect_told(manager, "WATCHDOG=1\nSTATUS=0 connections");
	int player = guest(&served);
	expect_told(manager, "WATCHDOG=1\nSTATUS=1 connections");
	kill(served.pid, SIGHUP);
	expect_told(manager, "RELOADING=1*");
	expect_told(manager, "READY=1");
	/* The main process names the next one, which then says that it is ready. */
	command_run(&printed, "upgrade --state $STATE/managed");
	assert_int_equal(sscanf(printed.out, "Process %ld serves now", &newer), 1);
	snprintf(text, sizeof text, "MAINPID=%ld", newer);
	expect_told(manager, text);
	expect_told(manager, "READY=1\nWATCHDOG=1\nSTATUS=*");
	expect_told(manager, "WATCHDOG=1\nSTATUS=*");
	kill((pid_t)newer, SIGTERM);
	expect_told(manager, "STOPPING=1");
	server_hear(player, NULL);
	assert_int_equal(waitpid((pid_t)newer, NULL, 0), newer);
	assert_int_equal(waitpid(served.pid, NULL, 0), served.pid);
	unsetenv("NOTIFY_SOCKET");
	unsetenv("WATCHDOG_USEC");
	close(manager);
	close(player);
	server_close(&served);
}

/* ---- ssh ---- */

static void host_key_of(const struct served *served, char key[128])
{
	const char *text = server_await(served->out, " (ED25519).\n");

	assert_int_equal(sscanf(strstr(text, "The host key is "), "The host key is %127s", key), 1);
	assert_int_equal(strncmp(key, "SHA256:", 7), 0);
}

static void ssh_keeps_its_host_key(void **state)
{
	static const char line[] = "serve --init --state $STATE/ssh --ssh 127.0.0.1:0 --telnet "
				   "127.0.0.1:0";
	struct served served, ssh;
	char first[128], second[128], path[128];
	struct stat facts;

	(void)state;
	server_begin(&served, line);
	host_key_of(&served, first);
	const char *text = server_await(served.out, "ssh -p ");
	ssh = served;
	assert_int_equal(sscanf(strstr(text, "ssh -p "), "ssh -p %d ", &ssh.port), 1);
	int client = server_caller(&ssh);
	server_hear(client, "SSH-2.0-");
	text = server_await(served.err, "event=server.begin");
	assert_non_null(strstr(text, "transport=ssh ms="));
	assert_null(strstr(text, "event=rehearsal.failed"));
	/* A session of each kind. */
	int player = guest(&served);
	assert_int_equal(processes_named(served.pid, "forker", NULL), 2);
	close(client);
	server_end(&served);
	close(player);
	snprintf(path, sizeof path, "%s/ssh/host_key", server_directory);
	assert_int_equal(stat(path, &facts), 0);
	assert_int_equal(facts.st_mode & 0777, 0600);
	server_begin(&served, line);
	host_key_of(&served, second);
	assert_string_equal(second, first);
	server_end(&served);
}

int main(int argc, char **argv)
{
	int status;

	if (server_word(argc, argv, &status))
		return status;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sessions_outlive_their_forker),
		cmocka_unit_test(a_crash_replaces_the_forker_once_a_minute),
		cmocka_unit_test(players_outlive_their_listener),
		cmocka_unit_test(a_listener_is_no_command),
		cmocka_unit_test(an_ended_game_is_verified),
		cmocka_unit_test(the_service_manager_is_told),
		cmocka_unit_test(ssh_keeps_its_host_key),
	};

	return cmocka_run_group_tests(tests, server_set_up, server_tear_down);
}
