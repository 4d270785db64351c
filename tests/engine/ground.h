/*
 * Ground for tests: an arena's room, and terrain put into it by its id.
 */
#ifndef TRAPDOOR_TESTS_GROUND_H
#define TRAPDOOR_TESTS_GROUND_H

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const room[] = {
	"###############",
	"#.............#",
	"#.............#",
	"#......@......#",
	"#.............#",
	"#.............#",
	"###############",
};

static inline uint16_t kind_of(const char *id)
{
	uint16_t kind = content_find_terrain(stock, id);
	if (kind == KIND_NONE)
		fail_msg("there is no terrain %s", id);
	return kind;
}

static inline void put(struct game *game, const char *id, int x, int y)
{
	place_set_terrain(game, x, y, kind_of(id));
}

static inline const char *at(const struct game *game, int x, int y)
{
	return game_terrain(game, x, y)->id;
}

/* Every floor cell but the hero's. */
static inline void cover(struct game *game, const char *id)
{
	for (int y = 0; y < game->level->height; y++)
		for (int x = 0; x < game->level->width; x++)
			if ((game_terrain(game, x, y)->flags & TERRAIN_OBJECTS) &&
				creature_at(game, x, y) < 0)
				put(game, id, x, y);
}

static inline int count_flag(const struct game *game, uint32_t flag)
{
	int count = 0;
	for (int y = 0; y < game->level->height; y++)
		for (int x = 0; x < game->level->width; x++)
			count += (game_terrain(game, x, y)->flags & flag) != 0;
	return count;
}

static inline int count_id(const struct game *game, const char *id)
{
	int count = 0;
	for (int y = 0; y < game->level->height; y++)
		for (int x = 0; x < game->level->width; x++)
			count += !strcmp(at(game, x, y), id);
	return count;
}

static inline int floor_count_at(const struct game *game, int x, int y)
{
	int count = 0;
	while (item_on_floor(game, x, y, count) >= 0)
		count++;
	return count;
}

static inline struct item thing(const char *id)
{
	uint16_t kind = content_find_item(stock, id);
	assert_true(kind != KIND_NONE);
	return (struct item){.kind = kind, .count = 1};
}

static inline const char *scroll(void)
{
	return arena_item_doing(stock, ITEM_SCROLL, EFFECT_TELEPORT);
}

#endif
