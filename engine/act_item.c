/* Verbs that want a thing: pick up, drop, wield, wear, quaff, read, eat, throw, fire. */
#include "rules.h"

#define NOISE_HANDLING 3
#define NOISE_READING 7
#define FOOD_FULL_MARGIN 60

/* The pack's thing that the command names; NULL, and the refusal said, when there is none. */
static const struct item *named(struct game *game, const struct command *command)
{
	if (command->item < PACK_MAX && game->pack[command->item].count > 0)
		return &game->pack[command->item];
	act_refuse(game, WORD_NO_SUCH_ITEM, NULL);
	return NULL;
}

/* The same for a verb that wants a class of things; any other is refused in the words OTHERWISE. */
static const struct item *named_of(struct game *game, const struct command *command,
	enum item_class class, enum word otherwise)
{
	const struct item *item = named(game, command);
	if (item == NULL || item_kind(game, item)->class == class)
		return item;
	act_refuse(game, otherwise, item);
	return NULL;
}

/* The same for a verb that parts with the thing: neither the Receiver nor what is worn. */
static const struct item *named_to_part_with(struct game *game, const struct command *command)
{
	const struct item *item = named(game, command);
	if (item == NULL)
		return NULL;
	bool receiver = item->kind == game->content->receiver;
	if (!receiver && !(item->flags & ITEM_WORN))
		return item;
	act_refuse(game, receiver ? WORD_NOT_THE_RECEIVER : WORD_NOT_WHILE_WORN, item);
	return NULL;
}

/* The Receiver is in hand: the way home begins. */
static void lift_receiver(struct game *game)
{
	if (game->hero.lifted)
		return;
	game->hero.lifted = true;
	game->next_wanderer = game_turn(game) + 60;
	event_add(game, EVENT_RECEIVER, 0, game_hero(game)->x, game_hero(game)->y, 0, "");
	message_say(game, WORD_RECEIVER_LIFTED, NULL);
}

enum verdict act_pick_up(struct game *game, const struct command *command)
{
	const struct creature *hero = game_hero(game);
	int index = item_on_floor(game, hero->x, hero->y, command->item);
	if (index < 0)
		return act_refuse(game, WORD_NO_ITEM_HERE, NULL);
	struct item item = game->floor[index].item;
	if (item.kind == game->content->gold) {
		item_off_floor(game, index);
		item_take_gold(game, &item);
		message_say(game, WORD_GOLD_FOUND, &(struct word_facts){.number = item.count});
		return act_spend(game, NOISE_HANDLING);
	}
	if (!item_fits(game, &item))
		return act_refuse(game, WORD_NO_ROOM_IN_PACK, NULL);
	item_off_floor(game, index);
	int slot = item_into_pack(game, item);
	char name[64];
	int have = game->pack[slot].count;
	item_name(game, &item, ARTICLE_A, name, sizeof name);
	event_add(game, EVENT_PICKED_UP, item_look(game, &item), hero->x, hero->y, item.count, "");
	message_say(game, have > item.count ? WORD_PICKED_UP_MORE : WORD_PICKED_UP,
		&(struct word_facts){.item = name, .number = have});
	if (item.kind == game->content->receiver)
		lift_receiver(game);
	return act_spend(game, NOISE_HANDLING);
}

enum verdict act_drop(struct game *game, const struct command *command)
{
	const struct creature *hero = game_hero(game);
	const struct item *item = named_to_part_with(game, command);
	if (item == NULL)
		return VERDICT_REFUSED;
	if (item_on_floor(game, hero->x, hero->y, GROUND_MAX - 1) >= 0 ||
		game->floor_count >= FLOOR_MAX)
		return act_refuse(game, WORD_NO_ROOM_HERE, NULL);
	struct item dropped = item_from_pack(game, command->item, item->count);
	dropped.flags |= ITEM_LEFT;
	message_item(game, WORD_DROPPED, &dropped);
	item_to_floor(game, dropped, hero->x, hero->y);
	return act_spend(game, NOISE_HANDLING);
}

/* ---- Gear ---- */

/* Puts in use or away; what was in use before is put away by the same action. */
static enum verdict use_gear(
	struct game *game, int slot, enum item_flag flag, enum word on, enum word off)
{
	int before = item_in_use(game, flag);
	if (before >= 0) {
		game->pack[before].flags &= (uint8_t)~flag;
		if (before == slot) {
			message_item(game, off, &game->pack[slot]);
			return act_spend(game, NOISE_HANDLING);
		}
	}
	game->pack[slot].flags |= (uint8_t)flag;
	message_item(game, on, &game->pack[slot]);
	if (item_kind(game, &game->pack[slot])->might > body_might(game))
		message_item(game, WORD_TOO_HEAVY, &game->pack[slot]);
	return act_spend(game, NOISE_HANDLING);
}

enum verdict act_wield(struct game *game, const struct command *command)
{
	if (named_of(game, command, ITEM_WEAPON, WORD_NOT_A_WEAPON) == NULL)
		return VERDICT_REFUSED;
	return use_gear(game, command->item, ITEM_WIELDED, WORD_WIELDED, WORD_UNWIELDED);
}

