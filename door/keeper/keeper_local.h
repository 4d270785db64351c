/* A command's line to the keeper of a state directory. */
#ifndef TRAPDOOR_KEEPER_LOCAL_H
#define TRAPDOOR_KEEPER_LOCAL_H

#include "door/keeper/keeper_start.h"
#include "door/store/keeper.h"

/* Sets the policy of keepers that this process starts; without it all 0.  names outlives them. */
void keeper_local_policy(const struct keeper_policy *policy);

/* Connects to the keeper of a state directory, and starts one if none holds the lock. Runs begun
 * over this line use content; operators begin none and pass NULL. The line reconnects if its keeper
 * is replaced. NULL with a sentence. */
struct store_client *store_client_local(
	const char *state, const struct content *content, char *sentence, size_t size);

#endif
