/*
 * Glyphs beyond ASCII: rows of VT_GLYPHS, each with a character for every charset.
 *
 * No row uses a control byte for CP437: terminals would execute it instead of showing its picture.
 */
#include "vt100/internal.h"

#include <assert.h>
#include <string.h>

struct glyph_row {
	const char *word;
	uint16_t unicode;
	uint8_t cp437, dec, ascii;
};

static const struct glyph_row glyph_rows[] = {
#define ROW(id, word, unicode, cp437, dec, ascii) {word, unicode, cp437, dec, ascii},
	VT_GLYPHS(ROW)
#undef ROW
};

#define GLYPH_ROWS (sizeof(glyph_rows) / sizeof(glyph_rows[0]))
_Static_assert(GLYPH_ROWS == VT_GLYPH_END - VT_GLYPH_FIRST - 1, "a row for each glyph");

uint16_t vt_glyph_by_word(const char *word)
{
	for (size_t i = 0; i < GLYPH_ROWS; i++) {
		if (strcmp(glyph_rows[i].word, word) == 0)
			return (uint16_t)(VT_GLYPH_FIRST + 1 + i);
	}
	return 0;
}

/* ---- Single characters ---- */

/* The id of a character: this bit, 8 bits of its index in `ranges`, 7 bits of its ASCII
 * fallback. */
#define CHARACTER 0x8000u

/* clang-format off */
static const uint16_t ranges[][2] = {
	{0x00a1, 0x00ac}, {0x00ae, 0x00ff}, {0x0391, 0x03a1}, {0x03a3, 0x03a9}, {0x03b1, 0x03c9}, {0x0410, 0x044f},
	{0x2020, 0x2022}, {0x203c, 0x203c}, {0x20ac, 0x20ac}, {0x2116, 0x2116}, {0x2190, 0x2195}, {0x21a8, 0x21a8},
	{0x2206, 0x2207}, {0x221a, 0x221a}, {0x221e, 0x221e}, {0x2229, 0x2229}, {0x2248, 0x2248}, {0x2260, 0x2261},
	{0x2264, 0x2265}, {0x2302, 0x2302}, {0x25a0, 0x25a1}, {0x25b2, 0x25b2}, {0x25ba, 0x25ba}, {0x25bc, 0x25bc},
	{0x25c4, 0x25c4}, {0x25c6, 0x25c6}, {0x25ca, 0x25cb}, {0x25cf, 0x25cf}, {0x263a, 0x263c}, {0x2640, 0x2640},
	{0x2642, 0x2642}, {0x2660, 0x2660}, {0x2663, 0x2663}, {0x2665, 0x2666}, {0x266a, 0x266b},
};
/* clang-format on */
#define RANGES (sizeof(ranges) / sizeof(ranges[0]))

/* Code page 437 from 0x80 on. */
/* clang-format off */
static const uint16_t cp437[128] = {
	0x00c7, 0x00fc, 0x00e9, 0x00e2, 0x00e4, 0x00e0, 0x00e5, 0x00e7, 0x00ea, 0x00eb, 0x00e8, 0x00ef, 0x00ee, 0x00ec, 0x00c4, 0x00c5,
	0x00c9, 0x00e6, 0x00c6, 0x00f4, 0x00f6, 0x00f2, 0x00fb, 0x00f9, 0x00ff, 0x00d6, 0x00dc, 0x00a2, 0x00a3, 0x00a5, 0x20a7, 0x0192,
	0x00e1, 0x00ed, 0x00f3, 0x00fa, 0x00f1, 0x00d1, 0x00aa, 0x00ba, 0x00bf, 0x2310, 0x00ac, 0x00bd, 0x00bc, 0x00a1, 0x00ab, 0x00bb,
	0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557, 0x255d, 0x255c, 0x255b, 0x2510,
	0x2514, 0x2534, 0x252c, 0x251c, 0x2500, 0x253c, 0x255e, 0x255f, 0x255a, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256c, 0x2567,
	0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256b, 0x256a, 0x2518, 0x250c, 0x2588, 0x2584, 0x258c, 0x2590, 0x2580,
	0x03b1, 0x00df, 0x0393, 0x03c0, 0x03a3, 0x03c3, 0x00b5, 0x03c4, 0x03a6, 0x0398, 0x03a9, 0x03b4, 0x221e, 0x03c6, 0x03b5, 0x2229,
	0x2261, 0x00b1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00f7, 0x2248, 0x00b0, 0x2219, 0x00b7, 0x221a, 0x207f, 0x00b2, 0x25a0, 0x00a0,
};
/* clang-format on */

