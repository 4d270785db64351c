/*
 * Load on a keeper, for `lab bench journal`, and for tests/bench with a slower disk.
 *
 * A separate keeper serves a new state directory below $TMPDIR (/tmp).  Sessions append to their
 * runs over the same sockets as real ones: one command a message, a digest with every 64th, a
 * snapshot after every 512th.  The schedule alone fixes when a command is due, evenly spaced and
 * staggered over the sessions.  Its delay is the time from then to its answer.  So a command that
 * waited for a late one counts as late itself.
 */
#ifndef TRAPDOOR_LAB_LOAD_H
#define TRAPDOOR_LAB_LOAD_H

#include "engine/engine.h"

/* Called for each figure: name, value, unit and the measured data. */
typedef void load_says(
	void *context, const char *name, double value, const char *unit, const char *on);

/* Measures every load.  prefix begins each name.  slowed_ms is the extra time of the keeper's syncs
 * over those of the disk, with which a lone player's delay is compared.  Returns false with a
 * complaint if the keeper does not start or answers wrongly. */
bool load_measure(const struct content *content, const char *prefix, double slowed_ms,
	load_says *says, void *context, char *sentence, size_t size);

#endif
