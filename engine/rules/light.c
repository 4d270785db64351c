/*
 * Light: which cells are lit by a light source nearby.
 *
 * Light sources are terrain, creature kinds and flights with a light, burning or glowing creatures,
 * and the hero's gear in use. Each lights the cells in its line of sight within a square of its
 * radius. LEVEL_GLOW is the union of them. Dark gas cancels light. Lighting depends on the state
 * alone: seeing or remembering a cell never changes it.
 *
 * Lights are computed from the state and never saved. Each source caches the cells that it lights,
 * so a carried lamp costs one field of view a step and a fixed lamp none. A change of terrain
 * updates only the lights that reach it. Small lights, mostly fires, often move to cells where
 * others burned before, so their pictures are cached by cell.
 */
#include "engine/rules/rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LIGHT_OF_FIRE 3 /* burning creatures */
#define LIGHT_OF_GLOW 2 /* glowing creatures */
#define MOBILE_MAX (CREATURES_MAX + MISSILES_MAX)

/* Cell, radius and colour role of a light source. */
struct spot {
	int16_t x, y;
	uint8_t radius, role;
};

static int most(int one, int other)
{
	return one > other ? one : other;
}

static int light_in_use(const struct game *game)
{
	int radius = 0;
	for (int i = 0; i < PACK_MAX; i++)
		if (game->pack.items[i].flags & (ITEM_WIELDED | ITEM_WORN))
			radius = most(radius, item_kind(game, &game->pack.items[i])->light);
	radius += bonus_of(game, BONUS_LIGHT);
	return radius < 0 ? 0 : radius < LIGHT_MOST ? radius : LIGHT_MOST;
}

int light_of(const struct game *game, int slot)
{
	const struct creature *creature = &game->creatures[slot];
	int radius = slot == HERO ? light_in_use(game) : creature_kind(game, slot)->light;
	if (creature_has(game, slot, STATUS_BURNING))
		radius = most(radius, LIGHT_OF_FIRE);
	if (creature_has(game, slot, STATUS_GLOWING))
		radius = most(radius, LIGHT_OF_GLOW);
	if (radius == 0)
		return 0;
	size_t at = level_at(game->level, creature->x, creature->y);
	return game->level->flags[at] & LEVEL_GLOOM ? 0 : radius;
}

/* True if the creature could be a light source. Most are not, and this runs for all of them
 * often. */
static inline bool may_shine(const struct creature_kind *kind, const struct creature *creature)
{
	return (kind->light > 0 || creature->status[STATUS_BURNING] ||
		       creature->status[STATUS_GLOWING]) &&
	       creature->alive;
}

/* ---- Cached pictures of small lights, by cell ---- */

static struct light_picture *picture_of(const struct lights *lights, size_t at, int radius)
{
	return &lights->pictures[(at * LIGHT_SMALL + (size_t)radius) % LIGHT_PICTURES];
}

/* Copies the cached picture of the light's cell into the light. False if there is none. */
static bool picture_take(const struct game *game, struct light *light)
{
	size_t at = level_at(game->level, light->x, light->y);
	int side = 2 * light->radius + 1;
	if (light->radius > LIGHT_SMALL || game->derived.lights.pictures == NULL)
		return false;
	const struct light_picture *picture = picture_of(&game->derived.lights, at, light->radius);
	if (picture->cells == 0 || picture->at != at || picture->radius != light->radius)
		return false;
	for (int row = 0; row < side; row++)
		light->rows[row] = (uint32_t)(picture->cells >> row * side) & ((1u << side) - 1);
	return true;
}

static void picture_keep(struct game *game, const struct light *light)
{
	struct lights *lights = &game->derived.lights;
	size_t at = level_at(game->level, light->x, light->y);
	int side = 2 * light->radius + 1;
	if (light->radius > LIGHT_SMALL)
		return;
	if (lights->pictures == NULL)
		lights->pictures = calloc(LIGHT_PICTURES, sizeof *lights->pictures);
	assert(lights->pictures != NULL);
	struct light_picture *picture = picture_of(lights, at, light->radius);
	*picture = (struct light_picture){.at = (uint16_t)at, .radius = light->radius};
	for (int row = 0; row < side; row++)
		picture->cells |= (uint64_t)light->rows[row] << row * side;
}

/* Drops the pictures of lights that reach the cell. */
static void pictures_drop(struct game *game, int x, int y)
{
	if (game->derived.lights.pictures == NULL)
		return;
	for (int down = -LIGHT_SMALL; down <= LIGHT_SMALL; down++)
		for (int across = -LIGHT_SMALL; across <= LIGHT_SMALL; across++)
			for (int radius = 1; radius <= LIGHT_SMALL; radius++)
				if (level_inside(game->level, x + across, y + down))
					picture_of(&game->derived.lights,
						level_at(game->level, x + across, y + down), radius)
						->cells = 0;
}

/* ---- Changes ---- */

void light_forget(struct game *game)
{
	free(game->derived.lights.pictures);
	game->derived.lights.pictures = NULL;
	game->derived.lights.count = game->derived.lights.standing = 0;
	game->derived.lights.standing_stale = true;
	game->derived.lights.shown_stale = true;
	game->derived.sight_stale = true;
}

