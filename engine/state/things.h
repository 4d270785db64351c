/*
 * Items: what they are called and look like, the pack, the floor, and what is in use.
 *
 * Only the state is read and changed here; the rules about items are in engine/rules/things.h.
 */
#ifndef TRAPDOOR_ENGINE_STATE_THINGS_H
#define TRAPDOOR_ENGINE_STATE_THINGS_H

#include "engine/state/game.h"

/* ---- item.c ---- */

const struct item_kind *item_kind(const struct game *game, const struct item *item);
size_t item_name(const struct game *game, const struct item *item, enum article article, char *text,
	size_t size);
uint16_t item_appearance(const struct game *game, const struct item *item);
/* In all that it is, and as many. */
bool item_is_same(const struct item *a, const struct item *b);
const struct affix_kind *item_affix(const struct game *game, const struct item *item);
int item_in_use(const struct game *game, enum item_flag flag); /* slot of the pack, or -1 */
bool item_fits(const struct game *game, const struct item *item);
/* As far as the hero can tell: what he knows of neither may set two piles apart. */
bool item_seems_to_fit(const struct game *game, const struct item *item);
/* Into the pile that is like it, else the slot that its kind had last, else the first free one;
 * returns the slot. */
int item_into_pack(struct game *game, struct item item);
struct item item_from_pack(struct game *game, int slot, int count);
/* A thing that was changed may be like another now: they become one pile in its slot. */
void item_join_alike(struct game *game, int slot);
int item_on_floor(const struct game *game, int x, int y, int nth); /* floor index, or -1 */
/* Onto a cell where items may lie, joining a like pile; false when there is no room. */
bool item_lay(struct game *game, struct item item, int x, int y);
bool item_lay_loaded(
	struct game *game, struct floor_item lying); /* as it lay, joined with nothing */
/* Of gold that was lying. */
void item_take_gold(struct game *game, const struct item *item);
void item_off_floor(struct game *game, int index);
bool item_is_known(const struct game *game, const struct item *item);

/* ---- gear.c: what is worn and wielded, by slots of the pack ---- */

/* Worn, and not in the hand. */
static inline bool gear_is_worn(const struct item_kind *kind)
{
	return kind->class == ITEM_ARMOUR || (kind->class == ITEM_LAMP && kind->light > 0);
}

/* Gear has a plus, and a mark when it is known; of other items a kind is known or not. */
static inline bool item_is_gear(const struct item_kind *kind)
{
	return kind->class == ITEM_WEAPON || gear_is_worn(kind);
}

int gear_worn(const struct game *game, enum gear_slot slot); /* the first there, or -1 */
bool gear_is_full(const struct game *game, enum gear_slot slot);
bool gear_is_two_handed(const struct game *game); /* what is wielded */
/* Whether everything in use may be in use together. */
bool gear_is_sound(const struct game *game);

#endif
