/*
 * The items that the hero can best do without, offered when the pack is full.
 *
 * These are gear that is no better than other gear of its slot, as far as the hero knows, and wands
 * and staffs without charges.
 */
#include "door/play/play_private.h"

#include <stdio.h>
#include <string.h>

#define WORST_MOST 3
#define NAME_MOST 40 /* columns */

/* True if the pack has other gear of the slot that is at least as good. Of equal gear the first in
 * the pack counts as the better, unless the other is in use. */
static bool is_outdone(const struct view *view, size_t nth)
{
	const struct view_item *item = &view->pack[nth];
	for (size_t i = 0; i < view->pack_count; i++) {
		const struct view_item *other = &view->pack[i];
		bool used = other->flags & (ITEM_WIELDED | ITEM_WORN);
		if (i == nth || !*item->slot || strcmp(item->slot, other->slot) != 0)
			continue;
		if (other->worth > item->worth ||
			(other->worth == item->worth && (used || i < nth)))
			return true;
	}
	return false;
}

void play_worst(const struct play *play, char *text, size_t size)
{
	char key[16];
	const struct view *view = play_view(play);
	size_t length = 0;
	int count = 0;
	*text = '\0';
	for (size_t i = 0; i < view->pack_count && count < WORST_MOST; i++) {
		const struct view_item *item = &view->pack[i];
		if ((item->flags & (ITEM_WIELDED | ITEM_WORN)) ||
			!(item->verbs & 1U << VERB_DROP) || !(item->spent || is_outdone(view, i)))
			continue;
		char name[sizeof item->name];
		snprintf(name, sizeof name, "%s", item->name);
		ui_fit(name, NAME_MOST);
		length += (size_t)snprintf(text + length, size - length,
			"%s" UI_BRIGHT "%c" UI_END " %s",
			count++ ? ", " : "Least useful: ", item->letter, name);
	}
	if (!count)
		return;
	play_action_text(play, ACTION_DROP, key, sizeof key);
	snprintf(text + length, size - length, ". " UI_BRIGHT "%s" UI_END " drops.", key);
}
