/* Limits on registrations, with a clock of the test's own. */
#include "tests/test.h"

#include "door/keeper/registrations.h"

#define HOUR_MS INT64_C(3600000)

static struct registrations tables;
static const struct registration_limits limits = {
	.hour = 4, .day = 6, .network_hour = 8, .network_day = 12};
static char sentence[256];

static int set_up(void **state)
{
	memset(&tables, 0, sizeof tables);
	(void)state;
	return 0;
}

/* How many of so many registrations are allowed. */
static int register_many(const char *address, const char *key, int64_t now_ms, int most)
{
	const struct registrant registrant = {address, key};
	int allowed = 0;

	sentence[0] = '\0';
	while (allowed < most && registrations_take(&tables, &limits, &registrant, now_ms, sentence,
					 sizeof sentence))
		allowed++;
	return allowed;
}

/* In any hour and in any day no more than the limits. */
static void an_address_has_a_share_of_an_hour_and_of_a_day(void **state)
{
	int in_hour = 0, in_day = 0;

	(void)state;
	for (int64_t now = 1; now < HOUR_MS; now += HOUR_MS / 60)
		in_hour += register_many("192.0.2.7", "", now, 100);
	assert_in_range(in_hour, 2, 4);
	for (int64_t now = HOUR_MS; now < 24 * HOUR_MS; now += HOUR_MS / 6)
		in_day += register_many("192.0.2.7", "", now, 100);
	assert_in_range(in_hour + in_day, 3, 6);
	assert_int_equal(register_many("192.0.2.7", "", 72 * HOUR_MS, 100), 2);
	assert_string_equal(sentence,
		"Too many names were registered from your address. Try again in 30 minutes.");
	assert_int_equal(register_many("192.0.2.7", "", 72 * HOUR_MS + HOUR_MS / 2 - 1, 100), 0);
	assert_string_equal(sentence,
		"Too many names were registered from your address. Try again in 1 minute.");
	assert_int_equal(register_many("192.0.2.7", "", 72 * HOUR_MS + HOUR_MS / 2, 100), 1);
	assert_int_equal(register_many("192.0.2.7", "", 73 * HOUR_MS, 100), 0);
	assert_string_equal(sentence,
		"Too many names were registered from your address. Try again in 7 hours.");
}

static void a_network_and_a_key_have_shares(void **state)
{
	char address[32];
	int allowed = 0;

	(void)state;
	for (int i = 1; i < 30; i++) {
		snprintf(address, sizeof address, "192.0.2.%d", i);
		allowed += register_many(address, "", 1, 1);
	}
	assert_int_equal(allowed, 4);
	assert_non_null(strstr(sentence, "from your network"));
	assert_int_equal(register_many("198.51.100.1", "", 1, 9), 2);
	/* An IPv6 /64 is one address, and a /48 one network. */
	assert_int_equal(register_many("2001:db8:1:1::1", "", 1, 9), 2);
	assert_int_equal(register_many("2001:db8:1:1:ffff::2", "", 1, 9), 0);
	assert_int_equal(register_many("2001:db8:1:2::1", "", 1, 9), 2);
	assert_int_equal(register_many("2001:db8:1:3::1", "", 1, 9), 0);
	assert_int_equal(register_many("2001:db8:2:3::1", "", 1, 9), 2);
	/* A key from anywhere. */
	assert_int_equal(register_many("203.0.113.1", "SHA256:a", 1, 1), 1);
	assert_int_equal(register_many("203.1.113.1", "SHA256:a", 1, 1), 1);
	assert_int_equal(register_many("203.2.113.1", "SHA256:a", 1, 1), 0);
	assert_non_null(strstr(sentence, "with your ssh key"));
	assert_int_equal(register_many("203.2.113.1", "SHA256:b", 1, 1), 1);
}

static void a_limit_of_nothing_is_none(void **state)
{
	static const struct registration_limits none;
	const struct registrant registrant = {"192.0.2.7", "SHA256:a"};

	(void)state;
	for (int i = 0; i < 1000; i++)
		assert_true(registrations_take(
			&tables, &none, &registrant, 1, sentence, sizeof sentence));
}

/* Looking takes nothing; a caller without an address has a share, too. */
static void asking_costs_nothing(void **state)
{
	const struct registrant registrant = {"somewhere", ""};

	(void)state;
	for (int i = 0; i < 10; i++)
		assert_true(registrations_has(
			&tables, &limits, &registrant, 1, sentence, sizeof sentence));
	assert_int_equal(register_many("somewhere", "", 1, 9), 2);
	assert_false(
		registrations_has(&tables, &limits, &registrant, 1, sentence, sizeof sentence));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(an_address_has_a_share_of_an_hour_and_of_a_day, set_up),
		cmocka_unit_test_setup(a_network_and_a_key_have_shares, set_up),
		cmocka_unit_test_setup(a_limit_of_nothing_is_none, set_up),
		cmocka_unit_test_setup(asking_costs_nothing, set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
