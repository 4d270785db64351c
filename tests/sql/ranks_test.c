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

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(equal_scores_share_a_rank),
		TITLE(ranks_are_places_for_any_score),
		TITLE(a_refuted_run_leaves_every_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
