/* Metrics: counting, the text format, the exporter, and the documents that name the metrics. */
#include "tests/test.h"

#include "door/metrics/exporter.h"
#include "door/metrics/metrics.h"
#include "door/metrics/process_memory.h"
#include "door/net/penalties.h"

#include <ctype.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *text_of(void)
{
	size_t size;
	char *text = metrics_text("1.2.3", &size);

	assert_int_equal(strlen(text), size);
	return text;
}

/* The value of a line of the format, or -1. */
static double value_of(const char *series)
{
	char *text = text_of(), wanted[160];
	const char *found;
	double value;

	snprintf(wanted, sizeof wanted, "\n%s ", series);
	found = strstr(text, wanted);
	value = found ? strtod(found + strlen(wanted), NULL) : -1;
	free(text);
	return value;
}

static void a_counter_adds_up_for_its_labels_alone(void **state)
{
	(void)state;
	metric_add(METRIC_LOGINS, METHOD_KEY, RESULT_WRONG, 2);
	metric_add(METRIC_LOGINS, METHOD_KEY, RESULT_WRONG, 1);
	assert_int_equal(metric_value(METRIC_LOGINS, METHOD_KEY, RESULT_WRONG), 3);
	assert_true(value_of("trapdoor_logins_total{method=\"key\",result=\"wrong\"}") == 3);
	assert_true(value_of("trapdoor_logins_total{method=\"key\",result=\"ok\"}") == 0);
	assert_true(value_of("trapdoor_build_info{version=\"1.2.3\"}") == 1);
}

static void a_gauge_goes_up_and_down(void **state)
{
	(void)state;
	metric_add(METRIC_CONNECTIONS, TRANSPORT_TELNET, STATE_WAITING, 1);
	metric_add(METRIC_CONNECTIONS, TRANSPORT_TELNET, STATE_WAITING, 1);
	metric_add(METRIC_CONNECTIONS, TRANSPORT_TELNET, STATE_WAITING, (uint64_t)-1);
	assert_true(value_of("trapdoor_connections{transport=\"telnet\",state=\"waiting\"}") == 1);
	metric_set(METRIC_DISK_FREE, 0, 0, 1ULL << 50);
	assert_true(value_of("trapdoor_disk_free_bytes") == (double)(1ULL << 50));
}

static void a_histogram_has_buckets_that_contain_the_smaller_ones(void **state)
{
	(void)state;
	metric_observe(METRIC_COMMITS, 250);     /* in its bound */
	metric_observe(METRIC_COMMITS, 900);     /* below 1 ms */
	metric_observe(METRIC_COMMITS, 9000000); /* above all bounds */
	assert_true(value_of("trapdoor_commit_duration_seconds_bucket{le=\"0.000100\"}") == 0);
	assert_true(value_of("trapdoor_commit_duration_seconds_bucket{le=\"0.000250\"}") == 1);
	assert_true(value_of("trapdoor_commit_duration_seconds_bucket{le=\"0.001000\"}") == 2);
	assert_true(value_of("trapdoor_commit_duration_seconds_bucket{le=\"2.500000\"}") == 2);
	assert_true(value_of("trapdoor_commit_duration_seconds_bucket{le=\"+Inf\"}") == 3);
	assert_true(value_of("trapdoor_commit_duration_seconds_count") == 3);
	assert_float_equal(value_of("trapdoor_commit_duration_seconds_sum"), 9.00115, 1e-9);
	metric_observe(METRIC_BATCHES, 3);
	assert_true(value_of("trapdoor_commit_requests_bucket{le=\"2\"}") == 0);
	assert_true(value_of("trapdoor_commit_requests_bucket{le=\"4\"}") == 1);
	assert_true(value_of("trapdoor_commit_requests_sum") == 3);
}

/* ---- The format ---- */

