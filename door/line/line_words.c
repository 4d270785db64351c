/* Typed words, and words of directions. */
#include "door/line/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *word, *brief;
} directions[DIR_COUNT] = {[DIR_N] = {"north", "n"},
	[DIR_NE] = {"north-east", "ne"},
	[DIR_E] = {"east", "e"},
	[DIR_SE] = {"south-east", "se"},
	[DIR_S] = {"south", "s"},
	[DIR_SW] = {"south-west", "sw"},
	[DIR_W] = {"west", "w"},
	[DIR_NW] = {"north-west", "nw"}};

const char *line_direction_word(enum direction direction)
{
	return directions[direction].word;
}

/* True if two words are equal, a hyphen in the second counted as optional. */
static bool is_word(const char *word, const char *hyphened)
{
	while (*word && *hyphened) {
		if (*hyphened == '-' && *word != '-')
			hyphened++;
		if (*word++ != *hyphened++)
			return false;
	}
	return !*word && !*hyphened;
}

const char *line_detail_word(enum line_detail detail)
{
	static const char *const words[] = {
		[LINE_NORMAL] = "normal", [LINE_BRIEF] = "brief", [LINE_FULL] = "full"};
	return words[detail];
}

enum direction line_direction(const char *word)
{
	for (int i = 0; i < DIR_COUNT; i++)
		if (is_word(word, directions[i].word) || strcmp(word, directions[i].brief) == 0)
			return (enum direction)i;
	return DIR_COUNT;
}

void line_words(const char *typed, struct line_words *words)
{
	static const char *const dropped[] = {"the", "to", "at", "with", "on", "in"};
	static const char blanks[] = " \t,.;:";
	words->count = 0;
	typed += strspn(typed, " \t");
	while (*typed && words->count < LINE_WORDS_MAX) {
		/* A sign alone is a key, as "." or ",". */
		size_t length = strcspn(typed, blanks);
		if (!length && words->count == 0)
			length = 1;
		char *word = words->list[words->count];
		size_t kept = length < LINE_WORD_SIZE - 1 ? length : LINE_WORD_SIZE - 1;
		for (size_t i = 0; i < kept; i++)
			word[i] = (char)tolower((unsigned char)typed[i]);
		word[kept] = 0;
		bool drops = false;
		for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
			drops |= words->count > 0 && strcmp(word, dropped[i]) == 0;
		words->count += !drops;
		typed += length;
		typed += strspn(typed, blanks);
	}
}

void line_offset(int dx, int dy, char *text, size_t size)
{
	const char *down = dy < 0 ? "north" : "south", *across = dx < 0 ? "west" : "east";
	if (!dx && !dy)
		snprintf(text, size, "here");
	else if (!dx || !dy)
		snprintf(text, size, "%d %s", abs(dx + dy), dx ? across : down);
	else if (abs(dx) == abs(dy))
		snprintf(text, size, "%d %s-%s", abs(dx), down, across);
	else
		snprintf(text, size, "%d %s %d %s", abs(dy), down, abs(dx), across);
}

void line_plain(struct ui_text *text, const char *from)
{
	char plain[512];
	while (*from) {
		size_t length = 0;
		/* Blanks in a row become one. */
		for (; *from && length < sizeof plain - 1; from++) {
			unsigned char byte = (unsigned char)*from;
			bool blank = byte == '\n' || byte == '\t' || byte == ' ';
			if (blank && (!length || plain[length - 1] != ' '))
				plain[length++] = ' ';
			else if (blank)
				continue;
			else if (byte >= 32 && byte < 127)
				plain[length++] = (char)byte;
		}
		plain[length] = 0;
		ui_add(text, "%s", plain);
	}
}

/* Returns how many characters of a line of that length fit into the room. */
static size_t fitting(const char *line, size_t length, size_t room)
{
	size_t cut = room;
	if (length <= room)
		return length;
	while (cut > 0 && line[cut] != ' ')
		cut--;
	return cut ? cut : room;
}

void line_wrapped(struct ui_text *text, const char *from, int width)
{
	size_t room = width > 1 ? (size_t)width - 1 : 1;
	while (*from) {
		size_t length = strcspn(from, "\n"), cut = fitting(from, length, room);
		ui_add(text, "%.*s", (int)cut, from);
		from += cut;
		if (cut < length)
			from += strspn(from, " ");
		if (cut < length || *from == '\n')
			ui_add(text, "\n");
		from += cut == length && *from == '\n';
	}
}
