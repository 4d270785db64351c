/*
 * Whole games by a plain player: explore, fight what comes, drink when hurt, eat when hungry, go
 * down, carry the Receiver home.  He shows that games end, that none stalls, that the first depths
 * are kind, and that a win can be had.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/engine/stock.h"
#include "engine/rules.h"

#define GAMES 24
#define TURNS_A_DEPTH 2500
#define BORED_AFTER 900

static const struct content *stock;

struct bot {
	struct game *game;
	struct view view;
	struct command command;
	bool explored; /* this depth */
	int turns;     /* on this depth */
	unsigned shuffle;
};

static unsigned bot_below(struct bot *bot, unsigned bound)
{
	bot->shuffle = bot->shuffle * 1103515245u + 12345u;
	return (bot->shuffle >> 16) % bound;
}

static bool bot_uses(struct bot *bot, enum verb verb, int index)
{
	bot->command = (struct command){.verb = (uint8_t)verb, .item = (uint8_t)index};
	return true;
}

static bool bot_steps(struct bot *bot, int direction)
{
	bot->command = (struct command){.verb = VERB_STEP, .direction = (uint8_t)direction};
	return true;
}

/* By the real ways: he has explored them, or will. */
static bool bot_goes(struct bot *bot, int x, int y)
{
	uint8_t nearer, level;
	if (x < 0 || ways_toward(&bot->game->ways, bot->view.hero_x, bot->view.hero_y, x, y, true,
			     400, &nearer, &level) <= 0)
		return false;
	for (int i = 0; i < DIR_COUNT; i++)
		if (nearer & 1 << i)
			return bot_steps(bot, i);
	return false;
}

static bool bot_steers(struct bot *bot, enum steer_kind kind)
{
	struct steer steer;
	steer_begin(&steer, kind, 0, 0, 0, bot->game);
	return steer_next(&steer, bot->game, &bot->command);
}

static int pack_doing(const struct bot *bot, enum verb verb, enum effect effect)
{
	const struct game *game = bot->game;
	for (int i = 0; i < PACK_MAX; i++)
		if (game->pack[i].count > 0 && (item_verbs(game, &game->pack[i]) & 1u << verb) &&
			item_is_known(game, &game->pack[i]) &&
			(effect == EFFECT_COUNT ||
				item_kind_does(item_kind(game, &game->pack[i]), effect)))
			return i;
	return -1;
}

/* The nearest in sight who is up and knows of him; NULL when there is none. */
static const struct view_creature *bot_foe(const struct bot *bot)
{
	for (size_t i = 0; i < bot->view.creature_count; i++) {
		const struct view_creature *creature = &bot->view.creatures[i];
		int distance = distance_between(
			bot->view.hero_x, bot->view.hero_y, creature->x, creature->y);
		if ((!creature->asleep && !creature->unaware) || distance < 6)
			return creature;
	}
	return NULL;
}

/* ---- What he does, in order ---- */

static bool bot_heals(struct bot *bot)
{
	int potion = pack_doing(bot, VERB_QUAFF, EFFECT_HEAL);
	bool hurt = bot->view.status.health * 100 < bot->view.status.health_max * 40;
	return hurt && potion >= 0 && bot_foe(bot) != NULL && bot_uses(bot, VERB_QUAFF, potion);
}

static bool bot_fights(struct bot *bot)
{
	const struct view_creature *foe = bot_foe(bot);
	if (foe == NULL)
		return false;
	bool beside = distance_between(bot->view.hero_x, bot->view.hero_y, foe->x, foe->y) <= 1;
	if (!beside && bot->turns > BORED_AFTER)
		return false;
	if (bot_goes(bot, foe->x, foe->y) && bot_below(bot, 8) > 0)
		return true;
	return bot_uses(bot, VERB_WAIT, 0);
}

static bool bot_eats(struct bot *bot)
{
	int food = pack_doing(bot, VERB_EAT, EFFECT_COUNT);
	return bot->view.status.hunger[0] != '\0' && food >= 0 && bot_uses(bot, VERB_EAT, food);
}

static bool bot_takes(struct bot *bot)
{
	return bot->view.ground_count > 0 && bot->view.pack_count < PACK_MAX - 1 &&
	       bot_uses(bot, VERB_PICK_UP, 0);
}

static int worth_in_use(const struct game *game, const struct item *item)
{
	const struct item_kind *kind = item_kind(game, item);
	if (kind->might > body_might(game))
		return -1;
	return kind->class == ITEM_WEAPON
		       ? kind->damage.number * (kind->damage.sides + 1) + 2 * kind->damage.modifier
		       : kind->guard;
}

static bool bot_arms(struct bot *bot)
{
	const struct game *game = bot->game;
	for (int i = 0; i < PACK_MAX; i++) {
		uint8_t class = item_kind(game, &game->pack[i])->class;
		if (game->pack[i].count == 0 || (class != ITEM_WEAPON && class != ITEM_ARMOUR))
			continue;
		int used = item_in_use(game, class == ITEM_WEAPON ? ITEM_WIELDED : ITEM_WORN);
		int before = used < 0 ? 0 : worth_in_use(game, &game->pack[used]);
		if (i != used && worth_in_use(game, &game->pack[i]) > before)
			return bot_uses(bot, class == ITEM_WEAPON ? VERB_WIELD : VERB_WEAR, i);
	}
	return false;
}

