#include "engine/generate/generate.h"

#include <assert.h>

static const struct generator_row {
	bool (*make)(struct making *making);
	int width, height; /* least size */
} generators[GENERATOR_COUNT] = {
#define ROW(id, function, word, width, height) {generate_##function, width, height},
	CONTENT_GENERATORS(ROW)
#undef ROW
};

/* The weights of areas for placing: a hall is long and narrow, and should contain little. */
enum { WEIGHT_ROOM = 8, WEIGHT_HALL = 1, ROOM_LEAST = 4 /* cells */ };

/* True if a level of that size is not below its generator's least size. */
static bool size_fits(const struct level_kind *kind, int width, int height)
{
	const struct generator_row *row = &generators[kind->generator];
	return width >= row->width && height >= row->height && width <= LEVEL_WIDTH_MAX &&
	       height <= LEVEL_HEIGHT_MAX;
}

static struct level *level_blank(
	const struct content *content, uint16_t kind, int depth, int width, int height)
{
	struct level *level = level_new(width, height);
	level->depth = (uint8_t)depth;
	level->kind = kind;
	for (int i = 0; i < width * height; i++)
		level->terrain[i] = content->terrain.rock;
	return level;
}

struct level *level_generate(
	const struct content *content, const struct seed *seed, const struct level_order *order)
{
	struct making making = {
		.content = content, .stage = order->stage, .context = order->context};
	int depth = order->depth, width = order->width, height = order->height;
	stream_begin(&making.stream, seed, PURPOSE_LEVEL, (uint32_t)depth, 0);
	uint16_t kind = order->kind, own = level_kind_draw(content, &making.stream, depth);
	if (kind == KIND_NONE)
		kind = own;
	if (kind >= content->counts.levels || depth < 1 || depth > UINT8_MAX)
		return NULL;
	making.kind = &content->levels[kind];
	if (width == 0) {
		width = making.kind->width;
		height = making.kind->height;
	}
	if (!size_fits(making.kind, width, height))
		return NULL;
	making.level = level_blank(content, kind, depth, width, height);
	if (!generators[making.kind->generator].make(&making)) {
		level_free(making.level);
		return NULL;
	}
	vaults_lay(&making);
	if (making.level->vault_count > 0)
		generate_join_walls(&making);
	furnish(&making);
	return making.level;
}

/* ---- Placing ---- */

struct placing {
	const struct content *content;
	const struct level *level;
	level_refuse *refuse;
	void *context;
	uint8_t grounds[TERRAINS_MAX]; /* for each terrain: enum ground */
};

/* Whether items may be placed on a terrain, computed when its first cell is found. */
enum ground { GROUND_UNMET, GROUND_FITS, GROUND_NOT };

static enum ground ground_of(const struct terrain_kind *kind)
{
	return (kind->flags & TERRAIN_OBJECTS) &&
			       !(kind->flags & (TERRAIN_DOORWAY | TERRAIN_UP | TERRAIN_DOWN)) &&
			       content_is_safe(kind)
		       ? GROUND_FITS
		       : GROUND_NOT;
}

static inline bool cell_fits(struct placing *placing, const struct area *area, int x, int y)
{
	const struct level *level = placing->level;
	size_t at = level_at(level, x, y);
	uint8_t *ground = &placing->grounds[level->terrain[at]];
	if (*ground == GROUND_UNMET)
		*ground = ground_of(&placing->content->terrains[level->terrain[at]]);
	if (*ground == GROUND_NOT || area->hall != !!(level->flags[at] & LEVEL_HALL))
		return false;
	if (area->hall && level_vault_at(level, x, y) >= 0)
		return false;
	return !placing->refuse || !placing->refuse(placing->context, level, x, y);
}

/* Returns the number of suitable cells in an area's row; cell_x receives the one of that index. */
static int row_cells(
	struct placing *placing, const struct area *area, int y, int index, int *cell_x)
{
	int count = 0;
	for (int x = area->x; x < area->x + area->width; x++)
		if (cell_fits(placing, area, x, y) && count++ == index)
			*cell_x = x;
	return count;
}

/* Draws a suitable cell of an area: its row by the number of cells in each, then the cell in the
 * row. Returns false when there is none. */
static bool area_draw(
	struct placing *placing, const struct area *area, struct stream *stream, int *x, int *y)
{
	int counts[LEVEL_HEIGHT_MAX], total = 0, row = 0;
	for (int i = 0; i < area->height; i++)
		total += counts[i] = row_cells(placing, area, area->y + i, -1, x);
	if (total == 0)
		return false;
	int drawn = stream_below(stream, total);
	while (drawn >= counts[row])
		drawn -= counts[row++];
	*y = area->y + row;
	row_cells(placing, area, *y, drawn, x);
	return true;
}

static int area_weight(const struct area *area)
{
	bool sliver = area->width * area->height < ROOM_LEAST;
	return area->hall || sliver ? WEIGHT_HALL : WEIGHT_ROOM;
}

/* Draws a suitable cell of the first area at or after `from`, going round, that has one. */
static bool place_from(struct placing *placing, struct stream *stream, size_t from, int *x, int *y)
{
	const struct level *level = placing->level;
	for (size_t i = 0; i < level->area_count; i++)
		if (area_draw(placing, &level->areas[(from + i) % level->area_count], stream, x, y))
			return true;
	return false;
}

bool level_place(const struct content *content, const struct level *level, struct stream *stream,
	level_refuse *refuse, void *context, int *x, int *y)
{
	struct placing placing = {
		.content = content, .level = level, .refuse = refuse, .context = context};
	int total = 0;
	for (size_t i = 0; i < level->area_count; i++)
		total += area_weight(&level->areas[i]);
	if (total == 0)
		return false;
	int draw = stream_below(stream, total);
	size_t chosen = 0;
	while (draw >= area_weight(&level->areas[chosen]))
		draw -= area_weight(&level->areas[chosen++]);
	return place_from(&placing, stream, chosen, x, y);
}
