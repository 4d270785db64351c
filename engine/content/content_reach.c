/*
 * Checks that every kind can occur in some game: content_reaches.
 *
 * A kind occurs if its weight or its role in the game brings it, or if a kind that occurs refers to
 * it (by the references that the parser kept); this is repeated until nothing new occurs.  Some
 * references bring nothing: the object of a quest, the disguise of a mimic, the levels of a vault.
 * Kinds of level occur by weight alone.
 */
#include "engine/content/content_private.h"

#include <stdlib.h>
#include <string.h>

#define TREASURY_FIRST 2 /* must equal those of vault_plan.c */
#define TREASURY_EVERY 3

struct reach {
	struct content *content;
	bool *there[RECORD_KIND_COUNT];
};

static bool is_there(const struct reach *reach, enum record_kind kind, uint16_t index)
{
	return index != KIND_NONE && reach->there[kind][index];
}

/* ---- Kinds that occur by themselves ---- */

static bool is_deep_enough(const struct content *content, int weight, int depth_low)
{
	return weight > 0 && depth_low <= content->last_depth;
}

static bool item_comes(const struct content *content, uint16_t index)
{
	const struct item_kind *kind = &content->items[index];
	bool found = kind->class != ITEM_GOLD && kind->class != ITEM_RECEIVER;
	return kind->heirloom || (found && is_deep_enough(content, kind->weight, kind->depth_low));
}

/* An affix occurs if an item that can have it occurs. */
static bool affix_comes(const struct reach *reach, uint16_t index)
{
	const struct content *content = reach->content;
	const struct affix_kind *affix = &content->affixes[index];
	if (!is_deep_enough(content, affix->weight, affix->depth_low))
		return false;
	for (uint16_t i = 0; affix->base == KIND_NONE && i < content->counts.items; i++) {
		const struct item_kind *kind = &content->items[i];
		int slot = kind->class != ITEM_WEAPON         ? kind->gear.slot
			   : kind->shot.launches != KIND_NONE ? SLOT_LAUNCHER
							      : SLOT_WEAPON;
		bool gear = kind->class == ITEM_WEAPON || kind->class == ITEM_ARMOUR ||
			    kind->class == ITEM_LAMP;
		if (gear && !kind->stacks && (affix->slots >> slot & 1) &&
			is_there(reach, RECORD_ITEM, i))
			return true;
	}
	return affix->base != KIND_NONE;
}

/* True if the vault may be placed even if its weight is 0. When a required vault finds no room, any
 * other vault of the same use replaces it. */
static bool may_be_instead(const struct vault_kind *vault)
{
	return vault->use == VAULT_TREASURY || vault->use == VAULT_SHOP ||
	       vault->use == VAULT_LAIR || vault->use == VAULT_END;
}

/* True if the vault can be placed at the depth, on a kind of level that may have it. */
static bool vault_fits(const struct reach *reach, const struct vault_kind *vault, int depth)
{
	const struct content *content = reach->content;
	if ((vault->use == VAULT_TREASURY && depth % TREASURY_EVERY != TREASURY_FIRST) ||
		(vault->use == VAULT_SHOP && depth == 1) ||
		(vault->use == VAULT_END && depth != content->last_depth))
		return false;
	for (uint16_t i = 0; i < content->counts.levels; i++) {
		const struct level_kind *level = &content->levels[i];
		bool may = vault->level_count == 0;
		for (int j = 0; j < vault->level_count; j++)
			may = may || vault->levels[j] == i;
		if (may && is_there(reach, RECORD_LEVEL, i) && depth >= level->depth_low &&
			depth <= level->depth_high &&
			(vault->use != VAULT_CHANCE || dice_most(level->vaults) > 0))
			return true;
	}
	return false;
}

static bool vault_comes(const struct reach *reach, uint16_t index)
{
	const struct vault_kind *vault = &reach->content->vaults[index];
	bool fits = false;
	for (int depth = vault->depth_low;
		depth <= vault->depth_high && depth <= reach->content->last_depth; depth++)
		fits = fits || vault_fits(reach, vault, depth);
	return fits && vault->use != VAULT_QUEST && (vault->weight > 0 || may_be_instead(vault));
}

/* Every flavour of a class that has items occurs. */
static bool flavour_comes(const struct content *content, uint16_t index)
{
	for (uint16_t i = 0; i < content->counts.items; i++)
		if (content->items[i].class == content->flavours[index].class)
			return true;
	return false;
}

