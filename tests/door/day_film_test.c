/* Films of daily runs and contracts: the lobby, the page of a day or a week, the run, its end. */
#include "tests/test.h"

#include "tests/door/session_scene.h"

#include "tests/door/contest_store.h"

#define NARROW "size 40 24\n"
#define SMALLEST "size 40 20\n"
#define USUAL "size 80 24\n"
#define TODAY "2025-11-22"
#define YESTERDAY "2025-11-21"
#define LAST_WEEK "2025-W46"

static bool weekly; /* the keeper has contracts, too */

/* Yesterday with four tries, two of today, and a day whose seed is revealed. */
static void add_days(void)
{
	char sentence[256] = "";
	struct store *store = store_open(server.directory, sentence, sizeof sentence);

	assert_non_null(store);
	add_day(store, "2025-11-20", &(struct seed){{8}});
	add_day(store, YESTERDAY, &past_seed);
	add_try(store, "Ada", YESTERDAY, 940, OUTCOME_DIED);
	add_try(store, "Bartholomew", YESTERDAY, 730, OUTCOME_DIED);
	add_try(store, "Cyd", YESTERDAY, 610, OUTCOME_LEFT);
	add_try(store, "Dora", YESTERDAY, 210, OUTCOME_DIED);
	add_try(store, "Bartholomew", TODAY, 910, OUTCOME_DIED);
	add_try(store, "Cyd", TODAY, 450, OUTCOME_DIED);
	if (weekly) {
		add_day(store, LAST_WEEK, &(struct seed){{9}});
		add_try(store, "Ada", LAST_WEEK, 310, OUTCOME_DIED);
		add_try(store, "Dora", "2025-W47", 870, OUTCOME_DIED);
	}
	store_close(store);
}

/* Gives the content handicaps, so that contracts have some. */
static void add_handicaps(void)
{
	static const char text[] = "handicap no-lamp\n  name no lamp\n  look No lamp can be lit.\n"
				   "  rules no-lamp\n"
				   "handicap half-food\n  name half food\n  look Meals give half.\n"
				   "  feeds 50\n";
	struct content *content = content_again(server.content);

	content_add(content, "handicaps", text, sizeof text - 1);
	assert_true(content_seal(content));
	content_free(server.content);
	fixture.content = server.content = content;
}

static void start_keeper(void)
{
	struct keeper_policy policy = {
		.daily = 1, .weekly = weekly, .day_shared = true, .day_secret = {1, 2, 3}};

	scene_keeper(&policy);
}

static int set_up_days(void **state)
{
	static const char *const names[] = {"Ada", "Bartholomew", "Cyd", "Dora", "Emil"};

	if (set_up(state) != 0)
		return -1;
	snprintf(server.config.lobby_host, sizeof server.config.lobby_host, "bbs.example");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct store_client *line = fixture_caller(&fixture, names[i]);

		if (strcmp(names[i], "Emil") != 0)
			add_ended_run(line, 300 + 10 * (int)i, OUTCOME_DIED, "");
		store_client_free(line);
	}
	fixture_kill_keeper(&fixture);
	if (weekly) {
		add_handicaps();
		/* The keeper stores its content. */
		start_keeper();
		fixture_kill_keeper(&fixture);
	}
	add_days();
	start_keeper();
	return 0;
}

static int set_up_weeks(void **state)
{
	weekly = true;
	return set_up_days(state);
}

static int tear_down_weeks(void **state)
{
	weekly = false;
	return tear_down(state);
}

/* Emil has ended no run, and has a try. */
static void a_contract_is_played_from_the_lobby(void **state)
{
	(void)state;
	enter_as("Emil");
	script_run_filmed("week-played",
		USUAL "picture lobby\n" NARROW "picture narrow\n" SMALLEST "picture smallest\n"
		      "size 132 44\npicture wide\n" USUAL "type e\npicture contract\n" NARROW
		      "picture narrow contract\n" USUAL "type j\\r\npicture a run\n" ESCAPE
		      "type p\nsee Health\ntype aa\n"
		      "type C\npicture character\n" ESCAPE
		      "type S\npicture lobby with a try\ntype e\npicture going\ntype p\n"
		      "see Health\ntype Q\ntype y\npicture end\ntype  \npicture lobby after it\n"
		      "type e\npicture over\nhang up\n");
}

static void a_past_week_is_practised(void **state)
{
	(void)state;
	enter_as("Ada");
	script_run_filmed("week-past",
		USUAL "type e\ntype h\npicture past\ntype p\nsee Health\ntype aa\n"
		      "type C\nsee half food, no lamp\n" ESCAPE "type Q\ntype y\n"
		      "see A chosen seed: not on the board.\nhang up\n");
}

static void a_guest_reads_that_names_have_a_try(void **state)
{
	(void)state;
	script_run_filmed("week-guest",
		USUAL "term xterm-256color\ntype guest\\r\npicture lobby\ntype e\n"
		      "picture contract\nhang up\n");
}

