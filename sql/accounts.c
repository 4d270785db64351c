/* Accounts, their keys, and the content bundles. */
#include "store_private.h"

#include <stdlib.h>

enum store_answer store_account_new(
	struct store *store, const char *name, const char *hash, int64_t now, int64_t *id)
{
	enum store_answer answer = statement_run(
		store, statement_bind(store, STATEMENT_ACCOUNT_NEW, "ssi", name, hash, now));

	if (answer == STORE_OK)
		*id = sqlite3_last_insert_rowid(store->database);
	return answer;
}

static enum store_answer read_account(
	struct store *store, sqlite3_stmt *statement, struct store_account *account)
{
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	account->id = sqlite3_column_int64(statement, 0);
	column_text(statement, 1, account->name, sizeof account->name);
	column_text(statement, 2, account->hash, sizeof account->hash);
	account->created = sqlite3_column_int64(statement, 3);
	column_text(statement, 4, account->options, sizeof account->options);
	account->wrong_passwords = (uint32_t)sqlite3_column_int64(statement, 5);
	account->new_keys = (uint32_t)sqlite3_column_int64(statement, 6);
	account->deleted = sqlite3_column_int64(statement, 7);
	account->locked = sqlite3_column_int(statement, 8) != 0;
	column_text(statement, 9, account->lock, sizeof account->lock);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_account_by_name(
	struct store *store, const char *name, struct store_account *account)
{
	return read_account(
		store, statement_bind(store, STATEMENT_ACCOUNT_BY_NAME, "s", name), account);
}

enum store_answer store_account_by_id(
	struct store *store, int64_t id, struct store_account *account)
{
	return read_account(
		store, statement_bind(store, STATEMENT_ACCOUNT_BY_ID, "i", id), account);
}

enum store_answer store_account_set_hash(struct store *store, int64_t id, const char *hash)
{
	return statement_change(
		store, statement_bind(store, STATEMENT_ACCOUNT_SET_HASH, "si", hash, id));
}

enum store_answer store_account_set_options(struct store *store, int64_t id, const char *options)
{
	return statement_change(
		store, statement_bind(store, STATEMENT_ACCOUNT_SET_OPTIONS, "si", options, id));
}

enum store_answer store_account_wrong(struct store *store, int64_t id)
{
	return statement_change(store, statement_bind(store, STATEMENT_ACCOUNT_WRONG, "i", id));
}

enum store_answer store_account_new_key(struct store *store, int64_t id)
{
	return statement_change(store, statement_bind(store, STATEMENT_ACCOUNT_NEW_KEY, "i", id));
}

enum store_answer store_account_clear_news(struct store *store, int64_t id)
{
	return statement_change(
		store, statement_bind(store, STATEMENT_ACCOUNT_CLEAR_NEWS, "i", id));
}

/* ---- Visits ---- */

enum store_answer store_visit(struct store *store, int64_t id, const char *network, int64_t now)
{
	enum store_answer answer;
	bool own;

	if (!group_enter(store, &own))
		return STORE_FAILED;
	answer = statement_run(
		store, statement_bind(store, STATEMENT_VISIT, "isi", id, network, now));
	if (answer == STORE_OK)
		answer = statement_run(store, statement_bind(store, STATEMENT_VISIT_TRIM, "iii", id,
						      (int64_t)STORE_VISITS_MAX, now));
	return group_leave(store, own, answer == STORE_TAKEN ? STORE_FAILED : answer);
}

enum store_answer store_visited(struct store *store, int64_t id, const char *network, int64_t *last)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_VISITED, "is", id, network);
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	*last = sqlite3_column_int64(statement, 0);
	statement_done(statement);
	return STORE_OK;
}

/* ---- Keys ---- */

enum store_answer store_key_add(struct store *store, int64_t account, const char *fingerprint,
	const char *label, int64_t now)
{
	return statement_run(store,
		statement_bind(store, STATEMENT_KEY_ADD, "issi", account, fingerprint, label, now));
}

enum store_answer store_key_remove(struct store *store, int64_t account, const char *fingerprint)
{
	return statement_change(
		store, statement_bind(store, STATEMENT_KEY_REMOVE, "is", account, fingerprint));
}

enum store_answer store_keys_clear(struct store *store, int64_t account)
{
	return statement_run(store, statement_bind(store, STATEMENT_KEYS_CLEAR, "i", account));
}

enum store_answer store_key_of(struct store *store, int64_t account, const char *fingerprint)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_KEY_OF, "is", account, fingerprint);
	enum step step = statement_step(store, statement);

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_key_list(struct store *store, int64_t account, struct store_key *keys,
	size_t capacity, size_t *count)
{
	sqlite3_stmt *statement = statement_bind(store, STATEMENT_KEY_LIST, "i", account);
	enum step step;

	*count = 0;
	while ((step = statement_step(store, statement)) == STEP_ROW && *count < capacity) {
		struct store_key *key = &keys[(*count)++];

		column_text(statement, 0, key->fingerprint, sizeof key->fingerprint);
		column_text(statement, 1, key->label, sizeof key->label);
		key->added = sqlite3_column_int64(statement, 2);
	}
	if (step == STEP_ROW)
		statement_done(statement);
	return step == STEP_FAILED ? STORE_FAILED : STORE_OK;
}

/* ---- Content bundles ---- */

enum store_answer store_bundle_put(struct store *store, const uint8_t digest[16], const char *game,
	const void *bytes, size_t size)
{
	return statement_run(store, statement_bind(store, STATEMENT_BUNDLE_PUT, "bsb", digest,
					    (size_t)16, game, bytes, size));
}

static enum store_answer one_game(
	struct store *store, sqlite3_stmt *statement, char game[STORE_GAME_MAX + 1])
{
	enum step step = statement_step(store, statement);

	game[0] = '\0';
	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	column_text(statement, 0, game, STORE_GAME_MAX + 1);
	statement_done(statement);
	return STORE_OK;
}

enum store_answer store_bundle_game(
	struct store *store, const uint8_t digest[16], char game[STORE_GAME_MAX + 1])
{
	return one_game(
		store, statement_bind(store, STATEMENT_BUNDLE_GAME, "b", digest, (size_t)16), game);
}

enum store_answer store_game_last(struct store *store, char game[STORE_GAME_MAX + 1])
{
	return one_game(store, statement_bind(store, STATEMENT_RUN_GAME_LAST, ""), game);
}

enum store_answer store_bundle_get(
	struct store *store, const uint8_t digest[16], uint8_t **bytes, size_t *size)
{
	sqlite3_stmt *statement =
		statement_bind(store, STATEMENT_BUNDLE_GET, "b", digest, (size_t)16);
	enum step step = statement_step(store, statement);
	bool copied;

	if (step != STEP_ROW)
		return step == STEP_DONE ? STORE_NONE : STORE_FAILED;
	copied = column_blob(statement, 0, bytes, size);
	statement_done(statement);
	return copied ? STORE_OK : STORE_FAILED;
}
