/* The one view of a session; each call fills it again. */
#include "door/play/play_private.h"

const struct view *play_view(const struct play *play)
{
	game_view(play->game, play->view);
	return play->view;
}
