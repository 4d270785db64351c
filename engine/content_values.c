/*
 * Values: how what stands after a field's name is read, one function per type of field.
 *
 * Each reads from the cursor, writes into the present record, and complains in the field's name.  What it leaves
 * unread is complained about by content_read_value, so that no word is ever silently ignored.
 */
#include "content_private.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- The cursor ---- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static void cursor_skip_blanks(struct cursor *cursor)
{
	while (cursor->at < cursor->end && is_blank(*cursor->at))
		cursor->at++;
}

/* The next run of anything but blanks and commas. */
bool cursor_next_word(struct cursor *cursor, struct cursor *word)
{
	cursor_skip_blanks(cursor);
	word->at = cursor->at;
	while (cursor->at < cursor->end && !is_blank(*cursor->at) && *cursor->at != ',')
		cursor->at++;
	word->end = cursor->at;
	return word->at < word->end;
}

bool cursor_equals(struct cursor word, const char *text)
{
	size_t length = (size_t)(word.end - word.at);
	return strlen(text) == length && !memcmp(word.at, text, length);
}

/* Takes the character when it comes next. */
static bool cursor_take(struct cursor *cursor, char c)
{
	if (cursor->at == cursor->end || *cursor->at != c)
		return false;
	cursor->at++;
	return true;
}

/* Takes the word when it comes next. */
static bool cursor_take_word(struct cursor *cursor, const char *text)
{
	struct cursor ahead = *cursor, word;
	if (!cursor_next_word(&ahead, &word) || !cursor_equals(word, text))
		return false;
	*cursor = ahead;
	return true;
}

/* What a comment would leave: all before a '#' that begins the text or follows a blank. */
static struct cursor cursor_without_comment(struct cursor cursor)
{
	for (const char *at = cursor.at; at < cursor.end; at++)
		if (*at == '#' && (at == cursor.at || is_blank(at[-1])))
			cursor.end = at;
	return cursor;
}

/* ---- Complaints in the name of the field ---- */

/* Printed words are cut here, so that a complaint stays one line. */
#define SHOWN(word) (int)((word).end - (word).at > 40 ? 40 : (word).end - (word).at), (word).at

__attribute__((format(printf, 2, 3)))
static bool value_complain(struct parsing *parsing, const char *format, ...)
{
	char sentence[sizeof ((struct complaint *)0)->sentence];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(sentence, sizeof sentence, format, arguments);
	va_end(arguments);
	content_complain(parsing->content, parsing->place, "%s: %s", parsing->field->name, sentence);
	return false;
}

/* Where the field's value goes. Valid until a record is added. */
static void *value_place(const struct parsing *parsing)
{
	return (char *)content_row(parsing->content, parsing->kind, parsing->index) + parsing->field->offset;
}

/* The place of one more of a repeated value of the given size, or NULL with a complaint when there are enough. */
static void *value_place_next(struct parsing *parsing, size_t size)
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

/* Reads digits; what is above `most` is refused however long it is. */
static bool read_digits(struct parsing *parsing, struct cursor *cursor, int least, int most, int *number)
{
	struct cursor start = *cursor;
	int value = 0;
	bool over = false;
	while (cursor->at < cursor->end && is_digit(*cursor->at)) {
		value = value * 10 + (*cursor->at++ - '0');
		over = over || value > most;
		if (over)
			value = 0;
	}
	if (cursor->at == start.at)
		return value_complain(parsing, "a number is wanted here");
	start.end = cursor->at;
	if (over || value < least)
		return value_complain(parsing, "%.*s is not from %d to %d", SHOWN(start), least, most);
	*number = value;
	return true;
}

static bool read_number(struct parsing *parsing, int least, int most, int *number)
{
	cursor_skip_blanks(&parsing->cursor);
	bool negative = least < 0 && cursor_take(&parsing->cursor, '-');
	if (!read_digits(parsing, &parsing->cursor, negative ? 0 : least < 0 ? 0 : least, negative ? -least : most, number))
		return false;
	if (negative)
		*number = -*number;
	return true;
}

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

/* "3", "2d6", "1d4+1", "3d8-2": what it can come to lies between 0 and 10,000. */
static bool read_dice(struct parsing *parsing, struct dice *dice)
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
	if ((minus || cursor_take(cursor, '+')) && !read_digits(parsing, cursor, 1, 10000, &modifier))
		return false;
	if (minus && modifier > first)
		return value_complain(parsing, "%dd%d-%d may come out below 0", first, sides, modifier);
	if (first * sides + modifier > 10000)
		return value_complain(parsing, "%dd%d+%d may come out above 10000", first, sides, modifier);
	*dice = (struct dice){(int16_t)first, (int16_t)sides, (int16_t)(minus ? -modifier : modifier)};
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
	if (cursor_take(&parsing->cursor, '-') && !read_digits(parsing, &parsing->cursor, low, field->most, &high))
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
	while (rest->end > rest->at && is_blank(rest->end[-1]))
		rest->end--;
	parsing->cursor.at = parsing->cursor.end;
	if (rest->at == rest->end)
		return value_complain(parsing, "words are wanted here");
	if (rest->end - rest->at > parsing->field->most)
		return value_complain(parsing, "it is %d characters long; %d is the most", (int)(rest->end - rest->at),
			parsing->field->most);
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
		if (strchr("[]{}", *at))
			return value_complain(parsing, "a name holds no brackets or braces");
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
	*byte = 31;
	if (cursor_equals(word, "/"))
		return true;
	for (int role = 0; role < ROLE_COUNT; role++) {
		*byte = (char)(role + 1);
		if (cursor_equals(word, role_word((enum role)role)))
			return true;
	}
	return value_complain(parsing, "[%.*s] is no colour role", SHOWN(word));
}

