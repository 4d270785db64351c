/* Answers: one commit makes all answers of a wake-up durable. */
#include "door/keeper/keeper_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/metrics/metrics.h"
#include "door/os/log.h"

#define CAREFUL_MS 1000

/* ---- Answers ---- */

static void answer_begin(struct wire_writer *out, uint8_t *buffer, const struct peer *peer,
	uint32_t serial, unsigned verdict)
{
	wire_begin(out, buffer, KEEPER_MESSAGE_MAX, WIRE_ANSWER, 0, serial);
	wire_speak(out, peer->protocol);
	wire_put_u8(out, (uint8_t)verdict);
}

static struct pending *pending_add(struct keeper *keeper)
{
	if (keeper->pending_count == keeper->pending_capacity) {
		size_t capacity = keeper->pending_capacity ? 2 * keeper->pending_capacity : 256;
		struct pending *grown = realloc(keeper->pending, capacity * sizeof *grown);

		if (!grown)
			return NULL;
		keeper->pending = grown;
		keeper->pending_capacity = capacity;
	}
	return &keeper->pending[keeper->pending_count++];
}

void keeper_answer(struct keeper *keeper, struct peer *peer, uint32_t serial, unsigned verdict,
	struct asking *asking)
{
	static uint8_t buffer[KEEPER_MESSAGE_MAX];
	struct pending *pending = pending_add(keeper);
	struct wire_writer out;

	/* A refusal changes nothing. */
	if (verdict != KEEPER_OK)
		asking->effect = (struct effect){.kind = EFFECT_NONE};
	answer_begin(&out, buffer, peer, serial, verdict);
	wire_put_text(&out, asking->sentence);
	if (verdict == KEEPER_OK && asking->out)
		wire_put_bytes(&out, asking->out->bytes, asking->out->size);
	assert(!out.full);
	if (pending) {
		*pending = (struct pending){
			.peer = peer, .effect = asking->effect, .serial = serial, .size = out.size};
		pending->bytes = malloc(out.size);
		if (pending->bytes)
			memcpy(pending->bytes, buffer, out.size);
	}
	/* Without memory for the answer its session would wait for ever. */
	if (!pending || !pending->bytes)
		peer_close(peer);
	if (keeper->group_failed || keeper_now_ms() < keeper->careful_until_ms)
		keeper_flush(keeper);
}

/* ---- Commits ---- */

static void take_run(struct keeper *keeper, struct peer *holder, int64_t run, uint32_t epoch)
{
	for (struct peer *peer = keeper->peers; peer; peer = peer->next) {
		if (peer != holder && !peer->closed && peer->run == run) {
			peer->run = 0;
			peer_notice(peer, NOTICE_TAKEN_OVER,
				"Another session of yours took your run over.");
		}
	}
	holder->run = run;
	holder->epoch = epoch;
}

static void apply_effect(struct keeper *keeper, struct pending *pending)
{
	struct effect *effect = &pending->effect;

	count_effect(effect);
	switch (effect->kind) {
	case EFFECT_NONE:
		break;
	case EFFECT_BIND:
		if (pending->peer->binding.id == 0)
			peer_bound(keeper, pending->peer, &effect->binding);
		else
			peer_close(pending->peer);
		break;
	case EFFECT_HOLD:
		take_run(keeper, pending->peer, effect->run, effect->epoch);
		break;
	case EFFECT_GROW:
		replayer_run_grew(keeper, effect->run);
		break;
	case EFFECT_END:
		pending->peer->run = 0;
		replayer_run_ended(keeper, effect->run);
		keeper->verifying.due = true;
		break;
	case EFFECT_EVICT:
		peers_evict(keeper, pending->peer, &effect->eviction);
		break;
	}
	if (effect->bans_changed)
		bans_tell(keeper);
}

static void write_logs(const struct pending *pending)
{
	const struct effect *effect = &pending->effect;

	log_session_set(pending->peer->log_id);
	for (int i = 0; i < EFFECT_LOGS_MAX && effect->logs[i].event; i++)
		log_line(effect->logs[i].level, effect->logs[i].event, "%s", effect->logs[i].facts);
	log_session_set("");
}

static void answer_failed(struct keeper *keeper, struct pending *pending)
{
	uint8_t buffer[WIRE_HEADER_SIZE + KEEPER_SENTENCE_MAX + 8];
	char sentence[KEEPER_SENTENCE_MAX];
	struct wire_writer out;

	snprintf(sentence, sizeof sentence, "%.200s", failure_for(keeper, pending->peer));
	wire_begin(&out, buffer, sizeof buffer, WIRE_ANSWER, 0, pending->serial);
	wire_speak(&out, pending->peer->protocol);
	wire_put_u8(&out, KEEPER_FAILED);
	wire_put_text(&out, sentence);
	peer_send(pending->peer, out.bytes, out.size);
}

/* Acknowledged turns would be lost with a removed file. The next keeper opens a new one. */
static bool log_is_there(struct keeper *keeper)
{
	bool saved;

	if (store_log_is_there(keeper->store, &saved))
		return true;
	keeper->window.log_removed = true;
	log_line(LOG_ERROR, "store.log_removed", "saved=%d why=%s", saved,
		log_quote(store_sentence(keeper->store)));
	return saved;
}

static bool commit_group(struct keeper *keeper)
{
	bool failed = keeper->group_failed;
	int64_t begun_us = keeper_now_us();

	if (keeper->group && failed)
		store_undo(keeper->store);
	else if (keeper->group)
		failed = !store_commit(keeper->store) || !log_is_there(keeper);
	if (keeper->group) {
		keeper->window.commit_us = keeper_now_us();
		metric_add(METRIC_COMMITS_FAILED, 0, 0, failed);
	}
	if (keeper->group && !failed) {
		metric_observe(METRIC_COMMITS, (uint64_t)(keeper->window.commit_us - begun_us));
		metric_observe(METRIC_BATCHES, keeper->pending_count);
	}
	keeper->group = keeper->group_failed = false;
	if (!failed)
		return true;
	if (keeper_now_ms() >= keeper->careful_until_ms)
		log_line(LOG_ERROR, "store.failed", "error=%s",
			log_quote(store_sentence(keeper->store)));
	keeper->careful_until_ms = keeper_now_ms() + CAREFUL_MS;
	return false;
}

/* True if the effect is on others than the asker, who may be gone by now. */
static bool outlives_asker(const struct effect *effect)
{
	return effect->kind == EFFECT_GROW || effect->kind == EFFECT_END ||
	       effect->kind == EFFECT_EVICT || effect->bans_changed;
}

void keeper_flush(struct keeper *keeper)
{
	bool durable = commit_group(keeper);

	assert(keeper->pending || !keeper->pending_count);
	for (size_t i = 0; i < keeper->pending_count; i++) {
		struct pending *pending = &keeper->pending[i];
		bool done = durable || pending->effect.stands;

		if (done)
			write_logs(pending);
		if (done && (!pending->peer->closed || outlives_asker(&pending->effect)))
			apply_effect(keeper, pending);
		if (!pending->peer->closed && done && pending->bytes)
			peer_send(pending->peer, pending->bytes, pending->size);
		else if (!pending->peer->closed && !done)
			answer_failed(keeper, pending);
		free(pending->bytes);
	}
	keeper->pending_count = 0;
}
