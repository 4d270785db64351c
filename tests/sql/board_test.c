/* The board, groups of writes, checks, copies and faults of the disk, at the store's header. */
#include "tests/test.h"

#include "place.h"

#include "sql/schema.h"

/* ---- Ends and the board ---- */

static void an_end_is_once_and_takes_the_snapshots(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_run run = begin(place, mina);
	struct store_score score = score_of(run.id, 50, true);
	struct store_score there;
	uint8_t *bytes;
	uint32_t index;
	size_t size;
	struct shown shown = {0};

	append(place, run.id, 1, 0, "abc");
	store_snapshot_put(place->store, run.id, 1, 3, "s", 1);
	assert_int_equal(store_run_end(place->store, 1, 2, &score), STORE_GAP);
	assert_int_equal(store_run_end(place->store, 1, 3, &score), STORE_OK);
	score.score = 9999;
	assert_int_equal(store_run_end(place->store, 1, 3, &score), STORE_OK);
	assert_int_equal(store_score_of(place->store, run.id, &there), STORE_OK);
	assert_int_equal(there.score, 50);
	assert_int_equal(
		store_snapshot_get(place->store, run.id, 0, &index, &bytes, &size), STORE_NONE);
	assert_int_equal(append(place, run.id, 1, 3, "d"), STORE_STALE);
	assert_int_equal(store_run_current(place->store, mina, "cellar", &run), STORE_NONE);
	assert_int_equal(store_commands_each(place->store, there.run, 0, report, &shown), STORE_OK);
	assert_string_equal(shown.bytes, "abc");
}

struct listed {
	size_t count;
	struct {
		char name[STORE_NAME_MAX + 1];
		unsigned rank;
		int score;
	} rows[16];
};

static bool list(void *context, unsigned rank, const struct store_score *score)
{
	struct listed *listed = context;

	strcpy(listed->rows[listed->count].name, score->name);
	listed->rows[listed->count].rank = rank;
	listed->rows[listed->count++].score = score->score;
	return true;
}

static void the_orders_of_the_board(void **state)
{
	static const struct {
		enum store_order order;
		const char *name;
		unsigned first, count;
		const char *says;
	} rows[] = {
		{STORE_BEST_RUNS, "", 0, 10, "1 Otto 300, 2 Mina 200, 3 Mina 100, 4 Otto 50"},
		{STORE_BEST_RUNS, "", 1, 2, "2 Mina 200, 3 Mina 100"},
		{STORE_BEST_RUNS, "mina", 0, 10, "2 Mina 200, 3 Mina 100"},
		{STORE_BEST_PLAYERS, "", 0, 10, "1 Otto 300, 2 Mina 200"},
		{STORE_BEST_PLAYERS, "MINA", 0, 10, "2 Mina 200"},
		{STORE_LATEST, "", 0, 2, "1 Otto 50, 2 Otto 300"},
		{STORE_DEATHS, "", 0, 10, "1 Otto 50, 2 Mina 200"},
	};
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t otto = caller(place, "Otto");

	finish(place, mina, 100, true, 1, 2);
	finish(place, mina, 200, true, 3, 4);
	finish(place, otto, 300, false, 5, 6);
	finish(place, otto, 50, true, 7, 8);
	store_score_verify(place->store, finish(place, otto, 9999, true, 9, 10).id, STORE_REFUTED);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct store_query query = {.order = rows[i].order,
			.game = "cellar",
			.first = rows[i].first,
			.count = rows[i].count};
		struct listed listed = {0};
		char text[256] = "";

		strcpy(query.name, rows[i].name);
		assert_int_equal(store_scores_each(place->store, &query, list, &listed), STORE_OK);
		for (size_t j = 0; j < listed.count; j++)
			sprintf(text + strlen(text), "%s%u %s %d", j ? ", " : "",
				listed.rows[j].rank, listed.rows[j].name, listed.rows[j].score);
		assert_string_equal(text, rows[i].says);
	}
}

