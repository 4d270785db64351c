/*
 * Dialects: the terminals of home computers, which have no escape sequences and no cursor
 * addressing. A byte moves the cursor by one cell, reverses or colours.
 *
 * PETSCII is that of the Commodore machines, in the charset with small letters. ATASCII is that of
 * the 8-bit Ataris. Both wrap at once after the last column, and both editors join the two rows to
 * one line then: a C64 may even push all rows below down. So nothing is ever printed there. The
 * character is printed one column before its place instead, and pushed to it by an insertion.
 *
 * A quotation mark would begin the quote mode of a C64, which shows control codes as pictures. It
 * is sent as an apostrophe. Return ends a reversal on a C64, but not in SyncTERM. So it is not used
 * while the pen reverses.
 */
#include "vt100/internal.h"

#include <assert.h>
#include <string.h>

#define INVERSE 0x100 /* of a glyph: drawn with the reversal turned around */
#define GREY 12       /* of the colours of a C64 */
#define OWN (-1)

/* ---- Charsets ---- */

#define GLYPHS (VT_GLYPH_END - VT_GLYPH_FIRST - 1)
#define AT(glyph) [VT_##glyph - VT_GLYPH_FIRST - 1]

/* 0: as the ASCII of the glyph. The codes are those that C64s print; 60 to 7F and E0 to FF would
 * be the same characters. */
/* clang-format off */
static const uint16_t petscii_glyphs[GLYPHS] = {
	AT(WALL_H) = 0xc0, AT(WALL_V) = 0xdd, AT(CORNER_TL) = 0xb0, AT(CORNER_TR) = 0xae, AT(CORNER_BL) = 0xad,
	AT(CORNER_BR) = 0xbd, AT(TEE_L) = 0xab, AT(TEE_R) = 0xb3, AT(TEE_T) = 0xb2, AT(TEE_B) = 0xb1, AT(CROSS) = 0xdb,
	AT(CORRIDOR) = 0xa6, AT(DOUBLE_V) = 0xdd, AT(BLOCK) = INVERSE | ' ', AT(HALF_LOW) = 0xa2,
	AT(HALF_HIGH) = INVERSE | 0xa2, AT(SHADE_DARK) = 0xde, AT(SHADE) = 0xa6, AT(BAR_FULL) = INVERSE | ' ',
	AT(BAR_EMPTY) = 0xa6, AT(DEEP) = 0xb9, AT(SHALLOW) = 0xaf, AT(GAS) = 0xdf, AT(BOULDER) = 0xbf,
	AT(STATUE) = 0x5c, AT(CRYSTAL) = 0xa9, AT(GLASS) = 0xdc, AT(ICEFALL) = 0xde, AT(FALLEN) = 0xde,
	AT(STACK) = 0xa8, AT(FENCE) = '#', AT(GRATE) = '#', AT(PORTCULLIS) = '#', AT(TREE) = '&',
	AT(PILLAR) = INVERSE | ' ', AT(POLE) = 0xb2, AT(SEATS) = 0xb1, AT(INK_HALF) = 0xa6, AT(INK_DARK) = 0xde,
	AT(INK_FULL) = INVERSE | ' ',
};

/* The codes 00, 0A and 0D are not used, because devices on the way may change them. */
static const uint16_t atascii_glyphs[GLYPHS] = {
	AT(WALL_H) = 0x12, AT(WALL_V) = 0x7c, AT(CORNER_TL) = 0x11, AT(CORNER_TR) = 0x05, AT(CORNER_BL) = 0x1a,
	AT(CORNER_BR) = 0x03, AT(TEE_L) = 0x01, AT(TEE_R) = 0x04, AT(TEE_T) = 0x17, AT(TEE_B) = 0x18, AT(CROSS) = 0x13,
	AT(DOUBLE_V) = 0x7c, AT(BLOCK) = INVERSE | ' ', AT(HALF_LOW) = 0x15, AT(HALF_HIGH) = INVERSE | 0x15,
	AT(LAMP_ON) = 0x14, AT(BAR_FULL) = INVERSE | ' ', AT(BAR_EMPTY) = 0x12, AT(BULLET) = 0x14, AT(DEEP) = 0x15,
	AT(SHALLOW) = 0x0e, AT(BOULDER) = 0x14, AT(CRYSTAL) = 0x60, AT(GLASS) = 0x16, AT(ICEFALL) = 0x02,
	AT(FALLEN) = 0x08, AT(TREE) = 0x10, AT(PILLAR) = INVERSE | ' ', AT(POLE) = 0x17, AT(SEATS) = 0x18,
	AT(INK_HALF) = '%', AT(INK_DARK) = INVERSE | ':', AT(INK_FULL) = INVERSE | ' ',
};
/* clang-format on */

