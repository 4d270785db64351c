/*
 * Contests: one seed a day, or a week, for all accounts, and one ranked try for each. Here a day is
 * a contest of either kind, and its date the name of it (door/text/contest.h).
 *
 * The seed of a day is the beginning of HMAC-SHA-256(secret, "GAME/DATE"). The day's row has it
 * from the day before on, when its hash is published, so that a later change of the secret does not
 * change it. Rules, content and the handicaps that the seed draws are fixed when the day begins.
 * The seed is shown to everybody 24 hours after the day has closed. Until then other accounts' runs
 * of that day are hidden from those whose own try is not over.
 *
 * Days begin by the wall clock, in UTC. The seed is revealed, and a try is late, by the expiry
 * clock, so that a jump of the wall clock reveals nothing.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "door/keeper/keeper_private.h"
#include "door/os/log.h"
#include "door/text/times.h"

/* Between two attempts to prepare a day. */
#define AGAIN_MS 1000

bool days_are_held(const struct keeper *keeper, enum contest_kind kind)
{
	return kind == CONTEST_WEEK ? keeper->policy.weekly : keeper->policy.daily;
}

static bool has_days(const struct keeper *keeper, enum contest_kind kind)
{
	return days_are_held(keeper, kind) && keeper->content &&
	       strlen(content_game(keeper->content)) <= STORE_DAY_GAME_MAX;
}

/* ---- Seeds ---- */

static void derive_day(
	struct keeper *keeper, const char *game, const char *date, struct store_day *day)
{
	char day_game[STORE_GAME_MAX + 1];
	uint8_t mac[crypto_auth_hmacsha256_BYTES];
	crypto_auth_hmacsha256_state state;

	*day = (struct store_day){.published = keeper_now_seconds()};
	snprintf(day->date, sizeof day->date, "%s", date);
	store_day_game(game, date, day_game);
	crypto_auth_hmacsha256_init(
		&state, keeper->limits.days.secret, sizeof keeper->limits.days.secret);
	crypto_auth_hmacsha256_update(&state, (const uint8_t *)day_game, strlen(day_game));
	crypto_auth_hmacsha256_final(&state, mac);
	memcpy(day->seed, mac, sizeof day->seed);
	crypto_hash_sha256(day->hash, day->seed, sizeof day->seed);
	sodium_memzero(mac, sizeof mac);
}

static bool read_secret(struct keeper *keeper)
{
	struct keeper_days *days = &keeper->limits.days;

	if (!days->has_secret && keeper->policy.day_shared)
		memcpy(days->secret, keeper->policy.day_secret, sizeof days->secret);
	else if (!days->has_secret && store_day_secret(keeper->store, days->secret) != STORE_OK)
		return false;
	days->has_secret = true;
	return true;
}

bool day_is_derived(struct keeper *keeper, const char *game, const struct store_day *day)
{
	struct store_day derived;
	bool same;

	if (!read_secret(keeper))
		return false;
	derive_day(keeper, game, day->date, &derived);
	same = memcmp(derived.seed, day->seed, sizeof derived.seed) == 0;
	sodium_memzero(&derived, sizeof derived);
	return same;
}

static bool publish(struct keeper *keeper, const char *date)
{
	struct store_day day;

	derive_day(keeper, content_game(keeper->content), date, &day);
	return store_day_publish(keeper->store, content_game(keeper->content), &day) == STORE_OK;
}

/* Fixes the rules, the content and the handicaps of a published day. */
static bool open_day(struct keeper *keeper, const char *date)
{
	const char *game = content_game(keeper->content);
	struct store_day day;

	if (store_day_get(keeper->store, game, date, &day) != STORE_OK)
		return false;
	day.rules = ENGINE_RULES_VERSION;
	memcpy(day.content, keeper->content_digest, sizeof day.content);
	contest_draw(keeper->content, date, day.seed, day.handicaps);
	return store_day_open(keeper->store, game, &day) == STORE_OK;
}

