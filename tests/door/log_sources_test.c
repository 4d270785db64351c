/* Sources of log lines: their order, how much one of them may send, and what is lost of it. Time is
 * what the test says. */
#include "tests/test.h"

#include "door/command/log_sources.h"
#include "door/os/log.h"
#include "door/os/process_size.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define AT_ONCE 100 /* lines, and one more each LINE_MS */
#define LINE_MS 50
#define PAUSE_MS 500

static struct {
	struct log_sources *sources;
	int ends[2], kept; /* standard error */
	int64_t now_ms;
} scene;

static int set_up(void **state)
{
	(void)state;
	log_level_set(LOG_INFO);
	scene.now_ms = 1; /* the machine has just started */
	scene.sources = log_sources_new();
	scene.kept = dup(STDERR_FILENO);
	return pipe2(scene.ends, O_NONBLOCK) != 0 || dup2(scene.ends[1], STDERR_FILENO) < 0;
}

static int tear_down(void **state)
{
	(void)state;
	if (scene.sources)
		log_sources_end(scene.sources);
	dup2(scene.kept, STDERR_FILENO);
	close(scene.kept);
	close(scene.ends[0]);
	return close(scene.ends[1]);
}

static const char *written(void)
{
	static char text[65536];
	ssize_t size = read(scene.ends[0], text, sizeof text - 1);

	text[size > 0 ? size : 0] = '\0';
	return text;
}

static unsigned count(const char *text, const char *part)
{
	unsigned found = 0;

	while ((text = strstr(text, part)) != NULL) {
		found++;
		text += strlen(part);
	}
	return found;
}

static int add(const char *id, const char *from)
{
	int end = log_sources_add(scene.sources, PROCESS_SESSION, id, from);

	assert_true(end >= 0);
	return end;
}

/* A source sends a message with so many lines. */
static void send_lines(int end, unsigned lines)
{
	char text[512] = "";
	size_t used = 0;

	for (unsigned i = 0; i < lines; i++)
		used += (size_t)snprintf(
			text + used, sizeof text - used, "ts=1 level=info event=x.y pid=1 n=1\n");
	assert_int_equal(send(end, text, used, 0), (ssize_t)used);
}

static void work(void)
{
	log_sources_work(scene.sources, scene.now_ms);
}

static bool readable(void)
{
	struct pollfd ready = {.fd = log_sources_descriptor(scene.sources), .events = POLLIN};

	return poll(&ready, 1, 0) == 1;
}

static unsigned lines_written(void)
{
	return count(written(), "event=x.y ");
}

static void a_line_gets_the_id_and_address_of_its_source(void **state)
{
	int ada = add("0a1b2c3d", "192.0.2.7"), worker = add("", "");
	char wanted[128];

	(void)state;
	assert_false(readable());
	send_lines(ada, 1);
	assert_true(readable());
	work();
	assert_false(readable());
	const char *text = written();
	snprintf(wanted, sizeof wanted, "session=0a1b2c3d process=%ld from=192.0.2.7 n=1\n",
		(long)getpid());
	assert_non_null(strstr(text, wanted));
	assert_non_null(strstr(text, "level=info event=x.y "));
	send_lines(worker, 2);
	work();
	text = written();
	assert_int_equal(count(text, "event=x.y "), 2);
	assert_null(strstr(text, "session="));
	assert_null(strstr(text, "from="));
	close(ada);
	close(worker);
	work();
	assert_string_equal(written(), "");
	assert_int_equal(log_sources_patience(scene.sources, scene.now_ms), -1);
}

/* As the keeper has one, which must not keep a watch of a source that is gone. */
static void a_copy_of_the_reading_end_serves_the_next_sources(void **state)
{
	int ada = add("0a1b2c3d", "192.0.2.7"), other = add("44444444", "");
	int copy = dup(log_sources_find(scene.sources, "0a1b2c3d"));

	(void)state;
	assert_true(copy >= 0);
	assert_int_equal(log_sources_find(scene.sources, "nobody"), -1);
	send_lines(other, 1);
	close(other);
	work();
	assert_int_equal(lines_written(), 1);
	assert_int_equal(log_sources_find(scene.sources, "44444444"), -1);
	/* The listener dies, and the line waits. */
	log_sources_end(scene.sources);
	send_lines(ada, 1);
	scene.sources = log_sources_new();
	assert_true(log_sources_adopt(
		scene.sources, PROCESS_SESSION, "0a1b2c3d", "192.0.2.7", dup(copy)));
	work();
	assert_non_null(strstr(written(), " from=192.0.2.7 n=1\n"));
	close(ada);
	work();
	assert_int_equal(log_sources_find(scene.sources, "0a1b2c3d"), -1);
	assert_false(readable());
	close(copy);
}

