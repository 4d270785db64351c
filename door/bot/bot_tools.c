/*
 * Tools and launchers of a bot.  It tries tools on adjacent traps, obstacles and gaps, wedges doors
 * against pursuers, and shoots at distant enemies.
 *
 * It does not tell tools apart.  The game refuses a wrong use, and the bot then leaves the tool
 * alone for a while.
 */
#include "door/bot/bot_private.h"

#define DRAW_FARTHEST 9
#define DRAW_NEAREST 4 /* leaves time for a shot or two after the turn of wielding */

static bool is_tool(const struct bot *bot, const struct view_item *item)
{
	return (item->verbs & 1u << VERB_USE) && item->slot[0] == '\0' && !item->spent &&
	       item->aim == VIEW_AIM_CELL && item->hint == HINT_NONE &&
	       bot->sulks[carried_number(item->letter)] <= bot->view->status.turn;
}

/* True if a tool may work on the cell.  With enemies near, only a door counts, to be kept shut. */
static bool is_for_tools(const struct bot *bot, int x, int y)
{
	if (x < 0 || y < 0 || x >= bot->view->width || y >= bot->view->height)
		return false;
	const struct view_cell *cell = &bot->view->cells[y * bot->view->width + x];
	if (!(cell->flags & CELL_KNOWN) || (cell->flags & (CELL_ITEM | CELL_CREATURE)))
		return false;
	char symbol = bot_symbol(bot, x, y);
	if (bot->danger.awake > 0)
		return symbol == '+' && bot->danger.adjacent == 0;
	return symbol == '^' || symbol == ':' ||
	       bot->appearances.matters[cell->appearance] == MATTER_OBSTACLE;
}

bool bot_tinkers(struct bot *bot)
{
	for (size_t i = 0; i < bot->view->pack_count; i++) {
		const struct view_item *item = &bot->view->pack[i];
		for (int direction = 0; is_tool(bot, item) && direction < DIR_COUNT; direction++) {
			int x = bot->view->hero_x + direction_dx[direction];
			int y = bot->view->hero_y + direction_dy[direction];
			if (is_for_tools(bot, x, y))
				return bot_lets_fly(bot, VERB_USE, (int)i, x, y);
		}
	}
	return false;
}

/* A launcher has the hint HINT_HARM while the hero has ammunition for it. */
bool bot_draws(struct bot *bot, const struct view_creature *at)
{
	int apart = bot_apart(bot->view->hero_x, bot->view->hero_y, at->x, at->y);
	if (apart < DRAW_NEAREST || apart > DRAW_FARTHEST)
		return false;
	for (size_t i = 0; i < bot->view->pack_count; i++) {
		const struct view_item *item = &bot->view->pack[i];
		if ((item->verbs & 1u << VERB_WIELD) && item->hint == HINT_HARM &&
			!(item->flags & ITEM_WIELDED) &&
			bot->sulks[carried_number(item->letter)] <= bot->view->status.turn) {
			bot->sulks[carried_number(item->letter)] = bot->view->status.turn + 20;
			return bot_uses(bot, VERB_WIELD, (int)i);
		}
	}
	return false;
}
