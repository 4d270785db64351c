/*
 * Items of a new level: the deck's, random ones, gold and the artefacts that this run has there.
 *
 * A random item draws its class first, then a kind by weight. Another kind of wand thus makes only
 * wands rarer. Gear may have a plus or a minus and an affix; half of the gear with a minus has a
 * drawback. A launcher comes with ammunition. An artefact is on one depth of a run or on none, by
 * the seed alone, so nobody can find it twice.
 */
#include "engine/generate/generate.h"
#include "engine/rules/rules.h"

#include <string.h>

#define DECK_MAX 24
#define PLUS_PERCENT 25
#define WORSE_PERCENT 12
/* Percent with a drawback among worse gear; percent with an affix among other gear, and more by
 * depth. */
#define DRAWBACK_PERCENT 50
#define AFFIX_PERCENT 8
#define AFFIX_PERCENT_DEPTH 2
#define AFFIX_PERCENT_MOST 40
/* Subjects of draws that belong to no level. */
#define SUBJECT_AFFIX 0x10000u
#define SUBJECT_KIND 0x20000u

/* Weights of the item classes. */
static const uint8_t class_weights[ITEM_CLASS_COUNT] = {
	[ITEM_WEAPON] = 17,
	[ITEM_ARMOUR] = 16,
	[ITEM_POTION] = 24,
	[ITEM_SCROLL] = 22,
	[ITEM_WAND] = 5,
	[ITEM_STAFF] = 2,
	[ITEM_CHARM] = 3,
	[ITEM_BOOK] = 3,
	[ITEM_TOOL] = 6,
	[ITEM_LAMP] = 5,
};

/* ---- Choosing a kind ---- */

/* Which items to weigh: a class at a depth, and ammunition of one flight (KIND_NONE: any). */
struct sought {
	const struct content *content;
	int depth;
	enum item_class class;
	uint16_t flight;
};

static int weight_of(const void *context, int index)
{
	const struct sought *sought = context;
	const struct item_kind *kind = &sought->content->items[index];
	bool flies = sought->flight == KIND_NONE || kind->shot.ammunition == sought->flight;
	if (kind->class != sought->class || kind->artefact || !flies)
		return 0;
	return content_fading_weight(
		kind->weight, kind->depth_low, kind->depth_high, sought->depth);
}

/* Returns one of those by weight, or KIND_NONE. */
static uint16_t choose_sought(struct stream *stream, const struct sought *sought)
{
	int drawn = stream_weighted(stream, sought->content->counts.items, weight_of, sought);
	return drawn < 0 ? KIND_NONE : (uint16_t)drawn;
}

static uint16_t choose_of_class(
	const struct content *content, struct stream *stream, enum item_class class, int depth)
{
	return choose_sought(stream, &(struct sought){content, depth, class, KIND_NONE});
}

/* Fills in the weights of the classes; 0 for a class without kinds at the depth. */
static void weigh_classes(const struct content *content, int depth, int weights[ITEM_CLASS_COUNT])
{
	memset(weights, 0, ITEM_CLASS_COUNT * sizeof *weights);
	for (uint16_t i = 0; i < content->counts.items; i++) {
		enum item_class class = (enum item_class)content->items[i].class;
		struct sought sought = {content, depth, class, KIND_NONE};
		if (weights[class] == 0 && weight_of(&sought, i) > 0)
			weights[class] = class_weights[class];
	}
}

static int class_weight(const void *weights, int class)
{
	return ((const int *)weights)[class];
}

uint16_t populate_choose(
	const struct content *content, struct stream *stream, enum item_class class, int depth)
{
	int weights[ITEM_CLASS_COUNT];
	if (class != ITEM_CLASS_COUNT)
		return choose_of_class(content, stream, class, depth);
	weigh_classes(content, depth, weights);
	int chosen = stream_weighted(stream, ITEM_CLASS_COUNT, class_weight, weights);
	return chosen < 0 ? KIND_NONE
			  : choose_of_class(content, stream, (enum item_class)chosen, depth);
}

