/* The directory and the log of the keepers that this process starts, or of the one that it is. */
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

/* The standard errors of later keepers and of their hashers: sockets of a relay
 * (door/os/log_relay.h). Without them both keep the standard error of this process. */
void keeper_logs_set(int of_keeper, int of_hasher);
/* That of the hasher, or -1. */
int keeper_hasher_log(void);
/* The keeper has no descriptor of the log from now on. */
void keeper_leave_log(void);

#endif
