/* The pack: finds carried items, and the items that the pending action accepts. */
#include "door/play/play_private.h"

enum verb play_pending_verb(const struct play *play)
{
	const struct action_row *row = action_row(play->prompt.action);
	return row ? row->verb : VERB_COUNT;
}

const struct view_item *play_carried(const struct view *view, int item)
{
	for (size_t i = 0; i < view->pack_count; i++)
		if (view->pack[i].letter == 'a' + item)
			return &view->pack[i];
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

const char *play_item_word(const struct play *play)
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
	if (!words[play->prompt.action].word)
		return "carry";
	return ui_word(play->content, words[play->prompt.action].word,
		words[play->prompt.action].otherwise);
}

size_t play_items_fitting(struct play *play)
{
	uint32_t mask = play_item_mask(play);
	size_t fitting = 0;
	const struct view *view = play_view(play);
	for (size_t i = 0; i < view->pack_count; i++)
		fitting += mask == UINT32_MAX || (view->pack[i].verbs & mask) != 0;
	return fitting;
}
