#include "door/keeper/keeper_private.h"

#include <time.h>

#include "door/metrics/metrics.h"

int64_t keeper_now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t keeper_now_ms(void)
{
	return keeper_now_us() / 1000;
}

int64_t keeper_now_seconds(void)
{
	return (int64_t)time(NULL);
}

int64_t keeper_expiry_seconds(struct keeper *keeper)
{
	return expiry_clock_read(&keeper->limits.expiry, keeper_now_seconds(), keeper_now_ms());
}

int64_t piece_begin(void)
{
	struct timespec used;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

void piece_end(enum metric_piece piece, int64_t begun_us)
{
	metric_raise(METRIC_KEEPER_LONGEST, piece, 0, (uint64_t)(piece_begin() - begun_us));
}
