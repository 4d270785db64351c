/* The dancing bot: it meets its enemies on stairs and changes the level under their blows, again
 * and again. It is reckless otherwise. A test plays it to prove that this wins nothing. */
#include "door/bot/bot_private.h"

#define STAIRS_WITHIN 8 /* steps for which it turns its back to an enemy */

static bool changes_level(struct bot *bot)
{
	if (bot_may(bot, VERB_DOWN))
		return bot_does(bot, VERB_DOWN);
	return bot->view->status.depth > 1 && bot_may(bot, VERB_UP) && bot_does(bot, VERB_UP);
}

static bool walks_to_stairs(struct bot *bot)
{
	static bot_wants *const wanted[] = {bot_wants_down, bot_wants_up};
	int x, y;
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		if (bot_nearest(bot, wanted[i], &x, &y) && bot_distance(bot, x, y) > 0 &&
			bot_distance(bot, x, y) <= STAIRS_WITHIN)
			return bot_walks(bot, x, y);
	return false;
}

static bool dances(struct bot *bot)
{
	if (bot->danger.adjacent > 0 && changes_level(bot))
		return true;
	return bot->danger.nearest && walks_to_stairs(bot);
}

bool bot_dancer_chooses(struct bot *bot)
{
	return dances(bot) || bot_reckless_chooses(bot);
}
