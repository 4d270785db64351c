/* Terminals before ANSI: on a screen that shows a, the bytes of a -> b give b; and their keys. */
#include "tests/test.h"

#include "vt100/internal.h"
#include "old_screens.h"
#include "random_frames.h"

static const struct {
	const char *name;
	enum old_model model;
} models[] = {{"VT52", OLD_VT52}, {"AtariST+VT52", OLD_VT52}, {"adm3a", OLD_ADM3A},
	{"adm5", OLD_ADM3A}, {"tvi912", OLD_TELEVIDEO}, {"televideo925", OLD_TELEVIDEO},
	{"wy50", OLD_TELEVIDEO}, {"wy60", OLD_TELEVIDEO}, {"wyse50", OLD_TELEVIDEO},
	{"wyse60", OLD_TELEVIDEO}, {"minitel1", OLD_MINITEL}, {"minitel1b", OLD_MINITEL},
	{"minitel", OLD_MINITEL}};
#define MODELS (sizeof(models) / sizeof(models[0]))

static void check(const char *name, const struct old_screen *screen, const struct vt_frame *frame)
{
	if (screen->failure[0] != '\0')
		fail_msg("%s: %s", name, screen->failure);
	for (int at = 0; at < frame->width * frame->height - 1; at++) {
		int x = at % frame->width, y = at / frame->width;
		char want = (char)vt_symbol(VT_ASCII, frame->cells[at].glyph).bytes[0];

		if (screen->cells[y][x] != want)
			fail_msg("%s: at %d,%d want %c have %c", name, x, y, want,
				screen->cells[y][x]);
	}
	if (frame->cursor_x >= 0 && (screen->x != frame->cursor_x || screen->y != frame->cursor_y))
		fail_msg("%s: the cursor is at %d,%d", name, screen->x, screen->y);
}

static void frames_are_shown_as_wanted(void **state)
{
	(void)state;
	random_state = 52;
	for (size_t i = 0; i < MODELS; i++) {
		const struct vt_kind *kind = vt_kind_by_name(models[i].name);
		struct vt_terminal *terminal = vt_terminal_new(kind, VT_UTF8, VT_TRUECOLOUR);
		struct vt_frame frame = {0};
		struct vt_bytes out = {0};
		struct old_screen screen;
		int width = 500, height = 200;

		assert_int_equal(vt_terminal_charset(terminal), VT_ASCII);
		assert_int_equal(vt_terminal_colours(terminal), VT_MONO);
		vt_kind_fit(kind, &width, &height);
		old_begin(&screen, models[i].model);
		assert_int_equal(width, screen.width);
		assert_int_equal(height, screen.height);
		assert_true(vt_frame_resize(&frame, width, height));
		vt_terminal_mouse(terminal, true);
		vt_terminal_paste(terminal, true);
		for (int step = 0; step < 400; step++) {
			shaded = step % 2;
			change_frame(&frame);
			out.size = 0;
			vt_render(terminal, &frame, &out);
			old_write(&screen, out.data, out.size);
			check(models[i].name, &screen, &frame);
		}
		out.size = 0;
		vt_leave(terminal, &out);
		for (size_t at = 0; at < out.size; at++)
			assert_true(out.data[at] != '[');
		vt_bytes_free(&out);
		vt_frame_free(&frame);
		vt_terminal_free(terminal);
	}
}

static void every_row_has_a_screen(void **state)
{
	const struct vt_kind *kind;

	(void)state;
	for (unsigned number = 0; (kind = vt_kind_by_number(number)) != NULL; number++) {
		size_t i = 0;

		while (i < MODELS && vt_kind_by_name(models[i].name) != kind)
			i++;
		if (vt_address(kind) != NULL && i == MODELS)
			fail_msg("%s is drawn on no screen", vt_kind_name(kind));
	}
}

static void keys_are_those_of_the_terminal(void **state)
{
	static const struct {
		const char *kind, *bytes;
		int keys[6];
	} rows[] = {
		{"wy50", "\b\n\v\fx", {VT_KEY_LEFT, VT_KEY_DOWN, VT_KEY_UP, VT_KEY_RIGHT, 'x'}},
		{"adm3a", "\r\n\n\177", {'\r', VT_KEY_DOWN, '\b'}},
		{"vt52", "\033A\033D\b", {VT_KEY_UP, VT_KEY_LEFT, '\b'}},
		{"minitel1", "\023A\023Gq\033[A", {'\r', '\b', 'q', VT_KEY_UP}},
		{"minitel1", "\023D\023E\023Z\021x", {'?', VT_KEY_ESCAPE, 'x'}},
		{"xterm", "\f\v", {12, 11}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct vt_keys keys;

		vt_keys_begin(&keys, vt_kind_by_name(rows[i].kind));
		for (const char *at = rows[i].bytes; *at != '\0'; at++)
			vt_keys_feed(&keys, (const uint8_t *)at, 1);
		for (size_t k = 0; k < 6 && rows[i].keys[k] != 0; k++)
			assert_int_equal(vt_keys_next(&keys), rows[i].keys[k]);
		assert_int_equal(vt_keys_next(&keys), VT_KEY_NONE);
		assert_false(keys.paused);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_are_shown_as_wanted),
		cmocka_unit_test(every_row_has_a_screen),
		cmocka_unit_test(keys_are_those_of_the_terminal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