static void unscored_runs_stand_on_no_board(void **state)
{
	struct test_store *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	struct store_score score = score_of(run.id, 50, true);
	struct store_query query = {.game = "cellar", .count = 10};

	score.scored = false;
	append(place, run.id, 1, 0, "Q");
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	for (int order = STORE_BEST_RUNS; order <= STORE_DEATHS; order++) {
		struct listed listed = {0};

		query.order = (enum store_order)order;
		assert_int_equal(store_scores_each(place->store, &query, list, &listed), STORE_OK);
		assert_int_equal(listed.count, 0);
	}
}

static bool report_game(void *context, const char *game, uint32_t runs)
{
	char *text = context;

	sprintf(text + strlen(text), "%s %u, ", game, (unsigned)runs);
	return true;
}

static void each_game_has_a_board_of_its_own(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_run run = begin_other(place, mina);
	struct store_score score = score_of(run.id, 900, true);
	struct store_record record;
	struct store_run current;
	char text[80] = "";

	/* The same caller, at the same time. */
	finish(place, mina, 100, true, 1, 2);
	assert_int_equal(store_run_current(place->store, mina, "attic", &current), STORE_OK);
	assert_int_equal(current.id, run.id);
	assert_int_equal(store_run_current(place->store, mina, "cellar", &current), STORE_NONE);
	append(place, run.id, 1, 0, "Q");
	strcpy(score.avenged, "Mina");
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	assert_int_equal(store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
	for (int order = STORE_BEST_RUNS; order <= STORE_DEATHS; order++) {
		for (int named = 0; named < 2; named++) {
			struct store_query query = {.order = (enum store_order)order,
				.game = "cellar",
				.name = "",
				.count = 10};
			struct listed listed = {0};

			strcpy(query.name, named ? "Mina" : "");
			assert_int_equal(
				store_scores_each(place->store, &query, list, &listed), STORE_OK);
			assert_int_equal(listed.count, 1);
			assert_int_equal(listed.rows[0].score, 100);
			assert_int_equal(listed.rows[0].rank, 1);
			memset(&listed, 0, sizeof listed);
			strcpy(query.game, "attic");
			assert_int_equal(
				store_scores_each(place->store, &query, list, &listed), STORE_OK);
			assert_int_equal(listed.count, 1);
			assert_int_equal(listed.rows[0].score, 900);
			assert_int_equal(listed.rows[0].rank, 1);
		}
	}
	assert_int_equal(store_record_of(place->store, mina, "attic", 2, &record), STORE_OK);
	assert_int_equal(record.runs, 1);
	assert_int_equal(record.best_score, 900);
	assert_int_equal(store_games_each(place->store, report_game, text), STORE_OK);
	assert_string_equal(text, "attic 1, cellar 1, ");
	/* Nobody is avenged from one game to the other. */
	assert_int_equal(store_score_of(place->store, run.id + 1, &score), STORE_OK);
	assert_string_equal(score.avenged_by, "");
}

static void avenging_marks_both_rows(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t first = finish(place, mina, 10, true, 1, 2).id;
	/* The clock jumps back before Otto begins. */
	int64_t latest = finish(place, mina, 20, true, 3, 4000).id;
	struct store_run run = begin_at(place, caller(place, "Otto"), 5);
	int64_t after = finish(place, mina, 30, true, 6, 7).id;
	struct store_score score = score_of(run.id, 50, false);
	struct store_score there;

	strcpy(score.avenged, "Mina Nobody");
	append(place, run.id, 1, 0, "Q");
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	assert_int_equal(store_score_of(place->store, run.id, &there), STORE_OK);
	assert_string_equal(there.avenged, "Mina Nobody");
	assert_int_equal(store_score_of(place->store, latest, &there), STORE_OK);
	assert_string_equal(there.avenged_by, "Otto");
	assert_int_equal(store_score_of(place->store, first, &there), STORE_OK);
	assert_string_equal(there.avenged_by, "");
	assert_int_equal(store_score_of(place->store, after, &there), STORE_OK);
	assert_string_equal(there.avenged_by, "");
}

static void an_epitaph_is_carved_once_by_its_owner(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t run = finish(place, mina, 10, true, 1, 2).id;
	struct store_score there;

	assert_int_equal(store_score_epitaph(place->store, run, mina + 1, "mine"), STORE_NONE);
	assert_int_equal(store_score_epitaph(place->store, run, mina, "here"), STORE_OK);
	assert_int_equal(store_score_epitaph(place->store, run, mina, "there"), STORE_NONE);
	assert_int_equal(store_score_of(place->store, run, &there), STORE_OK);
	assert_string_equal(there.epitaph, "here");
}

static void unproven_runs_come_in_order_of_ending(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t first = finish_unverified(place, mina, 10).id;
	int64_t second = finish_unverified(place, mina, 10).id;
	int64_t third = finish_unverified(place, mina, 10).id;
	int64_t cursor = 0;
	int64_t run;

	assert_int_equal(store_score_verify(place->store, second, STORE_VERIFIED), STORE_OK);
	assert_int_equal(store_score_unproven(place->store, &cursor, &run), STORE_OK);
	assert_int_equal(run, first);
	assert_int_equal(store_score_unproven(place->store, &cursor, &run), STORE_OK);
	assert_int_equal(run, third);
	assert_int_equal(store_score_unproven(place->store, &cursor, &run), STORE_NONE);
}

static void a_record_sums_up(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	struct store_record record;

	finish(place, mina, 10, true, 1, 20);
	finish(place, mina, 70, false, 1, 30);
	assert_int_equal(store_record_of(place->store, mina, "cellar", 2, &record), STORE_OK);
	assert_int_equal(record.runs, 2);
	assert_int_equal(record.wins, 1);
	assert_int_equal(record.best_score, 70);
	assert_int_equal(record.first, 20);
	assert_int_equal(record.last, 30);
}

/* ---- Groups, files, faults ---- */

static void a_group_is_whole_or_not_at_all(void **state)
{
	struct test_store *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));

	assert_true(store_begin(place->store));
	assert_int_equal(append(place, run.id, 1, 0, "abc"), STORE_OK);
	store_undo(place->store);
	assert_int_equal(append(place, run.id, 1, 3, "d"), STORE_GAP);
	assert_true(store_begin(place->store));
	assert_int_equal(append(place, run.id, 1, 0, "abc"), STORE_OK);
	assert_int_equal(append(place, run.id, 1, 3, "d"), STORE_OK);
	assert_true(store_commit(place->store));
	reopen(place);
	assert_int_equal(append(place, run.id, 1, 4, "e"), STORE_OK);
}

