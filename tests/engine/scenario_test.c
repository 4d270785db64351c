/* Scenarios: what holds passes, what does not fails, and what shows nothing fails as well; whatever
 * the text, the runner says what is wrong with it, and where. */
#include "engine/lab/lab.h"
#include "tests/test.h"

#include "stock.h"

#define HEAD "scenario one\n    tests  change door-closed open\n"
#define MAP "    map\n        |######\n        |#@+..#\n        |######\n"
#define WHOLE HEAD MAP "    do     open east\n    expect terrain 2 1 door-open\n"

static struct content *content;

static int set_up(void **state)
{
	(void)state;
	content = stock_content();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	content_free(content);
	return 0;
}

static char *play(const char *text, bool coverage, struct lab_tally *summary)
{
	struct lab_script script = {"a.txt", text, strlen(text)};
	struct lab_scenario_how how = {.coverage = coverage};
	return lab_scenarios(content, &script, 1, &how, summary);
}

/* Its report begins so. */
static void check(const char *text, size_t passed, size_t failed, const char *report)
{
	struct lab_tally summary;
	char *shown = play(text, false, &summary);
	if (strncmp(shown, report, strlen(report)) != 0)
		fail_msg("told \"%s\" and not \"%s\"", shown, report);
	assert_int_equal(summary.passed, passed);
	assert_int_equal(summary.failed, failed);
	free(shown);
}

static void true_expectations_pass(void **state)
{
	(void)state;
	check(WHOLE, 1, 0, "ok   one\n1 passed, 0 failed\n");
	check("# nothing but words\n\n" WHOLE, 1, 0, "ok   one\n");
	check("", 0, 0, "0 passed, 0 failed\n");
	check(HEAD MAP "    do     open east, 3 times step east\n    expect hero at 4 1\n"
		       "    expect turn is 4\n",
		1, 0, "ok   one\n");
}

static void false_expectations_fail_with_their_line(void **state)
{
	(void)state;
	check(HEAD MAP "    do     open east\n    expect terrain 2 1 floor\n", 0, 1,
		"FAIL a.txt:8: one: it is not so: terrain 2 1 floor\n0 passed, 1 failed\n");
	check(HEAD MAP "    expect not hero at 1 1\n", 0, 1,
		"FAIL a.txt:7: one: it is not so: not hero at 1 1\n");
	check(HEAD MAP "    do     close east\n    expect terrain 2 1 door-closed\n", 0, 1,
		"FAIL a.txt:7: one: \"close\" is refused: ");
}

static void a_scenario_that_ends_the_same_either_way_fails(void **state)
{
	(void)state;
	check(HEAD MAP "    do     wait 2\n    expect hero at 1 1\n", 0, 1,
		"FAIL a.txt:2: one: it ends the same without \"change door-closed open\"\n");
	/* Each line is asked for itself. */
	check("scenario one\n    tests  change door-closed open\n    tests  status blind\n" MAP
	      "    do     open east\n    expect terrain 2 1 door-open\n",
		0, 1, "FAIL a.txt:3: one: it ends the same without \"status blind\"\n");
}

static void a_scenario_may_bring_content_of_its_own(void **state)
{
	(void)state;
	check("scenario one\n"
	      "    tests    change jelly burn\n"
	      "    content\n"
	      "        terrain jelly\n"
	      "            name    a jelly\n"
	      "            glyph   . good\n"
	      "\n"
	      "            flags   objects, projectiles, light\n"
	      "            change  burn into floor\n"
	      "    map\n        |######\n        |#@j..#\n        |######\n"
	      "    legend   j jelly\n"
	      "    do       cause burn at 2 1\n"
	      "    expect   terrain 2 1 floor\n",
		1, 0, "ok   one\n");
	check("scenario one\n"
	      "    tests    change jelly burn\n"
	      "    content\n"
	      "        terrain jelly\n"
	      "            name    a jelly\n"
	      "            glyph   . good\n"
	      "            change  melt into floor\n" MAP "    expect   hero at 1 1\n",
		0, 1, "FAIL a.txt:1: one: a.txt:7: ");
}

