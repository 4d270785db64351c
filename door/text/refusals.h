/* The sentences of bans and locks, which the keeper and the listener write alike. */
#ifndef TRAPDOOR_REFUSALS_H
#define TRAPDOOR_REFUSALS_H

#include <stddef.h>
#include <stdint.h>

/* Writes "WHAT until 2026-12-01 18:30 UTC: REASON", such as for "This name is banned", without a
 * full stop.  until 0: without an end; the reason may be "". */
void refusal_text(char *text, size_t size, const char *what, int64_t until, const char *reason);

#endif
