/*
 * Colours: what each role looks like must be readable, and memory must be one look.
 *
 * A role's look is read back from the strict emulator, to which one cell of it was painted.
 */
#include "tests/test.h"

#include "vt100/vt100.h"
#include "emulator.h"

#define ALL 0x3fff
#define CONTRAST_LEAST 3.0
#define LIT_CONTRAST_LEAST 3.0
#define GROUND_CONTRAST_LEAST 2.4 /* of gas and water, whose hue must be seen */

static const char *const kinds[] = {"xterm", "linux", "syncterm", "ansi", "vt100", "vt220",
	"screen", "tmux", "putty", "rxvt", "unknown"};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static struct emulator_pen look_on(enum vt_ground ground, const char *kind, enum vt_colours colours,
	enum vt_colour_role role, unsigned attributes)
{
	struct vt_terminal *terminal = vt_terminal_new(vt_kind_by_name(kind), VT_ASCII, colours);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	struct emulator emulator;

	assert_true(vt_frame_resize(&frame, 2, 2));
	vt_terminal_ground(terminal, ground);
	vt_put(&frame, 0, 0, 'x', role, attributes);
	emulator_begin(&emulator, 2, 2, ALL, false);
	vt_render(terminal, &frame, &out);
	emulator_write(&emulator, out.data, out.size);
	assert_string_equal(emulator.failure, "");
	struct emulator_pen pen = emulator_at(&emulator, 0, 0)->pen;
	emulator_end(&emulator);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
	return pen;
}

static struct emulator_pen appearance_of(
	const char *kind, enum vt_colours colours, enum vt_colour_role role, unsigned attributes)
{
	return look_on(VT_GROUND_ANY, kind, colours, role, attributes);
}

/* Returns the look of a cell with a shade on truecolour or 256 colours. */
static struct emulator_pen look_lit(
	enum vt_colours colours, enum vt_colour_role role, unsigned shade, unsigned attributes)
{
	struct vt_terminal *terminal = vt_terminal_new(vt_kind_by_name("xterm"), VT_ASCII, colours);
	struct vt_frame frame = {0};
	struct vt_bytes out = {0};
	struct emulator emulator;

	assert_true(vt_frame_resize(&frame, 2, 2));
	vt_put(&frame, 0, 0, 'x', role, attributes);
	vt_shade(&frame, 0, 0, shade);
	emulator_begin(&emulator, 2, 2, ALL, false);
	vt_render(terminal, &frame, &out);
	emulator_write(&emulator, out.data, out.size);
	assert_string_equal(emulator.failure, "");
	struct emulator_pen pen = emulator_at(&emulator, 0, 0)->pen;
	emulator_end(&emulator);
	vt_bytes_free(&out);
	vt_frame_free(&frame);
	vt_terminal_free(terminal);
	return pen;
}

static bool is_same(struct emulator_pen a, struct emulator_pen b)
{
	return a.colour == b.colour && a.back == b.back && a.bold == b.bold && a.faint == b.faint &&
	       a.underline == b.underline && a.reverse == b.reverse;
}

/* sRGB's power of 2.4: the square times its own fifth root, which Newton finds. */
static double linear(int level)
{
	double c = (level / 255.0 + 0.055) / 1.055, root = c;

	if (level <= 10)
		return level / 255.0 / 12.92;
	for (int i = 0; i < 60; i++)
		root = root -
		       (root * root * root * root * root - c * c) / (5 * root * root * root * root);
	return c * c * root;
}

/* Users set the first 16 colours; bright white is white or nearly so. */
#define BRIGHT_WHITE 15

static double luminance(int index)
{
	static const int levels[] = {0, 95, 135, 175, 215, 255};
	int grey = 8 + 10 * (index - 232), cube = index - 16;

	if (index == BRIGHT_WHITE)
		return linear(255);
	if (index >= 232)
		return linear(grey);
	return 0.2126 * linear(levels[cube / 36]) + 0.7152 * linear(levels[cube / 6 % 6]) +
	       0.0722 * linear(levels[cube % 6]);
}

