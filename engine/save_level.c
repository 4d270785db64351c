/*
 * A level as bytes: the open one when it is left, saved or digested.
 *
 *     head, squeezed:    width height kind, stairs, areas, creatures by slot, things, the trail of
 * smell planes, squeezed:  terrain; light, hall and known; what is remembered, each a byte a cell,
 * row by row
 *
 * What is remembered is mostly what is there: 0 for that, else 1 + the thing that looks so, counted
 * through terrains, items and flavours.  Ticks are relative to now, so a level that waits does not
 * change.  A level comes back from its own bytes alone: nothing is made anew or coded against what
 * a generator gives, so a new generator breaks no save.
 */
#include "rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SAVED_FLAGS (LEVEL_LIT | LEVEL_KNOWN | LEVEL_HALL)
#define HEAD_MOST (1 << 20)
#define PLANES_LEAST 3
#define PLANES_MOST 4
#define AREAS_MOST 2000

static size_t cell_count(const struct level *level)
{
	return (size_t)level->width * (size_t)level->height;
}

/* ---- What is remembered ---- */

static uint16_t code_of_look(const struct content *content, uint16_t look)
{
	uint16_t code = 1;
	for (uint16_t i = 0; i < content->terrain_count; i++, code++)
		if (content->terrains[i].look == look)
			return code;
	for (uint16_t i = 0; i < content->item_count; i++, code++)
		if (content->items[i].look == look)
			return code;
	for (uint16_t i = 0; i < content->flavour_count; i++, code++)
		if (content->flavours[i].look == look)
			return code;
	assert(!"a remembered look is a terrain's, an item's or a flavour's");
	return 0;
}

static uint16_t look_of_code(struct reader *reader, const struct content *content, uint16_t code)
{
	uint16_t counts[3] = {content->terrain_count, content->item_count, content->flavour_count};
	static const enum id_list lists[3] = {IDS_TERRAIN, IDS_ITEM, IDS_FLAVOUR};
	uint16_t index = (uint16_t)(code - 1);
	for (int i = 0; i < 3; i++) {
		uint16_t count = reader->maps != NULL ? reader->maps->counts[lists[i]] : counts[i];
		if (index >= count) {
			index = (uint16_t)(index - count);
			continue;
		}
		uint16_t kind = save_map_kind(reader, content, lists[i], index);
		if (reader->failed)
			return 0;
		return i == 0   ? content->terrains[kind].look
		       : i == 1 ? content->items[kind].look
				: content->flavours[kind].look;
	}
	reader->failed = true;
	return 0;
}

/* ---- Writing ---- */

static void write_areas(struct writer *writer, const struct level *level)
{
	bytes_write_number(writer, level->area_count);
	for (size_t i = 0; i < level->area_count; i++) {
		const struct area *area = &level->areas[i];
		save_cell(writer, area->x, area->y);
		save_cell(writer, area->width, area->height);
		bytes_write_byte(writer, (unsigned)area->hall | (unsigned)area->lit << 1);
	}
}

/* The trail in order of cells, as distance from the last and age; what no longer smells is not
 * written. */
static void write_smell(struct writer *writer, const struct game *game)
{
	const struct level *level = game->level;
	size_t last = 0, count = 0;
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++)
			count += senses_smell_at(game, x, y) != 0;
	bytes_write_number(writer, count);
	for (size_t at = 0; count > 0; at++) {
		int x = (int)(at % (size_t)level->width), y = (int)(at / (size_t)level->width);
		uint32_t laid = senses_smell_at(game, x, y);
		if (laid == 0)
			continue;
		bytes_write_number(writer, at - last);
		bytes_write_number(writer, laid);
		bytes_write_byte(writer, (level->scent[at] & SMELL_STRONG) != 0);
		last = at;
		count--;
	}
}

