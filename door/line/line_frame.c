/* A painted frame as lines, for lists and screens that have no words of their own. */
#include "door/line/line.h"

#include <string.h>

#define ROW_MOST 400

/* True if the row is marked as the chosen one: by an arrow, or by a reversed letter. */
static bool is_chosen(const struct vt_frame *frame, int y)
{
	for (int x = 0; x < frame->width; x++) {
		const struct vt_cell *cell = &frame->cells[y * frame->width + x];
		if (cell->glyph == VT_ARROW_RIGHT ||
			(cell->attributes & VT_REVERSE && cell->glyph > ' ' &&
				cell->glyph < VT_GLYPH_FIRST))
			return true;
	}
	return false;
}

/* Writes the characters of a row. Glyphs become blanks. */
static void row_text(const struct vt_frame *frame, int y, char row[ROW_MOST + 1])
{
	int width = frame->width < ROW_MOST ? frame->width : ROW_MOST;
	for (int x = 0; x < width; x++) {
		uint16_t glyph = frame->cells[y * frame->width + x].glyph;
		row[x] = glyph >= ' ' && glyph < VT_GLYPH_FIRST ? (char)glyph : ' ';
	}
	row[width] = 0;
}

/* Adds a row: a gap of two blanks or more becomes a comma. */
static void add_row(struct ui_text *text, const char *row)
{
	char line[2 * ROW_MOST + 1];
	size_t length = 0, gap = 0;
	for (row += strspn(row, " "); *row; row++) {
		if (*row == ' ') {
			gap++;
			continue;
		}
		if (gap > 1 && length && !strchr(",.:;", line[length - 1]))
			line[length++] = ',';
		if (gap)
			line[length++] = ' ';
		gap = 0;
		line[length++] = *row;
	}
	line[length] = 0;
	if (length)
		ui_add(text, "%s\n", line);
}

void line_frame(struct ui_text *text, const struct vt_frame *frame, bool chosen)
{
	char row[ROW_MOST + 1];
	for (int y = 0; y < frame->height; y++) {
		row_text(frame, y, row);
		if (chosen && is_chosen(frame, y) && row[strspn(row, " ")])
			ui_add(text, "Chosen: ");
		add_row(text, row);
	}
}