static double luminance_of(uint32_t colour)
{
	if (!(colour & EMULATOR_RGB))
		return luminance((int)colour - 1);
	return 0.2126 * linear((int)(colour >> 16 & 0xff)) +
	       0.7152 * linear((int)(colour >> 8 & 0xff)) + 0.0722 * linear((int)(colour & 0xff));
}

/* A lit cell has its own background, so the terminal's does not matter. */
static void test_lit_cells_are_readable(void **state)
{
	static const enum vt_colours many[] = {VT_COLOURS_256, VT_TRUECOLOUR};

	(void)state;
	for (size_t i = 0; i < 2; i++)
		for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++)
			for (unsigned shade = 1; shade <= VT_LIGHT_COUNT * VT_SHADE_LEVELS;
				shade++) {
				struct emulator_pen pen =
					look_lit(many[i], (enum vt_colour_role)role, shade, 0);
				assert_true(pen.back != 0 && pen.colour > BRIGHT_WHITE);
				double contrast = (luminance_of(pen.colour) + 0.05) /
						  (luminance_of(pen.back) + 0.05);
				bool ground = shade > VT_ON_FIRE * VT_SHADE_LEVELS;
				if (contrast <
					(ground ? GROUND_CONTRAST_LEAST : LIT_CONTRAST_LEAST))
					fail_msg("role %d, shade %u, contrast %.2f", role, shade,
						contrast);
			}
}

/* The edge of the light is that of the rule: the weakest light differs from darkness. */
static void test_the_edge_of_light_is_seen(void **state)
{
	(void)state;
	for (int colours = VT_COLOURS_256; colours <= VT_TRUECOLOUR; colours++)
		for (int light = 0; light < VT_LIGHT_COUNT; light++) {
			struct emulator_pen lit = look_lit((enum vt_colours)colours, VT_STONE,
				vt_shade_of((enum vt_light)light, 0), 0);
			struct emulator_pen dark =
				look_lit((enum vt_colours)colours, VT_STONE, VT_SHADE_UNLIT, 0);
			struct emulator_pen past = look_lit(
				(enum vt_colours)colours, VT_STONE, VT_SHADE_MEMORY, VT_FADED);
			assert_true(lit.back != 0 && dark.back == 0 && past.back == 0);
			assert_false(is_same(dark, past));
		}
}

/* Truecolour has every level, and 256 colours have three to five. */
static void test_light_has_levels(void **state)
{
	static const int least[VT_COLOURS_COUNT] = {
		[VT_COLOURS_16] = 2, [VT_COLOURS_256] = 3, [VT_TRUECOLOUR] = 8};
	static const int most[VT_COLOURS_COUNT] = {
		[VT_COLOURS_16] = 2, [VT_COLOURS_256] = 5, [VT_TRUECOLOUR] = 8};

	(void)state;
	for (int colours = VT_COLOURS_16; colours < VT_COLOURS_COUNT; colours++) {
		int levels = 1;
		struct emulator_pen last = {0}, pen;

		for (int level = 0; level < VT_SHADE_LEVELS; level++, last = pen) {
			pen = look_lit((enum vt_colours)colours, VT_STONE,
				vt_shade_of(VT_LIGHT_LAMP, level), 0);
			levels += level > 0 && !is_same(pen, last);
		}
		assert_in_range(levels, least[colours], most[colours]);
	}
}

/* Text never has the colour of the background that its ground gives it. */
static void test_grounds_of_few_colours_hide_nothing(void **state)
{
	(void)state;
	for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++)
		for (unsigned shade = 1; shade <= VT_LIGHT_COUNT * VT_SHADE_LEVELS; shade++) {
			struct emulator_pen pen =
				look_lit(VT_COLOURS_16, (enum vt_colour_role)role, shade, 0);
			assert_true(pen.back == 0 || (pen.colour != 0 && pen.colour != pen.back));
			/* Green, yellow and cyan hide white and bright text. */
			bool pale = pen.back == 2 + 1 || pen.back == 3 + 1 || pen.back == 6 + 1;
			assert_true(!pale || (pen.colour == 0 + 1 && !pen.bold));
		}
}

