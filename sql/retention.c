/*
 * Retention: what is removed after a time, in pieces that delay no commit.
 *
 * A replay goes in two steps. First the run is marked, and taken off the lists that show it, in one
 * transaction. Then its rows are removed, some at a time. Its score stays, and counts.
 */
#include "store_private.h"

#include <stdio.h>

/* Runs looked at, and rows removed, by one call. */
#define RUNS_AT_ONCE 5
#define ROWS_AT_ONCE 50
#define SAVES_AT_ONCE 2
#define VACUUM_PAGES "16"

struct candidate {
	int64_t run, listed, number, score;
	char game[STORE_GAME_MAX + 1];
};

/* ---- Replays ---- */

/* Reads a number; `missing` if there is none or the database does not answer. */
static int64_t number_of(struct store *store, sqlite3_stmt *statement, int64_t missing)
{
	int64_t number;

	return statement_number(store, statement, &number) == STORE_OK ? number : missing;
}

/* True if a board of all players may show the run: it is among the best, among the latest, or among
 * those that kept the most conducts. */
static bool shown(struct store *store, const struct candidate *candidate)
{
	if (candidate->listed != 1)
		return false;
	if (number_of(store,
		    statement_bind(store, STATEMENT_RANK, "iis", (int64_t)0, candidate->score,
			    candidate->game),
		    0) <= STORE_PLACES_MAX ||
		number_of(store,
			statement_bind(store, STATEMENT_CONDUCTS_SHOW, "ii", candidate->number,
				(int64_t)STORE_CONDUCTS_PLACES),
			0))
		return true;
	return number_of(store,
		       statement_bind(store, STATEMENT_SCORES_NEWER, "sii", candidate->game,
			       candidate->number, (int64_t)STORE_PLACES_MAX),
		       0) < STORE_PLACES_MAX;
}

