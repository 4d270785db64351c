/*
 * Lamps: carried light and its oil.
 *
 * A lamp is lit exactly while it is worn. An oil lamp stores full hundreds of turns in `charges`,
 * and the rest of the current hundred in `resting`. A lamp without oil never goes out. A lamp kind
 * that does not shine is a can of oil. Water and dousing effects put out an oil lamp, and the
 * player has to light it again.
 */
#include "engine/rules/command_check.h"

#define TURNS_A_CHARGE 100
#define OIL_LOW 50 /* turns */
#define NOISE_HANDLING 3

static bool burns_oil(const struct item_kind *kind)
{
	return kind->light > 0 && dice_most(kind->use.charges) > 0;
}

int lamp_oil(const struct item *item)
{
	return item->charges * TURNS_A_CHARGE + item->resting;
}

enum text_id lamp_forbidden(const struct game *game, const struct item *item)
{
	const struct item_kind *kind = item_kind(game, item);
	if (kind->class != ITEM_LAMP)
		return TEXT_COUNT;
	if (game_handicapped(game, HANDICAP_NO_LAMP))
		return TEXT_NO_LAMP;
	return burns_oil(kind) && lamp_oil(item) == 0 ? TEXT_NO_OIL : TEXT_COUNT;
}

/* ---- By hand ---- */

/* Returns the pack index of the oil lamp with the most room for oil, or -1. */
static int lamp_to_fill(const struct game *game)
{
	int best = -1, room = 0;
	for (int i = 0; i < PACK_MAX; i++) {
		const struct item_kind *kind = item_kind(game, &game->pack.items[i]);
		if (game->pack.items[i].count == 0 || kind->class != ITEM_LAMP || !burns_oil(kind))
			continue;
		int left = dice_most(kind->use.charges) - game->pack.items[i].charges;
		if (left <= room)
			continue;
		room = left;
		best = i;
	}
	return best;
}

bool lamp_may_be_filled(const struct game *game)
{
	return lamp_to_fill(game) >= 0;
}

static enum verdict pour(struct game *game, int slot)
{
	int lamp = lamp_to_fill(game);
	if (lamp < 0)
		return act_refuse(game, TEXT_NOTHING_TO_FILL, &game->pack.items[slot]);
	struct item can = item_from_pack(game, slot, 1);
	struct item *item = &game->pack.items[lamp];
	int most = dice_most(item_kind(game, item)->use.charges), oil = item->charges + can.charges;
	item->charges = (uint8_t)(oil < most ? oil : most);
	if (item->charges == most)
		item->resting = 0;
	message_item(game, TEXT_LAMP_FILLED, item);
	return act_spend(game, NOISE_HANDLING);
}

enum verdict lamp_use(struct game *game, int slot)
{
	const struct item *item = &game->pack.items[slot];
	if (item_kind(game, item)->light == 0)
		return pour(game, slot);
	enum text_id forbidden = lamp_forbidden(game, item);
	if (!(item->flags & ITEM_LIT) && forbidden != TEXT_COUNT)
		return act_refuse(game, forbidden, item);
	if (item->flags & ITEM_LIT)
		gear_take_off(game, slot);
	else
		gear_put_on(game, slot);
	return act_spend(game, NOISE_HANDLING);
}

/* ---- Each turn ---- */

static void go_out(struct game *game, struct item *item, enum text_id word)
{
	message_item(game, word, item);
	item->flags &= (uint8_t) ~(ITEM_WORN | ITEM_LIT);
	game->derived.sight_stale = game->derived.lights.moved = true;
}

bool lamp_douse(struct game *game)
{
	int slot = gear_worn(game, SLOT_LAMP);
	if (slot < 0 || !burns_oil(item_kind(game, &game->pack.items[slot])))
		return false;
	go_out(game, &game->pack.items[slot], TEXT_LAMP_DOUSED);
	return true;
}

void lamp_turn(struct game *game)
{
	int slot = gear_worn(game, SLOT_LAMP);
	if (slot < 0 || !burns_oil(item_kind(game, &game->pack.items[slot])))
		return;
	struct item *item = &game->pack.items[slot];
	if (item->resting == 0 && item->charges > 0) {
		item->charges--;
		item->resting = TURNS_A_CHARGE;
	}
	item->resting -= item->resting > 0;
	if (lamp_oil(item) == OIL_LOW)
		message_item(game, TEXT_LAMP_LOW, item);
	if (lamp_oil(item) == 0)
		go_out(game, item, TEXT_LAMP_DIES);
}
