/* Maps larger than the window: that what is painted is the map, and how the window moves over it.
 */
#include "engine/lab/lab.h"
#include "tests/test.h"

#include "door/ui/appearances.h"
#include "door/play/play.h"
#include "engine/rules/rules.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define WIDE 200
#define HIGH 100

struct stage {
	struct game *game;
	struct play *play;
	struct vt_frame frame;
};

/* A large level that is known whole, with nobody on it but the hero. */
static void stage_begin(struct stage *stage, int width, int height)
{
	struct seed seed = {{0x5c}};
	const struct play_link link = {0};
	*stage = (struct stage){.game = lab_crowd(stock, &seed, 3, WIDE, HIGH)};
	struct level *level = stage->game->level;
	for (size_t at = 0; at < WIDE * HIGH; at++) {
		level->flags[at] |= LEVEL_KNOWN;
		level->memory[at] = stock->terrains[level->terrain[at]].appearance;
	}
	stage->play = play_new(stage->game, stock, NULL, 0, &link);
	vt_frame_resize(&stage->frame, width, height);
	for (int i = 0; i < 4; i++) {
		play_paint(stage->play, &stage->frame);
		play_key(stage->play, VT_KEY_ESCAPE);
	}
	play_paint(stage->play, &stage->frame);
}

static void stage_end(struct stage *stage)
{
	play_free(stage->play);
	vt_frame_free(&stage->frame);
}

/* The hero is somewhere else, even in rock. */
static void put_hero(struct stage *stage, int x, int y)
{
	struct creature *hero = game_hero(stage->game);
	stage->game->derived.occupants[level_at(stage->game->level, hero->x, hero->y)] = 0;
	hero->x = (int16_t)x;
	hero->y = (int16_t)y;
	stage->game->derived.occupants[level_at(stage->game->level, x, y)] = HERO + 1;
	play_paint(stage->play, &stage->frame);
}

/* Checks all cells of the map against the frame, whose cursor is on cell (x, y). */
static void assert_the_map_is_painted(const struct stage *stage, int x, int y)
{
	const struct vt_frame *frame = &stage->frame;
	const uint16_t *glyphs = appearances_glyphs(stock);
	struct view view;
	game_view(stage->game, &view);
	int left = x - frame->cursor_x, top = y - frame->cursor_y;
	assert_in_range(frame->cursor_x, 0, frame->width - 1);
	assert_in_range(frame->cursor_y, 1, frame->height - 3);
	for (int row = frame->height > HIGH + 3 ? frame->height - 3 - HIGH : 1;
		row < frame->height - 2; row++)
		for (int column = 0; column < frame->width; column++) {
			int at_x = left + column, at_y = top + row;
			bool inside = at_x >= 0 && at_y >= 0 && at_x < WIDE && at_y < HIGH;
			const struct view_cell *cell =
				inside ? &view.cells[at_y * WIDE + at_x] : NULL;
			uint16_t wanted =
				cell && cell->flags & CELL_KNOWN ? glyphs[cell->appearance] : ' ';
			if (frame->cells[row * frame->width + column].glyph != wanted)
				fail_msg("%dx%d: cell %d, %d of the map at %d, %d", frame->width,
					frame->height, at_x, at_y, column, row);
		}
}

/* Up to 99 columns: then there is no panel, and the whole width is map. */
static const int sizes[][2] = {{40, 20}, {80, 24}, {41, 21}, {99, 50}, {57, 33}, {80, 140}};
#define SIZES (sizeof sizes / sizeof *sizes)

static void the_map_is_painted_wherever_the_hero_is(void **state)
{
	uint32_t random = 77;
	(void)state;
	for (size_t i = 0; i < SIZES; i++) {
		struct stage stage;
		stage_begin(&stage, sizes[i][0], sizes[i][1]);
		for (int times = 0; times < 200; times++) {
			random = random * 1664525 + 1013904223;
			int x = (int)(random >> 8) % WIDE, y = (int)(random >> 20) % HIGH;
			put_hero(&stage, x, y);
			assert_the_map_is_painted(&stage, x, y);
		}
		stage_end(&stage);
	}
}

/* Cells between the cursor and the nearer edge of the window, across. */
static int room_across(const struct stage *stage)
{
	int right = stage->frame.width - 1 - stage->frame.cursor_x;
	return stage->frame.cursor_x < right ? stage->frame.cursor_x : right;
}

/* From end to end and back: few moves of about half a window each, none right after another, and
 * the hero never at an edge behind which there is more. */
