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

/* A row of 20 columns, and the word of the wide picture that it cuts. */
static void a_cut_word_is_found_at_the_edge_and_at_a_border(void **state)
{
	static const struct {
		const char *row, *cut;
	} rows[] = {
		{"A dog bites the calle", "calle"},
		{"A dog bites the ca", NULL}, /* it could have more letters */
		{"A dog, bites a caller", NULL},
		{"| A dog bites the ca|", "ca"},
		{"| A dog bites a ca |", "ca"},
		{"| A dog bites a   |", NULL},
		{"| A dog bites one |", NULL},
		{"12345678901234567890", NULL},
		{"", NULL},
	};
	char word[80];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool cut = uncut_row(rows[i].row, (int)strlen("12345678901234567890"),
			"A dog bites the caller,\nanother one\n", word, sizeof word);

		if (cut != (rows[i].cut != NULL))
			fail_msg("%s: %s", rows[i].row, cut ? word : "nothing");
		if (cut)
			assert_string_equal(word, rows[i].cut);
	}
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
		cmocka_unit_test(a_cut_word_is_found_at_the_edge_and_at_a_border),
		cmocka_unit_test(no_screen_of_the_game_cuts_a_word),
	};

	return stock_run(stock_content(), tests);
}
