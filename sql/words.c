/* Words of players: mail, the wall, block lists, reports and mutes. */
#include "store_private.h"

#include <stdio.h>
#include <string.h>

/* Closed reports are kept for 90 days, so that the same words are not reported again. */
#define CLOSED_STAY_SECONDS ((int64_t)90 * 24 * 60 * 60)

/* OK if the statement finds a row. */
static enum store_answer found(struct store *store, sqlite3_stmt *statement)
{
	enum step step = statement_step(store, statement);

	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_ROW ? STORE_OK : step == STEP_DONE ? STORE_NONE : STORE_FAILED;
}

/* OK if the statement's count is below `most`, else TAKEN. */
static enum store_answer below(struct store *store, sqlite3_stmt *statement, int64_t most)
{
	int64_t count;

	if (statement_number(store, statement, &count) != STORE_OK)
		return STORE_FAILED;
	return count < most ? STORE_OK : STORE_TAKEN;
}

static void fill_words(sqlite3_stmt *statement, struct store_words *words)
{
	memset(words, 0, sizeof *words);
	words->id = sqlite3_column_int64(statement, 0);
	words->account = sqlite3_column_int64(statement, 1);
	words->at = sqlite3_column_int64(statement, 2);
	words->seen = sqlite3_column_int(statement, 3) != 0;
	column_text(statement, 4, words->name, sizeof words->name);
	column_text(statement, 5, words->text, sizeof words->text);
}

static enum store_answer each_words(struct store *store, sqlite3_stmt *statement,
	bool (*each)(void *context, const struct store_words *words), void *context)
{
	struct store_words words;
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		fill_words(statement, &words);
		if (!each(context, &words))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

/* ---- The wall ---- */

enum store_answer store_wall_has_room(struct store *store, int64_t account)
{
	return below(
		store, statement_bind(store, STATEMENT_WALL_COUNT, "i", account), STORE_WALL_EACH);
}

enum store_answer store_wall_add(
	struct store *store, int64_t account, const char *text, int64_t now)
{
	enum store_answer answer;
	bool own;

	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = store_wall_has_room(store, account);
	if (answer == STORE_OK)
		answer = statement_run(store,
			statement_bind(store, STATEMENT_WALL_ADD, "iis", account, now, text));
	if (answer == STORE_OK)
		answer = statement_run(store,
			statement_bind(store, STATEMENT_WALL_TRIM, "i", (int64_t)STORE_WALL_LINES));
	return group_leave(store, own, answer);
}

enum store_answer store_wall_each(struct store *store, int64_t reader,
	bool (*each)(void *context, const struct store_words *words), void *context)
{
	return each_words(
		store, statement_bind(store, STATEMENT_WALL_EACH, "i", reader), each, context);
}

/* ---- Mail ---- */

enum store_answer store_mail_has_room(struct store *store, int64_t from, int64_t to)
{
	enum store_answer answer =
		below(store, statement_bind(store, STATEMENT_MAIL_COUNT, "i", to), STORE_MAIL_MOST);

	return answer != STORE_OK
		       ? answer
		       : below(store,
				 statement_bind(store, STATEMENT_MAIL_UNREAD_OF, "ii", to, from),
				 STORE_MAIL_UNREAD);
}

enum store_answer store_mail_send(
	struct store *store, int64_t from, int64_t to, const char *text, int64_t now)
{
	enum store_answer answer = STORE_OK;
	bool own;

	if (!group_enter(store, &own))
		return STORE_FAILED;
	if (from)
		answer = store_mail_has_room(store, from, to);
	if (answer == STORE_OK)
		answer = statement_run(store,
			statement_bind(store, STATEMENT_MAIL_ADD, "iiis", to, from, now, text));
	return group_leave(store, own, answer);
}

enum store_answer store_mail_to_all(struct store *store, const char *text, int64_t now)
{
	enum store_answer answer;
	bool own;

	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = statement_run(store, statement_bind(store, STATEMENT_MAIL_ADD, "iiis", (int64_t)0,
					      (int64_t)0, now, text));
	if (answer == STORE_OK)
		answer = statement_run(store, statement_bind(store, STATEMENT_MAIL_TRIM_ALL, "i",
						      (int64_t)STORE_MAIL_TO_ALL));
	return group_leave(store, own, answer);
}

enum store_answer store_mail_each(struct store *store, int64_t account,
	bool (*each)(void *context, const struct store_words *words), void *context)
{
	return each_words(
		store, statement_bind(store, STATEMENT_MAIL_EACH, "i", account), each, context);
}

enum store_answer store_mail_seen(struct store *store, int64_t account, int64_t id)
{
	enum store_answer answer;

	answer = statement_change(
		store, statement_bind(store, STATEMENT_MAIL_SEEN, "ii", account, id));
	if (answer == STORE_NONE)
		answer = found(store, statement_bind(store, STATEMENT_MAIL_IS_TO_ALL, "i", id));
	else
		return answer;
	return answer == STORE_OK
		       ? statement_run(store, statement_bind(store, STATEMENT_MAIL_SEEN_OF_ALL,
						      "ii", account, id))
		       : answer;
}

enum store_answer store_mail_remove(struct store *store, int64_t account, int64_t id)
{
	return statement_change(
		store, statement_bind(store, STATEMENT_MAIL_REMOVE, "ii", account, id));
}

/* ---- Block lists ---- */

enum store_answer store_block(struct store *store, int64_t account, int64_t blocked)
{
	enum store_answer answer = store_blocks(store, account, blocked);

	if (answer != STORE_NONE)
		return answer;
	answer = below(store, statement_bind(store, STATEMENT_BLOCK_COUNT, "i", account),
		STORE_BLOCKS_MAX);
	return answer == STORE_OK ? statement_run(store, statement_bind(store, STATEMENT_BLOCK_ADD,
								 "ii", account, blocked))
				  : answer;
}

enum store_answer store_unblock(struct store *store, int64_t account, int64_t blocked)
{
	return statement_change(
		store, statement_bind(store, STATEMENT_BLOCK_REMOVE, "ii", account, blocked));
}

enum store_answer store_blocks(struct store *store, int64_t account, int64_t blocked)
{
	return found(store, statement_bind(store, STATEMENT_BLOCK_OF, "ii", account, blocked));
}

enum store_answer store_blocks_each(struct store *store, int64_t account,
	bool (*each)(void *context, const char *name), void *context)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_BLOCK_EACH, "i", account);
	char name[STORE_NAME_MAX + 1];
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		column_text(statement, 0, name, sizeof name);
		if (!each(context, name))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

