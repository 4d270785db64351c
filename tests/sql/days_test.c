/* Days and the tries of accounts at them. */
#include "tests/test.h"

#include "place.h"

static const struct store_day some_day = {.date = "2026-11-22",
	.seed = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
	.hash = {17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37,
		38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48},
	.published = 123456789012};

static enum store_answer try_at(
	struct test_store *place, int64_t account, const char *date, struct store_run *run)
{
	return store_try_begin(place->store, "cellar", date,
		&(struct store_begin){
			account, STORE_DAILY, some_day.seed, "birth", 5, 1, bundle, 2000},
		run);
}

static void end(struct test_store *place, const struct store_run *run, int points)
{
	struct store_score score = score_of(run->id, points, true);

	assert_int_equal(append(place, run->id, run->epoch, 0, "a"), STORE_OK);
	assert_int_equal(store_run_end(place->store, run->epoch, 1, &score), STORE_OK);
	assert_int_equal(store_score_verify(place->store, run->id, STORE_VERIFIED), STORE_OK);
}

static void open_day(struct test_store *place, const char *date, uint32_t rules,
	const uint8_t content[16], const char *handicaps)
{
	struct store_day day = {.rules = rules};

	strcpy(day.date, date);
	strcpy(day.handicaps, handicaps);
	memcpy(day.content, content, sizeof day.content);
	assert_int_equal(store_day_open(place->store, "cellar", &day), STORE_OK);
}

/* Days and weeks lie in one table, and each has neighbours of its kind. */
static void weeks_are_beside_weeks(void **state)
{
	static const char *const names[] = {"2026-12-31", "2027-01-01", "2026-W53", "2027-W01"};
	struct test_store *place = *state;
	char before[STORE_DATE_SIZE], after[STORE_DATE_SIZE];
	struct store_day day = some_day;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		strcpy(day.date, names[i]);
		assert_int_equal(store_day_publish(place->store, "cellar", &day), STORE_OK);
	}
	for (size_t i = 0; i < sizeof names / sizeof *names; i += 2) {
		assert_int_equal(store_days_beside(place->store, "cellar", names[i], before, after),
			STORE_OK);
		assert_string_equal(before, "");
		assert_string_equal(after, names[i + 1]);
		assert_int_equal(
			store_days_beside(place->store, "cellar", names[i + 1], before, after),
			STORE_OK);
		assert_string_equal(before, names[i]);
		assert_string_equal(after, "");
	}
	strcpy(day.date, "2027-1");
	assert_int_not_equal(store_day_publish(place->store, "cellar", &day), STORE_OK);
}

static void a_day_keeps_what_was_published(void **state)
{
	struct test_store *place = *state;
	struct store_day day, other = some_day;
	char before[STORE_DATE_SIZE], after[STORE_DATE_SIZE];

	assert_int_equal(store_day_get(place->store, "cellar", "2026-11-22", &day), STORE_NONE);
	assert_int_equal(store_day_publish(place->store, "cellar", &some_day), STORE_OK);
	assert_int_equal(store_day_get(place->store, "cellar", "2026-11-22", &day), STORE_OK);
	assert_memory_equal(&day, &some_day, sizeof day);
	/* Nothing replaces it: the hash was shown. */
	other.seed[0] = other.hash[0] = 99;
	assert_int_equal(store_day_publish(place->store, "cellar", &other), STORE_OK);
	open_day(place, "2026-11-22", 7, bundle, "half-food,no-lamp");
	open_day(place, "2026-11-22", 8, other_bundle, "");
	assert_int_equal(store_day_of_seed(place->store, "cellar", some_day.seed, &day), STORE_OK);
	assert_memory_equal(day.seed, some_day.seed, sizeof day.seed);
	assert_memory_equal(day.hash, some_day.hash, sizeof day.hash);
	assert_int_equal(day.rules, 7);
	assert_memory_equal(day.content, bundle, sizeof day.content);
	assert_string_equal(day.handicaps, "half-food,no-lamp");
	assert_int_equal(store_day_of_seed(place->store, "attic", some_day.seed, &day), STORE_NONE);
	strcpy(other.date, "2026-11-20");
	assert_int_equal(store_day_publish(place->store, "cellar", &other), STORE_OK);
	assert_int_equal(
		store_days_beside(place->store, "cellar", "2026-11-21", before, after), STORE_OK);
	assert_string_equal(before, "2026-11-20");
	assert_string_equal(after, "2026-11-22");
	assert_int_equal(
		store_days_beside(place->store, "cellar", "2026-11-22", before, after), STORE_OK);
	assert_string_equal(after, "");
}

/* Around the new year the name of a week lies between those of days. */
static void the_last_day_that_was_tried_is_no_week(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_run run;
	struct store_try found;

	assert_int_equal(try_at(place, mina, "2026-12-31", &run), STORE_OK);
	assert_int_equal(try_at(place, mina, "2026-W53", &run), STORE_OK);
	assert_int_equal(
		store_try_last(place->store, mina, "cellar", "2027-01-01", &found), STORE_OK);
	assert_string_equal(found.date, "2026-12-31");
}

