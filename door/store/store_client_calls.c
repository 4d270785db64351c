/* The calls of a session: login, account, and the list of sessions. */
#include <stdio.h>
#include <string.h>

#include "door/store/store_client.h"

/* Writes an unchecked text, cut to the room of a message. A longer one is invalid anyway. */
static void put_strangers_text(struct wire_writer *request, const char *text)
{
	char cut[160];

	snprintf(cut, sizeof cut, "%.*s", (int)sizeof cut - 1, text);
	wire_put_text(request, cut);
}

/* Writes a name. One that is too long is sent as "", which gets the same refusal. */
static void put_name(struct wire_writer *request, const char *name)
{
	wire_put_text(request, strlen(name) < 100 ? name : "");
}

enum keeper_verdict keeper_hello(struct store_client *line, const char *peer, const char *transport)
{
	snprintf(line->peer, sizeof line->peer, "%s", peer);
	snprintf(line->transport, sizeof line->transport, "%.*s", (int)sizeof line->transport - 1,
		transport);
	/* Before the greeting nothing is sent; the hello that answers the greeting has it. */
	if (line->greeted)
		line_say_hello(line);
	return KEEPER_OK;
}

static enum keeper_verdict ask_name(struct store_client *line, const char *name, bool registers)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_NAME_FREE);
	put_name(&request, name);
	wire_put_u8(&request, registers);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_name_free(struct store_client *line, const char *name)
{
	return ask_name(line, name, false);
}

enum keeper_verdict keeper_may_register(struct store_client *line, const char *name)
{
	return ask_name(line, name, true);
}

/* ---- Logging in ---- */

static enum keeper_verdict ask_account(
	struct store_client *line, struct wire_writer *request, struct keeper_account *account)
{
	struct wire_reader answer;
	unsigned verdict = line_ask(line, request, &answer);
	uint8_t token[LINE_TOKEN_SIZE];

	if (verdict != KEEPER_OK)
		return line_done(line, verdict, &answer);
	memset(account, 0, sizeof *account);
	account->id = (int64_t)wire_get_u64(&answer);
	wire_get_text(&answer, account->name, sizeof account->name);
	wire_get_bytes(&answer, token, sizeof token);
	account->has_password = wire_get_u8(&answer);
	wire_get_text(&answer, account->options, sizeof account->options);
	account->wrong_passwords = wire_get_u32(&answer);
	account->new_keys = wire_get_u32(&answer);
	account->guest = account->id < 0;
	if (wire_whole(&answer)) {
		line->account = account->id;
		memcpy(line->name, account->name, sizeof line->name);
		memcpy(line->token, token, sizeof line->token);
	}
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_login_password(struct store_client *line, const char *name,
	const char *password, struct keeper_account *account)
{
	struct wire_writer request;
	enum keeper_verdict verdict;

	line_begin(line, &request, REQUEST_LOGIN_PASSWORD);
	put_name(&request, name);
	put_strangers_text(&request, password);
	verdict = ask_account(line, &request, account);
	explicit_bzero(request.bytes, request.size);
	return verdict;
}

enum keeper_verdict keeper_login_key(struct store_client *line, const char *name,
	const char *fingerprint, struct keeper_account *account)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_LOGIN_KEY);
	put_name(&request, name);
	wire_put_text(&request, fingerprint);
	return ask_account(line, &request, account);
}

enum keeper_verdict keeper_register(struct store_client *line, const char *name,
	const char *password, const char *fingerprint, struct keeper_account *account)
{
	struct wire_writer request;
	enum keeper_verdict verdict;

	line_begin(line, &request, REQUEST_REGISTER);
	put_name(&request, name);
	put_strangers_text(&request, password);
	wire_put_text(&request, fingerprint);
	verdict = ask_account(line, &request, account);
	explicit_bzero(request.bytes, request.size);
	return verdict;
}

enum keeper_verdict keeper_login_guest(struct store_client *line, struct keeper_account *account)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_LOGIN_GUEST);
	return ask_account(line, &request, account);
}

enum keeper_verdict keeper_account_show(struct store_client *line, struct keeper_account *account)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_ACCOUNT_SHOW);
	return ask_account(line, &request, account);
}

/* ---- The account ---- */

enum keeper_verdict keeper_set_password(struct store_client *line, const char *old, const char *new)
{
	struct wire_writer request;
	enum keeper_verdict verdict;

	line_begin(line, &request, REQUEST_SET_PASSWORD);
	put_strangers_text(&request, old);
	put_strangers_text(&request, new);
	verdict = line_ask_plain(line, &request);
	explicit_bzero(request.bytes, request.size);
	return verdict;
}