/* Each gas by its cells: how far from the last, and how thick. */
static void write_gases(struct writer *writer, const struct level *level)
{
	bytes_write_number(writer, level->gas_count);
	for (int i = 0; i < level->gas_count; i++) {
		const struct gas *gas = &level->gases[i];
		size_t last = 0, left = 0;
		for (size_t at = 0; at < cell_count(level); at++)
			left += gas->amounts[at] > 0;
		bytes_write_number(writer, gas->kind);
		bytes_write_number(writer, left);
		for (size_t at = 0; left > 0; at++) {
			if (gas->amounts[at] == 0)
				continue;
			bytes_write_number(writer, at - last);
			bytes_write_number(writer, gas->amounts[at]);
			last = at;
			left--;
		}
	}
}

static void write_dice(struct writer *writer, struct dice dice)
{
	bytes_write_signed(writer, dice.number);
	bytes_write_signed(writer, dice.sides);
	bytes_write_signed(writer, dice.modifier);
}

static void write_missile(struct writer *writer, const struct game *game, const struct missile *it)
{
	bytes_write_number(writer, it->kind);
	bytes_write_byte(writer, it->item.count > 0);
	if (it->item.count > 0)
		save_item(writer, &it->item);
	save_cell(writer, it->x, it->y);
	save_cell(writer, it->from_x, it->from_y);
	bytes_write_signed(writer, it->to_x - it->from_x);
	bytes_write_signed(writer, it->to_y - it->from_y);
	bytes_write_signed(writer, it->error);
	bytes_write_number(writer, it->left);
	bytes_write_byte(writer, it->bounced);
	bytes_write_number(writer, it->source.slot);
	bytes_write_number(writer, it->source.generation);
	bytes_write_signed(writer, it->accuracy);
	write_dice(writer, it->damage);
	bytes_write_byte(writer, it->blow);
	if (it->blow > 0)
		bytes_write_number(writer, it->blow_of);
	bytes_write_number(writer, it->ready > game->now ? it->ready - game->now : 0);
}

static void write_vaults(struct writer *writer, const struct level *level)
{
	bytes_write_number(writer, level->vault_count);
	for (int i = 0; i < level->vault_count; i++) {
		const struct box *box = &level->vaults[i].box;
		bytes_write_number(writer, level->vaults[i].kind);
		save_cell(writer, box->left, box->top);
		save_cell(writer, box->right - box->left, box->bottom - box->top);
	}
}

static void write_head(struct writer *writer, const struct game *game)
{
	const struct level *level = game->level;
	bytes_write_number(writer, (uint64_t)level->width);
	bytes_write_number(writer, (uint64_t)level->height);
	bytes_write_number(writer, level->kind);
	bytes_write_signed(writer, level->up_x);
	bytes_write_signed(writer, level->up_y);
	bytes_write_signed(writer, level->down_x);
	bytes_write_signed(writer, level->down_y);
	for (int i = 0; i < FEELINGS_TOLD; i++)
		bytes_write_byte(writer, level->moods[i]);
	write_vaults(writer, level);
	write_areas(writer, level);
	bytes_mark(writer, PART_LEVEL);
	bytes_write_number(writer, game->creature_top);
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		save_creature(writer, game, &game->creatures[slot]);
	bytes_mark(writer, PART_CREATURES);
	bytes_write_number(writer, game->floor_count);
	for (int i = 0; i < game->floor_count; i++) {
		save_cell(writer, game->floor[i].x, game->floor[i].y);
		save_item(writer, &game->floor[i].item);
	}
	bytes_write_number(writer, game->missile_count);
	for (int i = 0; i < game->missile_count; i++)
		write_missile(writer, game, &game->missiles[i]);
	bytes_mark(writer, PART_THINGS);
	write_gases(writer, level);
	bytes_mark(writer, PART_LEVEL);
	write_smell(writer, game);
	bytes_mark(writer, PART_TRAIL);
}

/* What is remembered at a cell, as a code; 0 when that is what is there, or nothing. */
static uint16_t memory_code(const struct game *game, size_t at, uint16_t *look, uint16_t *code)
{
	const struct level *level = game->level;
	uint16_t remembered = level->memory[at];
	if (!(level->flags[at] & LEVEL_KNOWN) ||
		remembered == level_shown(game->content, level, at)->look)
		return 0;
	if (remembered != *look) {
		*look = remembered;
		*code = code_of_look(game->content, remembered);
	}
	return *code;
}