/* ---- Reports ---- */

enum store_answer store_words_of(struct store *store, int64_t reader, enum store_kind kind,
	int64_t id, struct store_words *words)
{
	sqlite3_stmt *statement =
		kind == STORE_MAIL   ? statement_bind(store, STATEMENT_MAIL_OF, "ii", reader, id)
		: kind == STORE_WALL ? statement_bind(store, STATEMENT_WALL_OF, "i", id)
				     : statement_bind(store, STATEMENT_EPITAPH_OF, "i", id);
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	fill_words(statement, words);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_words_remove(struct store *store, enum store_kind kind, int64_t id)
{
	enum store_answer answer;
	bool own;

	if (!group_enter(store, &own))
		return STORE_FAILED;
	if (kind == STORE_EPITAPH)
		answer = statement_change(store,
			statement_bind(store, STATEMENT_EPITAPH_REMOVE, "si", STORE_REMOVED, id));
	else
		answer = statement_change(store,
			statement_bind(store,
				kind == STORE_WALL ? STATEMENT_WALL_DELETE : STATEMENT_MAIL_DELETE,
				"i", id));
	if (answer == STORE_OK)
		answer = statement_run(store,
			statement_bind(store, STATEMENT_REPORT_CLOSE_OF, "ii", (int64_t)kind, id));
	return group_leave(store, own, answer);
}

enum store_answer store_report_add(struct store *store, const struct store_report *report)
{
	enum store_answer answer;
	bool own;

	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = statement_run(store, statement_bind(store, STATEMENT_REPORT_TRIM, "i",
					      report->at - CLOSED_STAY_SECONDS));
	if (answer == STORE_OK)
		answer = below(store, statement_bind(store, STATEMENT_REPORT_COUNT, ""),
			STORE_REPORTS_MAX);
	if (answer == STORE_TAKEN)
		answer = STORE_NONE;
	if (answer == STORE_OK)
		answer = statement_run(
			store, statement_bind(store, STATEMENT_REPORT_ADD, "iiiiis", report->at,
				       report->reporter, (int64_t)report->kind, report->subject,
				       report->author, report->text));
	return group_leave(store, own, answer);
}

static void fill_report(sqlite3_stmt *statement, struct store_report *report)
{
	memset(report, 0, sizeof *report);
	report->id = sqlite3_column_int64(statement, 0);
	report->at = sqlite3_column_int64(statement, 1);
	report->reporter = sqlite3_column_int64(statement, 2);
	report->kind = (uint8_t)sqlite3_column_int(statement, 3);
	report->subject = sqlite3_column_int64(statement, 4);
	report->author = sqlite3_column_int64(statement, 5);
	column_text(statement, 6, report->text, sizeof report->text);
	column_text(statement, 7, report->name, sizeof report->name);
	column_text(statement, 8, report->by, sizeof report->by);
}

enum store_answer store_reports_after(struct store *store, int64_t id,
	bool (*each)(void *context, const struct store_report *report), void *context)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_REPORT_NEXT, "i", id);
	struct store_report report;
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		fill_report(statement, &report);
		if (!each(context, &report))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

enum store_answer store_report_close(struct store *store, int64_t id)
{
	return statement_change(store, statement_bind(store, STATEMENT_REPORT_CLOSE, "i", id));
}

/* ---- Mutes ---- */

enum store_answer store_mute(
	struct store *store, int64_t account, const char *reason, int64_t until)
{
	return statement_run(
		store, statement_bind(store, STATEMENT_MUTE_PUT, "isi", account, reason, until));
}

enum store_answer store_unmute(struct store *store, int64_t account)
{
	return statement_change(store, statement_bind(store, STATEMENT_MUTE_REMOVE, "i", account));
}

static void fill_mute(sqlite3_stmt *statement, struct store_mute *mute)
{
	memset(mute, 0, sizeof *mute);
	column_text(statement, 0, mute->name, sizeof mute->name);
	column_text(statement, 1, mute->reason, sizeof mute->reason);
	mute->until = sqlite3_column_int64(statement, 2);
	mute->account = sqlite3_column_int64(statement, 3);
}

enum store_answer store_mute_of(
	struct store *store, int64_t account, int64_t now, struct store_mute *mute)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_MUTE_OF, "ii", account, now);
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	fill_mute(statement, mute);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_mutes_after(struct store *store, int64_t account, int64_t now,
	bool (*each)(void *context, const struct store_mute *mute), void *context)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_MUTE_NEXT, "ii", account, now);
	struct store_mute mute;
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		fill_mute(statement, &mute);
		if (!each(context, &mute))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

enum store_answer store_has_listed(struct store *store, int64_t account)
{
	return found(store, statement_bind(store, STATEMENT_HAS_LISTED, "i", account));
}
