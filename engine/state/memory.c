/*
 * Memory: the hero's knowledge of each cell of a level, as last seen.
 *
 * For a cell it stores the terrain and the top item of that time; the appearance shown follows from
 * them.  Events out of sight change none of it.  So code that names a place for the player, or
 * walks there, must use memory and not the level.  A mimic is remembered as the thing it imitates.
 * Items are in order of cells, one a cell.  A cell that is known from a map alone is marked so
 * until it is seen.
 */
#include "engine/state/memory.h"
#include "engine/state/things.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Things ---- */

/* Returns the index of a cell's item among those remembered, or where to insert it. */
static int place_of(const struct game *game, int x, int y)
{
	int low = 0, high = game->recalled.count;
	while (low < high) {
		int middle = (low + high) / 2;
		const struct floor_item *it = &game->recalled.items[middle];
		if (it->y < y || (it->y == y && it->x < x))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct game *game, int place, int x, int y)
{
	return place < game->recalled.count && game->recalled.items[place].x == x &&
	       game->recalled.items[place].y == y;
}

const struct item *memory_item(const struct game *game, int x, int y)
{
	int place = place_of(game, x, y);
	return is_at(game, place, x, y) ? &game->recalled.items[place].item : NULL;
}

/* Makes room for one more item at an index. */
static void insert_item(struct game *game, int place)
{
	if (game->recalled.count == game->recalled.capacity) {
		game->recalled.capacity = (uint16_t)(game->recalled.capacity + 16);
		game->recalled.items = realloc(game->recalled.items,
			game->recalled.capacity * sizeof *game->recalled.items);
		assert(game->recalled.items != NULL);
	}
	memmove(&game->recalled.items[place + 1], &game->recalled.items[place],
		(size_t)(game->recalled.count - place) * sizeof *game->recalled.items);
	game->recalled.count++;
}

void memory_put_item(struct game *game, const struct item *item, int x, int y)
{
	int place = place_of(game, x, y);
	if (!is_at(game, place, x, y))
		insert_item(game, place);
	game->recalled.items[place] =
		(struct floor_item){.item = *item, .x = (int16_t)x, .y = (int16_t)y};
	game->level->memory[level_at(game->level, x, y)] = item_appearance(game, item);
}

void memory_forget_item(struct game *game, int x, int y)
{
	int place = place_of(game, x, y);
	if (!is_at(game, place, x, y))
		return;
	game->recalled.count--;
	memmove(&game->recalled.items[place], &game->recalled.items[place + 1],
		(size_t)(game->recalled.count - place) * sizeof *game->recalled.items);
}

void memory_forget_seen(struct game *game)
{
	uint16_t kept = 0;
	for (int i = 0; i < game->recalled.count; i++) {
		const struct floor_item *it = &game->recalled.items[i];
		if (!(game->level->flags[level_at(game->level, it->x, it->y)] & LEVEL_SEEN))
			game->recalled.items[kept++] = *it;
	}
	game->recalled.count = kept;
}

/* ---- The ground ---- */

void memory_put_ground(struct game *game, size_t at, const struct terrain_kind *kind)
{
	struct level *level = game->level;
	int x = (int)(at % (size_t)level->width), y = (int)(at / (size_t)level->width);
	level->flags[at] |= LEVEL_KNOWN;
	level->known[at] = (uint8_t)(kind - game->content->terrains);
	level->mapped[at] = 0;
	if (memory_item(game, x, y) == NULL)
		level->memory[at] = level_shown_as(game->content, level, kind)->appearance;
}

const struct terrain_kind *memory_ground(const struct game *game, size_t at)
{
	const struct level *level = game->level;
	uint16_t floor = game->content->terrain.floor;
	return &game->content->terrains[level->flags[at] & LEVEL_KNOWN ? level->known[at] : floor];
}