static uint8_t petscii_of(char ascii)
{
	static const uint8_t others[128] = {['"'] = '\'',
		['\\'] = 0xbf,
		['_'] = 0xa4,
		['`'] = '\'',
		['{'] = '(',
		['|'] = 0xdd,
		['}'] = ')',
		['~'] = '-'};

	if (ascii >= 'a' && ascii <= 'z')
		return (uint8_t)(ascii - 'a' + 0x41);
	if (ascii >= 'A' && ascii <= 'Z')
		return (uint8_t)(ascii - 'A' + 0xc1);
	return others[ascii & 127] != 0 ? others[ascii & 127] : (uint8_t)ascii;
}

static uint8_t atascii_of(char ascii)
{
	static const uint8_t others[128] = {['`'] = '\'', ['{'] = '(', ['}'] = ')', ['~'] = '-'};

	return others[ascii & 127] != 0 ? others[ascii & 127] : (uint8_t)ascii;
}

struct vt_symbol vt_dialect_symbol(enum vt_charset charset, uint16_t glyph, char ascii)
{
	const uint16_t *glyphs = charset == VT_PETSCII ? petscii_glyphs : atascii_glyphs;
	uint16_t code = 0;

	if (glyph > VT_GLYPH_FIRST && glyph < VT_GLYPH_END)
		code = glyphs[glyph - VT_GLYPH_FIRST - 1];
	if (code == 0) {
		ascii = glyph < ' ' ? ' ' : glyph == 127 ? '?' : ascii;
		code = charset == VT_PETSCII ? petscii_of(ascii) : atascii_of(ascii);
	}
	return (struct vt_symbol){
		.size = 1, .inverse = (code & INVERSE) != 0, .bytes = {(uint8_t)code}};
}

/* ---- Controls ---- */

/* The codes of the colours, in the order of a C64's numbers. */
static const uint8_t c64_codes[16] = {0x90, 0x05, 0x1c, 0x9f, 0x9c, 0x1e, 0x1f, 0x9e, 0x81, 0x95,
	0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b};

static const struct vt_dialect petscii = {
	.charset = VT_PETSCII,
	.columns = 80,
	.rows = 24,
	.up = 0x91,
	.down = 0x11,
	.left = 0x9d,
	.right = 0x1d,
	.home = 0x13,
	.next_row = 0x0d,
	.clear = 0x93,
	.bell = 0x07,
	.reverse_on = 0x12,
	.reverse_off = 0x92,
	.colours = c64_codes,
	.own_colour = 15,
	.begin = "\x0e",
	.pull = "\x14",
	.push = "\x94",
};

static const struct vt_dialect atascii = {
	.charset = VT_ATASCII,
	.columns = 40,
	.rows = 24,
	.wraps = true,
	.up = 0x1c,
	.down = 0x1d,
	.left = 0x1e,
	.right = 0x1f,
	.next_row = 0x9b,
	.clear = 0x7d,
	.bell = 0xfd,
	.begin = "",
	.pull = "\x1e\xfe",
	.push = "\xff",
};

const struct vt_dialect *vt_dialect(unsigned grants)
{
	return grants & GRANT_PETSCII ? &petscii : grants & GRANT_ATASCII ? &atascii : NULL;
}

void vt_kind_fit(const struct vt_kind *kind, int *width, int *height)
{
	const struct vt_dialect *dialect = vt_dialect(kind->grants);

	const struct vt_address *address = vt_address(kind);

	if (address != NULL) {
		*width = *width > address->columns ? address->columns : *width;
		*height = *height > address->rows ? address->rows : *height;
	}
	if (dialect == NULL)
		return;
	*width = dialect->columns == 80 && *width >= 80 ? 80 : 40;
	*height = dialect->rows;
}

/* ---- Motions ---- */

/* Returns the steps from one place to another; on a screen that wraps the shorter way round. */
static int steps_between(const struct vt_dialect *dialect, int from, int to, int size)
{
	int steps = to - from;

	if (dialect->wraps && steps > size / 2)
		return steps - size;
	if (dialect->wraps && -steps > size / 2)
		return steps + size;
	return steps;
}

