/*
 * The pieces of a journal: reading them, and joining many short ones to few long ones.
 *
 * Commands are appended one or a few at a time, and a row for each takes many times their own
 * bytes. So a snapshot joins all rows appended since the last one, and the end of a run joins the
 * rest. Each row is joined once, soon after it was written. Commands and their indexes do not
 * change; readers only get longer pieces.
 */
#include "store_private.h"

#include <stdlib.h>
#include <string.h>

/* Fits into any message. */
#define PIECE_MOST 16384

/* ---- Reading ---- */

/* Finds the piece that holds command `from`; it may begin before it. */
static bool piece_holding(struct store *store, int64_t run, uint32_t from, int64_t *first)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_COMMANDS_HOLDING, "ii", run, (int64_t)from);
	enum step step = statement_step(store, statement);

	*first = step == STEP_ROW ? sqlite3_column_int64(statement, 0) : 0;
	if (step == STEP_ROW)
		statement_done(statement);
	return step != STEP_FAILED;
}

enum store_answer store_commands_each(struct store *store, int64_t run, uint32_t from,
	bool (*each)(
		void *context, uint32_t index, uint32_t count, const uint8_t *bytes, size_t size),
	void *context)
{
	sqlite3_stmt *statement;
	enum step step;
	int64_t first;

	if (!piece_holding(store, run, from, &first))
		return STORE_FAILED;
	statement = statement_bind(store, STATEMENT_COMMANDS_FROM, "ii", run, first);
	while ((step = statement_step(store, statement)) == STEP_ROW) {
		uint32_t index = (uint32_t)sqlite3_column_int64(statement, 0);
		uint32_t count = (uint32_t)sqlite3_column_int64(statement, 1);

		if (index + count <= from)
			continue;
		if (!each(context, index, count, sqlite3_column_blob(statement, 2),
			    (size_t)sqlite3_column_bytes(statement, 2)))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

/* ---- Joining ---- */

struct piece {
	int64_t run;
	uint32_t first, next; /* commands first .. next - 1 */
	size_t rows, size;
	uint8_t bytes[PIECE_MOST];
};

/* Appends the next row to the piece. False if the row must begin a new piece. */
static bool piece_take(
	void *context, uint32_t index, uint32_t count, const uint8_t *bytes, size_t size)
{
	struct piece *piece = context;

	if (size > sizeof piece->bytes - piece->size) {
		/* The row is longer than any piece and stays as it is. */
		if (piece->rows == 0)
			piece->next = index + count;
		return false;
	}
	if (piece->rows == 0)
		piece->first = index;
	memcpy(piece->bytes + piece->size, bytes, size);
	piece->size += size;
	piece->next = index + count;
	piece->rows++;
	return true;
}

static enum store_answer piece_write(struct store *store, const struct piece *piece)
{
	enum store_answer answer = statement_run(
		store, statement_bind(store, STATEMENT_COMMANDS_CLEAR, "iii", piece->run,
			       (int64_t)piece->first, (int64_t)piece->next));

	if (answer != STORE_OK)
		return answer;
	return statement_run(
		store, statement_bind(store, STATEMENT_COMMANDS_ADD, "iiib", piece->run,
			       (int64_t)piece->first, (int64_t)(piece->next - piece->first),
			       piece->bytes, piece->size));
}

/* Reads the index of the last snapshot. All rows before it are joined already. */
static enum store_answer last_joined(struct store *store, int64_t run, uint32_t *index)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_SNAPSHOT_LAST, "i", run);

	if (statement_step(store, statement) != STEP_ROW)
		return STORE_FAILED;
	*index = (uint32_t)sqlite3_column_int64(statement, 0);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer journal_join(struct store *store, int64_t run, uint32_t end)
{
	struct piece *piece = malloc(sizeof *piece);
	uint32_t from = 0;
	enum store_answer answer = piece ? last_joined(store, run, &from) : STORE_FAILED;

	while (answer == STORE_OK && from < end) {
		piece->run = run;
		piece->next = from;
		piece->rows = piece->size = 0;
		answer = store_commands_each(store, run, from, piece_take, piece);
		/* store_check reports a journal that ends early. */
		if (answer != STORE_OK || piece->next == from)
			break;
		if (piece->rows > 1)
			answer = piece_write(store, piece);
		from = piece->next;
	}
	free(piece);
	return answer;
}
