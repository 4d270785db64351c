/* Measures of the store for metrics. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "store_private.h"

static uint64_t file_size(const struct store *store, const char *suffix)
{
	char path[sizeof store->directory + sizeof STORE_FILE_NAME + 8];
	struct stat facts;

	snprintf(path, sizeof path, "%s/" STORE_FILE_NAME "%s", store->directory, suffix);
	return stat(path, &facts) == 0 ? (uint64_t)facts.st_size : 0;
}

bool store_measure(struct store *store, struct store_measures *measures)
{
	sqlite3_stmt *statement = statement_bind(
		store, STATEMENT_SCORE_UNPROVEN_COUNT, "i", (int64_t)STORE_UNVERIFIED_COUNT_MAX);

	*measures = (struct store_measures){.database_bytes = file_size(store, ""),
		.log_bytes = file_size(store, "-wal"),
		.free_bytes = store_free_space(store)};
	if (statement_step(store, statement) != STEP_ROW)
		return false;
	measures->unverified = (uint64_t)sqlite3_column_int64(statement, 0);
	statement_done(statement);
	return true;
}

enum store_answer store_rules_needed(struct store *store, uint32_t current,
	bool (*each)(void *context, uint32_t rules), void *context)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_RULES_NEEDED, "i", (int64_t)current);
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW)
		if (!each(context, (uint32_t)sqlite3_column_int64(statement, 0)))
			break;
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

bool store_log_is_there(struct store *store, bool *saved)
{
	char path[sizeof store->directory + sizeof STORE_FILE_NAME + 8];
	struct stat facts;
	bool found;

	*saved = false;
	snprintf(path, sizeof path, "%s/" STORE_FILE_NAME "-wal", store->directory);
	found = stat(path, &facts) == 0;
	if (found && !store->log_file) {
		store->log_device = (uint64_t)facts.st_dev;
		store->log_file = (uint64_t)facts.st_ino;
	}
	if (!store->log_file || (found && store->log_device == (uint64_t)facts.st_dev &&
					store->log_file == (uint64_t)facts.st_ino))
		return true;
	/* The open file has all commits, and goes with its last descriptor. */
	*saved = sqlite3_wal_checkpoint_v2(store->database, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL,
			 NULL) == SQLITE_OK;
	snprintf(store->sentence, sizeof store->sentence,
		"%.300s was removed while the server used it; leave the files of the state "
		"directory alone",
		path);
	return false;
}
