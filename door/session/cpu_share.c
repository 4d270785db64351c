#include "door/session/cpu_share.h"

#include <assert.h>

int cpu_share_rest(struct cpu_share *share, int percent, int64_t used_us, int64_t now_ms)
{
	int64_t passed_ms = now_ms - share->read_at_ms, back_us = passed_ms * 10 * percent, rest_ms;

	assert(percent > 0);
	if (share->read_at_ms == 0)
		back_us = share->owed_us;
	share->owed_us += used_us - share->used_us - back_us;
	if (share->owed_us < 0)
		share->owed_us = 0;
	share->read_at_ms = now_ms;
	share->used_us = used_us;
	if (percent >= 100 || share->owed_us <= CPU_SHARE_BURST_US)
		return 0;
	share->rests++;
	rest_ms = (share->owed_us - CPU_SHARE_BURST_US) / (10 * percent) + 1;
	return rest_ms < CPU_SHARE_REST_MS ? (int)rest_ms : CPU_SHARE_REST_MS;
}
