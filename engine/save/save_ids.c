/* The ids of a save: each list of kinds by name, so that the content may move or add kinds.  An id
 * that this content lacks is an error only if something in the save is of that kind. */
#include "engine/save/save_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LIST_MOST 4096
#define IDS_MOST 65536
#define ID_LISTS_2 (IDS_FLIGHT + 1) /* number of lists in format 2 */

/* By name, for a save that may meet other content; or by the digest of this content, for a save
 * that is stored beside its content. */
enum ids_form { IDS_BY_NAME, IDS_BY_DIGEST, IDS_FORMS };

static void ids_digest(const struct content *content, uint8_t digest[8])
{
	static const uint8_t key[16] = "trapdoor's kinds", other[16] = "and its phrases";
	size_t size;
	const uint8_t *phrases = compress_phrases_text(content->phrases, &size);
	uint64_t hash =
		siphash(key, content->ids.bytes, content->ids.size) ^ siphash(other, phrases, size);
	for (int i = 0; i < 8; i++)
		digest[i] = (uint8_t)(hash >> 8 * i);
}

void save_ids_write(struct writer *writer, const struct content *content, bool by_name)
{
	uint8_t digest[8];
	bytes_write_byte(writer, by_name ? IDS_BY_NAME : IDS_BY_DIGEST);
	if (by_name) {
		bytes_write_number(writer, content->ids.size);
		bytes_write(writer, content->ids.bytes, content->ids.size);
	} else {
		ids_digest(content, digest);
		bytes_write(writer, digest, sizeof digest);
	}
}

static uint16_t find_id(
	const struct content *content, enum id_list list, uint16_t guess, const char *id)
{
	uint16_t count = content_id_count(content, list);
	if (guess < count && strcmp(content_id(content, list, guess), id) == 0)
		return guess;
	for (uint16_t i = 0; i < count; i++)
		if (strcmp(content_id(content, list, i), id) == 0)
			return i;
	return KIND_NONE;
}

static bool read_id(struct reader *reader, char id[ID_MAX_LENGTH + 1])
{
	for (size_t i = 0; i <= ID_MAX_LENGTH; i++) {
		id[i] = (char)bytes_read_byte(reader);
		if (id[i] == '\0')
			return !reader->failed;
	}
	reader->failed = true;
	return false;
}

/* Maps every kind to itself. */
static void map_same(const struct content *content, struct id_maps *maps)
{
	maps->identity = true;
	for (enum id_list list = 0; list < ID_LISTS; list++) {
		uint16_t count = maps->counts[list] = content_id_count(content, list);
		maps->of[list] = calloc((size_t)count + 1, sizeof *maps->of[list]);
		assert(maps->of[list] != NULL);
		for (uint16_t i = 0; i < count; i++)
			maps->of[list][i] = i;
	}
}

static void read_digest(struct reader *reader, const struct content *content, struct id_maps *maps)
{
	uint8_t digest[8];
	ids_digest(content, digest);
	const uint8_t *bytes = bytes_read(reader, sizeof digest);
	maps->snapshot = true;
	maps->other = bytes == NULL || memcmp(bytes, digest, sizeof digest) != 0;
	if (maps->other)
		reader->failed = true;
	else
		map_same(content, maps);
}

static void read_lists(struct reader *reader, const struct content *content, struct id_maps *maps)
{
	maps->identity = maps->format == SAVE_FORMAT;
	enum id_list lists = maps->format >= 3 ? ID_LISTS : ID_LISTS_2;
	for (enum id_list list = 0; list < lists && !reader->failed; list++) {
		uint16_t count = (uint16_t)bytes_read_number(reader, LIST_MOST);
		maps->counts[list] = count;
		maps->of[list] = calloc((size_t)count + 1, sizeof *maps->of[list]);
		assert(maps->of[list] != NULL);
		for (uint16_t i = 0; i < count && !reader->failed; i++) {
			char id[ID_MAX_LENGTH + 1] = "";
			if (!read_id(reader, id))
				break;
			maps->of[list][i] = find_id(content, list, i, id);
			if (maps->of[list][i] == KIND_NONE && maps->unknown[0] == '\0')
				memcpy(maps->unknown, id, sizeof maps->unknown);
			maps->identity = maps->identity && maps->of[list][i] == i;
		}
		maps->identity = maps->identity && count == content_id_count(content, list);
	}
}

static void read_named(struct reader *reader, const struct content *content, struct id_maps *maps)
{
	size_t size = (size_t)bytes_read_number(reader, IDS_MOST);
	const uint8_t *bytes = bytes_read(reader, size);
	if (bytes == NULL)
		return;
	if (size == content->ids.size && memcmp(bytes, content->ids.bytes, size) == 0) {
		map_same(content, maps);
		return;
	}
	struct reader named = {.bytes = bytes, .size = size};
	struct reader lists = block_open(&named, IDS_MOST);
	bytes_read_begin(&lists, COMPRESS_TEXT);
	read_lists(&lists, content, maps);
	reader->failed = !block_ended(&lists);
	compress_free(lists.compressor);
}

static void read_named_2(struct reader *reader, const struct content *content, struct id_maps *maps)
{
	size_t size;
	uint8_t *bytes = compress_2_unpack(reader, IDS_MOST, 2, &size);
	if (bytes == NULL)
		return;
	struct reader lists = {.bytes = bytes, .size = size};
	read_lists(&lists, content, maps);
	reader->failed = !block_ended(&lists);
	free(bytes);
}

void save_ids_read(struct reader *reader, const struct content *content, struct id_maps *maps)
{
	if (bytes_read_number(reader, IDS_FORMS - 1) == IDS_BY_DIGEST)
		read_digest(reader, content, maps);
	else if (maps->format >= 3)
		read_named(reader, content, maps);
	else
		read_named_2(reader, content, maps);
}

void save_ids_free(struct id_maps *maps)
{
	for (int list = 0; list < ID_LISTS; list++)
		free(maps->of[list]);
}

uint16_t save_map_kind(
	struct reader *reader, const struct content *content, enum id_list list, uint64_t index)
{
	uint16_t kind = KIND_NONE;
	if (reader->maps == NULL && index < content_id_count(content, list))
		kind = (uint16_t)index;
	else if (reader->maps != NULL && index < reader->maps->counts[list])
		kind = reader->maps->of[list][index];
	if (kind != KIND_NONE)
		return kind;
	reader->failed = true;
	return 0;
}

uint16_t save_read_kind(struct reader *reader, const struct content *content, enum id_list list)
{
	return save_map_kind(reader, content, list, bytes_read_number(reader, KIND_NONE));
}

unsigned save_format(const struct reader *reader)
{
	return reader->maps != NULL ? reader->maps->format : SAVE_FORMAT;
}
