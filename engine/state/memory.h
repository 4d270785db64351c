/* Memory: the hero's knowledge of each cell, as last seen (memory.c). */
#ifndef TRAPDOOR_ENGINE_MEMORY_H
#define TRAPDOOR_ENGINE_MEMORY_H

#include "engine/state/game.h"

/* Returns the item that was on top when the hero last saw the cell, whatever is there now; NULL for
 * none. */
const struct item *memory_item(const struct game *game, int x, int y);
/* Returns the terrain kind last seen at a cell; the plain floor for an unknown cell. */
const struct terrain_kind *memory_ground(const struct game *game, size_t at);
/* Set the remembered item or terrain of a cell, as seen now. */
void memory_put_item(struct game *game, const struct item *item, int x, int y);
void memory_put_ground(struct game *game, size_t at, const struct terrain_kind *kind);
/* Forget the remembered item of a cell, or of all cells in sight. */
void memory_forget_item(struct game *game, int x, int y);
void memory_forget_seen(struct game *game);

#endif
