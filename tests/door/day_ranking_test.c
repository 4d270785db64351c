/* Ranks of a day with results of other hosts, and the names of those. */
#include "tests/test.h"

#include "door/text/day_ranking.h"
#include "door/text/host_names.h"

static void equal_scores_share_a_rank_and_local_ones_come_first(void **state)
{
	const struct store_score scores[] = {{.score = 90, .name = "Ada"},
		{.score = 95, .name = "Wait", .waiting = true}, {.score = 50, .name = "Bo"},
		{.score = 20, .name = "Cy"}};
	const unsigned ranks[] = {1, 0, 2, 3};
	const struct store_imported imported[] = {{.score = 99, .name = "Dee", .host = "tower"},
		{.score = 50, .name = "Eve", .host = "tower"},
		{.score = 10, .name = "Flo", .host = "mill"}};
	static const struct {
		const char *name;
		unsigned rank;
	} wanted[] = {{"Dee@tower", 1}, {"Ada", 2}, {"Wait", 0}, {"Bo", 3}, {"Eve@tower", 3},
		{"Cy", 5}, {"Flo@mill", 6}};
	struct day_row rows[7];
	char name[64];

	(void)state;
	assert_int_equal(day_ranking(scores, ranks, 4, imported, 3, rows, 7), 7);
	for (size_t i = 0; i < 7; i++) {
		day_row_name(&rows[i], 40, name, sizeof name);
		assert_string_equal(name, wanted[i].name);
		assert_int_equal(rows[i].rank, wanted[i].rank);
	}
	assert_int_equal(day_row_points(&rows[0]), 99);
	assert_int_equal(day_row_points(&rows[1]), 90);
	assert_int_equal(day_ranking(scores, ranks, 4, imported, 3, rows, 2), 2);
	assert_int_equal(day_ranking(scores, ranks, 4, NULL, 0, rows, 7), 4);
	assert_int_equal(rows[3].rank, 3);
	assert_int_equal(day_ranking(NULL, NULL, 0, imported, 3, rows, 7), 3);
	assert_int_equal(day_ranking(NULL, NULL, 0, NULL, 0, rows, 7), 0);
}

static void hosts_have_names_of_their_own_form(void **state)
{
	static const char *const good[] = {
		"ab", "tower.example", "a-1", "9x", "abcdefghijklmnopqrstuvwxyz012345"};
	static const char *const bad[] = {"", "a", "Tower", "to wer", "to@wer", "-tower", "tower-",
		".tower", "tower.", "to_wer", "t\xc3\xb6wer", "abcdefghijklmnopqrstuvwxyz0123456"};

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		assert_true(host_name_allowed(good[i]));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(host_name_allowed(bad[i]));
}

/* A cut name always shows its @, so that it looks like no account. */
static void a_cut_name_keeps_its_at(void **state)
{
	static const struct {
		const char *name, *host;
		unsigned width;
		const char *text;
	} rows[] = {{"Ada", "tower.example", 40, "Ada@tower.example"},
		{"Ada", "tower.example", 16, "Ada@tower.exampl"},
		{"Abcdefghijklmnop", "tower.example", 16, "Abcdefghijk@towe"},
		{"Abcdefghijklmnop", "ab", 16, "Abcdefghijk@ab"},
		{"Abcdefghijklmnop", "tower.example", 30, "Abcdefghijklmnop@tower.example"}};
	char text[64];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		host_name_join(rows[i].name, rows[i].host, rows[i].width, text, sizeof text);
		assert_string_equal(text, rows[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_scores_share_a_rank_and_local_ones_come_first),
		cmocka_unit_test(hosts_have_names_of_their_own_form),
		cmocka_unit_test(a_cut_name_keeps_its_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
