/* The lists of `trapdoor admin`: accounts, sessions, keys, bans, the audit log. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "door/command/admin.h"
#include "door/command/list_print.h"
#include "door/command/operator.h"
#include "door/os/complain.h"
#include "door/os/json_out.h"
#include "door/os/printable.h"
#include "door/text/times.h"

#define PRESENT_MAX 4096
#define COUNT(columns) (sizeof(columns) / sizeof *(columns))

int admin_finish(const struct admin_call *call, struct list *list, const char *what,
	const char *none, enum keeper_verdict verdict)
{
	if (verdict == KEEPER_OK)
		list_print(list, none);
	else
		list_free(list);
	return operator_status(call->line, what, verdict);
}

/* ---- Accounts ---- */

static const struct list_column account_columns[] = {
	{"name", "name", LIST_TEXT},
	{"since", "created", LIST_TIME},
	{"last login", "last_login", LIST_TIME},
	{"runs", "runs", LIST_NUMBER},
	{"keys", "keys", LIST_NUMBER},
	{"password", "password", LIST_FLAG},
	{"wrong", "wrong_passwords", LIST_NUMBER},
	{"state", "state", LIST_TEXT},
	{"reason", "reason", LIST_TEXT},
	{NULL, "deleted", LIST_TIME},
};

static void add_account(void *context, const struct store_account_row *row)
{
	struct list *list = context;

	list_text(list, row->name);
	list_time(list, row->created);
	list_time(list, row->last_login);
	list_number(list, row->runs);
	list_number(list, row->keys);
	list_flag(list, row->has_password);
	list_number(list, row->wrong_passwords);
	list_text(list, row->deleted ? "deleted" : row->locked ? "locked" : "open");
	list_text(list, row->lock);
	list_time(list, row->deleted);
}

int admin_accounts(const struct admin_call *call)
{
	struct list *list = list_new(account_columns, COUNT(account_columns), call->json);

	return admin_finish(call, list, "list the accounts",
		call->words[0] ? "No account has such a name." : "There is no account yet.",
		keeper_admin_accounts(
			call->line, call->words[0] ? call->words[0] : "", add_account, list));
}

/* ---- Sessions ---- */

static const struct list_column session_columns[] = {
	{"name", "name", LIST_TEXT},
	{"by", "transport", LIST_TEXT},
	{"from", "from", LIST_TEXT},
	{"where", "where", LIST_TEXT},
	{"depth", "depth", LIST_NUMBER},
	{"turn", "turn", LIST_NUMBER},
	{"on s", "on_seconds", LIST_NUMBER},
	{"idle s", "idle_seconds", LIST_NUMBER},
};

static const char *where_word(uint8_t where)
{
	static const char *const words[] = {"door", "lobby", "playing", "watching"};

	return where <= WHERE_WATCHING ? words[where] : "?";
}

/* Adds to the list, and prints below a list for people, whether registration is on hold. */
static enum keeper_verdict add_hold(
	const struct admin_call *call, struct list *list, char *line, size_t size)
{
	char reason[STORE_REASON_MAX] = "";
	struct json_out out = {0};
	enum keeper_verdict verdict;
	bool on = false;

	verdict = keeper_admin_hold(call->line, HOLD_SHOW, &on, reason);
	line[0] = '\0';
	if (verdict != KEEPER_OK)
		return verdict;
	if (on)
		snprintf(line, size, "Registration is on hold%s%s", reason[0] ? ": " : ".", reason);
	json_out_open(&out, '{');
	json_out_key(&out, "reason");
	if (reason[0])
		json_out_string(&out, reason);
	else
		json_out_value(&out, "null");
	json_out_close(&out, '}');
	json_out_end(&out);
	list_member(list, "hold", on ? out.bytes : "null");
	free(out.bytes);
	return KEEPER_OK;
}

