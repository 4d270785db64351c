/* Results of other hosts at the store's header: once for each player and day, the best first. */
#include "tests/test.h"

#include "place.h"
#include "sql/store_imported.h"

#define DAY "cellar/2026-11-22"

struct seen {
	unsigned count, most;
	struct store_imported each[20];
};

static bool keep(void *context, const struct store_imported *result)
{
	struct seen *seen = context;

	seen->each[seen->count++] = *result;
	return seen->count < seen->most;
}

static enum store_answer add(
	struct test_store *place, const char *game, const char *host, const char *name, int score)
{
	struct store_imported result = {
		.score = score, .deepest = 4, .turns = 4000000000u, .cause = "hung up", .at = 5};

	snprintf(result.host, sizeof result.host, "%s", host);
	snprintf(result.name, sizeof result.name, "%s", name);
	return store_imported_add(place->store, game, &result);
}

static void a_player_of_a_host_has_one_result_a_day(void **state)
{
	struct test_store *place = *state;
	struct store_imported found;

	assert_int_equal(add(place, DAY, "tower", "Ada", 9), STORE_OK);
	assert_int_equal(add(place, DAY, "tower", "Ada", 9), STORE_TAKEN);
	assert_int_equal(add(place, DAY, "tower", "aDA", 99), STORE_TAKEN);
	assert_int_equal(add(place, DAY, "mill", "Ada", 7), STORE_OK);
	assert_int_equal(add(place, "cellar/2026-11-23", "tower", "Ada", 8), STORE_OK);
	assert_int_equal(store_imported_of(place->store, DAY, "tower", "ada", &found), STORE_OK);
	assert_string_equal(found.name, "Ada");
	assert_string_equal(found.host, "tower");
	assert_string_equal(found.cause, "hung up");
	assert_int_equal(found.score, 9);
	assert_int_equal(found.deepest, 4);
	assert_true(found.turns == 4000000000u);
	assert_int_equal(found.at, 5);
	assert_int_equal(store_imported_of(place->store, DAY, "tower", "Bo", &found), STORE_NONE);
	assert_int_equal(store_imported_of(place->store, DAY, "Tower", "Ada", &found), STORE_NONE);
}

static void the_best_are_read_first_and_in_pages(void **state)
{
	static const int order[] = {9, 7, 7, 2};
	struct test_store *place = *state;
	struct seen all = {.most = 20}, page = {.most = 2};

	add(place, DAY, "tower", "Ada", 7);
	add(place, DAY, "tower", "Bo", 9);
	add(place, DAY, "mill", "Ada", 7);
	add(place, DAY, "mill", "Cy", 2);
	assert_int_equal(store_imported_each(place->store, DAY, 0, keep, &all), STORE_OK);
	assert_int_equal(all.count, 4);
	for (int i = 0; i < 4; i++)
		assert_int_equal(all.each[i].score, order[i]);
	assert_string_equal(all.each[1].host, "tower");
	assert_int_equal(store_imported_each(place->store, DAY, 1, keep, &page), STORE_OK);
	assert_int_equal(page.count, 2);
	assert_string_equal(page.each[1].host, "mill");
}

static void a_day_has_so_many(void **state)
{
	struct test_store *place = *state;
	char name[16];

	assert_true(store_begin(place->store));
	for (int i = 0; i < STORE_IMPORTED_MOST; i++) {
		snprintf(name, sizeof name, "n%d", i);
		assert_int_equal(add(place, DAY, "tower", name, i), STORE_OK);
	}
	assert_true(store_commit(place->store));
	assert_int_equal(add(place, DAY, "tower", "late", 1), STORE_NONE);
	assert_int_equal(add(place, "cellar/2026-11-23", "tower", "late", 1), STORE_OK);
}

static void they_are_removed_by_host_or_player(void **state)
{
	struct test_store *place = *state;
	struct seen left = {.most = 20};

	add(place, DAY, "tower", "Ada", 1);
	add(place, DAY, "tower", "Bo", 2);
	add(place, "cellar/2026-11-23", "tower", "Ada", 3);
	add(place, DAY, "mill", "Ada", 4);
	assert_int_equal(store_imported_remove(place->store, "tower", "Cy"), STORE_NONE);
	assert_int_equal(store_imported_remove(place->store, "tower", "ada"), STORE_OK);
	assert_int_equal(store_imported_each(place->store, DAY, 0, keep, &left), STORE_OK);
	assert_int_equal(left.count, 2);
	assert_int_equal(store_imported_remove(place->store, "tower", ""), STORE_OK);
	assert_int_equal(store_imported_remove(place->store, "tower", ""), STORE_NONE);
	left.count = 0;
	assert_int_equal(store_imported_each(place->store, DAY, 0, keep, &left), STORE_OK);
	assert_int_equal(left.count, 1);
	assert_string_equal(left.each[0].host, "mill");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_player_of_a_host_has_one_result_a_day),
		TEST(the_best_are_read_first_and_in_pages),
		TEST(a_day_has_so_many),
		TEST(they_are_removed_by_host_or_player),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
