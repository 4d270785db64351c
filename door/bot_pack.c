/*
 * What a bot does with the things that it carries.
 *
 * It knows things by words of their names, as someone does who has played before; a name that it
 * does not know is worth a try when nobody is near.  Where a content has other words, it plays as a
 * newcomer.
 */
#include "bot_private.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define THROW_NEAREST 2
#define THROW_FARTHEST 7

struct lore {
	const char *word;
	enum bot_use use;
};

static const struct lore lore[] = {
	{"mending", USE_HEAL},
	{"recovery", USE_HEAL},
	{"swiftness", USE_HASTE},
	{"seniority", USE_NOW},
	{"static", USE_BURST},
	{"blackout", USE_BURST},
	{"of lead", USE_BURST},
	{"small hours", USE_BURST},
	{"solvent", USE_BURST},
	{"battery acid", USE_BURST},
	{"lamp oil", USE_BURST},
	{"first frost", USE_BURST},
	{"good cheer", USE_BURST},
	{"lamps", USE_ARRIVAL},
	{"transfer", USE_ESCAPE},
	{"floor plan", USE_ARRIVAL},
	{"final notice", USE_REPEL},
	{"night rate", USE_REPEL},
	{"stock list", USE_NOW},
	{"sharpening", USE_NOW},
	{"stitching", USE_NOW},
	{"dart", USE_MISSILE},
};

/* Weapons by twice their mean damage, armour by twice its guard. */
struct gear {
	const char *word;
	int worth, might;
};

static const struct gear gear[] = {
	{"dart", 0, 0},
	{"rubber ball", 0, 0},
	{"ball bearing", 0, 0},
	{"pellet", 0, 0},
	{"six-inch", 0, 0},
	{"catapult", 6, 0},
	{"nail gun", 11, 0},
	{"spike", 11, 0},
	{"screwdriver", 7, 0},
	{"penknife", 8, 0},
	{"truncheon", 10, 0},
	{"pole hook", 11, 10},
	{"crowbar", 14, 11},
	{"guillotine", 17, 12},
	{"fire axe", 20, 13},
	{"sledgehammer", 25, 15},
	{"work coat", 2, 0},
	{"oilskin", 4, 0},
	{"padded", 6, 10},
	{"rubber", 8, 11},
	{"wire vest", 12, 12},
	{"boiler", 16, 15},
};

static bool has_name(const struct view_item *item, const char *word)
{
	return strstr(item->name, word) != NULL;
}

static enum bot_use use_of(const struct view_item *item)
{
	bool told = item->verbs & (1u << VERB_QUAFF | 1u << VERB_READ);
	if (told && !(item->flags & ITEM_KNOWN))
		return USE_NONE;
	for (size_t i = 0; i < COUNT(lore); i++)
		if (has_name(item, lore[i].word))
			return lore[i].use;
	return USE_NONE;
}

static bool blind(const struct bot *bot)
{
	return strstr(bot->view->status.conditions, "blind") != NULL;
}

int bot_has(const struct bot *bot, enum bot_use use)
{
	for (size_t i = 0; i < bot->view->pack_count; i++) {
		const struct view_item *item = &bot->view->pack[i];
		bool read = item->verbs & 1u << VERB_READ;
		if (use_of(item) == use && !(item->flags & ITEM_WIELDED) && !(read && blind(bot)))
			return (int)i;
	}
	return -1;
}

bool bot_turns_to(struct bot *bot, enum bot_use use, const struct view_creature *at)
{
	int item = bot_has(bot, use);
	if (item < 0)
		return false;
	if (use != USE_BURST && use != USE_MISSILE)
		return bot_uses(bot,
			bot->view->pack[item].verbs & 1u << VERB_READ ? VERB_READ : VERB_QUAFF,
			item);
	if (!at)
		return false;
	int apart = bot_apart(bot->view->hero_x, bot->view->hero_y, at->x, at->y);
	return apart >= THROW_NEAREST && apart <= THROW_FARTHEST &&
	       bot_lets_fly(bot, VERB_THROW, item, at->x, at->y);
}

bool bot_shoots(struct bot *bot, const struct view_creature *at)
{
	int apart = bot_apart(bot->view->hero_x, bot->view->hero_y, at->x, at->y);
	for (size_t i = 0; i < bot->view->pack_count; i++)
		if ((bot->view->pack[i].verbs & 1u << VERB_FIRE) && apart >= THROW_NEAREST &&
			apart <= THROW_FARTHEST)
			return bot_lets_fly(bot, VERB_FIRE, (int)i, at->x, at->y);
	return false;
}

bool bot_eats(struct bot *bot)
{
	if (bot->view->status.hunger[0] == '\0')
		return false;
	for (size_t i = 0; i < bot->view->pack_count; i++)
		if (bot->view->pack[i].verbs & 1u << VERB_EAT)
			return bot_uses(bot, VERB_EAT, (int)i);
	return false;
}

/* ---- Gear ---- */

/* What a plus, shown as "+2" or "-1" in the name, adds; missing might makes it clumsy. */
static int worth_of(const struct bot *bot, const struct view_item *item)
{
	const char *plus = strpbrk(item->name, "+-");
	int worth = plus ? 2 * atoi(plus) : 0;
	for (size_t i = 0; i < COUNT(gear); i++) {
		if (!has_name(item, gear[i].word))
			continue;
		int missing = gear[i].might - bot->view->status.might;
		return worth + gear[i].worth - (missing > 0 ? 2 * missing : 0);
	}
	return worth + 1;
}

static bool puts_on(struct bot *bot, enum verb verb, enum item_flag in_use)
{
	int best = -1, worth = 0;
	for (size_t i = 0; i < bot->view->pack_count; i++) {
		const struct view_item *item = &bot->view->pack[i];
		/* What is in use stays on a draw. */
		int its = 2 * worth_of(bot, item) + (item->flags & in_use ? 1 : 0);
		if (!(item->verbs & 1u << verb) || its <= worth)
			continue;
		worth = its;
		best = (int)i;
	}
	return best >= 0 && !(bot->view->pack[best].flags & in_use) && bot_uses(bot, verb, best);
}

bool bot_arms(struct bot *bot)
{
	return puts_on(bot, VERB_WIELD, ITEM_WIELDED) || puts_on(bot, VERB_WEAR, ITEM_WORN);
}

bool bot_tries(struct bot *bot)
{
	const uint32_t tried = 1u << VERB_QUAFF | 1u << VERB_READ;
	for (size_t i = 0; i < bot->view->pack_count; i++) {
		const struct view_item *item = &bot->view->pack[i];
		if (!(item->verbs & tried) || (item->flags & ITEM_KNOWN))
			continue;
		bool read = item->verbs & 1u << VERB_READ;
		if (!(read && blind(bot)))
			return bot_uses(bot, read ? VERB_READ : VERB_QUAFF, (int)i);
	}
	return false;
}
