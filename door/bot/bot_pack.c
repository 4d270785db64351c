/*
 * The items and spells of a bot.
 *
 * It uses the hints that the view gives for known items, so it plays any content.  It tries unknown
 * items when nobody is near: potions, scrolls and tools on itself, wands on the first enemy.
 */
#include "door/bot/bot_private.h"

#include <stdlib.h>
#include <string.h>

#define THROW_NEAREST 2
#define THROW_FARTHEST 7
#define ROOM_KEPT 3  /* free pack letters that it keeps */
#define RESTS_MOST 8 /* an item refused that often is left alone for a while */

static bool blind(const struct bot *bot)
{
	return bot_is_told(bot, bot->view->status.conditions, "status-blind");
}

static bool may(const struct view_item *item, enum verb verb)
{
	return item->verbs & 1u << verb;
}

#define SULKS_FOR 60 /* turns */

void bot_is_stuck(struct bot *bot)
{
	uint32_t until = bot->view->status.turn + SULKS_FOR;
	enum verb_wants wants = verb_row((enum verb)bot->command.verb)->wants;
	if ((wants == WANTS_PACK || wants == WANTS_PACK_AND_CELL) &&
		bot->command.item < CARRIED_MAX)
		bot->sulks[bot->command.item] = until;
	for (size_t i = 0; wants == WANTS_SPELL_AND_CELL && i < bot->view->spell_count; i++)
		if (bot->view->spells[i].number == bot->command.item)
			bot->sulks_at[i] = until;
	if (wants == WANTS_GROUND)
		bot_cell(bot, bot->view->hero_x, bot->view->hero_y)->left = true;
}

static bool is_left_alone(const struct bot *bot, const struct view_item *item)
{
	return bot->sulks[carried_number(item->letter)] > bot->view->status.turn;
}

/* The verb that uses an item; VERB_COUNT: none. */
static enum verb verb_of(const struct bot *bot, const struct view_item *item)
{
	static const enum verb verbs[] = {VERB_QUAFF, VERB_READ, VERB_USE, VERB_ZAP};
	if (is_left_alone(bot, item))
		return VERB_COUNT;
	for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
		if (may(item, verbs[i]) && !(verbs[i] == VERB_READ && blind(bot)))
			return verbs[i];
	return VERB_COUNT;
}

/* True if the item does nothing for now: "(rests 30)", "(0 charges)". */
static bool spent(const struct bot *bot, const struct view_item *item)
{
	return bot_is_told(bot, item->name, "name-rests") || strstr(item->name, "(0 ") != NULL;
}

/* Aims at a creature, or at the bot itself if the item is not aimed.  Returns false if out of
 * range. */
static bool aims(struct bot *bot, enum verb verb, int item, unsigned aim, unsigned range,
	const struct view_creature *at)
{
	int x = bot->view->hero_x, y = bot->view->hero_y;
	if (aim != VIEW_AIM_SELF) {
		if (at == NULL || bot_apart(x, y, at->x, at->y) > (int)range)
			return false;
		x = at->x;
		y = at->y;
	}
	bot->command = (struct command){
		.verb = (uint8_t)verb, .item = (uint8_t)item, .x = (int16_t)x, .y = (int16_t)y};
	return true;
}

static bool does_with(struct bot *bot, size_t index, const struct view_creature *at)
{
	const struct view_item *item = bot_item(bot, index);
	enum verb verb = verb_of(bot, item);
	if (verb == VERB_COUNT)
		return false;
	if (verb == VERB_USE || verb == VERB_ZAP)
		return aims(bot, verb, carried_number(item->letter), item->aim, item->range, at);
	return bot_uses(bot, verb, (int)index);
}

static bool casts(struct bot *bot, enum view_hint hint, const struct view_creature *at)
{
	if (!bot_may(bot, VERB_CAST) || hint == HINT_ARRIVAL)
		return false;
	for (size_t i = 0; i < bot->view->spell_count; i++) {
		const struct view_spell *spell = &bot->view->spells[i];
		if (spell->able && spell->hint == hint &&
			bot->sulks_at[i] <= bot->view->status.turn &&
			aims(bot, VERB_CAST, spell->number, spell->aim, spell->range, at))
			return true;
	}
	return false;
}

