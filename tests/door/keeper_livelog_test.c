/* The livelog at the keeper: who feeds it, who does not, and what a forged request can do. */
#include "tests/test.h"

#include "tests/door/day_scene.h"

#include "door/store/store_client.h"
#include "door/text/livelog_words.h"

/* All milestones, oldest first, read beside the keeper. */
static struct {
	unsigned count;
	struct store_milestone each[STORE_LIVELOG_MOST];
} seen;

static bool keep(void *context, const struct store_milestone *milestone)
{
	(void)context;
	seen.each[seen.count++] = *milestone;
	return true;
}

static unsigned milestones(struct fixture *fixture)
{
	char sentence[256];
	struct store *store = store_open_to_read(fixture->state, sentence, sizeof sentence);

	assert_non_null(store);
	seen.count = 0;
	assert_int_equal(store_livelog_after(store, 0, keep, NULL), STORE_OK);
	store_close(store);
	return seen.count;
}

static void expect(const struct store_milestone *found, enum store_livelog_kind kind, int depth)
{
	assert_int_equal(found->kind, kind);
	assert_int_equal(found->depth, depth);
}

static void go(struct store_client *line, int depth, uint32_t turn)
{
	assert_int_equal(keeper_report_position(line, WHERE_PLAYING, depth, turn), KEEPER_OK);
}

/* Begins a run with so many commands. */
static void begin_long(struct store_client *line, struct keeper_run *run, unsigned commands)
{
	char bytes[100];

	assert_true(commands < sizeof bytes);
	memset(bytes, 1, commands);
	bytes[commands] = '\0';
	assert_int_equal(keeper_run_begin(line, false, run), KEEPER_OK);
	assert_int_equal(keeper_segment_add(line, run->id, run->epoch, 0, 1, run->content, "s", 1),
		KEEPER_OK);
	assert_int_equal(fixture_append(line, run, 0, bytes), KEEPER_OK);
}

static enum keeper_verdict end_with(
	struct store_client *line, const struct keeper_run *run, int points, uint32_t index)
{
	struct store_score score = fixture_score(run, points, OUTCOME_DIED);

	score.turns = 9;
	strcpy(score.cause, "killed by a \033[31mrat on depth 3");
	return keeper_run_end(line, run->epoch, index, &score);
}

/* ---- Depths ---- */

static void each_third_depth_is_a_milestone_once(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada"), *again;
	struct store_milestone shown[KEEPER_LIVELOG_SHOWN];
	struct keeper_run run;
	size_t count;

	begin_long(ada, &run, 40);
	for (int depth = 1; depth <= 8; depth++)
		go(ada, depth, (uint32_t)depth * 100);
	for (int depth = 8; depth >= 1; depth--)
		go(ada, depth, 900);
	go(ada, 6, 950);
	assert_int_equal(milestones(fixture), 2);
	expect(&seen.each[0], LIVELOG_DEPTH, 3);
	expect(&seen.each[1], LIVELOG_DEPTH, 6);
	assert_int_equal(seen.each[1].turns, 600);
	assert_int_equal(seen.each[1].run, run.id);
	assert_int_equal(seen.each[1].at, AT_SIX);
	assert_string_equal(seen.each[1].name, "Ada");
	/* Neither in another session nor with another keeper. */
	fixture_kill_keeper(fixture);
	fixture_start(fixture);
	again = fixture_caller(fixture, "Ada");
	assert_int_equal(keeper_run_claim(again, &run), KEEPER_OK);
	go(again, 6, 1000);
	go(again, 7, 1100);
	assert_int_equal(milestones(fixture), 2);
	/* A fall past a milestone reaches it. */
	go(again, 11, 1200);
	assert_int_equal(milestones(fixture), 3);
	expect(&seen.each[2], LIVELOG_DEPTH, 9);
	assert_int_equal(keeper_livelog(again, shown, &count), KEEPER_OK);
	assert_int_equal(count, 3);
	expect(&shown[0], LIVELOG_DEPTH, 9);
	expect(&shown[2], LIVELOG_DEPTH, 3);
	store_client_free(ada);
	store_client_free(again);
}

