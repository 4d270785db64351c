/*
 * Discoveries: the kinds that the hero has met or learned, in groups, with the number of all kinds.
 *
 * The groups are creatures, then the classes of items whose kinds are unknown at first, then
 * letters that he has read.
 */
#include "engine/view/line_parts.h"

#include <string.h>

#define CREATURES ITEM_CLASS_COUNT /* the group of creatures, which is no item class */

/* The groups in display order. */
static const struct group {
	uint8_t class;
	const char *word;
} groups[] = {{CREATURES, "creature"}, {ITEM_POTION, "potion"}, {ITEM_SCROLL, "scroll"},
	{ITEM_WAND, "wand"}, {ITEM_STAFF, "staff"}, {ITEM_CHARM, "charm"}, {ITEM_LETTER, "letter"}};

#define GROUPS (sizeof groups / sizeof *groups)

/* True if a kind belongs to a group, known or not. */
static bool belongs(const struct game *game, const struct group *group, uint16_t kind)
{
	if (group->class == CREATURES)
		return true;
	return game->content->items[kind].class == group->class &&
	       (group->class == ITEM_LETTER || game->derived.flavours[kind] != KIND_NONE);
}

static uint16_t kind_count(const struct game *game, const struct group *group)
{
	return group->class == CREATURES ? game->content->counts.creatures
					 : game->content->counts.items;
}

static bool is_known(const struct game *game, const struct group *group, uint16_t kind)
{
	return belongs(game, group, kind) &&
	       (group->class == CREATURES ? game->knowledge.met[kind]
					  : game->knowledge.items[kind]);
}

bool game_lore(const struct game *game, size_t group, struct lore_group *lore)
{
	if (group >= GROUPS)
		return false;
	*lore = (struct lore_group){.word = groups[group].word};
	for (uint16_t kind = 0; kind < kind_count(game, &groups[group]); kind++) {
		lore->all += belongs(game, &groups[group], kind);
		lore->known += is_known(game, &groups[group], kind);
	}
	return true;
}

static bool is_feat(const struct game *game, const struct group *group, uint16_t kind,
	const struct feat *feats, size_t count)
{
	bool creature = group->class == CREATURES;
	const char *id =
		creature ? game->content->creatures[kind].id : game->content->items[kind].id;
	unsigned wanted = creature                      ? FEAT_MET
			  : group->class == ITEM_LETTER ? FEAT_LETTER
							: FEAT_IDENTIFIED;
	for (size_t i = 0; i < count; i++)
		if (feats[i].kind == wanted && strcmp(feats[i].id, id) == 0)
			return true;
	return false;
}

int game_lore_together(
	const struct game *game, size_t group, const struct feat *feats, size_t count)
{
	int together = 0;
	for (uint16_t kind = 0; kind < kind_count(game, &groups[group]); kind++)
		together += is_known(game, &groups[group], kind) ||
			    (belongs(game, &groups[group], kind) &&
				    is_feat(game, &groups[group], kind, feats, count));
	return together;
}

static struct lore_entry entry_of(const struct game *game, const struct group *group, uint16_t kind)
{
	if (group->class == CREATURES) {
		const struct creature_kind *creature = &game->content->creatures[kind];
		return (struct lore_entry){.name = creature->name,
			.text = creature->description,
			.appearance = creature->appearance,
			.beaten = game->knowledge.beaten[kind]};
	}
	const struct item_kind *item = &game->content->items[kind];
	struct lore_entry entry = {.name = item->name,
		.text = group->class == ITEM_LETTER ? item->text : item->description,
		.appearance = item->appearance};
	if (group->class != ITEM_LETTER)
		line_of_item(game, &(struct item){.kind = kind, .count = 1}, true, entry.effect,
			sizeof entry.effect);
	return entry;
}

bool game_lore_entry(const struct game *game, size_t group, size_t nth, struct lore_entry *entry)
{
	if (group >= GROUPS)
		return false;
	for (uint16_t kind = 0; kind < kind_count(game, &groups[group]); kind++) {
		if (!is_known(game, &groups[group], kind) || nth-- > 0)
			continue;
		*entry = entry_of(game, &groups[group], kind);
		return true;
	}
	return false;
}

/* ---- Groups of items by appearance ---- */

#define RINGS ITEM_CLASS_COUNT /* rings and amulets, a group of their own */

static unsigned group_of(const struct item_kind *kind)
{
	bool ring = kind->class == ITEM_ARMOUR &&
		    (kind->gear.slot == SLOT_RING || kind->gear.slot == SLOT_AMULET);
	return ring ? RINGS : kind->class;
}

static void add_symbol(const struct content *content, uint16_t appearance, struct item_group *group)
{
	char symbol = content_symbol(content, appearance);
	size_t count = strlen(group->symbols);
	if (symbol != '\0' && !strchr(group->symbols, symbol) && count + 1 < sizeof group->symbols)
		group->symbols[count] = symbol;
}

/* The Receiver is unique and is not listed in advance. */
static bool group_has(const struct content *content, unsigned which, struct item_group *group)
{
	*group = (struct item_group){.word = which == RINGS ? "ring" : content_class_word(which)};
	if (which == ITEM_RECEIVER)
		return false;
	for (uint16_t i = 0; i < content->counts.items; i++)
		if (group_of(&content->items[i]) == which)
			add_symbol(content, content->items[i].appearance, group);
	for (uint16_t i = 0; i < content->counts.flavours; i++)
		if (content->flavours[i].class == which)
			add_symbol(content, content->flavours[i].appearance, group);
	return group->symbols[0] != '\0';
}

bool content_items(const struct content *content, size_t nth, struct item_group *group)
{
	for (unsigned which = 0; which <= RINGS; which++)
		if (group_has(content, which, group) && nth-- == 0)
			return true;
	return false;
}
