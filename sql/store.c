/* Opening the database, groups of writes, and the statements that are kept. */
#include "store_private.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#define FILE_NAME "trapdoor.db"

static const char *const statement_texts[STATEMENT_COUNT] = {
#define ROW(id, text) [STATEMENT_##id] = text,
	STATEMENTS(ROW)
#undef ROW
};

void store_complain(struct store *store, const char *doing)
{
	snprintf(store->sentence, sizeof store->sentence, "%.180s/" FILE_NAME ": %s: %s",
		store->directory, doing, sqlite3_errmsg(store->database));
}

/* ---- Statements ---- */

static sqlite3_stmt *statement_get(struct store *store, enum statement id)
{
	sqlite3_stmt **kept = &store->statements[id];

	if (!*kept && sqlite3_prepare_v3(store->database, statement_texts[id], -1,
			      SQLITE_PREPARE_PERSISTENT, kept, NULL) != SQLITE_OK) {
		store_complain(store, "a statement was refused");
		return NULL;
	}
	return *kept;
}

static int bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t size)
{
	return bytes ? sqlite3_bind_blob64(statement, index, bytes, size, SQLITE_STATIC)
		     : sqlite3_bind_null(statement, index);
}

sqlite3_stmt *statement_bind(struct store *store, enum statement id, const char *kinds, ...)
{
	sqlite3_stmt *statement = statement_get(store, id);
	int code = SQLITE_OK;
	va_list values;

	if (!statement)
		return NULL;
	va_start(values, kinds);
	for (int index = 1; kinds[index - 1] && code == SQLITE_OK; index++) {
		if (kinds[index - 1] == 'i') {
			code = sqlite3_bind_int64(statement, index, va_arg(values, int64_t));
		} else if (kinds[index - 1] == 's') {
			code = sqlite3_bind_text(
				statement, index, va_arg(values, const char *), -1, SQLITE_STATIC);
		} else {
			const void *bytes = va_arg(values, const void *);
			code = bind_blob(statement, index, bytes, va_arg(values, size_t));
		}
	}
	va_end(values);
	if (code != SQLITE_OK) {
		store_complain(store, "a value was refused");
		statement_done(statement);
		return NULL;
	}
	return statement;
}

enum step statement_step(struct store *store, sqlite3_stmt *statement)
{
	int code;

	if (!statement)
		return STEP_FAILED;
	code = sqlite3_step(statement);
	if (code == SQLITE_ROW)
		return STEP_ROW;
	if (code != SQLITE_DONE)
		store_complain(store, "not saved");
	statement_done(statement);
	if (code == SQLITE_DONE)
		return STEP_DONE;
	return (code & 0xff) == SQLITE_CONSTRAINT ? STEP_CONSTRAINT : STEP_FAILED;
}

void statement_done(sqlite3_stmt *statement)
{
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
}

enum store_answer statement_run(struct store *store, sqlite3_stmt *statement)
{
	enum step step = statement_step(store, statement);

	if (step == STEP_ROW)
		statement_done(statement);
	if (step == STEP_CONSTRAINT)
		return STORE_TAKEN;
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

enum store_answer statement_change(struct store *store, sqlite3_stmt *statement)
{
	enum store_answer answer = statement_run(store, statement);