static void the_board_of_the_week_needs_no_account(void **state)
{
	(void)state;
	script_facts.admission = ADMIT_BOARD;
	snprintf(script_facts.command, sizeof script_facts.command, "week");
	script_run_filmed("exec-week", "");
	script_facts.admission = ADMIT_BOARD;
	snprintf(script_facts.command, sizeof script_facts.command, "week --json");
	script_run_filmed("exec-week-json", "");
}

static void weeks_are_read_line_by_line(void **state)
{
	(void)state;
	enter_as("Ada");
	script_facts.wants_lines = true;
	script_run_filmed("week-lines",
		"heard lobby\ntype e\\r\nheard contract\ntype the week before\\r\n"
		"heard last week\ntype back\\r\nhang up\n");
}

static void a_day_is_played_from_the_lobby(void **state)
{
	(void)state;
	enter_as("Ada");
	script_run_filmed("day-played", USUAL
		"picture lobby\n" NARROW "picture narrow\n" SMALLEST "picture smallest\n"
		"size 132 44\npicture wide\n" USUAL "type t\npicture today\n" NARROW
		"picture narrow today\n" USUAL "type h\npicture yesterday\n" NARROW
		"picture narrow yesterday\n" USUAL "type j\\r\npicture a run\n" ESCAPE
		"type l\ntype p\nsee Health\ntype a\ntype a\ntype S\n"
		"picture lobby with a try\ntype t\npicture going\n"
		"type p\nsee Health\ntype Q\ntype y\npicture end\n" NARROW
		"picture narrow end\n" USUAL "type  \npicture lobby after it\n"
		"type t\npicture over\ntype \\r\ntype w\nmiss daily run\n" ESCAPE "hang up\n");
}

/* The saved run stays while the daily one is played, and each is resumed as itself. */
static void a_saved_run_stays(void **state)
{
	(void)state;
	enter_as("Ada");
	script_run("type p\nsee Health\ntype a\ntype S\nsee Go on\ntype t\nsee tried\ntype p\n"
		   "see Health\ntype a\ntype =\ntype \\e\npause\nsee Health\ntype Q\ntype y\n"
		   "see Trapdoor " TODAY ": depth 1\ntype  \nsee Your try is over\nsee Go on\n"
		   "hang up\n");
}

static void a_past_day_is_practised(void **state)
{
	(void)state;
	enter_as("Ada");
	script_run_filmed("day-past",
		USUAL "type t\ntype hh\npicture past\n" NARROW "picture narrow\n" USUAL
		      "type p\nsee Health\ntype Q\ntype y\nsee A chosen seed: not on the board.\n"
		      "miss Trapdoor 2025\nhang up\n");
	enter_as("Ada");
	script_run("type p\nsee Health\ntype S\ntype t\ntype hh\nsee practise\ntype p\n"
		   "see Practice needs your own run to be over first.\nhang up\n");
}

/* Puts two tries of here and two results of other hosts on the board of a past day. */
static void add_results(void)
{
	static const struct store_imported results[] = {
		{.host = "tower.example",
			.name = "Ada",
			.score = 880,
			.deepest = 12,
			.turns = 9,
			.cause = "killed by a cave rat on depth 12"},
		{.host = "the-bell-beyond-the-hill.example",
			.name = "Bartholomew-Long",
			.score = 520,
			.deepest = 7,
			.turns = 9,
			.cause = "left on depth 1"}};
	char sentence[256] = "";
	struct store_client *line;
	struct store *store;

	fixture_kill_keeper(&fixture);
	store = store_open(server.directory, sentence, sizeof sentence);
	assert_non_null(store);
	add_try(store, "Ada", "2025-11-20", 700, OUTCOME_DIED);
	add_try(store, "Cyd", "2025-11-20", 520, OUTCOME_LEFT);
	store_close(store);
	start_keeper();
	line = fixture_operator(&fixture);
	for (size_t i = 0; i < sizeof results / sizeof *results; i++)
		assert_int_equal(keeper_admin_import(line, "2025-11-20", &results[i]), KEEPER_OK);
	store_client_free(line);
}

static void results_of_other_hosts_are_ranked(void **state)
{
	(void)state;
	add_results();
	enter_as("Ada");
	script_run_filmed("day-imported",
		USUAL "type t\ntype hh\npicture past\n" NARROW "picture narrow\n"
		      "size 132 44\npicture wide\n" USUAL "type \\r\n"
		      "see That run was played at another host\ntype j\\r\npicture own\n" ESCAPE
		      "hang up\n");
	enter_as("Ada");
	script_facts.wants_lines = true;
	script_run_filmed("day-imported-lines",
		"type t\\r\ntype the day before\\r\ntype the day before\\r\nheard past\n"
		"hang up\n");
}

