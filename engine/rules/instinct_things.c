/* Item use by creatures. Each carries at most one item: stolen, found or from birth. It drops the
 * item when it is killed. */
#include "engine/rules/instinct_private.h"

#define DRINKS_BELOW 50 /* percent of its health */
#define THROWS_WITHIN 6
/* A thief with loot flees while the foe is within this distance. */
#define RUNS_WITHIN 12
#define GOLD_MOST 999

static void report(struct game *game, enum text_id word, int slot, const struct item *item)
{
	char name[64];
	item_name(game, item, ARTICLE_A, name, sizeof name);
	if (senses_hero_sees(game, slot))
		message_say(game, word,
			&(struct word_facts){.actor = message_actor(game, slot), .item = name});
}

static bool mends(const struct item_kind *kind)
{
	return kind->class == ITEM_POTION && item_kind_does(kind, EFFECT_HEAL);
}

static bool is_thrown(const struct item_kind *kind)
{
	return kind->bursts && kind->harmful;
}

/* Throws one of its carried items. */
static void throw_one(struct game *game, int slot, int foe)
{
	struct creature *creature = &game->creatures[slot];
	struct item item = creature->carried;
	item.count = 1;
	if (--creature->carried.count == 0)
		creature->carried = (struct item){0};
	go_notices(game, slot, foe);
	report(game, TEXT_IT_THROWS, slot, &item);
	combat_creature_throws(game, slot, item, foe);
}

static void drink(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	struct item item = creature->carried;
	const struct item_kind *kind = item_kind(game, &item);
	bool seen = senses_hero_sees(game, slot);
	item.count = 1;
	if (--creature->carried.count == 0)
		creature->carried = (struct item){0};
	report(game, TEXT_IT_DRINKS, slot, &item);
	effect_all(game, kind->use.effects, kind->use.effect_count, creature->x, creature->y, slot,
		NULL);
	if (seen)
		item_learn(game, item.kind);
}

/* True for a wand or staff to use on a foe. */
static bool is_zapped(const struct item_kind *kind)
{
	return (kind->class == ITEM_WAND || kind->class == ITEM_STAFF) && kind->harmful;
}

/* Zaps its wand or staff at the foe. The hero learns the kind if he sees the creature and the
 * effect. */
static void zap(struct game *game, int slot, int foe)
{
	struct item *item = &game->creatures[slot].carried;
	uint16_t index = item->kind;
	const struct item_kind *kind = item_kind(game, item);
	bool seen = senses_hero_sees(game, slot);
	item->charges--;
	go_notices(game, slot, foe);
	report(game, TEXT_IT_ZAPS, slot, item);
	bool shown = aim_apply(game, &(struct aiming){.aim = (enum aim)kind->use.aim,
					     .range = kind->use.range,
					     .appearance = kind->appearance,
					     .subject = kind->id,
					     .effects = kind->use.effects,
					     .count = kind->use.effect_count,
					     .source = slot,
					     .x = game->creatures[foe].x,
					     .y = game->creatures[foe].y,
					     .item = kind->name});
	if (shown && seen && game_going(game))
		item_learn(game, index);
}

bool items_use(struct game *game, int slot, int foe)
{
	const struct creature *creature = &game->creatures[slot];
	if (creature->carried.count == 0 || (creature->flags & CREATURE_LADEN))
		return false;
	const struct item_kind *kind = item_kind(game, &creature->carried);
	if (mends(kind) && creature->health * 100 < creature->health_max * DRINKS_BELOW) {
		drink(game, slot);
		return true;
	}
	int distance = go_distance(game, slot, foe);
	if (is_zapped(kind) && creature->carried.charges > 0 && distance <= kind->use.range &&
		go_sees(game, slot, foe)) {
		zap(game, slot, foe);
		return true;
	}
	if (!is_thrown(kind) || distance < 2 || distance > THROWS_WITHIN ||
		!go_sees(game, slot, foe))
		return false;
	throw_one(game, slot, foe);
	return true;
}

/* True if creatures can use the item. */
static bool is_wanted(const struct game *game, const struct item *item)
{
	const struct item_kind *kind = item_kind(game, item);
	return kind->class == ITEM_WEAPON || mends(kind) || is_thrown(kind) || is_zapped(kind);
}

bool items_take(struct game *game, int slot)
{
	struct creature *creature = &game->creatures[slot];
	if (creature->carried.count > 0)
		return false;
	for (int nth = 0;; nth++) {
		int index = item_on_floor(game, creature->x, creature->y, nth);
		if (index < 0)
			return false;
		struct item item = game->floor.items[index].item;
		if (!is_wanted(game, &item) || item.flags & ITEM_LABELLED)
			continue;
		item_off_floor(game, index);
		item.flags &= ITEM_KNOWN;
		creature->carried = item;
		report(game, TEXT_IT_PICKS_UP, slot, &item);
		return true;
	}
}

