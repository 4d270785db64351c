/* Token buckets and limits on wrong passwords, with a clock of the test's own. */
#include "tests/test.h"

#include "door/keeper/guesses.h"
#include "sql/store.h"

#define HOUR_MS 3600000

static struct rates table;
static struct guesses guesses;

static int set_up(void **state)
{
	memset(&table, 0, sizeof table);
	memset(&guesses, 0, sizeof guesses);
	(void)state;
	return 0;
}

/* ---- Buckets ---- */

static void a_bucket_is_emptied_and_fills_again(void **state)
{
	static const struct rate rate = {.burst = 3, .per_hour = 60};

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_true(rates_take(&table, &rate, 7, 1000));
	assert_false(rates_take(&table, &rate, 7, 1000));
	assert_false(rates_has(&table, &rate, 7, 1000));
	assert_true(rates_take(&table, &rate, 8, 1000));
	assert_false(rates_take(&table, &rate, 7, 60999));
	assert_true(rates_take(&table, &rate, 7, 61000));
	assert_false(rates_take(&table, &rate, 7, 61000));
	rates_give_back(&table, &rate, 7, 61000);
	assert_true(rates_has(&table, &rate, 7, 61000));
	assert_true(rates_take(&table, &rate, 7, 61000));
	/* After a long time there is a whole bucket, and no more. */
	for (int i = 0; i < 3; i++)
		assert_true(rates_take(&table, &rate, 7, HOUR_MS));
	assert_false(rates_take(&table, &rate, 7, HOUR_MS));
	for (int i = 0; i < 100; i++)
		assert_true(rates_take(&table, &rate, 0, HOUR_MS));
}

/* New keys push out what is nearly forgiven, not the key with the largest debt. */
static void many_keys_do_not_forgive_a_large_debt(void **state)
{
	static const struct rate rate = {.burst = 20, .per_hour = 60};

	(void)state;
	for (int i = 0; i < 20; i++)
		assert_true(rates_take(&table, &rate, 7, 1000));
	for (int i = 0; i < 10 * RATES_ROWS; i++)
		rates_take(&table, &rate, rate_key(&i, sizeof i), 1000);
	assert_false(rates_take(&table, &rate, 7, 1000));
}

static void networks_of_addresses(void **state)
{
	static const struct {
		const char *address, *network;
	} rows[] = {
		{"192.0.2.77", "192.0.2.0/24"},
		{"::ffff:192.0.2.1", "192.0.2.0/24"},
		{"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
		{"2001:db8:1:2::", "2001:db8:1:2::/64"},
		{"::1", "::/64"},
		{"", ""},
		{"a modem", "a modem"},
	};
	char network[NETWORK_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		network_of(rows[i].address, network);
		assert_string_equal(network, rows[i].network);
	}
}

/* ---- Wrong passwords ---- */

/* How many of the guesses that come each second for an hour are checked. */
static unsigned guesses_an_hour(unsigned networks, unsigned accounts, bool visited)
{
	unsigned checked = 0;

	for (int second = 0; second < 3600; second++)
		for (unsigned i = 0; i < networks; i++) {
			struct guess guess = {.network = 1000 + i,
				.account = visited ? 0 : 1 + (unsigned)second % accounts};

			checked += guess_begin(&guesses, &guess, (int64_t)second * 1000);
		}
	return checked;
}

static void one_network_guesses_fewer_than_a_hundred_times(void **state)
{
	unsigned checked = guesses_an_hour(1, 50, false);

	assert_in_range(checked, 50, 99);
	(void)state;
}

static void one_account_is_guessed_at_fewer_than_a_thousand_times(void **state)
{
	unsigned strange = guesses_an_hour(500, 1, false);
	unsigned known = guesses_an_hour(STORE_VISITS_MAX, 1, true);

	assert_in_range(strange, 100, 199);
	assert_in_range(strange + known, 500, 999);
	(void)state;
}

static void a_known_network_is_not_locked_out_by_others(void **state)
{
	struct guess strange = {.network = 5, .account = 9};
	struct guess known = {.network = 6, .account = 0};
	struct guess other = {.network = 5000, .account = 10};

	(void)state;
	guesses_an_hour(500, 1, false);
	for (unsigned i = 0; i < 200; i++) {
		strange.network = 2000 + i;
		guess_begin(&guesses, &strange, HOUR_MS);
	}
	strange.network = 5;
	assert_false(guess_begin(&guesses, &strange, HOUR_MS));
	assert_true(guess_begin(&guesses, &known, HOUR_MS));
	assert_true(guess_begin(&guesses, &other, HOUR_MS));
	/* A name that nobody has takes nothing from an account, and is limited alike. */
	strange.stranger = true;
	for (unsigned i = 0; i < 50; i++) {
		strange.network = 3000 + i;
		assert_true(guess_begin(&guesses, &strange, HOUR_MS));
	}
	strange.network = 4000;
	assert_false(guess_begin(&guesses, &strange, HOUR_MS));
}

static void right_passwords_cost_nothing(void **state)
{
	struct guess guess = {.network = 5, .account = 9};

	for (int i = 0; i < 1000; i++) {
		assert_true(guess_begin(&guesses, &guess, 1000));
		guess_give_back(&guesses, &guess, 1000);
	}
	(void)state;
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup(function, set_up)
	const struct CMUnitTest tests[] = {
		TITLE(a_bucket_is_emptied_and_fills_again),
		TITLE(many_keys_do_not_forgive_a_large_debt),
		TITLE(networks_of_addresses),
		TITLE(one_network_guesses_fewer_than_a_hundred_times),
		TITLE(one_account_is_guessed_at_fewer_than_a_thousand_times),
		TITLE(a_known_network_is_not_locked_out_by_others),
		TITLE(right_passwords_cost_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
