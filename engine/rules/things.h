/*
 * Things, as the rules' rooms ask of them: what they are called, the pack and the floor, what is
 * wielded and worn, what that gives, and what is done with tools, lamps, wands and charms.
 *
 * Part of rules.h, which includes it.
 */
#ifndef TRAPDOOR_ENGINE_THINGS_H
#define TRAPDOOR_ENGINE_THINGS_H

#include "engine/state/game.h"

/* ---- item.c ---- */

const struct item_kind *item_kind(const struct game *game, const struct item *item);
size_t item_name(const struct game *game, const struct item *item, enum article article, char *text,
	size_t size);
uint16_t item_look(const struct game *game, const struct item *item);
/* In all that it is, and as many. */
bool item_is_same(const struct item *a, const struct item *b);
bool item_is_gear(const struct item_kind *kind);
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
bool item_to_floor(struct game *game, struct item item, int x, int y);
/* The same at the nearest cell where things may lie. */
bool item_to_floor_near(struct game *game, struct item item, int x, int y);
bool item_lay_loaded(
	struct game *game, struct floor_item lying); /* as it lay, joined with nothing */
/* Of gold that was lying. */
void item_take_gold(struct game *game, const struct item *item);
void item_off_floor(struct game *game, int index);
/* What the hero wields, when that shoots it; else NULL. */
const struct item *item_shot_by(const struct game *game, const struct item *item);
uint32_t item_verbs(const struct game *game, const struct item *item);
bool item_digs(const struct game *game); /* what is wielded digs */

/* ---- lore.c: what the hero knows of things ---- */

bool item_is_known(const struct game *game, const struct item *item);
void item_learn(struct game *game, uint16_t kind);
/* When only one kind of a class is left unknown, it is known by that. */
void item_deduce(struct game *game, uint8_t class);
/* A tonic was picked up: who has the tongue for it may know what it is. */
void item_taste(struct game *game, const struct item *item);
void item_practise(struct game *game, enum item_flag flag); /* a blow given or taken */

/* ---- hint.c: what a known thing or spell is good for ---- */

enum view_hint hint_of_effects(const struct clause *effects, int count);
enum view_hint hint_of_item(const struct game *game, const struct item *item);
/* Of gear, as far as it is known: more is better in its slot; 0 of what is no gear. */
int hint_worth(const struct game *game, const struct item *item);

/* ---- gifts.c: what gear in use and talents give the hero ---- */

int bonus_of(const struct game *game, enum bonus bonus);
/* The same without what the hero does not know of his gear. */
int bonus_shown(const struct game *game, enum bonus bonus);
/* After gear or talents have changed: what they grant and give is worked out anew. */
void gifts_settle(struct game *game);
void gifts_load(struct game *game); /* as they were settled before */
/* Whether a body stays where it is, as it is, though something would push or hold it: drawn. */
bool gifts_stand_fast(struct game *game, int slot);
/* Traits that gear and talents grant him. */
uint32_t gifts_traits(const struct game *game);
/* A moment has come for the hero: what gear and talents do at it is done, to the target slot where
 * the moment says so; by handle afterwards, for it may not live. */
void gifts_moment(struct game *game, enum moment moment, int target);

/* ---- gear.c: what is wielded and worn; by slots of the pack ---- */

bool gear_is_worn(const struct item_kind *kind);             /* not in the hand */
int gear_worn(const struct game *game, enum gear_slot slot); /* the first there, or -1 */
/* What is in the way is put away; all of it is told. */
void gear_wield(struct game *game, int index);
void gear_put_on(struct game *game, int index);
void gear_take_off(struct game *game, int index);
int gear_guard(const struct game *game, bool as_known);
int gear_noise(const struct game *game); /* cells more, of all that is in use */
/* The piece that a plus goes to, and the one that acid eats; -1: none. */
int gear_to_enchant(const struct game *game);
int gear_to_corrode(struct game *game);
/* Whether everything in use may be in use together. */
bool gear_is_sound(const struct game *game);

/* ---- view_items.c: things as the player sees them ---- */

/* What is told of one that is looked at; "" while its kind is unknown. */
const char *view_item_text(const struct game *game, const struct item *item);
/* Fills the view's lists; returns how many. */
size_t view_pack(struct game *game);
size_t view_ground(struct game *game);
/* What it costs in a shop, all of it, with what is special about it; nothing is free. */
int item_price(const struct game *game, const struct item *item);

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
