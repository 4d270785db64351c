/* The one view of a session; each call fills it again. */
#include "door/play/play_private.h"

const struct view *play_view(const struct play *play)
{
	if (play->live)
		return &play->live->view;
	game_view(play->game, play->view);
	return play->view;
}

bool play_state_line(const struct play *play, size_t nth, struct state_line *state)
{
	if (!play->live)
		return game_state_line(play->game, nth, state);
	if (nth >= play->live->state_count)
		return false;
	*state = play->live->states[nth];
	return true;
}