int admin_sessions(const struct admin_call *call)
{
	struct list *list =
		list_new_within(session_columns, COUNT(session_columns), call->json, "sessions");
	struct present *present = calloc(PRESENT_MAX, sizeof *present);
	char hold[STORE_REASON_MAX + 32];
	enum keeper_verdict verdict;
	size_t count = 0;
	int status;

	if (!present)
		abort();
	verdict = keeper_who(call->line, present, PRESENT_MAX, &count);
	for (size_t i = 0; i < count; i++) {
		const struct present *one = &present[i];

		list_text(list, one->name);
		list_text(list, one->transport);
		list_text(list, one->peer);
		list_text(list, where_word(one->where));
		list_number(list, one->depth);
		list_number(list, one->turn);
		list_number(list, one->on_seconds);
		list_number(list, one->idle_seconds);
	}
	free(present);
	if (verdict == KEEPER_OK)
		verdict = add_hold(call, list, hold, sizeof hold);
	status = admin_finish(call, list, "list the sessions", "Nobody is connected.", verdict);
	if (status == 0 && !call->json && hold[0])
		print_line("%s", hold);
	return status;
}

/* ---- Keys ---- */

static const struct list_column key_columns[] = {
	{"added", "added", LIST_TIME},
	{"key", "fingerprint", LIST_TEXT},
	{"label", "label", LIST_TEXT},
};

int admin_keys(const struct admin_call *call)
{
	struct list *list = list_new(key_columns, COUNT(key_columns), call->json);
	struct store_key keys[KEEPER_KEYS_MAX];
	enum keeper_verdict verdict;
	size_t count;

	verdict = keeper_admin_keys(call->line, call->words[0], keys, KEEPER_KEYS_MAX, &count);
	for (size_t i = 0; i < count; i++) {
		list_time(list, keys[i].added);
		list_text(list, keys[i].fingerprint);
		list_text(list, keys[i].label);
	}
	return admin_finish(call, list, "list the keys", "The account has no key.", verdict);
}

/* ---- Bans ---- */

static const struct list_column ban_columns[] = {
	{"banned", "subject", LIST_TEXT},
	{"kind", "kind", LIST_TEXT},
	{"since", "begun", LIST_TIME},
	{"until", "until", LIST_TIME},
	{"reason", "reason", LIST_TEXT},
};

static void add_ban(void *context, const struct store_ban *ban)
{
	struct list *list = context;

	list_text(list, ban->subject);
	list_text(list, ban->network ? "network" : "name");
	list_time(list, ban->begun);
	list_time(list, ban->until);
	list_text(list, ban->reason);
}

int admin_bans(const struct admin_call *call)
{
	struct list *list = list_new(ban_columns, COUNT(ban_columns), call->json);

	return admin_finish(call, list, "list the bans", "There is no ban.",
		keeper_admin_bans(call->line, add_ban, list));
}

/* ---- The audit log ---- */

static const struct list_column audit_columns[] = {
	{"when", "at", LIST_TIME},
	{"by", "actor", LIST_TEXT},
	{NULL, "uid", LIST_TEXT},
	{"from", "origin", LIST_TEXT},
	{"action", "action", LIST_TEXT},
	{"of", "subject", LIST_TEXT},
	{"detail", "detail", LIST_TEXT},
};

static void add_entry(void *context, const struct store_audit *entry)
{
	char actor[64], uid[24] = "";
	struct list *list = context;

	snprintf(actor, sizeof actor, "%s", entry->actor);
	if (entry->uid >= 0) {
		snprintf(uid, sizeof uid, "%lld", (long long)entry->uid);
		snprintf(actor, sizeof actor, "%s (uid %s)", entry->actor, uid);
	}
	list_time(list, entry->at);
	list_text(list, actor);
	list_text(list, uid);
	list_text(list, entry->origin);
	list_text(list, entry->action);
	list_text(list, entry->subject);
	list_text(list, entry->detail);
}

/* Reads --since or --until as a time in the past.  False after a complaint. */
static bool past_time(const char *text, int64_t *seconds)
{
	char sentence[128];

	if (!text || time_parse(text, time(NULL), -1, seconds, sentence, sizeof sentence))
		return true;
	command_complain("%s", sentence);
	return false;
}

int admin_audit(const struct admin_call *call)
{
	int64_t since = 0, until = INT64_MAX;
	struct list *list;

	if (!past_time(call->since, &since) || !past_time(call->until, &until))
		return 2;
	list = list_new(audit_columns, COUNT(audit_columns), call->json);
	return admin_finish(call, list, "read the audit log", "The audit log has no such entry.",
		keeper_admin_audit(
			call->line, call->name ? call->name : "", since, until, add_entry, list));
}
