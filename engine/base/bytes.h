/*
 * Writers and readers of bytes: numbers, and blocks of bytes that may be compressed (squeeze.h).
 *
 * A writer grows as it is written to.  A reader that has failed stays failed and reads zeros, so
 * its user may ask once, at the end.
 */
#ifndef TRAPDOOR_ENGINE_BYTES_H
#define TRAPDOOR_ENGINE_BYTES_H

#include "engine/base/compress.h"
#include "engine/engine.h"

/* Where the parts of a state end in its bytes, in order; a part may have several pieces. */
#define MARKS_MAX 20
struct marks {
	size_t count;
	size_t ends[MARKS_MAX];
	enum part parts[MARKS_MAX];
};
struct writer {
	uint8_t *bytes;
	size_t size, capacity;
	bool fixed;                    /* the bytes are the caller's, and enough */
	struct marks *marks;           /* or NULL: nobody asks */
	struct compressor *compressor; /* or NULL; else what is written goes there alone */
};
struct id_maps;
struct reader {
	const uint8_t *bytes;
	size_t size, at;
	bool failed;
	const struct id_maps
		*maps; /* of a save (save.h); NULL: the kinds and the format are of now */
	struct compressor *compressor; /* or NULL; else all comes from there, size bytes at most */
	uint8_t held[256];             /* the last that came */
};
void bytes_write_byte(struct writer *writer, unsigned value);
void bytes_write_number(struct writer *writer, uint64_t value); /* 7 bits a byte, least first */
void bytes_write_signed(struct writer *writer, int64_t value);
void bytes_write(struct writer *writer, const void *bytes, size_t size);
/* What was written since the last mark is of that part of the state. */
void bytes_mark(struct writer *writer, enum part part);
/* What the bytes from here on are, for their squeezing: whoever reads them must tell the same at
 * the same places. */
void bytes_begin(struct writer *writer, enum compress_kind kind);
void bytes_about(struct writer *writer, uint32_t key);
void bytes_read_begin(struct reader *reader, enum compress_kind kind);
void bytes_read_about(struct reader *reader, uint32_t key);
unsigned bytes_read_byte(struct reader *reader);
uint64_t bytes_read_number(struct reader *reader, uint64_t most); /* above most: failed, and 0 */
int64_t bytes_read_signed(struct reader *reader, int64_t least, int64_t most);
const uint8_t *bytes_read(struct reader *reader, size_t size);

/* ---- Blocks: a form, and bytes (block.c) ---- */

/* Plain ones are what tests forge. */
enum block_form { BLOCK_PLAIN, BLOCK_SQUEEZED, BLOCK_FORMS };

/* Ends and frees what was squeezed. */
void block_write(struct writer *writer, struct compressor *compressor);
/* All that is left of the reader, as a reader of at most so many bytes.  Its squeeze is the
 * caller's to free, and it fails with the outer one. */
struct reader block_open(struct reader *reader, size_t most);
/* Read to its end, and nothing failed. */
bool block_ended(const struct reader *block);

/* ---- compress_2.c: what saves of format 2 were squeezed by ---- */

/* The bytes, which the caller frees; NULL and a failed reader when there are more than most, or too
 * few. */
uint8_t *compress_2_unpack(struct reader *reader, size_t most, size_t stride, size_t *size);

#endif