/* The upper halves of the codes are written when there are any. */
static void write_planes(struct writer *writer, const struct game *game)
{
	const struct level *level = game->level;
	size_t cells = cell_count(level);
	uint16_t look = KIND_NONE, code = 0;
	unsigned upper = 0;
	for (size_t at = 0; at < cells; at++)
		bytes_write_byte(writer, level->terrain[at] & 0xff);
	bytes_mark(writer, PART_LEVEL);
	for (size_t at = 0; at < cells; at++)
		bytes_write_byte(writer, level->flags[at] & SAVED_FLAGS);
	for (size_t at = 0; at < cells; at++) {
		unsigned written = memory_code(game, at, &look, &code);
		bytes_write_byte(writer, written & 0xff);
		upper |= written >> 8;
	}
	for (size_t at = 0; at < cells && upper != 0; at++)
		bytes_write_byte(writer, (unsigned)memory_code(game, at, &look, &code) >> 8);
	bytes_mark(writer, PART_MEMORY);
}

void save_level_flat(const struct game *game, struct writer *head, struct writer *planes)
{
	assert(game->content->terrain_count <= 0x100);
	write_head(head, game);
	write_planes(planes, game);
}

void save_level_pack(const struct game *game, struct writer *writer)
{
	struct writer head = {0}, planes = {0};
	save_level_flat(game, &head, &planes);
	squeeze_pack(writer, head.bytes, head.size, 2);
	squeeze_pack(writer, planes.bytes, planes.size, (size_t)game->level->width);
	free(head.bytes);
	free(planes.bytes);
}

/* ---- Reading ---- */

static void read_areas(struct reader *reader, struct level *level)
{
	size_t count = (size_t)bytes_read_number(reader, AREAS_MOST);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct area area;
		save_load_cell(reader, level, &area.x, &area.y);
		area.width = (int16_t)bytes_read_number(reader, (uint64_t)(level->width - area.x));
		area.height =
			(int16_t)bytes_read_number(reader, (uint64_t)(level->height - area.y));
		unsigned flags = (unsigned)bytes_read_number(reader, 3);
		area.hall = flags & 1;
		area.lit = flags >> 1;
		if (area.width < 1 || area.height < 1)
			reader->failed = true;
		if (!reader->failed)
			level_add_area(level, area);
	}
}

static void read_creatures(struct reader *reader, struct game *game)
{
	game->creature_top = (uint16_t)bytes_read_number(reader, CREATURES_MAX);
	if (game->creature_top < HERO + 1) {
		game->creature_top = HERO + 1;
		reader->failed = true;
	}
	for (int slot = HERO + 1; slot < game->creature_top && !reader->failed; slot++)
		save_load_creature(reader, game, &game->creatures[slot], false);
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (!save_holder_is_there(game, slot))
			reader->failed = true;
}

static void read_floor(struct reader *reader, struct game *game)
{
	size_t count = (size_t)bytes_read_number(reader, FLOOR_MAX);
	game->floor_count = 0;
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct floor_item lying;
		save_load_cell(reader, game->level, &lying.x, &lying.y);
		lying.item = save_load_item(reader, game->content);
		if (!reader->failed && !item_lay_loaded(game, lying))
			reader->failed = true;
	}
}

static void read_smell(struct reader *reader, struct game *game)
{
	size_t cells = cell_count(game->level), at = 0;
	size_t count = (size_t)bytes_read_number(reader, cells);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		at += (size_t)bytes_read_number(reader, cells);
		uint32_t laid = (uint32_t)bytes_read_number(reader, game_turn(game) + 1);
		unsigned strong = (unsigned)bytes_read_number(reader, 1);
		if (at >= cells || laid == 0)
			reader->failed = true;
		else
			game->level->scent[at] = laid | (strong ? SMELL_STRONG : 0);
	}
}

