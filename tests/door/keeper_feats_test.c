/* Feats at the keeper: a verifier reports them, achievements follow, and lamps are lit. */
#include "tests/test.h"

#include "tests/door/day_scene.h"

static struct keeper_ledger seen;

static bool has(unsigned kind, const char *id)
{
	for (size_t i = 0; i < seen.count; i++)
		if (seen.feats[i].kind == kind && strcmp(seen.feats[i].id, id) == 0)
			return true;
	return false;
}

static size_t ledger(struct store_client *line)
{
	assert_int_equal(keeper_ledger(line, &seen), KEEPER_OK);
	return seen.count;
}

static void report_of(struct fixture *fixture, int64_t run, const struct feat *feats, size_t count)
{
	struct store_client *operator= fixture_operator(fixture);

	assert_int_equal(keeper_verified(operator, run, feats, count), KEEPER_OK);
	store_client_free(operator);
}

static int64_t ended(struct store_client *line, int points)
{
	struct keeper_run run;

	fixture_begin_unproven(line, &run);
	return end_run(line, &run, points);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct feat won[] = {{FEAT_MET, "cable-rat"}, {FEAT_BEATEN, "cable-rat"},
	{FEAT_DEPTH, "1"}, {FEAT_DEPTH, "2"}, {FEAT_ENDING, "won"}};

static void the_verifier_of_a_try_fills_the_ledger(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada");
	struct keeper_run run;

	assert_int_equal(ledger(ada), 0);
	begin_try(ada, &run);
	quit_try(fixture, ada, &run);
	assert_true(ledger(ada) >= 2);
	assert_true(has(FEAT_DEPTH, "1") && has(FEAT_ENDING, "quit"));
	assert_false(has(FEAT_DEPTH, "2"));
	for (size_t i = 0; i < seen.count; i++)
		assert_int_equal(seen.runs[i], run.id);
	store_client_free(ada);
}

static void a_report_earns_achievements(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada");
	int64_t run = ended(ada, 500);

	report_of(fixture, run, won, COUNT(won));
	ledger(ada);
	assert_true(has(FEAT_MET, "cable-rat") && has(FEAT_ENDING, "won"));
	assert_true(has(FEAT_ACHIEVEMENT, "no-carrier") && has(FEAT_ACHIEVEMENT, "dial-tone"));
	/* The stored score has 9 turns, and avenged nobody. */
	assert_true(has(FEAT_ACHIEVEMENT, "brief-call"));
	assert_false(has(FEAT_ACHIEVEMENT, "condolences"));
	/* A second report replaces the first. */
	report_of(fixture, run, won, 1);
	assert_int_equal(ledger(ada), 1);
	store_client_free(ada);
}

static void all_runs_together_earn_the_rest(void **state)
{
	static const struct feat died[] = {{FEAT_ENDING, "died"}}, left[] = {{FEAT_ENDING, "left"}},
				 quit[] = {{FEAT_ENDING, "quit"}};
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada");
	struct store_client *operator= fixture_operator(fixture);
	int64_t runs[4];

	for (int i = 0; i < 4; i++)
		runs[i] = ended(ada, 100 + i);
	report_of(fixture, runs[0], died, 1);
	report_of(fixture, runs[1], left, 1);
	report_of(fixture, runs[2], quit, 1);
	ledger(ada);
	assert_false(has(FEAT_COLLECTION, "every-way-out"));
	report_of(fixture, runs[3], won, COUNT(won));
	ledger(ada);
	assert_true(has(FEAT_COLLECTION, "every-way-out"));
	/* It falls with any of the runs, and comes back when it holds again. */
	assert_int_equal(keeper_admin_verify(operator, runs[1], STORE_REFUTED), KEEPER_OK);
	ledger(ada);
	assert_false(has(FEAT_COLLECTION, "every-way-out") || has(FEAT_ENDING, "left"));
	report_of(fixture, runs[2], left, 1);
	report_of(fixture, runs[0], quit, 1);
	ledger(ada);
	assert_false(has(FEAT_COLLECTION, "every-way-out"));
	store_client_free(operator);
	store_client_free(ada);
}

/* A verifier that a run has subverted can lie about its run, and about nothing else. */
static void what_the_content_does_not_have_is_dropped(void **state)
{
	static const struct feat forged[] = {{FEAT_MET, "no-such"},
		{FEAT_ACHIEVEMENT, "no-carrier"}, {FEAT_COLLECTION, "directory"},
		{FEAT_DEPTH, "99"}, {FEAT_QUEST, "no-such"}, {19, "later"},
		{FEAT_MET, "cable-rat"}};
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada"),
			    *otto = fixture_caller(fixture, "Otto");
	int64_t run = ended(ada, 500);

	report_of(fixture, run, forged, COUNT(forged));
	assert_int_equal(ledger(ada), 1);
	assert_true(has(FEAT_MET, "cable-rat"));
	assert_int_equal(keeper_verified(otto, run, won, COUNT(won)), KEEPER_NO);
	assert_int_equal(ledger(ada), 1);
	assert_int_equal(ledger(otto), 0);
	store_client_free(ada);
	store_client_free(otto);
}

static void a_run_on_a_chosen_seed_feeds_no_ledger(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada");
	const struct seed seed = {{7}};
	struct keeper_run run;

	assert_int_equal(keeper_run_begin_seeded(ada, false, &seed, &run), KEEPER_OK);
	assert_int_equal(fixture_append(ada, &run, 0, "\1"), KEEPER_OK);
	end_run(ada, &run, 500);
	report_of(fixture, run.id, won, COUNT(won));
	assert_int_equal(ledger(ada), 0);
	store_client_free(ada);
}

static void a_guest_has_no_ledger(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *guest = fixture_line(fixture);
	struct keeper_account account;

	assert_int_equal(keeper_login_guest(guest, &account), KEEPER_OK);
	assert_int_equal(keeper_ledger(guest, &seen), KEEPER_NO);
	store_client_free(guest);
}

static void the_best_achievement_lights_a_lamp(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada"),
			    *otto = fixture_caller(fixture, "Otto");
	struct keeper_lamp lamps[4];
	size_t count;

	assert_int_equal(keeper_lamps(otto, lamps, 4, &count), KEEPER_OK);
	assert_int_equal(count, 0);
	report_of(fixture, ended(ada, 500), won, COUNT(won));
	assert_int_equal(keeper_lamps(otto, lamps, 4, &count), KEEPER_OK);
	assert_int_equal(count, 1);
	assert_string_equal(lamps[0].name, "Ada");
	/* brief-call is of a higher rank than no-carrier. */
	assert_int_equal(lamps[0].letter, 'q');
	assert_int_equal(lamps[0].role, COLOUR_ROLE_GOLD);
	store_client_free(ada);
	store_client_free(otto);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_verifier_of_a_try_fills_the_ledger),
		TEST(a_report_earns_achievements),
		TEST(all_runs_together_earn_the_rest),
		TEST(what_the_content_does_not_have_is_dropped),
		TEST(a_run_on_a_chosen_seed_feeds_no_ledger),
		TEST(a_guest_has_no_ledger),
		TEST(the_best_achievement_lights_a_lamp),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
