/* Events that stop keys typed ahead, and questions that take none of them. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

static void begin(struct stage *stage)
{
	stage_begin(stage, stock, 80, 24);
	senses_look(stage->game);
	stage_paint(stage);
	stage_hush(stage);
	assert_false(play_stops(stage->play));
}

/* The hero waits a turn; what happened in it stops the keys, once. */
static bool stops_after_a_turn(struct stage *stage)
{
	stage_key(stage, '.');
	bool stops = play_stops(stage->play);
	assert_false(play_stops(stage->play));
	return stops;
}

static void quiet_turns_stop_nothing(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	for (int i = 0; i < 5; i++)
		assert_false(stops_after_a_turn(&stage));
	stage_end(&stage);
}

static void what_stops_auto_explore_stops_keys(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	int rat = stage_put(&stage, "cable-rat", HERO_X + 6, HERO_Y);
	stage.game->creatures[rat].ready = stage.game->clock.now + 1000000;
	assert_true(stops_after_a_turn(&stage));
	/* It was shown, and stays. */
	assert_false(stops_after_a_turn(&stage));
	stage.game->creatures[HERO].health -= 3;
	assert_true(stops_after_a_turn(&stage));
	stage.game->creatures[HERO].status[STATUS_CONFUSED] = 3;
	assert_true(stops_after_a_turn(&stage));
	stage_end(&stage);
}

/* An attack that refuses for the first time strikes at the second: the key is an answer. */
static void a_refusal_is_a_question(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	assert_int_equal(play_asks(stage.play), 0);
	stage_key(&stage, '\t');
	unsigned asked = play_asks(stage.play);
	assert_true(asked != 0 && play_stops(stage.play));
	stage_key(&stage, '\t');
	assert_true(play_asks(stage.play) != 0 && play_asks(stage.play) != asked);
	stage_key(&stage, '.');
	assert_int_equal(play_asks(stage.play), 0);
	stage_end(&stage);
}

static void questions_before_harm_are_numbered(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	stage_key(&stage, 'Q');
	unsigned asked = play_asks(stage.play);
	assert_true(stage_asks(&stage) && asked != 0);
	stage_key(&stage, 'n');
	assert_int_equal(play_asks(stage.play), 0);
	stage_key(&stage, 'Q');
	assert_true(play_asks(stage.play) != 0 && play_asks(stage.play) != asked);
	stage_key(&stage, 'n');
	/* A list and a direction ask, too, but before no harm. */
	stage_type(&stage, "i");
	assert_int_equal(play_asks(stage.play), 0);
	stage_end(&stage);
}

/* The key of the stairs may be typed twice at once. */
static void a_way_to_the_stairs_is_no_harm(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	place_set_terrain(stage.game, HERO_X + 4, HERO_Y, stock->terrain.stairs_down);
	senses_look(stage.game);
	stage_paint(&stage);
	stage_key(&stage, '>');
	assert_true(stage_asks(&stage));
	assert_int_equal(play_asks(stage.play), 0);
	stage_key(&stage, '>');
	assert_int_equal(stage_hero_x(&stage), HERO_X + 4);
	stage_end(&stage);
}

/* The number of dropped keys stays until a key is taken. */
static void dropped_keys_are_counted_on_the_screen(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	play_dropped(stage.play, 1);
	stage_paint(&stage);
	assert_true(stage_says(&stage, "1 key typed ahead was dropped."));
	play_dropped(stage.play, 2);
	stage_paint(&stage);
	assert_true(stage_says(&stage, "3 keys typed ahead were dropped."));
	stage_key(&stage, '.');
	assert_false(stage_says(&stage, "typed ahead"));
	stage_key(&stage, 'Q');
	play_dropped(stage.play, 2);
	stage_paint(&stage);
	assert_true(stage_says(&stage, "2 keys typed ahead were dropped."));
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quiet_turns_stop_nothing),
		cmocka_unit_test(what_stops_auto_explore_stops_keys),
		cmocka_unit_test(a_refusal_is_a_question),
		cmocka_unit_test(questions_before_harm_are_numbered),
		cmocka_unit_test(a_way_to_the_stairs_is_no_harm),
		cmocka_unit_test(dropped_keys_are_counted_on_the_screen),
	};
	return stock_run(stock_content(), tests);
}
