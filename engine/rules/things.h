/*
 * Items: names, pack and floor, gear and its bonuses, tools, lamps, wands and charms.
 *
 * Part of rules.h, which includes it.
 */
#ifndef TRAPDOOR_ENGINE_THINGS_H
#define TRAPDOOR_ENGINE_THINGS_H

#include "engine/state/things.h"

/* ---- item_use.c ---- */

bool item_to_floor(struct game *game, struct item item, int x, int y);
/* The same for the nearest cell that can hold items. */
bool item_to_floor_near(struct game *game, struct item item, int x, int y);
/* Returns the wielded launcher if it shoots the item, else NULL. */
const struct item *item_shot_by(const struct game *game, const struct item *item);
uint32_t item_verbs(const struct game *game, const struct item *item);
bool item_digs(const struct game *game); /* true if the wielded item digs */
/* Returns the shop price of the whole stack, with plus and affix; at least 1 each. */
int item_price(const struct game *game, const struct item *item);

/* ---- lore.c: the hero's knowledge of items ---- */

void item_learn(struct game *game, uint16_t kind);
/* Makes the last unknown kind of a class known. */
void item_deduce(struct game *game, uint8_t class);
/* May identify a potion that was picked up (BONUS_TASTE). */
void item_taste(struct game *game, const struct item *item);
void item_practise(struct game *game, enum item_flag flag); /* counts a blow */

/* ---- bonuses.c: bonuses from gear in use and talents ---- */

int bonus_of(const struct game *game, enum bonus bonus);
/* The same without affixes that the hero does not know. */
int bonus_shown(const struct game *game, enum bonus bonus);
/* Recomputes the stored bonuses after gear or talents changed. */
void bonuses_settle(struct game *game);
void bonuses_load(struct game *game); /* restores them from a save */
/* True if the hero resists being pushed or held: a random draw with BONUS_STEADFAST percent. */
bool bonuses_stand_fast(struct game *game, int slot);
/* Returns the traits that gear and talents grant the hero. */
uint32_t bonuses_traits(const struct game *game);
/* Applies the effects that gear and talents have at a moment, on the hero or on the target slot.
 * Callers need a handle: the target may die. */
void bonuses_moment(struct game *game, enum moment moment, int target);

/* ---- gear.c: wielded and worn gear, by pack slot ---- */

/* Wield or put on an item, take off what is in its way, and report every change. */
void gear_wield(struct game *game, int index);
void gear_put_on(struct game *game, int index);
void gear_take_off(struct game *game, int index);
int gear_guard(const struct game *game, bool as_known);
int gear_noise(const struct game *game); /* cells, for all gear in use */
/* Return the armour that gains a plus, and the one that acid corrodes; -1: none. */
int gear_to_enchant(const struct game *game);
int gear_to_corrode(struct game *game);

/* ---- lamp.c: carried light ---- */

/* Returns the turns of oil in a lamp or can. */
int lamp_oil(const struct item *item);
/* Returns why an item cannot be worn as a lamp: it has no oil, or a handicap forbids all lamps;
 * TEXT_COUNT if it can, or is no lamp. */
enum text_id lamp_forbidden(const struct game *game, const struct item *item);
enum verdict lamp_use(struct game *game, int slot); /* lights it, puts it out or pours oil */
bool lamp_douse(struct game *game); /* puts out the hero's oil lamp; false if none is lit */
void lamp_turn(struct game *game);

/* ---- tool.c ---- */

/* tool_work uses a tool on an adjacent cell. tool_cross uses a rope to cross a gap or to climb
 * down. */
enum verdict tool_work(struct game *game, int slot, int x, int y);
enum verdict tool_cross(struct game *game, int slot, int x, int y);
bool tool_digs(const struct game *game); /* true if the tool in use digs */
int tool_key(const struct game *game);   /* pack slot, or -1 */
void tool_spend_key(struct game *game);

/* ---- act_use.c ---- */

/* Takes a charge, starts the rest and uses up a spent tool. */
void item_wear_down(struct game *game, int slot);
/* True if its charges come back by themselves. */
bool item_regains(const struct item_kind *kind);
/* Runs a turn of rest for items of the pack. */
void item_rest_turn(struct game *game);

#endif
