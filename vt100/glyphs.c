/*
 * Glyphs beyond ASCII: rows of VT_GLYPHS, each with a character for every charset.
 *
 * No row names a control byte for CP437, however pretty its picture is there: it would act instead
 * of show.
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

/* One byte always suffices but in UTF-8; *drawing is set when it is one of the DEC graphics. */
struct vt_symbol vt_symbol(enum vt_charset charset, uint16_t glyph)
{
	struct vt_symbol symbol = {.size = 1, .bytes = {'?'}};

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
