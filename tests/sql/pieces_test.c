/* Journals in many short pieces, that snapshots and ends join into few. */
#include "tests/test.h"

#include "tests/sql/place.h"

#define LONG 60000

/* A journal as it is read: its bytes, and in how many pieces they came. */
struct journal {
	char bytes[LONG + 2000];
	size_t size, pieces, longest;
	uint32_t count;
};

static bool read_piece(
	void *context, uint32_t index, uint32_t count, const uint8_t *bytes, size_t size)
{
	struct journal *journal = context;

	assert_int_equal(index, journal->count);
	memcpy(journal->bytes + journal->size, bytes, size);
	journal->size += size;
	journal->count += count;
	journal->pieces++;
	journal->longest = size > journal->longest ? size : journal->longest;
	return true;
}

static struct journal *journal_of(struct test_store *place, int64_t run)
{
	struct journal *journal = calloc(1, sizeof *journal);

	assert_non_null(journal);
	assert_int_equal(store_commands_each(place->store, run, 0, read_piece, journal), STORE_OK);
	return journal;
}

static void fault(void *context, const char *sentence)
{
	(void)context;
	fail_msg("%s", sentence);
}

/* The run's journal is this text, in so many pieces. */
static void assert_journal(struct test_store *place, int64_t run, const char *text, size_t pieces)
{
	struct journal *journal = journal_of(place, run);

	assert_int_equal(journal->size, strlen(text));
	assert_memory_equal(journal->bytes, text, journal->size);
	assert_int_equal(journal->pieces, pieces);
	assert_int_equal(store_check(place->store, fault, NULL), 0);
	free(journal);
}

static void append_singly(struct test_store *place, int64_t run, uint32_t index, const char *text)
{
	for (; *text; text++, index++) {
		char one[2] = {*text};

		assert_int_equal(append(place, run, 1, index, one), STORE_OK);
	}
}

static void a_snapshot_joins_what_came_since_the_last(void **state)
{
	struct test_store *place = *state;
	int64_t run = begin(place, caller(place, "Ada")).id;

	append_singly(place, run, 0, "abcde");
	assert_journal(place, run, "abcde", 5);
	assert_int_equal(store_snapshot_put(place->store, run, 1, 5, "s", 1), STORE_OK);
	assert_journal(place, run, "abcde", 1);
	append_singly(place, run, 5, "fgh");
	assert_journal(place, run, "abcdefgh", 4);
	assert_int_equal(store_snapshot_put(place->store, run, 1, 8, "s", 1), STORE_OK);
	assert_journal(place, run, "abcdefgh", 2);
}

static void the_end_joins_the_rest(void **state)
{
	struct test_store *place = *state;
	int64_t run = begin(place, caller(place, "Ada")).id;
	struct store_score score = score_of(run, 7, true);

	append_singly(place, run, 0, "abc");
	assert_int_equal(store_snapshot_put(place->store, run, 1, 3, "s", 1), STORE_OK);
	append_singly(place, run, 3, "defg");
	assert_int_equal(store_run_end(place->store, 1, 7, &score), STORE_OK);
	assert_journal(place, run, "abcdefg", 2);
}

static void a_join_that_is_undone_leaves_all_as_it_was(void **state)
{
	struct test_store *place = *state;
	int64_t run = begin(place, caller(place, "Ada")).id;

	append_singly(place, run, 0, "abc");
	assert_true(store_begin(place->store));
	assert_int_equal(store_snapshot_put(place->store, run, 1, 3, "s", 1), STORE_OK);
	store_undo(place->store);
	assert_journal(place, run, "abc", 3);
}

/* Reading from the middle of a piece begins with that piece. */
static void reading_may_begin_within_a_piece(void **state)
{
	struct test_store *place = *state;
	int64_t run = begin(place, caller(place, "Ada")).id;
	struct shown shown = {.size = 0};

	append_singly(place, run, 0, "abcde");
	assert_int_equal(store_snapshot_put(place->store, run, 1, 5, "s", 1), STORE_OK);
	append_singly(place, run, 5, "f");
	assert_int_equal(store_commands_each(place->store, run, 3, report, &shown), STORE_OK);
	assert_int_equal(shown.first, 0);
	assert_int_equal(shown.count, 6);
}

static void the_last_append_sent_again_is_known_again(void **state)
{
	struct test_store *place = *state;
	int64_t run = begin(place, caller(place, "Ada")).id;

	append_singly(place, run, 0, "abcde");
	assert_int_equal(store_snapshot_put(place->store, run, 1, 5, "s", 1), STORE_OK);
	append_singly(place, run, 5, "f");
	assert_int_equal(append(place, run, 1, 5, "f"), STORE_OK);
	assert_int_equal(append(place, run, 1, 5, "x"), STORE_GAP);
	assert_journal(place, run, "abcdef", 2);
}

/* Every piece goes into a message; one that was appended longer stays as it is. */
static void pieces_have_a_longest(void **state)
{
	static char text[LONG + 1];
	struct test_store *place = *state;
	int64_t run = begin(place, caller(place, "Ada")).id;
	struct journal *journal;
	uint32_t index = 0;

	memset(text, 'm', LONG);
	for (int i = 0; i < 50; i++, index += 1000)
		assert_int_equal(append(place, run, 1, index, text + LONG - 1000), STORE_OK);
	assert_int_equal(store_snapshot_put(place->store, run, 1, index, "s", 1), STORE_OK);
	journal = journal_of(place, run);
	assert_int_equal(journal->count, 50000);
	assert_true(journal->pieces == 4 && journal->longest <= 16384);
	free(journal);

	run = begin(place, caller(place, "Bob")).id;
	append_singly(place, run, 0, "ab");
	assert_int_equal(append(place, run, 1, 2, text), STORE_OK);
	append_singly(place, run, 2 + LONG, "cd");
	assert_int_equal(store_snapshot_put(place->store, run, 1, LONG + 4, "s", 1), STORE_OK);
	journal = journal_of(place, run);
	assert_int_equal(journal->count, LONG + 4);
	assert_int_equal(journal->pieces, 3);
	free(journal);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_snapshot_joins_what_came_since_the_last, set_up, tear_down),
		cmocka_unit_test_setup_teardown(the_end_joins_the_rest, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			a_join_that_is_undone_leaves_all_as_it_was, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			reading_may_begin_within_a_piece, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			the_last_append_sent_again_is_known_again, set_up, tear_down),
		cmocka_unit_test_setup_teardown(pieces_have_a_longest, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
