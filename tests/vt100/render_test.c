/*
 * The renderer: on an emulator that shows a, the bytes of a -> b give b.
 *
 * Random frames of many shapes are chained on every kind, charset and number of colours, on three
 * emulators: libvterm, and the strict one with either wrap.  Painting one cell of a role shows its
 * pen.
 */
#include "tests/test.h"

#include <vterm.h>

#include "vt100/vt100.h"
#include "kinds.h"
#include "random_frames.h"

/* ---- Emulators ---- */

enum emulation { PENDING, AT_ONCE, LIBVTERM, EMULATIONS };

struct screen {
	enum emulation emulation;
	struct emulator strict;
	VTerm *vterm;
	bool cp437;
};

static void screen_begin(
	struct screen *screen, enum emulation emulation, int width, int height, unsigned knows)
{
	*screen = (struct screen){.emulation = emulation};
	emulator_begin(&screen->strict, width, height, knows, emulation == AT_ONCE);
	if (emulation == LIBVTERM) {
		screen->vterm = vterm_new(height, width);
		vterm_set_utf8(screen->vterm, 1);
		vterm_screen_reset(vterm_obtain_screen(screen->vterm), 1);
	}
}

static void screen_end(struct screen *screen)
{
	emulator_end(&screen->strict);
	if (screen->vterm != NULL)
		vterm_free(screen->vterm);
}

static uint32_t read_colour(const VTermColor *colour)
{
	if (VTERM_COLOR_IS_DEFAULT_FG(colour) || VTERM_COLOR_IS_DEFAULT_BG(colour))
		return 0;
	if (VTERM_COLOR_IS_INDEXED(colour))
		return colour->indexed.idx + 1U;
	return EMULATOR_RGB | (uint32_t)colour->rgb.red << 16 | (uint32_t)colour->rgb.green << 8 |
	       colour->rgb.blue;
}

/* DEC graphics come from libvterm as Unicode; back to what the strict emulator says. */
static uint32_t read_character(uint32_t character, unsigned knows, bool cp437)
{
	static const uint16_t drawings[][2] = {
#define ROW(id, word, unicode, cp437, dec, ascii) {unicode, dec},
		VT_GLYPHS(ROW)
#undef ROW
			{0x25c6, '`'},
		{0x2592, 'a'}, {0x00b7, '~'}};

	if (character == 0)
		return ' ';
	if (character < 0x80 || knows & KNOWS_UTF8 || !(knows & KNOWS_DRAWING) || cp437)
		return character;
	for (size_t i = sizeof(drawings) / sizeof(drawings[0]); i-- > 0;) {
		if (drawings[i][0] == character && drawings[i][1] != 0)
			return 0x100u + drawings[i][1];
	}
	return character;
}

static struct emulator_cell screen_cell(const struct screen *screen, int x, int y)
{
	if (screen->vterm == NULL)
		return *emulator_at(&screen->strict, x, y);
	VTermScreenCell cell;
	vterm_screen_get_cell(
		vterm_obtain_screen(screen->vterm), (VTermPos){.row = y, .col = x}, &cell);
	return (struct emulator_cell){
		.character = read_character(cell.chars[0], screen->strict.knows, screen->cp437),
		.pen = {.colour = read_colour(&cell.fg),
			.back = read_colour(&cell.bg),
			.bold = cell.attrs.bold,
			.underline = cell.attrs.underline != 0,
			.reverse = cell.attrs.reverse},
	};
}

/* libvterm knows no CP437: a byte of it goes in as the character of that number, and so comes back.
 */
static void write_vterm(VTerm *vterm, const struct vt_bytes *bytes, bool utf8)
{
	for (size_t i = 0; i < bytes->size; i++) {
		uint8_t byte = bytes->data[i];
		char pair[2] = {(char)(0xc0 | byte >> 6), (char)(0x80 | (byte & 0x3f))};

		if (utf8 || byte < 0x80)
			vterm_input_write(vterm, (const char *)&bytes->data[i], 1);
		else
			vterm_input_write(vterm, pair, 2);
	}
}

static void screen_write(struct screen *screen, const struct vt_bytes *bytes)
{
	if (screen->vterm != NULL)
		write_vterm(screen->vterm, bytes, (screen->strict.knows & KNOWS_UTF8) != 0);
	else
		emulator_write(&screen->strict, bytes->data, bytes->size);
}

