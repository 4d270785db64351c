/* Ranks and the counts that they are read from, at the store's header. */
#include "tests/test.h"

#include "place.h"

/* ---- Reading a board ---- */

static bool add_row(void *context, unsigned rank, const struct store_score *score)
{
	char *text = context;

	sprintf(text + strlen(text), "%u %s %d, ", rank, score->name, (int)score->score);
	return true;
}

/* The listed runs as "rank name score", from the place `first` on. */
static void board_text(struct test_store *place, enum store_order order, const char *name,
	unsigned first, char *text)
{
	struct store_query query = {.order = order, .game = "cellar", .first = first, .count = 16};

	text[0] = '\0';
	strcpy(query.name, name);
	assert_int_equal(store_scores_each(place->store, &query, add_row, text), STORE_OK);
}

static void collect_fault(void *context, const char *sentence)
{
	snprintf(context, 512, "%s", sentence);
}

/* ---- Tests ---- */

static void equal_scores_share_a_rank(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t otto = caller(place, "Otto");
	int64_t vera = caller(place, "Vera");
	char text[512];

	finish(place, mina, -5, true, 1, 2);
	finish(place, mina, 70, true, 1, 2);
	finish(place, otto, 70, true, 1, 2);
	finish(place, vera, 1000000, true, 1, 2);
	board_text(place, STORE_BEST_RUNS, "", 0, text);
	assert_string_equal(text, "1 Vera 1000000, 2 Mina 70, 2 Otto 70, 4 Mina -5, ");
	board_text(place, STORE_BEST_RUNS, "", 2, text);
	assert_string_equal(text, "2 Otto 70, 4 Mina -5, ");
	board_text(place, STORE_BEST_RUNS, "Mina", 0, text);
	assert_string_equal(text, "2 Mina 70, 4 Mina -5, ");
	board_text(place, STORE_BEST_PLAYERS, "", 1, text);
	assert_string_equal(text, "2 Mina 70, 2 Otto 70, ");
	board_text(place, STORE_BEST_PLAYERS, "otto", 0, text);
	assert_string_equal(text, "2 Otto 70, ");
}

/* Ranks are counted by digits of a score; each rank is compared with the places of all runs. */
static void ranks_are_places_for_any_score(void **state)
{
	static const int scores[] = {0, 1, 15, 16, 17, 255, 256, 4095, 65535, 65536, 1048576,
		16777216, 268435456, INT32_MAX, -1, -16, INT32_MIN};
	struct test_store *place = *state;

	for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
		char name[17];

		sprintf(name, "Player%zu", i);
		finish(place, caller(place, name), scores[i], true, 1, 2);
	}
	for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
		unsigned rank = 1;
		char name[17], text[512], wanted[64];

		for (size_t j = 0; j < sizeof scores / sizeof *scores; j++)
			rank += scores[j] > scores[i];
		sprintf(name, "Player%zu", i);
		sprintf(wanted, "%u %s %d, ", rank, name, scores[i]);
		board_text(place, STORE_BEST_RUNS, name, 0, text);
		assert_string_equal(text, wanted);
		board_text(place, STORE_BEST_PLAYERS, name, 0, text);
		assert_string_equal(text, wanted);
	}
}

static void a_refuted_run_leaves_every_count(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t otto = caller(place, "Otto");
	int64_t forged;
	struct store_record record;
	char text[512], fault[512] = "";

	finish(place, mina, 10, true, 1, 2);
	finish(place, otto, 20, true, 1, 2);
	forged = finish(place, mina, 9999, true, 1, 2).id;
	board_text(place, STORE_BEST_PLAYERS, "", 0, text);
	assert_string_equal(text, "1 Mina 9999, 2 Otto 20, ");
	assert_int_equal(store_score_verify(place->store, forged, STORE_REFUTED), STORE_OK);
	board_text(place, STORE_BEST_PLAYERS, "", 0, text);
	assert_string_equal(text, "1 Otto 20, 2 Mina 10, ");
	board_text(place, STORE_DEATHS, "", 0, text);
	assert_string_equal(text, "1 Otto 20, 2 Mina 10, ");
	assert_int_equal(store_record_of(place->store, mina, "cellar", 3, &record), STORE_OK);
	assert_int_equal(record.runs, 1);
	assert_int_equal(record.best_score, 10);
	/* A run that is verified after all counts again. */
	assert_int_equal(store_score_verify(place->store, forged, STORE_VERIFIED), STORE_OK);
	board_text(place, STORE_BEST_PLAYERS, "mina", 0, text);
	assert_string_equal(text, "1 Mina 9999, ");
	board_text(place, STORE_DEATHS, "", 0, text);
	assert_string_equal(text, "1 Mina 9999, 2 Otto 20, ");
	assert_int_equal(store_check(place->store, collect_fault, fault), 0);
}

