/* Keys typed ahead on the play screen. */
#include "door/screen/playing.h"

static struct play *play_of(struct session *session)
{
	return ((struct playing *)session->state)->play;
}

bool playing_stops(struct session *session)
{
	return play_of(session) && play_stops(play_of(session));
}

/* The screen of a run that cannot be loaded is a question, too. */
unsigned playing_asks(struct session *session)
{
	const struct playing *playing = session->state;
	return playing->play ? play_asks(playing->play) : playing->broken;
}

void playing_dropped(struct session *session, uint32_t keys)
{
	if (play_of(session))
		play_dropped(play_of(session), keys);
}
