/* Sizes of commands and digests of states, as the journal of a run keeps them. */
#ifndef TRAPDOOR_JOURNAL_DIGEST_H
#define TRAPDOOR_JOURNAL_DIGEST_H

#include "engine/engine.h"
#include "sql/store.h"

/* Returns the number of bytes of the first count commands, or size when there are fewer commands.
 */
size_t journal_commands_size(const uint8_t *bytes, size_t size, uint32_t count);

/* Returns the digest of a state after `index` commands, as an append carries it. */
struct store_digest journal_digest(const struct game *game, uint32_t index);

#endif
