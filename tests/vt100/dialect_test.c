/*
 * Terminals of home computers: on a screen that shows a, the bytes of a -> b give b.
 *
 * Random frames are chained on strict screens of a C64, a C128 and an Atari. Fixed texts and pens
 * check the charsets and the colours, motions their shortest bytes.
 */
#include "tests/test.h"

#include "vt100/internal.h"
#include "home_computers.h"
#include "random_frames.h"

struct machine {
	const char *kind;
	bool atari, return_keeps;
	int width;
};
static const struct machine machines[] = {
	{"petscii", false, false, 40},
	{"petscii", false, true, 40},
	{"petscii", false, false, 80},
	{"atascii", true, false, 40},
};
#define MACHINES (sizeof(machines) / sizeof(machines[0]))

struct line {
	struct home_screen screen;
	struct vt_terminal *terminal;
	struct vt_frame frame;
	struct vt_bytes out;
};

static void line_begin(struct line *line, const struct machine *machine, int height)
{
	const struct vt_kind *kind = vt_kind_by_name(machine->kind);

	memset(line, 0, sizeof(*line));
	home_begin(&line->screen, machine->atari, machine->width);
	line->screen.return_keeps = machine->return_keeps;
	line->terminal = vt_terminal_new(kind, vt_kind_charset(kind), vt_kind_colours(kind));
	assert_true(vt_frame_resize(&line->frame, machine->width, height));
}

static void line_end(struct line *line)
{
	vt_terminal_free(line->terminal);
	vt_frame_free(&line->frame);
	vt_bytes_free(&line->out);
}

static void line_show(struct line *line)
{
	line->out.size = 0;
	vt_render(line->terminal, &line->frame, &line->out);
	home_write(&line->screen, line->out.data, line->out.size);
	if (line->screen.failure[0] != '\0')
		fail_msg("%s", line->screen.failure);
}

static uint8_t wanted_code(const struct line *line, struct vt_ink ink)
{
	uint8_t byte = vt_symbol(line->terminal->charset, ink.glyph).bytes[0];
	uint8_t code = line->screen.atari ? atari_code(byte) : c64_code(byte);

	return (uint8_t)(code | (ink.pen & PEN_REVERSE ? 0x80 : 0));
}

static void check_cell(const struct line *line, int x, int y, int step)
{
	const struct vt_frame *frame = &line->frame;
	bool last = x == frame->width - 1 && y == frame->height - 1;
	struct vt_ink ink =
		last ? INK_BLANK : vt_resolve(line->terminal, frame->cells[y * frame->width + x]);
	struct home_cell shown = line->screen.cells[y][x];
	unsigned colour = ink.pen & PEN_COLOUR ? (ink.pen & PEN_COLOUR) - 1 : 15;
	uint8_t code = wanted_code(line, ink);

	if (shown.code != code)
		fail_msg("step %d, cell %d,%d: %02x and not %02x", step, x, y, shown.code, code);
	if (!line->screen.atari && code != ' ' && shown.colour != colour)
		fail_msg("step %d, cell %d,%d: colour %d and not %d", step, x, y, shown.colour,
			(int)colour);
}

static void check_screen(const struct line *line, int step)
{
	const struct vt_frame *frame = &line->frame;

	for (int y = 0; y < frame->height; y++)
		for (int x = 0; x < frame->width; x++)
			check_cell(line, x, y, step);
	if (frame->cursor_x >= 0) {
		assert_int_equal(line->screen.x, frame->cursor_x);
		assert_int_equal(line->screen.y, frame->cursor_y);
	}
	assert_true(line->screen.atari || line->screen.small);
}

static void delete_is_a_question_mark(void **state)
{
	static const enum vt_charset charsets[] = {VT_PETSCII, VT_ATASCII};

	(void)state;
	for (size_t i = 0; i < sizeof charsets / sizeof *charsets; i++) {
		struct vt_symbol delete = vt_dialect_symbol(charsets[i], 127, 127),
				 mark = vt_dialect_symbol(charsets[i], '?', '?');

		assert_int_equal(delete.bytes[0], mark.bytes[0]);
	}
}

