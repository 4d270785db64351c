/* The view of items: names, legal verbs, comparison with the gear in use. */
#include "engine/view/line_parts.h"
#include "engine/rules/combat_private.h"

#include <stdio.h>
#include <string.h>

static const char *const slot_words[SLOT_COUNT] = {
#define ROW(id, word, most) [SLOT_##id] = word,
	CONTENT_SLOTS(ROW)
#undef ROW
};

/* ---- Told ---- */

const char *view_item_text(const struct game *game, const struct item *item)
{
	const struct affix_kind *affix = item_affix(game, item);
	if (!item_is_known(game, item))
		return "";
	return affix != NULL && affix->base != KIND_NONE ? affix->description
							 : item_kind(game, item)->description;
}

/* The description of an item's kind and affix.  The text is kept in the view. */
static const char *text_of(const struct game *game, const struct item *item, struct view *view)
{
	const struct affix_kind *affix = item_affix(game, item);
	const char *text = view_item_text(game, item);
	if (affix == NULL || affix->base != KIND_NONE || view->text_count == VIEW_TEXTS_MAX)
		return text;
	char *both = view->texts[view->text_count++];
	snprintf(both, sizeof view->texts[0], "%s %s", text, affix->description);
	return both;
}

/* ---- Charges, oil and rest ---- */

/* The message for the remaining use of an item, as far as known: "4 charges", "rests 30", "310
 * turns".  TEXT_COUNT: none. */
static enum text_id detail_of(const struct game *game, const struct item *item, int *number)
{
	const struct item_kind *kind = item_kind(game, item);
	bool zapped = kind->class == ITEM_WAND || kind->class == ITEM_STAFF;
	bool counted = zapped || (kind->class == ITEM_TOOL && dice_most(kind->use.charges) > 0);
	*number = kind->class == ITEM_LAMP ? lamp_oil(item)
		  : counted                ? item->charges
					   : item->resting;
	if (!item_is_known(game, item) || (*number == 0 && !counted))
		return TEXT_COUNT;
	return kind->class == ITEM_LAMP ? TEXT_NAME_OIL
	       : counted                ? TEXT_NAME_CHARGES
					: TEXT_NAME_RESTS;
}

static bool is_spent(const struct game *game, const struct item *item)
{
	int number;
	enum text_id word = detail_of(game, item, &number);
	return word == TEXT_NAME_RESTS || (word == TEXT_NAME_CHARGES && number == 0);
}

static void name_of(const struct game *game, const struct item *item, char *name, size_t size)
{
	int number;
	char detail[32];
	size_t length = item_name(game, item, ARTICLE_A, name, size);
	enum text_id word = detail_of(game, item, &number);
	if (word == TEXT_COUNT)
		return;
	words_expand(
		game->content, word, &(struct word_facts){.number = number}, detail, sizeof detail);
	snprintf(name + length, size - length, " (%s)", detail);
}

/* ---- Compared ---- */

static int shown_plus(const struct item *item)
{
	return item->flags & ITEM_KNOWN ? item->plus : 0;
}

static void add_part(const struct game *game, int more, enum text_id better, enum text_id worse,
	char *text, size_t size)
{
	size_t length = strlen(text);
	if (more == 0 || length + 4 > size)
		return;
	if (length > 0)
		length += (size_t)snprintf(text + length, size - length, ", ");
	words_expand(game->content, more > 0 ? better : worse,
		&(struct word_facts){.number = more > 0 ? more : -more}, text + length,
		size - length);
}

/* Twice the average damage of a weapon. */
static int twice_damage(const struct game *game, const struct item *item)
{
	struct dice dice = item_kind(game, item)->weapon.damage;
	return dice.number * (dice.sides + 1) + 2 * (dice.modifier + shown_plus(item));
}

static int accuracy_of(const struct game *game, const struct item *item)
{
	return item_kind(game, item)->gear.accuracy + 3 * shown_plus(item);
}

/* Might that would be lacking with `item` in use instead of `not`. */
static int missing_might(const struct game *game, const struct item *item, const struct item * not )
{
	int might = body_might(game), missing = item_kind(game, item)->gear.might - might;
	missing = missing > 0 ? missing : 0;
	for (int i = 0; i < PACK_MAX; i++) {
		const struct item *other = &game->pack.items[i];
		int wanting = item_kind(game, other)->gear.might - might;
		if (other != not &&(other->flags & (ITEM_WIELDED | ITEM_WORN)) && wanting > missing)
			missing = wanting;
	}
	return missing;
}

