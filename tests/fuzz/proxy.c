/*
 * Headers of the PROXY protocol: any bytes are answered, a whole header has the same answer however
 * its bytes arrive, and no byte after it counts.
 */
#include "tests/fuzz/fuzz.h"

#include "door/net/proxy_header.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct proxied client, again;
	size_t length, shorter;
	memset(&client, 0, sizeof client);
	memset(&again, 0, sizeof again);
	enum proxy_answer answer = proxy_header_read(bytes, size, &length, &client);
	if (answer == PROXY_MORE)
		assert(size < PROXY_HEADER_MAX);
	if (answer == PROXY_MORE || answer == PROXY_BAD)
		return 0;
	assert(length > 0 && length <= size && length <= PROXY_HEADER_MAX);
	for (size_t part = 0; part < length; part++) {
		/* Exactly as large as its bytes, so that a read beyond them is seen. */
		uint8_t *copy = malloc(part > 0 ? part : 1);
		assert(copy != NULL);
		if (part > 0)
			memcpy(copy, bytes, part);
		assert(proxy_header_read(copy, part, &shorter, &again) == PROXY_MORE);
		free(copy);
	}
	assert(proxy_header_read(bytes, length, &shorter, &again) == answer);
	assert(shorter == length);
	if (answer == PROXY_CLIENT)
		assert(client.tls == again.tls &&
			memcmp(&client.address, &again.address, sizeof client.address) == 0);
	return 0;
}
