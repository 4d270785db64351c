#include "door/ui/frame_text.h"

#include <stdio.h>

void frame_print(const struct vt_frame *frame)
{
	for (int y = 0; y < frame->height; y++) {
		char row[VT_WIDTH_MAX];
		int length = 0;
		for (int x = 0; x < frame->width; x++) {
			row[x] = vt_glyph_ascii(frame->cells[y * frame->width + x].glyph);
			if (row[x] != ' ')
				length = x + 1;
		}
		printf("%.*s\n", length, row);
	}
}
