/* While you were out, at the keeper: graves, avengers, the board, days and mail, each told once. */
#include "tests/test.h"

#include "tests/door/day_scene.h"

static int set_up_out(void **state)
{
	struct fixture *fixture;

	assert_int_equal(set_up(state), 0);
	fixture = *state;
	fixture_kill_keeper(fixture);
	fixture->policy.meanwhile = fixture->policy.words = 1;
	fixture_start(fixture);
	return 0;
}

static struct keeper_out page_of(struct store_client *line)
{
	struct keeper_out page;

	assert_int_equal(keeper_out_show(line, &page), KEEPER_OK);
	return page;
}

/* Ends a run with so many points, on a depth. */
static void die(struct fixture *fixture, struct store_client *line, int points, int depth,
	const char *avenged)
{
	struct keeper_run run;
	struct store_score score;

	fixture_begin_unproven(line, &run);
	score = fixture_score(&run, points, OUTCOME_DIED);
	score.died = true;
	score.turns = 9;
	score.depth = score.deepest = depth;
	snprintf(score.avenged, sizeof score.avenged, "%s", avenged);
	assert_int_equal(keeper_run_end(line, run.epoch, 1, &score), KEEPER_OK);
	fixture_verify(fixture, run.id);
}

static const struct keeper_out_row *row_of(
	const struct keeper_out *page, enum out_kind kind, const char *name)
{
	for (size_t i = 0; i < page->count; i++)
		if (page->rows[i].kind == kind && strcmp(page->rows[i].name, name) == 0)
			return &page->rows[i];
	return NULL;
}

static void what_happened_is_told_until_it_is_seen(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada"), *otto = player(fixture, "Otto");
	struct keeper_out page;

	die(fixture, ada, 200, 4, "");
	/* The first page of an account is empty, whatever happened before. */
	assert_int_equal(page_of(ada).count, 0);
	assert_int_equal(page_of(ada).count, 0);
	/* The births of Otto have Ada's grave on depth 4. */
	die(fixture, otto, 150, 4, "");
	page = page_of(ada);
	assert_int_equal(page.count, 1);
	assert_non_null(row_of(&page, OUT_GRAVE, "Otto"));
	assert_int_equal(page.rows[0].number, 4);
	die(fixture, otto, 300, 7, "Ada");
	assert_int_equal(keeper_mail_send(otto, "Ada", "Sorry."), KEEPER_OK);
	page = page_of(ada);
	assert_int_equal(page.count, 4);
	assert_non_null(row_of(&page, OUT_GRAVE, "Otto"));
	assert_non_null(row_of(&page, OUT_AVENGED, "Otto"));
	assert_non_null(row_of(&page, OUT_PASSED, "Otto"));
	assert_int_equal(row_of(&page, OUT_PASSED, "Otto")->number, 300);
	assert_non_null(row_of(&page, OUT_MAIL, "Otto"));
	/* A lost connection shows it again; a page that was read is never shown again. */
	assert_int_equal(page_of(ada).count, 4);
	assert_int_equal(keeper_out_seen(ada, &page.mark), KEEPER_OK);
	assert_int_equal(page_of(ada).count, 0);
	/* Otto was above before. */
	die(fixture, otto, 400, 9, "");
	assert_int_equal(page_of(ada).count, 0);
	store_client_free(ada);
	store_client_free(otto);
}

static void a_closed_day_has_a_result(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada"), *otto = player(fixture, "Otto");
	struct keeper_run run;
	struct keeper_out page;

	assert_int_equal(page_of(ada).count, 0);
	begin_try(ada, &run);
	quit_try(fixture, ada, &run);
	begin_try(otto, &run);
	assert_int_equal(page_of(ada).count, 0);
	go_to(ada, AT_SIX + 7 * HOUR);
	page = page_of(ada);
	assert_int_equal(page.count, 1);
	assert_int_equal(page.rows[0].kind, OUT_DAY);
	assert_string_equal(page.rows[0].name, TODAY);
	assert_int_equal(page.rows[0].number, 1);
	assert_int_equal(page.rows[0].of, 2);
	assert_int_equal(keeper_out_seen(ada, &page.mark), KEEPER_OK);
	assert_int_equal(page_of(ada).count, 0);
	store_client_free(ada);
	store_client_free(otto);
}

