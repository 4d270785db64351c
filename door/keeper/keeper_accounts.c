/*
 * Requests: logging in, registering, the account's password and options.
 *
 * Requests that need a hash go to the hasher; accounts_hashed answers them. An unknown name goes
 * there too, so that its refusal takes as long as that of a wrong password and reads the same.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "door/keeper/keeper_livelog.h"
#include "door/os/log.h"
#include "door/os/printable.h"
#include "door/text/names.h"

#define WRONG "Wrong name or password."
#define OTHER "Wrong password."
#define TAKEN "That name is taken; choose another."

/* So many sessions may have one account. */
#define ACCOUNT_SESSIONS_MAX 16

static bool bound_already(struct asking *asking)
{
	if (asking->peer->binding.id == 0)
		return false;
	asking_refuse(asking, "You are already logged in.");
	return true;
}

static unsigned log_in(struct asking *asking, const struct store_account *account, const char *how)
{
	if (account_barred(asking, account) != KEEPER_OK)
		return KEEPER_BARRED;
	if (peers_of(asking->keeper, account->id) >= ACCOUNT_SESSIONS_MAX)
		return asking_refuse(asking, "%s has %d sessions already. End one of them first.",
			account->name, ACCOUNT_SESSIONS_MAX);
	asking->effect.kind = EFFECT_BIND;
	asking->effect.binding.id = account->id;
	memcpy(asking->effect.binding.name, account->name, sizeof account->name);
	put_account(asking, account);
	login_counted(asking, account);
	asking_log(asking, LOG_INFO, "login", "name=%s by=%s from=%s", account->name, how,
		log_quote(asking->peer->present.peer));
	return KEEPER_OK;
}

/* ---- Passwords, by way of the hasher ---- */

/* Refuses a password that get_password found too long. */
static unsigned refuse_long(struct asking *asking)
{
	return asking_refuse(asking, "A password has at most %d characters.", HASHER_PASSWORD_MAX);
}

unsigned request_login_password(struct asking *asking)
{
	struct hasher_job job = {.verify = true};
	struct store_account account;
	enum store_answer answer;
	char name[128];
	bool fits;

	wire_get_text(asking->in, name, sizeof name);
	fits = asking_get_password(asking, job.password);
	if (asking->in->broken || bound_already(asking))
		return KEEPER_NO;
	snprintf(job.name, sizeof job.name, "%.16s", name);
	answer = store_account_by_name(asking->keeper->store, name, &account);
	if (answer == STORE_FAILED)
		return asking_store(asking, answer, "");
	job.known = answer == STORE_OK && fits;
	if (!login_may_guess(asking, &job, name, answer == STORE_OK ? &account : NULL))
		return KEEPER_NO;
	if (job.known)
		memcpy(job.hash, account.hash, sizeof job.hash);
	return asking_hash(asking, &job);
}

static unsigned login_hashed(struct asking *asking, const struct hasher_result *result)
{
	struct store_account account;

	if (!result->right || !result->job.known) {
		/* An unknown name is not logged: it may be a password typed in the wrong field. */
		log_line(LOG_INFO, "login.refused", "name=%s from=%s",
			log_quote(result->job.account ? result->job.name : ""),
			log_quote(asking->peer->present.peer));
		login_missed(asking, &result->job);
		return asking_refuse(asking, WRONG);
	}
	login_guessed(asking, &result->job);
	if (store_account_by_id(asking->keeper->store, result->job.account, &account) != STORE_OK)
		return asking_store(asking, STORE_FAILED, "");
	return log_in(asking, &account, "password");
}

static bool may_register(struct asking *asking, const struct hasher_job *job)
{
	struct store_account account;

	if (job->fingerprint[0] && !fingerprint_allowed(job->fingerprint)) {
		asking_refuse(asking, "That is not a key fingerprint.");
		return false;
	}
	if ((job->new_password[0] || !job->fingerprint[0]) &&
		!password_allowed(
			job->new_password, job->name, asking->sentence, sizeof asking->sentence))
		return false;
	if (store_account_by_name(asking->keeper->store, job->name, &account) != STORE_OK)
		return name_distinct(asking, job->name);
	/* A repeated request may have made the account itself. */
	if (!asking->resent)
		asking_refuse(asking, TAKEN);
	return asking->resent;
}

