/* Runs: their beginning, holder, birth and segments. */
#include "store_private.h"

#include <string.h>

static bool fill_run(sqlite3_stmt *statement, struct store_run *run)
{
	memset(run, 0, sizeof *run);
	run->id = sqlite3_column_int64(statement, 0);
	run->account = sqlite3_column_int64(statement, 1);
	run->epoch = (uint32_t)sqlite3_column_int64(statement, 2);
	run->mode = (uint8_t)sqlite3_column_int(statement, 3);
	run->next_index = (uint32_t)sqlite3_column_int64(statement, 5);
	run->ended = sqlite3_column_int(statement, 6) != 0;
	run->quarantined = sqlite3_column_int(statement, 7) != 0;
	run->begun = sqlite3_column_int64(statement, 8);
	column_text(statement, 9, run->name, sizeof run->name);
	run->rules = (uint32_t)sqlite3_column_int64(statement, 10);
	run->snapshot_index = (uint32_t)sqlite3_column_int64(statement, 12);
	return column_exact(statement, 4, run->seed, sizeof run->seed) &&
	       column_exact(statement, 11, run->content, sizeof run->content);
}

static enum store_answer read_run(
	struct store *store, sqlite3_stmt *statement, struct store_run *run)
{
	enum step step = statement_step(store, statement);
	bool whole;

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	whole = fill_run(statement, run);
	statement_done(statement);
	if (!whole)
		store_complain(store, "a run has no segment");
	return whole ? STORE_OK : STORE_FAILED;
}

static enum store_answer insert_run(
	struct store *store, const struct store_begin *begin, const char *game, int64_t *id)
{
	enum store_answer answer = statement_run(
		store, statement_bind(store, STATEMENT_RUN_NEW, "iiibs", begin->account,
			       (int64_t)begin->mode, begin->now, begin->seed, (size_t)16, game));

	if (answer != STORE_OK)
		return answer;
	*id = sqlite3_last_insert_rowid(store->database);
	return statement_run(store, statement_bind(store, STATEMENT_BIRTH_PUT, "ib", *id,
					    begin->birth, begin->birth_size));
}

enum store_answer run_put(
	struct store *store, const struct store_begin *begin, const char *game, int64_t *id)
{
	enum store_answer answer = insert_run(store, begin, game, id);

	if (answer == STORE_OK)
		answer = segment_put(store, *id, 0, begin->rules, begin->content, NULL, 0);
	/* The broken constraint is the reference to an account that does not exist. */
	return answer == STORE_TAKEN ? STORE_FAILED : answer;
}

enum store_answer store_run_begin(
	struct store *store, const struct store_begin *begin, struct store_run *run)
{
	char game[STORE_GAME_MAX + 1];
	enum store_answer answer;
	int64_t id = 0;
	bool own;

	/* The content is not in the store. */
	if (store_bundle_game(store, begin->content, game) != STORE_OK)
		return STORE_FAILED;
	answer = store_run_current(store, begin->account, game, run);
	if (answer != STORE_NONE)
		return answer == STORE_OK ? STORE_TAKEN : answer;
	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = group_leave(store, own, run_put(store, begin, game, &id));
	return answer == STORE_OK ? store_run_by_id(store, id, run) : answer;
}

enum store_answer store_run_current(
	struct store *store, int64_t account, const char *game, struct store_run *run)
{
	return read_run(
		store, statement_bind(store, STATEMENT_RUN_CURRENT, "is", account, game), run);
}

enum store_answer store_run_by_id(struct store *store, int64_t id, struct store_run *run)
{
	return read_run(store, statement_bind(store, STATEMENT_RUN_BY_ID, "i", id), run);
}

enum store_answer run_held(
	struct store *store, int64_t run, uint32_t epoch, uint32_t *next_index, bool *over)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_RUN_STANDING, "i", run);
	enum step step = statement_step(store, statement);
	int64_t newest;

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	newest = sqlite3_column_int64(statement, 0);
	*next_index = (uint32_t)sqlite3_column_int64(statement, 1);
	*over = sqlite3_column_int(statement, 2) != 0;
	statement_done(statement);
	/* An epoch that the store never had: the database lost the claim. */
	return newest == epoch ? STORE_OK : newest > epoch ? STORE_STALE : STORE_GAP;
}

enum store_answer store_run_claim(struct store *store, int64_t id, uint32_t *epoch)
{
	struct store_run run;
	enum store_answer answer = store_run_by_id(store, id, &run);

	if (answer != STORE_OK)
		return answer;
	if (run.ended || run.quarantined)
		return STORE_STALE;
	answer = statement_change(store, statement_bind(store, STATEMENT_RUN_CLAIM, "i", id));
	if (answer == STORE_OK)
		*epoch = run.epoch + 1;
	return answer;
}

