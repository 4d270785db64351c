/*
 * The distance map of a bot.
 *
 * The bot reads the map by its symbols, as a player does.  Rock and walls block.  All else counts
 * as open until a step there is refused.  One breadth-first wave a turn from the bot's cell gives
 * the distance of every cell, and the first step towards it.
 */
#include "door/bot/bot_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLS_STOP " -|"
#define SYMBOLS_DOOR "+'"
#define SYMBOL_UP '<'
#define SYMBOL_DOWN '>'
#define SEARCHES_EACH 5
#define SEARCHES_FORGET 40
/* Turns of searching, after which it goes through harm. */
#define SEARCHES_BRAVE 250
/* Visits of one cell that count as going in a circle. */
#define VISITS_MANY 12
#define RESTLESS_TURNS 16

/* Orthogonal steps first: they never get stuck at the corner of a doorway. */
static const uint8_t order[DIR_COUNT] = {
	DIR_N, DIR_E, DIR_S, DIR_W, DIR_NE, DIR_SE, DIR_SW, DIR_NW};

static const struct view_cell *view_cell(const struct bot *bot, int x, int y)
{
	return &bot->view->cells[y * bot->view->width + x];
}

static bool inside(const struct bot *bot, int x, int y)
{
	return x >= 0 && y >= 0 && x < bot->view->width && y < bot->view->height;
}

char bot_symbol(const struct bot *bot, int x, int y)
{
	if (!inside(bot, x, y) || !(view_cell(bot, x, y)->flags & CELL_KNOWN))
		return ' ';
	assert(view_cell(bot, x, y)->appearance < bot->appearances.count);
	return bot->appearances.symbols[view_cell(bot, x, y)->appearance];
}

enum bot_ground bot_ground_of(char symbol)
{
	if (symbol == '\0' || strchr(SYMBOLS_STOP, symbol))
		return BOT_STOPS;
	return strchr(SYMBOLS_DOOR, symbol) ? BOT_DOOR : BOT_OPEN;
}

/* A cell with a creature or an item can be entered. */
static enum bot_ground ground_of(
	const struct bot *bot, const struct view_cell *seen, const struct bot_cell *cell)
{
	if (!(seen->flags & CELL_KNOWN))
		return BOT_STOPS;
	if ((seen->flags & CELL_HARM) && !(seen->flags & CELL_CREATURE))
		return BOT_HARM;
	if (seen->flags & (CELL_CREATURE | CELL_HERO | CELL_ITEM))
		return BOT_OPEN;
	if ((seen->flags & CELL_STOPS) && !cell->visited)
		return BOT_STOPS;
	enum bot_ground ground = (enum bot_ground)bot->appearances.grounds[seen->appearance];
	return ground == BOT_STOPS && cell->visited ? BOT_OPEN : ground;
}

static bool may_step(const struct bot *bot, int x, int y, int direction)
{
	int next_x = x + direction_dx[direction], next_y = y + direction_dy[direction];
	if (!inside(bot, next_x, next_y))
		return false;
	const struct bot_cell *from = bot_cell(bot, x, y), *to = bot_cell(bot, next_x, next_y);
	if (to->ground == BOT_STOPS || from->refused & 1 << direction)
		return false;
	/* Harm is entered only from harm, to get out of it, or if there is no other way. */
	if (to->ground == BOT_HARM &&
		((from->ground != BOT_HARM && !bot->braves) || bot_is_deadly(bot, next_x, next_y)))
		return false;
	return !(direction & 1) || (to->ground != BOT_DOOR && from->ground != BOT_DOOR);
}

int bot_ways_on(const struct bot *bot, int x, int y)
{
	int steps = 0;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		steps += may_step(bot, x, y, direction);
	return steps;
}

/* ---- Updating ---- */

static void flood_on(struct bot *bot, int at)
{
	int width = bot->view->width, x = at % width, y = at / width;
	const struct bot_cell *from = &bot->cells[at];
	for (int i = 0; i < DIR_COUNT; i++) {
		int next = at + direction_dy[order[i]] * width + direction_dx[order[i]];
		if (!may_step(bot, x, y, order[i]) || bot->cells[next].reached)
			continue;
		bot->cells[next].reached = true;
		bot->cells[next].distance = (uint16_t)(from->distance + 1);
		bot->cells[next].first = from->distance == 0 ? order[i] : from->first;
		bot->reached[bot->reached_count++] = (uint16_t)next;
	}
}

/* An ally does not block: it swaps places. */
static bool is_ally_at(const struct bot *bot, int at)
{
	for (size_t i = 0; i < bot->view->creature_count; i++) {
		const struct view_creature *creature = &bot->view->creatures[i];
		if (creature->ally && creature->y * bot->view->width + creature->x == at)
			return true;
	}
	return false;
}

static void flood(struct bot *bot)
{
	int start = bot->view->hero_y * bot->view->width + bot->view->hero_x;
	for (size_t i = 0; i < bot->reached_count; i++)
		bot->cells[bot->reached[i]].reached = false;
	bot->reached[0] = (uint16_t)start;
	bot->reached_count = 1;
	bot->cells[start].reached = true;
	bot->cells[start].distance = 0;
	for (size_t head = 0; head < bot->reached_count; head++) {
		int at = bot->reached[head];
		if (at == start || !(bot->view->cells[at].flags & CELL_CREATURE) ||
			is_ally_at(bot, at))
			flood_on(bot, at);
	}
}

