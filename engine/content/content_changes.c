/* Values of terrain fields: changes, hazards, spreads, and the features of levels. */
#include "engine/content/content_private.h"

static const struct choice causes[] = {
#define ROW(id, word, help) {word, TRIGGER_##id},
	ENGINE_CAUSES(ROW)
#undef ROW
		{NULL, 0},
};

static const struct {
	const char *word, *number;
} need_rows[NEED_COUNT] = {
#define ROW(id, function, word, number, help) [NEED_##id] = {word, number},
	ENGINE_NEEDS(ROW)
#undef ROW
};

static const struct choice needs[] = {
#define ROW(id, function, word, number, help) {word, NEED_##id},
	ENGINE_NEEDS(ROW)
#undef ROW
		{NULL, 0},
};

/* True if the next word begins with a digit. */
static bool number_next(struct parsing *parsing)
{
	cursor_skip_blanks(&parsing->cursor);
	return parsing->cursor.at < parsing->cursor.end && cursor_is_digit(*parsing->cursor.at);
}

static bool read_need(struct parsing *parsing, struct transition *change)
{
	int amount = 0;
	const struct choice *need = read_choice_of(parsing, needs);
	if (!need || (need_rows[need->value].number && !read_number(parsing, 1, 99, &amount)))
		return false;
	change->need = (uint8_t)need->value;
	change->amount = (int16_t)amount;
	return true;
}

/* "needs might 12", "takes 3", an effect after a comma. */
static bool read_change_rest(struct parsing *parsing, struct transition *change)
{
	int turns = 1;
	if (cursor_take_word(&parsing->cursor, "needs") && !read_need(parsing, change))
		return false;
	if (cursor_take_word(&parsing->cursor, "takes") && !read_number(parsing, 1, 20, &turns))
		return false;
	change->turns = (uint8_t)turns;
	change->has_effect = read_more(parsing);
	return !change->has_effect || read_effect(parsing, &change->effect);
}

/* "burn 90 into ash", "dig into rubble needs pick takes 3", "tread into trap-sprung, hurt 2d6". */
bool value_change(struct parsing *parsing)
{
	struct transition *change = value_place_next(parsing, sizeof *change);
	const struct choice *cause = change ? read_choice_of(parsing, causes) : NULL;
	int percent = 100;
	if (!cause)
		return false;
	*change = (struct transition){.cause = (uint8_t)cause->value, .into = KIND_NONE};
	if (number_next(parsing) && !read_number(parsing, 1, 100, &percent))
		return false;
	change->percent = (uint8_t)percent;
	if (!cursor_take_word(&parsing->cursor, "into"))
		return value_complain(
			parsing, "the terrain that it becomes is missing, as in: burn into ash");
	return read_reference(parsing, RECORD_TERRAIN, &change->into) &&
	       read_change_rest(parsing, change);
}

/* "hurt 2d6 unless flies or resists-fire". */
bool value_hazard(struct parsing *parsing)
{
	struct hazard *hazard = value_place_next(parsing, sizeof *hazard);
	if (!hazard || !read_effect(parsing, &hazard->effect))
		return false;
	hazard->unless = 0;
	if (cursor_take_word(&parsing->cursor, "unless")) {
		do {
			const struct choice *trait =
				read_choice_of(parsing, parsing->field->choices);
			if (!trait)
				return false;
			hazard->unless |= trait->value;
		} while (cursor_take_word(&parsing->cursor, "or"));
	}
	return true;
}

/* "burn 40", into two bytes side by side. */
bool value_spreads(struct parsing *parsing)
{
	int percent;
	const struct choice *cause = read_choice_of(parsing, causes);
	if (!cause || !read_number(parsing, 1, 100, &percent))
		return false;
	uint8_t *place = value_place(parsing);
	place[0] = (uint8_t)cause->value;
	place[1] = (uint8_t)percent;
	return true;
}

/* "tall-grass 1d3 of 2d6". */
bool value_feature(struct parsing *parsing)
{
	struct feature *feature = value_place_next(parsing, sizeof *feature);
	if (!feature || !read_reference(parsing, RECORD_TERRAIN, &feature->terrain) ||
		!read_dice(parsing, &feature->patches))
		return false;
	feature->size = (struct dice){0, 0, 1};
	return !cursor_take_word(&parsing->cursor, "of") || read_dice(parsing, &feature->size);
}
