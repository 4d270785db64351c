/* Checks the whole store for faults. */
#include "store_private.h"

#include <stdio.h>
#include <string.h>

/*
 * Each row is an invariant that the schema does not enforce: a query whose rows are the faults, and
 * the sentence for one fault, with the row's first column.
 */
static const struct {
	const char *query, *sentence;
} rules[] = {
	{"PRAGMA integrity_check(20)", "the database file: %s"},
	{"SELECT \"table\" FROM pragma_foreign_key_check",
		"table %s: a row refers to a missing row"},
	{"SELECT run FROM scores WHERE (listed > 0) + waiting > (scored = 1 AND proof <> 2) OR"
	 " (listed + waiting = 0 AND scored = 1 AND proof <> 2 AND proof <> 3) OR"
	 " (waiting = 1 AND proof <> 0)",
		"run %s: is on a board it is not scored for, or not on its board"},
	{"SELECT game FROM boards WHERE runs <> (SELECT count(*) FROM scores WHERE listed > 0 AND"
	 " game = boards.game)",
		"game %s: the number of its listed runs is wrong"},
	{"SELECT game FROM ranks GROUP BY game, players, shift HAVING sum(runs) <> (SELECT count(*)"
	 " FROM scores WHERE listed > 0 AND game = ranks.game AND best >= players)",
		"game %s: the counts for its ranks are wrong"},
	{"SELECT id FROM runs WHERE pruned = 0 AND next_index <> (SELECT coalesce(max(first_index "
	 "+ count), 0) "
	 "FROM commands"
	 " WHERE run = id)",
		"run %s: its journal does not have the length of the run"},
	{"SELECT run FROM (SELECT run, first_index, lag(first_index + count, 1, 0) OVER"
	 " (PARTITION BY run ORDER BY first_index) AS due FROM commands) WHERE first_index <> due",
		"run %s: its journal has a gap or an overlap"},
	{"SELECT id FROM runs WHERE pruned = 0 AND id NOT IN (SELECT run FROM segments WHERE "
	 "number = 1 AND "
	 "first_index = 0)",
		"run %s: has no first segment"},
	{"SELECT id FROM runs WHERE ended = 1 AND id NOT IN (SELECT run FROM scores)",
		"run %s: has ended but left no score"},
	{"SELECT run FROM scores JOIN runs ON runs.id = run WHERE runs.ended = 0",
		"run %s: has a score but has not ended"},
	{"SELECT run FROM snapshots JOIN runs ON runs.id = run WHERE runs.ended = 1 OR at_index > "
	 "next_index",
		"run %s: has a snapshot after its last command or its end"},
	{"SELECT run FROM scores JOIN runs ON runs.id = run WHERE pruned > 0 AND (listed = 1 OR "
	 "waiting = 1)",
		"run %s: is on a board without its replay"},
	{"SELECT DISTINCT run FROM feats JOIN scores USING (run) WHERE proof <> 1 OR scored = 0 OR "
	 "mode NOT "
	 "IN (0, 3) OR feats.account <> scores.account",
		"run %s: is in a ledger although it may not be"},
};

#define TABLES_MAX 64

static void report_error(
	struct store *store, void (*report)(void *context, const char *sentence), void *context)
{
	store_complain(store, "cannot be checked");
	report(context, store->damaged ? store->sentence : sqlite3_errmsg(store->database));
}

static size_t check_rule(struct store *store, const char *query, const char *sentence,
	void (*report)(void *context, const char *sentence), void *context)
{
	sqlite3_stmt *statement = NULL;
	size_t faults = 0;
	int code;

	if (sqlite3_prepare_v2(store->database, query, -1, &statement, NULL) != SQLITE_OK) {
		report_error(store, report, context);
		return 1;
	}
	while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
		const char *subject = (const char *)sqlite3_column_text(statement, 0);
		char line[SENTENCE_MAX];

		/* "*** in database main ***" is a line of its own before the first page. */
		if (subject && strncmp(subject, "***", 3) == 0 && strchr(subject, '\n'))
			subject = strchr(subject, '\n') + 1;
		if (!subject || strcmp(subject, "ok") == 0)
			continue;
		/* The sentence comes from the table above, not from input. */
		_Pragma("GCC diagnostic push")
			_Pragma("GCC diagnostic ignored \"-Wformat-nonliteral\"")
				snprintf(line, sizeof line, sentence, subject);
		_Pragma("GCC diagnostic pop") report(context, line);
		faults++;
	}
	if (code != SQLITE_DONE) {
		report_error(store, report, context);
		faults++;
	}
	sqlite3_finalize(statement);
	return faults;
}

size_t store_check(
	struct store *store, void (*report)(void *context, const char *sentence), void *context)
{
	size_t faults = 0;

	store->damaged = false;
	/* The other rules would report the damage once more. */
	for (size_t i = 0; i < sizeof rules / sizeof *rules && !store->damaged; i++)
		faults += check_rule(store, rules[i].query, rules[i].sentence, report, context);
	return faults;
}

/* The first fault of a table. */
static size_t check_table(struct store *store, const char *table,
	void (*report)(void *context, const char *sentence), void *context)
{
	char query[128];

	snprintf(query, sizeof query, "SELECT * FROM pragma_quick_check('%.60s') LIMIT 1", table);
	return check_rule(store, query, "the database file: %s", report, context);
}

size_t store_check_pages(
	struct store *store, void (*report)(void *context, const char *sentence), void *context)
{
	char tables[TABLES_MAX][64];
	sqlite3_stmt *statement = NULL;
	size_t count = 0, faults = 0;

	if (sqlite3_prepare_v2(store->database,
		    "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", -1,
		    &statement, NULL) != SQLITE_OK) {
		report_error(store, report, context);
		return 1;
	}
	while (count < TABLES_MAX && sqlite3_step(statement) == SQLITE_ROW)
		column_text(statement, 0, tables[count++], sizeof tables[0]);
	sqlite3_finalize(statement);
	for (size_t i = 0; i < count; i++)
		faults += check_table(store, tables[i], report, context);
	return faults;
}
