/*
 * A whole game as bytes.
 *
 *     "TDSV", format, rules version, 0, 0, checksum (8 bytes), then
 *     ids       0, size and those of the content's kinds, as a block; or 1 and the digest (8) of
 *               the content's ids and phrases
 *     main      size, and the game except its levels, as a block (save_main.c)
 *     levels    their number; for each its depth, size, and itself as a block (save_level.c)
 *
 * A block is a form, compressed or plain, and its bytes.  A stored level is written as it is,
 * packed.  Every field is validated when it is read; any error gives a complaint and no game.
 */
#include "engine/save/save_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_SIZE 16
#define MAIN_MOST 131072
#define LEVEL_PACKED_MOST 262144
#define LEVEL_PACKED_MOST_2 65536

static const uint8_t magic[4] = {'T', 'D', 'S', 'V'};
static const uint8_t checksum_key[16] = "trapdoor's save";

/* ---- Saving ---- */

static void put_le64(uint8_t *bytes, uint64_t value)
{
	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(value >> (8 * i));
}

static void write_sized(struct writer *writer, const void *bytes, size_t size)
{
	bytes_write_number(writer, size);
	bytes_write(writer, bytes, size);
}

/* Writes all visited levels; the open one, if given, in its place among them. */
static void write_levels(struct writer *writer, const struct game *game, const struct writer *open)
{
	unsigned count = open != NULL;
	for (int depth = 1; depth <= DEPTH_MAX; depth++)
		count += game->places[depth].bytes != NULL;
	bytes_write_number(writer, count);
	for (int depth = 1; depth <= DEPTH_MAX; depth++) {
		const struct stored_level *place = &game->places[depth];
		bool here = open != NULL && depth == game->depth;
		if (place->bytes == NULL && !here)
			continue;
		bytes_write_byte(writer, (unsigned)depth);
		if (here)
			write_sized(writer, open->bytes, open->size);
		else
			write_sized(writer, place->bytes, place->size);
	}
}

static void write_main(struct writer *writer, const struct game *game, bool by_name)
{
	struct writer compressed = {.compressor = compress_new()}, block = {0};
	if (!by_name)
		compress_know(compressed.compressor, game->content->phrases);
	save_main(&compressed, game);
	block_write(&block, compressed.compressor);
	write_sized(writer, block.bytes, block.size);
	free(block.bytes);
}

/* The checksum covers the bytes after the header, and the rules version by the exclusive or. */
static uint64_t checksum(const uint8_t *bytes, size_t size)
{
	return siphash(checksum_key, bytes + HEADER_SIZE, size - HEADER_SIZE) ^ (bytes[5] - 1u);
}

static uint8_t *save_as(const struct game *game, bool by_name, size_t *size)
{
	struct writer writer = {0}, level = {0};
	uint8_t header[HEADER_SIZE] = {0};
	bytes_write(&writer, header, sizeof header);
	save_ids_write(&writer, game->content, by_name);
	write_main(&writer, game, by_name);
	save_level_pack(game, &level);
	write_levels(&writer, game, &level);
	free(level.bytes);
	memcpy(writer.bytes, magic, sizeof magic);
	writer.bytes[4] = SAVE_FORMAT;
	writer.bytes[5] = ENGINE_RULES_VERSION;
	put_le64(writer.bytes + 8, checksum(writer.bytes, writer.size));
	*size = writer.size;
	return writer.bytes;
}

uint8_t *game_save(const struct game *game, size_t *size)
{
	return save_as(game, true, size);
}

uint8_t *game_snapshot(const struct game *game, size_t *size)
{
	return save_as(game, false, size);
}

/* ---- Digests ---- */

static const char *const part_words[PART_COUNT] = {
#define ROW(id, word) word,
	ENGINE_PARTS(ROW)
#undef ROW
};

const char *part_word(enum part part)
{
	return (unsigned)part < PART_COUNT ? part_words[part] : NULL;
}

/* Writes the fields of a save uncompressed, except the stored levels, which stay packed. */
static struct writer write_flat(const struct game *game, struct marks *marks)
{
	struct writer flat = {.marks = marks};
	save_main(&flat, game);
	save_level_flat(game, &flat);
	write_levels(&flat, game, NULL);
	bytes_mark(&flat, PART_ELSEWHERE);
	return flat;
}

uint64_t game_digest(const struct game *game)
{
	struct writer flat = write_flat(game, NULL);
	uint64_t digest = siphash(checksum_key, flat.bytes, flat.size);
	free(flat.bytes);
	return digest;
}

uint64_t game_digest_parts(const struct game *game, uint64_t parts[PART_COUNT])
{
	struct marks marks = {0};
	struct writer flat = write_flat(game, &marks);
	uint64_t digest = siphash(checksum_key, flat.bytes, flat.size);
	memset(parts, 0, PART_COUNT * sizeof *parts);
	for (size_t i = 0, from = 0; i < marks.count; from = marks.ends[i++])
		parts[marks.parts[i]] =
			31 * parts[marks.parts[i]] +
			siphash(checksum_key, flat.bytes + from, marks.ends[i] - from);
	free(flat.bytes);
	return digest;
}

/* ---- Loading ---- */

static struct game *refuse(
	struct complaint *complaint, struct game *game, const char *sentence, const char *name)
{
	*complaint = (struct complaint){.origin = "save"};
	snprintf(complaint->sentence, sizeof complaint->sentence, sentence, name);
	game_free(game);
	return NULL;
}

