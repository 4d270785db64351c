/* Lists that end before their last row: nothing more is read, and the log is not held up. */
#include "tests/test.h"

#include "full_store.h"

/* True if no statement of the store still reads. */
static bool log_is_free(struct test_store *place)
{
	char *moved = outside(place, "PRAGMA wal_checkpoint(RESTART)");
	bool is_free = strncmp(moved, "0|", 2) == 0;

	free(moved);
	return is_free;
}

static bool stop_at_rules(void *context, uint32_t rules)
{
	*(uint32_t *)context += rules;
	return false;
}

static void rules_are_read_until_one_is_enough(void **state)
{
	struct test_store *place = *state;
	uint32_t sum = 0;

	for (uint32_t rules = 3; rules <= 4; rules++) {
		char name[] = {(char)('A' + rules), 'd', 'a', '\0'};
		struct store_run run;

		assert_int_equal(store_run_begin(place->store,
					 &(struct store_begin){caller(place, name), STORE_RANKED,
						 seed, "birth", 5, rules, bundle, 2000},
					 &run),
			STORE_OK);
	}
	assert_int_equal(store_rules_needed(place->store, 9, stop_at_rules, &sum), STORE_OK);
	assert_in_range(sum, 3, 4);
	assert_true(log_is_free(place));
}

static bool stop_at_digest(void *context, const struct store_digest *digest)
{
	*(uint64_t *)context += digest->digest;
	return false;
}

static void digests_are_read_until_one_is_enough(void **state)
{
	struct test_store *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	uint64_t sum = 0;

	for (uint32_t index = 0; index < 2; index++)
		assert_int_equal(store_append(place->store, &(struct store_append){.run = run.id,
								    .epoch = 1,
								    .index = index,
								    .count = 1,
								    .bytes = (const uint8_t *)"s",
								    .size = 1,
								    .digest_count = 1,
								    .digests = {{.index = index + 1,
									    .digest = 7 + index,
									    .part_count = 1}}}),
			STORE_OK);
	assert_int_equal(
		store_digests_each(place->store, run.id, 0, stop_at_digest, &sum), STORE_OK);
	assert_int_equal(sum, 7);
	assert_true(log_is_free(place));
}

static bool count_row(void *context, const struct store_account_row *row)
{
	*(unsigned *)context += row->name[0] != '\0';
	return true;
}

static void a_full_page_of_names_is_enough(void **state)
{
	struct test_store *place = *state;
	char name[STORE_NAME_MAX + 1];
	unsigned rows = 0;

	assert_true(store_begin(place->store));
	for (int i = 0; i < STORE_NAMES_AT_ONCE + 3; i++) {
		snprintf(name, sizeof name, "common%d", i);
		caller(place, name);
	}
	assert_true(store_commit(place->store));
	name[0] = '\0';
	assert_int_equal(
		store_accounts_each(place->store, name, "rare", count_row, &rows), STORE_OK);
	assert_int_equal(rows, 0);
	assert_string_not_equal(name, "");
	assert_true(log_is_free(place));
}

static void names_that_cannot_be_read_are_a_failure(void **state)
{
	struct test_store *place = *state;
	char name[STORE_NAME_MAX + 1] = "";
	unsigned rows = 0;

	damage(place, "PRAGMA legacy_alter_table = ON; ALTER TABLE accounts RENAME TO away");
	assert_int_equal(
		store_accounts_each(place->store, name, "", count_row, &rows), STORE_FAILED);
	assert_int_equal(rows, 0);
}

int main(void)
{
#define STORE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		STORE(rules_are_read_until_one_is_enough),
		STORE(digests_are_read_until_one_is_enough),
		STORE(a_full_page_of_names_is_enough),
		STORE(names_that_cannot_be_read_are_a_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
