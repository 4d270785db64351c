/* The hero's memory of cells in sight: terrain, then items, the topmost last. */
#include "engine/rules/rules.h"

#include <string.h>

/* A mimic is remembered as the item or the terrain that it imitates. */
static void see_pose(struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	const struct creature_kind *kind = creature_kind(game, slot);
	struct item posed = creature_posed_item(game, slot);
	if (posed.kind != KIND_NONE) {
		memory_put_item(game, &posed, creature->x, creature->y);
		return;
	}
	memory_forget_item(game, creature->x, creature->y);
	memory_put_ground(game, level_at(game->level, creature->x, creature->y),
		&game->content->terrains[kind->poses.terrain]);
}

void memory_see_cell(struct game *game, int x, int y)
{
	size_t at = level_at(game->level, x, y);
	int slot = creature_at(game, x, y), thing = item_on_floor(game, x, y, 0);
	memory_forget_item(game, x, y);
	memory_put_ground(game, at, game_terrain(game, x, y));
	if (thing >= 0)
		memory_put_item(game, &game->floor.items[thing].item, x, y);
	if (slot > HERO && creature_poses(game, slot))
		see_pose(game, slot);
}

/* Returns the next cell in sight from `at` on, or `end`. Most are not in sight, so it tests eight
 * at once. */
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

/* Memorises terrain first, then the items on it, the topmost last, then mimics. */
void memory_see(struct game *game)
{
	struct level *level = game->level;
	const struct terrain_kind *kinds = game->content->terrains;
	uint16_t ground = game->content->levels[level->kind].ground;
	uint16_t plain =
		kinds[ground == KIND_NONE ? game->content->terrain.floor : ground].appearance;
	size_t cells = (size_t)level->width * (size_t)level->height;
	for (size_t at = next_seen(level, 0, cells); at < cells;
		at = next_seen(level, at + 1, cells)) {
		level->flags[at] |= LEVEL_KNOWN;
		level->known[at] = (uint8_t)level->terrain[at];
		level->mapped[at] = 0;
		const struct terrain_kind *kind = &kinds[level->terrain[at]];
		level->memory[at] = kind->plain ? plain : kind->appearance;
	}
	memory_forget_seen(game);
	for (int i = 0; i < game->floor.count; i++) {
		const struct floor_item *it = &game->floor.items[i];
		if (level->flags[level_at(level, it->x, it->y)] & LEVEL_SEEN)
			memory_put_item(game, &it->item, it->x, it->y);
	}
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (creature->alive && creature_poses(game, slot) &&
			(level->flags[level_at(level, creature->x, creature->y)] & LEVEL_SEEN))
			see_pose(game, slot);
	}
}
