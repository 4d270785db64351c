/*
 * Drawing into frames, wrapping, cleaning, and finding kinds, glyphs and roles by name.
 */
#include "tests/test.h"

#include "vt100/vt100.h"

/* A row of the frame as ASCII; glyphs beyond it as '*'. */
static const char *row_text(const struct vt_frame *frame, int y)
{
	static char text[VT_WIDTH_MAX + 1];

	for (int x = 0; x < frame->width; x++) {
		uint16_t glyph = frame->cells[y * frame->width + x].glyph;
		text[x] = glyph < 127 ? (char)glyph : '*';
	}
	text[frame->width] = '\0';
	return text;
}

static uint8_t colour_role_at(const struct vt_frame *frame, int x, int y)
{
	return frame->cells[y * frame->width + x].role;
}

static void test_sizes_are_clamped(void **state)
{
	(void)state;
	static const int cases[][4] = {{80, 24, 80, 24}, {0, 0, 1, 1}, {-5, 10, 1, 10},
		{65535, 65535, VT_WIDTH_MAX, VT_HEIGHT_MAX}};
	struct vt_frame frame = {0};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(vt_frame_resize(&frame, cases[i][0], cases[i][1]));
		assert_int_equal(frame.width, cases[i][2]);
		assert_int_equal(frame.height, cases[i][3]);
		assert_int_equal(frame.cells[frame.width * frame.height - 1].glyph, ' ');
		assert_true(frame.cursor_x < 0);
	}
	frame.cursor_x = frame.cursor_y = 1;
	frame.bell = true;
	vt_frame_clear(&frame);
	assert_true(frame.cursor_x == -1 && frame.cursor_y == -1 && !frame.bell);
	vt_frame_free(&frame);
	assert_null(frame.cells);
	assert_true(frame.width == 0 && frame.height == 0);
}

static void test_bytes_grow(void **state)
{
	(void)state;
	static const size_t sizes[] = {1, 1022, 1, 1, 1023, 1, 5000, 0, 3};
	struct vt_bytes bytes = {0};
	uint8_t data[5000];
	size_t sum = 0;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		memset(data, (int)i + 1, sizes[i]);
		vt_bytes_add(&bytes, data, sizes[i]);
		sum += sizes[i];
		assert_int_equal(bytes.size, sum);
		assert_in_range(sum, 1, bytes.capacity);
		/* It is doubled, and no sooner than it must be. */
		assert_int_equal(bytes.capacity, sum <= 1024   ? 1024
						 : sum <= 2048 ? 2048
						 : sum <= 4096 ? 4096
							       : 8192);
	}
	for (size_t i = 0, at = 0; i < sizeof(sizes) / sizeof(sizes[0]); at += sizes[i], i++) {
		if (sizes[i] > 0) {
			assert_int_equal(bytes.data[at], i + 1);
			assert_int_equal(bytes.data[at + sizes[i] - 1], i + 1);
		}
	}
	vt_bytes_free(&bytes);
	assert_null(bytes.data);
	assert_true(bytes.size == 0 && bytes.capacity == 0);
}

static void test_drawing_is_clipped(void **state)
{
	(void)state;
	struct vt_frame frame = {0};

	assert_true(vt_frame_resize(&frame, 6, 3));
	assert_int_equal(vt_text(&frame, -2, 0, "abcdefghij", VT_TEXT, 0, NULL), 8);
	assert_string_equal(row_text(&frame, 0), "cdefgh");
	vt_put(&frame, 6, 0, 'x', VT_TEXT, 0);
	vt_put(&frame, 0, 3, 'x', VT_TEXT, 0);
	vt_put(&frame, 0, -1, 'x', VT_TEXT, 0);
	vt_text(&frame, 0, 7, "below", VT_TEXT, 0, NULL);
	vt_fill(&frame, (struct vt_area){-3, -3, 100, 5}, '.', VT_STONE, 0);
	assert_string_equal(row_text(&frame, 0), "......");
	assert_string_equal(row_text(&frame, 1), "......");
	assert_string_equal(row_text(&frame, 2), "      ");
	assert_int_equal(vt_textf(&frame, 1, 2, VT_TEXT, 0, "%d%%", 42), 4);
	assert_string_equal(row_text(&frame, 2), " 42%  ");
	vt_frame_free(&frame);
}

