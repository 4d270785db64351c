/*
 * Follows auto commands to their end, with one player's watch, in arenas new to it.
 *
 * A program of tests has one of each; stock is set by its main.
 */
#ifndef TRAPDOOR_TESTS_FOLLOW_H
#define TRAPDOOR_TESTS_FOLLOW_H

#include "engine/auto/auto.h"
#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"
#include "tests/engine/auto_moving.h"

static struct watch watch;
static struct auto_move last; /* that was followed */

static inline struct game *arena(const char *const *rows, int height)
{
	watch = (struct watch){0};
	return arena_new(stock, rows, height, 1);
}

/* Nothing that he finds is new to him. */
static inline void had_all(struct game *game)
{
	memset(game->pack.last_slots, 1, stock->counts.items);
}

/* Follows an auto command to its end; returns the steps. */
static inline int follow(struct game *game, enum auto_kind kind, int direction, int x, int y)
{
	struct command command;
	int steps = 0;
	auto_begin(&last, kind, direction, x, y, game, &watch);
	while (auto_step(&last, game, &command)) {
		assert_int_not_equal(game_act(game, &command), VERDICT_REFUSED);
		game_check(game);
		assert_true(++steps <= 600);
	}
	return steps;
}

static inline void at(const struct game *game, int x, int y)
{
	assert_int_equal(game->creatures[HERO].x, x);
	assert_int_equal(game->creatures[HERO].y, y);
}

/* How often something was said that has this in it. */
static inline int messages_of(const struct game *game, const char *part)
{
	int count = 0;
	for (int i = 0; i < game->messages.count; i++)
		if (strstr(game->messages.list[i].text, part) != NULL)
			count += game->messages.list[i].repeats;
	return count;
}

#endif
