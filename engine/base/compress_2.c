/*
 * Decompression of saves of format 2: a binary arithmetic coder (Rissanen and Langdon, 1979) over
 * adaptive bits.
 *
 *     size (number), packed size (number), packed bytes
 *
 * Each byte begins with one bit: is it as guessed?  In a text the guess is the byte that followed
 * the last occurrence of the last four bytes, so that repeated text costs a bit a byte (Bloom's
 * matches, 1998).  Otherwise it is the byte that followed last after the same three bytes: the one
 * before, the one `stride` before, and one more; if there is none, the byte a stride before, which
 * in a level's planes is the cell above.  In planes another bit says first whether a whole stretch
 * of cells repeats those above.  If the byte is not as guessed, its eight bits follow.  Each bit is
 * predicted by the mean of three models that know one, two or three of those bytes, weighted by
 * experience.  It uses integers only, so every machine writes and reads the same.
 *
 * Speed matters, because a snapshot waits for it: contexts are hashed once a byte, cells are not
 * checked for collisions, and a table replaces division.
 */
#include "engine/base/bytes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MODELS 3
#define CELL_BITS 12
#define CELLS (1u << CELL_BITS)
/* A model's cell: the chance of a 1 in the upper 12 bits, the number of its uses in the lower 4. */
#define CELL_NEW (2048u << 4)
#define COUNT_MOST 15u
#define WEIGHTS_MOST 320
/* Nodes, one for each decision: 0 is whether the byte is as guessed, 1 to 255 are the bits of a
 * byte, NODE_MATCH + length is whether a match of that length continues, NODE_STRETCH whether a
 * stretch repeats. */
#define NODE_MATCH 256u
#define NODE_STRETCH 300u
#define MATCH_LEAST 4u
#define MATCH_MOST 15u
/* Data with a stride up to this one is text. */
#define STRIDE_TEXT 2
#define STRETCH 16

struct coder {
	uint32_t low, high, code;
	const uint8_t *from, *end;
	uint32_t contexts[MODELS];
	uint16_t *asked[MODELS];       /* each model's cell for the current bit */
	size_t match;                  /* position of the byte predicted by a match, 0 none */
	uint32_t matched;              /* length of the match, at most MATCH_MOST */
	uint32_t shares[WEIGHTS_MOST]; /* 16 / divisor in 65536ths, by divisor */
	uint16_t cells[MODELS][CELLS];
	uint16_t places[CELLS];    /* by hash of four bytes: position after their last occurrence */
	uint16_t followers[CELLS]; /* by the widest context: 1 + the byte that followed last, 0 none
				    */
};

static struct coder *coder_new(void)
{
	struct coder *coder = calloc(1, sizeof *coder);
	assert(coder != NULL);
	for (int i = 0; i < MODELS; i++)
		for (size_t cell = 0; cell < CELLS; cell++)
			coder->cells[i][cell] = CELL_NEW;
	for (uint32_t weights = 1; weights < WEIGHTS_MOST; weights++)
		coder->shares[weights] = (16u << 16) / weights;
	coder->high = UINT32_MAX;
	return coder;
}

/* ---- Bits ---- */

/* Finds each model's cell for a bit; returns the chance of a 1 in 65536ths, never 0 nor all. */
static inline uint32_t predict(struct coder *coder, uint32_t node)
{
	static const uint8_t worth[MODELS][COUNT_MOST + 1] = {
		{1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 9, 11, 13, 15, 17, 19},
		{1, 2, 3, 4, 6, 8, 12, 16, 20, 26, 32, 38, 44, 52, 60, 68},
		{1, 3, 6, 10, 16, 26, 38, 50, 66, 84, 100, 122, 146, 170, 196, 226}};
	uint32_t sum = 0, weights = 0;
#pragma GCC unroll 3
	for (int i = 0; i < MODELS; i++) {
		uint16_t *cell = &coder->cells[i][(coder->contexts[i] + node * 0x2f1u) % CELLS];
		uint32_t weight = worth[i][*cell & COUNT_MOST];
		coder->asked[i] = cell;
		sum += weight * (*cell >> 4u);
		weights += weight;
	}
	uint32_t chance = sum * coder->shares[weights] >> 16;
	return chance < 64 ? 64 : chance > 65472 ? 65472 : chance;
}

/* Adapts the cells to the bit.  A new cell moves fast and an old one slowly: by a half, a third ...
 * an eighteenth of its error. */
static inline void learn(struct coder *coder, unsigned bit)
{
	static const uint16_t shares[COUNT_MOST + 1] = {32768, 21845, 16384, 13107, 10922, 9362,
		8192, 7281, 6553, 5957, 5461, 5041, 4681, 4369, 4096, 3640};
#pragma GCC unroll 3
	for (int i = 0; i < MODELS; i++) {
		uint32_t chance = *coder->asked[i] >> 4u, count = *coder->asked[i] & COUNT_MOST;
		uint32_t more = (4095 - chance) * shares[count] >> 16;
		uint32_t less = chance * shares[count] >> 16;
		chance = bit ? chance + more : chance - less;
		*coder->asked[i] = (uint16_t)(chance << 4 | (count + (count < COUNT_MOST)));
	}
}

/* Narrows the range to the part of the bit. */
static inline void narrow(struct coder *coder, uint32_t middle, unsigned bit)
{
	if (bit)
		coder->high = middle;
	else
		coder->low = middle + 1;
	learn(coder, bit);
}

