/*
 * A level as bytes: the open one when it is left, saved or digested.
 *
 *     form, then compressed or plain:
 *         width height kind, stairs, areas, creatures by slot, items, missiles, gases
 *         the cells (save_planes.c)
 *
 * Ticks are relative to now, so a stored level does not change.  A level is restored from its own
 * bytes only and never generated again, so a new generator breaks no save.
 */
#include "engine/save/save_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LEVEL_MOST (1 << 20)
#define AREAS_MOST 2000

/* ---- Writing ---- */

/* Compressed levels store the boxes of halls with the cells (save_halls.c). */
static void write_areas(struct writer *writer, const struct level *level)
{
	bytes_write_number(writer, level->area_count);
	for (size_t i = 0; i < level->area_count; i++) {
		const struct area *area = &level->areas[i];
		bytes_begin(writer, COMPRESS_AREA);
		bytes_write_byte(writer, (unsigned)area->hall | (unsigned)area->lit << 1);
		if (area->hall && writer->compressor != NULL)
			continue;
		save_cell(writer, area->x, area->y);
		save_cell(writer, area->width, area->height);
	}
}

static void write_vaults(struct writer *writer, const struct level *level)
{
	bytes_write_number(writer, level->vault_count);
	for (int i = 0; i < level->vault_count; i++) {
		const struct box *box = &level->vaults[i].box;
		bytes_begin(writer, COMPRESS_PLACE);
		bytes_write_number(writer, level->vaults[i].kind);
		save_cell(writer, box->left, box->top);
		save_cell(writer, box->right - box->left, box->bottom - box->top);
	}
}

static void write_shape(struct writer *writer, const struct level *level)
{
	bytes_begin(writer, COMPRESS_RECORD);
	bytes_write_number(writer, (uint64_t)level->width);
	bytes_write_number(writer, (uint64_t)level->height);
	bytes_write_number(writer, level->kind);
	bytes_write_signed(writer, level->up_x);
	bytes_write_signed(writer, level->up_y);
	bytes_write_signed(writer, level->down_x);
	bytes_write_signed(writer, level->down_y);
	for (int i = 0; i < FEELINGS_SHOWN; i++)
		bytes_write_byte(writer, level->moods[i]);
	write_vaults(writer, level);
	bytes_begin(writer, COMPRESS_RECORD);
	write_areas(writer, level);
	bytes_mark(writer, PART_LEVEL);
}

/* True if the item is the one remembered at its cell, and the uppermost such item. */
static bool is_recalled(const struct game *game, int index)
{
	const struct floor_item *lying = &game->floor.items[index];
	const struct item *thing = memory_item(game, lying->x, lying->y);
	if (thing == NULL || !item_is_same(thing, &lying->item))
		return false;
	for (int i = index + 1; i < game->floor.count; i++)
		if (game->floor.items[i].x == lying->x && game->floor.items[i].y == lying->y &&
			item_is_same(thing, &game->floor.items[i].item))
			return false;
	return true;
}

/* Writes the items of the floor, each with a flag whether it is remembered as it is. */
static void write_floor(struct writer *writer, const struct game *game)
{
	bytes_begin(writer, COMPRESS_RECORD);
	bytes_write_number(writer, game->floor.count);
	for (int i = 0; i < game->floor.count; i++) {
		const struct floor_item *lying = &game->floor.items[i];
		bytes_begin(writer, COMPRESS_PLACE);
		save_cell(writer, lying->x, lying->y);
		bytes_write_byte(writer, is_recalled(game, i));
		save_item(writer, game->content, &lying->item);
	}
}

static bool lies_still(const struct game *game, const struct floor_item *recalled)
{
	for (int i = 0; i < game->floor.count; i++)
		if (game->floor.items[i].x == recalled->x &&
			game->floor.items[i].y == recalled->y &&
			item_is_same(&game->floor.items[i].item, &recalled->item))
			return true;
	return false;
}

/* Writes the remembered items that are no longer there. */
static void write_recalled(struct writer *writer, const struct game *game)
{
	unsigned gone = 0;
	for (int i = 0; i < game->recalled.count; i++)
		gone += !lies_still(game, &game->recalled.items[i]);
	bytes_begin(writer, COMPRESS_RECORD);
	bytes_write_number(writer, gone);
	for (int i = 0; i < game->recalled.count; i++) {
		const struct floor_item *recalled = &game->recalled.items[i];
		if (lies_still(game, recalled))
			continue;
		bytes_begin(writer, COMPRESS_PLACE);
		save_cell(writer, recalled->x, recalled->y);
		save_item(writer, game->content, &recalled->item);
	}
}

