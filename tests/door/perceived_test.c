/*
 * Facts are told of what the hero perceives, and of nowhere else.
 *
 * Bots play, and each event of each command must have happened where the hero then saw, felt or
 * minded something: in a cell that was in sight before the command or is after it, beside him, or
 * where somebody is whom he perceives from afar.
 */
#include "tests/test.h"

#include "door/bot/bot.h"
#include "engine/rules/rules.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

#define GAMES 30
#define TURNS 2500
#define CELLS_MAX (LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)

static uint8_t seen_before[CELLS_MAX];
static int glimpses;

static bool perceives_minds(const struct game *game)
{
	return creature_has(game, HERO, STATUS_DETECTING) ||
	       creature_has(game, HERO, STATUS_TELEPATHIC);
}

static bool near_hero(const struct game *game, int x, int y)
{
	const struct creature *hero = &game->creatures[HERO];
	return distance_between(hero->x, hero->y, x, y) <= 2;
}

static bool is_perceived(const struct game *game, int x, int y)
{
	size_t at = level_at(game->level, x, y);
	return near_hero(game, x, y) || ((seen_before[at] | game->level->flags[at]) & LEVEL_SEEN);
}

static void judge(const struct game *game, const struct event *event, int number)
{
	static const char *const words[] = {
#define ROW(id, word) word,
		ENGINE_EVENTS(ROW)
#undef ROW
	};
	assert_true(level_inside(game->level, event->x, event->y));
	if (is_perceived(game, event->x, event->y) &&
		is_perceived(game, event->from_x, event->from_y))
		return;
	/* Somebody may be in sight for less than a turn, and is named then. */
	glimpses++;
	if (event->subject[0] == '\0')
		fail_msg("game %d, turn %u: %s at %d,%d from %d,%d, where nothing is perceived",
			number, (unsigned)game_turn(game), words[event->kind], event->x, event->y,
			event->from_x, event->from_y);
}

static int play(const char *name, int number)
{
	struct seed seed = {{0x9e, (uint8_t)number}};
	struct bot *bot = bot_new(name, stock, (uint64_t)number);
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "P"});
	bool refused = false;
	int shown = 0;
	for (int turn = 0; turn < TURNS && game_going(game); turn++) {
		static struct bot_senses senses;
		struct event event;
		int depth = game->depth;
		bot_sense(game, refused, &senses);
		struct command command = bot_choose(bot, &senses);
		bool minds = perceives_minds(game);
		memcpy(seen_before, game->level->flags,
			(size_t)(game->level->width * game->level->height));
		refused = game_act(game, &command) == VERDICT_REFUSED;
		while (game_next_event(game, &event)) {
			shown++;
			if (game->depth == depth && !minds && !perceives_minds(game))
				judge(game, &event, number);
		}
	}
	game_free(game);
	bot_free(bot);
	return shown;
}

static void events_are_of_what_is_perceived(void **state)
{
	int shown = 0;
	(void)state;
	for (int number = 0; number < GAMES; number++)
		shown += play(number % 3 == 0 ? "reckless" : "cautious", number);
	print_message("%d events, %d of them glimpses\n", shown, glimpses);
	assert_true(shown > 1000 && glimpses * 200 < shown);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_are_of_what_is_perceived),
	};
	return stock_run(stock_content(), tests);
}