static void an_account_tries_once_beside_its_other_run(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_run own = begin(place, mina), run, again;
	struct store_try found;

	assert_int_equal(
		store_try_of(place->store, mina, "cellar", "2026-11-22", &found), STORE_NONE);
	assert_int_equal(try_at(place, mina, "2026-11-22", &run), STORE_OK);
	assert_int_equal(run.mode, STORE_DAILY);
	assert_int_equal(try_at(place, mina, "2026-11-22", &again), STORE_TAKEN);
	assert_int_equal(again.id, run.id);
	/* The run in progress is the other one. */
	assert_int_equal(store_run_current(place->store, mina, "cellar", &again), STORE_OK);
	assert_int_equal(again.id, own.id);
	assert_int_equal(store_try_of_run(place->store, own.id, &found), STORE_NONE);
	assert_int_equal(store_try_of_run(place->store, run.id, &found), STORE_OK);
	assert_int_equal(found.run, run.id);
	assert_int_equal(found.begun, 2000);
	assert_int_equal(found.account, mina);
	assert_false(found.over);
	assert_string_equal(found.game, "cellar");
	assert_string_equal(found.date, "2026-11-22");
	end(place, &run, 500);
	assert_int_equal(
		store_try_of(place->store, mina, "cellar", "2026-11-22", &found), STORE_OK);
	assert_true(found.over);
	assert_int_equal(try_at(place, mina, "2026-11-22", &again), STORE_TAKEN);
	/* An account that is not there gets none. */
	assert_int_equal(try_at(place, 99, "2026-11-22", &again), STORE_FAILED);
}

static bool count_score(void *context, unsigned rank, const struct store_score *score)
{
	(void)rank;
	(void)score;
	++*(unsigned *)context;
	return true;
}

static unsigned listed(struct test_store *place, enum store_order order, const char *game)
{
	struct store_query query = {.order = order, .count = 10};
	unsigned count = 0;

	snprintf(query.game, sizeof query.game, "%s", game);
	assert_int_equal(store_scores_each(place->store, &query, count_score, &count), STORE_OK);
	return count;
}

static bool no_day_among_games(void *context, const char *game, uint32_t runs)
{
	(void)context;
	(void)runs;
	assert_string_equal(game, "cellar");
	return true;
}

/* A daily run is on the board of its day alone, and is nobody's grave. */
static void each_day_has_a_board(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina"), otto = caller(place, "Otto");
	struct store_day_summary summary;
	struct store_record record;
	struct store_run run, other;
	char game[STORE_GAME_MAX + 1];

	assert_int_equal(try_at(place, mina, "2026-11-22", &run), STORE_OK);
	end(place, &run, 500);
	assert_int_equal(listed(place, STORE_BEST_RUNS, "cellar/2026-11-22"), 1);
	assert_int_equal(listed(place, STORE_BEST_RUNS, "cellar/2026-11-23"), 0);
	assert_int_equal(listed(place, STORE_BEST_RUNS, "cellar"), 0);
	assert_int_equal(listed(place, STORE_DEATHS, "cellar"), 0);
	assert_int_equal(store_record_of(place->store, mina, "cellar", 2, &record), STORE_OK);
	assert_int_equal(record.runs, 0);
	/* A daily run is no ranked run. */
	assert_int_equal(store_has_ranked(place->store, mina, "cellar"), STORE_NONE);
	other = begin(place, mina);
	end(place, &other, 20);
	assert_int_equal(store_has_ranked(place->store, mina, "cellar"), STORE_OK);
	assert_int_equal(store_has_ranked(place->store, mina, "attic"), STORE_NONE);
	assert_int_equal(store_has_ranked(place->store, otto, "cellar"), STORE_NONE);
	assert_int_equal(try_at(place, otto, "2026-11-22", &other), STORE_OK);
	assert_int_equal(store_game_last(place->store, game), STORE_OK);
	assert_string_equal(game, "cellar");
	assert_int_equal(store_games_each(place->store, no_day_among_games, NULL), STORE_OK);
	assert_int_equal(
		store_day_summary(place->store, "cellar", "2026-11-22", &summary), STORE_OK);
	assert_int_equal(summary.tried, 2);
	assert_int_equal(summary.deepest, 2);
	assert_string_equal(summary.name, "Mina");
	assert_int_equal(
		store_day_summary(place->store, "cellar", "2026-11-21", &summary), STORE_OK);
	assert_int_equal(summary.tried, 0);
	assert_string_equal(summary.name, "");
}

static void a_streak_is_counted_back_from_a_date(void **state)
{
	static const char *const dates[] = {"2026-02-27", "2026-02-28", "2026-03-01", "2026-03-03"};
	static const struct {
		const char *date;
		uint32_t days;
	} rows[] = {{"2026-03-04", 0}, {"2026-03-03", 1}, {"2026-03-02", 0}, {"2026-03-01", 3},
		{"2026-02-27", 1}};
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina"), otto = caller(place, "Otto");
	struct store_run run;
	uint32_t days;

	for (size_t i = 0; i < sizeof dates / sizeof *dates; i++)
		assert_int_equal(try_at(place, mina, dates[i], &run), STORE_OK);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(
			store_streak(place->store, mina, "cellar", rows[i].date, &days), STORE_OK);
		assert_int_equal(days, rows[i].days);
		assert_int_equal(
			store_streak(place->store, otto, "cellar", rows[i].date, &days), STORE_OK);
		assert_int_equal(days, 0);
	}
}

static void the_secret_of_days_is_drawn_once(void **state)
{
	struct test_store *place = *state;
	uint8_t first[STORE_SECRET_SIZE], second[STORE_SECRET_SIZE], binding[STORE_SECRET_SIZE];

	assert_int_equal(store_day_secret(place->store, first), STORE_OK);
	assert_int_equal(store_day_secret(place->store, second), STORE_OK);
	assert_memory_equal(first, second, sizeof first);
	assert_int_equal(store_secret(place->store, binding), STORE_OK);
	assert_memory_not_equal(first, binding, sizeof first);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_day_keeps_what_was_published),
		TEST(weeks_are_beside_weeks),
		TEST(the_last_day_that_was_tried_is_no_week),
		TEST(an_account_tries_once_beside_its_other_run),
		TEST(each_day_has_a_board),
		TEST(a_streak_is_counted_back_from_a_date),
		TEST(the_secret_of_days_is_drawn_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
