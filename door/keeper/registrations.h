/*
 * Limits on new names: an hour and a day, for each address, network and ssh key.
 *
 * An address is an IPv4 /32 or IPv6 /64, and a network is an IPv4 /24 or IPv6 /48. Other text is
 * an address by itself. The tables have a fixed size (rates.h).
 */
#ifndef TRAPDOOR_REGISTRATIONS_H
#define TRAPDOOR_REGISTRATIONS_H

#include "door/keeper/rates.h"

/* At most so many in any hour and in any day; 0: no limit. A key has the limits of an address. */
struct registration_limits {
	int hour, day, network_hour, network_day;
};

struct registrations {
	struct rates hours, days;
};

/* A caller. fingerprint: "" without an ssh key. */
struct registrant {
	const char *address, *fingerprint;
};

/* Takes the tokens of a registration. False with a sentence that says when it works again. */
bool registrations_take(struct registrations *registrations,
	const struct registration_limits *limits, const struct registrant *registrant,
	int64_t now_ms, char *sentence, size_t size);
/* The same, but takes nothing. */
bool registrations_has(const struct registrations *registrations,
	const struct registration_limits *limits, const struct registrant *registrant,
	int64_t now_ms, char *sentence, size_t size);

#endif
