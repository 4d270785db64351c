/* Parts of frames: whatever areas come first, the terminal shows the frame in the end. */
#include "tests/test.h"

#include "emulator.h"
#include "kinds.h"
#include "random_frames.h"
#include "vt100/internal.h"

#define WIDTH 60
#define HEIGHT 20

struct pair {
	struct vt_terminal *terminal, *other;
	struct emulator shown, wanted;
	struct vt_frame frame;
	struct vt_bytes out;
};

static void write_all(struct pair *pair, struct emulator *emulator, const char *kind)
{
	emulator_write(emulator, pair->out.data, pair->out.size);
	if (emulator->failure[0] != '\0')
		fail_msg("%s: %s", kind, emulator->failure);
	pair->out.size = 0;
}

static struct vt_area draw_area(void)
{
	struct vt_area area;

	area.x = (int)draw(WIDTH) - 5;
	area.y = (int)draw(HEIGHT) - 5;
	area.width = (int)draw(WIDTH);
	area.height = (int)draw(HEIGHT);
	return area;
}

/* The cells of a part are shown at once, if they are inside of the frame. */
static void check_area(const struct pair *pair, struct vt_area area)
{
	for (int i = 0; i + 1 < WIDTH * HEIGHT; i++) {
		int x = i % WIDTH, y = i / WIDTH;

		if (x < area.x || x >= area.x + area.width || y < area.y ||
			y >= area.y + area.height)
			continue;
		assert_true(vt_ink_equal(vt_resolve(pair->terminal, pair->frame.cells[i]),
			vt_resolve(pair->terminal, pair->terminal->shown.cells[i])));
	}
}

static void check_frame(struct pair *pair, const char *kind)
{
	pair->out.size = 0;
	for (unsigned parts = draw(5); parts > 0; parts--) {
		struct vt_area area = draw_area();

		vt_render_part(pair->terminal, &pair->frame, area, draw(4) == 0, &pair->out);
		check_area(pair, area);
		write_all(pair, &pair->shown, kind);
	}
	vt_render(pair->terminal, &pair->frame, &pair->out);
	write_all(pair, &pair->shown, kind);
	assert_true(vt_shows(pair->terminal, &pair->frame));
	assert_false(vt_mostly_differs(pair->terminal, &pair->frame));
	vt_terminal_forget(pair->other);
	vt_render(pair->other, &pair->frame, &pair->out);
	write_all(pair, &pair->wanted, kind);
	for (int i = 0; i + 1 < WIDTH * HEIGHT; i++)
		assert_int_equal(pair->shown.cells[i].character, pair->wanted.cells[i].character);
	if (pair->frame.cursor_x >= 0) {
		assert_int_equal(pair->shown.x, pair->wanted.x);
		assert_int_equal(pair->shown.y, pair->wanted.y);
	}
	assert_int_equal(pair->shown.hidden, pair->wanted.hidden);
}

static void parts_lead_to_the_frame(void **state)
{
	(void)state;
	random_state = 300;
	for (size_t i = 0; i < KIND_CASES; i++) {
		const struct vt_kind *kind = vt_kind_by_name(kind_cases[i].name);
		enum vt_charset charset = vt_kind_charset(kind);
		enum vt_colours colours = vt_kind_colours(kind);
		struct pair pair = {0};

		pair.terminal = vt_terminal_new(kind, charset, colours);
		pair.other = vt_terminal_new(kind, charset, colours);
		unsigned knows = kind_knows(&kind_cases[i], &charset, colours);
		emulator_begin(&pair.shown, WIDTH, HEIGHT, knows, false);
		emulator_begin(&pair.wanted, WIDTH, HEIGHT, knows, false);
		assert_true(vt_frame_resize(&pair.frame, WIDTH, HEIGHT));
		for (int step = 0; step < 60; step++) {
			change_frame(&pair.frame);
			check_frame(&pair, kind_cases[i].name);
		}
		emulator_end(&pair.shown);
		emulator_end(&pair.wanted);
		vt_bytes_free(&pair.out);
		vt_frame_free(&pair.frame);
		vt_terminal_free(pair.terminal);
		vt_terminal_free(pair.other);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_lead_to_the_frame),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