static void the_window_moves_by_halves(void **state)
{
	(void)state;
	for (size_t i = 0; i < SIZES; i++) {
		struct stage stage;
		int window = sizes[i][0], moves = 0, since = window;
		stage_begin(&stage, window, sizes[i][1]);
		put_hero(&stage, 0, HIGH / 2);
		int left = 0 - stage.frame.cursor_x;
		for (int step = 1; step < 2 * WIDE; step++, since++) {
			int x = step < WIDE ? step : 2 * WIDE - 1 - step;
			put_hero(&stage, x, HIGH / 2);
			int now = x - stage.frame.cursor_x;
			assert_true(room_across(&stage) >= 3 || now == 0 || now == WIDE - window);
			if (now == left)
				continue;
			assert_true(abs(now - left) <= window / 2 + window / 8);
			assert_true(
				abs(now - left) >= window / 2 || now == 0 || now == WIDE - window);
			assert_true(since >= window / 4);
			left = now;
			since = 0;
			moves++;
		}
		assert_int_equal(left, 0);
		assert_true(moves >= 2 && moves <= 2 * (2 * WIDE / window));
		stage_end(&stage);
	}
}

static void a_step_back_moves_nothing(void **state)
{
	(void)state;
	struct stage stage;
	stage_begin(&stage, 80, 24);
	put_hero(&stage, 0, 0);
	for (int x = 1; x < WIDE; x++) {
		put_hero(&stage, x - 1, HIGH / 2);
		int before = x - 1 - stage.frame.cursor_x;
		put_hero(&stage, x, HIGH / 2);
		int after = x - stage.frame.cursor_x;
		put_hero(&stage, x - 1, HIGH / 2);
		if (before != after)
			assert_int_equal(x - 1 - stage.frame.cursor_x, after);
	}
	stage_end(&stage);
}

static void a_level_that_fits_stands_still(void **state)
{
	(void)state;
	struct stage stage;
	stage_begin(&stage, 320, 120);
	put_hero(&stage, 0, 0);
	int left = 0 - stage.frame.cursor_x, top = 0 - stage.frame.cursor_y;
	for (int at = 0; at < WIDE; at++) {
		put_hero(&stage, at, at / 2);
		assert_int_equal(at - stage.frame.cursor_x, left);
		assert_int_equal(at / 2 - stage.frame.cursor_y, top);
	}
	stage_end(&stage);
}

static size_t rendered(struct vt_terminal *terminal, const struct vt_frame *frame)
{
	struct vt_bytes out = {0};
	vt_render(terminal, frame, &out);
	size_t size = out.size;
	vt_bytes_free(&out);
	return size;
}

/* Steps are a few bytes; a move of the window is no more than the screen painted anew, and comes
 * seldom. */
static void most_steps_are_a_few_bytes(void **state)
{
	static const enum vt_charset charsets[] = {VT_ASCII, VT_UTF8};
	const struct vt_kind *kind = vt_kind_by_name("xterm-256color");
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct stage stage;
		struct vt_terminal *terminal = vt_terminal_new(kind, charsets[i], VT_COLOURS_256);
		struct vt_terminal *fresh = vt_terminal_new(kind, charsets[i], VT_COLOURS_256);
		size_t steps = 0, bytes = 0, moves = 0, whole;
		stage_begin(&stage, 80, 24);
		put_hero(&stage, 0, HIGH / 2);
		rendered(terminal, &stage.frame);
		for (int x = 1, left = 0; x < WIDE; x++) {
			put_hero(&stage, x, HIGH / 2);
			size_t size = rendered(terminal, &stage.frame);
			bool moved = x - stage.frame.cursor_x != left;
			left = x - stage.frame.cursor_x;
			if (!moved) {
				bytes += size;
				steps++;
				continue;
			}
			vt_terminal_forget(fresh);
			whole = rendered(fresh, &stage.frame);
			assert_true(size <= whole);
			moves++;
		}
		assert_true(moves > 0 && moves <= WIDE / 40);
		assert_true(bytes < 10 * steps);
		vt_terminal_free(terminal);
		vt_terminal_free(fresh);
		stage_end(&stage);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_map_is_painted_wherever_the_hero_is),
		cmocka_unit_test(the_window_moves_by_halves),
		cmocka_unit_test(a_step_back_moves_nothing),
		cmocka_unit_test(a_level_that_fits_stands_still),
		cmocka_unit_test(most_steps_are_a_few_bytes),
	};
	return stock_run(stock_content(), tests);
}
