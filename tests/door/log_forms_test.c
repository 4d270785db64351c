/* The forms of the log: JSON, entries of journald, lines of syslog; the session's id; and the count
 * of dropped lines that processes share. */
#include "tests/test.h"

#include "door/os/complain.h"
#include "door/os/log.h"

#include <fcntl.h>
#include <jansson.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2], kept;

static int catch_stderr(void **state)
{
	(void)state;
	kept = dup(STDERR_FILENO);
	return pipe2(ends, O_NONBLOCK) != 0 || dup2(ends[1], STDERR_FILENO) < 0;
}

static int release_stderr(void **state)
{
	(void)state;
	log_set(&(struct log_settings){.level = LOG_INFO});
	log_session_set("");
	log_leave(NULL);
	dup2(kept, STDERR_FILENO);
	close(kept);
	close(ends[0]);
	return close(ends[1]);
}

static const char *written(int from)
{
	static char text[8192];
	ssize_t size = read(from, text, sizeof text - 1);

	text[size > 0 ? size : 0] = '\0';
	return text;
}

static const char *field(const json_t *json, const char *key)
{
	const char *text = json_string_value(json_object_get(json, key));

	return text ? text : "";
}

/* Parses what was written as one JSON object on one line. */
static json_t *written_json(void)
{
	const char *text = written(ends[0]);
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

	if (!json || strchr(text, '\n') != text + strlen(text) - 1)
		fail_msg("no JSON: %s", text);
	return json;
}

static void a_line_is_an_object_of_json(void **state)
{
	json_t *json;

	(void)state;
	log_set(&(struct log_settings){LOG_INFO, LOG_JSON, LOG_STDERR});
	log_session_set("0a1b2c3d");
	log_line(LOG_WARN, "session.begin", "peer=%s n=%d below=%d id=%s hex=%s",
		log_quote("a \"b\" \\ c\n"), 5, -7, "007", "12ab");
	json = written_json();
	assert_int_equal(strncmp(field(json, "ts"), "20", 2), 0);
	assert_string_equal(field(json, "level"), "warn");
	assert_string_equal(field(json, "event"), "session.begin");
	assert_int_equal(json_integer_value(json_object_get(json, "pid")), getpid());
	assert_string_equal(field(json, "session"), "0a1b2c3d");
	assert_string_equal(field(json, "peer"), "a \"b\" \\ c?");
	assert_int_equal(json_integer_value(json_object_get(json, "n")), 5);
	assert_int_equal(json_integer_value(json_object_get(json, "below")), -7);
	assert_string_equal(field(json, "id"), "007");
	assert_string_equal(field(json, "hex"), "12ab");
	json_decref(json);
	log_session_set("");
	log_line(LOG_INFO, "x", "%s", "");
	json = written_json();
	assert_null(json_object_get(json, "session"));
	json_decref(json);
}

/* A line may be cut at each of its bytes. */
static void every_cut_line_is_json(void **state)
{
	static char text[2000];
	char broken[64];

	(void)state;
	log_set(&(struct log_settings){LOG_INFO, LOG_JSON, LOG_STDERR});
	for (size_t before = 700; before < 900; before++) {
		memset(text, 'x', sizeof text);
		text[before] = '\0';
		snprintf(broken, sizeof broken, "\\\"\\\"\\\"\\\"\" = {\" \\");
		log_line(LOG_INFO, "x", "a=%s b=%s c=%s", text, log_quote(broken), "\"\\\"");
		json_decref(written_json());
	}
}

static void logfmt_has_the_session(void **state)
{
	(void)state;
	log_session_set("0a1b2c3d");
	log_line(LOG_INFO, "x", "n=%d", 1);
	assert_non_null(strstr(written(ends[0]), " event=x pid="));
	log_line(LOG_INFO, "x", "n=%d", 1);
	assert_non_null(strstr(written(ends[0]), " session=0a1b2c3d n=1\n"));
}

