/*
 * Ground: what happens to items on the floor.
 *
 * Fire burns paper. Molten slag and deep water swallow items. Items over a hole fall and lie at a
 * random place of the next depth. This happens when an item comes to lie and when its ground
 * changes, so both always agree. The Receiver is spared everything, because a run without it could
 * not be won. So are goods and offers, which nobody gets by making them fall. An item that a quest
 * wants neither burns nor sinks, but may fall.
 */
#include "engine/generate/generate.h"
#include "engine/rules/rules.h"

static bool is_spared(const struct game *game, const struct item *item)
{
	return item->kind == game->content->receiver || (item->flags & ITEM_LABELLED);
}

static bool lasts(const struct game *game, const struct item *item)
{
	return is_spared(game, item) || content_names_item(game->content, item->kind);
}

static bool burns(const struct game *game, const struct item *item)
{
	const struct item_kind *kind = item_kind(game, item);
	return (kind->class == ITEM_SCROLL || kind->burns) && !lasts(game, item);
}

/* Removes an item from the floor and reports it if the hero sees the cell. */
static void take_away(struct game *game, int index, enum text_id word)
{
	struct floor_item lying = game->floor.items[index];
	item_off_floor(game, index);
	if (senses_hero_sees_cell(game, lying.x, lying.y))
		message_item(game, word, &lying.item);
}

void ground_burn(struct game *game, int x, int y)
{
	for (int i = game->floor.count - 1; i >= 0; i--)
		if (game->floor.items[i].x == x && game->floor.items[i].y == y &&
			burns(game, &game->floor.items[i].item))
			take_away(game, i, TEXT_THING_BURNS);
}

/* Drops an item to the next depth. It is lost if FALLEN_MAX items are falling already. */
static void fall(struct game *game, int index)
{
	struct item item = game->floor.items[index].item;
	if (game->fallen.count < FALLEN_MAX)
		game->fallen.items[game->fallen.count++] =
			(struct fallen){item, (uint8_t)(game->depth + 1)};
	take_away(game, index, TEXT_THING_FALLS);
}

void ground_meets(struct game *game, int x, int y)
{
	uint32_t flags = game_terrain(game, x, y)->flags;
	bool drops = (flags & TERRAIN_DROPS) && game->depth < game->content->last_depth;
	if (flags & TERRAIN_FIRE)
		ground_burn(game, x, y);
	if (!(flags & TERRAIN_SWALLOWS) && !drops)
		return;
	for (int i = game->floor.count - 1; i >= 0; i--) {
		const struct floor_item *lying = &game->floor.items[i];
		if (lying->x != x || lying->y != y || is_spared(game, &lying->item))
			continue;
		if (drops)
			fall(game, i);
		else if (!lasts(game, &lying->item))
			take_away(game, i, TEXT_THING_SINKS);
	}
}

void ground_lay_fallen(struct game *game)
{
	struct stream stream;
	int kept = 0;
	stream_begin(&stream, &game->seed, PURPOSE_TERRAIN, game->depth, game->clock.now + 1);
	for (int i = 0; i < game->fallen.count; i++) {
		struct fallen fallen = game->fallen.items[i];
		int x, y;
		if (fallen.depth != game->depth)
			game->fallen.items[kept++] = fallen;
		else if (level_place(game->content, game->level, &stream, NULL, NULL, &x, &y))
			item_to_floor(game, fallen.item, x, y);
	}
	game->fallen.count = (uint8_t)kept;
}
