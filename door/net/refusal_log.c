#include "door/net/refusal_log.h"

#include "door/os/log.h"
#include "door/os/unforked.h"

#include <stdio.h>
#include <string.h>

#define WHY_MAX 96
#define FOUR_BITS 120 /* of an IPv4 /24 */
#define SIX_BITS 48

struct row {
	char from[NETWORK_TEXT_MAX];
	char why[WHY_MAX];
	unsigned count; /* 0: a free row */
	int64_t since_ms;
};

struct refusal_log {
	struct row each[REFUSAL_LOG_MAX + 1]; /* the last one has all that did not fit */
};

struct refusal_log *refusal_log_new(void)
{
	return unforked_new(sizeof(struct refusal_log));
}

void refusal_log_free(struct refusal_log *refusals)
{
	unforked_free(refusals, sizeof *refusals);
}

static struct row *row_for(struct refusal_log *refusals, const char *from, const char *why)
{
	struct row *found = &refusals->each[REFUSAL_LOG_MAX];
	for (size_t i = 0; i < REFUSAL_LOG_MAX; i++) {
		struct row *row = &refusals->each[i];
		if (row->count && strcmp(row->from, from) == 0 && strcmp(row->why, why) == 0)
			return row;
		if (!row->count && found == &refusals->each[REFUSAL_LOG_MAX])
			found = row;
	}
	return found;
}

void refusal_log_add(struct refusal_log *refusals, const struct address *address, const char *why,
	int64_t now_ms)
{
	char from[NETWORK_TEXT_MAX] = "unknown", reason[WHY_MAX];
	if (address) {
		struct network network =
			address_network(address, address_is_four(address) ? FOUR_BITS : SIX_BITS);
		network_text(&network, from);
	}
	snprintf(reason, sizeof reason, "%s", why);
	struct row *row = row_for(refusals, from, reason);
	bool others = row == &refusals->each[REFUSAL_LOG_MAX];
	if (row->count++ > 0)
		return;
	row->since_ms = now_ms;
	snprintf(row->from, sizeof row->from, "%s", others ? "others" : from);
	snprintf(
		row->why, sizeof row->why, "%s", others ? "more networks than are listed" : reason);
}

int refusal_log_patience(const struct refusal_log *refusals, int64_t now_ms)
{
	int64_t soonest_ms = INT64_MAX;
	for (size_t i = 0; i <= REFUSAL_LOG_MAX; i++)
		if (refusals->each[i].count && refusals->each[i].since_ms < soonest_ms)
			soonest_ms = refusals->each[i].since_ms;
	if (soonest_ms == INT64_MAX)
		return -1;
	int64_t left_ms = soonest_ms + REFUSAL_LOG_MS - now_ms;
	return left_ms > 0 ? (int)left_ms : 0;
}

void refusal_log_work(struct refusal_log *refusals, int64_t now_ms, bool all)
{
	for (size_t i = 0; i <= REFUSAL_LOG_MAX; i++) {
		struct row *row = &refusals->each[i];
		if (!row->count || (!all && now_ms - row->since_ms < REFUSAL_LOG_MS))
			continue;
		log_line(LOG_WARN, "session.refused", "from=%s count=%u ms=%lld why=%s", row->from,
			row->count, (long long)(now_ms - row->since_ms), log_quote(row->why));
		row->count = 0;
	}
}
