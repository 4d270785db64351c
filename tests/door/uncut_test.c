/* No screen of 40 or 80 columns cuts a word at its edge. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/door/uncut.h"
#include "tests/engine/stock_tests.h"

#define WIDE_WIDTH VT_WIDTH_MAX
#define WIDE_HEIGHT VT_HEIGHT_MAX

static char wide[(VT_WIDTH_MAX + 1) * VT_HEIGHT_MAX + 1];

static void resize(struct stage *stage, int width, int height)
{
	assert_true(vt_frame_resize(&stage->frame, width, height));
	stage_paint(stage);
}

static int report_cuts(struct stage *stage, const char *name, int page)
{
	static const int sizes[][2] = {{40, 20}, {80, 24}};
	int cuts = 0;
	size_t used = 0;
	char word[80];

	resize(stage, WIDE_WIDTH, WIDE_HEIGHT);
	for (int y = 0; y < stage->frame.height; y++)
		used += (size_t)snprintf(
			wide + used, sizeof wide - used, "%s\n", stage_row(stage, y));
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		resize(stage, sizes[i][0], sizes[i][1]);
		for (int y = 0; y < stage->frame.height; y++)
			if (uncut_row(stage_row(stage, y), sizes[i][0], wide, word, sizeof word)) {
				print_error("%s, page %d, %dx%d, row %d: \"%s\" in %s\n", name,
					page, sizes[i][0], sizes[i][1], y, word,
					stage_row(stage, y));
				cuts++;
			}
	}
	return cuts;
}

/* Every key of the map, with a full pack, all statuses, all spells and talents. */
static void no_screen_of_the_game_cuts_a_word(void **state)
{
	int cuts = 0;
	(void)state;
	for (int key = ' '; key <= '~'; key++) {
		struct stage stage;
		char name[40];
		stage_begin(&stage, stock, 80, 24);
		for (int kind = 0; kind < stock->counts.items; kind += 12)
			stage_give(&stage, stock->items[kind].id, 3);
		for (int spell = 0; spell < stock->counts.spells; spell++)
			stage.game->knowledge.spells[spell] = 1;
		stage_put(&stage, "desk-dog", HERO_X + 4, HERO_Y);
		stage_put(&stage, "wire-worm", HERO_X - 4, HERO_Y);
		senses_look(stage.game);
		stage_key(&stage, key);
		snprintf(name, sizeof name, "key %c", key);
		for (int page = 0; page < 12; page++) {
			cuts += report_cuts(&stage, name, page);
			resize(&stage, 40, 20);
			stage_key(&stage, page == 0 ? 'j' : ' ');
			if (game_hero(stage.game)->health <= 0)
				break;
		}
		stage_end(&stage);
	}
	assert_int_equal(cuts, 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_screen_of_the_game_cuts_a_word),
	};

	return stock_run(stock_content(), tests);
}
