/*
 * Feats: the ledger of an account, achievements, and the lamps that these light.
 *
 * Only the verifier of a run reports feats, and it replayed the run. The keeper keeps those whose
 * ids its content has, and decides on achievements itself: those of one run from what was reported
 * and the stored score, those of all runs from the ledger.
 */
#include "door/keeper/keeper_feats.h"

#include <stdio.h>
#include <string.h>

#include "door/text/board_words.h"

void feats_read(struct wire_reader *in, struct feats_report *report)
{
	unsigned count;

	report->count = 0;
	report->given = in->at < in->size;
	if (!report->given)
		return;
	count = wire_get_u16(in);
	in->broken = in->broken || count > FEATS_MAX;
	while (report->count < count && !in->broken) {
		struct feat *feat = &report->feats[report->count++];

		feat->kind = wire_get_u8(in);
		wire_get_text(in, feat->id, sizeof feat->id);
	}
}

/* ---- After a verification ---- */

/* The account of a run and its game without a date. */
struct owner {
	int64_t account;
	char game[STORE_GAME_MAX + 1];
};

/* Leaves out feats that the content lacks, and achievements, which are decided here. */
static void keep_known(const struct content *content, struct feats_report *report)
{
	size_t kept = 0;

	for (size_t i = 0; i < report->count; i++) {
		const struct feat *feat = &report->feats[i];

		if (feat->kind < FEAT_ACHIEVEMENT &&
			content_has_feat(content, feat->kind, feat->id))
			report->feats[kept++] = *feat;
	}
	report->count = kept;
}

static enum store_answer add_reported(
	struct keeper *keeper, int64_t run, const struct feats_report *report)
{
	enum store_answer answer = store_feats_clear(keeper->store, run);

	for (size_t i = 0; i < report->count && answer == STORE_OK; i++) {
		const struct feat *feat = &report->feats[i];

		answer = store_feat_add(keeper->store, run, feat->kind, feat->id);
		if (answer == STORE_NONE)
			answer = STORE_OK;
	}
	return answer;
}

/* Adds the achievements whose needs hold. score: of one run, or NULL for all runs together. */
static enum store_answer add_earned(struct keeper *keeper, int64_t run,
	const struct store_score *score, const struct feat *feats, size_t count)
{
	enum store_answer answer = STORE_OK;
	int32_t numbers[MEASURE_COUNT] = {0};

	if (score) {
		numbers[MEASURE_SCORE] = score->score;
		numbers[MEASURE_DEEPEST] = score->deepest;
		numbers[MEASURE_LEVEL] = score->level;
		numbers[MEASURE_GOLD] = score->gold;
		numbers[MEASURE_TURNS] = (int32_t)(score->turns & INT32_MAX);
		numbers[MEASURE_LEVELS] = score->levels_visited;
		numbers[MEASURE_AVENGED] = (int32_t)board_names_count(score->avenged);
	}
	for (size_t i = 0; i < content_achievement_count(keeper->content); i++) {
		if (answer != STORE_OK || !content_achievement_earned(keeper->content, i, feats,
						  count, score ? numbers : NULL))
			continue;
		answer = store_feat_add(keeper->store, run,
			score ? FEAT_ACHIEVEMENT : FEAT_COLLECTION,
			content_achievement(keeper->content, i).id);
		if (answer == STORE_NONE)
			answer = STORE_OK;
	}
	return answer;
}

struct gathered {
	size_t count;
	struct feat feats[FEATS_MAX];
};

static bool gather(void *context, const struct store_feat *feat)
{
	struct gathered *gathered = context;
	struct feat *into = &gathered->feats[gathered->count++];

	*into = (struct feat){.kind = feat->kind};
	memcpy(into->id, feat->id, sizeof into->id);
	return gathered->count < FEATS_MAX;
}

/* Adds the achievements of all runs together that the ledger has now and did not have before. */
static enum store_answer add_collections(
	struct keeper *keeper, int64_t run, const struct owner *owner)
{
	static struct gathered ledger;
	enum store_answer answer;

