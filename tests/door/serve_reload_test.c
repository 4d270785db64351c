/* A server that reads its settings again: sessions get them as they move, wrong ones change
 * nothing. Beside it, its metrics. */
#include "tests/test.h"

#include "tests/door/processes.h"
#include "tests/door/server.h"

#include <sys/stat.h>
#include <sys/un.h>

static void reload(const struct served *served, const char *text)
{
	server_file("settings.conf", text);
	kill(served->pid, SIGHUP);
}

static void begin(struct served *served, const char *state)
{
	char path[128], line[256];

	server_file("settings.conf", "[lobby]\nhost = first.example\n");
	server_file("names", "president\n");
	snprintf(path, sizeof path, "%s/news", server_directory);
	mkdir(path, 0755);
	assert_int_equal(chmod(server_directory, 0755), 0);
	snprintf(line, sizeof line,
		"serve --init --state $STATE/%s --config $STATE/settings.conf --ssh= --telnet "
		"127.0.0.1:0",
		state);
	server_begin(served, line);
}

static void settings_reach_players_who_are_there(void **state)
{
	struct served served;
	char text[512];

	(void)state;
	begin(&served, "settings");
	int player = server_player(&served, "Elvira");
	int guest = server_telnet(&served);
	snprintf(text, sizeof text,
		"[files]\nbulletins = %s/news\nnames = %s/names\n[limits]\nbefore_login = 1\n"
		"board_turns = 7\nruns_hour = 11\nconnections = 77\n[monitor]\nlog_level = debug\n",
		server_directory, server_directory);
	server_file("news/first.txt", "The lift works again.\n");
	reload(&served, text);
	const char *log = server_await(served.err, "event=settings.reloaded");
	assert_non_null(strstr(log, " changed=6\n"));
	log = server_await(served.err, "event=settings.waiting");
	assert_non_null(strstr(log, " settings=\"limits.connections lobby.host\" why="));
	log = server_await(served.err, "event=forker.replaced");
	assert_non_null(strstr(log, " kind=plain "));
	/* The player goes on in a process with the new settings, and so does the game. */
	log = server_await(served.err, "event=session.moved");
	assert_non_null(strstr(log, " name=\"Elvira\" screen=play "));
	server_type(player, "S");
	server_hear(player, "The lift works again.");
	/* The limit counts from now on: the guest has not logged in. */
	int second = server_caller(&served);
	server_hear(second, "too many connections are logging in; try again in a minute.\r\n");
	close(second);
	/* The keeper has the new list of names, and its supervisor keeps that for the next one. */
	log = server_await(served.err, "board_turns=7 runs_hour=11\n");
	assert_non_null(strstr(log, "event=keeper.settings"));
	server_type(guest, "new\r");
	server_hear(guest, "Your name:");
	server_type(guest, "president\r");
	server_hear(guest, "is reserved");
	/* A bulletin is read without a reload. */
	server_file("news/first.txt", "The lift is broken again, and so are the stairs.\n");
	server_await(served.err, "event=bulletins");
	close(guest);
	server_end(&served);
	close(player);
}

static void wrong_settings_change_nothing(void **state)
{
	static const char *const wrong[] = {"[lobby]\nhots = second.example\n",
		"[files]\nnames = /nowhere/names\n", "[monitor]\nlog_level = chatty\n",
		"[files]\nbulletins = /nowhere/news\n"};
	struct served served;
	const char *log;

	(void)state;
	begin(&served, "wrong");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		reload(&served, wrong[i]);
		log = server_await_times(served.err, "event=settings.refused", i + 1);
		assert_null(strstr(log, "event=settings.reloaded"));
		assert_null(strstr(log, "event=forker.replaced"));
	}
	log = server_await(served.err, " line=2 why=");
	reload(&served, "[lobby]\nhost = first.example\n[limits]\nidle_minutes = 7\n");
	log = server_await(served.err, "event=settings.reloaded");
	assert_non_null(strstr(log, " changed=1\n"));
	server_await(served.err, "event=forker.replaced");
	server_end(&served);
}

/* ---- Metrics ---- */

static int metrics_caller(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(address.sun_path, sizeof address.sun_path, "%s/metrics", server_directory);
	assert_true(descriptor >= 0);
	assert_int_equal(connect(descriptor, (const struct sockaddr *)&address, sizeof address), 0);
	return descriptor;
}

/* The answer to a request, up to the end of the connection. */
static const char *ask_metrics(const char *request)
{
	static char answer[262144];
	size_t size = 0;
	ssize_t got;
	int descriptor = metrics_caller();

	server_type(descriptor, request);
	while ((got = read(descriptor, answer + size, sizeof answer - 1 - size)) > 0)
		size += (size_t)got;
	assert_int_equal(got, 0);
	answer[size] = '\0';
	close(descriptor);
	return answer;
}

static double metric(const char *series)
{
	const char *text = ask_metrics("GET /metrics HTTP/1.1\r\n\r\n");
	char wanted[128];

	assert_int_equal(strncmp(text, "HTTP/1.1 200 OK\r\n", 17), 0);
	snprintf(wanted, sizeof wanted, "\n%s ", series);
	const char *found = strstr(text, wanted);
	if (!found)
		fail_msg("no %s in %s", series, text);
	return atof(found + strlen(wanted));
}

