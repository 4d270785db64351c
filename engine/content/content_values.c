/*
 * Values: how what stands after a field's name is read, one function per type of field.
 *
 * Each reads from the cursor, writes into the present record, and complains in the field's name.
 * What it leaves unread is complained about by content_read_value, so that no word is ever silently
 * ignored.
 */
#include "engine/content/content_private.h"

#include <assert.h>
#include <string.h>

/* ---- Numbers ---- */

static bool value_number(struct parsing *parsing)
{
	int number;
	if (!read_number(parsing, parsing->field->least, parsing->field->most, &number))
		return false;
	int16_t narrow = (int16_t)number;
	memcpy(value_place(parsing), &narrow, sizeof narrow);
	return true;
}

static bool value_byte(struct parsing *parsing)
{
	int number;
	if (!read_number(parsing, parsing->field->least, parsing->field->most, &number))
		return false;
	*(uint8_t *)value_place(parsing) = (uint8_t)number;
	return true;
}

static bool value_dice(struct parsing *parsing)
{
	struct dice dice;
	if (!read_dice(parsing, &dice))
		return false;
	memcpy(value_place(parsing), &dice, sizeof dice);
	return true;
}

/* "3" or "3-5", into two bytes side by side. */
static bool value_range(struct parsing *parsing)
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

/* "80x21", into two numbers side by side. */
static bool value_size(struct parsing *parsing)
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

/* Everything to the end of the line, blanks at the end cut. */
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

static bool value_name(struct parsing *parsing)
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

/* Reads "[role]" or "[/]" after its bracket; gives the byte that stands for it in texts. */
static bool read_markup(struct parsing *parsing, const char **at, const char *end, char *byte)
{
	const char *close = memchr(*at, ']', (size_t)(end - *at));
	if (!close)
		return value_complain(parsing, "a [ has no ]; write [[ for the bracket itself");
	struct cursor word = {*at, close};
	*at = close + 1;
	*byte = ROLE_BYTE_END;
	if (cursor_equals(word, "/"))
		return true;
	for (int role = 0; role < ROLE_COUNT; role++) {
		*byte = (char)(ROLE_BYTE + role);
		if (cursor_equals(word, role_word((enum role)role)))
			return true;
	}
	return value_complain(parsing, "[%.*s] is no colour role", SHOWN(word));
}

#define SENTENCE_MAX 1024