static void test_readable_on_black_and_on_white(void **state)
{
	(void)state;
	for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++) {
		for (unsigned faded = 0; faded <= VT_FADED; faded += VT_FADED) {
			struct emulator_pen pen = appearance_of(
				"xterm", VT_COLOURS_256, (enum vt_colour_role)role, faded);
			/* The first sixteen are whatever the user made of them; of these, red and
			 * magenta show on both. */
			if (pen.colour == 0 || pen.colour == 1 + 1 || pen.colour == 5 + 1)
				continue;
			assert_true(pen.colour > 16);
			double light = luminance((int)pen.colour - 1);
			if ((light + 0.05) / 0.05 < CONTRAST_LEAST ||
				1.05 / (light + 0.05) < CONTRAST_LEAST)
				fail_msg("role %d, colour %d of lightness %.3f", role,
					(int)pen.colour - 1, light);
		}
	}
}

/* Black and blue are invisible on some ground, and bold black on terminals that do not brighten. */
static void test_few_colours_avoid_what_is_invisible_somewhere(void **state)
{
	(void)state;
	for (size_t kind = 0; kind < KINDS; kind++) {
		bool brightens = strcmp(kinds[kind], "syncterm") == 0;
		for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++) {
			for (unsigned attributes = 0; attributes < 16; attributes++) {
				struct emulator_pen eight = appearance_of(kinds[kind], VT_COLOURS_8,
					(enum vt_colour_role)role, attributes);
				struct emulator_pen sixteen = appearance_of(kinds[kind],
					VT_COLOURS_16, (enum vt_colour_role)role, attributes);
				assert_int_not_equal(eight.colour, 1);
				assert_int_not_equal(eight.colour, 5);
				assert_int_not_equal(sixteen.colour, 5);
				if (sixteen.colour == 1)
					assert_true(brightens && sixteen.bold);
			}
		}
	}
}

/* On white green, yellow and cyan are as good as invisible; of the sixteen red, blue, magenta and
 * bright black are read there.  Remembered cells differ from seen ones, and good from danger. */
static void test_few_colours_are_read_on_a_light_ground(void **state)
{
	static const enum vt_colours few[] = {VT_COLOURS_8, VT_COLOURS_16};

	(void)state;
	for (size_t kind = 0; kind < KINDS; kind++) {
		for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++) {
			for (unsigned attributes = 0; attributes < 32; attributes++) {
				struct emulator_pen pen =
					look_on(VT_GROUND_LIGHT, kinds[kind], few[attributes / 16],
						(enum vt_colour_role)role, attributes % 16);
				bool grey = pen.colour == 8 + 1 || (pen.colour == 1 && pen.bold);
				assert_true(pen.colour == 0 || pen.colour == 1 + 1 ||
					    pen.colour == 4 + 1 || pen.colour == 5 + 1 || grey);
			}
		}
		assert_false(is_same(
			look_on(VT_GROUND_LIGHT, kinds[kind], VT_COLOURS_16, VT_STONE, 0),
			look_on(VT_GROUND_LIGHT, kinds[kind], VT_COLOURS_16, VT_STONE, VT_FADED)));
		assert_int_not_equal(
			look_on(VT_GROUND_LIGHT, kinds[kind], VT_COLOURS_8, VT_GOOD, 0).colour,
			look_on(VT_GROUND_LIGHT, kinds[kind], VT_COLOURS_8, VT_DANGER, 0).colour);
	}
}

/* 256 colours suit both, and none need no ground. */
static void test_the_ground_is_for_few_colours(void **state)
{
	static const enum vt_colours others[] = {VT_MONO, VT_COLOURS_256, VT_TRUECOLOUR};

	(void)state;
	for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++) {
		for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
			assert_true(is_same(
				appearance_of("xterm", others[i], (enum vt_colour_role)role, 0),
				look_on(VT_GROUND_LIGHT, "xterm", others[i],
					(enum vt_colour_role)role, 0)));
	}
}

