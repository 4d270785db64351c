#include "door/keeper/registrations.h"

#include "door/text/addresses.h"

#include <stdio.h>
#include <string.h>

enum { SHARE_ADDRESS, SHARE_NETWORK, SHARE_KEY, SHARES };

static const char *const share_words[SHARES] = {
	[SHARE_ADDRESS] = "from your address",
	[SHARE_NETWORK] = "from your network",
	[SHARE_KEY] = "with your ssh key",
};

/* The keys of a caller's shares; 0: none, or not limited. */
static void find_keys(const struct registrant *registrant, uint64_t keys[SHARES])
{
	struct networks parsed;
	char sentence[160];

	memset(keys, 0, SHARES * sizeof *keys);
	if (registrant->fingerprint[0])
		keys[SHARE_KEY] =
			rate_key(registrant->fingerprint, strlen(registrant->fingerprint));
	if (networks_parse(registrant->address, &parsed, sentence, sizeof sentence) &&
		parsed.count == 1) {
		const struct address *address = &parsed.each[0].address;
		bool four = address_is_four(address);
		struct network near = address_network(address, four ? 128 : 64);
		struct network wide = address_network(address, four ? 120 : 48);

		keys[SHARE_ADDRESS] = rate_key(&near, sizeof near);
		keys[SHARE_NETWORK] = rate_key(&wide, sizeof wide);
	} else {
		keys[SHARE_ADDRESS] = rate_key(registrant->address, strlen(registrant->address));
	}
}

/* A bucket of which at most `most` tokens are taken in any hour, or day. */
static struct rate rate_of(int most, unsigned periods_a_day)
{
	unsigned burst = ((unsigned)most + 1) / 2, refill = (unsigned)most - burst;

	/* For one an hour a token takes two hours. */
	return (struct rate){.burst = burst,
		.per_day = refill ? refill * periods_a_day : (periods_a_day + 1) / 2};
}

/* A limit of one share: its table, its rate and its key. */
struct limit {
	struct rate rate;
	uint64_t key;
	bool daily;
	int share;
};

static size_t find_limits(const struct registration_limits *limits,
	const struct registrant *registrant, struct limit found[2 * SHARES])
{
	uint64_t keys[SHARES];
	size_t count = 0;

	find_keys(registrant, keys);
	for (int share = 0; share < SHARES; share++) {
		bool wide = share == SHARE_NETWORK;
		int hour = wide ? limits->network_hour : limits->hour;
		int day = wide ? limits->network_day : limits->day;

		if (keys[share] && hour > 0)
			found[count++] =
				(struct limit){rate_of(hour, 24), keys[share], false, share};
		if (keys[share] && day > 0)
			found[count++] = (struct limit){rate_of(day, 1), keys[share], true, share};
	}
	return count;
}

static void put_sentence(int share, int64_t wait_ms, char *sentence, size_t size)
{
	long long minutes = (long long)(wait_ms + 59999) / 60000, hours = (minutes + 59) / 60;
	bool long_wait = minutes > 90;

	snprintf(sentence, size, "Too many names were registered %s. Try again in %lld %s%s.",
		share_words[share], long_wait ? hours : minutes, long_wait ? "hour" : "minute",
		(long_wait ? hours : minutes) == 1 ? "" : "s");
}

bool registrations_has(const struct registrations *registrations,
	const struct registration_limits *limits, const struct registrant *registrant,
	int64_t now_ms, char *sentence, size_t size)
{
	struct limit found[2 * SHARES];
	size_t count = find_limits(limits, registrant, found);
	int64_t longest = 0;

	for (size_t i = 0; i < count; i++) {
		int64_t wait =
			rates_wait_ms(found[i].daily ? &registrations->days : &registrations->hours,
				&found[i].rate, found[i].key, now_ms);

		if (wait > longest)
			put_sentence(found[i].share, longest = wait, sentence, size);
	}
	return longest == 0;
}

bool registrations_take(struct registrations *registrations,
	const struct registration_limits *limits, const struct registrant *registrant,
	int64_t now_ms, char *sentence, size_t size)
{
	struct limit found[2 * SHARES];
	size_t count = find_limits(limits, registrant, found);

	if (!registrations_has(registrations, limits, registrant, now_ms, sentence, size))
		return false;
	for (size_t i = 0; i < count; i++)
		rates_take(found[i].daily ? &registrations->days : &registrations->hours,
			&found[i].rate, found[i].key, now_ms);
	return true;
}