/* Throws an item that bursts, but not at a near enemy. */
static bool bursts_at(struct bot *bot, const struct view_creature *at)
{
	if (at == NULL)
		return false;
	int apart = bot_apart(bot->view->hero_x, bot->view->hero_y, at->x, at->y);
	for (size_t i = 0; i < bot->view->pack_count; i++)
		if (bot->view->pack[i].hint == HINT_BURST && apart >= THROW_NEAREST &&
			apart <= THROW_FARTHEST && may(&bot->view->pack[i], VERB_THROW))
			return bot_lets_fly(bot, VERB_THROW, (int)i, at->x, at->y);
	return false;
}

bool bot_turns_to(struct bot *bot, enum view_hint hint, const struct view_creature *at)
{
	if (hint == HINT_BURST)
		return bursts_at(bot, at);
	for (size_t i = 0; i < bot_item_count(bot); i++) {
		const struct view_item *item = bot_item(bot, i);
		if (item->hint == hint && !spent(bot, item) && does_with(bot, i, at))
			return true;
	}
	return casts(bot, hint, at);
}

/* True for items made to be thrown: they come in piles and are poor weapons. */
static bool is_missile(const struct view_item *item)
{
	return may(item, VERB_WIELD) && item->worth == 0 && !(item->flags & ITEM_WIELDED) &&
	       may(item, VERB_THROW);
}

bool bot_shoots(struct bot *bot, const struct view_creature *at)
{
	int apart = bot_apart(bot->view->hero_x, bot->view->hero_y, at->x, at->y);
	if (apart < THROW_NEAREST || apart > THROW_FARTHEST)
		return false;
	for (size_t i = 0; i < bot->view->pack_count; i++)
		if (may(&bot->view->pack[i], VERB_FIRE))
			return bot_lets_fly(bot, VERB_FIRE, (int)i, at->x, at->y);
	for (size_t i = 0; i < bot->view->pack_count; i++)
		if (is_missile(&bot->view->pack[i]))
			return bot_lets_fly(bot, VERB_THROW, (int)i, at->x, at->y);
	return false;
}

bool bot_eats(struct bot *bot)
{
	if (bot->view->status.hunger[0] == '\0')
		return false;
	for (size_t i = 0; i < bot->view->pack_count; i++)
		if (may(&bot->view->pack[i], VERB_EAT))
			return bot_uses(bot, VERB_EAT, (int)i);
	return false;
}

/* ---- Gear ---- */

/* The worth of the best item in use in the slot of `item`, or -1. */
static int worn_worth(const struct bot *bot, const struct view_item *item, enum item_flag in_use)
{
	int worth = -1;
	for (size_t i = 0; i < bot->view->pack_count; i++) {
		const struct view_item *other = &bot->view->pack[i];
		if ((other->flags & in_use) && strcmp(other->slot, item->slot) == 0 &&
			other->worth > worth)
			worth = other->worth;
	}
	return worth;
}

static bool puts_on(struct bot *bot, enum verb verb, enum item_flag in_use)
{
	for (size_t i = 0; i < bot->view->pack_count; i++) {
		const struct view_item *item = &bot->view->pack[i];
		if (may(item, verb) && !is_left_alone(bot, item) &&
			!(item->flags & (ITEM_WIELDED | ITEM_WORN)) && item->worth > 0 &&
			item->worth > worn_worth(bot, item, in_use))
			return bot_uses(bot, verb, (int)i);
	}
	return false;
}

bool bot_arms(struct bot *bot)
{
	if (bot->danger.awake > 0 || bot->arming >= RESTS_MOST)
		return false;
	bot->arming++;
	if (puts_on(bot, VERB_WIELD, ITEM_WIELDED) || puts_on(bot, VERB_WEAR, ITEM_WORN))
		return true;
	bot->arming = 0;
	return false;
}

/* ---- Room for more ---- */