static void test_boxes(void **state)
{
	(void)state;
	struct vt_frame frame = {0};

	assert_true(vt_frame_resize(&frame, 5, 3));
	vt_box(&frame, (struct vt_area){0, 0, 5, 3}, VT_STONE);
	assert_string_equal(row_text(&frame, 1), "*   *");
	assert_int_equal(frame.cells[0].glyph, VT_CORNER_TL);
	assert_int_equal(frame.cells[4].glyph, VT_CORNER_TR);
	assert_int_equal(frame.cells[10].glyph, VT_CORNER_BL);
	assert_int_equal(frame.cells[14].glyph, VT_CORNER_BR);
	assert_int_equal(frame.cells[2].glyph, VT_WALL_H);
	assert_int_equal(frame.cells[5].glyph, VT_WALL_V);
	vt_box(&frame, (struct vt_area){1, 1, 0, 3}, VT_STONE);
	assert_string_equal(row_text(&frame, 1), "*   *");
	vt_frame_free(&frame);
}

/* Boxes of any size, down to a single corner, with room around them. */
static void test_boxes_of_each_size(void **state)
{
	(void)state;
	static const struct {
		struct vt_area area;
		const char *rows[4];
	} cases[] = {
		{{1, 1, 1, 1}, {"     ", " 4   ", "     ", "     "}},
		{{1, 1, 2, 1}, {"     ", " 34  ", "     ", "     "}},
		{{1, 1, 1, 2}, {"     ", " 2   ", " 4   ", "     "}},
		{{1, 1, 2, 2}, {"     ", " 12  ", " 34  ", "     "}},
		{{1, 0, 3, 4}, {" 1-2 ", " | | ", " | | ", " 3-4 "}},
		{{0, 0, 5, 3}, {"1---2", "|   |", "3---4", "     "}},
		{{-1, -1, 4, 3}, {"  |  ", "--4  ", "     ", "     "}},
		{{3, 2, 4, 4}, {"     ", "     ", "   1-", "   | "}},
		{{1, 1, 0, 2}, {"     ", "     ", "     ", "     "}},
		{{1, 1, 2, 0}, {"     ", "     ", "     ", "     "}},
	};
	static const char letters[] = " -|1234";
	static const uint16_t glyphs[] = {
		' ', VT_WALL_H, VT_WALL_V, VT_CORNER_TL, VT_CORNER_TR, VT_CORNER_BL, VT_CORNER_BR};
	struct vt_frame frame = {0};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(vt_frame_resize(&frame, 5, 4));
		vt_box(&frame, cases[i].area, VT_WOOD);
		for (int at = 0; at < 20; at++) {
			const char *letter = strchr(letters, cases[i].rows[at / 5][at % 5]);

			assert_int_equal(frame.cells[at].glyph, glyphs[letter - letters]);
			assert_int_equal(frame.cells[at].role, *letter == ' ' ? 0 : VT_WOOD);
		}
	}
	vt_frame_free(&frame);
}

static void test_role_bytes_in_text(void **state)
{
	(void)state;
	static const uint8_t roles[32] = {VT_GOOD, VT_BAD};
	struct vt_frame frame = {0};

	assert_true(vt_frame_resize(&frame, 8, 1));
	assert_int_equal(vt_text(&frame, 0, 0, "a\013b\014c\037d\177\351", VT_DIM, 0, roles), 6);
	assert_string_equal(row_text(&frame, 0), "abcd??  ");
	assert_int_equal(colour_role_at(&frame, 0, 0), VT_DIM);
	assert_int_equal(colour_role_at(&frame, 1, 0), VT_GOOD);
	assert_int_equal(colour_role_at(&frame, 2, 0), VT_BAD);
	assert_int_equal(colour_role_at(&frame, 3, 0), VT_DIM);
	vt_text(&frame, 0, 0, "\013x", VT_DIM, 0, NULL);
	assert_int_equal(colour_role_at(&frame, 0, 0), VT_DIM);
	vt_frame_free(&frame);
}

/* ---- Wrapping ---- */

static void collect_line(void *context, const char *text, size_t length)
{
	char *all = context;

	assert_int_equal(strlen(text), length);
	strcat(all, text);
	strcat(all, "/");
}

static void test_wrapping(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int width;
		const char *lines;
	} cases[] = {
		{"", 10, "/"},
		{"one", 10, "one/"},
		{"one two three", 7, "one two/three/"},
		{"one two three", 6, "one/two/three/"},
		{"one two", 7, "one two/"},
		{"one two ", 7, "one two/"},
		{"one  two", 4, "one/two/"},
		{"abcdefghij", 4, "abcd/efgh/ij/"},
		{"abcdefgh ij", 8, "abcdefgh/ij/"},
		{"a bcdefghi", 4, "a/bcde/fghi/"},
		{"abc", 1, "a/b/c/"},
		{"\013one two\037 three", 7, "\013one two\037/three/"},
		{"a \014one two three", 5, "a \014one/\014two/\014three/"},
		{"\015\015\015ab cd\037", 2, "\015\015\015ab/\015cd\037/"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char all[200] = "";
		int count = vt_wrap(cases[i].text, cases[i].width, collect_line, all);
		int slashes = 0;

		assert_string_equal(all, cases[i].lines);
		for (const char *at = all; *at != '\0'; at++)
			slashes += *at == '/';
		assert_int_equal(count, slashes);
	}
}