static bool collect_id(void *context, const struct store_run *run)
{
	int64_t *sum = context;

	*sum = *sum * 10 + run->id;
	return true;
}

static void runs_are_walked_in_order(void **state)
{
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina");
	int64_t sum = 0;

	finish(place, mina, 1, true, 1, 2);
	finish(place, mina, 1, true, 1, 2);
	begin(place, mina);
	assert_int_equal(store_run_each(place->store, 0, false, collect_id, &sum), STORE_OK);
	assert_int_equal(sum, 123);
	sum = 0;
	assert_int_equal(store_run_each(place->store, 1, true, collect_id, &sum), STORE_OK);
	assert_int_equal(sum, 2);
}

static void collect_fault(void *context, const char *sentence)
{
	snprintf(context, 512, "%s", sentence);
}

static void sql(struct test_store *place, const char *statement)
{
	char command[512];

	snprintf(command, sizeof command,
		"sqlite3 %s/trapdoor.db \"PRAGMA busy_timeout=2000; %s\" >/dev/null",
		place->directory, statement);
	assert_int_equal(system(command), 0);
}

static void a_check_finds_what_is_wrong(void **state)
{
	static const struct {
		const char *damage, *says;
	} rows[] = {
		{"UPDATE runs SET next_index = 7",
			"run 1: its journal does not have the length of the run"},
		{"UPDATE scores SET proof = 2",
			"run 1: is on a board it is not scored for, or not on its board"},
		{"UPDATE boards SET runs = 7",
			"game cellar: the number of its listed runs is wrong"},
		{"UPDATE ranks SET runs = 7", "game cellar: the counts for its ranks are wrong"},
		{"UPDATE commands SET first_index = 1",
			"run 1: its journal has a gap or an overlap"},
		{"DELETE FROM segments", "run 1: has no first segment"},
		{"DELETE FROM scores", "run 1: has ended but left no score"},
		{"UPDATE runs SET account = 99", "table runs: a row refers to a missing row"},
		{"UPDATE runs SET ended = 0", "run 1: has a score but has not ended"},
		{"INSERT INTO snapshots (run, at_index, bytes) VALUES (1, 9, x'00')",
			"run 1: has a snapshot after its last command or its end"},
		{"PRAGMA ignore_check_constraints = ON; UPDATE runs SET seed = x'00'",
			"the database file: CHECK constraint failed in runs"},
		{"ALTER TABLE snapshots RENAME TO away", "no such table: snapshots"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct test_store *place;
		char fault[512] = "";

		set_up((void **)&place);
		finish(place, caller(place, "Mina"), 1, true, 1, 2);
		assert_int_equal(store_check(place->store, collect_fault, fault), 0);
		sql(place, rows[i].damage);
		assert_true(store_check(place->store, collect_fault, fault) > 0);
		assert_string_equal(fault, rows[i].says);
		tear_down((void **)&place);
	}
	(void)state;
}

static void a_backup_is_a_store(void **state)
{
	struct test_store *place = *state;
	char path[128];
	char sentence[256];
	struct store *copy;
	struct store_account account;

	caller(place, "Mina");
	snprintf(path, sizeof path, "%s/copy", place->directory);
	assert_int_equal(mkdir(path, 0700), 0);
	strcat(path, "/trapdoor.db");
	assert_int_equal(store_backup(place->store, path), STORE_OK);
	*strrchr(path, '/') = '\0';
	copy = store_open(path, sentence, sizeof sentence);
	assert_non_null(copy);
	assert_int_equal(store_account_by_name(copy, "Mina", &account), STORE_OK);
	store_close(copy);
	assert_int_equal(store_backup(place->store, "/nowhere/at/all"), STORE_FAILED);
	assert_non_null(strstr(store_sentence(place->store), "/nowhere/at/all"));
}

/* A store as the first schema left it, with a caller in it. */
static void make_old_store(const char *directory)
{
	char command[256];
	FILE *shell;

	snprintf(command, sizeof command, "sqlite3 %s/trapdoor.db", directory);
	shell = popen(command, "w");
	assert_non_null(shell);
	fputs(schema_files[0].text, shell);
	fputs("PRAGMA application_id = 0x54524150; PRAGMA user_version = 1;"
	      "INSERT INTO accounts (name, created) VALUES ('Mina', 5);",
		shell);
	assert_int_equal(pclose(shell), 0);
}

static void an_older_store_is_copied_and_then_migrated(void **state)
{
	struct test_store *place = *state;
	struct store_account account;
	char command[256];

	store_close(place->store);
	place->store = NULL;
	snprintf(command, sizeof command, "rm %s/trapdoor.db*", place->directory);
	assert_int_equal(system(command), 0);
	make_old_store(place->directory);
	reopen(place);
	assert_int_equal(store_account_by_name(place->store, "Mina", &account), STORE_OK);
	assert_int_equal(store_check(place->store, collect_fault, command), 0);
	assert_int_equal(store_bundle_put(place->store, bundle, "cellar", "text", 4), STORE_OK);
	finish(place, account.id, 5, true, 1, 2);
	/* The copy is of before: it has the older number, and the caller. */
	snprintf(command, sizeof command,
		"test \"$(sqlite3 %s/trapdoor.db.schema-1 "
		"'PRAGMA user_version; SELECT name FROM accounts' | tr '\\n' ' ')\" = '1 Mina '",
		place->directory);
	assert_int_equal(system(command), 0);
	/* Once is enough. */
	snprintf(command, sizeof command, "rm %s/trapdoor.db.schema-1", place->directory);
	assert_int_equal(system(command), 0);
	reopen(place);
	snprintf(command, sizeof command, "test ! -e %s/trapdoor.db.schema-1", place->directory);
	assert_int_equal(system(command), 0);
}

/* A score of the first schema, read by this program: each later field has the value that its row
 * gives for a score without it. */
static void a_score_of_an_older_store_lacks_later_fields(void **state)
{
	struct test_store *place = *state;
	struct store_score score;
	char command[1024];

	store_close(place->store);
	place->store = NULL;
	snprintf(command, sizeof command, "rm %s/trapdoor.db*", place->directory);
	assert_int_equal(system(command), 0);
	make_old_store(place->directory);
	snprintf(command, sizeof command,
		"sqlite3 %s/trapdoor.db \"INSERT INTO runs (id, account, epoch, mode, ended, "
		"begun, seed)"
		" VALUES (7, 1, 1, 0, 1, 5, zeroblob(16)); INSERT INTO scores (run, account, mode, "
		"outcome, scored,"
		" died, score, depth, deepest, level, gold, turns, cause, killer, item, epitaph, "
		"avenged, ended)"
		" VALUES (7, 1, 0, 1, 1, 1, 950, 3, 4, 2, 60, 1200, 'killed', 'rat', 'rope', '', "
		"'', 9)\"",
		place->directory);
	assert_int_equal(system(command), 0);
	reopen(place);
	assert_int_equal(store_score_of(place->store, 7, &score), STORE_OK);
	assert_string_equal(score.name, "Mina");
	assert_int_equal(score.score, 950);
	assert_int_equal(score.turns, 1200);
#define ROW(type, field, missing)                                                                  \
	if ((missing) == RESULT_UNRECORDED)                                                        \
		assert_int_equal(score.field, RESULT_UNRECORDED);
	RESULT_NUMBERS(ROW)
#undef ROW
}

/* Opens an older store in which something is in the migration's way; it must stay as it was. */
static void migration_fails_over(
	struct test_store *place, const char *damage, const char *still_there)
{
	char sentence[256] = "";
	char command[512];

	store_close(place->store);
	snprintf(command, sizeof command, "rm %s/trapdoor.db*", place->directory);
	assert_int_equal(system(command), 0);
	make_old_store(place->directory);
	snprintf(command, sizeof command, "sqlite3 %s/trapdoor.db '%s'", place->directory, damage);
	assert_int_equal(system(command), 0);
	place->store = store_open(place->directory, sentence, sizeof sentence);
	assert_null(place->store);
	assert_non_null(strstr(sentence, schema_files[1].name));
	snprintf(command, sizeof command,
		"test \"$(sqlite3 %s/trapdoor.db 'PRAGMA user_version; SELECT name FROM "
		"sqlite_schema WHERE name = \"%s\"' | tr '\\n' ' ')\" = '1 %s '",
		place->directory, still_there, still_there);
	assert_int_equal(system(command), 0);
	snprintf(command, sizeof command, "test -e %s/trapdoor.db.schema-1", place->directory);
	assert_int_equal(system(command), 0);
}

static void a_migration_that_fails_changes_nothing(void **state)
{
	/* At its first statement; and at its second, when the first is to be undone. */
	migration_fails_over(*state, "DROP INDEX scores_of_account", "scores_best");
	migration_fails_over(
		*state, "CREATE INDEX scores_best_of_each ON scores (score)", "scores_of_account");
}

static void opening_refuses_by_a_sentence(void **state)
{
	static const struct {
		const char *damage, *says;
	} rows[] = {
		{"sqlite3 %s/trapdoor.db 'UPDATE writers SET oldest = 99; PRAGMA user_version = "
		 "99'",
			"newer trapdoor"},
		{"echo this is no database at all, whatever its name > %s/trapdoor.db",
			"trapdoor.db is damaged: file is not a database; keep a copy of it, and "
			"restore a backup"},
		{"rm %s/trapdoor.db; sqlite3 %s/trapdoor.db 'CREATE TABLE a (b)'",
			"another program's database"},
		{"rm %s/trapdoor.db; mkdir %s/trapdoor.db", "cannot be opened"},
	};
	struct test_store *place = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char command[256];
		char sentence[256] = "";

		store_close(place->store);
		_Pragma("GCC diagnostic push")
			_Pragma("GCC diagnostic ignored \"-Wformat-nonliteral\"") snprintf(command,
				sizeof command, rows[i].damage, place->directory, place->directory);
		_Pragma("GCC diagnostic pop") assert_int_equal(system(command), 0);
		place->store = store_open(place->directory, sentence, sizeof sentence);
		assert_null(place->store);
		if (!strstr(sentence, rows[i].says))
			fail_msg("\"%s\" does not say \"%s\"", sentence, rows[i].says);
		assert_non_null(strstr(sentence, place->directory));
		if (i == 0) {
			snprintf(command, sizeof command,
				"test \"$(sqlite3 %s/trapdoor.db 'PRAGMA user_version')\" = 99",
				place->directory);
			assert_int_equal(system(command), 0);
		}
	}
}

