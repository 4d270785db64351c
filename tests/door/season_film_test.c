/* Films of the page of a season: standings of many players, seasons before and after, refusals. */
#include "tests/test.h"

#include "tests/door/contest_store.h"

#define NARROW "size 40 24\n"
#define SMALLEST "size 40 20\n"
#define USUAL "size 80 24\n"

static const char *const players[] = {"Ada", "Bela", "Cyd", "Dora", "Emil", "Fay", "Gus", "Hilde",
	"Ines", "Jon", "Kim", "Lena", "Mo", "Nora", "Otto", "Paula", "Quin", "Rita"};

#define PLAYERS (sizeof players / sizeof *players)

/* A past season with two players, and the one of now with all of them. */
static void add_tries(void)
{
	char sentence[256] = "";
	struct store *store = store_open(server.directory, sentence, sizeof sentence);

	assert_non_null(store);
	for (size_t i = 0; i + 1 < PLAYERS; i++) {
		int64_t id;

		must(store_account_new(store, players[i], "", FILM_DAY - 90000, &id));
	}
	add_day(store, "2025-10-14", &(struct seed){{3}});
	add_day(store, "2025-11-20", &(struct seed){{4}});
	add_day(store, "2025-11-21", &(struct seed){{5}});
	add_try(store, "Ada", "2025-10-14", 500, OUTCOME_DIED);
	add_try(store, "Bela", "2025-10-14", 600, OUTCOME_DIED);
	for (size_t i = 0; i < PLAYERS; i++)
		add_try(store, players[i], i < 9 ? "2025-11-20" : "2025-11-21", 100 + 10 * (int)i,
			OUTCOME_DIED);
	add_try(store, "Rita", "2025-11-20", 900, OUTCOME_DIED);
	store_close(store);
}

static int set_up_seasons(void **state)
{
	if (set_up(state) != 0)
		return -1;
	store_client_free(fixture_caller(&fixture, players[PLAYERS - 1]));
	fixture_kill_keeper(&fixture);
	add_tries();
	scene_keeper(
		&(struct keeper_policy){.daily = 1, .day_shared = true, .day_secret = {1, 2, 3}});
	return 0;
}

static void seasons_are_turned_and_scrolled(void **state)
{
	(void)state;
	enter_as("Rita");
	script_run_filmed("season-pages",
		USUAL "type ts\npicture season\ntype j\npicture no further\n" SMALLEST
		      "picture smallest\ntype jjj\npicture three down\ntype \\e[B\n"
		      "picture four down\ntype jjjjjjjjjjjj\npicture the end\ntype k\n"
		      "picture up\ntype \\e[A\npicture up again\ntype kkkkkkkkkkkkkkkk\n"
		      "picture the top\ntype j\n" NARROW
		      "picture narrow\ntype h\npicture the one before\ntype h\n"
		      "picture the first\n" USUAL "picture wide\ntype l\ntype x\n"
		      "picture later\ntype \\e[D\npicture earlier by the arrow\n"
		      "type \\e[C\npicture later by the arrow\ntype l\npicture the last\n"
		      "type q\nsee Today\nhang up\n");
}

static void seasons_are_read_in_words(void **state)
{
	(void)state;
	enter_as("Rita");
	script_facts.wants_lines = true;
	script_run_filmed("season-pages-lines",
		"type t\\r\ntype the season\\r\nheard season\ntype the season before\\r\n"
		"heard the one before\ntype the next season\\r\nheard the next\n"
		"answer season 1 0 1 Not now.\ntype the season before\\r\nheard refused\n"
		"type back\\r\nheard today\nhang up\n");
}

static void a_guest_has_no_place(void **state)
{
	(void)state;
	script_run_filmed("season-guest",
		"term xterm-256color\ntype guest\\r\ntype ts\npicture season\n"
		"answer season 1 0 1 Not now.\ntype h\npicture refused\nsize 40 24\n"
		"picture refused narrow\n" ESCAPE "see Today\nhang up\n");
}

static void the_standings_need_no_account(void **state)
{
	static const char *const commands[] = {"season", "season --json", "today", "who --json"};
	static const char *const films[] = {
		"exec-season", "exec-season-json", "exec-today-empty", "exec-who-json"};

	(void)state;
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		script_facts.admission = ADMIT_BOARD;
		snprintf(script_facts.command, sizeof script_facts.command, "%s", commands[i]);
		script_run_filmed(films[i], "");
	}
}

/* A day that was sent to another keeper, and one that has no daily runs. */
static void without_days_there_is_no_season(void **state)
{
	static const char *const commands[] = {"season", "season --json", "today", "week"};
	static const char *const films[] = {
		"exec-no-season", "exec-no-season-json", "exec-no-today", "exec-no-week"};

	(void)state;
	fixture_kill_keeper(&fixture);
	scene_keeper(&(struct keeper_policy){0});
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		script_facts.admission = ADMIT_BOARD;
		snprintf(script_facts.command, sizeof script_facts.command, "%s", commands[i]);
		script_run_filmed(films[i], "");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seasons_are_turned_and_scrolled),
		cmocka_unit_test(seasons_are_read_in_words),
		cmocka_unit_test(a_guest_has_no_place),
		cmocka_unit_test(the_standings_need_no_account),
		cmocka_unit_test(without_days_there_is_no_season),
	};

	return cmocka_run_group_tests(tests, set_up_seasons, tear_down);
}
