#include "door/net/penalties.h"

#include "door/net/sources.h"
#include "door/os/unforked.h"

#include <string.h>

#define WAYS 8
#define SETS (PENALTIES_MAX / WAYS)
#define AGAIN_MS 3600000 /* a source refused again within this time is refused for longer */
#define AGAIN_MAX 6      /* so often may seconds double */

_Static_assert((SETS & (SETS - 1)) == 0, "a hash chooses a set");

struct penalty {
	struct network network;
	uint8_t refusals; /* how often it was refused lately */
	bool refused;
	int64_t until_ms;   /* its seconds end then */
	int64_t refused_ms; /* when it was refused last */
};

struct penalties {
	uint8_t key[SOURCE_KEY_SIZE];
	int start_seconds, most_seconds;
	struct penalty sets[SETS][WAYS];
};

_Static_assert(sizeof(struct penalty) * PENALTIES_MAX <= 320 * 1024, "as the header says");

static const struct {
	const char *name;
	int seconds;
} offences[] = {
#define ROW(id, seconds) {#id, seconds},
	OFFENCES(ROW)
#undef ROW
};

/* A network is refused only after several times the offences of one address. */
static const int level_weights[SOURCE_LEVELS_MAX] = {1, 4, 8};

const char *offence_name(enum offence offence)
{
	return offences[offence].name;
}

struct penalties *penalties_new(
	const uint8_t key[SOURCE_KEY_SIZE], int start_seconds, int most_seconds)
{
	struct penalties *penalties = unforked_new(sizeof *penalties);
	memcpy(penalties->key, key, sizeof penalties->key);
	penalties_set(penalties, start_seconds, most_seconds);
	return penalties;
}

void penalties_set(struct penalties *penalties, int start_seconds, int most_seconds)
{
	penalties->start_seconds = start_seconds;
	penalties->most_seconds = most_seconds;
}

void penalties_free(struct penalties *penalties)
{
	unforked_free(penalties, sizeof *penalties);
}

static struct penalty *penalty_find(struct penalties *penalties, const struct network *network)
{
	struct penalty *set = penalties->sets[source_hash(penalties->key, network) & (SETS - 1)];
	for (size_t i = 0; i < WAYS; i++)
		if (memcmp(&set[i].network, network, sizeof *network) == 0)
			return &set[i];
	return NULL;
}

/* Returns the row of a network. A full set forgets the row whose seconds end first. */
static struct penalty *penalty_make(struct penalties *penalties, const struct network *network)
{
	struct penalty *found = penalty_find(penalties, network);
	if (found)
		return found;
	struct penalty *set = penalties->sets[source_hash(penalties->key, network) & (SETS - 1)];
	found = set;
	for (size_t i = 1; i < WAYS; i++)
		if (set[i].until_ms < found->until_ms)
			found = &set[i];
	*found = (struct penalty){.network = *network};
	return found;
}

static int penalty_left(const struct penalty *penalty, int64_t now_ms)
{
	if (!penalty->refused || penalty->until_ms <= now_ms)
		return 0;
	return (int)((penalty->until_ms - now_ms + 999) / 1000);
}

static void penalty_charge(const struct penalties *penalties, struct penalty *penalty, int seconds,
	int weight, int64_t now_ms)
{
	if (penalty->until_ms <= now_ms) {
		penalty->until_ms = now_ms;
		penalty->refused = false;
	}
	if (penalty->refusals && now_ms - penalty->refused_ms > AGAIN_MS)
		penalty->refusals = 0;
	penalty->until_ms += (seconds << penalty->refusals) * 1000LL;
	if (penalty->until_ms > now_ms + penalties->most_seconds * 1000LL)
		penalty->until_ms = now_ms + penalties->most_seconds * 1000LL;
	if (penalty->refused ||
		penalty->until_ms - now_ms < penalties->start_seconds * weight * 1000LL)
		return;
	penalty->refused = true;
	penalty->refused_ms = now_ms;
	if (penalty->refusals < AGAIN_MAX)
		penalty->refusals++;
}

int penalties_add(struct penalties *penalties, const struct address *address, enum offence offence,
	int64_t now_ms)
{
	struct network networks[SOURCE_LEVELS_MAX];
	size_t levels = source_networks(address, networks);
	for (size_t i = 0; i < levels; i++) {
		/* The widest of two levels weighs as much as the widest of three. */
		int weight = level_weights[i && i + 1 == levels ? SOURCE_LEVELS_MAX - 1 : i];
		penalty_charge(penalties, penalty_make(penalties, &networks[i]),
			offences[offence].seconds, weight, now_ms);
	}
	return penalties_left(penalties, address, now_ms);
}

int penalties_left(struct penalties *penalties, const struct address *address, int64_t now_ms)
{
	struct network networks[SOURCE_LEVELS_MAX];
	size_t levels = source_networks(address, networks);
	int most = 0;
	for (size_t i = 0; i < levels; i++) {
		const struct penalty *penalty = penalty_find(penalties, &networks[i]);
		int left = penalty ? penalty_left(penalty, now_ms) : 0;
		most = left > most ? left : most;
	}
	return most;
}
