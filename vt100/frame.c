/* Frames: the wanted contents of a screen. Drawing is clipped, so screens need no bounds checks. */
#include "vt100/internal.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int clamp_size(int size, int most)
{
	return size < 1 ? 1 : size > most ? most : size;
}

bool vt_frame_resize(struct vt_frame *frame, int width, int height)
{
	width = clamp_size(width, VT_WIDTH_MAX);
	height = clamp_size(height, VT_HEIGHT_MAX);
	struct vt_cell *cells =
		realloc(frame->cells, sizeof(*cells) * (size_t)width * (size_t)height);

	if (cells == NULL)
		return false;
	frame->cells = cells;
	frame->width = (int16_t)width;
	frame->height = (int16_t)height;
	vt_frame_clear(frame);
	return true;
}

void vt_frame_free(struct vt_frame *frame)
{
	free(frame->cells);
	*frame = (struct vt_frame){0};
}

void vt_frame_clear(struct vt_frame *frame)
{
	size_t count = (size_t)frame->width * (size_t)frame->height;

	for (size_t i = 0; i < count; i++)
		frame->cells[i] = (struct vt_cell){.glyph = ' '};
	frame->cursor_x = -1;
	frame->cursor_y = -1;
	frame->focus_x = frame->focus_y = -1;
	frame->bell = false;
	frame->tones = 0;
}

void vt_put(struct vt_frame *frame, int x, int y, uint16_t glyph, enum vt_colour_role role,
	unsigned attributes)
{
	if (x < 0 || y < 0 || x >= frame->width || y >= frame->height)
		return;
	frame->cells[y * frame->width + x] =
		(struct vt_cell){.glyph = glyph, .role = role & 31, .attributes = attributes & 15};
}

void vt_shade(struct vt_frame *frame, int x, int y, unsigned shade)
{
	if (x >= 0 && y >= 0 && x < frame->width && y < frame->height && !frame->plain_light)
		frame->cells[y * frame->width + x].shade = shade & 127;
}

int vt_text(struct vt_frame *frame, int x, int y, const char *text, enum vt_colour_role role,
	unsigned attributes, const uint8_t *roles)
{
	enum vt_colour_role now = role;

	for (; *text != '\0'; text++) {
		uint8_t byte = (uint8_t)*text;

		if (byte >= VT_COLOUR_ROLE_BYTE && byte < VT_COLOUR_ROLE_BYTE_END) {
			if (roles != NULL)
				now = (enum vt_colour_role)roles[byte - VT_COLOUR_ROLE_BYTE];
			continue;
		}
		if (byte == VT_COLOUR_ROLE_BYTE_END) {
			now = role;
			continue;
		}
		vt_put(frame, x, y, byte < ' ' || byte > 126 ? '?' : byte, now, attributes);
		x++;
	}
	return x;
}

int vt_textf(struct vt_frame *frame, int x, int y, enum vt_colour_role role, unsigned attributes,
	const char *format, ...)
{
	char text[VT_WIDTH_MAX + 1];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return vt_text(frame, x, y, text, role, attributes, NULL);
}

void vt_fill(struct vt_frame *frame, struct vt_area area, uint16_t glyph, enum vt_colour_role role,
	unsigned attributes)
{
	int left = area.x < 0 ? 0 : area.x, top = area.y < 0 ? 0 : area.y;
	int right = area.x + area.width, bottom = area.y + area.height;

	right = right < frame->width ? right : frame->width;
	bottom = bottom < frame->height ? bottom : frame->height;

	for (int row = top; row < bottom; row++) {
		for (int column = left; column < right; column++)
			vt_put(frame, column, row, glyph, role, attributes);
	}
}

void vt_box(struct vt_frame *frame, struct vt_area area, enum vt_colour_role role)
{
	int x = area.x, y = area.y, width = area.width, height = area.height;
	int right = x + width - 1, bottom = y + height - 1;

	if (width < 1 || height < 1)
		return;
	vt_fill(frame, (struct vt_area){x, y, width, 1}, VT_WALL_H, role, 0);
	vt_fill(frame, (struct vt_area){x, bottom, width, 1}, VT_WALL_H, role, 0);
	vt_fill(frame, (struct vt_area){x, y, 1, height}, VT_WALL_V, role, 0);
	vt_fill(frame, (struct vt_area){right, y, 1, height}, VT_WALL_V, role, 0);
	vt_put(frame, x, y, VT_CORNER_TL, role, 0);
	vt_put(frame, right, y, VT_CORNER_TR, role, 0);
	vt_put(frame, x, bottom, VT_CORNER_BL, role, 0);
	vt_put(frame, right, bottom, VT_CORNER_BR, role, 0);
}

/* ---- Wrapping ---- */

static bool is_role_byte(char byte)
{
	return byte >= VT_COLOUR_ROLE_BYTE && byte <= VT_COLOUR_ROLE_BYTE_END;
}

/* Returns the end of the line that begins at text: at a space if there is one, else after `width`
 * columns. *next receives the beginning of the next line. */
static const char *find_line_end(const char *text, int width, const char **next)
{
	const char *space = NULL, *at = text;
	int columns = 0;

	for (; *at != '\0' && columns <= width; at++) {
		if (is_role_byte(*at))
			continue;
		if (*at == ' ' && columns > 0)
			space = at;
		if (columns == width)
			break;
		columns++;
	}
	if (*at == '\0') {
		*next = at;
		return at;
	}
	if (space == NULL) {
		*next = at;
		return at;
	}
	*next = space;
	while (**next == ' ')
		(*next)++;
	while (space > text && space[-1] == ' ')
		space--;
	return space;
}

int vt_wrap(const char *text, int width,
	void (*line)(void *context, const char *text, size_t length), void *context)
{
	char buffer[4 * VT_WIDTH_MAX];
	char role = VT_COLOUR_ROLE_BYTE_END;
	int count = 0;

	assert(width >= 1);
	do {
		const char *next, *end = find_line_end(text, width, &next);
		size_t size = 0;

		if (role != VT_COLOUR_ROLE_BYTE_END)
			buffer[size++] = role;
		for (const char *at = text; at < next; at++) {
			if (is_role_byte(*at))
				role = *at;
			if (at < end && size + 1 < sizeof(buffer))
				buffer[size++] = *at;
		}
		buffer[size] = '\0';
		line(context, buffer, size);
		count++;
		text = next;
	} while (*text != '\0');
	return count;
}
