/* The log: one clean logfmt line a fact, with one write. */
#include "tests/test.h"

#include "door/os/log.h"
#include "door/os/log_relay.h"

#include <fcntl.h>
#include <unistd.h>

static int ends[2], kept;

/* Standard error is a pipe while a test runs; returns what one log_line wrote, as one read. */
static const char *written(void)
{
	static char text[4096];
	ssize_t size = read(ends[0], text, sizeof text - 1);
	text[size > 0 ? size : 0] = '\0';
	return text;
}

static int catch_stderr(void **state)
{
	(void)state;
	if (pipe2(ends, O_NONBLOCK) != 0)
		return -1;
	kept = dup(STDERR_FILENO);
	return dup2(ends[1], STDERR_FILENO) < 0;
}

static int release_stderr(void **state)
{
	(void)state;
	dup2(kept, STDERR_FILENO);
	close(kept);
	close(ends[0]);
	return close(ends[1]);
}

static void a_line_has_time_level_event_and_fields(void **state)
{
	(void)state;
	log_line(LOG_WARN, "session.begin", "peer=%s n=%d", "192.0.2.7", 5);
	const char *line = written();
	assert_int_equal(strncmp(line, "ts=20", 5), 0);
	assert_non_null(strstr(line, "Z level=warn event=session.begin pid="));
	assert_non_null(strstr(line, " peer=192.0.2.7 n=5\n"));
	assert_int_equal(strlen(strchr(line, '\n')), 1);
}

static void a_line_without_fields_ends_after_its_pid(void **state)
{
	(void)state;
	log_line(LOG_INFO, "x", "%s", "");
	const char *line = written(), *pid = strstr(line, " pid=");
	assert_non_null(pid);
	assert_int_equal(strspn(pid + 5, "0123456789"), strlen(pid + 5) - 1);
	log_line(LOG_INFO, "x", "n=1%s", "  ");
	assert_non_null(strstr(written(), " n=1\n"));
}

/* The pipe waits here, and is full: what is logged then is lost and counted, and nobody waits. */
static void a_log_that_nobody_reads_stops_nobody(void **state)
{
	char text[4096];
	unsigned lines = 0;
	(void)state;
	assert_int_equal(fcntl(ends[1], F_SETFL, 0), 0);
	/* Of a pipe of one page poll says that it is full as soon as anything is in it. */
	assert_true(fcntl(ends[1], F_SETPIPE_SZ, 8192) > 0);
	alarm(10);
	for (int i = 0; i < 200; i++)
		log_line(LOG_INFO, "x", "n=%d", i);
	for (ssize_t size; (size = read(ends[0], text, sizeof text)) > 0;)
		for (ssize_t i = 0; i < size; i++)
			lines += text[i] == '\n';
	assert_in_range(lines, 1, 199);
	log_line(LOG_INFO, "y", "%s", "");
	const char *line = written();
	char lost[40];
	snprintf(lost, sizeof lost, " lines=%u\n", 200 - lines);
	assert_non_null(strstr(line, "level=warn event=log.lost"));
	assert_non_null(strstr(line, lost));
	assert_non_null(strstr(line, "event=y"));
	log_line(LOG_INFO, "z", "%s", "");
	assert_null(strstr(written(), "lost"));

	log_never_wait();
	for (int i = 0; i < 200; i++)
		log_line(LOG_INFO, "x", "n=%d", i);
	assert_true(fcntl(STDERR_FILENO, F_GETFL) & O_NONBLOCK);
	while (read(ends[0], text, sizeof text) > 0)
		;
	log_line(LOG_INFO, "y", "%s", "");
	assert_non_null(strstr(written(), "event=log.lost"));
	alarm(0);
}

