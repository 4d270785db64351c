#include "engine/base/compress_private.h"

#include <assert.h>
#include <stdlib.h>

/* A slot: the chance of a 1 in its upper 22 bits, the number of its uses in the lower 10.  Its
 * highest bit is inverted, so that an unused slot is all zeros. */
#define SLOT_FLIP 0x80000000u
#define SLOT_ASKED 1023u
#define ASKED_MOST 40u /* the learning rate is constant from here on */
#define SURE 2047      /* the extreme odds, in 256ths of their natural logarithm */
#define PACE 8         /* learning rate of the weights */
#define WEIGHT_BITS 16
#define WEIGHT_MOST (16 << WEIGHT_BITS) /* so that the weighted sum fits 32 bits */

/* ---- Chances ---- */

/* 65536ths of 1 / (1 + e^-x), for x from -8 to 8 by halves. */
static const uint16_t logistic[33] = {22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108, 4971,
	7812, 11955, 17625, 24743, 32768, 40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357,
	64816, 65097, 65269, 65374, 65438, 65476, 65500, 65514};

static int32_t squash(int32_t odds)
{
	odds = odds > SURE ? SURE : odds < -SURE ? -SURE : odds;
	int32_t at = (odds + 2048) >> 7, part = (odds + 2048) & 127;
	return (logistic[at] * (128 - part) + logistic[at + 1] * part) >> 7;
}

/* The inverse of squash, for chances in 4096ths. */
static void stretch_all(int16_t stretched[CHANCES])
{
	int at = 0;
	for (int odds = -SURE; odds <= SURE; odds++)
		for (int chance = squash(odds) >> 4; at <= chance; at++)
			stretched[at] = (int16_t)odds;
	while (at < CHANCES)
		stretched[at++] = SURE;
}

/* ---- Bits ---- */

struct opinion {
	uint32_t *slot;
	int32_t *weight;
	int32_t odds;
};

