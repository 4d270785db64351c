/* What the files of this room share: the open database and its kept statements. */
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
};

enum step { STEP_ROW, STEP_DONE, STEP_CONSTRAINT, STEP_FAILED };

/*
 * The statement ready to be stepped, its parameters bound by kinds, one letter each:
 *     i  int64_t      s  const char *      b  const void *, size_t (NULL binds as NULL)
 * What is bound must live until the statement is done with.  NULL when the database refuses it; the
 * sentence says why.
 */
sqlite3_stmt *statement_bind(struct store *store, enum statement id, const char *kinds, ...);
/* Steps; anything but a row also resets the statement. */
enum step statement_step(struct store *store, sqlite3_stmt *statement);
/* Leaves a statement that has still rows. */
void statement_done(sqlite3_stmt *statement);

/* Binds nothing more and runs to the end: OK, TAKEN on a broken constraint, FAILED.  A NULL
 * statement is FAILED. */
enum store_answer statement_run(struct store *store, sqlite3_stmt *statement);
/* The same, NONE when no row was changed. */
enum store_answer statement_change(struct store *store, sqlite3_stmt *statement);

/* A text column into an array, cut where it does not fit; a blob column as malloc'd bytes; a blob
 * of exactly size. */
void column_text(sqlite3_stmt *statement, int column, char *text, size_t size);
bool column_blob(sqlite3_stmt *statement, int column, uint8_t **bytes, size_t *size);
bool column_exact(sqlite3_stmt *statement, int column, void *bytes, size_t size);

/* Puts "doing: what SQLite says" into the sentence. */
void store_complain(struct store *store, const char *doing);

/* Several writes as one: begins a group unless one is open; end with the answer that its writes
 * had. */
bool group_enter(struct store *store, bool *own);
enum store_answer group_leave(struct store *store, bool own, enum store_answer answer);

/* Brings an open database to this program's schema; false with the sentence set. */
bool store_migrate(struct store *store);

/* Where a run stands: OK with its next index when epoch holds it, else NONE, STALE or FAILED. */
enum store_answer run_held(
	struct store *store, int64_t run, uint32_t epoch, uint32_t *next_index, bool *over);

/* Joins the pieces of the journal from the last snapshot, or the beginning, to its end at `end`. In
 * a group. */
enum store_answer journal_join(struct store *store, int64_t run, uint32_t end);

/* The segment of a run that follows its others. */
enum store_answer segment_put(struct store *store, int64_t run, uint32_t first_index,
	uint32_t rules, const uint8_t content[16], const void *save, size_t save_size);

#endif