/* True if a kind occurs by itself. */
static bool comes(const struct reach *reach, enum record_kind kind, uint16_t index)
{
	const struct content *content = reach->content;
	switch (kind) {
	case RECORD_GAME:
	case RECORD_TALENT:
	case RECORD_WORD:
	case RECORD_PACK:
	case RECORD_PLOT:
	case RECORD_TALK:
	case RECORD_RETELLING:
	case RECORD_HANDICAP:
	case RECORD_ACHIEVEMENT:
		return true;
	case RECORD_LEVEL:
		return is_deep_enough(
			content, content->levels[index].weight, content->levels[index].depth_low);
	case RECORD_MONSTER:
		return is_deep_enough(content, content->creatures[index].weight,
			content->creatures[index].depth_low);
	case RECORD_ITEM:
		return item_comes(content, index);
	case RECORD_AFFIX:
		return affix_comes(reach, index);
	case RECORD_VAULT:
		return vault_comes(reach, index);
	case RECORD_QUEST:
		return is_deep_enough(
			content, content->quests[index].weight, content->quests[index].depth_low);
	case RECORD_CALL:
		return is_deep_enough(content, 1, content->stories.calls[index].depth_low);
	case RECORD_FLAVOUR:
		return flavour_comes(content, index);
	default:
		return false;
	}
}

/* ---- Kinds that occur by reference ---- */

static bool is_field(const struct reference *reference, enum record_kind holder, size_t offset)
{
	return reference->holder == holder && reference->offset == offset;
}

/* True for references that do not bring the kind that they name. */
static bool only_names(const struct reference *reference)
{
	return reference->target == RECORD_LEVEL || reference->holder == RECORD_TALK ||
	       reference->holder == RECORD_RETELLING || reference->holder == RECORD_HANDICAP ||
	       reference->holder == RECORD_ACHIEVEMENT ||
	       is_field(reference, RECORD_QUEST, offsetof(struct quest_kind, thing)) ||
	       is_field(reference, RECORD_QUEST, offsetof(struct quest_kind, body)) ||
	       is_field(reference, RECORD_MONSTER, offsetof(struct creature_kind, poses.item)) ||
	       is_field(reference, RECORD_MONSTER, offsetof(struct creature_kind, poses.terrain));
}

/* Marks kinds that occur because of those already marked.  Returns true if it marked any. */
static bool spread(struct reach *reach)
{
	const struct content_private *private = reach->content->private;
	bool more = false;
	for (size_t i = 0; i < private->reference_count; i++) {
		const struct reference *reference = &private->references[i];
		enum record_kind target = (enum record_kind)reference->target;
		uint16_t found = content_find(reach->content, target, reference->id);
		if (found == KIND_NONE || only_names(reference) || reach->there[target][found] ||
			!reach->there[reference->holder][reference->index])
			continue;
		more = reach->there[target][found] = true;
	}
	for (int kind = 0; kind < RECORD_KIND_COUNT; kind++)
		for (size_t i = 0; i < private->tables[kind].count; i++)
			if (!reach->there[kind][i] &&
				comes(reach, (enum record_kind)kind, (uint16_t)i))
				more = reach->there[kind][i] = true;
	return more;
}

/* ---- All ---- */

static void complain(const struct reach *reach, enum record_kind kind, uint16_t index)
{
	/* Each row begins with its id. */
	const char *const *row = content_row(reach->content, kind, index);
	content_complain_of(reach->content, kind, index,
		"%s %s comes into no game: no weight brings it at any depth, and nothing that "
		"comes names it",
		content_records[kind]->word, *row);
}

bool content_reaches(struct content *content)
{
	struct reach reach = {.content = content};
	const struct content_private *private = content->private;
	size_t before = content->complaints.count;
	for (int kind = 0; kind < RECORD_KIND_COUNT; kind++)
		reach.there[kind] = content_allocate(private->tables[kind].count + 1, sizeof(bool));
	while (spread(&reach))
		;
	for (int kind = 0; kind < RECORD_KIND_COUNT; kind++) {
		for (size_t i = 0; i < private->tables[kind].count; i++)
			if (!reach.there[kind][i])
				complain(&reach, (enum record_kind)kind, (uint16_t)i);
		free(reach.there[kind]);
	}
	return content->complaints.count == before;
}