static void write_bodies(struct writer *writer, const struct game *game)
{
	bytes_begin(writer, COMPRESS_RECORD);
	bytes_write_number(writer, game->creature_top);
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		save_creature(writer, game, &game->creatures[slot]);
	bytes_mark(writer, PART_CREATURES);
	write_floor(writer, game);
	save_missiles(writer, game);
	bytes_mark(writer, PART_THINGS);
	write_recalled(writer, game);
	bytes_mark(writer, PART_MEMORY);
	save_gases(writer, game->level);
	bytes_mark(writer, PART_LEVEL);
}

static void write_level(struct writer *writer, const struct game *game)
{
	struct planes planes = planes_of(game);
	assert(game->content->counts.terrains <= TERRAINS_MAX);
	write_shape(writer, game->level);
	write_bodies(writer, game);
	if (writer->compressor != NULL)
		save_cells(writer->compressor, game->level, &planes);
	else
		planes_write(writer, &planes);
	planes_free(&planes);
}

void save_level_flat(const struct game *game, struct writer *writer)
{
	write_level(writer, game);
}

void save_level_pack(const struct game *game, struct writer *writer)
{
	struct writer compressed = {.compressor = compress_new()};
	write_level(&compressed, game);
	block_write(writer, compressed.compressor);
}

/* ---- Reading ---- */

static void read_box(struct reader *reader, const struct level *level, struct area *area)
{
	save_load_cell(reader, level, &area->x, &area->y);
	area->width = (int16_t)bytes_read_number(reader, (uint64_t)(level->width - area->x));
	area->height = (int16_t)bytes_read_number(reader, (uint64_t)(level->height - area->y));
}

static struct area read_area(struct reader *reader, const struct level *level)
{
	struct area area = {0};
	bytes_read_begin(reader, COMPRESS_AREA);
	if (save_format(reader) < 3)
		read_box(reader, level, &area);
	unsigned flags = (unsigned)bytes_read_number(reader, 3);
	area.hall = flags & 1;
	area.lit = flags >> 1;
	if (save_format(reader) >= 3 && !(area.hall && reader->compressor != NULL))
		read_box(reader, level, &area);
	return area;
}

static void read_areas(struct reader *reader, struct level *level)
{
	size_t count = (size_t)bytes_read_number(reader, AREAS_MOST);
	for (size_t i = 0; i < count && !reader->failed; i++)
		level_add_area(level, read_area(reader, level));
}

static bool areas_fit(const struct level *level)
{
	for (size_t i = 0; i < level->area_count; i++) {
		const struct area *area = &level->areas[i];
		if (area->width < 1 || area->height < 1 || area->x < 0 || area->y < 0 ||
			area->x + area->width > level->width ||
			area->y + area->height > level->height)
			return false;
	}
	return true;
}

static void read_creatures(struct reader *reader, struct game *game)
{
	bytes_read_begin(reader, COMPRESS_RECORD);
	game->creature_top = (uint16_t)bytes_read_number(reader, CREATURES_MAX);
	if (game->creature_top < HERO + 1) {
		game->creature_top = HERO + 1;
		reader->failed = true;
	}
	for (int slot = HERO + 1; slot < game->creature_top && !reader->failed; slot++)
		save_load_creature(reader, game, &game->creatures[slot], false);
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (!creature_holder_is_there(game, slot))
			reader->failed = true;
}

/* Reads the items of the floor.  remembered: by index, whether the item is remembered as it is. */
static void read_floor(struct reader *reader, struct game *game, bool *remembered)
{
	bytes_read_begin(reader, COMPRESS_RECORD);
	size_t count = (size_t)bytes_read_number(reader, FLOOR_MAX);
	game->floor.count = 0;
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct floor_item lying;
		bytes_read_begin(reader, COMPRESS_PLACE);
		save_load_cell(reader, game->level, &lying.x, &lying.y);
		remembered[i] = save_format(reader) >= 3 && bytes_read_number(reader, 1);
		lying.item = save_load_item(reader, game->content);
		if (!reader->failed && !item_lay_loaded(game, lying))
			reader->failed = true;
	}
}

static void read_stairs(struct reader *reader, struct level *level)
{
	level->up_x = (int16_t)bytes_read_signed(reader, -1, level->width - 1);
	level->up_y = (int16_t)bytes_read_signed(reader, -1, level->height - 1);
	level->down_x = (int16_t)bytes_read_signed(reader, -1, level->width - 1);
	level->down_y = (int16_t)bytes_read_signed(reader, -1, level->height - 1);
	if ((level->up_x < 0) != (level->up_y < 0) || (level->down_x < 0) != (level->down_y < 0))
		reader->failed = true;
}

