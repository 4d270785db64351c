/* How often a password may be wrong, and where an account logs in from. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "door/keeper/keeper_private.h"

#define TOO_MANY                                                                                   \
	"Too many wrong passwords. Use an ssh key, come from an address you used before, or try "  \
	"again later."
/* A login from a known network is written down again after so many seconds. */
#define VISIT_SECONDS (24 * 60 * 60)
/* Visits and wrong passwords are not written to a disk with less free space. */
#define SPARE_BYTES (1024 * 1024)

/* The key of the client's network; 0 for the operator's own terminals. */
static uint64_t network_key(const struct peer *peer, char network[NETWORK_MAX])
{
	network_of(peer->from[0] ? peer->from : peer->present.peer, network);
	return peer->trusted ? 0 : rate_key(network, strlen(network));
}

static uint64_t name_key(const char *name)
{
	char folded[STORE_NAME_MAX + 2];
	size_t length = 0;

	for (; name[length] && length < sizeof folded - 1; length++)
		folded[length] = (char)tolower((unsigned char)name[length]);
	return rate_key(folded, length);
}

void login_source(struct asking *asking, struct hasher_job *job)
{
	char network[NETWORK_MAX];

	job->source = network_key(asking->peer, network);
}

static struct guess guess_of(const struct hasher_job *job)
{
	return (struct guess){
		.network = job->source, .account = job->subject, .stranger = job->account == 0};
}

bool login_may_guess(struct asking *asking, struct hasher_job *job, const char *name,
	const struct store_account *account)
{
	struct keeper *keeper = asking->keeper;
	char network[NETWORK_MAX];
	struct guess guess;
	int64_t last;

	job->source = network_key(asking->peer, network);
	job->account = account ? account->id : 0;
	/* A known network has a share of its own. */
	if (asking->peer->trusted ||
		(account && store_visited(keeper->store, account->id, network, &last) == STORE_OK))
		job->subject = 0;
	else
		job->subject = name_key(name);
	guess = guess_of(job);
	if (guess_begin(&keeper->limits.guesses, &guess, keeper_now_ms()))
		return true;
	asking_refuse(asking, TOO_MANY);
	return false;
}

void login_guessed(struct asking *asking, const struct hasher_job *job)
{
	struct guess guess = guess_of(job);

	guess_give_back(&asking->keeper->limits.guesses, &guess, keeper_now_ms());
}

/* True if there is space for rows that no player waits for. */
static bool has_spare(struct keeper *keeper)
{
	return store_free_space(keeper->store) > keeper_floor(keeper) / 2 + SPARE_BYTES;
}

/* Only remembers it: an answer that waits for a commit would reveal that the name exists. */
void login_missed(struct asking *asking, const struct hasher_job *job)
{
	struct keeper *keeper = asking->keeper;

	asking->wrong = true;
	if (job->account > 0 && keeper->limits.missed_count < MISSED_MAX)
		keeper->limits.missed[keeper->limits.missed_count++] = job->account;
}

void logins_write_missed(struct keeper *keeper)
{
	size_t count = keeper->limits.missed_count;

	keeper->limits.missed_count = 0;
	if (count == 0 || !has_spare(keeper) || !store_begin(keeper->store))
		return;
	for (size_t i = 0; i < count; i++)
		if (store_account_wrong(keeper->store, keeper->limits.missed[i]) == STORE_FAILED) {
			store_undo(keeper->store);
			return;
		}
	store_commit(keeper->store);
}

void login_counted(struct asking *asking, const struct store_account *account)
{
	struct keeper *keeper = asking->keeper;
	int64_t now = keeper_now_seconds(), last = 0;
	char network[NETWORK_MAX];
	enum store_answer answer = STORE_OK;
	bool known, news = account->wrong_passwords > 0 || account->new_keys > 0;

	network_key(asking->peer, network);
	known = asking->peer->trusted ||
		(store_visited(keeper->store, account->id, network, &last) == STORE_OK &&
			last <= now && now - last < VISIT_SECONDS);
	if ((known && !news) || !has_spare(keeper) || !asking_write(asking))
		return;
	if (!known)
		answer = store_visit(keeper->store, account->id, network, now);
	if (answer == STORE_OK && news)
		answer = store_account_clear_news(keeper->store, account->id);
	if (answer == STORE_FAILED)
		keeper->group_failed = true;
}
