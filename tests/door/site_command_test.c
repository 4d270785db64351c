/* `trapdoor site`: its counts, its options, and the sentences of its failures. */
#include "tests/test.h"

#include "tests/door/command.h"
#include "tests/door/site_scene.h"

static struct test_store *place;
static struct site_scene pages;

static int set_up_site(void **state)
{
	set_up(state);
	place = *state;
	finish(place, caller(place, "Ada"), 500, true, 1, 2);
	finish(place, caller(place, "Bert"), 700, false, 1, 2);
	store_close(place->store);
	place->store = NULL;
	site_scene_begin(&pages, place->directory);
	command_name("STATE", place->directory);
	command_name("OUT", pages.folder);
	return 0;
}

static void the_pages_of_a_store_are_written_once(void **state)
{
	static struct printed printed;
	unsigned written = 0;

	(void)state;
	command_run(&printed, "site --out $OUT --state $STATE --seconds 0 --xterm /nowhere");
	assert_string_equal(printed.err, "");
	assert_int_equal(printed.status, 0);
	assert_int_equal(sscanf(printed.out, "2 runs, %u files written, ", &written), 1);
	assert_true(written > 5);
	assert_non_null(
		strstr(printed.out, " files written, 0 removed, 0 replayed, 0 not replayable\n"));
	assert_true(site_file_has(&pages, "index.html", "Bert"));
	assert_true(site_file_has(&pages, "index.html", "Trapdoor"));
	command_run(&printed, "site --out $OUT --state $STATE --seconds 0 --xterm /nowhere");
	assert_string_equal(
		printed.out, "2 runs, 0 files written, 0 removed, 0 replayed, 0 not replayable\n");
}

static void the_board_of_conducts_says_which(void **state)
{
	const struct command_case cases[] = {
		{"site --out $OUT --state $STATE --seconds 0", 0, "3 runs, ", ""},
	};
	int64_t run;

	(void)state;
	reopen(place);
	run = finish_keeping(place, caller(place, "Cyd"), 100, 3);
	assert_int_equal(store_score_verify(place->store, run, STORE_VERIFIED), STORE_OK);
	store_close(place->store);
	place->store = NULL;
	COMMAND_CASES(cases);
	assert_true(site_file_has(
		&pages, "boards/cellar-conducts.html", "Cyd</a></th><td>2: kill, blow</td>"));
	assert_false(site_file_has(&pages, "boards/cellar-conducts.html", "Bert"));
	assert_true(site_file_has(&pages, "boards/index.html", "cellar-conducts.html"));
}

static void the_address_is_in_the_pages(void **state)
{
	const struct command_case cases[] = {
		{"site --out $OUT --state $STATE --seconds 0 --address https://far.example/x/", 0,
			"2 runs, ", ""},
	};

	(void)state;
	COMMAND_CASES(cases);
	assert_true(site_has_anywhere(&pages, "https://far.example/x/") > 0);
}

static void what_cannot_be_written_or_read_is_a_sentence(void **state)
{
	const struct command_case cases[] = {
		{"site --state $STATE", 2, "",
			"trapdoor: site needs a folder for the pages; name one with --out\n"},
		{"site --out /proc/nowhere --state $STATE", 1, "", "trapdoor: cannot "},
		{"site --out $OUT --state /nowhere", 1, "", "/nowhere"},
		{"site --out $OUT --state $STATE --seconds x", 2, "", "--seconds"},
		{"site --out", 2, "", "--out"},
		{"site --out $OUT --config /nowhere/settings --state $STATE", 1, "",
			"/nowhere/settings"},
	};

	(void)state;
	COMMAND_CASES(cases);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_site, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_pages_of_a_store_are_written_once),
		TEST(the_board_of_conducts_says_which),
		TEST(the_address_is_in_the_pages),
		TEST(what_cannot_be_written_or_read_is_a_sentence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
