/*
 * Macros for the files that define the kinds of records: for fields, and for the row of each kind.
 *
 * A kind of record is a struct (content.h), its defaults, the list of its fields, and a row. One
 * row per field parses its value, rejects errors and prints its manual.
 */
#ifndef TRAPDOOR_ENGINE_CONTENT_FIELDS_H
#define TRAPDOOR_ENGINE_CONTENT_FIELDS_H

#include "engine/content/content_private.h"

/* Where a field's value is stored, and how many values there are. */
#define AT(type, member) .offset = offsetof(struct type, member)
#define COUNTED(type, member, count)                                                               \
	.offset = offsetof(struct type, member), .count_offset = offsetof(struct type, count)
#define COUNT(array) (sizeof(array) / sizeof *(array))

#define KIND(row, type, prefix, record_help, header)                                               \
	{                                                                                          \
		.word = row, .help = record_help, .size = sizeof(struct type),                     \
		.defaults = &prefix##_defaults, .fields = prefix##_fields,                         \
		.field_count = COUNT(prefix##_fields), .header_field = header                      \
	}

extern const struct record_row content_kind_game, content_kind_terrain, content_kind_monster,
	content_kind_item, content_kind_flavour, content_kind_level, content_kind_cloud,
	content_kind_flight, content_kind_affix, content_kind_spell, content_kind_talent,
	content_kind_vault, content_kind_quest, content_kind_call, content_kind_word,
	content_kind_pack, content_kind_plot, content_kind_talk, content_kind_retelling,
	content_kind_handicap, content_kind_achievement;

/* Words of the traits (content_kinds_bodies.c). */
extern const struct choice content_traits[];

#endif
