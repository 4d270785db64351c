/* The marks up to which accounts have read the news, and the runs that ended since. */
#include "store_private.h"

#include <string.h>

enum store_answer store_mark_get(struct store *store, int64_t account, struct store_mark *mark)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_MARK_GET, "i", account);
	enum step step = statement_step(store, statement);

	memset(mark, 0, sizeof *mark);
	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	mark->score = sqlite3_column_int64(statement, 0);
	mark->mail = sqlite3_column_int64(statement, 1);
	mark->at = sqlite3_column_int64(statement, 2);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_mark_now(struct store *store, int64_t now, struct store_mark *mark)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_MARK_NOW, "");

	memset(mark, 0, sizeof *mark);
	if (statement_step(store, statement) != STEP_ROW)
		return STORE_FAILED;
	mark->score = sqlite3_column_int64(statement, 0);
	mark->mail = sqlite3_column_int64(statement, 1);
	mark->at = now;
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_mark_put(
	struct store *store, int64_t account, const struct store_mark *mark)
{
	return statement_run(store, statement_bind(store, STATEMENT_MARK_PUT, "iiii", account,
					    mark->score, mark->mail, mark->at));
}

enum store_answer store_best_until(
	struct store *store, const char *game, const char *name, int64_t number, int64_t *score)
{
	return statement_number(store,
		statement_bind(store, STATEMENT_BEST_UNTIL, "ssi", game, name, number), score);
}

enum store_answer store_rank_of_run(
	struct store *store, const char *game, int64_t run, int64_t *rank)
{
	struct store_score score;
	enum store_answer answer = store_score_of(store, run, &score);

	if (answer == STORE_OK && (!score.scored || score.proof == STORE_REFUTED))
		answer = STORE_NONE;
	return answer == STORE_OK ? statement_number(store,
					    statement_bind(store, STATEMENT_RANK, "iis", (int64_t)0,
						    (int64_t)score.score, game),
					    rank)
				  : answer;
}

enum store_answer store_try_last(struct store *store, int64_t account, const char *game,
	const char *before, struct store_try *found)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_TRY_LAST, "iss", account, game, before);
	char date[STORE_DATE_SIZE];
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	column_text(statement, 0, date, sizeof date);
	statement_done(statement);
	return store_try_of(store, account, game, date, found);
}
