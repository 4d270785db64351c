/* The notices before sessions of an upgraded server end. */
#include "tests/test.h"

#include "door/command/countdown.h"

#include <stdio.h>

/* Lets the time pass in steps. Returns the notices, as "600@600 ": what was said when that many
 * seconds were left. */
static const char *notices(int whole, int step)
{
	static char text[128];
	struct countdown countdown = {0};
	size_t used = 0;

	text[0] = '\0';
	for (int left = whole; left > 0; left -= step) {
		int seconds = countdown_due(&countdown, whole * 1000LL, left * 1000LL);

		if (seconds)
			used += (size_t)snprintf(
				text + used, sizeof text - used, "%d@%d ", seconds, left);
	}
	return text;
}

static void a_notice_comes_when_its_time_is_left(void **state)
{
	(void)state;
	assert_string_equal(notices(3600, 1), "600@600 300@300 60@60 10@10 ");
	assert_string_equal(notices(600, 1), "600@600 300@300 60@60 10@10 ");
	assert_string_equal(notices(60, 1), "60@60 10@10 ");
	assert_string_equal(notices(59, 1), "10@10 ");
	assert_string_equal(notices(9, 1), "");
}

static void of_several_the_last_is_given(void **state)
{
	(void)state;
	/* 3600, 3200, ... 400: those of 5 minutes, 1 minute and 10 seconds come no more. */
	assert_string_equal(notices(3600, 400), "600@400 ");
	assert_string_equal(notices(3600, 595), "60@30 ");
	assert_string_equal(notices(3602, 599), "10@8 ");
}

static void the_next_notice_is_known(void **state)
{
	struct countdown countdown = {0};
	char words[32];

	(void)state;
	assert_int_equal(countdown_next_ms(&countdown), 600000);
	assert_int_equal(countdown_due(&countdown, 3600000, 600001), 0);
	assert_int_equal(countdown_next_ms(&countdown), 600000);
	assert_int_equal(countdown_due(&countdown, 3600000, 600000), 600);
	assert_int_equal(countdown_next_ms(&countdown), 300000);
	assert_int_equal(countdown_due(&countdown, 3600000, 5000), 10);
	assert_int_equal(countdown_next_ms(&countdown), 0);
	countdown_words(600, words, sizeof words);
	assert_string_equal(words, "10 minutes");
	countdown_words(60, words, sizeof words);
	assert_string_equal(words, "1 minute");
	countdown_words(10, words, sizeof words);
	assert_string_equal(words, "10 seconds");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_notice_comes_when_its_time_is_left),
		cmocka_unit_test(of_several_the_last_is_given),
		cmocka_unit_test(the_next_notice_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
