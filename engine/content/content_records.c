/*
 * Storage of a content: strings, complaints, appearances, and a table of records for each kind.
 *
 * All other files of the parser depend on this one.  It depends on none of them except the list of
 * kinds (content_kinds.c).
 */
#include "engine/content/content_private.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS_A_ROW 2 /* a power of 2, as capacities are, so that half of the slots are free */

/* ---- Memory: without its content a game cannot run, so a lack of memory ends the process ---- */

void *content_allocate(size_t count, size_t size)
{
	void *block = calloc(count ? count : 1, size);
	assert(block);
	return block;
}

void *content_grow(void *block, size_t count, size_t size)
{
	void *grown = realloc(block, count * size);
	assert(grown);
	return grown;
}

char *content_keep(struct content *content, const char *text, size_t length)
{
	struct content_private *private = content->private;
	struct string_block *block = private->strings;
	if (!block || block->size - block->used < length + 1) {
		size_t size = length + 1 > 16384 ? length + 1 : 16384;
		block = content_allocate(1, sizeof *block + size);
		block->size = size;
		block->next = private->strings;
		private->strings = block;
	}
	char *kept = block->bytes + block->used;
	memcpy(kept, text, length);
	kept[length] = 0;
	block->used += length + 1;
	return kept;
}

/* ---- Complaints ---- */

__attribute__((format(printf, 3, 0))) static void complain(
	struct content *content, struct record_origin place, const char *format, va_list arguments)
{
	content->private->complaints_made++;
	if (content->complaints.count == COMPLAINTS_MAX)
		return;
	if (content->complaints.count == content->complaints.capacity) {
		content->complaints.capacity =
			content->complaints.capacity ? 2 * content->complaints.capacity : 8;
		content->complaints.list = content_grow(content->complaints.list,
			content->complaints.capacity, sizeof *content->complaints.list);
	}
	struct complaint *complaint = &content->complaints.list[content->complaints.count++];
	memset(complaint, 0, sizeof *complaint);
	snprintf(complaint->origin, sizeof complaint->origin, "%s", place.origin);
	complaint->line = place.line;
	if (content->complaints.count == COMPLAINTS_MAX)
		snprintf(complaint->sentence, sizeof complaint->sentence,
			"there are too many complaints; the rest is left out");
	else
		vsnprintf(complaint->sentence, sizeof complaint->sentence, format, arguments);
	for (char *at = complaint->sentence; *at; at++)
		if (*at < 32 || *at > 126)
			*at = '?';
	/* An inherited line is read again and repeats its complaints; drop repetitions. */
	for (size_t i = 0; i + 1 < content->complaints.count; i++)
		if (!memcmp(&content->complaints.list[i], complaint, sizeof *complaint)) {
			content->complaints.count--;
			return;
		}
}

void content_complain(struct content *content, struct record_origin place, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	complain(content, place, format, arguments);
	va_end(arguments);
}

struct record_origin content_last_origin(const struct content *content, enum record_kind kind)
{
	const struct content_private *private = content->private;
	const struct record_table *table = &private->tables[kind];
	if (table->count > 0)
		return table->places[table->count - 1];
	for (int other = RECORD_KIND_COUNT - 1; other >= 0; other--)
		if (private->tables[other].count > 0)
			return private->tables[other].places[private->tables[other].count - 1];
	return (struct record_origin){.origin = "content"};
}

bool content_is_stock_text(const struct content *content, const char *name)
{
	const struct content_private *private = content->private;
	for (size_t i = 0; i < private->text_count; i++)
		if (!strcmp(private->texts[i].name, name))
			return private->texts[i].stock;
	return false;
}

void content_complain_of(
	struct content *content, enum record_kind kind, size_t index, const char *format, ...)
{
	const struct record_table *table = &content->private->tables[kind];
	va_list arguments;
	if (table->faulty[index])
		return;
	va_start(arguments, format);
	complain(content, table->places[index], format, arguments);
	va_end(arguments);
}

size_t content_complaints(const struct content *content, const struct complaint **list)
{
	*list = content->complaints.list;
	return content->complaints.count;
}

/* ---- Appearances ---- */

static const char *const colour_role_words[COLOUR_ROLE_COUNT] = {
#define ROW(id, word) [COLOUR_ROLE_##id] = word,
	ENGINE_ROLES(ROW)
#undef ROW
};

