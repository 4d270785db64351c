/*
 * Lore: what the hero knows about items.
 *
 * Potions, scrolls, wands, staffs and charms of an unknown kind show only their flavour. The hero
 * learns the kind when he sees its effect, or when it is the last unknown kind of its class. The
 * kind of gear is always known; its plus and affix become known after enough blows.
 */
#include "engine/rules/rules.h"

/* ---- Kinds ---- */

static void make_known(struct game *game, uint16_t kind)
{
	const struct creature *hero = game_hero(game);
	const struct item_kind *row = &game->content->items[kind];
	game->knowledge.items[kind] = 1;
	event_add(game, EVENT_LEARNED, row->appearance, hero->x, hero->y, 0, row->id);
}

static bool is_unknown(const struct game *game, uint16_t kind)
{
	return game->derived.flavours[kind] != KIND_NONE && !game->knowledge.items[kind];
}

/* Returns the only unknown kind of a class, or KIND_NONE if there is none or more than one. */
static uint16_t last_unknown(const struct game *game, uint8_t class)
{
	uint16_t found = KIND_NONE;
	for (uint16_t kind = 0; kind < game->content->counts.items; kind++) {
		if (game->content->items[kind].class != class || !is_unknown(game, kind))
			continue;
		if (found != KIND_NONE)
			return KIND_NONE;
		found = kind;
	}
	return found;
}

void item_deduce(struct game *game, uint8_t class)
{
	uint16_t kind = last_unknown(game, class);
	if (kind == KIND_NONE)
		return;
	const struct item_kind *row = &game->content->items[kind];
	const struct flavour_kind *flavour = &game->content->flavours[game->derived.flavours[kind]];
	char face[64], name[64];
	words_name(face, sizeof face, ARTICLE_THE, 1, flavour->name, flavour->plural);
	words_name(name, sizeof name, ARTICLE_A, 1, row->name, row->plural);
	make_known(game, kind);
	message_say(game, TEXT_DEDUCED, &(struct word_facts){.text = face, .item = name});
}

void item_learn(struct game *game, uint16_t kind)
{
	if (!is_unknown(game, kind))
		return;
	const struct item_kind *row = &game->content->items[kind];
	char name[64];
	words_name(name, sizeof name, ARTICLE_A, 1, row->name, row->plural);
	make_known(game, kind);
	message_say(game, TEXT_LEARNED, &(struct word_facts){.item = name});
	item_deduce(game, row->class);
}

/* May identify a potion by BONUS_TASTE. The draw depends on the kind alone, so picking it up again
 * does not help. */
void item_taste(struct game *game, const struct item *item)
{
	struct stream stream;
	int percent = bonus_of(game, BONUS_TASTE);
	if (percent <= 0 || item_kind(game, item)->class != ITEM_POTION ||
		!is_unknown(game, item->kind))
		return;
	stream_begin(&stream, &game->seed, PURPOSE_FLAVOURS, 1, item->kind);
	if (!stream_percent(&stream, percent))
		return;
	message_say(game, TEXT_TASTED, NULL);
	item_learn(game, item->kind);
}

/* ---- Gear ---- */

static void practise(struct game *game, struct item *item)
{
	if ((item->flags & ITEM_KNOWN) || ++item->blows < BLOWS_TO_KNOW)
		return;
	item->flags |= ITEM_KNOWN;
	item->blows = 0;
	message_item(game, TEXT_GEAR_KNOWN, item);
}

void item_practise(struct game *game, enum item_flag flag)
{
	for (int slot = 0; slot < PACK_MAX; slot++)
		if (game->pack.items[slot].flags & flag)
			practise(game, &game->pack.items[slot]);
}
