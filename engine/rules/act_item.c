/* Verbs that need an item: pick up, drop, wield, wear, quaff, read, eat, throw, fire. */
#include "engine/rules/command_check.h"
#include "engine/rules/talk.h"

#include <limits.h>

#define NOISE_HANDLING 3
#define NOISE_READING 7
#define FOOD_FULL_MARGIN 60

/* Returns the pack item that the command names. Without one, returns NULL and sets the refusal. */
static const struct item *named(struct game *game, const struct command *command)
{
	if (command->item < CARRIED_MAX && game->pack.items[command->item].count > 0)
		return &game->pack.items[command->item];
	act_refuse(game, TEXT_NO_SUCH_ITEM, NULL);
	return NULL;
}

/* Like named, but refuses an item of any other class with the message `otherwise`. */
static const struct item *named_of(struct game *game, const struct command *command,
	enum item_class class, enum text_id otherwise)
{
	const struct item *item = named(game, command);
	if (item == NULL || item_kind(game, item)->class == class)
		return item;
	act_refuse(game, otherwise, item);
	return NULL;
}

/* Like named, but refuses the Receiver and worn items: the hero cannot give them up. */
static const struct item *named_to_part_with(struct game *game, const struct command *command)
{
	const struct item *item = named(game, command);
	if (item == NULL)
		return NULL;
	bool receiver = item->kind == game->content->receiver;
	if (!receiver && !(item->flags & ITEM_WORN))
		return item;
	act_refuse(game, receiver ? TEXT_NOT_THE_RECEIVER : TEXT_NOT_WHILE_WORN, item);
	return NULL;
}

/* Starts the way home when the hero first picks up the Receiver: the next wanderer comes soon. */
static void lift_receiver(struct game *game)
{
	if (game->hero.lifted)
		return;
	game->hero.lifted = true;
	game->clock.next_wanderer = game_turn(game) + 60;
	event_add(game, EVENT_RECEIVER, 0, game_hero(game)->x, game_hero(game)->y, 0, "");
	message_say(game, TEXT_RECEIVER_LIFTED, NULL);
}

/* Removes the other offered items of a vault after the hero took one of them. */
static void withdraw_offers(struct game *game, int vault)
{
	bool any = false;
	for (int i = game->floor.count - 1; i >= 0; i--) {
		const struct floor_item *lying = &game->floor.items[i];
		if (!(lying->item.flags & ITEM_OFFERED) ||
			level_vault_at(game->level, lying->x, lying->y) != vault)
			continue;
		any = true;
		item_off_floor(game, i);
	}
	if (any)
		message_say(game, TEXT_OFFERS_WITHDRAWN, NULL);
}

static enum verdict take_gold(struct game *game, int index)
{
	struct item item = game->floor.items[index].item;
	item_off_floor(game, index);
	item_take_gold(game, &item);
	message_say(game, TEXT_GOLD_FOUND, &(struct word_facts){.number = item.count});
	return act_spend(game, NOISE_HANDLING);
}

static void report_picked_up(struct game *game, const struct item *item, int have)
{
	const struct creature *hero = game_hero(game);
	char name[64];
	item_name(game, item, ARTICLE_A, name, sizeof name);
	event_add(game, EVENT_PICKED_UP, item_appearance(game, item), hero->x, hero->y, item->count,
		"");
	message_unsay(game, TEXT_SEE_ITEM, &(struct word_facts){.item = name});
	message_say(game, have > item->count ? TEXT_PICKED_UP_MORE : TEXT_PICKED_UP,
		&(struct word_facts){.item = name, .number = have});
}

/* Refuses an item that seemed to stack with one in the full pack but does not. The hero learns that
 * they differ and leaves the item; this costs a turn. */
static enum verdict leave_unlike(struct game *game, int index)
{
	struct item *item = &game->floor.items[index].item;
	message_item(game, TEXT_NOT_ALIKE, item);
	item->flags |= item->flags & ITEM_LABELLED ? 0 : ITEM_LEFT;
	game->derived.sight_stale = true;
	return act_spend(game, NOISE_HANDLING);
}

/* Picks up an item from the hero's cell. The hero pays for goods; terrain may react to the lifting
 * (TRIGGER_LIFT). */
