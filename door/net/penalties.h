/*
 * Penalties: seconds for which an address or its network is refused, as OpenSSH's
 * PerSourcePenalties.
 *
 * Each offence adds seconds to the address and to the networks around it. A source is refused once
 * its seconds reach a threshold, until all of them have passed. Each time that this happens within
 * an hour, its next offences count twice as much. An IPv6 address is the /64 that it belongs to.
 *
 * The table has a fixed size: PENALTIES_MAX sources in sets of 8, chosen by a keyed hash. A full
 * set forgets the source whose seconds end first.
 */
#ifndef TRAPDOOR_PENALTIES_H
#define TRAPDOOR_PENALTIES_H

#include "door/text/addresses.h"

#define PENALTIES_MAX 8192 /* 320 KiB, of which only the used pages are in memory */

/* The rows: id, seconds. The values are OpenSSH's. */
#define OFFENCES(ROW)                                                                              \
	ROW(no_login, 1) ROW(late, 10) ROW(password, 5) ROW(garbage, 10) ROW(crash, 90)

enum offence {
#define ROW(id, seconds) OFFENCE_##id,
	OFFENCES(ROW)
#undef ROW
		OFFENCE_COUNT
};

struct penalties;

/* key: of the hash, unknown to clients. start_seconds: the threshold of an address; its networks
 * have a multiple of it. most_seconds: the longest refusal. */
struct penalties *penalties_new(const uint8_t key[16], int start_seconds, int most_seconds);
/* Changes threshold and longest refusal for the offences that come. */
void penalties_set(struct penalties *penalties, int start_seconds, int most_seconds);
void penalties_free(struct penalties *penalties);

/* Counts an offence. Returns the seconds for which the address is refused from now on; 0: not. */
int penalties_add(struct penalties *penalties, const struct address *address, enum offence offence,
	int64_t now_ms);
/* Returns the seconds for which the address is still refused; 0: it is not. */
int penalties_left(struct penalties *penalties, const struct address *address, int64_t now_ms);

const char *offence_name(enum offence offence);

#endif