enum store_answer store_run_birth(struct store *store, int64_t id, uint8_t **birth, size_t *size)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_BIRTH_GET, "i", id);
	enum step step = statement_step(store, statement);
	bool copied;

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	copied = column_blob(statement, 0, birth, size);
	statement_done(statement);
	return copied ? STORE_OK : STORE_FAILED;
}

enum store_answer store_run_quarantine(struct store *store, int64_t id, const char *why)
{
	return statement_change(
		store, statement_bind(store, STATEMENT_RUN_QUARANTINE, "si", why, id));
}

enum store_answer store_run_each(struct store *store, int64_t after, bool ended_only,
	bool (*each)(void *context, const struct store_run *run), void *context)
{
	struct store_run run = {.id = after};
	enum store_answer answer;

	/* One query a run, so that the callback may write to the store. */
	do {
		answer = read_run(store,
			statement_bind(
				store, STATEMENT_RUN_NEXT, "ii", run.id, (int64_t)ended_only),
			&run);
	} while (answer == STORE_OK && each(context, &run));
	return answer == STORE_FAILED ? STORE_FAILED : STORE_OK;
}

/* ---- Segments ---- */

enum store_answer segment_put(struct store *store, int64_t run, uint32_t first_index,
	uint32_t rules, const uint8_t content[16], const void *save, size_t save_size)
{
	return statement_run(store,
		statement_bind(store, STATEMENT_SEGMENT_ADD, "iiibb", run, (int64_t)first_index,
			(int64_t)rules, content, (size_t)16, save, save_size));
}

/* True if the run's last segment is this one already: a repeated request whose answer was lost. */
static bool segment_is_last(struct store *store, int64_t run, uint32_t first_index, uint32_t rules,
	const uint8_t content[16])
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_SEGMENT_LAST, "i", run);
	uint8_t last[16];
	bool same;

	if (statement_step(store, statement) != STEP_ROW)
		return false;
	same = sqlite3_column_int64(statement, 0) == first_index &&
	       sqlite3_column_int64(statement, 1) == rules &&
	       column_exact(statement, 2, last, 16) && memcmp(last, content, 16) == 0;
	statement_done(statement);
	return same;
}

enum store_answer store_segment_add(struct store *store, int64_t run, uint32_t epoch,
	uint32_t first_index, uint32_t rules, const uint8_t content[16], const void *save,
	size_t save_size)
{
	uint32_t next;
	bool over;
	enum store_answer answer = run_held(store, run, epoch, &next, &over);

	if (answer != STORE_OK)
		return answer;
	if (over)
		return STORE_STALE;
	if (first_index != next)
		return STORE_GAP;
	if (segment_is_last(store, run, first_index, rules, content))
		return STORE_OK;
	answer = segment_put(store, run, first_index, rules, content, save, save_size);
	return answer == STORE_TAKEN ? STORE_FAILED : answer;
}

unsigned store_segment_count(struct store *store, int64_t run)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_SEGMENT_COUNT, "i", run);
	unsigned count;

	if (statement_step(store, statement) != STEP_ROW)
		return 0;
	count = (unsigned)sqlite3_column_int64(statement, 0);
	statement_done(statement);
	return count;
}

enum store_answer store_segment_at(
	struct store *store, int64_t run, uint32_t index, struct store_segment *segment)
{
	struct store_run header;
	enum store_answer answer = store_run_by_id(store, run, &header);
	sqlite3_stmt *statement;
	bool whole;

	if (answer != STORE_OK)
		return answer;
	if (index > header.next_index)
		return STORE_NONE;
	statement = statement_bind(store, STATEMENT_SEGMENT_AT, "ii", run, (int64_t)index);
	if (statement_step(store, statement) != STEP_ROW)
		return STORE_FAILED;
	memset(segment, 0, sizeof *segment);
	segment->first_index = (uint32_t)sqlite3_column_int64(statement, 0);
	segment->rules = (uint32_t)sqlite3_column_int64(statement, 1);
	whole = column_exact(statement, 2, segment->content, sizeof segment->content);
	if (sqlite3_column_type(statement, 3) != SQLITE_NULL)
		whole = whole && column_blob(statement, 3, &segment->save, &segment->save_size);
	segment->end_index = sqlite3_column_type(statement, 4) == SQLITE_NULL
				     ? header.next_index
				     : (uint32_t)sqlite3_column_int64(statement, 4);
	statement_done(statement);
	return whole ? STORE_OK : STORE_FAILED;
}
