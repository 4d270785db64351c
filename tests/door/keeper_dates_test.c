/* Days: clocks, time zones, secrets, and practice on past days. */
#include "tests/test.h"

#include "door/command/verify_day.h"
#include "tests/door/day_scene.h"

/* ---- Days and clocks ---- */

static void the_hash_is_published_a_day_before(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture), *host = fixture_operator(fixture);
	uint8_t hash[STORE_HASH_SIZE];
	struct keeper_day day = day_of(line, TOMORROW);

	assert_int_equal(day.published, AT_SIX);
	assert_int_equal(day.rules, 0);
	assert_false(day.today);
	memcpy(hash, day.hash, sizeof hash);
	assert_int_equal(keeper_day_show(line, "2026-11-24", &day), KEEPER_NO);
	go_to(line, AT_SIX + 6 * HOUR - 1);
	day = day_of(line, "");
	assert_string_equal(day.date, TODAY);
	assert_int_equal(day.closes_seconds, 1);
	assert_string_equal(day.after, "");
	*clock_now += 1;
	/* The first request of the day finds it. */
	day = day_of(line, "");
	assert_string_equal(day.date, TOMORROW);
	assert_string_equal(day.before, TODAY);
	assert_string_equal(day_of(line, TODAY).after, TOMORROW);
	assert_int_equal(day.closes_seconds, DAY);
	assert_int_equal(day.published, AT_SIX);
	assert_memory_equal(day.hash, hash, sizeof hash);
	assert_int_equal(day.rules, ENGINE_RULES_VERSION);
	assert_true(day_of(host, TOMORROW).derived);
	store_client_free(line);
	store_client_free(host);
}

/* The clock goes back over midnight, and forth again: nobody gets a second try. */
static void the_clock_may_change_at_midnight(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada");
	struct keeper_run run, next;

	go_to(ada, AT_SIX + 6 * HOUR - 2);
	begin_try(ada, &run);
	end_run(ada, &run, 30);
	go_to(ada, AT_SIX + 6 * HOUR + 2);
	assert_int_equal(keeper_day_play(ada, TOMORROW, &next), KEEPER_OK);
	assert_int_equal(day_of(ada, "").streak, 2);
	go_to(ada, AT_SIX + 6 * HOUR - 2);
	expect_refused(ada, TODAY, "over");
	/* The try of the day to come goes on. */
	assert_int_equal(keeper_day_play(ada, TOMORROW, &run), KEEPER_OK);
	assert_int_equal(run.id, next.id);
	go_to(ada, AT_SIX + 6 * HOUR + 2);
	assert_int_equal(fixture_append(ada, &run, 0, "\1"), KEEPER_OK);
	end_run(ada, &run, 40);
	assert_true(is_scored(ada, run.id));
	expect_refused(ada, TOMORROW, "over");
	store_client_free(ada);
}

/* A wrong time server reveals nothing and closes no try. */
static void a_jump_of_the_clock_reveals_nothing(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada, *bo;
	struct keeper_run run;

	fixture_kill_keeper(fixture);
	fixture->policy.expiry_ms = 0; /* an hour */
	fixture_start(fixture);
	ada = player(fixture, "Ada");
	bo = player(fixture, "Bob");
	begin_try(ada, &run);
	go_to(ada, AT_SIX + 400LL * DAY);
	assert_false(day_of(bo, TODAY).revealed);
	end_run(ada, &run, 30);
	assert_true(is_scored(ada, run.id));
	assert_int_equal(keeper_run_show(bo, run.id, &run), KEEPER_NO);
	go_to(ada, AT_SIX);
	assert_false(day_of(bo, TODAY).revealed);
	store_client_free(ada);
	store_client_free(bo);
}

static void the_server_may_be_down_over_midnight(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada");
	struct keeper_run run, kept;
	struct keeper_day day;
	uint8_t hash[STORE_HASH_SIZE];

	begin_try(ada, &run);
	memcpy(hash, day_of(ada, TOMORROW).hash, sizeof hash);
	fixture_kill_keeper(fixture);
	*clock_now = AT_SIX + 7 * HOUR;
	fixture_start(fixture);
	day = day_of(ada, "");
	assert_string_equal(day.date, TOMORROW);
	assert_memory_equal(day.hash, hash, sizeof hash);
	assert_string_equal(day.going, TODAY);
	assert_int_equal(keeper_day_play(ada, TODAY, &kept), KEEPER_OK);
	assert_int_equal(kept.id, run.id);
	/* A server that is down for days publishes its day late. */
	fixture_kill_keeper(fixture);
	*clock_now = AT_SIX + 9 * DAY;
	fixture_start(fixture);
	day = day_of(ada, "");
	assert_string_equal(day.date, "2026-12-01");
	assert_int_equal(day.published, AT_SIX + 9 * DAY);
	assert_string_equal(day.before, "2026-11-24");
	store_client_free(ada);
}

