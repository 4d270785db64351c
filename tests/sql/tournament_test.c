/* Proven runs of a time, which tournaments count. */
#include "tests/test.h"

#include "place.h"

static bool add_row(void *context, const struct store_proven *proven)
{
	char *text = context;

	sprintf(text + strlen(text), "%s %d %s %d-%d, ", proven->score.name, proven->score.score,
		proven->game, (int)proven->begun, (int)proven->score.ended);
	return strlen(text) < 300;
}

static void expect_runs(struct test_store *place, int64_t begin, int64_t end, const char *runs)
{
	char text[500] = "";

	assert_int_equal(store_proven_each(place->store, begin, end, add_row, text), STORE_OK);
	assert_string_equal(text, runs);
}

static void runs_begin_and_end_within_the_time(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina"), otto = caller(place, "Otto");

	finish(place, mina, 1, true, 99, 150);
	finish(place, otto, 2, true, 100, 199);
	finish(place, mina, 3, true, 120, 121);
	finish(place, otto, 4, true, 150, 200);
	expect_runs(place, 100, 200, "Mina 3 cellar 120-121, Otto 2 cellar 100-199, ");
	expect_runs(place, 99, 201,
		"Mina 3 cellar 120-121, Mina 1 cellar 99-150, Otto 2 cellar 100-199, "
		"Otto 4 cellar 150-200, ");
	expect_runs(place, 200, 300, "");
}

/* Ends a run of a mode, which began at 5. */
static int64_t end_of_mode(
	struct test_store *place, int64_t account, enum store_mode mode, bool scored)
{
	struct store_score score;
	struct store_run run;

	assert_int_equal(
		store_run_begin(place->store,
			&(struct store_begin){account, mode, seed, "birth", 5, 1, bundle, 5}, &run),
		STORE_OK);
	score = score_of(run.id, 10 * (int)mode, true);
	score.scored = scored;
	score.ended = 6;
	assert_int_equal(append(place, run.id, 1, 0, "Q"), STORE_OK);
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	return run.id;
}

static void only_proven_and_ranked_runs_count(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina"), run;
	const struct {
		enum store_mode mode;
		bool scored;
	} modes[] = {{STORE_DEBUG, true}, {STORE_CHOSEN, true}, {STORE_RANKED, false}};

	finish_unverified(place, mina, 1);
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		run = end_of_mode(place, mina, modes[i].mode, modes[i].scored);
		assert_int_equal(store_score_verify(place->store, run, STORE_VERIFIED), STORE_OK);
	}
	expect_runs(place, 0, 99, "");
	run = end_of_mode(place, mina, STORE_RANKED, true);
	expect_runs(place, 0, 99, "");
	assert_int_equal(store_score_verify(place->store, run, STORE_VERIFIED), STORE_OK);
	expect_runs(place, 0, 99, "Mina 0 cellar 5-6, ");
	assert_int_equal(store_score_verify(place->store, run, STORE_REFUTED), STORE_OK);
	expect_runs(place, 0, 99, "");
	run = end_of_mode(place, mina, STORE_DAILY, true);
	assert_int_equal(store_score_verify(place->store, run, STORE_VERIFIED), STORE_OK);
	expect_runs(place, 0, 99, "Mina 30 cellar 5-6, ");
	assert_int_equal(store_score_remove(place->store, run), STORE_OK);
	expect_runs(place, 0, 99, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			runs_begin_and_end_within_the_time, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			only_proven_and_ranked_runs_count, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