/* A session may ask at every connection, and no more: each page reads much of the database. */
static void a_page_is_read_so_often_a_day(void **state)
{
	struct store_client *ada = player(*state, "Ada");
	struct keeper_out page;

	for (int i = 0; i < 100; i++)
		assert_int_equal(keeper_out_show(ada, &page), KEEPER_OK);
	assert_int_equal(keeper_out_show(ada, &page), KEEPER_NO);
	store_client_free(ada);
}

/* Rows of one kind never take the room of mail. */
static void a_kind_leaves_room_for_the_others(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada"), *other;
	struct keeper_out page;
	char name[16];
	size_t passed = 0;

	die(fixture, ada, 200, 4, "");
	assert_int_equal(page_of(ada).count, 0);
	for (int i = 0; i < 6; i++) {
		snprintf(name, sizeof name, "Passer%d", i);
		other = player(fixture, name);
		die(fixture, other, 300 + i, 7, "");
		assert_int_equal(keeper_mail_send(other, "Ada", "Hello."), KEEPER_OK);
		store_client_free(other);
	}
	page = page_of(ada);
	for (size_t i = 0; i < page.count; i++)
		passed += page.rows[i].kind == OUT_PASSED;
	assert_int_equal(passed, 4);
	assert_int_equal(page.rows[page.count - 1].kind, OUT_MAIL);
	store_client_free(ada);
}

static void a_server_may_tell_nothing(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada");
	struct keeper_out page;

	fixture_kill_keeper(fixture);
	fixture->policy.meanwhile = 0;
	fixture_start(fixture);
	assert_int_equal(keeper_out_show(ada, &page), KEEPER_NO);
	store_client_free(ada);
}

/* ---- Branches: the keeper decides, and stores nothing ---- */

static void only_an_own_ended_run_is_branched(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada"), *otto = player(fixture, "Otto");
	struct keeper_run run, other;

	fixture_begin_unproven(ada, &run);
	assert_int_equal(keeper_branch(ada, run.id), KEEPER_NO);
	end_run(ada, &run, 100);
	assert_int_equal(keeper_branch(ada, run.id), KEEPER_OK);
	assert_int_equal(keeper_branch(otto, run.id), KEEPER_NO);
	assert_string_equal(
		keeper_sentence(otto), "Only an ended run of your own can be played on.");
	assert_int_equal(keeper_branch(ada, 999), KEEPER_NO);
	begin_try(ada, &other);
	quit_try(fixture, ada, &other);
	assert_int_equal(keeper_branch(ada, other.id), KEEPER_NO);
	assert_string_equal(keeper_sentence(ada),
		"A try can be played on when its seed is shown: a day after its "
		"contest has closed.");
	go_to(ada, AT_SIX + 31 * HOUR);
	assert_int_equal(keeper_branch(ada, other.id), KEEPER_OK);
	store_client_free(ada);
	store_client_free(otto);
}

/* A run whose day cannot be read may be one of today. */
static void a_run_that_may_be_secret_is_hidden(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada"), *otto = player(fixture, "Otto");
	struct keeper_run run, shown;

	begin_try(ada, &run);
	quit_try(fixture, ada, &run);
	assert_int_not_equal(keeper_branch(ada, run.id), KEEPER_OK);
	fixture_sql(fixture, "ALTER TABLE tries RENAME TO away");
	assert_int_not_equal(keeper_branch(ada, run.id), KEEPER_OK);
	assert_int_not_equal(keeper_run_show(otto, run.id, &shown), KEEPER_OK);
	fixture_sql(fixture, "ALTER TABLE away RENAME TO tries");
	go_to(ada, AT_SIX + 2 * DAY);
	assert_int_equal(keeper_branch(ada, run.id), KEEPER_OK);
	assert_int_equal(keeper_run_show(otto, run.id, &shown), KEEPER_OK);
	store_client_free(ada);
	store_client_free(otto);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_out, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_happened_is_told_until_it_is_seen),
		TEST(a_closed_day_has_a_result),
		TEST(a_page_is_read_so_often_a_day),
		TEST(a_kind_leaves_room_for_the_others),
		TEST(a_server_may_tell_nothing),
		TEST(only_an_own_ended_run_is_branched),
		TEST(a_run_that_may_be_secret_is_hidden),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
