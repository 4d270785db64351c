/*
 * Spectators: how many watch a run, who may be watched, and what spectators say to each other.
 *
 * A peer watches a run from its request to watch until it reports that its player is elsewhere.
 * Chat is stored nowhere: a line goes to the sessions that watch the same run, and never to one of
 * the account that plays it.
 */
#include "door/keeper/keeper_words.h"

#include <stdio.h>
#include <string.h>

/* ---- Spectators ---- */

static bool watches(const struct peer *peer, int64_t run)
{
	return !peer->closed && peer->hello && peer->watching.run == run &&
	       peer->present.where == WHERE_WATCHING;
}

/* How many sessions of other accounts watch the run. */
static uint32_t count_spectators(const struct keeper *keeper, int64_t run, int64_t player)
{
	uint32_t count = 0;

	for (const struct peer *peer = keeper->peers; peer; peer = peer->next)
		count += watches(peer, run) && peer->binding.id != player;
	return count;
}

void spectators_report(struct keeper *keeper)
{
	char text[16];

	if (!keeper->replayers.counts_due)
		return;
	keeper->replayers.counts_due = false;
	for (struct peer *peer = keeper->peers; peer; peer = peer->next) {
		uint32_t count;

		if (!peer->watching.counts || peer->closed || peer->run <= 0)
			continue;
		count = count_spectators(keeper, peer->run, peer->binding.id);
		if (count == peer->watching.reported)
			continue;
		peer->watching.reported = count;
		snprintf(text, sizeof text, "%u", count);
		peer_notice(peer, NOTICE_SPECTATORS, text);
	}
}

unsigned request_spectators(struct asking *asking)
{
	struct peer *peer = asking->peer;

	peer->watching.counts = wire_get_u8(asking->in);
	if (asking->in->broken)
		return KEEPER_NO;
	peer->watching.reported = 0;
	if (peer->watching.counts && peer->run > 0)
		peer->watching.reported =
			count_spectators(asking->keeper, peer->run, peer->binding.id);
	wire_put_u32(asking->out, peer->watching.reported);
	return KEEPER_OK;
}

/* ---- Players who can be watched ---- */

unsigned request_watchable(struct asking *asking)
{
	struct wire_writer *out = asking->out;
	int64_t now = keeper_now_ms();
	uint32_t first = wire_get_u32(asking->in), at = 0;

	for (struct peer *peer = asking->keeper->peers; peer; peer = peer->next) {
		struct present present = peer->present;

		if (!peer->hello || peer->closed || peer->run <= 0 || peer->binding.id <= 0 ||
			peer->watching.hides || present.where != WHERE_PLAYING || at++ < first)
			continue;
		if (out->capacity - out->size < 256)
			break;
		present.peer[0] = '\0';
		present.idle_seconds = (uint32_t)((now - peer->active_ms) / 1000);
		present.on_seconds = (uint32_t)((now - peer->since_ms) / 1000);
		wire_put_present(out, &present);
	}
	return KEEPER_OK;
}

/* ---- Chat ---- */

static bool may_chat(struct asking *asking)
{
	static const struct rate rate = {.burst = 10, .per_hour = 300};
	char key[40];
	int length = snprintf(key, sizeof key, "chat %lld", (long long)asking->peer->binding.id);

	if (!words_may_write(asking))
		return false;
	if (rates_take(&asking->keeper->limits.words, &rate, rate_key(key, (size_t)length),
		    keeper_now_ms()))
		return true;
	asking_refuse(asking, "Not so fast. Try again in a moment.");
	return false;
}

unsigned request_chat(struct asking *asking)
{
	struct keeper *keeper = asking->keeper;
	const struct peer *author = asking->peer;
	char text[KEEPER_CHAT_MAX], line[KEEPER_NOTICE_MAX];
	struct store_run run;

	if (!words_get(asking, text, sizeof text))
		return KEEPER_NO;
	if (!watches(author, author->watching.run) || author->watching.run <= 0 ||
		store_run_by_id(keeper->store, author->watching.run, &run) != STORE_OK)
		return asking_refuse(asking, "You watch no game.");
	if (run.account == author->binding.id)
		return asking_refuse(asking, "Spectators talk among themselves.");
	if (!may_chat(asking))
		return KEEPER_NO;
	snprintf(line, sizeof line, "%s: %s", author->binding.name, text);
	for (struct peer *peer = keeper->peers; peer; peer = peer->next)
		if (watches(peer, author->watching.run) && peer->binding.id != run.account &&
			(peer->binding.id <= 0 || store_blocks(keeper->store, peer->binding.id,
							  author->binding.id) == STORE_NONE))
			peer_notice(peer, NOTICE_CHAT, line);
	return KEEPER_OK;
}
