/* Prepared statements, and groups of writes. */
#include "store_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const statement_texts[STATEMENT_COUNT] = {
#define ROW(id, text) [STATEMENT_##id] = text,
	STATEMENTS(ROW)
#undef ROW
};

static const char *const statement_names[STATEMENT_COUNT] = {
#define ROW(id, text) [STATEMENT_##id] = #id,
	STATEMENTS(ROW)
#undef ROW
};

/* The bytes of free space that the -wal and -shm files need when a database is opened. */
#define ROOM_TO_OPEN (64 << 10)

void store_complain(struct store *store, const char *doing)
{
	char here[sizeof store->directory];
	bool is_here = strcmp(store->directory, ".") == 0 && getcwd(here, sizeof here);
	const char *directory = is_here ? here : store->directory;
	int code = sqlite3_errcode(store->database) & 0xff;
	/* SQLite reports a -shm file that cannot grow as an I/O error. */
	bool full = code == SQLITE_FULL ||
		    (code == SQLITE_IOERR && store_free_space(store) < ROOM_TO_OPEN);

	store->damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
	if (store->damaged)
		snprintf(store->sentence, sizeof store->sentence,
			"%.180s/" STORE_FILE_NAME
			" is damaged: %s; keep a copy of it, and restore a backup",
			directory, sqlite3_errmsg(store->database));
	else
		snprintf(store->sentence, sizeof store->sentence,
			"%.180s/" STORE_FILE_NAME ": %s: %s%s", directory, doing,
			sqlite3_errmsg(store->database), full ? "; free disk space" : "");
}

bool store_damaged(const struct store *store)
{
	return store->damaged;
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

enum store_answer statement_number(struct store *store, sqlite3_stmt *statement, int64_t *number)
{
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	*number = sqlite3_column_int64(statement, 0);
	statement_done(statement);
	return STORE_OK;
}

void column_text(sqlite3_stmt *statement, int column, char *text, size_t size)
{
	const char *value = (const char *)sqlite3_column_text(statement, column);
	size_t length = value ? strnlen(value, size - 1) : 0;

	if (length > 0)
		memcpy(text, value, length);
	text[length] = '\0';
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

static unsigned take_status(sqlite3_stmt *statement, int counter)
{
	return statement ? (unsigned)sqlite3_stmt_status(statement, counter, 1) : 0;
}

void store_costs_each(struct store *store,
	void (*each)(void *context, const struct store_cost *cost), void *context)
{
	for (size_t i = 0; i < STATEMENT_COUNT; i++)
		each(context,
			&(struct store_cost){.statement = statement_names[i],
				.runs = take_status(store->statements[i], SQLITE_STMTSTATUS_RUN),
				.steps = take_status(
					store->statements[i], SQLITE_STMTSTATUS_VM_STEP)});
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

	/* Some failures have undone the group already. The sentence of that failure is kept. */
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
