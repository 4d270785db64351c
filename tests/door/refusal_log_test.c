/* Refusals in the log: summed for each network and reason, whatever the flood. */
#include "tests/test.h"

#include "door/net/refusal_log.h"

#include <fcntl.h>
#include <unistd.h>

static int ends[2], kept;

static struct address address_of(const char *text)
{
	struct network network;

	assert_true(network_parse(text, &network));
	return network.address;
}

static void add(struct refusal_log *refusals, const char *from, const char *why, int64_t now_ms)
{
	struct address address = address_of(from);

	refusal_log_add(refusals, &address, why, now_ms);
}

static const char *written(void)
{
	static char text[65536];
	ssize_t size = read(ends[0], text, sizeof text - 1);

	text[size > 0 ? size : 0] = '\0';
	return text;
}

static int catch_stderr(void **state)
{
	kept = dup(STDERR_FILENO);
	*state = refusal_log_new();
	return pipe2(ends, O_NONBLOCK) != 0 || dup2(ends[1], STDERR_FILENO) < 0;
}

static int release_stderr(void **state)
{
	refusal_log_free(*state);
	dup2(kept, STDERR_FILENO);
	close(kept);
	close(ends[0]);
	return close(ends[1]);
}

static void a_network_has_one_line_in_ten_seconds(void **state)
{
	struct refusal_log *refusals = *state;
	const char *text;

	assert_int_equal(refusal_log_patience(refusals, 0), -1);
	for (int i = 0; i < 700; i++)
		add(refusals, i % 2 ? "192.0.2.7" : "192.0.2.200", "too many", 1000 + i);
	add(refusals, "192.0.3.7", "too many", 5000);
	add(refusals, "192.0.2.7", "banned", 6000);
	add(refusals, "2001:db8:1:2::5", "too many", 6000);
	refusal_log_work(refusals, 10999, false);
	assert_string_equal(written(), "");
	assert_int_equal(refusal_log_patience(refusals, 10999), 1);
	refusal_log_work(refusals, 11000, false);
	text = written();
	assert_non_null(strstr(text, "level=warn event=session.refused "));
	assert_non_null(strstr(text, " from=192.0.2.0/24 count=700 ms=10000 why=\"too many\"\n"));
	assert_null(strstr(text, "192.0.3.0"));
	assert_int_equal(refusal_log_patience(refusals, 11000), 4000);
	refusal_log_work(refusals, 12000, true);
	text = written();
	assert_non_null(strstr(text, " from=192.0.3.0/24 count=1 ms=7000 why=\"too many\"\n"));
	assert_non_null(strstr(text, " from=192.0.2.0/24 count=1 ms=6000 why=\"banned\"\n"));
	assert_non_null(strstr(text, " from=2001:db8:1::/48 count=1 "));
	assert_int_equal(refusal_log_patience(refusals, 12000), -1);
}

static void a_flood_from_everywhere_fills_no_log(void **state)
{
	struct refusal_log *refusals = *state;
	char from[32];
	unsigned lines = 0;

	for (int i = 0; i < 1000; i++) {
		snprintf(from, sizeof from, "10.%d.%d.1", i / 250, i % 250);
		add(refusals, from, "too many", 0);
	}
	refusal_log_add(refusals, NULL, "full", 0);
	refusal_log_work(refusals, REFUSAL_LOG_MS, false);
	const char *text = written();
	for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
		lines++;
	assert_int_equal(lines, REFUSAL_LOG_MAX + 1);
	assert_non_null(strstr(text, " from=others count=873 "));
	refusal_log_add(refusals, NULL, "full", 0);
	refusal_log_work(refusals, REFUSAL_LOG_MS, false);
	assert_non_null(strstr(written(), " from=unknown count=1 "));
}

int main(void)
{
#define CAUGHT(test) cmocka_unit_test_setup_teardown(test, catch_stderr, release_stderr)
	const struct CMUnitTest tests[] = {
		CAUGHT(a_network_has_one_line_in_ten_seconds),
		CAUGHT(a_flood_from_everywhere_fills_no_log),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