static int length(int steps)
{
	return steps < 0 ? -steps : steps;
}

/* A motion: one of the bytes for home and the next row, or none, then steps. */
struct way {
	uint8_t first;
	int columns, rows;
};

static int way_size(const struct way *way)
{
	return (way->first != 0) + length(way->columns) + length(way->rows);
}

static void take_shorter(struct way *way, const struct way *other)
{
	if (way_size(other) < way_size(way))
		*way = *other;
}

static struct way find_way(
	const struct vt_dialect *dialect, const struct vt_state *from, int x, int y)
{
	struct way home = {dialect->home, x, y};
	struct way way = {0, steps_between(dialect, from->x, x, dialect->columns),
		steps_between(dialect, from->y, y, dialect->rows)};
	struct way next = {
		dialect->next_row, steps_between(dialect, 0, x, dialect->columns), y - from->y - 1};

	assert(from->x >= 0 || dialect->home != 0);
	if (from->x < 0)
		return home;
	if (y > from->y && !(dialect->reverse_on != 0 && from->pen & PEN_REVERSE))
		take_shorter(&way, &next);
	if (dialect->home != 0)
		take_shorter(&way, &home);
	return way;
}

size_t vt_dialect_motion_size(
	const struct vt_dialect *dialect, const struct vt_state *from, int x, int y)
{
	struct way way = find_way(dialect, from, x, y);

	return (size_t)way_size(&way);
}

static void add_steps(struct vt_motion *motion, int steps, uint8_t back, uint8_t on)
{
	for (int i = 0; i < length(steps); i++) {
		assert(motion->size < sizeof(motion->bytes));
		motion->bytes[motion->size++] = steps < 0 ? back : on;
	}
}

void vt_dialect_motion(const struct vt_dialect *dialect, const struct vt_state *from, int x, int y,
	struct vt_motion *motion)
{
	struct way way = find_way(dialect, from, x, y);

	motion->size = 0;
	if (way.first != 0)
		motion->bytes[motion->size++] = way.first;
	add_steps(motion, way.rows, dialect->up, dialect->down);
	add_steps(motion, way.columns, dialect->left, dialect->right);
}

/* ---- Pens ---- */

/* The colours of the roles and of surfaces in a light: those that are seen on black and on the blue
 * of a C64. */
/* clang-format off */
static const int8_t role_colours[VT_COLOUR_ROLE_COUNT] = {
	[VT_TEXT] = OWN, [VT_DIM] = GREY, [VT_BRIGHT] = 1, [VT_GOOD] = 13, [VT_BAD] = 10, [VT_DANGER] = 10,
	[VT_MAGIC] = 4, [VT_GOLD] = 7, [VT_STONE] = OWN, [VT_WOOD] = 8, [VT_WATER] = 14, [VT_FIRE] = 8, [VT_PLANT] = 5,
	[VT_BLOOD] = 10, [VT_LAMP] = 7, [VT_PAPER] = OWN, [VT_METAL] = 3, [VT_BONE] = OWN, [VT_HERO] = 1, [VT_TITLE] = 7,
	[VT_SHADOW] = 4,
};
static const int8_t light_colours[VT_LIGHT_COUNT] = {
	[VT_LIGHT_DAY] = OWN, [VT_LIGHT_LAMP] = 7, [VT_LIGHT_FIRE] = 8, [VT_LIGHT_MACHINE] = 3, [VT_LIGHT_GLOW] = 13,
	[VT_LIGHT_MAGIC] = 4, [VT_ON_FIRE] = 8, [VT_ON_WATER] = 14, [VT_ON_BLOOD] = 10, [VT_ON_DARK] = GREY,
	[VT_IN_GREEN_GAS] = 13, [VT_IN_GREY_GAS] = GREY, [VT_IN_YELLOW_GAS] = 7, [VT_IN_BLUE_GAS] = 14,
	[VT_IN_VIOLET_GAS] = 4,
};
/* clang-format on */

uint32_t vt_dialect_pen(const struct vt_dialect *dialect, enum vt_colours colours,
	enum vt_colour_role role, unsigned attributes)
{
	uint32_t pen = attributes & VT_REVERSE ? (uint32_t)PEN_REVERSE : 0;

