/* A session reports bosses and quests to the keeper as they happen, each once. */
#include "tests/test.h"

#include "tests/door/day_scene.h"

#include "door/screen/playing.h"
#include "door/screen/screens.h"
#include "tests/door/stage.h"

static struct playing playing;
static struct session session;
static unsigned count;

static bool count_one(void *context, const struct store_milestone *milestone)
{
	(void)context;
	count += milestone->kind == LIVELOG_BOSS || milestone->kind == LIVELOG_QUEST;
	return true;
}

static unsigned deeds(struct fixture *fixture)
{
	char sentence[256];
	struct store *store = store_open_to_read(fixture->state, sentence, sizeof sentence);

	assert_non_null(store);
	count = 0;
	assert_int_equal(store_livelog_after(store, 0, count_one, NULL), STORE_OK);
	store_close(store);
	return count;
}

static void deeds_are_reported_as_they_happen(void **state)
{
	struct fixture *fixture = *state;
	struct store_client *ada = fixture_caller(fixture, "Ada");
	struct stage stage;
	struct keeper_run run;

	stage_begin(&stage, fixture->content, 80, 24);
	assert_int_equal(keeper_run_begin(ada, false, &run), KEEPER_OK);
	assert_int_equal(fixture_append(ada, &run, 0, "\1"), KEEPER_OK);
	playing = (struct playing){.play = stage.play};
	session = (struct session){.state = &playing,
		.content = fixture->content,
		.line = ada,
		.route = {.count = 1, .places = {{.screen = SCREEN_play}}}};
	/* A deed of before a resumed run is no news. */
	stage.game->knowledge.quests[0] = 1 + QUEST_DONE;
	playing_report_first(&session);
	assert_int_equal(deeds(fixture), 0);
	stage.game->knowledge.beaten[content_find_creature(fixture->content, "foreman")] = 1;
	playing_report(&session);
	assert_int_equal(deeds(fixture), 1);
	stage.game->knowledge.quests[1] = 1 + QUEST_DONE;
	playing_report(&session);
	playing_report(&session);
	assert_int_equal(deeds(fixture), 2);
	/* A branch of an ended run reports nothing. */
	session_arguments(&session, SCREEN_play)->play.branch = 7;
	stage.game->knowledge.quests[2] = 1 + QUEST_DONE;
	playing_report(&session);
	session_arguments(&session, SCREEN_play)->play.branch = 0;
	playing_report(&session);
	assert_int_equal(deeds(fixture), 2);
	/* The player's removal of all of them stays. */
	assert_int_equal(keeper_set_options(ada, "livelog=off"), KEEPER_OK);
	assert_int_equal(keeper_set_options(ada, ""), KEEPER_OK);
	playing_report(&session);
	assert_int_equal(deeds(fixture), 0);
	stage_end(&stage);
	store_client_free(ada);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			deeds_are_reported_as_they_happen, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
