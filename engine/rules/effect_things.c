/* Effects on carried items and on the hero's knowledge. */
#include "engine/rules/effect_private.h"

#include <stdio.h>

#define PLUS_MOST 9

/* Maps the level: the hero remembers every cell that is not rock, as known but not seen. */
bool effect_map(struct game *game, const struct effect_case *it)
{
	struct level *level = game->level;
	if (!effect_is_of_hero(it))
		return false;
	for (size_t at = 0; at < (size_t)level->width * (size_t)level->height; at++) {
		if (level->terrain[at] == game->content->terrain.rock ||
			(level->flags[at] & LEVEL_KNOWN))
			continue;
		memory_put_ground(game, at, &game->content->terrains[level->terrain[at]]);
		level->mapped[at] = 1;
	}
	return true;
}

bool effect_detect(struct game *game, const struct effect_case *it)
{
	return effect_is_of_hero(it) && effect_give_status(game, it, STATUS_DETECTING);
}

bool effect_read_minds(struct game *game, const struct effect_case *it)
{
	return effect_is_of_hero(it) && effect_give_status(game, it, STATUS_TELEPATHIC);
}

bool effect_hush(struct game *game, const struct effect_case *it)
{
	return effect_is_of_hero(it) && effect_give_status(game, it, STATUS_HUSHED);
}

bool effect_identify(struct game *game, const struct effect_case *it)
{
	if (!effect_is_of_hero(it))
		return false;
	for (int i = 0; i < PACK_MAX; i++) {
		struct item *item = &game->pack.items[i];
		if (item->count == 0)
			continue;
		game->knowledge.items[item->kind] = 1;
		item->blows = 0;
		if (item_is_gear(item_kind(game, item)))
			item->flags |= ITEM_KNOWN;
	}
	for (int class = 0; class < ITEM_CLASS_COUNT; class ++)
		item_deduce(game, (uint8_t) class);
	return true;
}

static bool enchant(struct game *game, const struct effect_case *it, int slot)
{
	if (!effect_is_of_hero(it) || slot < 0 || game->pack.items[slot].plus >= PLUS_MOST)
		return false;
	struct item *item = &game->pack.items[slot];
	char before[64], after[64];
	item_name(game, item, ARTICLE_THE, before, sizeof before);
	item->plus++;
	item_name(game, item, ARTICLE_THE, after, sizeof after);
	message_say(game, TEXT_GEAR_BETTERED, &(struct word_facts){.item = before, .text = after});
	item_join_alike(game, slot);
	return true;
}

bool effect_enchant_weapon(struct game *game, const struct effect_case *it)
{
	return enchant(game, it, item_in_use(game, ITEM_WIELDED));
}

bool effect_enchant_armour(struct game *game, const struct effect_case *it)
{
	return enchant(game, it, gear_to_enchant(game));
}

/* ---- Any of several ---- */

typedef bool slot_wanted(const struct game *game, const struct item *item);

/* Returns a random pack slot whose item `wanted` accepts, or -1. */
static int draw_slot(struct game *game, slot_wanted *wanted)
{
	int slots[PACK_MAX], count = 0;
	for (int slot = 0; slot < PACK_MAX; slot++)
		if (game->pack.items[slot].count > 0 && wanted(game, &game->pack.items[slot]))
			slots[count++] = slot;
	if (count == 0)
		return -1;
	int drawn = draw_below(game, PURPOSE_EFFECTS, count);
	return slots[drawn];
}

static bool can_be_truer(const struct game *game, const struct item *item)
{
	return (item->flags & (ITEM_WIELDED | ITEM_WORN)) && item->plus < PLUS_MOST &&
	       item_is_gear(item_kind(game, item));
}

bool effect_enchant(struct game *game, const struct effect_case *it)
{
	return enchant(game, it, effect_is_of_hero(it) ? draw_slot(game, can_be_truer) : -1);
}

static bool can_be_another(const struct game *game, const struct item *item)
{
	const struct item_kind *kind = item_kind(game, item);
	return !(item->flags & (ITEM_WIELDED | ITEM_WORN | ITEM_LIT)) && !kind->artefact &&
	       item->affix == 0 && kind->class != ITEM_RECEIVER && kind->class != ITEM_GOLD &&
	       kind->class != ITEM_LETTER && kind->weight > 0;
}

