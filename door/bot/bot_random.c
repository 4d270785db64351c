/* The random bot: any legal command, mostly steps, so that it moves about. */
#include "door/bot/bot_private.h"

#define STEPS_IN_HUNDRED 80
#define TRIES 8

static bool steps_on(struct bot *bot)
{
	/* Mostly keeps its direction: a random walk would never leave the first room. */
	int direction = bot->command.verb == VERB_STEP && bot_below(bot, 4) > 0
				? bot->command.direction
				: bot_below(bot, DIR_COUNT);
	uint8_t refused = bot_cell(bot, bot->view->hero_x, bot->view->hero_y)->refused;
	return refused & 1 << direction ? bot_wanders(bot) : bot_steps(bot, direction);
}

static bool does_with(struct bot *bot, enum verb verb)
{
	int count = (int)bot_item_count(bot), item = count > 0 ? bot_below(bot, count) : 0;
	if (count == 0 || !(bot_item(bot, (size_t)item)->verbs & 1u << verb))
		return false;
	if (verb_row(verb)->wants != WANTS_PACK_AND_CELL)
		return bot_uses(bot, verb, item);
	int x = bot->view->hero_x + bot_below(bot, 11) - 5;
	int y = bot->view->hero_y + bot_below(bot, 11) - 5;
	return bot_lets_fly(bot, verb, item, x, y);
}

static bool casts(struct bot *bot)
{
	if (bot->view->spell_count == 0)
		return false;
	int spell = bot_below(bot, (int)bot->view->spell_count);
	int x = bot->view->hero_x + bot_below(bot, 11) - 5;
	int y = bot->view->hero_y + bot_below(bot, 11) - 5;
	bot->command = (struct command){.verb = VERB_CAST,
		.item = bot->view->spells[spell].number,
		.x = (int16_t)x,
		.y = (int16_t)y};
	return true;
}

static bool does(struct bot *bot, enum verb verb)
{
	/* A run that leaves at once would test nothing. */
	bool leaves = verb == VERB_UP && bot->view->status.depth == 1;
	if (!bot_may(bot, verb) || verb == VERB_QUIT || verb == VERB_DEBUG || verb == VERB_STEP ||
		(leaves && !bot->view->status.carries_receiver))
		return false;
	switch (verb_row(verb)->wants) {
	case WANTS_PACK:
	case WANTS_PACK_AND_CELL:
		return does_with(bot, verb);
	case WANTS_SPELL_AND_CELL:
		return casts(bot);
	case WANTS_NUMBER:
		return bot_chooses(bot);
	case WANTS_GROUND:
		return bot_uses(bot, verb, bot_below(bot, (int)bot->view->ground_count));
	case WANTS_DIRECTION:
		bot_does(bot, verb);
		bot->command.direction = (uint8_t)bot_below(bot, DIR_COUNT);
		return true;
	default:
		return bot_does(bot, verb);
	}
}

bool bot_random_chooses(struct bot *bot)
{
	if (bot_may(bot, VERB_DOWN) && bot_below(bot, 2))
		return bot_does(bot, VERB_DOWN);
	if (bot_below(bot, 100) < STEPS_IN_HUNDRED)
		return steps_on(bot);
	for (int i = 0; i < TRIES; i++)
		if (does(bot, (enum verb)bot_below(bot, VERB_COUNT)))
			return true;
	return steps_on(bot);
}
