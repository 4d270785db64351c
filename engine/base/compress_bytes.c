#include "engine/base/compress_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MATCH_LEAST 4u
#define PHRASE_BITS 14

struct compress_phrases {
	uint8_t *text;
	size_t size;
	/* By hash of four bytes: position after their last occurrence. */
	uint32_t places[1u << PHRASE_BITS];
};

void compress_begin(struct compressor *compressor, enum compress_kind kind)
{
	compressor->bytes.kind = kind;
	compressor->bytes.field = 0;
	compressor->bytes.key = 0;
	compressor->bytes.before = 0;
}

void compress_about(struct compressor *compressor, uint32_t key)
{
	compressor->bytes.key = key + 1;
}

static uint32_t hash_of(uint32_t value, unsigned bits)
{
	return value * 0x9e3779b1u >> (32 - bits);
}

static struct compress_known known_here(const struct compress_bytes *bytes)
{
	return (struct compress_known){.learner = COMPRESS_QUESTIONS + bytes->kind};
}

/* Codes whether the byte is as guessed, and the byte if it is not. */
static uint8_t code_guessed(struct compressor *compressor, const struct compress_known *known,
	uint8_t guess, uint8_t byte)
{
	if (compress_code(compressor, known, NODE_GUESS, byte == guess))
		return guess;
	return (uint8_t)compress_code_symbol(compressor, known, 8, byte);
}

/* ---- Records and rows ---- */

/* Codes a byte of a number.  A number ends with a byte below 0x80; the field advances with it. */
static uint8_t code_field(struct compressor *compressor, uint8_t byte)
{
	struct compress_bytes *bytes = &compressor->bytes;
	unsigned field = bytes->field < FIELDS_MOST ? bytes->field : FIELDS_MOST - 1;
	uint32_t place = field << 1 | (bytes->before >> 7 & 1);
	uint8_t *last = &bytes->last[bytes->kind][field];
	struct compress_known known = known_here(bytes);
	compress_add_context(&known, place);
	compress_add_context(&known, place | bytes->key << 8);
	compress_add_context(&known, place | (bytes->before & 0xff) << 8);
	compress_add_context(&known, place | (uint32_t)*last << 8);
	compress_add_context(&known, place | (bytes->before & 0xffff) << 8);
	uint16_t *guess = &bytes->guesses[hash_of(known.hashes[1], HASH_BITS)];
	byte = code_guessed(compressor, &known, *guess > 0 ? (uint8_t)(*guess - 1) : *last, byte);
	*guess = (uint16_t)(byte + 1);
	*last = byte;
	bytes->field += byte < 0x80;
	return byte;
}

static uint8_t code_row(struct compressor *compressor, uint8_t byte)
{
	struct compress_bytes *bytes = &compressor->bytes;
	struct compress_known known = known_here(bytes);
	compress_add_context(&known, bytes->key);
	compress_add_context(&known, bytes->before & 0xff);
	compress_add_context(&known, bytes->before & 0xffff);
	uint16_t *guess = &bytes->guesses[hash_of(known.hashes[2], HASH_BITS)];
	uint8_t guessed = *guess > 0 ? (uint8_t)(*guess - 1) : (uint8_t)bytes->before;
	byte = code_guessed(compressor, &known, guessed, byte);
	*guess = (uint16_t)(byte + 1);
	return byte;
}

/* ---- Texts ---- */

static uint32_t word_of(const uint8_t *end)
{
	return (uint32_t)end[-1] | (uint32_t)end[-2] << 8 | (uint32_t)end[-3] << 16 |
	       (uint32_t)end[-4] << 24;
}

static void remember(struct compress_bytes *bytes, uint8_t byte)
{
	if (bytes->size == bytes->room) {
		bytes->room = bytes->room * 2 + 4096;
		bytes->text = realloc(bytes->text, bytes->room);
		assert(bytes->text != NULL);
	}
	bytes->text[bytes->size++] = byte;
	bytes->word = byte <= ' ' ? 0 : (bytes->word + byte) * 0x2545f491u;
}

/* Returns the text at a position; positions count through the phrases, then through the texts. */
static const uint8_t *text_at(const struct compress_bytes *bytes, size_t place)
{
	size_t known = bytes->phrases != NULL ? bytes->phrases->size : 0;
	return place < known ? bytes->phrases->text + place : bytes->text + (place - known);
}

