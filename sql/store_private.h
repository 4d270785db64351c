/* Declarations that the files of sql/ share: the open database and its prepared statements. */
#ifndef TRAPDOOR_SQL_STORE_PRIVATE_H
#define TRAPDOOR_SQL_STORE_PRIVATE_H

#include <sqlite3.h>

#include "statements.h"
#include "store.h"

#define SENTENCE_MAX 512
#define STORE_FILE_NAME "trapdoor.db"

struct store {
	sqlite3 *database;
	sqlite3_stmt *statements[STATEMENT_COUNT];
	char directory[4096];
	char sentence[SENTENCE_MAX];
	bool damaged;                  /* as the sentence says */
	uint64_t log_device, log_file; /* of the -wal file when it was first seen; 0: not yet */
};

enum step { STEP_ROW, STEP_DONE, STEP_CONSTRAINT, STEP_FAILED };

/*
 * Returns a statement ready to be stepped. kinds has one letter for each parameter:
 *     i  int64_t      s  const char *      b  const void *, size_t (NULL binds as NULL)
 * Bound values must live until the statement is reset. NULL with the sentence set if the database
 * refuses it.
 */
sqlite3_stmt *statement_bind(struct store *store, enum statement id, const char *kinds, ...);
/* Steps a statement. Any result but a row also resets it. */
enum step statement_step(struct store *store, sqlite3_stmt *statement);
/* Resets a statement before its last row. */
void statement_done(sqlite3_stmt *statement);

/* Runs a bound statement to its end: OK, TAKEN on a broken constraint, or FAILED. A NULL statement
 * is FAILED. */
enum store_answer statement_run(struct store *store, sqlite3_stmt *statement);
/* Reads the number of the statement's only row. NONE: it has no row. */
enum store_answer statement_number(struct store *store, sqlite3_stmt *statement, int64_t *number);
/* As statement_run, but NONE if no row was changed. */
enum store_answer statement_change(struct store *store, sqlite3_stmt *statement);

/* Copies a text column into an array, cut if it does not fit; a blob column into malloc'd bytes; a
 * blob of exactly size bytes into an array. */
void column_text(sqlite3_stmt *statement, int column, char *text, size_t size);
bool column_blob(sqlite3_stmt *statement, int column, uint8_t **bytes, size_t *size);
bool column_exact(sqlite3_stmt *statement, int column, void *bytes, size_t size);

/* Puts "doing: what SQLite says" into the sentence. */
void store_complain(struct store *store, const char *doing);

/* Make several writes one group: group_enter begins a group unless one is open; group_leave ends
 * it, with the answer of its writes. */
bool group_enter(struct store *store, bool *own);
enum store_answer group_leave(struct store *store, bool own, enum store_answer answer);

/* Defines the SQL function skeleton(name) of migrations and statements: store_skeleton. */
bool skeleton_define(struct store *store);

/* Brings an open database to this program's schema; false with the sentence set. */
bool store_migrate(struct store *store);
/* True if the database has this program's schema, which a reader cannot change. */
bool store_is_current(struct store *store);

/* Reads a run's next index. OK if epoch holds the run, else NONE, STALE, GAP or FAILED. */
enum store_answer run_held(
	struct store *store, int64_t run, uint32_t epoch, uint32_t *next_index, bool *over);

/* Reads a score from the columns SCORE_COLUMNS, before which column 0 is the rank. Returns the
 * number of the column after them. */
int score_fill(sqlite3_stmt *statement, struct store_score *score);

/* Joins the journal's pieces from the last snapshot, or the beginning, to `end`, in a group. */
enum store_answer journal_join(struct store *store, int64_t run, uint32_t end);

/* Adds a run of a game with its birth and its first segment, in a group. */
enum store_answer run_put(
	struct store *store, const struct store_begin *begin, const char *game, int64_t *id);

/* Adds a segment after the run's last one. */
enum store_answer segment_put(struct store *store, int64_t run, uint32_t first_index,
	uint32_t rules, const uint8_t content[16], const void *save, size_t save_size);

#endif
