/* Stairs: followers arrive with their turn, and creatures that stay behind recover. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

#define FOLLOWERS 5
#define MOVES 100

/* A monster that does nothing but approach and strike. */
static struct content *content_with_biter(void)
{
	return stock_content_of_kinds("monster t-biter\n  name biter\n  glyph 0 text\n"
				      "  look A thing of tests.\n"
				      "  first-sight A thing of tests comes.\n"
				      "  death tested by a biter\n  depth 1-26\n"
				      "  hits 4d4\n  blow bites 1d2\n  experience 1\n"
				      "  instincts sight\n");
}

static void remove_others(struct game *game)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive)
			creature_remove(game, slot);
}

/* Makes room for followers round the stairs. */
static void clear_around(struct game *game)
{
	int x = game_hero(game)->x, y = game_hero(game)->y;
	for (int direction = 0; direction < DIR_COUNT; direction++)
		place_set_terrain(game, x + direction_dx[direction], y + direction_dy[direction],
			stock->terrain.floor);
}

/* A hero on stairs down, whom nothing kills, and nobody else on this level or the next. */
static struct game *begin(void)
{
	static const char *const rows[] = {
		"#########",
		"#......<#",
		"#.......#",
		"#.@.>...#",
		"#.......#",
		"#.......#",
		"#########",
	};
	struct game *game = arena_new(stock, ROWS(rows), 1);
	game_hero(game)->health = game_hero(game)->health_max = 20000;
	game->hero.food = BODY_FOOD_MOST;
	creature_move(game, HERO, 4, 3);
	assert_int_equal(arena_do(game, VERB_DOWN, 0), VERDICT_SPENT);
	remove_others(game);
	clear_around(game);
	assert_int_equal(arena_do(game, VERB_UP, 0), VERDICT_SPENT);
	return game;
}

/* The creatures of the level, and the blows at the hero in the last command. */
static int count_others(const struct game *game)
{
	int count = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		count += game->creatures[slot].alive;
	return count;
}

static int count_blows(struct game *game)
{
	struct event event;
	int blows = 0;
	while (game_next_event(game, &event))
		blows += event.kind == EVENT_HURT || event.kind == EVENT_MISS;
	return blows;
}

/* Goes up and down stairs, whatever happens. */
static int dance(struct game *game)
{
	int blows = 0;
	for (int move = 0; move < MOVES; move++) {
		enum verb verb = game->depth == 1 ? VERB_DOWN : VERB_UP;
		assert_int_equal(arena_do(game, verb, 0), VERDICT_SPENT);
		assert_int_equal(count_others(game), FOLLOWERS);
		blows += count_blows(game);
	}
	return blows;
}

static void a_dance_on_stairs_spares_no_blow(void **state)
{
	(void)state;
	struct game *game = begin();
	for (int i = 0; i < FOLLOWERS; i++)
		arena_put(game, "t-biter", 3 + i % 3, 2 + 2 * (i / 3), CREATURE_AWARE);
	int blows = dance(game);
	assert_in_range(blows, MOVES * FOLLOWERS * 9 / 10, MOVES * FOLLOWERS);
	game_free(game);
}

static void a_follower_keeps_the_tick_of_its_next_action(void **state)
{
	(void)state;
	struct game *game = begin();
	int slot = arena_put(game, "t-biter", 3, 3, CREATURE_AWARE);
	game->creatures[slot].ready = game->clock.now + 170;
	uint32_t ready = game->creatures[slot].ready;
	assert_int_equal(arena_do(game, VERB_DOWN, 0), VERDICT_SPENT);
	assert_int_equal(count_blows(game), 0);
	assert_int_equal(game->creatures[HERO + 1].ready, ready);
	assert_int_equal(arena_do(game, VERB_WAIT, 0), VERDICT_SPENT);
	assert_int_equal(count_blows(game), 1);
	game_free(game);
}

/* The health of a creature of 10 that was left behind with 1, after so many turns below. */
static int health_after(int turns)
{
	struct game *game = begin();
	int slot = arena_put(game, "t-biter", 1, 1, 0);
	game->creatures[slot].flags = CREATURE_CAPTIVE;
	game->creatures[slot].health = 1;
	assert_int_equal(arena_do(game, VERB_DOWN, 0), VERDICT_SPENT);
	for (int i = 1; i < turns; i++) {
		remove_others(game);
		assert_int_equal(arena_do(game, VERB_WAIT, 0), VERDICT_SPENT);
	}
	assert_int_equal(arena_do(game, VERB_UP, 0), VERDICT_SPENT);
	assert_int_equal(game->depth, 1);
	int health = game->creatures[slot].health;
	game_free(game);
	return health;
}

static void who_stays_behind_recovers_by_the_turns_away(void **state)
{
	(void)state;
	assert_int_equal(health_after(1), 1);
	assert_int_equal(health_after(9), 1);
	assert_int_equal(health_after(30), 4);
	assert_int_equal(health_after(80), 9);
	assert_int_equal(health_after(100), 10);
	assert_int_equal(health_after(500), 10);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_dance_on_stairs_spares_no_blow),
		cmocka_unit_test(a_follower_keeps_the_tick_of_its_next_action),
		cmocka_unit_test(who_stays_behind_recovers_by_the_turns_away),
	};
	return stock_run(content_with_biter(), tests);
}
