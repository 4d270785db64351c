#include "door/keeper/rates.h"

#include <arpa/inet.h>
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#define ROWS_A_SET 8
#define HOUR_US INT64_C(3600000000)

_Static_assert(RATES_ROWS % ROWS_A_SET == 0, "sets are whole");
_Static_assert(crypto_shorthash_BYTES == sizeof(uint64_t), "a key is a hash");

uint64_t rate_key(const void *bytes, size_t size)
{
	static uint8_t secret[crypto_shorthash_KEYBYTES];
	static bool drawn;
	uint64_t key;

	/* A key that cannot be drawn stays zero; then keys that collide can be found. */
	drawn = drawn || getrandom(secret, sizeof secret, 0) == (ssize_t)sizeof secret;
	crypto_shorthash((uint8_t *)&key, bytes, size, secret);
	return key ? key : 1;
}

static size_t set_of(uint64_t key)
{
	return (size_t)(key >> 32) % (RATES_ROWS / ROWS_A_SET) * ROWS_A_SET;
}

static const struct rate_row *row_find(const struct rates *rates, uint64_t key)
{
	size_t set = set_of(key);

	for (size_t i = set; i < set + ROWS_A_SET; i++)
		if (rates->rows[i].key == key)
			return &rates->rows[i];
	return NULL;
}

/* The key's row, or the one that its set forgets. */
static struct rate_row *row_make(struct rates *rates, uint64_t key)
{
	size_t set = set_of(key), forgotten = set;

	for (size_t i = set; i < set + ROWS_A_SET; i++) {
		if (rates->rows[i].key == key)
			return &rates->rows[i];
		if (rates->rows[i].full_us < rates->rows[forgotten].full_us)
			forgotten = i;
	}
	rates->rows[forgotten] = (struct rate_row){.key = key};
	return &rates->rows[forgotten];
}

/* The microseconds in which a bucket gains a token. */
static int64_t interval_us(const struct rate *rate)
{
	return rate->per_hour ? HOUR_US / rate->per_hour : 24 * HOUR_US / rate->per_day;
}

/* When the bucket is full, if a token is taken from one that is full at full_us. */
static int64_t full_after(const struct rate *rate, int64_t full_us, int64_t now_us)
{
	return (full_us > now_us ? full_us : now_us) + interval_us(rate);
}

static bool within(const struct rate *rate, int64_t full_us, int64_t now_us)
{
	return full_after(rate, full_us, now_us) - now_us <= interval_us(rate) * rate->burst;
}

bool rates_has(const struct rates *rates, const struct rate *rate, uint64_t key, int64_t now_ms)
{
	const struct rate_row *row = key ? row_find(rates, key) : NULL;

	return !row || within(rate, row->full_us, now_ms * 1000);
}

bool rates_take(struct rates *rates, const struct rate *rate, uint64_t key, int64_t now_ms)
{
	struct rate_row *row;

	assert(rate->per_hour > 0 || rate->per_day > 0);
	if (key == 0)
		return true;
	row = row_make(rates, key);
	if (!within(rate, row->full_us, now_ms * 1000))
		return false;
	row->full_us = full_after(rate, row->full_us, now_ms * 1000);
	return true;
}

int64_t rates_wait_ms(
	const struct rates *rates, const struct rate *rate, uint64_t key, int64_t now_ms)
{
	const struct rate_row *row = key ? row_find(rates, key) : NULL;
	int64_t over_us;

	if (!row)
		return 0;
	over_us = full_after(rate, row->full_us, now_ms * 1000) - now_ms * 1000 -
		  interval_us(rate) * rate->burst;
	return over_us > 0 ? (over_us + 999) / 1000 : 0;
}

void rates_give_back(struct rates *rates, const struct rate *rate, uint64_t key, int64_t now_ms)
{
	/* A row that was forgotten meanwhile is full. */
	struct rate_row *row = key && row_find(rates, key) ? row_make(rates, key) : NULL;

	if (row && row->full_us > now_ms * 1000)
		row->full_us -= interval_us(rate);
}

void network_of(const char *address, char network[NETWORK_MAX])
{
	static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
	char text[INET6_ADDRSTRLEN];
	uint8_t bytes[16];

	if (inet_pton(AF_INET, address, bytes + 12) == 1) {
		memcpy(bytes, mapped, sizeof mapped);
	} else if (inet_pton(AF_INET6, address, bytes) != 1) {
		snprintf(network, NETWORK_MAX, "%.60s", address);
		return;
	}
	if (memcmp(bytes, mapped, sizeof mapped) == 0) {
		bytes[15] = 0;
		inet_ntop(AF_INET, bytes + 12, text, sizeof text);
		snprintf(network, NETWORK_MAX, "%s/24", text);
	} else {
		memset(bytes + 8, 0, 8);
		inet_ntop(AF_INET6, bytes, text, sizeof text);
		snprintf(network, NETWORK_MAX, "%s/64", text);
	}
}
