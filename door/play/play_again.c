/*
 * Counts, and repeating the last command.
 *
 * A number before a wait, a search or a step repeats it as an automatic move, which stops at
 * anything that needs attention. Before a drop the number is how many of a pile to drop. Again
 * repeats the player's last action under the same rules: it asks the same questions, and it does
 * not use another item that has taken the letter of a used-up one.
 */
#include "door/play/play_private.h"

#include <stdio.h>

#define TIMES_MOST 500

/* ---- Counts ---- */

/* Drops so many of a pile, after asking which item unless it is known. */
static void times_drop(struct play *play)
{
	char sentence[80];
	int times = play->prompt.times;
	if (play->prompt.of_item) {
		play_drop_some(play, play->prompt.item, times);
		return;
	}
	play_item_begin(play, ACTION_DROP);
	play->prompt.times = (uint16_t)times;
	snprintf(sentence, sizeof sentence, "Drop %d of what?", times);
	if (play->prompt.mode == MODE_ITEM)
		play_say(play, sentence);
}

static void times_take(struct play *play, int key)
{
	enum action action = keymap_action(play->settings.keys, key, false);
	enum direction direction = keymap_direction(play->settings.keys, key);
	struct command command = {.verb = VERB_WAIT};
	int times = play->prompt.times;
	play_prompt_end(play);
	if (key == VT_KEY_ESCAPE || !times || (play->prompt.of_item && action != ACTION_DROP))
		return;
	if (direction != DIR_COUNT)
		command = (struct command){.verb = VERB_STEP, .direction = (uint8_t)direction};
	else if (action == ACTION_SEARCH)
		command.verb = VERB_SEARCH;
	else if (action == ACTION_DROP) {
		times_drop(play);
		return;
	} else if (action != ACTION_WAIT && action != ACTION_REST) {
		play_say(play, "Only wait, search, step and drop take a number.");
		return;
	}
	play_repeat(play, &command, times);
	play_take_underfoot(play);
}

void play_times_key(struct play *play, int key)
{
	bool digit = key >= '0' && key <= '9';
	if (digit) {
		int times = play->prompt.times * 10 + key - '0';
		play->prompt.times = (uint16_t)(times > TIMES_MOST ? TIMES_MOST : times);
	} else if ((key == '\b' || key == 127) && play->prompt.times) {
		play->prompt.times /= 10;
	} else {
		times_take(play, key);
		return;
	}
	play_times_report(play);
}

static enum action action_of(enum verb verb)
{
	for (int action = ACTION_ROWS; action < ACTION_COUNT; action++)
		if (action_row((enum action)action)->verb == verb)
			return (enum action)action;
	return ACTION_NONE;
}

/* ---- Again ---- */

static void again_auto(struct play *play)
{
	const struct done done = play->acting.last;
	bool went = done.kind == AUTO_REPEAT ? play_repeat(play, &done.command, done.times)
					     : play_auto(play, (enum auto_kind)done.kind,
						       done.direction, done.x, done.y);
	if (!went && !play->messages.sentence[0])
		play_say(play, "That cannot be done again here.");
	play_take_underfoot(play);
}

/* Aims at the last target again if the shot would reach it; otherwise asks for a cell. */
static void again_aimed(struct play *play, enum action action, unsigned aim, unsigned range)
{
	struct command command = play->acting.last.command;
	play->prompt.action = (uint8_t)action;
	play->prompt.item = command.item;
	const struct view *view = play_view(play);
	for (size_t i = 0; i < view->creature_count; i++) {
		if (!play_is_last_target(play, &view->creatures[i]))
			continue;
		command.x = view->creatures[i].x;
		command.y = view->creatures[i].y;
		play_act(play, &command);
		return;
	}
	play_apply(play, action, command.item, aim, range);
}

static void again_item(struct play *play, enum action action)
{
	const struct done done = play->acting.last;
	if (play_appearance_of(play, done.command.item) != done.appearance) {
		play_say(play, "You carry no more of that.");
		return;
	}
	const struct view *view = play_view(play);
	const struct view_item *item = play_carried(view, done.command.item);
	if (play_aims(action))
		again_aimed(play, action, item->aim, item->range);
	else
		play_verb_item(play, (enum verb)done.command.verb, done.command.item);
}

static void again_spell(struct play *play, enum action action)
{
	const struct view *view = play_view(play);
	for (size_t i = 0; i < view->spell_count; i++)
		if (view->spells[i].number == play->acting.last.command.item) {
			again_aimed(play, action, view->spells[i].aim, view->spells[i].range);
			return;
		}
}

static void again_command(struct play *play)
{
	const struct command command = play->acting.last.command;
	enum verb verb = (enum verb)command.verb;
	if (verb == VERB_STEP)
		play_step(play, (enum direction)command.direction);
	else if (verb == VERB_UP)
		play_climb(play);
	else if (verb == VERB_PICK_UP)
		play_pick_up(play);
	else if (verb == VERB_CAST)
		again_spell(play, action_of(verb));
	else if (play_of_pack(verb))
		again_item(play, action_of(verb));
	else
		play_act(play, &command);
	if (verb == VERB_STEP)
		play_take_underfoot(play);
}

void play_again(struct play *play)
{
	if (!play->acting.last.any)
		play_say(play, "You have done nothing yet.");
	else if (play->acting.last.automatic_move)
		again_auto(play);
	else
		again_command(play);
}