static bool reaches(const struct light *light, int x, int y)
{
	return distance_between(light->x, light->y, x, y) <= light->radius;
}

void light_ground_changed(struct game *game, int x, int y)
{
	for (size_t i = 0; i < game->derived.lights.count; i++)
		if (reaches(&game->derived.lights.list[i], x, y))
			game->derived.lights.list[i].stale = true;
	pictures_drop(game, x, y);
	game->derived.sight_stale = true;
}

void light_standing_changed(struct game *game)
{
	game->derived.lights.standing_stale = true;
	game->derived.sight_stale = true;
}

void light_moved(struct game *game, int slot)
{
	if (light_of(game, slot) > 0)
		game->derived.lights.moved = true;
}

/* ---- Light sources ---- */

static void room_for(struct lights *lights, size_t count)
{
	if (count <= lights->capacity)
		return;
	lights->capacity = count + count / 2 + 16;
	lights->list = realloc(lights->list, lights->capacity * sizeof *lights->list);
	assert(lights->list != NULL);
}

static struct light light_new(struct spot spot)
{
	return (struct light){
		.x = spot.x, .y = spot.y, .radius = spot.radius, .role = spot.role, .stale = true};
}

static bool is_at(const struct light *light, struct spot spot)
{
	return light->x == spot.x && light->y == spot.y && light->radius == spot.radius &&
	       light->role == spot.role;
}

/* True if the light comes before the spot in the order of rows and columns. */
static bool precedes(const struct light *light, struct spot spot)
{
	return light->y < spot.y || (light->y == spot.y && light->x < spot.x);
}

/* Lists the terrain's lights by row and column. Unchanged ones keep their computed cells. */
static void find_standing(struct game *game)
{
	const struct level *level = game->level;
	const struct terrain_kind *kinds = game->content->terrains;
	struct lights old = game->derived.lights, *lights = &game->derived.lights;
	size_t cells = (size_t)level->width * (size_t)level->height, next = 0;
	*lights = (struct lights){.shown_stale = true,
		.changed = old.changed,
		.glow = old.glow,
		.glow_cells = old.glow_cells,
		.pictures = old.pictures};
	for (size_t at = 0; at < cells; at++) {
		const struct terrain_kind *kind = &kinds[level->terrain[at]];
		if (kind->light == 0 || (level->flags[at] & LEVEL_GLOOM))
			continue;
		struct spot spot = {(int16_t)(at % (size_t)level->width),
			(int16_t)(at / (size_t)level->width), kind->light,
			game->content->appearances[kind->appearance].role};
		while (next < old.standing && precedes(&old.list[next], spot))
			next++;
		room_for(lights, lights->standing + 1);
		lights->list[lights->standing++] =
			next < old.standing && is_at(&old.list[next], spot) ? old.list[next]
									    : light_new(spot);
	}
	lights->count = lights->standing;
	free(old.list);
}

static void add_body(const struct game *game, int slot, struct spot *spots, size_t *count)
{
	const struct creature *creature = &game->creatures[slot];
	int radius = light_of(game, slot);
	if (radius > 0)
		spots[(*count)++] = (struct spot){creature->x, creature->y, (uint8_t)radius,
			creature_has(game, slot, STATUS_BURNING) ? COLOUR_ROLE_FIRE
								 : COLOUR_ROLE_LAMP};
}

/* Lists the moving lights: creatures by slot, then missiles. */
static size_t find_mobile(const struct game *game, struct spot spots[MOBILE_MAX])
{
	const struct creature_kind *kinds = game->content->creatures;
	size_t count = 0;
	if (game->creatures[HERO].alive)
		add_body(game, HERO, spots, &count);
	for (int slot = HERO + 1, top = game->creature_top; slot < top; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (may_shine(&kinds[creature->kind], creature))
			add_body(game, slot, spots, &count);
	}
	for (int i = 0; i < game->air.count; i++) {
		const struct missile *missile = &game->air.missiles[i];
		uint8_t radius = game->content->flights[missile->kind].light;
		size_t at = level_at(game->level, missile->x, missile->y);
		if (radius > 0 && !(game->level->flags[at] & LEVEL_GLOOM))
			spots[count++] =
				(struct spot){missile->x, missile->y, radius, COLOUR_ROLE_LAMP};
	}
	return count;
}

/* ---- Lit cells ---- */

static bool stops_light(const struct game *game, int x, int y)
{
	if (!level_inside(game->level, x, y))
		return true;
	size_t at = level_at(game->level, x, y);
	return !(game->content->terrains[game->level->terrain[at]].flags & TERRAIN_LIGHT) ||
	       (game->level->flags[at] & LEVEL_SMOKE);
}

/* Reads the cells that block light within the light's square. False if none does. */
static bool read_blocks(const struct game *game, const struct light *light, struct bitmap *blocks)
{
	int left = light->x - light->radius, top = light->y - light->radius;
	bool any = false;
	for (int row = 0; row < blocks->height; row++)
		for (int column = 0; column < blocks->width; column++)
			if (stops_light(game, left + column, top + row)) {
				bitmap_set(blocks, column, row);
				any = true;
			}
	return any;
}