static void screen_cursor(const struct screen *screen, int *x, int *y)
{
	*x = screen->strict.x;
	*y = screen->strict.y;
	if (screen->vterm != NULL) {
		VTermPos place;
		vterm_state_get_cursorpos(vterm_obtain_state(screen->vterm), &place);
		*x = place.col;
		*y = place.row;
	}
}

/* ---- The expected screen ---- */

struct setting {
	const struct vt_kind *kind;
	enum vt_charset charset;
	enum vt_colours colours;
	unsigned knows;
	enum emulation emulation;
	char title[80];
	struct emulator_pen appearances[SHADES][VT_COLOUR_ROLE_COUNT][16];
};

/* Returns the index of a shade in shades. */
static size_t index_of_shade(unsigned shade)
{
	size_t i = 0;

	while (shades[i] != shade)
		i++;
	return i;
}

static uint32_t expected_character(const struct setting *setting, uint16_t glyph)
{
	static const struct {
		uint16_t unicode;
		uint8_t cp437, dec, ascii;
	} rows[] = {
#define ROW(id, word, unicode, cp437, dec, ascii) {unicode, cp437, dec, ascii},
		VT_GLYPHS(ROW)
#undef ROW
	};

	if (glyph < ' ')
		return ' ';
	if (glyph <= VT_GLYPH_FIRST || glyph >= VT_GLYPH_END)
		return glyph < 127 ? glyph : '?';
	size_t row = (size_t)(glyph - VT_GLYPH_FIRST - 1);
	if (setting->charset == VT_UTF8)
		return rows[row].unicode;
	if (setting->charset == VT_CP437)
		return rows[row].cp437;
	if (setting->charset == VT_DEC && rows[row].dec != 0)
		return 0x100u + rows[row].dec;
	return rows[row].ascii;
}

static struct emulator_cell expected_cell(
	const struct setting *setting, const struct vt_frame *frame, int x, int y)
{
	const struct vt_cell *cell = &frame->cells[y * frame->width + x];

	if (x == frame->width - 1 && y == frame->height - 1)
		return (struct emulator_cell){.character = ' '};
	return (struct emulator_cell){
		.character = expected_character(setting, cell->glyph),
		.pen = setting->appearances[index_of_shade(cell->shade)][cell->role]
					   [cell->attributes],
	};
}

static void check_screen(const struct setting *setting, const struct screen *screen,
	const struct vt_frame *frame, unsigned serial)
{
	int cursor_x, cursor_y;

	if (screen->strict.failure[0] != '\0')
		fail_msg("%s, frame %u: %s", setting->title, serial, screen->strict.failure);
	for (int y = 0; y < frame->height; y++) {
		for (int x = 0; x < frame->width; x++) {
			struct emulator_cell want = expected_cell(setting, frame, x, y);
			struct emulator_cell have = screen_cell(screen, x, y);

			if (!emulator_looks_same(&want, &have))
				fail_msg("%s, frame %u (%dx%d): at %d,%d want %x pen %d have %x "
					 "pen %d",
					setting->title, serial, frame->width, frame->height, x, y,
					want.character, want.pen.colour, have.character,
					have.pen.colour);
		}
	}
	screen_cursor(screen, &cursor_x, &cursor_y);
	if (frame->cursor_x >= 0 && (cursor_x != frame->cursor_x || cursor_y != frame->cursor_y))
		fail_msg("%s, frame %u: the cursor is at %d,%d", setting->title, serial, cursor_x,
			cursor_y);
	if (screen->vterm == NULL && screen->strict.knows & KNOWS_CURSOR)
		assert_int_equal(screen->strict.hidden, frame->cursor_x < 0);
}

/* Paints one cell on a terminal of its own. */
static struct emulator_pen look_at(const struct setting *setting, enum vt_colour_role role,
	unsigned attributes, unsigned shade)
{
	struct vt_terminal *terminal =
		vt_terminal_new(setting->kind, setting->charset, setting->colours);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	struct screen screen;

	assert_true(vt_frame_resize(&frame, 2, 2));
	screen_begin(&screen, setting->emulation, 2, 2, setting->knows);
	vt_put(&frame, 0, 0, 'x', role, attributes);
	vt_shade(&frame, 0, 0, shade);
	vt_render(terminal, &frame, &out);
	screen_write(&screen, &out);
	assert_string_equal(screen.strict.failure, "");
	struct emulator_pen pen = screen_cell(&screen, 0, 0).pen;
	screen_end(&screen);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
	return pen;
}

