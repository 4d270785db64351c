/* The clock that no change of the date moves. */
#ifndef TRAPDOOR_MONOTONIC_H
#define TRAPDOOR_MONOTONIC_H

#include <stdint.h>

/* Milliseconds since some time before. */
int64_t monotonic_ms(void);

#endif
