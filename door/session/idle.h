/*
 * Idle time-outs: when a session is warned and when it ends because its player pressed no key.
 *
 * All times are milliseconds of one clock, which the caller reads.
 */
#ifndef TRAPDOOR_IDLE_H
#define TRAPDOOR_IDLE_H

#include <stdbool.h>
#include <stdint.h>

struct idle {
	int64_t key_at_ms;    /* the last key */
	int64_t warned_at_ms; /* the last warning; 0: none */
};

enum idle_step { IDLE_STAY, IDLE_WARN, IDLE_END };

/* Returns the step that is due. limit_ms: from the last key to the end. warning_ms: from the
 * warning to the end; at most half of the limit counts. After IDLE_WARN the caller sets
 * warned_at_ms. */
enum idle_step idle_step(
	const struct idle *idle, int64_t limit_ms, int64_t warning_ms, int64_t now_ms);
/* Returns when the next step is due. */
int64_t idle_next(const struct idle *idle, int64_t limit_ms, int64_t warning_ms);

#endif