static void test_random_frames(void **state)
{
	(void)state;
	random_state = 0x9e3779b97f4a7c15u;
	shaded = true;
	for (size_t i = 0; i < MACHINES; i++) {
		for (int height = 24; height >= 8; height -= 8) {
			struct line line;

			line_begin(&line, &machines[i], height);
			for (int step = 0; step < 300; step++) {
				change_frame(&line.frame);
				line.frame.in_order = draw(3) == 0;
				if (draw(40) == 0)
					vt_terminal_forget(line.terminal);
				line_show(&line);
				check_screen(&line, step);
			}
			line.out.size = 0;
			vt_leave(line.terminal, &line.out);
			home_write(&line.screen, line.out.data, line.out.size);
			assert_int_equal(line.screen.x, 0);
			assert_false(line.screen.reverse);
			line_end(&line);
		}
	}
}

static void test_every_row_has_a_machine(void **state)
{
	const struct vt_kind *kind;

	(void)state;
	for (unsigned number = 0; (kind = vt_kind_by_number(number)) != NULL; number++) {
		size_t i = 0;

		while (i < MACHINES && vt_kind_by_name(machines[i].kind) != kind)
			i++;
		if (vt_dialect(kind->grants) != NULL && i == MACHINES)
			fail_msg("%s is drawn on no machine", vt_kind_name(kind));
	}
}

/* A frame that is shown costs nothing. */
static void test_nothing_changed(void **state)
{
	(void)state;
	for (size_t i = 0; i < MACHINES; i++) {
		struct line line;

		line_begin(&line, &machines[i], 24);
		draw_noise(&line.frame, 600);
		line_show(&line);
		line_show(&line);
		assert_int_equal(line.out.size, 0);
		line_end(&line);
	}
}

/* ---- Bytes ---- */

static void check_bytes(const struct machine *machine, const char *text, enum vt_colour_role role,
	unsigned attributes, const char *bytes, size_t size)
{
	struct line line;

	line_begin(&line, machine, 24);
	line.frame.cursor_x = -1;
	vt_frame_clear(&line.frame);
	line_show(&line);
	vt_text(&line.frame, 0, 0, text, role, attributes, NULL);
	line_show(&line);
	if (line.out.size != size || memcmp(line.out.data, bytes, size) != 0)
		fail_msg("%s on %s: %zu bytes", text, machine->kind, line.out.size);
	line_end(&line);
}
#define CHECK_BYTES(machine, text, role, attributes, bytes)                                        \
	check_bytes(&machines[machine], text, role, attributes, bytes, sizeof(bytes) - 1)

static void test_bytes_of_texts(void **state)
{
	(void)state;
	CHECK_BYTES(0, "The end.", VT_TEXT, 0, "\xd4\x48\x45 \x45\x4e\x44.");
	CHECK_BYTES(0, "\"a_b\" [c] ~\\|", VT_TEXT, 0, "'\x41\xa4\x42' \x5b\x43\x5d \x2d\xbf\xdd");
	CHECK_BYTES(0, "No", VT_TEXT, VT_REVERSE, "\x12\xce\x4f");
	CHECK_BYTES(0, "a", VT_HERO, 0, "\x05\x41");
	CHECK_BYTES(0, "a", VT_GOLD, 0, "\x9e\x41");
	CHECK_BYTES(0, "a", VT_GOLD, VT_FADED, "\x98\x41");
	CHECK_BYTES(3, "The end.", VT_GOLD, 0, "The end.");
	CHECK_BYTES(3, "No{~", VT_TEXT, VT_REVERSE, "\xce\xef\xa8\xad");
}

