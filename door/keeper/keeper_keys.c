/*
 * Requests: the keys of an account, and the end of an account.
 *
 * A new key opens the account for good, so adding one asks for the password where there is one, and
 * the next login shows it.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "door/keeper/keeper_private.h"
#include "door/os/log.h"
#include "door/os/printable.h"
#include "door/text/names.h"

#define NO_KEY "That key is not on the list."

static bool own_account(struct asking *asking, struct store_account *account)
{
	enum store_answer answer =
		store_account_by_id(asking->keeper->store, asking->peer->binding.id, account);

	if (answer != STORE_OK)
		asking_store(asking, answer, "There is no such account.");
	return answer == STORE_OK;
}

/* ---- The list ---- */

static unsigned put_keys(struct asking *asking, int64_t account)
{
	struct store_key keys[KEEPER_KEYS_MAX];
	enum store_answer answer;
	size_t count;

	answer = store_key_list(asking->keeper->store, account, keys, KEEPER_KEYS_MAX, &count);
	wire_put_u32(asking->out, (uint32_t)count);
	for (size_t i = 0; i < count; i++) {
		wire_put_text(asking->out, keys[i].fingerprint);
		wire_put_text(asking->out, keys[i].label);
		wire_put_u64(asking->out, (uint64_t)keys[i].added);
	}
	return asking_store(asking, answer, "");
}

unsigned request_key_list(struct asking *asking)
{
	return put_keys(asking, asking->peer->binding.id);
}

unsigned request_admin_keys(struct asking *asking)
{
	struct store_account account;

	return asking_get_account(asking, &account) ? put_keys(asking, account.id) : KEEPER_NO;
}

/* ---- Adding ---- */

static bool may_add(struct asking *asking, const struct hasher_job *job)
{
	struct store_key keys[KEEPER_KEYS_MAX];
	size_t count;

	if (!fingerprint_allowed(job->fingerprint))
		asking_refuse(asking,
			"That is not a key fingerprint: it must be SHA256: and 43 characters.");
	else if (store_key_list(asking->keeper->store, asking->peer->binding.id, keys,
			 KEEPER_KEYS_MAX, &count) != STORE_OK)
		asking_store(asking, STORE_FAILED, "");
	else if (count >= KEEPER_KEYS_MAX)
		asking_refuse(asking, "An account has at most %d keys; remove one first.",
			KEEPER_KEYS_MAX);
	else
		return asking_may_change(asking);
	return false;
}

unsigned key_add_proved(struct asking *asking, const struct hasher_job *job)
{
	struct store *store = asking->keeper->store;
	int64_t account = asking->peer->binding.id;
	enum store_answer answer;

	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_key_add(store, account, job->fingerprint, job->label, keeper_now_seconds());
	if (answer == STORE_TAKEN)
		return asking_refuse(asking, "That key is already on your list.");
	if (answer == STORE_OK)
		answer = store_account_new_key(store, account);
	if (answer == STORE_OK)
		answer = audit_add(asking, "key-add", asking->peer->binding.name, "%s %s",
			job->fingerprint, job->label);
	if (answer == STORE_OK)
		asking_log(asking, LOG_INFO, "account.key", "name=%s added=%s from=%s",
			asking->peer->binding.name, job->fingerprint,
			log_quote(asking->peer->present.peer));
	return asking_store(asking, answer, "There is no such account.");
}

unsigned request_key_add(struct asking *asking)
{
	struct hasher_job job = {.known = true};
	char password[HASHER_PASSWORD_MAX + 1];
	struct store_account account;
	bool fits = asking_get_password(asking, password);
	unsigned verdict;

	wire_get_text(asking->in, job.fingerprint, sizeof job.fingerprint);
	wire_get_text(asking->in, job.label, sizeof job.label);
	text_clean(job.label);
	if (asking->in->broken || !own_account(asking, &account))
		return KEEPER_NO;
	if (asking->resent &&
		store_key_of(asking->keeper->store, account.id, job.fingerprint) == STORE_OK)
		return KEEPER_OK;
	if (!may_add(asking, &job))
		return KEEPER_NO;
	if (!account.hash[0])
		return key_add_proved(asking, &job);
	verdict = fits ? asking_prove(asking, &job, &account, password)
		       : asking_refuse(asking, "Wrong password.");
	explicit_bzero(password, sizeof password);
	return verdict;
}

/* ---- Removing ---- */

