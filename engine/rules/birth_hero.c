/* The hero at birth: body and starting items. */
#include "engine/rules/rules.h"

static void equip(struct game *game, uint16_t kind)
{
	struct stream stream;
	const struct content *content = game->content;
	stream_begin(&stream, &game->seed, PURPOSE_BIRTH, 0, kind);
	struct item item = populate_item(content, &stream, kind, 1);
	item.plus = 0;
	item.affix = 0;
	item.flags = item_is_gear(&content->items[kind]) ? ITEM_KNOWN : 0;
	int index = item_into_pack(game, item);
	uint8_t class = content->items[kind].class;
	game->knowledge.items[kind] = 1;
	if (class == ITEM_WEAPON && item_in_use(game, ITEM_WIELDED) < 0)
		game->pack.items[index].flags |= ITEM_WIELDED;
	if (class == ITEM_ARMOUR &&
		gear_worn(game, (enum gear_slot)content->items[kind].gear.slot) < 0)
		game->pack.items[index].flags |= ITEM_WORN;
}

void birth_hero(struct game *game)
{
	const struct content *content = game->content;
	struct creature *body = game_hero(game);
	body->alive = true;
	body->kind = KIND_NONE;
	body->heading = DIR_COUNT;
	body->health = body->health_max = (int16_t)combat_health_at(content, 1);
	game->hero.level = 1;
	game->hero.mana = game->hero.mana_max = content->birth.mana;
	game->hero.might = content->birth.might;
	game->hero.food = content->birth.food * game->derived.handicaps.feeds / 100;
	for (int i = 0; i < content->birth.start_count && game->pack.count < PACK_MAX; i++)
		equip(game, content->birth.start[i]);
}
