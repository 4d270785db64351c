/* Auto-explore waits for allies and walks to locks. */
#include "tests/test.h"

#include "tests/engine/follow.h"

static const char *const gallery[] = {
	"############################################################",
	"#....@.....................................................#",
	"############################################################",
};

/* Makes the cells east of the hero unknown. */
static void forget(struct game *game)
{
	for (int x = 20; x < game->level->width; x++)
		for (int y = 0; y < game->level->height; y++) {
			size_t cell = level_at(game->level, x, y);
			game->level->flags[cell] &= (uint8_t)~LEVEL_KNOWN;
		}
	for (int x = 1; x < game->level->width; x++)
		game->level->flags[level_at(game->level, x, 1)] &= (uint8_t)~LEVEL_LIT;
	senses_look(game);
}

static int away(const struct game *game, int slot)
{
	return abs(game->creatures[slot].x - game->creatures[HERO].x);
}

/* A companion at half the hero's speed is never left behind. */
static void a_slow_ally_is_waited_for(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(gallery));
	struct command command;
	int ally = arena_put(game, "wire-worm", 4, 1, CREATURE_ALLY), waits = 0;
	forget(game);
	auto_begin(&last, AUTO_EXPLORE, 0, 0, 0, game, &watch);
	while (auto_step(&last, game, &command)) {
		game_act(game, &command);
		waits += command.verb == VERB_WAIT;
		assert_true(away(game, ally) <= 5);
	}
	assert_true(waits > 5);
	assert_true(game->creatures[HERO].x > 50);
	game_free(game);
}

/* An ally that does not come is reported once; asked again, the hero goes on. Once it has been
 * near again, it is waited for as before. */
static void an_ally_that_stays_is_reported_once(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(gallery));
	int ally = arena_put(game, "desk-dog", 1, 1, CREATURE_ALLY | CREATURE_ASLEEP);
	forget(game);
	int x = game->creatures[HERO].x;
	assert_in_range(follow(game, AUTO_EXPLORE, 0, 0, 0), 1, 10);
	assert_true(last.blocked);
	assert_non_null(strstr(last.says, "desk dog, does not keep up with you"));
	assert_int_equal(game->creatures[HERO].x, x);
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_true(game->creatures[HERO].x > 50);
	assert_null(strstr(last.says, "keep up"));
	creature_move(game, ally, game->creatures[HERO].x - 2, 1);
	senses_look(game);
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_false(watch.ally_left);
	game_free(game);
}

static const char *const store[] = {
	"#####################",
	"#@........>....#....#",
	"#..............#....#",
	"#..............#....#",
	"#####################",
};

/* With the key of a lock in the pack, exploring ends beside the lock. The lock is not opened, and
 * asked again the hero goes to the stairs. Without the key he does not go there. */
static void a_lock_is_walked_to_with_its_key(void **state)
{
	(void)state;
	for (int key = 0; key < 2; key++) {
		struct game *game = arena(ROWS(store));
		uint16_t lock = content_find_terrain(stock, "locked-door"), kind = 0;
		place_set_terrain(game, 15, 2, lock);
		while (!stock->items[kind].tool.opens)
			kind++;
		if (key)
			item_into_pack(game, (struct item){.kind = kind, .count = 1});
		had_all(game);
		game->level->flags[level_at(game->level, 15, 2)] |= LEVEL_LIT;
		senses_look(game);
		follow(game, AUTO_EXPLORE, 0, 0, 0);
		if (key)
			at(game, 14, 2);
		else
			assert_true(game->creatures[HERO].x < 14);
		assert_int_equal(game->level->terrain[level_at(game->level, 15, 2)], lock);
		assert_int_equal(strstr(last.says, "you have its key") != NULL, key);
		follow(game, AUTO_EXPLORE, 0, 0, 0);
		at(game, 10, 1);
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_slow_ally_is_waited_for),
		cmocka_unit_test(an_ally_that_stays_is_reported_once),
		cmocka_unit_test(a_lock_is_walked_to_with_its_key),
	};
	return stock_run(stock_content(), tests);
}