uint16_t vt_glyph_by_unicode(unsigned unicode, char ascii)
{
	unsigned number = 0;
	assert(ascii >= ' ' && ascii < 127);
	for (size_t i = 0; i < RANGES; i++) {
		if (unicode >= ranges[i][0] && unicode <= ranges[i][1]) {
			number += unicode - ranges[i][0];
			assert(number < 256);
			return (uint16_t)(CHARACTER | number << 7 | (unsigned)ascii);
		}
		number += ranges[i][1] - ranges[i][0] + 1u;
	}
	return 0;
}

/* Returns the Unicode character of an id, or 0 if no range contains it. */
static uint16_t unicode_of(uint16_t glyph)
{
	unsigned number = glyph >> 7 & 255;
	for (size_t i = 0; i < RANGES; i++) {
		unsigned size = ranges[i][1] - ranges[i][0] + 1u;
		if (number < size)
			return (uint16_t)(ranges[i][0] + number);
		number -= size;
	}
	return 0;
}

static uint8_t cp437_of(uint16_t unicode, uint8_t otherwise)
{
	for (size_t i = 0; i < 128; i++)
		if (cp437[i] == unicode)
			return (uint8_t)(128 + i);
	return otherwise;
}

char vt_glyph_ascii(uint16_t glyph)
{
	if (glyph & CHARACTER)
		return (char)(glyph & 127);
	if (glyph >= VT_GLYPH_END)
		return '?';
	return glyph <= VT_GLYPH_FIRST ? (char)glyph
				       : (char)glyph_rows[glyph - VT_GLYPH_FIRST - 1].ascii;
}

/* ---- Bytes ---- */

static size_t encode_utf8(uint16_t unicode, uint8_t bytes[3])
{
	if (unicode < 0x80) {
		bytes[0] = (uint8_t)unicode;
		return 1;
	}
	if (unicode < 0x800) {
		bytes[0] = (uint8_t)(0xc0 | unicode >> 6);
		bytes[1] = (uint8_t)(0x80 | (unicode & 0x3f));
		return 2;
	}
	bytes[0] = (uint8_t)(0xe0 | unicode >> 12);
	bytes[1] = (uint8_t)(0x80 | (unicode >> 6 & 0x3f));
	bytes[2] = (uint8_t)(0x80 | (unicode & 0x3f));
	return 3;
}

static struct vt_symbol character_symbol(enum vt_charset charset, uint16_t glyph)
{
	struct vt_symbol symbol = {.size = 1, .bytes = {(uint8_t)(glyph & 127)}};
	uint16_t unicode = unicode_of(glyph);
	if (charset == VT_UTF8 && unicode != 0)
		symbol.size = (uint8_t)encode_utf8(unicode, symbol.bytes);
	else if (charset == VT_CP437)
		symbol.bytes[0] = cp437_of(unicode, symbol.bytes[0]);
	if (symbol.bytes[0] < 32 || symbol.bytes[0] == 127)
		symbol.bytes[0] = '?';
	return symbol;
}

/* Returns the bytes of a glyph: one byte, or up to three in UTF-8. symbol.drawing is set for DEC
 * graphics. */
struct vt_symbol vt_symbol(enum vt_charset charset, uint16_t glyph)
{
	struct vt_symbol symbol = {.size = 1, .bytes = {'?'}};

	if (charset >= VT_CHARSETS_CHOSEN)
		return vt_dialect_symbol(charset, glyph, vt_glyph_ascii(glyph));
	if (glyph & CHARACTER)
		return character_symbol(charset, glyph);
	if (glyph < 32 || glyph == 127 || glyph >= VT_GLYPH_END) {
		symbol.bytes[0] = glyph < 32 ? ' ' : '?';
		return symbol;
	}
	if (glyph < 127) {
		symbol.bytes[0] = (uint8_t)glyph;
		return symbol;
	}
	const struct glyph_row *row = &glyph_rows[glyph - VT_GLYPH_FIRST - 1];
	symbol.bytes[0] = row->ascii;
	if (charset == VT_UTF8)
		symbol.size = (uint8_t)encode_utf8(row->unicode, symbol.bytes);
	else if (charset == VT_CP437)
		symbol.bytes[0] = row->cp437;
	else if (charset == VT_DEC && row->dec != 0)
		symbol = (struct vt_symbol){.size = 1, .drawing = true, .bytes = {row->dec}};
	return symbol;
}

bool vt_glyphs_alike(enum vt_charset charset, uint16_t one, uint16_t other)
{
	struct vt_symbol a = vt_symbol(charset, one), b = vt_symbol(charset, other);
	return a.size == b.size && a.drawing == b.drawing && a.inverse == b.inverse &&
	       memcmp(a.bytes, b.bytes, a.size) == 0;
}
