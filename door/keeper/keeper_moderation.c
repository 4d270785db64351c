/* Requests of operators who moderate: the list of accounts, locks, renaming, deleting. */
#include <stdio.h>
#include <string.h>

#include "door/keeper/keeper_private.h"
#include "door/os/printable.h"

/* ---- Accounts ---- */

static bool put_row(void *context, const struct store_account_row *row)
{
	struct wire_writer *out = context;

	/* The last name of the page comes after its rows. */
	if (out->capacity - out->size < sizeof *row + 2 * sizeof row->name + 64)
		return false;
	wire_put_u8(out, true);
	wire_put_account_row(out, row);
	return true;
}

unsigned request_admin_accounts(struct asking *asking)
{
	char name[STORE_NAME_MAX + 1], part[STORE_NAME_MAX + 1];
	enum store_answer answer;

	wire_get_text(asking->in, name, sizeof name);
	wire_get_text(asking->in, part, sizeof part);
	if (asking->in->broken)
		return KEEPER_NO;
	answer = store_accounts_each(asking->keeper->store, name, part, put_row, asking->out);
	wire_put_u8(asking->out, false);
	wire_put_text(asking->out, name);
	return asking_store(asking, answer, "");
}

bool asking_get_account(struct asking *asking, struct store_account *account)
{
	enum store_answer answer;
	char name[128];

	wire_get_text(asking->in, name, sizeof name);
	if (asking->in->broken)
		return false;
	answer = store_account_by_name(asking->keeper->store, name, account);
	if (answer != STORE_OK)
		asking_store(asking, answer, NO_ACCOUNT);
	return answer == STORE_OK;
}

unsigned asking_get_row(struct asking *asking, int64_t *id)
{
	*id = (int64_t)wire_get_u64(asking->in);
	if (asking->in->broken)
		return KEEPER_NO;
	return asking_write(asking) ? KEEPER_OK : KEEPER_FAILED;
}

/* The reason is part of a sentence, which ends with its own full stop. */
void asking_get_reason(struct asking *asking, char reason[STORE_REASON_MAX])
{
	size_t length;

	wire_get_text(asking->in, reason, STORE_REASON_MAX);
	text_clean(reason);
	length = strlen(reason);
	while (length > 0 && (reason[length - 1] == '.' || reason[length - 1] == ' '))
		reason[--length] = '\0';
}

struct eviction *asking_evict(struct asking *asking)
{
	asking->effect.kind = EFFECT_EVICT;
	return &asking->effect.eviction;
}

unsigned request_admin_lock(struct asking *asking)
{
	bool lock = wire_get_u8(asking->in);
	struct store_account account;
	char why[STORE_REASON_MAX];
	enum store_answer answer;

	asking_get_reason(asking, why);
	if (!asking_get_account(asking, &account))
		return KEEPER_NO;
	if (account.deleted)
		return asking_refuse(asking, "That account is deleted.");
	if (!lock && !account.locked)
		return asking->resent ? KEEPER_OK
				      : asking_refuse(asking, "That account is not locked.");
	if (lock && account.locked && !why[0])
		return asking->resent ? KEEPER_OK
				      : asking_refuse(asking,
						"That account is locked already%s%s. Give another "
						"reason to change it.",
						account.lock[0] ? ": " : "", account.lock);
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_account_lock(asking->keeper->store, account.id, lock ? why : NULL);
	if (answer == STORE_OK)
		answer = audit_add(asking, lock ? "lock" : "unlock", account.name, "%s", why);
	if (answer == STORE_OK && lock) {
		struct eviction *eviction = asking_evict(asking);

		eviction->account = account.id;
		say_refusal(eviction->why, sizeof eviction->why, "Your account is locked", 0, why);
	}
	return asking_store(asking, answer, NO_ACCOUNT);
}

unsigned request_admin_rename(struct asking *asking)
{
	struct store_account account;
	bool force = wire_get_u8(asking->in);
	struct eviction *eviction;
	enum store_answer answer;
	char to[128];

	wire_get_text(asking->in, to, sizeof to);
	if (!asking_get_account(asking, &account))
		return KEEPER_NO;
	if (account.deleted)
		return asking_refuse(asking, "That account is deleted.");
	if (!name_fits_account(asking, &account, to, force))
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_account_rename(asking->keeper->store, account.id, to);
	/* Both names find it. */
	if (answer == STORE_OK)
		answer = audit_add(asking, "rename", account.name, "to %s", to);
	if (answer == STORE_OK)
		answer = audit_add(asking, "rename", to, "from %s", account.name);
	eviction = asking_evict(asking);
	eviction->account = account.id;
	snprintf(eviction->why, sizeof eviction->why,
		"Your account is called %s now. Log in by that name.", to);
	return asking_store(asking, answer, "Another account has that name.");
}

/* ---- The board ---- */

unsigned request_admin_remove_score(struct asking *asking)
{
	int64_t run = (int64_t)wire_get_u64(asking->in);
	char why[STORE_REASON_MAX];
	struct store_score score;
	enum store_answer answer;

	asking_get_reason(asking, why);
	if (asking->in->broken)
		return KEEPER_NO;
	answer = store_score_of(asking->keeper->store, run, &score);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "That run has no score.");
	if (!score.scored)
		return asking->resent ? KEEPER_OK
				      : asking_refuse(asking, "That run is on no board.");
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_score_remove(asking->keeper->store, run);
	if (answer == STORE_OK)
		answer = audit_add(asking, "remove-score", score.name, "run %lld, score %d: %s",
			(long long)run, (int)score.score, why);
	return asking_store(asking, answer, "That run is on no board.");
}
