/* Times that operators write: spans, dates, and what is neither. */
#include "tests/test.h"

#include "door/text/times.h"

/* 2026-11-22 18:00 UTC */
#define NOW 1795370400

static void spans_and_dates_are_read(void **state)
{
	static const struct {
		const char *text;
		int64_t forward, back;
	} cases[] = {
		{"30m", NOW + 1800, NOW - 1800},
		{"2h", NOW + 7200, NOW - 7200},
		{"7d", NOW + 604800, NOW - 604800},
		{"3w", NOW + 1814400, NOW - 1814400},
		{"2026-11-22", NOW - 64800, NOW - 64800},
		{"2026-11-22 18:00", NOW, NOW},
		{"2026-11-22T18:00", NOW, NOW},
		{"2026-11-22T18:00:05Z", NOW + 5, NOW + 5},
	};
	char sentence[160];
	int64_t seconds;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_true(time_parse(cases[i].text, NOW, 1, &seconds, sentence, sizeof sentence));
		assert_int_equal(seconds, cases[i].forward);
		assert_true(
			time_parse(cases[i].text, NOW, -1, &seconds, sentence, sizeof sentence));
		assert_int_equal(seconds, cases[i].back);
	}
}

static void what_is_no_time_is_a_sentence(void **state)
{
	static const char *const cases[] = {"", "7", "d", "-7d", "+7d", " 7d", "7 d", "7dd", "0h",
		"100001h", "99999999999999999999d", "tomorrow", "2026-02-31", "2026-13-01",
		"2026-11-22 25:00", "2026-11-22 18:00x", "26-11"};
	char sentence[160];
	int64_t seconds;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		sentence[0] = '\0';
		if (time_parse(cases[i], NOW, 1, &seconds, sentence, sizeof sentence))
			fail_msg("\"%s\" was read as %lld", cases[i], (long long)seconds);
		assert_non_null(strstr(sentence, "is no time; write it like 2h, 7d, 2026-12-01"));
	}
}

static void times_are_written(void **state)
{
	char text[TIME_TEXT_MAX];

	(void)state;
	time_text(NOW, text);
	assert_string_equal(text, "2026-11-22 18:00 UTC");
	time_json(NOW, text);
	assert_string_equal(text, "2026-11-22T18:00:00Z");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spans_and_dates_are_read),
		cmocka_unit_test(what_is_no_time_is_a_sentence),
		cmocka_unit_test(times_are_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
