/* Proven runs of a time. */
#include "store_private.h"

#include <string.h>

enum store_answer store_proven_each(struct store *store, int64_t begin, int64_t end,
	bool (*each)(void *context, const struct store_proven *proven), void *context)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_PROVEN, "ii", begin, end);
	struct store_proven proven;
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		memset(&proven, 0, sizeof proven);
		int column = score_fill(statement, &proven.score);

		proven.account = sqlite3_column_int64(statement, column);
		proven.begun = sqlite3_column_int64(statement, column + 1);
		column_text(statement, column + 2, proven.game, sizeof proven.game);
		if (!each(context, &proven))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}