static int widest;

static void measure_line(void *context, const char *text, size_t length)
{
	int *letters = context, columns = 0;

	for (size_t i = 0; i < length; i++) {
		columns += (uint8_t)text[i] > 31;
		*letters += (uint8_t)text[i] > 32;
	}
	widest = columns > widest ? columns : widest;
}

/* For any text, no line is too wide and no letter is lost. */
static void test_wrapping_anything(void **state)
{
	(void)state;
	uint32_t random = 99;

	for (int round = 0; round < 5000; round++) {
		char text[300];
		int letters = 0, wrapped = 0, width = 1 + round % 50;

		for (size_t i = 0; i + 1 < sizeof(text); i++) {
			random = random * 1664525u + 1013904223u;
			uint32_t kind = random >> 28;
			text[i] = kind < 4 ? ' ' : kind < 6 ? (char)(1 + (random >> 16) % 31) : 'x';
			letters += text[i] > ' ';
		}
		text[sizeof(text) - 1] = '\0';
		widest = 0;
		vt_wrap(text, width, measure_line, &wrapped);
		assert_in_range(widest, 1, width);
		assert_int_equal(wrapped, letters);
	}
}

/* ---- Cleaning ---- */

static void test_cleaning(void **state)
{
	(void)state;
	static const struct {
		const char *text, *clean;
	} cases[] = {
		{"xterm-256color", "xterm-256color"},
		{"\033[2Jboo\007\r\n\t", "[2Jboo"},
		{"a\177b", "ab"},
		{"caf\303\251", "caf?"},
		{"\302\23331m", "31m"},
		{"\23331m", "31m"},
		{"a\342\200\256b\342\200\213c\342\201\246d\357\273\277", "abcd"},
		{"\360\237\220\200!", "?!"},
		{"\303", "?"},
		{"\303(", "?("},
		{"\300\200x", "?x"},
		{"\342\200", "?"},
		{"\377\376ok", "??ok"},
	};
	char clean[64];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t length =
			vt_clean(clean, sizeof(clean), cases[i].text, strlen(cases[i].text));

		assert_string_equal(clean, cases[i].clean);
		assert_int_equal(length, strlen(clean));
	}
	assert_int_equal(vt_clean(clean, 4, "abcdef", 6), 3);
	assert_string_equal(clean, "abc");
	assert_int_equal(vt_clean(clean, 1, "abcdef", 6), 0);
	assert_int_equal(vt_clean(clean, sizeof(clean), "a\0b", 3), 2);
}

static size_t encode(uint32_t character, char bytes[4])
{
	static const uint8_t leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
	size_t size = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;

	for (size_t i = size; i-- > 1; character >>= 6)
		bytes[i] = (char)(0x80 | (character & 0x3f));
	bytes[0] = (char)(leads[size] | character);
	return size;
}

/* Both ends of each range that is stripped, and what stands beside them. */
static void test_what_is_stripped(void **state)
{
	(void)state;
	static const uint32_t ranges[][2] = {{1, 0x1f}, {0x7f, 0x9f}, {0xad, 0xad}, {0x61c, 0x61c},
		{0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
		{0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};
	char text[4], clean[8];

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		uint32_t first = ranges[i][0], last = ranges[i][1];
		const uint32_t characters[] = {
			first - 1, first, (first + last) / 2, last, last + 1};

		for (size_t j = first == 1; j < 5; j++) {
			uint32_t character = characters[j];
			const char *wanted = j > 0 && j < 4                  ? ""
					     : character < 0x7f && character ? "x"
									     : "?";

			vt_clean(clean, sizeof(clean), text, encode(character, text));
			if (character < 0x7f && clean[0] == (char)character)
				clean[0] = 'x';
			if (strcmp(clean, wanted) != 0)
				fail_msg("U+%04X: \"%s\"", character, clean);
		}
	}
}

/* The least and the greatest character of each length, and those of which a shorter form exists. */
static void test_lengths_of_utf8(void **state)
{
	(void)state;
	static const struct {
		const char *text, *clean;
	} cases[] = {
		{"\302\240", "?"},           /* U+00A0 */
		{"\337\277~", "?~"},         /* U+07FF */
		{"\301\277~", "??~"},        /* U+007F, too long */
		{"\340\240\200~", "?~"},     /* U+0800 */
		{"\340\237\277~", "??~"},    /* U+07FF, too long */
		{"\357\277\277~", "?~"},     /* U+FFFF */
		{"\360\220\200\200~", "?~"}, /* U+10000 */
		{"\360\217\277\277~", "???~"},
		{"\364\217\277\277~", "?~"},
		{"\367\277\277\277~", "?~"},
		{"\370\210\200\200\200~", "?~"}, /* the lead of five bytes is none */
		{"\340\240x", "??x"},
		{"\360\237\220(", "?("},
		{"\302", "?"},
		{"\342\200", "?"},
		{"\200\277", "?"},
		{"\377~", "?~"},
	};
	char clean[16];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		vt_clean(clean, sizeof(clean), cases[i].text, strlen(cases[i].text));
		if (strcmp(clean, cases[i].clean) != 0)
			fail_msg("case %zu: \"%s\", not \"%s\"", i, clean, cases[i].clean);
	}
	/* Bytes behind the end are not read. */
	assert_int_equal(vt_clean(clean, sizeof(clean), "\302\251", 1), 1);
	assert_int_equal(vt_clean(clean, sizeof(clean), "\342\200\213", 2), 1);
}

