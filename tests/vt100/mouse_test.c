/* Reports of the mouse become keys with a cell, and the modes are switched off again. */
#include "tests/test.h"

#include "vt100/vt100.h"

static void begin(struct vt_keys *keys, bool mouse)
{
	vt_keys_begin(keys, vt_kind_by_name("xterm"));
	keys->mouse = mouse;
}

static void feed(struct vt_keys *keys, const char *bytes)
{
	vt_keys_feed(keys, (const uint8_t *)bytes, strlen(bytes));
}

static void reports_become_keys(void **state)
{
	static const struct {
		const char *bytes;
		int key, x, y;
	} cases[] = {
		{"\033[<0;1;1M", VT_KEY_CLICK, 0, 0},
		{"\033[<0;80;24M", VT_KEY_CLICK, 79, 23},
		{"\033[<2;998;998M", VT_KEY_CLICK_RIGHT, 997, 997},
		{"\033[<64;12;3M", VT_KEY_WHEEL_UP, 11, 2},
		{"\033[<65;12;3M", VT_KEY_WHEEL_DOWN, 11, 2},
		/* releases, the middle button, modifiers, movement, cells that are none */
		{"\033[<0;1;1m", VT_KEY_NONE, 0, 0},
		{"\033[<1;1;1M", VT_KEY_NONE, 0, 0},
		{"\033[<4;1;1M", VT_KEY_NONE, 0, 0},
		{"\033[<8;1;1M", VT_KEY_NONE, 0, 0},
		{"\033[<16;1;1M", VT_KEY_NONE, 0, 0},
		{"\033[<32;1;1M", VT_KEY_NONE, 0, 0},
		{"\033[<0;0;1M", VT_KEY_NONE, 0, 0},
		{"\033[<0;1;0M", VT_KEY_NONE, 0, 0},
		{"\033[<0;999;1M", VT_KEY_NONE, 0, 0},
		{"\033[<0;100000000000;1M", VT_KEY_NONE, 0, 0},
		{"\033[<0;1M", VT_KEY_NONE, 0, 0},
		{"\033[<0;1;M", VT_KEY_NONE, 0, 0},
		{"\033[<;1;1M", VT_KEY_NONE, 0, 0},
		{"\033[<0;1;1;1M", VT_KEY_NONE, 0, 0},
		{"\033[<0;1;-1M", VT_KEY_NONE, 0, 0},
		{"\033[<M", VT_KEY_NONE, 0, 0},
		/* three bytes of a terminal that lacks mode 1006 */
		{"\033[M !!", VT_KEY_NONE, 0, 0},
		{"\033[MQQQ", VT_KEY_NONE, 0, 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct vt_keys keys;
		begin(&keys, true);
		feed(&keys, cases[i].bytes);
		feed(&keys, "z");
		if (cases[i].key) {
			assert_int_equal(vt_keys_next(&keys), cases[i].key);
			assert_int_equal(keys.mouse_x, cases[i].x);
			assert_int_equal(keys.mouse_y, cases[i].y);
		}
		assert_int_equal(vt_keys_next(&keys), 'z');
		assert_int_equal(vt_keys_next(&keys), VT_KEY_NONE);
	}
}

static void without_the_mouse_reports_are_skipped(void **state)
{
	struct vt_keys keys;
	(void)state;
	begin(&keys, false);
	feed(&keys, "\033[<0;10;10Mz");
	assert_int_equal(vt_keys_next(&keys), 'z');
	assert_int_equal(vt_keys_next(&keys), VT_KEY_NONE);
}

/* A key of the mouse is whole in the queue or not there, and keys after it are themselves. */
static void a_full_queue_has_no_half_report(void **state)
{
	(void)state;
	for (int before = VT_KEYS_QUEUED_MAX - 4; before <= VT_KEYS_QUEUED_MAX; before++) {
		struct vt_keys keys;
		int key, count = 0, clicks = 0;
		begin(&keys, true);
		for (int i = 0; i < before; i++)
			feed(&keys, "k");
		feed(&keys, "\033[<0;7;9M");
		while ((key = vt_keys_next(&keys)) != VT_KEY_NONE) {
			clicks += key == VT_KEY_CLICK;
			count++;
			assert_true(key == 'k' || (keys.mouse_x == 6 && keys.mouse_y == 8));
		}
		assert_int_equal(clicks, before + 3 <= VT_KEYS_QUEUED_MAX);
		assert_int_equal(count, before + clicks);
	}
}

/* ---- The modes ---- */

#define ON "\033[?1000h\033[?1006h"
#define OFF "\033[?1006l\033[?1000l"

static bool sent(struct vt_bytes *out, const char *bytes)
{
	vt_bytes_add(out, "", 1);
	bool found = strstr((const char *)out->data, bytes) != NULL;
	out->size = 0;
	return found;
}

static void modes_are_switched_on_and_off(void **state)
{
	struct vt_terminal *terminal =
		vt_terminal_new(vt_kind_by_name("xterm"), VT_UTF8, VT_COLOURS_256);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	(void)state;
	assert_true(vt_frame_resize(&frame, 80, 24));
	vt_frame_clear(&frame);
	vt_render(terminal, &frame, &out);
	assert_false(sent(&out, "1000"));
	vt_leave(terminal, &out);
	assert_false(sent(&out, "1000"));
	vt_terminal_mouse(terminal, true);
	vt_render(terminal, &frame, &out);
	assert_true(sent(&out, ON));
	vt_render(terminal, &frame, &out);
	assert_false(sent(&out, "1000"));
	vt_terminal_forget(terminal);
	vt_render(terminal, &frame, &out);
	assert_true(sent(&out, ON));
	vt_terminal_mouse(terminal, false);
	vt_render(terminal, &frame, &out);
	assert_true(sent(&out, OFF));
	vt_render(terminal, &frame, &out);
	assert_false(sent(&out, "1000"));
	vt_terminal_mouse(terminal, true);
	vt_render(terminal, &frame, &out);
	out.size = 0;
	vt_leave(terminal, &out);
	assert_true(sent(&out, OFF));
	/* A process that goes on with the terminal switches off what another one switched on. */
	struct vt_terminal *moved =
		vt_terminal_new(vt_kind_by_name("xterm"), VT_UTF8, VT_COLOURS_256);
	vt_terminal_mouse(moved, true);
	vt_leave(moved, &out);
	assert_true(sent(&out, OFF));
	vt_terminal_free(moved);
	vt_terminal_free(terminal);
	vt_frame_free(&frame);
	vt_bytes_free(&out);
}

/* Marks of pastes are asked from kinds that know them, and switched off again. */
static void pastes_are_marked(void **state)
{
	static const struct {
		const char *kind;
		bool knows;
	} cases[] = {{"xterm", true}, {"putty", true}, {"tmux", true}, {"linux", false},
		{"vt100", false}, {"vt220", false}, {"syncterm", false}, {"ansi", false},
		{"petscii", false}, {"", false}};
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	(void)state;
	assert_true(vt_frame_resize(&frame, 80, 24));
	vt_frame_clear(&frame);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct vt_kind *kind = vt_kind_by_name(cases[i].kind);
		struct vt_terminal *terminal = vt_terminal_new(kind, VT_ASCII, VT_MONO);
		vt_render(terminal, &frame, &out);
		vt_leave(terminal, &out);
		assert_false(sent(&out, "2004"));
		vt_terminal_paste(terminal, true);
		vt_render(terminal, &frame, &out);
		assert_int_equal(sent(&out, "\033[?2004h"), cases[i].knows);
		vt_render(terminal, &frame, &out);
		assert_false(sent(&out, "2004"));
		vt_leave(terminal, &out);
		assert_int_equal(sent(&out, "\033[?2004l"), cases[i].knows);
		vt_terminal_free(terminal);
	}
	vt_frame_free(&frame);
	vt_bytes_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reports_become_keys),
		cmocka_unit_test(without_the_mouse_reports_are_skipped),
		cmocka_unit_test(a_full_queue_has_no_half_report),
		cmocka_unit_test(modes_are_switched_on_and_off),
		cmocka_unit_test(pastes_are_marked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