/* A score at or above the best verified one is shown without a rank until it is verified. */
static void a_forged_score_is_never_first(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina"), otto = caller(place, "Otto");
	int64_t vera = caller(place, "Vera");
	struct store_score score;
	char text[512], fault[512] = "";
	int64_t forged, honest;

	/* Nothing is verified: nothing is ranked. */
	honest = finish_unverified(place, mina, 10).id;
	board_text(place, STORE_BEST_PLAYERS, "", 0, text);
	assert_string_equal(text, "0 Mina 10, ");
	board_text(place, STORE_BEST_PLAYERS, "", 1, text);
	assert_string_equal(text, "");
	assert_int_equal(store_score_verify(place->store, honest, STORE_VERIFIED), STORE_OK);
	finish(place, mina, 50, true, 1, 2);
	forged = finish_unverified(place, otto, 1999999999).id;
	finish_unverified(place, vera, 40);
	finish_unverified(place, vera, 50);
	honest = finish_unverified(place, vera, 60).id;
	board_text(place, STORE_BEST_RUNS, "", 0, text);
	assert_string_equal(
		text, "1 Mina 50, 0 Otto 1999999999, 0 Vera 50, 0 Vera 60, 2 Vera 40, 3 Mina 10, ");
	board_text(place, STORE_BEST_PLAYERS, "", 2, text);
	assert_string_equal(text, "0 Vera 50, 0 Vera 60, 2 Vera 40, ");
	board_text(place, STORE_BEST_RUNS, "vera", 0, text);
	assert_string_equal(text, "2 Vera 40, 0 Vera 50, 0 Vera 60, ");
	board_text(place, STORE_LATEST, "", 0, text);
	assert_string_equal(
		text, "0 Otto 1999999999, 0 Vera 50, 0 Vera 60, 1 Vera 40, 2 Mina 50, 3 Mina 10, ");
	assert_int_equal(store_score_of(place->store, forged, &score), STORE_OK);
	assert_true(score.waiting);
	/* A verified score ranks those that waited below it. */
	assert_int_equal(store_score_verify(place->store, honest, STORE_VERIFIED), STORE_OK);
	board_text(place, STORE_BEST_RUNS, "", 0, text);
	assert_string_equal(
		text, "1 Vera 60, 0 Otto 1999999999, 2 Mina 50, 2 Vera 50, 4 Vera 40, 5 Mina 10, ");
	assert_int_equal(store_score_verify(place->store, forged, STORE_REFUTED), STORE_OK);
	board_text(place, STORE_BEST_PLAYERS, "", 0, text);
	assert_string_equal(text, "1 Vera 60, 2 Mina 50, ");
	assert_int_equal(store_check(place->store, collect_fault, fault), 0);
}

/* When the best verified score is refuted, what nobody verified does not become the best. */
static void the_best_is_always_verified(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina"), otto = caller(place, "Otto");
	int64_t best;
	char text[512], fault[512] = "";

	finish(place, mina, 10, true, 1, 2);
	best = finish(place, mina, 90, true, 1, 2).id;
	finish_unverified(place, otto, 80);
	board_text(place, STORE_BEST_RUNS, "", 0, text);
	assert_string_equal(text, "1 Mina 90, 2 Otto 80, 3 Mina 10, ");
	assert_int_equal(store_score_verify(place->store, best, STORE_REFUTED), STORE_OK);
	board_text(place, STORE_BEST_RUNS, "", 0, text);
	assert_string_equal(text, "1 Mina 10, 0 Otto 80, ");
	assert_int_equal(store_check(place->store, collect_fault, fault), 0);
}

static void a_run_that_is_set_aside_waits_no_more(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina"), cursor = 0, last, run;
	int64_t low, high;
	char text[512], fault[512] = "";

	finish(place, mina, 50, true, 1, 2);
	low = finish_unverified(place, mina, 20).id;
	high = finish_unverified(place, mina, 900).id;
	assert_int_equal(store_score_set_aside_last(place->store, &last), STORE_OK);
	assert_int_equal(last, 0);
	assert_int_equal(store_score_set_aside(place->store, high), STORE_OK);
	assert_int_equal(store_score_set_aside(place->store, high), STORE_NONE);
	assert_int_equal(store_score_set_aside(place->store, low), STORE_OK);
	board_text(place, STORE_BEST_RUNS, "", 0, text);
	assert_string_equal(text, "1 Mina 50, 2 Mina 20, ");
	board_text(place, STORE_SET_ASIDE_RUNS, "", 0, text);
	assert_string_equal(text, "1 Mina 20, 2 Mina 900, ");
	assert_int_equal(store_score_unproven(place->store, &cursor, &run), STORE_NONE);
	assert_int_equal(store_score_set_aside_last(place->store, &last), STORE_OK);
	assert_int_equal(store_score_set_aside_next(place->store, &cursor, last, &run), STORE_OK);
	assert_int_equal(run, low);
	assert_int_equal(store_check(place->store, collect_fault, fault), 0);
	/* It is verified after all. */
	assert_int_equal(store_score_verify(place->store, high, STORE_VERIFIED), STORE_OK);
	board_text(place, STORE_BEST_RUNS, "", 0, text);
	assert_string_equal(text, "1 Mina 900, 2 Mina 50, 3 Mina 20, ");
	assert_int_equal(store_score_set_aside_next(place->store, &cursor, last, &run), STORE_NONE);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(equal_scores_share_a_rank),
		TITLE(ranks_are_places_for_any_score),
		TITLE(a_refuted_run_leaves_every_count),
		TITLE(a_forged_score_is_never_first),
		TITLE(the_best_is_always_verified),
		TITLE(a_run_that_is_set_aside_waits_no_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
