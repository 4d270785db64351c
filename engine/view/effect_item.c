/* The plain effect line of an item: its figures, effects and bonuses.  For an unknown item, its
 * possible effects and how to identify it. */
#include "engine/view/line_parts.h"
#include "engine/state/things.h"

#include <stdio.h>
#include <string.h>

#define WORKS_ON_MOST 4

/* ---- Unknown items ---- */

/* The kinds of effect that an unknown item may have, in the order in which they are named. */
enum possible {
	MAY_HEAL,
	MAY_ESCAPE,
	MAY_REPEL,
	MAY_BOOST,
	MAY_LAST,
	MAY_SHOW,
	MAY_STRIKE,
	MAY_OTHER,
	MAY_HARM,
	MAY_COUNT
};

static enum possible possible_of(const struct item_kind *kind)
{
	static const uint8_t of_hint[] = {[HINT_NONE] = MAY_OTHER,
		[HINT_HEAL] = MAY_HEAL,
		[HINT_ESCAPE] = MAY_ESCAPE,
		[HINT_REPEL] = MAY_REPEL,
		[HINT_HARM] = MAY_STRIKE,
		[HINT_BURST] = MAY_HARM,
		[HINT_BOOST] = MAY_BOOST,
		[HINT_LASTING] = MAY_LAST,
		[HINT_ARRIVAL] = MAY_SHOW,
		[HINT_LIGHT] = MAY_SHOW};
	bool aimed = kind->use.aim != AIM_SELF;
	enum view_hint hint = hint_of_effects(kind->use.effects, kind->use.effect_count);
	return kind->harmful && !aimed ? MAY_HARM : (enum possible)of_hint[hint];
}

/* The possible effects of the unknown kinds of its class. */
static uint32_t all_possible(const struct game *game, const struct item_kind *of)
{
	uint32_t found = 0;
	for (uint16_t i = 0; i < game->content->counts.items; i++)
		if (game->content->items[i].class == of->class &&
			game->derived.flavours[i] != KIND_NONE && !game->knowledge.items[i])
			found |= UINT32_C(1) << possible_of(&game->content->items[i]);
	return found;
}

static void line_of_unknown(
	const struct game *game, const struct item_kind *kind, char *text, size_t size)
{
	static const enum line may[MAY_COUNT] = {[MAY_HEAL] = LINE_MAY_HEAL,
		[MAY_ESCAPE] = LINE_MAY_ESCAPE,
		[MAY_REPEL] = LINE_MAY_REPEL,
		[MAY_BOOST] = LINE_MAY_BOOST,
		[MAY_LAST] = LINE_MAY_LAST,
		[MAY_SHOW] = LINE_MAY_SHOW,
		[MAY_STRIKE] = LINE_MAY_STRIKE,
		[MAY_OTHER] = LINE_MAY_OTHER,
		[MAY_HARM] = LINE_MAY_HARM};
	char all[240] = "", how[80];
	uint32_t found = all_possible(game, kind);
	for (int i = 0; i < MAY_COUNT; i++) {
		size_t length = strlen(all);
		if (!(found >> i & 1))
			continue;
		if (length > 0)
			length += (size_t)snprintf(all + length, sizeof all - length, ", ");
		lines_expand(game->content, may[i], NULL, all + length, sizeof all - length);
	}
	lines_expand(game->content,
		kind->class == ITEM_POTION   ? LINE_LEARN_DRINK
		: kind->class == ITEM_SCROLL ? LINE_LEARN_READ
					     : LINE_LEARN_USE,
		NULL, how, sizeof how);
	lines_expand(game->content, LINE_UNKNOWN, &(struct word_facts){.text = all, .name = how},
		text, size);
}

/* ---- Its class ---- */

void parts_spell(const struct game *game, struct parts *parts, uint16_t spell)
{
	const struct spell_kind *kind = &game->content->spells[spell];
	char does[EFFECT_LINE_SIZE];
	line_of_spell(game, spell, does, sizeof does);
	parts_line(parts, LINE_TEACHES,
		&(struct word_facts){.name = kind->name, .text = does, .number = kind->mana});
}

/* The names of the terrains that a tool changes. */
static void works_on(const struct content *content, enum trigger cause, char *text, size_t size)
{
	int count = 0;
	text[0] = '\0';
	for (uint16_t i = 0; i < content->counts.terrains && count < WORKS_ON_MOST; i++) {
		const char *name = content->terrains[i].name;
		size_t length = strlen(text);
		if (content_transition(&content->terrains[i], cause) == NULL ||
			content_is_hidden(&content->terrains[i]) || strstr(text, name) != NULL)
			continue;
		snprintf(text + length, size - length, "%s%s", count++ > 0 ? ", " : "", name);
	}
}

