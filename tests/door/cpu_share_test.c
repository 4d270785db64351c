/* The share of a processor: a burst is free, and who uses more for long rests. */
#include "tests/test.h"

#include "door/session/cpu_share.h"

/* Uses the processor whenever it may, in steps of 10 ms. Returns the milliseconds used in that
 * time. */
static int64_t use(struct cpu_share *share, int percent, int64_t *used_us, int64_t *now_ms, int ms)
{
	int64_t end = *now_ms + ms, before = *used_us;

	while (*now_ms < end) {
		int rest = cpu_share_rest(share, percent, *used_us, *now_ms);

		assert_in_range(rest, 0, CPU_SHARE_REST_MS);
		*now_ms += rest;
		if (rest)
			continue;
		*used_us += 10000;
		*now_ms += 10;
	}
	return (*used_us - before) / 1000;
}

static void a_busy_session_gets_its_share_after_a_burst(void **state)
{
	struct cpu_share share = {0};
	int64_t used_us = 300000, now_ms = 77777777;

	(void)state;
	assert_int_equal(use(&share, 10, &used_us, &now_ms, 3000), 3000);
	assert_int_equal(share.rests, 0);
	use(&share, 10, &used_us, &now_ms, 5000);
	assert_in_range(use(&share, 10, &used_us, &now_ms, 100000), 9500, 10500);
	assert_true(share.rests > 0);
	/* A minute of thought gives it all back. */
	now_ms += 60000;
	assert_int_equal(use(&share, 10, &used_us, &now_ms, 3000), 3000);
}

static void a_player_never_rests(void **state)
{
	struct cpu_share share = {0};
	int64_t now_ms = 1;

	(void)state;
	/* 20 keys a second at 300 us, for an hour. */
	for (int64_t keys = 0; keys < 72000; keys++, now_ms += 50)
		assert_int_equal(cpu_share_rest(&share, 10, keys * 300, now_ms), 0);
	assert_int_equal(share.rests, 0);
}

static void the_whole_share_is_no_limit(void **state)
{
	struct cpu_share share = {0};
	int64_t used_us = 0, now_ms = 1;

	(void)state;
	assert_int_equal(use(&share, 100, &used_us, &now_ms, 60000), 60000);
	assert_int_equal(cpu_share_rest(&share, 100, used_us + 60000000, now_ms), 0);
	assert_true(cpu_share_rest(&share, 99, used_us + 60000000, now_ms) > 0);
}

static void the_time_before_the_first_reading_counts(void **state)
{
	struct cpu_share share = {0};

	(void)state;
	/* A session is a fork: its clock begins at 0, and loading a run may take long. */
	assert_int_equal(cpu_share_rest(&share, 10, CPU_SHARE_BURST_US, 5), 0);
	assert_int_equal(cpu_share_rest(&share, 10, CPU_SHARE_BURST_US + 50, 5), 1);
	assert_int_equal(cpu_share_rest(&share, 10, CPU_SHARE_BURST_US + 50, 6), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_busy_session_gets_its_share_after_a_burst),
		cmocka_unit_test(a_player_never_rests),
		cmocka_unit_test(the_whole_share_is_no_limit),
		cmocka_unit_test(the_time_before_the_first_reading_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
