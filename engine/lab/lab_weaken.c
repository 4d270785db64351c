/* The lab's weak hero: half the maximum health, little of it left, and no items that help. */
#include "engine/lab/lab.h"
#include "engine/rules/rules.h"

#define HEALTH_LEFT 4 /* one part in so many */

static bool helps(const struct item_kind *kind)
{
	return item_kind_does(kind, EFFECT_HEAL) || item_kind_does(kind, EFFECT_TELEPORT);
}

void lab_weaken(struct game *game)
{
	struct creature *hero = game_hero(game);
	hero->health_max = (int16_t)((hero->health_max + 1) / 2);
	int left = (hero->health_max + HEALTH_LEFT - 1) / HEALTH_LEFT;
	game->hero.mana = 0;
	hero->health = (int16_t)(hero->health < left ? hero->health : left);
	for (int i = 0; i < PACK_MAX; i++) {
		const struct item *item = &game->pack.items[i];
		bool used = item->flags & (ITEM_WIELDED | ITEM_WORN);
		if (item->count > 0 && !used && helps(item_kind(game, item)))
			item_from_pack(game, i, item->count);
	}
}
