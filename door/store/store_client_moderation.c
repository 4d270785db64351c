/* The calls of operators who moderate. */
#include <stdio.h>
#include <string.h>

#include "door/store/store_client.h"

enum keeper_verdict keeper_admin_accounts(struct store_client *line, const char *part,
	void (*each)(void *context, const struct store_account_row *row), void *context)
{
	char name[STORE_NAME_MAX + 1] = "";
	struct store_account_row row;
	enum keeper_verdict verdict;
	struct wire_writer request;
	struct wire_reader answer;

	/* No name contains a longer part. */
	if (strlen(part) > STORE_NAME_MAX)
		return KEEPER_OK;
	do {
		line_begin(line, &request, REQUEST_ADMIN_ACCOUNTS);
		wire_put_text(&request, name);
		wire_put_text(&request, part);
		verdict = (enum keeper_verdict)line_ask(line, &request, &answer);
		if (verdict != KEEPER_OK)
			return line_done(line, verdict, &answer);
		while (wire_get_u8(&answer) && !answer.broken) {
			wire_get_account_row(&answer, &row);
			if (!answer.broken)
				each(context, &row);
		}
		wire_get_text(&answer, name, sizeof name);
		verdict = line_done(line, verdict, &answer);
	} while (verdict == KEEPER_OK && name[0]);
	return verdict;
}

enum keeper_verdict keeper_admin_audit(struct store_client *line, const char *name, int64_t since,
	int64_t until, void (*each)(void *context, const struct store_audit *entry), void *context)
{
	struct store_audit entry = {.at = until};
	enum keeper_verdict verdict;
	struct wire_writer request;
	struct wire_reader answer;
	size_t count;

	do {
		line_begin(line, &request, REQUEST_ADMIN_AUDIT);
		wire_put_text(&request, strlen(name) < STORE_SUBJECT_MAX ? name : "?");
		wire_put_u64(&request, (uint64_t)since);
		wire_put_u64(&request, (uint64_t)entry.at);
		wire_put_u64(&request, (uint64_t)entry.id);
		verdict = (enum keeper_verdict)line_ask(line, &request, &answer);
		for (count = 0; verdict == KEEPER_OK && !answer.broken && answer.at < answer.size;
			count++) {
			wire_get_audit(&answer, &entry);
			if (!answer.broken)
				each(context, &entry);
		}
		verdict = line_done(line, verdict, &answer);
	} while (verdict == KEEPER_OK && count > 0);
	return verdict;
}

enum keeper_verdict keeper_admin_bans(struct store_client *line,
	void (*each)(void *context, const struct store_ban *ban), void *context)
{
	struct store_ban ban = {.id = 0};
	enum keeper_verdict verdict;
	struct wire_writer request;
	struct wire_reader answer;
	size_t count;

	do {
		line_begin(line, &request, REQUEST_ADMIN_BANS);
		wire_put_u64(&request, (uint64_t)ban.id);
		verdict = (enum keeper_verdict)line_ask(line, &request, &answer);
		for (count = 0; verdict == KEEPER_OK && !answer.broken && answer.at < answer.size;
			count++) {
			wire_get_ban(&answer, &ban);
			if (!answer.broken)
				each(context, &ban);
		}
		verdict = line_done(line, verdict, &answer);
	} while (verdict == KEEPER_OK && count > 0);
	return verdict;
}

/* Writes a text, cut to the room of its field. */
static void put_cut(struct wire_writer *request, const char *text, size_t size)
{
	char cut[STORE_REASON_MAX];

	snprintf(cut, size < sizeof cut ? size : sizeof cut, "%s", text);
	wire_put_text(request, cut);
}

enum keeper_verdict keeper_admin_lock(struct store_client *line, const char *name, const char *why)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_LOCK);
	wire_put_u8(&request, why != NULL);
	put_cut(&request, why ? why : "", STORE_REASON_MAX);
	put_cut(&request, name, STORE_SUBJECT_MAX);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_ban(
	struct store_client *line, const char *subject, const char *why, int64_t until)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_BAN);
	wire_put_u64(&request, (uint64_t)until);
	put_cut(&request, why, STORE_REASON_MAX);
	put_cut(&request, subject, STORE_SUBJECT_MAX);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_unban(struct store_client *line, const char *subject)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_UNBAN);
	put_cut(&request, subject, STORE_SUBJECT_MAX);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_rename(
	struct store_client *line, const char *name, const char *to, bool force)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_RENAME);
	wire_put_u8(&request, force);
	put_cut(&request, to, STORE_SUBJECT_MAX);
	put_cut(&request, name, STORE_SUBJECT_MAX);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_delete(
	struct store_client *line, const char *name, char anonymous[STORE_NAME_MAX + 1])
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;

	anonymous[0] = '\0';
	line_begin(line, &request, REQUEST_ADMIN_DELETE);
	put_cut(&request, name, STORE_SUBJECT_MAX);
	verdict = line_ask(line, &request, &answer);
	if (verdict == KEEPER_OK)
		wire_get_text(&answer, anonymous, STORE_NAME_MAX + 1);
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_admin_keys(struct store_client *line, const char *name,
	struct store_key *keys, size_t capacity, size_t *count)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_KEYS);
	put_cut(&request, name, STORE_SUBJECT_MAX);
	return line_ask_keys(line, &request, keys, capacity, count);
}

enum keeper_verdict keeper_admin_key_remove(
	struct store_client *line, const char *name, const char *fingerprint)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_KEY_REMOVE);
	put_cut(&request, fingerprint, STORE_KEY_MAX);
	put_cut(&request, name, STORE_SUBJECT_MAX);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_admin_remove_score(
	struct store_client *line, int64_t run, const char *why)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ADMIN_REMOVE_SCORE);
	wire_put_u64(&request, (uint64_t)run);
	put_cut(&request, why, STORE_REASON_MAX);
	return line_ask_plain(line, &request);
}