/* Publishes the day of now and the next one, and begins that of now. */
static bool prepare(struct keeper *keeper, enum contest_kind kind, const char *today)
{
	char tomorrow[STORE_DATE_SIZE];

	contest_name(kind, keeper_now_seconds() + contest_row(kind)->seconds, tomorrow);
	if (!store_begin(keeper->store))
		return false;
	if (read_secret(keeper) && publish(keeper, today) && publish(keeper, tomorrow) &&
		open_day(keeper, today))
		return store_commit(keeper->store);
	keeper->limits.days.has_secret = false;
	store_undo(keeper->store);
	return false;
}

static void day_work(struct keeper *keeper, enum contest_kind kind)
{
	struct keeper_days *days = &keeper->limits.days;
	char today[STORE_DATE_SIZE];

	contest_name(kind, keeper_now_seconds(), today);
	if (!has_days(keeper, kind) || strcmp(days->prepared[kind], today) == 0 ||
		keeper_now_ms() < days->due_ms)
		return;
	if (prepare(keeper, kind, today)) {
		memcpy(days->prepared[kind], today, sizeof today);
		log_line(LOG_INFO, "day.begin", "date=%s", today);
		return;
	}
	days->due_ms = keeper_now_ms() + AGAIN_MS;
	log_line(LOG_ERROR, "day.failed", "date=%s error=%s", today,
		log_quote(store_sentence(keeper->store)));
}

void days_work(struct keeper *keeper)
{
	for (int kind = 0; kind < CONTEST_KINDS; kind++)
		day_work(keeper, (enum contest_kind)kind);
}

/* ---- Hidden runs ---- */

bool day_is_revealed(struct keeper *keeper, const char *date)
{
	int64_t begin;

	return contest_begin(date, &begin) &&
	       keeper_expiry_seconds(keeper) >= contest_revealed(date, begin);
}

int64_t day_try_ends(const struct store_try *own)
{
	int64_t begin = 0, until = own->begun + contest_of(own->date)->seconds;

	contest_begin(own->date, &begin);
	int64_t revealed = contest_revealed(own->date, begin);
	return until < revealed ? until : revealed;
}

const char *day_hides(struct asking *asking, int64_t run)
{
	struct store *store = asking->keeper->store;
	int64_t account = asking->peer->binding.id;
	struct store_try other, own;
	enum store_answer answer;

	/* A verifier compares the score with its own. */
	if (asking->peer->trusted || asking->peer->verifies == run)
		return NULL;
	answer = store_try_of_run(store, run, &other);
	if (answer == STORE_FAILED)
		return "The server cannot read that run right now.";
	if (answer != STORE_OK || other.account == account ||
		day_is_revealed(asking->keeper, other.date))
		return NULL;
	if (store_try_of(store, account, other.game, other.date, &own) == STORE_OK && own.over)
		return NULL;
	return contest_of(other.date)->hidden;
}

void day_veil(struct asking *asking, struct store_score *score)
{
	if (score->mode != STORE_DAILY || !day_hides(asking, score->run))
		return;
	score->epitaph[0] = score->item[0] = '\0';
}

bool day_is_past(struct asking *asking, const uint8_t seed[16], struct store_day *day)
{
	return store_day_of_seed(asking->keeper->store, asking->peer->game, seed, day) ==
		       STORE_OK &&
	       day_is_revealed(asking->keeper, day->date);
}

bool day_ranks(struct keeper *keeper, const struct store_run *run)
{
	struct store_try found;
	struct store_day day;

	return store_try_of_run(keeper->store, run->id, &found) == STORE_OK &&
	       store_day_get(keeper->store, found.game, found.date, &day) == STORE_OK &&
	       keeper_expiry_seconds(keeper) <= day_try_ends(&found) && run->rules == day.rules &&
	       memcmp(run->content, day.content, sizeof day.content) == 0 &&
	       store_segment_count(keeper->store, run->id) == 1;
}
