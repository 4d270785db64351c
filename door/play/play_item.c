/* Choosing an item of the inventory, and using it. */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

void play_drop_some(struct play *play, unsigned item, int times)
{
	struct command command = {.verb = VERB_DROP_ONE, .item = (uint8_t)item};
	const struct view *view = play_view(play);
	const struct view_item *carried = play_carried(view, (int)item);
	if (carried && times >= carried->count)
		play_verb_item(play, VERB_DROP, item);
	else
		play_repeat(play, &command, times);
}

/* Returns the first action of this order that the item accepts, or ACTION_NONE. */
static enum action play_natural_action(const struct view_item *item)
{
	static const enum action order[] = {ACTION_USE, ACTION_ZAP, ACTION_QUAFF, ACTION_READ,
		ACTION_EAT, ACTION_WIELD, ACTION_WEAR};
	for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
		if (item->verbs & 1U << action_row(order[i])->verb)
			return order[i];
	return ACTION_NONE;
}

/* Returns the first worn item of the slot, which the rules take off for another; NULL if the slot
 * has room or holds a single piece. */
static const struct view_item *play_replaced(
	const struct view *view, const struct view_item *putting_on)
{
	const struct view_item *first = NULL;
	int worn = 0;
	for (size_t i = 0; i < view->pack_count; i++) {
		const struct view_item *item = &view->pack[i];
		if (!(item->flags & ITEM_WORN) || strcmp(item->slot, putting_on->slot) != 0)
			continue;
		first = worn++ ? first : item;
	}
	return putting_on->slot_most > 1 && worn >= putting_on->slot_most ? first : NULL;
}

/* Asks which of several worn pieces to take off for another; true if it asked. */
static bool play_asks_replaced(struct play *play, unsigned item)
{
	char sentence[120];
	const struct view *view = play_view(play);
	const struct view_item *putting_on = play_carried(view, (int)item);
	if (!putting_on || (putting_on->flags & ITEM_WORN) || !play_replaced(view, putting_on))
		return false;
	snprintf(sentence, sizeof sentence, "Take off which, to put on %s?", putting_on->name);
	play_prompt_begin(play, MODE_ITEM, ACTION_WEAR, sentence);
	play->prompt.replacing = putting_on->letter;
	return true;
}

/* Puts on the chosen gear in place of a worn piece. The rules replace the first piece of a slot in
 * one action; another one is taken off first. */
static void play_replace(struct play *play, char letter, const struct view_item *worn)
{
	const struct view *view = play_view(play);
	const struct view_item *putting_on = play_carried(view, carried_number(letter));
	bool first = putting_on && play_replaced(view, putting_on) == worn;
	if (first || play_verb_item(play, VERB_WEAR, (unsigned)carried_number(worn->letter)))
		play_verb_item(play, VERB_WEAR, (unsigned)carried_number(letter));
}

void play_apply(struct play *play, enum action action, unsigned item, unsigned aim, unsigned range)
{
	bool anywhere = action == ACTION_THROW || action == ACTION_FIRE;
	bool wants = anywhere || (aim >= VIEW_AIM_CELL && aim <= VIEW_AIM_CONE);
	const struct view *view = play_view(play);
	struct command here = {.verb = (uint8_t)action_row(action)->verb,
		.item = (uint8_t)item,
		.x = view->hero_x,
		.y = view->hero_y};
	play->prompt.item = (uint8_t)item;
	if (action == ACTION_DROP && play->prompt.times)
		play_drop_some(play, item, play->prompt.times);
	else if (action == ACTION_WEAR && play_asks_replaced(play, item))
		return;
	else if (!play_aims(action))
		play_verb_item(play, action_row(action)->verb, item);
	else if (!wants)
		play_act(play, &here);
	else if (range == 1 && !anywhere)
		play_prompt_begin(play, MODE_DIRECTION, action, "In which direction?");
	else
		play_cursor_begin(play, action);
}

static void play_item_chosen(struct play *play, const struct view_item *item)
{
	enum action action = (enum action)play->prompt.action;
	char replacing = play->prompt.replacing;
	play->prompt.item = (uint8_t)carried_number(item->letter);
	play_prompt_end(play);
	if (replacing) {
		play_replace(play, replacing, item);
		return;
	}
	if (action == ACTION_INVENTORY) {
		play_prompt_begin(play, MODE_VERB, action, item->name);
		return;
	}
	if (action == ACTION_USE)
		action = play_natural_action(item);
	if (action != ACTION_NONE)
		play_apply(play, action, play->prompt.item, item->aim, item->range);
}

/* Chooses the item to shoot if it is the only one. True if it was. */
static bool play_one_shot(struct play *play, enum action action)
{
	if (action != ACTION_FIRE || play_items_fitting(play) != 1)
		return false;
	const struct view *view = play_view(play);
	for (size_t i = 0; i < view->pack_count; i++)
		if (play_item_fits(play, view, &view->pack[i])) {
			play_item_chosen(play, &view->pack[i]);
			return true;
		}
	return false;
}

void play_item_begin(struct play *play, enum action action)
{
	char sentence[80];
	play->prompt.action = (uint8_t)action;
	play->prompt.times = 0;
	const char *word = play_item_word(play);
	if (play_one_shot(play, action))
		return;
	if (action == ACTION_INVENTORY)
		snprintf(sentence, sizeof sentence, "You carry:");
	else
		snprintf(sentence, sizeof sentence, "What will you %s?", word);
	if (play_items_fitting(play)) {
		play_prompt_begin(play, MODE_ITEM, action, sentence);
		return;
	}
	snprintf(sentence, sizeof sentence,
		action == ACTION_INVENTORY ? "You carry nothing."
		: action == ACTION_FIRE    ? "To %s, wield a launcher, and carry what it shoots."
					   : "You carry nothing to %s.",
		word);
	play_say(play, sentence);
}

void play_item_key(struct play *play, int key)
{
	char sentence[80];
	const struct view *view = play_view(play);
	if (key == ' ') {
		play->prompt.list_page++;
		return;
	}
	if (key == PLAY_POUCH_KEY && !play_pouch_open(play) && play_pouch_fitting(play, view)) {
		play->prompt.pouch = true;
		play->prompt.list_page = 0;
		return;
	}
	const struct view_item *own = play_carried(view, carried_number(key));
	if (own && play_item_fits(play, view, own)) {
		play_item_chosen(play, own);
		return;
	}
	snprintf(sentence, sizeof sentence, "You cannot %s that.", play_item_word(play));
	play_prompt_end(play);
	if (own)
		play_say(play, sentence);
	else if (carried_number(key) >= 0)
		play_say(play, "You carry nothing of that letter.");
}

/* Handles the map's keys for the chosen item. */
void play_verb_key(struct play *play, int key)
{
	enum action action = keymap_action(play->settings.keys, key, false);
	const struct action_row *row = action_row(action);
	play_prompt_end(play);
	const struct view *view = play_view(play);
	const struct view_item *item = play_carried(view, play->prompt.item);
	if (action == ACTION_TIMES && item && item->count > 1) {
		play_times_of_item(play);
		return;
	}
	if (!row || row->verb == VERB_COUNT || !item || !(item->verbs & 1U << row->verb))
		return;
	play->prompt.action = (uint8_t)action;
	play_item_chosen(play, item);
}