static void control_bytes_and_quotes_of_strangers_stay_inside_their_value(void **state)
{
	(void)state;
	log_line(LOG_INFO, "x", "name=%s", log_quote("a\"b\\c\n\033[2J\177\303\251 level=error"));
	const char *line = written();
	assert_string_equal(log_quote("~\177"), "\"~?\"");
	assert_non_null(strstr(line, "name=\"a\\\"b\\\\c??[2J??? level=error\"\n"));
}

static void a_raw_control_byte_never_leaves(void **state)
{
	(void)state;
	log_line(LOG_INFO, "x", "raw=%s", "a\nb\033");
	assert_non_null(strstr(written(), "raw=a?b?\n"));
}

static void a_long_value_is_cut_and_the_line_still_ends(void **state)
{
	static char text[5000];
	(void)state;
	memset(text, 'x', sizeof text - 1);
	log_line(LOG_INFO, "x", "a=%s b=%s", log_quote(text), text);
	const char *line = written();
	assert_in_range(strlen(line), 500, 1024);
	assert_int_equal(line[strlen(line) - 1], '\n');
	assert_non_null(strstr(line, "x\" b=x"));
}

static void four_quotes_may_stand_in_one_line(void **state)
{
	(void)state;
	log_line(LOG_INFO, "x", "%s %s %s %s", log_quote("a"), log_quote("b"), log_quote("c"),
		log_quote("d"));
	assert_non_null(strstr(written(), "\"a\" \"b\" \"c\" \"d\"\n"));
}

static void what_is_below_the_level_is_not_written(void **state)
{
	(void)state;
	log_line(LOG_DEBUG, "x", "%s", "hidden");
	assert_string_equal(written(), "");
	log_level_set(LOG_DEBUG);
	log_line(LOG_DEBUG, "x", "%s", "shown");
	assert_non_null(strstr(written(), "level=debug"));
	log_level_set(LOG_INFO);
}

/* ---- Lines of other processes ---- */

static const struct log_origin stranger = {"process", "0a1b2c3d", 77, "192.0.2.7", false};

static size_t relayed(const char *sent)
{
	return log_relay(&stranger, sent, strlen(sent), 10);
}

static void a_relayed_line_has_the_number_and_address_of_its_sender(void **state)
{
	(void)state;
	assert_int_equal(relayed("ts=2026-11-21T10:00:00.123Z level=warn event=session.login pid=5 "
				 "session=x "
				 "name=\"Ada\" guest=0\n"),
		1);
	const char *line = written();
	assert_null(strstr(line, "T10:00:00.123Z"));
	assert_non_null(strstr(line,
		"Z level=warn event=session.login session=0a1b2c3d process=77 from=192.0.2.7 "
		"name=\"Ada\" guest=0\n"));
}

/* The keeper names connections and addresses; no line of it looks like one of the listener. */
static void a_line_of_the_keeper_names_its_peers(void **state)
{
	static const struct log_origin keeper = {
		.kind = "keeper", .id = "", .pid = 78, .names_peers = true};
	static const char login[] =
		"ts=1 level=info event=login pid=5 session=0a1b2c3d name=\"Ada\" "
		"from=192.0.2.7 pid=7 keeper=1\n";

	(void)state;
	assert_int_equal(log_relay(&keeper, login, strlen(login), 10), 1);
	assert_non_null(strstr(written(),
		"Z level=info event=login session=0a1b2c3d keeper=78 name=\"Ada\" from=192.0.2.7 "
		"pid:7 keeper:1\n"));
	/* The keeper may not have heard of a new level yet. */
	log_level_set(LOG_ERROR);
	assert_int_equal(log_relay(&keeper, login, strlen(login), 10), 1);
	assert_non_null(strstr(written(), "event=login session=0a1b2c3d keeper=78"));
	assert_int_equal(relayed(login), 1);
	assert_string_equal(written(), "");
	log_level_set(LOG_INFO);
	assert_int_equal(log_relay(&keeper, "boo\033[2J", 7, 10), 1);
	assert_non_null(
		strstr(written(), "Z level=error event=keeper.text keeper=78 text=\"boo?[2J\""));
}

