/* Requests: who is on, the board, and what the operator may ask. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "door/keeper/keeper_feats.h"
#include "door/keeper/keeper_livelog.h"
#include "door/metrics/metrics.h"
#include "door/os/log.h"
#include "door/os/printable.h"

/* ---- Sessions ---- */

unsigned request_report_position(struct asking *asking)
{
	struct peer *peer = asking->peer;
	uint8_t where = wire_get_u8(asking->in);
	uint8_t depth = wire_get_u8(asking->in);
	uint32_t turn = wire_get_u32(asking->in);

	if (asking->in->broken)
		return KEEPER_NO;
	peer->present.where = present_where(where);
	if (peer->present.where != WHERE_WATCHING && peer->watching.run) {
		peer->watching.run = 0;
		spectators_changed(asking->keeper);
	}
	bool moves = peer->present.depth != depth;
	peer->present.depth = depth;
	peer->present.turn = turn;
	peer->active_ms = keeper_now_ms();
	/* Most reports are of the same depth, and read nothing. */
	if (moves)
		livelog_reached(asking);
	return KEEPER_OK;
}

unsigned request_who(struct asking *asking)
{
	struct wire_writer *out = asking->out;
	int64_t now = keeper_now_ms();
	uint32_t first = wire_get_u32(asking->in);
	uint32_t at = 0;

	for (struct peer *peer = asking->keeper->peers; peer; peer = peer->next) {
		struct present present = peer->present;

		/* Only the operator sees sessions that have not logged in, and addresses. */
		if (!peer->hello || peer->closed ||
			((peer->trusted || peer->verifies || peer->replays) &&
				peer->binding.id == 0) ||
			(!asking->peer->trusted && peer->binding.id == 0) || at++ < first)
			continue;
		if (out->capacity - out->size < 256)
			break;
		if (!asking->peer->trusted)
			present.peer[0] = '\0';
		present.idle_seconds = (uint32_t)((now - peer->active_ms) / 1000);
		present.on_seconds = (uint32_t)((now - peer->since_ms) / 1000);
		wire_put_present(out, &present);
	}
	return KEEPER_OK;
}

/* ---- The board ---- */

static bool put_score(void *context, unsigned rank, const struct store_score *score)
{
	struct asking *asking = context;
	struct wire_writer *out = asking->out;
	struct store_score shown = *score;

	if (out->capacity - out->size < 2 * sizeof *score)
		return false;
	day_veil(asking, &shown);
	wire_put_u32(out, rank);
	wire_put_score(out, &shown);
	return true;
}

unsigned request_scores(struct asking *asking)
{
	struct store_query query = {0};

	query.order = wire_get_u8(asking->in);
	wire_get_text(asking->in, query.name, sizeof query.name);
	query.first = wire_get_u32(asking->in);
	query.count = wire_get_u32(asking->in);
	if (asking->in->at < asking->in->size)
		wire_get_text(asking->in, query.game, sizeof query.game);
	if (!query.game[0])
		memcpy(query.game, asking->peer->game, sizeof query.game);
	if (asking->in->broken || query.order > STORE_CONDUCTS)
		return asking_refuse(asking, "There is no such board.");
	return asking_store(
		asking, store_scores_each(asking->keeper->store, &query, put_score, asking), "");
}

unsigned request_record(struct asking *asking)
{
	struct wire_writer *out = asking->out;
	struct store_record record = {0};
	enum store_answer answer = store_record_of(asking->keeper->store, asking->peer->binding.id,
		asking->peer->game, OUTCOME_WON, &record);

	wire_put_u32(out, record.runs);
	wire_put_u32(out, record.wins);
	wire_put_u32(out, record.turns);
	wire_put_u32(out, (uint32_t)record.best_score);
	wire_put_u32(out, (uint32_t)record.deepest);
	wire_put_u64(out, (uint64_t)record.first);
	wire_put_u64(out, (uint64_t)record.last);
	return asking_store(asking, answer, "You have no record.");
}

static bool put_game(void *context, const char *game, uint32_t runs)
{
	struct wire_writer *out = context;

	if (out->capacity - out->size < 2 * (STORE_GAME_MAX + 8))
		return false;
	wire_put_text(out, game);
	wire_put_u32(out, runs);
	return true;
}

