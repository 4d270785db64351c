/* Locks, bans, renamed and deleted accounts, the list of accounts, and the audit log. */
#include "store_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Accounts ---- */

enum store_answer store_account_lock(struct store *store, int64_t id, const char *why)
{
	return statement_change(
		store, why ? statement_bind(store, STATEMENT_ACCOUNT_LOCK, "si", why, id)
			   : statement_bind(store, STATEMENT_ACCOUNT_UNLOCK, "i", id));
}

enum store_answer store_account_rename(struct store *store, int64_t id, const char *name)
{
	return statement_change(
		store, statement_bind(store, STATEMENT_ACCOUNT_RENAME, "si", name, id));
}

enum store_answer store_account_delete(
	struct store *store, int64_t id, int64_t now, char name[STORE_NAME_MAX + 1])
{
	static const enum statement clears[] = {
		STATEMENT_KEYS_CLEAR, STATEMENT_VISITS_CLEAR, STATEMENT_ACCOUNT_RUNS_ABANDON};
	enum store_answer answer;
	bool own;

	snprintf(name, STORE_NAME_MAX + 1, STORE_DELETED_PREFIX "%" PRId64, id);
	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = statement_change(
		store, statement_bind(store, STATEMENT_ACCOUNT_DELETE, "isi", id, name, now));
	for (size_t i = 0; answer == STORE_OK && i < sizeof clears / sizeof *clears; i++)
		answer = statement_run(store, statement_bind(store, clears[i], "i", id));
	return group_leave(store, own, answer);
}

static bool contains(const char *name, const char *part)
{
	size_t length = strlen(part);

	for (; *name; name++)
		if (sqlite3_strnicmp(name, part, (int)length) == 0)
			return true;
	return length == 0;
}

/* Reads the names of a page.  Returns their number; -1: see the store's sentence. */
static int read_names(struct store *store, const char *after, int64_t *ids,
	char (*names)[STORE_NAME_MAX + 1], int most)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_ACCOUNT_NAMES, "si", after, (int64_t)most);
	enum step step;
	int count = 0;

	while ((step = statement_step(store, statement)) == STEP_ROW && count < most) {
		ids[count] = sqlite3_column_int64(statement, 0);
		column_text(statement, 1, names[count], sizeof *names);
		count++;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? -1 : count;
}

static enum store_answer read_row(struct store *store, int64_t id, struct store_account_row *row)
{
	struct store_account account;
	enum store_answer answer = store_account_by_id(store, id, &account);
	sqlite3_stmt *statement;

	if (answer != STORE_OK)
		return answer;
	*row = (struct store_account_row){.has_password = account.hash[0] != '\0',
		.locked = account.locked,
		.wrong_passwords = account.wrong_passwords,
		.created = account.created,
		.deleted = account.deleted};
	memcpy(row->name, account.name, sizeof row->name);
	memcpy(row->lock, account.lock, sizeof row->lock);
	statement = statement_bind(store, STATEMENT_ACCOUNT_SUMMARY, "i", id);
	if (statement_step(store, statement) != STEP_ROW)
		return STORE_FAILED;
	row->last_login = sqlite3_column_int64(statement, 0);
	row->keys = (uint32_t)sqlite3_column_int64(statement, 1);
	row->runs = (uint32_t)sqlite3_column_int64(statement, 2);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_accounts_each(struct store *store, char name[STORE_NAME_MAX + 1],
	const char *part, bool (*each)(void *context, const struct store_account_row *row),
	void *context)
{
	int64_t ids[STORE_NAMES_AT_ONCE];
	char names[STORE_NAMES_AT_ONCE][STORE_NAME_MAX + 1];
	int count = read_names(store, name, ids, names, STORE_NAMES_AT_ONCE);
	enum store_answer answer = count < 0 ? STORE_FAILED : STORE_OK;
	int rows = 0;

	for (int i = 0; answer == STORE_OK && i < count; i++) {
		struct store_account_row row;

		if (contains(names[i], part)) {
			answer = read_row(store, ids[i], &row);
			if (answer == STORE_OK &&
				(rows == STORE_ROWS_AT_ONCE || !each(context, &row)))
				return STORE_OK;
			rows++;
		}
		memcpy(name, names[i], sizeof names[i]);
	}
	if (answer == STORE_OK && count < STORE_NAMES_AT_ONCE)
		name[0] = '\0';
	return answer;
}

/* ---- Bans ---- */

static void fill_ban(sqlite3_stmt *statement, struct store_ban *ban)
{
	memset(ban, 0, sizeof *ban);
	ban->id = sqlite3_column_int64(statement, 0);
	column_text(statement, 1, ban->subject, sizeof ban->subject);
	ban->network = sqlite3_column_int(statement, 2) != 0;
	column_text(statement, 3, ban->reason, sizeof ban->reason);
	ban->begun = sqlite3_column_int64(statement, 4);
	ban->until = sqlite3_column_int64(statement, 5);
}

static enum store_answer room_for_a_ban(
	struct store *store, const struct store_ban *ban, int64_t now)
{
	sqlite3_stmt *statement;
	struct store_ban there;
	enum store_answer answer = store_ban_of(store, ban->subject, now, &there);
	int64_t count;

