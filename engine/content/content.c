/* The life of a content: texts in, a sealed table of kinds out, and the same again from a bundle.
 */
#include "engine/content/content_private.h"
#include "engine/base/squeeze.h"
#include "engine/base/random.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A bundle is "TDCB", the number of texts, then each text's name and bytes, both after their
 * lengths; all numbers are 32 bits little-endian, and the texts stand in order of name. */
static const char bundle_magic[4] = {'T', 'D', 'C', 'B'};

static const char *const role_words[ROLE_COUNT] = {
#define ROW(id, word) [ROLE_##id] = word,
	ENGINE_ROLES(ROW)
#undef ROW
};

const char *role_word(enum role role)
{
	return (unsigned)role < ROLE_COUNT ? role_words[role] : NULL;
}

/* ---- Memory: a game without its content is nothing, so that a lack of it ends the process ---- */

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

static void complain(
	struct content *content, struct place place, const char *format, va_list arguments)
{
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
}

void content_complain(struct content *content, struct place place, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	complain(content, place, format, arguments);
	va_end(arguments);
}

struct place content_last_place(const struct content *content, enum record_kind kind)
{
	const struct content_private *private = content->private;
	const struct record_table *table = &private->tables[kind];
	if (table->count > 0)
		return table->places[table->count - 1];
	for (int other = RECORD_KIND_COUNT - 1; other >= 0; other--)
		if (private->tables[other].count > 0)
			return private->tables[other].places[private->tables[other].count - 1];
	return (struct place){.origin = "content"};
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

/* ---- New, add, seal, free ---- */

struct content *content_new(void)
{
	struct content *content = content_allocate(1, sizeof *content);
	content->private = content_allocate(1, sizeof *content->private);
	content_intern_look(content, ' ', ROLE_TEXT, "");
	return content;
}

void content_add(struct content *content, const char *name, const char *text, size_t length)
{
	struct content_private *private = content->private;
	struct place place = {.origin = name};
	assert(!content->sealed);
	if (length > TEXT_SIZE_MAX) {
		content_complain(
			content, place, "the text is over %d bytes; split it", TEXT_SIZE_MAX);
		return;
	}
	size_t at = 0;
	while (at < private->text_count && strcmp(private->texts[at].name, name) < 0)
		at++;
	if (at < private->text_count && !strcmp(private->texts[at].name, name)) {
		content_complain(content, place, "two texts have this name; rename one");
		return;
	}
	if (private->text_count == TEXTS_MAX) {
		content_complain(content, place, "there are more than %d texts", TEXTS_MAX);
		return;
	}
	private->texts =
		content_grow(private->texts, private->text_count + 1, sizeof *private->texts);
	memmove(&private->texts[at + 1], &private->texts[at],
		(private->text_count - at) * sizeof *private->texts);
	private->text_count++;
	private->texts[at] = (struct content_text){
		.name = content_keep(content, name, strlen(name)),
		.text = content_keep(content, text, length),
		.length = length,
	};
}

struct content *content_again(const struct content *content)
{
	const struct content_private *private = content->private;
	struct content *again = content_new();
	again->private->words_may_differ = private->words_may_differ;
	for (size_t i = 0; i < private->text_count; i++)
		content_add(again, private->texts[i].name, private->texts[i].text,
			private->texts[i].length);
	return again;
}

static uint8_t *put_number(uint8_t *to, size_t number)
{
	for (int i = 0; i < 4; i++)
		*to++ = (uint8_t)(number >> (8 * i));
	return to;
}

static uint8_t *put_bytes(uint8_t *to, const char *bytes, size_t size)
{
	to = put_number(to, size);
	memcpy(to, bytes, size);
	return to + size;
}

static void content_make_bundle(struct content_private *private)
{
	size_t size = sizeof bundle_magic + 4;
	for (size_t i = 0; i < private->text_count; i++)
		size += 8 + strlen(private->texts[i].name) + private->texts[i].length;
	private->bundle = content_allocate(size, 1);
	private->bundle_size = size;
	memcpy(private->bundle, bundle_magic, sizeof bundle_magic);
	uint8_t *to = put_number(private->bundle + sizeof bundle_magic, private->text_count);
	for (size_t i = 0; i < private->text_count; i++) {
		const struct content_text *text = &private->texts[i];
		to = put_bytes(to, text->name, strlen(text->name));
		to = put_bytes(to, text->text, text->length);
	}
	assert((size_t)(to - private->bundle) == size);
}

bool content_seal(struct content *content)
{
	assert(!content->sealed);
	content_parse(content);
	content_check(content);
	content_make_bundle(content->private);
	content->sealed = true;
	if (content->complaints.count > 0)
		return false;
	content->ids.bytes = save_ids_squeezed(content, &content->ids.size);
	content->phrases = content_phrases(content);
	return true;
}

void content_free(struct content *content)
{
	if (!content)
		return;
	struct content_private *private = content->private;
	for (struct string_block *block = private->strings, *next; block; block = next) {
		next = block->next;
		free(block);
	}
	for (size_t i = 0; i < RECORD_KIND_COUNT; i++) {
		free(private->tables[i].rows);
		free(private->tables[i].slots);
		free(private->tables[i].places);
		free(private->tables[i].faulty);
	}
	free(private->texts);
	free(private->references);
	free(private->bundle);
	free(private);
	free(content->looks);
	free(content->ids.bytes);
	squeeze_phrases_free(content->phrases);
	free(content->complaints.list);
	free(content);
}

/* ---- Digest and bundle ---- */

void content_digest(const struct content *content, uint8_t digest[CONTENT_DIGEST_SIZE])
{
	static const uint8_t keys[2][16] = {"trapdoor content", "its second halve"};
	assert(content->sealed);
	for (int half = 0; half < 2; half++) {
		uint64_t bits = siphash(
			keys[half], content->private->bundle, content->private->bundle_size);
		for (int i = 0; i < 8; i++)
			digest[8 * half + i] = (uint8_t)(bits >> (8 * i));
	}
}

const char *content_game(const struct content *content)
{
	return ((const struct game_kind *)content_row(content, RECORD_GAME, 0))->id;
}

const uint8_t *content_bundle(const struct content *content, size_t *size)
{
	assert(content->sealed);
	*size = content->private->bundle_size;
	return content->private->bundle;
}

struct bundle_reader {
	const uint8_t *bytes;
	size_t left;
	bool bad;
};

static uint32_t take_number(struct bundle_reader *reader)
{
	if (reader->left < 4) {
		reader->bad = true;
		return 0;
	}
	uint32_t number = 0;
	for (int i = 0; i < 4; i++)
		number |= (uint32_t)reader->bytes[i] << (8 * i);
	reader->bytes += 4;
	reader->left -= 4;
	return number;
}

static const char *take_bytes(struct bundle_reader *reader, size_t *size)
{
	*size = take_number(reader);
	if (reader->bad || reader->left < *size) {
		reader->bad = true;
		return NULL;
	}
	const char *bytes = (const char *)reader->bytes;
	reader->bytes += *size;
	reader->left -= *size;
	return bytes;
}

/* Adds the texts of a bundle; returns false when it is none. */
static bool content_unbundle(struct content *content, const uint8_t *bytes, size_t size)
{
	struct bundle_reader reader = {.bytes = bytes, .left = size};
	if (size < sizeof bundle_magic || memcmp(bytes, bundle_magic, sizeof bundle_magic) != 0)
		return false;
	reader.bytes += sizeof bundle_magic;
	reader.left -= sizeof bundle_magic;
	uint32_t count = take_number(&reader);
	for (uint32_t i = 0; i < count && !reader.bad; i++) {
		size_t name_size, text_size;
		const char *name = take_bytes(&reader, &name_size);
		const char *text = take_bytes(&reader, &text_size);
		if (reader.bad || memchr(name, 0, name_size))
			return false;
		content_add(content, content_keep(content, name, name_size), text, text_size);
	}
	return !reader.bad && !reader.left;
}

struct content *content_from_bundle(const uint8_t *bytes, size_t size, struct complaint *complaint)
{
	struct content *content = content_new();
	content->private->words_may_differ = true;
	if (!content_unbundle(content, bytes, size))
		content_complain(content, (struct place){.origin = "bundle"},
			"the bytes are no content bundle, or cut short");
	else if (content_seal(content))
		return content;
	*complaint = content->complaints.list[0];
	content_free(content);
	return NULL;
}

/* ---- Looks ---- */

uint16_t content_intern_look(struct content *content, char symbol, uint8_t role, const char *shape)
{
	struct content_private *private = content->private;
	for (uint16_t i = 1; i < content->counts.looks; i++) {
		const struct look *look = &content->looks[i];
		if (look->symbol == symbol && look->role == role && !strcmp(look->shape, shape))
			return i;
	}
	if (content->counts.looks == private->look_capacity) {
		private->look_capacity = private->look_capacity ? 2 * private->look_capacity : 64;
		content->looks = content_grow(
			content->looks, private->look_capacity, sizeof *content->looks);
	}
	assert(content->counts.looks < KIND_NONE);
	content->looks[content->counts.looks] = (struct look){.symbol = symbol,
		.role = role,
		.shape = content_keep(content, shape, strlen(shape))};
	return content->counts.looks++;
}

size_t content_look_count(const struct content *content)
{
	return content->counts.looks;
}

const struct look *content_look(const struct content *content, uint16_t look)
{
	return &content->looks[look < content->counts.looks ? look : 0];
}

char content_symbol(const struct content *content, uint16_t look)
{
	return content_look(content, look)->symbol;
}

/* ---- Finding ---- */

bool content_harms(const struct terrain_kind *kind, uint32_t traits)
{
	const struct change *tread = content_change(kind, CAUSE_TREAD);
	for (int i = 0; i < kind->hazard_count; i++)
		if (!(kind->hazards[i].unless & traits))
			return true;
	return tread != NULL && tread->has_effect && !(traits & (TRAIT_FLIES | TRAIT_PHASES));
}

bool content_is_safe(const struct terrain_kind *kind)
{
	return !content_harms(kind, 0);
}

bool content_is_hidden(const struct terrain_kind *kind)
{
	return content_change(kind, CAUSE_SEARCH) != NULL;
}

bool content_is_plain(
	const struct content *content, const struct level_kind *level, uint16_t terrain)
{
	return terrain == content->terrain.floor || terrain == level->inside;
}

bool content_opens(const struct terrain_kind *kind)
{
	const struct change *change = content_change(kind, CAUSE_OPEN);
	return change != NULL && change->need != NEED_KEY;
}

uint16_t content_find_terrain(const struct content *content, const char *id)
{
	return content_find(content, RECORD_TERRAIN, id);
}

uint16_t content_find_creature(const struct content *content, const char *id)
{
	return content_find(content, RECORD_MONSTER, id);
}

uint16_t content_find_item(const struct content *content, const char *id)
{
	return content_find(content, RECORD_ITEM, id);
}

uint16_t content_find_level(const struct content *content, const char *id)
{
	return content_find(content, RECORD_LEVEL, id);
}

uint16_t content_find_spell(const struct content *content, const char *id)
{
	return content_find(content, RECORD_SPELL, id);
}

uint16_t content_find_talent(const struct content *content, const char *id)
{
	return content_find(content, RECORD_TALENT, id);
}

const char *content_word(const struct content *content, const char *word)
{
	uint16_t at = content_find(content, RECORD_WORD, word);
	return at == KIND_NONE
		       ? NULL
		       : ((const struct word_kind *)content_row(content, RECORD_WORD, at))->text;
}

/* ---- Curves that content is checked against ---- */

int content_expected_level(int depth)
{
	return 1 + (depth - 1) * 3 / 4;
}

int content_expected_health(const struct content *content, int depth)
{
	return content->birth.health +
	       content->birth.health_a_level * (content_expected_level(depth) - 1);
}

int content_fading_weight(int weight, int depth_low, int depth_high, int depth)
{
	const int fading = 5;
	if (depth < depth_low || depth >= depth_high + fading)
		return 0;
	return depth <= depth_high ? weight : weight * (depth_high + fading - depth) / fading;
}
