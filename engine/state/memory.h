/* Memory: what the hero takes each cell for since he saw it last (memory.c). */
#ifndef TRAPDOOR_ENGINE_MEMORY_H
#define TRAPDOOR_ENGINE_MEMORY_H

#include "engine/state/game.h"

/* The item that lay on top when he saw it last, whatever lies there; NULL for none. */
const struct item *memory_item(const struct game *game, int x, int y);
/* The kind of terrain that it was then; of a cell that he does not know, the plain floor. */
const struct terrain_kind *memory_ground(const struct game *game, size_t at);
/* He takes it for this from now on. */
void memory_put_item(struct game *game, const struct item *item, int x, int y);
void memory_put_ground(struct game *game, size_t at, const struct terrain_kind *kind);
/* Nothing lies there, as far as he remembers; nor on any cell in sight. */
void memory_forget_item(struct game *game, int x, int y);
void memory_forget_seen(struct game *game);

#endif
