/*
 * The map of a vault: turned, and placed on a level.
 *
 * Its cells are marked as halls, so that nothing else is placed or furnished in it.  Its creatures
 * and items are stored as spots of the level until it is populated (populate_vaults.c).
 */
#include "engine/generate/vault_private.h"

#include <string.h>

/* ---- Turning ---- */

static bool is_door(char symbol)
{
	return symbol == '+' || symbol == '\'' || symbol == '"';
}

/* Returns the edge that a cell is on, as the direction that leads out; -1: none, or a corner. */
static int side_of(const struct turned *turned, int x, int y)
{
	int across = x == 0 ? DIR_W : x == turned->width - 1 ? DIR_E : -1;
	int down = y == 0 ? DIR_N : y == turned->height - 1 ? DIR_S : -1;
	return across >= 0 && down >= 0 ? -1 : across >= 0 ? across : down;
}

static void find_way_in(struct turned *turned)
{
	turned->way_x = turned->way_y = turned->way_side = -1;
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++) {
			int side = side_of(turned, x, y);
			if (side < 0 || !is_door(turned->cells[y][x]))
				continue;
			turned->way_x = x;
			turned->way_y = y;
			turned->way_side = side;
		}
}

void vault_read(struct turned *turned, const struct vault_kind *vault)
{
	const char *at = vault->map;
	*turned = (struct turned){
		.vault = vault, .width = vault->width, .height = vault->height, .whole = true};
	memset(turned->cells, ' ', sizeof turned->cells);
	for (int y = 0; y < vault->height; y++, at += *at == '\n')
		for (int x = 0; *at != '\0' && *at != '\n'; x++)
			turned->cells[y][x] = *at++;
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++)
			turned->whole = turned->whole && turned->cells[y][x] != ' ';
	find_way_in(turned);
}

void vault_turn(struct turned *turned, const struct turned *map, int way)
{
	turned->vault = map->vault;
	turned->whole = map->whole;
	turned->width = way & 4 ? map->height : map->width;
	turned->height = way & 4 ? map->width : map->height;
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++) {
			int from_x = way & 1 ? turned->width - 1 - x : x;
			int from_y = way & 2 ? turned->height - 1 - y : y;
			turned->cells[y][x] =
				way & 4 ? map->cells[from_x][from_y] : map->cells[from_y][from_x];
		}
	find_way_in(turned);
}

/* ---- Laying ---- */

static const struct legend *legend_of(const struct vault_kind *vault, char symbol)
{
	for (int i = 0; i < vault->legend_count; i++)
		if (vault->legends[i].symbol == symbol)
			return &vault->legends[i];
	return NULL;
}

static bool is_wall(const struct turned *turned, int x, int y)
{
	return x >= 0 && y >= 0 && x < turned->width && y < turned->height &&
	       (turned->cells[y][x] == '#' || is_door(turned->cells[y][x]));
}

/* Returns the wall for a cell by the walls that continue it, with corners at right angles. */
static uint16_t wall_drawn(
	const struct content_terrains *terrain, const struct turned *turned, int x, int y)
{
	bool left = is_wall(turned, x - 1, y), right = is_wall(turned, x + 1, y);
	bool up = is_wall(turned, x, y - 1), down = is_wall(turned, x, y + 1);
	if (left && right)
		return terrain->wall_horizontal;
	if (up && down)
		return terrain->wall_vertical;
	if (right && down)
		return terrain->corner_tl;
	if (left && down)
		return terrain->corner_tr;
	if (right && up)
		return terrain->corner_bl;
	if (left && up)
		return terrain->corner_br;
	return left || right ? terrain->wall_horizontal : terrain->wall_vertical;
}

/* Returns a secret door for a horizontal or vertical wall. */
static uint16_t secret_drawn(
	const struct content_terrains *terrain, const struct turned *turned, int x, int y)
{
	return is_wall(turned, x - 1, y) || is_wall(turned, x + 1, y)
		       ? terrain->door_secret_horizontal
		       : terrain->door_secret_vertical;
}

