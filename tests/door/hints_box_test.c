/* Boxes of hints: where they are, and how long they stay. */
#include "tests/test.h"

#include "door/play/play_private.h"
#include "tests/door/hint_occasions.h"
#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

#define NEAR 8

static void hero_to(struct stage *stage, int x, int y)
{
	creature_move(stage->game, HERO, x, y);
	senses_look(stage->game);
	stage_paint(stage);
	stage_hush(stage);
}

/* Returns the distance of the hero from the box of the hint. */
static int hero_distance(const struct stage *stage)
{
	const struct play_hints *box = &stage->play->hints;
	int x = stage->frame.cursor_x, y = stage->frame.cursor_y;
	int dx = x < box->left ? box->left - x : x - (box->left + box->width - 1);
	int dy = y < box->top ? box->top - y : y - (box->top + box->rows - 1);
	return dx > dy ? dx : dy;
}

static void no_cell_near_the_hero_is_covered(void **state)
{
	static const int cells[][2] = {{HERO_X + 1, HERO_Y}, {2, 2}, {70, 18}, {40, 10}, {5, 10}};
	(void)state;
	for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
		for (int hint = 0; hint < play_hint_count(); hint++) {
			struct stage stage;
			stage_begin(&stage, stock, 80, 24);
			hero_to(&stage, cells[i][0], cells[i][1]);
			play_hints(stage.play, true, 0);
			stage.play->hints.shown = (uint8_t)(hint + 1);
			stage_paint(&stage);
			assert_true(stage_finds(&stage, " Hint ") > 0);
			assert_true(hero_distance(&stage) > NEAR);
			stage_end(&stage);
		}
}

/* Of all places away from the hero it takes one where nothing is known. */
static void unknown_cells_are_covered_first(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	struct level *level = stage.game->level;
	for (int at = 0; at < level->width * level->height; at++) {
		level->flags[at] &= (uint8_t) ~(LEVEL_KNOWN | LEVEL_LIT | LEVEL_SEEN);
		if (at % level->width > 40 && at / level->width < 12)
			level->flags[at] |= LEVEL_KNOWN;
	}
	senses_look(stage.game);
	stage_paint(&stage);
	stage_hush(&stage);
	int known = 0, left = 0;
	for (int at = 80; at < 80 * 22; at++)
		known += stage.frame.cells[at].glyph != ' ';
	play_hints(stage.play, true, 0);
	assert_true(given(&stage));
	struct play_hints box = stage.play->hints;
	for (int at = 80; at < 80 * 22; at++) {
		int x = at % 80, y = at / 80;
		bool inside = x >= box.left && x < box.left + box.width && y >= box.top &&
			      y < box.top + box.rows;
		left += !inside && stage.frame.cells[at].glyph != ' ';
	}
	assert_int_equal(left, known);
	stage_end(&stage);
}

/* A window without such a place has it on the message rows, below the messages. */
static void a_small_window_has_it_on_the_message_rows(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 40, 20);
	play_hints(stage.play, true, 0);
	assert_true(given(&stage));
	assert_int_equal(stage_finds(&stage, " Hint "), 0);
	assert_true(hero_distance(&stage) > 1);
	message_say_text(stage.game, "A lamp goes out, far off.", COLOUR_ROLE_TEXT);
	stage_paint(&stage);
	assert_int_equal(stage_finds(&stage, "A lamp goes out"), 0);
	assert_int_equal(stage_finds(&stage, " Hint "), 1);
	assert_true(stage_finds(&stage, "@") > 0);
	stage_end(&stage);
}

static bool shown(struct stage *stage)
{
	play_hints_look(stage->play);
	stage_paint(stage);
	return stage_finds(stage, " Hint ") >= 0;
}

static void a_hint_goes_after_some_keys(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	only(&stage, "hint-walk");
	assert_true(given(&stage));
	for (int keys = 0; keys < 5; keys++) {
		assert_true(shown(&stage));
		stage_type(&stage, ".");
	}
	assert_false(shown(&stage));
	stage_end(&stage);
}

/* A spell was cast, a talent was chosen: the player knows. */
static void a_hint_goes_when_its_topic_was_used(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	empty_pack(&stage);
	only(&stage, "hint-hunger");
	int slot = stage_give(&stage, "sandwich", 2);
	be_hungry(&stage);
	stage_paint(&stage);
	stage_hush(&stage);
	assert_true(given(&stage));
	stage_type(&stage, ".");
	assert_true(shown(&stage));
	stage_type(&stage, (char[]){'e', (char)('a' + slot), '\0'});
	assert_false(shown(&stage));
	stage_end(&stage);

	stage_begin(&stage, stock, 80, 24);
	only(&stage, "hint-cast");
	know_a_spell(&stage);
	stage_paint(&stage);
	stage_hush(&stage);
	assert_true(given(&stage));
	stage.play->acting.last = (struct done){.any = true, .command = {.verb = VERB_CAST}};
	assert_true(shown(&stage));
	stage.play->journal.index++;
	assert_false(shown(&stage));
	stage.play->journal.index--;
	stage_end(&stage);

	stage_begin(&stage, stock, 80, 24);
	stage.game->hero.choices_made = 1;
	stage.game->hero.level = 2;
	only(&stage, "hint-choose");
	stage_hush(&stage);
	assert_true(given(&stage));
	uint32_t turns = play_turns(stage.play);
	stage_type(&stage, "Abb");
	assert_int_equal(play_turns(stage.play), turns);
	assert_false(shown(&stage));
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_cell_near_the_hero_is_covered),
		cmocka_unit_test(unknown_cells_are_covered_first),
		cmocka_unit_test(a_small_window_has_it_on_the_message_rows),
		cmocka_unit_test(a_hint_goes_after_some_keys),
		cmocka_unit_test(a_hint_goes_when_its_topic_was_used),
	};
	return stock_run(stock_content_with(records), tests);
}
