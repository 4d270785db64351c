/* Results of other hosts. */
#include "store_imported.h"
#include "store_private.h"

#include <string.h>

enum store_answer store_imported_add(
	struct store *store, const char *game, const struct store_imported *result)
{
	struct store_imported there;
	enum store_answer answer =
		store_imported_of(store, game, result->host, result->name, &there);

	if (answer != STORE_NONE)
		return answer == STORE_OK ? STORE_TAKEN : answer;
	return statement_change(
		store, statement_bind(store, STATEMENT_IMPORTED_ADD, "sssiiisii", game,
			       result->host, result->name, (int64_t)result->score,
			       (int64_t)result->deepest, (int64_t)result->turns, result->cause,
			       result->at, (int64_t)STORE_IMPORTED_MOST));
}

static void fill(sqlite3_stmt *statement, struct store_imported *result)
{
	memset(result, 0, sizeof *result);
	column_text(statement, 0, result->host, sizeof result->host);
	column_text(statement, 1, result->name, sizeof result->name);
	result->score = sqlite3_column_int(statement, 2);
	result->deepest = sqlite3_column_int(statement, 3);
	result->turns = (uint32_t)sqlite3_column_int64(statement, 4);
	column_text(statement, 5, result->cause, sizeof result->cause);
	result->at = sqlite3_column_int64(statement, 6);
}

enum store_answer store_imported_of(struct store *store, const char *game, const char *host,
	const char *name, struct store_imported *result)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_IMPORTED_OF, "sss", game, host, name);
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	fill(statement, result);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_imported_each(struct store *store, const char *game, unsigned first,
	bool (*each)(void *context, const struct store_imported *result), void *context)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_IMPORTED_EACH, "si", game, (int64_t)first);
	struct store_imported result;
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		fill(statement, &result);
		if (!each(context, &result))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

enum store_answer store_imported_remove(struct store *store, const char *host, const char *name)
{
	return statement_change(
		store, statement_bind(store, STATEMENT_IMPORTED_REMOVE, "ss", host, name));
}