/* Accuracy gained by wearing the item instead of the other, from might that the hero lacks for
 * heavy gear. */
static int heavy_accuracy(
	const struct game *game, const struct item *item, const struct item *other)
{
	return MIGHT_ACCURACY * (combat_missing_might(game) - missing_might(game, item, other));
}

static void compare_weapons(const struct game *game, const struct item *item,
	const struct item *other, char *text, size_t size)
{
	int damage = twice_damage(game, item) - twice_damage(game, other);
	add_part(
		game, damage / 2, TEXT_COMPARED_DAMAGE_MORE, TEXT_COMPARED_DAMAGE_LESS, text, size);
	add_part(game,
		accuracy_of(game, item) - accuracy_of(game, other) +
			heavy_accuracy(game, item, other),
		TEXT_COMPARED_ACCURACY_MORE, TEXT_COMPARED_ACCURACY_LESS, text, size);
}

static int guard_of(const struct game *game, const struct item *item)
{
	return item_kind(game, item)->gear.guard + shown_plus(item);
}

static void compare_worn(const struct game *game, const struct item *item, const struct item *other,
	char *text, size_t size)
{
	char part[40] = "";
	add_part(game, guard_of(game, item) - guard_of(game, other), TEXT_COMPARED_GUARD_MORE,
		TEXT_COMPARED_GUARD_LESS, part, sizeof part);
	add_part(game,
		item_kind(game, item)->gear.accuracy - item_kind(game, other)->gear.accuracy +
			heavy_accuracy(game, item, other),
		TEXT_COMPARED_ACCURACY_MORE, TEXT_COMPARED_ACCURACY_LESS, part, sizeof part);
	if (part[0] != '\0')
		words_expand(game->content, TEXT_COMPARED_WORN, &(struct word_facts){.text = part},
			text, size);
}

/* ---- In figures ---- */

static void add_figure(const struct game *game, enum text_id word, int number, const char *figure,
	char *text, size_t size)
{
	size_t length = strlen(text);
	if (length + 4 > size)
		return;
	if (length > 0)
		length += (size_t)snprintf(text + length, size - length, ", ");
	words_expand(game->content, word, &(struct word_facts){.number = number, .text = figure},
		text + length, size - length);
}

static void add_dice(
	const struct game *game, enum text_id word, struct dice dice, char *text, size_t size)
{
	char figure[24];
	dice_text(dice, figure, sizeof figure);
	add_figure(game, word, 0, figure, text, size);
}

static void add_signed(
	const struct game *game, enum text_id word, int number, char *text, size_t size)
{
	char figure[12];
	snprintf(figure, sizeof figure, "%+d", number);
	if (number != 0)
		add_figure(game, word, number, figure, text, size);
}

/* The numbers of gear and the might that it needs.  An unknown plus counts as none. */
void view_figures(const struct game *game, const struct item *item, char *text, size_t size)
{
	const struct item_kind *kind = item_kind(game, item);
	struct dice damage = kind->weapon.damage;
	text[0] = '\0';
	if (!item_is_gear(kind))
		return;
	damage.modifier = (int16_t)(damage.modifier + shown_plus(item));
	if (kind->class == ITEM_WEAPON && kind->shot.launches == KIND_NONE &&
		dice_most(kind->weapon.damage) > 0)
		add_dice(game, TEXT_FIGURE_DAMAGE, damage, text, size);
	if (kind->class == ITEM_WEAPON && kind->stacks)
		add_dice(game, TEXT_FIGURE_THROWN, kind->weapon.thrown, text, size);
	if (kind->class == ITEM_ARMOUR)
		add_signed(game, TEXT_FIGURE_GUARD, guard_of(game, item), text, size);
	add_signed(game, TEXT_FIGURE_ACCURACY,
		kind->class == ITEM_WEAPON ? accuracy_of(game, item) : kind->gear.accuracy, text,
		size);
	if (kind->gear.might > 0)
		add_figure(game, TEXT_FIGURE_MIGHT, kind->gear.might, NULL, text, size);
	add_signed(game, TEXT_FIGURE_NOISE, kind->gear.noise, text, size);
	if (kind->weapon.two_handed)
		add_figure(game, TEXT_FIGURE_HANDS, 0, NULL, text, size);
}

