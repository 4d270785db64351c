/*
 * The palettes for eyes that need them: contrast to the background, distance of hues as eyes
 * without the red or the green receptor see them, and meanings without any colour.
 *
 * The matrices are those of Machado, Oliveira and Fernandes (2009) for the full loss of a receptor,
 * on linear light. Distances are those of CIE 1976 L*a*b*.
 */
#include "tests/test.h"

#include "vt100/internal.h"
#include "vt100/vt100.h"

#include <math.h>

struct light {
	double red, green, blue;
};

enum eyes { EYES_USUAL, EYES_PROTANOPIA, EYES_DEUTERANOPIA, EYES_COUNT };

static double linear(int value)
{
	double part = value / 255.0;
	return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

/* Returns the light of a colour of 256. The first sixteen differ on each terminal. */
static struct light light_of(int index)
{
	static const int steps[] = {0, 95, 135, 175, 215, 255};
	assert_in_range(index, 16, 255);
	if (index >= 232) {
		double grey = linear(8 + 10 * (index - 232));
		return (struct light){grey, grey, grey};
	}
	index -= 16;
	return (struct light){
		linear(steps[index / 36]), linear(steps[index / 6 % 6]), linear(steps[index % 6])};
}

static double luminance(struct light light)
{
	return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue;
}

static double contrast(struct light one, struct light other)
{
	double a = luminance(one), b = luminance(other);
	return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

static double kept(double part)
{
	return part < 0 ? 0 : part > 1 ? 1 : part;
}

static struct light as_seen(struct light light, enum eyes eyes)
{
	static const double matrices[EYES_COUNT][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
			{-0.003882, -0.048116, 1.051998}},
		{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
			{-0.011820, 0.042940, 0.968881}}};
	double seen[3];
	for (int i = 0; i < 3; i++) {
		const double *row = matrices[eyes][i];
		seen[i] = kept(row[0] * light.red + row[1] * light.green + row[2] * light.blue);
	}
	return (struct light){seen[0], seen[1], seen[2]};
}

static double cube_root(double part)
{
	return part > 0.008856 ? cbrt(part) : 7.787 * part + 16 / 116.0;
}

static double distance(struct light one, struct light other)
{
	double lab[2][3];
	const struct light both[2] = {one, other};
	for (int i = 0; i < 2; i++) {
		const struct light *it = &both[i];
		double x = cube_root((0.4124 * it->red + 0.3576 * it->green + 0.1805 * it->blue) /
				     0.9505),
		       y = cube_root(luminance(*it)),
		       z = cube_root(
			       (0.0193 * it->red + 0.1192 * it->green + 0.9505 * it->blue) / 1.089);
		lab[i][0] = 116 * y - 16;
		lab[i][1] = 500 * (x - y);
		lab[i][2] = 200 * (y - z);
	}
	return sqrt(pow(lab[0][0] - lab[1][0], 2) + pow(lab[0][1] - lab[1][1], 2) +
		    pow(lab[0][2] - lab[1][2], 2));
}

static struct vt_terminal *terminal_with(
	enum vt_colours colours, enum vt_ground ground, enum vt_palette palette)
{
	struct vt_terminal *terminal =
		vt_terminal_new(vt_kind_by_name("xterm-256color"), VT_UTF8, colours);
	assert_non_null(terminal);
	vt_terminal_ground(terminal, ground);
	vt_terminal_palette(terminal, palette);
	return terminal;
}

/* The colour of a role of 256, or -1: the terminal's own. */
static int colour_of(const struct vt_terminal *terminal, enum vt_colour_role role)
{
	return (int)(terminal->pens[role][0] & PEN_COLOUR) - 1;
}

static double least_contrast(enum vt_palette palette, enum vt_ground ground)
{
	struct vt_terminal *terminal = terminal_with(VT_COLOURS_256, ground, palette);
	struct light back = light_of(ground == VT_GROUND_LIGHT ? 231 : 16);
	double least = 99;
	for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++) {
		double now =
			contrast(light_of(colour_of(terminal, (enum vt_colour_role)role)), back);
		least = now < least ? now : least;
	}
	vt_terminal_free(terminal);
	return least;
}

static void every_role_has_contrast_to_the_background(void **state)
{
	(void)state;
	for (int ground = VT_GROUND_ANY; ground <= VT_GROUND_LIGHT; ground++) {
		assert_true(least_contrast(VT_PALETTE_CONTRAST, (enum vt_ground)ground) >= 7);
		assert_true(least_contrast(VT_PALETTE_RED_GREEN, (enum vt_ground)ground) >= 4.4);
	}
}

/* Returns the least distance of two roles that mean different things, of all eyes. */
static double least_distance(enum vt_palette palette, enum vt_ground ground)
{
	static const enum vt_colour_role meanings[] = {
		VT_TEXT, VT_DIM, VT_GOOD, VT_BAD, VT_MAGIC, VT_GOLD, VT_WATER};
	struct vt_terminal *terminal = terminal_with(VT_COLOURS_256, ground, palette);
	double least = 999;
	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
		for (size_t j = 0; j < i; j++)
			for (int eyes = 0; eyes < EYES_COUNT; eyes++) {
				int one = colour_of(terminal, meanings[i]),
				    other = colour_of(terminal, meanings[j]);
				double now = distance(
					as_seen(light_of(one < 16 ? 160 : one), (enum eyes)eyes),
					as_seen(light_of(other < 16 ? 160 : other),
						(enum eyes)eyes));
				least = now < least ? now : least;
			}
	vt_terminal_free(terminal);
	return least;
}

