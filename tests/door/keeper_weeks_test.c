/* Weekly contracts: what differs from daily runs.  The rest is the same code. */
#include "tests/test.h"

#include "door/command/verify_day.h"
#include "tests/door/day_scene.h"

/* AT_SIX is a Sunday. */
#define THIS_WEEK "2026-W47"
#define NEXT_WEEK "2026-W48"
#define WEEK_CLOSES (AT_SIX + 6 * HOUR)
#define WEEK (7 * DAY)

static int set_up_weeks(void **state)
{
	int answer = set_up(state);
	struct fixture *fixture = *state;

	fixture_kill_keeper(fixture);
	fixture->policy.weekly = 1;
	fixture_start(fixture);
	return answer;
}

static void begin_contract(struct store_client *line, struct keeper_run *run)
{
	assert_int_equal(keeper_day_play(line, "week", run), KEEPER_OK);
	assert_int_equal(fixture_append(line, run, 0, "\10"), KEEPER_OK);
}

/* ---- Open to all, and equal for all ---- */

/* New accounts have a try, beside their own run and today's. */
static void the_contract_is_the_same_for_all(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada"), *neu = fixture_caller(fixture, "Neu");
	struct keeper_run own, first, run, today;
	struct keeper_day day = day_of(neu, "week");
	char drawn[STORE_HANDICAPS_SIZE];

	assert_string_equal(day.date, THIS_WEEK);
	assert_string_equal(day.why, "");
	assert_true(day.today);
	assert_int_equal(day.closes_seconds, 6 * HOUR);
	assert_int_equal(keeper_run_begin(ada, false, &own), KEEPER_OK);
	begin_try(ada, &today);
	begin_contract(ada, &first);
	quit_try(fixture, ada, &first);
	begin_contract(neu, &run);
	assert_memory_equal(&run.seed, &first.seed, sizeof run.seed);
	assert_memory_equal(&run.birth, &first.birth, sizeof run.birth);
	assert_memory_not_equal(&run.seed, &today.seed, sizeof run.seed);
	assert_int_equal(today.birth.handicap_count, 0);
	assert_string_equal(run.birth.name, "This week's hero");
	assert_int_equal(run.birth.bones_count, 0);
	assert_in_range(run.birth.handicap_count, 2, 3);
	contest_draw(fixture->content, THIS_WEEK, run.seed.bytes, drawn);
	assert_string_equal(drawn, day.handicaps);
	assert_string_equal(run.player, "Neu");
	assert_int_equal(keeper_run_look(ada, &run), KEEPER_OK);
	assert_int_equal(run.id, own.id);
	assert_int_equal(day_of(ada, "").state, TRY_GOING);
	assert_int_equal(day_of(ada, "week").state, TRY_OVER);
	assert_int_equal(day_of(ada, "week").tried, 2);
	assert_int_equal(day_of(ada, "").tried, 1);
	assert_int_equal(day_of(ada, "week").streak, 0);
	expect_refused(ada, "week", "Your try at this week is over.");
	store_client_free(ada);
	store_client_free(neu);
}

static void a_guest_has_no_try_at_a_week(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *guest = fixture_line(fixture);
	struct keeper_account account;
	struct keeper_day day;

	assert_int_equal(keeper_login_guest(guest, &account), KEEPER_OK);
	day = day_of(guest, "week");
	assert_non_null(strstr(day.why, "guest"));
	store_client_free(guest);
}

/* ---- Time ---- */

/* A try may end until a day after the week, or a week after its beginning. */
static void a_late_contract_is_not_ranked(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *lines[] = {fixture_caller(fixture, "Ada"),
		fixture_caller(fixture, "Bob"), fixture_caller(fixture, "Cyd")};
	struct keeper_run runs[3];
	struct keeper_day day;

	for (int i = 0; i < 2; i++)
		begin_contract(lines[i], &runs[i]);
	assert_int_equal(day_of(lines[0], "week").left_seconds, 30 * HOUR);
	go_to(lines[0], WEEK_CLOSES);
	expect_refused(lines[2], THIS_WEEK, "This week is closed.");
	begin_contract(lines[2], &runs[2]);
	day = day_of(lines[0], "week");
	assert_string_equal(day.date, NEXT_WEEK);
	assert_string_equal(day.going, THIS_WEEK);
	assert_string_equal(day.before, THIS_WEEK);
	go_to(lines[0], WEEK_CLOSES + DAY);
	end_run(lines[0], &runs[0], 40);
	assert_true(is_scored(lines[0], runs[0].id));
	*clock_now += 1;
	end_run(lines[1], &runs[1], 50);
	assert_false(is_scored(lines[1], runs[1].id));
	assert_int_equal(day_of(lines[2], "week").left_seconds, 6 * DAY - 1);
	end_run(lines[2], &runs[2], 60);
	assert_true(is_scored(lines[2], runs[2].id));
	for (int i = 0; i < 3; i++)
		store_client_free(lines[i]);
}

