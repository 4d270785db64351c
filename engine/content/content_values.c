/*
 * Readers of values, one function per type of field.
 *
 * Each reads from the cursor, writes into the current record, and reports complaints about the
 * field.  The list of the types is content_types.c.
 */
#include "engine/content/content_private.h"

#include <assert.h>
#include <string.h>

/* ---- Numbers ---- */

bool value_number(struct parsing *parsing)
{
	int number;
	if (!read_number(parsing, parsing->field->least, parsing->field->most, &number))
		return false;
	int16_t narrow = (int16_t)number;
	memcpy(value_place(parsing), &narrow, sizeof narrow);
	return true;
}

bool value_byte(struct parsing *parsing)
{
	int number;
	if (!read_number(parsing, parsing->field->least, parsing->field->most, &number))
		return false;
	*(uint8_t *)value_place(parsing) = (uint8_t)number;
	return true;
}

bool value_dice(struct parsing *parsing)
{
	struct dice dice;
	if (!read_dice(parsing, &dice))
		return false;
	memcpy(value_place(parsing), &dice, sizeof dice);
	return true;
}

/* "3" or "3-5", into two adjacent bytes. */
bool value_range(struct parsing *parsing)
{
	int low, high;
	const struct field *field = parsing->field;
	if (!read_number(parsing, field->least, field->most, &low))
		return false;
	high = low;
	if (cursor_take(&parsing->cursor, '-') &&
		!read_digits(parsing, &parsing->cursor, low, field->most, &high))
		return false;
	uint8_t *place = value_place(parsing);
	place[0] = (uint8_t)low;
	place[1] = (uint8_t)high;
	return true;
}

/* "80x21", into two adjacent numbers. */
bool value_size(struct parsing *parsing)
{
	int width, height;
	const struct field *field = parsing->field;
	if (!read_number(parsing, field->least, field->most, &width))
		return false;
	if (!cursor_take(&parsing->cursor, 'x'))
		return value_complain(parsing, "a size is written like 80x21");
	if (!read_digits(parsing, &parsing->cursor, field->least, field->most, &height))
		return false;
	int16_t size[2] = {(int16_t)width, (int16_t)height};
	memcpy(value_place(parsing), size, sizeof size);
	return true;
}

/* ---- Texts ---- */

/* Reads everything to the end of the line, without blanks at the end. */
static bool read_rest(struct parsing *parsing, struct cursor *rest)
{
	cursor_skip_blanks(&parsing->cursor);
	*rest = parsing->cursor;
	while (rest->end > rest->at && cursor_is_blank(rest->end[-1]))
		rest->end--;
	parsing->cursor.at = parsing->cursor.end;
	if (rest->at == rest->end)
		return value_complain(parsing, "words are wanted here");
	if (rest->end - rest->at > parsing->field->most)
		return value_complain(parsing, "it is %d characters long; %d is the most",
			(int)(rest->end - rest->at), parsing->field->most);
	return true;
}

static void write_text(struct parsing *parsing, const char *text, size_t length)
{
	const char *kept = content_keep(parsing->content, text, length);
	memcpy(value_place(parsing), &kept, sizeof kept);
}

bool value_name(struct parsing *parsing)
{
	struct cursor rest;
	if (!read_rest(parsing, &rest))
		return false;
	for (const char *at = rest.at; at < rest.end; at++)
		if (strchr("[]{}\t", *at))
			return value_complain(parsing, "a name holds no brackets, braces or tabs");
	write_text(parsing, rest.at, (size_t)(rest.end - rest.at));
	return true;
}

bool value_complain_of_role(struct parsing *parsing, struct cursor word, bool bracketed)
{
	struct nearest nearest = nearest_to(word);
	for (int role = 0; role < COLOUR_ROLE_COUNT; role++)
		nearest_offer(&nearest, colour_role_word((enum colour_role)role));
	return value_complain(parsing, "%s%.*s%s is no colour role; %s", bracketed ? "[" : "",
		SHOWN(word), bracketed ? "]" : "",
		nearest_hint(&nearest, "the manual lists them with the record word"));
}

