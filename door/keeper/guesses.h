/*
 * Limits on wrong passwords.
 *
 * Fewer than 100 an hour are checked from one network, for any names. Fewer than 1,000 an hour are
 * checked for one account: fewer than 200 from networks that it never logged in from, and from each
 * of its STORE_VISITS_MAX known networks as many as that network may try. So others cannot lock out
 * an owner on a known network, or one with an ssh key. Names without an account have the same
 * limit, so that the limit does not reveal which names exist.
 *
 * A guess takes its tokens before the check, because many checks may wait at once. A right password
 * returns them.
 */
#ifndef TRAPDOOR_GUESSES_H
#define TRAPDOOR_GUESSES_H

#include "door/keeper/rates.h"

struct guesses {
	struct rates networks, accounts, strangers;
};

/* network and account are keys (rate_key); 0 is not limited.  stranger: nobody has that name. */
struct guess {
	uint64_t network, account;
	bool stranger;
};

/* Takes a guess's tokens; false when the password must not be checked. */
bool guess_begin(struct guesses *guesses, const struct guess *guess, int64_t now_ms);
/* Returns the tokens of a guess whose password was right. */
void guess_give_back(struct guesses *guesses, const struct guess *guess, int64_t now_ms);

#endif
