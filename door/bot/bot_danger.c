/*
 * The enemies of a bot, and the expected cost of a fight with them.
 *
 * The view shows the chances and the damage of a blow.  The bot learns by striking how many blows a
 * creature survives.  The estimate assumes single fights one after the other, the nearest first.
 */
#include "door/bot/bot_private.h"

#include <stdlib.h>

#define BLOW_SHARE_GUESSED 34
#define AWARE_WITHIN 2
#define MATTERS_WITHIN 9

int bot_apart(int x, int y, int other_x, int other_y)
{
	int across = abs(x - other_x), down = abs(y - other_y);
	return across > down ? across : down;
}

/* Learns the share of health that the last blow took, if its target still stands there. */
static void learn_blow(struct bot *bot)
{
	if (bot->struck.percent == 0)
		return;
	for (size_t i = 0; i < bot->view->creature_count; i++) {
		const struct view_creature *creature = &bot->view->creatures[i];
		int share = bot->struck.percent - creature->health_percent;
		if (creature->x != bot->struck.x || creature->y != bot->struck.y || share <= 0 ||
			creature->appearance != bot->struck.appearance)
			continue;
		uint8_t *known = &bot->appearances.blow_share[creature->appearance];
		*known = (uint8_t)(*known ? (3 * *known + share) / 4 : share);
	}
	bot->struck.percent = 0;
}

/* Expected turns of striking until the creature is dead. */
static int turns_to_slay(const struct bot *bot, const struct view_creature *creature)
{
	int share = bot->appearances.blow_share[creature->appearance];
	int chance = creature->you_hit > 5 ? creature->you_hit : 5;
	share = share ? share : BLOW_SHARE_GUESSED;
	int blows = (creature->health_percent + share - 1) / share;
	return (blows * 100 + chance - 1) / chance;
}

static bool is_awake(const struct bot *bot, const struct view_creature *creature)
{
	int apart = bot_apart(bot->view->hero_x, bot->view->hero_y, creature->x, creature->y);
	return !creature->asleep && (!creature->unaware || apart <= AWARE_WITHIN);
}

/* True if the creature is adjacent.  Adjacent creatures can strike each other, even around a
 * doorpost or in a wall. */
static bool is_adjacent(const struct bot *bot, const struct view_creature *creature)
{
	return bot_apart(bot->view->hero_x, bot->view->hero_y, creature->x, creature->y) == 1;
}

static int steps_to(const struct bot *bot, const struct view_creature *creature)
{
	return is_adjacent(bot, creature) ? 1 : bot_distance(bot, creature->x, creature->y);
}

static void count_awake(struct bot *bot, const struct view_creature *creature, int *turns)
{
	struct bot_danger *danger = &bot->danger;
	int apart = bot_apart(bot->view->hero_x, bot->view->hero_y, creature->x, creature->y);
	if (apart > MATTERS_WITHIN)
		return;
	danger->awake++;
	danger->adjacent += apart <= 1;
	*turns += turns_to_slay(bot, creature);
	danger->loss += *turns * creature->hits_you * creature->blow_percent / 100;
	int steps = steps_to(bot, creature);
	if (steps < BOT_FAR && (!danger->nearest || steps < steps_to(bot, danger->nearest)))
		danger->nearest = creature;
}

void bot_danger_look(struct bot *bot)
{
	int turns = 0;
	bot->danger = (struct bot_danger){0};
	learn_blow(bot);
	for (size_t i = 0; i < bot->view->creature_count; i++) {
		const struct view_creature *creature = &bot->view->creatures[i];
		if (creature->ally || creature->captive)
			continue;
		if (bot->restless > 0 && !is_adjacent(bot, creature))
			continue;
		if (is_awake(bot, creature))
			count_awake(bot, creature, &turns);
		else if (!bot->danger.sleeper &&
			 bot_distance(bot, creature->x, creature->y) < BOT_FAR)
			bot->danger.sleeper = creature;
	}
}

bool bot_strikes(struct bot *bot, const struct view_creature *creature)
{
	if (!is_adjacent(bot, creature))
		return bot_walks(bot, creature->x, creature->y);
	bot->struck.x = creature->x;
	bot->struck.y = creature->y;
	bot->struck.appearance = creature->appearance;
	bot->struck.percent = creature->health_percent;
	int direction = 0;
	while (bot->view->hero_x + direction_dx[direction] != creature->x ||
		bot->view->hero_y + direction_dy[direction] != creature->y)
		direction++;
	return bot_steps(bot, direction);
}
