/* `trapdoor admin stats` with statistics of the test: the page and the JSON, to the letter. */
#include "tests/test.h"

#include "door/command/admin.h"
#include "door/store/keeper_wire.h"
#include "door/store/store_client.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct keeper_statistic statistics[] = {
	{"trapdoor_sessions", "Sessions, by kind of account.", "", "{kind=\"guest\"}", 3, false},
	{"trapdoor_sessions", "Sessions, by kind of account.", "", "{kind=\"player\"}", 12, false},
	{"trapdoor_sessions", "Sessions, by kind of account.", "", "{kind=\"none\"}", 0, false},
	{"trapdoor_ended_total", "Runs ended, by cause. More.", "", "{cause=\"died\",at=\"deep\"}",
		7, false},
	{"trapdoor_quiet_total", "Words of nobody.", "", "{word=\"x\"}", 0, false},
	{"trapdoor_begun_total", "Runs begun.", "", "", 41, false},
	{"trapdoor_zero_total", "Nothing.", "", "", 0, false},
	{"trapdoor_memory_bytes", "Memory.", "", "", 1572864, false},
	{"trapdoor_start_time_seconds", "Unix time of the start.", "", "", 1795370400, false},
	{"trapdoor_never_time_seconds", "Unix time of nothing.", "", "", 0, false},
	{"trapdoor_wait_seconds", "The wait.", "", "", 2500, true},
	{"trapdoor_commit_seconds", "Commits.", "_bucket", "{le=\"0.001\"}", 50, false},
	{"trapdoor_commit_seconds", "Commits.", "_bucket", "{le=\"0.01\"}", 95, false},
	{"trapdoor_commit_seconds", "Commits.", "_bucket", "{le=\"0.5\"}", 98, false},
	{"trapdoor_commit_seconds", "Commits.", "_bucket", "{le=\"2.5\"}", 99, false},
	{"trapdoor_commit_seconds", "Commits.", "_bucket", "{le=\"+Inf\"}", 100, false},
	{"trapdoor_commit_seconds", "Commits.", "_count", "", 100, false},
	{"trapdoor_commit_seconds", "Commits.", "_sum", "", 1234567, true},
	{"trapdoor_depth", "Depths.", "_bucket", "{le=\"4\"}", 1, false},
	{"trapdoor_depth", "Depths.", "_bucket", "{le=\"8\"}", 3, false},
	{"trapdoor_depth", "Depths.", "_count", "", 3, false},
	{"trapdoor_depth", "Depths.", "_sum", "", 15, false},
	{"trapdoor_rare", "Rare.", "_bucket", "{le=\"1\"}", 1, false},
	{"trapdoor_rare", "Rare.", "_count", "", 4, false},
	{"trapdoor_rare", "Rare.", "_sum", "", 90, false},
	{"trapdoor_idle_seconds", "Idle.", "_bucket", "{le=\"1\"}", 0, false},
	{"trapdoor_idle_seconds", "Idle.", "_count", "", 0, false},
	{"trapdoor_idle_seconds", "Idle.", "_sum", "", 0, true}};

static const char page[] = "Sessions, by kind of account:\n"
			   "  guest                               3\n"
			   "  player                             12\n"
			   "Runs ended, by cause:\n"
			   "  died deep                           7\n"
			   "Runs begun: 41\n"
			   "Nothing: 0\n"
			   "Memory: 1.5 MiB\n"
			   "Unix time of the start: 2026-11-22 18:00 UTC\n"
			   "Unix time of nothing: 0\n"
			   "The wait: 2.500 ms\n"
			   "Commits: 100\n"
			   "  50 % at most                   1.0 ms\n"
			   "  95 % at most                  10.0 ms\n"
			   "  99 % at most                2500.0 ms\n"
			   "Depths: 3\n"
			   "  50 % at most                        8\n"
			   "  95 % at most                        8\n"
			   "  99 % at most                        8\n"
			   "Rare: 4\n"
			   "  50 % at most                      inf\n"
			   "  95 % at most                      inf\n"
			   "  99 % at most                      inf\n"
			   "Idle: 0\n";