static void a_forged_depth_is_none(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada"),
			    *otto = fixture_caller(fixture, "Otto");
	struct keeper_run run;

	/* Without a run, in the lobby, and as a spectator. */
	go(otto, 9, 100);
	begin_long(ada, &run, 5);
	assert_int_equal(keeper_report_position(ada, WHERE_LOBBY, 3, 10), KEEPER_OK);
	assert_int_equal(keeper_report_position(ada, WHERE_WATCHING, 3, 10), KEEPER_OK);
	/* A journal of 5 commands is too short for depth 9. */
	go(ada, 9, 10);
	assert_int_equal(milestones(fixture), 0);
	go(ada, 5, 10);
	assert_int_equal(milestones(fixture), 1);
	/* Another player's run. */
	assert_int_not_equal(end_with(otto, &run, 50, 5), KEEPER_OK);
	assert_int_equal(milestones(fixture), 1);
	/* The run has ended. */
	assert_int_equal(end_with(ada, &run, 50, 5), KEEPER_OK);
	assert_int_equal(milestones(fixture), 2);
	go(ada, 6, 20);
	assert_int_equal(milestones(fixture), 2);
	store_client_free(ada);
	store_client_free(otto);
}

/* ---- Bosses and quests ---- */

static void report(struct store_client *line, enum feat_kind kind, const char *id)
{
	struct feat deed = {.kind = (uint8_t)kind};

	snprintf(deed.id, sizeof deed.id, "%s", id);
	assert_int_equal(keeper_report_deed(line, &deed), KEEPER_OK);
}

static void bosses_and_quests_are_milestones_once(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada");
	struct keeper_run run;
	char sentence[LIVELOG_SENTENCE_MAX];

	begin_long(ada, &run, 40);
	go(ada, 5, 70);
	assert_int_equal(milestones(fixture), 1);
	for (int i = 0; i < 2; i++) {
		report(ada, FEAT_BOSS, "foreman");
		report(ada, FEAT_QUEST, "lost-doll");
		report(ada, FEAT_QUEST, "trunk-line");
		/* At another depth, too. */
		go(ada, 4, 80);
	}
	assert_int_equal(milestones(fixture), 4);
	expect(&seen.each[1], LIVELOG_BOSS, 5);
	assert_int_equal(seen.each[1].turns, 70);
	livelog_sentence(&seen.each[1], sentence, sizeof sentence);
	assert_string_equal(sentence, "Ada beat the Foreman.");
	livelog_sentence(&seen.each[2], sentence, sizeof sentence);
	assert_string_equal(sentence, "Ada has done an errand: The doll on the altar.");
	/* The next run may do the same. */
	assert_int_equal(end_with(ada, &run, 50, 40), KEEPER_OK);
	unsigned before = milestones(fixture);
	begin_long(ada, &run, 1);
	report(ada, FEAT_QUEST, "lost-doll");
	assert_int_equal(milestones(fixture), before + 1);
	store_client_free(ada);
}

static void a_forged_deed_is_none(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada"), *otto = fixture_line(fixture);
	struct feat deed = {FEAT_BOSS, "foreman"};
	struct keeper_run run;

	/* Without a run, without an account, and before the first command. */
	report(ada, FEAT_BOSS, "foreman");
	assert_int_not_equal(keeper_report_deed(otto, &deed), KEEPER_OK);
	assert_int_equal(keeper_run_begin(ada, false, &run), KEEPER_OK);
	report(ada, FEAT_BOSS, "foreman");
	assert_int_equal(milestones(fixture), 0);
	assert_int_equal(fixture_append(ada, &run, 0, "\1"), KEEPER_OK);
	/* No boss and no quest. */
	report(ada, FEAT_BOSS, "cable-rat");
	report(ada, FEAT_BOSS, "no-such");
	report(ada, FEAT_QUEST, "foreman");
	report(ada, FEAT_MET, "foreman");
	report(ada, FEAT_ACHIEVEMENT, "foreman");
	assert_int_equal(milestones(fixture), 0);
	report(ada, FEAT_BOSS, "foreman");
	assert_int_equal(milestones(fixture), 1);
	/* The run has ended. */
	assert_int_equal(end_with(ada, &run, 50, 1), KEEPER_OK);
	report(ada, FEAT_QUEST, "lost-doll");
	assert_int_equal(milestones(fixture), 2);
	store_client_free(ada);
	store_client_free(otto);
}

