/*
 * Memory that a child does not get: after a fork the pages are in the parent alone.
 *
 * The listener keeps its tables there. A session can neither read nor change them, and the
 * listener's writes copy no page that sessions share.
 */
#ifndef TRAPDOOR_UNFORKED_H
#define TRAPDOOR_UNFORKED_H

#include <stddef.h>

/* Returns size bytes of zeros. Never NULL: without memory the program ends. */
void *unforked_new(size_t size);
/* NULL is legal. */
void unforked_free(void *memory, size_t size);

#endif
