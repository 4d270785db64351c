/* Runs that boards show, in the order of their ends, for pages that show all of them. */
#include "store_private.h"

#include <string.h>

struct reading {
	void (*each)(void *context, const struct store_shown *shown);
	void *context;
	int64_t last;
	size_t count;
};

static enum store_answer read_shown(
	struct store *store, sqlite3_stmt *statement, struct reading *reading)
{
	struct store_shown shown;
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		memset(&shown, 0, sizeof shown);
		int column = score_fill(statement, &shown.score);

		shown.number = sqlite3_column_int64(statement, column);
		column_text(statement, column + 1, shown.game, sizeof shown.game);
		shown.replayable = sqlite3_column_int(statement, column + 2) != 0;
		shown.hides = sqlite3_column_int(statement, column + 3) != 0;
		reading->last = shown.number;
		reading->count++;
		reading->each(reading->context, &shown);
	}
	return step == STEP_DONE ? STORE_OK : STORE_FAILED;
}

enum store_answer store_shown_each(struct store *store, int64_t *number, size_t *count,
	void (*each)(void *context, const struct store_shown *shown), void *context)
{
	struct reading reading = {.each = each, .context = context, .last = *number};
	enum store_answer answer = read_shown(store,
		statement_bind(store, STATEMENT_SHOWN, "ii", *number, (int64_t)STORE_SHOWN_AT_ONCE),
		&reading);

	*number = reading.last;
	*count = reading.count;
	return answer;
}

enum store_answer store_shown_of(struct store *store, const char *name, unsigned most,
	void (*each)(void *context, const struct store_shown *shown), void *context)
{
	struct reading reading = {.each = each, .context = context};

	return read_shown(store,
		statement_bind(store, STATEMENT_SHOWN_OF, "si", name, (int64_t)most), &reading);
}
