/* Carrying: moves each field to the writer or from the reader. */
#include "engine/base/carry.h"

#include <string.h>

uint64_t carry_number(struct carry *carry, uint64_t value, uint64_t most)
{
	if (carry->reader != NULL)
		return bytes_read_number(carry->reader, most);
	bytes_write_number(carry->writer, value);
	return value;
}

int64_t carry_signed(struct carry *carry, int64_t value, int64_t least, int64_t most)
{
	if (carry->reader != NULL)
		return bytes_read_signed(carry->reader, least, most);
	bytes_write_signed(carry->writer, value);
	return value;
}

unsigned carry_byte(struct carry *carry, unsigned value)
{
	if (carry->reader != NULL)
		return bytes_read_byte(carry->reader);
	bytes_write_byte(carry->writer, value);
	return value;
}

void carry_bytes(struct carry *carry, void *bytes, size_t size)
{
	if (carry->reader == NULL) {
		bytes_write(carry->writer, bytes, size);
		return;
	}
	const uint8_t *read = bytes_read(carry->reader, size);
	if (read != NULL)
		memcpy(bytes, read, size);
}

void carry_begin(struct carry *carry, enum compress_kind kind)
{
	if (carry->reader != NULL)
		bytes_read_begin(carry->reader, kind);
	else
		bytes_begin(carry->writer, kind);
}

void carry_about(struct carry *carry, uint32_t key)
{
	if (carry->reader != NULL)
		bytes_read_about(carry->reader, key);
	else
		bytes_about(carry->writer, key);
}

void carry_must(struct carry *carry, bool obeys)
{
	if (carry->reader != NULL && !obeys)
		carry->reader->failed = true;
}
