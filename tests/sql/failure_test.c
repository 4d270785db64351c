/*
 * The store when a statement fails: the answer, the sentence, and a database that did not change.
 *
 * A second connection damages the database (a table is renamed, a trigger refuses a write). Each
 * operation of the store's header is then called. After the repair the operation must succeed,
 * twice if it only reads: so a statement that was not reset is noticed.
 */
#include "tests/test.h"

#include "operations.h"
#include "sql/store_private.h"

/* ---- Reads that fail ---- */

static const struct read_of reads[] = {
	{"accounts", account_by_name},
	{"accounts", account_by_id},
	{"accounts", account_like},
	{"keys", key_of},
	{"keys", key_list},
	{"visits", visited},
	{"bundles", bundle_get},
	{"bundles", bundle_game},
	{"runs", game_last},
	{"runs", run_current},
	{"runs", run_by_id},
	{"births", run_birth},
	{"segments", run_each},
	{"segments", segment_at},
	{"commands", commands_each},
	{"digests", digests_each},
	{"snapshots", snapshot_get},
	{"scores", score_of_run},
	{"scores", score_unproven},
	{"scores", score_set_aside_last},
	{"holds", hold_get},
	{"accounts", accounts_unused},
	{"scores", scores_each},
	{"accounts", scores_of},
	{"ranks", scores_after_first},
	{"boards", games_each},
	{"records", record_of},
	{"scores", record_of},
	{"secrets", secret_of},
};

static void a_read_that_fails_answers_so_and_recovers(void **state)
{
	for (size_t i = 0; i < sizeof reads / sizeof *reads; i++)
		/* Opening reads the secret. */
		for (int prepared = reads[i].read == secret_of; prepared < 2; prepared++)
			check_read_fails(*state, &reads[i], prepared);
}

static void a_read_ends_its_transaction(void **state)
{
	check_no_read_stays(*state, reads, sizeof reads / sizeof *reads);
}