/* True if the item may be dropped: not in use, of no known use, and no better than the gear in its
 * slot. */
static bool is_clutter(const struct bot *bot, const struct view_item *item)
{
	bool gear = may(item, VERB_WIELD) || may(item, VERB_WEAR);
	if (!may(item, VERB_DROP) || (item->flags & (ITEM_WIELDED | ITEM_WORN)) ||
		item->hint != HINT_NONE || may(item, VERB_EAT) || is_missile(item) ||
		bot_is_asked_for(bot, item))
		return false;
	if (gear)
		return item->worth <= worn_worth(bot, item, ITEM_WIELDED | ITEM_WORN);
	return may(item, VERB_ZAP) && strstr(item->name, "(0 ");
}

static bool is_spare(const struct bot *bot, const struct view_item *item)
{
	return may(item, VERB_DROP) && !may(item, VERB_EAT) && !bot_is_asked_for(bot, item) &&
	       !(item->flags & (ITEM_WIELDED | ITEM_WORN)) && item->hint != HINT_HEAL;
}

static bool drops(struct bot *bot, size_t index)
{
	bot_cell(bot, bot->view->hero_x, bot->view->hero_y)->left = true;
	return bot_uses(bot, VERB_DROP, (int)index);
}

bool bot_sheds(struct bot *bot)
{
	if (bot->danger.awake > 0 || bot->view->pack_count + ROOM_KEPT <= PACK_MAX ||
		bot->view->ground_count > 0)
		return false;
	for (size_t i = 0; i < bot->view->pack_count; i++)
		if (is_clutter(bot, &bot->view->pack[i]))
			return drops(bot, i);
	/* The pack may have no room for the goal. */
	for (size_t i = bot->view->pack_count; bot->view->pack_count == PACK_MAX && i-- > 0;)
		if (is_spare(bot, &bot->view->pack[i]))
			return drops(bot, i);
	return false;
}

/* ---- Unknown items and choices ---- */

bool bot_tries_on(struct bot *bot, const struct view_creature *at)
{
	for (size_t i = 0; i < bot->view->pack_count; i++) {
		const struct view_item *item = &bot->view->pack[i];
		if (may(item, VERB_ZAP) && !(item->flags & ITEM_KNOWN) && !spent(bot, item) &&
			does_with(bot, i, at))
			return true;
	}
	return false;
}

bool bot_tries(struct bot *bot)
{
	const struct view_creature *foe = bot->danger.nearest;
	for (size_t i = 0; i < bot_item_count(bot); i++) {
		const struct view_item *item = bot_item(bot, i);
		bool shown = may(item, VERB_QUAFF) || may(item, VERB_READ) || may(item, VERB_ZAP) ||
			     (may(item, VERB_USE) && item->slot[0] == '\0');
		if (!shown || (item->flags & ITEM_KNOWN) || (may(item, VERB_ZAP) && foe == NULL))
			continue;
		if (does_with(bot, i, foe))
			return true;
	}
	return false;
}

bool bot_chooses(struct bot *bot)
{
	if (!bot_may(bot, VERB_CHOOSE) || bot->view->choice_count == 0)
		return false;
	bot->command = (struct command){.verb = VERB_CHOOSE,
		.number = (uint8_t)bot_below(bot, (int)bot->view->choice_count)};
	return true;
}

/* Lights a lamp in the dark, if it has one and no enemy is near. */
bool bot_lights(struct bot *bot)
{
	if (bot->danger.awake > 0)
		return false;
	for (size_t i = 0; i < bot->view->pack_count; i++) {
		const struct view_item *item = &bot->view->pack[i];
		if (!is_left_alone(bot, item) && strcmp(item->slot, "lamp") == 0 &&
			(item->flags & ITEM_WORN) && !(item->flags & ITEM_LIT) &&
			may(item, VERB_USE) && bot_is_told(bot, item->name, "name-oil"))
			return aims(bot, VERB_USE, carried_number(item->letter), VIEW_AIM_SELF, 0,
				NULL);
	}
	return false;
}