/* Errors in a text, and how the report starts. */
static const struct {
	const char *text, *report;
} malformed[] = {
	{"scene one\n", "FAIL a.txt:1: a line at the left edge must be"},
	{"    map\n", "FAIL a.txt:1: this line belongs to no scenario"},
	{"scenario one\n    dance\n", "FAIL a.txt:2: a scenario has no line \"dance\""},
	{"scenario one\n    |###\n", "FAIL a.txt:2: a row of a map stands below \"map\""},
	{WHOLE WHOLE, "FAIL a.txt:9: there is a scenario \"one\" already, at a.txt:1"},
	{"scenario one\n    do \"wait\n", "FAIL a.txt:2: a quotation is not closed"},
	{HEAD "    expect depth 1\n", "FAIL a.txt:1: one: a scenario has a map"},
	{HEAD MAP, "FAIL a.txt:1: one: a scenario expects something"},
	{"scenario one\n" MAP "    expect depth 1\n",
		"FAIL a.txt:1: one: a scenario says what it tests"},
	{HEAD MAP "    expect depth\n", "FAIL a.txt:7: one: the line ends where a number"},
	{HEAD MAP "    expect depth 1 2\n", "FAIL a.txt:7: one: \"2\" is one word too many"},
	{HEAD MAP "    expect depth x\n", "FAIL a.txt:7: one: a number from 1 to 26 is wanted"},
	{HEAD MAP "    expect luck\n", "FAIL a.txt:7: one: nobody can expect \"luck\""},
	{HEAD MAP "    expect hero at 90 1\n", "FAIL a.txt:7: one: a number from 0 to 5"},
	{HEAD MAP "    do     jump\n    expect depth 1\n",
		"FAIL a.txt:7: one: nobody can \"jump\""},
	{HEAD MAP "    do     3 wait\n    expect depth 1\n",
		"FAIL a.txt:7: one: it is written \"60 times step east\""},
	{HEAD MAP "    do     effect hurt 2dd at 1 1\n    expect depth 1\n",
		"FAIL a.txt:7: one: an amount up to 4000 or dice are wanted, not \"2dd\""},
	{HEAD MAP "    do     open up\n    expect depth 1\n",
		"FAIL a.txt:7: one: there is no direction \"up\""},
	{HEAD MAP "    status cable-rat blind 3\n    expect depth 1\n",
		"FAIL a.txt:7: one: none of that kind is on the map"},
	{HEAD MAP "    map\n        |@\n    expect depth 1\n",
		"FAIL a.txt:7: one: a scenario has one map"},
	{HEAD "    map\n        |####\n    expect depth 1\n",
		"FAIL a.txt:3: one: a map has one hero, where one can stand"},
	{HEAD "    map\n        |#@z#\n    expect depth 1\n",
		"FAIL a.txt:3: one: the legend does not tell what 'z' is"},
	{HEAD "    map\n        |#@z#\n    legend z zebra\n    expect depth 1\n",
		"FAIL a.txt:5: one: there is no terrain \"zebra\""},
	{HEAD "    map\n        |#@z#\n    legend z rock monster cable-rat\n    expect depth 1\n",
		"FAIL a.txt:3: one: nothing can stand or lie at 2 0"},
	{"scenario one\n    tests luck\n" MAP "    expect depth 1\n",
		"FAIL a.txt:2: one: nothing such as \"luck\" can be tested"},
	{"scenario one\n    tests hazard floor\n" MAP "    expect depth 1\n",
		"FAIL a.txt:2: one: it is no hazard"},
	{"scenario one\n    tests hazard floor\n    often 8\n" MAP "    expect depth 1\n",
		"FAIL a.txt:3: one: it is written \"often 8 of 10\""},
	{"matrix m\n    pear a b\n", "FAIL a.txt:2: a matrix has no line \"pear\""},
	{"matrix m\n    pair a b\n", "FAIL a.txt:2: a pair is "},
};

static void malformed_text_is_reported_with_its_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
		check(malformed[i].text, 0, 1, malformed[i].report);
}

static void a_matrix_has_each_pair_once(void **state)
{
	(void)state;
	check(WHOLE "matrix m\n    words a, b, c\n    pair a b by one\n    pair c a by one\n"
		    "    pair b c inert \"why\"\n",
		2, 0, "ok   one\nok   matrix m, 3 pairs\n");
	check("matrix m\n    words a, b, c\n    pair a b inert \"why\"\n    pair b a inert "
	      "\"why\"\n"
	      "    pair b c inert \"why\"\n",
		0, 1,
		"FAIL a.txt:1: a and b stand there 2 times\n"
		"FAIL a.txt:1: a and c stand there 0 times\nFAIL matrix m, 3 pairs\n");
	check("matrix m\n    words a, b\n    pair a b by one\n", 0, 1,
		"FAIL a.txt:3: there is no scenario \"one\", or it failed\n");
	check("matrix m\n    words a, b\n    pair a b inert \"why\"\n    pair a z inert \"why\"\n",
		0, 1, "FAIL a.txt:4: \"a z\" is no pair of the matrix's words\n");
}