static void a_newcomer_reads_what_a_try_needs(void **state)
{
	(void)state;
	enter_as("Emil");
	script_run_filmed("day-newcomer",
		USUAL "type t\npicture today\ntype p\npicture refused\ntype \\r\ntype w\n"
		      "picture hidden\n" ESCAPE "type d\npicture hidden dump\nhang up\n");
	script_run_filmed("day-guest", "term xterm-256color\ntype guest\\r\npicture lobby\n" NARROW
				       "picture narrow\n" USUAL "type t\npicture today\nhang up\n");
}

static void another_session_is_taken_over(void **state)
{
	struct store_client *line = fixture_caller(&fixture, "Ada");
	struct keeper_run run;

	(void)state;
	assert_int_equal(keeper_day_play(line, TODAY, &run), KEEPER_OK);
	enter_as("Ada");
	script_run("type t\nsee goes on\ntype p\nsee already connected\ntype n\nsee Today's run\n"
		   "type t\ntype p\ntype y\nsee Health\nhang up\n");
	assert_true(fixture_notice(line, NOTICE_TAKEN_OVER));
	store_client_free(line);
}

static void the_board_of_the_day_needs_no_account(void **state)
{
	(void)state;
	script_facts.admission = ADMIT_BOARD;
	snprintf(script_facts.command, sizeof script_facts.command, "today");
	script_run_filmed("exec-today", "");
	script_facts.admission = ADMIT_BOARD;
	snprintf(script_facts.command, sizeof script_facts.command, "today --json");
	script_run_filmed("exec-today-json", "");
}

static void days_are_read_line_by_line(void **state)
{
	(void)state;
	enter_as("Ada");
	script_facts.wants_lines = true;
	script_run_filmed("day-lines",
		"heard lobby\ntype t\\r\nheard today\ntype the day before\\r\nheard yesterday\n"
		"type back\\r\nhang up\n");
}

static void a_season_is_read(void **state)
{
	(void)state;
	enter_as("Ada");
	script_run_filmed("season",
		USUAL "type t\ntype s\npicture season\n" NARROW "picture narrow\n" SMALLEST
		      "picture smallest\ntype h\npicture the same\n" ESCAPE "see Today\nhang up\n");
	enter_as("Ada");
	script_facts.wants_lines = true;
	script_run_filmed("season-lines",
		"type t\r\ntype the season\r\nheard season\ntype back\r\nheard today\nhang up\n");
}

/* Dora and Cyd share the first place of the season before. */
static void winners_of_a_season_have_a_mark(void **state)
{
	char sentence[256] = "";
	struct store *store;
	(void)state;

	fixture_kill_keeper(&fixture);
	store = store_open(server.directory, sentence, sizeof sentence);
	assert_non_null(store);
	add_day(store, "2025-10-20", &(struct seed){{11}});
	add_day(store, "2025-10-21", &(struct seed){{12}});
	add_try(store, "Dora", "2025-10-20", 500, OUTCOME_DIED);
	add_try(store, "Ada", "2025-10-20", 400, OUTCOME_DIED);
	add_try(store, "Cyd", "2025-10-21", 500, OUTCOME_DIED);
	store_close(store);
	start_keeper();
	enter_as("Ada");
	script_run_filmed("season-won",
		USUAL "picture lobby\ntype b\npicture board\n" ESCAPE "type t\ntype s\n"
		      "picture season\n" NARROW "picture narrow\n" SMALLEST "picture smallest\n"
		      "hang up\n");
	enter_as("Ada");
	script_facts.wants_lines = true;
	script_run_filmed("season-won-lines",
		"type The board\r\nheard board\ntype back\r\ntype t\r\ntype the season\r\n"
		"heard season\nhang up\n");
	script_facts.admission = ADMIT_BOARD;
	script_facts.wants_lines = false;
	snprintf(script_facts.command, sizeof script_facts.command, "season");
	script_run_filmed("exec-season-won", "");
	script_facts.admission = ADMIT_BOARD;
	snprintf(script_facts.command, sizeof script_facts.command, "season --json");
	script_run_filmed("exec-season-won-json", "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_days, tear_down)
#define WEEK(name) cmocka_unit_test_setup_teardown(name, set_up_weeks, tear_down_weeks)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_day_is_played_from_the_lobby),
		TEST(a_saved_run_stays),
		TEST(a_past_day_is_practised),
		TEST(results_of_other_hosts_are_ranked),
		TEST(a_newcomer_reads_what_a_try_needs),
		TEST(another_session_is_taken_over),
		TEST(the_board_of_the_day_needs_no_account),
		TEST(days_are_read_line_by_line),
		TEST(a_season_is_read),
		TEST(winners_of_a_season_have_a_mark),
		WEEK(a_contract_is_played_from_the_lobby),
		WEEK(a_past_week_is_practised),
		WEEK(a_guest_reads_that_names_have_a_try),
		WEEK(the_board_of_the_week_needs_no_account),
		WEEK(weeks_are_read_line_by_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
