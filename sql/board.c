/* The board: one score a run, written at the run's end. Only its verification, epitaph and avenger
 * change later. */
#include "store_private.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* At most so many other runs change their place with a verification. */
#define MOVED_AT_ONCE 16

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
			store, statement_bind(store, STATEMENT_SCORE_WAIT, "i", score->run));
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

int score_fill(sqlite3_stmt *statement, struct store_score *score)
{
	int column = 1;

	memset(score, 0, sizeof *score);
#define ROW(type, field, missing) score->field = (type)sqlite3_column_int64(statement, column++);
	SCORE_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) column_text(statement, column++, score->field, size);
	SCORE_TEXTS(ROW)
#undef ROW
	return column;
}

enum store_answer store_score_of(struct store *store, int64_t run, struct store_score *score)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_SCORE_OF, "i", run);
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	score_fill(statement, score);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_scores_since(struct store *store, const char *game, int64_t number,
	bool (*each)(void *context, const struct store_score *score), void *context)
{
	sqlite3_stmt *statement = statement_bind(
		store, STATEMENT_SCORES_SINCE, "sii", game, number, (int64_t)STORE_SINCE_MOST);
	struct store_score score;
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		score_fill(statement, &score);
		if (!each(context, &score))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

static enum store_answer next_score(
	struct store *store, sqlite3_stmt *statement, int64_t *cursor, int64_t *run)
{
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	*cursor = sqlite3_column_int64(statement, 0);
	*run = sqlite3_column_int64(statement, 1);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_score_unproven(struct store *store, int64_t *cursor, int64_t *run)
{
	return next_score(
		store, statement_bind(store, STATEMENT_SCORE_UNPROVEN, "i", *cursor), cursor, run);
}

/* The best listed run of a game is a verified one: unlists what is above it. */
static enum store_answer demote_unverified(struct store *store, int64_t run)
{
	enum store_answer answer = STORE_OK;

	for (int i = 0; i < MOVED_AT_ONCE && answer == STORE_OK; i++)
		answer = statement_change(
			store, statement_bind(store, STATEMENT_SCORE_DEMOTE, "i", run));
	return answer == STORE_NONE ? STORE_OK : answer;
}

static enum store_answer write_verification(
	struct store *store, int64_t run, enum store_verification verification)
{
	enum store_answer answer = statement_change(store,
		statement_bind(store, STATEMENT_SCORE_VERIFY, "ii", (int64_t)verification, run));

	if (answer != STORE_OK)
		return answer;
	if (verification == STORE_VERIFIED)
		return statement_run(store, statement_bind(store, STATEMENT_SCORE_RELEASE, "ii",
						    run, (int64_t)MOVED_AT_ONCE));
	return demote_unverified(store, run);
}

enum store_answer store_score_set_aside_next(
	struct store *store, int64_t *cursor, int64_t last, int64_t *run)
{
	return next_score(store,
		statement_bind(store, STATEMENT_SCORE_SET_ASIDE_NEXT, "ii", *cursor, last), cursor,
		run);
}

enum store_answer store_score_set_aside_last(struct store *store, int64_t *last)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_SCORE_SET_ASIDE_LAST, "");

	if (statement_step(store, statement) != STEP_ROW)
		return STORE_FAILED;
	*last = sqlite3_column_int64(statement, 0);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_score_verify(
	struct store *store, int64_t run, enum store_verification verification)
{
	enum store_answer answer;
	bool own;

	assert(verification == STORE_VERIFIED || verification == STORE_REFUTED);
	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = write_verification(store, run, verification);
	return group_leave(store, own, answer);
}

enum store_answer store_score_remove(struct store *store, int64_t run)
{
	enum store_answer answer;
	bool own;

	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = statement_change(store, statement_bind(store, STATEMENT_SCORE_REMOVE, "i", run));
	if (answer == STORE_OK)
		answer = demote_unverified(store, run);
	return group_leave(store, own, answer);
}

enum store_answer store_score_set_aside(struct store *store, int64_t run)
{
	return statement_change(store, statement_bind(store, STATEMENT_SCORE_SET_ASIDE, "i", run));
}

enum store_answer store_score_epitaph(
	struct store *store, int64_t run, int64_t account, const char *epitaph)
{
	return statement_change(store,
		statement_bind(store, STATEMENT_SCORE_EPITAPH, "sii", epitaph, run, account));
}

/* The statements of each order, for all players and for one name. ranked: equal scores share a
 * rank, which is that of the best runs of each player or of all runs. waits: runs that are not
 * ranked yet are shown, too, after so many ranked ones.
 * places: most rows of the list, if not STORE_PLACES_MAX. */
static const struct order {
	enum statement all, of_name;
	bool ranked, players, waits;
	unsigned lead, places;
} orders[] = {
	[STORE_BEST_RUNS] = {STATEMENT_BEST_RUNS, STATEMENT_BEST_RUNS_OF, .ranked = true,
		.waits = true, .lead = 1},
	[STORE_BEST_PLAYERS] = {STATEMENT_BEST_PLAYERS, STATEMENT_BEST_PLAYERS_OF, .ranked = true,
		.players = true, .waits = true, .lead = 1},
	[STORE_LATEST] = {STATEMENT_LATEST, STATEMENT_LATEST_OF, .waits = true},
	[STORE_DEATHS] = {STATEMENT_DEATHS, STATEMENT_DEATHS_OF, .ranked = false},
	[STORE_SET_ASIDE_RUNS] = {STATEMENT_SET_ASIDE, STATEMENT_SET_ASIDE, .ranked = false},
	[STORE_CONDUCTS] = {STATEMENT_CONDUCTS, STATEMENT_CONDUCTS_OF, .ranked = false,
		.places = STORE_CONDUCTS_PLACES},
};
static const struct order waiting = {STATEMENT_WAITING, STATEMENT_WAITING_OF, .ranked = false};

/* A page while it is read. The rank of a row at a place, counted from 1, follows from the row
 * before it. */
struct page {
	const struct store_query *query;
	bool (*each)(void *context, unsigned rank, const struct store_score *score);
	void *context;
	unsigned place, rank;
	int score;
	bool stopped;
};

static sqlite3_stmt *bind_query(struct store *store, const struct order *order,
	const struct store_query *query, unsigned first, unsigned count)
{
	unsigned places = order->places ? order->places : STORE_PLACES_MAX;
	unsigned most = first < places ? places - first : 0;
	int64_t rows = count < most ? count : most;

	if (query->name[0] && order->of_name != order->all)
		return statement_bind(store, order->of_name, "iiss", (int64_t)first, rows,
			query->game, query->name);
	return statement_bind(store, order->all, "iis", (int64_t)first, rows, query->game);
}

/* The rank of the first row of a page, from the counts; 0 when they cannot be read. */
static unsigned rank_of(struct store *store, const struct order *order, const char *game, int score)
{
	sqlite3_stmt *statement = statement_bind(
		store, STATEMENT_RANK, "iis", (int64_t)order->players, (int64_t)score, game);
	unsigned rank;

	if (statement_step(store, statement) != STEP_ROW)
		return 0;
	rank = (unsigned)sqlite3_column_int64(statement, 0);
	statement_done(statement);
	return rank;
}

/* given: the rank that the statement says, or 0. */
static unsigned next_rank(struct store *store, const struct order *order, unsigned given, int score,
	struct page *page)
{
	bool first = page->rank == 0;

	page->place++;
	if (given)
		page->rank = given;
	else if (!order->ranked || page->place == 1)
		page->rank = page->place;
	else if (first)
		page->rank = rank_of(store, order, page->query->game, score);
	else if (score != page->score)
		page->rank = page->place;
	page->score = score;
	return page->rank;
}

/* Reads count rows of an order from the row `first` on. */
static enum store_answer read_rows(struct store *store, const struct order *order, unsigned first,
	unsigned count, struct page *page)
{
	sqlite3_stmt *statement;
	enum step step = STEP_DONE;
	bool failed = false;

	if (page->stopped || count == 0)
		return STORE_OK;
	statement = bind_query(store, order, page->query, first, count);
	while (!page->stopped && !failed && (step = statement_step(store, statement)) == STEP_ROW) {
		unsigned rank = (unsigned)sqlite3_column_int64(statement, 0);
		struct store_score score;

		score_fill(statement, &score);
		if (order != &waiting) {
			rank = next_rank(store, order, rank, score.score, page);
			failed = rank == 0;
		}
		page->stopped = !failed && !page->each(page->context, rank, &score);
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED || failed ? STORE_FAILED : STORE_OK;
}

/* How many runs the page's board shows that wait for a verification, and whether it ranks any.
 * False on a failure. */
static bool count_waiting(
	struct store *store, const struct store_query *query, unsigned *count, bool *ranks)
{
	const int64_t most = STORE_WAITING_SHOWN;
	sqlite3_stmt *statement =
		query->name[0] ? statement_bind(store, STATEMENT_WAITING_COUNT_OF, "iiss", most,
					 INT64_C(0), query->game, query->name)
			       : statement_bind(store, STATEMENT_WAITING_COUNT, "iis", most,
					 INT64_C(0), query->game);

	if (statement_step(store, statement) != STEP_ROW)
		return false;
	*count = (unsigned)sqlite3_column_int64(statement, 0);
	*ranks = sqlite3_column_int(statement, 1);
	statement_done(statement);
	return true;
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

enum store_answer store_scores_each(struct store *store, const struct store_query *query,
	bool (*each)(void *context, unsigned rank, const struct store_score *score), void *context)
{
	struct page page = {.query = query, .each = each, .context = context};
	unsigned first = query->first, left = query->count, wait = 0, lead, rows;
	const struct order *order = &orders[query->order];
	enum store_answer answer = STORE_OK;
	bool ranks = false;

	assert((size_t)query->order < sizeof orders / sizeof *orders);
	if (order->waits && !count_waiting(store, query, &wait, &ranks))
		return STORE_FAILED;
	lead = ranks ? order->lead : 0;
	page.place = first > wait ? first - wait : 0;
	if (wait > 0 && first < lead) {
		page.place = first;
		rows = least(left, lead - first);
		answer = read_rows(store, order, first, rows, &page);
		left -= rows;
		first += rows;
	}
	if (answer == STORE_OK && first - lead < wait && wait > 0) {
		rows = least(left, wait - (first - lead));
		answer = read_rows(store, &waiting, first - lead, rows, &page);
		left -= rows;
		first += rows;
		page.place = lead;
	}
	return answer == STORE_OK ? read_rows(store, order, first - wait, left, &page) : answer;
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
