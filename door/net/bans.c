#include "door/net/bans.h"

#include <string.h>

#include "door/os/unforked.h"

struct ban_list {
	size_t count;
	struct ban each[BANS_MAX];
};

struct bans {
	struct ban_list lists[2];
	unsigned force; /* index of the list in force; the other is built */
};

struct bans *bans_new(void)
{
	return unforked_new(sizeof(struct bans));
}

void bans_free(struct bans *bans)
{
	unforked_free(bans, sizeof *bans);
}

void bans_begin(struct bans *bans)
{
	bans->lists[!bans->force].count = 0;
}

void bans_add(struct bans *bans, const struct ban *ban)
{
	struct ban_list *list = &bans->lists[!bans->force];

	if (list->count < BANS_MAX)
		list->each[list->count++] = *ban;
}

void bans_commit(struct bans *bans)
{
	bans->force = !bans->force;
}

const struct ban *bans_find(const struct bans *bans, const struct address *address, int64_t now)
{
	const struct ban_list *list = &bans->lists[bans->force];

	for (size_t i = 0; i < list->count; i++) {
		const struct ban *ban = &list->each[i];

		if ((ban->until == 0 || ban->until > now) && network_has(&ban->network, address))
			return ban;
	}
	return NULL;
}