/* ---- Ends ---- */

static void the_end_is_the_scores_and_comes_once(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada");
	struct keeper_run run;

	begin_long(ada, &run, 5);
	assert_int_equal(end_with(ada, &run, 50, 5), KEEPER_OK);
	/* Its first answer was lost. */
	assert_int_equal(end_with(ada, &run, 50, 5), KEEPER_OK);
	assert_int_equal(milestones(fixture), 1);
	expect(&seen.each[0], LIVELOG_DIED, 3);
	assert_int_equal(seen.each[0].score, 50);
	assert_int_equal(seen.each[0].turns, 9);
	assert_string_equal(seen.each[0].cause, "killed by a ?[31mrat on depth 3");
	store_client_free(ada);
}

static void best_scores_are_milestones_when_they_are_ranked(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada"),
			    *otto = fixture_caller(fixture, "Otto");
	struct keeper_run run;

	begin_long(ada, &run, 1);
	assert_int_equal(end_with(ada, &run, 100, 1), KEEPER_OK);
	assert_int_equal(milestones(fixture), 1);
	fixture_verify(fixture, run.id);
	assert_int_equal(milestones(fixture), 2);
	expect(&seen.each[1], LIVELOG_FIRST, 3);
	fixture_verify(fixture, run.id);
	assert_int_equal(milestones(fixture), 2);
	/* The first score of a player is no best one. */
	begin_long(otto, &run, 1);
	assert_int_equal(end_with(otto, &run, 20, 1), KEEPER_OK);
	assert_int_equal(milestones(fixture), 3);
	begin_long(otto, &run, 1);
	assert_int_equal(end_with(otto, &run, 30, 1), KEEPER_OK);
	assert_int_equal(milestones(fixture), 5);
	expect(&seen.each[4], LIVELOG_BEST, 3);
	assert_int_equal(seen.each[4].score, 30);
	assert_string_equal(seen.each[4].name, "Otto");
	begin_long(otto, &run, 1);
	assert_int_equal(end_with(otto, &run, 25, 1), KEEPER_OK);
	assert_int_equal(milestones(fixture), 6);
	/* As good as the first is not first. */
	begin_long(otto, &run, 1);
	assert_int_equal(end_with(otto, &run, 100, 1), KEEPER_OK);
	fixture_verify(fixture, run.id);
	assert_int_equal(milestones(fixture), 8);
	expect(&seen.each[7], LIVELOG_BEST, 3);
	store_client_free(ada);
	store_client_free(otto);
}

/* ---- Runs and players that feed nothing ---- */

