/* The play screen while its run cannot be loaded. */
#include "door/screen/playing.h"

#include "door/ui/ui.h"

void playing_broken_key(struct session *session, int key)
{
	struct playing *playing = session->state;
	if (key == 'n' || key == 'N') {
		enum keeper_verdict verdict =
			keeper_quarantine(session->line, playing->run.id, playing->why);
		if (verdict == KEEPER_OK) {
			bool daily = playing->run.mode == STORE_DAILY;
			session_go(session, daily ? SCREEN_lobby : SCREEN_play, NULL);
			return;
		}
		session_banner(session, session_verdict(session, verdict));
	} else if (key == VT_KEY_ESCAPE || key == 'l' || key == 'L') {
		session_go(session, SCREEN_lobby, NULL);
	}
}

void playing_broken_paint(struct session *session, struct vt_frame *frame)
{
	const struct playing *playing = session->state;
	int width = frame->width - 4 > 70 ? 70 : frame->width - 4;
	vt_frame_clear(frame);
	ui_cursor(frame, 2, 3);
	ui_title(frame, "The save cannot be loaded", "");
	int y = 3;
	y += ui_wrapped(frame, (struct vt_area){2, y, width, 5}, 0,
		     ui_word(session->content, "save-broken", "Your last save cannot be read."),
		     VT_BRIGHT) +
	     1;
	y += ui_wrapped(frame, (struct vt_area){2, y, width, 4}, 0, playing->why, VT_DIM) + 1;
	ui_wrapped(frame, (struct vt_area){2, y, width, 6}, 0,
		"Neither an older save nor the journal could be loaded. You may begin a new run, "
		"and this one is kept aside unchanged, or leave it for now.",
		VT_TEXT);
	ui_hint(frame, UI_BRIGHT "n" UI_END " new run  " UI_BRIGHT "Esc" UI_END " back");
}
