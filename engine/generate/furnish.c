/*
 * Furnishing: places the features of a level's kind in its rooms.
 *
 * The features of a level's record are placed in order.  Each is a number of patches of a terrain,
 * and a patch grows from a random cell of plain room floor to its size.  Impassable or harmful
 * terrain is placed only where the safe cells around a cell stay connected without it and without
 * diagonal steps, so a level can be crossed without touching any of it.  Nothing is placed at a
 * doorway or on stairs.
 */
#include "engine/generate/generate.h"

#define PATCH_MOST 64

/* True if the terrain may be placed on a cell: plain ground, where it blocks no passage.  Hidden
 * terrain looks like the floor, so it is placed on floor only. */
static bool accepts(const struct making *making, const struct terrain_kind *kind, int x, int y)
{
	const struct level *level = making->level;
	if (!level_inside(level, x, y))
		return false;
	uint16_t terrain = level->terrain[level_at(level, x, y)];
	if (level_vault_at(level, x, y) >= 0)
		return false;
	if (kind->plain ? terrain != making->content->terrain.floor
			: !content_is_plain(making->content, making->kind, terrain))
		return false;
	bool harmless = (kind->flags & TERRAIN_OBJECTS) && content_is_safe(kind);
	return harmless || generate_may_block(making->content, level, x, y);
}

/* Finds the first suitable cell of the area from a random one on, going round; returns false when
 * there is none. */
static bool begin(struct making *making, const struct area *area, const struct terrain_kind *kind,
	int *x, int *y)
{
	int cells = area->width * area->height;
	int first = stream_below(&making->stream, cells);
	for (int i = 0; i < cells; i++) {
		int at = (first + i) % cells;
		*x = area->x + at % area->width;
		*y = area->y + at / area->width;
		if (accepts(making, kind, *x, *y))
			return true;
	}
	return false;
}

static void lay(struct making *making, uint16_t terrain, int x, int y)
{
	making->level->terrain[level_at(making->level, x, y)] = terrain;
}

/* Grows a patch cell by cell until it has its size or no room. */
static void grow(struct making *making, uint16_t terrain, int x, int y, int size)
{
	const struct terrain_kind *kind = &making->content->terrains[terrain];
	int16_t cells[PATCH_MOST][2];
	int count = 0;
	cells[count][0] = (int16_t)x;
	cells[count++][1] = (int16_t)y;
	lay(making, terrain, x, y);
	for (int tries = 4 * size; count < size && count < PATCH_MOST && tries > 0; tries--) {
		int from = stream_below(&making->stream, count);
		int direction = 2 * stream_below(&making->stream, DIR_COUNT / 2);
		int to_x = cells[from][0] + direction_dx[direction];
		int to_y = cells[from][1] + direction_dy[direction];
		if (!accepts(making, kind, to_x, to_y))
			continue;
		lay(making, terrain, to_x, to_y);
		cells[count][0] = (int16_t)to_x;
		cells[count++][1] = (int16_t)to_y;
	}
}

/* Returns a random area that is no hall; NULL when the level has none. */
static const struct area *draw_room(struct making *making)
{
	const struct level *level = making->level;
	int rooms = 0;
	for (size_t i = 0; i < level->area_count; i++)
		rooms += !level->areas[i].hall;
	if (rooms == 0)
		return NULL;
	int drawn = stream_below(&making->stream, rooms);
	for (size_t i = 0; i < level->area_count; i++)
		if (!level->areas[i].hall && drawn-- == 0)
			return &level->areas[i];
	return NULL;
}

void furnish(struct making *making)
{
	const struct level_kind *level = making->kind;
	stream_begin(
		&making->stream, &making->stream.seed, PURPOSE_FURNISHING, making->level->depth, 0);
	for (int i = 0; i < level->feature_count; i++) {
		const struct feature *feature = &level->features[i];
		int patches = stream_roll(&making->stream, feature->patches);
		for (int n = 0; n < patches; n++) {
			const struct area *area = draw_room(making);
			int size = stream_roll(&making->stream, feature->size), x, y;
			if (area != NULL &&
				begin(making, area, &making->content->terrains[feature->terrain],
					&x, &y))
				grow(making, feature->terrain, x, y, size);
		}
	}
	generate_stage(making, "features");
}
