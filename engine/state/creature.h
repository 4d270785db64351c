/*
 * Inline queries of creatures that are needed many times a turn: position, kind, statuses, traits.
 * creature.c and status.c change creatures.
 *
 * A creature is a slot of the game's table; the hero's is the first.  A handle identifies a
 * creature across changes.
 */
#ifndef TRAPDOOR_ENGINE_CREATURE_H
#define TRAPDOOR_ENGINE_CREATURE_H

#include "engine/state/game.h"

#include <assert.h>

/* Returns the number of steps from one cell to another without obstacles. */
static inline int distance_between(int x, int y, int to_x, int to_y)
{
	int across = to_x > x ? to_x - x : x - to_x;
	int down = to_y > y ? to_y - y : y - to_y;
	return across > down ? across : down;
}

/* Returns the slot of the creature at a cell, or -1. */
static inline int creature_at(const struct game *game, int x, int y)
{
	if (!level_inside(game->level, x, y))
		return -1;
	return game->derived.occupants[level_at(game->level, x, y)] - 1;
}

static inline struct handle creature_handle(const struct game *game, int slot)
{
	return (struct handle){(uint16_t)slot, game->creatures[slot].generation};
}

/* Returns the slot of a handle's creature, or -1 when it is gone. */
static inline int creature_of(const struct game *game, struct handle handle)
{
	const struct creature *creature = &game->creatures[handle.slot];
	return creature->alive && creature->generation == handle.generation ? handle.slot : -1;
}

/* Not for the hero, who has no kind. */
static inline const struct creature_kind *creature_kind(const struct game *game, int slot)
{
	assert(slot != HERO);
	return &game->content->creatures[game->creatures[slot].kind];
}

static inline bool creature_has(const struct game *game, int slot, enum status status)
{
	return game->creatures[slot].status[status] > 0;
}

/* Returns the traits of a creature with those that its statuses give: bits of enum trait. */
static inline uint32_t creature_traits(const struct game *game, int slot)
{
	uint32_t traits = slot == HERO ? TRAIT_OPENS_DOORS | game->derived.bonuses.traits
				       : creature_kind(game, slot)->traits;
	const uint8_t *left = game->creatures[slot].status;
	/* Compilers drop the rows that give nothing. */
#define ROW(id, name, word, stack, most, resist, gives)                                            \
	if ((gives) != 0 && left[STATUS_##id] > 0)                                                 \
		traits |= (gives);
	ENGINE_STATUSES(ROW)
#undef ROW
	return traits;
}

/* True if the creature that holds this one is present, or if none holds it. */
static inline bool creature_holder_is_there(const struct game *game, int slot)
{
	int holder = game->creatures[slot].held_by - 1;
	return holder < 0 || (holder > HERO && holder < game->creature_top && holder != slot &&
				     game->creatures[holder].alive);
}

/* True if a creature may enter a cell.  creature_may_be also allows rock for creatures that
 * phase. */
static inline bool creature_may_stand(const struct game *game, int x, int y)
{
	return level_inside(game->level, x, y) &&
	       (game_terrain(game, x, y)->flags & TERRAIN_OBJECTS) && creature_at(game, x, y) < 0;
}

static inline bool creature_may_be(const struct game *game, int slot, int x, int y)
{
	bool phases = slot != HERO && (creature_kind(game, slot)->traits & TRAIT_PHASES);
	return phases ? level_inside(game->level, x, y) && creature_at(game, x, y) < 0
		      : creature_may_stand(game, x, y);
}

#endif