static void unranked_runs_feed_nothing(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada"), *guest = fixture_line(fixture);
	struct keeper_account account;
	struct seed chosen = {{7}};
	struct keeper_run run;
	char bytes[] = "\1\1\1\1\1\1";

	assert_int_equal(keeper_login_guest(guest, &account), KEEPER_OK);
	assert_int_equal(keeper_run_begin(guest, false, &run), KEEPER_OK);
	go(guest, 6, 100);
	assert_int_not_equal(
		keeper_report_deed(guest, &(struct feat){FEAT_BOSS, "foreman"}), KEEPER_OK);
	for (int i = 0; i < 2; i++) {
		if (i == 0)
			assert_int_equal(keeper_run_begin(ada, true, &run), KEEPER_OK);
		else
			assert_int_equal(
				keeper_run_begin_seeded(ada, false, &chosen, &run), KEEPER_OK);
		assert_int_equal(fixture_append(ada, &run, 0, bytes), KEEPER_OK);
		go(ada, 6, 100);
		report(ada, FEAT_BOSS, "foreman");
		assert_int_equal(end_with(ada, &run, 100, 6), KEEPER_OK);
	}
	assert_int_equal(milestones(fixture), 0);
	store_client_free(ada);
	store_client_free(guest);
}

/* Neither while it is hidden nor when its seed is shown. */
static void a_try_feeds_nothing(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = player(fixture, "Ada");
	unsigned before = milestones(fixture);
	struct keeper_run run;

	begin_try(ada, &run);
	go(ada, 3, 100);
	report(ada, FEAT_QUEST, "lost-doll");
	quit_try(fixture, ada, &run);
	assert_int_equal(milestones(fixture), before);
	go_to(ada, AT_SIX + 3 * DAY);
	fixture_verify(fixture, run.id);
	assert_int_equal(milestones(fixture), before);
	store_client_free(ada);
}

static void who_opts_out_feeds_nothing(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada"),
			    *otto = fixture_caller(fixture, "Otto");
	struct keeper_run run, other;

	begin_long(ada, &run, 20);
	begin_long(otto, &other, 20);
	go(ada, 3, 100);
	go(otto, 3, 100);
	assert_int_equal(milestones(fixture), 2);
	/* Recorded milestones are removed, too. */
	assert_int_equal(keeper_set_options(ada, "keys=vi livelog=off bell=on"), KEEPER_OK);
	assert_int_equal(milestones(fixture), 1);
	assert_string_equal(seen.each[0].name, "Otto");
	go(ada, 6, 200);
	report(ada, FEAT_BOSS, "foreman");
	assert_int_equal(milestones(fixture), 1);
	/* A word that only looks alike. */
	assert_int_equal(keeper_set_options(ada, "keys=vi xlivelog=off livelog=offer"), KEEPER_OK);
	go(ada, 7, 300);
	assert_int_equal(milestones(fixture), 1);
	go(ada, 9, 300);
	assert_int_equal(milestones(fixture), 2);
	assert_int_equal(keeper_set_options(ada, "livelog=off"), KEEPER_OK);
	assert_int_equal(end_with(ada, &run, 100, 20), KEEPER_OK);
	fixture_verify(fixture, run.id);
	assert_int_equal(milestones(fixture), 1);
	store_client_free(ada);
	store_client_free(otto);
}

static void an_account_has_so_many_an_hour(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada"),
			    *otto = fixture_caller(fixture, "Otto");
	struct keeper_run run;

	for (int i = 0; i < 70; i++) {
		begin_long(ada, &run, 1);
		assert_int_equal(end_with(ada, &run, 100 - i, 1), KEEPER_OK);
	}
	/* A minute gives another one. */
	assert_in_range(milestones(fixture), 60, 62);
	unsigned before = seen.count;
	begin_long(otto, &run, 1);
	assert_int_equal(end_with(otto, &run, 20, 1), KEEPER_OK);
	assert_int_equal(milestones(fixture), before + 1);
	store_client_free(ada);
	store_client_free(otto);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_third_depth_is_a_milestone_once),
		TEST(a_forged_depth_is_none),
		TEST(bosses_and_quests_are_milestones_once),
		TEST(a_forged_deed_is_none),
		TEST(the_end_is_the_scores_and_comes_once),
		TEST(best_scores_are_milestones_when_they_are_ranked),
		TEST(unranked_runs_feed_nothing),
		TEST(a_try_feeds_nothing),
		TEST(who_opts_out_feeds_nothing),
		TEST(an_account_has_so_many_an_hour),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