static void unknown_words_are_refused_with_all_words(void **state)
{
	struct log_settings settings;
	char sentence[256] = "";

	(void)state;
	assert_true(log_settings_parse(
		&settings, "debug", "json", "syslog", sentence, sizeof sentence));
	assert_int_equal(settings.level, LOG_DEBUG);
	assert_int_equal(settings.format, LOG_JSON);
	assert_int_equal(settings.target, LOG_SYSLOG);
	assert_false(
		log_settings_parse(&settings, "loud", "json", "syslog", sentence, sizeof sentence));
	assert_string_equal(
		sentence, "monitor.log_level is \"loud\"; it must be error, warn, info or debug");
	assert_false(
		log_settings_parse(&settings, "info", "xml", "syslog", sentence, sizeof sentence));
	assert_string_equal(sentence, "monitor.log is \"xml\"; it must be logfmt or json");
	assert_false(
		log_settings_parse(&settings, "info", "json", "mail", sentence, sizeof sentence));
	assert_string_equal(
		sentence, "monitor.log_to is \"mail\"; it must be stderr, journald or syslog");
	assert_true(log_settings_parse(
		&settings, "error", "logfmt", "stderr", sentence, sizeof sentence));
	assert_int_equal(settings.level, LOG_ERROR);
	assert_int_equal(settings.format, LOG_LOGFMT);
	assert_int_equal(settings.target, LOG_STDERR);
	/* A sentence is cut to its room. */
	for (size_t size = 1; size < 60; size++) {
		memset(sentence, '~', sizeof sentence);
		assert_false(
			log_settings_parse(&settings, "loud", "json", "stderr", sentence, size));
		assert_int_equal(strlen(sentence), size - 1);
		assert_int_equal(sentence[size], '~');
	}
}

/* A process whose lines are relayed writes logfmt to its standard error, whatever was set. */
static void lines_for_the_relay_are_logfmt(void **state)
{
	char sentence[64];

	(void)state;
	log_set(&(struct log_settings){LOG_INFO, LOG_JSON, LOG_SYSLOG});
	assert_true(log_is_socket());
	assert_string_equal(log_plain_prefix(), "<27>");
	log_to_relay();
	assert_false(log_is_socket());
	assert_string_equal(log_plain_prefix(), "");
	log_line(LOG_INFO, "x", "n=%d", 1);
	assert_int_equal(strncmp(written(ends[0]), "ts=20", 5), 0);
	assert_true(log_open(&(struct log_settings){LOG_WARN, LOG_JSON, LOG_STDERR}, "/nowhere",
		sentence, sizeof sentence));
	assert_true(log_wants(LOG_WARN));
	assert_false(log_wants(LOG_INFO));
	log_line(LOG_WARN, "x", "n=%d", 1);
	json_decref(written_json());
}

/* ---- Sockets ---- */

static int receiver(char path[64])
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int received = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);

	snprintf(path, 64, "/tmp/trapdoor-log-%ld", (long)getpid());
	unlink(path);
	snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
	assert_int_equal(bind(received, (const struct sockaddr *)&address, sizeof address), 0);
	return received;
}

static void journald_gets_native_fields(void **state)
{
	const struct log_settings settings = {LOG_INFO, LOG_LOGFMT, LOG_JOURNALD};
	char path[64], sentence[256] = "";
	int received = receiver(path);
	const char *entry;

	(void)state;
	log_share();
	assert_true(log_open(&settings, path, sentence, sizeof sentence));
	assert_true(log_is_socket());
	log_session_set("0a1b2c3d");
	log_line(LOG_ERROR, "session.begin", "peer=%s run_id=%d", log_quote("a \"b\"\nX=1"), 5);
	entry = written(received);
	assert_string_equal(entry, "MESSAGE=session.begin peer=\"a \\\"b\\\"?X=1\" run_id=5\n"
				   "SYSLOG_IDENTIFIER=trapdoor\nPRIORITY=3\n"
				   "TRAPDOOR_EVENT=session.begin\nTRAPDOOR_SESSION=0a1b2c3d\n"
				   "TRAPDOOR_PEER=a \"b\"?X=1\nTRAPDOOR_RUN_ID=5\n");
	/* A sentence of the command is an entry, too. */
	command_complain("cannot serve: %s", "no");
	assert_non_null(strstr(written(received), "\nTRAPDOOR_WHY=cannot serve: no\n"));
	assert_int_equal(strncmp(log_plain_prefix(), "PRIORITY=3\n", 11), 0);
	log_line(LOG_WARN, "x", "n=%d", 1);
	assert_non_null(strstr(written(received), "\nPRIORITY=4\n"));
	log_line(LOG_INFO, "x", "n=%d", 1);
	assert_non_null(strstr(written(received), "\nPRIORITY=6\n"));
	close(received);
	unlink(path);
	/* A reader that is gone costs lines, and no time. */
	log_line(LOG_INFO, "x", "n=%d", 1);
	assert_true(log_lost_total() > 0);
}