	if (answer == STORE_OK && sqlite3_changes(store->database) == 0)
		return STORE_NONE;
	return answer;
}

void column_text(sqlite3_stmt *statement, int column, char *text, size_t size)
{
	const unsigned char *value = sqlite3_column_text(statement, column);

	snprintf(text, size, "%s", value ? (const char *)value : "");
}

bool column_blob(sqlite3_stmt *statement, int column, uint8_t **bytes, size_t *size)
{
	const void *value = sqlite3_column_blob(statement, column);

	*size = (size_t)sqlite3_column_bytes(statement, column);
	*bytes = malloc(*size ? *size : 1);
	if (*bytes && *size)
		memcpy(*bytes, value, *size);
	return *bytes != NULL;
}

bool column_exact(sqlite3_stmt *statement, int column, void *bytes, size_t size)
{
	const void *value = sqlite3_column_blob(statement, column);

	if (!value || (size_t)sqlite3_column_bytes(statement, column) != size)
		return false;
	memcpy(bytes, value, size);
	return true;
}

/* ---- Groups ---- */

bool store_begin(struct store *store)
{
	return statement_run(store, statement_bind(store, STATEMENT_BEGIN, "")) == STORE_OK;
}

bool store_commit(struct store *store)
{
	if (statement_run(store, statement_bind(store, STATEMENT_COMMIT, "")) == STORE_OK)
		return true;
	store_undo(store);
	return false;
}

void store_undo(struct store *store)
{
	char sentence[SENTENCE_MAX];

	/* Some failures have undone the group already; what made us undo it is worth telling, not
	 * that. */
	if (sqlite3_get_autocommit(store->database))
		return;
	memcpy(sentence, store->sentence, sizeof sentence);
	statement_run(store, statement_bind(store, STATEMENT_ROLLBACK, ""));
	memcpy(store->sentence, sentence, sizeof sentence);
}

bool group_enter(struct store *store, bool *own)
{
	*own = sqlite3_get_autocommit(store->database);
	return !*own || store_begin(store);
}

enum store_answer group_leave(struct store *store, bool own, enum store_answer answer)
{
	if (!own)
		return answer;
	if (answer == STORE_OK)
		return store_commit(store) ? STORE_OK : STORE_FAILED;
	store_undo(store);
	return answer;
}

/* ---- Opening ---- */

static bool set_up_connection(struct store *store)
{
	/* Times of waiting for a lock are for tools that look into the database from outside. */
	sqlite3_busy_timeout(store->database, 2000);
	sqlite3_extended_result_codes(store->database, 1);
	if (sqlite3_exec(store->database,
		    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = "
		    "ON;"
		    "PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;"
		    "PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema "
		    "= OFF",
		    NULL, NULL, NULL) == SQLITE_OK)
		return true;
	store_complain(store, "cannot be used; it must be a database that trapdoor made, in a "
			      "directory that this user may write to");
	return false;
}

/*
 * What whoever held the store before wrote but did not live to see synced may be read here: from
 * now on it counts as saved, and an append that is sent again is answered so.  So it is made
 * durable first, by moving it into the database.
 */
static bool settle_the_past(struct store *store)
{
	int code = sqlite3_wal_checkpoint_v2(
		store->database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);

	/* Busy: a tool from outside is doing the very same. */
	if (code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY)
		return true;
	store_complain(store,
		"what was written last cannot be made durable; the disk must have room, "
		"and the files beside it be this user's to write to");
	return false;
}

static bool open_database(struct store *store)
{
	char path[sizeof store->directory + sizeof FILE_NAME + 1];

	if (mkdir(store->directory, 0700) != 0 && errno != EEXIST) {
		snprintf(store->sentence, sizeof store->sentence,
			"%.180s: cannot be made as a directory: %s", store->directory,
			strerror(errno));
		return false;
	}
	snprintf(path, sizeof path, "%s/" FILE_NAME, store->directory);
	if (sqlite3_open_v2(path, &store->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
		    NULL) != SQLITE_OK) {
		store_complain(store, "cannot be opened for writing; it must be in a directory "
				      "that this user may write to");
		return false;
	}
	/* SQLite opens what it may only read, and says so at the first write. */
	if (sqlite3_db_readonly(store->database, "main") == 1) {
		snprintf(store->sentence, sizeof store->sentence,
			"%.180s: may only be read; this user must be allowed to write to it", path);
		return false;
	}
	return set_up_connection(store);
}

static bool make_secret(struct store *store)
{
	uint8_t secret[STORE_SECRET_SIZE];

	if (store_secret(store, secret) == STORE_OK)
		return true;
	if (getrandom(secret, sizeof secret, 0) != sizeof secret)
		return false;
	return statement_run(store, statement_bind(store, STATEMENT_SECRET_PUT, "sb", "binding",
					    secret, sizeof secret)) == STORE_OK;
}

struct store *store_open(const char *directory, char *sentence, size_t size)
{
	struct store *store = calloc(1, sizeof *store);
	bool opened = false;

	if (!store) {
		snprintf(sentence, size, "out of memory");
		return NULL;
	}
	if (strlen(directory) >= sizeof store->directory - sizeof FILE_NAME)
		snprintf(store->sentence, sizeof store->sentence, "%.64s...: the path is too long",
			directory);
	else {
		strcpy(store->directory, directory);
		opened = open_database(store) && settle_the_past(store) && store_migrate(store) &&
			 make_secret(store);
	}
	if (opened)
		return store;
	snprintf(sentence, size, "%s", store->sentence);
	store_close(store);
	return NULL;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	for (size_t i = 0; i < STATEMENT_COUNT; i++)
		sqlite3_finalize(store->statements[i]);
	sqlite3_close(store->database);
	free(store);
}

const char *store_sentence(const struct store *store)
{
	return store->sentence;
}

enum store_answer store_secret(struct store *store, uint8_t secret[STORE_SECRET_SIZE])
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_SECRET_GET, "s", "binding");
	enum step step = statement_step(store, statement);
	bool whole;

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	whole = column_exact(statement, 0, secret, STORE_SECRET_SIZE);
	statement_done(statement);
	return whole ? STORE_OK : STORE_FAILED;
}

uint64_t store_free_space(const struct store *store)
{
	struct statvfs space;

	if (statvfs(store->directory, &space) != 0)
		return 0;
	return (uint64_t)space.f_bavail * space.f_frsize;
}
