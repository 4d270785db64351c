/* Opening and closing the database. */
#include "store_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

/*
 * The number of pages in the -wal file after which a commit copies them into the database. One page
 * costs 4 us of the processor, so that such a commit holds the keeper for 4 ms and not longer.
 */
#define CHECKPOINT_OFTEN "PRAGMA wal_autocheckpoint = 1000;"

static bool set_up_connection(struct store *store)
{
	/* Waits for locks that other tools hold on the database. */
	sqlite3_busy_timeout(store->database, 2000);
	sqlite3_extended_result_codes(store->database, 1);
	if (sqlite3_exec(store->database,
		    "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA "
		    "synchronous = FULL; PRAGMA foreign_keys = "
		    "ON;" CHECKPOINT_OFTEN "PRAGMA journal_size_limit = 67108864;"
		    "PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema "
		    "= OFF",
		    NULL, NULL, NULL) == SQLITE_OK &&
		skeleton_define(store))
		return true;
	store_complain(store, "cannot be used; it must be a database that trapdoor made, in a "
			      "directory that this user may write to");
	return false;
}

/*
 * Makes the last writes of an earlier keeper durable, by a checkpoint. It may have died before it
 * synced them, and a repeated append is answered as saved.
 */
static bool sync_last_writes(struct store *store)
{
	int code = sqlite3_wal_checkpoint_v2(
		store->database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);

	/* Busy: another tool is running a checkpoint. */
	if (code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY)
		return true;
	store_complain(store, "cannot sync the last writes; free disk space, and make its -wal and "
			      "-shm files writable for this user");
	return false;
}

static int keep_path(sqlite3_vfs *vfs, const char *path, int size, char *kept)
{
	(void)vfs;
	return snprintf(kept, (size_t)size, "%s", path) < size ? SQLITE_OK : SQLITE_CANTOPEN;
}

void store_keep_paths(void)
{
	const sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
	sqlite3_vfs *kept = usual ? sqlite3_malloc(sizeof *kept) : NULL;

	if (!kept)
		return;
	*kept = *usual;
	kept->zName = "kept paths";
	kept->xFullPathname = keep_path;
	sqlite3_vfs_register(kept, 1);
}

static bool open_database(struct store *store)
{
	char path[sizeof store->directory + sizeof STORE_FILE_NAME + 1];

	if (mkdir(store->directory, 0700) != 0 && errno != EEXIST) {
		snprintf(store->sentence, sizeof store->sentence,
			"cannot create directory %.180s: %s; name another with --state",
			store->directory, strerror(errno));
		return false;
	}
	snprintf(path, sizeof path, "%s/" STORE_FILE_NAME, store->directory);
	if (sqlite3_open_v2(path, &store->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
		    NULL) != SQLITE_OK) {
		store_complain(store, "cannot be opened for writing; it must be in a directory "
				      "that this user may write to");
		return false;
	}
	/* SQLite opens a read-only file too, and fails at the first write. */
	if (sqlite3_db_readonly(store->database, "main") == 1) {
		snprintf(store->sentence, sizeof store->sentence,
			"cannot write to %.180s: it is read-only; make it writable for this user",
			path);
		return false;
	}
	return set_up_connection(store);
}

static enum store_answer read_secret(
	struct store *store, const char *name, uint8_t secret[STORE_SECRET_SIZE])
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_SECRET_GET, "s", name);
	enum step step = statement_step(store, statement);
	bool whole;

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	whole = column_exact(statement, 0, secret, STORE_SECRET_SIZE);
	statement_done(statement);
	return whole ? STORE_OK : STORE_FAILED;
}

/* Reads a secret, which the first call draws. */
static enum store_answer make_secret(
	struct store *store, const char *name, uint8_t secret[STORE_SECRET_SIZE])
{
	enum store_answer answer = read_secret(store, name, secret);

	/* A damaged secret is not replaced: the insert fails. */
	if (answer == STORE_OK)
		return answer;
	if (getrandom(secret, STORE_SECRET_SIZE, 0) != STORE_SECRET_SIZE)
		return STORE_FAILED;
	return statement_run(store, statement_bind(store, STATEMENT_SECRET_PUT, "sb", name, secret,
					    (size_t)STORE_SECRET_SIZE));
}

static bool open_to_read(struct store *store)
{
	char path[sizeof store->directory + sizeof STORE_FILE_NAME + 1];

	snprintf(path, sizeof path, "%s/" STORE_FILE_NAME, store->directory);
	if (sqlite3_open_v2(path, &store->database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX,
		    NULL) == SQLITE_OK &&
		sqlite3_busy_timeout(store->database, 2000) == SQLITE_OK &&
		sqlite3_exec(store->database,
			"PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY; PRAGMA "
			"trusted_schema = OFF",
			NULL, NULL, NULL) == SQLITE_OK &&
		skeleton_define(store))
		return store_is_current(store);
	store_complain(store, "cannot be read; run this command as the user who serves it");
	return false;
}

static bool open_to_write(struct store *store)
{
	uint8_t secret[STORE_SECRET_SIZE];

	return open_database(store) && sync_last_writes(store) && store_migrate(store) &&
	       make_secret(store, "binding", secret) == STORE_OK;
}

static struct store *open_by(
	const char *directory, bool (*opened)(struct store *store), char *sentence, size_t size)
{
	struct store *store = calloc(1, sizeof *store);

	if (!store) {
		snprintf(sentence, size, "out of memory");
		return NULL;
	}
	if (strlen(directory) >= sizeof store->directory - sizeof STORE_FILE_NAME)
		snprintf(store->sentence, sizeof store->sentence,
			"cannot open %.64s...: the path is too long; name another with --state",
			directory);
	else {
		strcpy(store->directory, directory);
		if (opened(store))
			return store;
	}
	snprintf(sentence, size, "%s", store->sentence);
	store_close(store);
	return NULL;
}

struct store *store_open(const char *directory, char *sentence, size_t size)
{
	return open_by(directory, open_to_write, sentence, size);
}

struct store *store_open_to_read(const char *directory, char *sentence, size_t size)
{
	return open_by(directory, open_to_read, sentence, size);
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
	return read_secret(store, "binding", secret);
}

enum store_answer store_day_secret(struct store *store, uint8_t secret[STORE_SECRET_SIZE])
{
	return make_secret(store, "days", secret);
}
