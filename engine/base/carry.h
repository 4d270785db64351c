/*
 * Carrying: one function a record that both writes and reads it, so that its fields are listed
 * once.
 *
 *     static void carry_hero(struct carry *carry, struct hero *hero)
 *     {
 *             carry_begin(carry, COMPRESS_RECORD);
 *             CARRY(carry, hero->mana, MANA_MOST);
 *             ...
 *     }
 *
 * A carry has a writer or a reader, never both.  A carry that writes does not change the record.
 * A carry that reads checks each field's bounds; outside of them the reader fails, and stays
 * failed.  Rules about several fields follow the list.  They are checked in both directions,
 * because a record that is written obeys them.
 */
#ifndef TRAPDOOR_ENGINE_CARRY_H
#define TRAPDOOR_ENGINE_CARRY_H

#include "engine/base/bytes.h"

struct carry {
	struct writer *writer;
	struct reader *reader;
};

/* Each returns the value of the field: the given one when writing, the one read when reading.  A
 * number has 7 bits a byte; a byte is a byte. */
uint64_t carry_number(struct carry *carry, uint64_t value, uint64_t most);
int64_t carry_signed(struct carry *carry, int64_t value, int64_t least, int64_t most);
unsigned carry_byte(struct carry *carry, unsigned value);
void carry_bytes(struct carry *carry, void *bytes, size_t size);

/* Say what kind the bytes from here on are, or which key they concern, to improve compression. */
void carry_begin(struct carry *carry, enum compress_kind kind);
void carry_about(struct carry *carry, uint32_t key);

/* Fails a reader whose record breaks a rule. */
void carry_must(struct carry *carry, bool obeys);

/* True if the carry writes, or if its reader has not failed. */
static inline bool carry_goes_on(const struct carry *carry)
{
	return carry->reader == NULL || !carry->reader->failed;
}

/* Carries a field whose type is an unsigned number, or a signed one that is never negative. */
#define CARRY(carry, field, most)                                                                  \
	CARRY_INTO(carry, field, carry_number(carry, (uint64_t)(field), most))
#define CARRY_SIGNED(carry, field, least, most)                                                    \
	CARRY_INTO(carry, field, carry_signed(carry, field, least, most))
#define CARRY_BYTE(carry, field) CARRY_INTO(carry, field, carry_byte(carry, field))
/* Carries a field as its difference from a base that the reader knows. */
#define CARRY_FROM(carry, field, base, least, most)                                                \
	CARRY_INTO(carry, field,                                                                   \
		(base) + carry_signed(carry, (int64_t)(field) - (base), least, most))

#define CARRY_INTO(carry, field, value)                                                            \
	do {                                                                                       \
		__typeof__(field) carried_ = (__typeof__(field))(value);                           \
		if ((carry)->reader != NULL)                                                       \
			(field) = carried_;                                                        \
	} while (0)

#endif
