/* The question for a count. play_again.c answers it. */
#include "door/play/play_private.h"

#include <stdio.h>

void play_times_report(struct play *play)
{
	char sentence[120];
	if (play->prompt.of_item)
		snprintf(sentence, sizeof sentence,
			play->prompt.times ? "%d of it:" UI_DIM " drop." UI_END
					   : "How many of it?" UI_DIM
					     " A number, then drop." UI_END,
			play->prompt.times);
	else if (play->prompt.times)
		snprintf(sentence, sizeof sentence,
			"%d times:" UI_DIM " wait, search, a direction to walk, or drop." UI_END,
			play->prompt.times);
	else
		snprintf(sentence, sizeof sentence,
			"How many times?" UI_DIM
			" A number, then wait, search or a direction." UI_END);
	play_say(play, sentence);
}

void play_times_begin(struct play *play)
{
	play->prompt.times = 0;
	play->prompt.of_item = false;
	play_prompt_begin(play, MODE_TIMES, ACTION_TIMES, "");
	play_times_report(play);
}

void play_times_of_item(struct play *play)
{
	play_times_begin(play);
	play->prompt.of_item = true;
	play_times_report(play);
}
