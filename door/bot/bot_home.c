/*
 * The depth at which a bot turns back, and its way home.
 *
 * It turns back at the depth of bot_set_home, or at the goal's depth with the goal.  If the set
 * depth is greater, it lifts the goal on its way, and where it turns it looks for a desk or a table
 * to put it on, as at the far end of the line.
 */
#include "door/bot/bot_private.h"

#define SYMBOL_TABLE '_'

void bot_set_home(struct bot *bot, int depth)
{
	bot->home = depth;
}

static int turning_depth(const struct bot *bot)
{
	return bot->home > 0 ? bot->home : bot->view->status.goal_depth;
}

bool bot_has_turned(const struct bot *bot)
{
	const struct view_status *status = &bot->view->status;
	int turning = turning_depth(bot);
	return status->deepest >= turning &&
	       (turning < status->goal_depth || status->carries_receiver);
}

bool bot_goes_deeper(const struct bot *bot)
{
	const struct view_status *status = &bot->view->status;
	return !bot_has_turned(bot) &&
	       (status->carries_receiver || status->depth < status->goal_depth);
}

static bool climbs(struct bot *bot)
{
	return bot_may(bot, VERB_UP) ? bot_does(bot, VERB_UP) : bot_walks_to(bot, bot_wants_up);
}

static bool wants_table(const struct bot *bot, int x, int y)
{
	return bot_symbol(bot, x, y) == SYMBOL_TABLE && !bot_cell(bot, x, y)->visited;
}

/* True if the bot is at the far end and has not seen all of it. */
static bool explores_far_end(struct bot *bot)
{
	const struct view_status *status = &bot->view->status;
	return status->depth >= turning_depth(bot) && status->depth > status->goal_depth &&
	       (bot_walks_to(bot, wants_table) || bot_walks_to(bot, bot_wants_new));
}

bool bot_goes_home(struct bot *bot)
{
	return bot->view->status.carries_receiver && bot_has_turned(bot) &&
	       (explores_far_end(bot) || climbs(bot));
}

bool bot_goes_home_without(struct bot *bot)
{
	const struct view_status *status = &bot->view->status;
	bool astray = status->depth > status->goal_depth;
	return !status->carries_receiver && (astray || bot_has_turned(bot)) && climbs(bot);
}