/* Of a session that moved, the newest source is found. */
static void the_newest_source_of_an_id_is_found(void **state)
{
	int first = add("0a1b2c3d", ""), of_first = log_sources_find(scene.sources, "0a1b2c3d");
	int second = add("0a1b2c3d", "");

	(void)state;
	assert_int_not_equal(log_sources_find(scene.sources, "0a1b2c3d"), of_first);
	close(second);
	work();
	assert_int_equal(log_sources_find(scene.sources, "0a1b2c3d"), of_first);
	close(first);
}

/* One source ends; the ones that were added before and after it are still read. */
static void a_source_ends_alone(void **state)
{
	int each[3] = {add("11111111", ""), add("22222222", ""), add("33333333", "")};

	(void)state;
	for (int ended = 1; ended >= 0; ended--) {
		send_lines(each[ended], 1);
		close(each[ended]);
		work();
		assert_int_equal(lines_written(), 1);
		work();
		assert_string_equal(written(), "");
		send_lines(each[2], 1);
		work();
		assert_int_equal(count(written(), "session=33333333 "), 1);
	}
	close(each[2]);
}

/* Sends messages until the source has sent all that it may. */
static void exhaust(int end)
{
	for (int sent = 0; sent < AT_ONCE; sent += 10) {
		send_lines(end, 10);
		work();
	}
	assert_int_equal(lines_written(), AT_ONCE);
}

static void a_source_that_sends_too_much_is_not_read_for_a_while(void **state)
{
	int loud = add("0a1b2c3d", ""), calm = add("4e5f6071", "");

	(void)state;
	exhaust(loud);
	assert_int_equal(log_sources_patience(scene.sources, scene.now_ms), PAUSE_MS);
	send_lines(loud, 10);
	send_lines(calm, 1);
	work();
	assert_int_equal(count(written(), "session=4e5f6071 "), 1);
	assert_false(readable());
	scene.now_ms += PAUSE_MS - 1;
	assert_int_equal(log_sources_patience(scene.sources, scene.now_ms), 1);
	work();
	assert_string_equal(written(), "");
	scene.now_ms += 1;
	assert_int_equal(log_sources_patience(scene.sources, scene.now_ms), 0);
	work();
	assert_int_equal(lines_written(), PAUSE_MS / LINE_MS);
	close(loud);
	close(calm);
}

/* A message that has more lines than are left is cut, and the loss is reported with the next. */
static void the_lost_lines_of_a_source_are_counted(void **state)
{
	int end = add("0a1b2c3d", "192.0.2.7");

	(void)state;
	for (int sent = 0; sent < AT_ONCE - 4; sent += 8) {
		send_lines(end, 8);
		work();
	}
	assert_int_equal(lines_written(), AT_ONCE - 4);
	send_lines(end, 10);
	work();
	const char *text = written();
	assert_int_equal(count(text, "event=x.y "), 4);
	assert_null(strstr(text, "event=log.lost"));
	scene.now_ms += PAUSE_MS;
	work();
	assert_string_equal(written(), "");
	send_lines(end, 1);
	work();
	text = written();
	assert_non_null(strstr(text, "level=warn event=log.lost "));
	assert_non_null(strstr(text, "from=192.0.2.7 lines=6\n"));
	assert_int_equal(count(text, "event=x.y "), 1);
	send_lines(end, 1);
	work();
	assert_null(strstr(written(), "event=log.lost"));
	close(end);
}

/* After a long silence a source may send no more at once than at first. */
static void silence_saves_up_no_more_than_at_first(void **state)
{
	int end = add("0a1b2c3d", "");

	(void)state;
	exhaust(end);
	scene.now_ms += 1000 * PAUSE_MS;
	work();
	exhaust(end);
	scene.now_ms += PAUSE_MS;
	assert_int_equal(log_sources_patience(scene.sources, scene.now_ms), 0);
	work();
	send_lines(end, 10);
	work();
	assert_int_equal(lines_written(), PAUSE_MS / LINE_MS);
	assert_int_equal(log_sources_patience(scene.sources, scene.now_ms), PAUSE_MS);
	close(end);
}