enum verdict act_pick_up(struct game *game, const struct command *command)
{
	const struct creature *hero = game_hero(game);
	int index = item_on_floor(game, hero->x, hero->y, command->item);
	if (index < 0)
		return act_refuse(game, TEXT_NO_ITEM_HERE, NULL);
	struct item item = game->floor.items[index].item;
	if (item.kind == game->content->gold)
		return take_gold(game, index);
	int price = item.flags & ITEM_FOR_SALE ? item_price(game, &item) : 0;
	if (!item_seems_to_fit(game, &item))
		return act_refuse(game, TEXT_NO_ROOM_IN_PACK, NULL);
	if (price > game->hero.gold)
		return act_refuse(game, TEXT_TOO_DEAR, &item);
	if (!item_fits(game, &item))
		return leave_unlike(game, index);
	item_off_floor(game, index);
	int slot = item_into_pack(game, item);
	report_picked_up(game, &item, game->pack.items[slot].count);
	if (price > 0)
		message_conduct(game, CONDUCT_BUY);
	game->hero.gold -= price;
	if (price > 0)
		message_say(game, TEXT_PAID, &(struct word_facts){.number = price});
	if (item.flags & ITEM_OFFERED)
		withdraw_offers(game, level_vault_at(game->level, hero->x, hero->y));
	if (item.flags & ITEM_LABELLED)
		item_learn(game, item.kind);
	item_taste(game, &item);
	if (item.kind == game->content->receiver)
		lift_receiver(game);
	story_happens(game, WANTS_TAKE, item.kind);
	terrain_trigger(game, hero->x, hero->y, TRIGGER_LIFT, HERO);
	return act_spend(game, NOISE_HANDLING);
}

static enum verdict drop(struct game *game, const struct command *command, int most)
{
	const struct creature *hero = game_hero(game);
	const struct item *item = named_to_part_with(game, command);
	if (item == NULL)
		return VERDICT_REFUSED;
	if (item_on_floor(game, hero->x, hero->y, GROUND_MAX - 1) >= 0 ||
		game->floor.count >= FLOOR_MAX)
		return act_refuse(game, TEXT_NO_ROOM_HERE, NULL);
	int count = item->count < most ? item->count : most;
	struct item dropped = item_from_pack(game, command->item, count);
	dropped.flags |= ITEM_LEFT;
	message_item(game, TEXT_DROPPED, &dropped);
	item_to_floor(game, dropped, hero->x, hero->y);
	if (game_terrain(game, hero->x, hero->y)->flags & TERRAIN_ALTAR)
		story_happens(game, WANTS_LAY, dropped.kind);
	terrain_trigger(game, hero->x, hero->y, TRIGGER_LAY, HERO);
	return act_spend(game, NOISE_HANDLING);
}

enum verdict act_drop(struct game *game, const struct command *command)
{
	return drop(game, command, INT_MAX);
}

enum verdict act_drop_one(struct game *game, const struct command *command)
{
	return drop(game, command, 1);
}

/* ---- Gear ---- */

enum verdict act_wield(struct game *game, const struct command *command)
{
	const struct item *item = named_of(game, command, ITEM_WEAPON, TEXT_NOT_A_WEAPON);
	if (item == NULL)
		return VERDICT_REFUSED;
	if (item->flags & ITEM_WIELDED)
		gear_take_off(game, command->item);
	else
		gear_wield(game, command->item);
	return act_spend(game, NOISE_HANDLING);
}

enum verdict act_wear(struct game *game, const struct command *command)
{
	const struct item *item = named(game, command);
	if (item == NULL)
		return VERDICT_REFUSED;
	if (!gear_is_worn(item_kind(game, item)))
		return act_refuse(game, TEXT_NOT_ARMOUR, item);
	if (item->flags & ITEM_WORN)
		gear_take_off(game, command->item);
	else if (lamp_forbidden(game, item) != TEXT_COUNT)
		return act_refuse(game, lamp_forbidden(game, item), item);
	else
		gear_put_on(game, command->item);
	return act_spend(game, NOISE_HANDLING);
}

/* ---- Used up ---- */

/* Fills in an item's effects as they act on the hero. BONUS_DRAUGHT strengthens useful potions. */
static void effects_for_hero(
	const struct game *game, const struct item_kind *kind, struct clause effects[EFFECTS_MAX])
{
	bool tonic = kind->class == ITEM_POTION && !kind->harmful;
	int percent = tonic ? bonus_of(game, BONUS_DRAUGHT) : 0;
	for (int i = 0; i < kind->use.effect_count; i++)
		effects[i] = effect_more(&kind->use.effects[i], percent);
}

