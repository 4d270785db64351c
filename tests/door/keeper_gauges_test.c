/* The gauges of the keeper follow its sessions, also after a time without any event. */
#include "tests/test.h"

#include "tests/door/keeper_house.h"

#include "door/metrics/metrics.h"

static int set_up(void **state)
{
	assert_true(metrics_share());
	return fixture_set_up(state);
}

static int tear_down(void **state)
{
	int failed = fixture_tear_down(state);

	metrics_leave(METRIC_DOOR);
	metrics_leave(METRIC_KEEPER);
	return failed;
}

static void await_players(uint64_t players)
{
	struct timespec pause = {.tv_nsec = 50000000};

	for (int i = 0; i < 100; i++) {
		if (metric_value(METRIC_SESSIONS, ACCOUNT_PLAYER, 0) == players)
			return;
		nanosleep(&pause, NULL);
	}
	assert_int_equal(metric_value(METRIC_SESSIONS, ACCOUNT_PLAYER, 0), players);
}

static void sessions_are_counted_after_a_rest(void **state)
{
	struct fixture *fixture = *state;
	struct timespec rest = {.tv_sec = 1, .tv_nsec = 200000000};

	nanosleep(&rest, NULL);
	struct store_client *mina = fixture_caller(fixture, "Mina");
	await_players(1);
	nanosleep(&rest, NULL);
	struct store_client *otto = fixture_caller(fixture, "Otto");
	await_players(2);
	store_client_free(mina);
	store_client_free(otto);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			sessions_are_counted_after_a_rest, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
