/* Auto-pickup: which items are wanted, fit into the pack and may be lifted without asking. */
#include "engine/auto/auto_private.h"

/* True if the item is wanted, room aside.  Items left on purpose, goods, and classes that the
 * player excluded are not. */
bool auto_likes(const struct auto_move *automove, const struct game *game, const struct item *item)
{
	return item->kind != game->content->receiver &&
	       !(item->flags & (ITEM_LEFT | ITEM_LABELLED)) &&
	       !(automove->left_classes & 1u << item_kind(game, item)->class);
}

bool auto_has_room(const struct game *game, const struct item *item)
{
	return item->kind == game->content->gold || item_seems_to_fit(game, item);
}

bool auto_is_novel(const struct game *game, const struct item *item)
{
	return item->kind != game->content->gold && game->pack.last_slots[item->kind] == 0;
}

/* True if lifting an item here triggers the terrain below it.  The player must do that by hand. */
bool auto_is_minded(const struct game *game, int x, int y)
{
	size_t at = level_at(game->level, x, y);
	const struct transition *lift = content_transition(memory_ground(game, at), TRIGGER_LIFT);
	return lift != NULL && lift->has_effect;
}