/* Reads "[role]" or "[/]" after its bracket; writes the role byte that represents it in texts. */
static bool read_markup(struct parsing *parsing, const char **at, const char *end, char *byte)
{
	const char *close = memchr(*at, ']', (size_t)(end - *at));
	if (!close)
		return value_complain(parsing, "a [ has no ]; write [[ for the bracket itself");
	struct cursor word = {*at, close};
	*at = close + 1;
	*byte = COLOUR_ROLE_BYTE_END;
	if (cursor_equals(word, "/"))
		return true;
	for (int role = 0; role < COLOUR_ROLE_COUNT; role++) {
		*byte = (char)(COLOUR_ROLE_BYTE + role);
		if (cursor_equals(word, colour_role_word((enum colour_role)role)))
			return true;
	}
	return value_complain_of_role(parsing, word, true);
}

#define SENTENCE_MAX 1024

/* Replaces markup by role bytes; "[[" is a bracket.  Every colour must be ended.  Returns the
 * length, or -1. */
static int read_marked(struct parsing *parsing, struct cursor rest, char text[SENTENCE_MAX])
{
	int length = 0;
	bool coloured = false;
	assert(rest.end - rest.at < SENTENCE_MAX);
	while (rest.at < rest.end) {
		char c = *rest.at++;
		if (c == '[' && !cursor_take(&rest, '[')) {
			if (!read_markup(parsing, &rest.at, rest.end, &c))
				return -1;
			if (coloured == (c != COLOUR_ROLE_BYTE_END)) {
				value_complain(
					parsing, "colours do not nest: each [role] ends with [/]");
				return -1;
			}
			coloured = !coloured;
		} else if (c == '\t')
			c = ' ';
		text[length++] = c;
	}
	if (coloured)
		value_complain(parsing, "a colour has no end; write [/]");
	return coloured ? -1 : length;
}

bool value_sentence(struct parsing *parsing)
{
	struct cursor rest;
	char text[SENTENCE_MAX];
	if (!read_rest(parsing, &rest))
		return false;
	int length = read_marked(parsing, rest, text);
	if (length >= 0)
		write_text(parsing, text, (size_t)length);
	return length >= 0;
}

/* Appends a row to a text of several rows. */
bool value_row(struct parsing *parsing)
{
	char text[ROWS_MOST + SENTENCE_MAX];
	const char *before;
	struct cursor rest = parsing->cursor;
	parsing->cursor.at = parsing->cursor.end;
	while (rest.end > rest.at && cursor_is_blank(rest.end[-1]))
		rest.end--;
	memcpy(&before, value_place(parsing), sizeof before);
	size_t length = strlen(before);
	if (length + (size_t)(rest.end - rest.at) + 1 > (size_t)parsing->field->most)
		return value_complain(
			parsing, "all rows together are over %d characters", parsing->field->most);
	memcpy(text, before, length);
	if (length)
		text[length++] = '\n';
	int added = read_marked(parsing, rest, text + length);
	if (added >= 0)
		write_text(parsing, text, length + (size_t)added);
	return added >= 0;
}

/* ---- Closed lists ---- */

/* Reads a word of the field's own list. */
static const struct choice *read_choice(struct parsing *parsing)
{
	return read_choice_of(parsing, parsing->field->choices);
}

bool value_choice(struct parsing *parsing)
{
	const struct choice *choice = read_choice(parsing);
	if (choice)
		*(uint8_t *)value_place(parsing) = (uint8_t)choice->value;
	return choice;
}

bool value_flags(struct parsing *parsing)
{
	do {
		const struct choice *choice = read_choice(parsing);
		if (!choice)
			return false;
		*(uint32_t *)value_place(parsing) |= choice->value;
	} while (read_more(parsing));
	return true;
}

bool value_switches(struct parsing *parsing)
{
	do {
		const struct choice *choice = read_choice(parsing);
		if (!choice)
			return false;
		*((bool *)content_row(parsing->content, parsing->kind, parsing->index) +
			choice->value) = true;
	} while (read_more(parsing));
	return true;
}