static unsigned make_account(struct asking *asking, const struct hasher_job *job, const char *hash)
{
	struct store *store = asking->keeper->store;
	struct store_account account;
	int64_t now = keeper_now_seconds();
	enum store_answer answer;

	/* Two may have asked at once. */
	if (!name_distinct(asking, job->name))
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_account_new(store, job->name, hash, now, &account.id);
	if (answer == STORE_OK && job->fingerprint[0])
		answer = store_key_add(
			store, account.id, job->fingerprint, "the key of the first visit", now);
	if (answer == STORE_OK)
		answer = store_account_by_id(store, account.id, &account);
	if (answer != STORE_OK)
		return asking_store(asking, answer, TAKEN);
	asking_log(asking, LOG_INFO, "account.new", "name=%s", account.name);
	return log_in(asking, &account, "registration");
}

/* Answers a registration whose name is taken. If its key or password is that of the account, it is
 * a retry whose first answer was lost with a keeper, and logs in. */
static unsigned register_again(
	struct asking *asking, struct hasher_job *job, const struct store_account *account)
{
	if (!job->fingerprint[0]) {
		job->verify = job->known = true;
		if (!login_may_guess(asking, job, account->name, account))
			return KEEPER_NO;
		memcpy(job->hash, account->hash, sizeof job->hash);
		memcpy(job->password, job->new_password, sizeof job->password);
		sodium_memzero(job->new_password, sizeof job->new_password);
		return asking_hash(asking, job);
	}
	if (store_key_of(asking->keeper->store, account->id, job->fingerprint) != STORE_OK)
		return asking_refuse(asking, TAKEN);
	return log_in(asking, account, "registration");
}

static unsigned registered_again(struct asking *asking, const struct hasher_result *result)
{
	struct store_account account;

	if (!result->right) {
		login_missed(asking, &result->job);
		return asking_refuse(asking, TAKEN);
	}
	login_guessed(asking, &result->job);
	if (store_account_by_id(asking->keeper->store, result->job.account, &account) != STORE_OK)
		return asking_store(asking, STORE_FAILED, "");
	return log_in(asking, &account, "registration");
}

unsigned request_register(struct asking *asking)
{
	struct hasher_job job = {0};
	struct store_account account;
	char name[128];
	bool fits;

	wire_get_text(asking->in, name, sizeof name);
	fits = asking_get_password(asking, job.new_password);
	wire_get_text(asking->in, job.fingerprint, sizeof job.fingerprint);
	if (asking->in->broken || bound_already(asking) || !name_acceptable(asking, name))
		return KEEPER_NO;
	snprintf(job.name, sizeof job.name, "%.16s", name);
	if (!may_register(asking, &job))
		return KEEPER_NO;
	if (!fits)
		return refuse_long(asking);
	if (asking->resent &&
		store_account_by_name(asking->keeper->store, job.name, &account) == STORE_OK)
		return register_again(asking, &job, &account);
	if (!may_register_now(asking, job.fingerprint, true))
		return KEEPER_NO;
	login_source(asking, &job);
	return job.new_password[0] ? asking_hash(asking, &job) : make_account(asking, &job, "");
}

static const char *own_name(struct asking *asking)
{
	return asking->peer->binding.name;
}

unsigned request_set_password(struct asking *asking)
{
	struct hasher_job job = {.known = true};
	struct store_account account;
	enum store_answer answer;
	bool old_fits, new_fits;

	job.account = asking->peer->binding.id;
	answer = store_account_by_id(asking->keeper->store, job.account, &account);
	old_fits = asking_get_password(asking, job.password);
	new_fits = asking_get_password(asking, job.new_password);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "There is no such account.");
	if (asking->in->broken || !password_allowed(job.new_password, own_name(asking),
					  asking->sentence, sizeof asking->sentence))
		return KEEPER_NO;
	if (!new_fits)
		return refuse_long(asking);
	if (!old_fits)
		return asking_refuse(asking, OTHER);
	if (!asking_may_change(asking))
		return KEEPER_NO;
	/* An account made with a key has no old password. */
	job.verify = account.hash[0] != '\0';
	if (job.verify && !login_may_guess(asking, &job, own_name(asking), &account))
		return KEEPER_NO;
	memcpy(job.hash, account.hash, sizeof job.hash);
	return asking_hash(asking, &job);
}

