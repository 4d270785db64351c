#include "door/store/journal_digest.h"

size_t journal_commands_size(const uint8_t *bytes, size_t size, uint32_t count)
{
	struct command command;
	size_t at = 0;

	while (count-- > 0 && at < size) {
		size_t used = command_decode(bytes + at, size - at, &command);

		if (used == 0)
			return size;
		at += used;
	}
	return at;
}

struct store_digest journal_digest(const struct game *game, uint32_t index)
{
	struct store_digest digest = {.index = index, .part_count = PART_COUNT};
	uint64_t parts[PART_COUNT];

	_Static_assert(
		PART_COUNT <= STORE_PARTS_MAX, "store_digest.parts has a byte for each part");
	digest.digest = game_digest_parts(game, parts);
	for (size_t i = 0; i < PART_COUNT; i++)
		digest.parts[i] = (uint8_t)parts[i];
	return digest;
}
