/* Questions answered by yes or no, and the stairs, which ask them. */
#include "door/play/play_private.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Travels to the nearest stairs with a known path. */
static void play_to_stairs(struct play *play, bool up)
{
	struct spot spot;
	int steps;
	play->acting.stairs = up ? ACTION_UP : ACTION_DOWN;
	if (play_stairs(play, up, &spot, &steps) && steps >= 0)
		play_travel(play, spot.x, spot.y);
	play->acting.stairs = ACTION_NONE;
}

/* Answers the question whether to talk to an enemy or to strike it. The direction again strikes,
 * also where its key is y, and so does the key that attacks. */
static void play_talk_key(struct play *play, int key)
{
	int again = (int)ACTION_WALK + play->prompt.item;
	int action = (int)keymap_action(play->settings.keys, key, false);
	bool strikes = action == again || action == ACTION_ATTACK || key == 'n' || key == 'N';
	bool talks = !strikes && (key == 'y' || key == 'Y');
	struct command command = {
		.verb = (uint8_t)(talks ? VERB_TALK : VERB_STEP), .direction = play->prompt.item};
	play_prompt_end(play);
	if (talks || strikes)
		play_act(play, &command);
	else
		play_say(play, "You stay.");
}

void play_confirm_key(struct play *play, int key)
{
	if (play->prompt.action == ACTION_TALK) {
		play_talk_key(play, key);
		return;
	}
	enum verb verb = play_pending_verb(play);
	int step = (int)play->prompt.action - (int)ACTION_WALK;
	bool yes = key == 'y' || key == 'Y', steps = step >= 0 && step < DIR_COUNT;
	/* The key of the stairs, pressed twice, travels to them. */
	bool travels = (verb == VERB_DOWN || verb == VERB_UP) && !game_legal(play->game, verb);
	yes = yes || (travels && keymap_action(play->settings.keys, key, false) ==
					 (enum action)play->prompt.action);
	play_prompt_end(play);
	if (!yes) {
		if (play->page.before_choice)
			play_choice_resume(play);
		else
			play_say(play, verb == VERB_PICK_UP ? "Cancelled." : "You stay.");
		play->page.before_choice = false;
	} else if (steps)
		play_step_asked(play, (enum direction)step);
	else if (verb == VERB_COUNT)
		play->state = PLAY_SAVED;
	else if (travels)
		play_to_stairs(play, verb == VERB_UP);
	else if (verb == VERB_PICK_UP)
		play_verb_item(play, verb, play->prompt.item);
	else
		play_verb(play, verb);
}

/* Returns the steps to the farthest ally in view with that name and its article, or -1. */
static int play_steps_to_ally(const struct play *play, const char *name)
{
	const struct view *view = play_view(play);
	int farthest = -1;
	for (size_t i = 0; i < view->creature_count; i++) {
		const struct view_creature *creature = &view->creatures[i];
		const char *end = strstr(name, creature->name);
		if (!creature->ally || !end || end[strlen(creature->name)])
			continue;
		int steps = game_steps_to(play->game, view, creature->x, creature->y);
		steps = steps > 0 ? steps : play_distance(view, creature->x, creature->y);
		farthest = steps > farthest ? steps : farthest;
	}
	return farthest;
}

/* Asks before the hero leaves an ally behind; true if it asked. */
static bool play_leaves_somebody(struct play *play, enum action action)
{
	char name[64], where[40] = "out of sight", question[160];
	enum verb verb = action_row(action)->verb;
	if (!game_legal(play->game, verb) || !game_would_leave(play->game, name, sizeof name))
		return false;
	int steps = play_steps_to_ally(play, name);
	/* An ally that is near and would stay behind sleeps, or is held. */
	if (steps > ENGINE_ALLY_WITHIN)
		snprintf(where, sizeof where, "%d steps away", steps);
	else if (steps >= 0)
		snprintf(where, sizeof where, "near, but cannot follow");
	snprintf(question, sizeof question, "%c%s is %s. Go without it? (y/n)",
		toupper((unsigned char)name[0]), name + 1, where);
	play_prompt_begin(play, MODE_CONFIRM, action, question);
	return true;
}

/* True if the key was told to go on when pressed again, and no turn has passed since. */
static bool play_goes_again(const struct play *play, enum action action)
{
	return play->acting.again == action &&
	       play->acting.again_turn == play_view(play)->status.turn;
}

/* Offers to travel to the stairs if the hero is not on them. True if it asked, travelled or
 * refused. */
static bool play_offers_stairs(struct play *play, enum action action)
{
	char text[160], key[16];
	struct spot spot;
	int steps;
	bool up = action == ACTION_UP;
	const char *stairs = ui_word(play->content, "label-stairs", "stairs");
	const char *way = up ? "up" : "down";
	if (game_legal(play->game, action_row(action)->verb))
		return false;
	if (play_goes_again(play, action)) {
		play_to_stairs(play, up);
		return true;
	}
	/* The refused command shows its reason. */
	play_verb(play, action_row(action)->verb);
	bool known = play_stairs(play, up, &spot, &steps);
	if (known && steps >= 0 && play_travel_refused(play))
		return true;
	if (known && steps >= 0) {
		char far[40] = "beside you. Step";
		if (steps > 1)
			snprintf(far, sizeof far, "%d steps away. Travel", steps);
		play_action_text(play, action, key, sizeof key);
		snprintf(text, sizeof text,
			"The " UI_INSIDE " %s are %s there? (y/n, " UI_BRIGHT "%s" UI_END
			" for yes)",
			ui_inside(stairs), way, far, key);
		play_prompt_begin(play, MODE_CONFIRM, action, text);
		/* It is no harm: the key of the stairs may be typed twice at once. */
		play->prompt.harm = false;
	} else if (known) {
		snprintf(text, sizeof text,
			"You know " UI_INSIDE " %s, but no safe path leads there.",
			ui_inside(stairs), way);
		play_say(play, text);
	} else {
		play_action_text(play, ACTION_EXPLORE, key, sizeof key);
		snprintf(text, sizeof text,
			"No " UI_INSIDE " %s are known yet: " UI_BRIGHT "%s" UI_END " explores.",
			ui_inside(stairs), way, key);
		play_say(play, text);
	}
	return true;
}

/* Asks once before the hero goes below the depth of the Receiver without it; true if it asked. */
static bool play_lacks_receiver(struct play *play)
{
	const struct view_status *status = &play_view(play)->status;
	if (status->depth != status->goal_depth || status->deepest > status->goal_depth ||
		status->carries_receiver || !game_legal(play->game, VERB_DOWN))
		return false;
	play_confirm(play, ACTION_DOWN, "confirm-deeper",
		"The goal is on this depth, and you do not carry it. Go deeper without it? (y/n)");
	return true;
}

void play_descend(struct play *play)
{
	if (!play_offers_stairs(play, ACTION_DOWN) && !play_lacks_receiver(play) &&
		!play_leaves_somebody(play, ACTION_DOWN))
		play_verb(play, VERB_DOWN);
}

void play_climb(struct play *play)
{
	const struct view *view = play_view(play);
	bool leaving = view->status.depth == 1 && game_legal(play->game, VERB_UP);
	if (leaving)
		play_confirm(play, ACTION_UP, "confirm-leave", "Leave for good? (y/n)");
	else if (!play_offers_stairs(play, ACTION_UP) && !play_leaves_somebody(play, ACTION_UP))
		play_verb(play, VERB_UP);
}
