/* The reckless bot: it attacks everything in sight, heads for the stairs down, and heals only at
 * low health. */
#include "door/bot/bot_private.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define HEALTH_LOW 30

static bool heals(struct bot *bot)
{
	return bot_health_percent(bot) < HEALTH_LOW && bot_turns_to(bot, HINT_HEAL, NULL);
}

static bool gambles(struct bot *bot)
{
	return bot_health_percent(bot) < HEALTH_LOW && bot->danger.adjacent > 0 && bot_tries(bot);
}

static bool fights(struct bot *bot)
{
	if (bot->danger.nearest)
		return bot_strikes(bot, bot->danger.nearest);
	return bot->danger.sleeper && bot_strikes(bot, bot->danger.sleeper);
}

static bool dives(struct bot *bot)
{
	if (bot->view->status.carries_receiver)
		return false;
	if (bot_may(bot, VERB_DOWN))
		return bot_does(bot, VERB_DOWN);
	return bot_walks_to(bot, bot_wants_down);
}

static bool explores(struct bot *bot)
{
	return bot_means(bot, BOT_EXPLORES,
		bot_walks_to(bot, bot_wants_item) || bot_walks_to(bot, bot_wants_new));
}

static bool now_and_then_wanders(struct bot *bot)
{
	return bot_below(bot, 12) == 0 && bot_wanders(bot);
}

bool bot_reckless_chooses(struct bot *bot)
{
	static bot_rule *const rules[] = {bot_chooses, bot_leaves_harm, heals, gambles, bot_takes,
		bot_arms, fights, bot_eats, bot_goes_home, bot_frees, dives, explores,
		now_and_then_wanders, bot_works, bot_searches};
	return bot_follow_rules(bot, rules, COUNT(rules));
}
