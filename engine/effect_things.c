/* Effects on things carried, and on what the hero knows. */
#include "effect_private.h"

/* Everything that is not rock and touches a way: walls, doors and stairs, as they look. */
bool effect_map(struct game *game, const struct effect_case *it)
{
	struct level *level = game->level;
	if (!effect_is_of_hero(it))
		return false;
	for (size_t at = 0; at < (size_t)level->width * (size_t)level->height; at++) {
		if (level->terrain[at] == game->content->terrain.rock ||
			(level->flags[at] & LEVEL_KNOWN))
			continue;
		level->flags[at] |= LEVEL_KNOWN;
		level->memory[at] = level_shown(game->content, level, at)->look;
	}
	return true;
}

bool effect_detect(struct game *game, const struct effect_case *it)
{
	return effect_is_of_hero(it) && effect_afflict(game, it, STATUS_DETECTING);
}

bool effect_read_minds(struct game *game, const struct effect_case *it)
{
	return effect_is_of_hero(it) && effect_afflict(game, it, STATUS_TELEPATHIC);
}

bool effect_hush(struct game *game, const struct effect_case *it)
{
	return effect_is_of_hero(it) && effect_afflict(game, it, STATUS_HUSHED);
}

bool effect_identify(struct game *game, const struct effect_case *it)
{
	if (!effect_is_of_hero(it))
		return false;
	for (int i = 0; i < PACK_MAX; i++) {
		struct item *item = &game->pack[i];
		if (item->count == 0)
			continue;
		game->known_items[item->kind] = 1;
		item->blows = 0;
		if (item_is_gear(item_kind(game, item)))
			item->flags |= ITEM_KNOWN;
	}
	return true;
}

static bool enchant(struct game *game, const struct effect_case *it, enum item_flag flag)
{
	int slot = effect_is_of_hero(it) ? item_in_use(game, flag) : -1;
	if (slot < 0 || game->pack[slot].plus >= 9)
		return false;
	game->pack[slot].plus++;
	item_join_alike(game, slot);
	return true;
}

bool effect_enchant_weapon(struct game *game, const struct effect_case *it)
{
	return enchant(game, it, ITEM_WIELDED);
}

bool effect_enchant_armour(struct game *game, const struct effect_case *it)
{
	return enchant(game, it, ITEM_WORN);
}