static void add_tool(struct parts *parts, const struct item_tool *tool)
{
	char ground[160];
	if (tool->digs)
		parts_line(parts, LINE_DIGS, NULL);
	if (tool->opens)
		parts_line(parts, LINE_OPENS, NULL);
	if (tool->crosses)
		parts_line(parts, LINE_CROSSES, NULL);
	if (tool->works == TRIGGER_COUNT)
		return;
	works_on(parts->content, (enum trigger)tool->works, ground, sizeof ground);
	parts_line(parts, LINE_WORKS, &(struct word_facts){.text = ground});
}

/* Adds the ammunition of a launcher, or the damage and effects of a shot. */
static void add_shot(struct parts *parts, const struct item_shot *shot)
{
	const struct content *content = parts->content;
	char figure[160] = "";
	if (shot->ammunition != KIND_NONE) {
		dice_text(shot->fired, figure, sizeof figure);
		parts_line(parts, LINE_SHOT_DAMAGE, &(struct word_facts){.text = figure});
	}
	if (shot->launches == KIND_NONE)
		return;
	for (uint16_t i = 0; i < content->counts.items; i++) {
		const struct item_kind *kind = &content->items[i];
		size_t length = strlen(figure);
		if (kind->shot.ammunition == shot->launches)
			snprintf(figure + length, sizeof figure - length, "%s%s",
				length > 0 ? ", " : "", *kind->plural ? kind->plural : kind->name);
	}
	parts_line(parts, LINE_SHOOTS, &(struct word_facts){.text = figure});
}

static void add_class(const struct game *game, struct parts *parts, const struct item_kind *kind)
{
	if (kind->food > 0)
		parts_line(parts, LINE_FEEDS, &(struct word_facts){.number = kind->food});
	if (kind->light > 0)
		parts_line(parts, LINE_LIGHTS, &(struct word_facts){.number = kind->light});
	else if (kind->class == ITEM_LAMP)
		parts_line(parts, LINE_OIL, NULL);
	if (kind->class == ITEM_LETTER)
		parts_line(parts, LINE_LETTER, NULL);
	if (kind->class == ITEM_GOLD)
		parts_line(parts, LINE_MONEY, NULL);
	if (kind->class == ITEM_RECEIVER)
		parts_line(parts, LINE_GOAL, NULL);
	add_shot(parts, &kind->shot);
	add_tool(parts, &kind->tool);
	for (int i = 0; i < kind->book.count; i++)
		parts_spell(game, parts, kind->book.spells[i]);
}

/* ---- All of it ---- */

static void add_use(struct parts *parts, const struct item_kind *kind)
{
	const struct item_use *use = &kind->use;
	bool charged = dice_most(use->charges) > 0;
	parts_effects(parts, use->effects, use->effect_count, (enum aim)use->aim, use->range);
	if (kind->bursts && use->effect_count > 0)
		parts_line(parts, LINE_BURSTS, NULL);
	if (use->rest > 0)
		parts_line(parts, charged ? LINE_RECHARGES : LINE_RESTS,
			&(struct word_facts){.number = use->rest});
}

void line_of_item(
	const struct game *game, const struct item *item, bool sure, char *text, size_t size)
{
	const struct item_kind *kind = item_kind(game, item);
	struct parts parts = parts_begin(game->content, text, size);
	char figures[96];
	if (!sure && !item_is_known(game, item)) {
		line_of_unknown(game, kind, text, size);
		return;
	}
	view_figures(game, item, figures, sizeof figures);
	parts_add(&parts, figures);
	add_class(game, &parts, kind);
	add_use(&parts, kind);
	parts_bonuses(&parts, &kind->bonus_set);
	const struct affix_kind *affix = item_affix(game, item);
	if (affix != NULL && (item->flags & ITEM_KNOWN))
		parts_bonuses(&parts, &affix->bonus_set);
	if (item_is_gear(kind) && !(item->flags & ITEM_KNOWN) && !kind->stacks)
		parts_line(
			&parts, LINE_UNKNOWN_GEAR, &(struct word_facts){.number = BLOWS_TO_KNOW});
	if (text[0] == '\0')
		parts_line(&parts, LINE_NOTHING, NULL);
}
