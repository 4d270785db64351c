/* Waking by noise, sight and smell: the chances, and who wakes nobody. */
#include "tests/test.h"

#include "tests/engine/follow.h"

#define DRAWS 3000
#define CHANCES 120 /* a draw of the rules */

static const char *const hall[] = {
	"####################",
	"#................@.#",
	"#..................#",
	"#..................#",
	"####################",
};

static const char *const dark[] = {
	"####################",
	"#,,,,,,,,,,,,,,,,a,#",
	"#,,,,,,,,,,,,,,,,,,#",
	"#,,,,,,,,,,,,,,,,,,#",
	"####################",
};

static const char *const doors[] = {
	"####################",
	"#,,,,+,,,,',,,,,,a,#",
	"####################",
};

/* A hero without noise, who left no trail yet. */
static struct game *begin(const char *const *rows, int height, int x, int y)
{
	struct game *game = arena(rows, height);
	creature_move(game, HERO, x, y);
	memset(game->level->scent, 0, level_cells(game->level) * sizeof *game->level->scent);
	game->clock.now += 500 * TICKS_A_TURN;
	game->hero.noise = 0;
	senses_look(game);
	return game;
}

static void lay_trail(struct game *game, int x, int y, uint32_t turns_ago, bool strong)
{
	game->level->scent[level_at(game->level, x, y)] =
		(game_turn(game) + 1 - turns_ago) | (strong ? SMELL_STRONG : 0);
}

/* Of many draws of a sleeper, how many wake it. */
static int woken(struct game *game, int x, int y)
{
	int slot = arena_put(game, "lamp-moth", x, y, CREATURE_ASLEEP), count = 0;
	for (int i = 0; i < DRAWS; i++) {
		waking_turn(game);
		count += !(game->creatures[slot].flags & CREATURE_ASLEEP);
		game->creatures[slot].flags |= CREATURE_ASLEEP;
	}
	creature_remove(game, slot);
	return count;
}

/* The share of the draws that wake, within four deviations; none of none, exactly. */
static void wakes(struct game *game, int x, int y, int chances)
{
	int expected = DRAWS * chances / CHANCES, off = chances == 0 ? 0 : 16 + expected / 5;
	int count = woken(game, x, y);
	assert_in_range(count, expected > off ? expected - off : 0, expected + off);
	assert_true(chances == 0 || count > 0);
}

static void the_sight_of_a_lit_hero_wakes_one_in_30_within_7(void **state)
{
	(void)state;
	struct game *game = begin(ROWS(hall), 2, 2);
	wakes(game, 9, 2, 4);
	wakes(game, 10, 2, 0);
	place_set_terrain(game, 5, 2, stock->terrain.wall_vertical);
	senses_look(game);
	wakes(game, 8, 2, 0);
	game_free(game);
	game = begin(ROWS(dark), 2, 2);
	wakes(game, 6, 2, 0);
	wakes(game, 3, 2, 0);
	game_free(game);
}

static void a_fresh_trail_wakes_one_in_40_within_2_steps(void **state)
{
	(void)state;
	struct game *game = begin(ROWS(dark), 18, 1);
	lay_trail(game, 4, 2, 3, false);
	wakes(game, 6, 2, 3);
	wakes(game, 7, 2, 0);
	lay_trail(game, 4, 2, 3, true);
	wakes(game, 6, 2, 6);
	lay_trail(game, 4, 2, 10, false);
	wakes(game, 6, 2, 3);
	lay_trail(game, 4, 2, 11, true);
	wakes(game, 6, 2, 0);
	game_free(game);
}

static void a_closed_door_stops_the_smell(void **state)
{
	(void)state;
	struct game *game = begin(ROWS(doors), 18, 1);
	lay_trail(game, 4, 1, 2, false);
	lay_trail(game, 9, 1, 2, false);
	wakes(game, 6, 1, 0);
	wakes(game, 11, 1, 3);
	game_free(game);
}

/* One draw: the chances add up. */
static void the_causes_add_up_in_one_draw(void **state)
{
	(void)state;
	struct game *game = begin(ROWS(hall), 2, 2);
	game->hero.noise = 7;
	wakes(game, 8, 2, 30 + 4);
	lay_trail(game, 7, 2, 1, true);
	wakes(game, 8, 2, 30 + 4 + 6);
	uint32_t drawn = game->counters[game->depth][PURPOSE_WAKING];
	int slot = arena_put(game, "lamp-moth", 8, 2, CREATURE_ASLEEP);
	waking_turn(game);
	assert_int_equal(game->counters[game->depth][PURPOSE_WAKING], drawn + 1);
	creature_afflict(game, slot, STATUS_ASLEEP, 5);
	game->creatures[slot].flags |= CREATURE_ASLEEP;
	waking_turn(game);
	assert_int_equal(game->counters[game->depth][PURPOSE_WAKING], drawn + 1);
	game_free(game);
}

