/* Births as the store and archives hold them: what is read is written and read again as the same
 * birth. */
#include "tests/fuzz/fuzz.h"

#include "engine/engine.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	uint8_t written[BIRTH_BYTES_MAX], again[BIRTH_BYTES_MAX];
	struct birth birth, read;
	if (!birth_decode(bytes, size, &birth))
		return 0;
	assert(birth.facts <= FACTS_ALL && birth.bones_count <= BONES_MAX);
	size_t length = birth_encode(&birth, written);
	assert(length <= size && birth_decode(written, length, &read));
	assert(birth_encode(&read, again) == length && memcmp(written, again, length) == 0);
	return 0;
}