static void the_hash_is_published_a_week_before(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture);
	static const struct seed none;
	struct keeper_day next = day_of(line, NEXT_WEEK), day;

	assert_int_equal(next.published, AT_SIX);
	assert_int_equal(next.rules, 0);
	assert_string_equal(next.handicaps, "");
	assert_int_equal(keeper_day_show(line, "2026-W49", &day), KEEPER_NO);
	assert_non_null(strstr(keeper_sentence(line), "weekly contract"));
	go_to(line, WEEK_CLOSES + WEEK - 1);
	day = day_of(line, "week");
	assert_string_equal(day.date, NEXT_WEEK);
	assert_memory_equal(day.hash, next.hash, sizeof day.hash);
	assert_true(strchr(day.handicaps, ',') != NULL);
	assert_int_equal(day.closes_seconds, 1);
	assert_false(day.revealed);
	assert_memory_equal(&day.seed, &none, sizeof none);
	go_to(line, WEEK_CLOSES + WEEK + DAY);
	assert_true(day_of(line, NEXT_WEEK).revealed);
	/* A year of 53 weeks. */
	go_to(line, 1798761600 + 3 * HOUR); /* 2027-01-01 03:00, a Friday */
	assert_string_equal(day_of(line, "week").date, "2026-W53");
	go_to(line, 1798761600 + 3 * DAY);
	day = day_of(line, "week");
	assert_string_equal(day.date, "2027-W01");
	assert_string_equal(day.before, "2026-W53");
	assert_string_equal(day_of(line, "").date, "2027-01-04");
	assert_string_equal(day_of(line, "").before, "2027-01-02");
	store_client_free(line);
}

/* ---- Views ---- */

static void a_contract_is_hidden_from_those_who_have_not_tried(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada"),
			    *bo = fixture_caller(fixture, "Bob");
	struct keeper_run run, own, read;

	begin_contract(ada, &run);
	quit_try(fixture, ada, &run);
	assert_int_not_equal(keeper_run_show(bo, run.id, &read), KEEPER_OK);
	assert_non_null(strstr(keeper_sentence(bo), "own try at that week is over"));
	begin_contract(bo, &own);
	end_run(bo, &own, 30);
	assert_int_equal(keeper_run_show(bo, run.id, &read), KEEPER_OK);
	store_client_free(bo);
	bo = fixture_caller(fixture, "Cyd");
	assert_int_not_equal(keeper_run_show(bo, run.id, &read), KEEPER_OK);
	go_to(bo, WEEK_CLOSES + DAY);
	assert_int_equal(keeper_run_show(bo, run.id, &read), KEEPER_OK);
	store_client_free(ada);
	store_client_free(bo);
}

static void past_weeks_can_be_practised(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada");
	struct keeper_run run, practice;
	struct keeper_day day;

	begin_contract(ada, &run);
	end_run(ada, &run, 30);
	go_to(ada, WEEK_CLOSES + DAY);
	day = day_of(ada, THIS_WEEK);
	assert_true(day.revealed);
	assert_int_equal(keeper_run_begin_seeded(ada, false, &day.seed, &practice), KEEPER_OK);
	assert_memory_equal(&practice.birth, &run.birth, sizeof run.birth);
	assert_int_equal(practice.mode, STORE_CHOSEN);
	store_client_free(ada);
}

static void weeks_can_be_turned_off(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line;
	struct keeper_day day;

	fixture_kill_keeper(fixture);
	fixture->policy.weekly = 0;
	fixture_start(fixture);
	line = player(fixture, "Ada");
	assert_int_equal(keeper_day_show(line, "week", &day), KEEPER_NO);
	expect_refused(line, THIS_WEEK, "no weekly contract");
	assert_string_equal(day_of(line, "").date, TODAY);
	store_client_free(line);
}

/* ---- trapdoor verify --weekly ---- */

static void count_run(void *context, int64_t run)
{
	assert_true(run > 0);
	++*(unsigned *)context;
}

static void expect_faults(struct fixture *fixture, const char *week, int faults, unsigned runs)
{
	struct store_client *host = fixture_operator(fixture);
	unsigned verified = 0;

	assert_int_equal(verify_day(host, week, count_run, &verified), faults);
	assert_int_equal(verified, runs);
	store_client_free(host);
}

/* A week in the database whose handicaps its seed does not draw. */
static void forge_week(
	struct fixture *fixture, const struct keeper_day *like, const char *week, uint32_t rules)
{
	char sentence[256] = "";
	struct store *store = store_open(fixture->state, sentence, sizeof sentence);
	struct store_day day = {.rules = rules};
	const char *game = content_game(fixture->content);

	assert_non_null(store);
	strcpy(day.date, week);
	memcpy(day.seed, like->seed.bytes, sizeof day.seed);
	memcpy(day.hash, like->hash, sizeof day.hash);
	memcpy(day.content, like->content, sizeof day.content);
	strcpy(day.handicaps, "no-lamp");
	assert_int_equal(store_day_publish(store, game, &day), STORE_OK);
	assert_int_equal(store_day_open(store, game, &day), STORE_OK);
	store_close(store);
}

static void a_week_is_verified(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada"), *host;
	struct keeper_run run;
	struct keeper_day day;

	begin_contract(ada, &run);
	quit_try(fixture, ada, &run);
	expect_faults(fixture, THIS_WEEK, 0, 1);
	expect_faults(fixture, NEXT_WEEK, 0, 0);
	expect_faults(fixture, "2026-W01", -1, 0);
	host = fixture_operator(fixture);
	day = day_of(host, THIS_WEEK);
	store_client_free(host);
	fixture_kill_keeper(fixture);
	forge_week(fixture, &day, "2026-W40", ENGINE_RULES_VERSION);
	forge_week(fixture, &day, "2026-W39", ENGINE_RULES_VERSION - 1);
	fixture_start(fixture);
	/* Neither the secret nor the seed gives that week. */
	expect_faults(fixture, "2026-W40", 2, 0);
	/* Older rules may have drawn these from the seed. */
	expect_faults(fixture, "2026-W39", 1, 0);
	store_client_free(ada);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_weeks, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_contract_is_the_same_for_all),
		TEST(a_guest_has_no_try_at_a_week),
		TEST(a_late_contract_is_not_ranked),
		TEST(the_hash_is_published_a_week_before),
		TEST(a_contract_is_hidden_from_those_who_have_not_tried),
		TEST(past_weeks_can_be_practised),
		TEST(weeks_can_be_turned_off),
		TEST(a_week_is_verified),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
