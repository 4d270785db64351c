/* The requests of daily runs and contracts: what a day or a week shows, and an account's try at
 * it. */
#include <stdio.h>
#include <string.h>

#include "door/keeper/keeper_private.h"

/* The day of a request, and the asker's try at it. */
struct day_asked {
	struct store_day day;
	struct store_try own;
	bool tried, today;
	int64_t begin; /* of the day */
	enum contest_kind kind;
	const struct contest_row *row;
	char now[STORE_DATE_SIZE]; /* the date of its kind at present */
};

static bool find_day(struct asking *asking, const char *date, struct day_asked *asked)
{
	struct keeper *keeper = asking->keeper;
	const char *game = asking->peer->game;

	memset(asked, 0, sizeof *asked);
	asked->kind = contest_kind(date);
	asked->row = contest_row(asked->kind);
	contest_name(asked->kind, keeper_now_seconds(), asked->now);
	date = strcmp(date, asked->row->now) == 0 ? asked->now : date;
	/* An operator reads the days of a keeper that makes none. */
	if ((!days_are_held(keeper, asked->kind) && !asking->peer->trusted) ||
		!contest_begin(date, &asked->begin) ||
		store_day_get(keeper->store, game, date, &asked->day) != STORE_OK) {
		asking_refuse(asking, "%s", asked->row->none);
		return false;
	}
	asked->today = strcmp(date, asked->now) == 0;
	asked->tried = asking->peer->binding.id > 0 &&
		       store_try_of(keeper->store, asking->peer->binding.id, game, date,
			       &asked->own) == STORE_OK;
	return true;
}

/* Returns why the asker can neither continue nor begin a try, or "". */
static const char *refusal(struct asking *asking, const struct day_asked *asked)
{
	if (asked->tried)
		return asked->own.over ? asked->row->over : "";
	if (!asked->today)
		return asked->row->closed;
	if (asking->peer->binding.id <= 0)
		return "A guest has no try; register a name first.";
	if (asked->day.rules != ENGINE_RULES_VERSION)
		return asked->row->changed;
	if (asked->row->of_veterans &&
		store_has_ranked(asking->keeper->store, asking->peer->binding.id,
			asking->peer->game) != STORE_OK)
		return asked->row->veterans;
	return "";
}

static uint32_t seconds_left(int64_t until)
{
	int64_t now = keeper_now_seconds();

	return until > now ? (uint32_t)(until - now) : 0;
}

/* Counts the days in a row up to now. Weeks are not counted. */
static uint32_t streak_of(struct asking *asking, const char *today, const char *yesterday)
{
	struct store *store = asking->keeper->store;
	int64_t account = asking->peer->binding.id;
	uint32_t days = 0;

	if (contest_kind(today) != CONTEST_DAY)
		return 0;
	store_streak(store, account, asking->peer->game, today, &days);
	/* Today's try may still come. */
	if (days == 0)
		store_streak(store, account, asking->peer->game, yesterday, &days);
	return days;
}

/* Fills in what concerns the asker alone. */
static void fill_own(struct asking *asking, const struct day_asked *asked, struct keeper_day *day)
{
	struct store *store = asking->keeper->store;
	int64_t account = asking->peer->binding.id;
	struct store_try earlier;
	char date[STORE_DATE_SIZE];

	snprintf(day->why, sizeof day->why, "%s", refusal(asking, asked));
	if (account <= 0)
		return;
	if (asked->tried) {
		day->state = asked->own.over ? TRY_OVER : TRY_GOING;
		day->run = asked->own.run;
		day->left_seconds = seconds_left(day_try_ends(&asked->own));
		run_elsewhere(asking, asked->own.run, day->elsewhere);
	}
	contest_name(asked->kind, keeper_now_seconds() - asked->row->seconds, date);
	day->streak = streak_of(asking, asked->now, date);
	if (store_try_of(store, account, asking->peer->game, date, &earlier) == STORE_OK &&
		!earlier.over && seconds_left(day_try_ends(&earlier)) > 0)
		snprintf(day->going, sizeof day->going, "%s", date);
}

static void fill_seed(struct asking *asking, const struct store_day *stored, struct keeper_day *day)
{
	day->revealed = day_is_revealed(asking->keeper, stored->date);
	if (day->revealed || asking->peer->trusted)
		memcpy(day->seed.bytes, stored->seed, sizeof stored->seed);
	if (asking->peer->trusted)
		day->derived = day_is_derived(asking->keeper, asking->peer->game, stored);
}

unsigned request_day_show(struct asking *asking)
{
	char date[STORE_DATE_SIZE];
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
	day.closes_seconds = asked.today ? seconds_left(asked.begin + asked.row->seconds) : 0;
	memcpy(day.handicaps, asked.day.handicaps, sizeof day.handicaps);
	answer = store_days_beside(
		asking->keeper->store, asking->peer->game, day.date, day.before, day.after);
	/* Tomorrow has no more than a hash. */
	if (strcmp(day.after, asked.now) > 0)
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

unsigned request_branch(struct asking *asking)
{
	int64_t id = (int64_t)wire_get_u64(asking->in);
	struct store *store = asking->keeper->store;
	struct store_run run;
	struct store_try found;
	enum store_answer answer;

	if (asking->in->broken)
		return KEEPER_NO;
	answer = store_run_by_id(store, id, &run);
	if (answer != STORE_OK || run.account != asking->peer->binding.id || !run.ended)
		return answer == STORE_FAILED
			       ? asking_store(asking, answer, "")
			       : asking_refuse(asking, "Only an ended run of your own can be "
						       "played on.");
	answer = store_try_of_run(store, id, &found);
	if (answer == STORE_FAILED)
		return asking_store(asking, answer, "");
	if (answer == STORE_OK && !day_is_revealed(asking->keeper, found.date))
		return asking_refuse(asking,
			"A try can be played on when its seed is shown: a day after its "
			"contest has closed.");
	asking_log(asking, LOG_INFO, "run.branch", "run=%lld name=%s", (long long)id, run.name);
	return KEEPER_OK;
}

static unsigned begin_try(struct asking *asking, const struct day_asked *asked)
{
	uint8_t birth[BIRTH_BYTES_MAX];
	size_t size = keeper_make_day_birth(&asked->day, birth);
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
	char date[STORE_DATE_SIZE];
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
