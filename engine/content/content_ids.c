/* The ids of a content's kinds.  They never change after sealing, so they are compressed once. */
#include "engine/content/content_ids.h"
#include "engine/base/bytes.h"

#include <string.h>

uint16_t content_id_count(const struct content *content, enum id_list list)
{
	const uint16_t counts[ID_LISTS] = {content->counts.terrains, content->counts.creatures,
		content->counts.items, content->counts.flavours, content->counts.levels,
		content->counts.clouds, content->counts.flights, content->counts.affixes,
		content->counts.spells, content->counts.talents, content->counts.quests,
		content->counts.calls, content->counts.vaults};
	return counts[list];
}

const char *content_id(const struct content *content, enum id_list list, uint16_t index)
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
		return content->stories.calls[index].id;
	case IDS_VAULT:
		return content->vaults[index].id;
	default:
		return content->levels[index].id;
	}
}

void content_ids_write(struct writer *writer, const struct content *content)
{
	bytes_begin(writer, COMPRESS_TEXT);
	for (enum id_list list = 0; list < ID_LISTS; list++) {
		uint16_t count = content_id_count(content, list);
		bytes_write_number(writer, count);
		for (uint16_t i = 0; i < count; i++) {
			const char *id = content_id(content, list, i);
			bytes_write(writer, id, strlen(id) + 1);
		}
	}
}

uint8_t *content_ids_compressed(const struct content *content, size_t *size)
{
	struct writer lists = {.compressor = compress_new()}, block = {0};
	content_ids_write(&lists, content);
	block_write(&block, lists.compressor);
	*size = block.size;
	return block.bytes;
}
