/*
 * A run read whole from the store into memory, as a source for replays.
 *
 * A process that replays it needs no store, file or keeper, so that it can give up all rights. The
 * digests of the run are not copied.
 */
#ifndef TRAPDOOR_RUN_COPY_H
#define TRAPDOOR_RUN_COPY_H

#include "door/verify/run_source.h"

struct run_copy;

/* Reads an ended run. NULL with a sentence. */
struct run_copy *run_copy_new(struct store *store, int64_t run, char *sentence, size_t size);
void run_copy_free(struct run_copy *copy);

/* Returns the copy as a source, which it outlives. */
struct run_source run_copy_source(struct run_copy *copy);

/* Returns the rules version of the first segment whose later ones all have the same, and whether
 * that segment is the run's first. */
uint32_t run_copy_rules(const struct run_copy *copy, bool *whole);
#endif