static enum store_answer find_candidates(struct store *store, int64_t after, int64_t last,
	int64_t before, struct candidate found[RUNS_AT_ONCE], size_t *count)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_PRUNE_CANDIDATES, "iii", after, last, before);
	enum step step;

	*count = 0;
	while ((step = statement_step(store, statement)) == STEP_ROW && *count < RUNS_AT_ONCE) {
		struct candidate *candidate = &found[(*count)++];

		candidate->run = sqlite3_column_int64(statement, 0);
		candidate->listed = sqlite3_column_int64(statement, 1);
		candidate->number = sqlite3_column_int64(statement, 2);
		candidate->score = sqlite3_column_int64(statement, 3);
		column_text(statement, 4, candidate->game, sizeof candidate->game);
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

static enum store_answer mark(struct store *store, int64_t run)
{
	enum store_answer answer =
		statement_run(store, statement_bind(store, STATEMENT_RUN_PRUNE, "i", run));

	return answer == STORE_OK ? statement_run(store,
					    statement_bind(store, STATEMENT_SCORE_UNSHOW, "i", run))
				  : answer;
}

enum store_answer store_replays_expire(
	struct store *store, int64_t *cursor, int64_t before, size_t *count)
{
	struct candidate found[RUNS_AT_ONCE];
	int64_t last = number_of(store,
		statement_bind(store, STATEMENT_PRUNE_LAST, "ii", *cursor, (int64_t)RUNS_AT_ONCE),
		0);
	enum store_answer answer;
	size_t candidates;
	bool own;

	*count = 0;
	answer = find_candidates(store, *cursor, last, before, found, &candidates);
	if (answer != STORE_OK || !group_enter(store, &own))
		return STORE_FAILED;
	for (size_t i = 0; i < candidates && answer == STORE_OK; i++) {
		if (shown(store, &found[i]))
			continue;
		answer = mark(store, found[i].run);
		++*count;
	}
	*cursor = last;
	return group_leave(store, own, answer);
}

/* Removes some of the run's rows. *removed: how many. */
static enum store_answer remove_rows(struct store *store, int64_t run, size_t *removed)
{
	static const struct {
		enum statement statement;
		int64_t most;
	} tables[] = {{STATEMENT_PRUNE_COMMANDS, ROWS_AT_ONCE},
		{STATEMENT_PRUNE_DIGESTS, ROWS_AT_ONCE}, {STATEMENT_PRUNE_SEGMENTS, SAVES_AT_ONCE},
		{STATEMENT_PRUNE_SNAPSHOTS, SAVES_AT_ONCE}, {STATEMENT_PRUNE_BIRTHS, 1}};
	enum store_answer answer = STORE_OK;

	*removed = 0;
	for (size_t i = 0; i < sizeof tables / sizeof *tables && answer == STORE_OK && !*removed;
		i++) {
		answer = statement_run(store,
			statement_bind(store, tables[i].statement, "ii", run, tables[i].most));
		*removed = (size_t)sqlite3_changes(store->database);
	}
	return answer;
}

enum store_answer store_replays_remove(struct store *store, bool *left)
{
	int64_t run = number_of(store, statement_bind(store, STATEMENT_PRUNING, ""), 0);
	enum store_answer answer;
	size_t removed;
	bool own;

	*left = run > 0;
	if (!*left)
		return STORE_OK;
	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = remove_rows(store, run, &removed);
	if (answer == STORE_OK && removed == 0)
		answer =
			statement_run(store, statement_bind(store, STATEMENT_RUN_PRUNED, "i", run));
	return group_leave(store, own, answer);
}

/* ---- The audit log ---- */

enum store_answer store_audit_expire(struct store *store, int64_t before, size_t *count)
{
	enum store_answer answer;
	bool own;

	*count = 0;
	if (number_of(store, statement_bind(store, STATEMENT_AUDIT_OLDEST, ""), before) >= before)
		return STORE_OK;
	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = statement_run(store, statement_bind(store, STATEMENT_HORIZON_PUT, "i", before));
	if (answer == STORE_OK)
		answer = statement_run(store, statement_bind(store, STATEMENT_AUDIT_EXPIRE, "ii",
						      before, (int64_t)ROWS_AT_ONCE));
	*count = (size_t)sqlite3_changes(store->database);
	return group_leave(store, own, answer);
}

/* ---- Unused pages ---- */

static int64_t pragma_value(struct store *store, const char *pragma)
{
	sqlite3_stmt *statement = NULL;
	int64_t value = -1;

	if (sqlite3_prepare_v2(store->database, pragma, -1, &statement, NULL) == SQLITE_OK &&
		sqlite3_step(statement) == SQLITE_ROW)
		value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return value;
}

bool store_vacuum_possible(struct store *store)
{
	return pragma_value(store, "PRAGMA auto_vacuum") == 2;
}

uint64_t store_unused_bytes(struct store *store)
{
	int64_t pages = pragma_value(store, "PRAGMA freelist_count");
	int64_t size = pragma_value(store, "PRAGMA page_size");

	return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

enum store_answer store_vacuum_step(struct store *store)
{
	if (sqlite3_exec(store->database, "PRAGMA incremental_vacuum(" VACUUM_PAGES ")", NULL, NULL,
		    NULL) == SQLITE_OK)
		return STORE_OK;
	store_complain(store, "cannot return unused pages");
	return STORE_FAILED;
}

enum store_answer store_vacuum_whole(struct store *store)
{
	int code;

	/* The copy that SQLite makes would otherwise be in memory. */
	sqlite3_free(sqlite3_temp_directory);
	sqlite3_temp_directory = sqlite3_mprintf("%s", store->directory);
	sqlite3_exec(store->database, "PRAGMA temp_store = FILE", NULL, NULL, NULL);
	code = sqlite3_exec(
		store->database, "PRAGMA auto_vacuum = INCREMENTAL; VACUUM", NULL, NULL, NULL);
	if (code != SQLITE_OK)
		store_complain(store, "cannot be rewritten");
	sqlite3_exec(store->database, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
	sqlite3_free(sqlite3_temp_directory);
	sqlite3_temp_directory = NULL;
	return code == SQLITE_OK ? STORE_OK : STORE_FAILED;
}