static unsigned write_hash(struct asking *asking, const struct hasher_result *result)
{
	struct store *store = asking->keeper->store;
	struct eviction *eviction;
	struct store_account account;
	enum store_answer answer = store_account_by_id(store, result->job.account, &account);

	if (answer == STORE_OK && !asking_write(asking))
		return KEEPER_FAILED;
	if (answer == STORE_OK)
		answer = store_account_set_hash(store, account.id, result->hash);
	if (answer == STORE_OK)
		answer = audit_add(asking, "password", account.name, "%s", "");
	if (answer != STORE_OK)
		return asking_store(asking, answer, "There is no such account.");
	asking_log(asking, LOG_INFO, "account.password", "id=%lld", (long long)account.id);
	eviction = asking_evict(asking);
	eviction->account = account.id;
	eviction->spares_asker = true;
	snprintf(eviction->why, sizeof eviction->why,
		"Your password was changed. Log in with the new one.");
	return KEEPER_OK;
}

/* A password of the asker's own account was checked, for a change of that account. */
static unsigned proved(struct asking *asking, const struct hasher_result *result)
{
	if (!result->right) {
		login_missed(asking, &result->job);
		return asking_refuse(asking, OTHER);
	}
	if (result->job.verify)
		login_guessed(asking, &result->job);
	switch (result->job.request) {
	case REQUEST_KEY_ADD:
		return key_add_proved(asking, &result->job);
	case REQUEST_ACCOUNT_DELETE:
		return account_delete_proved(asking, &result->job);
	default:
		return write_hash(asking, result);
	}
}

unsigned request_admin_passwd(struct asking *asking)
{
	struct hasher_job job = {.known = true};
	struct store_account account;
	enum store_answer answer;
	char name[128];
	bool fits;

	wire_get_text(asking->in, name, sizeof name);
	fits = asking_get_password(asking, job.new_password);
	if (asking->in->broken)
		return KEEPER_NO;
	answer = store_account_by_name(asking->keeper->store, name, &account);
	if (answer != STORE_OK)
		return asking_store(asking, answer, NO_ACCOUNT);
	if (!password_allowed(job.new_password, name, asking->sentence, sizeof asking->sentence))
		return KEEPER_NO;
	if (!fits)
		return refuse_long(asking);
	job.account = account.id;
	return asking_hash(asking, &job);
}

static unsigned hashed(struct asking *asking, const struct hasher_result *result)
{
	if (result->failed) {
		asking_refuse(asking, "The password could not be checked; try again.");
		return KEEPER_FAILED;
	}
	switch (result->job.request) {
	case REQUEST_LOGIN_PASSWORD:
		return login_hashed(asking, result);
	case REQUEST_REGISTER:
		return result->job.verify ? registered_again(asking, result)
					  : make_account(asking, &result->job, result->hash);
	default:
		return proved(asking, result);
	}
}

void accounts_hashed(struct keeper *keeper, const struct hasher_result *result)
{
	struct peer *peer = peer_by_id(keeper, result->job.peer);
	uint8_t body[1024];
	struct wire_writer out = {.bytes = body, .capacity = sizeof body};
	struct asking asking = {.keeper = keeper, .peer = peer, .out = &out};
	unsigned verdict;

	if (!peer)
		return;
	out.protocol = peer->protocol;
	peer->hashing = false;
	log_session_set(peer->log_id);
	verdict = hashed(&asking, result);
	count_login(&asking, result->job.request, verdict);
	keeper_answer(keeper, peer, result->job.serial, verdict, &asking);
	log_session_set("");
}

/* ---- Without a password ---- */

unsigned request_name_free(struct asking *asking)
{
	struct store_account account;
	char name[128];
	enum store_answer answer;
	bool registers;

	wire_get_text(asking->in, name, sizeof name);
	registers = wire_get_u8(asking->in);
	/* The name of the rehearsals is reserved, and they try the way of a free name. */
	if (!asking->in->broken && peer_rehearses(asking->peer))
		return KEEPER_OK;
	if (asking->in->broken || !name_acceptable(asking, name) ||
		(registers && !may_register_now(asking, "", false)))
		return KEEPER_NO;
	answer = store_account_by_name(asking->keeper->store, name, &account);
	if (answer == STORE_OK)
		return asking_refuse(asking, TAKEN);
	if (answer == STORE_NONE)
		return name_distinct(asking, name) ? KEEPER_OK : KEEPER_NO;
	return asking_store(asking, answer, "");
}

