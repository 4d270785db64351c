/* The mouse in play: clicks travel, strike and look, and on all else they do nothing. */
#include "tests/test.h"

#include "door/play/play_private.h"
#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

static const char records[] =
	"monster test-still\n  name still\n  glyph 0 dim\n  look It stands.\n"
	"  first-sight It stands there.\n  death stood upon\n  depth 1\n  weight 0\n  hits 90d8\n"
	"  experience 0\n  blow leans 2d4\n  instincts ambush 1\n";

/* Clicks on a cell of the map, whose place on the screen is read from the hero's. */
static void click(struct stage *stage, int key, int x, int y)
{
	const struct vt_frame *frame = &stage->frame;
	int at = 0;
	while (at < frame->width * frame->height && frame->cells[at].glyph != '@')
		at++;
	assert_true(at < frame->width * frame->height);
	play_mouse(stage->play, frame, key, at % frame->width + x - game_hero(stage->game)->x,
		at / frame->width + y - game_hero(stage->game)->y);
	assert_true(play_settle(stage->play));
	stage_paint(stage);
}

static void a_click_travels(void **state)
{
	static const int sizes[][2] = {{80, 24}, {40, 24}, {132, 50}};
	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct stage stage;
		stage_begin(&stage, stock, sizes[i][0], sizes[i][1]);
		click(&stage, VT_KEY_CLICK, HERO_X + 5, HERO_Y - 2);
		assert_int_equal(game_hero(stage.game)->x, HERO_X + 5);
		assert_int_equal(game_hero(stage.game)->y, HERO_Y - 2);
		click(&stage, VT_KEY_CLICK, HERO_X + 5, HERO_Y - 2);
		assert_int_equal(play_index(stage.play), 5);
		stage_end(&stage);
	}
}

static void a_click_strikes_an_adjacent_enemy_alone(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	int slot = stage_put(&stage, "test-still", HERO_X + 1, HERO_Y);
	click(&stage, VT_KEY_CLICK, HERO_X + 1, HERO_Y);
	assert_int_equal(play_index(stage.play), 1);
	assert_int_equal(game_hero(stage.game)->x, HERO_X);
	/* A captive is only looked at. */
	stage_hush(&stage);
	stage.game->creatures[slot].flags |= CREATURE_CAPTIVE;
	stage_paint(&stage);
	click(&stage, VT_KEY_CLICK, HERO_X + 1, HERO_Y);
	assert_int_equal(play_index(stage.play), 1);
	assert_true(stage_finds(&stage, "It stands.") >= 0);
	stage_end(&stage);
}

static void a_right_click_looks(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_put(&stage, "test-still", HERO_X + 4, HERO_Y);
	click(&stage, VT_KEY_CLICK_RIGHT, HERO_X + 4, HERO_Y);
	assert_true(stage_finds(&stage, "It stands.") >= 0);
	/* A click moves the look, and never goes anywhere then. */
	play_mouse(stage.play, &stage.frame, VT_KEY_CLICK, 3, 5);
	stage_paint(&stage);
	assert_int_equal(stage_finds(&stage, "It stands."), -1);
	assert_int_equal(play_index(stage.play), 0);
	stage_end(&stage);
}

static void the_wheel_scrolls(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_key(&stage, '?');
	assert_true(stage_finds(&stage, "Walking") >= 0);
	play_mouse(stage.play, &stage.frame, VT_KEY_WHEEL_DOWN, 3, 3);
	stage_paint(&stage);
	assert_int_equal(stage_finds(&stage, "Walking"), -1);
	play_mouse(stage.play, &stage.frame, VT_KEY_WHEEL_UP, 3, 3);
	stage_paint(&stage);
	assert_true(stage_finds(&stage, "Walking") >= 0);
	/* A click leaves the page open. */
	play_mouse(stage.play, &stage.frame, VT_KEY_CLICK, 3, 3);
	stage_paint(&stage);
	assert_true(stage_finds(&stage, "Walking") >= 0);
	stage_key(&stage, VT_KEY_ESCAPE);
	play_mouse(stage.play, &stage.frame, VT_KEY_WHEEL_DOWN, 3, 3);
	play_mouse(stage.play, &stage.frame, VT_KEY_WHEEL_UP, 3, 3);
	stage_paint(&stage);
	assert_true(stage_finds(&stage, "Messages") >= 0);
	assert_int_equal(play_index(stage.play), 0);
	stage_end(&stage);
}

/* At no cell, in no state of the screen, does a click that is not on the map take a turn. */
static void no_click_answers_a_question(void **state)
{
	static const char *const prompts[] = {"Q", "d", "i", "o", "0", "m", "?", "C"};
	(void)state;
	for (size_t i = 0; i < sizeof prompts / sizeof *prompts; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		stage_lay(&stage, "door-closed", HERO_X + 1, HERO_Y);
		stage_lay(&stage, "door-closed", HERO_X - 1, HERO_Y);
		stage_type(&stage, prompts[i]);
		assert_true(stage.play->prompt.mode != MODE_MAP);
		unsigned index = play_index(stage.play);
		for (int key = VT_KEY_CLICK; key <= VT_KEY_WHEEL_DOWN; key++)
			for (int y = 0; y < 24; y++)
				for (int x = 0; x < 80; x += 7)
					play_mouse(stage.play, &stage.frame, key, x, y);
		assert_int_equal(play_index(stage.play), index);
		assert_int_equal(play_state(stage.play), PLAY_GOING);
		stage_end(&stage);
	}
}

static void a_click_outside_the_map_does_nothing(void **state)
{
	static const int cells[][2] = {
		{0, 0}, {79, 0}, {0, 22}, {40, 23}, {79, 23}, {900, 5}, {5, 900}, {997, 997}};
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
		for (int key = VT_KEY_CLICK; key <= VT_KEY_CLICK_RIGHT; key++) {
			play_mouse(stage.play, &stage.frame, key, cells[i][0], cells[i][1]);
			assert_int_equal(play_index(stage.play), 0);
			assert_true(stage.play->prompt.mode == MODE_MAP);
		}
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_click_travels),
		cmocka_unit_test(a_click_strikes_an_adjacent_enemy_alone),
		cmocka_unit_test(a_right_click_looks),
		cmocka_unit_test(the_wheel_scrolls),
		cmocka_unit_test(no_click_answers_a_question),
		cmocka_unit_test(a_click_outside_the_map_does_nothing),
	};
	return stock_run(stock_content_with(records), tests);
}
