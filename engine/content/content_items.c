/* Checks of items beyond single fields: whether an item is of use, and distinguishable from
 * others. */
#include "engine/content/content_private.h"

#include <string.h>

static const char *const class_words[ITEM_CLASS_COUNT] = {
	[ITEM_POTION] = "potion",
	[ITEM_SCROLL] = "scroll",
	[ITEM_WAND] = "wand",
	[ITEM_STAFF] = "staff",
	[ITEM_CHARM] = "charm",
};

/* ---- Use ---- */

/* Returns the property that the item's class requires and the item lacks, as the end of a
 * complaint, or NULL. */
static const char *lack_of(const struct item_kind *kind)
{
	int charges = dice_most(kind->use.charges);
	switch (kind->class) {
	case ITEM_WEAPON:
		return dice_most(kind->weapon.damage) == 0 ? "a weapon and has no damage" : NULL;
	case ITEM_FOOD:
		return kind->food == 0 ? "food and does not feed" : NULL;
	case ITEM_POTION:
	case ITEM_SCROLL:
		return kind->use.effect_count == 0 ? "used up and has no effect" : NULL;
	case ITEM_CHARM:
		return kind->use.effect_count == 0 || kind->use.rest == 0
			       ? "a charm, which wants an effect and a rest"
			       : NULL;
	case ITEM_WAND:
		return kind->use.effect_count == 0 || charges == 0
			       ? "a wand, which wants an effect and charges"
			       : NULL;
	case ITEM_STAFF:
		return kind->use.effect_count == 0 || charges == 0 || kind->use.rest == 0
			       ? "a staff, which wants an effect, charges and a rest"
			       : NULL;
	case ITEM_BOOK:
		return kind->book.count == 0 ? "a book and teaches nothing" : NULL;
	case ITEM_LETTER:
		return *kind->text == '\0' ? "a letter and has no text" : NULL;
	case ITEM_LAMP:
		return kind->light == 0 && charges == 0 ? "neither a lamp nor oil" : NULL;
	case ITEM_TOOL:
		return kind->use.effect_count == 0 && kind->tool.works == TRIGGER_COUNT &&
				       !kind->tool.opens && !kind->tool.crosses
			       ? "a tool and does nothing"
			       : NULL;
	default:
		return NULL;
	}
}

/* Returns a contradiction between the item's fields, as the end of a complaint, or NULL. */
static const char *clash_of(const struct item_kind *kind)
{
	const uint32_t stack = 1u << ITEM_WEAPON | 1u << ITEM_POTION | 1u << ITEM_SCROLL |
			       1u << ITEM_FOOD | 1u << ITEM_GOLD | 1u << ITEM_TOOL |
			       1u << ITEM_LAMP;
	bool lamp = kind->class == ITEM_LAMP && kind->light > 0;
	if (kind->stacks && !*kind->plural)
		return "stacks and has no plural";
	if (kind->pouched && (kind->class != ITEM_LETTER || kind->stacks))
		return "is pouched and no single letter";
	if (kind->stacks && (!(stack >> kind->class & 1) || lamp))
		return "is of a class that cannot stack";
	if (dice_most(kind->count) < 1 || kind->count.number + kind->count.modifier < 1)
		return "may come as none at all";
	if (kind->shot.launches != KIND_NONE && kind->shot.launches == kind->shot.ammunition)
		return "would be shot from itself";
	if (kind->weapon.two_handed && kind->class != ITEM_WEAPON)
		return "is for two hands and no weapon";
	if (lamp != (kind->gear.slot == SLOT_LAMP))
		return lamp ? "is a lamp and has another slot than lamp"
			    : "has the slot lamp and is none";
	return NULL;
}

/* True if the item has more than plain numbers.  An item for a path must have a special ability. */
static bool has_way(const struct item_kind *kind)
{
	for (int i = 0; i < kind->bonus_set.bonus_count; i++)
		if (kind->bonus_set.bonuses[i].bonus >= BONUS_SWEEP)
			return true;
	return kind->bonus_set.occasion_count > 0 || kind->bonus_set.grants ||
	       kind->use.effect_count > 0 || kind->book.count > 0 ||
	       kind->shot.launches != KIND_NONE || kind->shot.ammunition != KIND_NONE ||
	       kind->shot.flight != KIND_NONE || kind->tool.works != TRIGGER_COUNT ||
	       kind->tool.crosses || kind->light > 0;
}

static void check_item(struct content *content, uint16_t at)
{
	const struct item_kind *kind = &content->items[at];
	const char *lack =
		kind->weight == 0 && content_names_item(content, at) ? NULL : lack_of(kind);
	const char *clash = clash_of(kind);
	content_check_item_glyph(content, at);
	if (lack != NULL)
		content_complain_of(content, RECORD_ITEM, at, "item %s is %s", kind->id, lack);
	if (clash != NULL)
		content_complain_of(content, RECORD_ITEM, at, "item %s %s", kind->id, clash);
	if (kind->path != PATH_COUNT && !has_way(kind))
		content_complain_of(content, RECORD_ITEM, at,
			"item %s is of a path and has numbers alone; it wants a way of fighting",
			kind->id);
}