static void await_metric(const char *series, double least)
{
	for (int waited_ms = 0; waited_ms < SERVER_WAIT_MS; waited_ms += 20) {
		if (metric(series) >= least)
			return;
		usleep(20000);
	}
	fail_msg("%s is not %f", series, least);
}

static void metrics_are_answered(void **state)
{
	struct served served;
	char text[256];

	(void)state;
	snprintf(text, sizeof text, "[monitor]\nmetrics = unix:%s/metrics\n", server_directory);
	server_file("metrics.conf", text);
	server_begin(&served,
		"serve --init --state $STATE/metered --config $STATE/metrics.conf --ssh= "
		"--telnet 127.0.0.1:0");
	assert_int_equal(metric("trapdoor_commands_total"), 0);
	assert_int_equal(metric("trapdoor_connections{transport=\"telnet\",state=\"waiting\"}"), 0);
	int player = server_player(&served, "Fiona");
	await_metric("trapdoor_logins_total{method=\"registration\",result=\"ok\"}", 1);
	await_metric("trapdoor_connections{transport=\"telnet\",state=\"logged_in\"}", 1);
	assert_int_equal(metric("trapdoor_connections{transport=\"ssh\",state=\"logged_in\"}"), 0);
	assert_int_equal(metric("trapdoor_processes{kind=\"session\"}"), 1);
	assert_int_equal(metric("trapdoor_processes{kind=\"keeper\"}"), 1);
	assert_true(metric("trapdoor_process_memory_bytes{kind=\"keeper\"}") > 100000);
	const char *answer = ask_metrics("GET /nothing HTTP/1.1\r\n\r\n");
	assert_int_equal(strncmp(answer, "HTTP/1.1 404 Not Found\r\n", 24), 0);
	/* The process that answers is replaced when it dies. */
	pid_t exporter = process_await(served.pid, "metrics", 1);
	kill(exporter, SIGKILL);
	answer = server_await(served.err, "event=metrics.died");
	assert_non_null(strstr(answer, " status=-1 signal=9\n"));
	assert_int_equal(metric("trapdoor_processes{kind=\"session\"}"), 1);
	assert_int_not_equal(process_await(served.pid, "metrics", 1), exporter);
	server_end(&served);
	close(player);
}

/* The socket goes over to the server that takes over. */
static void metrics_go_on_in_the_next_server(void **state)
{
	static struct printed printed;
	struct served served;
	long newer;

	(void)state;
	server_begin(&served, "serve --init --state $STATE/next --config $STATE/metrics.conf "
			      "--ssh= --telnet 127.0.0.1:0");
	assert_int_equal(metric("trapdoor_keeper_starts_total"), 1);
	command_run(&printed, "upgrade --state $STATE/next");
	assert_int_equal(sscanf(printed.out, "Process %ld serves now", &newer), 1);
	assert_int_equal(waitpid(served.pid, NULL, 0), served.pid);
	assert_int_equal(metric("trapdoor_processes{kind=\"session\"}"), 0);
	assert_int_equal(metric("trapdoor_processes{kind=\"serve\"}"), 1);
	process_await((pid_t)newer, "metrics", 1);
	kill((pid_t)newer, SIGTERM);
	assert_int_equal(waitpid((pid_t)newer, NULL, 0), newer);
	server_close(&served);
}

static void metrics_are_written_to_a_file(void **state)
{
	static const struct command_case cases[] = {
		{"serve --init --state $STATE/closed --config $STATE/closed.conf --ssh= --telnet "
		 "127.0.0.1:0",
			1, "",
			"cannot write metrics to $STATE/shut/t.prom: user nobody may not write in "
			"its directory; give that user the directory, or name another with "
			"monitor.metrics\n"}};
	struct served served;
	struct stat facts;
	char text[256], path[128];

	(void)state;
	snprintf(path, sizeof path, "%s/open", server_directory);
	assert_int_equal(mkdir(path, 0755), 0);
	assert_int_equal(chmod(path, 0777), 0);
	snprintf(text, sizeof text, "[monitor]\nmetrics = %s/open/t.prom\nmetrics_seconds = 1\n",
		server_directory);
	server_file("file.conf", text);
	server_begin(&served, "serve --init --state $STATE/file --config $STATE/file.conf --ssh= "
			      "--telnet 127.0.0.1:0");
	snprintf(path, sizeof path, "%s/open/t.prom", server_directory);
	for (int waited_ms = 0; stat(path, &facts) != 0; waited_ms += 20) {
		assert_true(waited_ms < SERVER_WAIT_MS);
		usleep(20000);
	}
	assert_true(facts.st_size > 1000);
	server_end(&served);
	if (geteuid() != 0)
		return;
	snprintf(path, sizeof path, "%s/shut", server_directory);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(text, sizeof text, "[monitor]\nmetrics = %s/shut/t.prom\n", server_directory);
	server_file("closed.conf", text);
	COMMAND_CASES(cases);
}

int main(int argc, char **argv)
{
	int status;

	if (server_word(argc, argv, &status))
		return status;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(settings_reach_players_who_are_there),
		cmocka_unit_test(wrong_settings_change_nothing),
		cmocka_unit_test(metrics_are_answered),
		cmocka_unit_test(metrics_go_on_in_the_next_server),
		cmocka_unit_test(metrics_are_written_to_a_file),
	};

	return cmocka_run_group_tests(tests, server_set_up, server_tear_down);
}
