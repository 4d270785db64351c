/* Questions that are answered by yes or no, and the stairs that ask them. */
#include "door/play/play_private.h"

#include <ctype.h>
#include <stdio.h>

void play_confirm_key(struct play *play, int key)
{
	enum verb verb = play_pending_verb(play);
	int step = (int)play->prompt.action - (int)ACTION_WALK;
	bool yes = key == 'y' || key == 'Y', steps = step >= 0 && step < DIR_COUNT;
	struct command command = {.verb = VERB_STEP, .direction = (uint8_t)step};
	play_prompt_end(play);
	if (!yes)
		play_say(play, verb == VERB_PICK_UP ? "Cancelled." : "You stay.");
	else if (steps)
		play_act(play, &command);
	else if (verb == VERB_COUNT)
		play->state = PLAY_SAVED;
	else if (verb == VERB_PICK_UP)
		play_verb_item(play, verb, play->prompt.item);
	else
		play_verb(play, verb);
}

/* Asks before the hero leaves an ally behind; true if it asked. */
static bool play_leaves_somebody(struct play *play, enum action action)
{
	char name[64], question[160];
	enum verb verb = action_row(action)->verb;
	if (!game_legal(play->game, verb) || !game_would_leave(play->game, name, sizeof name))
		return false;
	snprintf(question, sizeof question, "%c%s is not beside you. Go without it? (y/n)",
		toupper((unsigned char)name[0]), name + 1);
	play_prompt_begin(play, MODE_CONFIRM, action, question);
	return true;
}

void play_descend(struct play *play)
{
	if (!play_leaves_somebody(play, ACTION_DOWN))
		play_verb(play, VERB_DOWN);
}

void play_climb(struct play *play)
{
	const struct view *view = play_view(play);
	bool leaving = view->status.depth == 1 && game_legal(play->game, VERB_UP);
	if (leaving)
		play_confirm(play, ACTION_UP, "confirm-leave", "Leave for good? (y/n)");
	else if (!play_leaves_somebody(play, ACTION_UP))
		play_verb(play, VERB_UP);
}
