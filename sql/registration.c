/* Registration: whether it is on hold, names that look alike, and names that nobody uses. */
#include "store_private.h"

#include <string.h>

enum store_answer store_hold_put(struct store *store, const char *reason, int64_t now)
{
	return statement_run(store, statement_bind(store, STATEMENT_HOLD_PUT, "si", reason, now));
}

enum store_answer store_hold_remove(struct store *store)
{
	return statement_change(store, statement_bind(store, STATEMENT_HOLD_REMOVE, ""));
}

enum store_answer store_hold_get(struct store *store, char reason[STORE_REASON_MAX])
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_HOLD_GET, "");
	enum step step = statement_step(store, statement);

	reason[0] = '\0';
	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	column_text(statement, 0, reason, STORE_REASON_MAX);
	statement_done(statement);
	return STORE_OK;
}

/* ---- Names ---- */

void store_skeleton(const char *name, char skeleton[STORE_NAME_MAX + 1])
{
	static const char from[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ01i";
	static const char to[] = "abcdefghljklmnopqrstuvwxyzoll";
	size_t length = 0;

	for (; *name && length < STORE_NAME_MAX; name++) {
		const char *found = strchr(from, *name);
		char letter = found ? to[found - from] : *name;
		/* 22 is another number than 2, but 00 may be meant to be read as oo. */
		bool digit = letter >= '2' && letter <= '9';

		if (letter != '-' && letter != '_' &&
			(digit || length == 0 || skeleton[length - 1] != letter))
			skeleton[length++] = letter;
	}
	skeleton[length] = '\0';
}

static void sql_skeleton(sqlite3_context *context, int count, sqlite3_value **values)
{
	const char *name = (const char *)sqlite3_value_text(values[0]);
	char skeleton[STORE_NAME_MAX + 1];

	(void)count;
	store_skeleton(name ? name : "", skeleton);
	sqlite3_result_text(context, skeleton, -1, SQLITE_TRANSIENT);
}

bool skeleton_define(struct store *store)
{
	return sqlite3_create_function(store->database, "skeleton", 1,
		       SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, sql_skeleton, NULL,
		       NULL) == SQLITE_OK;
}

enum store_answer store_account_like(
	struct store *store, const char *name, char found[STORE_NAME_MAX + 1])
{
	char skeleton[STORE_NAME_MAX + 1];
	sqlite3_stmt *statement;
	enum step step;

	store_skeleton(name, skeleton);
	statement = statement_bind(store, STATEMENT_ACCOUNT_LIKE, "s", skeleton);
	step = statement_step(store, statement);
	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	column_text(statement, 0, found, STORE_NAME_MAX + 1);
	statement_done(statement);
	return STORE_OK;
}

/* ---- Names that nobody uses ---- */

/* The last of the accounts that one call looks at; 0: there are none. */
static enum store_answer last_looked_at(struct store *store, int64_t cursor, int64_t *last)
{
	sqlite3_stmt *statement = statement_bind(
		store, STATEMENT_UNUSED_LAST, "ii", cursor, (int64_t)STORE_UNUSED_AT_ONCE);

	if (statement_step(store, statement) != STEP_ROW)
		return STORE_FAILED;
	*last = sqlite3_column_int64(statement, 0);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_accounts_unused(struct store *store, int64_t *cursor, int64_t before,
	int64_t ids[STORE_UNUSED_AT_ONCE], size_t *count)
{
	sqlite3_stmt *statement;
	enum step step;
	int64_t last;

	*count = 0;
	if (last_looked_at(store, *cursor, &last) != STORE_OK)
		return STORE_FAILED;
	statement = statement_bind(store, STATEMENT_UNUSED, "iii", *cursor, last, before);
	while ((step = statement_step(store, statement)) == STEP_ROW &&
		*count < STORE_UNUSED_AT_ONCE)
		ids[(*count)++] = sqlite3_column_int64(statement, 0);
	if (step == STEP_ROW)
		statement_done(statement);
	*cursor = last;
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}
