/* Between the lobby and the game: if another session of the player holds the run, asks whether to
 * take it over. */
#include "door/screen/entry.h"

#include <stdio.h>
#include <stdlib.h>

struct takeover {
	char where[96];
};

/* Goes on to the run that the screen is about. */
static void takeover_play(struct session *session)
{
	const union screen_arguments arguments = *session_arguments(session, SCREEN_takeover);
	session_go(session, SCREEN_play, &arguments);
}

/* Writes where the run is held, or "". */
static void takeover_look(struct session *session, char *where, size_t size)
{
	const char *date = session_arguments(session, SCREEN_takeover)->takeover.date;
	struct keeper_run run;
	struct keeper_day day;
	where[0] = '\0';
	if (date[0] && keeper_day_show(session->line, date, &day) == KEEPER_OK)
		snprintf(where, size, "%s", day.state == TRY_GOING ? day.elsewhere : "");
	else if (!date[0] && keeper_run_look(session->line, &run) == KEEPER_OK)
		snprintf(where, size, "%s", run.elsewhere);
}

static void takeover_enter(struct session *session)
{
	struct takeover *takeover = session->state = calloc(1, sizeof *takeover);
	if (takeover)
		takeover_look(session, takeover->where, sizeof takeover->where);
	if (!takeover || !takeover->where[0])
		takeover_play(session);
}

static void takeover_key(struct session *session, int key)
{
	if (key == 'y' || key == 'Y')
		takeover_play(session);
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
