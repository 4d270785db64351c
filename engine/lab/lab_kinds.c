/*
 * Kinds for the lab: their list, the hero's relation to each, and the view without one of them.
 *
 * A measurement may use the kind of an item that the hero does not know.  A player never gets it.
 */
#include "engine/lab/lab.h"
#include "engine/rules/rules.h"

#include <string.h>

const char *lab_creature_kind(const struct content *content, size_t nth)
{
	return nth < content->counts.creatures ? content->creatures[nth].id : NULL;
}

const char *lab_item_kind(const struct content *content, size_t nth)
{
	return nth < content->counts.items ? content->items[nth].id : NULL;
}

/* ---- The hero's relation to kinds ---- */

static bool is_enemy_in_view(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	return creature->alive && !(creature->flags & (CREATURE_ALLY | CREATURE_CAPTIVE)) &&
	       senses_hero_sees(game, slot);
}

void lab_regard_creatures(const struct game *game, uint8_t *regards)
{
	for (uint16_t kind = 0; kind < game->content->counts.creatures; kind++)
		regards[kind] = (uint8_t)((game->knowledge.met[kind] ? LAB_MET : 0) |
					  (game->knowledge.beaten[kind] ? LAB_BEATEN : 0));
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (is_enemy_in_view(game, slot))
			regards[game->creatures[slot].kind] |= LAB_IN_VIEW;
}

void lab_regard_items(const struct game *game, uint8_t *regards)
{
	memset(regards, 0, game->content->counts.items);
	for (int i = 0; i < CARRIED_MAX; i++) {
		const struct item *item = &game->pack.items[i];
		if (item->count == 0)
			continue;
		bool in_use = item->flags & (ITEM_WIELDED | ITEM_WORN);
		regards[item->kind] |= (uint8_t)(LAB_CARRIED | (in_use ? LAB_IN_USE : 0));
	}
	for (int i = 0; i < game->floor.count; i++)
		if (senses_hero_sees_cell(game, game->floor.items[i].x, game->floor.items[i].y))
			regards[game->floor.items[i].item.kind] |= LAB_IN_VIEW;
}

int lab_kind_of_creature(const struct game *game, uint32_t id)
{
	int slot = (int)(id & 0xffff);
	return slot > HERO && slot < game->creature_top && game->creatures[slot].alive
		       ? game->creatures[slot].kind
		       : -1;
}

int lab_kind_carried(const struct game *game, unsigned item)
{
	return item < CARRIED_MAX && game->pack.items[item].count > 0 ? game->pack.items[item].kind
								      : -1;
}

int lab_kind_under(const struct game *game, unsigned nth)
{
	const struct creature *hero = &game->creatures[HERO];
	int index = item_on_floor(game, hero->x, hero->y, (int)nth);
	return index < 0 ? -1 : game->floor.items[index].item.kind;
}

const char *lab_level_here(const struct game *game)
{
	return game->content->levels[game->level->kind].id;
}

/* ---- Views without a kind ---- */

/* The topmost item on a cell that is not of the kind, or -1. */
static int other_item(const struct game *game, int x, int y, int kind)
{
	for (int nth = 0, index; (index = item_on_floor(game, x, y, nth)) >= 0; nth++)
		if (game->floor.items[index].item.kind != kind)
			return index;
	return -1;
}

/* Redraws a cell as remembered: no creature, and no item of one kind. */
static void lay_bare(const struct game *game, int x, int y, int kind, struct view_cell *cell)
{
	size_t at = level_at(game->level, x, y);
	const struct terrain_kind *ground = memory_ground(game, at);
	int thing = other_item(game, x, y, kind);
	cell->appearance = thing < 0 ? ground->appearance
				     : item_appearance(game, &game->floor.items[thing].item);
	cell->flags &= (uint8_t) ~(CELL_CREATURE | CELL_ITEM | CELL_STOPS);
	cell->flags |= (uint8_t)(thing < 0 ? 0 : CELL_ITEM);
	if (!(ground->flags & TERRAIN_OBJECTS) && !content_opens(ground))
		cell->flags |= CELL_STOPS;
}

void lab_cells_without_creature(const struct game *game, int kind, struct view_cell *cells)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (creature->kind == kind && is_enemy_in_view(game, slot))
			lay_bare(game, creature->x, creature->y, -1,
				&cells[level_at(game->level, creature->x, creature->y)]);
	}
}

void lab_cells_without_item(const struct game *game, int kind, struct view_cell *cells)
{
	for (int i = 0; i < game->floor.count; i++) {
		const struct floor_item *lying = &game->floor.items[i];
		struct view_cell *cell = &cells[level_at(game->level, lying->x, lying->y)];
		if (lying->item.kind == kind && (cell->flags & CELL_VISIBLE) &&
			(cell->flags & CELL_ITEM))
			lay_bare(game, lying->x, lying->y, kind, cell);
	}
}