static void arrive(struct bot *bot)
{
	size_t count = (size_t)bot->view->width * (size_t)bot->view->height;
	assert(count > 0 && count <= UINT16_MAX);
	free(bot->cells);
	free(bot->reached);
	bot->cells = calloc(count, sizeof *bot->cells);
	bot->reached = calloc(count, sizeof *bot->reached);
	assert(bot->cells && bot->reached);
	bot->cell_count = count;
	bot->reached_count = 0;
	bot->last.depth = bot->view->status.depth;
	bot->arrived = bot->view->status.turn;
	bot->restless = bot->courage = bot->searches = 0;
	bot->braves = false;
}

/* A bot that keeps returning to a cell must do something else for a while. */
static void grow_restless(struct bot *bot, struct bot_cell *here)
{
	bot->restless -= bot->restless > 0;
	if (bot->view->hero_x == bot->last.x && bot->view->hero_y == bot->last.y)
		return;
	bot->last.x = bot->view->hero_x;
	bot->last.y = bot->view->hero_y;
	if (++here->visits % VISITS_MANY != 0)
		return;
	bot->restless = RESTLESS_TURNS;
	bot->courage++;
}

static void take_in(const struct bot *bot, const struct view_cell *seen, struct bot_cell *cell)
{
	cell->ground = (uint8_t)ground_of(bot, seen, cell);
	/* A creature hides the symbol of its cell. */
	if (!(seen->flags & CELL_CREATURE))
		cell->thing = seen->flags & CELL_ITEM;
}

void bot_ways_look(struct bot *bot)
{
	size_t count = (size_t)bot->view->width * (size_t)bot->view->height;
	if (bot->last.depth != bot->view->status.depth || bot->cell_count != count)
		arrive(bot);
	struct bot_cell *here = bot_cell(bot, bot->view->hero_x, bot->view->hero_y);
	here->visited = true;
	grow_restless(bot, here);
	if (bot->senses->refused && bot->command.verb == VERB_STEP)
		here->refused |= (uint8_t)(1 << bot->command.direction);
	for (size_t at = 0; at < count; at++) {
		take_in(bot, &bot->view->cells[at], &bot->cells[at]);
		bot_altar_look(bot, (int)at % bot->view->width, (int)at / bot->view->width);
	}
	flood(bot);
}

/* ---- Queries ---- */

int bot_distance(const struct bot *bot, int x, int y)
{
	const struct bot_cell *cell = bot_cell(bot, x, y);
	return cell->reached ? cell->distance : BOT_FAR;
}

bool bot_walks(struct bot *bot, int x, int y)
{
	int distance = bot_distance(bot, x, y);
	return distance > 0 && distance < BOT_FAR && bot_steps(bot, bot_cell(bot, x, y)->first);
}

bool bot_nearest(const struct bot *bot, bot_wants *wanted, int *x, int *y)
{
	int width = bot->view->width;
	for (size_t i = 1; i < bot->reached_count; i++) {
		*x = bot->reached[i] % width;
		*y = bot->reached[i] / width;
		if (wanted(bot, *x, *y))
			return true;
	}
	return false;
}

bool bot_walks_to(struct bot *bot, bot_wants *wanted)
{
	int x, y;
	return bot_nearest(bot, wanted, &x, &y) && bot_walks(bot, x, y);
}

/* True if the bot never stood on the cell and an adjacent cell is unknown. */
bool bot_wants_new(const struct bot *bot, int x, int y)
{
	if (bot_cell(bot, x, y)->visited || view_cell(bot, x, y)->flags & CELL_CREATURE)
		return false;
	for (int direction = 0; direction < DIR_COUNT; direction++) {
		int next_x = x + direction_dx[direction], next_y = y + direction_dy[direction];
		if (inside(bot, next_x, next_y) &&
			!(view_cell(bot, next_x, next_y)->flags & CELL_KNOWN))
			return true;
	}
	return false;
}

bool bot_wants_item(const struct bot *bot, int x, int y)
{
	return bot_cell(bot, x, y)->thing && !bot_cell(bot, x, y)->left;
}

bool bot_wants_up(const struct bot *bot, int x, int y)
{
	return bot_symbol(bot, x, y) == SYMBOL_UP;
}

bool bot_wants_down(const struct bot *bot, int x, int y)
{
	return bot_symbol(bot, x, y) == SYMBOL_DOWN;
}

/* ---- Searching ---- */

/* Cost of searching from a cell: low if it is near, seldom searched or a dead end. */
static int search_cost(const struct bot *bot, int x, int y)
{
	const struct bot_cell *cell = bot_cell(bot, x, y);
	int rounds = cell->searched / SEARCHES_EACH;
	return cell->distance + 60 * rounds - (bot_ways_on(bot, x, y) <= 1 ? 40 : 0);
}

/* Forgets refused steps, because an obstacle may be gone. */
static void forget_refusals(struct bot *bot)
{
	for (size_t at = 0; at < bot->cell_count; at++)
		bot->cells[at].refused = 0;
}

bool bot_searches(struct bot *bot)
{
	if (bot->searches % SEARCHES_FORGET == SEARCHES_FORGET - 1)
		forget_refusals(bot);
	bot->braves = ++bot->searches % SEARCHES_BRAVE == 0 || bot->braves;
	int width = bot->view->width, best = bot->reached[0], least = INT32_MAX;
	struct bot_cell *here = bot_cell(bot, bot->view->hero_x, bot->view->hero_y);
	bool amid = here->searched % SEARCHES_EACH != 0;
	for (size_t i = 0; i < bot->reached_count && !amid; i++) {
		int cost = search_cost(bot, bot->reached[i] % width, bot->reached[i] / width);
		if (cost < least) {
			least = cost;
			best = bot->reached[i];
		}
	}
	if (!amid && best != bot->reached[0])
		return bot_walks(bot, best % width, best / width);
	if (here->searched < UINT8_MAX - SEARCHES_EACH)
		here->searched++;
	return bot_does(bot, VERB_SEARCH);
}
