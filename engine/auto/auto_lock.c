/* Locks that a carried key opens: auto-explore ends beside one, and the player walks into it. */
#include "engine/auto/auto_private.h"

/* True if the hero knows a lock in the cell. */
static bool is_lock(const struct game *game, int x, int y)
{
	if (!level_inside(game->level, x, y))
		return false;
	size_t at = level_at(game->level, x, y);
	const struct transition *open = content_transition(memory_ground(game, at), TRIGGER_OPEN);
	return (game->level->flags[at] & LEVEL_KNOWN) && open != NULL && open->need == NEED_KEY;
}

bool auto_is_by_lock(const struct auto_move *automove, const struct game *game,
	const struct view *view, const struct auto_map *map, int x, int y)
{
	(void)automove, (void)view, (void)map;
	for (int direction = DIR_N; direction < DIR_COUNT; direction += 2)
		if (is_lock(game, x + direction_dx[direction], y + direction_dy[direction]))
			return true;
	return false;
}

bool auto_seeks_lock(
	const struct auto_move *automove, const struct game *game, const struct view *view)
{
	return !automove->watch->left && tool_key(game) >= 0 &&
	       !auto_is_by_lock(automove, game, view, NULL, view->hero_x, view->hero_y);
}
