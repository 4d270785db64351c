/*
 * A level's cells as planes of numbers: terrain; light, hall and known; memory.
 *
 * Memory is 0 for a cell remembered as it is, else 1 + the terrain kind; MAPPED is added for a
 * cell that was never seen.  Before format 5 there was no MAPPED.  Before format 4 memory was 1 + a
 * number of an appearance, counted through terrains, items and flavours.
 */
#include "engine/save/save_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SAVED_FLAGS (LEVEL_LIT | LEVEL_KNOWN | LEVEL_HALL)
#define MAPPED 0x8000

/* ---- Memory ---- */

/* Returns the remembered appearance of formats before 4. */
static uint16_t appearance_of_code(
	struct reader *reader, const struct content *content, uint16_t code)
{
	uint16_t counts[3] = {
		content->counts.terrains, content->counts.items, content->counts.flavours};
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
		return i == 0   ? content->terrains[kind].appearance
		       : i == 1 ? content->items[kind].appearance
				: content->flavours[kind].appearance;
	}
	reader->failed = true;
	return 0;
}

/* ---- Planes ---- */

struct planes planes_new(int width, int height)
{
	size_t cells = (size_t)width * (size_t)height;
	struct planes planes = {.cells = cells};
	planes.terrain = calloc(cells, 1);
	planes.flags = calloc(cells, 1);
	planes.memory = calloc(cells, sizeof *planes.memory);
	planes.open = calloc(TERRAINS_MAX, 1);
	assert(planes.terrain && planes.flags && planes.memory && planes.open);
	return planes;
}

void planes_free(struct planes *planes)
{
	free(planes->terrain);
	free(planes->flags);
	free(planes->memory);
	free(planes->open);
}

struct planes planes_of(const struct game *game)
{
	const struct level *level = game->level;
	struct planes planes = planes_new(level->width, level->height);
	for (uint16_t i = 0; i < game->content->counts.terrains; i++)
		planes.open[i] =
			game->content->terrains[i].flags & (TERRAIN_OBJECTS | TERRAIN_LIGHT) ? 1
											     : 0;
	for (size_t at = 0; at < planes.cells; at++) {
		planes.terrain[at] = (uint8_t)level->terrain[at];
		planes.flags[at] = level->flags[at] & SAVED_FLAGS;
		if ((level->flags[at] & LEVEL_KNOWN) && level->known[at] != level->terrain[at])
			planes.memory[at] = (uint16_t)(1 + level->known[at]);
		if (level->mapped[at])
			planes.memory[at] |= MAPPED;
	}
	return planes;
}

/* ---- As bytes ---- */

/* Writes the planes.  The upper bytes of memory follow only if one is not 0. */
void planes_write(struct writer *writer, const struct planes *planes)
{
	unsigned upper = 0;
	bytes_write(writer, planes->terrain, planes->cells);
	bytes_mark(writer, PART_LEVEL);
	bytes_write(writer, planes->flags, planes->cells);
	for (size_t at = 0; at < planes->cells; at++) {
		bytes_write_byte(writer, planes->memory[at] & 0xff);
		upper |= planes->memory[at] >> 8;
	}
	for (size_t at = 0; at < planes->cells && upper != 0; at++)
		bytes_write_byte(writer, planes->memory[at] >> 8);
	bytes_mark(writer, PART_MEMORY);
}

/* Reads the rest of the reader: three or four bytes a cell. */
void planes_read(struct reader *reader, struct planes *planes)
{
	size_t cells = planes->cells, left = reader->size - reader->at;
	const uint8_t *bytes = bytes_read(reader, left);
	if (bytes == NULL || (left != 3 * cells && left != 4 * cells)) {
		reader->failed = true;
		return;
	}
	memcpy(planes->terrain, bytes, cells);
	memcpy(planes->flags, bytes + cells, cells);
	for (size_t at = 0; at < cells; at++) {
		unsigned upper = left == 4 * cells ? bytes[3 * cells + at] : 0;
		planes->memory[at] = (uint16_t)(bytes[2 * cells + at] | upper << 8);
	}
}

/* Restores memory from an appearance: sets the terrain with that appearance, or else the cell's own
 * terrain. */
static void lay_look(struct game *game, size_t at, uint16_t appearance)
{
	const struct content *content = game->content;
	const struct terrain_kind *kind = &content->terrains[game->level->terrain[at]];
	for (uint16_t i = 0; i < content->counts.terrains; i++)
		if (content->terrains[i].appearance == appearance) {
			kind = &content->terrains[i];
			break;
		}
	memory_put_ground(game, at, kind);
	game->level->memory[at] = appearance;
}

static void lay_cell(
	struct reader *reader, struct game *game, const struct planes *planes, size_t at)
{
	struct level *level = game->level;
	bool mapped = save_format(reader) >= 5 && planes->memory[at] & MAPPED;
	uint16_t code = (uint16_t)(planes->memory[at] & ~(mapped ? MAPPED : 0));
	uint16_t terrain = save_map_kind(reader, game->content, IDS_TERRAIN, planes->terrain[at]);
	uint8_t flags = planes->flags[at];
	if (reader->failed || (flags & ~SAVED_FLAGS) != 0 ||
		(planes->memory[at] != 0 && !(flags & LEVEL_KNOWN))) {
		reader->failed = true;
		return;
	}
	level->terrain[at] = terrain;
	level->flags[at] = flags;
	if (!(flags & LEVEL_KNOWN))
		return;
	if (code == 0)
		memory_put_ground(game, at, &game->content->terrains[terrain]);
	else if (save_format(reader) >= 4)
		memory_put_ground(game, at,
			&game->content->terrains[save_map_kind(
				reader, game->content, IDS_TERRAIN, (uint16_t)(code - 1))]);
	else
		lay_look(game, at, appearance_of_code(reader, game->content, code));
	level->mapped[at] = mapped;
}

void planes_lay(struct reader *reader, struct game *game, const struct planes *planes)
{
	for (size_t at = 0; at < planes->cells && !reader->failed; at++)
		lay_cell(reader, game, planes, at);
}
