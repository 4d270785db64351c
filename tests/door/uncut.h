/*
 * Finds words that a narrow screen cuts, by comparing it with a wide picture of the same screen.
 *
 * A word is a run of ASCII letters.  A word of the narrow screen is cut if it touches the right
 * edge or the right border of a box, is no word of the wide picture, and is the beginning of one.
 */
#ifndef TRAPDOOR_TESTS_UNCUT_H
#define TRAPDOOR_TESTS_UNCUT_H

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define UNCUT_LEAST 2 /* letters; one letter may be a creature on the map */

/* Returns the end of the next word of a text from *at on, and moves *at to its beginning; NULL if
 * there is none. */
static inline const char *uncut_next(const char **at)
{
	const char *end;

	while (**at && !isalpha((unsigned char)**at))
		++*at;
	for (end = *at; isalpha((unsigned char)*end);)
		end++;
	return end > *at ? end : NULL;
}

/* True if the word is the beginning of a longer word of the text, and no word of it. */
static inline bool uncut_is_part(const char *word, size_t length, const char *text)
{
	bool part = false;
	const char *end;

	for (const char *at = text; (end = uncut_next(&at)) != NULL; at = end) {
		size_t size = (size_t)(end - at);

		if (size < length || memcmp(at, word, length) != 0)
			continue;
		if (size == length)
			return false;
		part = true;
	}
	return part;
}

/* Writes the first cut word of a row of `width` columns; false if there is none.  wide is the wide
 * picture, whose rows are separated by newlines. */
static inline bool uncut_row(const char *row, int width, const char *wide, char *word, size_t size)
{
	int end = (int)strlen(row);

	while (end > 0 && row[end - 1] == ' ')
		end--;
	int edge = width;
	if (end > 0 && row[end - 1] == '|') {
		edge = --end; /* the border of a box, and the blank beside it */
		end -= end > 0 && row[end - 1] == ' ';
	}
	int begin = end;
	while (begin > 0 && isalpha((unsigned char)row[begin - 1]))
		begin--;
	if (end < edge - 1 || end - begin < UNCUT_LEAST ||
		!uncut_is_part(row + begin, (size_t)(end - begin), wide))
		return false;
	snprintf(word, size, "%.*s", end - begin, row + begin);
	return true;
}

#endif