/* Returns the weight of `kind` as the new kind of an item of kind `before`. */
static int shape_weight(const struct game *game, uint16_t kind, uint16_t before)
{
	const struct item_kind *row = &game->content->items[kind],
			       *old = &game->content->items[before];
	if (kind == before || row->class != old->class || row->stacks != old->stacks ||
		row->artefact)
		return 0;
	return content_fading_weight(row->weight, row->depth_low, row->depth_high, game->depth);
}

bool effect_reshape_item(struct game *game)
{
	int slot = draw_slot(game, can_be_another), total = 0;
	if (slot < 0)
		return false;
	uint16_t before = game->pack.items[slot].kind, kind = 0;
	for (uint16_t i = 0; i < game->content->counts.items; i++)
		total += shape_weight(game, i, before);
	if (total == 0)
		return false;
	int drawn = draw_below(game, PURPOSE_EFFECTS, total);
	while ((drawn -= shape_weight(game, kind, before)) >= 0)
		kind++;
	struct item old = item_from_pack(game, slot, game->pack.items[slot].count);
	struct item item = {.kind = kind, .count = old.count, .plus = old.plus};
	item.charges = old.charges;
	item_name(game, &old, ARTICLE_A, game->report.was, sizeof game->report.was);
	game->report.reshaped = (uint8_t)(1 + item_into_pack(game, item));
	return true;
}

int game_reshaped(const struct game *game, char *was, size_t size)
{
	snprintf(was, size, "%s", game->report.was);
	return game->report.reshaped - 1;
}

/* ---- Charges and created items ---- */

/* Adds charges up to the maximum of the kind and ends a rest. True if either was needed. */
static bool charge(const struct game *game, struct item *item, int amount)
{
	const struct item_kind *kind = item_kind(game, item);
	int most = kind->use.charges.number * kind->use.charges.sides + kind->use.charges.modifier;
	int charges = item->charges + amount;
	bool rested = item->resting == 0 && item->charges >= most;
	if (most > 0 && item->charges < most)
		item->charges = (uint8_t)(charges < most ? charges : most);
	item->resting = 0;
	return !rested;
}

bool effect_recharge(struct game *game, const struct effect_case *it)
{
	if (!effect_is_of_hero(it))
		return false;
	int amount = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	bool any = false;
	for (int slot = 0; slot < PACK_MAX; slot++) {
		struct item *item = &game->pack.items[slot];
		if (item->count == 0)
			continue;
		uint8_t class = item_kind(game, item)->class;
		if (class == ITEM_WAND || class == ITEM_STAFF || class == ITEM_CHARM)
			any = charge(game, item, amount) || any;
	}
	return any;
}

/* Creates items: in the hero's pack if he is the target and has room, else on the floor. */
bool effect_create(struct game *game, const struct effect_case *it)
{
	struct stream stream;
	int count = draw_roll(game, PURPOSE_EFFECTS, it->clause->dice);
	stream_begin(&stream, &game->seed, PURPOSE_EFFECTS, game->depth,
		(uint32_t)draw_below(game, PURPOSE_EFFECTS, INT16_MAX));
	bool stacks = game->content->items[it->clause->kind].stacks, made = false;
	for (int i = 0; i < (stacks ? 1 : count); i++) {
		struct item item =
			populate_item(game->content, &stream, it->clause->kind, game->depth);
		item.count = (uint16_t)(stacks ? count : 1);
		if (item.count == 0)
			break;
		if (it->target == HERO && item_fits(game, &item)) {
			item_into_pack(game, item);
			made = true;
		} else if (level_inside(game->level, it->x, it->y)) {
			if (!item_to_floor_near(game, item, it->x, it->y))
				break;
			made = true;
		}
	}
	return made;
}

/* ---- Items on the floor ---- */

bool effect_detect_items(struct game *game, const struct effect_case *it)
{
	if (!effect_is_of_hero(it))
		return false;
	for (int i = 0; i < game->floor.count; i++)
		memory_see_cell(game, game->floor.items[i].x, game->floor.items[i].y);
	return game->floor.count > 0;
}
