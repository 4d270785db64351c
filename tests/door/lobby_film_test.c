/* Films of the lobby with milestones: in windows with room and without, in line mode, and for a
 * player who leaves the livelog. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

#define LIVELOG_ROW "jjjjjjjjjjjjj" /* from the first row of the options */

static int set_up_milestones(void **state)
{
	static const char *const names[] = {"Ada", "Bartholomew-Long", "Cyd"};
	struct store_client *lines[3];
	struct keeper_run run;

	if (set_up(state) != 0)
		return -1;
	for (size_t i = 0; i < 3; i++)
		lines[i] = fixture_caller(&fixture, names[i]);
	add_ended_run(lines[0], 300, OUTCOME_DIED, "");
	add_ended_run(lines[1], 200, OUTCOME_LEFT, "");
	assert_int_equal(keeper_run_begin(lines[2], false, &run), KEEPER_OK);
	assert_int_equal(fixture_append(lines[2], &run, 0, "\1\1\1\1\1\1"), KEEPER_OK);
	assert_int_equal(keeper_report_position(lines[2], WHERE_PLAYING, 6, 700), KEEPER_OK);
	for (size_t i = 0; i < 3; i++)
		store_client_free(lines[i]);
	return 0;
}

static void the_lobby_shows_milestones_where_there_is_room(void **state)
{
	(void)state;
	enter_as("Ada");
	script_run_filmed("lobby-livelog",
		"size 80 24\npicture usual\nsize 80 30\npicture higher\nsize 72 20\npicture low\n"
		"size 40 24\npicture narrow\nsize 40 60\npicture narrow and high\nhang up\n");
}

static void line_mode_reads_milestones(void **state)
{
	(void)state;
	enter_as("Ada");
	script_facts.wants_lines = true;
	script_run_filmed("lobby-livelog-lines", "heard lobby\nhang up\n");
}

static void a_player_leaves_the_livelog(void **state)
{
	(void)state;
	enter_as("Bartholomew-Long");
	script_run(
		"see Lately\nsee Bartholomew-Long: killed\ntype o\ntype " LIVELOG_ROW "\n"
		"see Livelog     told\ntype l\nsee Livelog     not told\ntype q\n"
		"see Lately\nmiss Bartholomew-Long: killed\nsee Cyd reached depth 6.\nhang up\n");
}

static void the_lobby_names_an_open_tournament(void **state)
{
	static const struct config_tournament over = {"Old cup", FILM_DAY - 9, FILM_DAY},
					      later = {"Late cup", FILM_DAY + 1, FILM_DAY + 9},
					      open = {"Cup", FILM_DAY, FILM_DAY + 1};

	(void)state;
	server.config.tournaments[0] = over;
	server.config.tournaments[1] = later;
	enter_as("Ada");
	script_run("see The board\nmiss is open until\nhang up\n");
	server.config.tournaments[2] = open;
	enter_as("Ada");
	script_run_filmed("lobby-tournament",
		"picture open\nsize 40 24\npicture narrow\nsize 132 44\npicture wide\nhang up\n");
	enter_as("Ada");
	script_facts.wants_lines = true;
	script_run_filmed("lobby-tournament-lines", "heard lobby\nhang up\n");
	memset(server.config.tournaments, 0, sizeof server.config.tournaments);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_milestones, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_lobby_shows_milestones_where_there_is_room),
		TEST(line_mode_reads_milestones),
		TEST(a_player_leaves_the_livelog),
		TEST(the_lobby_names_an_open_tournament),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
