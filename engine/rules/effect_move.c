/* Effects that move a body. */
#include "engine/generate/generate.h"
#include "engine/rules/effect_private.h"

#define BLINK_MOST 15
#define BLINK_CELLS ((2 * BLINK_MOST + 1) * (2 * BLINK_MOST + 1))

static bool refuse_taken(void *context, const struct level *level, int x, int y)
{
	(void)level;
	return !creature_may_stand(context, x, y);
}

/* Moves a body to a cell: it is no longer stuck, and a creature forgets its goal. */
static void put(struct game *game, int slot, int x, int y)
{
	creature_cure(game, slot, STATUS_STUCK);
	creature_move(game, slot, x, y);
	if (slot != HERO)
		game->creatures[slot].goal = GOAL_NONE;
	game->derived.sight_stale = true;
}

bool effect_teleport(struct game *game, const struct effect_case *it)
{
	struct stream stream;
	int x, y;
	if (it->target < 0)
		return false;
	stream_begin(
		&stream, &game->seed, PURPOSE_EFFECTS, game->depth, (uint32_t)game->clock.now + 1);
	if (!level_place(game->content, game->level, &stream, refuse_taken, game, &x, &y))
		return false;
	put(game, it->target, x, y);
	if (it->target != HERO)
		game->creatures[it->target].flags &= (uint16_t)~CREATURE_AWARE;
	return true;
}

/* Drops the hero to the next depth, or teleports him on the last one. Creatures are removed without
 * experience or items. */
bool effect_fall(struct game *game, const struct effect_case *it)
{
	if (it->target < 0)
		return false;
	if (it->target != HERO) {
		creature_remove(game, it->target);
		return true;
	}
	message_say(game, TEXT_YOU_FALL, NULL);
	if (game->depth < game->content->last_depth)
		place_fall(game);
	else
		effect_teleport(game, it);
	combat_harm(game, HERO, draw_roll(game, PURPOSE_EFFECTS, it->clause->dice), -1, HARM_ITEM,
		"a long drop");
	return true;
}

/* ---- Pushed, pulled, swapped ---- */

/* Moves the target by one cell if that is free. False if it cannot move on from there. */
static bool carry(struct game *game, int target, int dx, int dy)
{
	struct handle handle = creature_handle(game, target);
	int x = game->creatures[target].x + dx, y = game->creatures[target].y + dy;
	int depth = game->depth;
	if ((dx == 0 && dy == 0) || !creature_may_stand(game, x, y))
		return false;
	creature_move(game, target, x, y);
	game->derived.sight_stale = true;
	terrain_enter(game, target);
	return game_going(game) && game->depth == depth && creature_of(game, handle) >= 0 &&
	       game->creatures[target].x == x && game->creatures[target].y == y;
}

static int sign(int number)
{
	return (number > 0) - (number < 0);
}

/* Pushes the target away from the source, cell by cell, until something blocks it. */
bool effect_push(struct game *game, const struct effect_case *it)
{
	if (it->target < 0 || it->source < 0 || it->source == it->target ||
		bonuses_stand_fast(game, it->target))
		return false;
	int cells = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	int dx = sign(it->x - game->creatures[it->source].x);
	int dy = sign(it->y - game->creatures[it->source].y);
	bool free = cells > 0 && creature_may_stand(game, it->x + dx, it->y + dy);
	while (cells-- > 0 && carry(game, it->target, dx, dy))
		;
	return free;
}

/* Pulls the target towards the source, cell by cell. */
bool effect_pull(struct game *game, const struct effect_case *it)
{
	if (it->target < 0 || it->source < 0 || it->source == it->target ||
		bonuses_stand_fast(game, it->target))
		return false;
	int cells = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	int to_x = game->creatures[it->source].x, to_y = game->creatures[it->source].y;
	const struct creature *creature = &game->creatures[it->target];
	int dx = sign(to_x - it->x), dy = sign(to_y - it->y);
	bool free = cells > 0 && creature_may_stand(game, it->x + dx, it->y + dy);
	while (cells-- > 0 && distance_between(creature->x, creature->y, to_x, to_y) > 1 &&
		carry(game, it->target, sign(to_x - creature->x), sign(to_y - creature->y)))
		;
	return free;
}

bool effect_swap(struct game *game, const struct effect_case *it)
{
	if (it->target < 0 || it->source < 0 || it->source == it->target ||
		bonuses_stand_fast(game, it->target) ||
		!creature_swap(game, it->source, it->target))
		return false;
	struct handle target = creature_handle(game, it->target);
	int depth = game->depth;
	terrain_enter(game, it->source);
	if (game_going(game) && game->depth == depth && creature_of(game, target) >= 0)
		terrain_enter(game, it->target);
	return true;
}

/* Collects free cells in line of sight of the creature that are not adjacent and not harmful;
 * returns how many. */
static int places_within(
	const struct game *game, int slot, int within, int16_t cells[BLINK_CELLS][2])
{
	int x = game->creatures[slot].x, y = game->creatures[slot].y, count = 0;
	for (int dy = -within; dy <= within; dy++)
		for (int dx = -within; dx <= within; dx++) {
			if (distance_between(0, 0, dx, dy) < 2 ||
				!creature_may_stand(game, x + dx, y + dy) ||
				terrain_harms(game, slot, game_terrain(game, x + dx, y + dy)) ||
				!senses_line(game, x, y, x + dx, y + dy))
				continue;
			cells[count][0] = (int16_t)(x + dx);
			cells[count++][1] = (int16_t)(y + dy);
		}
	return count;
}

bool effect_blink(struct game *game, const struct effect_case *it)
{
	int16_t cells[BLINK_CELLS][2];
	if (it->target < 0)
		return false;
	int within = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	within = within < BLINK_MOST ? within : BLINK_MOST;
	int count = places_within(game, it->target, within, cells);
	if (count == 0)
		return false;
	int drawn = draw_below(game, PURPOSE_EFFECTS, count);
	put(game, it->target, cells[drawn][0], cells[drawn][1]);
	terrain_enter(game, it->target);
	return true;
}

/* Removes a weak creature from the level without experience; its item drops. A strong or named one
 * and the hero are teleported instead. */
bool effect_banish(struct game *game, const struct effect_case *it)
{
	if (it->target < 0)
		return false;
	int most = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	const struct creature *creature = &game->creatures[it->target];
	bool named = it->target == HERO || creature->past > 0 ||
		     (creature_kind(game, it->target)->traits & TRAIT_UNIQUE);
	if (named || creature->health > most)
		return effect_teleport(game, it);
	struct item carried = creature->carried;
	if (senses_shows(game, it->target))
		message_say(game, TEXT_IT_IS_GONE,
			&(struct word_facts){.target = message_actor(game, it->target)});
	creature_remove(game, it->target);
	game->derived.sight_stale = true;
	if (carried.count > 0)
		item_to_floor_near(game, carried, it->x, it->y);
	return true;
}