static void missing_and_damaged_rows(void **state)
{
	static const struct {
		const char *statements;
		enum store_answer (*read)(struct test_store *place);
		enum store_answer answer;
		const char *says;
	} rows[] = {
		{"DELETE FROM secrets", secret_of, STORE_NONE, ""},
		{"UPDATE secrets SET value = x'00'", secret_of, STORE_FAILED, ""},
		{"DELETE FROM births", run_birth, STORE_NONE, ""},
		{"DELETE FROM bundles", bundle_get, STORE_NONE, ""},
		{"DELETE FROM bundles", bundle_game, STORE_NONE, ""},
		{"DELETE FROM bundles", run_begin, STORE_FAILED, ""},
		{"DELETE FROM runs", game_last, STORE_NONE, ""},
		{"DELETE FROM runs", run_claim, STORE_NONE, ""},
		{"DELETE FROM runs", segment_at, STORE_NONE, ""},
		{"DELETE FROM runs", segment_add, STORE_NONE, ""},
		{"DELETE FROM runs", snapshot_put, STORE_NONE, ""},
		{"DELETE FROM runs", run_end, STORE_NONE, ""},
		{"DELETE FROM runs", run_quarantine, STORE_NONE, ""},
		{"DELETE FROM scores", score_of_run, STORE_NONE, ""},
		{"DELETE FROM scores", score_unproven, STORE_NONE, ""},
		{"DELETE FROM scores", score_verify, STORE_NONE, ""},
		{"DELETE FROM accounts", account_by_id, STORE_NONE, ""},
		{"DELETE FROM segments", run_by_id, STORE_FAILED, "a run has no segment"},
		{"DELETE FROM segments", run_each, STORE_FAILED, "a run has no segment"},
		{"UPDATE runs SET seed = x'00'", run_by_id, STORE_FAILED, "a run has no segment"},
		{"UPDATE segments SET content = x'00'", segment_at, STORE_FAILED, ""},
		{"UPDATE segments SET first_index = 1", segment_at, STORE_FAILED, ""},
		{"DELETE FROM accounts WHERE id = 2", run_begin, STORE_FAILED, "FOREIGN KEY"},
		{"UPDATE runs SET ended = 1", append_digested, STORE_STALE, ""},
		{"UPDATE runs SET ended = 1", snapshot_put, STORE_STALE, ""},
		{"UPDATE runs SET ended = 1", segment_add, STORE_STALE, ""},
		{"UPDATE runs SET ended = 1", run_claim, STORE_STALE, ""},
		{"UPDATE runs SET ended = 1", run_quarantine, STORE_NONE, ""},
		/* Ended, but without a score: that end was never written. */
		{"UPDATE runs SET ended = 1", run_end, STORE_STALE, ""},
		{"UPDATE runs SET next_index = 3, ended = 1", run_end, STORE_STALE, ""},
		{"UPDATE runs SET next_index = 3", run_end, STORE_GAP, ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct test_store *place;
		enum store_answer answer;

		set_up_full((void **)&place);
		damage(place, rows[i].statements);
		answer = rows[i].read(place);
		if (answer != rows[i].answer || !strstr(store_sentence(place->store), rows[i].says))
			fail_msg("%s: answer %d, \"%s\"", rows[i].statements, answer,
				store_sentence(place->store));
		assert_int_equal(rows[i].read(place), rows[i].answer);
		tear_down_full((void **)&place);
	}
	(void)state;
}

/* ---- Writes that fail ---- */

static const struct {
	const char *event;
	enum store_answer (*write)(struct test_store *place);
	enum store_answer refused; /* the answer when a constraint is broken */
} writes[] = {
	{"INSERT ON accounts", account_new, STORE_TAKEN},
	{"UPDATE OF hash ON accounts", set_hash, STORE_TAKEN},
	{"UPDATE OF options ON accounts", set_options, STORE_TAKEN},
	{"UPDATE OF wrong_passwords ON accounts", account_wrong, STORE_TAKEN},
	{"UPDATE OF wrong_passwords ON accounts", account_clear_news, STORE_TAKEN},
	{"UPDATE OF new_keys ON accounts", account_new_key, STORE_TAKEN},
	{"UPDATE OF locked ON accounts", account_lock, STORE_TAKEN},
	{"UPDATE OF name ON accounts", account_rename, STORE_TAKEN},
	{"UPDATE OF hash ON accounts", account_delete, STORE_TAKEN},
	{"DELETE ON keys", account_delete, STORE_TAKEN},
	{"UPDATE OF quarantined ON runs", account_delete, STORE_TAKEN},
	{"INSERT ON bans", ban_put, STORE_TAKEN},
	{"INSERT ON audit", audit_add, STORE_TAKEN},
	{"INSERT ON visits", visit, STORE_FAILED},
	{"INSERT ON keys", key_add, STORE_TAKEN},
	{"DELETE ON keys", key_remove, STORE_TAKEN},
	{"INSERT ON bundles", bundle_put, STORE_TAKEN},
	{"INSERT ON runs", run_begin, STORE_FAILED},
	{"INSERT ON births", run_begin, STORE_FAILED},
	{"INSERT ON segments", run_begin, STORE_FAILED},
	{"UPDATE OF epoch ON runs", run_claim, STORE_TAKEN},
	{"UPDATE OF quarantined ON runs", run_quarantine, STORE_TAKEN},
	{"INSERT ON segments", segment_add, STORE_FAILED},
	{"INSERT ON commands", append_digested, STORE_FAILED},
	{"UPDATE OF next_index ON runs", append_digested, STORE_FAILED},
	{"INSERT ON digests", append_digested, STORE_FAILED},
	{"DELETE ON commands", snapshot_put, STORE_FAILED},
	{"INSERT ON commands", snapshot_put, STORE_FAILED},
	{"INSERT ON snapshots", snapshot_put, STORE_FAILED},
	{"DELETE ON snapshots", snapshot_put, STORE_FAILED},
	{"INSERT ON scores", run_end, STORE_FAILED},
	{"UPDATE OF avenged_by ON scores", run_end, STORE_FAILED},
	{"DELETE ON commands", run_end, STORE_FAILED},
	{"INSERT ON commands", run_end, STORE_FAILED},
	{"DELETE ON snapshots", run_end, STORE_FAILED},
	{"UPDATE OF ended ON runs", run_end, STORE_FAILED},
	{"UPDATE OF proof ON scores", score_verify, STORE_TAKEN},
	{"UPDATE OF proof ON scores", score_set_aside, STORE_TAKEN},
	{"INSERT ON holds", hold_put, STORE_TAKEN},
	{"UPDATE OF scored ON scores", score_remove, STORE_TAKEN},
	{"UPDATE OF epitaph ON scores", score_epitaph, STORE_TAKEN},
};

/* How a trigger makes a write fail. The first two break a constraint; the second of them ends the
 * transaction, too. */
static const char *const refusals[] = {
	"SELECT RAISE(ABORT, 'refused')",
	"SELECT RAISE(ROLLBACK, 'refused')",
	"INSERT INTO nowhere VALUES (1)",
};

static void assert_everything(struct test_store *place, const char *before)
{
	char *after = everything(place);

	assert_string_equal(after, before);
	free(after);
}

static void check_refusal(struct test_store *place, size_t row, size_t refusal)
{
	char trigger[256];
	enum store_answer answer, wanted = refusal < 2 ? writes[row].refused : STORE_FAILED;
	const char *sentence = refusal < 2 ? "not saved: refused" : "nowhere";

	snprintf(trigger, sizeof trigger, "CREATE TRIGGER refusal BEFORE %s BEGIN %s; END",
		writes[row].event, refusals[refusal]);
	damage(place, trigger);
	answer = writes[row].write(place);
	if (answer != wanted || !strstr(store_sentence(place->store), sentence))
		fail_msg("%s: answer %d, \"%s\"", trigger, answer, store_sentence(place->store));
	damage(place, "DROP TRIGGER refusal");
	/* Any read makes the connection see the changed schema. */
	assert_int_equal(account_by_id(place), STORE_OK);
}

static void a_write_that_fails_changes_nothing(void **state)
{
	(void)state;
	for (size_t row = 0; row < sizeof writes / sizeof *writes; row++) {
		struct test_store *place;
		char *before, *after;

		set_up_full((void **)&place);
		before = everything(place);
		for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
			check_refusal(place, row, i);
			assert_everything(place, before);
		}
		assert_int_equal(writes[row].write(place), STORE_OK);
		after = everything(place);
		assert_string_not_equal(after, before);
		free(before);
		free(after);
		tear_down_full((void **)&place);
	}
}