static void a_reader_that_comes_back_is_found(void **state)
{
	const struct log_settings settings = {LOG_INFO, LOG_LOGFMT, LOG_SYSLOG};
	char path[64], sentence[256] = "";
	int received = receiver(path), line[2];
	char byte = 0;
	pid_t child;

	(void)state;
	log_share();
	assert_true(log_open(&settings, path, sentence, sizeof sentence));
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, line), 0);
	child = fork();
	if (child == 0) {
		close(received);
		close(line[0]);
		if (write(line[1], &byte, 1) == 1 && read(line[1], &byte, 1) == 1)
			log_line(LOG_INFO, "c", "n=%d", 1);
		_exit(0);
	}
	assert_int_equal(read(line[0], &byte, 1), 1);
	log_look();
	log_line(LOG_INFO, "a", "n=%d", 1);
	assert_null(strstr(written(received), "log.reconnected"));
	close(received);
	unlink(path);
	log_look();
	log_line(LOG_INFO, "b", "n=%d", 1);
	/* A file system may give the next file the same number, but not the same time. */
	usleep(50000);
	received = receiver(path);
	log_look();
	assert_non_null(strstr(written(received), "event=log.lost lines=1"));
	assert_non_null(strstr(written(received), "event=log.reconnected file=\"/tmp/"));
	/* A process that was forked before has the same socket. */
	assert_int_equal(write(line[0], &byte, 1), 1);
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_non_null(strstr(written(received), "event=c n=1"));
	close(line[0]);
	close(line[1]);
	close(received);
	unlink(path);
}

static void syslog_gets_priority_and_process(void **state)
{
	const struct log_settings settings = {LOG_INFO, LOG_JSON, LOG_SYSLOG};
	char path[64], sentence[256] = "", wanted[64];
	int received = receiver(path);
	const char *line, *body;
	json_t *json;

	(void)state;
	assert_true(log_open(&settings, path, sentence, sizeof sentence));
	log_line(LOG_WARN, "x", "n=%d", 1);
	line = written(received);
	assert_int_equal(strncmp(line, "<28>", 4), 0);
	snprintf(wanted, sizeof wanted, " trapdoor[%ld]: {", (long)getpid());
	body = strstr(line, wanted);
	assert_non_null(body);
	assert_int_equal(body - line, 4 + 15);
	json = json_loads(body + strlen(wanted) - 1, 0, NULL);
	assert_int_equal(json_integer_value(json_object_get(json, "n")), 1);
	json_decref(json);
	log_set(&(struct log_settings){LOG_INFO, LOG_LOGFMT, LOG_SYSLOG});
	log_line(LOG_INFO, "x", "n=%d", 1);
	assert_non_null(strstr(written(received), "]: level=info event=x n=1"));
	close(received);
	unlink(path);
}

/* The lowest descriptor that is free. */
static int free_descriptor(void)
{
	int descriptor = dup(STDIN_FILENO);

	close(descriptor);
	return descriptor;
}

static void a_missing_socket_is_a_sentence(void **state)
{
	const struct log_settings settings = {LOG_INFO, LOG_LOGFMT, LOG_JOURNALD};
	char sentence[256] = "", path[64];
	int free_before = free_descriptor();

	(void)state;
	assert_false(log_open(&settings, "/nowhere/socket", sentence, sizeof sentence));
	assert_string_equal(sentence,
		"cannot write the log to /nowhere/socket: No such file or directory; start "
		"journald, or set monitor.log_to = stderr");
	log_line(LOG_INFO, "x", "n=%d", 1);
	assert_non_null(strstr(written(ends[0]), "event=x"));
	assert_int_equal(free_descriptor(), free_before);
	/* A socket that is there leaves descriptor 2 alone, which never waits. */
	int received = receiver(path);
	free_before = free_descriptor();
	assert_true(log_open(&settings, path, sentence, sizeof sentence));
	assert_int_equal(free_descriptor(), free_before);
	assert_true(fcntl(STDERR_FILENO, F_GETFL) & O_NONBLOCK);
	close(received);
	unlink(path);
}