static void test_mono_has_no_colour(void **state)
{
	(void)state;
	for (size_t kind = 0; kind < KINDS; kind++) {
		for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++)
			assert_int_equal(
				appearance_of(kinds[kind], VT_MONO, (enum vt_colour_role)role, 0)
					.colour,
				0);
	}
	assert_true(appearance_of("vt100", VT_MONO, VT_DANGER, 0).bold);
	assert_true(appearance_of("vt100", VT_MONO, VT_HERO, 0).bold);
}

/* By being bold without colours; with 256 every thing and creature has one, and the hero none. */
static void test_the_hero_stands_out(void **state)
{
	(void)state;
	for (size_t kind = 0; kind < KINDS; kind++) {
		assert_true(appearance_of(kinds[kind], VT_MONO, VT_HERO, 0).bold);
		assert_false(appearance_of(kinds[kind], VT_MONO, VT_STONE, 0).bold);
		assert_int_equal(appearance_of(kinds[kind], VT_COLOURS_256, VT_HERO, 0).colour, 0);
		for (int role = VT_GOOD; role < VT_COLOUR_ROLE_COUNT; role++)
			if (role != VT_STONE && role != VT_HERO)
				assert_int_not_equal(appearance_of(kinds[kind], VT_COLOURS_256,
							     (enum vt_colour_role)role, 0)
							     .colour,
					0);
	}
}

static void test_memory_is_one_look(void **state)
{
	(void)state;
	for (size_t kind = 0; kind < KINDS; kind++) {
		for (int colours = 0; colours < VT_COLOURS_COUNT; colours++) {
			struct emulator_pen dim =
				appearance_of(kinds[kind], (enum vt_colours)colours, VT_DIM, 0);
			for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++)
				assert_true(is_same(
					dim, appearance_of(kinds[kind], (enum vt_colours)colours,
						     (enum vt_colour_role)role, VT_FADED)));
		}
	}
}

static void test_memory_differs_from_sight(void **state)
{
	(void)state;
	static const struct {
		const char *kind;
		enum vt_colours colours;
	} cases[] = {{"xterm", VT_COLOURS_256}, {"xterm", VT_COLOURS_16}, {"xterm", VT_MONO},
		{"syncterm", VT_COLOURS_16}, {"ansi", VT_COLOURS_16}, {"linux", VT_COLOURS_16},
		{"tmux", VT_COLOURS_8}, {"putty", VT_COLOURS_256}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_false(is_same(appearance_of(cases[i].kind, cases[i].colours, VT_STONE, 0),
			appearance_of(cases[i].kind, cases[i].colours, VT_STONE, VT_FADED)));
}

/* Attributes that were asked for are seen, in every colour and none; those of memory are kept too.
 */
static void test_attributes_are_seen(void **state)
{
	(void)state;
	for (int colours = 0; colours < VT_COLOURS_COUNT; colours++) {
		for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++) {
			struct emulator_pen pen = appearance_of("xterm", (enum vt_colours)colours,
				(enum vt_colour_role)role, VT_REVERSE | VT_UNDERLINE);
			struct emulator_pen faded = appearance_of("xterm", (enum vt_colours)colours,
				(enum vt_colour_role)role, VT_REVERSE | VT_FADED);
			assert_true(pen.reverse && pen.underline);
			assert_true(faded.reverse && !faded.bold);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_readable_on_black_and_on_white),
		cmocka_unit_test(test_lit_cells_are_readable),
		cmocka_unit_test(test_the_edge_of_light_is_seen),
		cmocka_unit_test(test_light_has_levels),
		cmocka_unit_test(test_grounds_of_few_colours_hide_nothing),
		cmocka_unit_test(test_few_colours_avoid_what_is_invisible_somewhere),
		cmocka_unit_test(test_few_colours_are_read_on_a_light_ground),
		cmocka_unit_test(test_the_ground_is_for_few_colours),
		cmocka_unit_test(test_mono_has_no_colour),
		cmocka_unit_test(test_the_hero_stands_out),
		cmocka_unit_test(test_memory_is_one_look),
		cmocka_unit_test(test_memory_differs_from_sight),
		cmocka_unit_test(test_attributes_are_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
