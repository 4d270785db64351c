#include "door/replay/position.h"

#include "door/ui/ui.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ROWS_OF_PLAY 24

/* Writes the turn, how far the run has got in percent if that is shown, and the state. */
static void position_text(const struct position *position, char *text, size_t size)
{
	if (position->percent < 0)
		snprintf(text, size, "turn %" PRIu32 "  %s", position->turn, position->state);
	else
		snprintf(text, size, "turn %" PRIu32 "  %d%%  %s", position->turn,
			position->percent, position->state);
}

/* Figures are separated by two blanks. Clears the whole figure that the text would cut. */
static void clear_cut_figure(struct vt_frame *frame, int x, int y)
{
	const struct vt_cell *row = &frame->cells[y * frame->width];
	int from = x;

	if (row[x].glyph == ' ' && (row[x - 1].glyph == ' ' || row[x + 1].glyph == ' '))
		return;
	while (from > 1 && !(row[from - 1].glyph == ' ' && row[from - 2].glyph == ' '))
		from--;
	vt_fill(frame, (struct vt_area){from, y, x - from, 1}, ' ', VT_TEXT, 0);
}

/* Paints a text at the right end of a row if the cells are blank, or in any case. True if
 * painted. */
static bool paint_corner(struct vt_frame *frame, int y, const char *text, bool any_case)
{
	int x = frame->width - (int)strlen(text) - 1;

	for (int i = x < 0 ? 0 : x; i < frame->width && !any_case; i++)
		if (frame->cells[y * frame->width + i].glyph != ' ')
			return false;
	if (any_case && x > 0)
		clear_cut_figure(frame, x, y);
	vt_text(frame, x, y, text, VT_LAMP, VT_REVERSE, NULL);
	return true;
}

/* Paints the longest text for which the status rows have room. */
static void paint_in_status(const struct position *position, struct vt_frame *frame)
{
	char place[56], texts[3][72];
	int y = frame->height - 1;

	position_text(position, place, sizeof place);
	snprintf(texts[0], sizeof texts[0], " %s  ? keys ", place);
	snprintf(texts[1], sizeof texts[1], " turn %" PRIu32 "  %.31s  ? keys ", position->turn,
		position->state);
	snprintf(texts[2], sizeof texts[2], " %" PRIu32 " %.31s ", position->turn, position->state);
	for (int i = 0; i < 3; i++)
		if (paint_corner(frame, y, texts[i], false) ||
			paint_corner(frame, y - 1, texts[i], false))
			return;
	paint_corner(frame, y, texts[2], true);
}

static void paint_in_row(const struct position *position, struct vt_frame *frame, int y)
{
	char place[56];
	int x;

	position_text(position, place, sizeof place);
	vt_fill(frame, (struct vt_area){0, y, frame->width, 1}, ' ', VT_TEXT, 0);
	x = vt_textf(frame, 0, y, VT_LAMP, VT_REVERSE, " %s  %s ", position->player, place);
	ui_items(frame, x + 2, y, position->keys);
}

void position_paint(const struct position *position, struct vt_frame *frame,
	void (*play)(void *context, struct vt_frame *frame), void *context)
{
	struct vt_frame above = *frame;

	if (frame->height <= ROWS_OF_PLAY) {
		play(context, frame);
		paint_in_status(position, frame);
		return;
	}
	above.height--;
	play(context, &above);
	frame->bell = above.bell;
	frame->tones = above.tones;
	frame->in_order = above.in_order;
	frame->cursor_x = above.cursor_x;
	frame->cursor_y = above.cursor_y;
	paint_in_row(position, frame, frame->height - 1);
}

void position_paint_corner(struct vt_frame *frame, const char *text)
{
	char padded[40];
	int y = frame->height - 1;

	snprintf(padded, sizeof padded, " %.36s ", text);
	if (!paint_corner(frame, y, padded, false))
		paint_corner(frame, y - 1, padded, false);
}