/* Computes the cells of a light as a field of view within its square. Radius 1 needs none. */
static void cast(struct game *game, struct light *light)
{
	uint64_t blocked[LIGHT_ROWS] = {0}, reached[LIGHT_ROWS];
	int radius = light->radius, side = 2 * radius + 1;
	struct bitmap blocks = {(int16_t)side, (int16_t)side, 1, blocked};
	struct bitmap reach = {(int16_t)side, (int16_t)side, 1, reached};
	light->stale = false;
	if (picture_take(game, light))
		return;
	if (radius == 1 || !read_blocks(game, light, &blocks)) {
		for (int row = 0; row < side; row++)
			light->rows[row] = (1u << side) - 1;
	} else {
		fov_compute(&blocks, radius, radius, 0, &reach);
		for (int row = 0; row < side; row++)
			light->rows[row] = (uint32_t)reached[row];
	}
	picture_keep(game, light);
}

uint32_t light_row(const struct light *light, const struct level *level, int row)
{
	int y = light->y - light->radius + row, left = light->x - light->radius;
	int over = left + 2 * light->radius + 1 - level->width;
	uint32_t bits = y < 0 || y >= level->height ? 0 : light->rows[row];
	if (left < 0)
		bits &= ~0u << -left;
	if (over > 0)
		bits &= (1u << (2 * light->radius + 1 - over)) - 1;
	return bits;
}

/* Counts a light in or out of a cell. The cell has LEVEL_GLOW while the count is above 0. */
static inline void show_at(struct game *game, size_t at, bool on)
{
	uint8_t *flags = &game->level->flags[at];
	uint16_t *glow = &game->derived.lights.glow[at];
	*glow = (uint16_t)(on ? *glow + 1 : *glow - 1);
	if (*glow == on)
		*flags = (uint8_t)(on ? *flags | LEVEL_GLOW : *flags & ~LEVEL_GLOW);
}

static void show(struct game *game, struct light *light, bool on)
{
	const struct level *level = game->level;
	if (light->shown == on)
		return;
	light->shown = on;
	game->derived.lights.changed = true;
	for (int row = 0; row <= 2 * light->radius; row++) {
		int left = light->x - light->radius, y = light->y - light->radius + row;
		for (uint32_t bits = light_row(light, level, row); bits != 0; bits &= bits - 1)
			show_at(game, level_at(level, left + __builtin_ctz(bits), y), on);
	}
}

/* Resets the counts and flags of all cells, as if no light were shown. */
static void show_none(struct game *game)
{
	struct level *level = game->level;
	struct lights *lights = &game->derived.lights;
	size_t cells = (size_t)level->width * (size_t)level->height;
	if (lights->glow_cells != cells) {
		free(lights->glow);
		lights->glow = malloc(cells * sizeof *lights->glow);
		assert(lights->glow != NULL);
		lights->glow_cells = cells;
	}
	memset(lights->glow, 0, cells * sizeof *lights->glow);
	for (size_t at = 0; at < cells; at++)
		level->flags[at] &= (uint8_t)~LEVEL_GLOW;
	for (size_t i = 0; i < lights->count; i++)
		lights->list[i].shown = false;
	lights->shown_stale = false;
	lights->changed = true;
}

static void take_out(struct lights *lights, size_t at)
{
	lights->count--;
	memmove(&lights->list[at], &lights->list[at + 1],
		(lights->count - at) * sizeof *lights->list);
}

static void put_in(struct lights *lights, size_t at, struct spot spot)
{
	memmove(&lights->list[at + 1], &lights->list[at],
		(lights->count - at) * sizeof *lights->list);
	lights->list[at] = light_new(spot);
	lights->count++;
}

/* Updates the list of moving lights. Lights that did not move keep their cells, even if others
 * before them in the list came or went. */
static void place_mobile(struct game *game)
{
	struct spot spots[MOBILE_MAX];
	struct lights *lights = &game->derived.lights;
	size_t count = find_mobile(game, spots), end = lights->standing + count;
	room_for(lights, lights->count + count);
	for (size_t i = 0; i < count; i++) {
		size_t at = lights->standing + i;
		struct light *light = &lights->list[at];
		bool last = i + 1 == count;
		if (at < lights->count && !is_at(light, spots[i]) &&
			(last || !is_at(light, spots[i + 1]))) {
			show(game, light, false);
			take_out(lights, at);
		}
		if (at == lights->count || !is_at(light, spots[i]))
			put_in(lights, at, spots[i]);
	}
	while (lights->count > end) {
		show(game, &lights->list[lights->count - 1], false);
		lights->count--;
	}
}

void light_update(struct game *game)
{
	struct lights *lights = &game->derived.lights;
	if (lights->standing_stale)
		find_standing(game);
	if (lights->shown_stale)
		show_none(game);
	place_mobile(game);
	lights->moved = false;
	for (size_t i = 0; i < lights->count; i++) {
		struct light *light = &lights->list[i];
		if (light->stale) {
			show(game, light, false);
			cast(game, light);
		}
		show(game, light, true);
	}
}