static void test_cleaning_anything(void **state)
{
	(void)state;
	uint32_t random = 4711;

	for (int round = 0; round < 20000; round++) {
		char text[32], clean[24];
		for (size_t i = 0; i < sizeof(text); i++) {
			random = random * 1664525u + 1013904223u;
			text[i] = (char)(random >> 20);
		}
		size_t length = vt_clean(clean, sizeof(clean), text, sizeof(text));
		assert_true(length < sizeof(clean));
		for (size_t i = 0; i < length; i++)
			assert_in_range((uint8_t)clean[i], ' ', '~');
	}
}

/* ---- Names ---- */

static void test_kinds_by_name(void **state)
{
	(void)state;
	static const struct {
		const char *name, *kind;
		enum vt_charset charset;
		enum vt_colours colours;
	} cases[] = {
		{"xterm-256color", "xterm", VT_UTF8, VT_COLOURS_256},
		{"XTERM", "xterm", VT_UTF8, VT_COLOURS_256},
		{"xterm-kitty", "xterm", VT_UTF8, VT_COLOURS_256},
		{"vt100", "vt100", VT_DEC, VT_MONO},
		{"VT102", "vt102", VT_DEC, VT_MONO},
		{"DEC-VT220", "unknown", VT_ASCII, VT_MONO},
		{"vt220", "vt220", VT_DEC, VT_MONO},
		{"syncterm", "syncterm", VT_CP437, VT_COLOURS_16},
		{"ANSI-BBS", "ansi", VT_CP437, VT_COLOURS_16},
		{"screen", "screen", VT_UTF8, VT_COLOURS_8},
		{"screen-256color-bce", "screen-256color", VT_UTF8, VT_COLOURS_256},
		{"tmux-256color", "tmux", VT_UTF8, VT_COLOURS_256},
		{"rxvt-unicode-256color", "rxvt-unicode", VT_UTF8, VT_COLOURS_256},
		{"linux", "linux", VT_UTF8, VT_COLOURS_16},
		{"putty", "putty", VT_UTF8, VT_COLOURS_256},
		{"dumb", "dumb", VT_ASCII, VT_MONO},
		{"", "unknown", VT_ASCII, VT_MONO},
		{"network", "unknown", VT_ASCII, VT_MONO},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct vt_kind *kind = vt_kind_by_name(cases[i].name);

		assert_string_equal(vt_kind_name(kind), cases[i].kind);
		assert_int_equal(vt_kind_charset(kind), cases[i].charset);
		assert_int_equal(vt_kind_colours(kind), cases[i].colours);
	}
}

static void test_glyphs_and_roles_by_word(void **state)
{
	(void)state;
	bool known;

	assert_int_equal(vt_glyph_by_word("wall-h"), VT_WALL_H);
	assert_int_equal(vt_glyph_by_word("bullet"), VT_BULLET);
	assert_int_equal(vt_glyph_by_word("nothing"), 0);
	assert_int_equal(vt_role_by_word("danger", &known), VT_DANGER);
	assert_true(known);
	assert_int_equal(vt_role_by_word("shadow", &known), VT_SHADOW);
	assert_int_equal(vt_role_by_word("mauve", &known), VT_TEXT);
	assert_false(known);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sizes_are_clamped),
		cmocka_unit_test(test_drawing_is_clipped),
		cmocka_unit_test(test_boxes),
		cmocka_unit_test(test_bytes_grow),
		cmocka_unit_test(test_boxes_of_each_size),
		cmocka_unit_test(test_role_bytes_in_text),
		cmocka_unit_test(test_wrapping),
		cmocka_unit_test(test_wrapping_anything),
		cmocka_unit_test(test_cleaning),
		cmocka_unit_test(test_what_is_stripped),
		cmocka_unit_test(test_lengths_of_utf8),
		cmocka_unit_test(test_cleaning_anything),
		cmocka_unit_test(test_kinds_by_name),
		cmocka_unit_test(test_glyphs_and_roles_by_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