unsigned request_games(struct asking *asking)
{
	wire_put_text(asking->out, asking->peer->game);
	return asking_store(
		asking, store_games_each(asking->keeper->store, put_game, asking->out), "");
}

unsigned request_score_get(struct asking *asking)
{
	int64_t run = (int64_t)wire_get_u64(asking->in);
	struct store_score score;
	enum store_answer answer = store_score_of(asking->keeper->store, run, &score);

	if (answer == STORE_OK) {
		day_veil(asking, &score);
		wire_put_score(asking->out, &score);
	}
	return asking_store(asking, answer, "That run has no score.");
}

/* ---- The operator ---- */

unsigned request_admin_kick(struct asking *asking)
{
	struct eviction *eviction;
	unsigned connected = 0;
	char name[64];
	char why[200];

	wire_get_text(asking->in, name, sizeof name);
	wire_get_text(asking->in, why, sizeof why);
	if (asking->in->broken)
		return KEEPER_NO;
	text_clean(why);
	for (struct peer *peer = asking->keeper->peers; peer; peer = peer->next)
		connected += !peer->closed && name[0] && strcasecmp(peer->binding.name, name) == 0;
	if (!connected && !asking->resent)
		return asking_refuse(asking, "Nobody with that name is connected.");
	if (!asking_write(asking))
		return KEEPER_FAILED;
	eviction = asking_evict(asking);
	if (connected)
		snprintf(eviction->name, sizeof eviction->name, "%.16s", name);
	snprintf(eviction->why, sizeof eviction->why, "%.159s", why);
	eviction->spares_asker = true;
	text_clean(name);
	asking_log(asking, LOG_INFO, "kick", "name=%s sessions=%u", log_quote(name), connected);
	return asking_store(asking, audit_add(asking, "kick", name, "%s", why), "");
}

unsigned request_admin_say(struct asking *asking)
{
	char text[200];

	wire_get_text(asking->in, text, sizeof text);
	if (asking->in->broken)
		return KEEPER_NO;
	text_clean(text);
	for (struct peer *peer = asking->keeper->peers; peer; peer = peer->next) {
		if (!peer->closed && peer->hello && peer != asking->peer)
			peer_notice(peer, NOTICE_SAY, text);
	}
	return KEEPER_OK;
}

/* Reads the run of a request. A verdict other than KEEPER_OK is the answer. */
static unsigned asked_run(struct asking *asking, struct store_run *run)
{
	int64_t id = (int64_t)wire_get_u64(asking->in);

	if (asking->in->broken || !run_readable(asking, id))
		return KEEPER_NO;
	return asking_store(asking, store_run_by_id(asking->keeper->store, id, run),
		"There is no such run, or its replay was removed.");
}

unsigned request_run_show(struct asking *asking)
{
	struct store_run run;
	unsigned verdict = asked_run(asking, &run);

	return verdict == KEEPER_OK ? put_run(asking, &run) : verdict;
}

unsigned request_run_player(struct asking *asking)
{
	struct store_run run;
	unsigned verdict = asked_run(asking, &run);

	if (verdict == KEEPER_OK)
		wire_put_text(asking->out, run.name);
	return verdict;
}

/* Ids of one answer, whatever was asked for: a piece of the keeper's time. */
#define RUNS_AT_ONCE 100

struct runs_out {
	struct wire_writer *out;
	uint32_t left;
};

static bool put_run_id(void *context, const struct store_run *run)
{
	struct runs_out *runs = context;

	if (runs->left == 0 || runs->out->capacity - runs->out->size < 8)
		return false;
	wire_put_u64(runs->out, (uint64_t)run->id);
	runs->left--;
	return true;
}

unsigned request_admin_runs(struct asking *asking)
{
	struct runs_out runs = {.out = asking->out};
	int64_t after = (int64_t)wire_get_u64(asking->in);

	runs.left = wire_get_u32(asking->in);
	if (runs.left > RUNS_AT_ONCE)
		runs.left = RUNS_AT_ONCE;
	return asking_store(asking,
		store_run_each(asking->keeper->store, after, true, put_run_id, &runs),
		"There is no run.");
}