static void a_file_as_directory_is_a_sentence(void **state)
{
	char sentence[256] = "";

	assert_null(store_open("/dev/null", sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "/dev/null"));
	assert_null(store_open("/proc/nothing/here", sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "cannot create"));
	(void)state;
}

/* A full disk, played by a limit on the length of files: writes past it fail as on a disk without
 * room. */
static void a_full_disk_fails_the_write_and_loses_nothing(void **state)
{
	struct test_store *place = *state;
	struct store_run run = begin(place, caller(place, "Mina"));
	struct rlimit all;
	struct rlimit little;
	enum store_answer answer = STORE_OK;
	char filler[5001];
	uint32_t index = 0;

	memset(filler, 'x', 5000);
	filler[5000] = '\0';
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
	little = all;
	little.rlim_cur = 400000;
	setrlimit(RLIMIT_FSIZE, &little);
	for (int i = 0; i < 200 && answer == STORE_OK; i++) {
		answer = append(place, run.id, 1, index, filler);
		index += answer == STORE_OK ? 5000 : 0;
	}
	setrlimit(RLIMIT_FSIZE, &all);
	assert_int_equal(answer, STORE_FAILED);
	assert_non_null(strstr(store_sentence(place->store), place->directory));
	assert_int_equal(append(place, run.id, 1, index, filler), STORE_OK);
	reopen(place);
	assert_int_equal(store_run_by_id(place->store, run.id, &run), STORE_OK);
	assert_int_equal(run.next_index, index + 5000);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(an_end_is_once_and_takes_the_snapshots),
		TITLE(the_orders_of_the_board),
		TITLE(unscored_runs_stand_on_no_board),
		TITLE(each_game_has_a_board_of_its_own),
		TITLE(avenging_marks_both_rows),
		TITLE(an_epitaph_is_carved_once_by_its_owner),
		TITLE(unproven_runs_come_in_order_of_ending),
		TITLE(a_record_sums_up),
		TITLE(a_group_is_whole_or_not_at_all),
		TITLE(runs_are_walked_in_order),
		cmocka_unit_test(a_check_finds_what_is_wrong),
		TITLE(a_backup_is_a_store),
		TITLE(an_older_store_is_copied_and_then_migrated),
		TITLE(a_score_of_an_older_store_lacks_later_fields),
		TITLE(a_migration_that_fails_changes_nothing),
		TITLE(opening_refuses_by_a_sentence),
		cmocka_unit_test(a_file_as_directory_is_a_sentence),
		TITLE(a_full_disk_fails_the_write_and_loses_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