/* Returns a read scroll to the pack by the chance BONUS_RECALL. Scrolls with a lasting benefit are
 * always used up. */
static void keep_memo(struct game *game, const struct item *item)
{
	const struct item_kind *kind = item_kind(game, item);
	int percent = bonus_of(game, BONUS_RECALL);
	if (percent <= 0 || kind->class != ITEM_SCROLL || !item_fits(game, item) ||
		hint_of_effects(kind->use.effects, kind->use.effect_count) == HINT_LASTING ||
		!draw_percent(game, PURPOSE_EFFECTS, percent))
		return;
	item_into_pack(game, *item);
	message_item(game, TEXT_MEMO_KEPT, item);
}

/* Uses up one item of a pack slot. Its effects act in the hero's cell. The hero learns the kind. */
static void use_up(struct game *game, int slot, enum text_id word)
{
	struct item item = item_from_pack(game, slot, 1);
	const struct item_kind *kind = item_kind(game, &item);
	const struct creature *hero = game_hero(game);
	struct clause effects[EFFECTS_MAX];
	char name[64];
	item_name(game, &item, ARTICLE_THE, name, sizeof name);
	message_say(game, word, &(struct word_facts){.item = name});
	words_name(name, sizeof name, ARTICLE_A, 1, kind->name, kind->plural);
	effects_for_hero(game, kind, effects);
	keep_memo(game, &item);
	bool shown =
		effect_all(game, effects, kind->use.effect_count, hero->x, hero->y, HERO, name);
	/* Food without a visible effect was still a meal, so it reports nothing. */
	if (!shown && kind->use.effect_count > 0 && kind->food == 0)
		message_say(game, TEXT_NOTHING_HAPPENS, NULL);
	if (game_going(game))
		item_learn(game, item.kind);
}

enum verdict act_quaff(struct game *game, const struct command *command)
{
	if (named_of(game, command, ITEM_POTION, TEXT_NOT_A_DRINK) == NULL)
		return VERDICT_REFUSED;
	use_up(game, command->item, TEXT_DRUNK);
	if (game_going(game))
		bonuses_moment(game, MOMENT_DRINK, HERO);
	return act_spend(game, NOISE_HANDLING);
}

/* ---- Read ---- */

bool item_has_news(const struct game *game, const struct item_kind *book)
{
	for (int i = 0; i < book->book.count; i++)
		if (!game->knowledge.spells[book->book.spells[i]])
			return true;
	return false;
}

/* Reads a book; it is not used up. Refused when the hero already knows all its spells. */
static enum verdict read_book(struct game *game, int slot)
{
	const struct item *item = &game->pack.items[slot];
	const struct item_kind *kind = item_kind(game, item);
	if (!item_has_news(game, kind))
		return act_refuse(game, TEXT_BOOK_KNOWN, item);
	message_item(game, TEXT_BOOK_READ, item);
	spell_learn(game, kind->book.spells, kind->book.count);
	return act_spend(game, NOISE_READING);
}

/* Shows a letter's text in as many messages as needed, and marks the letter as read. */
static enum verdict read_letter(struct game *game, int slot)
{
	const struct item *item = &game->pack.items[slot];
	message_item(game, TEXT_LETTER_READ, item);
	message_say_long(game, story_letter(game, item->kind), COLOUR_ROLE_PAPER);
	game->knowledge.items[item->kind] = 1;
	return act_spend(game, NOISE_HANDLING);
}

enum verdict act_read(struct game *game, const struct command *command)
{
	const struct item *item = named(game, command);
	if (item == NULL)
		return VERDICT_REFUSED;
	enum item_class class = (enum item_class)item_kind(game, item)->class;
	if (class != ITEM_SCROLL && class != ITEM_BOOK && class != ITEM_LETTER)
		return act_refuse(game, TEXT_NOT_READABLE, item);
	if (creature_has(game, HERO, STATUS_BLIND))
		return act_refuse(game, TEXT_NOT_WHILE_BLIND, NULL);
	if (class == ITEM_BOOK)
		return read_book(game, command->item);
	if (class == ITEM_LETTER)
		return read_letter(game, command->item);
	use_up(game, command->item, TEXT_READ);
	return act_spend(game, NOISE_READING);
}

