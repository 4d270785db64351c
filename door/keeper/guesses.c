#include "door/keeper/guesses.h"

#include "sql/store.h"

static const struct rate network_rate = {.burst = 20, .per_hour = 75};
static const struct rate account_rate = {.burst = 50, .per_hour = 145};

_Static_assert(20 + 75 < 100, "one network guesses fewer than 100 times an hour");
_Static_assert(50 + 145 + STORE_VISITS_MAX * (20 + 75) < 1000,
	"one account is guessed at fewer than 1,000 times an hour");

static struct rates *table_of(struct guesses *guesses, const struct guess *guess)
{
	return guess->stranger ? &guesses->strangers : &guesses->accounts;
}

bool guess_begin(struct guesses *guesses, const struct guess *guess, int64_t now_ms)
{
	struct rates *accounts = table_of(guesses, guess);

	return rates_has(accounts, &account_rate, guess->account, now_ms) &&
	       rates_take(&guesses->networks, &network_rate, guess->network, now_ms) &&
	       rates_take(accounts, &account_rate, guess->account, now_ms);
}

void guess_give_back(struct guesses *guesses, const struct guess *guess, int64_t now_ms)
{
	rates_give_back(&guesses->networks, &network_rate, guess->network, now_ms);
	rates_give_back(table_of(guesses, guess), &account_rate, guess->account, now_ms);
}
