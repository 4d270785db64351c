/* Idle time-outs. The clock is a number. */
#include "tests/test.h"

#include "door/session/idle.h"

#define LIMIT 600000
#define WARNING 60000

static void a_warning_comes_once_and_then_the_end(void **state)
{
	struct idle idle = {.key_at_ms = 1000};
	(void)state;
	assert_int_equal(idle_next(&idle, LIMIT, WARNING), 541000);
	assert_int_equal(idle_step(&idle, LIMIT, WARNING, 540999), IDLE_STAY);
	assert_int_equal(idle_step(&idle, LIMIT, WARNING, 541000), IDLE_WARN);
	idle.warned_at_ms = 541000;
	assert_int_equal(idle_next(&idle, LIMIT, WARNING), 601000);
	assert_int_equal(idle_step(&idle, LIMIT, WARNING, 600999), IDLE_STAY);
	assert_int_equal(idle_step(&idle, LIMIT, WARNING, 601000), IDLE_END);
}

static void a_key_begins_anew(void **state)
{
	struct idle idle = {.key_at_ms = 550000, .warned_at_ms = 541000};
	(void)state;
	assert_int_equal(idle_next(&idle, LIMIT, WARNING), 1090000);
	assert_int_equal(idle_step(&idle, LIMIT, WARNING, 601000), IDLE_STAY);
	assert_int_equal(idle_step(&idle, LIMIT, WARNING, 1090000), IDLE_WARN);
}

static void a_short_limit_warns_half_way_and_no_warning_is_one_choice(void **state)
{
	struct idle idle = {.key_at_ms = 0};
	(void)state;
	assert_int_equal(idle_next(&idle, WARNING, WARNING), WARNING / 2);
	assert_int_equal(idle_step(&idle, LIMIT, 0, LIMIT - 1), IDLE_STAY);
	assert_int_equal(idle_next(&idle, LIMIT, 0), LIMIT);
	assert_int_equal(idle_step(&idle, LIMIT, 0, LIMIT), IDLE_END);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_warning_comes_once_and_then_the_end),
		cmocka_unit_test(a_key_begins_anew),
		cmocka_unit_test(a_short_limit_warns_half_way_and_no_warning_is_one_choice),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