static void untested_rows_are_listed(void **state)
{
	struct lab_tally summary;
	char *shown = play(WHOLE, true, &summary);
	(void)state;
	assert_null(strstr(shown, "tests: change door-closed open\n"));
	assert_non_null(strstr(shown, "FAIL no scenario tests: change door-open close\n"));
	assert_non_null(strstr(shown, "FAIL no scenario tests: status blind\n"));
	assert_non_null(strstr(shown, "FAIL no scenario tests: instinct sight\n"));
	assert_non_null(strstr(shown, "FAIL no scenario tests: breath green-gas\n"));
	assert_int_equal(summary.passed, 2);
	assert_true(summary.failed > 100);
	free(shown);
}

/* Removing content for a check changes only a copy. */
static void the_content_stays_as_it_is(void **state)
{
	(void)state;
	check("scenario one\n    tests status blind\n    tests instinct sight\n"
	      "    tests change door-closed open\n" MAP
	      "    status hero blind 3\n    expect hero status blind\n",
		0, 1, "FAIL");
	assert_int_equal(content->muted.statuses, 0);
	check("scenario one\n    tests effect light\n" MAP "    expect hero health is 1\n", 0, 1,
		"FAIL");
	for (int effect = 0; effect < EFFECT_COUNT; effect++)
		assert_false(content->muted.effects[effect]);
	check(WHOLE, 1, 0, "ok   one\n");
}

/* ---- Any bytes ---- */

#define ROUNDS 2000

static unsigned next_of(uint32_t *noise)
{
	*noise = *noise * 1664525 + 1013904223;
	return *noise >> 8;
}

/* A text with some bytes changed, some lines doubled and some left out. */
static size_t spoil(const char *text, char *spoilt, size_t most, uint32_t *noise)
{
	size_t size = 0;
	while (*text != '\0' && size + 1 < most) {
		size_t length = strcspn(text, "\n") + 1, times = 1;
		if (next_of(noise) % 12 == 0)
			times = next_of(noise) % 3;
		for (; times > 0 && size + length < most; times--) {
			memcpy(spoilt + size, text, length);
			size += length;
		}
		text += length;
	}
	for (unsigned i = next_of(noise) % 4; i > 0 && size > 0; i--)
		spoilt[next_of(noise) % size] = (char)next_of(noise);
	return size;
}

static void any_bytes_are_played_or_complained_about(void **state)
{
	static const char rich[] =
		"scenario one\n    tests  status burning\n    tests  hazard flame\n    often 1 of "
		"2\n"
		"    map\n        |#########\n        |#@f.r!^<>#\n        |#########\n"
		"    legend f flame, r monster cable-rat asleep health 3, ! item dart 3\n"
		"    legend ^ trap-fire\n    room 1 1 3 1\n    give dart 2\n    might 12\n"
		"    status cable-rat stuck 9\n    health hero 50\n    cloud green-gas 90 at 2 1\n"
		"    do     throw a at 4 1, wait 3, step east 2, cause burn at 3 1 by hero\n"
		"    do     effect push 3 at 2 1 by hero, effect cloud smoke 20 radius 1 at 3 1\n"
		"    do     try open east, effect summon cable-rat 2 at 3 1, search 3, wield a\n"
		"    expect hero health below 50\n    expect not monster cable-rat in 1 1 3 3\n"
		"    expect gas smoke at 3 1 above 1\n    expect not message \"nothing\"\n";
	uint32_t noise = 7;
	char spoilt[4096];
	struct lab_scenario_how how = {.coverage = false};
	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct lab_tally summary;
		size_t size = spoil(round % 3 == 0 ? WHOLE : rich, spoilt, sizeof spoilt, &noise);
		struct lab_script script = {"any.txt", spoilt, size};
		char *shown = lab_scenarios(content, &script, 1, &how, &summary);
		assert_true(strstr(shown, "passed") != NULL);
		for (const char *at = shown; *at != '\0'; at++)
			assert_true(*at == '\n' || (*at >= ' ' && *at <= '~'));
		free(shown);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(true_expectations_pass),
		cmocka_unit_test(false_expectations_fail_with_their_line),
		cmocka_unit_test(a_scenario_that_ends_the_same_either_way_fails),
		cmocka_unit_test(a_scenario_may_bring_content_of_its_own),
		cmocka_unit_test(malformed_text_is_reported_with_its_line),
		cmocka_unit_test(a_matrix_has_each_pair_once),
		cmocka_unit_test(untested_rows_are_listed),
		cmocka_unit_test(the_content_stays_as_it_is),
		cmocka_unit_test(any_bytes_are_played_or_complained_about),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
