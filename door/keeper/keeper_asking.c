/* How the handlers of requests refuse, and how they begin to write. */
#include "door/keeper/keeper_private.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "door/metrics/metrics.h"

#define RESERVE_MAX (16 * 1024 * 1024)
#define DAMAGED "This record is damaged on the server's disk. Its operator can restore a backup."
#define FULL "The server cannot write to its disk right now. Your game is safe; please wait."

unsigned asking_refuse(struct asking *asking, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(asking->sentence, sizeof asking->sentence, format, arguments);
	va_end(arguments);
	return KEEPER_NO;
}

void asking_log(
	struct asking *asking, enum log_level level, const char *event, const char *format, ...)
{
	struct effect_log *log = asking->effect.logs;
	va_list arguments;

	for (int used = 0; log->event; log++)
		assert(++used < EFFECT_LOGS_MAX);
	log->level = level;
	log->event = event;
	va_start(arguments, format);
	vsnprintf(log->facts, sizeof log->facts, format, arguments);
	va_end(arguments);
}

const char *failure_for(const struct keeper *keeper, const struct peer *peer)
{
	if (peer->trusted)
		return store_sentence(keeper->store);
	return store_damaged(keeper->store) ? DAMAGED : FULL;
}

unsigned asking_store(struct asking *asking, enum store_answer answer, const char *refused)
{
	switch (answer) {
	case STORE_OK:
		return KEEPER_OK;
	case STORE_NONE:
	case STORE_TAKEN:
		return asking_refuse(asking, "%s", refused);
	case STORE_STALE:
		asking_refuse(asking, "Another session has this run, or it has ended.");
		return KEEPER_STALE;
	case STORE_GAP:
		return asking_refuse(asking, "The server no longer has the turns before it.");
	case STORE_FAILED:
		break;
	}
	asking_refuse(asking, "%.200s", failure_for(asking->keeper, asking->peer));
	asking->keeper->group_failed = true;
	return KEEPER_FAILED;
}

static void log_space(bool full, uint64_t free, uint64_t reserve)
{
	unsigned long long free_kb = free / 1024, reserve_kb = reserve / 1024;

	if (full)
		log_line(LOG_ERROR, "disk.full", "free_kb=%llu needed_kb=%llu why=%s", free_kb,
			reserve_kb,
			log_quote("the turns of players wait, and none is lost; make room on the "
				  "disk of the state directory"));
	else
		log_line(LOG_INFO, "disk.room", "free_kb=%llu needed_kb=%llu", free_kb, reserve_kb);
}

/* Below a share of the floor of free space nothing more is written for players, so that an operator
 * can still act. */
bool keeper_has_space(struct keeper *keeper)
{
	uint64_t share = keeper_floor(keeper) / 4;
	uint64_t reserve = share < RESERVE_MAX ? share : RESERVE_MAX;
	uint64_t free = reserve ? store_free_space(keeper->store) : 0;
	bool full = free < reserve;

	if (full != keeper->gauges.disk_full)
		log_space(full, free, reserve);
	keeper->gauges.disk_full = full;
	return !full;
}

bool asking_write(struct asking *asking)
{
	struct keeper *keeper = asking->keeper;

	if (!asking->peer->trusted && !keeper_has_space(keeper)) {
		metric_add(METRIC_DISK_FULL, 0, 0, 1);
		asking_refuse(asking, FULL);
		return false;
	}
	if (!keeper->group) {
		keeper->group = store_begin(keeper->store);
		keeper->group_failed = !keeper->group;
	}
	if (keeper->group_failed)
		asking_refuse(asking, "%.200s", failure_for(keeper, asking->peer));
	return !keeper->group_failed;
}
