/*
 * The cautious bot.  It estimates a fight before it starts one, throws before it strikes, lets
 * enemies come, rests where nobody is near, and flees by stairs, doors or memos when a fight goes
 * badly.
 */
#include "door/bot/bot_private.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
	HEALTH_FAIR = 80,   /* % from which it explores */
	HEALTH_LOW = 40,    /* % under which it uses its items */
	LOSS_TOO_MUCH = 70, /* % of expected loss above which it avoids a fight */
	LOSS_COURAGE = 20,  /* % added each time that caution led nowhere */
	LOSS_SLEEPER = 35,
	TURNS_A_DEPTH = 440,
	PATIENCE = 6,
	SHUT_MOST = 3,
	DOORWAY_WITHIN = 5,
	STAIRS_WITHIN = 20
};

/* ---- Fleeing ---- */

static bool endangered(const struct bot *bot)
{
	const struct bot_danger *danger = &bot->danger;
	if (danger->awake == 0)
		return bot->view->status.health < bot->last.health &&
		       bot_health_percent(bot) < HEALTH_LOW;
	int too_much = LOSS_TOO_MUCH + LOSS_COURAGE * bot->courage;
	return danger->loss > too_much ||
	       (bot_health_percent(bot) < HEALTH_LOW && danger->loss > too_much / 2);
}

/* The distance from a cell to the nearest awake enemy. */
static int foe_apart(const struct bot *bot, int x, int y)
{
	int least = BOT_FAR;
	for (size_t i = 0; i < bot->view->creature_count; i++) {
		const struct view_creature *creature = &bot->view->creatures[i];
		int apart = bot_apart(x, y, creature->x, creature->y);
		if (!creature->asleep && !creature->ally && !creature->captive && apart < least)
			least = apart;
	}
	return least;
}

/* Closes an open door between it and the enemies. */
static bool shuts_door(struct bot *bot)
{
	int here = foe_apart(bot, bot->view->hero_x, bot->view->hero_y);
	if (!bot_may(bot, VERB_CLOSE) || here < 2 || here == BOT_FAR)
		return false;
	for (int direction = 0; direction < DIR_COUNT; direction += 2) {
		int x = bot->view->hero_x + direction_dx[direction];
		int y = bot->view->hero_y + direction_dy[direction];
		if (bot_symbol(bot, x, y) != '\'' || foe_apart(bot, x, y) >= here ||
			bot_cell(bot, x, y)->shut >= SHUT_MOST)
			continue;
		bot_cell(bot, x, y)->shut++;
		bot_does(bot, VERB_CLOSE);
		bot->command.direction = (uint8_t)direction;
		return true;
	}
	return false;
}

/* Flees by stairs.  Adjacent creatures follow, so stairs help only against others. */
static bool takes_stairs(struct bot *bot)
{
	bool home = bot_may(bot, VERB_UP) && bot->view->status.depth > 1;
	bool fresh = bot->view->status.turn < bot->arrived + 2;
	if (bot->danger.adjacent >= bot->danger.awake || fresh)
		return false;
	if (home)
		return bot_does(bot, VERB_UP);
	return bot_may(bot, VERB_DOWN) && !bot_has_turned(bot) && bot_does(bot, VERB_DOWN);
}

static bool is_refuge(const struct bot *bot, int x, int y)
{
	char symbol = bot_symbol(bot, x, y);
	bool stairs = bot_wants_up(bot, x, y) || bot_wants_down(bot, x, y);
	return (stairs || symbol == '\'' || symbol == '+') &&
	       foe_apart(bot, x, y) > bot_distance(bot, x, y) &&
	       bot_distance(bot, x, y) <= STAIRS_WITHIN;
}

static bool runs(struct bot *bot)
{
	return bot->danger.adjacent == 0 && bot_walks_to(bot, is_refuge);
}

static bool heals(struct bot *bot)
{
	return bot_health_percent(bot) < HEALTH_LOW && bot_turns_to(bot, HINT_HEAL, NULL);
}

static bool bursts(struct bot *bot)
{
	for (size_t i = 0; i < bot->view->creature_count; i++) {
		const struct view_creature *creature = &bot->view->creatures[i];
		if (!creature->asleep && !creature->ally && !creature->captive &&
			bot_turns_to(bot, HINT_BURST, creature))
			return true;
	}
	return false;
}

static bool repels(struct bot *bot)
{
	bool done = bot_is_told(bot, bot->view->status.boons, "status-hasted");
	return bot_turns_to(bot, HINT_REPEL, bot->danger.nearest) ||
	       (!done && bot_turns_to(bot, HINT_BOOST, NULL));
}

static bool escapes(struct bot *bot)
{
	return bot->danger.awake > 0 && bot_turns_to(bot, HINT_ESCAPE, NULL);
}

/* Uses wands and spells against an adjacent enemy. */
static bool harms(struct bot *bot)
{
	return bot->danger.nearest && bot_turns_to(bot, HINT_HARM, bot->danger.nearest);
}

