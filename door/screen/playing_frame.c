/* The rows of the frame that the game has: all of them, or all but the narrator's. */
#include "door/screen/playing.h"

#define FLIGHT_MS 25       /* between two pictures of a missile */
#define FLICKER_MS 250     /* between two of flames */
#define FLICKER_MOMENTS 60 /* after so many they begin again */

/* Has the flames flicker if the player wants it and the line is fast. Otherwise nothing ticks. */
static void playing_flicker(struct session *session)
{
	const struct playing *playing = session->state;
	bool flickers = session->options.light == OPTION_LIGHT_FLICKER &&
			!session->frame.plain_light && !session->lines &&
			!session_is_slow(session) && !playing->ended;
	if (!flickers)
		session->frame.flicker = 0;
	else if (session->frame.flicker == 0)
		session->frame.flicker = 1;
	if (flickers && session->tick_ms == 0)
		session->tick_ms = FLICKER_MS;
}

void playing_flicker_on(struct session *session)
{
	if (session->frame.flicker > 0)
		session->frame.flicker = (uint8_t)(session->frame.flicker % FLICKER_MOMENTS + 1);
}

void playing_paint_game(struct session *session, struct vt_frame *frame)
{
	struct playing *playing = session->state;
	playing_flicker(session);
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