/* The control: good and gold of the usual palette are one hue for eyes without green. */
static void hues_are_apart_without_red_or_green(void **state)
{
	(void)state;
	assert_true(least_distance(VT_PALETTE_RED_GREEN, VT_GROUND_ANY) > 30);
	assert_true(least_distance(VT_PALETTE_RED_GREEN, VT_GROUND_LIGHT) > 20);
	double control = distance(as_seen(light_of(28), EYES_DEUTERANOPIA),
		as_seen(light_of(136), EYES_DEUTERANOPIA));
	assert_true(control < 30);
}

/* Without colours the roles of a meaning differ by bold or underline. */
static void meanings_differ_without_colour(void **state)
{
	static const enum vt_colour_role meanings[] = {VT_TEXT, VT_GOOD, VT_BAD, VT_DANGER};
	(void)state;
	for (int palette = VT_PALETTE_CONTRAST; palette < VT_PALETTE_COUNT; palette++) {
		struct vt_terminal *terminal =
			terminal_with(VT_MONO, VT_GROUND_ANY, (enum vt_palette)palette);
		for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
			for (size_t j = 0; j < i; j++)
				assert_int_not_equal(terminal->pens[meanings[i]][0],
					terminal->pens[meanings[j]][0]);
		vt_terminal_free(terminal);
	}
}

/* The sixteen colours of a PC's text mode, as Linux consoles, PuTTY and SyncTERM show them. */
static struct light light_of_few(int index, bool bright)
{
	int high = bright ? 255 : 170, low = bright ? 85 : 0;
	assert_in_range(index, 0, 8);
	if (index == 8)
		return (struct light){linear(85), linear(85), linear(85)};
	if (index == 3 && !bright)
		return (struct light){linear(170), linear(85), 0};
	return (struct light){linear(index & 1 ? high : low), linear(index & 2 ? high : low),
		linear(index & 4 ? high : low)};
}

/* Counts the pens and the hues of the roles, each of which contrasts with the background. */
static void count_few(enum vt_ground ground, int *pens, int *colours)
{
	struct vt_terminal *terminal = terminal_with(VT_COLOURS_16, ground, VT_PALETTE_CONTRAST);
	double back = ground == VT_GROUND_LIGHT ? 1 : 0;
	unsigned hues = 0;
	*pens = *colours = 0;
	for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++) {
		uint32_t pen = terminal->pens[role][0];
		int colour = colour_of(terminal, (enum vt_colour_role)role), before = 0;
		if (colour >= 0)
			assert_true(contrast(light_of_few(colour, pen & PEN_BOLD),
					    (struct light){back, back, back}) >= 7);
		hues |= 1U << (colour + 1);
		while (terminal->pens[before][0] != pen)
			before++;
		*pens += before == role;
	}
	for (; hues; hues &= hues - 1)
		++*colours;
	vt_terminal_free(terminal);
}

static void few_colours_have_hues_and_contrast(void **state)
{
	int pens, colours;
	(void)state;
	count_few(VT_GROUND_ANY, &pens, &colours);
	assert_true(colours >= 4 && pens >= 7);
	count_few(VT_GROUND_LIGHT, &pens, &colours);
	assert_true(colours >= 3 && pens >= 6);
}

/* On a light ground bold would be a light colour. That changes no other attribute. */
static void a_light_ground_changes_bold_alone(void **state)
{
	struct vt_terminal *light =
		terminal_with(VT_COLOURS_16, VT_GROUND_LIGHT, VT_PALETTE_CONTRAST);
	struct vt_terminal *any = terminal_with(VT_COLOURS_16, VT_GROUND_ANY, VT_PALETTE_CONTRAST);
	(void)state;
	for (int role = 0; role < VT_COLOUR_ROLE_COUNT; role++)
		for (unsigned attributes = 0; attributes < 8; attributes++) {
			uint32_t on_light =
				vt_palette_pen(light, (enum vt_colour_role)role, attributes);
			uint32_t on_any =
				vt_palette_pen(any, (enum vt_colour_role)role, attributes);
			assert_int_equal(on_light & (PEN_REVERSE | PEN_UNDERLINE),
				on_any & (PEN_REVERSE | PEN_UNDERLINE));
		}
	vt_terminal_free(light);
	vt_terminal_free(any);
}

static void an_unknown_pen_is_valid_and_some_are_not(void **state)
{
	(void)state;
	assert_true(vt_pen_valid(PEN_UNKNOWN));
	assert_true(vt_pen_valid(PEN_PLAIN));
	assert_false(vt_pen_valid(2 * PEN_TRUE));
}

static void glyphs_of_other_bytes_differ(void **state)
{
	(void)state;
	assert_true(vt_glyphs_alike(VT_ASCII, 'a', 'a'));
	assert_false(vt_glyphs_alike(VT_ASCII, 'a', 'b'));
	assert_false(vt_glyphs_alike(VT_ASCII, 'b', 'a'));
}

/* A Commodore has colours of its own. */
static void other_dialects_keep_their_pens(void **state)
{
	struct vt_terminal *terminal =
		vt_terminal_new(vt_kind_by_name("petscii"), VT_PETSCII, VT_COLOURS_16);
	uint32_t pen = terminal->pens[VT_DANGER][0];
	(void)state;
	vt_terminal_palette(terminal, VT_PALETTE_CONTRAST);
	assert_int_equal(terminal->pens[VT_DANGER][0], pen);
	vt_terminal_free(terminal);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_role_has_contrast_to_the_background),
		cmocka_unit_test(hues_are_apart_without_red_or_green),
		cmocka_unit_test(meanings_differ_without_colour),
		cmocka_unit_test(few_colours_have_hues_and_contrast),
		cmocka_unit_test(a_light_ground_changes_bold_alone),
		cmocka_unit_test(an_unknown_pen_is_valid_and_some_are_not),
		cmocka_unit_test(glyphs_of_other_bytes_differ),
		cmocka_unit_test(other_dialects_keep_their_pens),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
