/* Places of the boxes of hints: each hint in each window, as the film lists them. */
#include "tests/test.h"

#include "door/play/play_private.h"
#include "tests/door/scene.h"

static const int windows[][2] = {{36, 14}, {40, 20}, {56, 20}, {80, 24}, {100, 30}, {132, 44}};
static const int cells[][2] = {{HERO_X, HERO_Y}, {2, 2}, {74, 2}, {70, 18}, {12, 18}};

/* Lists the place of a hint's box, and the rows of the window that show it. */
static void film_box(struct film *film, struct stage *stage, int hint)
{
	struct play_hints *box = &stage->play->hints;
	char line[FILM_LINE_MAX];

	box->shown = (uint8_t)(hint + 1);
	box->left = box->top = box->width = box->rows = 0;
	stage_paint(stage);
	snprintf(line, sizeof line, "%s: column %d, row %d, %d x %d, label in row %d",
		play_hint_word(hint), box->left, box->top, box->width, box->rows,
		stage_finds(stage, " Hint "));
	film_line(film, line);
}

static void film_window(struct film *film, const int window[2], const int cell[2], bool crowd)
{
	struct stage stage;
	char line[FILM_LINE_MAX];

	stage_begin(&stage, content, window[0], window[1]);
	if (cell[0] != HERO_X)
		creature_move(stage.game, HERO, cell[0], cell[1]);
	if (crowd)
		put(&stage, "cable-rat@-4,6 wire-worm@12,-6 desk-dog@-14,-7 grey-clerk@20,7");
	senses_look(stage.game);
	stage_paint(&stage);
	stage_hush(&stage);
	play_hints(stage.play, true, 0);
	snprintf(line, sizeof line, "== %d x %d, hero at %d %d%s", window[0], window[1], cell[0],
		cell[1], crowd ? ", creatures" : "");
	film_line(film, line);
	for (int hint = 0; hint < play_hint_count(); hint += 3)
		film_box(film, &stage, hint);
	if (crowd)
		film_frame(film, "the last of them", &stage.frame);
	stage_end(&stage);
}

static void boxes_are_where_the_film_has_them(void **state)
{
	struct film film;

	(void)state;
	film_open(&film, "hint-boxes");
	for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
		for (size_t j = 0; j < sizeof cells / sizeof *cells; j++)
			film_window(&film, windows[i], cells[j], j == 0);
	film_close(&film);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_are_where_the_film_has_them),
	};

	return cmocka_run_group_tests(tests, scene_set_up, scene_tear_down);
}