static void read_moods(struct reader *reader, struct level *level)
{
	for (int i = 0; i < FEELINGS_SHOWN && save_format(reader) >= 3; i++) {
		level->moods[i] = bytes_read_byte(reader) & 0xff;
		if (level->moods[i] > LEVEL_MOODS)
			reader->failed = true;
	}
}

static void read_vaults(struct reader *reader, const struct content *content, struct level *level)
{
	if (save_format(reader) < 3)
		return;
	level->vault_count = (uint8_t)bytes_read_number(reader, VAULTS_A_LEVEL);
	for (int i = 0; i < level->vault_count && !reader->failed; i++) {
		struct box *box = &level->vaults[i].box;
		bytes_read_begin(reader, COMPRESS_PLACE);
		level->vaults[i].kind = save_read_kind(reader, content, IDS_VAULT);
		save_load_cell(reader, level, &box->left, &box->top);
		uint64_t width_most = (uint64_t)(level->width - box->left);
		uint64_t height_most = (uint64_t)(level->height - box->top);
		box->right = (int16_t)(box->left + (int)bytes_read_number(reader, width_most));
		box->bottom = (int16_t)(box->top + (int)bytes_read_number(reader, height_most));
	}
}

static bool read_shape(struct reader *reader, struct game *game, int depth)
{
	bytes_read_begin(reader, COMPRESS_RECORD);
	int width = (int)bytes_read_number(reader, LEVEL_WIDTH_MAX);
	int height = (int)bytes_read_number(reader, LEVEL_HEIGHT_MAX);
	uint16_t kind = save_read_kind(reader, game->content, IDS_LEVEL);
	if (reader->failed || width < 1 || height < 1)
		return false;
	game->level = level_new(width, height);
	game->level->depth = (uint8_t)depth;
	game->level->kind = kind;
	read_stairs(reader, game->level);
	read_moods(reader, game->level);
	read_vaults(reader, game->content, game->level);
	bytes_read_begin(reader, COMPRESS_RECORD);
	read_areas(reader, game->level);
	return !reader->failed;
}

/* Reads remembered items, in order of cells, at most one a cell. */
static void read_recalled(struct reader *reader, struct game *game)
{
	size_t count = 0, before = 0;
	game->recalled.count = 0;
	bytes_read_begin(reader, COMPRESS_RECORD);
	if (save_format(reader) >= 4)
		count = (size_t)bytes_read_number(reader, level_cells(game->level));
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct floor_item it;
		bytes_read_begin(reader, COMPRESS_PLACE);
		save_load_cell(reader, game->level, &it.x, &it.y);
		it.item = save_load_item(reader, game->content);
		if (reader->failed)
			return;
		size_t at = level_at(game->level, it.x, it.y);
		if (i > 0 && at <= before)
			reader->failed = true;
		before = at;
		memory_put_item(game, &it.item, it.x, it.y);
	}
}

static bool read_bodies(struct reader *reader, struct game *game, bool *remembered)
{
	read_creatures(reader, game);
	read_floor(reader, game, remembered);
	save_load_missiles(reader, game);
	if (save_format(reader) >= 4)
		read_recalled(reader, game);
	save_load_gases(reader, game);
	if (save_format(reader) < 3)
		trail_read_2(reader, game);
	return !reader->failed;
}

/* Restores the remembered items that are unchanged.  Fails the reader if an unknown cell has
 * one. */
static void remember_items(struct reader *reader, struct game *game, const bool *remembered)
{
	const struct level *level = game->level;
	for (int i = 0; i < game->floor.count && !reader->failed; i++) {
		const struct floor_item *lying = &game->floor.items[i];
		if (!remembered[i])
			continue;
		if (memory_item(game, lying->x, lying->y) != NULL)
			reader->failed = true;
		memory_put_item(game, &lying->item, lying->x, lying->y);
	}
	for (int i = 0; i < game->recalled.count; i++)
		if (!(level->flags[level_at(
			      level, game->recalled.items[i].x, game->recalled.items[i].y)] &
			    LEVEL_KNOWN))
			reader->failed = true;
}

/* Returns any item kind with that appearance, or KIND_NONE. */
static uint16_t item_of_appearance(const struct game *game, uint16_t appearance)
{
	for (uint16_t kind = 0; kind < game->content->counts.items; kind++)
		if (item_appearance(game, &(struct item){.kind = kind, .count = 1}) == appearance)
			return kind;
	return KIND_NONE;
}

/* Before format 4 only an appearance was remembered.  Takes an item on the cell with that
 * appearance as the remembered one, else any item kind with it. */
