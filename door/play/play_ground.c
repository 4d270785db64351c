/* Picking up one or all items on the ground. */
#include "door/play/play_private.h"

#include <stdio.h>

/* True if the item has a price, or taking it costs the others beside it. */
static bool play_has_terms(const struct view_item *item)
{
	return item->price > 0 || item->flags & (ITEM_FOR_SALE | ITEM_OFFERED);
}

/* Picks an item up; asks first if it has terms. */
static void play_take(struct play *play, const struct view *view, unsigned index)
{
	const struct view_item *item = &view->ground[index];
	const char *gold = ui_word(play->content, "label-gold", "gold");
	char question[160], line[EFFECT_LINE_SIZE], sentence[sizeof play->messages.sentence];
	struct command command = {.verb = VERB_PICK_UP, .item = (uint8_t)index};
	play->prompt.item = (uint8_t)index;
	/* A refusal comes before any question. */
	if (!play_has_terms(item) || !game_allows(play->game, &command)) {
		play_verb_item(play, VERB_PICK_UP, index);
		return;
	}
	if (item->price > 0)
		snprintf(question, sizeof question, "Buy %s for %d " UI_INSIDE "? (y/n)",
			item->name, item->price, ui_inside(gold));
	else
		snprintf(question, sizeof question,
			item->flags & ITEM_OFFERED ? "Take %s, and leave the others? (y/n)"
						   : "Take %s? (y/n)",
			item->name);
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

/* Picks up every item without terms. */
static void play_pick_up_all(struct play *play)
{
	bool going = true;
	for (unsigned times = 0; times < GROUND_MAX && going; times++) {
		unsigned index = 0;
		const struct view *view = play_view(play);
		while (index < view->ground_count && play_has_terms(&view->ground[index]))
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