	if (answer != STORE_NONE)
		return answer;
	statement = statement_bind(store, STATEMENT_BAN_COUNT, "");
	if (statement_step(store, statement) != STEP_ROW)
		return STORE_FAILED;
	count = sqlite3_column_int64(statement, 0);
	statement_done(statement);
	return count < STORE_BANS_MAX ? STORE_OK : STORE_TAKEN;
}

enum store_answer store_ban_put(struct store *store, const struct store_ban *ban, int64_t now)
{
	enum store_answer answer;
	bool own;

	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = statement_run(store, statement_bind(store, STATEMENT_BAN_EXPIRE, "i", now));
	if (answer == STORE_OK)
		answer = room_for_a_ban(store, ban, now);
	if (answer == STORE_OK)
		answer = statement_run(
			store, statement_bind(store, STATEMENT_BAN_PUT, "sisii", ban->subject,
				       (int64_t)ban->network, ban->reason, ban->begun, ban->until));
	return group_leave(store, own, answer);
}

enum store_answer store_ban_remove(struct store *store, const char *subject)
{
	return statement_change(store, statement_bind(store, STATEMENT_BAN_REMOVE, "s", subject));
}

enum store_answer store_ban_of(
	struct store *store, const char *subject, int64_t now, struct store_ban *ban)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_BAN_OF, "si", subject, now);
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	fill_ban(statement, ban);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_bans_after(struct store *store, int64_t id, int64_t now,
	struct store_ban *bans, size_t capacity, size_t *count)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_BAN_NEXT, "iii", id, now, (int64_t)capacity);
	enum step step;

	*count = 0;
	while ((step = statement_step(store, statement)) == STEP_ROW && *count < capacity)
		fill_ban(statement, &bans[(*count)++]);
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

/* ---- The audit log ---- */

enum store_answer store_audit_add(struct store *store, const struct store_audit *entry)
{
	return statement_run(store,
		statement_bind(store, STATEMENT_AUDIT_ADD, "iisssss", entry->at, entry->uid,
			entry->actor, entry->origin, entry->action, entry->subject, entry->detail));
}

static void fill_audit(sqlite3_stmt *statement, struct store_audit *entry)
{
	memset(entry, 0, sizeof *entry);
	entry->id = sqlite3_column_int64(statement, 0);
	entry->at = sqlite3_column_int64(statement, 1);
	entry->uid = sqlite3_column_int64(statement, 2);
	column_text(statement, 3, entry->actor, sizeof entry->actor);
	column_text(statement, 4, entry->origin, sizeof entry->origin);
	column_text(statement, 5, entry->action, sizeof entry->action);
	column_text(statement, 6, entry->subject, sizeof entry->subject);
	column_text(statement, 7, entry->detail, sizeof entry->detail);
}

enum store_answer store_audit_each(struct store *store, const struct store_audit_query *query,
	unsigned most, bool (*each)(void *context, const struct store_audit *entry), void *context)
{
	sqlite3_stmt *statement =
		query->name[0]
			? statement_bind(store, STATEMENT_AUDIT_OF, "iiiis", query->before_id,
				  query->before_at, query->since, (int64_t)most, query->name)
			: statement_bind(store, STATEMENT_AUDIT_ALL, "iiii", query->before_id,
				  query->before_at, query->since, (int64_t)most);
	enum step step;

	while ((step = statement_step(store, statement)) == STEP_ROW) {
		struct store_audit entry;

		fill_audit(statement, &entry);
		if (!each(context, &entry))
			break;
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}
