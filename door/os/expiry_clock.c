#include "door/os/expiry_clock.h"

#include <stdlib.h>

/* True if the wall clock moved on from `seconds` as the monotonic clock did since at_ms. */
static bool agree(int64_t seconds, int64_t at_ms, int64_t wall, int64_t now_ms)
{
	return llabs(wall - seconds - (now_ms - at_ms) / 1000) <= EXPIRY_JUMP_SECONDS;
}

static bool is_long(const struct expiry_clock *clock, int64_t ms)
{
	return ms >= (clock->usual_ms ? clock->usual_ms : EXPIRY_AGREED_MS);
}

static void follow(struct expiry_clock *clock, int64_t wall, int64_t now_ms)
{
	clock->jumped = false;
	clock->seconds = wall;
	clock->at_ms = now_ms;
}

int64_t expiry_clock_read(struct expiry_clock *clock, int64_t wall, int64_t now_ms)
{
	int64_t without_jump = clock->seconds + (now_ms - clock->at_ms) / 1000;

	if (!clock->begun) {
		clock->begun = true;
		clock->agreed_since_ms = now_ms;
		follow(clock, wall, now_ms);
		return wall;
	}
	if (agree(clock->seconds, clock->at_ms, wall, now_ms)) {
		if (clock->jumped) /* and came back */
			clock->agreed_since_ms = now_ms;
		follow(clock, wall, now_ms);
		return wall;
	}
	if (!clock->jumped || !agree(clock->jump_seconds, clock->jump_at_ms, wall, now_ms)) {
		clock->jumped = true;
		clock->jump_seconds = wall;
		clock->jump_at_ms = clock->agreed_since_ms = now_ms;
	}
	if (is_long(clock, now_ms - clock->jump_at_ms)) {
		follow(clock, wall, now_ms);
		return wall;
	}
	return wall < without_jump ? wall : without_jump;
}

bool expiry_clock_agreed(const struct expiry_clock *clock, int64_t now_ms)
{
	return clock->begun && !clock->jumped && is_long(clock, now_ms - clock->agreed_since_ms);
}
