/* Penalties: how they grow, end and stay within their table. The clock is a number. */
#include "tests/test.h"

#include "door/net/penalties.h"

static const uint8_t key[16] = "a key for a test";
#define SECOND 1000LL

static struct address address(const char *text)
{
	struct networks networks;
	char sentence[160];
	assert_true(networks_parse(text, &networks, sentence, sizeof sentence));
	return networks.each[0].address;
}

static void offences_add_up_and_pass(void **state)
{
	struct penalties *penalties = penalties_new(key, 15, 600);
	struct address one = address("192.0.2.1"), other = address("198.51.100.1");
	int64_t now = 1000 * SECOND;
	(void)state;
	assert_int_equal(penalties_add(penalties, &one, OFFENCE_password, now), 0);
	assert_int_equal(penalties_add(penalties, &one, OFFENCE_password, now), 0);
	assert_int_equal(penalties_left(penalties, &one, now), 0);
	assert_int_equal(penalties_add(penalties, &one, OFFENCE_password, now), 15);
	assert_int_equal(penalties_left(penalties, &one, now + 14 * SECOND), 1);
	assert_int_equal(penalties_left(penalties, &other, now), 0);
	assert_int_equal(penalties_left(penalties, &one, now + 15 * SECOND), 0);
	/* A little now and then is never refused. */
	for (int i = 1; i < 100; i++)
		assert_int_equal(
			penalties_add(penalties, &other, OFFENCE_late, now + i * 11 * SECOND), 0);
	penalties_free(penalties);
}

static void a_source_refused_again_is_refused_for_longer_up_to_a_limit(void **state)
{
	struct penalties *penalties = penalties_new(key, 15, 600);
	struct address one = address("192.0.2.1");
	int64_t now = 1000 * SECOND;
	int guesses = 0, longest = 0;
	(void)state;
	assert_int_equal(penalties_add(penalties, &one, OFFENCE_crash, now), 90);
	now += 90 * SECOND;
	assert_int_equal(penalties_add(penalties, &one, OFFENCE_crash, now), 180);
	now += 180 * SECOND;
	assert_int_equal(penalties_add(penalties, &one, OFFENCE_crash, now), 360);
	now += 360 * SECOND;
	assert_int_equal(penalties_add(penalties, &one, OFFENCE_crash, now), 600);
	/* An hour later it is forgotten. */
	now += 3601 * SECOND;
	assert_int_equal(penalties_add(penalties, &one, OFFENCE_crash, now), 90);
	/* A guesser who comes back each time that the refusal is over. */
	one = address("198.51.100.1");
	for (int64_t end = now + 3600 * SECOND; now < end;) {
		int left = penalties_add(penalties, &one, OFFENCE_password, now);
		longest = left > longest ? left : longest;
		now += (left + 1) * SECOND;
		guesses++;
	}
	assert_in_range(guesses, 5, 40);
	assert_in_range(longest, 160, 600);
	penalties_free(penalties);
}

static void a_network_of_offenders_is_refused_and_its_neighbour_is_not(void **state)
{
	struct penalties *penalties = penalties_new(key, 15, 600);
	char text[64];
	int64_t now = 1000 * SECOND;
	struct address one;
	(void)state;
	for (int i = 1; i <= 24; i++) {
		snprintf(text, sizeof text, "192.0.2.%d", i);
		one = address(text);
		penalties_add(penalties, &one, OFFENCE_password, now);
	}
	one = address("192.0.2.200");
	assert_int_equal(penalties_left(penalties, &one, now), 120);
	one = address("192.0.3.200");
	assert_int_equal(penalties_left(penalties, &one, now), 0);
	/* IPv6: a /64 is one address; its /56 and /48 take more. */
	one = address("2001:db8:1:101::1");
	penalties_add(penalties, &one, OFFENCE_crash, now);
	one = address("2001:db8:1:101:ffff::2");
	assert_int_equal(penalties_left(penalties, &one, now), 90);
	one = address("2001:db8:1:1ff::2"); /* the same /56 needs 60 */
	assert_int_equal(penalties_left(penalties, &one, now), 90);
	one = address("2001:db8:1:200::2"); /* the same /48 needs 120 */
	assert_int_equal(penalties_left(penalties, &one, now), 0);
	one = address("2001:db8:1:300::2");
	penalties_add(penalties, &one, OFFENCE_crash, now);
	one = address("2001:db8:1:200::2");
	assert_int_equal(penalties_left(penalties, &one, now), 180);
	penalties_free(penalties);
}

/* The table does not grow, and many small offenders do not push out a great one. */
static void a_flood_of_addresses_does_not_pardon_an_offender(void **state)
{
	struct penalties *penalties = penalties_new(key, 15, 600);
	struct address one = address("203.0.113.7"), each = address("10.0.0.0");
	int64_t now = 1000 * SECOND;
	(void)state;
	penalties_add(penalties, &one, OFFENCE_crash, now);
	for (unsigned i = 0; i < 20 * PENALTIES_MAX; i++) {
		each.bytes[13] = (uint8_t)(i >> 16);
		each.bytes[14] = (uint8_t)(i >> 8);
		each.bytes[15] = (uint8_t)i;
		penalties_add(penalties, &each, OFFENCE_no_login, now);
	}
	assert_int_equal(penalties_left(penalties, &one, now), 90);
	penalties_free(penalties);
}

static void offences_have_names(void **state)
{
	(void)state;
	assert_string_equal(offence_name(OFFENCE_no_login), "no_login");
	assert_string_equal(offence_name(OFFENCE_crash), "crash");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(offences_add_up_and_pass),
		cmocka_unit_test(a_source_refused_again_is_refused_for_longer_up_to_a_limit),
		cmocka_unit_test(a_network_of_offenders_is_refused_and_its_neighbour_is_not),
		cmocka_unit_test(a_flood_of_addresses_does_not_pardon_an_offender),
		cmocka_unit_test(offences_have_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
