/* Items: names, appearances, the pack and the floor. */
#include "engine/state/things.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PILE_MOST 999

const struct item_kind *item_kind(const struct game *game, const struct item *item)
{
	assert(item->kind < game->content->counts.items);
	return &game->content->items[item->kind];
}

uint16_t item_appearance(const struct game *game, const struct item *item)
{
	if (game->derived.flavours[item->kind] == KIND_NONE)
		return item_kind(game, item)->appearance;
	return game->content->flavours[game->derived.flavours[item->kind]].appearance;
}

bool item_is_same(const struct item *a, const struct item *b)
{
	return a->kind == b->kind && a->count == b->count && a->plus == b->plus &&
	       a->flags == b->flags && a->blows == b->blows && a->charges == b->charges &&
	       a->affix == b->affix && a->resting == b->resting;
}

/* Returns the item's affix if it is known, else NULL. */
const struct affix_kind *item_affix(const struct game *game, const struct item *item)
{
	bool known = item->affix > 0 && (item->flags & ITEM_KNOWN);
	return known ? &game->content->affixes[item->affix - 1] : NULL;
}

bool item_is_known(const struct game *game, const struct item *item)
{
	return game->derived.flavours[item->kind] == KIND_NONE ||
	       game->knowledge.items[item->kind] || (item->flags & ITEM_LABELLED);
}

/* "+1 humming truncheon", "truncheon of the night watch", "Old Faithful +2". */
static void gear_name(
	const struct game *game, const struct item *item, const char *name, char *text, size_t size)
{
	const struct affix_kind *affix = item_affix(game, item);
	char number[8] = "";
	if (item->plus != 0 && (item->flags & ITEM_KNOWN))
		snprintf(number, sizeof number, "%+d", item->plus);
	const char *gap = number[0] != '\0' ? " " : "";
	if (affix == NULL)
		snprintf(text, size, "%s%s%s", number, gap, name);
	else if (affix->base != KIND_NONE)
		snprintf(text, size, "%s%s%s", affix->name, gap, number);
	else if (affix->before)
		snprintf(text, size, "%s%s%s %s", number, gap, affix->name, name);
	else
		snprintf(text, size, "%s%s%s %s", number, gap, name, affix->name);
}

size_t item_name(const struct game *game, const struct item *item, enum article article, char *text,
	size_t size)
{
	const struct item_kind *kind = item_kind(game, item);
	const char *name = kind->name, *plural = kind->plural;
	if (!item_is_known(game, item)) {
		name = game->content->flavours[game->derived.flavours[item->kind]].name;
		plural = game->content->flavours[game->derived.flavours[item->kind]].plural;
	}
	if (kind->yours && article != ARTICLE_NONE && item_is_known(game, item))
		article = ARTICLE_YOUR;
	char own_name[ITEM_NAME_SIZE];
	if (item_is_gear(kind)) {
		gear_name(game, item, item->count > 1 ? plural : name, own_name, sizeof own_name);
		name = plural = own_name;
	}
	if (item->count > 1)
		article = ARTICLE_A;
	return words_name(text, size, article, item->count, name, plural);
}

int item_in_use(const struct game *game, enum item_flag flag)
{
	for (int slot = 0; slot < PACK_MAX; slot++)
		if (game->pack.items[slot].flags & flag)
			return slot;
	return -1;
}

/* True if two items belong in one pile.  Knowledge about them does not matter. */
static bool alike(const struct game *game, const struct item *one, const struct item *other)
{
	return one->count > 0 && !((one->flags ^ other->flags) & ITEM_LABELLED) &&
	       one->kind == other->kind && one->plus == other->plus && one->affix == other->affix &&
	       one->charges == other->charges && one->resting == other->resting &&
	       (item_kind(game, one)->stacks || one->kind == game->content->gold) &&
	       one->count + other->count <= PILE_MOST;
}

/* Knowledge about either applies to the whole pile; flags of use stay. */
static void join(struct item *pile, const struct item *item)
{
	pile->count = (uint16_t)(pile->count + item->count);
	pile->flags |= item->flags;
	pile->blows = pile->blows > item->blows ? pile->blows : item->blows;
	if (pile->flags & ITEM_KNOWN)
		pile->blows = 0;
}

/* True for an item of a kind that goes into the pouch while that has room. */
static bool is_pouched(const struct game *game, const struct item *item)
{
	return item_kind(game, item)->pouched;
}

/* Returns a free number from one on and below another, or -1. */
static int free_number(const struct game *game, int from, int end)
{
	for (int number = from; number < end; number++)
		if (game->pack.items[number].count == 0)
			return number;
	return -1;
}

static bool fits_pouch(const struct game *game, const struct item *item)
{
	return is_pouched(game, item) && free_number(game, PACK_MAX, CARRIED_MAX) >= 0;
}

static int pile_in_pack(const struct game *game, const struct item *item)
{
	for (int slot = 0; slot < PACK_MAX; slot++)
		if (&game->pack.items[slot] != item && alike(game, &game->pack.items[slot], item))
			return slot;
	return -1;
}

bool item_is_carried(const struct game *game, uint16_t kind)
{
	for (int number = 0; number < CARRIED_MAX; number++)
		if (game->pack.items[number].count > 0 && game->pack.items[number].kind == kind)
			return true;
	return false;
}

