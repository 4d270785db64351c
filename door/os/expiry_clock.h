/*
 * Expiry clock: the time by which bans end and unused names expire.
 *
 * A wrong answer of a time server moves the wall clock by years. If expiry followed at once, names
 * would be deleted and bans would end. So the expiry clock compares the wall clock with the
 * monotonic clock at each reading. After a jump it goes on from the time before the jump. It
 * follows the jump when both clocks have agreed for an hour since. Until then it shows the earlier
 * of both times, so that nothing expires too soon.
 */
#ifndef TRAPDOOR_EXPIRY_CLOCK_H
#define TRAPDOOR_EXPIRY_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define EXPIRY_AGREED_MS (60LL * 60 * 1000)
#define EXPIRY_JUMP_SECONDS 120 /* a smaller difference between two readings is no jump */

/* All 0: never read. */
struct expiry_clock {
	int64_t usual_ms; /* for which both clocks must agree; 0: EXPIRY_AGREED_MS */
	bool begun, jumped;
	int64_t seconds, at_ms; /* wall and monotonic time of the last reading before a jump */
	int64_t jump_seconds, jump_at_ms; /* of the first reading after it */
	int64_t agreed_since_ms;
};

/* Reads the clock. wall: seconds, UTC. now_ms: monotonic. Must be called often, so that it sees
 * each jump. */
int64_t expiry_clock_read(struct expiry_clock *clock, int64_t wall, int64_t now_ms);
/* True if wall clock and monotonic clock agreed at each reading of the last hour. */
bool expiry_clock_agreed(const struct expiry_clock *clock, int64_t now_ms);

#endif
