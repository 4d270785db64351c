/* Tournaments: which runs count, the points of each rule, places, and how they are written. */
#include "tests/test.h"

#include "tests/sql/place.h"

#include <jansson.h>

#include "door/site/tournament_page.h"
#include "door/text/tournament.h"
#include "engine/engine.h"

#define BEGIN INT64_C(1795392000) /* 2026-11-23 00:00 UTC, a Monday */
#define DAY (24 * 60 * 60)
#define END (BEGIN + 14 * DAY)
#define LATER (END + 30 * DAY)

/* A proven run, with what a tournament may count of it. */
struct played {
	int64_t account;
	int score, deepest, conducts;
	uint32_t turns;
	enum outcome outcome;
	int64_t begun, ended;
	const char *date; /* of a contest, or NULL */
};

#define RUN(of, points, depth, kept, length, end, ...)                                             \
	&(struct played)                                                                           \
	{                                                                                          \
		.account = (of), .score = (points), .deepest = (depth), .conducts = (kept),        \
		.turns = (length), .outcome = (end), __VA_ARGS__                                   \
	}

static int64_t play(struct test_store *place, const struct played *played)
{
	struct store_begin begin = {played->account, played->date ? STORE_DAILY : STORE_RANKED,
		seed, "birth", 5, 1, bundle, played->begun ? played->begun : BEGIN};
	struct store_score score;
	struct store_run run;

	assert_int_equal(
		played->date ? store_try_begin(place->store, "cellar", played->date, &begin, &run)
			     : store_run_begin(place->store, &begin, &run),
		STORE_OK);
	score = score_of(run.id, played->score, played->outcome == OUTCOME_DIED);
	score.outcome = (uint8_t)played->outcome;
	score.deepest = played->deepest;
	score.conducts = played->conducts;
	score.turns = played->turns;
	score.ended = played->ended ? played->ended : BEGIN + 60;
	assert_int_equal(append(place, run.id, 1, 0, "Q"), STORE_OK);
	assert_int_equal(store_run_end(place->store, 1, 1, &score), STORE_OK);
	assert_int_equal(store_score_verify(place->store, run.id, STORE_VERIFIED), STORE_OK);
	return run.id;
}

static struct tournament of_rule(enum tournament_rule rule, int points)
{
	struct tournament tournament = {.name = "Cup", .begin = BEGIN, .end = END};

	tournament.points[rule] = points;
	return tournament;
}

/* Expects "place name points, " of each player. */
static void expect(struct test_store *place, const struct tournament *tournament, int64_t now,
	const char *expected)
{
	struct tournament_standings standings;
	char text[400] = "";

	assert_true(tournament_read(place->store, tournament, now, &standings));
	for (size_t i = 0; i < standings.count; i++)
		sprintf(text + strlen(text), "%u %s %u, ", standings.each[i].place,
			standings.each[i].name, standings.each[i].points);
	tournament_standings_free(&standings);
	assert_string_equal(text, expected);
}

