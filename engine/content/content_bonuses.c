/* Values of bonuses and occasions, for items in use, talents and affixes. */
#include "engine/content/content_private.h"

static const struct choice bonuses[] = {
#define ROW(id, word, help) {word, BONUS_##id},
	ENGINE_BONUSES(ROW)
#undef ROW
		{NULL, 0},
};

static const struct choice moments[] = {
#define ROW(id, word, help) {word, MOMENT_##id},
	ENGINE_MOMENTS(ROW)
#undef ROW
		{NULL, 0},
};

/* Returns the bonuses of the current record, at the offset of the field. */
static struct bonuses *bonuses_of(const struct parsing *parsing)
{
	return value_place(parsing);
}

/* "guard 2", "noise -3". */
bool value_bonus(struct parsing *parsing)
{
	struct bonuses *bonus_set = bonuses_of(parsing);
	int amount;
	const struct choice *bonus = read_choice_of(parsing, bonuses);
	if (!bonus || !read_number(parsing, -200, 500, &amount))
		return false;
	if (bonus_set->bonus_count == BONUSES_MAX)
		return value_complain(parsing, "there can be at most %d of these", BONUSES_MAX);
	bonus_set->bonuses[bonus_set->bonus_count].bonus = (uint8_t)bonus->value;
	bonus_set->bonuses[bonus_set->bonus_count++].amount = (int16_t)amount;
	return true;
}

/* "hit 25, bleed for 3". */
bool value_occasion(struct parsing *parsing)
{
	struct bonuses *bonus_set = bonuses_of(parsing);
	struct occasion occasion = {.percent = 100};
	int percent = 100;
	const struct choice *moment = read_choice_of(parsing, moments);
	if (!moment)
		return false;
	cursor_skip_blanks(&parsing->cursor);
	if (parsing->cursor.at < parsing->cursor.end && cursor_is_digit(*parsing->cursor.at) &&
		!read_number(parsing, 1, 100, &percent))
		return false;
	if (bonus_set->occasion_count == OCCASIONS_MAX)
		return value_complain(parsing, "there can be at most %d of these", OCCASIONS_MAX);
	if (!read_more(parsing))
		return value_complain(
			parsing, "a comma and an effect are wanted, as in: hit 25, bleed for 3");
	struct occasion *place = &bonus_set->occasions[bonus_set->occasion_count++];
	*place = occasion;
	place->moment = (uint8_t)moment->value;
	place->percent = (uint8_t)percent;
	return read_effect(parsing, &place->effect);
}