static void a_relayed_line_has_no_field_of_other_processes(void **state)
{
	(void)state;
	relayed("ts=1 level=info event=penalty pid=5 from=9.9.9.9 name=\"a pid=7 peer=x\" ts=4 "
		"process=9 session=1 worker=2 level=a event=b facts=3 wall_ts=5\n");
	const char *line = written();
	assert_non_null(strstr(line,
		" session=0a1b2c3d process=77 from=192.0.2.7 from:9.9.9.9 name=\"a pid:7 "
		"peer:x\" ts:4 process:9 session:1 worker:2 level:a event:b facts=3 "
		"wall_ts=5\n"));
}

static void text_without_the_form_of_a_line_is_one_value(void **state)
{
	static const char *const texts[] = {"boo", "ts=1 level=info event=\x1b[2J pid=1",
		"ts=1 level=loud event=a pid=1", "ts=1 level=info event=a from=2",
		"ts=1 level=info event=a pid=1 x\",\"pid\":1,\"y=1",
		"ts=1 level=info event=a pid=1 name=\"Ada", "ts=1 level=info event=a pid=1 boo",
		"ts=1 level=info event=a pid=1 a=b\"c\"", "ts=1 level=info event=a\"b pid=1",
		"ts= level=info event=a pid=1"};
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		relayed(texts[i]);
		const char *line = written();
		assert_non_null(strstr(line, " level=error event=process.text session=0a1b2c3d "
					     "process=77 from=192.0.2.7 text=\""));
		assert_null(strchr(line, '\x1b'));
	}
	relayed("say \"boo\"");
	assert_non_null(strstr(written(), " text=\"say \\\"boo\\\"\"\n"));
}

static void a_message_is_several_lines_and_no_more_than_allowed(void **state)
{
	char long_text[3 * LOG_SENT_MAX];
	(void)state;
	assert_int_equal(log_relay(&stranger, "a\n\nb\0\nc\n", 8, 2), 3);
	const char *line = written();
	assert_non_null(strstr(line, "text=\"a\"\nts="));
	assert_non_null(strstr(line, "text=\"b?\"\n"));
	assert_null(strstr(line, "text=\"c"));
	log_relay_lost(&stranger, 1);
	assert_non_null(strstr(written(),
		"level=warn event=log.lost session=0a1b2c3d process=77 from=192.0.2.7 lines=1\n"));
	memset(long_text, '"', sizeof long_text);
	assert_int_equal(log_relay(&stranger, long_text, sizeof long_text, 10), 1);
	line = written();
	assert_in_range(strlen(line), 800, 1024);
	assert_int_equal(strlen(strchr(line, '\n')), 1);
}

int main(void)
{
#define CAUGHT(test) cmocka_unit_test_setup_teardown(test, catch_stderr, release_stderr)
	const struct CMUnitTest tests[] = {
		CAUGHT(a_line_has_time_level_event_and_fields),
		CAUGHT(a_line_without_fields_ends_after_its_pid),
		CAUGHT(a_log_that_nobody_reads_stops_nobody),
		CAUGHT(control_bytes_and_quotes_of_strangers_stay_inside_their_value),
		CAUGHT(a_raw_control_byte_never_leaves),
		CAUGHT(a_long_value_is_cut_and_the_line_still_ends),
		CAUGHT(four_quotes_may_stand_in_one_line),
		CAUGHT(what_is_below_the_level_is_not_written),
		CAUGHT(a_relayed_line_has_the_number_and_address_of_its_sender),
		CAUGHT(a_line_of_the_keeper_names_its_peers),
		CAUGHT(a_relayed_line_has_no_field_of_other_processes),
		CAUGHT(text_without_the_form_of_a_line_is_one_value),
		CAUGHT(a_message_is_several_lines_and_no_more_than_allowed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
