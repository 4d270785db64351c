/*
 * The page "While you were out": what happened since an account saw it last.
 *
 * The keeper looks at the newest STORE_SINCE_MOST listed runs since the mark of the account: who
 * died on the level of its grave, who avenged it, and who passed it on the board. It adds the
 * result of the account's last try at a closed day, and new mail. The page is marked as seen when
 * its player closes it, so that a lost connection loses nothing and nothing is shown twice.
 */
#include "door/keeper/keeper_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/text/times.h"
#include "door/text/word_list.h"

#define BIRTHS_MOST 50 /* read for graves; a piece of the keeper's time */
#define SHOWN_A_DAY 100
#define OF_A_KIND_MOST 4 /* rows, so that mail has room */

struct out {
	struct asking *asking;
	struct keeper_out page;
	struct store_mark mark;
	int64_t best; /* of the account, at the mark */
	bool ranked;  /* it had one */
	size_t count;
	struct store_score runs[STORE_SINCE_MOST];
};

static struct keeper_out_row *add(struct out *out, enum out_kind kind, const char *name)
{
	struct keeper_out_row *row = &out->page.rows[out->page.count];

	size_t alike = 0;

	for (size_t i = 0; i < out->page.count; i++) {
		alike += out->page.rows[i].kind == kind;
		if (out->page.rows[i].kind == kind && strcmp(out->page.rows[i].name, name) == 0)
			return NULL;
	}
	if (out->page.count == KEEPER_OUT_MOST || alike == OF_A_KIND_MOST)
		return NULL;
	out->page.count++;
	row->kind = (uint8_t)kind;
	snprintf(row->name, sizeof row->name, "%s", name);
	return row;
}

static bool collect(void *context, const struct store_score *score)
{
	struct out *out = context;

	if (strcmp(score->name, out->asking->peer->binding.name) != 0)
		out->runs[out->count++] = *score;
	return out->count < STORE_SINCE_MOST;
}

/* True if the birth of a run has the account's bones at a depth. */
static bool has_grave(struct out *out, int64_t run, int depth)
{
	struct birth birth;
	uint8_t *bytes = NULL;
	size_t size;
	bool found = false;

	if (store_run_birth(out->asking->keeper->store, run, &bytes, &size) != STORE_OK)
		return false;
	if (birth_decode(bytes, size, &birth))
		for (size_t i = 0; i < birth.bones_count; i++)
			found |= birth.past[i].depth == depth &&
				 strcmp(birth.past[i].name, out->asking->peer->binding.name) == 0;
	free(bytes);
	return found;
}

static void add_graves(struct out *out)
{
	size_t births = 0;

	for (size_t i = 0; i < out->count && births < BIRTHS_MOST; i++) {
		const struct store_score *run = &out->runs[i];
		struct keeper_out_row *row;

		if (!run->died)
			continue;
		births++;
		if (!has_grave(out, run->run, run->depth))
			continue;
		row = add(out, OUT_GRAVE, run->name);
		if (row)
			row->number = run->depth;
	}
}

static void add_avengers(struct out *out)
{
	for (size_t i = 0; i < out->count; i++)
		if (word_list_has(out->runs[i].avenged, out->asking->peer->binding.name))
			add(out, OUT_AVENGED, out->runs[i].name);
}

/* Players whose best run was not above the account's, and now is. */
static void add_passed(struct out *out)
{
	struct asking *asking = out->asking;
	int64_t before;

	for (size_t i = 0; out->ranked && i < out->count; i++) {
		const struct store_score *run = &out->runs[i];
		struct keeper_out_row *row;

		if (run->score <= out->best ||
			(store_best_until(asking->keeper->store, asking->peer->game, run->name,
				 out->mark.score, &before) == STORE_OK &&
				before > out->best))
			continue;
		row = add(out, OUT_PASSED, run->name);
		if (row)
			row->number = run->score;
	}
}

/* The account's place of its last day that closed since the mark. */
static void add_day(struct out *out)
{
	struct asking *asking = out->asking;
	struct store *store = asking->keeper->store;
	struct store_day_summary summary;
	char today[TIME_DATE_SIZE], game[STORE_GAME_MAX + 1];
	struct keeper_out_row *row;
	struct store_try tried;
	int64_t begin, rank;

	time_date(keeper_now_seconds(), today);
	if (store_try_last(store, asking->peer->binding.id, asking->peer->game, today, &tried) !=
			STORE_OK ||
		!time_date_parse(tried.date, &begin) || begin + TIME_DAY_SECONDS <= out->mark.at)
		return;
	store_day_game(asking->peer->game, tried.date, game);
	if (store_rank_of_run(store, game, tried.run, &rank) != STORE_OK ||
		store_day_summary(store, asking->peer->game, tried.date, &summary) != STORE_OK)
		return;
	row = add(out, OUT_DAY, tried.date);
	if (row) {
		row->number = (int32_t)rank;
		row->of = (int32_t)summary.tried;
	}
}

static bool add_mail(void *context, const struct store_words *words)
{
	struct out *out = context;

	if (words->id > out->mark.mail && !words->seen)
		add(out, OUT_MAIL, words->name);
	return true;
}

static enum store_answer fill(struct out *out)
{
	struct asking *asking = out->asking;
	struct store *store = asking->keeper->store;
	enum store_answer answer =
		store_scores_since(store, asking->peer->game, out->mark.score, collect, out);

	if (answer != STORE_OK)
		return answer;
	out->ranked = store_best_until(store, asking->peer->game, asking->peer->binding.name,
			      out->mark.score, &out->best) == STORE_OK;
	add_graves(out);
	add_avengers(out);
	add_passed(out);
	if (asking->keeper->policy.daily)
		add_day(out);
	return asking->keeper->policy.words
		       ? store_mail_each(store, asking->peer->binding.id, add_mail, out)
		       : STORE_OK;
}

unsigned request_out_show(struct asking *asking)
{
	struct store *store = asking->keeper->store;
	int64_t account = asking->peer->binding.id;
	struct out *out = calloc(1, sizeof *out);
	enum store_answer answer;

	if (!out || !asking->keeper->policy.meanwhile) {
		free(out);
		return asking_refuse(asking, "This server has no such page.");
	}
	if (!words_take_token(asking, "out", SHOWN_A_DAY)) {
		free(out);
		return KEEPER_NO;
	}
	out->asking = asking;
	answer = store_mark_now(store, keeper_now_seconds(), &out->page.mark);
	if (answer == STORE_OK)
		answer = store_mark_get(store, account, &out->mark);
	/* An account that was never out has nothing to read, and begins now. */
	if (answer == STORE_NONE)
		answer = asking_write(asking) ? store_mark_put(store, account, &out->page.mark)
					      : STORE_FAILED;
	else if (answer == STORE_OK)
		answer = fill(out);
	wire_put_out(asking->out, &out->page);
	free(out);
	return asking_store(asking, answer, "");
}

unsigned request_out_seen(struct asking *asking)
{
	struct store_mark mark = {.score = (int64_t)wire_get_u64(asking->in)};

	mark.mail = (int64_t)wire_get_u64(asking->in);
	mark.at = (int64_t)wire_get_u64(asking->in);
	if (asking->in->broken)
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	return asking_store(
		asking, store_mark_put(asking->keeper->store, asking->peer->binding.id, &mark), "");
}