/* Answers each request as a keeper does. */
_Noreturn static void be_a_keeper(int line, unsigned verdict)
{
	static uint8_t bytes[KEEPER_MESSAGE_MAX];
	struct wire_writer out;
	struct wire_reader in;
	ssize_t got;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	wire_begin(&out, bytes, sizeof bytes, WIRE_GREETING, 0, 0);
	wire_put_u64(&out, 42);
	send(line, out.bytes, out.size, MSG_NOSIGNAL);
	while ((got = recv(line, bytes, sizeof bytes, 0)) > 0) {
		if (!wire_read(&in, bytes, (size_t)got) || in.kind != WIRE_REQUEST)
			continue;
		wire_begin(&out, bytes, sizeof bytes, WIRE_ANSWER, 0, in.serial);
		wire_put_u8(&out, (uint8_t)verdict);
		wire_put_text(&out, verdict ? "Not now." : "");
		for (size_t i = 0; i < sizeof statistics / sizeof *statistics && !verdict; i++)
			wire_put_statistic(&out, &statistics[i]);
		send(line, out.bytes, out.size, MSG_NOSIGNAL);
	}
	_exit(0);
}

/* Runs the command against such a keeper. Returns what it printed on a stream. */
static const char *stats(bool json, unsigned verdict, int stream, int status)
{
	static char text[16384];
	int pair[2], before = dup(stream);
	FILE *file = tmpfile();

	assert_non_null(file);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
	fflush(NULL);
	pid_t keeper = fork();
	if (keeper == 0) {
		close(pair[0]);
		be_a_keeper(pair[1], verdict);
	}
	close(pair[1]);
	struct admin_call call = {.line = store_client_new(pair[0], NULL, NULL), .json = json};
	dup2(fileno(file), stream);
	int found = admin_stats(&call);
	fflush(NULL);
	dup2(before, stream);
	close(before);
	store_client_free(call.line);
	assert_int_equal(waitpid(keeper, NULL, 0), keeper);
	assert_int_equal(found, status);
	rewind(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return text;
}

static void the_page_is_as_it_should_be(void **state)
{
	(void)state;
	assert_string_equal(stats(false, KEEPER_OK, STDOUT_FILENO, 0), page);
}

static void json_has_each_sample(void **state)
{
	const char *json = stats(true, KEEPER_OK, STDOUT_FILENO, 0);

	(void)state;
	assert_int_equal(
		strncmp(json,
			"[{\"name\":\"trapdoor_sessions\",\"labels\":{\"kind\":\"guest\"},"
			"\"value\":3},{\"name\":\"trapdoor_sessions\",\"labels\":{\"kind\":"
			"\"player\"},\"value\":12},",
			130),
		0);
	assert_non_null(strstr(json, "{\"name\":\"trapdoor_ended_total\",\"labels\":{\"cause\":"
				     "\"died\",\"at\":\"deep\"},\"value\":7}"));
	assert_non_null(strstr(
		json, "{\"name\":\"trapdoor_wait_seconds\",\"labels\":{},\"value\":0.002500}"));
	assert_non_null(strstr(json, "{\"name\":\"trapdoor_commit_seconds_bucket\",\"labels\":{"
				     "\"le\":\"0.001\"},\"value\":50}"));
	assert_non_null(strstr(json,
		"{\"name\":\"trapdoor_commit_seconds_sum\",\"labels\":{},\"value\":1.234567}"));
	assert_string_equal(strchr(json, ']'), "]\n");
}

static void a_refusal_is_a_sentence(void **state)
{
	(void)state;
	assert_string_equal(stats(false, KEEPER_NO, STDOUT_FILENO, 1), "");
	assert_string_equal(stats(true, KEEPER_NO, STDOUT_FILENO, 1), "");
	assert_string_equal(stats(false, KEEPER_NO, STDERR_FILENO, 1),
		"trapdoor: cannot read the statistics: Not now.\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_page_is_as_it_should_be),
		cmocka_unit_test(json_has_each_sample),
		cmocka_unit_test(a_refusal_is_a_sentence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
