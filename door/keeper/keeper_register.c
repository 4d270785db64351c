/* Registration: holds, the limits of addresses, networks and keys, and names that nobody uses. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "door/keeper/keeper_private.h"
#include "door/os/log.h"
#include "door/os/printable.h"
#include "door/text/name_list.h"
#include "door/text/names.h"

#define DAY_SECONDS (24 * 60 * 60)
/* Between two pieces, and after the last account. */
#define PIECE_MS 1000
#define SESSIONS_KNOWN_MS 2000
#define ROUND_MS (60 * 60 * 1000)

/* True for the client of an operator, and for one from a trusted address. */
static bool is_exempt(const struct asking *asking, const char *from)
{
	struct networks one;
	char sentence[160];

	if (asking->peer->trusted)
		return true;
	return networks_parse(from, &one, sentence, sizeof sentence) && one.count == 1 &&
	       networks_have(&asking->keeper->policy.trusted, &one.each[0].address);
}

static bool within_limits(struct asking *asking, const char *fingerprint, bool take)
{
	struct keeper *keeper = asking->keeper;
	const struct peer *peer = asking->peer;
	const struct registrant registrant = {
		peer->from[0] ? peer->from : peer->present.peer, fingerprint};
	const struct registration_limits *limits = &keeper->policy.register_limits;
	struct registrations *tables = &keeper->limits.registrations;

	if (is_exempt(asking, registrant.address))
		return true;
	return take ? registrations_take(tables, limits, &registrant, keeper_now_ms(),
			      asking->sentence, sizeof asking->sentence)
		    : registrations_has(tables, limits, &registrant, keeper_now_ms(),
			      asking->sentence, sizeof asking->sentence);
}

bool may_register_now(struct asking *asking, const char *fingerprint, bool take)
{
	char reason[STORE_REASON_MAX];

	if (asking->peer->trusted)
		return true;
	if (store_hold_get(asking->keeper->store, reason) == STORE_OK) {
		asking_refuse(asking, "Nobody can register a name at present%s%s",
			reason[0] ? ": " : ".", reason);
		return false;
	}
	if (within_limits(asking, fingerprint, take))
		return true;
	log_line(LOG_INFO, "register.refused", "from=%s", log_quote(asking->peer->present.peer));
	return false;
}

/* ---- Names ---- */

bool name_distinct(struct asking *asking, const char *name)
{
	char found[STORE_NAME_MAX + 1];

	if (store_account_like(asking->keeper->store, name, found) != STORE_OK ||
		strcasecmp(found, name) == 0)
		return true;
	asking_refuse(asking, "That name looks like a name that is taken; choose another.");
	return false;
}

bool name_acceptable(struct asking *asking, const char *name)
{
	if (!name_allowed(name, asking->sentence, sizeof asking->sentence) ||
		name_barred(asking, name))
		return false;
	if (!name_login_word(name) && !name_list_has(asking->keeper->limits.names, name))
		return true;
	asking_refuse(asking, "That name is reserved; choose another.");
	return false;
}

bool name_fits_account(
	struct asking *asking, const struct store_account *account, const char *name, bool force)
{
	char found[STORE_NAME_MAX + 1];

	if (!name_allowed(name, asking->sentence, sizeof asking->sentence) ||
		name_barred(asking, name))
		return false;
	if (name_login_word(name))
		asking_refuse(asking, "\"%s\" is a word of the login; choose another.", name);
	else if (!force && name_list_has(asking->keeper->limits.names, name))
		asking_refuse(asking,
			"\"%s\" is a reserved name. Choose another, or give it with --force.",
			name);
	else if (!force && store_account_like(asking->keeper->store, name, found) == STORE_OK &&
		 strcasecmp(found, name) != 0 && strcasecmp(found, account->name) != 0)
		asking_refuse(asking,
			"\"%s\" looks like the name %s. Choose another, or give it with --force.",
			name, found);
	else
		return true;
	return false;
}

/* ---- The operator's hold ---- */

unsigned request_admin_hold(struct asking *asking)
{
	struct store *store = asking->keeper->store;
	uint8_t change = wire_get_u8(asking->in);
	char reason[STORE_REASON_MAX];
	enum store_answer answer = STORE_OK;

	wire_get_text(asking->in, reason, sizeof reason);
	if (asking->in->broken || change > HOLD_OFF)
		return KEEPER_NO;
	text_clean(reason);
	if (change != HOLD_SHOW && !asking_write(asking))
		return KEEPER_FAILED;
	if (change == HOLD_ON)
		answer = store_hold_put(store, reason, keeper_now_seconds());
	else if (change == HOLD_OFF)
		answer = store_hold_remove(store);
	if (answer == STORE_NONE && asking->resent)
		answer = STORE_OK;
	if (answer == STORE_OK && change != HOLD_SHOW) {
		answer = audit_add(
			asking, change == HOLD_ON ? "hold" : "hold off", "", "%s", reason);
		asking_log(asking, LOG_INFO, "register.hold", "on=%d reason=%s", change == HOLD_ON,
			log_quote(reason));
	}
	if (answer == STORE_OK) {
		wire_put_u8(asking->out, store_hold_get(store, reason) == STORE_OK);
		wire_put_text(asking->out, reason);
	}
	return asking_store(asking, answer, "Registration is not on hold.");
}

/* ---- Names that nobody uses ---- */

void names_expire(struct keeper *keeper)
{
	struct keeper_limits *limits = &keeper->limits;
	int64_t now = keeper_now_ms(), ids[STORE_UNUSED_AT_ONCE];
	int64_t before =
		keeper_expiry_seconds(keeper) - (int64_t)keeper->policy.unused_days * DAY_SECONDS;
	char name[STORE_NAME_MAX + 1];
	size_t count, expired = 0;

	/* The sessions of an earlier keeper say first who they are. */
	if (limits->unused_due_ms == 0)
		limits->unused_due_ms = now + SESSIONS_KNOWN_MS;
	if (keeper->policy.unused_days == 0 || now < limits->unused_due_ms || keeper->ending ||
		!expiry_clock_agreed(&limits->expiry, now))
		return;
	limits->unused_due_ms = now + PIECE_MS;
	if (store_accounts_unused(keeper->store, &limits->unused_cursor, before, ids, &count) !=
		STORE_OK)
		limits->unused_cursor = 0;
	if (limits->unused_cursor == 0)
		limits->unused_due_ms = now + ROUND_MS;
	if (count == 0 || !store_begin(keeper->store))
		return;
	/* The row stays, and gives its name back. */
	for (size_t i = 0; i < count; i++)
		if (peers_of(keeper, ids[i]) == 0 &&
			store_account_delete(keeper->store, ids[i], keeper_now_seconds(), name) ==
				STORE_OK)
			ids[expired++] = ids[i];
	if (!store_commit(keeper->store)) {
		log_line(LOG_ERROR, "account.expired", "error=%s",
			log_quote(store_sentence(keeper->store)));
		return;
	}
	for (size_t i = 0; i < expired; i++)
		log_line(LOG_INFO, "account.expired", "id=%lld", (long long)ids[i]);
}
