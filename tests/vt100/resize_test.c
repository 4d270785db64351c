/* Windows that change their size. */
#include "tests/test.h"

#include "vt100/vt100.h"

/* A frame of another size is painted as on a new terminal, wherever its cursor rests. */
static void a_larger_frame_is_painted_anew(void **state)
{
	struct vt_frame frame = {0};
	struct vt_bytes after = {0}, fresh = {0};
	(void)state;
	for (int used = 1; used >= 0; used--) {
		struct vt_bytes *out = used ? &after : &fresh;
		struct vt_terminal *terminal =
			vt_terminal_new(vt_kind_by_name("xterm"), VT_UTF8, VT_COLOURS_256);

		assert_true(vt_frame_resize(&frame, 4, 2));
		if (used)
			vt_render(terminal, &frame, out);
		assert_true(vt_frame_resize(&frame, 12, 6));
		vt_fill(&frame, (struct vt_area){0, 1, 5, 4}, '.', VT_WOOD, 0);
		vt_put(&frame, 1, 2, '@', VT_HERO, 0);
		frame.cursor_x = 1;
		frame.cursor_y = 2; /* a cell behind the last of the smaller frame */
		out->size = 0;
		vt_render(terminal, &frame, out);
		vt_terminal_free(terminal);
	}
	assert_int_equal(after.size, fresh.size);
	assert_memory_equal(after.data, fresh.data, fresh.size);
	vt_bytes_free(&after);
	vt_bytes_free(&fresh);
	vt_frame_free(&frame);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_larger_frame_is_painted_anew)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
