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
