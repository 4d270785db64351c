/* Reads a whole file into memory. */
#ifndef TRAPDOOR_READ_FILE_H
#define TRAPDOOR_READ_FILE_H

#include <stddef.h>

/* Returns all of a file, or of standard input for "-", with a 0 after it.  *size does not count
 * that 0.  The caller frees it.  NULL after a complaint. */
char *read_file(const char *path, size_t *size);

#endif
