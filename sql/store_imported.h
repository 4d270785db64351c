/*
 * Results of other hosts in the store (imported.c).
 *
 * An imported result belongs to a day, and is a row of the page of that day alone. It is neither a
 * run nor a score, so that it feeds nothing else.
 */
#ifndef TRAPDOOR_STORE_IMPORTED_H
#define TRAPDOOR_STORE_IMPORTED_H

#include "store.h"

#define STORE_HOST_MAX 32
struct store_imported {
	char host[STORE_HOST_MAX + 1], name[STORE_NAME_MAX + 1];
	int32_t score, deepest;
	uint32_t turns;
	char cause[STORE_CAUSE_MAX];
	int64_t at; /* of the import, seconds, UTC */
};

/* Adds a result of a day, whose game is "GAME/DATE". TAKEN: the host's player has a result of that
 * day already. NONE: the day has STORE_IMPORTED_MOST results. */
#define STORE_IMPORTED_MOST 1000
enum store_answer store_imported_add(
	struct store *store, const char *game, const struct store_imported *result);
/* Reads the result of a host's player at a day. */
enum store_answer store_imported_of(struct store *store, const char *game, const char *host,
	const char *name, struct store_imported *result);
/* Calls `each` for the results of a day from the row `first` on, the best first. It returns false
 * to stop. */
enum store_answer store_imported_each(struct store *store, const char *game, unsigned first,
	bool (*each)(void *context, const struct store_imported *result), void *context);
/* Removes the results of a host: of one player, or ("") of all. NONE: there is none. */
enum store_answer store_imported_remove(struct store *store, const char *host, const char *name);

#endif
