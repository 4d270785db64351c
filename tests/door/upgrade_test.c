/* `trapdoor upgrade` over a real server: players go on in the new one, and a new program that fails
 * at any step changes nothing. */
#include "tests/test.h"

#include "tests/door/server.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "door/command/handover.h"
#include "door/command/serve_handover.h"
#include "door/store/keeper.h"

#define SERVE "serve --init --state $STATE/s --ssh= --telnet 127.0.0.1:0"

/* Runs the command, which must succeed. Returns the process that serves now. */
static pid_t upgrade(const char *line)
{
	static struct printed printed;
	long pid = 0, before = 0;

	command_run(&printed, line);
	if (printed.status != 0 ||
		sscanf(printed.out, "Process %ld serves now; before it, process %ld with version ",
			&pid, &before) != 2)
		fail_msg("%d: %s%s", printed.status, printed.out, printed.err);
	assert_true(pid > 1 && before > 1 && pid != before);
	return (pid_t)pid;
}

static void expect_end(pid_t pid)
{
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

/* The player's game answers: a page opens, and closes. */
static void expect_play(int player)
{
	server_type(player, "C");
	server_hear(player, "Character");
	server_type(player, "\033\022");
	server_hear(player, "Health");
}

static void a_player_goes_on_in_the_new_program(void **state)
{
	struct served served;
	const char *text;

	(void)state;
	server_begin(&served, SERVE);
	int player = server_player(&served, "Adele");
	pid_t newer = upgrade("upgrade --state $STATE/s");
	text = server_await(served.err, "event=upgrade.done");
	assert_non_null(strstr(text, " sockets=1\n"));
	assert_non_null(strstr(text, "level=info event=upgrade.begin"));
	server_await(served.err, "level=info event=upgrade.trial");
	server_await(served.err, "level=info event=upgrade.taken");
	server_await(served.err, "event=session.moved");
	server_await(served.err, " listeners=1\n");
	/* The port is the same, and the older server ends without sessions. */
	expect_play(player);
	int second = server_player(&served, "Bertram");
	expect_end(served.pid);
	text = server_await(served.err, "event=drain.end");
	assert_non_null(strstr(text, " sessions=1 lines=1 minutes=60\n"));
	assert_null(strstr(text, "event=server.end"));
	expect_play(player);
	expect_play(second);
	pid_t newest = upgrade("upgrade --state $STATE/s --drain 5");
	server_await_times(served.err, "event=session.moved", 3);
	text = server_await_times(served.err, "event=drain.begin", 2);
	assert_non_null(strstr(text, " sessions=2 lines=2 minutes=5\n"));
	expect_play(player);
	expect_play(second);
	expect_end(newer);
	kill(newest, SIGTERM);
	server_hear(player, NULL);
	expect_end(newest);
	close(player);
	close(second);
	server_close(&served);
}

/* A page is open, so the session stays, until its player or the end of its time closes the page. */
static void sessions_that_stay_move_at_the_end(void **state)
{
	struct served served;

	(void)state;
	server_begin(&served, SERVE);
	int player = server_player(&served, "Lukretia");
	server_type(player, "C");
	server_hear(player, "Character");
	pid_t newer = upgrade("upgrade --state $STATE/s --drain 1");
	server_hush(player);
	expect_play(player);
	expect_end(served.pid);
	server_await(served.err, "event=drain.end");
	server_hush(player);
	server_type(player, "C");
	server_hear(player, "Character");
	pid_t newest = upgrade("upgrade --state $STATE/s --drain 0");
	expect_end(newer);
	const char *log = server_await_times(served.err, "event=session.moved", 2);
	assert_null(strstr(log, "event=drain.over"));
	expect_play(player);
	kill(newest, SIGTERM);
	expect_end(newest);
	close(player);
	server_close(&served);
}

/* ---- A new program that fails ---- */

static void write_program(const char *name, const char *text)
{
	char path[128];

	server_file(name, text);
	snprintf(path, sizeof path, "%s/%s", server_directory, name);
	assert_int_equal(chmod(path, 0755), 0);
}

static void a_new_program_that_fails_changes_nothing(void **state)
{
	static const struct command_case cases[] = {
		{"upgrade --state $STATE/s --program $STATE/none", 1, "",
			"cannot start $STATE/none: No such file or directory; name another with "
			"--program\n"},
		{"upgrade --state $STATE/s --program $STATE/strange", 1, "",
			"the running server goes on, because the new program: cannot start "
			"$STATE/strange: "},
		{"upgrade --state $STATE/s --program $STATE/early", 1, "",
			"the running server goes on, because the new program ended (status 3, "
			"signal 0) before it had proved itself; see the log\n"},
		{"upgrade --state $STATE/s --program $STATE/crash", 1, "",
			"the running server goes on, because the new program ended (status -1, "
			"signal 11) before it had proved itself; see the log\n"},
		{"upgrade --state $STATE/s --program $STATE/complains", 1, "",
			"the running server goes on, because the new program: no luck\n"},
		{"upgrade --state $STATE/s --drain 5x", 2, "",
			"--drain must be a whole number of minutes from 0 to 10000\n"},
		{"upgrade --state $STATE/s --drain -1", 2, "", "--drain must be"},
		{"upgrade --state $STATE/s --drain 10001", 2, "", "--drain must be"},
		{"upgrade --state $STATE", 1, "",
			"no server that can be upgraded is running in state directory $STATE: "},
		{"upgrade word", 2, "", "unexpected argument of upgrade: \"word\""},
		{"serve --upgrade", 2, "",
			"serve --upgrade is a part of \"trapdoor upgrade\", which starts it "
			"itself\n"},
	};
	struct served served;
	const char *text;

	(void)state;
	write_program("strange", "no program\n");
	write_program("early", "#!/bin/sh\nexit 3\n");
	write_program("crash", "#!/bin/sh\nkill -SEGV $$\n");
	write_program("complains", "#!/bin/sh\necho no luck >&4\necho bad >&4\nexit 1\n");
	server_begin(&served, SERVE);
	int player = server_player(&served, "Clara");
	COMMAND_CASES(cases);
	text = server_await_times(served.err, "event=upgrade.failed", 4);
	assert_non_null(strstr(text, "the new program has ended; its complaint is above"));
	expect_play(player);
	server_end(&served);
	server_hear(player, NULL);
	close(player);
}

/* ---- The test as the new program ---- */

static struct handover_message message;

/* Reads messages up to one of a kind. Returns the descriptor that came with it. */
static int await_message(int line, enum handover_kind kind)
{
	int descriptor;

	do {
		assert_int_equal(
			handover_hear(line, &message, &descriptor, SERVER_WAIT_MS), HANDOVER_HEARD);
		if (message.kind != kind && descriptor >= 0)
			close(descriptor);
	} while (message.kind != kind);
	return descriptor;
}

static int connect_to_server(void)
{
	char state[128];

	snprintf(state, sizeof state, "%s/s", server_directory);
	int line = handover_connect(state);
	assert_true(line >= 0);
	return line;
}

static void expect_line_gone(int line)
{
	int descriptor;

	assert_int_equal(
		handover_hear(line, &message, &descriptor, SERVER_WAIT_MS), HANDOVER_LINE_GONE);
	close(line);
}

static const char *fact(const char *key, size_t *at)
{
	const char *value = handover_next(&message, key, at);

	return value ? value : "none";
}

static void expect_facts(const struct served *served, int line)
{
	char pid[24], where[256];
	size_t at = 0;

	assert_true(handover_tell(line, HANDOVER_ASK, 0, "", -1));
	int log = await_message(line, HANDOVER_FACTS);
	assert_int_equal(dprintf(log, "from the test\n"), 14);
	close(log);
	server_await(served->err, "from the test\n");
	snprintf(pid, sizeof pid, "%ld", (long)served->pid);
	assert_string_equal(fact("pid", &at), pid);
	at = 0;
	assert_string_equal(fact("cwd", &at), getcwd(where, sizeof where));
	at = 0;
	assert_string_equal(fact("arg", &at), "serve");
	assert_string_equal(fact("arg", &at), "--init");
	assert_string_equal(fact("arg", &at), "--state");
	at = 0;
	assert_string_equal(fact("env", &at), "TRAPDOOR_LOBBY_VIGNETTES=0");
	assert_string_equal(fact("env", &at), "TRAPDOOR_LOBBY_HOST=here.example");
	at = 0;
	assert_string_equal(fact("managed", &at), "none");
}

/* Begins an upgrade. The sockets come, and then the versions of the protocol of sessions. */
static void begin_upgrade(const struct served *served, int line)
{
	bool telnet = false, place = false;
	int descriptor;

	assert_true(handover_tell(line, HANDOVER_BEGIN, 6, "", -1));
	for (;;) {
		assert_int_equal(
			handover_hear(line, &message, &descriptor, SERVER_WAIT_MS), HANDOVER_HEARD);
		if (message.kind == HANDOVER_SOCKETS_END)
			break;
		assert_int_equal(message.kind, HANDOVER_SOCKET);
		assert_true(descriptor >= 0);
		close(descriptor);
		if (strcmp(message.text, "telnet") == 0)
			telnet = message.number == (uint32_t)served->port;
		place |= strcmp(message.text, "upgrade") == 0;
	}
	assert_true(telnet && place);
	assert_int_equal(message.number, KEEPER_PROTOCOL << 8 | KEEPER_PROTOCOL_OLDEST);
}

static void expect_refusal(void)
{
	int line = connect_to_server();

	await_message(line, HANDOVER_REFUSED);
	assert_string_equal(
		message.text, "another upgrade of this server has begun; wait for its end");
	expect_line_gone(line);
}

static void the_new_program_may_end_at_each_step(void **state)
{
	struct served served;
	const char *text;
	int lines[2];

	(void)state;
	setenv("TRAPDOOR_LOBBY_HOST", "here.example", 1);
	server_begin(&served, SERVE);
	unsetenv("TRAPDOOR_LOBBY_HOST");
	int player = server_player(&served, "Doris");
	/* Before it begins, a caller makes room for the next one. */
	int line = connect_to_server();
	expect_facts(&served, line);
	int second = connect_to_server();
	expect_facts(&served, second);
	expect_line_gone(line);
	close(second);
	/* After the sockets. */
	line = connect_to_server();
	begin_upgrade(&served, line);
	expect_refusal();
	close(line);
	server_await_times(served.err, "event=upgrade.failed", 1);
	expect_play(player);
	/* A line for the rehearsal, which the keeper serves. */
	line = connect_to_server();
	begin_upgrade(&served, line);
	assert_true(keeper_pair(lines));
	assert_true(handover_tell(line, HANDOVER_LINE, 0, "", lines[1]));
	close(lines[1]);
	struct store_client *client = store_client_new(lines[0], NULL, NULL);
	assert_int_equal(keeper_hello(client, "192.0.2.1", "telnet"), KEEPER_OK);
	store_client_free(client);
	/* While the keeper has ended, callers wait. */
	assert_true(handover_tell(line, HANDOVER_PREPARED, 0, "", -1));
	await_message(line, HANDOVER_STOPPED);
	text = server_await(served.err, "event=keeper.end");
	assert_null(strstr(text, "event=keeper.again"));
	expect_refusal();
	int waiting = server_caller(&served);
	close(line);
	server_await_times(served.err, "event=upgrade.failed", 2);
	server_await(served.err, "event=keeper.again");
	server_hear(waiting, "night desk");
	close(waiting);
	server_type(player, "\033\022");
	server_hear(player, "Health");
	expect_play(player);
	/* SERVES without a place for lines is none, and at the wrong time no step at all. */
	line = connect_to_server();
	assert_true(handover_tell(line, HANDOVER_PREPARED, 0, "", -1));
	assert_true(handover_tell(line, HANDOVER_SERVES, 77, "", STDIN_FILENO));
	assert_true(handover_tell(line, (enum handover_kind)99, 0, "", -1));
	begin_upgrade(&served, line);
	assert_true(handover_tell(line, HANDOVER_SERVES, 77, "", STDIN_FILENO));
	assert_true(handover_tell(line, HANDOVER_PREPARED, 0, "", -1));
	await_message(line, HANDOVER_STOPPED);
	assert_true(handover_tell(line, HANDOVER_SERVES, 77, "", -1));
	close(line);
	text = server_await_times(served.err, "event=upgrade.failed", 3);
	assert_null(strstr(text, "event=upgrade.done"));
	server_await_times(served.err, "event=keeper.again", 2);
	expect_play(player);
	server_end(&served);
	close(player);
}

/* RELOAD reads the settings; DONE says so. */
static void the_settings_are_read_over_the_line(void **state)
{
	static const struct command_case cases[] = {
		{"upgrade --reload --state $STATE/s", 0, "", ""}};
	struct served served;

	(void)state;
	server_begin(&served, SERVE);
	int line = connect_to_server();
	assert_true(handover_tell(line, HANDOVER_RELOAD, 0, "", -1));
	assert_int_equal(await_message(line, HANDOVER_DONE), -1);
	close(line);
	server_await_times(served.err, "event=settings.reloaded", 1);
	/* The command's program is the server's, so there is nothing to replace. */
	COMMAND_CASES(cases);
	const char *text = server_await_times(served.err, "event=settings.reloaded", 2);
	assert_null(strstr(text, "event=upgrade."));
	server_end(&served);
}

/* ---- The test as the running server ---- */

/* Starts `serve --upgrade` with the ends of a line and of a report. */
static pid_t start_newer(int line, int report, FILE *err)
{
	static char *argv[] = {"trapdoor", "serve", "--state", NULL, "--ssh=", "--telnet",
		"127.0.0.1:0", "--upgrade", NULL};
	char state[128];

	snprintf(state, sizeof state, "%s/s", server_directory);
	argv[3] = state;
	pid_t pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		dup2(fileno(err), STDERR_FILENO);
		int high = fcntl(report, F_DUPFD, 20);
		if (dup2(line, UPGRADE_LINE) < 0 || dup2(high, UPGRADE_REPORT) < 0)
			_exit(126);
		execv("/proc/self/exe", argv);
		_exit(127);
	}
	return pid;
}