const char *colour_role_word(enum colour_role role)
{
	return (unsigned)role < COLOUR_ROLE_COUNT ? colour_role_words[role] : NULL;
}

uint16_t content_intern_appearance(struct content *content, const struct appearance *wanted)
{
	struct content_private *private = content->private;
	for (uint16_t i = 1; i < content->counts.appearances; i++) {
		const struct appearance *appearance = &content->appearances[i];
		if (appearance->symbol == wanted->symbol && appearance->role == wanted->role &&
			appearance->unicode == wanted->unicode &&
			!strcmp(appearance->shape, wanted->shape))
			return i;
	}
	if (content->counts.appearances == private->look_capacity) {
		private->look_capacity = private->look_capacity ? 2 * private->look_capacity : 64;
		content->appearances = content_grow(
			content->appearances, private->look_capacity, sizeof *content->appearances);
	}
	assert(content->counts.appearances < KIND_NONE);
	struct appearance *appearance = &content->appearances[content->counts.appearances];
	*appearance = *wanted;
	appearance->shape = content_keep(content, wanted->shape, strlen(wanted->shape));
	return content->counts.appearances++;
}

size_t content_appearance_count(const struct content *content)
{
	return content->counts.appearances;
}

const struct appearance *content_appearance(const struct content *content, uint16_t appearance)
{
	return &content->appearances[appearance < content->counts.appearances ? appearance : 0];
}

char content_symbol(const struct content *content, uint16_t appearance)
{
	return content_appearance(content, appearance)->symbol;
}

/* ---- Records ---- */

void *content_row(const struct content *content, enum record_kind kind, size_t index)
{
	return content->private->tables[kind].rows + index * content_records[kind]->size;
}

const char *content_row_id(const struct content *content, enum record_kind kind, size_t index)
{
	const char *id;
	memcpy(&id, content_row(content, kind, index), sizeof id);
	return id;
}

/* Returns the slot of an id: the first slot of its probe sequence that holds it or is free. */
static uint16_t *slot_of(const struct content *content, enum record_kind kind, const char *id)
{
	const struct record_table *table = &content->private->tables[kind];
	uint32_t hash = 2166136261u; /* Fowler, Noll and Vo's, 1a */
	for (const char *at = id; *at; at++)
		hash = (hash ^ (uint8_t)*at) * 16777619u;
	size_t mask = SLOTS_A_ROW * table->capacity - 1, at = hash & mask;
	while (table->slots[at] != KIND_NONE &&
		strcmp(content_row_id(content, kind, table->slots[at]), id) != 0)
		at = (at + 1) & mask;
	return &table->slots[at];
}

uint16_t content_find(const struct content *content, enum record_kind kind, const char *id)
{
	return content->private->tables[kind].count ? *slot_of(content, kind, id) : KIND_NONE;
}

static void table_grow(struct content *content, enum record_kind kind)
{
	struct record_table *table = &content->private->tables[kind];
	table->capacity = table->capacity ? 2 * table->capacity : 16;
	table->rows = content_grow(table->rows, table->capacity, content_records[kind]->size);
	table->places = content_grow(table->places, table->capacity, sizeof *table->places);
	table->faulty = content_grow(table->faulty, table->capacity, sizeof *table->faulty);
	size_t slot_count = SLOTS_A_ROW * table->capacity;
	table->slots = content_grow(table->slots, slot_count, sizeof *table->slots);
	for (size_t i = 0; i < slot_count; i++)
		table->slots[i] = KIND_NONE;
	for (size_t i = 0; i < table->count; i++)
		*slot_of(content, kind, content_row_id(content, kind, i)) = (uint16_t)i;
}

size_t content_row_add(
	struct content *content, enum record_kind kind, const char *id, struct record_origin place)
{
	struct record_table *table = &content->private->tables[kind];
	const struct record_row *record = content_records[kind];
	if (table->count == table->capacity)
		table_grow(content, kind);
	*slot_of(content, kind, id) = (uint16_t)table->count;
	size_t index = table->count++;
	table->places[index] = place;
	char *row = content_row(content, kind, index);
	memcpy(row, record->defaults, record->size);
	memcpy(row, &id, sizeof id);
	return index;
}
