/*
 * Daily runs: one seed a day for all accounts, and one ranked try for each.
 *
 * The seed of a day is the beginning of HMAC-SHA-256(secret, "GAME/DATE"). The day's row has it
 * from the day before on, when its hash is published, so that a later change of the secret does not
 * change it. Rules and content are fixed when the day begins. The seed is shown to everybody 24
 * hours after the day has closed. Until then other accounts' runs of that day are hidden from those
 * whose own try is not over.
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
#define DAY TIME_DAY_SECONDS

static bool has_days(const struct keeper *keeper)
{
	return keeper->policy.daily && keeper->content &&
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

static bool publish(struct keeper *keeper, const char *date)
{
	struct store_day day;

	derive_day(keeper, content_game(keeper->content), date, &day);
	return store_day_publish(keeper->store, content_game(keeper->content), &day) == STORE_OK;
}

/* Publishes today and tomorrow, and begins today. */
static bool prepare(struct keeper *keeper, const char *today)
{
	char tomorrow[TIME_DATE_SIZE];

	time_date(keeper_now_seconds() + DAY, tomorrow);
	if (!store_begin(keeper->store))
		return false;
	if (read_secret(keeper) && publish(keeper, today) && publish(keeper, tomorrow) &&
		store_day_open(keeper->store, content_game(keeper->content), today,
			ENGINE_RULES_VERSION, keeper->content_digest) == STORE_OK)
		return store_commit(keeper->store);
	keeper->limits.days.has_secret = false;
	store_undo(keeper->store);
	return false;
}

void days_work(struct keeper *keeper)
{
	struct keeper_days *days = &keeper->limits.days;
	char today[TIME_DATE_SIZE];

	time_date(keeper_now_seconds(), today);
	if (!has_days(keeper) || strcmp(days->prepared, today) == 0 ||
		keeper_now_ms() < days->due_ms)
		return;
	if (prepare(keeper, today)) {
		snprintf(days->prepared, sizeof days->prepared, "%s", today);
		log_line(LOG_INFO, "day.begin", "date=%s", today);
		return;
	}
	days->due_ms = keeper_now_ms() + AGAIN_MS;
	log_line(LOG_ERROR, "day.failed", "date=%s error=%s", today,
		log_quote(store_sentence(keeper->store)));
}

/* ---- Hidden runs ---- */

/* True if the seed of the day is shown to everybody. */
static bool is_revealed(struct keeper *keeper, const char *date)
{
	int64_t begin;

	return time_date_parse(date, &begin) && keeper_expiry_seconds(keeper) >= begin + 2 * DAY;
}

bool day_hides(struct asking *asking, int64_t run)
{
	struct store *store = asking->keeper->store;
	int64_t account = asking->peer->binding.id;
	struct store_try other, own;

	/* A verifier compares the score with its own. */
	if (asking->peer->trusted || asking->peer->verifies == run ||
		store_try_of_run(store, run, &other) != STORE_OK || other.account == account ||
		is_revealed(asking->keeper, other.date))
		return false;
	return store_try_of(store, account, other.game, other.date, &own) != STORE_OK || !own.over;
}

void day_veil(struct asking *asking, struct store_score *score)
{
	if (score->mode != STORE_DAILY || !day_hides(asking, score->run))
		return;
	score->epitaph[0] = score->item[0] = '\0';
}

bool day_is_past(struct asking *asking, const uint8_t seed[16])
{
	struct store_day day;

	return store_day_of_seed(asking->keeper->store, asking->peer->game, seed, &day) ==
		       STORE_OK &&
	       is_revealed(asking->keeper, day.date);
}

bool day_ranks(struct keeper *keeper, const struct store_run *run)
{
	struct store_try found;
	struct store_day day;

	return store_try_of_run(keeper->store, run->id, &found) == STORE_OK &&
	       store_day_get(keeper->store, found.game, found.date, &day) == STORE_OK &&
	       keeper_expiry_seconds(keeper) <= found.begun + DAY && run->rules == day.rules &&
	       memcmp(run->content, day.content, sizeof day.content) == 0 &&
	       store_segment_count(keeper->store, run->id) == 1;
}

/* ---- Requests ---- */

/* The day of a request, and the asker's try at it. */
struct day_asked {
	struct store_day day;
	struct store_try own;
	bool tried, today;
	int64_t begin; /* of the day */
};

static bool find_day(struct asking *asking, const char *date, struct day_asked *asked)
{
	struct keeper *keeper = asking->keeper;
	int64_t now = keeper_now_seconds();
	char today[TIME_DATE_SIZE];
	const char *game = asking->peer->game;

	memset(asked, 0, sizeof *asked);
	time_date(now, today);
	date = *date ? date : today;
	/* An operator reads the days of a keeper that makes none. */
	if ((!keeper->policy.daily && !asking->peer->trusted) ||
		!time_date_parse(date, &asked->begin) ||
		store_day_get(keeper->store, game, date, &asked->day) != STORE_OK) {
		asking_refuse(asking, "There is no daily run of that date on this server.");
		return false;
	}
	asked->today = strcmp(date, today) == 0;
	asked->tried = asking->peer->binding.id > 0 &&
		       store_try_of(keeper->store, asking->peer->binding.id, game, date,
			       &asked->own) == STORE_OK;
	return true;
}

/* Returns why the asker can neither continue nor begin a try, or "". */
static const char *refusal(struct asking *asking, const struct day_asked *asked)
{
	if (asked->tried)
		return asked->own.over ? "Your try at this day is over." : "";
	if (!asked->today)
		return "This day is closed.";
	if (asking->peer->binding.id <= 0)
		return "A guest has no try; register a name first.";
	if (asked->day.rules != ENGINE_RULES_VERSION)
		return "The rules of this server changed today. Tomorrow's call has the new ones.";
	if (store_has_ranked(asking->keeper->store, asking->peer->binding.id, asking->peer->game) !=
		STORE_OK)
		return "End one run that is on the board first; then you have a try each day.";
	return "";
}

