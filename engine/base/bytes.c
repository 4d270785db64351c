/* Writing and reading the bytes of saves.  Numbers have 7 bits a byte, least first.  A reader that
 * has failed stays failed. */
#include "engine/base/bytes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void make_room(struct writer *writer, size_t more)
{
	if (writer->size + more <= writer->capacity)
		return;
	assert(!writer->fixed);
	writer->capacity = writer->size + more > 2 * writer->capacity ? writer->size + more + 256
								      : 2 * writer->capacity;
	writer->bytes = realloc(writer->bytes, writer->capacity);
	assert(writer->bytes != NULL);
}

void bytes_write(struct writer *writer, const void *bytes, size_t size)
{
	if (writer->compressor != NULL) {
		for (size_t i = 0; i < size; i++)
			compress_byte(writer->compressor, ((const uint8_t *)bytes)[i]);
		return;
	}
	make_room(writer, size);
	if (size > 0)
		memcpy(writer->bytes + writer->size, bytes, size);
	writer->size += size;
}

void bytes_write_byte(struct writer *writer, unsigned value)
{
	assert(value <= 0xff);
	if (writer->compressor != NULL) {
		compress_byte(writer->compressor, (uint8_t)value);
		return;
	}
	make_room(writer, 1);
	writer->bytes[writer->size++] = (uint8_t)value;
}

void bytes_write_number(struct writer *writer, uint64_t value)
{
	for (; value > 0x7f; value >>= 7)
		bytes_write_byte(writer, (unsigned)(value & 0x7f) | 0x80);
	bytes_write_byte(writer, (unsigned)value);
}

/* Maps numbers of either sign that are near 0 to small numbers: 0, -1, 1, -2, 2 ... */
void bytes_write_signed(struct writer *writer, int64_t value)
{
	bytes_write_number(
		writer, value >= 0 ? (uint64_t)value << 1 : ((uint64_t)(-(value + 1)) << 1) + 1);
}

void bytes_begin(struct writer *writer, enum compress_kind kind)
{
	if (writer->compressor != NULL)
		compress_begin(writer->compressor, kind);
}

void bytes_about(struct writer *writer, uint32_t key)
{
	if (writer->compressor != NULL)
		compress_about(writer->compressor, key);
}

void bytes_mark(struct writer *writer, enum part part)
{
	struct marks *marks = writer->marks;
	if (marks == NULL)
		return;
	assert(marks->count < MARKS_MAX);
	marks->parts[marks->count] = part;
	marks->ends[marks->count++] = writer->size;
}

void bytes_read_begin(struct reader *reader, enum compress_kind kind)
{
	if (reader->compressor != NULL)
		compress_begin(reader->compressor, kind);
}

void bytes_read_about(struct reader *reader, uint32_t key)
{
	if (reader->compressor != NULL)
		compress_about(reader->compressor, key);
}

/* Returns bytes that are valid until the next read. */
static const uint8_t *read_compressed(struct reader *reader, size_t size)
{
	assert(size <= sizeof reader->held);
	for (size_t i = 0; i < size; i++)
		reader->held[i] = compress_byte(reader->compressor, 0);
	reader->failed = compress_is_over(reader->compressor);
	return reader->failed ? NULL : reader->held;
}

const uint8_t *bytes_read(struct reader *reader, size_t size)
{
	if (reader->failed || size > reader->size - reader->at) {
		reader->failed = true;
		return NULL;
	}
	reader->at += size;
	if (reader->compressor != NULL)
		return read_compressed(reader, size);
	return reader->bytes + reader->at - size;
}

unsigned bytes_read_byte(struct reader *reader)
{
	const uint8_t *byte = bytes_read(reader, 1);
	return byte == NULL ? 0 : *byte;
}

uint64_t bytes_read_number(struct reader *reader, uint64_t most)
{
	uint64_t value = 0;
	for (int shift = 0; shift < 63; shift += 7) {
		unsigned byte = bytes_read_byte(reader);
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80) {
			if (value > most)
				break;
			return reader->failed ? 0 : value;
		}
	}
	reader->failed = true;
	return 0;
}

int64_t bytes_read_signed(struct reader *reader, int64_t least, int64_t most)
{
	uint64_t coded = bytes_read_number(reader, UINT32_MAX);
	int64_t value = coded & 1 ? -(int64_t)(coded >> 1) - 1 : (int64_t)(coded >> 1);
	if (value < least || value > most) {
		reader->failed = true;
		return least > 0 || most < 0 ? least : 0;
	}
	return value;
}
