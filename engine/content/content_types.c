/*
 * The list of the types of fields: the syntax and the reader of each.
 *
 * It refers to all readers, and none of them to it.  Text that a reader leaves unread is a
 * complaint here, so no word is ever silently ignored.
 */
#include "engine/content/content_private.h"

/* The syntax of a type, its reader, and whether '#' may be part of its value. */
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
	[FIELD_APPEARANCE] =
		{"[CHARACTER] SYMBOL ROLE [SHAPE]; blank is the space, and a CHARACTER "
		 "beyond ASCII "
		 "is itself or U+XXXX",
			value_look, true},
	[FIELD_CHOICE] = {"one of", value_choice, false},
	[FIELD_FLAGS] = {"some of, with commas", value_flags, false},
	[FIELD_SWITCHES] = {"some of, with commas", value_switches, false},
	[FIELD_BLOW] =
		{"VERB DICE [by FLIGHT][, EFFECT]; _ in the verb is the target: takes _ down 1d6",
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
	[FIELD_NEEDS] = {"FACT ID, FACT at-least N or, for numbers of a run, FACT at-most N",
		value_needs, false},
	[FIELD_OCCASION] = {"MOMENT [PERCENT], EFFECT", value_occasion, false},
};

const char *content_type_syntax(enum field_type type)
{
	return types[type].syntax;
}

/* Only printable ASCII and tabs reach terminals as text. */
static bool is_ascii(struct cursor text)
{
	for (const char *at = text.at; at < text.end; at++)
		if ((*at < 32 && *at != '\t') || *at > 126)
			return false;
	return true;
}

void content_read_value(struct parsing *parsing)
{
	enum field_type type = parsing->field->type;
	if (!types[type].keeps_hash)
		parsing->cursor = cursor_without_comment(parsing->cursor);
	if (type != FIELD_APPEARANCE && !is_ascii(parsing->cursor)) {
		value_complain(parsing, "this holds something that is not printable ASCII");
		return;
	}
	if (!types[type].read(parsing))
		return;
	cursor_skip_blanks(&parsing->cursor);
	if (parsing->cursor.at < parsing->cursor.end)
		value_complain(parsing, "\"%.*s\" is left over at the end of the line",
			SHOWN(parsing->cursor));
}
