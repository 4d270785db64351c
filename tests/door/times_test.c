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

/* Each week from 1970 on follows the one before by seven days, and is read as its Monday. */
static void weeks_are_those_of_iso_8601(void **state)
{
	static const struct {
		const char *date, *week;
	} rows[] = {{"2026-11-22", "2026-W47"}, {"2026-11-23", "2026-W48"},
		{"2026-12-31", "2026-W53"}, {"2027-01-03", "2026-W53"}, {"2027-01-04", "2027-W01"},
		{"2024-12-30", "2025-W01"}, {"2022-01-01", "2021-W52"}};
	static const char *const wrong[] = {"", "week", "2026-W54", "2025-W53", "2026-W00",
		"2026W48", "2026-w48", "2026-W4", "2026-W048", "+026-W48", "2026-W 1",
		"2026-11-22"};
	char week[TIME_DATE_SIZE];
	int64_t begin, monday;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_true(time_date_parse(rows[i].date, &begin));
		time_week(begin + 86399, week);
		assert_string_equal(week, rows[i].week);
	}
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		if (time_week_parse(wrong[i], &begin))
			fail_msg("\"%s\" was read as %lld", wrong[i], (long long)begin);
	/* 1970-01-05 was a Monday. */
	for (monday = 4 * 86400; monday < 4102444800; monday += TIME_WEEK_SECONDS) {
		time_week(monday, week);
		assert_true(time_week_parse(week, &begin));
		assert_int_equal(begin, monday);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spans_and_dates_are_read),
		cmocka_unit_test(what_is_no_time_is_a_sentence),
		cmocka_unit_test(times_are_written),
		cmocka_unit_test(weeks_are_those_of_iso_8601),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
