/*
 * How often something may happen: token buckets by key, in a table of fixed size.
 *
 * A bucket holds `burst` tokens and gains `per_hour` an hour. So at most burst + per_hour
 * tokens are taken in any hour. A full bucket needs no row. A full set of the table drops the
 * row whose bucket is closest to full, so that new keys displace small debts before large
 * ones. Keys are hashed with a secret of this process.
 */
#ifndef TRAPDOOR_RATES_H
#define TRAPDOOR_RATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RATES_ROWS 4096

struct rate {
	unsigned burst, per_hour;
	unsigned per_day; /* instead of per_hour, where that is 0 */
};

/* Zeroed memory is an empty table. */
struct rates {
	struct rate_row {
		uint64_t key;
		int64_t full_us; /* when the bucket is full again */
	} rows[RATES_ROWS];
};

/* The key of some bytes; never 0. */
uint64_t rate_key(const void *bytes, size_t size);
/* Takes a token of the key's bucket; false when there is none.  Key 0 is never limited.  now_ms: a
 * monotonic clock. */
bool rates_take(struct rates *rates, const struct rate *rate, uint64_t key, int64_t now_ms);
/* True if there is a token, which stays there. */
bool rates_has(const struct rates *rates, const struct rate *rate, uint64_t key, int64_t now_ms);
/* Returns the milliseconds until there is a token; 0: there is one. */
int64_t rates_wait_ms(
	const struct rates *rates, const struct rate *rate, uint64_t key, int64_t now_ms);
/* Puts a token back. */
void rates_give_back(struct rates *rates, const struct rate *rate, uint64_t key, int64_t now_ms);

/* The network of an address, for limits: an IPv4 address's /24 or an IPv6 address's /64, as text;
 * any other text is a network by itself. */
#define NETWORK_MAX 64
void network_of(const char *address, char network[NETWORK_MAX]);

#endif
