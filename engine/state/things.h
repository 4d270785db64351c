/*
 * Items: names, appearances, the pack, the floor, and gear in use.
 *
 * These functions only read and change the state; the rules about items are in
 * engine/rules/things.h.
 */
#ifndef TRAPDOOR_ENGINE_STATE_THINGS_H
#define TRAPDOOR_ENGINE_STATE_THINGS_H

#include "engine/state/game.h"

/* ---- item.c ---- */

const struct item_kind *item_kind(const struct game *game, const struct item *item);
size_t item_name(const struct game *game, const struct item *item, enum article article, char *text,
	size_t size);
uint16_t item_appearance(const struct game *game, const struct item *item);
/* True if all members are equal, the count included. */
bool item_is_same(const struct item *a, const struct item *b);
const struct affix_kind *item_affix(const struct game *game, const struct item *item);
int item_in_use(const struct game *game, enum item_flag flag); /* slot of the pack, or -1 */
bool item_fits(const struct game *game, const struct item *item);
/* Like item_fits, as far as the hero knows: unknown properties do not separate two piles. */
bool item_seems_to_fit(const struct game *game, const struct item *item);
/* True if the hero carries an item of the kind. */
bool item_is_carried(const struct game *game, uint16_t kind);
/* Adds the item to a pile that it matches, else to the slot that its kind had last, else to the
 * first free one; returns the slot. */
int item_into_pack(struct game *game, struct item item);
struct item item_from_pack(struct game *game, int slot, int count);
/* Joins a changed item with another pile that it now matches, in the given slot. */
void item_join_alike(struct game *game, int slot);
int item_on_floor(const struct game *game, int x, int y, int nth); /* index on the floor, or -1 */
/* Places an item on a cell, joining a matching pile; returns false when there is no room. */
bool item_lay(struct game *game, struct item item, int x, int y);
bool item_lay_loaded(
	struct game *game, struct floor_item lying); /* as it was saved, without joining */
/* Adds an item of gold to the hero's gold. */
void item_take_gold(struct game *game, const struct item *item);
void item_off_floor(struct game *game, int index);
bool item_is_known(const struct game *game, const struct item *item);

/* ---- gear.c: what is worn and wielded, by slots of the pack ---- */

/* True for items that are worn rather than wielded. */
static inline bool gear_is_worn(const struct item_kind *kind)
{
	return kind->class == ITEM_ARMOUR || (kind->class == ITEM_LAMP && kind->light > 0);
}

/* True for gear, which has a plus and is known item by item; other items are known by kind. */
static inline bool item_is_gear(const struct item_kind *kind)
{
	return kind->class == ITEM_WEAPON || gear_is_worn(kind);
}

uint8_t gear_slot_most(enum gear_slot slot); /* pieces that may be worn there together */
int gear_worn(const struct game *game, enum gear_slot slot); /* index of the first, or -1 */
bool gear_is_full(const struct game *game, enum gear_slot slot);
bool gear_is_two_handed(const struct game *game); /* of the wielded weapon */
/* True if all items in use may be used together. */
bool gear_is_sound(const struct game *game);

#endif