enum keeper_verdict keeper_set_options(struct store_client *line, const char *options)
{
	struct wire_writer request;

	if (line_is_guest(line))
		return KEEPER_OK;
	line_begin(line, &request, REQUEST_SET_OPTIONS);
	wire_put_text(&request, options);
	return line_ask_plain(line, &request);
}

enum keeper_verdict keeper_account_delete(struct store_client *line, const char *proof)
{
	struct wire_writer request;
	enum keeper_verdict verdict;

	line_begin(line, &request, REQUEST_ACCOUNT_DELETE);
	put_strangers_text(&request, proof);
	verdict = line_ask_plain(line, &request);
	explicit_bzero(request.bytes, request.size);
	return verdict;
}

enum keeper_verdict line_ask_keys(struct store_client *line, struct wire_writer *request,
	struct store_key *keys, size_t capacity, size_t *count)
{
	struct wire_reader answer;
	unsigned verdict = line_ask(line, request, &answer);
	uint32_t there;

	*count = 0;
	if (verdict != KEEPER_OK)
		return line_done(line, verdict, &answer);
	there = wire_get_u32(&answer);
	for (uint32_t i = 0; i < there && !answer.broken; i++) {
		struct store_key key;

		wire_get_text(&answer, key.fingerprint, sizeof key.fingerprint);
		wire_get_text(&answer, key.label, sizeof key.label);
		key.added = (int64_t)wire_get_u64(&answer);
		if (*count < capacity)
			keys[(*count)++] = key;
	}
	return line_done(line, verdict, &answer);
}

enum keeper_verdict keeper_key_list(
	struct store_client *line, struct store_key *keys, size_t capacity, size_t *count)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_KEY_LIST);
	return line_ask_keys(line, &request, keys, capacity, count);
}

enum keeper_verdict keeper_key_add(
	struct store_client *line, const char *password, const char *fingerprint, const char *label)
{
	char cut[STORE_LABEL_MAX];
	struct wire_writer request;
	enum keeper_verdict verdict;

	snprintf(cut, sizeof cut, "%s", label);
	line_begin(line, &request, REQUEST_KEY_ADD);
	put_strangers_text(&request, password);
	put_strangers_text(&request, strlen(fingerprint) < STORE_KEY_MAX ? fingerprint : "");
	wire_put_text(&request, cut);
	verdict = line_ask_plain(line, &request);
	explicit_bzero(request.bytes, request.size);
	return verdict;
}

enum keeper_verdict keeper_key_remove(struct store_client *line, const char *fingerprint)
{
	struct wire_writer request;

	line_begin(line, &request, REQUEST_KEY_REMOVE);
	put_strangers_text(&request, strlen(fingerprint) < STORE_KEY_MAX ? fingerprint : "");
	return line_ask_plain(line, &request);
}

/* ---- Sessions ---- */

enum keeper_verdict keeper_report_position(
	struct store_client *line, enum where where, int depth, uint32_t turn)
{
	struct wire_writer request;

	line->where = (uint8_t)where;
	line->depth = (uint8_t)depth;
	line->turn = turn;
	line_begin(line, &request, REQUEST_REPORT_POSITION);
	wire_put_u8(&request, line->where);
	wire_put_u8(&request, line->depth);
	wire_put_u32(&request, turn);
	return line_ask_plain(line, &request);
}

static enum keeper_verdict ask_present(struct store_client *line, enum wire_request number,
	struct present *present, size_t capacity, size_t *count)
{
	struct wire_writer request;
	struct wire_reader answer;
	unsigned verdict;
	size_t before;

	*count = 0;
	do {
		before = *count;
		line_begin(line, &request, number);
		wire_put_u32(&request, (uint32_t)before);
		verdict = line_ask(line, &request, &answer);
		while (verdict == KEEPER_OK && *count < capacity && !answer.broken &&
			answer.at < answer.size)
			wire_get_present(&answer, &present[(*count)++]);
	} while (verdict == KEEPER_OK && !answer.broken && *count > before && *count < capacity);
	return answer.broken ? line_refuse(line, KEEPER_FAILED, "The keeper's answer is malformed.")
			     : (enum keeper_verdict)verdict;
}

enum keeper_verdict keeper_who(
	struct store_client *line, struct present *present, size_t capacity, size_t *count)
{
	return ask_present(line, REQUEST_WHO, present, capacity, count);
}

enum keeper_verdict keeper_watchable(
	struct store_client *line, struct present *present, size_t capacity, size_t *count)
{
	return ask_present(line, REQUEST_WATCHABLE, present, capacity, count);
}
