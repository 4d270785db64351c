/* Writing to a descriptor until all is written. */
#ifndef TRAPDOOR_WRITE_WHOLE_H
#define TRAPDOOR_WRITE_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes all bytes, after signals too. False with errno. */
bool write_whole(int file, const void *bytes, size_t size);

#endif
