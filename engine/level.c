#include "level.h"

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
	level->up_x = level->up_y = level->down_x = level->down_y = -1;
	level->terrain = calloc(cells, sizeof *level->terrain);
	level->flags = calloc(cells, sizeof *level->flags);
	level->memory = calloc(cells, sizeof *level->memory);
	level->scent = calloc(cells, sizeof *level->scent);
	assert(level->terrain && level->flags && level->memory && level->scent);
	return level;
}

void level_free(struct level *level)
{
	if (!level)
		return;
	free(level->terrain);
	free(level->flags);
	free(level->memory);
	free(level->scent);
	free(level->areas);
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

void level_symbols(const struct content *content, const struct level *level, char *symbols)
{
	size_t cells = (size_t)level->width * (size_t)level->height;
	for (size_t i = 0; i < cells; i++)
		symbols[i] = content_symbol(content, content->terrains[level->terrain[i]].look);
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
