/*
 * Discoveries: what the hero has met and learned, in groups, and of how many.
 *
 * The groups are those whom he met, then the classes of things that go by what they look like until
 * they are known, then letters, which he keeps in mind when he has read them.
 */
#include "rules.h"

#define CREATURES ITEM_CLASS_COUNT /* the group that is no class of things */

/* In the order in which they are told. */
static const struct group {
	uint8_t class;
	const char *word;
} groups[] = {{CREATURES, "creature"}, {ITEM_POTION, "potion"}, {ITEM_SCROLL, "scroll"},
	{ITEM_WAND, "wand"}, {ITEM_STAFF, "staff"}, {ITEM_CHARM, "charm"}, {ITEM_LETTER, "letter"}};

#define GROUPS (sizeof groups / sizeof *groups)

/* Whether a kind is of a group, known or not. */
static bool belongs(const struct game *game, const struct group *group, uint16_t kind)
{
	if (group->class == CREATURES)
		return true;
	return game->content->items[kind].class == group->class &&
	       (group->class == ITEM_LETTER || game->flavours[kind] != KIND_NONE);
}

static uint16_t kind_count(const struct game *game, const struct group *group)
{
	return group->class == CREATURES ? game->content->creature_count
					 : game->content->item_count;
}

static bool is_known(const struct game *game, const struct group *group, uint16_t kind)
{
	return belongs(game, group, kind) &&
	       (group->class == CREATURES ? game->met[kind] : game->known_items[kind]);
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

static struct lore_entry entry_of(const struct game *game, const struct group *group, uint16_t kind)
{
	if (group->class == CREATURES) {
		const struct creature_kind *creature = &game->content->creatures[kind];
		return (struct lore_entry){.name = creature->name,
			.text = creature->look_text,
			.look = creature->look,
			.beaten = game->beaten[kind]};
	}
	const struct item_kind *item = &game->content->items[kind];
	return (struct lore_entry){.name = item->name,
		.text = group->class == ITEM_LETTER ? item->text : item->look_text,
		.look = item->look};
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
