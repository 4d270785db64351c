/* The metrics of the keeper: logins, durable effects, and gauges of its store and its peers. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "door/keeper/keeper_private.h"
#include "door/metrics/process_memory.h"

#define GAUGES_MS 1000
#define DISK_MS 5000
/* The loop turns at least so often, which shows that it lives. */
#define ROUND_MS 10000

/* ---- Counters ---- */

static const struct {
	unsigned request;
	enum metric_method method;
} logins[] = {
	{REQUEST_LOGIN_PASSWORD, METHOD_PASSWORD},
	{REQUEST_LOGIN_KEY, METHOD_KEY},
	{REQUEST_LOGIN_GUEST, METHOD_GUEST},
	{REQUEST_REGISTER, METHOD_REGISTRATION},
};

void count_login(const struct asking *asking, unsigned request, unsigned verdict)
{
	enum metric_result result = verdict == KEEPER_OK       ? RESULT_OK
				    : verdict == KEEPER_FAILED ? RESULT_FAILED
				    : asking->wrong            ? RESULT_WRONG
							       : RESULT_REFUSED;

	/* A registration that is repeated goes to the hasher once more. */
	if (verdict == ANSWER_LATER || peer_rehearses(asking->peer))
		return;
	for (size_t i = 0; i < sizeof logins / sizeof *logins; i++)
		if (logins[i].request == request)
			metric_add(METRIC_LOGINS, logins[i].method, result, 1);
}

void count_effect(const struct effect *effect)
{
	if (effect->kind == EFFECT_GROW)
		metric_add(METRIC_COMMANDS, 0, 0, effect->commands);
	if (effect->kind == EFFECT_HOLD)
		metric_add(METRIC_BEGUN, 0, 0, effect->begun);
	if (effect->kind == EFFECT_END)
		metric_add(METRIC_ENDED, effect->cause, 0, 1);
}

/* ---- Gauges ---- */

static void set_sessions(const struct keeper *keeper)
{
	uint64_t counts[] = {[ACCOUNT_NONE] = 0, [ACCOUNT_GUEST] = 0, [ACCOUNT_PLAYER] = 0};

	for (const struct peer *peer = keeper->peers; peer; peer = peer->next) {
		if (peer->closed || peer->trusted || peer->verifies || peer->replays)
			continue;
		counts[peer->binding.id > 0    ? ACCOUNT_PLAYER
			: peer->binding.id < 0 ? ACCOUNT_GUEST
					       : ACCOUNT_NONE]++;
	}
	for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
		metric_set(METRIC_SESSIONS, i, 0, counts[i]);
}

static void set_disk(struct keeper *keeper)
{
	struct store_measures measures;

	if (!store_measure(keeper->store, &measures))
		return;
	metric_set(METRIC_STORE_SIZE, FILE_DATABASE, 0, measures.database_bytes);
	metric_set(METRIC_STORE_SIZE, FILE_LOG, 0, measures.log_bytes);
	metric_set(METRIC_DISK_FREE, 0, 0, measures.free_bytes);
	metric_set(METRIC_UNVERIFIED, 0, 0, measures.unverified);
	/* The player who waited may be gone. */
	if (keeper->gauges.disk_full)
		keeper_has_space(keeper);
}

static void set_processes(const struct keeper *keeper)
{
	uint64_t bytes;
	bool there = hasher_measure(keeper->hasher, &bytes);

	process_memory_account(PROCESS_KEEPER);
	metric_account_set(PROCESS_HASHER, there, bytes);
}

void gauges_set(struct keeper *keeper)
{
	int64_t now_ms = keeper_now_ms();

	keeper->gauges.set_ms = now_ms;
	keeper->gauges.due = false;
	set_sessions(keeper);
	metric_set(METRIC_LOG_LOST, 0, 0, log_lost_total());
	metric_set(METRIC_HASHER_QUEUE, 0, 0, hasher_jobs(keeper->hasher));
	set_processes(keeper);
	if (now_ms - keeper->gauges.disk_ms < DISK_MS)
		return;
	keeper->gauges.disk_ms = now_ms;
	set_disk(keeper);
}

void gauges_work(struct keeper *keeper, bool events)
{
	keeper->gauges.due = keeper->gauges.due || events;
	if (keeper_now_ms() - keeper->gauges.set_ms >= GAUGES_MS)
		gauges_set(keeper);
}

int gauges_patience(const struct keeper *keeper, int timeout_ms)
{
	int64_t left_ms = keeper->gauges.set_ms + GAUGES_MS - keeper_now_ms();
	int most_ms = !keeper->gauges.due ? ROUND_MS : left_ms > 1 ? (int)left_ms : 1;

	return timeout_ms < most_ms ? timeout_ms : most_ms;
}

/* ---- For the operator ---- */

static void put_sample(void *context, const struct metric_sample *sample)
{
	struct keeper_statistic statistic = {.value = sample->value, .micro = sample->micro};

	snprintf(statistic.family, sizeof statistic.family, "%s", sample->family);
	snprintf(statistic.help, sizeof statistic.help, "%s", metric_help(sample->metric));
	snprintf(statistic.suffix, sizeof statistic.suffix, "%s", sample->suffix);
	snprintf(statistic.labels, sizeof statistic.labels, "%s", sample->labels);
	wire_put_statistic(context, &statistic);
}

unsigned request_admin_stats(struct asking *asking)
{
	asking->keeper->gauges.disk_ms = -DISK_MS;
	gauges_set(asking->keeper);
	metrics_each(put_sample, asking->out);
	assert(!asking->out->full);
	return KEEPER_OK;
}
