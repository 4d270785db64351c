/*
 * The share of a processor that a session may use for long, so that nobody slows the games of
 * others by sending keys without end.
 *
 * A session may use CPU_SHARE_BURST_US at once: a long walk and a resumed run need a part of that.
 * The used time comes back at the rate of its share. A session that has used it up rests until
 * there is some again, and its client's bytes wait in the network.
 */
#ifndef TRAPDOOR_CPU_SHARE_H
#define TRAPDOOR_CPU_SHARE_H

#include <stdint.h>

#define CPU_SHARE_BURST_US 3000000LL
#define CPU_SHARE_REST_MS 500 /* longest rest at once */

/* All 0: never read. */
struct cpu_share {
	int64_t read_at_ms, used_us; /* when the last reading was, and the time used by then */
	int64_t owed_us;             /* used and not come back yet */
	int64_t rests;               /* how often it rested */
};

/* Returns how many milliseconds the session must rest before it asks again; 0: none. used_us: time
 * of a processor that this process has used since its start. percent: the share; 100: it never
 * rests. */
int cpu_share_rest(struct cpu_share *share, int percent, int64_t used_us, int64_t now_ms);

#endif
