/* Milestones of ranked runs. */
#include "store_private.h"

#include <string.h>

enum store_answer store_livelog_add(struct store *store, const struct store_milestone *milestone)
{
	enum store_answer answer;
	bool own;

	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = statement_change(store,
		statement_bind(store, STATEMENT_LIVELOG_ADD, "iiiiiis", milestone->run,
			milestone->at, (int64_t)milestone->kind, (int64_t)milestone->depth,
			(int64_t)milestone->turns, (int64_t)milestone->score, milestone->cause));
	if (answer == STORE_OK)
		answer = statement_run(store,
			statement_bind(store, STATEMENT_LIVELOG_TRIM, "i",
				sqlite3_last_insert_rowid(store->database) - STORE_LIVELOG_MOST));
	return group_leave(store, own, answer);
}

enum store_answer store_livelog_is_deeper(
	struct store *store, int64_t account, int64_t run, int64_t depth)
{
	int64_t before;

	return statement_number(store,
		statement_bind(store, STATEMENT_LIVELOG_IS_DEEPER, "iii", run, account, depth),
		&before);
}

enum store_answer store_livelog_deepen(struct store *store, int64_t run, int64_t depth)
{
	return statement_change(
		store, statement_bind(store, STATEMENT_LIVELOG_DEEPEN, "ii", run, depth));
}

enum store_answer store_livelog_best_other(struct store *store, int64_t run, int64_t *score)
{
	return statement_number(
		store, statement_bind(store, STATEMENT_LIVELOG_BEST_OTHER, "i", run), score);
}

enum store_answer store_livelog_top_other(struct store *store, int64_t run, int64_t *score)
{
	return statement_number(
		store, statement_bind(store, STATEMENT_LIVELOG_TOP_OTHER, "i", run), score);
}

enum store_answer store_livelog_forget(struct store *store, int64_t account)
{
	return statement_run(store, statement_bind(store, STATEMENT_LIVELOG_FORGET, "i", account));
}

static enum store_answer each_milestone(struct store *store, sqlite3_stmt *statement,
	bool (*each)(void *context, const struct store_milestone *milestone), void *context)
{
	struct store_milestone found;
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		memset(&found, 0, sizeof found);
		found.id = sqlite3_column_int64(statement, 0);
		found.at = sqlite3_column_int64(statement, 1);
		found.account = sqlite3_column_int64(statement, 2);
		found.run = sqlite3_column_int64(statement, 3);
		found.kind = (uint8_t)sqlite3_column_int(statement, 4);
		found.depth = (uint8_t)sqlite3_column_int(statement, 5);
		found.turns = (uint32_t)sqlite3_column_int64(statement, 6);
		found.score = (int32_t)sqlite3_column_int(statement, 7);
		column_text(statement, 8, found.name, sizeof found.name);
		column_text(statement, 9, found.game, sizeof found.game);
		column_text(statement, 10, found.cause, sizeof found.cause);
		if (!each(context, &found))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

enum store_answer store_livelog_after(struct store *store, int64_t id,
	bool (*each)(void *context, const struct store_milestone *milestone), void *context)
{
	return each_milestone(
		store, statement_bind(store, STATEMENT_LIVELOG_AFTER, "i", id), each, context);
}

enum store_answer store_livelog_newest(struct store *store, const char *game,
	bool (*each)(void *context, const struct store_milestone *milestone), void *context)
{
	return each_milestone(
		store, statement_bind(store, STATEMENT_LIVELOG_NEWEST, "s", game), each, context);
}

enum store_answer store_livelog_last(struct store *store, int64_t *id)
{
	return statement_number(store, statement_bind(store, STATEMENT_LIVELOG_LAST, ""), id);
}
