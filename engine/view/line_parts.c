/*
 * The parts of lines of plain effect: effects, bonuses, moments, traits and spells, in numbers.
 *
 * A line is made of the rows of its kind and the words of lines.h, so a new record has its line
 * without any code.
 */
#include "engine/view/line_parts.h"
#include "engine/rules/combat_private.h"

#include <stdio.h>
#include <string.h>

#define PART_SIZE 240

/* ---- Parts ---- */

struct parts parts_begin(const struct content *content, char *text, size_t size)
{
	text[0] = '\0';
	return (struct parts){content, text, size};
}

void parts_add(struct parts *parts, const char *part)
{
	char between[8];
	size_t length = strlen(parts->text);
	lines_expand(parts->content, LINE_BETWEEN, NULL, between, sizeof between);
	if (*part == '\0' || length + strlen(between) + strlen(part) >= parts->size)
		return;
	snprintf(parts->text + length, parts->size - length, "%s%s", length > 0 ? between : "",
		part);
}

void parts_line(struct parts *parts, enum line line, const struct word_facts *facts)
{
	char part[PART_SIZE];
	lines_expand(parts->content, line, facts, part, sizeof part);
	parts_add(parts, part);
}

void dice_text(struct dice dice, char *text, size_t size)
{
	bool rolls = dice.number > 0 && dice.sides > 1;
	int length = rolls ? snprintf(text, size, "%dd%d", dice.number, dice.sides) : 0;
	int fixed = rolls ? dice.modifier : dice.modifier + dice.number * dice.sides;
	if (fixed != 0 || !rolls)
		snprintf(text + length, size - (size_t)length, rolls ? "%+d" : "%d", fixed);
}

/* ---- Effects ---- */

static const char *kind_name(const struct content *content, const struct clause *clause)
{
	unsigned arguments = effect_rows[clause->row].arguments;
	return arguments & ARGUMENT_CLOUD     ? content->clouds[clause->kind].name
	       : arguments & ARGUMENT_MONSTER ? content->creatures[clause->kind].name
	       : arguments & ARGUMENT_TERRAIN ? content->terrains[clause->kind].name
	       : arguments & ARGUMENT_ITEM    ? content->items[clause->kind].name
					      : "";
}

static const char *element_word(const struct clause *clause)
{
	static const char *const words[ELEMENT_COUNT] = {"",
#define ROW(id, word, spares, cause, help) word " ",
		ENGINE_ELEMENTS(ROW)
#undef ROW
	};
	return words[clause->element];
}

static void clause_text(
	const struct content *content, const struct clause *clause, char *text, size_t size)
{
	const struct effect_row *row = &effect_rows[clause->row];
	bool noise = row->flags & EF_NOISE;
	char dice[24], done[PART_SIZE];
	dice_text(row->arguments & ARGUMENT_DICE ||
				  row->arguments & (ARGUMENT_MONSTER | ARGUMENT_ITEM)
			  ? clause->dice
		  : row->status < STATUS_COUNT ? status_figure((enum status)row->status)
					       : clause->dice,
		dice, sizeof dice);
	struct word_facts facts = {.text = dice,
		.name = element_word(clause),
		.item = kind_name(content, clause),
		.number = row->arguments & ARGUMENT_CLOUD      ? clause->amount
			  : noise                              ? clause->radius
			  : row->arguments & ARGUMENT_DURATION ? clause->duration
							       : dice_most(clause->dice)};
	lines_expand(content, (enum line)(LINE_EFFECT + clause->row), &facts, done, sizeof done);
	if (clause->radius > 0 && !noise)
		lines_expand(content, clause->around ? LINE_AROUND : LINE_RADIUS,
			&(struct word_facts){.text = done, .number = clause->radius}, text, size);
	else
		snprintf(text, size, "%s", done);
}

static void clauses_text(const struct content *content, const struct clause *clauses, int count,
	char *text, size_t size);

/* The effects of a cloud on a creature inside it. */
static void cloud_text(
	const struct content *content, const struct clause *clause, char *text, size_t size)
{
	const struct cloud_kind *cloud = &content->clouds[clause->kind];
	char breaths[PART_SIZE];
	clauses_text(content, cloud->breaths, cloud->breath_count, breaths, sizeof breaths);
	if (breaths[0] != '\0')
		lines_expand(
			content, LINE_IN_CLOUD, &(struct word_facts){.text = breaths}, text, size);
}

