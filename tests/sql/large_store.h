/*
 * A store of many accounts and runs, for tests and benchmarks of what grows with them.
 *
 * The rows are written in bulk into an empty store, without triggers and with few indices; both are
 * made after that, so that an index is sorted once. The counts of boards come from the rows; a
 * check of the store compares them. Every value follows from the number of its row.
 */
#ifndef TRAPDOOR_TESTS_SQL_LARGE_STORE_H
#define TRAPDOOR_TESTS_SQL_LARGE_STORE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql/store.h"

/* The rows of a store with ?1 accounts and ?2 runs of the game ?3 that have ended. Each hundredth
 * account has a run that has not. Scores are below 4,096 and skewed towards 0; of the first 500
 * each eleventh is not verified, and waits if none is better. */
static const char *const large_rows[] = {
	"INSERT INTO bundles (digest, game, bytes) VALUES (CAST('the content' || x'0000000000' AS "
	"BLOB), ?3, x'00')",
	"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) "
	"INSERT INTO accounts (id, name, hash, created, skeleton) SELECT i, 'Player' || i, 'hash', "
	"i,"
	" skeleton('Player' || i) FROM n",
	"INSERT INTO keys SELECT id, 'SHA256:' || id, 'key', id FROM accounts",
	"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2) "
	"INSERT INTO runs (id, account, epoch, mode, next_index, ended, begun, seed, game) "
	"SELECT i, 1 + i % ?1, 1, 0, 1, 1, i, zeroblob(16), ?3 FROM n",
	"INSERT INTO scores (number, run, account, mode, proof, outcome, scored, died, score, "
	"depth, deepest, level, gold, turns, cause, killer, item, epitaph, avenged, ended, game, "
	"listed, conducts) SELECT id, id, account, 0, id % 11 <> 0 OR id > 500, 1 + id % 4, 1, id "
	"% 4 = 0, "
	"(id * 7919 % 64) * (id * 104729 % 64), 2, 1 + id % 20, 3, 4, id % 5000, "
	"'killed by a rat', 'rat', 'rope', '', '', id, ?3, 1, id * 37 % 1024 FROM runs",
	"UPDATE scores SET listed = 0, waiting = 1 WHERE proof = 0 AND score >= (SELECT max(score) "
	"FROM scores WHERE proof = 1)",
	"INSERT INTO runs (account, epoch, mode, next_index, ended, begun, seed, game) "
	"SELECT id, 1, 0, 1, 0, id, zeroblob(16), ?3 FROM accounts WHERE id % 100 = 0",
	"INSERT INTO births SELECT id, x'00' FROM runs",
	"INSERT INTO segments SELECT id, 1, 0, 1, (SELECT digest FROM bundles), NULL FROM runs",
	"INSERT INTO commands SELECT id, 0, 1, x'00' FROM runs",
	"INSERT INTO snapshots (run, at_index, bytes) SELECT id, 1, x'00' FROM runs WHERE ended = "
	"0",
	"INSERT INTO boards SELECT game, count(*) FROM scores WHERE listed = 1 GROUP BY game",
};

/* With the indices scores_best_of and scores_deaths, which they search for each account. */
static const char *const large_marks[] = {
	"UPDATE scores SET best = 1 WHERE number IN (SELECT (SELECT number FROM scores WHERE "
	"listed "
	"= 1 AND game = ?3 AND account = accounts.id ORDER BY score DESC, number LIMIT 1) FROM "
	"accounts)",
	"UPDATE scores SET grave = 1 WHERE number IN (SELECT (SELECT max(number) FROM scores WHERE "
	"listed = 1 AND died = 1 AND game = ?3 AND account = accounts.id) FROM accounts)",
	"INSERT INTO records SELECT account, game, outcome, count(*), sum(turns), max(deepest), "
	"min(ended), max(ended) FROM scores WHERE listed = 1 GROUP BY account, game, outcome",
	"INSERT INTO ranks SELECT game, 0, column1, (score + 2147483648) >> column1, sum(runs) "
	"FROM "
	"(SELECT game, score, count(*) AS runs FROM scores WHERE listed = 1 GROUP BY game, score), "
	"(VALUES (0), (4), (8), (12), (16), (20), (24), (28)) GROUP BY game, column1, "
	"(score + 2147483648) >> column1",
	"INSERT INTO ranks SELECT game, 1, column1, (score + 2147483648) >> column1, sum(runs) "
	"FROM "
	"(SELECT game, score, count(*) AS runs FROM scores WHERE best = 1 GROUP BY game, score), "
	"(VALUES (0), (4), (8), (12), (16), (20), (24), (28)) GROUP BY game, column1, "
	"(score + 2147483648) >> column1",
};

struct large {
	sqlite3 *database;
	long accounts, runs;
	const char *game;
};

