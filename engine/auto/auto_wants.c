/* What is taken along: which items are worth the way, fit, and may be taken in haste. */
#include "engine/auto/auto_private.h"

/* Whether it would be worth the way if it fitted: what one left stays, and what one would rather
 * not have. */
bool auto_likes(const struct auto_move *automove, const struct game *game, const struct item *item)
{
	return item->kind != game->content->receiver &&
	       !(item->flags & (ITEM_LEFT | ITEM_LABELLED)) &&
	       !(automove->leaves & 1u << item_kind(game, item)->class);
}

bool auto_has_room(const struct game *game, const struct item *item)
{
	return item->kind == game->content->gold || item_seems_to_fit(game, item);
}

bool auto_is_novel(const struct game *game, const struct item *item)
{
	return item->kind != game->content->gold && game->pack.last_slots[item->kind] == 0;
}

/* What it lies on minds when it is taken: that is for a hand, and not for haste. */
bool auto_is_minded(const struct game *game, int x, int y)
{
	size_t at = level_at(game->level, x, y);
	const struct transition *lift = content_transition(memory_ground(game, at), TRIGGER_LIFT);
	return lift != NULL && lift->has_effect;
}
