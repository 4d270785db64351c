/* The keys of the cursor: which are named, and which do nothing. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

/* A dart is about to be thrown. */
static int begin_throw(struct stage *stage)
{
	int slot = stage_give(stage, "dart", 9);
	stage_paint(stage);
	stage_hush(stage);
	stage_type(stage, (char[]){'t', (char)('a' + slot), '\0'});
	return slot;
}

/* A Space meant for a page of messages uses up nothing, and leaves the cursor where it is. */
static void space_confirms_no_shot(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_put(&stage, "cable-rat", HERO_X + 3, HERO_Y);
	int slot = begin_throw(&stage);
	stage_type(&stage, "  ");
	assert_int_equal(play_index(stage.play), 0);
	assert_int_equal(stage.game->pack.items[slot].count, 9);
	assert_true(stage.frame.cursor_x == HERO_X + 3);
	stage_type(&stage, "\n");
	assert_int_equal(stage.game->pack.items[slot].count, 8);
	stage_end(&stage);
}

/* Tab is offered only where it leads to another cell. */
static void an_aim_names_its_keys(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	begin_throw(&stage);
	assert_true(stage_says(&stage, "Move the cursor there. Enter: there, Esc: cancel"));
	stage_end(&stage);
	stage_begin(&stage, stock, 80, 24);
	stage_put(&stage, "cable-rat", HERO_X + 3, HERO_Y);
	begin_throw(&stage);
	assert_true(stage_says(&stage, "to hit. Enter: there, Esc: cancel"));
	stage_type(&stage, "j");
	assert_true(stage_says(&stage, "Enter: there, Tab: next, Esc: cancel"));
	stage_end(&stage);
}

/* The row ends with the keys until one is pressed: without a creature, with one, and in a small
 * window. */
static void a_look_names_its_keys(void **state)
{
	(void)state;
	for (int width = 40; width <= 80; width += 40) {
		struct stage stage;
		stage_begin(&stage, stock, width, 24);
		stage_type(&stage, "x");
		assert_true(stage_finds(&stage, content_word(stock, "look-you")) == 0);
		assert_true(stage_says(&stage, "Arrows move, Esc ends."));
		stage_type(&stage, "l");
		assert_true(stage_says(&stage, "(1 east)"));
		assert_false(stage_says(&stage, "Esc ends"));
		stage_type(&stage, "\033");
		stage_put(&stage, "cable-rat", HERO_X + 3, HERO_Y);
		stage_paint(&stage);
		stage_hush(&stage);
		stage_type(&stage, "x");
		assert_true(stage_says(&stage, "(3 east) Arrows move, Esc ends."));
		stage_type(&stage, "\033");
		stage_put(&stage, "cable-rat", HERO_X + 2, HERO_Y);
		stage_hush(&stage);
		stage_type(&stage, "x");
		assert_true(stage_says(&stage, "Arrows move, Tab next, Esc ends."));
		stage_end(&stage);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(space_confirms_no_shot),
		cmocka_unit_test(an_aim_names_its_keys),
		cmocka_unit_test(a_look_names_its_keys),
	};
	return stock_run(stock_content(), tests);
}
