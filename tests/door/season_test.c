/* Seasons: their names and weeks, and the points of days and weeks that count. */
#include "tests/test.h"

#include "tests/sql/place.h"

#include "door/text/contest.h"
#include "door/text/season.h"
#include "door/text/times.h"

#define MONDAY 1793577600 /* 2026-11-02, of 2026-W45 */

/* ---- Names ---- */

static void a_year_has_thirteen_seasons(void **state)
{
	static const struct {
		const char *day, *season, *first, *after;
	} rows[] = {
		{"2026-11-02", "2026-S12", "2026-11-02", "2026-11-30"},
		{"2026-11-29", "2026-S12", "2026-11-02", "2026-11-30"},
		/* A year of 53 weeks. */
		{"2026-11-30", "2026-S13", "2026-11-30", "2027-01-04"},
		{"2027-01-03", "2026-S13", "2026-11-30", "2027-01-04"},
		{"2027-01-04", "2027-S01", "2027-01-04", "2027-02-01"},
		{"2027-12-31", "2027-S13", "2027-12-06", "2028-01-03"},
		{"2024-12-30", "2025-S01", "2024-12-30", "2025-01-27"},
	};
	struct season season, same;
	char date[TIME_DATE_SIZE];
	int64_t begin;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_true(time_date_parse(rows[i].day, &begin));
		season_at(begin + 12345, &season);
		assert_string_equal(season.name, rows[i].season);
		time_date(season.begin, date);
		assert_string_equal(date, rows[i].first);
		time_date(season.end, date);
		assert_string_equal(date, rows[i].after);
		assert_true(season_find(rows[i].season, &same));
		assert_string_equal(same.name, season.name);
		assert_int_equal(same.begin, season.begin);
		assert_int_equal(same.end, season.end);
	}
}

static void other_texts_name_no_season(void **state)
{
	static const char *const texts[] = {"", "2026", "2026-S0", "2026-S00", "2026-S14",
		"2026-S1", "2026-S12x", "2026-W12", " 2026-S1", "1969-S01", "-026-S12", "2026-S-1"};
	struct season season;

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (season_find(texts[i], &season))
			fail_msg("\"%s\" names a season", texts[i]);
}

/* ---- Points ---- */

/* Adds a verified run to the board of a contest. */
static void add_try(struct test_store *place, int64_t account, const char *contest, int points)
{
	struct store_score score;
	struct store_run run;

	assert_int_equal(store_try_begin(place->store, "cellar", contest,
				 &(struct store_begin){
					 account, STORE_DAILY, seed, "birth", 5, 1, bundle, MONDAY},
				 &run),
		STORE_OK);
	score = score_of(run.id, points, true);
	assert_int_equal(append(place, run.id, run.epoch, 0, "Q"), STORE_OK);
	assert_int_equal(store_run_end(place->store, run.epoch, 1, &score), STORE_OK);
	assert_int_equal(store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
}

static struct season_standing standings[SEASON_STANDINGS_MAX];

static size_t standings_at(struct test_store *place, int64_t now)
{
	struct season season;
	size_t count;

	season_at(MONDAY, &season);
	assert_true(season_standings(place->store, "cellar", &season, now, standings, &count));
	return count;
}

static void expect(size_t at, const char *name, unsigned points, unsigned days, unsigned weeks)
{
	assert_string_equal(standings[at].name, name);
	assert_int_equal(standings[at].points, points);
	assert_int_equal(standings[at].days, days);
	assert_int_equal(standings[at].weeks, weeks);
}

static void hours_buy_nothing(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada"), otto = caller(place, "Otto");
	char name[STORE_DATE_SIZE];

	/* Otto wins each day and each week, and Ada is behind Otto on twelve days. */
	for (int day = 0; day < 28; day++) {
		contest_name(CONTEST_DAY, MONDAY + day * TIME_DAY_SECONDS, name);
		add_try(place, otto, name, 200);
		if (day < 12)
			add_try(place, ada, name, 100);
	}
	for (int week = 0; week < 4; week++) {
		contest_name(CONTEST_WEEK, MONDAY + week * TIME_WEEK_SECONDS, name);
		add_try(place, otto, name, 200);
	}
	/* A day before the season, and one after it. */
	add_try(place, ada, "2026-11-01", 900);
	add_try(place, ada, "2026-11-30", 900);
	assert_int_equal(standings_at(place, INT64_MAX / 2), 2);
	expect(0, "Otto", 10 * 10 + 2 * 10, 10, 2);
	expect(1, "Ada", 10 * 9, 10, 0);
}

static void an_open_contest_gives_no_points(void **state)
{
	struct test_store *place = *state;
	int64_t ada = caller(place, "Ada");

	add_try(place, ada, "2026-11-02", 100);
	add_try(place, ada, "2026-W45", 100);
	assert_int_equal(standings_at(place, MONDAY + TIME_DAY_SECONDS - 1), 0);
	assert_int_equal(standings_at(place, MONDAY + TIME_DAY_SECONDS), 1);
	expect(0, "Ada", 10, 1, 0);
	assert_int_equal(standings_at(place, MONDAY + TIME_WEEK_SECONDS), 1);
	expect(0, "Ada", 20, 1, 1);
}

static void ten_places_have_points(void **state)
{
	struct test_store *place = *state;
	char name[STORE_NAME_MAX + 1];

	for (int i = 0; i < 12; i++) {
		snprintf(name, sizeof name, "Name%02d", i);
		add_try(place, caller(place, name), "2026-11-02", 500 - i);
	}
	assert_int_equal(standings_at(place, MONDAY + TIME_DAY_SECONDS), 10);
	for (int i = 0; i < 10; i++) {
		snprintf(name, sizeof name, "Name%02d", i);
		expect((size_t)i, name, (unsigned)(10 - i), 1, 0);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_year_has_thirteen_seasons),
		cmocka_unit_test(other_texts_name_no_season),
		TEST(hours_buy_nothing),
		TEST(an_open_contest_gives_no_points),
		TEST(ten_places_have_points),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
