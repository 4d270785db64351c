/*
 * Terrain and gas for a bot: it puts out its own fire, leaves harm, frees captives, and works at
 * obstacles when there is nothing else to do.
 *
 * It knows water, gas and levers by their symbols, as an experienced player does.
 */
#include "door/bot/bot_private.h"

#include <string.h>

#define WATER_WITHIN 6
#define SAFETY_WITHIN 20
#define GAS_AROUND 3 /* gas cells around it, from which it counts as standing in gas */
#define WORKED_MOST 6

/* ---- Leaving harm ---- */

static bool wants_water(const struct bot *bot, int x, int y)
{
	return bot_matter_at(bot, x, y) == MATTER_WATER && bot_distance(bot, x, y) <= WATER_WITHIN;
}

static bool puts_out(struct bot *bot)
{
	return strstr(bot->view->status.conditions, "burning") && bot_walks_to(bot, wants_water);
}

static int gas_around(const struct bot *bot)
{
	int cells = 0;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		cells += bot_matter_at(bot, bot->view->hero_x + direction_dx[direction],
				 bot->view->hero_y + direction_dy[direction]) == MATTER_GAS;
	return cells;
}

static bool wants_safety(const struct bot *bot, int x, int y)
{
	const struct view_cell *cell = &bot->view->cells[y * bot->view->width + x];
	return !(cell->flags & (CELL_HARM | CELL_CREATURE)) &&
	       bot_matter_at(bot, x, y) != MATTER_GAS && bot_distance(bot, x, y) <= SAFETY_WITHIN;
}

static bool leaves(struct bot *bot)
{
	bool harm = bot_cell(bot, bot->view->hero_x, bot->view->hero_y)->ground == BOT_HARM;
	return (harm || gas_around(bot) >= GAS_AROUND) && bot_walks_to(bot, wants_safety);
}

bool bot_leaves_harm(struct bot *bot)
{
	return puts_out(bot) || leaves(bot);
}

/* ---- Captives ---- */

bool bot_frees(struct bot *bot)
{
	for (size_t i = 0; i < bot->view->creature_count && bot->danger.awake == 0; i++) {
		const struct view_creature *creature = &bot->view->creatures[i];
		if (creature->captive && bot_walks(bot, creature->x, creature->y))
			return true;
	}
	return false;
}

/* ---- Obstacles ---- */

/* True if an adjacent cell is unknown or cannot be reached. */
static bool hides_something(const struct bot *bot, int x, int y)
{
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
		if (to_x < 0 || to_y < 0 || to_x >= bot->view->width || to_y >= bot->view->height)
			continue;
		const struct view_cell *cell = &bot->view->cells[to_y * bot->view->width + to_x];
		if (!(cell->flags & CELL_KNOWN))
			return true;
		enum bot_ground ground = (enum bot_ground)bot_cell(bot, to_x, to_y)->ground;
		if ((ground == BOT_OPEN || ground == BOT_DOOR) &&
			bot_distance(bot, to_x, to_y) == BOT_FAR)
			return true;
	}
	return false;
}

static bool is_work(const struct bot *bot, int x, int y)
{
	enum bot_matter matter = bot_matter_at(bot, x, y);
	if (matter == MATTER_NONE || bot_cell(bot, x, y)->worked >= WORKED_MOST)
		return false;
	return matter == MATTER_LEVER || (matter == MATTER_OBSTACLE && hides_something(bot, x, y));
}

/* The orthogonal direction of something to work at from a cell, or -1. */
static int work_from(const struct bot *bot, int x, int y)
{
	for (int direction = 0; direction < DIR_COUNT; direction += 2)
		if (is_work(bot, x + direction_dx[direction], y + direction_dy[direction]) &&
			!(bot_cell(bot, x, y)->refused & 1 << direction))
			return direction;
	return -1;
}

static bool wants_work(const struct bot *bot, int x, int y)
{
	return work_from(bot, x, y) >= 0;
}

bool bot_works(struct bot *bot)
{
	int direction = work_from(bot, bot->view->hero_x, bot->view->hero_y);
	if (direction < 0)
		return bot_walks_to(bot, wants_work);
	bot_cell(bot, bot->view->hero_x + direction_dx[direction],
		bot->view->hero_y + direction_dy[direction])
		->worked++;
	return bot_steps(bot, direction);
}
