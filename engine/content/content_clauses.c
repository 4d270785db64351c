/* Values that refer to other tables: instincts and effects by their words, records by their ids. */
#include "engine/content/content_private.h"

#include <string.h>

/* ---- Clauses: instincts, effects, blows ---- */

static bool read_instinct(struct parsing *parsing, struct clause *clause)
{
	static const struct {
		const char *word, *number;
		int least, most;
	} rows[INSTINCT_COUNT] = {
#define ROW(id, function, word, number, least, most, whose, help)                                  \
	[INSTINCT_##id] = {word, number, least, most},
		ENGINE_INSTINCTS(ROW)
#undef ROW
	};
	struct cursor word;
	int row = 0, amount = 0;
	if (!cursor_next_word(&parsing->cursor, &word))
		return value_complain(parsing, "an instinct is wanted here");
	while (row < INSTINCT_COUNT && !cursor_equals(word, rows[row].word))
		row++;
	if (row == INSTINCT_COUNT) {
		struct nearest nearest = nearest_to(word);
		for (row = 0; row < INSTINCT_COUNT; row++)
			nearest_offer(&nearest, rows[row].word);
		return value_complain(parsing, "there is no instinct %.*s; %s", SHOWN(word),
			nearest_hint(&nearest, "the manual lists what there is"));
	}
	if (rows[row].number && !read_number(parsing, rows[row].least, rows[row].most, &amount))
		return false;
	*clause = (struct clause){.row = (uint8_t)row, .amount = (int16_t)amount};
	return true;
}

bool value_instincts(struct parsing *parsing)
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

/* Reads "radius 2", "around 2" or "for 20" if it comes next and is allowed; *came is true if it
 * did. */
static bool read_effect_argument(struct parsing *parsing, unsigned *arguments, const char *word,
	struct clause *clause, bool *came)
{
	int number;
	bool around = cursor_take_word(&parsing->cursor, "around");
	bool radius = around || cursor_take_word(&parsing->cursor, "radius");
	bool duration = !radius && cursor_take_word(&parsing->cursor, "for");
	*came = radius || duration;
	if (!*came)
		return true;
	if (radius && !(*arguments & ARGUMENT_RADIUS))
		return value_complain(parsing, "%s takes no radius", word);
	if (duration && !(*arguments & ARGUMENT_DURATION))
		return value_complain(parsing, "%s does not last", word);
	if (!read_number(parsing, 1, radius ? 99 : 1000, &number))
		return false;
	clause->around = clause->around || around;
	*arguments &= ~(unsigned)(radius ? ARGUMENT_RADIUS : ARGUMENT_DURATION);
	*(radius ? &clause->radius : &clause->duration) = (int16_t)number;
	return true;
}

static bool read_effect_element(struct parsing *parsing, unsigned arguments, struct clause *clause)
{
	static const char *const words[ELEMENT_COUNT] = {"",
#define ROW(id, word, spares, cause, help) word,
		ENGINE_ELEMENTS(ROW)
#undef ROW
	};
	for (int element = 1; (arguments & ARGUMENT_ELEMENT) && element < ELEMENT_COUNT; element++)
		if (cursor_take_word(&parsing->cursor, words[element])) {
			clause->element = (uint8_t)element;
			break;
		}
	return true;
}

/* Reads a kind of cloud and its concentration, a kind of monster or item and its number, or a
 * terrain. */
static bool read_effect_kind(struct parsing *parsing, unsigned arguments, struct clause *clause)
{
	int amount = 0;
	if (arguments & ARGUMENT_CLOUD) {
		bool read = read_reference(parsing, RECORD_CLOUD, &clause->kind) &&
			    read_number(parsing, 1, 2000, &amount);
		clause->amount = (int16_t)amount;
		return read;
	}
	if (arguments & ARGUMENT_TERRAIN)
		return read_reference(parsing, RECORD_TERRAIN, &clause->kind);
	if (!(arguments & (ARGUMENT_MONSTER | ARGUMENT_ITEM)))
		return true;
	return read_reference(parsing, arguments & ARGUMENT_ITEM ? RECORD_ITEM : RECORD_MONSTER,
		       &clause->kind) &&
	       read_dice(parsing, &clause->dice);
}

/* Reads the arguments of an effect: dice first, then the others in any order, each once. */
static bool read_effect_arguments(
	struct parsing *parsing, unsigned arguments, const char *word, struct clause *clause)
{
	bool came = true;
	if ((arguments & ARGUMENT_DICE && !read_dice(parsing, &clause->dice)) ||
		!read_effect_element(parsing, arguments, clause) ||
		!read_effect_kind(parsing, arguments, clause))
		return false;
	while (came)
		if (!read_effect_argument(parsing, &arguments, word, clause, &came))
			return false;
	if (arguments & ARGUMENT_DURATION)
		return value_complain(
			parsing, "%s lasts; write for how many turns, as in: for 20", word);
	return true;
}

bool read_effect(struct parsing *parsing, struct clause *clause)
{
	struct cursor word;
	int row = 0;
	if (!cursor_next_word(&parsing->cursor, &word))
		return value_complain(parsing, "an effect is wanted here");
	while (row < EFFECT_COUNT && !cursor_equals(word, effect_rows[row].word))
		row++;
	if (row == EFFECT_COUNT) {
		struct nearest nearest = nearest_to(word);
		for (row = 0; row < EFFECT_COUNT; row++)
			nearest_offer(&nearest, effect_rows[row].word);
		return value_complain(parsing, "there is no effect %.*s; %s", SHOWN(word),
			nearest_hint(&nearest, "the manual lists what there is"));
	}
	*clause = (struct clause){.row = (uint8_t)row};
	return read_effect_arguments(
		parsing, effect_rows[row].arguments, effect_rows[row].word, clause);
}

bool value_effect(struct parsing *parsing)
{
	struct clause *place = value_place_next(parsing, sizeof *place);
	return place && read_effect(parsing, place);
}

/* "bites 1d3", "sinks its hooks into 1d6, poison for 5", "shoots 1d6 by dart". */
bool value_blow(struct parsing *parsing)
{
	struct blow *blow = value_place_next(parsing, sizeof *blow);
	struct cursor verb;
	if (!blow)
		return false;
	*blow = (struct blow){.verb = "", .flight = KIND_NONE};
	cursor_skip_blanks(&parsing->cursor);
	verb = parsing->cursor;
	while (parsing->cursor.at < parsing->cursor.end && !cursor_is_digit(*parsing->cursor.at))
		parsing->cursor.at++;
	verb.end = parsing->cursor.at;
	while (verb.end > verb.at && cursor_is_blank(verb.end[-1]))
		verb.end--;
	if (verb.at == verb.end || verb.end - verb.at > 30 ||
		memchr(verb.at, '\t', (size_t)(verb.end - verb.at)))
		return value_complain(
			parsing, "a verb and its damage are wanted, as in: bites 1d3");
	blow->verb = content_keep(parsing->content, verb.at, (size_t)(verb.end - verb.at));
	if (!read_dice(parsing, &blow->dice))
		return false;
	if (cursor_take_word(&parsing->cursor, "by") &&
		!read_reference(parsing, RECORD_FLIGHT, &blow->flight))
		return false;
	blow->has_effect = read_more(parsing);
	return !blow->has_effect || read_effect(parsing, &blow->effect);
}

/* ---- References ---- */

bool read_reference(struct parsing *parsing, enum record_kind target, uint16_t *place)
{
	struct content_private *private = parsing->content->private;
	struct cursor word;
	if (!cursor_next_word(&parsing->cursor, &word))
		return value_complain(parsing, "an id of a record %s is wanted here",
			content_records[target]->word);
	if (private->reference_count == private->reference_capacity) {
		private->reference_capacity =
			private->reference_capacity ? 2 * private->reference_capacity : 64;
		private->references = content_grow(private->references, private->reference_capacity,
			sizeof *private->references);
	}
	const char *row = content_row(parsing->content, parsing->kind, parsing->index);
	private->references[private->reference_count++] = (struct reference){
		.place = parsing->place,
		.id = content_keep(parsing->content, word.at, (size_t)(word.end - word.at)),
		.field = parsing->field,
		.target = (uint8_t)target,
		.holder = (uint8_t)parsing->kind,
		.index = (uint16_t)parsing->index,
		.offset = (uint32_t)((const char *)place - row),
	};
	return true;
}

bool value_reference(struct parsing *parsing)
{
	return read_reference(parsing, parsing->field->target, value_place(parsing));
}

bool value_references(struct parsing *parsing)
{
	do {
		uint16_t *place = value_place_next(parsing, sizeof *place);
		if (!place || !read_reference(parsing, parsing->field->target, place))
			return false;
	} while (read_more(parsing));
	return true;
}
