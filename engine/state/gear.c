/*
 * Gear in use, by slots of the pack: its slot, and which pieces may be used together.
 *
 * A gear slot holds a limited number of pieces.  A two-handed weapon excludes a shield.
 */
#include "engine/state/things.h"

static const uint8_t most_worn[SLOT_COUNT] = {
#define ROW(id, word, most) [SLOT_##id] = most,
	CONTENT_SLOTS(ROW)
#undef ROW
};

uint8_t gear_slot_most(enum gear_slot slot)
{
	return most_worn[slot];
}

/* True if an item of the pack is worn in a gear slot. */
static bool worn_in(const struct game *game, int index, enum gear_slot slot)
{
	const struct item *item = &game->pack.items[index];
	return (item->flags & ITEM_WORN) && item_kind(game, item)->gear.slot == slot;
}

int gear_worn(const struct game *game, enum gear_slot slot)
{
	for (int i = 0; i < PACK_MAX; i++)
		if (worn_in(game, i, slot))
			return i;
	return -1;
}

bool gear_is_full(const struct game *game, enum gear_slot slot)
{
	int worn = 0;
	for (int i = 0; i < PACK_MAX; i++)
		worn += worn_in(game, i, slot);
	return worn >= most_worn[slot];
}

bool gear_is_two_handed(const struct game *game)
{
	int weapon = item_in_use(game, ITEM_WIELDED);
	return weapon >= 0 && item_kind(game, &game->pack.items[weapon])->weapon.two_handed;
}

static bool is_usable_gear(const struct item *item, const struct item_kind *kind)
{
	bool lit = item->flags & ITEM_LIT, worn = item->flags & ITEM_WORN;
	return !(item->flags & ITEM_WIELDED && kind->class != ITEM_WEAPON) &&
	       !(worn && !gear_is_worn(kind)) && !(worn && item->flags & ITEM_WIELDED) &&
	       lit == (worn && kind->class == ITEM_LAMP);
}

bool gear_is_sound(const struct game *game)
{
	int wielded = 0, worn[SLOT_COUNT] = {0};
	for (int i = 0; i < PACK_MAX; i++) {
		const struct item *item = &game->pack.items[i];
		if (item->count == 0)
			continue;
		const struct item_kind *kind = item_kind(game, item);
		if (!is_usable_gear(item, kind))
			return false;
		wielded += (item->flags & ITEM_WIELDED) != 0;
		worn[kind->gear.slot] += (item->flags & ITEM_WORN) != 0;
	}
	for (int slot = 0; slot < SLOT_COUNT; slot++)
		if (worn[slot] > most_worn[slot])
			return false;
	return wielded <= 1 && !(worn[SLOT_SHIELD] > 0 && gear_is_two_handed(game));
}