/* One cell of each role and set of attributes, and of the shades. */
static void learn_looks(struct setting *setting)
{
	for (size_t shade = 0; shade < SHADES; shade++)
		for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++)
			for (unsigned set = 0; set < (shade ? SHADED_MOST + 1 : 16); set++)
				setting->appearances[shade][role][set] = look_at(
					setting, (enum vt_colour_role)role, set, shades[shade]);
}

/* ---- The property ---- */

static void run_chain(const struct setting *setting, int width, int height, int steps)
{
	struct vt_terminal *terminal =
		vt_terminal_new(setting->kind, setting->charset, setting->colours);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	struct screen screen;

	assert_true(vt_frame_resize(&frame, width, height));
	screen_begin(&screen, setting->emulation, width, height, setting->knows);
	screen.cp437 = setting->charset == VT_CP437;
	for (int i = 0; i < steps; i++) {
		change_frame(&frame);
		out.size = 0;
		if (draw(40) == 0)
			vt_terminal_forget(terminal);
		vt_render(terminal, &frame, &out);
		screen_write(&screen, &out);
		check_screen(setting, &screen, &frame, (unsigned)i);
		out.size = 0;
		vt_render(terminal, &frame, &out);
		if (out.size != 0)
			fail_msg("%s, frame %d: %zu bytes for no change", setting->title, i,
				out.size);
	}
	screen_end(&screen);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
}

static void run_setting(const struct kind_case *row, enum vt_charset charset,
	enum vt_colours colours, enum emulation emulation)
{
	static const int sizes[][2] = {
		{80, 24}, {40, 20}, {1, 1}, {2, 1}, {1, 5}, {7, 3}, {132, 50}};
	struct setting setting = {.kind = vt_kind_by_name(row->name),
		.charset = charset,
		.colours = colours,
		.emulation = emulation};

	setting.knows = kind_knows(row, &setting.charset, colours);
	snprintf(setting.title, sizeof(setting.title), "%s %s %s emulation %d", row->name,
		vt_charset_word(charset), vt_colours_word(colours), emulation);
	learn_looks(&setting);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		run_chain(&setting, sizes[i][0], sizes[i][1], i == 6 ? 3 : 8);
	run_chain(&setting, 1 + (int)draw(100), 1 + (int)draw(40), 6);
}

static void run_emulation(enum emulation emulation)
{
	random_state = 0x9e3779b97f4a7c15u + emulation;
	shaded = true;
	for (size_t kind = 0; kind < KIND_CASES_MANY; kind++) {
		for (int charset = 0; charset < VT_CHARSETS_CHOSEN; charset++) {
			for (int colours = 0; colours < VT_COLOURS_COUNT; colours++)
				run_setting(&kind_cases[kind], (enum vt_charset)charset,
					(enum vt_colours)colours, emulation);
		}
	}
	for (size_t i = KIND_CASES_MANY; i < KIND_CASES; i++) {
		const struct vt_kind *kind = vt_kind_by_name(kind_cases[i].name);

		run_setting(
			&kind_cases[i], vt_kind_charset(kind), vt_kind_colours(kind), emulation);
	}
}

static void test_frames_on_a_terminal_that_holds_the_wrap(void **state)
{
	(void)state;
	run_emulation(PENDING);
}

static void test_frames_on_a_terminal_that_wraps_at_once(void **state)
{
	(void)state;
	run_emulation(AT_ONCE);
}

static void test_frames_on_libvterm(void **state)
{
	(void)state;
	run_emulation(LIBVTERM);
}

static void test_largest_frame(void **state)
{
	(void)state;
	struct setting setting = {.kind = vt_kind_by_name("xterm"),
		.charset = VT_UTF8,
		.colours = VT_COLOURS_256,
		.knows = MODERN | KNOWS_FAINT | KNOWS_UTF8 | colours_known[VT_COLOURS_256],
		.title = "the largest"};

	random_state = 7;
	shaded = true;
	learn_looks(&setting);
	run_chain(&setting, VT_WIDTH_MAX, VT_HEIGHT_MAX, 6);
}

/* ---- The cost ---- */

/* Mostly what a game does in a turn: a step, a message, a few cells. */
static void change_little(struct vt_frame *frame)
{
	if (draw(4) == 0) {
		change_frame(frame);
		return;
	}
	if (draw(3) == 0)
		draw_rows(frame, 1);
	if (draw(3) == 0)
		draw_noise(frame, 1 + (int)draw(9));
	int x = frame->cursor_x < 0 ? 5 : frame->cursor_x, y = frame->cursor_y;
	vt_put(frame, x, y, '.', VT_STONE, 0);
	x += (int)draw(3) - 1;
	y += (int)draw(3) - 1;
	vt_put(frame, x, y, '@', VT_HERO, 0);
	frame->cursor_x = (int16_t)(x < 0 ? 0 : x);
	frame->cursor_y = (int16_t)(y < 0 ? 0 : y);
}

