/*
 * The journal of a run: its commands and digests, and the snapshots from which it resumes.
 *
 * State of a run, as appends see it: (epoch, next index, over).  An append moves the next index
 * from `index` to `index + count`, in the group that holds its row; nothing else moves it.  So the
 * rows of a run cover its commands from 0 without gap or overlap.
 */
#include "store_private.h"

#include <string.h>

/* True if the journal already has these commands at this index: a repeated append whose answer was
 * lost. */
static bool already_there(struct store *store, const struct store_append *append)
{
	sqlite3_stmt *statement = statement_bind(
		store, STATEMENT_COMMANDS_AT, "ii", append->run, (int64_t)append->index);
	bool same;

	if (statement_step(store, statement) != STEP_ROW)
		return false;
	same = sqlite3_column_int64(statement, 0) == append->count &&
	       (size_t)sqlite3_column_bytes(statement, 1) == append->size &&
	       memcmp(sqlite3_column_blob(statement, 1), append->bytes, append->size) == 0;
	statement_done(statement);
	return same;
}

static enum store_answer write_append(struct store *store, const struct store_append *append)
{
	int64_t end = (int64_t)append->index + append->count;
	enum store_answer answer =
		statement_run(store, statement_bind(store, STATEMENT_COMMANDS_ADD, "iiib",
					     append->run, (int64_t)append->index,
					     (int64_t)append->count, append->bytes, append->size));

	if (answer == STORE_OK)
		answer = statement_run(store,
			statement_bind(store, STATEMENT_RUN_ADVANCE, "ii", end, append->run));
	for (size_t i = 0; i < append->digest_count && answer == STORE_OK; i++) {
		const struct store_digest *digest = &append->digests[i];

		answer = statement_run(
			store, statement_bind(store, STATEMENT_DIGEST_ADD, "iiib", append->run,
				       (int64_t)digest->index, (int64_t)digest->digest,
				       digest->part_count ? digest->parts : NULL,
				       (size_t)digest->part_count));
	}
	return answer == STORE_TAKEN ? STORE_FAILED : answer;
}

/* True if the digests belong to commands of the append, in ascending order. */
static bool digests_follow(const struct store_append *append)
{
	uint32_t after = append->index;

	if (append->digest_count > STORE_DIGESTS_MAX)
		return false;
	for (size_t i = 0; i < append->digest_count; i++) {
		const struct store_digest *digest = &append->digests[i];

		if (digest->index <= after || digest->index > append->index + append->count ||
			digest->part_count > STORE_PARTS_MAX)
			return false;
		after = digest->index;
	}
	return true;
}

enum store_answer store_append(struct store *store, const struct store_append *append)
{
	enum store_answer answer;
	uint32_t next;
	bool over;
	bool own;

	if (append->count == 0 || append->size == 0 || append->count > UINT32_MAX - append->index ||
		!digests_follow(append))
		return STORE_GAP;
	answer = run_held(store, append->run, append->epoch, &next, &over);
	if (answer != STORE_OK)
		return answer;
	if (over)
		return STORE_STALE;
	if (append->index < next)
		return already_there(store, append) ? STORE_OK : STORE_GAP;
	if (append->index > next)
		return STORE_GAP;
	if (!group_enter(store, &own))
		return STORE_FAILED;
	return group_leave(store, own, write_append(store, append));
}

enum store_answer store_digests_each(struct store *store, int64_t run, uint32_t after,
	bool (*each)(void *context, const struct store_digest *digest), void *context)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_DIGESTS_OF, "ii", run, (int64_t)after);
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		int parts = sqlite3_column_bytes(statement, 2);
		struct store_digest digest = {.index = (uint32_t)sqlite3_column_int64(statement, 0),
			.digest = (uint64_t)sqlite3_column_int64(statement, 1),
			.part_count = parts <= STORE_PARTS_MAX ? (uint8_t)parts : 0};

		if (digest.part_count)
			memcpy(digest.parts, sqlite3_column_blob(statement, 2), digest.part_count);
		if (!each(context, &digest))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

/* ---- Snapshots ---- */

enum store_answer store_snapshot_put(struct store *store, int64_t run, uint32_t epoch,
	uint32_t index, const void *bytes, size_t size)
{
	enum store_answer answer;
	uint32_t next;
	bool over;
	bool own;

	answer = run_held(store, run, epoch, &next, &over);
	if (answer != STORE_OK)
		return answer;
	if (over)
		return STORE_STALE;
	if (index != next)
		return STORE_GAP;
	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = journal_join(store, run, index);
	if (answer == STORE_OK)
		answer = statement_run(store, statement_bind(store, STATEMENT_SNAPSHOT_PUT, "iib",
						      run, (int64_t)index, bytes, size));
	if (answer == STORE_OK)
		answer = statement_run(
			store, statement_bind(store, STATEMENT_SNAPSHOT_TRIM, "i", run));
	return group_leave(store, own, answer == STORE_TAKEN ? STORE_FAILED : answer);
}

enum store_answer store_snapshot_get(struct store *store, int64_t run, unsigned nth,
	uint32_t *index, uint8_t **bytes, size_t *size)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_SNAPSHOT_GET, "ii", run, (int64_t)nth);
	enum step step = statement_step(store, statement);
	bool copied;

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	*index = (uint32_t)sqlite3_column_int64(statement, 0);
	copied = column_blob(statement, 1, bytes, size);
	statement_done(statement);
	return copied ? STORE_OK : STORE_FAILED;
}