static struct reader part_of(struct reader *reader, size_t most)
{
	size_t size = (size_t)bytes_read_number(reader, most);
	const uint8_t *bytes = bytes_read(reader, size);
	return (struct reader){
		.bytes = bytes, .size = size, .maps = reader->maps, .failed = bytes == NULL};
}

/* Unpacks a stored level to check it.  Packs it again if kinds have moved or the format is
 * older. */
static bool read_stored_level(
	struct reader *reader, struct game *game, struct reader *level, int depth)
{
	struct stored_level *place = &game->places[depth];
	struct game *adjacent = place_adjacent(game);
	bool whole = save_format(reader) >= 3 ? save_level_unpack(adjacent, level, depth)
					      : save_level_unpack_2(adjacent, level, depth);
	struct writer writer = {0};
	if (whole && reader->maps->identity && save_format(reader) == SAVE_FORMAT)
		bytes_write(&writer, level->bytes, level->size);
	else if (whole)
		save_level_pack(adjacent, &writer);
	if (whole && save_format(reader) < 3)
		place->trail = trail_of(adjacent);
	place->bytes = writer.bytes;
	place->size = (uint32_t)writer.size;
	game_free(adjacent);
	return whole && level->at == level->size;
}

/* Reads the levels in order of depths, the open one among them. */
static bool read_levels(struct reader *reader, struct game *game)
{
	unsigned count = (unsigned)bytes_read_number(reader, DEPTH_MAX), last = 0;
	for (unsigned i = 0; i < count && !reader->failed; i++) {
		unsigned depth = bytes_read_byte(reader);
		struct reader level = part_of(reader, LEVEL_PACKED_MOST);
		if (depth <= last || depth > game->content->last_depth || level.failed)
			reader->failed = true;
		else if (!(depth == game->depth
					 ? save_level_unpack(game, &level, (int)depth)
					 : read_stored_level(reader, game, &level, (int)depth)))
			reader->failed = true;
		last = depth;
	}
	return !reader->failed && reader->at == reader->size && game->level != NULL;
}

/* Reads the levels of format 2: the open one, then the others. */
static bool read_levels_2(struct reader *reader, struct game *game)
{
	if (!save_level_unpack_2(game, reader, game->depth))
		return false;
	unsigned count = (unsigned)bytes_read_number(reader, DEPTH_MAX), last = 0;
	for (unsigned i = 0; i < count && !reader->failed; i++) {
		unsigned depth = bytes_read_byte(reader);
		struct reader level = part_of(reader, LEVEL_PACKED_MOST_2);
		if (depth <= last || depth > game->content->last_depth || level.failed ||
			depth == game->depth ||
			!read_stored_level(reader, game, &level, (int)depth))
			reader->failed = true;
		last = depth;
	}
	return !reader->failed && reader->at == reader->size;
}

static bool read_parts(struct reader *reader, struct game *game)
{
	struct reader part = part_of(reader, MAIN_MOST);
	struct reader block = block_open(&part, MAIN_MOST);
	if (block.compressor != NULL && reader->maps->snapshot)
		compress_know(block.compressor, game->content->phrases);
	bool whole = save_load_main(&block, game) && read_levels(reader, game) &&
		     save_load_main_end(&block, game);
	compress_free(block.compressor);
	return whole;
}

static bool read_parts_2(struct reader *reader, struct game *game)
{
	size_t size;
	uint8_t *bytes = compress_2_unpack(reader, MAIN_MOST, 2, &size);
	if (bytes == NULL)
		return false;
	struct reader block = {.bytes = bytes, .size = size, .maps = reader->maps};
	bool whole = save_load_main(&block, game) && read_levels_2(reader, game) &&
		     save_load_main_end(&block, game);
	free(bytes);
	return whole;
}

struct game *save_load(const struct content *content, const uint8_t *bytes, size_t size,
	struct complaint *complaint)
{
	uint8_t sum[8];
	if (size < HEADER_SIZE || memcmp(bytes, magic, sizeof magic) != 0)
		return refuse(complaint, NULL,
			"these bytes are no save%s: they should begin with TDSV", "");
	if (bytes[4] < SAVE_FORMAT_FIRST || bytes[4] > SAVE_FORMAT || bytes[5] < 1 ||
		bytes[5] > ENGINE_RULES_VERSION || bytes[6] != 0 || bytes[7] != 0)
		return refuse(complaint, NULL,
			"the save is of another version%s: it needs the program that wrote it", "");
	put_le64(sum, checksum(bytes, size));
	if (memcmp(sum, bytes + 8, sizeof sum) != 0)
		return refuse(complaint, NULL,
			"the save is damaged%s: its checksum should match its bytes", "");
	struct game *game = game_blank(content);
	struct id_maps maps = {.format = bytes[4]};
	struct reader reader = {.bytes = bytes, .size = size, .at = HEADER_SIZE, .maps = &maps};
	save_ids_read(&reader, content, &maps);
	bool whole = !reader.failed &&
		     (maps.format >= 3 ? read_parts(&reader, game) : read_parts_2(&reader, game));
	save_ids_free(&maps);
	if (!whole && maps.unknown[0] != '\0')
		return refuse(complaint, game,
			"the save speaks of \"%s\", which the content should have and has not",
			maps.unknown);
	if (!whole && maps.other)
		return refuse(complaint, game,
			"the save is a snapshot under other content%s, and goes with that alone",
			"");
	if (!whole)
		return refuse(
			complaint, game, "the save is damaged%s: a field is out of its bounds", "");
	return game;
}