/* Removes one key of an account, or with the fingerprint "" all. */
static unsigned remove_keys(
	struct asking *asking, const struct store_account *account, const char *fingerprint)
{
	struct store *store = asking->keeper->store;
	enum store_answer answer;

	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = fingerprint[0] ? store_key_remove(store, account->id, fingerprint)
				: store_keys_clear(store, account->id);
	if (answer == STORE_OK)
		answer = audit_add(asking, "key-remove", account->name, "%s",
			fingerprint[0] ? fingerprint : "all");
	return asking_store(asking, answer, NO_KEY);
}

/* True unless no way into the account would be left: no password, and its last key gone. */
static bool may_remove(
	struct asking *asking, const struct store_account *account, const char *fingerprint)
{
	struct store_key keys[KEEPER_KEYS_MAX];
	size_t count;

	if (account->hash[0])
		return true;
	return fingerprint[0] &&
	       store_key_list(asking->keeper->store, account->id, keys, KEEPER_KEYS_MAX, &count) ==
		       STORE_OK &&
	       count > 1;
}

unsigned request_key_remove(struct asking *asking)
{
	char fingerprint[STORE_KEY_MAX];
	struct store_account account;

	wire_get_text(asking->in, fingerprint, sizeof fingerprint);
	if (asking->in->broken || !own_account(asking, &account))
		return KEEPER_NO;
	if (asking->resent && fingerprint[0] &&
		store_key_of(asking->keeper->store, account.id, fingerprint) == STORE_NONE)
		return KEEPER_OK;
	if (!may_remove(asking, &account, fingerprint))
		return asking_refuse(asking,
			"Set a password first: this key is the only way into your account.");
	if (!asking_may_change(asking))
		return KEEPER_NO;
	return remove_keys(asking, &account, fingerprint);
}

unsigned request_admin_key_remove(struct asking *asking)
{
	char fingerprint[STORE_KEY_MAX];
	struct store_account account;

	wire_get_text(asking->in, fingerprint, sizeof fingerprint);
	if (!asking_get_account(asking, &account))
		return KEEPER_NO;
	return remove_keys(asking, &account, fingerprint);
}

/* ---- The end of an account ---- */

/* Deletes the account.  Its sessions end; an own session of it stays, without an account. */
static unsigned delete_account(
	struct asking *asking, const struct store_account *account, const char *goodbye)
{
	char name[STORE_NAME_MAX + 1];
	struct eviction *eviction;
	enum store_answer answer;

	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_account_delete(
		asking->keeper->store, account->id, keeper_now_seconds(), name);
	if (answer == STORE_OK)
		answer = audit_add(asking, "delete", account->name, "now %s", name);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "That account is deleted.");
	asking_log(asking, LOG_INFO, "account.deleted", "id=%lld", (long long)account->id);
	if (asking->peer->trusted && asking->peer->binding.id <= 0)
		wire_put_text(asking->out, name);
	eviction = asking_evict(asking);
	eviction->account = account->id;
	eviction->spares_asker = true;
	eviction->unbinds_asker = asking->peer->binding.id == account->id;
	snprintf(eviction->why, sizeof eviction->why, "%s", goodbye);
	return KEEPER_OK;
}

unsigned account_delete_proved(struct asking *asking, const struct hasher_job *job)
{
	struct store_account account;

	(void)job;
	if (!own_account(asking, &account))
		return KEEPER_NO;
	return delete_account(asking, &account, "This account was deleted.");
}

unsigned request_account_delete(struct asking *asking)
{
	struct hasher_job job = {.known = true};
	char proof[HASHER_PASSWORD_MAX + 1];
	struct store_account account;
	bool fits = asking_get_password(asking, proof);
	unsigned verdict;

	if (asking->in->broken || !own_account(asking, &account))
		return KEEPER_NO;
	if (!account.hash[0])
		return strcasecmp(proof, account.name) == 0
			       ? delete_account(asking, &account, "This account was deleted.")
			       : asking_refuse(asking, "That is not the name of this account.");
	verdict = fits ? asking_prove(asking, &job, &account, proof)
		       : asking_refuse(asking, "Wrong password.");
	explicit_bzero(proof, sizeof proof);
	return verdict;
}

unsigned request_admin_delete(struct asking *asking)
{
	struct store_account account;

	if (!asking_get_account(asking, &account))
		return KEEPER_NO;
	return delete_account(asking, &account, "Your account was deleted by the operator.");
}