static void read_gases(struct reader *reader, struct game *game)
{
	size_t cells = cell_count(game->level);
	int gases = (int)bytes_read_number(reader, GASES_MAX);
	for (int i = 0; i < gases && !reader->failed; i++) {
		uint16_t kind = save_read_kind(reader, game->content, IDS_CLOUD);
		size_t count = (size_t)bytes_read_number(reader, cells), at = 0;
		struct gas *gas = reader->failed ? NULL : gas_begin(game->level, kind);
		for (size_t n = 0; n < count && gas != NULL; n++) {
			at += (size_t)bytes_read_number(reader, cells);
			int amount = (int)bytes_read_number(reader, GAS_MOST);
			if (at >= cells || amount == 0 || gas->amounts[at] > 0 ||
				gas_add(game->level, gas, (int)at % game->level->width,
					(int)at / game->level->width, amount) != amount) {
				reader->failed = true;
				return;
			}
		}
		if (gas == NULL)
			reader->failed = true;
	}
}

static struct dice read_dice(struct reader *reader)
{
	struct dice dice;
	dice.number = (int16_t)bytes_read_signed(reader, -100, 100);
	dice.sides = (int16_t)bytes_read_signed(reader, 0, 1000);
	dice.modifier = (int16_t)bytes_read_signed(reader, -1000, 1000);
	return dice;
}

static void read_missile_line(struct reader *reader, const struct game *game, struct missile *it)
{
	const struct level *level = game->level;
	save_load_cell(reader, level, &it->x, &it->y);
	save_load_cell(reader, level, &it->from_x, &it->from_y);
	it->told_x = it->x;
	it->told_y = it->y;
	it->to_x = (int16_t)(it->from_x +
			     bytes_read_signed(reader, -LEVEL_WIDTH_MAX, LEVEL_WIDTH_MAX));
	it->to_y = (int16_t)(it->from_y +
			     bytes_read_signed(reader, -LEVEL_WIDTH_MAX, LEVEL_WIDTH_MAX));
	it->error = (int16_t)bytes_read_signed(reader, -1000, 1000);
	if (it->to_x == it->from_x && it->to_y == it->from_y)
		reader->failed = true;
}

static void read_missile(struct reader *reader, const struct game *game, struct missile *it)
{
	const struct content *content = game->content;
	*it = (struct missile){.kind = save_read_kind(reader, content, IDS_FLIGHT)};
	if (bytes_read_number(reader, 1))
		it->item = save_load_item(reader, content);
	read_missile_line(reader, game, it);
	it->left =
		(uint8_t)bytes_read_number(reader, content->flights[it->kind].range + FARTHER_MOST);
	it->bounced = bytes_read_byte(reader) & 0xff;
	it->source.slot = (uint16_t)bytes_read_number(reader, CREATURES_MAX - 1);
	it->source.generation = (uint16_t)bytes_read_number(reader, UINT16_MAX);
	it->accuracy = (int16_t)bytes_read_signed(reader, -1000, 1000);
	it->damage = read_dice(reader);
	it->blow = (uint8_t)bytes_read_number(reader, BLOWS_MAX);
	if (it->blow > 0)
		it->blow_of = save_read_kind(reader, content, IDS_CREATURE);
	it->ready = game->now + (uint32_t)bytes_read_number(reader, DELAY_MOST);
	if (it->left == 0 ||
		(!reader->failed && it->blow > content->creatures[it->blow_of].blow_count))
		reader->failed = true;
}

static void read_missiles(struct reader *reader, struct game *game)
{
	game->missile_count = (uint16_t)bytes_read_number(reader, MISSILES_MAX);
	for (int i = 0; i < game->missile_count && !reader->failed; i++)
		read_missile(reader, game, &game->missiles[i]);
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
	for (int i = 0; i < FEELINGS_TOLD && save_format(reader) >= 3; i++) {
		level->moods[i] = bytes_read_byte(reader) & 0xff;
		if (!feeling_is(level->moods[i]))
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
		level->vaults[i].kind = save_read_kind(reader, content, IDS_VAULT);
		save_load_cell(reader, level, &box->left, &box->top);
		uint64_t width_most = (uint64_t)(level->width - box->left);
		uint64_t height_most = (uint64_t)(level->height - box->top);
		box->right = (int16_t)(box->left + (int)bytes_read_number(reader, width_most));
		box->bottom = (int16_t)(box->top + (int)bytes_read_number(reader, height_most));
	}
}

