/* The life of a content: from texts to a sealed table of kinds, and to and from a bundle. */
#include "engine/content/content_private.h"
#include "engine/content/content_ids.h"
#include "engine/base/compress.h"
#include "engine/base/random.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A bundle is "TDCB", the number of texts, then each text's name and bytes, both after their
 * lengths; all numbers are 32 bits little-endian.  The texts are in order of name. */
static const char bundle_magic[4] = {'T', 'D', 'C', 'B'};

/* ---- New, add, seal, free ---- */

struct content *content_new(void)
{
	struct content *content = content_allocate(1, sizeof *content);
	content->private = content_allocate(1, sizeof *content->private);
	content_intern_appearance(content,
		&(struct appearance){.symbol = ' ', .role = COLOUR_ROLE_TEXT, .shape = ""});
	return content;
}

static void add_text(
	struct content *content, const char *name, const char *text, size_t length, bool stock)
{
	struct content_private *private = content->private;
	struct record_origin place = {.origin = name};
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
		.stock = stock,
	};
}

void content_add(struct content *content, const char *name, const char *text, size_t length)
{
	add_text(content, name, text, length, false);
}

void content_add_stock(struct content *content, const char *name, const char *text, size_t length)
{
	add_text(content, name, text, length, true);
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

/* No run depends on achievements: they are in no bundle, and so in no digest. */
static bool is_bundled(const struct content_text *text)
{
	return strcmp(text->name, CONTENT_ACHIEVEMENTS) != 0;
}

/* Packs the texts, or all but those that are in no bundle. */
static uint8_t *pack_texts(const struct content_private *private, bool all, size_t *size)
{
	size_t count = 0;
	*size = sizeof bundle_magic + 4;
	for (size_t i = 0; i < private->text_count; i++) {
		if (!all && !is_bundled(&private->texts[i]))
			continue;
		count++;
		*size += 8 + strlen(private->texts[i].name) + private->texts[i].length;
	}
	uint8_t *bytes = content_allocate(*size, 1);
	memcpy(bytes, bundle_magic, sizeof bundle_magic);
	uint8_t *to = put_number(bytes + sizeof bundle_magic, count);
	for (size_t i = 0; i < private->text_count; i++) {
		const struct content_text *text = &private->texts[i];
		if (!all && !is_bundled(text))
			continue;
		to = put_bytes(to, text->name, strlen(text->name));
		to = put_bytes(to, text->text, text->length);
	}
	assert((size_t)(to - bytes) == *size);
	return bytes;
}

static void content_make_bundle(struct content_private *private)
{
	private->bundle = pack_texts(private, false, &private->bundle_size);
}

/* Adds neutral words for the words that a game lacks.  They become one more text of the content, so
 * that a run's bundle holds every word with which the run began.  A bundle gets none: its run is
 * older than the words that it lacks. */
static void add_neutral_words(struct content *content)
{
	static const char name[] = "neutral words"; /* no file *.txt has this name */
	const struct content_private *private = content->private;
	size_t size;
	if (private->words_may_differ || private->tables[RECORD_GAME].count == 0)
		return;
	char *words = content_neutral_words(content, &size);
	if (size > 0) {
		content_add(content, name, words, size);
		content_parse_text(content, name);
	}
	free(words);
}

bool content_seal(struct content *content)
{
	assert(!content->sealed);
	content_parse(content);
	add_neutral_words(content);
	content_resolve(content);
	content_check(content);
	content_make_bundle(content->private);
	content->sealed = true;
	if (content->complaints.count > 0)
		return false;
	content->ids.bytes = content_ids_compressed(content, &content->ids.size);
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
	free(content->appearances);
	free(content->ids.bytes);
	compress_phrases_free(content->phrases);
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

const uint8_t *content_bundle(const struct content *content, size_t *size)
{
	assert(content->sealed);
	*size = content->private->bundle_size;
	return content->private->bundle;
}

uint8_t *content_pack(const struct content *content, size_t *size)
{
	assert(content->sealed);
	return pack_texts(content->private, true, size);
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

/* Adds the texts of a bundle; returns false when the bytes are no bundle. */
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
		content_complain(content, (struct record_origin){.origin = "bundle"},
			"the bytes are no content bundle, or cut short");
	else if (content_seal(content))
		return content;
	*complaint = content->complaints.list[0];
	content_free(content);
	return NULL;
}
