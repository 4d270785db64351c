/* The coder of compress.c, for the models of bytes (compress_bytes.c). */
#ifndef TRAPDOOR_ENGINE_COMPRESS_PRIVATE_H
#define TRAPDOOR_ENGINE_COMPRESS_PRIVATE_H

#include "engine/base/compress.h"

#define SLOT_BITS 14
#define SLOTS (1u << SLOT_BITS)
#define ASKED_CLASSES 8 /* of slots, by their number of uses */
#define CHANCES 4096
#define FIELDS_MOST 64
#define HASH_BITS 11
#define HASHES (1u << HASH_BITS)
#define LEARNERS (COMPRESS_QUESTIONS + COMPRESS_KINDS)

/* State of the models of bytes. */
struct compress_bytes {
	enum compress_kind kind;
	unsigned field;
	uint32_t key, before;                      /* the bytes before, the last one lowest */
	uint8_t last[COMPRESS_KINDS][FIELDS_MOST]; /* value of each field in the previous record */
	uint16_t guesses[HASHES]; /* by hash of a context: 1 + the byte that followed, 0 none */
	/* For texts: */
	const struct compress_phrases *phrases; /* or NULL */
	uint8_t *text;
	size_t size, room;
	size_t match;            /* position of the byte predicted by a match, or 0 */
	unsigned since;          /* length of the match */
	uint32_t word;           /* hash of the word so far */
	uint32_t places[HASHES]; /* by hash of four bytes: position after their last occurrence, or
				    0 */
};

struct compressor {
	bool reads;
	uint32_t low, high, code;
	const uint8_t *from, *end;
	unsigned missing; /* bytes read beyond the end */
	uint8_t *packed;
	size_t packed_size, packed_room;
	int16_t stretched[CHANCES];
	int32_t weights[LEARNERS][COMPRESS_CONTEXTS][ASKED_CLASSES];
	struct compress_bytes bytes;
	uint32_t slots[SLOTS];
};

/* The contexts of a decision as hashes. */
struct compress_known {
	unsigned learner, count;
	uint32_t hashes[COMPRESS_CONTEXTS];
};

static inline void compress_add_context(struct compress_known *known, uint32_t context)
{
	uint32_t of = known->learner * COMPRESS_CONTEXTS + known->count;
	uint32_t hash = (context + of * 0x3d4d51cbu) * 0x9e3779b1u;
	known->hashes[known->count++] = (hash ^ hash >> 15) * 0x85ebca6bu;
}

/* Writes the bit, or reads one if the compressor reads. Returns the bit. node: which bit of its
 * symbol it is, and the bits before it. */
unsigned compress_code(struct compressor *compressor, const struct compress_known *known,
	uint32_t node, unsigned bit);
/* Codes a symbol of so many bits, the highest first. */
unsigned compress_code_symbol(struct compressor *compressor, const struct compress_known *known,
	unsigned bits, unsigned symbol);
#define NODE_GUESS 256u /* the decision whether a guess is right */

#endif
