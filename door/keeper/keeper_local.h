/* A command's line to the keeper of a state directory. */
#ifndef TRAPDOOR_KEEPER_LOCAL_H
#define TRAPDOOR_KEEPER_LOCAL_H

#include "door/store/keeper.h"

/* Connects to the keeper of a state directory, and starts one when none holds the lock.  content is
 * the content of a game that is begun over this line; NULL for operators, who begin none.  The line
 * connects again when its keeper is replaced.  NULL: sentence. */
struct store_client *store_client_local(
	const char *state, const struct content *content, char *sentence, size_t size);

#endif
