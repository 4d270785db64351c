/* Requests: bans of names, addresses and networks. */
#include <stdio.h>
#include <string.h>

#include "door/keeper/keeper_private.h"
#include "door/os/printable.h"
#include "door/text/names.h"
#include "door/text/refusals.h"

#define BANS_AT_ONCE 64

/* True if the network has all IPv4 addresses or more, or is about as wide. */
static bool too_wide(const struct network *network)
{
	const struct address four = {.bytes = {[10] = 0xff, [11] = 0xff, [12] = 192}};

	if (address_is_four(&network->address))
		return network->bits < 96 + 8;
	return network->bits < 16 || network_has(network, &four);
}

/* Reads a name, an address or a network in its usual spelling.  False after a refusal. */
static bool get_subject(struct asking *asking, struct store_ban *ban, struct network *network)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
	size_t length;
	char given[128];

	wire_get_text(asking->in, given, sizeof given);
	text_clean(given);
	length = strlen(given);
	ban->network = network_parse(given, network);
	if (ban->network)
		network_text(network, ban->subject);
	else
		snprintf(ban->subject, sizeof ban->subject, "%.16s", given);
	if (ban->network && too_wide(network))
		asking_refuse(
			asking, "%.60s is too wide: at least /8, or /16 of IPv6.", ban->subject);
	else if (!ban->network &&
		 (length == 0 || length > STORE_NAME_MAX || strspn(given, letters) != length))
		asking_refuse(asking,
			"\"%.60s\" is no name, address or network. Write a network like "
			"192.0.2.0/24 or 2001:db8::/32.",
			given);
	else
		return !asking->in->broken;
	return false;
}

/* A second ban keeps the reason and the end that it does not give, and says so. */
static void keep_earlier(struct asking *asking, struct store_ban *ban)
{
	bool no_reason = !ban->reason[0], no_end = ban->until == 0;
	char text[KEEPER_SENTENCE_MAX];
	struct store_ban earlier;

	if (asking->resent || store_ban_of(asking->keeper->store, ban->subject,
				      keeper_expiry_seconds(asking->keeper), &earlier) != STORE_OK)
		return;
	no_reason = no_reason && earlier.reason[0];
	no_end = no_end && earlier.until;
	if (no_reason)
		memcpy(ban->reason, earlier.reason, sizeof ban->reason);
	if (no_end)
		ban->until = earlier.until;
	if (!no_reason && !no_end)
		return;
	refusal_text(text, sizeof text, "banned", ban->until, ban->reason);
	snprintf(asking->sentence, sizeof asking->sentence, "Its earlier %s: %.200s.",
		no_reason && no_end ? "reason and end stay"
		: no_reason         ? "reason stays"
				    : "end stays",
		text);
}

unsigned request_admin_ban(struct asking *asking)
{
	struct store_ban ban = {.begun = keeper_now_seconds()};
	struct eviction *eviction;
	const char *instead;
	struct network network;
	enum store_answer answer;

	ban.until = (int64_t)wire_get_u64(asking->in);
	asking_get_reason(asking, ban.reason);
	if (!get_subject(asking, &ban, &network))
		return KEEPER_NO;
	instead = name_login_word(ban.subject);
	if (instead)
		return asking_refuse(asking, "\"%s\" is a word of the login and no name: %s.",
			ban.subject, instead);
	if (ban.until != 0 && ban.until <= ban.begun)
		return asking_refuse(asking, "The ban would end in the past.");
	keep_earlier(asking, &ban);
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_ban_put(asking->keeper->store, &ban, keeper_expiry_seconds(asking->keeper));
	if (answer == STORE_OK) {
		char sentence[KEEPER_SENTENCE_MAX];

		say_refusal(sentence, sizeof sentence, "banned", ban.until, ban.reason);
		answer = audit_add(asking, "ban", ban.subject, "%s", sentence);
	}
	eviction = asking_evict(asking);
	if (!ban.network)
		memcpy(eviction->name, ban.subject, sizeof eviction->name);
	eviction->of_network = ban.network;
	eviction->network = network;
	say_refusal(eviction->why, sizeof eviction->why,
		ban.network ? "Your address is banned" : "Your name is banned", ban.until,
		ban.reason);
	asking->effect.bans_changed = ban.network;
	return asking_store(asking, answer, "There are too many bans; remove some first.");
}

unsigned request_admin_unban(struct asking *asking)
{
	struct store_ban ban = {.id = 0};
	struct network network;
	enum store_answer answer;

	if (!get_subject(asking, &ban, &network))
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_ban_remove(asking->keeper->store, ban.subject);
	if (answer == STORE_OK)
		answer = audit_add(asking, "unban", ban.subject, "%s", "");
	else if (answer == STORE_NONE && asking->resent)
		answer = STORE_OK;
	asking->effect.bans_changed = ban.network;
	return asking_store(asking, answer, "That is not banned.");
}

unsigned request_admin_bans(struct asking *asking)
{
	int64_t after = (int64_t)wire_get_u64(asking->in);
	struct store_ban bans[BANS_AT_ONCE];
	enum store_answer answer;
	size_t count;

	if (asking->in->broken)
		return KEEPER_NO;
	answer = store_bans_after(asking->keeper->store, after,
		keeper_expiry_seconds(asking->keeper), bans, BANS_AT_ONCE, &count);
	for (size_t i = 0; i < count; i++)
		wire_put_ban(asking->out, &bans[i]);
	return asking_store(asking, answer, "");
}
