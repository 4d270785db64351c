/* Days and weeks of contracts: their seeds, and the tries of accounts at them. */
#include "store_private.h"

#include <stdio.h>
#include <string.h>

void store_day_game(const char *game, const char *date, char day_game[STORE_GAME_MAX + 1])
{
	snprintf(day_game, STORE_GAME_MAX + 1, "%.*s/%s", STORE_DAY_GAME_MAX, game, date);
}

/* ---- Days ---- */

enum store_answer store_day_publish(
	struct store *store, const char *game, const struct store_day *day)
{
	return statement_run(store,
		statement_bind(store, STATEMENT_DAY_PUBLISH, "ssbbi", game, day->date, day->seed,
			sizeof day->seed, day->hash, sizeof day->hash, day->published));
}

enum store_answer store_day_open(struct store *store, const char *game, const struct store_day *day)
{
	return statement_run(store,
		statement_bind(store, STATEMENT_DAY_OPEN, "ssibs", game, day->date,
			(int64_t)day->rules, day->content, sizeof day->content, day->handicaps));
}

static enum store_answer read_day(
	struct store *store, sqlite3_stmt *statement, struct store_day *day)
{
	enum step step = statement_step(store, statement);
	bool whole;

	memset(day, 0, sizeof *day);
	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	column_text(statement, 0, day->date, sizeof day->date);
	whole = column_exact(statement, 1, day->seed, sizeof day->seed) &&
		column_exact(statement, 2, day->hash, sizeof day->hash);
	day->published = sqlite3_column_int64(statement, 3);
	day->rules = (uint32_t)sqlite3_column_int64(statement, 4);
	whole = whole && column_exact(statement, 5, day->content, sizeof day->content);
	column_text(statement, 6, day->handicaps, sizeof day->handicaps);
	statement_done(statement);
	return whole ? STORE_OK : STORE_FAILED;
}

enum store_answer store_day_get(
	struct store *store, const char *game, const char *date, struct store_day *day)
{
	return read_day(store, statement_bind(store, STATEMENT_DAY_GET, "ss", game, date), day);
}

enum store_answer store_day_of_seed(
	struct store *store, const char *game, const uint8_t seed[16], struct store_day *day)
{
	return read_day(store,
		statement_bind(store, STATEMENT_DAY_OF_SEED, "sb", game, seed, (size_t)16), day);
}

enum store_answer store_days_beside(struct store *store, const char *game, const char *date,
	char before[STORE_DATE_SIZE], char after[STORE_DATE_SIZE])
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_DAYS_BESIDE, "ss", game, date);

	before[0] = after[0] = '\0';
	if (statement_step(store, statement) != STEP_ROW)
		return STORE_FAILED;
	column_text(statement, 0, before, STORE_DATE_SIZE);
	column_text(statement, 1, after, STORE_DATE_SIZE);
	statement_done(statement);
	return STORE_OK;
}

/* Reads a count, which is always there. */
static enum store_answer read_count(struct store *store, sqlite3_stmt *statement, uint32_t *count)
{
	int64_t number = 0;
	enum store_answer answer = statement_number(store, statement, &number);

	*count = (uint32_t)number;
	return answer == STORE_OK ? STORE_OK : STORE_FAILED;
}

enum store_answer store_day_summary(
	struct store *store, const char *game, const char *date, struct store_day_summary *summary)
{
	char day_game[STORE_GAME_MAX + 1];
	sqlite3_stmt *statement;
	enum step step;

	memset(summary, 0, sizeof *summary);
	store_day_game(game, date, day_game);
	if (read_count(store, statement_bind(store, STATEMENT_DAY_TRIES, "ss", game, date),
		    &summary->tried) != STORE_OK)
		return STORE_FAILED;
	statement = statement_bind(store, STATEMENT_DAY_DEEPEST, "s", day_game);
	step = statement_step(store, statement);
	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_OK : STORE_FAILED;
	summary->deepest = (uint32_t)sqlite3_column_int64(statement, 0);
	column_text(statement, 1, summary->name, sizeof summary->name);
	statement_done(statement);
	return STORE_OK;
}

/* ---- Tries ---- */

static enum store_answer read_try(
	struct store *store, sqlite3_stmt *statement, struct store_try *found)
{
	enum step step = statement_step(store, statement);

	memset(found, 0, sizeof *found);
	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	found->run = sqlite3_column_int64(statement, 0);
	found->begun = sqlite3_column_int64(statement, 1);
	found->over = sqlite3_column_int(statement, 2) != 0;
	column_text(statement, 3, found->game, sizeof found->game);
	column_text(statement, 4, found->date, sizeof found->date);
	found->account = sqlite3_column_int64(statement, 5);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_try_of(struct store *store, int64_t account, const char *game,
	const char *date, struct store_try *found)
{
	return read_try(
		store, statement_bind(store, STATEMENT_TRY_OF, "iss", account, game, date), found);
}

enum store_answer store_try_of_run(struct store *store, int64_t run, struct store_try *found)
{
	return read_try(store, statement_bind(store, STATEMENT_TRY_OF_RUN, "i", run), found);
}

enum store_answer store_try_begin(struct store *store, const char *game, const char *date,
	const struct store_begin *begin, struct store_run *run)
{
	char day_game[STORE_GAME_MAX + 1];
	struct store_try earlier;
	enum store_answer answer = store_try_of(store, begin->account, game, date, &earlier);
	int64_t id = 0;
	bool own;

	if (answer == STORE_OK)
		answer = store_run_by_id(store, earlier.run, run);
	if (answer != STORE_NONE)
		return answer == STORE_OK ? STORE_TAKEN : answer;
	if (!group_enter(store, &own))
		return STORE_FAILED;
	store_day_game(game, date, day_game);
	answer = run_put(store, begin, day_game, &id);
	if (answer == STORE_OK)
		answer = statement_run(store, statement_bind(store, STATEMENT_TRY_ADD, "issi",
						      begin->account, game, date, id));
	answer = group_leave(store, own, answer == STORE_TAKEN ? STORE_FAILED : answer);
	return answer == STORE_OK ? store_run_by_id(store, id, run) : answer;
}

enum store_answer store_streak(
	struct store *store, int64_t account, const char *game, const char *date, uint32_t *days)
{
	return read_count(store,
		statement_bind(store, STATEMENT_STREAK, "issi", account, game, date,
			(int64_t)STORE_STREAK_MAX),
		days);
}

enum store_answer store_has_ranked(struct store *store, int64_t account, const char *game)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_HAS_RANKED, "is", account, game);
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	statement_done(statement);
	return STORE_OK;
}
