/*
 * Reading a line: the cursor over the unread rest of a line, complaints about the field, numbers
 * and dice.
 *
 * A reader returns false after a complaint; the field is then unchanged.
 */
#include "engine/content/content_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- The cursor ---- */

bool cursor_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

bool cursor_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

void cursor_skip_blanks(struct cursor *cursor)
{
	while (cursor->at < cursor->end && cursor_is_blank(*cursor->at))
		cursor->at++;
}

/* Reads characters up to a blank or a comma. */
bool cursor_next_word(struct cursor *cursor, struct cursor *word)
{
	cursor_skip_blanks(cursor);
	word->at = cursor->at;
	while (cursor->at < cursor->end && !cursor_is_blank(*cursor->at) && *cursor->at != ',')
		cursor->at++;
	word->end = cursor->at;
	return word->at < word->end;
}

bool cursor_equals(struct cursor word, const char *text)
{
	size_t length = (size_t)(word.end - word.at);
	return strlen(text) == length && !memcmp(word.at, text, length);
}

/* Consumes the character if it comes next. */
bool cursor_take(struct cursor *cursor, char c)
{
	if (cursor->at == cursor->end || *cursor->at != c)
		return false;
	cursor->at++;
	return true;
}

/* Consumes the word if it comes next. */
bool cursor_take_word(struct cursor *cursor, const char *text)
{
	struct cursor ahead = *cursor, word;
	if (!cursor_next_word(&ahead, &word) || !cursor_equals(word, text))
		return false;
	*cursor = ahead;
	return true;
}

/* Returns the text without its comment: all before a '#' that begins it or follows a blank. */
struct cursor cursor_without_comment(struct cursor cursor)
{
	for (const char *at = cursor.at; at < cursor.end; at++)
		if (*at == '#' && (at == cursor.at || cursor_is_blank(at[-1])))
			cursor.end = at;
	return cursor;
}

/* ---- Complaints about the field ---- */

bool value_complain(struct parsing *parsing, const char *format, ...)
{
	char sentence[sizeof((struct complaint *)0)->sentence];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(sentence, sizeof sentence, format, arguments);
	va_end(arguments);
	content_complain(
		parsing->content, parsing->place, "%s: %s", parsing->field->name, sentence);
	return false;
}

/* Returns the address of the field's value.  Valid until a record is added. */
void *value_place(const struct parsing *parsing)
{
	return (char *)content_row(parsing->content, parsing->kind, parsing->index) +
	       parsing->field->offset;
}

/* Returns the address of one more value of a repeated field, or NULL with a complaint when there
 * are enough. */
void *value_place_next(struct parsing *parsing, size_t size)
{
	const struct field *field = parsing->field;
	char *row = content_row(parsing->content, parsing->kind, parsing->index);
	uint8_t *count = (uint8_t *)row + field->count_offset;
	if (*count == field->most) {
		value_complain(parsing, "there are more than %d", field->most);
		return NULL;
	}
	return row + field->offset + size * (*count)++;
}

/* ---- Numbers ---- */

/* Reads a number from `least` to `most`. Reports any other as a complaint, however many digits it
 * has, and returns false. */
bool read_digits(struct parsing *parsing, struct cursor *cursor, int least, int most, int *number)
{
	struct cursor start = *cursor;
	int value = 0;
	bool over = false;
	while (cursor->at < cursor->end && cursor_is_digit(*cursor->at)) {
		value = value * 10 + (*cursor->at++ - '0');
		over = over || value > most;
		if (over)
			value = 0;
	}
	if (cursor->at == start.at)
		return value_complain(parsing, "a number is wanted here");
	start.end = cursor->at;
	if (over || value < least)
		return value_complain(
			parsing, "%.*s is not from %d to %d", SHOWN(start), least, most);
	*number = value;
	return true;
}

bool read_number(struct parsing *parsing, int least, int most, int *number)
{
	cursor_skip_blanks(&parsing->cursor);
	bool negative = least < 0 && cursor_take(&parsing->cursor, '-');
	if (!read_digits(parsing, &parsing->cursor,
		    negative    ? 0
		    : least < 0 ? 0
				: least,
		    negative ? -least : most, number))
		return false;
	if (negative)
		*number = -*number;
	return true;
}

/* "3", "2d6", "1d4+1", "3d8-2".  Every possible result is between 0 and 10,000. */
bool read_dice(struct parsing *parsing, struct dice *dice)
{
	struct cursor *cursor = &parsing->cursor;
	int first, sides = 0, modifier = 0;
	cursor_skip_blanks(cursor);
	if (!read_digits(parsing, cursor, 0, 10000, &first))
		return false;
	if (!cursor_take(cursor, 'd')) {
		*dice = (struct dice){0, 0, (int16_t)first};
		return true;
	}
	if (first < 1 || first > 99)
		return value_complain(parsing, "%d dice are not from 1 to 99", first);
	if (!read_digits(parsing, cursor, 1, 1000, &sides))
		return false;
	bool minus = cursor_take(cursor, '-');
	if ((minus || cursor_take(cursor, '+')) &&
		!read_digits(parsing, cursor, 1, 10000, &modifier))
		return false;
	if (minus && modifier > first)
		return value_complain(
			parsing, "%dd%d-%d may come out below 0", first, sides, modifier);
	modifier = minus ? -modifier : modifier;
	if (first * sides + modifier > 10000)
		return value_complain(
			parsing, "%dd%d%+d may come out above 10000", first, sides, modifier);
	*dice = (struct dice){(int16_t)first, (int16_t)sides, (int16_t)modifier};
	return true;
}

/* Consumes the comma between two items of a list; returns false at the end of the list. */
bool read_more(struct parsing *parsing)
{
	cursor_skip_blanks(&parsing->cursor);
	return cursor_take(&parsing->cursor, ',');
}

const struct choice *read_choice_of(struct parsing *parsing, const struct choice *choices)
{
	struct cursor word;
	if (!cursor_next_word(&parsing->cursor, &word)) {
		value_complain(parsing, "a word is wanted here");
		return NULL;
	}
	for (const struct choice *choice = choices; choice->word; choice++)
		if (cursor_equals(word, choice->word))
			return choice;
	struct nearest nearest = nearest_to(word);
	for (const struct choice *choice = choices; choice->word; choice++)
		nearest_offer(&nearest, choice->word);
	value_complain(parsing, "there is no %.*s; %s", SHOWN(word),
		nearest_hint(&nearest, "the manual lists what there is"));
	return NULL;
}