static void days_are_those_of_utc(void **state)
{
	static const char *const zones[] = {"Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"};
	struct fixture *fixture = *state;

	for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
		struct store_client *line;

		fixture_kill_keeper(fixture);
		setenv("TZ", zones[i], 1);
		tzset();
		fixture_start(fixture);
		line = fixture_line(fixture);
		assert_string_equal(day_of(line, "").date, TODAY);
		assert_int_equal(day_of(line, "").closes_seconds, 6 * HOUR);
		store_client_free(line);
	}
	unsetenv("TZ");
	tzset();
}

/* ---- The secret ---- */

static void hosts_with_one_secret_have_the_same_days(void **state)
{
	struct fixture *fixture = *state, *others[2];
	struct store_client *line = fixture_line(fixture);
	struct keeper_day own = day_of(line, ""), days[2];
	char sentence[256] = "", path[96];
	FILE *file;

	store_client_free(line);
	snprintf(path, sizeof path, "%s/shared", fixture->state);
	for (int i = 0; i < 2; i++) {
		others[i] = fixture_new();
		others[i]->policy = fixture->policy;
		file = fopen(path, "w");
		assert_non_null(file);
		fputs(i ? "a secret of two hosts\r\n" : "a secret of two hosts", file);
		fclose(file);
		assert_true(
			keeper_policy_secret(&others[i]->policy, path, sentence, sizeof sentence));
		fixture_start(others[i]);
		line = fixture_line(others[i]);
		days[i] = day_of(line, "");
		store_client_free(line);
	}
	assert_memory_equal(days[0].hash, days[1].hash, sizeof days[0].hash);
	assert_memory_not_equal(days[0].hash, own.hash, sizeof own.hash);
	for (int i = 0; i < 2; i++)
		fixture_tear_down((void **)&others[i]);
	/* Too short, or not there. */
	file = fopen(path, "w");
	fputs("short\n", file);
	fclose(file);
	assert_false(keeper_policy_secret(&fixture->policy, path, sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "16 characters"));
	assert_false(keeper_policy_secret(&fixture->policy, "/none", sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "/none"));
}

/* A later secret changes no day whose hash was published, and `verify` says whose secret it was. */
static void a_published_day_outlives_its_secret(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line = fixture_line(fixture), *host;
	struct keeper_day day = day_of(line, TOMORROW), after;

	fixture_kill_keeper(fixture);
	fixture->policy.day_shared = true;
	fixture_start(fixture);
	host = fixture_operator(fixture);
	after = day_of(host, TOMORROW);
	assert_memory_equal(day.hash, after.hash, sizeof day.hash);
	assert_false(after.derived);
	store_client_free(line);
	store_client_free(host);
}

/* Practice on a past day has its births, too. */
static void past_days_can_be_practised(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada");
	struct keeper_run run, practice;
	struct keeper_day day;

	begin_try(ada, &run);
	end_run(ada, &run, 30);
	assert_int_equal(keeper_run_begin_seeded(ada, false, &run.seed, &practice), KEEPER_OK);
	/* Before that, it is a seed like any other. */
	assert_int_equal(practice.birth.bones_count, 1);
	assert_int_equal(fixture_append(ada, &practice, 0, "\1"), KEEPER_OK);
	end_run(ada, &practice, 10);
	go_to(ada, AT_SIX + 2 * DAY);
	day = day_of(ada, TODAY);
	assert_true(day.revealed);
	assert_memory_equal(&day.seed, &run.seed, sizeof run.seed);
	assert_int_equal(keeper_run_begin_seeded(ada, false, &day.seed, &practice), KEEPER_OK);
	assert_memory_equal(&practice.birth, &run.birth, sizeof run.birth);
	assert_int_equal(practice.mode, STORE_CHOSEN);
	store_client_free(ada);
}

static void days_can_be_turned_off(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *line;
	struct keeper_day day;

	fixture_kill_keeper(fixture);
	fixture->policy.daily = 0;
	fixture_start(fixture);
	line = player(fixture, "Ada");
	assert_int_equal(keeper_day_show(line, "", &day), KEEPER_NO);
	expect_refused(line, TODAY, "no daily run");
	store_client_free(line);
}