static inline unsigned class_of(uint32_t slot)
{
	static const uint8_t classes[ASKED_MOST + 1] = {0, 1, 2, 3, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6,
		6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
	return classes[slot & SLOT_ASKED];
}

/* Returns the chance of a 1 in 65536ths, never 0 nor all. */
static inline int32_t predict(struct compressor *compressor, const struct compress_known *known,
	uint32_t node, struct opinion *opinions)
{
	int32_t sum = 0;
	node *= 0x2f0b4c47u;
	for (unsigned i = 0; i < known->count; i++) {
		struct opinion *its = &opinions[i];
		its->slot = &compressor->slots[(known->hashes[i] ^ node) >> (32 - SLOT_BITS)];
		uint32_t slot = *its->slot ^ SLOT_FLIP;
		its->odds = compressor->stretched[slot >> 20];
		its->weight = &compressor->weights[known->learner][i][class_of(slot)];
		sum += its->odds * (*its->weight >> 4);
	}
	return squash(sum >> (WEIGHT_BITS - 4));
}

/* Adapts slots and weights to the bit.  A new slot moves fast and an old one slowly: by two thirds,
 * two fifths, two sevenths ... of its error.  A weight grows when its slot predicted the bit. */
static inline void learn(
	const struct opinion *opinions, unsigned count, int32_t chance, unsigned bit)
{
	static const uint16_t paces[ASKED_MOST + 1] = {
#define PACE_OF(n) (uint16_t)(0x20000 / (2 * (n) + 3))
#define PACES_OF(n)                                                                                \
	PACE_OF(n), PACE_OF(n + 1), PACE_OF(n + 2), PACE_OF(n + 3), PACE_OF(n + 4),                \
		PACE_OF(n + 5), PACE_OF(n + 6), PACE_OF(n + 7)
		PACES_OF(0), PACES_OF(8), PACES_OF(16), PACES_OF(24), PACES_OF(32), PACE_OF(40)};
	int32_t wrong = ((bit ? 65535 : 0) - chance) * PACE;
	for (unsigned i = 0; i < count; i++) {
		uint32_t slot = *opinions[i].slot ^ SLOT_FLIP;
		uint32_t asked = slot & SLOT_ASKED, ones = slot >> 10;
		uint32_t off = bit ? 0x3fffff - ones : ones;
		off = (off >> 6) * paces[asked] >> 10;
		ones = bit ? ones + off : ones - off;
		*opinions[i].slot = (ones << 10 | (asked + (asked < ASKED_MOST))) ^ SLOT_FLIP;
		int32_t weight = *opinions[i].weight + ((opinions[i].odds * wrong + 0x8000) >> 16);
		*opinions[i].weight = weight > WEIGHT_MOST    ? WEIGHT_MOST
				      : weight < -WEIGHT_MOST ? -WEIGHT_MOST
							      : weight;
	}
}

static void put(struct compressor *compressor, uint8_t byte)
{
	if (compressor->packed_size == compressor->packed_room) {
		compressor->packed_room = compressor->packed_room * 2 + 256;
		compressor->packed = realloc(compressor->packed, compressor->packed_room);
		assert(compressor->packed != NULL);
	}
	compressor->packed[compressor->packed_size++] = byte;
}

/* Returns the next byte, or 0 beyond the end. */
static uint8_t take(struct compressor *compressor)
{
	if (compressor->from < compressor->end)
		return *compressor->from++;
	compressor->missing++;
	return 0;
}

/* Narrows the range to the part of the bit; writes or reads the bytes that are settled. */
static inline unsigned narrow(struct compressor *compressor, uint32_t chance, unsigned bit)
{
	uint32_t range = compressor->high - compressor->low;
	uint32_t middle =
		compressor->low + (range >> 16) * chance + (((range & 0xffff) * chance) >> 16);
	if (compressor->reads)
		bit = compressor->code <= middle;
	if (bit)
		compressor->high = middle;
	else
		compressor->low = middle + 1;
	while ((compressor->low ^ compressor->high) >> 24 == 0) {
		if (compressor->reads)
			compressor->code = compressor->code << 8 | take(compressor);
		else
			put(compressor, (uint8_t)(compressor->high >> 24));
		compressor->low <<= 8;
		compressor->high = compressor->high << 8 | 0xff;
	}
	return bit;
}

unsigned compress_code(struct compressor *compressor, const struct compress_known *known,
	uint32_t node, unsigned bit)
{
	struct opinion opinions[COMPRESS_CONTEXTS];
	int32_t chance = predict(compressor, known, node, opinions);
	bit = narrow(compressor, (uint32_t)chance, bit);
	learn(opinions, known->count, chance, bit);
	return bit;
}

unsigned compress_code_symbol(struct compressor *compressor, const struct compress_known *known,
	unsigned bits, unsigned symbol)
{
	unsigned node = 1;
	for (unsigned bit = bits; bit-- > 0;)
		node = node << 1 | compress_code(compressor, known, node, symbol >> bit & 1);
	return node - (1u << bits);
}

/* ---- Questions ---- */

static inline struct compress_known known_of(const struct compress_asks *asks)
{
	struct compress_known known = {.learner = asks->question};
	assert(asks->question < COMPRESS_QUESTIONS && asks->count <= COMPRESS_CONTEXTS);
	for (unsigned i = 0; i < asks->count; i++)
		compress_add_context(&known, asks->contexts[i]);
	return known;
}

unsigned compress_bit(struct compressor *compressor, const struct compress_asks *asks, unsigned bit)
{
	struct compress_known known = known_of(asks);
	return compress_code(compressor, &known, 0, bit);
}

unsigned compress_symbol(struct compressor *compressor, const struct compress_asks *asks,
	unsigned bits, unsigned guess, unsigned symbol)
{
	struct compress_known known = known_of(asks);
	if (guess >> bits == 0 && compress_code(compressor, &known, NODE_GUESS, symbol == guess))
		return guess;
	return compress_code_symbol(compressor, &known, bits, symbol);
}

/* ---- Streams ---- */

/* The initial weights favour the slots used most often. */
struct compressor *compress_new(void)
{
	static const int32_t heard[ASKED_CLASSES] = {
		0, 15, 20, 22, 25, 27, 30, 30}; /* initial weights, in 64ths */
	struct compressor *compressor = calloc(1, sizeof *compressor);
	assert(compressor != NULL);
	stretch_all(compressor->stretched);
	for (int learner = 0; learner < LEARNERS; learner++)
		for (int i = 0; i < COMPRESS_CONTEXTS; i++)
			for (int class = 0; class < ASKED_CLASSES; class ++)
				compressor->weights[learner][i][class] = heard[class]
									 << (WEIGHT_BITS - 6);
	compressor->high = UINT32_MAX;
	return compressor;
}

struct compressor *compress_open(const uint8_t *bytes, size_t size)
{
	struct compressor *compressor = compress_new();
	compressor->reads = true;
	compressor->from = bytes;
	compressor->end = size > 0 ? bytes + size : bytes; /* which may be NULL */
	for (int i = 0; i < 4; i++)
		compressor->code = compressor->code << 8 | take(compressor);
	return compressor;
}

/* One more byte is enough: followed by zeros, it is within the range. */
uint8_t *compress_close(struct compressor *compressor, size_t *size)
{
	if (compressor->low > 0)
		put(compressor, (uint8_t)((compressor->low >> 24) + 1));
	uint8_t *packed = compressor->packed;
	*size = compressor->packed_size;
	compressor->packed = NULL;
	return packed;
}

/* The reader starts four bytes ahead. */
bool compress_is_over(const struct compressor *compressor)
{
	return compressor->missing > 4;
}

void compress_free(struct compressor *compressor)
{
	if (compressor == NULL)
		return;
	free(compressor->packed);
	free(compressor->bytes.text);
	free(compressor);
}
