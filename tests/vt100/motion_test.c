/*
 * Cursor motions and changes of pens: the shortest bytes from one to another, as tables. And the
 * bytes of glyphs that are no letters.
 */
#include "tests/test.h"

#include "vt100/internal.h"

/* ---- Motions ---- */

#define FEED GRANT_LINE_FEED
#define INDEX GRANT_INDEX

static const struct {
	unsigned grants;
	int from_x, from_y, x, y;
	const char *bytes;
} motions[] = {
	/* To the place itself: a one is left out. */
	{0, 5, 5, 5, 5, ""},
	{0, -1, 0, 0, 0, "\033[H"},
	{0, -1, 5, 0, 5, "\033[6H"},
	{0, -1, 5, 5, 0, "\033[;6H"},
	{0, -1, 0, 8, 8, "\033[9;9H"},
	{0, -1, 0, 9, 9, "\033[10;10H"},
	{0, -1, 0, 98, 98, "\033[99;99H"},
	{0, -1, 0, 99, 99, "\033[100;100H"},
	/* By columns. */
	{0, 5, 5, 6, 5, "\033[C"},
	{0, 5, 5, 7, 5, "\033[2C"},
	{0, 5, 5, 14, 5, "\033[9C"},
	{0, 5, 5, 15, 5, "\033[10C"},
	{0, 5, 5, 104, 5, "\033[99C"},
	{0, 5, 5, 105, 5, "\033[100C"},
	{0, 5, 5, 4, 5, "\b"},
	{0, 9, 5, 5, 5, "\b\b\b\b"},
	{0, 9, 5, 4, 5, "\033[5D"},
	{0, 30, 5, 20, 5, "\033[10D"},
	{0, 5, 5, 0, 5, "\r"},
	{0, 3, 5, 0, 5, "\r"},
	{0, 1, 5, 0, 5, "\b"},
	{0, 9, 5, 1, 5, "\033[8D"},
	{0, 20, 5, 1, 5, "\r\033[C"},
	/* By rows. */
	{0, 5, 5, 5, 6, "\033[B"},
	{0, 5, 5, 5, 4, "\033[A"},
	{0, 5, 5, 5, 7, "\033[2B"},
	{0, 5, 5, 5, 3, "\033[2A"},
	{0, 5, 5, 5, 15, "\033[10B"},
	{FEED, 5, 5, 5, 6, "\n"},
	{FEED, 5, 5, 5, 8, "\n\n\n"},
	{FEED, 5, 5, 5, 9, "\033[4B"},
	{FEED, 5, 5, 5, 4, "\033[A"},
	{INDEX, 5, 5, 5, 6, "\033D"},
	{INDEX, 5, 5, 5, 4, "\033M"},
	{INDEX, 5, 5, 5, 7, "\033[2B"},
	{INDEX | FEED, 5, 5, 5, 6, "\n"},
	{INDEX | FEED, 5, 5, 5, 4, "\033M"},
	/* By both. */
	{FEED, 5, 5, 4, 6, "\n\b"},
	{FEED, 5, 5, 6, 6, "\n\033[C"},
	{0, 5, 5, 4, 6, "\033[B\b"},
	{INDEX, 5, 5, 3, 4, "\033M\b\b"},
	{INDEX, 1, 1, 0, 0, "\033[H"},
	/* From the first column, to which a line feed comes safely. */
	{0, 9, 5, 0, 6, "\r\n"},
	{0, 9, 5, 0, 7, "\r\n\n"},
	{0, 9, 5, 0, 8, "\033[9H"},
	{0, 9, 9, 0, 12, "\r\n\n\n"},
	{0, 9, 9, 0, 13, "\033[14H"},
	{0, 40, 5, 1, 6, "\r\n\033[C"},
	{INDEX, 30, 12, 0, 11, "\r\033M"},
};

static void test_motions(void **state)
{
	(void)state;
	struct vt_motion motion;

	for (size_t i = 0; i < sizeof(motions) / sizeof(motions[0]); i++) {
		struct vt_state from = {
			.x = (int16_t)motions[i].from_x, .y = (int16_t)motions[i].from_y};
		struct vt_kind kind = {.grants = motions[i].grants};
		size_t size = strlen(motions[i].bytes);

		vt_motion(&kind, &from, motions[i].x, motions[i].y, &motion);
		if (motion.size != size || memcmp(motion.bytes, motions[i].bytes, size) != 0)
			fail_msg("%d,%d to %d,%d: %.*s", motions[i].from_x, motions[i].from_y,
				motions[i].x, motions[i].y, motion.size,
				(const char *)motion.bytes);
		assert_int_equal(vt_motion_size(&kind, &from, motions[i].x, motions[i].y), size);
	}
}