#define SENTENCE_MAX 1024

/* Markup becomes role bytes; "[[" is a bracket.  A colour that was begun must end. Gives the length, or -1. */
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
			if (coloured == (c != 31)) {
				value_complain(parsing, "colours do not nest: each [role] ends with [/]");
				return -1;
			}
			coloured = !coloured;
		}
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
	while (rest.end > rest.at && is_blank(rest.end[-1]))
		rest.end--;
	memcpy(&before, value_place(parsing), sizeof before);
	size_t length = strlen(before);
	if (length + (size_t)(rest.end - rest.at) + 1 > (size_t)parsing->field->most)
		return value_complain(parsing, "all rows together are over %d characters", parsing->field->most);
	memcpy(text, before, length);
	if (length)
		text[length++] = '\n';
	int added = read_marked(parsing, rest, text + length);
	if (added > 0 && memchr(text + length, '\n', (size_t)added))
		return value_complain(parsing, "[%s] has the byte that ends a row; take another role in rows",
			role_word((enum role)('\n' - 1)));
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
		return value_complain(parsing, "a symbol and a colour role are wanted, as in: r wood");
	symbol = (struct cursor){parsing->cursor.at, parsing->cursor.at + 1};
	if (cursor_take_word(&parsing->cursor, "blank"))
		symbol.at = " ";
	else
		parsing->cursor.at++;
	parsing->cursor = cursor_without_comment(parsing->cursor);
	if (!cursor_next_word(&parsing->cursor, &role))
		return value_complain(parsing, "a colour role is wanted after the symbol, as in: r wood");
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

/* Finds the next word in the field's closed list. */
static const struct choice *read_choice(struct parsing *parsing)
{
	struct cursor word;
	if (!cursor_next_word(&parsing->cursor, &word)) {
		value_complain(parsing, "a word is wanted here");
		return NULL;
	}
	for (const struct choice *choice = parsing->field->choices; choice->word; choice++)
		if (cursor_equals(word, choice->word))
			return choice;
	value_complain(parsing, "there is no %.*s; the manual lists what there is", SHOWN(word));
	return NULL;
}

static bool value_choice(struct parsing *parsing)
{
	const struct choice *choice = read_choice(parsing);
	if (choice)
		*(uint8_t *)value_place(parsing) = (uint8_t)choice->value;
	return choice;
}

/* Passes the comma between two of a list; false at the end of it. */
static bool read_more(struct parsing *parsing)
{
	cursor_skip_blanks(&parsing->cursor);
	return cursor_take(&parsing->cursor, ',');
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
		*((bool *)content_row(parsing->content, parsing->kind, parsing->index) + choice->value) = true;
	} while (read_more(parsing));
	return true;
}

/* ---- Clauses: instincts, effects, blows ---- */

static bool read_instinct(struct parsing *parsing, struct clause *clause)
{
	static const struct {
		const char *word, *number;
		int least, most;
	} rows[INSTINCT_COUNT] = {
#define ROW(id, function, word, number, least, most, help) [INSTINCT_##id] = {word, number, least, most},
		ENGINE_INSTINCTS(ROW)
#undef ROW
	};
	struct cursor word;
	int row = 0, amount = 0;
	if (!cursor_next_word(&parsing->cursor, &word))
		return value_complain(parsing, "an instinct is wanted here");
	while (row < INSTINCT_COUNT && !cursor_equals(word, rows[row].word))
		row++;
	if (row == INSTINCT_COUNT)
		return value_complain(parsing, "there is no instinct %.*s; the manual lists what there is", SHOWN(word));
	if (rows[row].number && !read_number(parsing, rows[row].least, rows[row].most, &amount))
		return false;
	*clause = (struct clause){.row = (uint8_t)row, .amount = (int16_t)amount};
	return true;
}

static bool value_instincts(struct parsing *parsing)
{
	do {
		struct clause clause;
		if (!read_instinct(parsing, &clause))
			return false;
		struct clause *place = value_place_next(parsing, sizeof clause);
		if (!place)
			return false;
		*place = clause;
	} while (read_more(parsing));
	return true;
}

