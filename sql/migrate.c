/*
 * Migrations: the embedded sql/schema files, in order of name, each applied once.
 *
 * All that are missing are applied in one transaction, so that a database is never half converted.
 * The database's user_version counts the applied files. A database with accounts is copied beside
 * itself before a change.
 *
 * After an upgrade an older program may have to open the database again. So the database names the
 * lowest user_version of a program that may write it: writers.oldest. After some migrations an
 * older program still writes correctly, as after those that only add tables, columns with defaults
 * and indexes. Such a file names the number of that program's last file in a line "-- oldest
 * writer: N". A later release removes the columns that it replaces. A migration without the line
 * shuts all older programs out.
 */
#include "store_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schema.h"

/* "TRAP": identifies the database, for file(1) too. */
#define APPLICATION_ID 0x54524150
#define WRITERS_SINCE 13 /* the number of the file that makes table writers */

static bool pragma_number(struct store *store, const char *pragma, int *number)
{
	sqlite3_stmt *statement = NULL;
	bool found =
		sqlite3_prepare_v2(store->database, pragma, -1, &statement, NULL) == SQLITE_OK &&
		sqlite3_step(statement) == SQLITE_ROW;

	if (found)
		*number = sqlite3_column_int(statement, 0);
	else
		store_complain(store, "cannot be read");
	sqlite3_finalize(statement);
	return found;
}

static bool back_up_before(struct store *store, int version)
{
	char path[4200];

	snprintf(path, sizeof path, "%s/trapdoor.db.schema-%d", store->directory, version);
	return store_backup(store, path) == STORE_OK;
}

/* The lowest user_version of a program that may write the database after migration number
 * `version`, counted from 1. */
static int oldest_writer(int version)
{
	static const char line[] = "-- oldest writer: ";
	const char *found = strstr(schema_files[version - 1].text, line);
	int named = found ? atoi(found + sizeof line - 1) : version;

	return named >= WRITERS_SINCE && named < version ? named : version;
}

/* Applies migration number `version`, counted from 0, in the transaction that is open. */
static bool apply(struct store *store, int version)
{
	char mark[192] = "";

	if (version + 1 >= WRITERS_SINCE)
		snprintf(mark, sizeof mark,
			"INSERT INTO writers (only, oldest) VALUES (1, %d) ON CONFLICT DO UPDATE "
			"SET oldest = max(oldest, excluded.oldest);",
			oldest_writer(version + 1));
	snprintf(mark + strlen(mark), sizeof mark - strlen(mark),
		"PRAGMA user_version = %d; PRAGMA application_id = %d", version + 1,
		APPLICATION_ID);
	if (sqlite3_exec(store->database, schema_files[version].text, NULL, NULL, NULL) ==
			SQLITE_OK &&
		sqlite3_exec(store->database, mark, NULL, NULL, NULL) == SQLITE_OK)
		return true;
	store_complain(store, schema_files[version].name);
	return false;
}

static bool ours(struct store *store, int version)
{
	int application;
	int tables;

	if (!pragma_number(store, "PRAGMA application_id", &application) ||
		!pragma_number(store, "SELECT count(*) FROM sqlite_schema", &tables))
		return false;
	if (application == APPLICATION_ID || (version == 0 && tables == 0))
		return true;
	snprintf(store->sentence, sizeof store->sentence,
		"cannot open %.180s/trapdoor.db: it is another program's database; move it away",
		store->directory);
	return false;
}

static bool read_version(struct store *store, int *found)
{
	int version, oldest;

	if (!pragma_number(store, "PRAGMA user_version", &version) || !ours(store, version))
		return false;
	*found = version;
	if (version <= (int)schema_file_count)
		return true;
	if (!pragma_number(store, "SELECT oldest FROM writers", &oldest))
		return false;
	if (oldest <= (int)schema_file_count)
		return true;
	snprintf(store->sentence, sizeof store->sentence,
		"cannot open %.150s/trapdoor.db: a newer trapdoor used it last (schema %d, for "
		"programs that know %d or more; this program knows %zu); run the newer one",
		store->directory, version, oldest, schema_file_count);
	return false;
}

bool store_is_current(struct store *store)
{
	int version;

	if (!read_version(store, &version))
		return false;
	if (version >= (int)schema_file_count)
		return true;
	snprintf(store->sentence, sizeof store->sentence,
		"cannot read %.150s/trapdoor.db: it has schema %d, this program %zu; start the "
		"server once, which converts it",
		store->directory, version, schema_file_count);
	return false;
}

bool store_migrate(struct store *store)
{
	int version;

	if (!read_version(store, &version))
		return false;
	if (version > 0 && version < (int)schema_file_count && !back_up_before(store, version))
		return false;
	if (version >= (int)schema_file_count)
		return true;
	bool applied = store_begin(store);
	for (; applied && version < (int)schema_file_count; version++)
		applied = apply(store, version);
	if (applied && store_commit(store))
		return true;
	store_undo(store);
	return false;
}
