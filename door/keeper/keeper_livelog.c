/*
 * The livelog: milestones of ranked runs of accounts, as they happen.
 *
 * The keeper makes each milestone itself: a depth from where a session reports to be, a boss or a
 * quest of its own content from the report of a deed, and the end from the score. Sessions are not
 * trusted: a milestone needs a run in progress of the asker's own account, comes once in a run, and
 * an account has MOST_HOUR of them an hour. A score that must be
 * verified before it is ranked becomes a best score when it is verified.
 *
 * Tries at days and weeks, runs on chosen seeds, and runs with debug keys record nothing, and
 * neither do players who chose that. A milestone that cannot be recorded is lost, and the request
 * goes on.
 */
#include "door/keeper/keeper_livelog.h"

#include <stdio.h>
#include <string.h>

#include "door/text/livelog_words.h"
#include "door/text/word_list.h"

#define OPTION_UNTOLD "livelog=off" /* of accounts: nothing is recorded */
#define DEPTH_STEP 3                /* every so many depths one is a milestone */
#define MOST_HOUR 60                /* milestones of one account */

/* True if the account lets its milestones be recorded, and has not had too many. */
static bool account_feeds(struct keeper *keeper, int64_t id)
{
	const struct rate rate = {.burst = MOST_HOUR, .per_hour = MOST_HOUR};
	struct store_account account;
	char key[64];
	int length = snprintf(key, sizeof key, "livelog %lld", (long long)id);

	return id > 0 && store_account_by_id(keeper->store, id, &account) == STORE_OK &&
	       !account.deleted && !word_list_has(account.options, OPTION_UNTOLD) &&
	       rates_take(&keeper->limits.words, &rate, rate_key(key, (size_t)length),
		       keeper_now_ms());
}

static void record(struct asking *asking, int64_t account, struct store_milestone *milestone)
{
	struct store *store = asking->keeper->store;

	if (!account_feeds(asking->keeper, account))
		return;
	milestone->at = keeper_now_seconds();
	if (store_livelog_add(store, milestone) == STORE_FAILED)
		log_line(LOG_WARN, "livelog.failed", "error=%s", log_quote(store_sentence(store)));
}

/* ---- Depths ---- */

void livelog_reached(struct asking *asking)
{
	const struct peer *peer = asking->peer;
	struct store *store = asking->keeper->store;
	int depth = peer->present.depth - peer->present.depth % DEPTH_STEP;
	struct store_milestone milestone = {.run = peer->run,
		.kind = LIVELOG_DEPTH,
		.depth = (uint8_t)depth,
		.turns = peer->present.turn};
	struct store_run run;

	if (peer->present.where != WHERE_PLAYING || depth == 0 || peer->run <= 0 ||
		store_livelog_is_deeper(store, peer->binding.id, peer->run, depth) != STORE_OK)
		return;
	/* Each depth takes a command at least. */
	if (store_run_by_id(store, peer->run, &run) != STORE_OK ||
		run.next_index + 1 < (uint32_t)depth || !asking_write(asking))
		return;
	/* A depth that is not recorded counts, too: it is no news later. */
	if (store_livelog_deepen(store, peer->run, depth) == STORE_OK)
		record(asking, peer->binding.id, &milestone);
}

/* ---- Bosses and quests ---- */

/* Writes the name of a boss or a quest of the content. False if it is none. */
static bool name_deed(
	const struct content *content, const struct feat *deed, char *name, size_t size)
{
	struct feat_thing thing;

	if (!content || (deed->kind != FEAT_BOSS && deed->kind != FEAT_QUEST))
		return false;
	for (size_t i = 0; content_feat(content, (enum feat_kind)deed->kind, i, &thing); i++) {
		if (strcmp(thing.id, deed->id) != 0)
			continue;
		snprintf(name, size, "%s", thing.name);
		return true;
	}
	return false;
}

/* True if the run is one in progress of the peer, whose milestones are recorded. */
static bool plays_ranked(struct asking *asking)
{
	const struct peer *peer = asking->peer;
	struct store_run run;

	return peer->run > 0 &&
	       store_run_by_id(asking->keeper->store, peer->run, &run) == STORE_OK &&
	       run.account == peer->binding.id && run.mode == STORE_RANKED && !run.ended &&
	       !run.quarantined && run.next_index > 0;
}