bool item_too_full(const struct game *game)
{
	return game->hero.food + FOOD_FULL_MARGIN > BODY_FOOD_MOST;
}

enum verdict act_eat(struct game *game, const struct command *command)
{
	const struct item *item = named_of(game, command, ITEM_FOOD, TEXT_NOT_FOOD);
	if (item == NULL)
		return VERDICT_REFUSED;
	enum hunger before = body_hunger(game);
	if (item_too_full(game))
		return act_refuse(game, TEXT_TOO_FULL, NULL);
	body_eat(game, item_kind(game, item)->food);
	use_up(game, command->item, TEXT_EATEN);
	if (before > HUNGER_FED && body_hunger(game) == HUNGER_FED)
		message_say(game, TEXT_FED, NULL);
	return act_spend(game, NOISE_HANDLING);
}

/* ---- Let fly ---- */

enum text_id item_misaimed(
	const struct game *game, const struct command *command, int range, enum text_id too_far)
{
	const struct creature *hero = &game->creatures[HERO];
	if (!level_inside(game->level, command->x, command->y) ||
		(command->x == hero->x && command->y == hero->y))
		return TEXT_NOT_THERE;
	if (distance_between(hero->x, hero->y, command->x, command->y) >
		range + combat_farther(game))
		return too_far;
	return game->floor.count >= FLOOR_MAX || game->air.count >= MISSILES_MAX ? TEXT_NO_ROOM_HERE
										 : TEXT_COUNT;
}

/* May put another flask of the thrown kind into the pack (BONUS_SALVAGE). */
static void keep_flask(struct game *game, const struct item *thrown)
{
	int percent = bonus_of(game, BONUS_SALVAGE);
	if (percent <= 0 || !item_kind(game, thrown)->bursts || !item_fits(game, thrown) ||
		!draw_percent(game, PURPOSE_EFFECTS, percent))
		return;
	item_into_pack(game, *thrown);
	message_item(game, TEXT_FLASK_KEPT, thrown);
}

enum verdict act_throw(struct game *game, const struct command *command)
{
	if (named_to_part_with(game, command) == NULL)
		return VERDICT_REFUSED;
	enum text_id why = item_misaimed(game, command, THROW_REACH, TEXT_TOO_FAR);
	if (why != TEXT_COUNT)
		return act_refuse(game, why, NULL);
	struct item thrown = item_from_pack(game, command->item, 1);
	message_item(game, TEXT_THROWN, &thrown);
	keep_flask(game, &thrown);
	combat_throw(game, thrown, command->x, command->y);
	return VERDICT_SPENT;
}

static void shoot(struct game *game, const struct command *command, enum text_id word)
{
	struct item shot = item_from_pack(game, command->item, 1);
	message_item(game, word, &shot);
	combat_fire(game, shot, command->x, command->y);
}

/* May shoot a second missile of the same kind in the same action (BONUS_DOUBLE_SHOT). */
static void shoot_again(struct game *game, const struct command *command)
{
	int percent = bonus_of(game, BONUS_DOUBLE_SHOT);
	const struct item *left = &game->pack.items[command->item];
	if (percent > 0 && left->count > 0 && item_shot_by(game, left) != NULL &&
		game->air.count < MISSILES_MAX && draw_percent(game, PURPOSE_COMBAT, percent))
		shoot(game, command, TEXT_SHOT_AGAIN);
}

enum verdict act_fire(struct game *game, const struct command *command)
{
	const struct item *item = named(game, command);
	if (item == NULL)
		return VERDICT_REFUSED;
	uint16_t flight = item_kind(game, item)->shot.ammunition;
	if (flight == KIND_NONE)
		return act_refuse(game, TEXT_NOT_AMMUNITION, item);
	if (item_shot_by(game, item) == NULL)
		return act_refuse(game, TEXT_NO_LAUNCHER, item);
	enum text_id why = item_misaimed(
		game, command, game->content->flights[flight].range, TEXT_TOO_FAR_TO_FIRE);
	if (why != TEXT_COUNT)
		return act_refuse(game, why, NULL);
	shoot(game, command, TEXT_FIRED);
	shoot_again(game, command);
	return VERDICT_SPENT;
}