/* Markup becomes role bytes; "[[" is a bracket.  A colour that was begun must end. Gives the
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
			if (coloured == (c != ROLE_BYTE_END)) {
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

static bool value_sentence(struct parsing *parsing)
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

/* A row of a text of several lines, added to what the record has. */
static bool value_row(struct parsing *parsing)
{
	char text[2 * SENTENCE_MAX];
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

/* ---- Looks and closed lists ---- */

/* "r wood", "- stone wall-h", "blank text". */
static bool value_look(struct parsing *parsing)
{
	struct cursor symbol, role, shape;
	cursor_skip_blanks(&parsing->cursor);
	if (parsing->cursor.at == parsing->cursor.end)
		return value_complain(
			parsing, "a symbol and a colour role are wanted, as in: r wood");
	symbol = (struct cursor){parsing->cursor.at, parsing->cursor.at + 1};
	if (cursor_take_word(&parsing->cursor, "blank"))
		symbol.at = " ";
	else
		parsing->cursor.at++;
	parsing->cursor = cursor_without_comment(parsing->cursor);
	if (!cursor_next_word(&parsing->cursor, &role))
		return value_complain(
			parsing, "a colour role is wanted after the symbol, as in: r wood");
	int number = 0;
	while (number < ROLE_COUNT && !cursor_equals(role, role_word((enum role)number)))
		number++;
	if (number == ROLE_COUNT)
		return value_complain(parsing, "%.*s is no colour role", SHOWN(role));
	char word[24] = "";
	if (cursor_next_word(&parsing->cursor, &shape)) {
		if ((size_t)(shape.end - shape.at) >= sizeof word)
			return value_complain(parsing, "%.*s is no shape", SHOWN(shape));
		memcpy(word, shape.at, (size_t)(shape.end - shape.at));
	}
	uint16_t look = content_intern_look(parsing->content, *symbol.at, (uint8_t)number, word);
	memcpy(value_place(parsing), &look, sizeof look);
	return true;
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
	value_complain(parsing, "there is no %.*s; the manual lists what there is", SHOWN(word));
	return NULL;
}

/* The same in the field's own list. */
static const struct choice *read_choice(struct parsing *parsing)
{
	return read_choice_of(parsing, parsing->field->choices);
}

static bool value_choice(struct parsing *parsing)
{
	const struct choice *choice = read_choice(parsing);
	if (choice)
		*(uint8_t *)value_place(parsing) = (uint8_t)choice->value;
	return choice;
}

static bool value_flags(struct parsing *parsing)
{
	do {
		const struct choice *choice = read_choice(parsing);
		if (!choice)
			return false;
		*(uint32_t *)value_place(parsing) |= choice->value;
	} while (read_more(parsing));
	return true;
}

static bool value_switches(struct parsing *parsing)
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

/* ---- The table of types ---- */

/* How a type is written, its reader, and whether '#' may be part of it. */
static const struct {
	const char *syntax;
	bool (*read)(struct parsing *parsing);
	bool keeps_hash;
} types[FIELD_TYPE_COUNT] = {
	[FIELD_NAME] = {"plain words", value_name, true},
	[FIELD_SENTENCE] = {"a sentence; [role]words[/] colours, [[ is a bracket", value_sentence,
		true},
	[FIELD_ROWS] = {"a row of text, as wide as it is", value_row, true},
	[FIELD_NUMBER] = {"a number", value_number, false},
	[FIELD_BYTE] = {"a number", value_byte, false},
	[FIELD_DICE] = {"dice: 3, 2d6 or 1d4+1", value_dice, false},
	[FIELD_DEPTHS] = {"a depth, or two: 1-4", value_range, false},
	[FIELD_GROUP] = {"how many, or from-to: 2-4", value_range, false},
	[FIELD_SIZE] = {"WIDTHxHEIGHT", value_size, false},
	[FIELD_LOOK] = {"SYMBOL ROLE [SHAPE]; blank is the space", value_look, true},
	[FIELD_CHOICE] = {"one of", value_choice, false},
	[FIELD_FLAGS] = {"some of, with commas", value_flags, false},
	[FIELD_SWITCHES] = {"some of, with commas", value_switches, false},
	[FIELD_BLOW] =
		{"VERB DICE [by FLIGHT][, EFFECT]; _ in the verb is whom it hits: takes _ down 1d6",
			value_blow, false},
	[FIELD_INSTINCTS] = {"instincts in order, with commas", value_instincts, false},
	[FIELD_EFFECT] = {"EFFECT [DICE] [ELEMENT] [KIND N] [radius N or around N] [for N]",
		value_effect, false},
	[FIELD_REFERENCE] = {"an id of a record", value_reference, false},
	[FIELD_REFERENCES] = {"with commas, ids of records", value_references, false},
	[FIELD_CHANGE] = {"CAUSE [PERCENT] into TERRAIN [needs NEED [N]] [takes TURNS][, EFFECT]",
		value_change, false},
	[FIELD_HAZARD] = {"EFFECT [unless TRAIT [or TRAIT ...]]", value_hazard, false},
	[FIELD_FEATURE] = {"TERRAIN DICE [of DICE]", value_feature, false},
	[FIELD_SPREADS] = {"CAUSE PERCENT", value_spreads, false},
	[FIELD_BONUS] = {"BONUS N", value_bonus, false},
	[FIELD_LEGEND] =
		{"SYMBOL TERRAIN|floor [item KIND|any|CLASS [below N] [for-sale|offered]] [monster "
		 "KIND|any|captive [below N] [asleep] [with ITEM]] [chance N] [lit|dark]",
			value_legend, false},
	[FIELD_WANTS] = {"take ITEM|slay MONSTER|free MONSTER|lay ITEM|carry ITEM", value_wants,
		false},
	[FIELD_OCCASION] = {"MOMENT [PERCENT], EFFECT", value_occasion, false},
};

const char *content_type_syntax(enum field_type type)
{
	return types[type].syntax;
}

void content_read_value(struct parsing *parsing)
{
	enum field_type type = parsing->field->type;
	if (!types[type].keeps_hash)
		parsing->cursor = cursor_without_comment(parsing->cursor);
	if (!types[type].read(parsing))
		return;
	cursor_skip_blanks(&parsing->cursor);
	if (parsing->cursor.at < parsing->cursor.end)
		value_complain(parsing, "\"%.*s\" is left over at the end of the line",
			SHOWN(parsing->cursor));
}