static uint32_t seconds_left(int64_t until)
{
	int64_t now = keeper_now_seconds();

	return until > now ? (uint32_t)(until - now) : 0;
}

/* Fills in what concerns the asker alone. */
static void fill_own(struct asking *asking, const struct day_asked *asked, struct keeper_day *day)
{
	struct store *store = asking->keeper->store;
	int64_t account = asking->peer->binding.id;
	struct store_try earlier;
	char date[TIME_DATE_SIZE];

	snprintf(day->why, sizeof day->why, "%s", refusal(asking, asked));
	if (account <= 0)
		return;
	if (asked->tried) {
		day->state = asked->own.over ? TRY_OVER : TRY_GOING;
		day->run = asked->own.run;
		day->left_seconds = seconds_left(asked->own.begun + DAY);
		run_elsewhere(asking, asked->own.run, day->elsewhere);
	}
	time_date(keeper_now_seconds(), date);
	store_streak(store, account, asking->peer->game, date, &day->streak);
	time_date(keeper_now_seconds() - DAY, date);
	/* Today's try may still come. */
	if (day->streak == 0)
		store_streak(store, account, asking->peer->game, date, &day->streak);
	if (store_try_of(store, account, asking->peer->game, date, &earlier) == STORE_OK &&
		!earlier.over && seconds_left(earlier.begun + DAY) > 0)
		snprintf(day->going, sizeof day->going, "%s", date);
}

static void fill_seed(struct asking *asking, const struct store_day *stored, struct keeper_day *day)
{
	struct store_day derived;

	day->revealed = is_revealed(asking->keeper, stored->date);
	if (day->revealed || asking->peer->trusted)
		memcpy(day->seed.bytes, stored->seed, sizeof stored->seed);
	if (!asking->peer->trusted || !read_secret(asking->keeper))
		return;
	derive_day(asking->keeper, asking->peer->game, stored->date, &derived);
	day->derived = memcmp(derived.seed, stored->seed, sizeof derived.seed) == 0;
	sodium_memzero(&derived, sizeof derived);
}

unsigned request_day_show(struct asking *asking)
{
	char date[TIME_DATE_SIZE], today[TIME_DATE_SIZE];
	struct store_day_summary summary;
	struct keeper_day day = {0};
	struct day_asked asked;
	enum store_answer answer;

	wire_get_text(asking->in, date, sizeof date);
	if (asking->in->broken || !find_day(asking, date, &asked))
		return KEEPER_NO;
	memcpy(day.date, asked.day.date, sizeof day.date);
	memcpy(day.hash, asked.day.hash, sizeof day.hash);
	memcpy(day.content, asked.day.content, sizeof day.content);
	day.published = asked.day.published;
	day.rules = asked.day.rules;
	day.today = asked.today;
	day.closes_seconds = asked.today ? seconds_left(asked.begin + DAY) : 0;
	answer = store_days_beside(
		asking->keeper->store, asking->peer->game, day.date, day.before, day.after);
	time_date(keeper_now_seconds(), today);
	/* Tomorrow has no more than a hash. */
	if (strcmp(day.after, today) > 0)
		day.after[0] = '\0';
	if (answer == STORE_OK)
		answer = store_day_summary(
			asking->keeper->store, asking->peer->game, day.date, &summary);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "");
	day.tried = summary.tried;
	day.deepest = summary.deepest;
	memcpy(day.deepest_name, summary.name, sizeof day.deepest_name);
	fill_own(asking, &asked, &day);
	fill_seed(asking, &asked.day, &day);
	wire_put_day(asking->out, &day);
	return KEEPER_OK;
}

static unsigned begin_try(struct asking *asking, const struct day_asked *asked)
{
	uint8_t birth[BIRTH_BYTES_MAX];
	size_t size = keeper_make_day_birth(birth);
	struct store_run run;
	enum store_answer answer;

	if (!run_may_begin(asking))
		return KEEPER_NO;
	if (!asking_write(asking))
		return KEEPER_FAILED;
	answer = store_try_begin(asking->keeper->store, asking->peer->game, asked->day.date,
		&(struct store_begin){.account = asking->peer->binding.id,
			.mode = STORE_DAILY,
			.seed = asked->day.seed,
			.birth = birth,
			.birth_size = size,
			.rules = asked->day.rules,
			.content = asked->day.content,
			.now = keeper_now_seconds()},
		&run);
	if (answer != STORE_OK)
		return asking_store(asking, answer, "Your try at this day has begun already.");
	asking->effect.begun = true;
	asking_log(asking, LOG_INFO, "run.begin", "run=%lld name=%s mode=%d day=%s",
		(long long)run.id, run.name, run.mode, asked->day.date);
	return run_hold(asking, &run);
}

unsigned request_day_play(struct asking *asking)
{
	char date[TIME_DATE_SIZE];
	struct day_asked asked;
	struct store_run run;
	enum store_answer answer;
	const char *why;

	wire_get_text(asking->in, date, sizeof date);
	if (asking->in->broken || !find_day(asking, date, &asked))
		return KEEPER_NO;
	why = refusal(asking, &asked);
	if (*why)
		return asking_refuse(asking, "%s", why);
	if (!asked.tried)
		return begin_try(asking, &asked);
	answer = store_run_by_id(asking->keeper->store, asked.own.run, &run);
	return answer == STORE_OK ? run_take(asking, &run)
				  : asking_store(asking, answer, "Your try cannot be read.");
}