static void each_rule_has_its_points(void **state)
{
	static const struct {
		enum tournament_rule rule;
		int points;
		const char *expected;
	} cases[] = {
		{TOURNAMENT_OF_BEST_SCORE, 10, "1 Otto 10, 2 Mina 9, 3 Ruth 8, "},
		{TOURNAMENT_OF_BEST_SCORE, 2, "1 Otto 2, 2 Mina 1, 3 Ruth 0, "},
		{TOURNAMENT_OF_DEPTH, 3, "1 Mina 27, 2 Otto 12, 3 Ruth 3, "},
		{TOURNAMENT_OF_VICTORY, 5, "1 Otto 10, 2 Mina 5, 3 Ruth 0, "},
		{TOURNAMENT_OF_FIRST_VICTORY, 7, "1 Mina 7, 2 Otto 0, 2 Ruth 0, "},
		{TOURNAMENT_OF_FASTEST_VICTORY, 7, "1 Otto 7, 2 Mina 0, 2 Ruth 0, "},
		{TOURNAMENT_OF_CONDUCT, 2, "1 Mina 6, 2 Otto 2, 3 Ruth 0, "},
		{TOURNAMENT_OF_ACHIEVEMENT, 4, "1 Ruth 8, 2 Otto 4, 3 Mina 0, "},
		{TOURNAMENT_OF_BOSS, 6, "1 Otto 6, 2 Mina 0, 2 Ruth 0, "},
	};
	struct test_store *place = *state;
	int64_t mina = caller(place, "Mina"), otto = caller(place, "Otto");
	int64_t ruth = caller(place, "Ruth"), runs[3];

	play(place, RUN(mina, 400, 9, 3, 900, OUTCOME_WON, .ended = BEGIN + 10));
	play(place, RUN(mina, 100, 2, 6, 10, OUTCOME_DIED, ));
	runs[0] = play(place, RUN(otto, 500, 4, 1, 700, OUTCOME_WON, .ended = BEGIN + 20));
	runs[1] = play(place, RUN(otto, 200, 4, -1, 800, OUTCOME_WON, ));
	runs[2] = play(place, RUN(ruth, 50, 1, 0, 5, OUTCOME_DIED, ));
	for (int i = 0; i < 2; i++) {
		store_feat_add(place->store, runs[i], FEAT_ACHIEVEMENT, "lamps-out");
		store_feat_add(place->store, runs[i], FEAT_BOSS, "foreman");
		store_feat_add(place->store, runs[i], FEAT_BEATEN, "foreman");
	}
	store_feat_add(place->store, runs[2], FEAT_ACHIEVEMENT, "lamps-out");
	store_feat_add(place->store, runs[2], FEAT_ACHIEVEMENT, "lamps-on");
	/* It follows from earlier runs as well. */
	store_feat_add(place->store, runs[2], FEAT_COLLECTION, "all-letters");
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct tournament tournament = of_rule(cases[i].rule, cases[i].points);

		expect(place, &tournament, LATER, cases[i].expected);
	}
}

static void points_of_rules_add_up_and_equal_points_share_a_place(void **state)
{
	struct test_store *place = *state;
	struct tournament tournament = of_rule(TOURNAMENT_OF_BEST_SCORE, 3);

	play(place, RUN(caller(place, "Mina"), 400, 2, 0, 9, OUTCOME_DIED, ));
	play(place, RUN(caller(place, "Otto"), 400, 2, 0, 9, OUTCOME_DIED, ));
	play(place, RUN(caller(place, "Ruth"), 300, 3, 0, 9, OUTCOME_DIED, ));
	expect(place, &tournament, LATER, "1 Mina 3, 1 Otto 3, 3 Ruth 1, ");
	tournament.points[TOURNAMENT_OF_DEPTH] = 2;
	expect(place, &tournament, LATER, "1 Mina 7, 1 Otto 7, 1 Ruth 7, ");
	tournament.points[TOURNAMENT_OF_DEPTH] = 3;
	expect(place, &tournament, LATER, "1 Ruth 10, 2 Mina 9, 2 Otto 9, ");
}

static void only_the_first_runs_count_if_the_file_says_so(void **state)
{
	struct test_store *place = *state;
	struct tournament tournament = of_rule(TOURNAMENT_OF_DEPTH, 1);
	int64_t mina = caller(place, "Mina");

	for (int i = 1; i <= 3; i++)
		play(place, RUN(mina, 10, i, 0, 9, OUTCOME_DIED, .ended = BEGIN + 10 * i));
	expect(place, &tournament, LATER, "1 Mina 3, ");
	tournament.first_runs = 2;
	expect(place, &tournament, LATER, "1 Mina 2, ");
}

/* A day and a week count when everybody may see them. */
static void contests_count_when_their_seeds_are_shown(void **state)
{
	struct test_store *place = *state;
	struct tournament tournament = of_rule(TOURNAMENT_OF_DEPTH, 1);
	int64_t revealed = BEGIN + 2 * DAY, over = BEGIN + 8 * DAY;
	int64_t mina = caller(place, "Mina"), otto = caller(place, "Otto");
	struct store_day day = {.date = "2026-11-23", .seed = {1}}, week = {.date = "2026-W48"};

	assert_int_equal(store_day_publish(place->store, "cellar", &day), STORE_OK);
	assert_int_equal(store_day_publish(place->store, "cellar", &week), STORE_OK);
	play(place, RUN(mina, 10, 5, 0, 9, OUTCOME_DIED, .date = "2026-11-23"));
	play(place, RUN(otto, 10, 7, 0, 9, OUTCOME_DIED, .date = "2026-W48"));
	play(place, RUN(mina, 10, 3, 0, 9, OUTCOME_DIED, ));
	strcpy(tournament.game, "cellar");
	expect(place, &tournament, LATER, "1 Mina 3, ");
	tournament.runs = TOURNAMENT_DAYS;
	expect(place, &tournament, revealed - 1, "");
	expect(place, &tournament, revealed, "1 Mina 5, ");
	tournament.runs = TOURNAMENT_CONTRACTS;
	expect(place, &tournament, over - 1, "");
	expect(place, &tournament, over, "1 Otto 7, ");
	tournament.runs = TOURNAMENT_ALL;
	expect(place, &tournament, revealed - 1, "1 Mina 3, ");
	expect(place, &tournament, over, "1 Otto 7, 2 Mina 5, ");
	/* Another game, whose name begins alike, has other runs. */
	strcpy(tournament.game, "cell");
	expect(place, &tournament, over, "");
}

