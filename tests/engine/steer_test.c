/* Steers: where they go, and where they stop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/engine/arena.h"

#define ROWS(rows) (rows), (int)(sizeof(rows) / sizeof((rows)[0]))

static const struct content *stock;

/* Follows a steer to its end; returns the steps. */
static int follow(struct game *game, enum steer_kind kind, int direction, int x, int y)
{
	struct steer steer;
	struct command command;
	int steps = 0;
	steer_begin(&steer, kind, direction, x, y, game);
	while (steer_next(&steer, game, &command)) {
		assert_int_not_equal(game_act(game, &command), VERDICT_REFUSED);
		game_check(game);
		assert_true(++steps <= 600);
	}
	return steps;
}

static void at(const struct game *game, int x, int y)
{
	assert_int_equal(game->creatures[HERO].x, x);
	assert_int_equal(game->creatures[HERO].y, y);
}

static const char *const bends[] = {
	"      ,,,,,,,,    ",
	"      ,      ,    ",
	" a,,,,,     ,     ",
	"           ,      ",
	"           ,,,,,, ",
	"           ,      ",
	"           ,      ",
};

static void runs_follow_a_corridor_round_bends_to_a_fork(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(bends), 1);
	assert_true(follow(game, STEER_RUN, DIR_E, 0, 0) > 10);
	at(game, 11, 4);
	game_free(game);
}

static const char *const rooms[] = {
	"###########      #########",
	"#.........#      #.......#",
	"#@........',,,,,,'.......#",
	"#.........#      #.......#",
	"#.........#      #.......#",
	"###########      #########",
};

static void runs_stop_at_walls_doors_and_things(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(rooms), 1);
	follow(game, STEER_RUN, DIR_S, 0, 0);
	at(game, 1, 4);
	follow(game, STEER_RUN, DIR_N, 0, 0);
	at(game, 1, 1);
	creature_move(game, HERO, 1, 2);
	senses_look(game);
	item_to_floor(game, (struct item){.kind = game->pack[0].kind, .count = 1}, 6, 2);
	follow(game, STEER_RUN, DIR_E, 0, 0);
	at(game, 6, 2);
	follow(game, STEER_RUN, DIR_E, 0, 0);
	at(game, 10, 2);
	follow(game, STEER_RUN, DIR_E, 0, 0);
	at(game, 17, 2);
	game_free(game);
}

static void runs_stop_for_who_comes_into_sight(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(rooms), 1);
	creature_move(game, HERO, 13, 2);
	arena_put(game, "cable-rat", 23, 4, CREATURE_ASLEEP);
	senses_look(game);
	assert_true(follow(game, STEER_RUN, DIR_E, 0, 0) > 0);
	assert_true(game_hero(game)->x <= 18);
	game_free(game);
}

static void travel_takes_the_shortest_known_way(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(rooms), 1);
	assert_int_equal(follow(game, STEER_TRAVEL, 0, 24, 4), 0);
	follow(game, STEER_EXPLORE, 0, 0, 0);
	creature_move(game, HERO, 1, 2);
	senses_look(game);
	assert_int_equal(follow(game, STEER_TRAVEL, 0, 20, 2), 19);
	at(game, 20, 2);
	game_free(game);
}

static void nobody_is_struck_by_a_steer(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(bends), 1);
	int rat = arena_put(game, "cable-rat", 4, 2, CREATURE_ASLEEP);
	game->creatures[rat].ready = game->now + 100000;
	senses_look(game);
	for (int i = 0; i < 5; i++)
		follow(game, STEER_RUN, DIR_E, 0, 0);
	at(game, 3, 2);
	assert_int_equal(game->creatures[rat].health, 10);
	game_free(game);
}

static void rest_ends_with_health_or_company(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(rooms), 1);
	assert_int_equal(follow(game, STEER_REST, 0, 0, 0), 0);
	game_hero(game)->health = 30;
	follow(game, STEER_REST, 0, 0, 0);
	assert_int_equal(game_hero(game)->health, game_hero(game)->health_max);
	game_hero(game)->health = 30;
	arena_put(game, "cable-rat", 8, 4, 0);
	senses_look(game);
	assert_int_equal(follow(game, STEER_REST, 0, 0, 0), 0);
	game_free(game);
}

/* On real levels: explored again and again, whatever interrupts, every open way is seen and the
 * stairs are reached. */
static void exploring_sees_the_whole_level(void **state)
{
	(void)state;
	for (int number = 0; number < 12; number++) {
		struct seed seed = {{0xe8, (uint8_t)number}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "A"});
		for (int slot = HERO + 1; slot < game->creature_top; slot++)
			if (game->creatures[slot].alive)
				creature_remove(game, slot);
		game->next_wanderer = UINT32_MAX;
		while (follow(game, STEER_EXPLORE, 0, 0, 0) > 0)
			game->hero.food = 1200;
		at(game, game->level->down_x, game->level->down_y);
		for (size_t i = 0; i < game->level->area_count; i++) {
			const struct area *area = &game->level->areas[i];
			uint8_t nearer, level;
			int way = ways_toward(&game->ways, area->x, area->y, game_hero(game)->x,
				game_hero(game)->y, true, 400, &nearer, &level);
			if (area->hall || way < 0)
				continue;
			assert_true(game->level->flags[level_at(game->level, area->x, area->y)] &
				    LEVEL_KNOWN);
		}
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_follow_a_corridor_round_bends_to_a_fork),
		cmocka_unit_test(runs_stop_at_walls_doors_and_things),
		cmocka_unit_test(runs_stop_for_who_comes_into_sight),
		cmocka_unit_test(travel_takes_the_shortest_known_way),
		cmocka_unit_test(nobody_is_struck_by_a_steer),
		cmocka_unit_test(rest_ends_with_health_or_company),
		cmocka_unit_test(exploring_sees_the_whole_level),
	};
	struct content *content = stock_content();
	stock = content;
	int failures = cmocka_run_group_tests(tests, NULL, NULL);
	content_free(content);
	return failures;
}