	if (dialect->colours == NULL || colours == VT_MONO)
		return pen;
	return pen | (uint32_t)((attributes & VT_FADED ? GREY : role_colours[role]) + 1);
}

uint32_t vt_dialect_shade_pen(uint32_t pen, enum vt_light light)
{
	return (pen & PEN_REVERSE) | (uint32_t)(light_colours[light] + 1);
}

static uint8_t colour_code(const struct vt_dialect *dialect, uint32_t pen)
{
	unsigned colour = pen & PEN_COLOUR;

	return dialect->colours[colour == 0 ? dialect->own_colour : (colour - 1) & 15];
}

size_t vt_dialect_pen_change(
	const struct vt_dialect *dialect, uint32_t from, uint32_t to, uint8_t bytes[PEN_BYTES_MAX])
{
	bool unknown = from == PEN_UNKNOWN;
	size_t size = 0;

	if (dialect->colours != NULL &&
		(unknown || colour_code(dialect, from) != colour_code(dialect, to)))
		bytes[size++] = colour_code(dialect, to);
	if (dialect->reverse_on != 0 && (unknown || (from ^ to) & PEN_REVERSE))
		bytes[size++] = to & PEN_REVERSE ? dialect->reverse_on : dialect->reverse_off;
	return size;
}

/* ---- Keys ---- */

/* The keys of a C64 that are no characters. The arrow to the left and Run/Stop are Escape, which
 * it lacks. The function keys are in pairs, plain and shifted. */
static const struct {
	uint8_t code;
	uint16_t key;
} petscii_keys[] = {{0x03, VT_KEY_ESCAPE}, {0x5f, VT_KEY_ESCAPE}, {0x0d, '\r'}, {0x8d, '\r'},
	{0x14, '\b'}, {0x94, VT_KEY_INSERT}, {0x11, VT_KEY_DOWN}, {0x91, VT_KEY_UP},
	{0x1d, VT_KEY_RIGHT}, {0x9d, VT_KEY_LEFT}, {0x13, VT_KEY_HOME}, {0x93, 'R' - 64},
	{0x85, VT_KEY_F1}, {0x89, VT_KEY_F2}, {0x86, VT_KEY_F3}, {0x8a, VT_KEY_F4},
	{0x87, VT_KEY_PAGE_UP}, {0x8b, VT_KEY_HOME}, {0x88, VT_KEY_PAGE_DOWN}, {0x8c, VT_KEY_END},
	{0x0a, '\r'}, {0x84, '?'}, {0x5c, '\\'}, {0xa4, '_'}, {0xdd, '|'}, {0xa0, ' '}};

static uint16_t petscii_key(uint8_t byte)
{
	for (size_t i = 0; i < sizeof(petscii_keys) / sizeof(petscii_keys[0]); i++) {
		if (petscii_keys[i].code == byte)
			return petscii_keys[i].key;
	}
	if (byte >= 0x41 && byte <= 0x5a)
		return (uint16_t)(byte - 0x41 + 'a');
	if (byte >= 0xc1 && byte <= 0xda)
		return (uint16_t)(byte - 0xc1 + 'A');
	if (byte >= 0x61 && byte <= 0x7a)
		return (uint16_t)(byte - 0x61 + 'A');
	return byte < 0x60 ? byte : VT_KEY_NONE;
}

/* An Atari keeps the key for inverse characters until it is pressed again, so they count as the
 * plain ones. */
static uint16_t atascii_key(uint8_t byte)
{
	static const uint16_t arrows[] = {VT_KEY_UP, VT_KEY_DOWN, VT_KEY_LEFT, VT_KEY_RIGHT};

	if (byte >= 0x1c && byte <= 0x1f)
		return arrows[byte - 0x1c];
	if (byte >= 0xa0 && byte <= 0xfc)
		byte &= 0x7f;
	switch (byte) {
	case 0x9b:
	case '\n':
		return '\r';
	case 0x7e:
		return '\b';
	case 0x7f:
		return '\t';
	case 0x7d:
		return 'R' - 64;
	case 0xfe:
		return VT_KEY_DELETE;
	case 0xff:
		return VT_KEY_INSERT;
	default:
		return byte < 0x7d ? byte : VT_KEY_NONE;
	}
}

uint16_t vt_dialect_key(const struct vt_dialect *dialect, uint8_t byte)
{
	return dialect->charset == VT_PETSCII ? petscii_key(byte) : atascii_key(byte);
}