/* Processes share the flags of a file and of a terminal, so these wait. */
static void only_pipes_and_sockets_never_wait(void **state)
{
	FILE *file = tmpfile();
	int pair[2];

	(void)state;
	assert_non_null(file);
	dup2(fileno(file), STDERR_FILENO);
	log_never_wait();
	assert_false(fcntl(STDERR_FILENO, F_GETFL) & O_NONBLOCK);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	dup2(pair[0], STDERR_FILENO);
	log_never_wait();
	assert_true(fcntl(STDERR_FILENO, F_GETFL) & O_NONBLOCK);
	close(pair[0]);
	close(pair[1]);
	fclose(file);
}

/* ---- Dropped lines ---- */

static unsigned reported;
static void report(void)
{
	reported++;
}

static void fill_pipe(void)
{
	static char bytes[4096];

	while (write(ends[1], bytes, sizeof bytes) > 0)
		;
}

static void drain_pipe(void)
{
	char bytes[4096];

	while (read(ends[0], bytes, sizeof bytes) > 0)
		;
}

static void lines_that_children_drop_are_reported_by_others(void **state)
{
	const char *line;

	(void)state;
	log_share();
	fill_pipe();
	for (int i = 0; i < 7; i++) {
		pid_t child = fork();

		if (child == 0) {
			log_line(LOG_INFO, "x", "n=%d", 1);
			log_line(LOG_INFO, "x", "n=%d", 2);
			_exit(0);
		}
		assert_int_equal(waitpid(child, NULL, 0), child);
	}
	log_line(LOG_INFO, "x", "n=%d", 3);
	assert_int_equal(log_lost_total(), 15);
	assert_false(log_lost_tell());
	drain_pipe();
	log_line(LOG_INFO, "y", "n=%d", 4);
	line = written(ends[0]);
	assert_non_null(strstr(line, "level=warn event=log.lost pid="));
	assert_non_null(strstr(line, " lines=15\n"));
	assert_non_null(strstr(line, "event=y"));
	log_line(LOG_INFO, "y", "n=%d", 5);
	assert_null(strstr(written(ends[0]), "lost"));
	assert_true(log_lost_tell());
	assert_int_equal(log_lost_total(), 15);
}

static void a_process_that_left_reports_its_lines_another_way(void **state)
{
	(void)state;
	log_share();
	reported = 0;
	log_leave(report);
	fill_pipe();
	log_line(LOG_INFO, "x", "n=%d", 1);
	log_line(LOG_INFO, "x", "n=%d", 2);
	assert_int_equal(reported, 2);
	assert_int_equal(log_lost_total(), 0);
	drain_pipe();
	log_lost_add(3);
	log_line(LOG_INFO, "x", "n=%d", 3);
	assert_non_null(strstr(written(ends[0]), "event=log.lost"));
}

/* A relayed line reports what was dropped before it, and is counted if it is dropped itself. */
static void relayed_lines_are_counted(void **state)
{
	const char *line;

	(void)state;
	log_share();
	assert_true(log_lost_tell());
	fill_pipe();
	log_relayed(LOG_INFO, "x", "", "n=1");
	assert_int_equal(log_lost_total(), 1);
	drain_pipe();
	log_relayed(LOG_INFO, "y", "0a1b2c3d", "n=2");
	line = written(ends[0]);
	assert_non_null(strstr(line, "event=log.lost"));
	assert_non_null(strstr(line, " lines=1\n"));
	assert_non_null(strstr(line, "event=y session=0a1b2c3d n=2\n"));
	assert_true(log_lost_tell());
}

int main(void)
{
#define CAUGHT(test) cmocka_unit_test_setup_teardown(test, catch_stderr, release_stderr)
	const struct CMUnitTest tests[] = {
		CAUGHT(a_line_is_an_object_of_json),
		CAUGHT(every_cut_line_is_json),
		CAUGHT(logfmt_has_the_session),
		CAUGHT(unknown_words_are_refused_with_all_words),
		CAUGHT(lines_for_the_relay_are_logfmt),
		CAUGHT(journald_gets_native_fields),
		CAUGHT(syslog_gets_priority_and_process),
		CAUGHT(a_reader_that_comes_back_is_found),
		CAUGHT(a_missing_socket_is_a_sentence),
		CAUGHT(only_pipes_and_sockets_never_wait),
		CAUGHT(lines_that_children_drop_are_reported_by_others),
		CAUGHT(a_process_that_left_reports_its_lines_another_way),
		CAUGHT(relayed_lines_are_counted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