static inline bool large_run(const struct large *large, const char *text)
{
	sqlite3_stmt *statement = NULL;
	bool done = sqlite3_prepare_v2(large->database, text, -1, &statement, NULL) == SQLITE_OK;

	/* A statement without a parameter refuses it, which does no harm. */
	sqlite3_bind_int64(statement, 1, large->accounts);
	sqlite3_bind_int64(statement, 2, large->runs);
	sqlite3_bind_text(statement, 3, large->game, -1, SQLITE_STATIC);
	done = done && sqlite3_step(statement) == SQLITE_DONE;
	if (!done)
		fprintf(stderr, "large store: %s: %s\n", text, sqlite3_errmsg(large->database));
	sqlite3_finalize(statement);
	return done;
}

static inline bool large_run_all(
	const struct large *large, const char *const *statements, size_t count)
{
	bool done = true;

	for (size_t i = 0; done && i < count; i++)
		done = large_run(large, statements[i]);
	return done;
}

/* ---- Indices and triggers ---- */

#define LARGE_OBJECTS_MAX 64
struct large_objects {
	size_t count;
	char *names[LARGE_OBJECTS_MAX], *texts[LARGE_OBJECTS_MAX];
	bool triggers[LARGE_OBJECTS_MAX], made[LARGE_OBJECTS_MAX];
};

/* Keeps the texts of all indices and triggers, and drops them. */
static inline bool large_drop(const struct large *large, struct large_objects *objects)
{
	sqlite3_stmt *statement = NULL;
	bool done = true;

	sqlite3_prepare_v2(large->database,
		"SELECT type = 'trigger', name, sql FROM sqlite_schema WHERE type IN ('index', "
		"'trigger') AND sql IS NOT NULL ORDER BY type, rowid",
		-1, &statement, NULL);
	while (sqlite3_step(statement) == SQLITE_ROW && objects->count < LARGE_OBJECTS_MAX) {
		size_t at = objects->count++;

		objects->triggers[at] = sqlite3_column_int(statement, 0);
		objects->names[at] = strdup((const char *)sqlite3_column_text(statement, 1));
		objects->texts[at] = strdup((const char *)sqlite3_column_text(statement, 2));
	}
	sqlite3_finalize(statement);
	for (size_t i = 0; done && i < objects->count; i++) {
		char text[128];

		snprintf(text, sizeof text, "DROP %s %s",
			objects->triggers[i] ? "TRIGGER" : "INDEX", objects->names[i]);
		done = large_run(large, text);
	}
	return done;
}

/* Makes again those of a name (NULL: all that are left). */
static inline bool large_make(
	const struct large *large, struct large_objects *objects, const char *name)
{
	bool done = true;

	for (size_t i = 0; done && i < objects->count; i++) {
		if (objects->made[i] || (name && strcmp(objects->names[i], name) != 0))
			continue;
		objects->made[i] = true;
		done = large_run(large, objects->texts[i]);
	}
	return done;
}

static inline void large_objects_free(struct large_objects *objects)
{
	for (size_t i = 0; i < objects->count; i++) {
		free(objects->names[i]);
		free(objects->texts[i]);
	}
}

/* ---- The store ---- */

static inline void large_skeleton(sqlite3_context *context, int count, sqlite3_value **values)
{
	char skeleton[STORE_NAME_MAX + 1];

	(void)count;
	store_skeleton((const char *)sqlite3_value_text(values[0]), skeleton);
	sqlite3_result_text(context, skeleton, -1, SQLITE_TRANSIENT);
}

static inline bool large_open(const char *state, struct large *large)
{
	char path[512], sentence[256];
	struct store *empty = store_open(state, sentence, sizeof sentence);

	if (!empty)
		return false;
	store_close(empty);
	snprintf(path, sizeof path, "%s/trapdoor.db", state);
	return sqlite3_open(path, &large->database) == SQLITE_OK &&
	       sqlite3_create_function(large->database, "skeleton", 1, SQLITE_UTF8, NULL,
		       large_skeleton, NULL, NULL) == SQLITE_OK &&
	       sqlite3_exec(large->database,
		       "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = "
		       "-131072; BEGIN",
		       NULL, NULL, NULL) == SQLITE_OK;
}

#define LARGE_COUNT(list) (sizeof(list) / sizeof *(list))

/* Writes STATE/trapdoor.db, which must not exist. */
static inline bool large_store_write(const char *state, long accounts, long runs, const char *game)
{
	struct large large = {.accounts = accounts, .runs = runs, .game = game};
	struct large_objects objects = {0};
	bool done = large_open(state, &large) && large_drop(&large, &objects) &&
		    large_run_all(&large, large_rows, LARGE_COUNT(large_rows)) &&
		    large_make(&large, &objects, "scores_best_of") &&
		    large_make(&large, &objects, "scores_deaths") &&
		    large_run_all(&large, large_marks, LARGE_COUNT(large_marks)) &&
		    large_make(&large, &objects, NULL) &&
		    sqlite3_exec(large.database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;

	large_objects_free(&objects);
	sqlite3_close(large.database);
	return done;
}

#endif
