/* The calls of results of other hosts. door/store/keeper.h includes this. */
#ifndef TRAPDOOR_KEEPER_IMPORTED_CALLS_H
#define TRAPDOOR_KEEPER_IMPORTED_CALLS_H

#include "sql/store_imported.h"

/* Reads the results of other hosts at a day, the best first; none until its seed is shown. */
enum keeper_verdict keeper_imported(struct store_client *line, const char *date,
	struct store_imported *results, size_t capacity, size_t *count);

/* The operator's. Adds a result of a day, which somebody has verified. NO: the day is not over or
 * unknown, the host or the name is malformed, or the day has this player's result already. */
enum keeper_verdict keeper_admin_import(
	struct store_client *line, const char *date, const struct store_imported *result);
/* Removes the results of a host: of one player, or ("") of all. NO: there is none. */
enum keeper_verdict keeper_admin_import_remove(
	struct store_client *line, const char *host, const char *name);

#endif
