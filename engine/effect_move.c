/* Effects that put a body elsewhere. */
#include "effect_private.h"

static bool refuse_taken(void *context, const struct level *level, int x, int y)
{
	(void)level;
	return !creature_may_stand(context, x, y);
}

bool effect_teleport(struct game *game, const struct effect_case *it)
{
	struct stream stream;
	int x, y;
	if (it->target < 0)
		return false;
	stream_begin(&stream, &game->seed, PURPOSE_EFFECTS, game->depth, (uint32_t)game->now + 1);
	if (!level_place(game->content, game->level, &stream, refuse_taken, game, &x, &y))
		return false;
	creature_move(game, it->target, x, y);
	if (it->target != HERO) {
		game->creatures[it->target].goal = GOAL_NONE;
		game->creatures[it->target].flags &= (uint16_t)~CREATURE_AWARE;
	}
	game->sight_stale = true;
	return true;
}

/* The hero comes down below, or, where there is no below, elsewhere; others are gone for good, and
 * nobody is the richer. */
bool effect_fall(struct game *game, const struct effect_case *it)
{
	if (it->target < 0)
		return false;
	if (it->target != HERO) {
		creature_remove(game, it->target);
		return true;
	}
	message_say(game, WORD_YOU_FALL, NULL);
	if (game->depth < game->content->last_depth)
		place_fall(game);
	else
		effect_teleport(game, it);
	combat_harm(game, HERO, draw_roll(game, PURPOSE_EFFECTS, it->clause->dice), -1, HARM_ITEM,
		"a long drop");
	return true;
}

/* Cell by cell away from the source, until something is in the way. */
bool effect_push(struct game *game, const struct effect_case *it)
{
	if (it->target < 0 || it->source < 0 || it->source == it->target)
		return false;
	struct handle handle = creature_handle(game, it->target);
	int cells = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice), depth = game->depth;
	int dx = it->x - game->creatures[it->source].x, dy = it->y - game->creatures[it->source].y;
	dx = (dx > 0) - (dx < 0);
	dy = (dy > 0) - (dy < 0);
	int x = it->x, y = it->y;
	bool moved = false;
	while (cells-- > 0 && creature_may_stand(game, x + dx, y + dy) && (dx || dy)) {
		x += dx;
		y += dy;
		creature_move(game, it->target, x, y);
		terrain_enter(game, it->target);
		moved = true;
		if (!game_going(game) || game->depth != depth || creature_of(game, handle) < 0 ||
			game->creatures[it->target].x != x || game->creatures[it->target].y != y)
			break;
	}
	game->sight_stale = true;
	return moved;
}
