/* Makes text from strangers harmless: only printable ASCII is left, which no terminal, log or
 * reader can misread. */
#include "vt100/vt100.h"

#include <assert.h>

/* Decodes one character and returns its length. Each byte of invalid UTF-8 counts as one C1 or
 * Latin-1 character. */
static size_t decode_utf8(const uint8_t *bytes, size_t size, uint32_t *character)
{
	static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
	uint8_t lead = bytes[0];
	size_t more = lead >= 0xf0 && lead < 0xf8 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;

	*character = lead;
	if (lead >= 0xf8 || more == 0 || more >= size)
		return 1;
	uint32_t value = lead & (0x3fU >> more);
	for (size_t i = 1; i <= more; i++) {
		if ((bytes[i] & 0xc0) != 0x80)
			return 1;
		value = value << 6 | (bytes[i] & 0x3f);
	}
	if (value < least[more])
		return 1;
	*character = value;
	return more + 1;
}

/* True for characters dropped without a replacement: control, invisible and bidirectional
 * characters. */
static bool is_stripped(uint32_t character)
{
	static const uint32_t ranges[][2] = {{0, 0x1f}, {0x7f, 0x9f}, {0xad, 0xad}, {0x61c, 0x61c},
		{0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
		{0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		if (character >= ranges[i][0] && character <= ranges[i][1])
			return true;
	}
	return false;
}

size_t vt_clean(char *clean, size_t clean_size, const char *text, size_t size)
{
	const uint8_t *bytes = (const uint8_t *)text;
	size_t length = 0, at = 0;

	assert(clean_size > 0);
	while (at < size && length + 1 < clean_size) {
		uint32_t character;

		at += decode_utf8(bytes + at, size - at, &character);
		if (!is_stripped(character))
			clean[length++] = character < 0x7f ? (char)character : '?';
	}
	clean[length] = '\0';
	return length;
}