static uint16_t floor_of(const struct making *making)
{
	return making->kind->inside != KIND_NONE ? making->kind->inside
						 : making->content->terrain.floor;
}

/* Returns the terrain of a cell of the vault; KIND_NONE leaves the level's terrain, also for floor
 * in the open. */
static uint16_t terrain_of(const struct making *making, const struct turned *turned, int x, int y)
{
	const struct content_terrains *terrain = &making->content->terrain;
	const struct legend *legend = legend_of(turned->vault, turned->cells[y][x]);
	uint16_t floor = turned->way_side >= 0 ? floor_of(making) : KIND_NONE;
	if (legend)
		return legend->terrain != KIND_NONE ? legend->terrain : floor;
	switch (turned->cells[y][x]) {
	case '#':
		return wall_drawn(terrain, turned, x, y);
	case '.':
		return floor;
	case '+':
		return terrain->door_closed;
	case '\'':
		return terrain->opening;
	case '"':
		return secret_drawn(terrain, turned, x, y);
	default:
		return KIND_NONE;
	}
}

/* In the open the light of the level stays, except where the legend says otherwise. */
static void light_cell(struct making *making, const struct turned *turned, int x, int y, size_t at)
{
	uint8_t *flags = &making->level->flags[at];
	const struct legend *legend = legend_of(turned->vault, turned->cells[y][x]);
	bool shown = legend && (legend->lit || legend->dark), open = turned->way_side < 0;
	bool lit = shown ? legend->lit : turned->vault->lit || (open && (*flags & LEVEL_LIT));
	bool way_in = x == turned->way_x && y == turned->way_y;
	if (!way_in && turned->cells[y][x] != '#') {
		*flags &= (uint8_t)~LEVEL_LIT;
		*flags |= LEVEL_HALL;
	}
	if (lit)
		*flags |= LEVEL_LIT;
}

/* Lays a cell of the map, but a wall of the map keeps a wall of the level as it is. A blank of the
 * map changes nothing. */
static void lay_cell(struct making *making, const struct turned *turned, int x, int y, size_t at)
{
	struct level *level = making->level;
	uint16_t terrain = terrain_of(making, turned, x, y);
	bool keeps_wall = turned->cells[y][x] == '#' &&
			  (making->content->terrains[level->terrain[at]].flags & TERRAIN_WALL);
	if (turned->cells[y][x] == ' ')
		return;
	if (!keeps_wall && terrain != KIND_NONE)
		level->terrain[at] = terrain;
	light_cell(making, turned, x, y, at);
}

static void lay(struct making *making, const struct turned *turned, int left, int top)
{
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++)
			lay_cell(making, turned, x, y, level_at(making->level, left + x, top + y));
}

static void list(struct making *making, const struct turned *turned, int left, int top)
{
	struct level *level = making->level;
	uint16_t kind = (uint16_t)(turned->vault - making->content->vaults);
	level->vaults[level->vault_count++] = (struct laid_vault){.kind = kind,
		.box = {(int16_t)left, (int16_t)top, (int16_t)(left + turned->width),
			(int16_t)(top + turned->height)}};
	for (int y = 0; y < turned->height; y++)
		for (int x = 0; x < turned->width; x++) {
			const struct legend *legend = legend_of(turned->vault, turned->cells[y][x]);
			if (legend &&
				(legend->who != LEGEND_NOBODY || legend->what != LEGEND_NOTHING))
				level_add_spot(level,
					(struct vault_spot){(int16_t)(left + x), (int16_t)(top + y),
						kind, (uint8_t)(legend - turned->vault->legends)});
		}
}

void vault_put(struct making *making, const struct turned *turned, int left, int top)
{
	lay(making, turned, left, top);
	list(making, turned, left, top);
}
