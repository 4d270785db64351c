/* A growing buffer of bytes for a terminal, and numbers in them. */
#include "vt100/internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define BYTES_FIRST 1024

void vt_bytes_add(struct vt_bytes *bytes, const void *data, size_t size)
{
	if (bytes->size + size > bytes->capacity) {
		size_t capacity = bytes->capacity < BYTES_FIRST ? BYTES_FIRST : bytes->capacity;

		while (capacity < bytes->size + size)
			capacity *= 2;
		uint8_t *grown = realloc(bytes->data, capacity);
		assert(grown != NULL);
		bytes->data = grown;
		bytes->capacity = capacity;
	}
	if (size > 0)
		memcpy(bytes->data + bytes->size, data, size);
	bytes->size += size;
}

void vt_bytes_free(struct vt_bytes *bytes)
{
	free(bytes->data);
	*bytes = (struct vt_bytes){0};
}

size_t vt_digits(unsigned number)
{
	return number >= 100 ? 3 : number >= 10 ? 2 : 1;
}

size_t vt_number(uint8_t *bytes, unsigned number)
{
	size_t size = vt_digits(number);

	for (size_t i = size; i-- > 0; number /= 10)
		bytes[i] = (uint8_t)('0' + number % 10);
	return size;
}
