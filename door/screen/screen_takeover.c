/* Between the lobby and the game: if another session of the player holds the run, asks whether to
 * take it over. */
#include "door/screen/entry.h"

#include <stdio.h>
#include <stdlib.h>

struct takeover {
	char where[96];
};

static void takeover_enter(struct session *session)
{
	struct takeover *takeover = session->state = calloc(1, sizeof *takeover);
	struct keeper_run run;
	if (!takeover || keeper_run_look(session->line, &run) != KEEPER_OK || !run.elsewhere[0]) {
		session_go(session, SCREEN_play, NULL);
		return;
	}
	snprintf(takeover->where, sizeof takeover->where, "%s", run.elsewhere);
}

static void takeover_key(struct session *session, int key)
{
	if (key == 'y' || key == 'Y')
		session_go(session, SCREEN_play, NULL);
	else if (key == 'n' || key == 'N' || key == VT_KEY_ESCAPE || key == 'q')
		session_go(session, SCREEN_lobby, NULL);
}

static void takeover_paint(struct session *session, struct vt_frame *frame)
{
	const struct takeover *takeover = session->state;
	char line[140];
	int y = entry_paint_title(session, frame) + 1, x = entry_left(frame),
	    width = frame->width - 2 * x;
	snprintf(line, sizeof line, "Your %s is " UI_BRIGHT "%s" UI_END ".",
		ui_word(session->content, "label-run", "run"), takeover ? takeover->where : "");
	y += ui_wrapped(frame, (struct vt_area){x, y, width, 2}, 0, line, VT_TEXT) + 1;
	y += ui_wrapped(frame, (struct vt_area){x, y, width, 3}, 0,
		     "If you take it over, it continues here at the same turn, and the other "
		     "window is closed. Nothing is lost.",
		     VT_DIM) +
	     1;
	int rows = ui_wrapped(frame, (struct vt_area){x, y, width, 2}, 0,
		ui_word(session->content, "takeover-ask", "Take it over here? (y/n)"), VT_BRIGHT);
	frame->cursor_x = (int16_t)x;
	frame->cursor_y = (int16_t)(y + rows);
}

static void takeover_lines(struct session *session, struct lines_page *page)
{
	const struct takeover *takeover = session->state;
	ui_add(&page->text, "Your %s is %s. Take it over here? Type yes or no.\n",
		ui_word(session->content, "label-run", "run"), takeover ? takeover->where : "");
}

const struct screen screen_takeover = {.name = "takeover",
	.renews = true,
	.enter = takeover_enter,
	.key = takeover_key,
	.paint = takeover_paint,
	.lines = takeover_lines};