static bool gambles(struct bot *bot)
{
	return bot->danger.adjacent > 0 && bot_health_percent(bot) < HEALTH_LOW && bot_tries(bot);
}

static bool survives(struct bot *bot)
{
	static bot_rule *const rules[] = {shuts_door, bot_tinkers, bursts, takes_stairs, heals,
		repels, harms, escapes, runs, gambles};
	return endangered(bot) && bot_follow_rules(bot, rules, COUNT(rules));
}

/* ---- Fights ---- */

static bool is_narrow(const struct bot *bot, int x, int y)
{
	return bot_distance(bot, x, y) <= DOORWAY_WITHIN && bot_ways_on(bot, x, y) <= 2 &&
	       foe_apart(bot, x, y) > bot_distance(bot, x, y);
}

/* Against several enemies, goes where only one or two can reach it. */
static bool takes_doorway(struct bot *bot)
{
	return bot->danger.awake > 1 && bot->danger.adjacent == 0 &&
	       bot_ways_on(bot, bot->view->hero_x, bot->view->hero_y) > 2 &&
	       bot_walks_to(bot, is_narrow);
}

/* Waits, so that the enemy spends its turn coming and the bot strikes first. */
static bool lets_them_come(struct bot *bot)
{
	if (bot->danger.nearest->unaware || bot->patience >= PATIENCE)
		return false;
	bot->patience++;
	return bot_does(bot, VERB_SEARCH);
}

static bool strikes(struct bot *bot)
{
	const struct view_creature *foe = bot->danger.nearest;
	if (!foe)
		return false;
	if (bot_apart(bot->view->hero_x, bot->view->hero_y, foe->x, foe->y) == 1)
		return bot_strikes(bot, foe);
	if (bot_turns_to(bot, HINT_HARM, foe) || bot_tries_on(bot, foe) || bot_shoots(bot, foe) ||
		bot_draws(bot, foe))
		return true;
	return takes_doorway(bot) || lets_them_come(bot) || bot_strikes(bot, foe);
}

/* A blow at an unaware enemy does triple damage. */
static bool ambushes(struct bot *bot)
{
	const struct view_creature *sleeper = bot->danger.sleeper;
	if (!sleeper || bot_health_percent(bot) < HEALTH_FAIR)
		return false;
	int share = bot->appearances.blow_share[sleeper->appearance];
	int blows = 100 / (share ? share : 34);
	int loss = (blows > 3 ? blows - 3 : 0) * sleeper->hits_you * sleeper->blow_percent / 100;
	return loss < LOSS_SLEEPER && bot_strikes(bot, sleeper);
}

/* ---- In peace ---- */

static bool rests(struct bot *bot)
{
	bool ill = bot->view->status.conditions[0] != '\0';
	bool hurt = bot_health_percent(bot) < HEALTH_FAIR || ill;
	return hurt && bot->danger.awake == 0 && bot->view->status.food > 150 &&
	       bot_means(bot, BOT_RESTS, bot_does(bot, VERB_SEARCH));
}

static bool improves(struct bot *bot)
{
	bool arrived = bot->view->status.turn < bot->arrived + 5;
	if (bot->danger.awake > 0)
		return false;
	return bot_turns_to(bot, HINT_LASTING, NULL) ||
	       (arrived && bot_turns_to(bot, HINT_ARRIVAL, NULL)) || bot_tries(bot);
}

static bool explores(struct bot *bot)
{
	bool last =
		bot_may(bot, VERB_DOWN) || bot_nearest(bot, bot_wants_down, &(int){0}, &(int){0});
	bool long_here = bot->view->status.turn > bot->arrived + TURNS_A_DEPTH;
	bool hungry = bot->view->status.hunger[0] != '\0';
	if (last && bot_goes_deeper(bot) && (long_here || hungry))
		return false;
	return bot_means(bot, BOT_EXPLORES,
		bot_walks_to(bot, bot_wants_item) || bot_walks_to(bot, bot_wants_new));
}

static bool descends(struct bot *bot)
{
	if (!bot_goes_deeper(bot))
		return false;
	if (bot_may(bot, VERB_DOWN))
		return bot_does(bot, VERB_DOWN);
	return bot_walks_to(bot, bot_wants_down);
}

static bool now_and_then_wanders(struct bot *bot)
{
	return bot_below(bot, 12) == 0 && bot_wanders(bot);
}

bool bot_cautious_chooses(struct bot *bot)
{
	static bot_rule *const rules[] = {bot_chooses, bot_leaves_harm, survives, strikes,
		bot_takes, bot_arms, bot_sheds, bot_lights, bot_eats, bot_goes_home, improves,
		rests, bot_goes_home_without, bot_runs_errands, bot_frees, bot_tinkers, ambushes,
		explores, descends, now_and_then_wanders, bot_works, bot_searches};
	if (bot->danger.awake == 0 || bot->danger.adjacent > 0)
		bot->patience = 0;
	return bot_follow_rules(bot, rules, COUNT(rules));
}
