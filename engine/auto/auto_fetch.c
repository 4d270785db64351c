/*
 * Auto-explore fetches known items before it explores unknown ground.
 *
 * Unknown ground is nearly always nearer, and each step into it shows more of it just ahead.  Going
 * to the nearest of both would leave visible items to the end.  So an item comes first unless it is
 * much farther.  Items near a sleeper wait; this is reported once.
 */
#include "engine/auto/auto_private.h"

#define FETCH_FARTHER 16 /* steps by which an item may be farther than unknown ground */

bool auto_is_item(const struct auto_move *automove, const struct game *game,
	const struct view *view, const struct auto_map *map, int x, int y)
{
	(void)view, (void)map;
	const struct item *thing = memory_item(game, x, y);
	return thing != NULL && auto_likes(automove, game, thing) && auto_has_room(game, thing) &&
	       !auto_is_minded(game, x, y);
}

int auto_map_fetch(struct auto_map *map, const struct auto_move *automove, const struct game *game,
	const struct view *view, auto_goal *goal)
{
	int direction = auto_map_way(map, automove, game, view, goal);
	int end = map->end, cost = map->cost;
	if (direction < 0 || game->recalled.count == 0)
		return direction;
	int other = auto_map_way(map, automove, game, view, auto_is_item);
	if (other >= 0 && map->cost <= cost + FETCH_FARTHER)
		return other;
	/* The second search went on from the first, so its path includes that one. */
	map->end = end;
	map->cost = cost;
	return direction;
}

bool auto_tells_waits(struct auto_map *map, struct auto_move *automove, const struct game *game,
	const struct view *view, int cost)
{
	char name[64];
	map->wary = false;
	if (auto_map_way(map, automove, game, view, auto_is_item) < 0 ||
		map->cost > cost + FETCH_FARTHER)
		return false;
	const struct item *thing = memory_item(game, map->end % map->width, map->end / map->width);
	const struct watched *who = auto_map_waits(map, automove, view);
	if (who == NULL)
		return false;
	item_name(game, thing, ARTICLE_THE, name, sizeof name);
	words_expand(game->content, TEXT_AUTO_WAITS,
		&(struct word_facts){.item = name, .target = auto_actor(who->name)}, automove->says,
		sizeof automove->says);
	return automove->blocked = true;
}
