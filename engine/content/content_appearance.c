/* Appearances: an ASCII symbol, or a character beyond ASCII with a fallback symbol, then a colour
 * role. */
#include "engine/content/content_private.h"

#include <string.h>

/* The characters beyond ASCII that may be glyphs.  They are one cell wide on every terminal and
 * have a glyph in vt100/glyphs.c; a test compares the two lists. */
/* clang-format off */
static const uint16_t ranges[][2] = {
	{0x00a1, 0x00ac}, {0x00ae, 0x00ff}, {0x0391, 0x03a1}, {0x03a3, 0x03a9}, {0x03b1, 0x03c9}, {0x0410, 0x044f},
	{0x2020, 0x2022}, {0x203c, 0x203c}, {0x20ac, 0x20ac}, {0x2116, 0x2116}, {0x2190, 0x2195}, {0x21a8, 0x21a8},
	{0x2206, 0x2207}, {0x221a, 0x221a}, {0x221e, 0x221e}, {0x2229, 0x2229}, {0x2248, 0x2248}, {0x2260, 0x2261},
	{0x2264, 0x2265}, {0x2302, 0x2302}, {0x25a0, 0x25a1}, {0x25b2, 0x25b2}, {0x25ba, 0x25ba}, {0x25bc, 0x25bc},
	{0x25c4, 0x25c4}, {0x25c6, 0x25c6}, {0x25ca, 0x25cb}, {0x25cf, 0x25cf}, {0x263a, 0x263c}, {0x2640, 0x2640},
	{0x2642, 0x2642}, {0x2660, 0x2660}, {0x2663, 0x2663}, {0x2665, 0x2666}, {0x266a, 0x266b},
};
/* clang-format on */

bool content_is_glyph(unsigned unicode)
{
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (unicode >= ranges[i][0] && unicode <= ranges[i][1])
			return true;
	return false;
}

/* Returns the code point of a UTF-8 sequence of two or three bytes, and moves the cursor past it.
 * Returns 0 if the sequence is invalid. */
static unsigned decode(struct cursor *cursor)
{
	const uint8_t *bytes = (const uint8_t *)cursor->at;
	size_t left = (size_t)(cursor->end - cursor->at);
	size_t size = bytes[0] >> 5 == 6 ? 2 : bytes[0] >> 4 == 14 ? 3 : 0;
	if (size == 0 || left < size)
		return 0;
	unsigned unicode = bytes[0] & (size == 2 ? 31u : 15u);
	for (size_t i = 1; i < size; i++) {
		if (bytes[i] >> 6 != 2)
			return 0;
		unicode = unicode << 6 | (bytes[i] & 63u);
	}
	cursor->at += size;
	return unicode;
}

static int hex_value(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : -1;
}

/* Reads "U+00E9" if it comes next, else returns 0 and consumes nothing. */
static unsigned read_code(struct cursor *cursor)
{
	struct cursor ahead = *cursor, word;
	unsigned unicode = 0;
	if (!cursor_next_word(&ahead, &word) || word.end - word.at != 6 ||
		memcmp(word.at, "U+", 2) != 0)
		return 0;
	for (const char *at = word.at + 2; at < word.end; at++) {
		if (hex_value(*at) < 0)
			return 0;
		unicode = unicode << 4 | (unsigned)hex_value(*at);
	}
	*cursor = ahead;
	return unicode;
}

/* Reads a character beyond ASCII; consumes nothing of an ASCII symbol.  Returns false after a
 * complaint. */
static bool read_unicode(struct parsing *parsing, struct appearance *appearance)
{
	bool is_ascii = *parsing->cursor.at > 0;
	unsigned unicode = is_ascii ? read_code(&parsing->cursor) : decode(&parsing->cursor);
	if (is_ascii && unicode == 0)
		return true;
	if (!content_is_glyph(unicode))
		return value_complain(parsing,
			"U+%04X is no glyph; the manual lists the characters that are", unicode);
	appearance->unicode = (uint16_t)unicode;
	cursor_skip_blanks(&parsing->cursor);
	struct cursor ahead = parsing->cursor, word;
	if (!cursor_next_word(&ahead, &word) || (word.end - word.at != 1 && *word.at > 0))
		return value_complain(parsing,
			"an ASCII symbol for other terminals is wanted after U+%04X, as in: "
			"U+%04X e wood",
			unicode, unicode);
	return true;
}

/* Reads the symbol for terminals with ASCII only. */
static bool read_symbol(struct parsing *parsing, struct appearance *appearance)
{
	if (parsing->cursor.at == parsing->cursor.end)
		return value_complain(
			parsing, "a symbol and a colour role are wanted, as in: r wood");
	if (cursor_take_word(&parsing->cursor, "blank"))
		appearance->symbol = ' ';
	else
		appearance->symbol = *parsing->cursor.at++;
	if (appearance->symbol < ' ')
		return value_complain(parsing, "the symbol for other terminals is not ASCII");
	return true;
}

bool value_look(struct parsing *parsing)
{
	struct cursor role, shape;
	struct appearance appearance = {.shape = ""};
	char word[24] = "";
	cursor_skip_blanks(&parsing->cursor);
	if (parsing->cursor.at < parsing->cursor.end && !read_unicode(parsing, &appearance))
		return false;
	if (!read_symbol(parsing, &appearance))
		return false;
	parsing->cursor = cursor_without_comment(parsing->cursor);
	if (!cursor_next_word(&parsing->cursor, &role))
		return value_complain(
			parsing, "a colour role is wanted after the symbol, as in: r wood");
	int number = 0;
	while (number < COLOUR_ROLE_COUNT &&
		!cursor_equals(role, colour_role_word((enum colour_role)number)))
		number++;
	if (number == COLOUR_ROLE_COUNT)
		return value_complain_of_role(parsing, role, false);
	appearance.role = (uint8_t)number;
	if (cursor_next_word(&parsing->cursor, &shape)) {
		if ((size_t)(shape.end - shape.at) >= sizeof word)
			return value_complain(parsing, "%.*s is no shape", SHOWN(shape));
		memcpy(word, shape.at, (size_t)(shape.end - shape.at));
		appearance.shape = word;
	}
	uint16_t interned = content_intern_appearance(parsing->content, &appearance);
	memcpy(value_place(parsing), &interned, sizeof interned);
	return true;
}

bool content_is_of_ground(const struct content *content, uint16_t appearance)
{
	for (uint16_t i = 0; i < content->counts.terrains; i++)
		if (content->terrains[i].appearance == appearance)
			return true;
	return false;
}
