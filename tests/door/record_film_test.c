/* Films of a player's record: runs, ledger and achievements, and the lamps in the lobby. */
#include "tests/test.h"

#include "engine/content/content.h"
#include "tests/door/session_scene.h"

static const char achievements[] =
	"achievement dial-tone\n  name Dial tone\n  look You lift the trapdoor.\n  needs depth 2\n"
	"achievement rats\n  name Vermin\n  look A rat lets go. You do not hear it leave.\n"
	"  needs beaten cable-rat\n  letter r\n  role blood\n  rank 9\n"
	"achievement rich\n  name Rich\n  look It clinks.\n  needs gold at-least 1\n"
	"achievement both\n  name Both ways\n  look In and out.\n  needs ending died\n"
	"  needs ending left\n  scope all-calls\n  letter b\n  role gold\n  rank 3\n";

static void prove(int64_t run, const char *ending)
{
	const struct feat feats[] = {{FEAT_MET, "cable-rat"}, {FEAT_MET, "desk-dog"},
		{FEAT_BEATEN, "cable-rat"}, {FEAT_DEPTH, "1"}, {FEAT_DEPTH, "2"},
		{FEAT_ENDING, "died"}};
	struct feat copy[6];
	char sentence[256] = "";
	struct store_client *line =
		store_client_local(fixture.state, NULL, sentence, sizeof sentence);

	memcpy(copy, feats, sizeof copy);
	strcpy(copy[5].id, ending);
	assert_int_equal(keeper_verified(line, run, copy, 6), KEEPER_OK);
	store_client_free(line);
}

static int set_up_runs(void **state)
{
	struct content *content;
	struct store_client *line;

	if (set_up(state) != 0)
		return -1;
	content = content_again(server.content);
	content_add(content, CONTENT_ACHIEVEMENTS, achievements, strlen(achievements));
	assert_true(content_seal(content));
	fixture_kill_keeper(&fixture);
	content_free(server.content);
	fixture.content = server.content = content;
	scene_keeper(&(struct keeper_policy){.daily = 1});
	line = fixture_caller(&fixture, "Ada");
	prove(add_ended_run(line, 305, OUTCOME_DIED, ""), "died");
	prove(add_ended_run(line, 1207, OUTCOME_LEFT, "Cyd Dora"), "left");
	for (int i = 0; i < 9; i++)
		add_ended_run(line, 44 + i, OUTCOME_DIED, "");
	store_client_free(line);
	store_client_free(fixture_caller(&fixture, "Cyd"));
	return 0;
}

static void a_record_has_three_pages(void **state)
{
	(void)state;
	enter_as("Ada");
	script_run_filmed("record-pages",
		"size 80 24\npicture lobby with a lamp\ntype r\npicture runs\nsize 40 24\n"
		"picture narrow runs\nsize 40 20\npicture lowest runs\ntype jjjjjjjjjjj\npicture "
		"its last run\ntype kkkkkkkkk\nsize 80 24\ntype j\\r\n"
		"see Score\ntype q\npicture the second is chosen\ntype \\t\npicture ledger\n"
		"size 40 24\npicture narrow ledger\ntype j\npicture scrolled\ntype k\nsize 80 24\n"
		"type \\t\npicture achievements\nsize 40 24\npicture narrow achievements\n"
		"size 80 24\ntype \\t\npicture runs again\ntype q\nsee Leave\nhang up\n");
}

static void a_record_is_read_line_by_line(void **state)
{
	(void)state;
	enter_as("Ada");
	script_facts.wants_lines = true;
	script_run_filmed("record-lines",
		"heard lobby\ntype My record\\r\nheard runs\ntype Ledger\\r\nheard ledger\n"
		"type Achievements\\r\nheard achievements\ntype back\\r\nhang up\n");
}

static void a_player_without_runs_has_no_pages(void **state)
{
	(void)state;
	enter_as("Cyd");
	script_run_filmed("record-empty", "size 40 24\ntype r\npicture none\ntype \\t\n"
					  "picture the same\nhang up\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_runs, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_record_has_three_pages),
		TEST(a_record_is_read_line_by_line),
		TEST(a_player_without_runs_has_no_pages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