/* The arguments of an effect, in any order, each once. */
static bool read_effect_arguments(struct parsing *parsing, unsigned takes, const char *word, struct clause *clause)
{
	int number;
	if (takes & TAKES_DICE && !read_dice(parsing, &clause->dice))
		return false;
	for (;;) {
		if (cursor_take_word(&parsing->cursor, "radius")) {
			if (!(takes & TAKES_RADIUS))
				return value_complain(parsing, "%s takes no radius", word);
			takes &= ~(unsigned)TAKES_RADIUS;
			if (!read_number(parsing, 1, 99, &number))
				return false;
			clause->radius = (int16_t)number;
		} else if (cursor_take_word(&parsing->cursor, "for")) {
			if (!(takes & TAKES_DURATION))
				return value_complain(parsing, "%s does not last", word);
			takes &= ~(unsigned)TAKES_DURATION;
			if (!read_number(parsing, 1, 1000, &number))
				return false;
			clause->duration = (int16_t)number;
		} else {
			break;
		}
	}
	if (takes & TAKES_DURATION)
		return value_complain(parsing, "%s lasts; write for how many turns, as in: for 20", word);
	return true;
}

static bool read_effect(struct parsing *parsing, struct clause *clause)
{
	static const struct {
		const char *word;
		unsigned takes;
	} rows[EFFECT_COUNT] = {
#define ROW(id, function, word, takes, help) [EFFECT_##id] = {word, takes},
		ENGINE_EFFECTS(ROW)
#undef ROW
	};
	struct cursor word;
	int row = 0;
	if (!cursor_next_word(&parsing->cursor, &word))
		return value_complain(parsing, "an effect is wanted here");
	while (row < EFFECT_COUNT && !cursor_equals(word, rows[row].word))
		row++;
	if (row == EFFECT_COUNT)
		return value_complain(parsing, "there is no effect %.*s; the manual lists what there is", SHOWN(word));
	*clause = (struct clause){.row = (uint8_t)row};
	return read_effect_arguments(parsing, rows[row].takes, rows[row].word, clause);
}

static bool value_effect(struct parsing *parsing)
{
	struct clause clause;
	if (!read_effect(parsing, &clause))
		return false;
	struct clause *place = value_place_next(parsing, sizeof clause);
	if (place)
		*place = clause;
	return place;
}

/* "bites 1d3", "sinks its hooks into 1d6, poison for 5". */
static bool value_blow(struct parsing *parsing)
{
	struct blow blow = {.has_effect = false};
	struct cursor verb;
	cursor_skip_blanks(&parsing->cursor);
	verb = parsing->cursor;
	while (parsing->cursor.at < parsing->cursor.end && !is_digit(*parsing->cursor.at))
		parsing->cursor.at++;
	verb.end = parsing->cursor.at;
	while (verb.end > verb.at && is_blank(verb.end[-1]))
		verb.end--;
	if (verb.at == verb.end || verb.end - verb.at > 30)
		return value_complain(parsing, "a verb and its damage are wanted, as in: bites 1d3");
	if (!read_dice(parsing, &blow.dice))
		return false;
	if (read_more(parsing)) {
		blow.has_effect = true;
		if (!read_effect(parsing, &blow.effect))
			return false;
	}
	blow.verb = content_keep(parsing->content, verb.at, (size_t)(verb.end - verb.at));
	struct blow *place = value_place_next(parsing, sizeof blow);
	if (place)
		*place = blow;
	return place;
}

/* ---- References ---- */

static bool read_reference(struct parsing *parsing, size_t offset)
{
	struct content_private *private = parsing->content->private;
	struct cursor word;
	if (!cursor_next_word(&parsing->cursor, &word))
		return value_complain(parsing, "the id of a %s is wanted here", content_records[parsing->field->target].word);
	if (private->reference_count == private->reference_capacity) {
		private->reference_capacity = private->reference_capacity ? 2 * private->reference_capacity : 64;
		private->references = content_grow(
			private->references, private->reference_capacity, sizeof *private->references);
	}
	private->references[private->reference_count++] = (struct reference){
		.place = parsing->place,
		.id = content_keep(parsing->content, word.at, (size_t)(word.end - word.at)),
		.field = parsing->field,
		.holder = (uint8_t)parsing->kind,
		.index = (uint16_t)parsing->index,
		.offset = (uint32_t)offset,
	};
	return true;
}

static bool value_reference(struct parsing *parsing)
{
	return read_reference(parsing, parsing->field->offset);
}

static bool value_references(struct parsing *parsing)
{
	do {
		char *row = content_row(parsing->content, parsing->kind, parsing->index);
		char *place = value_place_next(parsing, sizeof(uint16_t));
		if (!place || !read_reference(parsing, (size_t)(place - row)))
			return false;
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
	[FIELD_SENTENCE] = {"a sentence; [role]words[/] colours, [[ is a bracket", value_sentence, true},
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
	[FIELD_BLOW] = {"VERB DICE[, EFFECT]", value_blow, false},
	[FIELD_INSTINCTS] = {"instincts in order, with commas", value_instincts, false},
	[FIELD_EFFECT] = {"EFFECT [DICE] [radius N] [for N]", value_effect, false},
	[FIELD_REFERENCE] = {"the id of a", value_reference, false},
	[FIELD_REFERENCES] = {"with commas, ids of the kind", value_references, false},
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
		value_complain(parsing, "\"%.*s\" is left over at the end of the line", SHOWN(parsing->cursor));
}
