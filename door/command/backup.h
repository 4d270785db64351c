/* `trapdoor admin backup`. */
#ifndef TRAPDOOR_BACKUP_H
#define TRAPDOOR_BACKUP_H

#include "door/store/keeper.h"

/* Copies the database into a new file, and complains if that fails.  Returns the exit status. */
int backup_make(struct store_client *line, const char *file);

#endif