/* The new program gets these messages, and must end with the sentence. */
static void expect_newer_ends(
	enum handover_kind kind, uint32_t number, const char *text, const char *sentence)
{
	char report[512] = "";
	int line[2], ends[2], status;
	FILE *err = tmpfile();

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line), 0);
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	pid_t pid = start_newer(line[1], ends[1], err);
	close(line[1]);
	close(ends[1]);
	/* A socket of a later release, which nobody needs. */
	assert_true(handover_tell(line[0], HANDOVER_SOCKET, 7, "smoke", STDIN_FILENO));
	assert_true(handover_tell(line[0], kind, number, text, -1));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	assert_true(read(ends[0], report, sizeof report - 1) > 0);
	if (!strstr(report, sentence))
		fail_msg("reported: %s", report);
	close(ends[0]);
	close(line[0]);
	fclose(err);
}

static void the_new_program_refuses_what_it_cannot_take(void **state)
{
	static const enum handover_kind end = HANDOVER_SOCKETS_END;
	enum { NEXT = KEEPER_PROTOCOL + 1 };
	char sentence[160];

	(void)state;
	expect_newer_ends(HANDOVER_REFUSED, 0, "not today", "not today\n");
	snprintf(sentence, sizeof sentence,
		"sessions of the running server use protocol %d to %d, and this program knows %d "
		"to %d; restart the server instead\n",
		NEXT, NEXT, KEEPER_PROTOCOL_OLDEST, KEEPER_PROTOCOL);
	expect_newer_ends(end, NEXT << 8 | NEXT, "", sentence);
	expect_newer_ends(end, (KEEPER_PROTOCOL_OLDEST - 1) << 8, "", "use protocol 0 to ");
	/* With protocols that meet it goes on to the next step, and this line is gone then. */
	expect_newer_ends(end, KEEPER_PROTOCOL << 8 | KEEPER_PROTOCOL, "", "state directory");
}

int main(int argc, char **argv)
{
	int status;

	if (server_word(argc, argv, &status))
		return status;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_new_program_refuses_what_it_cannot_take),
		cmocka_unit_test(a_player_goes_on_in_the_new_program),
		cmocka_unit_test(sessions_that_stay_move_at_the_end),
		cmocka_unit_test(a_new_program_that_fails_changes_nothing),
		cmocka_unit_test(the_new_program_may_end_at_each_step),
		cmocka_unit_test(the_settings_are_read_over_the_line),
	};

	return cmocka_run_group_tests(tests, server_set_up, server_tear_down);
}