static void check_name(const char *name, size_t length)
{
	assert_true(length > strlen("trapdoor_") && memcmp(name, "trapdoor_", 9) == 0);
	for (size_t i = 0; i < length; i++)
		assert_true(islower((unsigned char)name[i]) || name[i] == '_');
}

/* The names end in a unit, and those of counters in _total. */
static void check_unit(const char *name, const char *type)
{
	static const char *const units[] = {"_seconds", "_bytes", "_jobs", "_runs", "_requests",
		"_connections", "_sessions", "_processes", "_info"};
	size_t length = strlen(name);

	if (strcmp(type, "counter") == 0) {
		assert_true(length > 6 && strcmp(name + length - 6, "_total") == 0);
		return;
	}
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (length > strlen(units[i]) &&
			strcmp(name + length - strlen(units[i]), units[i]) == 0)
			return;
	fail_msg("%s has no unit", name);
}

/* A line of a sample belongs to the family before it: NAME[SUFFIX][{KEY="WORD",...}] NUMBER. */
static void check_sample(const char *line, const char *family, const char *type)
{
	size_t name = strcspn(line, "{ "), of_family = strlen(family);
	const char *rest = line + name;
	char *end, suffix[16];

	check_name(line, name);
	assert_int_equal(strncmp(line, family, of_family), 0);
	snprintf(suffix, sizeof suffix, "%.*s", (int)(name - of_family), line + of_family);
	if (strcmp(type, "histogram") == 0)
		assert_true(strcmp(suffix, "_bucket") == 0 || strcmp(suffix, "_count") == 0 ||
			    strcmp(suffix, "_sum") == 0);
	else
		assert_string_equal(suffix, "");
	if (*rest == '{') {
		do {
			rest++;
			rest += strspn(rest, "abcdefghijklmnopqrstuvwxyz");
			assert_int_equal(strncmp(rest, "=\"", 2), 0);
			rest += 2 + strcspn(rest + 2, "\"\\\n");
			assert_int_equal(*rest++, '"');
		} while (*rest == ',');
		assert_int_equal(*rest++, '}');
	}
	assert_int_equal(*rest, ' ');
	assert_true(isdigit((unsigned char)rest[1]));
	strtod(rest + 1, &end);
	assert_int_equal(*end, '\0');
}

static void the_text_is_valid_and_bounded(void **state)
{
	char *text = text_of(), *rest = text, *line, family[80] = "", type[16] = "";
	size_t lines = 0, families = 0, length = strlen(text);

	(void)state;
	assert_int_equal(text[length - 1], '\n');
	while ((line = strtok_r(rest, "\n", &rest)) != NULL) {
		char name[80], word[16];

		if (sscanf(line, "# HELP %79s", name) == 1) {
			assert_true(line[strlen(line) - 1] == '.');
			assert_string_not_equal(name, family);
			snprintf(family, sizeof family, "%s", name);
			type[0] = '\0';
			families++;
		} else if (sscanf(line, "# TYPE %79s %15s", name, word) == 2) {
			assert_string_equal(name, family);
			snprintf(type, sizeof type, "%s", word);
			check_unit(name, word);
		} else {
			assert_string_not_equal(type, "");
			check_sample(line, family, type);
			lines++;
		}
	}
	free(text);
	assert_int_equal(families, METRIC_COUNT + 1);
	assert_in_range(lines, METRIC_COUNT, 200);
}

/* ---- Processes ---- */

