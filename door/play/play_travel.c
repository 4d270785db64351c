/* Travel to a destination. */
#include "door/play/play_private.h"

void play_travel(struct play *play, int x, int y)
{
	play_prompt_end(play);
	bool adjacent = game_steps_to(play->game, play_view(play), x, y) == 0;
	if (!play_auto(play, AUTO_TRAVEL, 0, x, y) && !play->messages.sentence[0])
		play_say(play, adjacent ? "You are there." : "You know no path to that place.");
	play_take_underfoot(play);
}

/* Tries auto-explore on a copy of the watch, since auto_next does not change the game. */
void play_travel_to_harm(struct play *play)
{
	struct watch watch = play->watch;
	struct auto_move automove;
	struct command command;
	auto_begin(&automove, AUTO_EXPLORE, 0, 0, 0, play->game, &watch);
	automove.left_classes = play->settings.left_classes;
	play_view(play);
	if (auto_next(&automove, play->game, play->view, &command) || !automove.harm)
		play_say(play,
			automove.says[0] ? automove.says : "No harm is in the way of exploring.");
	else
		play_travel(play, automove.ahead.edge_x, automove.ahead.edge_y);
}
