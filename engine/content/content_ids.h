/*
 * The ids of a content's kinds, list by list: how saves name kinds.
 *
 * The order of the lists is part of the format of saves.
 */
#ifndef TRAPDOOR_ENGINE_CONTENT_IDS_H
#define TRAPDOOR_ENGINE_CONTENT_IDS_H

#include "engine/content/content.h"

enum id_list {
	IDS_TERRAIN,
	IDS_CREATURE,
	IDS_ITEM,
	IDS_FLAVOUR,
	IDS_LEVEL,
	IDS_CLOUD,
	IDS_FLIGHT,
	IDS_AFFIX,
	IDS_SPELL,
	IDS_TALENT,
	IDS_QUEST,
	IDS_CALL,
	IDS_VAULT,
	ID_LISTS
};

uint16_t content_id_count(const struct content *content, enum id_list list);
const char *content_id(const struct content *content, enum id_list list, uint16_t index);
struct writer;
/* Writes all ids, each ended by a 0. */
void content_ids_write(struct writer *writer, const struct content *content);
/* Returns all ids as a compressed block; the caller frees it. */
uint8_t *content_ids_compressed(const struct content *content, size_t *size);

#endif
