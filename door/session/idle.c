#include "door/session/idle.h"

static int64_t idle_warn_at(const struct idle *idle, int64_t limit_ms, int64_t warning_ms)
{
	return idle->key_at_ms + limit_ms - (warning_ms < limit_ms / 2 ? warning_ms : limit_ms / 2);
}

static bool idle_warned(const struct idle *idle)
{
	return idle->warned_at_ms && idle->warned_at_ms >= idle->key_at_ms;
}

enum idle_step idle_step(
	const struct idle *idle, int64_t limit_ms, int64_t warning_ms, int64_t now_ms)
{
	if (now_ms >= idle->key_at_ms + limit_ms)
		return IDLE_END;
	bool due = now_ms >= idle_warn_at(idle, limit_ms, warning_ms) && !idle_warned(idle);
	return due && warning_ms > 0 ? IDLE_WARN : IDLE_STAY;
}

int64_t idle_next(const struct idle *idle, int64_t limit_ms, int64_t warning_ms)
{
	if (warning_ms > 0 && !idle_warned(idle))
		return idle_warn_at(idle, limit_ms, warning_ms);
	return idle->key_at_ms + limit_ms;
}