static void recall_looks(struct game *game)
{
	const struct level *level = game->level;
	for (size_t at = 0; at < level_cells(level); at++) {
		int x = (int)(at % (size_t)level->width), y = (int)(at / (size_t)level->width);
		const struct terrain_kind *ground = memory_ground(game, at);
		uint16_t appearance = level->memory[at];
		if (!(level->flags[at] & LEVEL_KNOWN) ||
			appearance == level_shown_as(game->content, level, ground)->appearance ||
			appearance == ground->appearance)
			continue;
		struct item thing = {.kind = item_of_appearance(game, appearance), .count = 1};
		for (int nth = 0, i; (i = item_on_floor(game, x, y, nth)) >= 0; nth++)
			if (item_appearance(game, &game->floor.items[i].item) == appearance) {
				thing = game->floor.items[i].item;
				break;
			}
		if (thing.kind != KIND_NONE)
			memory_put_item(game, &thing, x, y);
		else
			memory_put_ground(game, at, ground);
	}
}

static bool passable(const struct game *game, int x, int y)
{
	return game_terrain(game, x, y)->flags & TERRAIN_OBJECTS;
}

static bool stands_well(const struct game *game, const struct creature *creature)
{
	return passable(game, creature->x, creature->y) ||
	       (game->content->creatures[creature->kind].traits & TRAIT_PHASES);
}

static bool has_flag(const struct game *game, int x, int y, enum terrain_flag flag)
{
	return x >= 0 && (game_terrain(game, x, y)->flags & flag) && passable(game, x, y);
}

/* Every level has stairs up.  Stairs down may be missing, as on the last level; format 2 had
 * another last level. */
static bool stairs_fit(const struct game *game)
{
	const struct level *level = game->level;
	return has_flag(game, level->up_x, level->up_y, TERRAIN_UP) &&
	       (level->down_x < 0 || has_flag(game, level->down_x, level->down_y, TERRAIN_DOWN));
}

/* True if every creature is alone on a cell that it may occupy, every item is on passable ground,
 * and the stairs are at their positions. */
static bool bodies_fit(const struct game *game)
{
	const struct level *level = game->level;
	uint8_t *taken = calloc(level_cells(level), 1);
	bool fit = taken != NULL;
	for (int slot = HERO + 1; slot < game->creature_top && fit; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (!creature->alive)
			continue;
		uint8_t *cell = &taken[level_at(level, creature->x, creature->y)];
		fit = *cell == 0 && stands_well(game, creature);
		*cell = 1;
	}
	for (int i = 0; i < game->floor.count && fit; i++)
		fit = passable(game, game->floor.items[i].x, game->floor.items[i].y);
	free(taken);
	return fit && stairs_fit(game);
}

static bool read_level(struct reader *reader, struct game *game, int depth)
{
	bool remembered[FLOOR_MAX] = {false};
	if (!read_shape(reader, game, depth) || !read_bodies(reader, game, remembered))
		return false;
	struct planes planes = planes_new(game->level->width, game->level->height);
	if (reader->compressor != NULL)
		save_cells(reader->compressor, game->level, &planes);
	else
		planes_read(reader, &planes);
	planes_lay(reader, game, &planes);
	planes_free(&planes);
	remember_items(reader, game, remembered);
	if (save_format(reader) < 4 && !reader->failed)
		recall_looks(game);
	return block_ended(reader) && areas_fit(game->level) && bodies_fit(game);
}

bool save_level_unpack(struct game *game, struct reader *reader, int depth)
{
	struct reader block = block_open(reader, LEVEL_MOST);
	bool whole = read_level(&block, game, depth);
	compress_free(block.compressor);
	return whole;
}

/* Format 2 compressed head and planes separately; together they equal an uncompressed level. */
bool save_level_unpack_2(struct game *game, struct reader *reader, int depth)
{
	size_t head_size, planes_size = 0;
	struct writer plain = {0};
	uint8_t *head = compress_2_unpack(reader, LEVEL_MOST, 2, &head_size);
	struct reader shape = {.bytes = head, .size = head_size};
	size_t width = head != NULL ? (size_t)bytes_read_number(&shape, LEVEL_WIDTH_MAX) : 0;
	uint8_t *planes =
		width > 0 ? compress_2_unpack(reader, LEVEL_MOST, width, &planes_size) : NULL;
	if (planes != NULL) {
		bytes_write(&plain, head, head_size);
		bytes_write(&plain, planes, planes_size);
	}
	struct reader level = {.bytes = plain.bytes, .size = plain.size, .maps = reader->maps};
	bool whole = planes != NULL && read_level(&level, game, depth);
	free(head);
	free(planes);
	free(plain.bytes);
	return whole;
}
