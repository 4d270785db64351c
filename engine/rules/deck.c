/*
 * The deck: items that every run gets on given depths, keyed by seed and purpose alone.
 *
 * A row says which items it deals (by their effect), how often, and how many. Food is dealt by the
 * turns that it feeds, so many for each depth. A surplus counts towards the next depth.
 */
#include "engine/rules/rules.h"

enum deck_purpose { DECK_FOOD = 100, DECK_HEALING, DECK_ESCAPE, DECK_UPGRADE };

/* Deals items with one of two effects, in each block of `every` depths, at a drawn depth of the
 * block. */
struct deck_row {
	enum deck_purpose purpose;
	enum effect effect, or_effect;
	int every, count;
};

static const struct deck_row rows[] = {
	{DECK_HEALING, EFFECT_HEAL, EFFECT_HEAL, 1, 1},
	{DECK_ESCAPE, EFFECT_TELEPORT, EFFECT_TELEPORT, 3, 1},
	{DECK_UPGRADE, EFFECT_ENCHANT_WEAPON, EFFECT_ENCHANT_ARMOUR, 1, 1},
};

bool item_kind_does(const struct item_kind *kind, enum effect effect)
{
	for (int i = 0; i < kind->use.effect_count; i++)
		if (kind->use.effects[i].row == effect)
			return true;
	return false;
}

/* The items to deal: those of a row, or food if row is NULL. */
struct deal {
	const struct content *content;
	const struct deck_row *row;
};

static int deal_weight(const void *context, int index)
{
	const struct deal *deal = context;
	const struct item_kind *kind = &deal->content->items[index];
	if (deal->row == NULL)
		return kind->class == ITEM_FOOD && kind->food > 0 ? kind->weight : 0;
	/* Only potions and scrolls: they help at once, and help any hero. */
	bool helps = (kind->class == ITEM_POTION || kind->class == ITEM_SCROLL) && !kind->harmful;
	return helps && (item_kind_does(kind, deal->row->effect) ||
				item_kind_does(kind, deal->row->or_effect))
		       ? kind->weight
		       : 0;
}

/* Returns a drawn kind, or KIND_NONE if the content has none. */
static uint16_t deal_one(
	const struct content *content, struct stream *stream, const struct deck_row *row)
{
	struct deal deal = {content, row};
	int drawn = stream_weighted(stream, content->counts.items, deal_weight, &deal);
	return drawn < 0 ? KIND_NONE : (uint16_t)drawn;
}

static size_t deal_row(const struct content *content, const struct seed *seed,
	const struct deck_row *row, int depth, struct item *items, size_t max)
{
	struct stream stream;
	int block = (depth - 1) / row->every;
	stream_begin(&stream, seed, PURPOSE_DECK, (uint32_t)block, row->purpose);
	if (stream_below(&stream, row->every) != (depth - 1) % row->every)
		return 0;
	size_t count = 0;
	for (int i = 0; i < row->count && count < max; i++) {
		uint16_t kind = deal_one(content, &stream, row);
		if (kind != KIND_NONE)
			items[count++] = (struct item){.kind = kind, .count = 1};
	}
	return count;
}

/* Deals from the first depth on, so that a depth's share depends on the seed alone. */
static size_t deal_food(const struct content *content, const struct seed *seed, int depth,
	struct item *items, size_t max)
{
	size_t count = 0;
	int dealt = 0;
	for (int at = 1; at <= depth; at++) {
		struct stream stream;
		stream_begin(&stream, seed, PURPOSE_DECK, (uint32_t)at, DECK_FOOD);
		while (dealt < at * content->birth.food_a_depth) {
			uint16_t kind = deal_one(content, &stream, NULL);
			if (kind == KIND_NONE)
				return count;
			dealt += content->items[kind].food;
			if (at == depth && count < max)
				items[count++] = (struct item){.kind = kind, .count = 1};
		}
	}
	return count;
}

size_t deck_deal(const struct content *content, const struct seed *seed, int depth,
	struct item *items, size_t max)
{
	size_t count = deal_food(content, seed, depth, items, max);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		count += deal_row(content, seed, &rows[i], depth, items + count, max - count);
	return count;
}