enum verdict act_wear(struct game *game, const struct command *command)
{
	if (named_of(game, command, ITEM_ARMOUR, WORD_NOT_ARMOUR) == NULL)
		return VERDICT_REFUSED;
	return use_gear(game, command->item, ITEM_WORN, WORD_WORN, WORD_TAKEN_OFF);
}

/* ---- Used up ---- */

/* One is used up; its effects act where the hero stands, and a kind is learned when he could tell
 * what it did. */
static void use_up(struct game *game, int slot, enum word word)
{
	struct item item = item_from_pack(game, slot, 1);
	const struct item_kind *kind = item_kind(game, &item);
	const struct creature *hero = game_hero(game);
	char name[64];
	item_name(game, &item, ARTICLE_THE, name, sizeof name);
	message_say(game, word, &(struct word_facts){.item = name});
	words_name(name, sizeof name, ARTICLE_A, 1, kind->name, kind->plural);
	bool told = effect_all(game, kind->effects, kind->effect_count, hero->x, hero->y, -1, name);
	if (!told && kind->effect_count > 0)
		message_say(game, WORD_NOTHING_HAPPENS, NULL);
	if (game_going(game))
		item_learn(game, item.kind);
}

enum verdict act_quaff(struct game *game, const struct command *command)
{
	if (named_of(game, command, ITEM_POTION, WORD_NOT_A_DRINK) == NULL)
		return VERDICT_REFUSED;
	use_up(game, command->item, WORD_DRUNK);
	return act_spend(game, NOISE_HANDLING);
}

enum verdict act_read(struct game *game, const struct command *command)
{
	if (named_of(game, command, ITEM_SCROLL, WORD_NOT_READABLE) == NULL)
		return VERDICT_REFUSED;
	if (creature_has(game, HERO, STATUS_BLIND))
		return act_refuse(game, WORD_NOT_WHILE_BLIND, NULL);
	use_up(game, command->item, WORD_READ);
	return act_spend(game, NOISE_READING);
}

enum verdict act_eat(struct game *game, const struct command *command)
{
	const struct item *item = named_of(game, command, ITEM_FOOD, WORD_NOT_FOOD);
	if (item == NULL)
		return VERDICT_REFUSED;
	enum hunger before = body_hunger(game);
	if (body_eat(game, 0) == 0 && game->hero.food + FOOD_FULL_MARGIN > BODY_FOOD_MOST)
		return act_refuse(game, WORD_TOO_FULL, NULL);
	body_eat(game, item_kind(game, item)->food);
	use_up(game, command->item, WORD_EATEN);
	if (before > HUNGER_FED && body_hunger(game) == HUNGER_FED)
		message_say(game, WORD_FED, NULL);
	return act_spend(game, NOISE_HANDLING);
}

enum verdict act_throw(struct game *game, const struct command *command)
{
	const struct creature *hero = game_hero(game);
	const struct item *item = named_to_part_with(game, command);
	if (item == NULL)
		return VERDICT_REFUSED;
	if (!level_inside(game->level, command->x, command->y) ||
		(command->x == hero->x && command->y == hero->y))
		return act_refuse(game, WORD_NOT_THERE, NULL);
	if (distance_between(hero->x, hero->y, command->x, command->y) > THROW_REACH)
		return act_refuse(game, WORD_TOO_FAR, NULL);
	if (game->floor_count >= FLOOR_MAX || game->missile_count >= MISSILES_MAX)
		return act_refuse(game, WORD_NO_ROOM_HERE, NULL);
	struct item thrown = item_from_pack(game, command->item, 1);
	message_item(game, WORD_THROWN, &thrown);
	combat_throw(game, thrown, command->x, command->y);
	return VERDICT_SPENT;
}

enum verdict act_fire(struct game *game, const struct command *command)
{
	const struct creature *hero = game_hero(game);
	const struct item *item = named(game, command);
	if (item == NULL)
		return VERDICT_REFUSED;
	if (item_kind(game, item)->ammunition == KIND_NONE)
		return act_refuse(game, WORD_NOT_AMMUNITION, item);
	if (item_shot_by(game, item) == NULL)
		return act_refuse(game, WORD_NO_LAUNCHER, item);
	if (!level_inside(game->level, command->x, command->y) ||
		(command->x == hero->x && command->y == hero->y))
		return act_refuse(game, WORD_NOT_THERE, NULL);
	if (distance_between(hero->x, hero->y, command->x, command->y) >
		game->content->flights[item_kind(game, item)->ammunition].range)
		return act_refuse(game, WORD_TOO_FAR_TO_FIRE, NULL);
	if (game->floor_count >= FLOOR_MAX || game->missile_count >= MISSILES_MAX)
		return act_refuse(game, WORD_NO_ROOM_HERE, NULL);
	struct item shot = item_from_pack(game, command->item, 1);
	message_item(game, WORD_FIRED, &shot);
	combat_fire(game, shot, command->x, command->y);
	return VERDICT_SPENT;
}
