/* Prints the manual of records from the tables that parse them. */
#include "engine/content/content_private.h"
#include "engine/content/screen_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct manual {
	char *text;
	size_t length, capacity;
};

__attribute__((format(printf, 2, 3))) static void print(
	struct manual *manual, const char *format, ...)
{
	char piece[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(piece, sizeof piece, format, arguments);
	va_end(arguments);
	size_t length = strlen(piece);
	while (manual->length + length + 1 > manual->capacity) {
		manual->capacity = manual->capacity ? 2 * manual->capacity : 8192;
		manual->text = content_grow(manual->text, manual->capacity, 1);
	}
	memcpy(manual->text + manual->length, piece, length + 1);
	manual->length += length;
}

static void print_bounds(struct manual *manual, const struct field *field)
{
	switch (field->type) {
	case FIELD_NAME:
	case FIELD_SENTENCE:
	case FIELD_ROWS:
		print(manual, ", at most %d characters", field->most);
		break;
	case FIELD_NUMBER:
	case FIELD_BYTE:
	case FIELD_DEPTHS:
	case FIELD_GROUP:
	case FIELD_SIZE:
		print(manual, ", %d to %d", field->least, field->most);
		break;
	case FIELD_REFERENCE:
	case FIELD_REFERENCES:
		print(manual, " %s", content_records[field->target]->word);
		break;
	case FIELD_CHOICE:
	case FIELD_FLAGS:
	case FIELD_SWITCHES:
		for (const struct choice *choice = field->choices; choice->word; choice++)
			print(manual, "%s%s", choice == field->choices ? ": " : ", ", choice->word);
		break;
	default:
		break;
	}
}

static void print_field(struct manual *manual, const struct field *field)
{
	static const char *const needs[] = {
		[OPTIONAL] = "", [REQUIRED] = " (needed)", [REPEATED] = " (may come again)"};
	print(manual, "    %-22s %s%s\n", field->name, field->help, needs[field->need]);
	print(manual, "    %-22s = %s", "", content_type_syntax(field->type));
	print_bounds(manual, field);
	print(manual, "\n");
}

static void print_instinct(struct manual *manual, const char *word, const char *number, int least,
	int most, const char *help)
{
	print(manual, "    %-14s %-8s %s", word, number ? number : "", help);
	if (number)
		print(manual, " (%d to %d)", least, most);
	print(manual, "\n");
}

static void print_effect(
	struct manual *manual, const char *word, unsigned arguments, const char *help)
{
	print(manual, "    %-15s%s%s%s%s%s\n", word, arguments & ARGUMENT_DICE ? " DICE" : "",
		arguments & ARGUMENT_ELEMENT ? " [ELEMENT]" : "",
		arguments & ARGUMENT_CLOUD     ? " CLOUD N"
		: arguments & ARGUMENT_MONSTER ? " MONSTER DICE"
		: arguments & ARGUMENT_TERRAIN ? " TERRAIN"
		: arguments & ARGUMENT_ITEM    ? " ITEM DICE"
					       : "",
		arguments & ARGUMENT_RADIUS ? " [radius N]" : "",
		arguments & ARGUMENT_DURATION ? " for TURNS" : "");
	print(manual, "    %-15s %s\n", "", help);
}

static void print_clauses(struct manual *manual)
{
	print(manual, "\nInstincts, for a monster's instincts:\n\n");
#define ROW(id, function, word, number, least, most, whose, help)                                  \
	print_instinct(manual, word, number, least, most, help);
	ENGINE_INSTINCTS(ROW)
#undef ROW
	print(manual, "\nEffects, for an item's effect and after a monster's blow; \"around N\" is "
		      "a radius whose middle is spared:\n\n");
	for (int effect = 0; effect < EFFECT_COUNT; effect++)
		print_effect(manual, effect_rows[effect].word, effect_rows[effect].arguments,
			effect_rows[effect].help);
	print(manual, "\nElements, after the dice of an effect that takes one:\n\n");
#define ROW(id, word, spares, cause, help) print(manual, "    %-15s %s\n", word, help);
	ENGINE_ELEMENTS(ROW)
#undef ROW
}

/* Prints ranges of characters, each by its first and last. */
static void print_glyphs(struct manual *manual)
{
	unsigned first = 0, count = 0;
	print(manual, "\nCharacters beyond ASCII that may be glyphs, each with an ASCII symbol for "
		      "terminals that lack it:\n\n   ");
	for (unsigned unicode = 128; unicode < 0x3000; unicode++) {
		if (!content_is_glyph(unicode))
			continue;
		first = content_is_glyph(unicode - 1) ? first : unicode;
		if (content_is_glyph(unicode + 1))
			continue;
		print(manual, count++ % 6 ? " " : count > 1 ? "\n    " : " ");
		print(manual, first == unicode ? "U+%04X" : "U+%04X-%04X", first, unicode);
	}
	print(manual, "\n");
}

static void print_words(struct manual *manual)
{
	print(manual,
		"\nWords of the rules, and the facts that their sentences may name in braces:\n\n");
	for (int word = 0; word < TEXT_COUNT; word++)
		print(manual, "    %-24s %s\n", words_id((enum text_id)word),
			words_facts((enum text_id)word));
	print(manual, "\nWords of the lines that say what items, talents, spells and statuses do. "
		      "Each has a neutral text; a record replaces it:\n\n");
	for (int line = 0; line < LINE_COUNT; line++) {
		char id[ID_MAX_LENGTH + 1];
		lines_id((enum line)line, id, sizeof id);
		print(manual, "    %-28s %s\n", id, lines_text((enum line)line));
	}
	print(manual, "\nWords of the screens; # stands for 1, 2, 3 and so on:\n\n");
#define ROW(word, required) print(manual, "    %-24s %s\n", word, (required) ? "(needed)" : "");
	SCREEN_WORDS(ROW)
#undef ROW
}

char *content_manual(void)
{
	struct manual manual = {.text = NULL};
	print(&manual, "A record begins at the first column: its kind and its id. Its fields are "
		       "indented: a name and a value.\n"
		       "A line that begins with # is a comment, and so is the rest of a line from "
		       "a # after a blank, but in words.\n");
	for (int kind = 0; kind < RECORD_KIND_COUNT; kind++) {
		const struct record_row *record = content_records[kind];
		print(&manual, "\n%s ID%s\n    %s\n\n", record->word,
			record->header_field ? " [TEXT]" : "", record->help);
		for (size_t i = 0; i < record->field_count; i++)
			print_field(&manual, &record->fields[i]);
		if (content_may_inherit(record))
			print(&manual,
				"    %-22s inherit the fields that this record lacks\n"
				"    %-22s = an id of a record %s\n",
				"like", "", record->word);
	}
	print_clauses(&manual);
	print_glyphs(&manual);
	print_words(&manual);
	return manual.text;
}
