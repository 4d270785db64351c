/* The rows of the frame that the game has: all of them, or all but the narrator's. */
#include "door/screen/playing.h"

#define FLIGHT_MS 25 /* between two pictures of a missile */

void playing_paint_game(struct session *session, struct vt_frame *frame)
{
	struct playing *playing = session->state;
	(session->options.narrator ? play_paint_narrated : play_paint)(playing->play, frame);
	playing_paint_spectators(session, frame);
}

void playing_mouse(struct session *session, int key, int x, int y)
{
	struct playing *playing = session->state;
	struct vt_frame game = session->frame;
	if (session->options.narrator)
		play_narrator_leaves(&game);
	if (playing->play && !playing->ended && y < game.height)
		play_mouse(playing->play, &game, key, x, y);
}

bool playing_between(void *context)
{
	struct session *session = context;
	if (session->lines || session->options.still || session->keys.count || session->closed ||
		transport_clogged(session->transport))
		return false;
	playing_paint_game(session, &session->frame);
	session_flush(session);
	return session_pause(session, FLIGHT_MS);
}
