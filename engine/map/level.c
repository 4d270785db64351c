#include "engine/map/level.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct level *level_new(int width, int height)
{
	assert(width > 0 && width <= LEVEL_WIDTH_MAX && height > 0 && height <= LEVEL_HEIGHT_MAX);
	size_t cells = (size_t)width * (size_t)height;
	struct level *level = calloc(1, sizeof *level);
	assert(level);
	level->width = (int16_t)width;
	level->height = (int16_t)height;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		level->adjacent[direction] =
			(int16_t)(direction_dy[direction] * width + direction_dx[direction]);
	level->up_x = level->up_y = level->down_x = level->down_y = -1;
	level->terrain = calloc(cells, sizeof *level->terrain);
	level->flags = calloc(cells, sizeof *level->flags);
	level->memory = calloc(cells, sizeof *level->memory);
	level->known = calloc(cells, sizeof *level->known);
	level->mapped = calloc(cells, sizeof *level->mapped);
	level->scent = calloc(cells, sizeof *level->scent);
	assert(level->terrain && level->flags && level->memory && level->known && level->mapped &&
		level->scent);
	return level;
}

void level_free(struct level *level)
{
	if (!level)
		return;
	free(level->terrain);
	free(level->flags);
	free(level->memory);
	free(level->known);
	free(level->mapped);
	free(level->scent);
	free(level->areas);
	free(level->spots);
	for (int i = 0; i < level->gas_count; i++) {
		free(level->gases[i].amounts);
		free(level->gases[i].spare);
	}
	free(level);
}

void level_add_area(struct level *level, struct area area)
{
	if (level->area_count == level->area_capacity) {
		level->area_capacity = level->area_capacity ? level->area_capacity * 2 : 32;
		level->areas = realloc(level->areas, level->area_capacity * sizeof *level->areas);
		assert(level->areas);
	}
	level->areas[level->area_count++] = area;
}

void level_add_spot(struct level *level, struct vault_spot spot)
{
	if (level->spot_count == level->spot_capacity) {
		level->spot_capacity = level->spot_capacity ? level->spot_capacity * 2 : 32;
		level->spots = realloc(level->spots, level->spot_capacity * sizeof *level->spots);
		assert(level->spots);
	}
	level->spots[level->spot_count++] = spot;
}

int level_vault_at(const struct level *level, int x, int y)
{
	for (int i = 0; i < level->vault_count; i++) {
		const struct box *box = &level->vaults[i].box;
		if (x >= box->left && x < box->right && y >= box->top && y < box->bottom)
			return i;
	}
	return -1;
}

const struct terrain_kind *level_shown_as(
	const struct content *content, const struct level *level, const struct terrain_kind *kind)
{
	uint16_t ground = content->levels[level->kind].ground;
	return kind->plain && ground != KIND_NONE ? &content->terrains[ground] : kind;
}

const struct terrain_kind *level_shown(
	const struct content *content, const struct level *level, size_t at)
{
	return level_shown_as(content, level, &content->terrains[level->terrain[at]]);
}

const struct terrain_kind *level_called(const struct content *content, const struct level *level,
	const struct terrain_kind *terrain)
{
	uint16_t walls = content->levels[level->kind].walls;
	if (!(terrain->flags & (TERRAIN_WALL | TERRAIN_REMEMBERED_AS_WALL)) || walls == KIND_NONE)
		return terrain;
	return &content->terrains[walls];
}

static bool is_of_area(const struct content *content, const struct level *level,
	const struct area *area, int x, int y)
{
	if (x < area->x || y < area->y || x >= area->x + area->width || y >= area->y + area->height)
		return false;
	size_t at = level_at(level, x, y);
	const struct terrain_kind *kind = &content->terrains[level->terrain[at]];
	return (kind->flags & TERRAIN_OBJECTS) && content_is_safe(kind) &&
	       area->hall == !!(level->flags[at] & LEVEL_HALL);
}

bool level_area_middle(const struct content *content, const struct level *level,
	const struct area *area, int16_t *x, int16_t *y)
{
	int middle_x = area->x + area->width / 2, middle_y = area->y + area->height / 2;
	int most = area->width > area->height ? area->width : area->height;
	for (int ring = 0; ring <= most; ring++)
		for (int down = -ring; down <= ring; down++) {
			bool edge = down == -ring || down == ring;
			for (int across = -ring; across <= ring;
				across += edge || ring == 0 ? 1 : 2 * ring) {
				if (!is_of_area(content, level, area, middle_x + across,
					    middle_y + down))
					continue;
				*x = (int16_t)(middle_x + across);
				*y = (int16_t)(middle_y + down);
				return true;
			}
		}
	return false;
}

void level_symbols(const struct content *content, const struct level *level, char *symbols)
{
	size_t cells = (size_t)level->width * (size_t)level->height;
	for (size_t i = 0; i < cells; i++)
		symbols[i] = content_symbol(content, level_shown(content, level, i)->appearance);
}

char *level_text(const struct level *level, const char *symbols)
{
	size_t width = (size_t)level->width, height = (size_t)level->height;
	char *text = malloc((width + 1) * height + 1), *end = text;
	assert(text);
	for (size_t y = 0; y < height; y++) {
		size_t length = width;
		while (length > 0 && symbols[y * width + length - 1] == ' ')
			length--;
		memcpy(end, symbols + y * width, length);
		end += length;
		*end++ = '\n';
	}
	*end = 0;
	return text;
}
