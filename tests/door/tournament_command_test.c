/* Files of tournaments, `trapdoor tournament`, and the pages of the site. */
#include "tests/test.h"

#include "tests/door/command.h"
#include "tests/door/site_scene.h"

#include "door/command/serve_tournaments.h"
#include "door/config/tournament_file.h"
#include "door/os/log.h"

static struct test_store *place;
static struct site_scene pages;
static char directory[128], path[160], other[160];

static int set_up_tournament(void **state)
{
	set_up(state);
	place = *state;
	finish(place, caller(place, "Ada"), 500, true, 1795521000, 1795521100);
	finish(place, caller(place, "Bert"), 700, true, 1795521000, 1795521200);
	store_close(place->store);
	place->store = NULL;
	site_scene_begin(&pages, place->directory);
	snprintf(directory, sizeof directory, "%s/tournaments", place->directory);
	assert_int_equal(mkdir(directory, 0700), 0);
	snprintf(path, sizeof path, "%s/cup.txt", directory);
	snprintf(other, sizeof other, "%s/Big Cup.txt", directory);
	command_name("STATE", place->directory);
	command_name("OUT", pages.folder);
	command_name("CUP", path);
	return 0;
}

static void write_file(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

#define DATES "[tournament]\nname = Cup\nbegin = 2026-11-23\nend = 2026-12-07 18:30\n"
#define CUP DATES "runs = all\nfirst_runs = 3\n[points]\nbest_score = 10\nboss = 2\n"

static void a_file_is_read(void **state)
{
	struct tournament tournament;
	struct complaint complaint;

	(void)state;
	write_file(path, "; A comment.\n" CUP);
	assert_true(tournament_file_read(path, &tournament, &complaint));
	assert_string_equal(tournament.name, "Cup");
	assert_int_equal(tournament.begin, 1795392000);
	assert_int_equal(tournament.end, 1795392000 + 14 * SITE_DAY + 18 * 3600 + 30 * 60);
	assert_int_equal(tournament.runs, TOURNAMENT_ALL);
	assert_int_equal(tournament.first_runs, 3);
	assert_string_equal(tournament.game, "");
	assert_int_equal(tournament.points[TOURNAMENT_OF_BEST_SCORE], 10);
	assert_int_equal(tournament.points[TOURNAMENT_OF_BOSS], 2);
	assert_int_equal(tournament.points[TOURNAMENT_OF_DEPTH], 0);
}

static void each_error_has_its_sentence(void **state)
{
	static const struct {
		const char *text, *sentence;
		unsigned line;
	} cases[] = {
		{"", "name is missing; add it to [tournament]", 0},
		{"[tournament]\nname = Cup\n", "begin is missing", 0},
		{"[tournament]\nname = Cup\nbegin = 2026-11-23\n", "end is missing", 0},
		{DATES, "no rule has points; add one to [points], as best_score = 10", 0},
		{DATES "[points]\nboss = 0\n", "no rule has points", 0},
		{"[tournament]\nname =\n", "name must be 1 to 60 printable ASCII characters", 2},
		{"[tournament]\nname = C\xc3\xbcp\n", "name must be 1 to 60 printable", 2},
		{"[tournament]\nname = 1234567890123456789012345678901234567890"
		 "123456789012345678901\n",
			"name must be 1 to 60 printable", 2},
		{"[tournament]\nbegin = soon\n",
			"begin must be a time in UTC as 2026-12-01 18:30, or a date, not \"soon\"",
			2},
		{"[tournament]\nbegin = 7d\n", "begin must be a time in UTC", 2},
		{"[tournament]\nend = 2026-13-01\n", "end must be a time in UTC", 2},
		{"[tournament]\nname = Cup\nbegin = 2026-11-23\nend = 2026-11-23\n",
			"end must be after begin", 0},
		{DATES "runs = some\n", "runs must be runs, days, contracts or all, not \"some\"",
			5},
		{DATES "game = trapdoor/2026-11-23\n", "game must be the id of a game", 5},
		{DATES "first_runs = -1\n",
			"first_runs must be a whole number from 0 to 1000, not \"-1\"", 5},
		{DATES "[points]\nboss = many\n",
			"boss must be a whole number from 0 to 1000, not \"many\"", 6},
		{DATES "[points]\nboss = 1001\n", "boss must be a whole number", 6},
		{DATES "[points]\nboss = 1\nboss = 2\n", "boss is given twice", 7},
		{DATES "name = Other\n", "name is given twice; remove one of the lines", 5},
		{DATES "boss = 1\n", "\"boss\" is no key of [tournament]; docs/sysop.md", 5},
		{DATES "[prizes]\nboss = 1\n", "\"boss\" is no key of [prizes]", 6},
		{"name = Cup\n", "\"name\" is no key of []", 1},
		{DATES "what is this\n", "this line is not a [section], a key = value", 5},
	};
	struct tournament tournament;
	struct complaint complaint;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		write_file(path, cases[i].text);
		assert_false(tournament_file_read(path, &tournament, &complaint));
		if (strncmp(complaint.sentence, cases[i].sentence, strlen(cases[i].sentence)) != 0)
			fail_msg("%s: %s", cases[i].text, complaint.sentence);
		assert_int_equal(complaint.line, cases[i].line);
	}
	assert_false(tournament_file_read("/nowhere", &tournament, &complaint));
	assert_string_equal(
		complaint.sentence, "cannot read this tournament: No such file or directory");
}

