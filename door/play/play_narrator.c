/* The narrator: the last row repeats the newest message, or the question that waits. */
#include "door/play/play_private.h"

#define NARRATOR_FROM 20 /* rows that the game needs without the narrator */

static void narrator_paint(struct play *play, struct vt_frame *frame, int y)
{
	const struct view *view = play_view(play);
	const struct message *last =
		view->message_count ? &view->messages[view->message_count - 1] : NULL;
	vt_fill(frame, (struct vt_area){0, y, frame->width, 1}, ' ', VT_TEXT, 0);
	if (play->messages.sentence[0])
		vt_text(frame, 0, y, play->messages.sentence, VT_TEXT, 0, ui_roles);
	else if (last && last->repeats > 1)
		vt_textf(frame, 0, y, VT_TEXT, 0, "%s x%d", last->text, last->repeats);
	else if (last)
		vt_text(frame, 0, y, last->text, VT_TEXT, 0, ui_roles);
}

void play_narrator_leaves(struct vt_frame *frame)
{
	frame->height = (int16_t)(frame->height - (frame->height > NARRATOR_FROM));
}

void play_paint_narrated(struct play *play, struct vt_frame *frame)
{
	int16_t height = frame->height;
	play_narrator_leaves(frame);
	play_paint(play, frame);
	int last = frame->height;
	frame->height = height;
	if (last < height)
		narrator_paint(play, frame, last);
}
