/* Measures of the store, and its log file when somebody removes it. */
#include "tests/test.h"

#include "place.h"

static void sizes_and_free_space_are_measured(void **state)
{
	struct test_store *place = *state;
	struct store_measures measures;

	assert_true(store_measure(place->store, &measures));
	assert_true(measures.database_bytes > 0 && measures.log_bytes > 0);
	assert_true(measures.free_bytes > 0);
	assert_int_equal(measures.unverified, 0);
}

static void a_removed_log_is_noticed_and_saved(void **state)
{
	struct test_store *place = *state;
	struct store_account account;
	char path[128];
	bool saved = true;

	assert_true(store_log_is_there(place->store, &saved));
	assert_false(saved);
	caller(place, "Mina");
	assert_true(store_log_is_there(place->store, &saved));
	snprintf(path, sizeof path, "%s/trapdoor.db-wal", place->directory);
	assert_int_equal(unlink(path), 0);
	caller(place, "Otto");
	assert_false(store_log_is_there(place->store, &saved));
	assert_true(saved);
	assert_non_null(strstr(store_sentence(place->store), "trapdoor.db-wal was removed"));
	/* Another file of the same name is not the store's. */
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fclose(file);
	assert_false(store_log_is_there(place->store, &saved));
	assert_int_equal(unlink(path), 0);
	reopen(place);
	assert_int_equal(store_account_by_name(place->store, "Mina", &account), STORE_OK);
	assert_int_equal(store_account_by_name(place->store, "Otto", &account), STORE_OK);
	assert_true(store_log_is_there(place->store, &saved));
}

static bool count_rules(void *context, uint32_t rules)
{
	*(uint32_t *)context = *(uint32_t *)context * 100 + rules;
	return true;
}

static void rules_of_runs_that_go_on_are_needed(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_run run;
	uint32_t found = 0;

	assert_int_equal(store_run_begin(place->store,
				 &(struct store_begin){
					 mina, STORE_RANKED, seed, "birth", 5, 3, bundle, 2000},
				 &run),
		STORE_OK);
	assert_int_equal(store_rules_needed(place->store, 3, count_rules, &found), STORE_OK);
	assert_int_equal(found, 0);
	assert_int_equal(store_rules_needed(place->store, 4, count_rules, &found), STORE_OK);
	assert_int_equal(found, 3);
	assert_int_equal(store_run_quarantine(place->store, run.id, "a test"), STORE_OK);
	found = 0;
	assert_int_equal(store_rules_needed(place->store, 4, count_rules, &found), STORE_OK);
	assert_int_equal(found, 0);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(sizes_and_free_space_are_measured),
		TITLE(a_removed_log_is_noticed_and_saved),
		TITLE(rules_of_runs_that_go_on_are_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
