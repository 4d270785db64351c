/* Items in play: where they drop, which verbs apply to them, and their prices. */
#include "engine/rules/rules.h"

#define DROPS_WITHIN 6
#define PRICE_OF_PLUS 160

/* Finds the nearest cell that can hold items: a missile that hits a fence or grate drops next to
 * it. */
static bool find_floor(const struct game *game, int *x, int *y)
{
	for (int ring = 0; ring <= 3; ring++) {
		for (int down = -ring; down <= ring; down++) {
			for (int across = -ring; across <= ring; across++) {
				if (distance_between(0, 0, across, down) != ring ||
					!level_inside(game->level, *x + across, *y + down) ||
					!(game_terrain(game, *x + across, *y + down)->flags &
						TERRAIN_OBJECTS))
					continue;
				*x += across;
				*y += down;
				return true;
			}
		}
	}
	return false;
}

bool item_to_floor(struct game *game, struct item item, int x, int y)
{
	game->derived.sight_stale = true;
	if (!find_floor(game, &x, &y) || !item_lay(game, item, x, y))
		return false;
	ground_meets(game, x, y);
	return true;
}

bool item_to_floor_near(struct game *game, struct item item, int x, int y)
{
	for (int ring = 0; ring <= DROPS_WITHIN; ring++)
		for (int down = -ring; down <= ring; down++)
			for (int across = -ring; across <= ring; across++)
				if (distance_between(0, 0, across, down) == ring &&
					level_inside(game->level, x + across, y + down) &&
					(game_terrain(game, x + across, y + down)->flags &
						TERRAIN_OBJECTS) &&
					item_to_floor(game, item, x + across, y + down))
					return true;
	return false;
}

const struct item *item_shot_by(const struct game *game, const struct item *item)
{
	int slot = item_in_use(game, ITEM_WIELDED);
	uint16_t flight = item_kind(game, item)->shot.ammunition;
	bool fits = slot >= 0 && flight != KIND_NONE &&
		    item_kind(game, &game->pack.items[slot])->shot.launches == flight;
	return fits ? &game->pack.items[slot] : NULL;
}

uint32_t item_verbs(const struct game *game, const struct item *item)
{
	static const uint32_t by_class[ITEM_CLASS_COUNT] = {
		[ITEM_WEAPON] = 1u << VERB_WIELD,
		[ITEM_ARMOUR] = 1u << VERB_WEAR,
		[ITEM_POTION] = 1u << VERB_QUAFF,
		[ITEM_SCROLL] = 1u << VERB_READ,
		[ITEM_FOOD] = 1u << VERB_EAT,
		[ITEM_WAND] = 1u << VERB_ZAP,
		[ITEM_STAFF] = 1u << VERB_ZAP,
		[ITEM_CHARM] = 1u << VERB_USE,
		[ITEM_TOOL] = 1u << VERB_USE,
		[ITEM_LAMP] = 1u << VERB_USE,
		[ITEM_BOOK] = 1u << VERB_READ,
		[ITEM_LETTER] = 1u << VERB_READ,
	};
	const struct item_kind *kind = item_kind(game, item);
	uint32_t verbs = by_class[kind->class] |
			 (kind->class == ITEM_LAMP && gear_is_worn(kind) ? 1u << VERB_WEAR : 0);
	if (kind->class != ITEM_RECEIVER && !(item->flags & ITEM_WORN))
		verbs |= 1u << VERB_DROP | 1u << VERB_THROW |
			 (item->count > 1 ? 1u << VERB_DROP_ONE : 0);
	if (item_shot_by(game, item) != NULL)
		verbs |= 1u << VERB_FIRE;
	return verbs;
}

bool item_digs(const struct game *game)
{
	int slot = item_in_use(game, ITEM_WIELDED);
	return slot >= 0 && item_kind(game, &game->pack.items[slot])->tool.digs;
}

int item_price(const struct game *game, const struct item *item)
{
	const struct item_kind *kind = item_kind(game, item);
	int price = kind->price;
	if (item->affix > 0)
		price += game->content->affixes[item->affix - 1].price;
	price += PRICE_OF_PLUS * item->plus;
	return item->count * (price > 1 ? price : 1);
}
