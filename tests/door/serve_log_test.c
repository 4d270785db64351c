/* The lines of the log about a player, and the files that stay open after a session. */
#include "tests/test.h"

#include "tests/door/processes.h"
#include "tests/door/server.h"

#define SERVE(state) "serve --init --state $STATE/" state " --ssh= --telnet 127.0.0.1:0"

/* Waits for a line of the log that has both texts. Returns it. */
static const char *await_line(const struct served *served, const char *event, const char *fact)
{
	static char line[1024];
	const char *log;

	for (size_t times = 1;; times++) {
		log = server_await_times(served->err, event, times);
		for (size_t i = 1; i < times; i++)
			log = strstr(log, event) + 1;
		const char *at = strstr(log, event);
		while (at > log && at[-1] != '\n')
			at--;
		snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
		if (strstr(line, fact))
			return line;
	}
}

/* All lines of a connection have its id. */
static void a_player_is_followed_through_the_log(void **state)
{
	struct served served;
	char id[32], fact[64];

	(void)state;
	server_begin(&served, SERVE("log"));
	await_line(&served, "event=server.begin ", " ssh=0 telnet=");
	int player = server_player(&served, "Gerda");
	const char *line = await_line(&served, "event=session.begin ", " transport=telnet");
	assert_non_null(strstr(line, " from=127.0.0.1 "));
	assert_int_equal(sscanf(strstr(line, " session="), " session=%31s", id), 1);
	assert_int_equal(strlen(id), 8);
	snprintf(fact, sizeof fact, " session=%s ", id);
	line = await_line(&served, "event=account.new ", fact);
	assert_non_null(strstr(line, " name=Gerda"));
	line = await_line(&served, "event=login ", fact);
	assert_non_null(strstr(line, " name=Gerda by=registration from=\"127.0.0.1\""));
	line = await_line(&served, "event=session.login ", fact);
	assert_non_null(strstr(line, " name=\"Gerda\" guest=0"));
	line = await_line(&served, "event=run.begin ", fact);
	assert_non_null(strstr(line, " run=1 name=Gerda mode=0"));
	close(player);
	line = await_line(&served, "event=session.end ", fact);
	assert_non_null(strstr(line, " name=\"Gerda\" reason=\"the connection is lost\""));
	/* A wrong password, then the right one. */
	player = server_telnet(&served);
	server_type(player, "gerda\rwrong horse 7\r");
	line = await_line(&served, "event=login.refused ", "name=\"gerda\"");
	assert_null(strstr(line, fact));
	server_type(player, "correct horse 7\r");
	await_line(&served, "event=login ", " name=Gerda by=password ");
	server_hear(player, "Leave");
	close(player);
	server_end(&served);
}

static size_t open_files(pid_t pid)
{
	char path[64];
	size_t count = 0;

	snprintf(path, sizeof path, "/proc/%ld/fd", (long)pid);
	DIR *all = opendir(path);
	assert_non_null(all);
	while (readdir(all))
		count++;
	closedir(all);
	return count;
}

/* Waits until a process has so many files open. */
static void await_open_files(const char *name, pid_t pid, size_t count)
{
	for (int waited_ms = 0; waited_ms < SERVER_WAIT_MS; waited_ms += 10) {
		if (open_files(pid) == count)
			return;
		usleep(10000);
	}
	fail_msg("%s has %zu files open, not %zu", name, open_files(pid), count);
}

static void a_session_that_has_ended_leaves_nothing_open(void **state)
{
	static const char *const names[] = {"listener", "forker", "keeper"};
	size_t before[3];
	pid_t pids[3];
	struct served served;

	(void)state;
	server_begin(&served, SERVE("open"));
	int player = server_player(&served, "Bruno");
	close(player);
	await_line(&served, "event=session.end ", " name=\"Bruno\" ");
	process_await(served.pid, "session", 0);
	for (int i = 0; i < 3; i++)
		pids[i] = process_await(served.pid, names[i], 1);
	/* The end of a session reaches the others in their time. */
	for (int calm = 0, tries = 0; calm < 50; calm++) {
		assert_true(tries++ < SERVER_WAIT_MS / 10);
		for (int i = 0; i < 3; i++) {
			size_t now = open_files(pids[i]);

			if (calm > 0 && now != before[i])
				calm = 0;
			before[i] = now;
		}
		usleep(10000);
	}
	for (int round = 0; round < 3; round++) {
		int guest = server_telnet(&served), stranger = server_caller(&served);
		server_type(guest, "guest\r");
		server_hear(guest, "Leave");
		server_hear(stranger, "night desk");
		close(stranger);
		server_type(guest, "q");
		server_hear(guest, NULL);
		close(guest);
	}
	server_await_times(served.err, "event=session.end ", 7);
	process_await(served.pid, "session", 0);
	for (int i = 0; i < 3; i++)
		await_open_files(names[i], pids[i], before[i]);
	server_end(&served);
}

int main(int argc, char **argv)
{
	int status;

	if (server_word(argc, argv, &status))
		return status;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_player_is_followed_through_the_log),
		cmocka_unit_test(a_session_that_has_ended_leaves_nothing_open),
	};

	return cmocka_run_group_tests(tests, server_set_up, server_tear_down);
}
