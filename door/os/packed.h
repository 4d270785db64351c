/*
 * Records as bytes for another process of this program, perhaps of another release.
 *
 * A table lists the members of a record with their bounds, and both directions use that table. The
 * bytes are little-endian and have no padding. The reader trusts nothing: a number out of bounds, a
 * text with control bytes or missing bytes break it, and it stays broken. The caller tests that
 * once, at the end. A broken reader still leaves every member within its bounds.
 */
#ifndef TRAPDOOR_PACKED_H
#define TRAPDOOR_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A member: a number, an array of numbers, or a text in an array of char. */
struct packed_field {
	const char *name;
	uint16_t offset, count;
	uint8_t size; /* of a number; of a text 0, and count is the size of its array */
	bool is_signed, marked;
	int64_t least, most;
};

/* Rows of a table. The bounds of an unsigned number of 8 bytes are not checked. */
#define PACKED_MEMBER(type, member) (((type *)0)->member)
#define PACKED_NUMBER(type, member, lowest, highest)                                               \
	{                                                                                          \
		.name = #member, .offset = offsetof(type, member), .count = 1,                     \
		.size = sizeof PACKED_MEMBER(type, member),                                        \
		.is_signed = (__typeof__(PACKED_MEMBER(type, member)))-1 < 1, .least = (lowest),   \
		.most = (highest)                                                                  \
	}
#define PACKED_ARRAY(type, member, lowest, highest)                                                \
	{                                                                                          \
		.name = #member, .offset = offsetof(type, member),                                 \
		.count = sizeof PACKED_MEMBER(type, member) /                                      \
			 sizeof PACKED_MEMBER(type, member)[0],                                    \
		.size = sizeof PACKED_MEMBER(type, member)[0],                                     \
		.is_signed = (__typeof__(PACKED_MEMBER(type, member)[0]))-1 < 1,                   \
		.least = (lowest), .most = (highest)                                               \
	}
/* Printable ASCII. */
#define PACKED_TEXT(type, member)                                                                  \
	{                                                                                          \
		.name = #member, .offset = offsetof(type, member),                                 \
		.count = sizeof PACKED_MEMBER(type, member)                                        \
	}
/* The same, which may have role bytes (vt100/vt100.h). */
#define PACKED_MARKED(type, member)                                                                \
	{                                                                                          \
		.name = #member, .offset = offsetof(type, member),                                 \
		.count = sizeof PACKED_MEMBER(type, member), .marked = true                        \
	}

struct packing {
	uint8_t *bytes;
	size_t size, capacity;
	bool full; /* something did not fit */
};

struct unpacking {
	const uint8_t *bytes;
	size_t size, at;
	bool broken;
};

void packed_put(struct packing *out, const void *record, const struct packed_field *fields,
	size_t field_count);
/* Sets all members of the table. */
void packed_get(
	struct unpacking *in, void *record, const struct packed_field *fields, size_t field_count);

void packed_put_number(struct packing *out, uint64_t value, size_t size);
/* Returns 0 if bytes are missing. */
uint64_t packed_get_number(struct unpacking *in, size_t size);
void packed_put_bytes(struct packing *out, const void *bytes, size_t size);
/* Returns the bytes inside of the whole, or NULL if some are missing. */
const uint8_t *packed_get_bytes(struct unpacking *in, size_t size);

/* True if nothing was missing or out of bounds, and no byte is left. */
bool packed_whole(const struct unpacking *in);

#endif
