/*
 * The light of the view: how strongly each cell in sight is lit, in what hue, and what its ground
 * is.
 *
 * All of it is computed for the view alone. It is neither saved nor in the digest, and no rule
 * reads it. A cell has a strength above 0 exactly if it is lit by the rules, so the edge of the
 * light is the edge that creatures know. Within it the strength falls with the distance from the
 * source, and the strengths of several sources add up. The strongest source gives the hue.
 *
 * The distance is counted in halves of a cell: twice the longer of the two sides and once the
 * shorter, which is nearly round.
 */
#include "engine/view/view_parts.h"

#include <stdlib.h>

#define COMMON_CELLS 2048 /* of a level of the common size: 80x21 has 1,680 */
#define PEAK VIEW_LIGHT_MOST
#define DAYLIGHT 20 /* strength of a cell that is lit by itself */
#define BESIDE 3    /* added to the reach, so that the rim of a light is not too weak */

static enum light_hue hue_of(enum colour_role role)
{
	switch (role) {
	case COLOUR_ROLE_FIRE:
	case COLOUR_ROLE_BAD:
	case COLOUR_ROLE_DANGER:
	case COLOUR_ROLE_BLOOD:
		return HUE_FIRE;
	case COLOUR_ROLE_METAL:
	case COLOUR_ROLE_WATER:
	case COLOUR_ROLE_BRIGHT:
		return HUE_MACHINE;
	case COLOUR_ROLE_PLANT:
	case COLOUR_ROLE_GOOD:
		return HUE_GLOW;
	case COLOUR_ROLE_MAGIC:
		return HUE_MAGIC;
	default:
		return HUE_LAMP;
	}
}

/* Returns the hue of the nth light. Moving lights come behind those of the terrain. */
static enum light_hue hue_of_light(const struct game *game, size_t nth)
{
	const struct lights *lights = &game->derived.lights;
	const struct light *light = &lights->list[nth];
	const struct creature *hero = &game->creatures[HERO];
	enum light_hue hue = hue_of((enum colour_role)light->role);
	bool moves = nth >= lights->standing && light->x == hero->x && light->y == hero->y;
	/* Burning paper is drawn in the colour of lamps, but shines as fire does. */
	if (nth < lights->standing && game_terrain(game, light->x, light->y)->flags & TERRAIN_FIRE)
		return HUE_FIRE;
	return moves && hue == HUE_LAMP ? HUE_OWN : hue;
}

static int larger(int one, int other)
{
	return one > other ? one : other;
}

/* Returns the strength of a light at a distance of so many columns and rows. */
static int strength_at(const struct light *light, int across, int down)
{
	int longer = larger(abs(across), abs(down)), away = abs(across) + abs(down) + longer;
	int reach = 3 * light->radius + BESIDE;
	return larger(1, PEAK * (reach - away) / reach);
}

/* Adds the strength of a source to a cell. strongest has the greatest strength added so far. */
static void add_strength(
	struct view_cell *cell, uint8_t *strongest, int strength, enum light_hue hue)
{
	int sum = cell->strength + strength;
	cell->strength = (unsigned)(sum < PEAK ? sum : PEAK) & VIEW_LIGHT_MOST;
	if (strength <= *strongest)
		return;
	*strongest = (uint8_t)strength;
	cell->hue = (unsigned)hue & 7;
}

/* The colour of plain light: of dark ground that shows nothing else. */
static bool takes_colour(const struct game *game, size_t at, const struct view_cell *cell)
{
	const struct level *level = game->level;
	return !(level->flags[at] & LEVEL_LIT) &&
	       (game->content->terrains[level->terrain[at]].flags & TERRAIN_OBJECTS) &&
	       cell->appearance == level_shown(game->content, level, at)->appearance;
}

static void add_light(const struct game *game, const struct light *light, enum light_hue hue,
	struct view_cell *cells, uint8_t *strongest)
{
	const struct level *level = game->level;
	for (int row = 0; row <= 2 * light->radius; row++) {
		int left = light->x - light->radius, y = light->y - light->radius + row;
		for (uint32_t bits = light_row(light, level, row); bits != 0; bits &= bits - 1) {
			int x = left + __builtin_ctz(bits);
			size_t at = level_at(level, x, y);
			if ((level->flags[at] & (LEVEL_SEEN | LEVEL_GLOOM)) != LEVEL_SEEN)
				continue;
			if (takes_colour(game, at, &cells[at]))
				cells[at].light = light->role & 31;
			add_strength(&cells[at], &strongest[at],
				strength_at(light, x - light->x, y - light->y), hue);
		}
	}
}

/* Returns what shows through as the background of a cell in sight. */
static enum view_ground ground_of(const struct game *game, size_t at)
{
	const struct level *level = game->level;
	uint32_t flags = level_shown(game->content, level, at)->flags;
	if (flags & TERRAIN_FIRE)
		return GROUND_FIRE;
	if (flags & TERRAIN_WATER)
		return GROUND_WATER;
	return flags & TERRAIN_DROPS ? GROUND_DARK : GROUND_PLAIN;
}

static size_t cells_of(const struct level *level)
{
	return (size_t)level->width * (size_t)level->height;
}

/* strongest: as many as there are cells, for the strength that each has so far. */
static void light_cells(const struct game *game, struct view_cell *cells, uint8_t *strongest)
{
	const struct level *level = game->level;
	size_t count = cells_of(level);
	for (size_t at = 0; at < count; at++) {
		strongest[at] = 0;
		if (!(level->flags[at] & LEVEL_SEEN))
			continue;
		cells[at].ground = (unsigned)ground_of(game, at) & 7;
		if ((level->flags[at] & (LEVEL_LIT | LEVEL_GLOOM)) == LEVEL_LIT)
			add_strength(&cells[at], &strongest[at], DAYLIGHT, HUE_DAY);
	}
	for (size_t i = 0; i < game->derived.lights.count; i++) {
		const struct light *light = &game->derived.lights.list[i];
		add_light(game, light, hue_of_light(game, i), cells, strongest);
	}
}

/* A separate function, so that only large levels touch the stack for the largest one: touched pages
 * of a stack stay with a session. */
static __attribute__((noinline)) void light_large(const struct game *game, struct view_cell *cells)
{
	uint8_t strongest[VIEW_CELLS_MAX];
	light_cells(game, cells, strongest);
}

void view_light(const struct game *game, struct view_cell *cells)
{
	uint8_t strongest[COMMON_CELLS];
	if (cells_of(game->level) > COMMON_CELLS)
		light_large(game, cells);
	else
		light_cells(game, cells, strongest);
}
