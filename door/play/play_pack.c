/* The pack: finds carried items, and the items that the pending action accepts. */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

enum verb play_pending_verb(const struct play *play)
{
	const struct action_row *row = action_row(play->prompt.action);
	return row ? row->verb : VERB_COUNT;
}

const struct view_item *play_carried(const struct view *view, int item)
{
	for (size_t i = 0; i < view->pack_count; i++)
		if (carried_number(view->pack[i].letter) == item)
			return &view->pack[i];
	for (size_t i = 0; i < view->pouch_count; i++)
		if (carried_number(view->pouch[i].letter) == item)
			return &view->pouch[i];
	return NULL;
}

uint32_t play_item_mask(const struct play *play)
{
	if (play->prompt.action == ACTION_INVENTORY)
		return UINT32_MAX;
	if (play->prompt.action == ACTION_USE)
		return verb_mask(VERB_IS_A_USE);
	enum verb verb = play_pending_verb(play);
	return verb < VERB_COUNT ? 1U << verb : 0;
}

/* True if both items are worn in the same slot. */
static bool same_slot(const struct view_item *one, const struct view_item *other)
{
	return other && strcmp(one->slot, other->slot) == 0;
}

bool play_item_fits(const struct play *play, const struct view *view, const struct view_item *item)
{
	uint32_t mask = play_item_mask(play);
	if (play->prompt.replacing)
		return (item->flags & ITEM_WORN) &&
		       same_slot(item, play_carried(view, carried_number(play->prompt.replacing)));
	return mask == UINT32_MAX || (item->verbs & mask) != 0;
}

const char *play_verb_word(const struct play *play, enum action action)
{
	static const struct {
		const char *word, *otherwise;
	} words[ACTION_COUNT] = {[ACTION_WIELD] = {"do-wield", "wield"},
		[ACTION_WEAR] = {"do-wear", "wear"},
		[ACTION_QUAFF] = {"do-quaff", "drink"},
		[ACTION_READ] = {"do-read", "read"},
		[ACTION_EAT] = {"do-eat", "eat"},
		[ACTION_THROW] = {"do-throw", "throw"},
		[ACTION_FIRE] = {"do-fire", "shoot"},
		[ACTION_DROP] = {"do-drop", "drop"},
		[ACTION_ZAP] = {"do-zap", "zap"},
		[ACTION_USE] = {"do-use", "use"},
		[ACTION_CAST] = {"do-cast", "cast"}};
	if (!words[action].word)
		return "carry";
	return ui_word(play->content, words[action].word, words[action].otherwise);
}

const char *play_item_word(const struct play *play)
{
	return play_verb_word(play, (enum action)play->prompt.action);
}

size_t play_pouch_fitting(const struct play *play, const struct view *view)
{
	size_t fitting = 0;
	for (size_t i = 0; i < view->pouch_count; i++)
		fitting += play_item_fits(play, view, &view->pouch[i]);
	return fitting;
}

bool play_pouch_open(const struct play *play)
{
	return play->prompt.action == ACTION_READ || play->prompt.pouch;
}

void play_pouch_name(const struct play *play, size_t count, char *text, size_t size)
{
	snprintf(text, size, "%s %zu %s", ui_word(play->content, "pouch", "a pouch with"), count,
		count == 1 ? ui_word(play->content, "pouch-letter", "letter")
			   : ui_word(play->content, "pouch-letters", "letters"));
}

size_t play_items_fitting(struct play *play)
{
	size_t fitting = 0;
	const struct view *view = play_view(play);
	for (size_t i = 0; i < view->pack_count; i++)
		fitting += play_item_fits(play, view, &view->pack[i]);
	return fitting + play_pouch_fitting(play, view);
}