/* Returns the item as it would be in the pack: not for sale, offered or left. */
static struct item as_carried(const struct item *item)
{
	struct item carried = *item;
	carried.flags &= ITEM_KNOWN;
	return carried;
}

bool item_fits(const struct game *game, const struct item *item)
{
	struct item carried = as_carried(item);
	return game->pack.count < PACK_MAX || fits_pouch(game, &carried) ||
	       pile_in_pack(game, &carried) >= 0;
}

/* True if two items would form one pile as far as the hero knows. */
static bool seem_alike(const struct game *game, const struct item *one, const struct item *other)
{
	struct item twin = *other;
	if (!(one->flags & other->flags & ITEM_KNOWN)) {
		twin.plus = one->plus;
		twin.affix = one->affix;
	}
	if (!item_is_known(game, one)) {
		twin.charges = one->charges;
		twin.resting = one->resting;
	}
	return alike(game, one, &twin);
}

bool item_seems_to_fit(const struct game *game, const struct item *item)
{
	struct item carried = as_carried(item);
	for (int slot = 0; slot < PACK_MAX; slot++)
		if (seem_alike(game, &game->pack.items[slot], &carried))
			return true;
	return game->pack.count < PACK_MAX || fits_pouch(game, &carried);
}

/* Returns the number that a new item gets: that of the last one of its kind if it is free. */
static int free_slot(const struct game *game, const struct item *item)
{
	bool pouch = fits_pouch(game, item);
	int slot = game->pack.last_slots[item->kind] - 1;
	if (slot >= 0 && game->pack.items[slot].count == 0 && (slot >= PACK_MAX) == pouch)
		return slot;
	slot = pouch ? free_number(game, PACK_MAX, CARRIED_MAX) : free_number(game, 0, PACK_MAX);
	assert(slot >= 0);
	return slot;
}

int item_into_pack(struct game *game, struct item item)
{
	item = as_carried(&item);
	int slot = pile_in_pack(game, &item);
	if (slot >= 0) {
		join(&game->pack.items[slot], &item);
		return slot;
	}
	slot = free_slot(game, &item);
	game->pack.items[slot] = item;
	game->pack.count += slot < PACK_MAX;
	game->pack.last_slots[item.kind] = (uint8_t)(slot + 1);
	return slot;
}

static void empty_slot(struct game *game, int slot)
{
	game->pack.items[slot] = (struct item){0};
	game->pack.count -= slot < PACK_MAX;
}

struct item item_from_pack(struct game *game, int slot, int count)
{
	assert(slot >= 0 && slot < CARRIED_MAX && game->pack.items[slot].count > 0 && count > 0);
	struct item *item = &game->pack.items[slot];
	struct item taken = *item;
	taken.flags &= ITEM_KNOWN;
	if (count >= item->count) {
		empty_slot(game, slot);
		return taken;
	}
	taken.count = (uint16_t)count;
	item->count = (uint16_t)(item->count - count);
	return taken;
}

void item_join_alike(struct game *game, int slot)
{
	int other = pile_in_pack(game, &game->pack.items[slot]);
	if (other < 0)
		return;
	join(&game->pack.items[slot], &game->pack.items[other]);
	empty_slot(game, other);
}

void item_take_gold(struct game *game, const struct item *item)
{
	int room = GOLD_HELD_MOST - game->hero.gold;
	game->hero.gold += item->count < room ? item->count : room;
}

/* Returns the nth item on a cell, the last placed first. */
int item_on_floor(const struct game *game, int x, int y, int nth)
{
	for (int i = game->floor.count - 1; i >= 0; i--)
		if (game->floor.items[i].x == x && game->floor.items[i].y == y && nth-- == 0)
			return i;
	return -1;
}

static bool grow_floor(struct game *game)
{
	if (game->floor.count >= FLOOR_MAX)
		return false;
	if (game->floor.count < game->floor.capacity)
		return true;
	game->floor.capacity = (uint16_t)(game->floor.capacity + 16);
	game->floor.items =
		realloc(game->floor.items, game->floor.capacity * sizeof *game->floor.items);
	assert(game->floor.items != NULL);
	return true;
}

bool item_lay(struct game *game, struct item item, int x, int y)
{
	for (int i = 0; i < game->floor.count; i++) {
		struct floor_item *lying = &game->floor.items[i];
		if (lying->x == x && lying->y == y && alike(game, &lying->item, &item)) {
			join(&lying->item, &item);
			return true;
		}
	}
	if (item_on_floor(game, x, y, GROUND_MAX - 1) >= 0 || !grow_floor(game))
		return false;
	game->floor.items[game->floor.count++] = (struct floor_item){item, (int16_t)x, (int16_t)y};
	return true;
}

bool item_lay_loaded(struct game *game, struct floor_item lying)
{
	if (!grow_floor(game))
		return false;
	game->floor.items[game->floor.count++] = lying;
	return true;
}

void item_off_floor(struct game *game, int index)
{
	assert(index >= 0 && index < game->floor.count);
	game->derived.sight_stale = true;
	game->floor.count--;
	memmove(game->floor.items + index, game->floor.items + index + 1,
		(size_t)(game->floor.count - index) * sizeof *game->floor.items);
}
