/* A temporary directory for the time of one command. */
#ifndef TRAPDOOR_SCRATCH_H
#define TRAPDOOR_SCRATCH_H

#include <stdbool.h>

#define SCRATCH_PATH_MAX 256

/* Makes a directory below $TMPDIR or /tmp that only this user may enter. False after a complaint on
 * stderr. */
bool scratch_new(char path[SCRATCH_PATH_MAX]);
/* Removes it with all its contents. */
void scratch_remove(const char *path);

#endif