static bool is_same(const struct compress_bytes *bytes, size_t place)
{
	return place > 0 && word_of(text_at(bytes, place)) == word_of(bytes->text + bytes->size);
}

/* Continues a match, or looks for one: the last place where the last four bytes occurred. */
static void find_match(struct compress_bytes *bytes)
{
	const struct compress_phrases *phrases = bytes->phrases;
	if (bytes->size < MATCH_LEAST)
		return;
	uint32_t word = word_of(bytes->text + bytes->size);
	uint32_t *place = &bytes->places[hash_of(word, HASH_BITS)];
	size_t phrase = phrases != NULL ? phrases->places[hash_of(word, PHRASE_BITS)] : 0;
	if (bytes->match > 0) {
		bytes->match++;
		bytes->since++;
	} else if (is_same(bytes, *place) || is_same(bytes, phrase)) {
		bytes->match = is_same(bytes, *place) ? *place : phrase;
		bytes->since = MATCH_LEAST;
	}
	*place = (uint32_t)((phrases != NULL ? phrases->size : 0) + bytes->size);
}

/* Codes whether the byte continues the match; ends the match if it does not. */
static bool code_match(struct compressor *compressor, uint8_t *byte)
{
	struct compress_bytes *bytes = &compressor->bytes;
	uint8_t guess = *text_at(bytes, bytes->match);
	unsigned since = bytes->since < 16 ? bytes->since : bytes->since < 32 ? 16 : 17;
	bool phrase = bytes->phrases != NULL && bytes->match < bytes->phrases->size;
	struct compress_known known = known_here(bytes);
	compress_add_context(&known, since << 1 | phrase);
	compress_add_context(&known, guess | (bytes->before & 0xff) << 8);
	compress_add_context(&known, guess | since << 8 | (uint32_t)phrase << 16);
	if (!compress_code(compressor, &known, NODE_GUESS + 1, *byte == guess)) {
		bytes->match = bytes->since = 0;
		return false;
	}
	*byte = guess;
	return true;
}

static uint8_t code_text(struct compressor *compressor, uint8_t byte)
{
	struct compress_bytes *bytes = &compressor->bytes;
	struct compress_known known = known_here(bytes);
	find_match(bytes);
	compress_add_context(&known, 0);
	compress_add_context(&known, bytes->before & 0xff);
	compress_add_context(&known, bytes->before & 0xffff);
	compress_add_context(&known, bytes->before & 0xffffff);
	compress_add_context(&known, bytes->word);
	uint16_t *guess = &bytes->guesses[hash_of(known.hashes[3], HASH_BITS)];
	bool guessed = bytes->match == 0 && *guess > 0;
	if (guessed)
		byte = code_guessed(compressor, &known, (uint8_t)(*guess - 1), byte);
	else if (bytes->match == 0 || !code_match(compressor, &byte))
		byte = (uint8_t)compress_code_symbol(compressor, &known, 8, byte);
	*guess = (uint16_t)(byte + 1);
	remember(bytes, byte);
	return byte;
}

uint8_t compress_byte(struct compressor *compressor, uint8_t byte)
{
	struct compress_bytes *bytes = &compressor->bytes;
	if (bytes->kind == COMPRESS_TEXT)
		byte = code_text(compressor, byte);
	else if (bytes->kind >= COMPRESS_ROW)
		byte = code_row(compressor, byte);
	else
		byte = code_field(compressor, byte);
	bytes->before = bytes->before << 8 | byte;
	return byte;
}

/* ---- Phrases ---- */

struct compress_phrases *compress_phrases_new(uint8_t *text, size_t size)
{
	struct compress_phrases *phrases = calloc(1, sizeof *phrases);
	assert(phrases != NULL && size < UINT32_MAX / 2);
	phrases->text = text;
	phrases->size = size;
	for (size_t at = MATCH_LEAST; at < size; at++)
		phrases->places[hash_of(word_of(text + at), PHRASE_BITS)] = (uint32_t)at;
	return phrases;
}

void compress_phrases_free(struct compress_phrases *phrases)
{
	if (phrases == NULL)
		return;
	free(phrases->text);
	free(phrases);
}

const uint8_t *compress_phrases_text(const struct compress_phrases *phrases, size_t *size)
{
	*size = phrases->size;
	return phrases->text;
}

void compress_know(struct compressor *compressor, const struct compress_phrases *phrases)
{
	assert(compressor->bytes.size == 0);
	compressor->bytes.phrases = phrases;
}