unsigned request_report_deed(struct asking *asking)
{
	const struct peer *peer = asking->peer;
	struct feat deed = {.kind = wire_get_u8(asking->in)};
	struct store_milestone milestone = {.run = peer->run,
		.kind = deed.kind == FEAT_BOSS ? LIVELOG_BOSS : LIVELOG_QUEST,
		.depth = peer->present.depth,
		.turns = peer->present.turn};

	wire_get_text(asking->in, deed.id, sizeof deed.id);
	if (asking->in->broken)
		return KEEPER_NO;
	if (name_deed(asking->keeper->content, &deed, milestone.cause, sizeof milestone.cause) &&
		plays_ranked(asking) && asking_write(asking))
		record(asking, peer->binding.id, &milestone);
	return KEEPER_OK;
}

/* ---- Ends ---- */

static struct store_milestone of_score(const struct store_score *score, uint8_t kind)
{
	struct store_milestone milestone = {.run = score->run,
		.kind = kind,
		.depth = (uint8_t)(score->depth > 0 && score->depth < 256 ? score->depth : 0),
		.turns = score->turns,
		.score = score->score};

	return milestone;
}

/* True if the score is above all others of its player, of which there are some. */
static bool is_best(struct asking *asking, const struct store_score *score)
{
	int64_t other;

	return store_livelog_best_other(asking->keeper->store, score->run, &other) == STORE_OK &&
	       score->score > other;
}

/* True if the score is above all others of the board. */
static bool is_first(struct asking *asking, const struct store_score *score)
{
	int64_t other;
	enum store_answer answer =
		store_livelog_top_other(asking->keeper->store, score->run, &other);

	return answer == STORE_NONE || (answer == STORE_OK && score->score > other);
}

void livelog_ended(
	struct asking *asking, const struct store_run *run, const struct store_score *score)
{
	struct store_milestone milestone = of_score(score, livelog_kind_of(score->outcome));
	struct store_score stored;

	if (run->ended || run->mode != STORE_RANKED || !score->scored || !milestone.kind)
		return;
	snprintf(milestone.cause, sizeof milestone.cause, "%s", score->cause);
	record(asking, run->account, &milestone);
	if (store_score_of(asking->keeper->store, run->id, &stored) == STORE_OK &&
		!stored.waiting && is_best(asking, &stored)) {
		milestone = of_score(&stored, LIVELOG_BEST);
		record(asking, run->account, &milestone);
	}
}

void livelog_verified(struct asking *asking, const struct store_score *before)
{
	struct store *store = asking->keeper->store;
	struct store_milestone milestone;
	struct store_run run;

	/* Other scores were on the board before. */
	if (!(before->waiting || before->proof == STORE_SET_ASIDE) ||
		before->mode != STORE_RANKED ||
		store_run_by_id(store, before->run, &run) != STORE_OK)
		return;
	if (is_first(asking, before))
		milestone = of_score(before, LIVELOG_FIRST);
	else if (is_best(asking, before))
		milestone = of_score(before, LIVELOG_BEST);
	else
		return;
	record(asking, run.account, &milestone);
}

/* ---- Requests ---- */

void livelog_options(struct asking *asking, const char *options)
{
	if (word_list_has(options, OPTION_UNTOLD))
		store_livelog_forget(asking->keeper->store, asking->peer->binding.id);
}

struct shown {
	struct wire_writer *out;
	unsigned count;
};

static bool put_milestone(void *context, const struct store_milestone *milestone)
{
	struct shown *shown = context;

	wire_put_milestone(shown->out, milestone);
	return ++shown->count < KEEPER_LIVELOG_SHOWN;
}

unsigned request_livelog(struct asking *asking)
{
	struct shown shown = {.out = asking->out};

	return asking_store(asking,
		store_livelog_newest(
			asking->keeper->store, asking->peer->game, put_milestone, &shown),
		"");
}
