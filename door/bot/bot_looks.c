/* The symbols of a map, as an experienced player knows them. */
#include "door/bot/bot_private.h"

#include <string.h>

#define SYMBOL_ALTAR '_'

enum bot_matter bot_matter_of(const struct appearance *appearance)
{
	static const struct {
		const char *shape;
		enum bot_matter matter;
	} shapes[] = {{"lever-up", MATTER_LEVER}, {"boulder", MATTER_OBSTACLE},
		{"fallen", MATTER_OBSTACLE}, {"stack", MATTER_OBSTACLE}, {"glass", MATTER_OBSTACLE},
		{"portcullis", MATTER_OBSTACLE}, {"shallow", MATTER_WATER}};
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (strcmp(appearance->shape, shapes[i].shape) == 0)
			return shapes[i].matter;
	if (strcmp(appearance->shape, "gas") == 0)
		return appearance->role == COLOUR_ROLE_GOOD ? MATTER_NONE : MATTER_GAS;
	bool melts = appearance->symbol == '~' && appearance->role == COLOUR_ROLE_FIRE;
	return melts ? MATTER_DEADLY : MATTER_NONE;
}

enum bot_matter bot_matter_at(const struct bot *bot, int x, int y)
{
	if (x < 0 || y < 0 || x >= bot->view->width || y >= bot->view->height)
		return MATTER_NONE;
	const struct view_cell *cell = &bot->view->cells[y * bot->view->width + x];
	bool bare = !(cell->flags & (CELL_ITEM | CELL_CREATURE | CELL_HERO));
	return cell->flags & CELL_KNOWN && bare
		       ? (enum bot_matter)bot->appearances.matters[cell->appearance]
		       : MATTER_NONE;
}

bool bot_is_deadly(const struct bot *bot, int x, int y)
{
	return bot_matter_at(bot, x, y) == MATTER_DEADLY;
}

void bot_altar_look(struct bot *bot, int x, int y)
{
	const struct view_cell *seen = &bot->view->cells[y * bot->view->width + x];
	if ((seen->flags & CELL_KNOWN) && !(seen->flags & (CELL_CREATURE | CELL_HERO | CELL_ITEM)))
		bot_cell(bot, x, y)->altar =
			bot->appearances.symbols[seen->appearance] == SYMBOL_ALTAR;
}