/* The bytes for random frames, as recorded. Another sum of equal frames is another cost: the
 * renderer must not send more. If it sends less, or other bytes of the same number, on purpose,
 * record what the message says. */
static void test_bytes_are_as_few_as_recorded(void **state)
{
	(void)state;
	static const struct {
		const char *kind;
		enum vt_charset charset;
		enum vt_colours colours;
		int width, height;
		size_t size;
		uint32_t hash;
	} rows[] = {
		{"xterm", VT_UTF8, VT_COLOURS_256, 60, 16, 17689, 0x88178de2},
		{"xterm", VT_DEC, VT_COLOURS_16, 80, 24, 12651, 0x84b4e3b6},
		{"vt220", VT_DEC, VT_MONO, 80, 24, 18999, 0x80e1b6b5},
		{"vt100", VT_ASCII, VT_MONO, 30, 9, 7574, 0x98be6bf2},
		{"linux", VT_UTF8, VT_COLOURS_16, 60, 16, 18224, 0x5b3f5f59},
		{"ansi", VT_CP437, VT_COLOURS_16, 60, 16, 15411, 0x102a082c},
		{"syncterm", VT_CP437, VT_COLOURS_16, 80, 24, 24766, 0xf6eac4f3},
		{"screen", VT_UTF8, VT_COLOURS_8, 20, 5, 5159, 0x3130f23d},
		{"unknown", VT_ASCII, VT_MONO, 60, 16, 16324, 0x882fe399},
		{"xterm", VT_UTF8, VT_TRUECOLOUR, 120, 101, 46593, 0x7b55eb11},
	};
	int failed = 0;

	random_state = 4711;
	shaded = false;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct vt_terminal *terminal = vt_terminal_new(
			vt_kind_by_name(rows[i].kind), rows[i].charset, rows[i].colours);
		struct vt_frame frame = {0};
		struct vt_bytes out = {0};
		uint32_t hash = 2166136261U;

		assert_true(vt_frame_resize(&frame, rows[i].width, rows[i].height));
		for (int step = 0; step < 150; step++) {
			change_little(&frame);
			vt_render(terminal, &frame, &out);
		}
		for (size_t at = 0; at < out.size; at++)
			hash = (hash ^ out.data[at]) * 16777619U;
		if (out.size != rows[i].size || hash != rows[i].hash) {
			print_message("%s, %dx%d: recorded %zu bytes, 0x%08x; now %zu, 0x%08x\n",
				rows[i].kind, rows[i].width, rows[i].height, rows[i].size,
				rows[i].hash, out.size, hash);
			failed++;
		}
		vt_bytes_free(&out);
		vt_frame_free(&frame);
		vt_terminal_free(terminal);
	}
	assert_int_equal(failed, 0);
}

/* From 800 bytes on the cursor is hidden while they are drawn, where the kind can do that. */
static void test_much_is_drawn_without_the_cursor(void **state)
{
	(void)state;
	static const struct {
		const char *kind;
		int16_t cursor;
		bool hides;
	} rows[] = {
		{"xterm", 3, true}, {"vt220", 3, true}, {"vt100", 3, false}, {"xterm", -1, false}};
	static const char hide[] = "\033[?25l", show[] = "\033[?25h";

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct vt_terminal *terminal =
			vt_terminal_new(vt_kind_by_name(rows[i].kind), VT_ASCII, VT_MONO);
		struct vt_frame frame = {0};
		struct vt_bytes out = {0};
		bool hidden = false;
		size_t least = SIZE_MAX, most = 0;

		assert_true(vt_frame_resize(&frame, 80, 24));
		frame.cursor_x = rows[i].cursor;
		frame.cursor_y = 20;
		vt_render(terminal, &frame, &out);
		for (int length = 720; length < 820; length++) {
			uint16_t glyph = length % 2 ? 'a' : 'b';

			for (int at = 0; at < length; at++)
				vt_put(&frame, at % 78, at / 78, glyph, VT_TEXT, 0);
			out.size = 0;
			vt_render(terminal, &frame, &out);
			hidden = out.size > 12 && memcmp(out.data, hide, 6) == 0;
			if (hidden)
				assert_memory_equal(out.data + out.size - 6, show, 6);
			least = hidden && out.size < least ? out.size : least;
			most = !hidden && out.size > most ? out.size : most;
		}
		assert_int_equal(hidden, rows[i].hides);
		if (rows[i].hides) {
			assert_int_equal(most, 799);
			assert_int_equal(least, 812);
		}
		vt_bytes_free(&out);
		vt_frame_free(&frame);
		vt_terminal_free(terminal);
	}
}

