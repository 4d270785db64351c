/*
 * Copies of the store while it is in use.
 *
 * SQLite's own backup makes the copy over the store's connection, so that writes between two steps
 * reach the copy too. The file is PATH.part until it is complete and renamed.
 */
#include "store_private.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STEP_PAGES 64
#define SYNC_STEPS 4
#define CACHE_PAGES "64"
#define PATH_BYTES 4096

struct store_copy {
	struct store *store;
	sqlite3 *database;
	sqlite3_backup *backup;
	unsigned steps;
	bool copied; /* all pages are; the next step finishes the copy */
	char path[PATH_BYTES];
	char part[PATH_BYTES + 8];
};

static void copy_complain(struct store_copy *copy, int code)
{
	snprintf(copy->store->sentence, sizeof copy->store->sentence,
		"%.150s: the copy failed: %s; free disk space or make the directory writable",
		copy->path, sqlite3_errstr(code));
}

/* Opens the copy. */
static int copy_open(struct store_copy *copy)
{
	int code;

	unlink(copy->part);
	code = sqlite3_open_v2(
		copy->part, &copy->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
	/* Few pages wait in memory for the last step. */
	if (code == SQLITE_OK)
		code = sqlite3_exec(
			copy->database, "PRAGMA cache_size = " CACHE_PAGES, NULL, NULL, NULL);
	if (code == SQLITE_OK)
		copy->backup =
			sqlite3_backup_init(copy->database, "main", copy->store->database, "main");
	return code != SQLITE_OK || copy->backup ? code : sqlite3_errcode(copy->database);
}

struct store_copy *store_copy_new(struct store *store, const char *path)
{
	struct store_copy *copy = calloc(1, sizeof *copy);
	int code = SQLITE_NOMEM;

	if (!copy)
		return NULL;
	copy->store = store;
	if ((size_t)snprintf(copy->path, sizeof copy->path, "%s", path) < sizeof copy->path) {
		snprintf(copy->part, sizeof copy->part, "%s.part", copy->path);
		code = copy_open(copy);
	}
	if (code == SQLITE_OK)
		return copy;
	copy_complain(copy, code);
	store_copy_free(copy);
	return NULL;
}

/* Syncs the directory of path, which makes a new name in it durable. */
static bool directory_sync(const char *path)
{
	char directory[PATH_BYTES];
	const char *slash = strrchr(path, '/');
	int length = slash == NULL ? 0 : slash == path ? 1 : (int)(slash - path);

	snprintf(directory, sizeof directory, "%.*s", length ? length : 1, length ? path : ".");
	int descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool synced = descriptor >= 0 && fsync(descriptor) == 0;

	if (descriptor >= 0)
		close(descriptor);
	return synced;
}

static int copy_finish(struct store_copy *copy)
{
	int code = sqlite3_backup_finish(copy->backup);

	copy->backup = NULL;
	/* A copy needs no -wal file until it is opened as a store. */
	if (code == SQLITE_OK)
		code = sqlite3_exec(
			copy->database, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
	sqlite3_close(copy->database);
	copy->database = NULL;
	if (code == SQLITE_OK &&
		(rename(copy->part, copy->path) != 0 || !directory_sync(copy->path)))
		code = SQLITE_CANTOPEN;
	return code;
}

/* Writes the file's bytes to the disk every few steps, or the last step would write all of them. */
static void copy_sync(struct store_copy *copy)
{
	sqlite3_file *file = NULL;

	if (++copy->steps % SYNC_STEPS != 0)
		return;
	/* A failure shows again at the end of the copy, which syncs, too. */
	sqlite3_file_control(copy->database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
	if (file && file->pMethods)
		file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}

enum store_answer store_copy_step(struct store_copy *copy, bool *whole)
{
	int code = copy->copied ? SQLITE_DONE : sqlite3_backup_step(copy->backup, STEP_PAGES);

	*whole = false;
	if (code == SQLITE_OK)
		copy_sync(copy);
	if (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED)
		return STORE_OK;
	if (code == SQLITE_DONE && !copy->copied) {
		copy->copied = true;
		return STORE_OK;
	}
	if (code == SQLITE_DONE) {
		*whole = true;
		code = copy_finish(copy);
		if (code == SQLITE_OK)
			return STORE_OK;
	}
	copy_complain(copy, code);
	return STORE_FAILED;
}

void store_copy_free(struct store_copy *copy)
{
	if (!copy)
		return;
	sqlite3_backup_finish(copy->backup);
	sqlite3_close(copy->database);
	/* A remaining file of this name is incomplete. */
	unlink(copy->part);
	free(copy);
}

enum store_answer store_backup(struct store *store, const char *path)
{
	struct store_copy *copy = store_copy_new(store, path);
	enum store_answer answer = copy ? STORE_OK : STORE_FAILED;
	bool whole = false;

	while (answer == STORE_OK && !whole)
		answer = store_copy_step(copy, &whole);
	store_copy_free(copy);
	return answer;
}