/* ---- Plus, affix and charges ---- */

static int affix_slot(const struct item_kind *kind)
{
	return kind->class != ITEM_WEAPON         ? kind->gear.slot
	       : kind->shot.launches != KIND_NONE ? SLOT_LAUNCHER
						  : SLOT_WEAPON;
}

/* Which affixes to weigh: drawbacks or others, for a kind at a depth. */
struct affixes {
	const struct content *content;
	const struct item_kind *kind;
	bool drawback;
	int depth;
};

static int affix_weight(const void *context, int index)
{
	const struct affixes *affixes = context;
	const struct affix_kind *affix = &affixes->content->affixes[index];
	if (affix->base != KIND_NONE || affix->drawback != affixes->drawback ||
		!(affix->slots >> affix_slot(affixes->kind) & 1))
		return 0;
	return content_fading_weight(
		affix->weight, affix->depth_low, affix->depth_high, affixes->depth);
}

/* Returns 1 + an affix for the kind by weight, or 0 if none fits. */
static uint16_t choose_affix(const struct content *content, struct stream *stream,
	const struct item_kind *kind, bool drawback, int depth)
{
	struct affixes affixes = {content, kind, drawback, depth};
	return (uint16_t)(1 +
			  stream_weighted(stream, content->counts.affixes, affix_weight, &affixes));
}

static int draw_plus(struct stream *stream, int depth)
{
	if (stream_percent(stream, WORSE_PERCENT))
		return -1;
	int plus = 0;
	while (plus < 1 + depth / 4 && stream_percent(stream, PLUS_PERCENT))
		plus++;
	return plus;
}

/* Draws plus and affix. Rings and similar jewellery have no plus. */
static void draw_quality(const struct content *content, struct stream *stream, int depth,
	const struct item_kind *kind, struct item *item)
{
	int percent = AFFIX_PERCENT + AFFIX_PERCENT_DEPTH * depth;
	int plus = draw_plus(stream, depth);
	bool worse = plus < 0;
	if (worse)
		percent = DRAWBACK_PERCENT;
	else if (percent > AFFIX_PERCENT_MOST)
		percent = AFFIX_PERCENT_MOST;
	if (kind->class == ITEM_WEAPON || kind->gear.slot < SLOT_RING)
		item->plus = (int8_t)plus;
	if (stream_percent(stream, percent))
		item->affix = choose_affix(content, stream, kind, worse, depth);
}

/* Draws the charges: full for staffs and stacks, random otherwise. */
static uint8_t draw_charges(struct stream *stream, const struct item_kind *kind)
{
	int most = dice_most(kind->use.charges);
	int charges = kind->stacks || most == 0 || item_regains(kind)
			      ? most
			      : stream_roll(stream, kind->use.charges);
	return (uint8_t)(charges < 0 ? 0 : charges < UINT8_MAX ? charges : UINT8_MAX);
}

struct item populate_item(
	const struct content *content, struct stream *stream, uint16_t kind, int depth)
{
	const struct item_kind *row = &content->items[kind];
	struct item item = {.kind = kind, .count = 1};
	int count = row->count.number > 0 || row->count.modifier > 0
			    ? stream_roll(stream, row->count)
			    : 1;
	if (row->stacks && count > 1)
		item.count = (uint16_t)count;
	item.charges = draw_charges(stream, row);
	if (item_is_gear(row) && !row->stacks && !row->artefact)
		draw_quality(content, stream, depth, row, &item);
	return item;
}

/* ---- Artefacts ---- */

/* Returns a random depth of the range, or 0 for an item that this run does not have. */
static int plan_depth(const struct content *content, const struct seed *seed, uint32_t subject,
	int percent, int low, int high)
{
	struct stream stream;
	stream_begin(&stream, seed, PURPOSE_THINGS, 0, subject);
	high = high < content->last_depth ? high : content->last_depth;
	if (low > high || !stream_percent(&stream, percent))
		return 0;
	return stream_between(&stream, low, high);
}