/* The first of several sources that wait is read again first. */
static void patience_ends_with_the_first_source_that_waits(void **state)
{
	int first = add("11111111", ""), second = add("22222222", "");

	(void)state;
	exhaust(first);
	scene.now_ms += 200;
	exhaust(second);
	assert_int_equal(log_sources_patience(scene.sources, scene.now_ms), PAUSE_MS - 200);
	scene.now_ms += PAUSE_MS - 200;
	work();
	assert_int_equal(log_sources_patience(scene.sources, scene.now_ms), 200);
	scene.now_ms += 200;
	work();
	assert_int_equal(log_sources_patience(scene.sources, scene.now_ms), -1);
	close(first);
	close(second);
}

/* The listener ends: also the lines that a source may not send yet are read. */
static void the_last_lines_of_all_sources_are_read(void **state)
{
	int loud = add("0a1b2c3d", ""), calm = add("4e5f6071", "");

	(void)state;
	exhaust(loud);
	send_lines(loud, 10);
	send_lines(calm, 3);
	log_sources_end(scene.sources);
	scene.sources = NULL;
	const char *text = written();
	assert_int_equal(count(text, "session=0a1b2c3d "), 10);
	assert_int_equal(count(text, "session=4e5f6071 "), 3);
	close(loud);
	close(calm);
}

/* A source that ended in the middle of a message reports its loss. */
static void a_source_that_ends_reports_its_loss(void **state)
{
	int end = add("0a1b2c3d", "");

	(void)state;
	for (int sent = 0; sent < AT_ONCE - 4; sent += 8) {
		send_lines(end, 8);
		work();
	}
	send_lines(end, 10);
	work();
	close(end);
	written();
	scene.now_ms += PAUSE_MS;
	work();
	assert_non_null(strstr(written(), " lines=6\n"));
}

/* The listener has other work: it reads a few messages of a source, then those of the next one. */
static void a_source_with_many_messages_does_not_hold_up_others(void **state)
{
	int eager = add("0a1b2c3d", ""), calm = add("4e5f6071", "");

	(void)state;
	for (int i = 0; i < 20; i++)
		send_lines(eager, 1);
	send_lines(calm, 1);
	work();
	const char *text = written();
	assert_int_equal(count(text, "session=0a1b2c3d "), 16);
	assert_int_equal(count(text, "session=4e5f6071 "), 1);
	assert_true(readable());
	work();
	assert_int_equal(count(written(), "session=0a1b2c3d "), 4);
	close(eager);
	close(calm);
}

/* A source saves up the lines that it does not send. */
static void a_source_may_send_more_as_time_passes(void **state)
{
	int end = add("0a1b2c3d", "");

	(void)state;
	for (int sent = 0; sent < AT_ONCE - 1; sent += 9) {
		send_lines(end, 9);
		work();
	}
	assert_int_equal(lines_written(), AT_ONCE - 1);
	scene.now_ms += 30 * LINE_MS;
	for (int sent = 0; sent < 30; sent += 10) {
		send_lines(end, 10);
		work();
	}
	assert_int_equal(lines_written(), 30);
	assert_int_equal(log_sources_patience(scene.sources, scene.now_ms), -1);
	send_lines(end, 1);
	work();
	assert_int_equal(lines_written(), 1);
	assert_int_equal(log_sources_patience(scene.sources, scene.now_ms), PAUSE_MS);
	close(end);
}

/* ---- Sizes ---- */

static void expect_account(enum metric_process kind, uint64_t count_, uint64_t bytes)
{
	uint64_t found, size;

	metric_account_read(kind, &found, &size);
	assert_int_equal(found, count_);
	assert_int_equal(size, bytes);
}

static void send_size(int end, const char *size)
{
	char message[64];

	snprintf(message, sizeof message, "size=%s", size);
	assert_int_equal(send(end, message, strlen(message), 0), (ssize_t)strlen(message));
	work();
}

