/*
 * Quests of a bot: it keeps the items that quests ask for, and lays them on an altar that it has
 * seen on the level.
 *
 * The view names the deed and target of an open quest.  An altar is known by its symbol.
 */
#include "door/bot/bot_private.h"

#include <string.h>

static bool is_asked_for_to(const struct bot *bot, const struct view_item *item, const char *deed)
{
	for (size_t i = 0; i < bot->view->quest_count; i++) {
		const struct view_quest *quest = &bot->view->quests[i];
		if (quest->state == QUEST_OPEN && strcmp(quest->deed, deed) == 0 &&
			strstr(item->name, quest->about))
			return true;
	}
	return false;
}

bool bot_is_asked_for(const struct bot *bot, const struct view_item *item)
{
	return is_asked_for_to(bot, item, "lay") || is_asked_for_to(bot, item, "carry");
}

/* True if the cell is an altar on which the bot has laid nothing yet. */
static bool wants_altar(const struct bot *bot, int x, int y)
{
	return bot_cell(bot, x, y)->altar && bot_cell(bot, x, y)->worked == 0;
}

static bool lays(struct bot *bot, size_t index)
{
	int x = bot->view->hero_x, y = bot->view->hero_y;
	if (!wants_altar(bot, x, y))
		return bot_walks_to(bot, wants_altar);
	bot_cell(bot, x, y)->worked++;
	return bot_uses(bot, VERB_DROP, (int)index);
}

bool bot_runs_errands(struct bot *bot)
{
	for (size_t i = 0; bot->danger.awake == 0 && i < bot_item_count(bot); i++)
		if (is_asked_for_to(bot, bot_item(bot, i), "lay") && lays(bot, i))
			return true;
	return false;
}
