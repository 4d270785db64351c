/* Words about contests: how long one is open, who tried, and the line to pass on. */
#include "tests/test.h"

#include "door/text/day_words.h"

static void the_time_left_is_rounded_up(void **state)
{
	static const struct {
		uint32_t seconds;
		const char *text;
	} rows[] = {{0, "0 min"}, {1, "1 min"}, {60, "1 min"}, {61, "2 min"}, {3540, "59 min"},
		{3541, "1 h 0 min"}, {3600, "1 h 0 min"}, {3601, "1 h 1 min"}, {7260, "2 h 1 min"},
		{86400, "24 h 0 min"}, {172740, "47 h 59 min"}, {172741, "2 d 0 h"},
		{176340, "2 d 0 h"}, {176400, "2 d 1 h"}, {604800, "7 d 0 h"},
		{691140, "7 d 23 h"}};
	char text[DAY_LEFT_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		day_left(rows[i].seconds, text);
		assert_string_equal(text, rows[i].text);
	}
}

static void as_much_is_said_of_tries_as_fits(void **state)
{
	static const struct {
		const char *name;
		int room;
		const char *text;
	} rows[] = {{"Ada", 80, "12 tried, deepest 7, Ada"},
		{"Ada", 24, "12 tried, deepest 7, Ada"}, {"Ada", 23, "12 tried, deepest 7"},
		{"Ada", 19, "12 tried, deepest 7"}, {"Ada", 18, "12 tried"}, {"Ada", 1, "12 tried"},
		{"", 80, "12 tried"}};
	char text[80];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		day_tried(12, 7, rows[i].name, rows[i].room, text, sizeof text);
		assert_string_equal(text, rows[i].text);
	}
}

static void a_result_is_one_line(void **state)
{
	static const struct {
		int score;
		const char *points;
	} rows[] = {{0, "0"}, {7, "7"}, {999, "999"}, {1000, "1,000"}, {12345, "12,345"},
		{999999, "999,999"}, {1000000, "1,000,000"}, {INT32_MAX, "2,147,483,647"},
		{-5, "-5"}, {-1234, "-1,234"}, {-123456, "-123,456"}};
	struct store_score score = {.deepest = 9, .depth = 2};
	char text[DAY_SHARE_MAX], wanted[DAY_SHARE_MAX];

	(void)state;
	strcpy(score.cause, "killed by a wire worm on depth 9");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		score.score = rows[i].score;
		day_share("Trapdoor", "2026-11-24", &score, "bbs.example", text);
		snprintf(wanted, sizeof wanted,
			"Trapdoor 2026-11-24: depth 9, %s, killed by a wire worm; board of "
			"bbs.example",
			rows[i].points);
		assert_string_equal(text, wanted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_time_left_is_rounded_up),
		cmocka_unit_test(as_much_is_said_of_tries_as_fits),
		cmocka_unit_test(a_result_is_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
