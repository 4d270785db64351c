/* Feats of verified runs. */
#include "store_private.h"

#include <string.h>

enum store_answer store_feats_owner(
	struct store *store, int64_t run, int64_t *account, char game[STORE_GAME_MAX + 1])
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_FEATS_OWNER, "i", run);
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	*account = sqlite3_column_int64(statement, 0);
	column_text(statement, 1, game, STORE_GAME_MAX + 1);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_feats_clear(struct store *store, int64_t run)
{
	return statement_run(store, statement_bind(store, STATEMENT_FEATS_CLEAR, "i", run));
}

enum store_answer store_feat_add(struct store *store, int64_t run, unsigned kind, const char *id)
{
	enum store_answer answer;
	bool own;

	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = statement_run(
		store, statement_bind(store, STATEMENT_FEAT_NAME, "iis", run, (int64_t)kind, id));
	if (answer == STORE_OK)
		answer = statement_change(store,
			statement_bind(store, STATEMENT_FEAT_ADD, "iis", run, (int64_t)kind, id));
	return group_leave(store, own, answer);
}

static enum store_answer each_feat(struct store *store, sqlite3_stmt *statement,
	bool (*each)(void *context, const struct store_feat *feat), void *context)
{
	struct store_feat found;
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		memset(&found, 0, sizeof found);
		found.kind = (uint8_t)sqlite3_column_int(statement, 0);
		column_text(statement, 1, found.id, sizeof found.id);
		found.run = sqlite3_column_int64(statement, 2);
		if (!each(context, &found))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

enum store_answer store_feats_each(struct store *store, int64_t account, const char *game,
	bool (*each)(void *context, const struct store_feat *feat), void *context)
{
	return each_feat(store, statement_bind(store, STATEMENT_FEATS_EACH, "is", account, game),
		each, context);
}

enum store_answer store_feats_of_run(struct store *store, int64_t run,
	bool (*each)(void *context, const struct store_feat *feat), void *context)
{
	return each_feat(
		store, statement_bind(store, STATEMENT_FEATS_OF_RUN, "i", run), each, context);
}