static void clauses_text(const struct content *content, const struct clause *clauses, int count,
	char *text, size_t size)
{
	char part[PART_SIZE];
	struct parts parts = parts_begin(content, text, size);
	for (int i = 0; i < count; i++) {
		clause_text(content, &clauses[i], part, sizeof part);
		size_t length = strlen(part);
		if (effect_rows[clauses[i].row].arguments & ARGUMENT_CLOUD)
			cloud_text(content, &clauses[i], part + length, sizeof part - length);
		parts_add(&parts, part);
	}
}

void parts_effects(
	struct parts *parts, const struct clause *effects, int count, enum aim aim, int range)
{
	char done[2 * PART_SIZE], where[80], part[2 * PART_SIZE];
	clauses_text(parts->content, effects, count, done, sizeof done);
	lines_expand(parts->content, (enum line)(LINE_AIM + aim),
		&(struct word_facts){.number = range}, where, sizeof where);
	if (done[0] == '\0')
		return;
	if (where[0] != '\0')
		lines_expand(parts->content, LINE_AIMED,
			&(struct word_facts){.name = where, .text = done}, part, sizeof part);
	parts_add(parts, where[0] != '\0' ? part : done);
}

/* ---- Bonuses ---- */

/* The figure of a bonus: that of the rule that it affects, else its amount. */
static void bonus_figure(enum bonus bonus, int amount, char *text, size_t size)
{
	if (bonus == BONUS_WARD)
		dice_text(status_figure(STATUS_SHIELDED), text, size);
	else if (bonus == BONUS_PIN)
		dice_text(status_figure(STATUS_STUCK), text, size);
	else if (bonus == BONUS_BACKSTAB)
		snprintf(text, size, "%d", UNAWARE_TIMES + amount);
	else
		snprintf(text, size, "%+d", amount);
}

/* Rows that may be negative have a second text. */
static bool is_signed(enum bonus bonus)
{
	return bonus <= BONUS_APPETITE && bonus != BONUS_LIGHT;
}

static void add_bonus(struct parts *parts, enum bonus bonus, int amount)
{
	static const char *const words[BONUS_COUNT] = {
#define ROW(id, word, help) word,
		ENGINE_BONUSES(ROW)
#undef ROW
	};
	char figure[24];
	bonus_figure(bonus, amount, figure, sizeof figure);
	bool other = amount < 0 && !is_signed(bonus);
	parts_line(parts, other ? LINE_OTHER_BONUS : (enum line)(LINE_BONUS + bonus),
		&(struct word_facts){.number = amount, .text = figure, .name = words[bonus]});
}

static void add_occasion(struct parts *parts, const struct occasion *occasion)
{
	char when[60], chance[80], done[PART_SIZE];
	lines_expand(parts->content, (enum line)(LINE_MOMENT + occasion->moment), NULL, when,
		sizeof when);
	lines_expand(parts->content, LINE_CHANCE,
		&(struct word_facts){.text = when, .number = occasion->percent}, chance,
		sizeof chance);
	clauses_text(parts->content, &occasion->effect, 1, done, sizeof done);
	parts_line(parts, LINE_DOES,
		&(struct word_facts){
			.name = occasion->percent < 100 ? chance : when, .text = done});
}

void parts_bonuses(struct parts *parts, const struct bonuses *bonus_set)
{
	for (int i = 0; i < bonus_set->bonus_count; i++)
		add_bonus(parts, (enum bonus)bonus_set->bonuses[i].bonus,
			bonus_set->bonuses[i].amount);
	for (int i = 0; i < bonus_set->occasion_count; i++)
		add_occasion(parts, &bonus_set->occasions[i]);
	for (int bit = 0; bit < TRAIT_COUNT; bit++)
		if (bonus_set->grants >> bit & 1)
			parts_line(parts, (enum line)(LINE_TRAIT + bit), NULL);
}

/* ---- Spells ---- */

void line_of_spell(const struct game *game, uint16_t spell, char *text, size_t size)
{
	const struct spell_kind *kind = &game->content->spells[spell];
	struct parts parts = parts_begin(game->content, text, size);
	parts_effects(&parts, kind->effects, kind->effect_count, (enum aim)kind->aim, kind->range);
}