static void the_halves_are_shared_until_they_are_left(void **state)
{
	int status;
	pid_t child;

	(void)state;
	assert_true(metrics_share());
	child = fork();
	if (child == 0) {
		metric_add(METRIC_ADMITTED, TRANSPORT_SSH, 0, 5);
		metrics_leave(METRIC_KEEPER);
		metric_add(METRIC_COMMANDS, 0, 0, 7);
		_exit(metric_value(METRIC_COMMANDS, 0, 0) != 7);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(metric_value(METRIC_ADMITTED, TRANSPORT_SSH, 0), 5);
	assert_int_equal(metric_value(METRIC_COMMANDS, 0, 0), 0);
	metrics_leave(METRIC_DOOR);
	metrics_leave(METRIC_KEEPER);
}

static void memory_is_measured_of_a_process_and_its_children(void **state)
{
	size_t size = 16 << 20;
	struct process_memory before, after;
	int ready[2], status;
	char byte;
	pid_t child;

	(void)state;
	process_memory_read(getpid(), &before);
	assert_int_equal(before.count[PROCESS_SERVE], 1);
	assert_true(before.bytes[PROCESS_SERVE] > 0);
	assert_int_equal(pipe(ready), 0);
	child = fork();
	if (child == 0) {
		memset(mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
			1, size);
		if (write(ready[1], "", 1) == 1)
			pause();
		_exit(1);
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	process_memory_read(getpid(), &after);
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	assert_int_equal(after.count[PROCESS_OTHER], before.count[PROCESS_OTHER] + 1);
	assert_true(after.bytes[PROCESS_OTHER] >= before.bytes[PROCESS_OTHER] + size);
	close(ready[0]);
	close(ready[1]);
}

/* As where /proc is mounted with hidepid: no process is below one that it does not show. */
static void accounts_count_where_the_processes_are_hidden(void **state)
{
	const pid_t hidden = INT32_MAX;
	struct process_memory memory;
	int status;
	pid_t child;

	(void)state;
	assert_true(process_memory_read(getpid(), &memory));
	assert_false(process_memory_read(hidden, &memory));
	assert_true(metrics_share());
	metric_account_set(PROCESS_SESSION, 3, 4000000);
	/* The keeper side's kinds are in the half that the door side leaves. */
	child = fork();
	if (child == 0) {
		metric_account_set(PROCESS_KEEPER, 1, 7000000);
		process_memory_account(PROCESS_SUPERVISOR);
		metrics_leave(METRIC_KEEPER);
		metric_account_set(PROCESS_HASHER, 9, 9);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	process_memory_measure(hidden);
	assert_true(value_of("trapdoor_processes{kind=\"session\"}") == 3);
	assert_true(value_of("trapdoor_process_memory_bytes{kind=\"session\"}") == 4000000);
	assert_true(value_of("trapdoor_processes{kind=\"keeper\"}") == 1);
	assert_true(value_of("trapdoor_process_memory_bytes{kind=\"keeper\"}") == 7000000);
	assert_true(value_of("trapdoor_processes{kind=\"supervisor\"}") == 1);
	assert_true(value_of("trapdoor_processes{kind=\"hasher\"}") == 0);
	/* Processes that /proc shows are measured there. */
	process_memory_measure(getpid());
	assert_true(value_of("trapdoor_processes{kind=\"serve\"}") == 1);
	assert_true(value_of("trapdoor_processes{kind=\"session\"}") == 0);
	metrics_leave(METRIC_DOOR);
	metrics_leave(METRIC_KEEPER);
}

/* ---- The exporter ---- */

static void a_setting_names_a_place_of_this_host_alone(void **state)
{
	static const struct {
		const char *setting;
		bool good;
		enum exporter_kind kind;
	} rows[] = {
		{"off", true, EXPORTER_OFF},
		{"", true, EXPORTER_OFF},
		{"/var/lib/node/trapdoor.prom", true, EXPORTER_FILE},
		{"unix:/run/trapdoor/metrics", true, EXPORTER_UNIX},
		{"127.0.0.1:9150", true, EXPORTER_TCP},
		{"127.3.2.1:0", true, EXPORTER_TCP},
		{"[::1]:9150", true, EXPORTER_TCP},
		{"0.0.0.0:9150", false, EXPORTER_OFF},
		{"[::]:9150", false, EXPORTER_OFF},
		{"192.0.2.1:9150", false, EXPORTER_OFF},
		{"localhost:9150", false, EXPORTER_OFF},
		{"127.0.0.1:x", false, EXPORTER_OFF},
		{"127.0.0.1:70000", false, EXPORTER_OFF},
		{"trapdoor.prom", false, EXPORTER_OFF},
		{"unix:metrics", false, EXPORTER_OFF},
		{"/", false, EXPORTER_OFF},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct exporter exporter;
		char sentence[256] = "";

		if (exporter_parse(rows[i].setting, &exporter, sentence, sizeof sentence) !=
			rows[i].good)
			fail_msg("%s: %s", rows[i].setting, sentence);
		if (rows[i].good)
			assert_int_equal(exporter.kind, rows[i].kind);
		else
			assert_non_null(strstr(sentence, "monitor.metrics is \""));
	}
}

/* Sends a request to the exporter and returns its answer. */
static const char *answer_to(const char *request)
{
	static char answer[65536];
	const struct exporter exporter = {.version = "1.2.3"};
	size_t used = 0;
	int pair[2];
	pid_t child;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	child = fork();
	if (child == 0) {
		close(pair[0]);
		exporter_answer(&exporter, pair[1], getppid());
		_exit(0);
	}
	close(pair[1]);
	/* In two pieces, as a network may cut it. */
	assert_int_equal(write(pair[0], request, 3), 3);
	assert_int_equal(write(pair[0], request + 3, strlen(request) - 3), strlen(request) - 3);
	for (ssize_t got; (got = read(pair[0], answer + used, sizeof answer - 1 - used)) > 0;)
		used += (size_t)got;
	answer[used] = '\0';
	close(pair[0]);
	waitpid(child, NULL, 0);
	return answer;
}

static void a_client_gets_the_metrics_and_nothing_else(void **state)
{
	static char long_request[9000];
	const char *answer = answer_to("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
	const char *body = strstr(answer, "\r\n\r\n");
	char length[64];

	(void)state;
	assert_int_equal(strncmp(answer, "HTTP/1.1 200 OK\r\n", 17), 0);
	assert_non_null(body);
	snprintf(length, sizeof length, "Content-Length: %zu\r\n", strlen(body + 4));
	assert_non_null(strstr(answer, length));
	assert_non_null(strstr(body, "\ntrapdoor_processes{kind=\"serve\"} 1\n"));
	assert_non_null(strstr(answer_to("GET / HTTP/1.1\r\n\r\n"), " 404 "));
	assert_non_null(strstr(answer_to("GET /metricsx HTTP/1.1\r\n\r\n"), " 404 "));
	assert_non_null(strstr(answer_to("POST /metrics HTTP/1.1\r\n\r\n"), " 404 "));
	memset(long_request, 'x', sizeof long_request - 1);
	assert_string_equal(answer_to(long_request), "");
}

static void a_file_is_replaced_whole_and_readable(void **state)
{
	char directory[] = "/tmp/trapdoor-metrics-XXXXXX", there[EXPORTER_PATH_MAX], command[128];
	char beside[EXPORTER_PATH_MAX + 8];
	struct exporter exporter = {.kind = EXPORTER_FILE, .version = "1.2.3"};
	struct stat before, facts;

	(void)state;
	assert_non_null(mkdtemp(directory));
	snprintf(exporter.path, sizeof exporter.path, "%s/t.prom", directory);
	exporter_directory(&exporter, there);
	assert_string_equal(there, directory);
	umask(077);
	assert_true(exporter_write(&exporter, getpid()));
	assert_int_equal(stat(exporter.path, &before), 0);
	assert_int_equal(before.st_mode & 0777, 0644);
	assert_true(exporter_write(&exporter, getpid()));
	assert_int_equal(stat(exporter.path, &facts), 0);
	assert_int_not_equal(before.st_ino, facts.st_ino);
	snprintf(beside, sizeof beside, "%s.tmp", exporter.path);
	assert_int_equal(access(beside, F_OK), -1);
	snprintf(command, sizeof command, "rm -r %s", directory);
	assert_int_equal(system(command), 0);
	assert_false(exporter_write(&exporter, getpid()));
}

/* ---- Documents ---- */

static char *read_document(const char *path)
{
	FILE *file = fopen(path, "r");
	size_t size = 1 << 20;
	char *text = calloc(1, size);

	assert_non_null(file);
	assert_non_null(text);
	assert_in_range(fread(text, 1, size - 1, file), 1, size - 2);
	fclose(file);
	return text;
}

static bool is_series(const char *name)
{
	static const char *const suffixes[] = {"", "_bucket", "_sum", "_count"};
	char series[96];

	for (int metric = 0; metric < METRIC_COUNT; metric++) {
		bool histogram = strcmp(metric_type_word((enum metric)metric), "histogram") == 0;

		for (size_t i = histogram ? 1 : 0; i < (histogram ? 4 : 1); i++) {
			snprintf(series, sizeof series, "%s%s", metric_name((enum metric)metric),
				suffixes[i]);
			if (strcmp(series, name) == 0)
				return true;
		}
	}
	return strcmp(name, "trapdoor_build_info") == 0;
}

static void the_dashboard_names_every_metric_and_no_other(void **state)
{
	char *text = read_document("etc/grafana/trapdoor.json"), name[96];

	(void)state;
	for (const char *at = text; (at = strstr(at, "trapdoor_")) != NULL; at += strlen(name)) {
		snprintf(name, sizeof name, "%.*s", (int)strspn(at, "abcdefghijklmnopqrstuvwxyz_"),
			at);
		if (!is_series(name))
			fail_msg("etc/grafana/trapdoor.json names %s, which is no metric", name);
	}
	for (int metric = 0; metric < METRIC_COUNT; metric++)
		if (!strstr(text, metric_name((enum metric)metric)))
			fail_msg("etc/grafana/trapdoor.json does not show %s",
				metric_name((enum metric)metric));
	free(text);
}

static void the_sysops_page_names_every_metric(void **state)
{
	char *text = read_document("docs/sysop.md"), wanted[96];

	(void)state;
	for (int metric = 0; metric < METRIC_COUNT; metric++) {
		snprintf(wanted, sizeof wanted, "`%s`", metric_name((enum metric)metric));
		if (!strstr(text, wanted))
			fail_msg("docs/sysop.md does not explain %s", wanted);
	}
	free(text);
}

static void the_words_of_penalties_are_those_of_offences(void **state)
{
	char series[96];

	(void)state;
	for (unsigned i = 0; i < OFFENCE_COUNT; i++) {
		snprintf(series, sizeof series, "trapdoor_penalties_total{reason=\"%s\"}",
			offence_name((enum offence)i));
		metric_set(METRIC_PENALTIES, i, 0, i + 3);
		if (!(value_of(series) == i + 3))
			fail_msg("%s is %g", series, value_of(series));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_counter_adds_up_for_its_labels_alone),
		cmocka_unit_test(a_gauge_goes_up_and_down),
		cmocka_unit_test(a_histogram_has_buckets_that_contain_the_smaller_ones),
		cmocka_unit_test(the_text_is_valid_and_bounded),
		cmocka_unit_test(the_halves_are_shared_until_they_are_left),
		cmocka_unit_test(memory_is_measured_of_a_process_and_its_children),
		cmocka_unit_test(accounts_count_where_the_processes_are_hidden),
		cmocka_unit_test(a_setting_names_a_place_of_this_host_alone),
		cmocka_unit_test(a_client_gets_the_metrics_and_nothing_else),
		cmocka_unit_test(a_file_is_replaced_whole_and_readable),
		cmocka_unit_test(the_dashboard_names_every_metric_and_no_other),
		cmocka_unit_test(the_sysops_page_names_every_metric),
		cmocka_unit_test(the_words_of_penalties_are_those_of_offences),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
