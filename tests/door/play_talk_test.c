/* Talk: with whom, by keys and by typed words, and the questions before it. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

static struct stage stage;

/* A creature that has something to say and does not act. Returns its slot. */
static int put_talker(const char *id, int dx, int dy, uint16_t flags)
{
	int slot = stage_put(&stage, id, HERO_X + dx, HERO_Y + dy);

	stage.game->creatures[slot].flags |= flags;
	stage.game->creatures[slot].ready = stage.game->clock.now + 1000000;
	senses_look(stage.game);
	stage_paint(&stage);
	stage_hush(&stage);
	return slot;
}

static bool talked(int slot)
{
	return stage.game->creatures[slot].flags & CREATURE_TALKED;
}

/* Types a line. Returns what it is answered. */
static const char *answer_to(const char *line)
{
	static char answered[4000];
	struct ui_text text = {0};

	play_typed(stage.play, line);
	assert_true(play_settle(stage.play));
	play_lines_report(stage.play, &text);
	snprintf(answered, sizeof answered, "%s", text.text ? text.text : "");
	free(text.text);
	return answered;
}

static void expect_answer(const char *line, const char *wanted)
{
	const char *answered = answer_to(line);

	if (!strstr(answered, wanted))
		fail_msg("%s: not answered %s, but %s", line, wanted, answered);
}

static void begin_lines(void)
{
	stage_begin(&stage, stock, 80, 24);
	play_lines_on(stage.play, LINE_NORMAL);
	answer_to("where");
}

static void the_only_talker_is_talked_to(void **state)
{
	(void)state;
	begin_lines();
	uint32_t turn = game_turn(stage.game);
	expect_answer("talk", "There is nobody beside you who talks.");
	assert_int_equal(game_turn(stage.game), turn);
	int rat = put_talker("cable-rat", -1, 0, 0), east = put_talker("neighbour", 1, 0, 0);
	answer_to("talk");
	assert_true(talked(east));
	assert_false(talked(rat));
	assert_int_equal(game_turn(stage.game), turn + 1);
	stage_end(&stage);
}

static void of_two_talkers_the_direction_is_asked_for(void **state)
{
	(void)state;
	begin_lines();
	int east = put_talker("neighbour", 1, 0, 0), north = put_talker("neighbour", 0, -1, 0);
	uint32_t turn = game_turn(stage.game);
	expect_answer("talk", "Talk in which direction?");
	assert_int_equal(game_turn(stage.game), turn);
	answer_to("north");
	assert_true(talked(north));
	assert_false(talked(east));
	assert_int_equal(game_turn(stage.game), turn + 1);
	stage_end(&stage);
}

static void a_direction_or_a_letter_chooses_the_talker(void **state)
{
	(void)state;
	begin_lines();
	int south_west = put_talker("neighbour", -1, 1, 0), east = put_talker("neighbour", 1, 0, 0);
	answer_to("talk east");
	assert_true(talked(east));
	assert_false(talked(south_west));
	stage.game->creatures[east].flags &= (uint16_t)~CREATURE_TALKED;
	/* One of the letters is each of them. */
	answer_to("talk a");
	assert_true(talked(east) != talked(south_west));
	answer_to("talk b");
	assert_true(talked(east) && talked(south_west));
	stage_end(&stage);
}

static void nobody_else_is_talked_to(void **state)
{
	(void)state;
	begin_lines();
	int far = put_talker("neighbour", 2, 0, 0);
	uint32_t turn = game_turn(stage.game);
	expect_answer("talk a", "That is no creature beside you.");
	answer_to("talk z");
	answer_to("talk north");
	assert_false(talked(far));
	assert_int_equal(game_turn(stage.game), turn);
	stage_end(&stage);
	begin_lines();
	far = put_talker("neighbour", 0, 2, 0);
	expect_answer("talk a", "That is no creature beside you.");
	assert_false(talked(far));
	stage_end(&stage);
}

/* Walks into an enemy that could talk, and answers the question. */
static void walk_into(const char *answer, bool talks, bool strikes)
{
	stage_begin(&stage, stock, 80, 24);
	int slot = put_talker("grey-clerk", 1, 0, CREATURE_AWARE);
	uint32_t turn = game_turn(stage.game);
	stage_type(&stage, "l");
	assert_true(stage_finds(&stage, "Spend a turn to talk to the grey clerk?") >= 0);
	stage_type(&stage, answer);
	assert_int_equal(talked(slot), talks);
	assert_int_equal(game_turn(stage.game), turn + (talks || strikes));
	assert_int_equal(stage_says(&stage, "You stay."), !talks && !strikes);
	stage_end(&stage);
}

static void the_question_before_a_blow_has_three_answers(void **state)
{
	(void)state;
	walk_into("y", true, false);
	walk_into("Y", true, false);
	walk_into("n", false, true);
	walk_into("N", false, true);
	walk_into("l", false, true);
	walk_into("h", false, false);
	walk_into("\033", false, false);
	walk_into("z", false, false);
}

/* The question comes once for each kind. */
static void a_kind_is_asked_about_once(void **state)
{
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	put_talker("grey-clerk", 1, 0, CREATURE_AWARE);
	stage_type(&stage, "l");
	assert_true(stage_asks(&stage));
	stage_type(&stage, "\033l");
	assert_false(stage_asks(&stage));
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_only_talker_is_talked_to),
		cmocka_unit_test(of_two_talkers_the_direction_is_asked_for),
		cmocka_unit_test(a_direction_or_a_letter_chooses_the_talker),
		cmocka_unit_test(nobody_else_is_talked_to),
		cmocka_unit_test(the_question_before_a_blow_has_three_answers),
		cmocka_unit_test(a_kind_is_asked_about_once),
	};

	return stock_run(stock_content(), tests);
}