static bool bot_reads(struct bot *bot)
{
	const struct game *game = bot->game;
	if (creature_has(game, HERO, STATUS_BLIND))
		return false;
	for (int i = 0; i < PACK_MAX; i++) {
		const struct item_kind *kind = item_kind(game, &game->pack[i]);
		bool better = item_kind_does(kind, EFFECT_ENCHANT_WEAPON) ||
			      item_kind_does(kind, EFFECT_ENCHANT_ARMOUR);
		if (game->pack[i].count > 0 && kind->class == ITEM_SCROLL &&
			(better || !item_is_known(game, &game->pack[i])))
			return bot_uses(bot, VERB_READ, i);
	}
	return false;
}

static bool bot_rests(struct bot *bot)
{
	bool hurt = bot->view.status.health * 100 < bot->view.status.health_max * 60;
	return hurt && bot->view.status.hunger[0] == '\0' && bot_steers(bot, STEER_REST);
}

static bool bot_goes_home(struct bot *bot)
{
	if (!bot->view.status.carries_receiver)
		return false;
	return game_legal(bot->game, VERB_UP)
		       ? bot_uses(bot, VERB_UP, 0)
		       : bot_goes(bot, bot->game->level->up_x, bot->game->level->up_y);
}

static bool bot_fetches_receiver(struct bot *bot)
{
	const struct game *game = bot->game;
	for (int i = 0; i < game->floor_count; i++) {
		const struct floor_item *lying = &game->floor[i];
		uint8_t flags = game->level->flags[level_at(game->level, lying->x, lying->y)];
		if (lying->item.kind != stock->receiver || !(flags & LEVEL_KNOWN))
			continue;
		if (bot->view.hero_x != lying->x || bot->view.hero_y != lying->y)
			return bot_goes(bot, lying->x, lying->y);
		return bot->view.pack_count == PACK_MAX ? bot_uses(bot, VERB_DROP, 0)
							: bot_uses(bot, VERB_PICK_UP, 0);
	}
	return false;
}

static bool bot_explores(struct bot *bot)
{
	if (bot->explored || bot->turns > BORED_AFTER)
		return false;
	bot->explored = !bot_steers(bot, STEER_EXPLORE);
	return !bot->explored;
}

static bool bot_descends(struct bot *bot)
{
	return game_legal(bot->game, VERB_DOWN)
		       ? bot_uses(bot, VERB_DOWN, 0)
		       : bot_goes(bot, bot->game->level->down_x, bot->game->level->down_y);
}

static bool bot_searches(struct bot *bot)
{
	bot->explored = false;
	return bot_below(bot, 3) ? bot_uses(bot, VERB_SEARCH, 0)
				 : bot_steps(bot, (int)bot_below(bot, DIR_COUNT));
}

typedef bool bot_rule(struct bot *bot);
static bot_rule *const rules[] = {bot_heals, bot_fights, bot_eats, bot_fetches_receiver, bot_takes,
	bot_arms, bot_reads, bot_rests, bot_goes_home, bot_explores, bot_descends, bot_searches};

static void bot_acts(struct bot *bot)
{
	size_t rule = 0;
	game_view(bot->game, &bot->view);
	while (!rules[rule](bot))
		rule++;
	if (game_act(bot->game, &bot->command) != VERDICT_REFUSED)
		return;
	bot_steps(bot, (int)bot_below(bot, DIR_COUNT));
	if (game_act(bot->game, &bot->command) == VERDICT_REFUSED)
		game_act(bot->game, &(struct command){.verb = VERB_WAIT});
}

/* A whole game; fails when one depth takes for ever. */
static struct result play(int number)
{
	struct seed seed = {{0xb0, 0x70, (uint8_t)number}};
	struct bot bot = {.game = game_new(stock, &seed, &(struct birth){.name = "Bot"}),
		.shuffle = (unsigned)number};
	struct result result;
	int depth = 1;
	while (game_going(bot.game)) {
		bot_acts(&bot);
		game_check(bot.game);
		if (bot.game->depth != depth) {
			depth = bot.game->depth;
			bot.turns = 0;
			bot.explored = false;
		}
		if (++bot.turns > TURNS_A_DEPTH)
			fail_msg("game %d stalls on depth %d", number, depth);
	}
	game_result(bot.game, &result);
	game_free(bot.game);
	return result;
}

static int by_depth(const void *one, const void *other)
{
	return *(const int *)one - *(const int *)other;
}

static void games_end_and_are_fair(void **state)
{
	int deepest[GAMES], won = 0;
	uint32_t turns = 0;
	(void)state;
	for (int number = 0; number < GAMES; number++) {
		struct result result = play(number);
		deepest[number] = result.deepest;
		won += result.outcome == OUTCOME_WON;
		turns += result.turns;
		assert_true(result.scored && result.cause[0] != '\0');
	}
	qsort(deepest, GAMES, sizeof deepest[0], by_depth);
	print_message("deepest: least %d, median %d, most %d; %d won of %d; %u turns a game\n",
		deepest[0], deepest[GAMES / 2], deepest[GAMES - 1], won, GAMES, turns / GAMES);
	assert_true(deepest[GAMES / 8] >= 3);
	assert_in_range(deepest[GAMES / 2], 4, 9);
	assert_true(deepest[GAMES - 1] >= 9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_end_and_are_fair),
	};
	struct content *content = stock_content();
	stock = content;
	int failures = cmocka_run_group_tests(tests, NULL, NULL);
	content_free(content);
	return failures;
}