	ledger.count = 0;
	answer = store_feats_each(keeper->store, owner->account, owner->game, gather, &ledger);
	return answer == STORE_OK ? add_earned(keeper, run, NULL, ledger.feats, ledger.count)
				  : answer;
}

static void lamps_forget(struct keeper *keeper, int64_t account)
{
	for (struct peer *peer = keeper->peers; peer; peer = peer->next)
		if (peer->binding.id == account)
			peer->lamp.account = 0;
}

enum store_answer feats_verified(
	struct asking *asking, const struct store_score *score, struct feats_report *report)
{
	struct keeper *keeper = asking->keeper;
	struct owner owner;
	enum store_answer answer;

	if (!report->given || !keeper->content)
		return STORE_OK;
	answer = store_feats_owner(keeper->store, score->run, &owner.account, owner.game);
	/* It is unranked, or a run of another game. */
	if (answer != STORE_OK || strcmp(owner.game, content_game(keeper->content)) != 0)
		return answer == STORE_FAILED ? answer : STORE_OK;
	keep_known(keeper->content, report);
	answer = add_reported(keeper, score->run, report);
	if (answer == STORE_OK)
		answer = add_earned(keeper, score->run, score, report->feats, report->count);
	if (answer == STORE_OK)
		answer = add_collections(keeper, score->run, &owner);
	lamps_forget(keeper, owner.account);
	return answer;
}

/* ---- Requests ---- */

struct page {
	struct wire_writer *out;
	uint32_t skip;
};

static bool put_feat(void *context, const struct store_feat *feat)
{
	struct page *page = context;

	if (page->skip > 0) {
		page->skip--;
		return true;
	}
	if (page->out->capacity - page->out->size < 2 * sizeof *feat)
		return false;
	wire_put_u8(page->out, feat->kind);
	wire_put_text(page->out, feat->id);
	wire_put_u64(page->out, (uint64_t)feat->run);
	return true;
}

unsigned request_ledger(struct asking *asking)
{
	struct page page = {.out = asking->out, .skip = wire_get_u32(asking->in)};

	if (asking->in->broken)
		return KEEPER_NO;
	return asking_store(asking,
		store_feats_each(asking->keeper->store, asking->peer->binding.id,
			asking->peer->game, put_feat, &page),
		"");
}

struct brightest {
	const struct content *content;
	struct peer_lamp *lamp;
};

static bool compare_lamp(void *context, const struct store_feat *feat)
{
	struct brightest *brightest = context;
	size_t at = ACHIEVEMENTS_MAX;

	if (feat->kind == FEAT_ACHIEVEMENT || feat->kind == FEAT_COLLECTION)
		at = content_achievement_find(brightest->content, feat->id);
	if (at < ACHIEVEMENTS_MAX) {
		struct achievement found = content_achievement(brightest->content, at);

		if (found.rank > brightest->lamp->rank) {
			brightest->lamp->rank = found.rank;
			brightest->lamp->letter = found.letter;
			brightest->lamp->role = found.role;
		}
	}
	return true;
}

/* Reads an account's lamp once for each of its sessions. False: the store does not answer. */
static bool find_lamp(struct keeper *keeper, struct peer *peer)
{
	struct brightest brightest = {.content = keeper->content, .lamp = &peer->lamp};

	if (peer->lamp.account == peer->binding.id)
		return true;
	peer->lamp = (struct peer_lamp){.account = peer->binding.id};
	return store_feats_each(keeper->store, peer->binding.id, content_game(keeper->content),
		       compare_lamp, &brightest) == STORE_OK;
}

unsigned request_lamps(struct asking *asking)
{
	struct keeper *keeper = asking->keeper;
	struct wire_writer *out = asking->out;

	for (struct peer *peer = keeper->peers; peer && keeper->content; peer = peer->next) {
		if (peer->closed || peer->binding.id <= 0)
			continue;
		if (!find_lamp(keeper, peer))
			return asking_store(asking, STORE_FAILED, "");
		if (peer->lamp.rank == 0 || out->capacity - out->size < 64)
			continue;
		wire_put_text(out, peer->binding.name);
		wire_put_u8(out, (uint8_t)peer->lamp.letter);
		wire_put_u8(out, peer->lamp.role);
	}
	return KEEPER_OK;
}