static void the_processes_of_sources_are_counted_with_their_sizes(void **state)
{
	int ada = add("0a1b2c3d", "192.0.2.7"), eve = add("4e5f6071", "192.0.2.8");
	int replayer = log_sources_add(scene.sources, PROCESS_REPLAYER, "", "");

	(void)state;
	expect_account(PROCESS_SESSION, 2, 0);
	expect_account(PROCESS_REPLAYER, 1, 0);
	send_size(ada, "1000000");
	send_size(eve, "300000");
	send_size(replayer, "70");
	expect_account(PROCESS_SESSION, 2, 1300000);
	expect_account(PROCESS_REPLAYER, 1, 70);
	send_size(ada, "900000");
	expect_account(PROCESS_SESSION, 2, 1200000);
	assert_string_equal(written(), "");
	/* A subverted process reports what it likes, of itself alone. */
	send_size(eve, "999999999999999999");
	expect_account(PROCESS_SESSION, 2, 900000 + PROCESS_SIZE_MAX);
	send_size(eve, "99999999999999999999");
	assert_non_null(strstr(written(), "event=process.text "));
	close(eve);
	work();
	expect_account(PROCESS_SESSION, 1, 900000);
	close(ada);
	close(replayer);
	work();
	expect_account(PROCESS_SESSION, 0, 0);
	expect_account(PROCESS_REPLAYER, 0, 0);
}

/* A flood of sizes costs the listener no more than one of lines. */
static void a_size_counts_as_a_line(void **state)
{
	int end = add("0a1b2c3d", "");

	(void)state;
	for (int sent = 0; sent < AT_ONCE; sent++)
		send_size(end, "5");
	assert_int_equal(log_sources_patience(scene.sources, scene.now_ms), PAUSE_MS);
	send_size(end, "6");
	expect_account(PROCESS_SESSION, 1, 5);
	scene.now_ms += PAUSE_MS;
	work();
	work();
	expect_account(PROCESS_SESSION, 1, 6);
	close(end);
}

/* The next listener counts the sessions that it adopts, and none of the last one's. */
static void the_next_listener_counts_anew(void **state)
{
	int ada = add("0a1b2c3d", "192.0.2.7"), eve = add("4e5f6071", "192.0.2.8");
	int copy = dup(log_sources_find(scene.sources, "0a1b2c3d"));

	(void)state;
	send_size(ada, "1000000");
	send_size(eve, "1000000");
	log_sources_end(scene.sources);
	/* A listener that is killed leaves its count. */
	metric_account_set(PROCESS_SESSION, 2, 2000000);
	scene.sources = log_sources_new();
	expect_account(PROCESS_SESSION, 0, 0);
	assert_true(log_sources_adopt(scene.sources, PROCESS_SESSION, "0a1b2c3d", "", copy));
	expect_account(PROCESS_SESSION, 1, 0);
	send_size(ada, "1000000");
	expect_account(PROCESS_SESSION, 1, 1000000);
	close(ada);
	close(eve);
}

static void without_descriptors_there_is_no_source(void **state)
{
	int before = add("0a1b2c3d", "");
	struct rlimit limit, none;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	none = limit;
	none.rlim_cur = 3;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	assert_int_equal(log_sources_add(scene.sources, PROCESS_SESSION, "4e5f6071", ""), -1);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	send_lines(before, 1);
	work();
	assert_int_equal(lines_written(), 1);
	close(before);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_line_gets_the_id_and_address_of_its_source),
		TEST(a_copy_of_the_reading_end_serves_the_next_sources),
		TEST(the_newest_source_of_an_id_is_found),
		TEST(a_source_ends_alone),
		TEST(a_source_that_sends_too_much_is_not_read_for_a_while),
		TEST(the_lost_lines_of_a_source_are_counted),
		TEST(silence_saves_up_no_more_than_at_first),
		TEST(patience_ends_with_the_first_source_that_waits),
		TEST(the_last_lines_of_all_sources_are_read),
		TEST(a_source_that_ends_reports_its_loss),
		TEST(a_source_with_many_messages_does_not_hold_up_others),
		TEST(a_source_may_send_more_as_time_passes),
		TEST(the_processes_of_sources_are_counted_with_their_sizes),
		TEST(a_size_counts_as_a_line),
		TEST(the_next_listener_counts_anew),
		TEST(without_descriptors_there_is_no_source),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
