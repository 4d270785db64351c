/* How the handlers of requests refuse, and how they begin to write. */
#include "door/keeper/keeper_private.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#define RESERVE_MAX (16 * 1024 * 1024)
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
	return peer->trusted ? store_sentence(keeper->store) : FULL;
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
		return asking_refuse(
			asking, "The append does not follow the journal's last command.");
	case STORE_FAILED:
		break;
	}
	asking_refuse(asking, "%.200s", failure_for(asking->keeper, asking->peer));
	asking->keeper->group_failed = true;
	return KEEPER_FAILED;
}

/* Below a share of the floor of free space nothing more is written for players, so that an operator
 * can still act. */
static bool has_space(const struct asking *asking)
{
	uint64_t reserve = keeper_floor(asking->keeper) / 4;

	reserve = reserve < RESERVE_MAX ? reserve : RESERVE_MAX;
	return reserve == 0 || asking->peer->trusted ||
	       store_free_space(asking->keeper->store) >= reserve;
}

bool asking_write(struct asking *asking)
{
	struct keeper *keeper = asking->keeper;

	if (!has_space(asking)) {
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