static void runs_of_another_time_do_not_count(void **state)
{
	struct test_store *place = *state;
	struct tournament tournament = of_rule(TOURNAMENT_OF_DEPTH, 1);
	int64_t mina = caller(place, "Mina");

	expect(place, &tournament, LATER, "");
	play(place, RUN(mina, 10, 9, 0, 9, OUTCOME_DIED, .begun = BEGIN - 1));
	play(place, RUN(mina, 10, 8, 0, 9, OUTCOME_DIED, .ended = END));
	expect(place, &tournament, LATER, "");
	play(place, RUN(mina, 10, 7, 0, 9, OUTCOME_DIED, .ended = END - 1));
	expect(place, &tournament, LATER, "1 Mina 7, ");
}

/* ---- Forms ---- */

static void it_is_written_as_text_json_and_html(void **state)
{
	struct test_store *place = *state;
	struct tournament tournament = of_rule(TOURNAMENT_OF_DEPTH, 3);
	struct tournament_standings standings;
	json_t *json, *first;
	char *text;

	strcpy(tournament.name, "<Cup> & \"more\"");
	tournament.points[TOURNAMENT_OF_CONDUCT] = 2;
	tournament.first_runs = 4;
	play(place, RUN(caller(place, "Mina"), 400, 9, 3, 9, OUTCOME_DIED, ));
	assert_true(tournament_read(place->store, &tournament, LATER, &standings));
	text = tournament_text(&tournament, &standings, LATER);
	assert_string_equal(text,
		"<Cup> & \"more\", over: from 2026-11-23 00:00 UTC to 2026-12-07 00:00 UTC, "
		"ranked runs.\n"
		"     3 for each depth down to the deepest\n"
		"     2 for each different conduct that a run kept\n"
		"The first 4 of each player's runs count.\n"
		"place  name              points  runs   score  deep\n"
		"    1  Mina                  31     1     400     9\n");
	free(text);
	text = tournament_json(&tournament, &standings, BEGIN);
	json = json_loads(text, 0, NULL);
	free(text);
	assert_non_null(json);
	assert_string_equal(json_string_value(json_object_get(json, "name")), tournament.name);
	assert_string_equal(json_string_value(json_object_get(json, "state")), "open");
	assert_string_equal(
		json_string_value(json_object_get(json, "end")), "2026-12-07T00:00:00Z");
	assert_int_equal(json_object_size(json_object_get(json, "rules")), 2);
	first = json_array_get(json_object_get(json, "standings"), 0);
	assert_int_equal(json_integer_value(json_object_get(first, "points")), 31);
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(first, "counts"), "conduct")),
		2);
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(first, "points_of"), "depth")),
		27);
	json_decref(json);
	text = tournament_page(&tournament, &standings, BEGIN - 1);
	assert_non_null(strstr(text, "<h1>&lt;Cup&gt; &amp; &quot;more&quot;</h1>"));
	assert_null(strstr(text, "<Cup>"));
	assert_null(strstr(text, "<a href"));
	assert_non_null(strstr(text, "<style>\n"));
	assert_non_null(strstr(text, "It is not begun."));
	assert_non_null(strstr(text, "<th scope=\"row\">Mina</th><td class=\"number\">31</td>"));
	assert_non_null(strstr(text, "</html>\n"));
	free(text);
	tournament_standings_free(&standings);
	text = tournament_text(&tournament, &standings, LATER);
	assert_non_null(strstr(text, "No run counts yet.\n"));
	free(text);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(each_rule_has_its_points),
		TEST(points_of_rules_add_up_and_equal_points_share_a_place),
		TEST(only_the_first_runs_count_if_the_file_says_so),
		TEST(contests_count_when_their_seeds_are_shown),
		TEST(runs_of_another_time_do_not_count),
		TEST(it_is_written_as_text_json_and_html),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
