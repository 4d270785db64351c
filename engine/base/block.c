/* Blocks of saves: one byte that says whether the bytes are compressed, then the bytes. */
#include "engine/base/bytes.h"

#include <stdlib.h>

void block_write(struct writer *writer, struct compressor *compressor)
{
	size_t size;
	uint8_t *bytes = compress_close(compressor, &size);
	bytes_write_byte(writer, BLOCK_SQUEEZED);
	bytes_write(writer, bytes, size);
	free(bytes);
	compress_free(compressor);
}

struct reader block_open(struct reader *reader, size_t most)
{
	enum block_form form = (enum block_form)bytes_read_number(reader, BLOCK_FORMS - 1);
	size_t size = reader->size - reader->at;
	const uint8_t *bytes = bytes_read(reader, size);
	struct reader block = {.bytes = bytes, .size = size, .maps = reader->maps};
	block.failed = bytes == NULL || size > most;
	if (form == BLOCK_PLAIN || block.failed)
		return block;
	block.compressor = compress_open(bytes, size);
	block.size = most;
	return block;
}

bool block_ended(const struct reader *block)
{
	return !block->failed && (block->compressor != NULL || block->at == block->size);
}
