/*
 * A store of many accounts and runs, for tests and benchmarks of what grows with them.
 *
 * The rows are written in bulk under the schema before the boards were counted. Opening the store
 * then migrates it, so that its counts are those of the migration. Every value follows from the
 * number of its row.
 */
#ifndef TRAPDOOR_TESTS_SQL_LARGE_STORE_H
#define TRAPDOOR_TESTS_SQL_LARGE_STORE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "sql/schema.h"
#include "sql/store.h"

/* Files of the schema before 007-counted-boards.sql. */
#define LARGE_SCHEMA 6

/* The rows of a store with ?1 accounts and ?2 runs of the game ?3 that have ended. Each hundredth
 * account has a run that has not. Scores are below 4,096 and skewed towards 0. */
static const char *const large_rows[] = {
	"INSERT INTO bundles (digest, game, bytes) VALUES (CAST('the content' || x'0000000000' AS "
	"BLOB), ?3, x'00')",
	"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) "
	"INSERT INTO accounts (id, name, hash, created) SELECT i, 'Player' || i, 'hash', i FROM n",
	"INSERT INTO keys SELECT id, 'SHA256:' || id, 'key', id FROM accounts",
	"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2) "
	"INSERT INTO runs (id, account, epoch, mode, next_index, ended, begun, seed, game) "
	"SELECT i, 1 + i % ?1, 1, 0, 1, 1, i, zeroblob(16), ?3 FROM n",
	"INSERT INTO scores (number, run, account, mode, proof, outcome, scored, died, score, "
	"depth, deepest, level, gold, turns, cause, killer, item, epitaph, avenged, ended, game) "
	"SELECT id, id, account, 0, id % 11 <> 0, 1 + id % 4, 1, id % 4 = 0, "
	"(id * 7919 % 64) * (id * 104729 % 64), 2, 1 + id % 20, 3, 4, id % 5000, "
	"'killed by a rat', 'rat', 'rope', '', '', id, ?3 FROM runs",
	"INSERT INTO runs (account, epoch, mode, next_index, ended, begun, seed, game) "
	"SELECT id, 1, 0, 1, 0, id, zeroblob(16), ?3 FROM accounts WHERE id % 100 = 0",
	"INSERT INTO births SELECT id, x'00' FROM runs",
	"INSERT INTO segments SELECT id, 1, 0, 1, (SELECT digest FROM bundles), NULL FROM runs",
	"INSERT INTO commands SELECT id, 0, 1, x'00' FROM runs",
	"INSERT INTO snapshots (run, at_index, bytes) SELECT id, 1, x'00' FROM runs WHERE ended = "
	"0",
};

static inline bool large_run(
	sqlite3 *database, const char *text, long accounts, long runs, const char *game)
{
	sqlite3_stmt *statement = NULL;
	bool done = sqlite3_prepare_v2(database, text, -1, &statement, NULL) == SQLITE_OK;

	/* A statement without a parameter refuses it, which does no harm. */
	sqlite3_bind_int64(statement, 1, accounts);
	sqlite3_bind_int64(statement, 2, runs);
	sqlite3_bind_text(statement, 3, game, -1, SQLITE_STATIC);
	done = done && sqlite3_step(statement) == SQLITE_DONE;
	if (!done)
		fprintf(stderr, "large store: %s: %s\n", text, sqlite3_errmsg(database));
	sqlite3_finalize(statement);
	return done;
}

/* Writes STATE/trapdoor.db, which must not exist; the caller opens and so migrates it. */
static inline bool large_store_write(const char *state, long accounts, long runs, const char *game)
{
	char path[512];
	sqlite3 *database = NULL;
	bool done;

	snprintf(path, sizeof path, "%s/trapdoor.db", state);
	done = sqlite3_open(path, &database) == SQLITE_OK &&
	       sqlite3_exec(database, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; BEGIN",
		       NULL, NULL, NULL) == SQLITE_OK;
	for (size_t i = 0; done && i < LARGE_SCHEMA; i++)
		done = sqlite3_exec(database, schema_files[i].text, NULL, NULL, NULL) == SQLITE_OK;
	for (size_t i = 0; done && i < sizeof large_rows / sizeof *large_rows; i++)
		done = large_run(database, large_rows[i], accounts, runs, game);
	/* "TRAP", as sql/migrate.c writes it. */
	done = done &&
	       sqlite3_exec(database,
		       "PRAGMA application_id = 0x54524150; PRAGMA user_version = 6; COMMIT", NULL,
		       NULL, NULL) == SQLITE_OK;
	sqlite3_close(database);
	return done;
}

#endif
