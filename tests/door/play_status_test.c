/* The two rows of status: what changes there from turn to turn costs few cells. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

/* The cells that a painting changes. */
static int paint_and_count(struct stage *stage)
{
	size_t cells = (size_t)stage->frame.width * (size_t)stage->frame.height;
	struct vt_cell *before = malloc(cells * sizeof *before);
	int changed = 0;
	memcpy(before, stage->frame.cells, cells * sizeof *before);
	stage_paint(stage);
	for (size_t i = 0; i < cells; i++)
		changed += memcmp(&before[i], &stage->frame.cells[i], sizeof *before) != 0;
	free(before);
	return changed;
}

static void a_figure_that_grows_moves_nothing_behind_it(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	struct creature *hero = game_hero(stage.game);
	struct hero *self = &stage.game->hero;
	self->gold = 9;
	self->noise = 7;
	self->mana = self->mana_max = 10;
	hero->health = hero->health_max = 10;
	hero->status[STATUS_POISONED] = 3;
	stage_paint(&stage);
	self->gold = 10;
	assert_int_equal(paint_and_count(&stage), 2);
	self->gold = 118;
	assert_int_equal(paint_and_count(&stage), 2);
	self->noise = 14;
	assert_int_equal(paint_and_count(&stage), 2);
	self->mana = 9;
	assert_int_equal(paint_and_count(&stage), 2);
	/* A tenth of the bar for each, and both digits. */
	hero->health = 7;
	assert_int_equal(paint_and_count(&stage), 3 + 2);
	stage_end(&stage);
}

static enum vt_colour_role colour_role_after(const struct stage *stage, const char *word)
{
	const char *row = stage_row(stage, 22);
	const char *at = strstr(row, word);
	assert_non_null(at);
	return (enum vt_colour_role)stage->frame.cells[22 * stage->frame.width + (at - row)].role;
}

/* While more than two thirds are left the figure has the pen of the other figures. It warns from
 * there on, and from one third on in the colour of danger. */
static void health_is_a_plain_figure_until_it_warns(void **state)
{
	static const struct {
		int hits;
		const char *text;
		enum vt_colour_role role;
	} cases[] = {{40, "40/40", VT_TEXT}, {27, "27/40", VT_TEXT}, {26, "26/40", VT_LAMP},
		{14, "14/40", VT_LAMP}, {13, "13/40", VT_DANGER}, {9, "9/40", VT_DANGER}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		game_hero(stage.game)->health_max = 40;
		game_hero(stage.game)->health = (int16_t)cases[i].hits;
		stage_paint(&stage);
		assert_int_equal(colour_role_after(&stage, cases[i].text), cases[i].role);
		stage_end(&stage);
	}
}

/* Where room is scarce, figures stand as near together as they can. */
static void a_narrow_window_has_no_room_to_spare(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 40, 20);
	stage.game->hero.gold = 9;
	stage_paint(&stage);
	assert_true(stage_finds(&stage, "$ 9  Food") == 19);
	stage_end(&stage);
}

/* True if the last row has the word, whole and behind a blank. */
static bool tells(const struct stage *stage, const char *word)
{
	char wanted[8];
	snprintf(wanted, sizeof wanted, " %s ", word);
	return strstr(stage_row(stage, stage->frame.height - 1), wanted) != NULL;
}

/* Also where room is scarce, and behind the longest figures. */
static void the_hero_is_lit_or_dark(void **state)
{
	static const int widths[] = {40, 60, 80, 132};
	(void)state;
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
		for (int gold = 0; gold <= 9999; gold += 9999) {
			struct stage stage;
			stage_begin(&stage, stock, widths[i], 24);
			stage.game->hero.gold = gold;
			stage.game->depth = gold ? 12 : 1;
			stage_paint(&stage);
			assert_true(tells(&stage, "lit"));
			assert_false(tells(&stage, "dark"));
			for (int at = 0; at < stage.game->level->width * stage.game->level->height;
				at++)
				stage.game->level->flags[at] &= (uint8_t)~LEVEL_LIT;
			senses_look(stage.game);
			stage_paint(&stage);
			assert_true(tells(&stage, "dark"));
			assert_false(tells(&stage, "lit"));
			stage_end(&stage);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_figure_that_grows_moves_nothing_behind_it),
		cmocka_unit_test(health_is_a_plain_figure_until_it_warns),
		cmocka_unit_test(a_narrow_window_has_no_room_to_spare),
		cmocka_unit_test(the_hero_is_lit_or_dark),
	};
	return stock_run(stock_content(), tests);
}
