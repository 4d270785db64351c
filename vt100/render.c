/* The renderer: for now it paints everything each time. */
#include "vt100/internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void vt_bytes_add(struct vt_bytes *bytes, const void *data, size_t size)
{
	if (bytes->size + size > bytes->capacity) {
		size_t capacity = bytes->capacity * 2 > bytes->size + size ? bytes->capacity * 2 : bytes->size + size + 1024;
		uint8_t *grown = realloc(bytes->data, capacity);

		assert(grown != NULL);
		bytes->data = grown;
		bytes->capacity = capacity;
	}
	if (size > 0)
		memcpy(bytes->data + bytes->size, data, size);
	bytes->size += size;
}

void vt_bytes_free(struct vt_bytes *bytes)
{
	free(bytes->data);
	*bytes = (struct vt_bytes){0};
}

static void add_place(struct vt_bytes *out, int x, int y)
{
	char text[24];

	vt_bytes_add(out, text, (size_t)snprintf(text, sizeof(text), "\033[%d;%dH", y + 1, x + 1));
}

void vt_render(struct vt_terminal *terminal, const struct vt_frame *frame, struct vt_bytes *out)
{
	bool shifted = false;

	vt_bytes_add(out, "\033[m\033[H\033[J", 9);
	if (terminal->charset == VT_DEC)
		vt_bytes_add(out, "\033)0", 3);
	for (int y = 0; y < frame->height; y++) {
		int end = frame->width - (y == frame->height - 1);

		add_place(out, 0, y);
		for (int x = 0; x < end; x++) {
			struct vt_symbol symbol = vt_symbol(terminal->charset, frame->cells[y * frame->width + x].glyph);

			if (symbol.drawing != shifted)
				vt_bytes_add(out, symbol.drawing ? "\016" : "\017", 1);
			shifted = symbol.drawing;
			vt_bytes_add(out, symbol.bytes, symbol.size);
		}
	}
	if (shifted)
		vt_bytes_add(out, "\017", 1);
	if (frame->bell)
		vt_bytes_add(out, "\007", 1);
	if (frame->cursor_x >= 0)
		add_place(out, frame->cursor_x, frame->cursor_y);
}

void vt_leave(struct vt_terminal *terminal, struct vt_bytes *out)
{
	vt_terminal_forget(terminal);
	vt_bytes_add(out, "\033[m\r\n", 5);
}
