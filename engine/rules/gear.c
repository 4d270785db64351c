/*
 * Gear: what the hero wields and wears, and the sums of it.
 *
 * A gear slot holds a limited number of pieces. Putting on another one takes an old one off in the
 * same action. A two-handed weapon excludes a shield. Gear never sticks: a curse is only a drawback
 * and ends when the item is taken off.
 */
#include "engine/rules/rules.h"

#include <assert.h>

#define IN_USE (ITEM_WIELDED | ITEM_WORN)
#define CORRODED_LEAST -3
#define PLUS_MOST 9

/* ---- On and off ---- */

void gear_take_off(struct game *game, int index)
{
	struct item *item = &game->pack.items[index];
	bool lit = item->flags & ITEM_LIT;
	bool wielded = item->flags & ITEM_WIELDED;
	item->flags &= (uint8_t) ~(IN_USE | ITEM_LIT);
	if (lit)
		game->derived.sight_stale = game->derived.lights.moved = true;
	message_item(game,
		lit       ? TEXT_LAMP_PUT_OUT
		: wielded ? TEXT_UNWIELDED
			  : TEXT_TAKEN_OFF,
		item);
}

/* Makes room in a full slot: takes off its first piece in the order of the pack. */
static void make_room(struct game *game, enum gear_slot slot)
{
	if (gear_is_full(game, slot))
		gear_take_off(game, gear_worn(game, slot));
}

static void report_weight(struct game *game, int index)
{
	if (item_kind(game, &game->pack.items[index])->gear.might > body_might(game))
		message_item(game, TEXT_TOO_HEAVY, &game->pack.items[index]);
}

void gear_wield(struct game *game, int index)
{
	int before = item_in_use(game, ITEM_WIELDED);
	if (before >= 0)
		game->pack.items[before].flags &= (uint8_t)~ITEM_WIELDED;
	game->pack.items[index].flags |= ITEM_WIELDED;
	message_item(game, TEXT_WIELDED, &game->pack.items[index]);
	report_weight(game, index);
	int shield = gear_worn(game, SLOT_SHIELD);
	if (shield >= 0 && gear_is_two_handed(game))
		gear_take_off(game, shield);
}

void gear_put_on(struct game *game, int index)
{
	enum gear_slot slot = (enum gear_slot)item_kind(game, &game->pack.items[index])->gear.slot;
	make_room(game, slot);
	if (slot == SLOT_SHIELD && gear_is_two_handed(game))
		gear_take_off(game, item_in_use(game, ITEM_WIELDED));
	game->pack.items[index].flags |= ITEM_WORN;
	if (item_kind(game, &game->pack.items[index])->class == ITEM_LAMP) {
		game->pack.items[index].flags |= ITEM_LIT;
		game->derived.sight_stale = game->derived.lights.moved = true;
		message_conduct(game, CONDUCT_LAMP);
	}
	message_item(game, game->pack.items[index].flags & ITEM_LIT ? TEXT_LAMP_LIT : TEXT_WORN,
		&game->pack.items[index]);
	report_weight(game, index);
}

/* ---- Sums ---- */

int gear_guard(const struct game *game, bool as_known)
{
	int guard = 0;
	for (int i = 0; i < PACK_MAX; i++) {
		const struct item *item = &game->pack.items[i];
		bool plus = item->flags & ITEM_WORN && (!as_known || item->flags & ITEM_KNOWN);
		if (item->flags & IN_USE)
			guard += item_kind(game, item)->gear.guard + (plus ? item->plus : 0);
	}
	return guard;
}

int gear_noise(const struct game *game)
{
	int noise = bonus_of(game, BONUS_NOISE);
	for (int i = 0; i < PACK_MAX; i++)
		if (game->pack.items[i].flags & IN_USE)
			noise += item_kind(game, &game->pack.items[i])->gear.noise;
	return noise;
}

static bool can_change_plus(const struct game *game, int index)
{
	const struct item *item = &game->pack.items[index];
	return (item->flags & ITEM_WORN) && item_kind(game, item)->class == ITEM_ARMOUR &&
	       item_kind(game, item)->gear.slot < SLOT_RING;
}

/* Returns the pack index of the worn armour with the most base guard that can still gain a plus, or
 * -1. It is likely to be worn longest. */
int gear_to_enchant(const struct game *game)
{
	int best = -1, most = INT16_MIN;
	for (int i = 0; i < PACK_MAX; i++) {
		int guard = item_kind(game, &game->pack.items[i])->gear.guard;
		if (!can_change_plus(game, i) || game->pack.items[i].plus >= PLUS_MOST ||
			guard <= most)
			continue;
		most = guard;
		best = i;
	}
	return best;
}

int gear_to_corrode(struct game *game)
{
	int eaten[PACK_MAX], count = 0;
	for (int i = 0; i < PACK_MAX; i++)
		if (can_change_plus(game, i) && game->pack.items[i].plus > CORRODED_LEAST)
			eaten[count++] = i;
	if (count == 0)
		return -1;
	int drawn = draw_below(game, PURPOSE_EFFECTS, count);
	return eaten[drawn];
}