static void the_command_prints_each_form(void **state)
{
	static const struct command_case cases[] = {
		{"tournament $CUP --state $STATE", 0,
			"    1  Bert                  10     1     700     2\n"
			"    2  Ada                    9     1     500     2\n",
			""},
		{"tournament $CUP --state $STATE --format json", 0, "\"name\": \"Bert\"", ""},
		{"tournament $CUP --state $STATE --format html", 0, "<title>Cup</title>", ""},
		{"tournament $CUP --check", 0, "/cup.txt is fine\n", ""},
		{"tournament $CUP --state $STATE --format pdf", 2, "",
			"trapdoor: --format takes text, json or html, not \"pdf\"\n"},
		{"tournament --state $STATE", 2, "",
			"trapdoor: tournament needs the file of one tournament\n"},
		{"tournament $CUP $CUP --state $STATE", 2, "",
			"trapdoor: tournament needs the file of one tournament\n"},
		{"tournament /nowhere --state $STATE", 1, "", "cannot read this tournament"},
		{"tournament $CUP --state /nowhere", 1, "", "/nowhere"},
	};

	(void)state;
	write_file(path, CUP);
	COMMAND_CASES(cases);
	write_file(path, DATES);
	COMMAND_CASES(((const struct command_case[]){{"tournament $CUP --check", 1, "",
		"cup.txt: no rule has points; add one to [points], as best_score = 10\n"}}));
}

/* ---- The site ---- */

static unsigned refusals;

static void count_refusal(const struct complaint *complaint)
{
	assert_non_null(strstr(complaint->sentence, "the name of a tournament's file must be"));
	assert_string_equal(complaint->origin, "Big Cup.txt");
	refusals++;
}

static void a_directory_has_a_page_for_each(void **state)
{
	static struct tournament_list list;
	char sentence[256] = "";
	struct store *store;

	(void)state;
	write_file(path, CUP);
	write_file(other, CUP);
	tournament_files_read(directory, &list, count_refusal);
	assert_int_equal(list.count, 1);
	assert_int_equal(refusals, 1);
	assert_string_equal(list.each[0].id, "cup");
	tournament_files_read("", &list, count_refusal);
	assert_int_equal(list.count, 0);
	assert_int_equal(refusals, 1);
	assert_int_equal(remove(other), 0);
	tournament_files_read(directory, &list, count_refusal);
	store = store_open_to_read(place->directory, sentence, sizeof sentence);
	assert_non_null(store);
	assert_true(site_again(&pages, store));
	assert_false(site_file_has(&pages, "index.html", "Tournaments"));
	pages.settings.tournaments = list.each;
	pages.settings.tournament_count = list.count;
	assert_true(site_again(&pages, store));
	assert_true(site_file_has(
		&pages, "index.html", "<li><a href=\"tournaments/cup.html\">Cup</a>: open</li>"));
	assert_true(site_file_has(&pages, "tournaments/cup.html",
		"<a href=\"../players/bert.html\">Bert</a></th><td class=\"number\">10</td>"));
	assert_true(site_file_has(&pages, "tournaments/cup.html", "href=\"cup.json\""));
	assert_true(site_file_has(&pages, "tournaments/cup.json", "\"points\": 10"));
	assert_true(site_again(&pages, store));
	assert_int_equal(pages.counts.written, 0);
	/* Without its file, a tournament has no page. */
	pages.settings.tournament_count = 0;
	assert_true(site_again(&pages, store));
	assert_null(site_file(&pages, "tournaments/cup.html"));
	store_close(store);
}

/* The lobby gets those that are not over. */
static void the_server_names_those_that_are_not_over(void **state)
{
	static struct config config;
	char early[160], broken[160];

	(void)state;
	log_level_set(LOG_ERROR);
	config_defaults(&config);
	snprintf(config.files_tournaments, sizeof config.files_tournaments, "%s", directory);
	snprintf(early, sizeof early, "%s/a-first.txt", directory);
	snprintf(broken, sizeof broken, "%s/broken.txt", directory);
	write_file(path, CUP);
	write_file(broken, "[tournament]\n");
	write_file(early, "[tournament]\nname = First\nbegin = 2026-11-01\nend = 2026-11-20\n"
			  "[points]\nboss = 1\n");
	serve_tournaments_read(&config, SITE_NOON);
	assert_int_equal(serve_tournaments()->count, 2);
	assert_string_equal(config.tournaments[0].name, "Cup");
	assert_int_equal(config.tournaments[0].begin, 1795392000);
	assert_string_equal(config.tournaments[1].name, "");
	serve_tournaments_read(&config, 1795392000 - 4 * SITE_DAY);
	assert_string_equal(config.tournaments[0].name, "First");
	assert_string_equal(config.tournaments[1].name, "Cup");
	config.files_tournaments[0] = '\0';
	serve_tournaments_read(&config, SITE_NOON);
	assert_int_equal(serve_tournaments()->count, 0);
	assert_string_equal(config.tournaments[0].name, "");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up_tournament, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(a_file_is_read),
		TEST(each_error_has_its_sentence),
		TEST(the_command_prints_each_form),
		TEST(a_directory_has_a_page_for_each),
		TEST(the_server_names_those_that_are_not_over),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
