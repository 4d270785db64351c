/* A box over the map, and words and colours that several pages share. */
#include "door/play/play_private.h"

#include <stdio.h>

/* The cursor rests on the first row of the box, which is painted in order. The title is a tab on
 * the left border, since a bar over the whole width would be a twelfth of the bytes of a page. The
 * box has no right border and no coloured lines: they would cost bytes in each row. */
void play_box(struct vt_frame *frame, int width, int height, const char *title, const char *hint,
	int *x, int *y)
{
	int outer = width + 3 > frame->width ? frame->width : width + 3;
	int left = frame->width - outer, bottom = height + 2;
	*x = left + 2;
	*y = 2;
	ui_cursor(frame, *x, *y);
	frame->in_order = true;
	/* One more column is cleared, so that the map does not touch the border. */
	vt_fill(frame, (struct vt_area){left - 1, 1, outer + 1, height + 2}, ' ', VT_TEXT, 0);
	vt_textf(frame, left, 1, VT_TEXT, VT_REVERSE, "  %.*s ", outer > 3 ? outer - 3 : 0, title);
	vt_fill(frame, (struct vt_area){left, 2, 1, height}, VT_WALL_V, VT_TEXT, 0);
	vt_put(frame, left, bottom, VT_CORNER_BL, VT_TEXT, 0);
	vt_put(frame, left + 1, bottom, VT_WALL_H, VT_TEXT, 0);
	vt_textf(frame, *x + 1, bottom, VT_DIM, 0, "%.*s", outer > 4 ? outer - 4 : 0, hint);
}

/* Health changes colour at two thirds and at one third. */
enum vt_colour_role play_health_role(int percent)
{
	return percent * 3 > 200 ? VT_GOOD : percent * 3 > 100 ? VT_LAMP : VT_DANGER;
}

/* Food changes every turn, and each changed figure costs bytes. */
int play_food_shown(const struct view_status *status)
{
	return (status->food + 49) / 50 * 50;
}

const char *play_path(const struct play *play, const char *path)
{
	char word[32];
	snprintf(word, sizeof word, "path-%s", path);
	return ui_word(play->content, word, path);
}

const char *play_price(const struct play *play, int amount, char *text, size_t size)
{
	const char *gold = ui_word(play->content, "label-gold", "gold");
	text[0] = 0;
	if (amount > 0)
		snprintf(text, size, "%d " UI_INSIDE, amount, ui_inside(gold));
	return text;
}
