/*
 * Writers and readers of bytes: numbers, and blocks of bytes that may be compressed (compress.h).
 *
 * A writer grows as needed.  A reader that has failed stays failed and reads zeros, so its user may
 * check for failure once, at the end.
 */
#ifndef TRAPDOOR_ENGINE_BYTES_H
#define TRAPDOOR_ENGINE_BYTES_H

#include "engine/base/compress.h"
#include "engine/engine.h"

/* The ends of the parts of a state in its bytes, in order.  A part may have several pieces. */
#define MARKS_MAX 20
struct marks {
	size_t count;
	size_t ends[MARKS_MAX];
	enum part parts[MARKS_MAX];
};
struct writer {
	uint8_t *bytes;
	size_t size, capacity;
	bool fixed;          /* the bytes are the caller's and large enough */
	struct marks *marks; /* or NULL: marks are not recorded */
	struct compressor
		*compressor; /* or NULL; else it receives everything written, and bytes is unused */
};
struct id_maps;
struct reader {
	const uint8_t *bytes;
	size_t size, at;
	bool failed;
	const struct id_maps
		*maps; /* of a save (save.h); NULL: kinds and format are the current ones */
	struct compressor
		*compressor; /* or NULL; else it supplies everything read, at most size bytes */
	uint8_t held[256];   /* the bytes read last */
};
void bytes_write_byte(struct writer *writer, unsigned value);
void bytes_write_number(struct writer *writer, uint64_t value); /* 7 bits a byte, least first */
void bytes_write_signed(struct writer *writer, int64_t value);
void bytes_write(struct writer *writer, const void *bytes, size_t size);
/* Assigns everything written since the last mark to that part of the state. */
void bytes_mark(struct writer *writer, enum part part);
/* Say what the bytes from here on are, to improve their compression.  The reader must make the same
 * calls at the same places. */
void bytes_begin(struct writer *writer, enum compress_kind kind);
void bytes_about(struct writer *writer, uint32_t key);
void bytes_read_begin(struct reader *reader, enum compress_kind kind);
void bytes_read_about(struct reader *reader, uint32_t key);
unsigned bytes_read_byte(struct reader *reader);
uint64_t bytes_read_number(
	struct reader *reader, uint64_t most); /* fails and returns 0 above most */
int64_t bytes_read_signed(struct reader *reader, int64_t least, int64_t most);
const uint8_t *bytes_read(struct reader *reader, size_t size);

/* ---- Blocks: a form, and bytes (block.c) ---- */

/* Tests use BLOCK_PLAIN to forge saves. */
enum block_form { BLOCK_PLAIN, BLOCK_SQUEEZED, BLOCK_FORMS };

/* Writes the compressed bytes as a block, and frees the compressor. */
void block_write(struct writer *writer, struct compressor *compressor);
/* Returns the rest of the reader as a reader of at most so many bytes.  The caller frees its
 * compressor.  It has failed if the outer reader has. */
struct reader block_open(struct reader *reader, size_t most);
/* True if the block was read to its end without failure. */
bool block_ended(const struct reader *block);

/* ---- compress_2.c: compression of saves of format 2 ---- */

/* Returns the unpacked bytes, which the caller frees.  Returns NULL and fails the reader when there
 * are more than most, or too few. */
uint8_t *compress_2_unpack(struct reader *reader, size_t most, size_t stride, size_t *size);

#endif
