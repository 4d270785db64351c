/* The board: one score a run, written at the run's end. Only its verification, epitaph and avenger
 * change later. */
#include "store_private.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* clang-format off */
#define NUMBER_KIND(type, field, missing) "i"
#define TEXT_KIND(field, size) "s"
#define NUMBER_VALUE(type, field, missing) , (int64_t)score->field
#define TEXT_VALUE(field, size) , score->field

static enum store_answer insert_score(struct store *store, const struct store_score *score)
{
	return statement_run(store,
		statement_bind(store, STATEMENT_SCORE_NEW,
			SCORE_END_NUMBERS(NUMBER_KIND) SCORE_END_TEXTS(TEXT_KIND)
			SCORE_END_NUMBERS(NUMBER_VALUE) SCORE_END_TEXTS(TEXT_VALUE)));
}
/* clang-format on */

static enum store_answer mark_avenged(struct store *store, const struct store_score *score)
{
	char names[sizeof score->avenged];
	enum store_answer answer = STORE_OK;
	char *rest = names;
	char *name;

	if (!score->scored)
		return STORE_OK;
	memcpy(names, score->avenged, sizeof names);
	names[sizeof names - 1] = '\0';
	while (answer == STORE_OK && (name = strtok_r(rest, " ", &rest)) != NULL)
		answer = statement_run(store,
			statement_bind(store, STATEMENT_SCORE_AVENGED, "is", score->run, name));
	return answer;
}

static enum store_answer write_end(
	struct store *store, uint32_t index, const struct store_score *score)
{
	enum store_answer answer = insert_score(store, score);

	if (answer == STORE_OK)
		answer = statement_run(
			store, statement_bind(store, STATEMENT_SCORE_LIST, "i", score->run));
	if (answer == STORE_OK)
		answer = mark_avenged(store, score);
	if (answer == STORE_OK)
		answer = journal_join(store, score->run, index);
	if (answer == STORE_OK)
		answer = statement_run(
			store, statement_bind(store, STATEMENT_SNAPSHOT_CLEAR, "i", score->run));
	if (answer == STORE_OK)
		answer = statement_run(
			store, statement_bind(store, STATEMENT_RUN_ENDED, "i", score->run));
	return answer;
}

enum store_answer store_run_end(
	struct store *store, uint32_t epoch, uint32_t index, const struct store_score *score)
{
	struct store_score there;
	enum store_answer answer;
	uint32_t next;
	bool over;
	bool own;

	answer = run_held(store, score->run, epoch, &next, &over);
	if (answer != STORE_OK)
		return answer;
	if (index != next)
		return over ? STORE_STALE : STORE_GAP;
	/* A repeated end from the holder of the last epoch: its first answer was lost. */
	if (over)
		return store_score_of(store, score->run, &there) == STORE_OK ? STORE_OK
									     : STORE_STALE;
	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = write_end(store, index, score);
	return group_leave(store, own, answer == STORE_TAKEN ? STORE_FAILED : answer);
}

/* ---- Reading ---- */

/* Column 0 is the rank. */
static void fill_score(sqlite3_stmt *statement, struct store_score *score)
{
	int column = 1;

	memset(score, 0, sizeof *score);
#define ROW(type, field, missing) score->field = (type)sqlite3_column_int64(statement, column++);
	SCORE_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) column_text(statement, column++, score->field, size);
	SCORE_TEXTS(ROW)
#undef ROW
}

enum store_answer store_score_of(struct store *store, int64_t run, struct store_score *score)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_SCORE_OF, "i", run);
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	fill_score(statement, score);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_score_unproven(struct store *store, int64_t *cursor, int64_t *run)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_SCORE_UNPROVEN, "i", *cursor);
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	*cursor = sqlite3_column_int64(statement, 0);
	*run = sqlite3_column_int64(statement, 1);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_score_verify(
	struct store *store, int64_t run, enum store_verification verification)
{
	return statement_change(store,
		statement_bind(store, STATEMENT_SCORE_VERIFY, "ii", (int64_t)verification, run));
}

enum store_answer store_score_epitaph(
	struct store *store, int64_t run, int64_t account, const char *epitaph)
{
	return statement_change(store,
		statement_bind(store, STATEMENT_SCORE_EPITAPH, "sii", epitaph, run, account));
}

