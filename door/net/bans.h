/*
 * Bans of addresses and networks, as the listener holds them: a banned client is refused before a
 * process is forked for it.
 *
 * The keeper sends all bans in force when it starts and whenever one changes. A new list replaces
 * the old one at its end, so that no client slips through between them. Ended bans are ignored.
 */
#ifndef TRAPDOOR_BANS_H
#define TRAPDOOR_BANS_H

#include "door/text/addresses.h"

#include <stdint.h>

#define BANS_MAX 1000
#define BAN_REASON_MAX 101

struct ban {
	struct network network;
	int64_t until; /* seconds, UTC; 0: without an end */
	char reason[BAN_REASON_MAX];
};

struct bans;

struct bans *bans_new(void);
void bans_free(struct bans *bans);

/* Build the next list: clear it, add to it, put it into force.  More than BANS_MAX are dropped. */
void bans_begin(struct bans *bans);
void bans_add(struct bans *bans, const struct ban *ban);
void bans_commit(struct bans *bans);

/* Returns the ban in force that the address falls under, or NULL. */
const struct ban *bans_find(const struct bans *bans, const struct address *address, int64_t now);

#endif
