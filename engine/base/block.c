/* Blocks of saves: one byte that says whether the bytes are compressed, then the bytes. */
#include "engine/base/bytes.h"

#include <stdlib.h>

void block_write(struct writer *writer, struct squeeze *squeeze)
{
	size_t size;
	uint8_t *bytes = squeeze_close(squeeze, &size);
	bytes_write_byte(writer, BLOCK_SQUEEZED);
	bytes_write(writer, bytes, size);
	free(bytes);
	squeeze_free(squeeze);
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
	block.squeeze = squeeze_open(bytes, size);
	block.size = most;
	return block;
}

bool block_ended(const struct reader *block)
{
	return !block->failed && (block->squeeze != NULL || block->at == block->size);
}
