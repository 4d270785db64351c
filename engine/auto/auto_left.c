/*
 * Reports in one sentence what auto-explore leaves undone on a level, as far as the hero knows:
 * barriers, shops, items that are guarded or out of reach, captives.
 */
#include "engine/auto/auto_private.h"

#include <stdio.h>
#include <string.h>

#define SHOWN_MOST 6

struct left {
	const struct game *game;
	char list[220];
	char shown[SHOWN_MOST][200];
	int count;
};

/* The items that are left for one reason. */
struct left_items {
	char names[SHOWN_MOST][64];
	int count;
};

/* Adds a sentence part unless it is in the list.  Returns false if there is no room. */
static bool add(struct left *left, enum text_id word, const struct word_facts *facts)
{
	char *text = left->shown[left->count < SHOWN_MOST ? left->count : 0];
	size_t length = strlen(left->list);
	if (left->count == SHOWN_MOST)
		return false;
	words_expand(left->game->content, word, facts, text, sizeof left->shown[0]);
	for (int i = 0; i < left->count; i++)
		if (strcmp(left->shown[i], text) == 0)
			return true;
	if (length + strlen(text) + 3 > sizeof left->list)
		return false;
	left->count++;
	snprintf(left->list + length, sizeof left->list - length, "%s%s", length > 0 ? ", " : "",
		text);
	return true;
}

/* The transition that would open a barrier at a price, or NULL. */
static const struct transition *way_through(
	const struct game *game, const struct terrain_kind *kind)
{
	static const enum trigger causes[] = {TRIGGER_OPEN, TRIGGER_PULL};
	if (content_is_hidden(kind) || kind->flags & TERRAIN_OBJECTS)
		return NULL;
	for (size_t i = 0; i < sizeof causes / sizeof *causes; i++) {
		const struct transition *change = content_transition(kind, causes[i]);
		if (change != NULL && change->need != NEED_NOTHING &&
			game->content->terrains[change->into].flags & TERRAIN_OBJECTS)
			return change;
	}
	return NULL;
}

static void add_barred(struct left *left, size_t at)
{
	const struct game *game = left->game;
	if (!(game->level->flags[at] & LEVEL_KNOWN))
		return;
	const struct terrain_kind *kind = memory_ground(game, at);
	const struct transition *change = way_through(game, kind);
	if (change == NULL)
		return;
	bool key = change->need == NEED_KEY && tool_key(game) >= 0;
	add(left,
		key                         ? TEXT_LEFT_KEY
		: change->need == NEED_GOLD ? TEXT_LEFT_PRICE
					    : TEXT_LEFT_BARRED,
		&(struct word_facts){.text = kind->name, .number = change->amount});
}

/* Adds a name unless it is in the list. */
static void name_item(struct left_items *things, const char *name)
{
	for (int i = 0; i < things->count; i++)
		if (strcmp(things->names[i], name) == 0)
			return;
	if (things->count < SHOWN_MOST)
		snprintf(things->names[things->count++], sizeof things->names[0], "%s", name);
}

/* Adds the names as "a, b and c" with the reason for all.  Drops names that do not fit. */
static void add_items(struct left *left, enum text_id word, const struct left_items *things)
{
	bool added = false;
	for (int count = things->count; count > 0 && !added; count--) {
		char list[SHOWN_MOST * 72];
		size_t used = 0;
		for (int i = 0; i < count; i++)
			used += (size_t)snprintf(list + used, sizeof list - used, "%s%.63s",
				i == 0           ? ""
				: i == count - 1 ? " and "
						 : ", ",
				things->names[i]);
		added = add(left, word, &(struct word_facts){.item = list});
	}
}

/* Adds the vault with goods or offers by its name, or the item where there is no vault. */
static void add_goods(struct left *left, enum text_id word, const struct floor_item *lying)
{
	const struct game *game = left->game;
	int vault = level_vault_at(game->level, lying->x, lying->y);
	char name[64];
	item_name(game, &lying->item, ARTICLE_A, name, sizeof name);
	add(left, word,
		&(struct word_facts){
			.text = vault < 0 ? name
					  : game->content->vaults[game->level->vaults[vault].kind]
						    .name});
}

static void sort_item(struct left *left, const struct auto_move *automove,
	const struct floor_item *lying, struct left_items *afar, struct left_items *no_room)
{
	const struct game *game = left->game;
	const struct item *item = &lying->item;
	char name[64];
	if (item->flags & ITEM_FOR_SALE)
		add_goods(left, TEXT_LEFT_GOODS, lying);
	else if (item->flags & ITEM_OFFERED)
		add_goods(left, TEXT_LEFT_OFFERED, lying);
	if (!auto_likes(automove, game, item))
		return;
	const struct terrain_kind *ground =
		memory_ground(game, level_at(game->level, lying->x, lying->y));
	item_name(game, item, ARTICLE_A, name, sizeof name);
	if (auto_is_minded(game, lying->x, lying->y))
		add(left, TEXT_LEFT_ON, &(struct word_facts){.item = name, .text = ground->name});
	else
		name_item(auto_has_room(game, item) ? afar : no_room, name);
}

bool auto_left_undone(struct auto_move *automove, const struct game *game)
{
	struct left left = {.game = game};
	struct left_items afar = {.count = 0}, no_room = {.count = 0};
	size_t cells = (size_t)game->level->width * (size_t)game->level->height;
	for (size_t at = 0; at < cells; at++)
		add_barred(&left, at);
	for (int i = 0; i < game->recalled.count; i++)
		sort_item(&left, automove, &game->recalled.items[i], &afar, &no_room);
	add_items(&left, TEXT_LEFT_AFAR, &afar);
	add_items(&left, TEXT_LEFT_NO_ROOM, &no_room);
	for (int i = 0; i < automove->watch->count; i++) {
		const struct watched *watched = &automove->watch->list[i];
		if (watched->captive && watched->there)
			add(&left, TEXT_LEFT_CAPTIVE, NULL);
	}
	if (left.count > 0)
		words_expand(game->content, TEXT_AUTO_LEFT, &(struct word_facts){.text = left.list},
			automove->says, sizeof automove->says);
	return left.count > 0;
}
