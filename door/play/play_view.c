/* The one view of a session, which each call fills anew. */
#include "door/play/play_private.h"

const struct view *play_view(const struct play *play)
{
	game_view(play->game, play->view);
	return play->view;
}
