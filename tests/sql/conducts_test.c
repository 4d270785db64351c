/* The board of conducts: proven runs by how many conducts they kept. */
#include "tests/test.h"

#include "place.h"

#define KEPT_ALL 1023 /* ten conducts */

static int64_t prove_keeping(struct test_store *place, int64_t account, int points, int conducts)
{
	int64_t run = finish_keeping(place, account, points, conducts);

	assert_int_equal(store_score_verify(place->store, run, STORE_VERIFIED), STORE_OK);
	return run;
}

static bool add_row(void *context, unsigned rank, const struct store_score *score)
{
	char *text = context;

	sprintf(text + strlen(text), "%u %s %d %d, ", rank, score->name, score->conducts,
		score->score);
	return true;
}

static void expect_board(struct test_store *place, const char *name, unsigned first, const char *is)
{
	struct store_query query = {.order = STORE_CONDUCTS, .first = first, .count = 20};
	char text[400] = "";

	strcpy(query.game, "cellar");
	strcpy(query.name, name);
	assert_int_equal(store_scores_each(place->store, &query, add_row, text), STORE_OK);
	assert_string_equal(text, is);
}

static void most_conducts_are_first_then_most_points(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina"), otto = caller(place, "Otto");

	prove_keeping(place, mina, 900, 0);
	prove_keeping(place, mina, 800, -1);
	prove_keeping(place, otto, 300, 1);
	prove_keeping(place, mina, 100, KEPT_ALL);
	prove_keeping(place, otto, 200, 6);
	prove_keeping(place, mina, 250, 513);
	prove_keeping(place, otto, 300, 512);
	expect_board(place, "", 0,
		"1 Mina 1023 100, 2 Mina 513 250, 3 Otto 6 200, 4 Otto 1 300, 5 Otto 512 300, ");
	expect_board(place, "", 2, "3 Otto 6 200, 4 Otto 1 300, 5 Otto 512 300, ");
	expect_board(place, "otto", 0, "1 Otto 6 200, 2 Otto 1 300, 3 Otto 512 300, ");
	expect_board(place, "Nobody", 0, "");
}

/* A session may claim any conduct. Only a replay counts. */
static void no_unproven_run_is_on_it(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina"), run;

	prove_keeping(place, mina, 500, 3);
	run = finish_keeping(place, mina, 100, KEPT_ALL);
	finish_keeping(place, mina, 900, KEPT_ALL);
	expect_board(place, "", 0, "1 Mina 3 500, ");
	assert_int_equal(store_score_verify(place->store, run, STORE_VERIFIED), STORE_OK);
	expect_board(place, "", 0, "1 Mina 1023 100, 2 Mina 3 500, ");
	assert_int_equal(store_score_verify(place->store, run, STORE_REFUTED), STORE_OK);
	expect_board(place, "", 0, "1 Mina 3 500, ");
	run = prove_keeping(place, mina, 50, 7);
	assert_int_equal(store_score_remove(place->store, run), STORE_OK);
	expect_board(place, "Mina", 0, "1 Mina 3 500, ");
}

static bool count_row(void *context, unsigned rank, const struct store_score *score)
{
	(void)score;
	assert_int_equal(rank, ++*(unsigned *)context);
	return true;
}

static void its_places_are_limited(void **state)
{
	struct test_store *place = *state;
	struct store_query query = {.order = STORE_CONDUCTS, .game = "cellar", .count = 1000};
	int64_t mina = caller(place, "Mina");
	unsigned rows = 0;

	for (int i = 0; i < STORE_CONDUCTS_PLACES + 2; i++)
		prove_keeping(place, mina, i, 1);
	assert_int_equal(store_scores_each(place->store, &query, count_row, &rows), STORE_OK);
	assert_int_equal(rows, STORE_CONDUCTS_PLACES);
	query.first = rows = STORE_CONDUCTS_PLACES - 1;
	assert_int_equal(store_scores_each(place->store, &query, count_row, &rows), STORE_OK);
	assert_int_equal(rows, STORE_CONDUCTS_PLACES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			most_conducts_are_first_then_most_points, set_up, tear_down),
		cmocka_unit_test_setup_teardown(no_unproven_run_is_on_it, set_up, tear_down),
		cmocka_unit_test_setup_teardown(its_places_are_limited, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