unsigned request_login_key(struct asking *asking)
{
	struct store *store = asking->keeper->store;
	struct store_account account;
	char name[128];
	char fingerprint[STORE_KEY_MAX];
	enum store_answer answer;

	wire_get_text(asking->in, name, sizeof name);
	wire_get_text(asking->in, fingerprint, sizeof fingerprint);
	if (asking->in->broken || bound_already(asking))
		return KEEPER_NO;
	answer = store_account_by_name(store, name, &account);
	if (answer == STORE_OK)
		answer = store_key_of(store, account.id, fingerprint);
	asking->wrong = answer == STORE_NONE;
	if (answer != STORE_OK)
		return asking_store(asking, answer, "That key is not registered for that name.");
	return log_in(asking, &account, "key");
}

static void guest_name(char name[STORE_NAME_MAX + 1], int64_t id)
{
	snprintf(name, STORE_NAME_MAX + 1, "guest-%u", (unsigned)-id % 10000);
}

/* Accounts may have been named so before such names were refused. */
static bool guest_taken(struct keeper *keeper, int64_t id)
{
	char name[STORE_NAME_MAX + 1], found[STORE_NAME_MAX + 1];

	guest_name(name, id);
	if (store_account_like(keeper->store, name, found) == STORE_OK)
		return true;
	for (struct peer *peer = keeper->peers; peer; peer = peer->next) {
		if (peer->binding.id == id)
			return true;
	}
	return false;
}

unsigned request_login_guest(struct asking *asking)
{
	struct binding guest = {0};
	uint32_t number = randombytes_uniform(9000);

	if (bound_already(asking))
		return KEEPER_NO;
	for (uint32_t tries = 0; tries < 9000 && !guest.id; tries++, number = (number + 1) % 9000) {
		if (!guest_taken(asking->keeper, -(int64_t)(1000 + number)))
			guest.id = -(int64_t)(1000 + number);
	}
	if (!guest.id)
		return asking_refuse(asking, "There are too many guests; register a name instead.");
	guest_name(guest.name, guest.id);
	/* Bound before the commit, so that the next guest of this wake-up gets another number. */
	asking->effect.stands = true;
	peer_bound(asking->keeper, asking->peer, &guest);
	put_guest(asking, &guest);
	asking_log(asking, LOG_INFO, "login", "name=%s by=guest from=%s", guest.name,
		log_quote(asking->peer->present.peer));
	return KEEPER_OK;
}

/* A line that went on in another process asks who it belongs to. */
unsigned request_account_show(struct asking *asking)
{
	const struct binding *binding = &asking->peer->binding;
	struct store_account account;
	enum store_answer answer;

	if (binding->id < 0) {
		put_guest(asking, binding);
		return KEEPER_OK;
	}
	answer = store_account_by_id(asking->keeper->store, binding->id, &account);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "There is no such account.");
	put_account(asking, &account);
	return KEEPER_OK;
}

/* The sessions of the account can be watched from now on, or no longer. */
static void follow_spectators(struct asking *asking, bool hides)
{
	for (struct peer *peer = asking->keeper->peers; peer; peer = peer->next) {
		if (peer->binding.id != asking->peer->binding.id)
			continue;
		if (hides && !peer->watching.hides)
			replayer_leave(asking->keeper, peer->run);
		peer->watching.hides = hides;
	}
}

unsigned request_set_options(struct asking *asking)
{
	char options[sizeof((struct store_account *)0)->options];

	wire_get_text(asking->in, options, sizeof options);
	if (asking->in->broken || !asking_write(asking))
		return KEEPER_FAILED;
	text_clean(options);
	follow_spectators(asking, spectators_are_refused(options));
	livelog_options(asking, options);
	return asking_store(asking,
		store_account_set_options(asking->keeper->store, asking->peer->binding.id, options),
		"There is no such account.");
}