/* The last column is written by a push, which goes over no edge. */
static void test_last_column(void **state)
{
	(void)state;
	static const char *const bytes[] = {"\x14\x42\x9d\x94\x41", "\x1e\xfe"
								    "b\x1e\xff"
								    "a"};
	for (int i = 0; i < 2; i++) {
		struct line line;

		line_begin(&line, &machines[3 * i], 24);
		line.frame.cursor_x = 39;
		line.frame.cursor_y = 5;
		vt_text(&line.frame, 38, 5, "ac", VT_TEXT, 0, NULL);
		line_show(&line);
		vt_put(&line.frame, 39, 5, 'b', VT_TEXT, 0);
		line_show(&line);
		assert_int_equal(line.out.size, strlen(bytes[i]));
		assert_memory_equal(line.out.data, bytes[i], line.out.size);
		vt_put(&line.frame, 39, 5, ' ', VT_TEXT, 0);
		line_show(&line);
		check_screen(&line, 0);
		line_end(&line);
	}
}

/* ---- Motions ---- */

static void test_motions(void **state)
{
	(void)state;
	static const struct {
		unsigned grants;
		int from_x, from_y;
		uint32_t pen;
		int x, y;
		const char *bytes;
	} cases[] = {
		{GRANT_PETSCII, 5, 5, 0, 5, 5, ""},
		{GRANT_PETSCII, 5, 5, 0, 7, 4, "\x91\x1d\x1d"},
		{GRANT_PETSCII, 5, 5, 0, 4, 6, "\x11\x9d"},
		{GRANT_PETSCII, 30, 5, 0, 1, 7, "\x0d\x11\x1d"},
		{GRANT_PETSCII, 4, 5, PEN_REVERSE, 0, 6, "\x11\x9d\x9d\x9d\x9d"},
		{GRANT_PETSCII, 30, 20, 0, 2, 1, "\x13\x11\x1d\x1d"},
		{GRANT_PETSCII, -1, 20, 0, 1, 1, "\x13\x11\x1d"},
		{GRANT_ATASCII, 5, 5, 0, 7, 4, "\x1c\x1f\x1f"},
		{GRANT_ATASCII, 38, 22, 0, 1, 1, "\x1d\x1d\x1d\x1f\x1f\x1f"},
		{GRANT_ATASCII, 30, 5, PEN_REVERSE, 1, 6, "\x9b\x1f"},
		{GRANT_ATASCII, 20, 5, 0, 39, 6, "\x9b\x1e"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct vt_state from = {.x = (int16_t)cases[i].from_x,
			.y = (int16_t)cases[i].from_y,
			.pen = cases[i].pen};
		struct vt_kind kind = {.grants = cases[i].grants};
		struct vt_motion motion;
		size_t size = strlen(cases[i].bytes);

		vt_motion(&kind, &from, cases[i].x, cases[i].y, &motion);
		if (motion.size != size || memcmp(motion.bytes, cases[i].bytes, size) != 0)
			fail_msg("motion %zu has %d bytes", i, motion.size);
		assert_int_equal(vt_motion_size(&kind, &from, cases[i].x, cases[i].y), size);
	}
}

/* ---- Kinds ---- */

static void test_kinds(void **state)
{
	(void)state;
	static const struct {
		const char *kind;
		int width, height, fit_width, fit_height;
	} cases[] = {
		{"PETSCII", 80, 25, 80, 24},
		{"petscii", 132, 50, 80, 24},
		{"petscii", 40, 25, 40, 24},
		{"petscii", 20, 5, 40, 24},
		{"ATASCII", 80, 24, 40, 24},
		{"xterm", 91, 33, 91, 33},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int width = cases[i].width, height = cases[i].height;

		vt_kind_fit(vt_kind_by_name(cases[i].kind), &width, &height);
		assert_int_equal(width, cases[i].fit_width);
		assert_int_equal(height, cases[i].fit_height);
	}
}

/* A dialect's charset belongs to its kind, whatever the player has chosen elsewhere. */
static void test_chosen_charsets(void **state)
{
	(void)state;
	const struct vt_kind *petscii = vt_kind_by_name("petscii");
	const struct vt_kind *atascii = vt_kind_by_name("atascii");
	struct vt_terminal *terminal = vt_terminal_new(petscii, VT_UTF8, VT_TRUECOLOUR);

	assert_int_equal(vt_terminal_charset(terminal), VT_PETSCII);
	assert_int_equal(vt_terminal_colours(terminal), VT_COLOURS_16);
	vt_terminal_set(terminal, petscii, VT_UTF8, VT_MONO);
	assert_int_equal(vt_terminal_colours(terminal), VT_MONO);
	vt_terminal_set(terminal, atascii, VT_CP437, VT_COLOURS_16);
	assert_int_equal(vt_terminal_charset(terminal), VT_ATASCII);
	assert_int_equal(vt_terminal_colours(terminal), VT_MONO);
	vt_terminal_set(terminal, vt_kind_by_name("xterm"), VT_PETSCII, VT_COLOURS_16);
	assert_int_equal(vt_terminal_charset(terminal), VT_ASCII);
	vt_terminal_free(terminal);
}

static void check_said(const char *kind, const char *text, const char *bytes)
{
	struct vt_bytes out = {0};

	vt_say(vt_kind_by_name(kind), text, &out);
	assert_int_equal(out.size, strlen(bytes));
	assert_memory_equal(out.data, bytes, out.size);
	vt_bytes_free(&out);
}

static void test_sentences(void **state)
{
	(void)state;
	check_said("xterm", "Bye.\n", "Bye.\r\n");
	check_said("petscii", "\"Bye\"\n", "\x0e'\xc2\x59\x45'\x0d");
	check_said("atascii", "Bye.\n", "Bye.\x9b");
}

/* ---- The screens themselves ---- */

/* They must notice the errors that this test is for. */
static void test_strictness(void **state)
{
	(void)state;
	static const struct {
		bool atari;
		const char *bytes;
		const char *failure;
	} cases[] = {
		{false, "\"\x1d", "a character that should not be sent (22) at 0,0"},
		{false, "\x93\x94\x1d", "a control code that is shown as a picture (1d) at 0,0"},
		{false, "!\x93\x9d", "a step over the edge (-1) at 0,0"},
		{true, "\x1b", "a character that should not be sent (1b) at 0,0"},
		{true, "\xff", "an insertion that pushes a row (00) at 0,0"},
	};
	struct home_screen screen;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		home_begin(&screen, cases[i].atari, 40);
		home_write(&screen, (const uint8_t *)cases[i].bytes, strlen(cases[i].bytes));
		if (strncmp(screen.failure, cases[i].failure, 20) != 0)
			fail_msg("%zu: %s", i, screen.failure);
	}
	/* A whole row joins the next one and pushes the others down; Return then skips two. */
	home_begin(&screen, false, 40);
	home_write(&screen, (const uint8_t *)"\x93\x11\x41\x13", 4);
	for (int x = 0; x < 40; x++)
		home_write(&screen, (const uint8_t *)"\x42", 1);
	assert_int_equal(screen.cells[2][0].code, 1);
	home_write(&screen, (const uint8_t *)"\x13\x0d", 2);
	assert_int_equal(screen.y, 2);
	assert_string_not_equal(screen.failure, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(delete_is_a_question_mark),
		cmocka_unit_test(test_random_frames),
		cmocka_unit_test(test_every_row_has_a_machine),
		cmocka_unit_test(test_nothing_changed),
		cmocka_unit_test(test_bytes_of_texts),
		cmocka_unit_test(test_last_column),
		cmocka_unit_test(test_motions),
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_chosen_charsets),
		cmocka_unit_test(test_sentences),
		cmocka_unit_test(test_strictness),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
