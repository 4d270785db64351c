/*
 * Load on a keeper: what `lab bench journal` measures, and tests/bench again over a slower disk.
 *
 * A keeper of its own serves a new state directory below $TMPDIR (/tmp), and sessions append to
 * their runs over the sockets that real ones use: one command a message, a digest with every 64th,
 * a snapshot after every 512th.  When a command is due is fixed by the schedule alone, evenly
 * spaced and staggered over the sessions, and its delay is from then to its answer.  So a command
 * that had to wait because the one before it was late counts as late itself.
 */
#ifndef TRAPDOOR_LAB_LOAD_H
#define TRAPDOOR_LAB_LOAD_H

#include "engine/engine.h"

/* Told of each figure: its name, value and unit, and what it was measured on. */
typedef void load_says(
	void *context, const char *name, double value, const char *unit, const char *on);

/* Measures every load.  prefix begins each name; slowed_ms is by how much the keeper's syncs were
 * made slower than those of the disk, which a lone player's delay is compared with.  False with a
 * sentence when a keeper cannot be had or does not answer as it should. */
bool load_measure(const struct content *content, const char *prefix, double slowed_ms,
	load_says *says, void *context, char *sentence, size_t size);

#endif