/* ---- trapdoor verify --daily ---- */

static void count_run(void *context, int64_t run)
{
	assert_true(run > 0);
	++*(unsigned *)context;
}

static void expect_faults(struct fixture *fixture, const char *date, int faults, unsigned runs)
{
	struct store_client *host = fixture_operator(fixture);
	unsigned verified = 0;

	assert_int_equal(verify_day(host, date, count_run, &verified), faults);
	assert_int_equal(verified, runs);
	store_client_free(host);
}

/* Adds a verified try to the database while no keeper has it open. */
static void forge_try(struct fixture *fixture, const char *name, const struct store_begin *begin)
{
	char sentence[256] = "";
	struct store *store = store_open(fixture->state, sentence, sizeof sentence);
	struct store_begin forged = *begin;
	struct store_account account;
	struct store_run run;
	struct store_score score = {.scored = true, .score = 100, .deepest = 1};

	assert_non_null(store);
	assert_int_equal(store_account_by_name(store, name, &account), STORE_OK);
	forged.account = account.id;
	forged.mode = STORE_DAILY;
	assert_int_equal(
		store_try_begin(store, content_game(fixture->content), TODAY, &forged, &run),
		STORE_OK);
	score.run = run.id;
	assert_int_equal(store_run_end(store, 1, 0, &score), STORE_OK);
	assert_int_equal(store_score_verify(store, run.id, STORE_VERIFIED), STORE_OK);
	store_close(store);
}

static void forge_day(struct fixture *fixture, const char *date)
{
	char sentence[256] = "";
	struct store *store = store_open(fixture->state, sentence, sizeof sentence);
	struct store_day day = {.seed = {1}, .hash = {2}};

	assert_non_null(store);
	snprintf(day.date, sizeof day.date, "%s", date);
	assert_int_equal(store_day_publish(store, content_game(fixture->content), &day), STORE_OK);
	store_close(store);
}

/* The hash, the secret, and each run's seed, birth, rules and content. */
static void a_day_is_verified(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada");
	const struct birth other = {.name = "Ada"};
	uint8_t right[BIRTH_BYTES_MAX], wrong[BIRTH_BYTES_MAX];
	struct keeper_run run;
	struct store_begin begin;

	store_client_free(fixture_caller(fixture, "Bob"));
	store_client_free(fixture_caller(fixture, "Cyd"));
	store_client_free(fixture_caller(fixture, "Dan"));
	store_client_free(fixture_caller(fixture, "Eve"));
	expect_faults(fixture, TODAY, 0, 0);
	begin_try(ada, &run);
	quit_try(fixture, ada, &run);
	expect_faults(fixture, TODAY, 0, 1);
	fixture_kill_keeper(fixture);
	begin = (struct store_begin){.seed = run.seed.bytes,
		.birth = right,
		.birth_size = birth_encode(&run.birth, right),
		.rules = ENGINE_RULES_VERSION,
		.content = run.content};
	forge_try(fixture, "Bob", &begin);
	begin.rules = 1;
	forge_try(fixture, "Cyd", &begin);
	begin.rules = ENGINE_RULES_VERSION;
	begin.seed = (const uint8_t *)"another seed here";
	forge_try(fixture, "Dan", &begin);
	begin.seed = run.seed.bytes;
	begin.birth = wrong;
	begin.birth_size = birth_encode(&other, wrong);
	forge_try(fixture, "Eve", &begin);
	forge_day(fixture, "2026-11-01");
	fixture_start(fixture);
	expect_faults(fixture, TODAY, 3, 5);
	expect_faults(fixture, "2026-11-01", 1, 0);
	expect_faults(fixture, "2026-11-02", -1, 0);
	fixture_kill_keeper(fixture);
	fixture->policy.day_shared = true;
	fixture_start(fixture);
	expect_faults(fixture, TODAY, 4, 5);
	store_client_free(ada);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_hash_is_published_a_day_before),
		TEST(the_clock_may_change_at_midnight),
		TEST(a_jump_of_the_clock_reveals_nothing),
		TEST(the_server_may_be_down_over_midnight),
		TEST(days_are_those_of_utc),
		TEST(hosts_with_one_secret_have_the_same_days),
		TEST(a_published_day_outlives_its_secret),
		TEST(past_days_can_be_practised),
		TEST(days_can_be_turned_off),
		TEST(a_day_is_verified),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
