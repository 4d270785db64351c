/* Where this program lies. */
#ifndef TRAPDOOR_PROGRAM_PATH_H
#define TRAPDOOR_PROGRAM_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* The directory of this program, without a slash at its end.  False, and "", if the system does not
 * tell it or it does not fit. */
bool program_directory(char *path, size_t size);

#endif