/* Another connection that writes holds up BEGIN. The store would wait for two seconds. */
static void a_group_that_cannot_begin_is_a_failure(void **state)
{
	static const struct {
		enum store_answer (*write)(struct test_store *place);
	} rows[] = {{run_begin}, {snapshot_put}, {append_digested}, {run_end}};
	struct test_store *place = *state;
	sqlite3 *other;
	char path[128];

	snprintf(path, sizeof path, "%s/trapdoor.db", place->directory);
	assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
	sqlite3_busy_timeout(place->store->database, 0);
	assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(rows[i].write(place), STORE_FAILED);
		assert_non_null(strstr(store_sentence(place->store), "locked"));
	}
	sqlite3_close(other);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(rows[i].write(place), STORE_OK);
}

static void a_value_too_long_is_refused(void **state)
{
	struct test_store *place = *state;

	assert_int_equal(
		store_bundle_put(place->store, other_bundle, "attic", "x", (size_t)1 << 31),
		STORE_FAILED);
	assert_non_null(strstr(store_sentence(place->store), "a value was refused"));
	assert_int_equal(bundle_put(place), STORE_OK);
}

static void what_an_append_writes_is_all_there_is(void **state)
{
	struct test_store *place = *state;
	char *rows;

	assert_int_equal(append_digested(place), STORE_OK);
	rows = outside(place, "SELECT after_index, digest, parts FROM digests");
	assert_string_equal(rows, "3|77|NULL|\n6|66|NULL|\n7|67|NULL|\n");
	free(rows);
}

int main(void)
{
#define FULL(function) cmocka_unit_test_setup_teardown(function, set_up_full, tear_down_full)
	const struct CMUnitTest tests[] = {
		FULL(a_read_that_fails_answers_so_and_recovers),
		FULL(a_read_ends_its_transaction),
		cmocka_unit_test(missing_and_damaged_rows),
		cmocka_unit_test(a_write_that_fails_changes_nothing),
		FULL(a_group_that_cannot_begin_is_a_failure),
		FULL(a_value_too_long_is_refused),
		FULL(what_an_append_writes_is_all_there_is),
	};

	sqlite3_config(SQLITE_CONFIG_LOG, count_misuse, NULL);
	return cmocka_run_group_tests(tests, make_full_store, NULL);
}