static inline uint32_t split(const struct coder *coder, uint32_t chance)
{
	uint32_t range = coder->high - coder->low;
	return coder->low + (range >> 16) * chance + (((range & 0xffff) * chance) >> 16);
}

static inline bool settled(const struct coder *coder)
{
	return (coder->low ^ coder->high) >> 24 == 0;
}

static inline uint32_t next_byte(struct coder *coder)
{
	return coder->from < coder->end ? *coder->from++ : 0;
}

static inline unsigned decode_bit(struct coder *coder, uint32_t node)
{
	uint32_t middle = split(coder, predict(coder, node));
	unsigned bit = coder->code <= middle;
	narrow(coder, middle, bit);
	while (settled(coder)) {
		coder->low <<= 8;
		coder->high = coder->high << 8 | 0xff;
		coder->code = coder->code << 8 | next_byte(coder);
	}
	return bit;
}

/* ---- Contexts of a byte ---- */

static inline uint32_t hash(uint32_t value)
{
	return value * 0x9e3779b1u >> (32 - CELL_BITS);
}

static inline uint32_t byte_before(const uint8_t *bytes, size_t at, size_t distance)
{
	return at >= distance ? bytes[at - distance] : 0;
}

static inline void set_contexts(struct coder *coder, const uint8_t *bytes, size_t at, size_t stride)
{
	uint32_t before = byte_before(bytes, at, 1), above = byte_before(bytes, at, stride);
	uint32_t third = byte_before(bytes, at, stride > STRIDE_TEXT ? stride - 1 : 3);
	coder->contexts[0] = hash(before + 1);
	coder->contexts[1] = hash((above << 8 | before) + 0x10000);
	coder->contexts[2] = hash((third << 16 | above << 8 | before) + 0x1000001);
}

/* Continues a match, or looks for one.  Compares the last four bytes, because hashes collide. */
static void find_match(struct coder *coder, const uint8_t *bytes, size_t at)
{
	uint32_t word = 0;
	if (at < MATCH_LEAST)
		return;
	memcpy(&word, bytes + at - MATCH_LEAST, MATCH_LEAST);
	uint32_t key = 0;
	for (unsigned i = 1; i <= MATCH_LEAST; i++)
		key = key << 8 | bytes[at - i];
	uint16_t *place = &coder->places[hash(key)];
	if (coder->match > 0) {
		coder->match++;
		coder->matched += coder->matched < MATCH_MOST;
	} else if (*place > 0 && memcmp(bytes + *place - MATCH_LEAST, &word, MATCH_LEAST) == 0) {
		coder->match = *place;
		coder->matched = MATCH_LEAST;
	}
	*place = at <= UINT16_MAX ? (uint16_t)at : *place;
}

/* Returns the most likely byte; sets node to the decision whether it is right. */
static inline uint8_t guess(
	struct coder *coder, const uint8_t *bytes, size_t at, size_t stride, uint32_t *node)
{
	set_contexts(coder, bytes, at, stride);
	if (stride <= STRIDE_TEXT)
		find_match(coder, bytes, at);
	*node = coder->match > 0 ? NODE_MATCH + coder->matched : 0;
	if (coder->match > 0)
		return bytes[coder->match];
	uint16_t follower = coder->followers[coder->contexts[MODELS - 1]];
	return (uint8_t)(follower > 0 ? follower - 1u : byte_before(bytes, at, stride));
}

/* Records the known byte, for the guesses that follow. */
static inline void settle(struct coder *coder, uint8_t byte, bool as_guessed)
{
	coder->followers[coder->contexts[MODELS - 1]] = (uint16_t)(byte + 1);
	if (!as_guessed)
		coder->match = 0;
}

/* True if a decision is coded here whether a whole stretch repeats the one a stride before. */
static bool begins_stretch(size_t at, size_t size, size_t stride)
{
	return stride >= STRETCH && at % STRETCH == 0 && at >= stride && at + STRETCH <= size;
}

/* The stream ends with `low` itself.  Missing bytes of it read as zeros, which is lower. */
static void decode_all(struct coder *coder, uint8_t *bytes, size_t size, size_t stride)
{
	for (int i = 0; i < 4; i++)
		coder->code = coder->code << 8 | next_byte(coder);
	for (size_t at = 0; at < size; at++) {
		uint32_t node, within = 1;
		if (begins_stretch(at, size, stride)) {
			set_contexts(coder, bytes, at, stride);
			if (decode_bit(coder, NODE_STRETCH)) {
				memcpy(bytes + at, bytes + at - stride, STRETCH);
				at += STRETCH - 1;
				continue;
			}
		}
		uint8_t guessed = guess(coder, bytes, at, stride, &node);
		bool same = decode_bit(coder, node);
		while (!same && within < 0x100)
			within = within << 1 | decode_bit(coder, within);
		bytes[at] = same ? guessed : (uint8_t)within;
		settle(coder, bytes[at], same);
	}
}

uint8_t *compress_2_unpack(struct reader *reader, size_t most, size_t stride, size_t *size)
{
	*size = (size_t)bytes_read_number(reader, most);
	size_t packed = (size_t)bytes_read_number(reader, 2 * most + 64);
	const uint8_t *from = bytes_read(reader, packed);
	if (reader->failed)
		return NULL;
	struct coder *coder = coder_new();
	coder->from = from;
	coder->end = from + packed;
	uint8_t *bytes = malloc(*size > 0 ? *size : 1);
	assert(bytes != NULL);
	decode_all(coder, bytes, *size, stride);
	free(coder);
	return bytes;
}
