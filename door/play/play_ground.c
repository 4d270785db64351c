/* Picking up one or all items on the ground. */
#include "door/play/play_private.h"

#include <stdio.h>

/* Writes the question to ask before an item of the hero's cell is picked up, with its cost. False
 * if it costs nothing. */
static bool play_terms(const struct play *play, const struct view_item *item, unsigned index,
	char *question, size_t size)
{
	const char *gold = ui_word(play->content, "label-gold", "gold");
	if (item->price > 0)
		snprintf(question, size, "Buy %s for %d " UI_INSIDE "? (y/n)", item->name,
			item->price, ui_inside(gold));
	else if (item->flags & ITEM_OFFERED)
		snprintf(question, size, "Take %s, and leave the others? (y/n)", item->name);
	else if (item->flags & ITEM_FOR_SALE)
		snprintf(question, size, "Take %s? (y/n)", item->name);
	else
		return game_lift_asks(play->game, index, question, size);
	return true;
}

/* Picks an item up; asks first if it costs anything. */
static void play_take(struct play *play, const struct view *view, unsigned index)
{
	char question[240], line[EFFECT_LINE_SIZE], sentence[sizeof play->messages.sentence];
	struct command command = {.verb = VERB_PICK_UP, .item = (uint8_t)index};
	play->prompt.item = (uint8_t)index;
	/* A refusal comes before any question. */
	if (!play_terms(play, &view->ground[index], index, question, sizeof question) ||
		!game_allows(play->game, &command)) {
		play_verb_item(play, VERB_PICK_UP, index);
		return;
	}
	/* The question comes first, because a long sentence loses its end. */
	game_effect_line(play->game, EFFECT_OF_GROUND, index, line, sizeof line);
	snprintf(sentence, sizeof sentence, "%s " UI_LAMP "%s" UI_END, question, line);
	play_prompt_begin(play, MODE_CONFIRM, ACTION_PICK_UP, sentence);
}

void play_pick_up(struct play *play)
{
	const struct view *view = play_view(play);
	if (view->ground_count > 1)
		play_prompt_begin(play, MODE_GROUND, ACTION_PICK_UP, "Pick up what?");
	else if (view->ground_count == 1)
		play_take(play, view, 0);
	else
		play_verb_item(play, VERB_PICK_UP, 0);
}

/* Picks up every item that costs nothing. */
static void play_pick_up_all(struct play *play)
{
	char question[240];
	bool going = true;
	for (unsigned times = 0; times < GROUND_MAX && going; times++) {
		unsigned index = 0;
		const struct view *view = play_view(play);
		while (index < view->ground_count &&
			play_terms(play, &view->ground[index], index, question, sizeof question))
			index++;
		if (index == view->ground_count && !times)
			play_say(play, "These items have a price: choose one by its letter.");
		going = index < view->ground_count && play_verb_item(play, VERB_PICK_UP, index);
	}
}

void play_ground_key(struct play *play, int key)
{
	bool all = keymap_action(play->settings.keys, key, false) == ACTION_PICK_UP || key == ',';
	if (key == ' ') {
		play->prompt.list_page++;
		return;
	}
	play_prompt_end(play);
	const struct view *view = play_view(play);
	if (key >= 'a' && (size_t)(key - 'a') < view->ground_count && key != 'p')
		play_take(play, view, (unsigned)(key - 'a'));
	else if (all)
		play_pick_up_all(play);
}