/* The statements of each order, for all players and for one name. ranked: equal scores share a
 * rank, which is that of the best runs of each player or of all runs. */
static const struct {
	enum statement all, of_name;
	bool ranked, players;
} orders[] = {
	[STORE_BEST_RUNS] = {STATEMENT_BEST_RUNS, STATEMENT_BEST_RUNS_OF, .ranked = true},
	[STORE_BEST_PLAYERS] = {STATEMENT_BEST_PLAYERS, STATEMENT_BEST_PLAYERS_OF, .ranked = true,
		.players = true},
	[STORE_LATEST] = {STATEMENT_LATEST, STATEMENT_LATEST_OF, .ranked = false},
	[STORE_DEATHS] = {STATEMENT_DEATHS, STATEMENT_DEATHS_OF, .ranked = false},
};

static sqlite3_stmt *bind_query(struct store *store, const struct store_query *query)
{
	unsigned most = query->first < STORE_PLACES_MAX ? STORE_PLACES_MAX - query->first : 0;
	int64_t count = query->count < most ? query->count : most;

	if (query->name[0])
		return statement_bind(store, orders[query->order].of_name, "iiss",
			(int64_t)query->first, count, query->game, query->name);
	return statement_bind(
		store, orders[query->order].all, "iis", (int64_t)query->first, count, query->game);
}

/* The rank of the first row of a page, from the counts; 0 when they cannot be read. */
static unsigned rank_of(struct store *store, const struct store_query *query, int score)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_RANK, "iis",
		(int64_t)orders[query->order].players, (int64_t)score, query->game);
	unsigned rank;

	if (statement_step(store, statement) != STEP_ROW)
		return 0;
	rank = (unsigned)sqlite3_column_int64(statement, 0);
	statement_done(statement);
	return rank;
}

/* The rank of a row at a place, counted from 1.  given: what its statement says, or 0. */
struct ranking {
	unsigned place, rank;
	int score;
};

static unsigned next_rank(struct store *store, const struct store_query *query, unsigned given,
	int score, struct ranking *ranking)
{
	bool first = ranking->rank == 0;

	ranking->place++;
	if (given)
		ranking->rank = given;
	else if (!orders[query->order].ranked || (first && query->first == 0))
		ranking->rank = ranking->place;
	else if (first)
		ranking->rank = rank_of(store, query, score);
	else if (score != ranking->score)
		ranking->rank = ranking->place;
	ranking->score = score;
	return ranking->rank;
}

enum store_answer store_scores_each(struct store *store, const struct store_query *query,
	bool (*each)(void *context, unsigned rank, const struct store_score *score), void *context)
{
	struct ranking ranking = {.place = query->first};
	sqlite3_stmt *statement;
	enum step step;

	assert((size_t)query->order < sizeof orders / sizeof *orders);
	statement = bind_query(store, query);
	while ((step = statement_step(store, statement)) == STEP_ROW) {
		unsigned given = (unsigned)sqlite3_column_int64(statement, 0);
		struct store_score score;

		fill_score(statement, &score);
		given = next_rank(store, query, given, score.score, &ranking);
		if (given == 0 || !each(context, given, &score))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED || (step == STEP_ROW && ranking.rank == 0) ? STORE_FAILED
									      : STORE_OK;
}

enum store_answer store_games_each(struct store *store,
	bool (*each)(void *context, const char *game, uint32_t runs), void *context)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_GAMES, "");
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		char game[STORE_GAME_MAX + 1];

		column_text(statement, 0, game, sizeof game);
		if (!each(context, game, (uint32_t)sqlite3_column_int64(statement, 1)))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

enum store_answer store_record_of(struct store *store, int64_t account, const char *game,
	uint8_t won, struct store_record *record)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_RECORD, "iis", account, (int64_t)won, game);

	if (statement_step(store, statement) != STEP_ROW)
		return STORE_FAILED;
	record->runs = (uint32_t)sqlite3_column_int64(statement, 0);
	record->wins = (uint32_t)sqlite3_column_int64(statement, 1);
	record->turns = (uint32_t)sqlite3_column_int64(statement, 2);
	record->best_score = sqlite3_column_int(statement, 3);
	record->deepest = sqlite3_column_int(statement, 4);
	record->first = sqlite3_column_int64(statement, 5);
	record->last = sqlite3_column_int64(statement, 6);
	statement_done(statement);
	return STORE_OK;
}