int populate_artefact_depth(const struct content *content, const struct seed *seed, uint16_t affix)
{
	const struct affix_kind *row = &content->affixes[affix];
	if (row->base == KIND_NONE)
		return 0;
	return plan_depth(
		content, seed, SUBJECT_AFFIX + affix, row->weight, row->depth_low, row->depth_high);
}

/* Lays an item on the level. A launcher lies on some of its ammunition. */
static void lay(struct game *game, struct stream *stream, struct item item)
{
	int x, y;
	if (!level_place(game->content, game->level, stream, NULL, NULL, &x, &y))
		return;
	struct sought shot = {
		game->content, game->depth, ITEM_WEAPON, item_kind(game, &item)->shot.launches};
	uint16_t kind = shot.flight == KIND_NONE ? KIND_NONE : choose_sought(stream, &shot);
	if (kind != KIND_NONE)
		item_to_floor(game, populate_item(game->content, stream, kind, game->depth), x, y);
	item_to_floor(game, item, x, y);
}

/* Lays an artefact. Each has its own stream, so that one more changes no other draw. */
static void lay_artefact(struct game *game, uint32_t subject, uint16_t kind, uint16_t affix)
{
	struct stream stream;
	stream_begin(&stream, &game->seed, PURPOSE_THINGS, game->depth, subject);
	struct item item = populate_item(game->content, &stream, kind, game->depth);
	if (affix > 0) {
		item.affix = affix;
		item.plus = (int8_t)(1 + game->depth / 5);
	}
	lay(game, &stream, item);
}

static void populate_artefacts(struct game *game)
{
	const struct content *content = game->content;
	for (uint16_t i = 0; i < content->counts.affixes; i++)
		if (populate_artefact_depth(content, &game->seed, i) == game->depth)
			lay_artefact(game, SUBJECT_AFFIX + i, content->affixes[i].base,
				(uint16_t)(i + 1));
	for (uint16_t i = 0; i < content->counts.items; i++) {
		const struct item_kind *kind = &content->items[i];
		if ((kind->artefact || kind->class == ITEM_LETTER) &&
			plan_depth(content, &game->seed, SUBJECT_KIND + i, kind->weight,
				kind->depth_low, kind->depth_high) == game->depth)
			lay_artefact(game, SUBJECT_KIND + i, i, 0);
	}
}

/* ---- All of it ---- */

uint16_t populate_gold_amount(const struct game *game, struct stream *stream, int depth)
{
	int amount = stream_roll(stream, game->content->items[game->content->gold].count);
	amount = (amount < 1 ? 1 : amount) * (depth + 3) / 4;
	return (uint16_t)(amount < 1 ? 1 : amount);
}

static void lay_gold(struct game *game, struct stream *stream)
{
	uint16_t amount = populate_gold_amount(game, stream, game->depth);
	lay(game, stream, (struct item){.kind = game->content->gold, .count = amount});
}

void populate_items(struct game *game)
{
	const struct level_kind *kind = &game->content->levels[game->level->kind];
	struct item dealt[DECK_MAX];
	struct stream stream;
	stream_begin(&stream, &game->seed, PURPOSE_THINGS, game->depth, 0);
	size_t count = deck_deal(game->content, &game->seed, game->depth, dealt, DECK_MAX);
	for (size_t i = 0; i < count; i++)
		lay(game, &stream, dealt[i]);
	int found = stream_roll(&stream, kind->items);
	for (int i = 0; i < found; i++) {
		uint16_t chosen =
			populate_choose(game->content, &stream, ITEM_CLASS_COUNT, game->depth);
		if (chosen != KIND_NONE)
			lay(game, &stream,
				populate_item(game->content, &stream, chosen, game->depth));
	}
	int heaps = stream_roll(&stream, kind->gold);
	for (int i = 0; i < heaps; i++)
		lay_gold(game, &stream);
	populate_artefacts(game);
}
