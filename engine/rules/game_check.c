/* Invariants of a game: aborts if one does not hold. */
#include "engine/rules/rules.h"

#include <assert.h>

/* No creature is both ally and captive. The hero is neither, and carries items only in his pack. */
static void check_allegiance(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	const uint16_t both = CREATURE_ALLY | CREATURE_CAPTIVE;
	assert((creature->flags & both) != both && creature->flags <= CREATURE_FLAGS_ALL);
	assert(slot != HERO || (!(creature->flags & both) && creature->carried.count == 0));
	assert(creature->carried.count == 0 ||
		(creature->carried.kind < game->content->counts.items &&
			creature->carried.kind != game->content->receiver));
	assert(!(creature->flags & CREATURE_LADEN) || creature->carried.count > 0);
	assert(creature->held_by == 0 ||
		(creature->status[STATUS_STUCK] > 0 && creature_holder_is_there(game, slot)));
}

static void check_creatures(const struct game *game)
{
	size_t cells = (size_t)game->level->width * (size_t)game->level->height, bodies = 0,
	       occupied = 0;
	for (int slot = 0; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (!creature->alive)
			continue;
		bodies++;
		assert(level_inside(game->level, creature->x, creature->y));
		assert((game_terrain(game, creature->x, creature->y)->flags & TERRAIN_OBJECTS) ||
			(slot != HERO && (creature_kind(game, slot)->traits & TRAIT_PHASES)));
		assert(creature_at(game, creature->x, creature->y) == slot);
		assert(creature->health > 0 || !game_going(game));
		assert(creature->health <= creature->health_max && creature->goal < GOAL_COUNT);
		check_allegiance(game, slot);
		assert((slot == HERO) == (creature->kind == KIND_NONE));
	}
	for (size_t at = 0; at < cells; at++)
		occupied += game->derived.occupants[at] != 0;
	assert(bodies == occupied);
}

static void check_items(const struct game *game)
{
	int held = 0;
	for (int i = 0; i < CARRIED_MAX; i++) {
		const struct item *item = &game->pack.items[i];
		if (item->count == 0)
			continue;
		held += i < PACK_MAX;
		assert(i < PACK_MAX || item_kind(game, item)->pouched);
		assert(item->kind < game->content->counts.items);
		assert(item_kind(game, item)->stacks || item->count == 1 ||
			item_kind(game, item)->class == ITEM_GOLD);
	}
	assert(gear_is_sound(game) && game->pack.count == held);
	for (int i = 0; i < game->floor.count; i++) {
		const struct floor_item *lying = &game->floor.items[i];
		assert(level_inside(game->level, lying->x, lying->y) && lying->item.count > 0);
		assert(game_terrain(game, lying->x, lying->y)->flags & TERRAIN_OBJECTS);
	}
}

/* Every remembered cell shows the item or terrain that the hero remembers there. */
static void check_memory(const struct game *game)
{
	const struct level *level = game->level;
	size_t cells = (size_t)level->width * (size_t)level->height;
	for (size_t at = 0, next = 0; at < cells; at++) {
		const struct floor_item *it =
			next < game->recalled.count ? &game->recalled.items[next] : NULL;
		bool thing = it && at == level_at(level, it->x, it->y);
		next += thing;
		assert(!thing || (level->flags[at] & LEVEL_KNOWN));
		assert(!level->mapped[at] || (level->flags[at] & LEVEL_KNOWN));
		assert(!(level->flags[at] & LEVEL_KNOWN) ||
			level->memory[at] == (thing ? item_appearance(game, &it->item)
						    : level_shown_as(game->content, level,
							      memory_ground(game, at))
								     ->appearance));
		assert(at + 1 < cells || next == game->recalled.count);
	}
}

void game_check(const struct game *game)
{
	assert(game->depth >= 1 && game->depth <= game->content->last_depth);
	assert(game->level != NULL && game->places[game->depth].bytes == NULL);
	assert(game->creatures[HERO].alive && game->creature_top <= CREATURES_MAX);
	assert(game->hero.food >= 0 && game->hero.gold >= 0);
	assert(!game_going(game) ||
		game->clock.now == game_hero((struct game *)(uintptr_t)game)->ready ||
		game->clock.now == 0);
	for (int sound = 0; sound < SOUND_COUNT; sound++)
		assert(game->clock.next_heard[sound] <= game_turn(game) + SOUND_EVERY_MOST);
	check_creatures(game);
	check_items(game);
	check_memory(game);
	flight_check(game);
	gas_check(game);
	choice_check(game);
}
