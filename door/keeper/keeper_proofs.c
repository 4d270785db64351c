/* Passwords in requests: reading them, and giving them to the hasher; and how often an account
 * changes. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "door/keeper/keeper_private.h"

#define BUSY "Too many logins at once; try again in a moment."

unsigned asking_hash(struct asking *asking, struct hasher_job *job)
{
	bool given;

	job->peer = asking->peer->id;
	job->serial = asking->in->serial;
	job->request = asking->in->number & ~WIRE_RESENT & 0xffff;
	given = hasher_give(asking->keeper->hasher, job);
	sodium_memzero(job, sizeof *job);
	if (given) {
		asking->peer->hashing = true;
		return ANSWER_LATER;
	}
	asking_refuse(asking, BUSY);
	return KEEPER_FAILED;
}

/*
 * Removes all but printable ASCII from a password. The password field on the screen ignores other
 * letters, but ssh's own prompt sends them.
 */
static void keep_typable(char *password)
{
	char *to = password;

	for (const char *from = password; *from; from++)
		if (*from >= ' ' && *from <= '~')
			*to++ = *from;
	*to = '\0';
}

bool asking_get_password(struct asking *asking, char password[HASHER_PASSWORD_MAX + 1])
{
	char given[1024];
	bool fits;

	wire_get_text(asking->in, given, sizeof given);
	keep_typable(given);
	fits = strlen(given) <= HASHER_PASSWORD_MAX;
	snprintf(password, HASHER_PASSWORD_MAX + 1, "%.*s", HASHER_PASSWORD_MAX, given);
	sodium_memzero(given, sizeof given);
	return fits;
}

bool asking_may_change(struct asking *asking)
{
	static const struct rate rate = {.burst = 60, .per_hour = 60};
	int64_t account = asking->peer->binding.id;
	uint64_t key = asking->peer->trusted ? 0 : rate_key(&account, sizeof account);

	if (rates_take(&asking->keeper->limits.changes, &rate, key, keeper_now_ms()))
		return true;
	asking_refuse(asking, "Too many changes; try again later.");
	return false;
}

unsigned asking_prove(struct asking *asking, struct hasher_job *job,
	const struct store_account *account, const char *password)
{
	job->account = account->id;
	job->verify = job->known = true;
	snprintf(job->password, sizeof job->password, "%s", password);
	memcpy(job->hash, account->hash, sizeof job->hash);
	if (!login_may_guess(asking, job, account->name, account))
		return KEEPER_NO;
	return asking_hash(asking, job);
}