/* Walks by, three cells off, again and again. */
static void who_sneaks_in_the_dark_three_steps_off_wakes_nobody(void **state)
{
	(void)state;
	struct game *game = begin(ROWS(dark), 1, 1);
	arena_put(game, "lamp-moth", 18, 2, CREATURE_ASLEEP);
	for (int lap = 0; lap < 40; lap++)
		for (int step = 0; step < 14; step++) {
			creature_afflict(game, HERO, STATUS_HUSHED, 20);
			assert_int_equal(
				arena_do(game, VERB_STEP, lap % 2 ? DIR_W : DIR_E), VERDICT_SPENT);
		}
	assert_true(game->creatures[HERO + 1].flags & CREATURE_ASLEEP);
	assert_int_equal(game->counters[game->depth][PURPOSE_WAKING], 0);
	game_free(game);
}

static const uint8_t *shown_wakers(struct game *game)
{
	static struct view view;
	game_view(game, &view);
	assert_int_equal(view.creature_count, 1);
	return view.creatures[0].wakes;
}

static void examining_shows_what_may_wake(void **state)
{
	(void)state;
	struct game *game = begin(ROWS(hall), 2, 2);
	int slot = arena_put(game, "lamp-moth", 8, 2, CREATURE_ASLEEP);
	assert_memory_equal(shown_wakers(game), ((uint8_t[]){0, 30, 0}), WAKER_COUNT);
	game->hero.noise = 6;
	assert_memory_equal(shown_wakers(game), ((uint8_t[]){4, 30, 0}), WAKER_COUNT);
	lay_trail(game, 7, 2, 1, false);
	assert_memory_equal(shown_wakers(game), ((uint8_t[]){4, 30, 40}), WAKER_COUNT);
	lay_trail(game, 7, 2, 1, true);
	assert_memory_equal(shown_wakers(game), ((uint8_t[]){4, 30, 20}), WAKER_COUNT);
	game->hero.noise = 5;
	creature_move(game, HERO, 1, 2);
	memset(game->level->scent, 0, level_cells(game->level) * sizeof *game->level->scent);
	creature_move(game, slot, 9, 2);
	senses_look(game);
	assert_memory_equal(shown_wakers(game), ((uint8_t[]){0, 0, 0}), WAKER_COUNT);
	game->creatures[slot].flags = 0;
	creature_move(game, slot, 3, 2);
	assert_memory_equal(shown_wakers(game), ((uint8_t[]){0, 0, 0}), WAKER_COUNT);
	game_free(game);
}

/* ---- Auto-explore ---- */

/* The test puts a sleeper behind a fence: no walkable way leads to it. */
static const char *const moat[] = {
	"####################        ",
	"#................@.#        ",
	"#..................',,,,,   ",
	"#..................#    ,   ",
	"#..................#    ,   ",
	"#..................#    ,   ",
	"#..................#    ,   ",
	"#..................#    ,   ",
	"####################    ,   ",
};

static void auto_explore_keeps_out_of_the_sight_of_sleepers(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(moat));
	creature_move(game, HERO, 10, 7);
	for (int y = 1; y <= 3; y++)
		for (int x = 1; x <= 3; x++)
			if (x == 3 || y == 3)
				place_set_terrain(game, x, y, content_find_terrain(stock, "fence"));
	int slot = arena_put(game, "lamp-moth", 1, 1, CREATURE_ASLEEP | CREATURE_MET);
	game->knowledge.met[game->creatures[slot].kind] = 1;
	creature_afflict(game, slot, STATUS_ASLEEP, 250);
	struct item item = {.kind = content_find_item(stock, "crowbar"), .count = 1};
	item_to_floor(game, item, 5, 6);
	senses_look(game);
	struct command command;
	for (int press = 0; press < 2; press++) {
		auto_begin(&last, AUTO_EXPLORE, 0, 0, 0, game, &watch);
		while (auto_step(&last, game, &command)) {
			assert_int_not_equal(game_act(game, &command), VERDICT_REFUSED);
			assert_true(distance_between(game_hero(game)->x, game_hero(game)->y, 1, 1) >
				    WAKE_SIGHT_WITHIN);
		}
	}
	assert_int_equal(game->floor.count, 1);
	assert_true(game_hero(game)->x > 19);
	game_free(game);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sight_of_a_lit_hero_wakes_one_in_30_within_7),
		cmocka_unit_test(a_fresh_trail_wakes_one_in_40_within_2_steps),
		cmocka_unit_test(a_closed_door_stops_the_smell),
		cmocka_unit_test(the_causes_add_up_in_one_draw),
		cmocka_unit_test(who_sneaks_in_the_dark_three_steps_off_wakes_nobody),
		cmocka_unit_test(examining_shows_what_may_wake),
		cmocka_unit_test(auto_explore_keeps_out_of_the_sight_of_sleepers),
	};
	return stock_run(stock_content(), tests);
}
