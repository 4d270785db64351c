#include "door/ui/frame_text.h"

#include <stdio.h>

/* A glyph as it is in plain ASCII. */
static char glyph_ascii(uint16_t glyph)
{
	static const char ascii[] = {
#define ROW(id, word, unicode, cp437, dec, character) character,
		VT_GLYPHS(ROW)
#undef ROW
	};
	return glyph <= VT_GLYPH_FIRST ? (char)glyph : ascii[glyph - VT_GLYPH_FIRST - 1];
}

void frame_print(const struct vt_frame *frame)
{
	for (int y = 0; y < frame->height; y++) {
		char row[VT_WIDTH_MAX];
		int length = 0;
		for (int x = 0; x < frame->width; x++) {
			row[x] = glyph_ascii(frame->cells[y * frame->width + x].glyph);
			if (row[x] != ' ')
				length = x + 1;
		}
		printf("%.*s\n", length, row);
	}
}