static void test_numbers(void **state)
{
	(void)state;
	static const struct {
		unsigned number;
		const char *digits;
	} cases[] = {{0, "0"}, {9, "9"}, {10, "10"}, {99, "99"}, {100, "100"}, {999, "999"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint8_t bytes[4] = {0};

		assert_int_equal(vt_number(bytes, cases[i].number), strlen(cases[i].digits));
		assert_string_equal((char *)bytes, cases[i].digits);
	}
}

/* ---- Pens ---- */

#define B PEN_BOLD
#define U PEN_UNDERLINE
#define R PEN_REVERSE
#define F PEN_FAINT
#define BACK(colour) ((uint32_t)(colour) << PEN_BACK_SHIFT)

static void test_changes_of_pens(void **state)
{
	(void)state;
	static const struct {
		bool turns_off;
		uint32_t from, to;
		const char *bytes;
	} cases[] = {
		{true, B, B, ""},
		{true, PEN_UNKNOWN, 0, "\033[m"},
		{true, PEN_UNKNOWN, B, "\033[;1m"},
		{true, PEN_UNKNOWN, B | U | R | 3, "\033[;1;4;7;32m"},
		{true, PEN_UNKNOWN, F, "\033[;2m"},
		/* Colours: the eight, the bright, the rest. */
		{true, 0, 1, "\033[30m"},
		{true, 0, 8, "\033[37m"},
		{true, 0, 9, "\033[90m"},
		{true, 0, 16, "\033[97m"},
		{true, 0, 17, "\033[38;5;16m"},
		{true, 0, 256, "\033[38;5;255m"},
		{true, 2, 5, "\033[34m"},
		{true, 2, 0, "\033[m"},
		/* Adding an attribute needs no reset. Removing one needs a reset or its own number.
		 * */
		{false, 2, B | 2, "\033[1m"},
		{false, B, B | R, "\033[7m"},
		{false, B | 2, 2, "\033[;31m"},
		{false, B | 200, 200, "\033[;38;5;199m"},
		{true, B | 200, 200, "\033[22m"},
		{true, F | 200, 200, "\033[22m"},
		{true, U | 200, 200, "\033[24m"},
		{true, R | 200, 200, "\033[27m"},
		{true, U | R | 200, 200, "\033[24;27m"},
		{true, B | U | R | 200, 200, "\033[22;24;27m"},
		{true, B | 200, U | 200, "\033[22;4m"},
		{false, B | 200, U | 200, "\033[;4;38;5;199m"},
		{true, B | U | R | 200, B | U | R, "\033[39m"},
		{false, B | U | R | 200, B | U | R, "\033[;1;4;7m"},
		/* Of equal sizes the one from scratch is taken. */
		{true, B | U, B, "\033[;1m"},
		{true, B | 2, 2, "\033[22m"},
		{true, B | 2, B, "\033[;1m"},
		/* Backgrounds: only what differs is written. */
		{true, 200, 200 | BACK(5), "\033[44m"},
		{true, 200 | BACK(5), 200, "\033[49m"},
		{false, 200 | BACK(5), 200, "\033[;38;5;199m"},
		{true, 200 | BACK(5), 0, "\033[m"},
		{true, 200 | BACK(236), 100 | BACK(236), "\033[38;5;99m"},
		{true, 0, 2 | BACK(236), "\033[31;48;5;235m"},
		/* Truecolour: levels 6 and 7 of daylight differ in the text alone. */
		{true, 0, PEN_TRUE | VT_STONE | BACK(8), "\033[38;2;211;204;200;48;2;34;34;40m"},
		{true, PEN_TRUE | VT_STONE | BACK(8), PEN_TRUE | VT_STONE | BACK(7),
			"\033[38;2;199;192;189m"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct vt_kind kind = {.grants = cases[i].turns_off ? GRANT_SGR_OFF : 0};
		uint8_t bytes[PEN_BYTES_MAX];
		size_t size = vt_pen_change(&kind, cases[i].from, cases[i].to, bytes);

		if (size != strlen(cases[i].bytes) || memcmp(bytes, cases[i].bytes, size) != 0)
			fail_msg("case %zu, %x to %x: %.*s", i, cases[i].from, cases[i].to,
				(int)size, (char *)bytes);
	}
}

/* ---- Glyphs ---- */

static void test_symbols(void **state)
{
	(void)state;
	static const struct {
		uint16_t glyph;
		char bytes;
	} cases[] = {{0, ' '}, {31, ' '}, {' ', ' '}, {'!', '!'}, {126, '~'}, {127, '?'},
		{VT_GLYPH_END, '?'}, {UINT16_MAX, '?'}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (int charset = 0; charset < VT_CHARSETS_CHOSEN; charset++) {
			struct vt_symbol symbol =
				vt_symbol((enum vt_charset)charset, cases[i].glyph);

			assert_int_equal(symbol.size, 1);
			assert_int_equal(symbol.bytes[0], cases[i].bytes);
			assert_false(symbol.drawing);
		}
	}
	assert_string_equal(vt_charset_word(VT_CP437), "cp437");
	assert_string_equal(vt_colours_word(VT_MONO), "mono");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_motions),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_changes_of_pens),
		cmocka_unit_test(test_symbols),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
