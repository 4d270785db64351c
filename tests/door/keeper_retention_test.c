/* The keeper removes what the settings let go, and returns unused pages while it serves. */
#include "tests/test.h"

#include "tests/door/keeper_house.h"

#include "sql/store.h"

#define DAY (24 * 60 * 60)

/* An old run that is on no board, and an old entry of the audit log.  The keeper does not run. */
static int64_t make_old(struct fixture *fixture, int64_t now)
{
	const struct store_audit entry = {
		.at = now - 40 * DAY, .uid = 1, .actor = "root", .action = "ban"};
	struct store_begin begin = {.mode = STORE_RANKED,
		.seed = (const uint8_t *)"0123456789abcdef",
		.birth = "b",
		.birth_size = 1,
		.rules = 1,
		.content = (const uint8_t *)"0123456789abcdef",
		.now = now - 41 * DAY};
	struct store_score score = {.outcome = 1, .died = true, .ended = now - 40 * DAY};
	char sentence[256] = "";
	struct store *store = store_open(fixture->state, sentence, sizeof sentence);
	struct store_run run;

	assert_string_equal(sentence, "");
	assert_int_equal(store_account_new(store, "Anton", "h", 1, &begin.account), STORE_OK);
	assert_int_equal(store_bundle_put(store, begin.content, "cellar", "t", 1), STORE_OK);
	assert_int_equal(store_run_begin(store, &begin, &run), STORE_OK);
	score.run = run.id;
	assert_int_equal(store_run_end(store, run.epoch, 0, &score), STORE_OK);
	assert_int_equal(store_score_verify(store, run.id, STORE_VERIFIED), STORE_OK);
	assert_int_equal(store_audit_add(store, &entry), STORE_OK);
	store_close(store);
	return run.id;
}

static bool is_gone(struct store_client *host, int64_t run, int tries)
{
	enum keeper_verdict verdict = KEEPER_OK;
	struct keeper_run shown;

	/* KEEPER_FAILED: the run is there, and its birth is no real one. */
	for (; tries > 0 && verdict != KEEPER_NO; tries--) {
		verdict = keeper_run_show(host, run, &shown);
		nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
	}
	return verdict == KEEPER_NO;
}

static void set_up_old(struct fixture *fixture, int64_t *run)
{
	fixture_start(fixture);
	fixture_kill_keeper(fixture);
	*run = make_old(fixture, (int64_t)time(NULL));
	fixture->policy.expiry_ms = 1;
}

static void old_rows_go_when_the_settings_say_so(void **state)
{
	struct fixture *fixture = *state = fixture_new();
	struct store_client *host;
	unsigned entries = 1;
	int64_t run;

	set_up_old(fixture, &run);
	fixture->policy.replay_days = fixture->policy.audit_days = 30;
	fixture_log_begin();
	fixture_start(fixture);
	host = fixture_operator(fixture);
	assert_true(is_gone(host, run, 1000));
	assert_string_equal(
		keeper_sentence(host), "There is no such run, or its replay was removed.");
	for (int tries = 0; tries < 1000 && entries > 0; tries++) {
		entries = fixture_audit_entries(host);
		nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
	}
	assert_int_equal(entries, 0);
	fixture_log_await("level=info event=audit.expired", 1);
	assert_non_null(strstr(fixture_log_await("event=replay.expired", 1), " runs=1\n"));
	assert_null(strstr(fixture_log_await(" entries=1\n", 1), "event=retention.failed"));
	fixture_log_end();
	store_client_free(host);
}

static void younger_rows_stay_and_all_before_the_clock_was_steady(void **state)
{
	/* Without a setting, younger than it, and with a clock that has begun. */
	static const int days[] = {0, 50, 30};
	struct fixture *fixture = *state = fixture_new();
	int64_t run;

	set_up_old(fixture, &run);
	for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
		fixture->policy.replay_days = fixture->policy.audit_days = days[i];
		fixture->policy.expiry_ms = days[i] == 30 ? 0 : 1;
		fixture_start(fixture);
		struct store_client *host = fixture_operator(fixture);
		/* Longer than the keeper waits before its first piece. */
		assert_false(is_gone(host, run, 300));
		assert_int_equal(fixture_audit_entries(host), 1);
		store_client_free(host);
		fixture_kill_keeper(fixture);
	}
	fixture_start(fixture);
}

static void unused_pages_go_while_a_game_goes_on(void **state)
{
	fixture_log_begin();
	fixture_set_up(state);
	struct fixture *fixture = *state;
	struct store_client *line = fixture_caller(fixture, "Mina"),
			    *host = fixture_operator(fixture);
	uint8_t *filler = calloc(1, WIRE_SAVE_MAX);
	struct store_score score;
	struct keeper_run run;
	uint64_t returned;
	int status;

	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	memset(filler, 7, WIRE_SAVE_MAX);
	assert_int_equal(
		keeper_snapshot_put(line, run.id, run.epoch, 0, filler, WIRE_SAVE_MAX), KEEPER_OK);
	free(filler);
	assert_int_equal(fixture_append(line, &run, 0, "\1"), KEEPER_OK);
	score = fixture_score(&run, 5, OUTCOME_DIED);
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	assert_int_equal(keeper_run_begin(line, false, &run), KEEPER_OK);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct store_client *other = fixture_operator(fixture);
		enum keeper_verdict verdict = keeper_admin_vacuum(other, &returned);

		_exit(verdict == KEEPER_OK && returned >= WIRE_SAVE_MAX ? 0 : 1);
	}
	for (uint32_t i = 0; i < 50; i++)
		assert_int_equal(fixture_append(line, &run, i, "\1"), KEEPER_OK);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(keeper_admin_vacuum(host, &returned), KEEPER_OK);
	assert_true(returned < WIRE_SAVE_MAX / 16);
	assert_int_equal(fixture_audit_entries(host), 2);
	const char *end, *begin = fixture_log_await("level=info event=vacuum.end", 2);
	unsigned long long unused = 0, back = 0;

	begin = strstr(begin, "level=info event=vacuum.begin");
	assert_non_null(begin);
	assert_int_equal(sscanf(strstr(begin, " unused_bytes="), " unused_bytes=%llu", &unused), 1);
	end = strstr(begin, "event=vacuum.end");
	assert_int_equal(sscanf(strstr(end, " returned_bytes="), " returned_bytes=%llu", &back), 1);
	assert_in_range(back, WIRE_SAVE_MAX, unused);
	fixture_log_end();
	store_client_free(line);
	store_client_free(host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(old_rows_go_when_the_settings_say_so, fixture_tear_down),
		cmocka_unit_test_teardown(
			younger_rows_stay_and_all_before_the_clock_was_steady, fixture_tear_down),
		cmocka_unit_test_teardown(unused_pages_go_while_a_game_goes_on, fixture_tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
