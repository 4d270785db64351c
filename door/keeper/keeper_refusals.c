/*
 * Bans and locks as they refuse.
 *
 * The keeper refuses banned names and locked accounts at login. Banned networks are refused by the
 * listener, which holds a copy of them (door/net/bans.h): the keeper sends it over the control
 * socket when it starts and after each change.
 */
#include <stdio.h>
#include <string.h>

#include "door/keeper/keeper_private.h"
#include "door/text/refusals.h"

#define BANS_AT_ONCE 64
_Static_assert(BANS_AT_ONCE *(sizeof(struct store_ban) + 8) <= ORDER_BANS_MAX, "one message");

/* ---- Logins ---- */

void say_refusal(char *sentence, size_t size, const char *what, int64_t until, const char *reason)
{
	refusal_text(sentence, size - 1, what, until, reason);
	strcat(sentence, ".");
}

unsigned account_barred(struct asking *asking, const struct store_account *account)
{
	struct store_ban ban;

	if (account->deleted)
		snprintf(asking->sentence, sizeof asking->sentence, "This account is deleted.");
	else if (account->locked)
		say_refusal(asking->sentence, sizeof asking->sentence, "This account is locked", 0,
			account->lock);
	else if (store_ban_of(asking->keeper->store, account->name,
			 keeper_expiry_seconds(asking->keeper), &ban) == STORE_OK)
		say_refusal(asking->sentence, sizeof asking->sentence, "This name is banned",
			ban.until, ban.reason);
	else
		return KEEPER_OK;
	return KEEPER_BARRED;
}

bool name_barred(struct asking *asking, const char *name)
{
	struct store_ban ban;

	if (store_ban_of(asking->keeper->store, name, keeper_expiry_seconds(asking->keeper),
		    &ban) != STORE_OK)
		return false;
	say_refusal(asking->sentence, sizeof asking->sentence, "This name is banned", ban.until,
		ban.reason);
	return true;
}

/* ---- The listener ---- */

/* Sends the next bans.  False if the socket is full or the store cannot be read. */
static bool send_next(struct keeper *keeper)
{
	struct store_ban bans[BANS_AT_ONCE];
	uint8_t bytes[ORDER_BANS_MAX];
	struct wire_writer out = {.bytes = bytes, .capacity = sizeof bytes};
	size_t count;

	if (store_bans_after(keeper->store, keeper->limits.bans.after,
		    keeper_expiry_seconds(keeper), bans, BANS_AT_ONCE, &count) != STORE_OK)
		return false;
	for (size_t i = 0; i < count; i++)
		if (bans[i].network)
			wire_put_ban(&out, &bans[i]);
	if (!wire_send_bans(keeper->control, keeper->limits.bans.after == 0, count < BANS_AT_ONCE,
		    out.bytes, out.size))
		return false;
	keeper->limits.bans.due = count == BANS_AT_ONCE;
	if (count > 0)
		keeper->limits.bans.after = bans[count - 1].id;
	return true;
}

void bans_work(struct keeper *keeper)
{
	if (keeper->control < 0)
		keeper->limits.bans.due = false;
	while (keeper->limits.bans.due && send_next(keeper))
		;
}

void bans_tell(struct keeper *keeper)
{
	keeper->limits.bans = (struct keeper_bans){.due = true};
	bans_work(keeper);
}