/* Returns the nearest wanted item on the floor in line of sight, or -1. */
static int nearest_item(const struct game *game, int slot, int within)
{
	const struct creature *creature = &game->creatures[slot];
	int best = within + 1, found = -1;
	for (int i = 0; i < game->floor.count; i++) {
		const struct floor_item *lying = &game->floor.items[i];
		int away = distance_between(creature->x, creature->y, lying->x, lying->y);
		if (away >= best || !is_wanted(game, &lying->item) ||
			(lying->item.flags & ITEM_LABELLED) ||
			creature_at(game, lying->x, lying->y) >= 0 ||
			!senses_line(game, creature->x, creature->y, lying->x, lying->y))
			continue;
		best = away;
		found = i;
	}
	return found;
}

bool instinct_pick_up(struct game *game, int slot, int foe, const struct clause *clause)
{
	if (items_use(game, slot, foe) || items_take(game, slot))
		return true;
	if (game->creatures[slot].carried.count > 0 || go_distance(game, slot, foe) <= 1)
		return false;
	int index = nearest_item(game, slot, clause->amount);
	return index >= 0 && go_toward(game, slot, game->floor.items[index].x,
				     game->floor.items[index].y, go_gait(game, slot));
}

bool instinct_throw(struct game *game, int slot, int foe, const struct clause *clause)
{
	int distance = go_distance(game, slot, foe);
	const struct creature *creature = &game->creatures[slot];
	if (creature->carried.count == 0 || (creature->flags & CREATURE_LADEN) || distance < 2 ||
		distance > clause->amount || !go_sees(game, slot, foe))
		return false;
	throw_one(game, slot, foe);
	return true;
}

/* A thief with loot flees from a foe in sight, fights when cornered, and wanders otherwise. */
bool instinct_thief(struct game *game, int slot, int foe, const struct clause *clause)
{
	const struct creature *creature = &game->creatures[slot];
	if (!(creature->flags & CREATURE_LADEN))
		return false;
	int distance = go_distance(game, slot, foe);
	if (distance <= RUNS_WITHIN && go_sees(game, slot, foe) &&
		go_away(game, slot, game->creatures[foe].x, game->creatures[foe].y))
		return true;
	return distance > 1 && instinct_wander(game, slot, foe, clause);
}

/* ---- Stealing ---- */

/* Returns a random pack slot to steal from, or -1. Worn and wielded items, quest items and the
 * Receiver are safe. */
static int slot_to_steal(struct game *game)
{
	int reach[PACK_MAX], count = 0;
	for (int i = 0; i < PACK_MAX; i++)
		if (game->pack.items[i].count > 0 &&
			game->pack.items[i].kind != game->content->receiver &&
			!content_names_item(game->content, game->pack.items[i].kind) &&
			!(game->pack.items[i].flags & (ITEM_WIELDED | ITEM_WORN)))
			reach[count++] = i;
	if (count == 0)
		return -1;
	int drawn = draw_below(game, PURPOSE_BEHAVIOUR, count);
	return reach[drawn];
}

static bool steal_gold(struct game *game, int slot)
{
	struct hero *hero = &game->hero;
	int amount = hero->gold / 2 + 1;
	if (hero->gold == 0)
		return false;
	amount = amount < GOLD_MOST ? amount : GOLD_MOST;
	hero->gold -= amount;
	game->creatures[slot].carried =
		(struct item){.kind = game->content->gold, .count = (uint16_t)amount};
	message_say(game, TEXT_IT_STEALS_GOLD,
		&(struct word_facts){.actor = message_actor(game, slot), .number = amount});
	return true;
}

static bool steal_item(struct game *game, int slot)
{
	int from = slot_to_steal(game);
	if (from < 0)
		return false;
	struct item item = item_from_pack(game, from, 1);
	game->creatures[slot].carried = item;
	char name[64];
	item_name(game, &item, ARTICLE_A, name, sizeof name);
	message_say(game, TEXT_IT_STEALS,
		&(struct word_facts){.actor = message_actor(game, slot), .item = name});
	return true;
}

void combat_steal(struct game *game, int slot, int target)
{
	struct creature *thief = &game->creatures[slot];
	if (target != HERO || !thief->alive || thief->carried.count > 0 ||
		!creature_has_instinct(game, slot, INSTINCT_THIEF))
		return;
	bool gold_first = draw_percent(game, PURPOSE_BEHAVIOUR, 50);
	bool stolen = gold_first ? steal_gold(game, slot) || steal_item(game, slot)
				 : steal_item(game, slot) || steal_gold(game, slot);
	if (stolen)
		thief->flags |= CREATURE_LADEN;
}