static bool read_head(struct reader *reader, struct game *game, int depth)
{
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
	read_areas(reader, game->level);
	read_creatures(reader, game);
	read_floor(reader, game);
	read_missiles(reader, game);
	read_gases(reader, game);
	read_smell(reader, game);
	return !reader->failed && reader->at == reader->size;
}

static void read_cell(
	struct reader *reader, struct game *game, const uint8_t *planes, size_t at, bool wide)
{
	struct level *level = game->level;
	size_t cells = cell_count(level);
	unsigned upper = wide ? planes[3 * cells + at] : 0;
	uint16_t code = (uint16_t)(planes[2 * cells + at] | upper << 8);
	uint16_t terrain = save_map_kind(reader, game->content, IDS_TERRAIN, planes[at]);
	uint8_t flags = planes[cells + at];
	if (reader->failed || (flags & ~SAVED_FLAGS) != 0 ||
		(code != 0 && !(flags & LEVEL_KNOWN))) {
		reader->failed = true;
		return;
	}
	level->terrain[at] = terrain;
	level->flags[at] = flags;
	if (flags & LEVEL_KNOWN)
		level->memory[at] = code == 0 ? level_shown(game->content, level, at)->look
					      : look_of_code(reader, game->content, code);
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

/* One comes up and goes down on every level but the last, which has no way down. */
static bool stairs_fit(const struct game *game)
{
	const struct level *level = game->level;
	bool last = level->depth >= game->content->last_depth;
	return has_flag(game, level->up_x, level->up_y, TERRAIN_UP) &&
	       (has_flag(game, level->down_x, level->down_y, TERRAIN_DOWN) ||
		       (last && level->down_x < 0));
}

/* Bodies stand on free ground of their own (or in rock, if they pass through it), and things lie on
 * free ground; stairs are where they are said to be. */
static bool bodies_fit(const struct game *game)
{
	const struct level *level = game->level;
	uint8_t *taken = calloc(cell_count(level), 1);
	bool fit = taken != NULL;
	for (int slot = HERO + 1; slot < game->creature_top && fit; slot++) {
		const struct creature *creature = &game->creatures[slot];
		if (!creature->alive)
			continue;
		uint8_t *cell = &taken[level_at(level, creature->x, creature->y)];
		fit = *cell == 0 && stands_well(game, creature);
		*cell = 1;
	}
	for (int i = 0; i < game->floor_count && fit; i++)
		fit = passable(game, game->floor[i].x, game->floor[i].y);
	free(taken);
	return fit && stairs_fit(game);
}

bool save_level_unpack(struct game *game, struct reader *reader, int depth)
{
	size_t head_size, planes_size;
	uint8_t *head = squeeze_unpack(reader, HEAD_MOST, 2, &head_size);
	if (head == NULL)
		return false;
	struct reader inner = {.bytes = head, .size = head_size, .maps = reader->maps};
	bool whole = read_head(&inner, game, depth);
	free(head);
	if (!whole)
		return false;
	size_t cells = cell_count(game->level);
	uint8_t *planes = squeeze_unpack(
		reader, PLANES_MOST * cells, (size_t)game->level->width, &planes_size);
	if (planes == NULL)
		return false;
	bool wide = planes_size == PLANES_MOST * cells;
	if (!wide && planes_size != PLANES_LEAST * cells)
		reader->failed = true;
	for (size_t at = 0; at < cells && !reader->failed; at++)
		read_cell(reader, game, planes, at, wide);
	free(planes);
	return !reader->failed && bodies_fit(game);
}
