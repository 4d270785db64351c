/* A folder of our own for as long as a command runs. */
#ifndef TRAPDOOR_SCRATCH_H
#define TRAPDOOR_SCRATCH_H

#include <stdbool.h>

#define SCRATCH_PATH_MAX 256

/* Makes one below $TMPDIR or /tmp, that only this user may enter; false after a complaint on
 * stderr. */
bool scratch_new(char path[SCRATCH_PATH_MAX]);
/* Removes it with all that is in it. */
void scratch_remove(const char *path);

#endif
