/* The clock of expiry: a jump of the wall clock neither ends a ban nor expires a name at once. */
#include "tests/test.h"

#include "door/os/expiry_clock.h"

#define WALL 1800000000LL
#define YEAR (365LL * 24 * 60 * 60)
#define MINUTE_MS 60000LL

/* Reads it each minute, with a wall clock that is `off` seconds away from the first reading's.
 * Returns how far the last reading is away. */
static int64_t pass(struct expiry_clock *clock, int64_t *now_ms, int minutes, int64_t off)
{
	int64_t read = 0;

	for (int i = 0; i < minutes; i++) {
		*now_ms += MINUTE_MS;
		read = expiry_clock_read(clock, WALL + off + *now_ms / 1000, *now_ms);
	}
	return read - WALL - *now_ms / 1000;
}

static void it_is_the_wall_clock_while_that_agrees(void **state)
{
	struct expiry_clock clock = {0};
	int64_t now_ms = 0;

	(void)state;
	assert_int_equal(expiry_clock_read(&clock, WALL, 0), WALL);
	assert_false(expiry_clock_agreed(&clock, 0));
	assert_int_equal(pass(&clock, &now_ms, 59, 100), 100);
	assert_false(expiry_clock_agreed(&clock, now_ms));
	pass(&clock, &now_ms, 1, 200);
	assert_true(expiry_clock_agreed(&clock, now_ms));
	/* Small steps add up to a large difference, which is no jump. */
	assert_int_equal(pass(&clock, &now_ms, 1, 310), 310);
	assert_true(expiry_clock_agreed(&clock, now_ms));
}

static void a_jump_counts_after_an_hour(void **state)
{
	static const int64_t jumps[] = {YEAR, 3600, -3600, -20 * YEAR};

	(void)state;
	for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {
		struct expiry_clock clock = {0};
		int64_t now_ms = 0, earlier = jumps[i] < 0 ? jumps[i] : 0;

		expiry_clock_read(&clock, WALL, 0);
		pass(&clock, &now_ms, 90, 0);
		assert_true(expiry_clock_agreed(&clock, now_ms));
		assert_int_equal(pass(&clock, &now_ms, 1, jumps[i]), earlier);
		assert_false(expiry_clock_agreed(&clock, now_ms));
		assert_int_equal(pass(&clock, &now_ms, 59, jumps[i]), earlier);
		assert_false(expiry_clock_agreed(&clock, now_ms));
		/* Nobody has read the clock since. */
		assert_false(expiry_clock_agreed(&clock, now_ms + 5 * MINUTE_MS));
		assert_int_equal(pass(&clock, &now_ms, 1, jumps[i]), jumps[i]);
		assert_true(expiry_clock_agreed(&clock, now_ms));
	}
}

static void a_second_jump_begins_another_hour(void **state)
{
	struct expiry_clock clock = {0};
	int64_t now_ms = 0;

	(void)state;
	expiry_clock_read(&clock, WALL, 0);
	pass(&clock, &now_ms, 90, 0);
	pass(&clock, &now_ms, 50, YEAR);
	assert_int_equal(pass(&clock, &now_ms, 50, 2 * YEAR), 0);
	assert_false(expiry_clock_agreed(&clock, now_ms));
	/* The wall clock is right again: the time is, at once, and the agreement after an hour. */
	assert_int_equal(pass(&clock, &now_ms, 1, 0), 0);
	assert_false(expiry_clock_agreed(&clock, now_ms));
	pass(&clock, &now_ms, 59, 0);
	assert_false(expiry_clock_agreed(&clock, now_ms));
	pass(&clock, &now_ms, 1, 0);
	assert_true(expiry_clock_agreed(&clock, now_ms));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_the_wall_clock_while_that_agrees),
		cmocka_unit_test(a_jump_counts_after_an_hour),
		cmocka_unit_test(a_second_jump_begins_another_hour),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
