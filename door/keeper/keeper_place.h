/* The directory of the keepers that this process starts, or of the one that it is. */
#ifndef TRAPDOOR_KEEPER_PLACE_H
#define TRAPDOOR_KEEPER_PLACE_H

#include "door/os/users.h"

/* For root, before it becomes the user of the keepers: if the user cannot reach the state directory
 * by its path, this process makes it its current directory, and its keepers find it there. */
void keeper_enter(const char *state, const struct user *user);
/* True if the current directory is the state directory. */
bool keeper_stays(void);
/* The path as the keeper can follow it. */
const char *keeper_path(const char *path);

#endif