unsigned request_segment_get(struct asking *asking)
{
	int64_t run = (int64_t)wire_get_u64(asking->in);
	uint32_t index = wire_get_u32(asking->in);
	uint32_t offset = wire_get_u32(asking->in);
	struct store_segment segment = {0};
	enum store_answer answer;

	if (asking->in->broken || !run_readable(asking, run))
		return KEEPER_NO;
	answer = store_segment_at(asking->keeper->store, run, index, &segment);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "There is no such segment.");
	wire_put_u32(asking->out, segment.first_index);
	wire_put_u32(asking->out, segment.end_index);
	wire_put_u32(asking->out, segment.rules);
	wire_put_bytes(asking->out, segment.content, sizeof segment.content);
	wire_put_u8(asking->out, segment.save != NULL);
	put_piece(asking->out, segment.save, segment.save_size, offset);
	free(segment.save);
	return KEEPER_OK;
}

static bool put_digest(void *context, const struct store_digest *digest)
{
	struct wire_writer *out = context;

	if (out->capacity - out->size < 13 + STORE_PARTS_MAX)
		return false;
	wire_put_digest(out, digest);
	return true;
}

static bool may_verify(struct asking *asking, int64_t run)
{
	if (asking->peer->trusted || asking->peer->verifies == run)
		return true;
	asking_refuse(asking, "You verify another run.");
	return false;
}

unsigned request_digests_get(struct asking *asking)
{
	int64_t run = (int64_t)wire_get_u64(asking->in);
	uint32_t after = wire_get_u32(asking->in);

	if (!may_verify(asking, run))
		return KEEPER_NO;
	return asking_store(asking,
		store_digests_each(asking->keeper->store, run, after, put_digest, asking->out),
		"There is no such run, or its replay was removed.");
}

unsigned request_admin_verify(struct asking *asking)
{
	int64_t run = (int64_t)wire_get_u64(asking->in);
	uint8_t verification = wire_get_u8(asking->in);
	static struct feats_report report;
	struct store_score before;
	enum store_answer answer;

	feats_read(asking->in, &report);
	if (!may_verify(asking, run))
		return KEEPER_NO;
	if (asking->in->broken ||
		(verification != STORE_VERIFIED && verification != STORE_REFUTED) ||
		!asking_write(asking))
		return KEEPER_FAILED;
	metric_add(METRIC_VERIFIED,
		verification == STORE_REFUTED ? VERDICT_FAILED : VERDICT_VERIFIED, 0, 1);
	asking_log(asking, verification == STORE_REFUTED ? LOG_WARN : LOG_INFO, "run.proof",
		"run=%lld proof=%u", (long long)run, verification);
	answer = store_score_of(asking->keeper->store, run, &before);
	if (answer == STORE_OK)
		answer = store_score_verify(asking->keeper->store, run, verification);
	if (answer == STORE_OK && verification == STORE_VERIFIED) {
		answer = feats_verified(asking, &before, &report);
		livelog_verified(asking, &before);
	}
	return asking_store(asking, answer, "That run has no score.");
}

unsigned request_bundle_put(struct asking *asking)
{
	uint8_t digest[CONTENT_DIGEST_SIZE];
	char game[STORE_GAME_MAX + 1];
	const uint8_t *bytes;
	size_t size;

	wire_get_bytes(asking->in, digest, sizeof digest);
	wire_get_text(asking->in, game, sizeof game);
	bytes = asking_blob(asking, &size);
	if (asking->in->broken)
		return KEEPER_NO;
	if (!bytes)
		return WIRE_AGAIN;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	return asking_store(
		asking, store_bundle_put(asking->keeper->store, digest, game, bytes, size), "");
}

unsigned request_hand_over(struct asking *asking)
{
	struct keeper *keeper = asking->keeper;

	if (keeper->control >= 0)
		return asking_refuse(
			asking, "Another server uses this state directory; stop it first.");
	keeper_flush(keeper);
	peers_hand_over(keeper, asking->peer);
	/* The other keeper has the sockets now. This one exits without shutting them down. */
	store_close(keeper->store);
	_exit(0);
}
