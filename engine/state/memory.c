/*
 * Memory: what the hero takes each cell of a level for since he saw it last.
 *
 * Of a cell he knows the terrain as it was then, and the thing that lay on top; the look that is
 * shown follows from them.  What happens there out of his sight changes none of it, so whoever
 * names a place, or goes to one, asks here and not the level.  A creature that passes for a thing
 * or for terrain is remembered as that.  Things are in order of cells, one a cell.
 */
#include "engine/rules/rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Things ---- */

/* Where the thing of a cell is among those remembered, or would be. */
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

const struct item *memory_thing(const struct game *game, int x, int y)
{
	int place = place_of(game, x, y);
	return is_at(game, place, x, y) ? &game->recalled.items[place].item : NULL;
}

/* Makes room for one more at a place. */
static void open_place(struct game *game, int place)
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

void memory_put_thing(struct game *game, const struct item *item, int x, int y)
{
	int place = place_of(game, x, y);
	if (!is_at(game, place, x, y))
		open_place(game, place);
	game->recalled.items[place] =
		(struct floor_item){.item = *item, .x = (int16_t)x, .y = (int16_t)y};
	game->level->memory[level_at(game->level, x, y)] = item_look(game, item);
}

static void forget_thing(struct game *game, int x, int y)
{
	int place = place_of(game, x, y);
	if (!is_at(game, place, x, y))
		return;
	game->recalled.count--;
	memmove(&game->recalled.items[place], &game->recalled.items[place + 1],
		(size_t)(game->recalled.count - place) * sizeof *game->recalled.items);
}

/* What lies in sight is looked at anew. */
static void forget_seen_things(struct game *game)
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
	if (memory_thing(game, x, y) == NULL)
		level->memory[at] = level_shown_as(game->content, level, kind)->look;
}

const struct terrain_kind *memory_ground(const struct game *game, size_t at)
{
	const struct level *level = game->level;
	uint16_t floor = game->content->terrain.floor;
	return &game->content->terrains[level->flags[at] & LEVEL_KNOWN ? level->known[at] : floor];
}

/* ---- Seeing ---- */

/* Who lies in wait is taken for what it poses as. */
static void see_pose(struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	const struct creature_kind *kind = creature_kind(game, slot);
	struct item posed = creature_posed_thing(game, slot);
	if (posed.kind != KIND_NONE) {
		memory_put_thing(game, &posed, creature->x, creature->y);
		return;
	}
	forget_thing(game, creature->x, creature->y);
	memory_put_ground(game, level_at(game->level, creature->x, creature->y),
		&game->content->terrains[kind->poses.terrain]);
}

void memory_see_cell(struct game *game, int x, int y)
{
	size_t at = level_at(game->level, x, y);
	int slot = creature_at(game, x, y), thing = item_on_floor(game, x, y, 0);
	forget_thing(game, x, y);
	memory_put_ground(game, at, game_terrain(game, x, y));
	if (thing >= 0)
		memory_put_thing(game, &game->floor.items[thing].item, x, y);
	if (slot > HERO && creature_poses(game, slot))
		see_pose(game, slot);
}

/* The next cell in sight from one on, `end` for none: most are not. */
static size_t next_seen(const struct level *level, size_t at, size_t end)
{
	uint64_t eight = 0;
	while (at < end && !(level->flags[at] & LEVEL_SEEN)) {
		if (at + 8 <= end)
			memcpy(&eight, level->flags + at, sizeof eight);
		at += at + 8 <= end && !(eight & LEVEL_SEEN * UINT64_C(0x0101010101010101)) ? 8 : 1;
	}
	return at;
}

/* Terrain first, then the things over it, the last laid on top. */
void memory_see(struct game *game)
{
	struct level *level = game->level;
	const struct terrain_kind *kinds = game->content->terrains;
	uint16_t ground = game->content->levels[level->kind].ground;
	uint16_t plain = kinds[ground == KIND_NONE ? game->content->terrain.floor : ground].look;
	size_t cells = (size_t)level->width * (size_t)level->height;
	for (size_t at = next_seen(level, 0, cells); at < cells;
		at = next_seen(level, at + 1, cells)) {
		level->flags[at] |= LEVEL_KNOWN;
		level->known[at] = (uint8_t)level->terrain[at];
		const struct terrain_kind *kind = &kinds[level->terrain[at]];
		level->memory[at] = kind->plain ? plain : kind->look;
	}
	forget_seen_things(game);
	for (int i = 0; i < game->floor.count; i++) {
		const struct floor_item *it = &game->floor.items[i];
		if (level->flags[level_at(level, it->x, it->y)] & LEVEL_SEEN)
			memory_put_thing(game, &it->item, it->x, it->y);
	}
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (creature->alive && creature_poses(game, slot) &&
			(level->flags[level_at(level, creature->x, creature->y)] & LEVEL_SEEN))
			see_pose(game, slot);
	}
}