/* Returns the number of times that the bytes contain the text. */
static int count_text(const struct vt_bytes *bytes, const char *text)
{
	size_t length = strlen(text);
	int count = 0;

	for (size_t i = 0; i + length <= bytes->size; i++)
		count += memcmp(bytes->data + i, text, length) == 0;
	return count;
}

static void test_a_cursor_that_is_shown_is_never_hidden(void **state)
{
	(void)state;
	for (int shows = 0; shows < 2; shows++) {
		struct vt_terminal *terminal =
			vt_terminal_new(vt_kind_by_name("xterm"), VT_UTF8, VT_COLOURS_256);
		struct vt_frame frame = {.shows_cursor = shows};
		struct vt_bytes out = {0};
		VTermPos place;
		VTerm *vterm = vterm_new(24, 80);

		assert_true(vt_frame_resize(&frame, 80, 24));
		assert_int_equal(frame.shows_cursor, shows);
		for (int step = 0; step < 20; step++) {
			frame.cursor_x = (int16_t)(step % 3 ? step : -1);
			frame.cursor_y = (int16_t)step;
			for (int at = 0; at < 80 * (step % 4 ? 2 : 20); at++)
				vt_put(&frame, at % 78, at / 78, (uint16_t)('a' + step), VT_TEXT,
					0);
			vt_render(terminal, &frame, &out);
		}
		assert_int_equal(count_text(&out, "\033[?25l") == 0, shows);
		frame.cursor_x = -1;
		vt_render(terminal, &frame, &out);
		vterm_input_write(vterm, (const char *)out.data, out.size);
		vterm_state_get_cursorpos(vterm_obtain_state(vterm), &place);
		assert_true(!shows || (place.row == 0 && place.col == 0));
		vterm_free(vterm);
		vt_bytes_free(&out);
		vt_frame_free(&frame);
		vt_terminal_free(terminal);
	}
}

/* Returns the number of frames of which a cell was written after a later one. */
static int count_backwards(const struct kind_case *row, bool in_order, bool anew)
{
	enum vt_charset charset = VT_CP437;
	unsigned knows = kind_knows(row, &charset, VT_COLOURS_16);
	struct vt_terminal *terminal =
		vt_terminal_new(vt_kind_by_name(row->name), charset, VT_COLOURS_16);
	struct vt_frame frame = {.in_order = in_order};
	struct vt_bytes out = {0};
	struct emulator emulator;
	int count = 0;

	assert_true(vt_frame_resize(&frame, 80, 24));
	emulator_begin(&emulator, 80, 24, knows, false);
	for (int i = 0; i < 60; i++) {
		out.size = 0;
		change_little(&frame);
		if (anew)
			vt_terminal_forget(terminal);
		vt_render(terminal, &frame, &out);
		emulator.last = 0;
		emulator.backwards = false;
		emulator_write(&emulator, out.data, out.size);
		count += emulator.backwards;
	}
	assert_string_equal(emulator.failure, "");
	emulator_end(&emulator);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
	return count;
}

static void test_texts_are_painted_in_order(void **state)
{
	(void)state;
	random_state = 99;
	shaded = false;
	for (size_t i = 0; i < KIND_CASES; i++) {
		assert_int_equal(count_backwards(&kind_cases[i], true, false), 0);
		assert_int_equal(count_backwards(&kind_cases[i], false, true), 0);
		assert_true(count_backwards(&kind_cases[i], false, false) > 5);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_frames_on_a_terminal_that_holds_the_wrap),
		cmocka_unit_test(test_frames_on_a_terminal_that_wraps_at_once),
		cmocka_unit_test(test_frames_on_libvterm),
		cmocka_unit_test(test_largest_frame),
		cmocka_unit_test(test_bytes_are_as_few_as_recorded),
		cmocka_unit_test(test_much_is_drawn_without_the_cursor),
		cmocka_unit_test(test_texts_are_painted_in_order),
		cmocka_unit_test(test_a_cursor_that_is_shown_is_never_hidden),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
