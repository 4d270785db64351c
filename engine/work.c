/*
 * Work: what walking into something that does not give way does to it.  A lever is pulled, a
 * boulder is rolled on, and whoever has a tool digs; each is a change of the terrain (cause.h).
 */
#include "allow.h"

#define NOISE_WORK 10
#define NOISE_DIG 14

/* The work takes its turns, all of them at once: the world goes on when it is done. */
static void spend_turns(struct game *game, const struct change *change, int noise)
{
	act_spend(game, noise);
	game->busy = change->takes > 1 ? (uint8_t)(change->takes - 1) : 0;
}

static bool pull(struct game *game, int x, int y)
{
	const struct change *change = terrain_change(game, x, y, CAUSE_PULL, HERO);
	const struct terrain_kind *kind = game_terrain(game, x, y);
	if (change == NULL)
		return false;
	if (kind->worked != NULL && kind->worked[0] != '\0')
		message_say_text(game, kind->worked, ROLE_TEXT);
	else
		message_say(game, WORD_YOU_PULL, &(struct word_facts){.text = kind->name});
	if (kind->flags & TERRAIN_CALLS)
		story_call(game);
	terrain_cause(game, x, y, CAUSE_PULL, HERO);
	spend_turns(game, change, NOISE_WORK);
	return true;
}

/* What rolls must have where to: nobody there, and nothing. */
static bool may_shove(const struct game *game, int x, int y, enum direction direction)
{
	int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
	return (game_terrain(game, x, y)->flags & TERRAIN_ROLLS) &&
	       terrain_change(game, x, y, CAUSE_SHOVE, HERO) != NULL &&
	       level_inside(game->level, to_x, to_y) && creature_at(game, to_x, to_y) < 0 &&
	       item_on_floor(game, to_x, to_y, 0) < 0;
}

/* And ground that takes it. */
static bool shove(struct game *game, int x, int y, enum direction direction)
{
	int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
	const struct terrain_kind *kind = game_terrain(game, x, y);
	const struct change *away = terrain_change(game, x, y, CAUSE_SHOVE, HERO);
	if (!may_shove(game, x, y, direction) || !terrain_cause(game, to_x, to_y, CAUSE_FILL, HERO))
		return false;
	message_say(game, WORD_YOU_SHOVE, &(struct word_facts){.text = kind->name});
	terrain_cause(game, x, y, CAUSE_SHOVE, HERO);
	spend_turns(game, away, NOISE_WORK);
	return true;
}

static bool dig(struct game *game, int x, int y)
{
	const struct change *change = terrain_change(game, x, y, CAUSE_DIG, HERO);
	const char *name = game_terrain(game, x, y)->name;
	if (change == NULL)
		return false;
	bool through = terrain_cause(game, x, y, CAUSE_DIG, HERO);
	message_say(
		game, through ? WORD_YOU_DIG : WORD_YOU_DIG_ON, &(struct word_facts){.text = name});
	spend_turns(game, change, NOISE_DIG);
	return true;
}

bool work_may_be_done(const struct game *game, int x, int y, enum direction direction)
{
	int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
	bool rolls = may_shove(game, x, y, direction) &&
		     terrain_change(game, to_x, to_y, CAUSE_FILL, HERO) != NULL;
	return rolls || terrain_change(game, x, y, CAUSE_PULL, HERO) != NULL ||
	       terrain_change(game, x, y, CAUSE_DIG, HERO) != NULL;
}

bool work_at(struct game *game, int x, int y, enum direction direction)
{
	return pull(game, x, y) || shove(game, x, y, direction) || dig(game, x, y);
}
