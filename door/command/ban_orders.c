#include "door/command/ban_orders.h"

#include "door/store/keeper.h"

#include <string.h>

_Static_assert(BAN_REASON_MAX == STORE_REASON_MAX && BANS_MAX == STORE_BANS_MAX,
	"the listener holds all bans of the store");

void ban_orders_take(struct bans *bans, const struct wire_order *order)
{
	struct wire_reader in = {.bytes = order->bans, .size = order->bans_size};
	struct store_ban sent;

	if (order->bans_first)
		bans_begin(bans);
	while (in.at < in.size) {
		struct ban ban = {.until = 0};

		wire_get_ban(&in, &sent);
		if (in.broken)
			break;
		ban.until = sent.until;
		memcpy(ban.reason, sent.reason, sizeof ban.reason);
		if (network_parse(sent.subject, &ban.network))
			bans_add(bans, &ban);
	}
	if (order->bans_last)
		bans_commit(bans);
}
