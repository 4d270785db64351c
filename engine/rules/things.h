/*
 * Things, as the rules' rooms ask of them: what they are called, the pack and the floor, what is
 * wielded and worn, what that gives, and what is done with tools, lamps, wands and charms.
 *
 * Part of rules.h, which includes it.
 */
#ifndef TRAPDOOR_ENGINE_THINGS_H
#define TRAPDOOR_ENGINE_THINGS_H

#include "engine/state/things.h"

/* ---- item_use.c ---- */

bool item_to_floor(struct game *game, struct item item, int x, int y);
/* The same at the nearest cell where things may lie. */
bool item_to_floor_near(struct game *game, struct item item, int x, int y);
/* What the hero wields, when that shoots it; else NULL. */
const struct item *item_shot_by(const struct game *game, const struct item *item);
uint32_t item_verbs(const struct game *game, const struct item *item);
bool item_digs(const struct game *game); /* what is wielded digs */
/* What it costs in a shop, all of it, with what is special about it; nothing is free. */
int item_price(const struct game *game, const struct item *item);

/* ---- lore.c: what the hero knows of things ---- */

void item_learn(struct game *game, uint16_t kind);
/* When only one kind of a class is left unknown, it is known by that. */
void item_deduce(struct game *game, uint8_t class);
/* A tonic was picked up: who has the tongue for it may know what it is. */
void item_taste(struct game *game, const struct item *item);
void item_practise(struct game *game, enum item_flag flag); /* a blow given or taken */

/* ---- gifts.c: what gear in use and talents give the hero ---- */

int bonus_of(const struct game *game, enum bonus bonus);
/* The same without what the hero does not know of his gear. */
int bonus_shown(const struct game *game, enum bonus bonus);
/* After gear or talents have changed: what they grant and give is worked out anew. */
void bonuses_settle(struct game *game);
void bonuses_load(struct game *game); /* as they were settled before */
/* Whether a body stays where it is, as it is, though something would push or hold it: drawn. */
bool bonuses_stand_fast(struct game *game, int slot);
/* Traits that gear and talents grant him. */
uint32_t bonuses_traits(const struct game *game);
/* A moment has come for the hero: what gear and talents do at it is done, to the target slot where
 * the moment says so; by handle afterwards, for it may not live. */
void bonuses_moment(struct game *game, enum moment moment, int target);

/* ---- gear.c: what is wielded and worn; by slots of the pack ---- */

/* What is in the way is put away; all of it is told. */
void gear_wield(struct game *game, int index);
void gear_put_on(struct game *game, int index);
void gear_take_off(struct game *game, int index);
int gear_guard(const struct game *game, bool as_known);
int gear_noise(const struct game *game); /* cells more, of all that is in use */
/* The piece that a plus goes to, and the one that acid eats; -1: none. */
int gear_to_enchant(const struct game *game);
int gear_to_corrode(struct game *game);

/* ---- lamp.c: light that is carried ---- */

/* Turns that a lamp burns, or that a can is good for. */
int lamp_oil(const struct item *item);
/* Whether a lamp has oil, where it wants any; all else is no lamp. */
bool lamp_may_be_lit(const struct game *game, const struct item *item);
enum verdict lamp_use(struct game *game, int slot); /* lights it, puts it out, or pours it */
bool lamp_douse(struct game *game); /* the flame that he carries goes out, if there is one */
void lamp_turn(struct game *game);

/* ---- tool.c ---- */

/* What a tool does to a cell beside the hero; a rope, to a cell across a gap or down one. */
enum verdict tool_work(struct game *game, int slot, int x, int y);
enum verdict tool_cross(struct game *game, int slot, int x, int y);
bool tool_digs(const struct game *game); /* the tool that is being used does */
int tool_key(const struct game *game);   /* slot of the pack, or -1 */
void tool_spend_key(struct game *game);

/* ---- act_use.c ---- */

/* It has served once: a charge less, a rest begun, a tool perhaps used up. */
void item_wear_down(struct game *game, int slot);
/* Whether its charges come back by themselves. */
bool item_regains(const struct item_kind *kind);
/* A whole turn of what rests. */
void item_rest_turn(struct game *game);

#endif
