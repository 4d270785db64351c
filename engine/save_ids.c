/*
 * The ids of a save: each list of kinds by name, so that kinds may move about in the content, or
 * new ones come.  An id that this content lacks is no fault until something in the save is of that
 * kind.  A content's ids never change, so they are squeezed once, when it is sealed.
 */
#include "rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LIST_MOST 4096
#define IDS_MOST 65536
#define ID_LISTS_2 (IDS_FLIGHT + 1) /* that format 2 had */

static uint16_t list_count(const struct content *content, enum id_list list)
{
	const uint16_t counts[ID_LISTS] = {content->terrain_count, content->creature_count,
		content->item_count, content->flavour_count, content->level_count,
		content->cloud_count, content->flight_count, content->affix_count,
		content->spell_count, content->talent_count, content->quest_count,
		content->call_count, content->vault_count};
	return counts[list];
}

static const char *list_id(const struct content *content, enum id_list list, uint16_t index)
{
	switch (list) {
	case IDS_TERRAIN:
		return content->terrains[index].id;
	case IDS_CREATURE:
		return content->creatures[index].id;
	case IDS_ITEM:
		return content->items[index].id;
	case IDS_FLAVOUR:
		return content->flavours[index].id;
	case IDS_CLOUD:
		return content->clouds[index].id;
	case IDS_FLIGHT:
		return content->flights[index].id;
	case IDS_AFFIX:
		return content->affixes[index].id;
	case IDS_SPELL:
		return content->spells[index].id;
	case IDS_TALENT:
		return content->talents[index].id;
	case IDS_QUEST:
		return content->quests[index].id;
	case IDS_CALL:
		return content->calls[index].id;
	case IDS_VAULT:
		return content->vaults[index].id;
	default:
		return content->levels[index].id;
	}
}

uint8_t *save_ids_squeezed(const struct content *content, size_t *size)
{
	struct writer plain = {0}, squeezed = {0};
	for (enum id_list list = 0; list < ID_LISTS; list++) {
		uint16_t count = list_count(content, list);
		bytes_write_number(&plain, count);
		for (uint16_t i = 0; i < count; i++) {
			const char *id = list_id(content, list, i);
			bytes_write(&plain, id, strlen(id) + 1);
		}
	}
	squeeze_pack(&squeezed, plain.bytes, plain.size, 2);
	free(plain.bytes);
	*size = squeezed.size;
	return squeezed.bytes;
}

/* By name for whoever may have other content; or that they are the ids of just this content, for
 * those who keep it beside the save. */
enum ids_form { IDS_BY_NAME, IDS_BY_DIGEST, IDS_FORMS };

static void ids_digest(const struct content *content, uint8_t digest[8])
{
	static const uint8_t key[16] = "trapdoor's kinds";
	uint64_t hash = siphash(key, content->ids, content->ids_size);
	for (int i = 0; i < 8; i++)
		digest[i] = (uint8_t)(hash >> 8 * i);
}

void save_ids_write(struct writer *writer, const struct content *content, bool by_name)
{
	uint8_t digest[8];
	bytes_write_byte(writer, by_name ? IDS_BY_NAME : IDS_BY_DIGEST);
	ids_digest(content, digest);
	if (by_name)
		bytes_write(writer, content->ids, content->ids_size);
	else
		bytes_write(writer, digest, sizeof digest);
}

static uint16_t find_id(
	const struct content *content, enum id_list list, uint16_t guess, const char *id)
{
	uint16_t count = list_count(content, list);
	if (guess < count && strcmp(list_id(content, list, guess), id) == 0)
		return guess;
	for (uint16_t i = 0; i < count; i++)
		if (strcmp(list_id(content, list, i), id) == 0)
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

/* Every kind is where it was. */
static void map_same(const struct content *content, struct id_maps *maps)
{
	maps->identity = true;
	for (enum id_list list = 0; list < ID_LISTS; list++) {
		uint16_t count = maps->counts[list] = list_count(content, list);
		maps->of[list] = calloc((size_t)count + 1, sizeof *maps->of[list]);
		assert(maps->of[list] != NULL);
		for (uint16_t i = 0; i < count; i++)
			maps->of[list][i] = i;
	}
}

/* The ids are this content's own, byte for byte. */
static bool same_ids(struct reader *reader, const struct content *content, struct id_maps *maps)
{
	size_t size = content->ids_size;
	if (reader->size - reader->at < size ||
		memcmp(reader->bytes + reader->at, content->ids, size) != 0)
		return false;
	reader->at += size;
	map_same(content, maps);
	return true;
}

static void read_digest(struct reader *reader, const struct content *content, struct id_maps *maps)
{
	uint8_t digest[8];
	ids_digest(content, digest);
	const uint8_t *bytes = bytes_read(reader, sizeof digest);
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
		maps->identity = maps->identity && count == list_count(content, list);
	}
}

void save_ids_read(struct reader *reader, const struct content *content, struct id_maps *maps)
{
	size_t size;
	if (bytes_read_number(reader, IDS_FORMS - 1) == IDS_BY_DIGEST) {
		read_digest(reader, content, maps);
		return;
	}
	if (same_ids(reader, content, maps))
		return;
	uint8_t *bytes = squeeze_unpack(reader, IDS_MOST, 2, &size);
	if (bytes == NULL)
		return;
	struct reader lists = {.bytes = bytes, .size = size};
	read_lists(&lists, content, maps);
	if (lists.failed || lists.at != lists.size)
		reader->failed = true;
	free(bytes);
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
	if (reader->maps == NULL && index < list_count(content, list))
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
