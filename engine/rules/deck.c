/*
 * The deck: what every run is dealt whatever was found, keyed by seed and purpose alone.
 *
 * A row says which things it deals (by what they do), the first depth, how often, and how many.
 * Food is dealt by the turns that it feeds: so many to each depth, what was dealt too much counting
 * for the next.
 */
#include "engine/rules/rules.h"

enum deck_purpose { DECK_FOOD = 100, DECK_HEALING, DECK_ESCAPE, DECK_UPGRADE };

/* One thing that does `effect` in each block of `every` depths, at a drawn depth of the block. */
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

/* Tonics and memos alone: what helps at once, and whoever finds it. */
static bool deals(const struct item_kind *kind, enum effect one, enum effect other)
{
	return (kind->class == ITEM_POTION || kind->class == ITEM_SCROLL) && !kind->harmful &&
	       (item_kind_does(kind, one) || item_kind_does(kind, other));
}

/* A kind that does one or the other, by weight; KIND_NONE when the content has none. */
static uint16_t choose_doing(
	const struct content *content, struct stream *stream, enum effect one, enum effect other)
{
	int total = 0;
	for (uint16_t kind = 0; kind < content->counts.items; kind++)
		if (deals(&content->items[kind], one, other))
			total += content->items[kind].weight;
	if (total == 0)
		return KIND_NONE;
	int drawn = stream_below(stream, total);
	for (uint16_t kind = 0; kind < content->counts.items; kind++) {
		if (!deals(&content->items[kind], one, other))
			continue;
		drawn -= content->items[kind].weight;
		if (drawn < 0)
			return kind;
	}
	return KIND_NONE;
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
		uint16_t kind = choose_doing(content, &stream, row->effect, row->or_effect);
		if (kind != KIND_NONE)
			items[count++] = (struct item){.kind = kind, .count = 1};
	}
	return count;
}

static uint16_t choose_food(const struct content *content, struct stream *stream)
{
	int total = 0;
	for (uint16_t kind = 0; kind < content->counts.items; kind++)
		if (content->items[kind].class == ITEM_FOOD && content->items[kind].food > 0)
			total += content->items[kind].weight;
	int drawn = total > 0 ? stream_below(stream, total) : 0;
	for (uint16_t kind = 0; kind < content->counts.items; kind++) {
		if (content->items[kind].class != ITEM_FOOD || content->items[kind].food <= 0)
			continue;
		drawn -= content->items[kind].weight;
		if (drawn < 0)
			return kind;
	}
	return KIND_NONE;
}

/* From the first depth on, so that a depth's share depends on the seed alone. */
static size_t deal_food(const struct content *content, const struct seed *seed, int depth,
	struct item *items, size_t max)
{
	size_t count = 0;
	int dealt = 0;
	for (int at = 1; at <= depth; at++) {
		struct stream stream;
		stream_begin(&stream, seed, PURPOSE_DECK, (uint32_t)at, DECK_FOOD);
		while (dealt < at * content->birth.food_a_depth) {
			uint16_t kind = choose_food(content, &stream);
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