/* ---- Affixes ---- */

static bool is_gear(const struct item_kind *kind)
{
	return !kind->stacks && (kind->class == ITEM_WEAPON || kind->class == ITEM_ARMOUR ||
					(kind->class == ITEM_LAMP && kind->light > 0));
}

/* "+1 humming truncheon" must fit ITEM_NAME_SIZE. */
static void check_affix_length(struct content *content, uint16_t at)
{
	enum { MOST = ITEM_NAME_SIZE - 8 }; /* less article, plus and the final NUL */
	const struct affix_kind *affix = &content->affixes[at];
	for (uint16_t i = 0; affix->base == KIND_NONE && i < content->counts.items; i++) {
		const struct item_kind *kind = &content->items[i];
		int slot = kind->class != ITEM_WEAPON         ? kind->gear.slot
			   : kind->shot.launches != KIND_NONE ? SLOT_LAUNCHER
							      : SLOT_WEAPON;
		if (!is_gear(kind) || !(affix->slots >> slot & 1) ||
			strlen(affix->name) + 1 + strlen(kind->name) <= MOST)
			continue;
		content_complain_of(content, RECORD_AFFIX, at,
			"affix %s makes item %s a name of over %d letters", affix->id, kind->id,
			MOST);
		return;
	}
}

static void check_affix(struct content *content, uint16_t at)
{
	const struct affix_kind *affix = &content->affixes[at];
	const struct bonuses *bonus_set = &affix->bonus_set;
	bool capital = *affix->name >= 'A' && *affix->name <= 'Z';
	if (affix->base == KIND_NONE && !affix->slots)
		content_complain_of(content, RECORD_AFFIX, at,
			"affix %s is of no slot and of no kind", affix->id);
	if (affix->base != KIND_NONE && !is_gear(&content->items[affix->base]))
		content_complain_of(content, RECORD_AFFIX, at,
			"affix %s is of item %s, which is no gear", affix->id,
			content->items[affix->base].id);
	if (affix->base != KIND_NONE && *affix->name && !capital)
		content_complain_of(content, RECORD_AFFIX, at,
			"affix %s makes an artefact, whose name has a capital", affix->id);
	if (!bonus_set->bonus_count && !bonus_set->occasion_count && !bonus_set->grants)
		content_complain_of(content, RECORD_AFFIX, at, "affix %s gives nothing", affix->id);
	check_affix_length(content, at);
}

/* ---- All ---- */

/* Every kind that must be learned needs a flavour. */
static void check_flavours(struct content *content, uint8_t class)
{
	int kinds = 0, flavours = 0;
	struct record_origin place = content_last_origin(content, RECORD_ITEM);
	for (uint16_t i = 0; i < content->counts.items; i++) {
		if (content->items[i].class != class)
			continue;
		kinds++;
		place = content->private->tables[RECORD_ITEM].places[i];
	}
	for (uint16_t i = 0; i < content->counts.flavours; i++)
		flavours += content->flavours[i].class == class;
	if (flavours < kinds)
		content_complain(content, place,
			"there are %d kinds of %s and only %d flavours for them", kinds,
			class_words[class], flavours);
}

/* Trying unknown items must pay: in the classes learned by use, helpful kinds must weigh twice as
 * much as harmful ones. */
static void check_luck(struct content *content, uint8_t class)
{
	int helps = 0, harms = 0;
	for (uint16_t i = 0; i < content->counts.items; i++) {
		const struct item_kind *kind = &content->items[i];
		if (kind->class == class)
			*(kind->harmful ? &harms : &helps) += kind->weight;
	}
	if (helps < 2 * harms)
		content_complain(content, content_last_origin(content, RECORD_ITEM),
			"kinds of %s that help weigh %d, and those that harm %d; it should be "
			"twice as much",
			class_words[class], helps, harms);
}

void content_check_items(struct content *content)
{
	for (uint16_t i = 0; i < content->counts.items; i++)
		check_item(content, i);
	for (uint16_t i = 0; i < content->counts.affixes; i++)
		check_affix(content, i);
	for (uint16_t i = 0; i < content->counts.flavours; i++)
		content_check_flavour_glyph(content, i);
	for (int class = 0; class < ITEM_CLASS_COUNT; class ++)
		if (class_words[class] != NULL)
			check_flavours(content, (uint8_t) class);
	check_luck(content, ITEM_POTION);
	check_luck(content, ITEM_SCROLL);
}
