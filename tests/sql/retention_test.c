/* Old replays and entries of the audit log are removed, and boards keep their proofs. Unused pages
 * go back to the disk. */
#include "tests/test.h"

#include "place.h"

#include <sqlite3.h>

#define OLD 1000 /* runs of these tests ended before, and others after */
#define CROWD (STORE_PLACES_MAX + 5)

static void sql(struct test_store *place, const char *text)
{
	char path[96];
	sqlite3 *outside;

	snprintf(path, sizeof path, "%s/trapdoor.db", place->directory);
	assert_int_equal(sqlite3_open(path, &outside), SQLITE_OK);
	sqlite3_busy_timeout(outside, 2000);
	if (sqlite3_exec(outside, text, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", text, sqlite3_errmsg(outside));
	sqlite3_close(outside);
}

static int64_t count_rows(struct test_store *place, const char *table, int64_t run)
{
	char path[96], text[128];
	sqlite3_stmt *statement;
	sqlite3 *outside;
	int64_t rows;

	snprintf(path, sizeof path, "%s/trapdoor.db", place->directory);
	assert_int_equal(sqlite3_open(path, &outside), SQLITE_OK);
	snprintf(text, sizeof text, "SELECT count(*) FROM %s WHERE run = %lld", table,
		(long long)run);
	assert_int_equal(sqlite3_prepare_v2(outside, text, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	rows = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(outside);
	return rows;
}

static void report_fault(void *context, const char *sentence)
{
	(void)context;
	fail_msg("the check says: %s", sentence);
}

/* Looks at all runs once. Returns how many were marked. */
static size_t expire_all(struct test_store *place)
{
	int64_t cursor = 0;
	size_t marked = 0, count;

	do {
		assert_int_equal(
			store_replays_expire(place->store, &cursor, OLD, &count), STORE_OK);
		marked += count;
	} while (cursor > 0);
	return marked;
}

static unsigned remove_all(struct test_store *place)
{
	unsigned pieces = 0;
	bool left = true;

	for (; left; pieces++)
		assert_int_equal(store_replays_remove(place->store, &left), STORE_OK);
	return pieces;
}

static bool read_row(void *context, unsigned rank, const struct store_score *score)
{
	struct test_store *place = context;
	struct store_segment segment;
	struct store_run run;
	struct shown shown = {0};

	(void)rank;
	assert_int_equal(store_run_by_id(place->store, score->run, &run), STORE_OK);
	assert_int_equal(store_segment_at(place->store, score->run, 0, &segment), STORE_OK);
	assert_int_equal(
		store_commands_each(place->store, score->run, 0, report, &shown), STORE_OK);
	assert_int_equal(shown.count, run.next_index);
	return true;
}

/* Every row of every board has its proof. */
static void expect_proofs(struct test_store *place, const char *name)
{
	for (int order = STORE_BEST_RUNS; order <= STORE_CONDUCTS; order++) {
		struct store_query query = {
			.order = (enum store_order)order, .game = "cellar", .count = 5000};

		snprintf(query.name, sizeof query.name, "%s", name);
		assert_int_equal(
			store_scores_each(place->store, &query, read_row, place), STORE_OK);
	}
}

/* Otto has more runs than a board has places, each better than the one before, and Mina's first is
 * worse than all of them. */
static int64_t fill_boards(struct test_store *place, int64_t mina, int64_t otto)
{
	int64_t worst;

	assert_true(store_begin(place->store));
	worst = finish(place, mina, 1, true, 1, 2).id;
	for (int i = 0; i < CROWD; i++)
		finish(place, otto, 100 + i, true, 1, 2);
	finish(place, mina, 5000, true, 1, 2);
	assert_true(store_commit(place->store));
	return worst;
}

static void a_low_score_loses_its_replay_and_its_place(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina"), otto = caller(place, "Otto");
	int64_t worst = fill_boards(place, mina, otto);
	struct store_record before, after;
	struct store_score score;
	struct store_run run;

	assert_int_equal(store_record_of(place->store, mina, "cellar", 2, &before), STORE_OK);
	/* Mina's, and those of Otto after place 2,000. */
	assert_int_equal(expire_all(place), 1 + 1 + CROWD - STORE_PLACES_MAX);
	assert_int_equal(expire_all(place), 0);
	/* A marked run is on no board before its first row is removed. */
	expect_proofs(place, "");
	expect_proofs(place, "Mina");
	assert_int_equal(store_check(place->store, report_fault, NULL), 0);
	assert_true(remove_all(place) > 1);
	expect_proofs(place, "");
	expect_proofs(place, "Mina");
	assert_int_equal(store_check(place->store, report_fault, NULL), 0);
	assert_int_equal(count_rows(place, "commands", worst), 0);
	assert_int_equal(count_rows(place, "segments", worst), 0);
	assert_int_equal(count_rows(place, "births", worst), 0);
	assert_int_equal(store_run_by_id(place->store, worst, &run), STORE_NONE);
	assert_int_equal(store_score_of(place->store, worst, &score), STORE_OK);
	assert_int_equal(store_record_of(place->store, mina, "cellar", 2, &after), STORE_OK);
	assert_int_equal(after.runs, before.runs);
	assert_int_equal(after.turns, before.turns);
	assert_int_equal(after.best_score, before.best_score);
	/* It does not come back, and may still be taken out of the record. */
	store_score_verify(place->store, worst, STORE_VERIFIED);
	expect_proofs(place, "Mina");
	assert_int_equal(store_score_remove(place->store, worst), STORE_OK);
	assert_int_equal(store_record_of(place->store, mina, "cellar", 2, &after), STORE_OK);
	assert_int_equal(after.runs, before.runs - 1);
	assert_int_equal(store_check(place->store, report_fault, NULL), 0);
}

static bool count_score(void *context, unsigned rank, const struct store_score *score)
{
	assert_int_equal(score->conducts, 3);
	*(unsigned *)context += rank;
	return true;
}

/* Mina's first run has the fewest points of all, and is the only one that kept a conduct. */
static void a_run_on_the_board_of_conducts_keeps_its_replay(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina"), otto = caller(place, "Otto");
	struct store_query query = {.order = STORE_CONDUCTS, .game = "cellar", .count = 9};
	int64_t worst = finish_keeping(place, mina, 1, 3);
	unsigned rows = 0;

	assert_int_equal(store_score_verify(place->store, worst, STORE_VERIFIED), STORE_OK);
	fill_boards(place, mina, otto);
	assert_int_equal(expire_all(place), 1 + 1 + CROWD - STORE_PLACES_MAX);
	remove_all(place);
	expect_proofs(place, "");
	assert_int_equal(store_scores_each(place->store, &query, count_score, &rows), STORE_OK);
	assert_int_equal(rows, 1);
	assert_int_equal(count_rows(place, "commands", worst), 1);
	assert_int_equal(store_check(place->store, report_fault, NULL), 0);
}

static void only_old_and_judged_runs_lose_their_replays(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t refuted = finish(place, mina, 5, true, 1, 2).id;
	int64_t removed = finish(place, mina, 6, true, 1, 2).id;
	int64_t young = finish(place, mina, 7, true, 1, OLD).id;
	int64_t aside = finish_unverified(place, mina, 8).id;
	int64_t unverified = finish_unverified(place, mina, 9).id;
	int64_t best = finish(place, mina, 4, true, 1, 2).id;
	int64_t current = begin_at(place, mina, 1).id;
	const int64_t kept[] = {aside, unverified, best, current};
	struct store_run run;

	assert_int_equal(store_score_verify(place->store, refuted, STORE_REFUTED), STORE_OK);
	assert_int_equal(store_score_remove(place->store, removed), STORE_OK);
	assert_int_equal(store_score_remove(place->store, young), STORE_OK);
	assert_int_equal(store_score_set_aside(place->store, aside), STORE_OK);
	assert_int_equal(expire_all(place), 2);
	remove_all(place);
	assert_int_equal(store_run_by_id(place->store, refuted, &run), STORE_NONE);
	assert_int_equal(store_run_by_id(place->store, removed, &run), STORE_NONE);
	assert_int_equal(store_run_by_id(place->store, young, &run), STORE_OK);
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		assert_int_equal(store_run_by_id(place->store, kept[i], &run), STORE_OK);
	/* A broken save is kept for its player; a run of a deleted account is not. */
	assert_int_equal(store_run_quarantine(place->store, current, "broken"), STORE_OK);
	current = begin_at(place, mina, 1).id;
	char name[STORE_NAME_MAX + 1];
	assert_int_equal(store_account_delete(place->store, mina, 3, name), STORE_OK);
	assert_int_equal(expire_all(place), 1);
	remove_all(place);
	assert_int_equal(store_run_by_id(place->store, current, &run), STORE_NONE);
	assert_int_equal(store_run_by_id(place->store, kept[3], &run), STORE_OK);
	assert_int_equal(store_check(place->store, report_fault, NULL), 0);
}

/* ---- The audit log ---- */

static bool count_entry(void *context, const struct store_audit *entry)
{
	assert_true(entry->at >= OLD);
	++*(unsigned *)context;
	return true;
}

static void old_entries_of_the_audit_log_go(void **state)
{
	struct test_store *place = *state;
	struct store_audit entry = {.uid = 1, .actor = "root", .action = "ban"};
	struct store_audit_query query = {.before_at = INT64_MAX, .before_id = INT64_MAX};
	unsigned entries = 0;
	size_t count, pieces = 0;

	for (entry.at = OLD - 150; entry.at < OLD + 3; entry.at++)
		assert_int_equal(store_audit_add(place->store, &entry), STORE_OK);
	do {
		assert_int_equal(store_audit_expire(place->store, OLD, &count), STORE_OK);
		pieces++;
	} while (count);
	assert_int_equal(pieces, 4);
	assert_int_equal(
		store_audit_each(place->store, &query, 100, count_entry, &entries), STORE_OK);
	assert_int_equal(entries, 3);
	/* The triggers hold for the rest. */
	char path[96], *why = NULL;
	sqlite3 *outside;
	snprintf(path, sizeof path, "%s/trapdoor.db", place->directory);
	assert_int_equal(sqlite3_open(path, &outside), SQLITE_OK);
	assert_int_not_equal(
		sqlite3_exec(outside, "DELETE FROM audit", NULL, NULL, &why), SQLITE_OK);
	assert_string_equal(why, "the audit log is append-only");
	sqlite3_free(why);
	sqlite3_close(outside);
	assert_int_equal(store_audit_add(place->store, &entry), STORE_OK);
}

/* ---- Unused pages ---- */

static void make_unused(struct test_store *place)
{
	sql(place, "CREATE TABLE ballast (bytes); INSERT INTO ballast VALUES (zeroblob(4000000));"
		   " DELETE FROM ballast; DROP TABLE ballast");
}

static uint64_t size_of(struct test_store *place)
{
	struct stat facts;
	char path[96];

	sql(place, "PRAGMA wal_checkpoint(TRUNCATE)");
	snprintf(path, sizeof path, "%s/trapdoor.db", place->directory);
	assert_int_equal(stat(path, &facts), 0);
	return (uint64_t)facts.st_size;
}

static void unused_pages_are_returned_step_by_step(void **state)
{
	struct test_store *place = *state;
	uint64_t size = size_of(place), unused;
	unsigned steps = 0;

	assert_true(store_vacuum_possible(place->store));
	make_unused(place);
	assert_true(size_of(place) > size + 3900000);
	for (unused = store_unused_bytes(place->store); unused > 0; steps++) {
		uint64_t before = unused;

		assert_int_equal(store_vacuum_step(place->store), STORE_OK);
		unused = store_unused_bytes(place->store);
		assert_true(unused < before && before - unused <= 16 * 4096);
	}
	assert_true(steps > 10);
	assert_true(size_of(place) <= size + 8192);
	assert_int_equal(store_check(place->store, report_fault, NULL), 0);
}

static void an_older_database_is_rewritten_once(void **state)
{
	struct test_store *place = *state;
	uint64_t size = size_of(place);

	store_close(place->store);
	sql(place, "PRAGMA auto_vacuum = NONE; VACUUM");
	place->store = NULL;
	reopen(place);
	assert_false(store_vacuum_possible(place->store));
	make_unused(place);
	assert_int_equal(store_vacuum_whole(place->store), STORE_OK);
	assert_true(store_vacuum_possible(place->store));
	assert_true(size_of(place) <= size + 8192);
	assert_int_equal(store_check(place->store, report_fault, NULL), 0);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(a_low_score_loses_its_replay_and_its_place),
		TITLE(a_run_on_the_board_of_conducts_keeps_its_replay),
		TITLE(only_old_and_judged_runs_lose_their_replays),
		TITLE(old_entries_of_the_audit_log_go),
		TITLE(unused_pages_are_returned_step_by_step),
		TITLE(an_older_database_is_rewritten_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