/* Compares an item with the gear in its slot. */
static void compare(const struct game *game, const struct item *item, char *text, size_t size)
{
	const struct item_kind *kind = item_kind(game, item);
	int weapon = item_in_use(game, ITEM_WIELDED);
	text[0] = '\0';
	if (item->flags & (ITEM_WIELDED | ITEM_WORN))
		return;
	if (kind->class == ITEM_WEAPON && !kind->stacks && weapon >= 0)
		compare_weapons(game, item, &game->pack.items[weapon], text, size);
	int worn =
		kind->class == ITEM_ARMOUR ? gear_worn(game, (enum gear_slot)kind->gear.slot) : -1;
	if (worn >= 0)
		compare_worn(game, item, &game->pack.items[worn], text, size);
}

/* ---- One thing ---- */

/* Sets the aim and range of an item.  An unknown item is aimed like a bolt. */
static void view_aim(const struct game *game, const struct item *item, struct view_item *view)
{
	const struct item_kind *kind = item_kind(game, item);
	bool adjacent = kind->tool.works != TRIGGER_COUNT || kind->tool.opens,
	     known = item_is_known(game, item);
	view->aim = adjacent || kind->tool.crosses ? VIEW_AIM_CELL
		    : known                        ? kind->use.aim
						   : VIEW_AIM_BOLT;
	view->range = adjacent ? 1 : known ? kind->use.range : RANGE_UNKNOWN;
}

static struct view_item view_item(const struct game *game, const struct item *item, struct view *of)
{
	const struct item_kind *kind = item_kind(game, item);
	struct view_item view = {.appearance = item_appearance(game, item),
		.slot = gear_is_worn(kind) ? slot_words[kind->gear.slot] : "",
		.slot_most =
			gear_is_worn(kind) ? gear_slot_most((enum gear_slot)kind->gear.slot) : 0,
		.description = text_of(game, item, of),
		.price = item->flags & ITEM_FOR_SALE ? item_price(game, item) : 0,
		.hint = (uint8_t)hint_of_item(game, item),
		.worth = (int16_t)hint_worth(game, item),
		.spent = is_spent(game, item),
		.count = item->count,
		.class = kind->class,
		.flags = item->flags};
	name_of(game, item, view.name, sizeof view.name);
	view_aim(game, item, &view);
	compare(game, item, view.compared, sizeof view.compared);
	view_figures(game, item, view.figures, sizeof view.figures);
	if (!item_is_gear(kind) && item_is_known(game, item))
		view.flags |= ITEM_KNOWN;
	return view;
}

/* ---- Lists ---- */

/* Fills the rows of the carried items of these numbers; returns how many. */
static size_t view_carried(const struct game *game, unsigned from, unsigned end,
	struct view_item *rows, struct view *view)
{
	size_t count = 0;
	for (unsigned number = from; number < end; number++) {
		const struct item *item = &game->pack.items[number];
		if (item->count == 0)
			continue;
		struct view_item *row = &rows[count++];
		*row = view_item(game, item, view);
		row->letter = carried_letter(number);
		row->verbs = item_verbs(game, item);
	}
	return count;
}

static size_t view_ground(const struct game *game, struct view *view)
{
	const struct creature *hero = &game->creatures[HERO];
	size_t count = 0;
	for (int i = game->floor.count - 1; i >= 0 && count < GROUND_MAX; i--) {
		const struct floor_item *lying = &game->floor.items[i];
		if (lying->x != hero->x || lying->y != hero->y)
			continue;
		view->ground[count] = view_item(game, &lying->item, view);
		view->ground[count++].verbs = 1u << VERB_PICK_UP;
	}
	return count;
}

void view_items(const struct game *game, struct view *view)
{
	view->text_count = 0;
	view->pack_count = view_carried(game, 0, PACK_MAX, view->pack, view);
	view->pouch_count = view_carried(game, PACK_MAX, CARRIED_MAX, view->pouch, view);
	view->ground_count = view_ground(game, view);
}
