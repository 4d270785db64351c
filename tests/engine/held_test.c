/* Holding: a holder holds a body exactly as long as it is next to it. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const room[] = {
	"##########",
	"#........#",
	"#.@......#",
	"#........#",
	"##########",
};

static const struct clause fast = {.row = EFFECT_STICK, .duration = 20};

/* A worm beside the hero, which has wound round him. */
static struct game *held(int *worm)
{
	struct game *game = arena_new(stock, ROWS(room), 1);
	*worm = arena_put(game, "wire-worm", 3, 2, 0);
	game->creatures[*worm].ready = game->clock.now + 100000;
	assert_true(effect_apply(game, &fast, 2, 2, *worm, NULL));
	assert_int_equal(game->creatures[HERO].held_by, *worm + 1);
	game_check(game);
	return game;
}

static void the_dead_hold_nobody(void **state)
{
	(void)state;
	int worm;
	struct game *game = held(&worm);
	combat_harm(game, worm, 1000, HERO, HARM_BLOW, NULL);
	assert_false(creature_has(game, HERO, STATUS_STUCK));
	assert_true(arena_told(game, "Nothing holds you any more."));
	game_check(game);
	game_free(game);
}

static void a_holder_that_leaves_lets_go(void **state)
{
	(void)state;
	int worm;
	struct game *game = held(&worm);
	arena_do(game, VERB_STEP, DIR_W);
	assert_int_equal(game_hero(game)->x, 2);
	creature_move(game, worm, 7, 2);
	arena_do(game, VERB_STEP, DIR_W);
	assert_int_equal(game_hero(game)->x, 1);
	game_free(game);

	game = held(&worm);
	creature_move(game, worm, 7, 2);
	arena_do(game, VERB_WAIT, 0);
	arena_do(game, VERB_WAIT, 0);
	assert_false(creature_has(game, HERO, STATUS_STUCK));
	game_free(game);
}

static void a_held_body_that_is_moved_is_free(void **state)
{
	(void)state;
	int worm;
	struct game *game = held(&worm);
	creature_move(game, HERO, 8, 3);
	assert_false(creature_has(game, HERO, STATUS_STUCK));
	game_check(game);
	game_free(game);

	game = held(&worm);
	place_enter(game, 2, true);
	assert_false(creature_has(game, HERO, STATUS_STUCK));
	game_check(game);
	game_free(game);
}

static void a_web_that_is_gone_holds_nobody(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	place_set_terrain(game, 2, 2, content_find_terrain(stock, "web"));
	terrain_enter(game, HERO);
	assert_true(creature_has(game, HERO, STATUS_STUCK));
	assert_true(terrain_trigger(game, 2, 2, TRIGGER_BREAK, -1));
	assert_false(creature_has(game, HERO, STATUS_STUCK));
	game_free(game);
}

/* Out of a flask it is nobody's hand, and lasts its time. */
static void glue_lasts_its_time(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	assert_true(effect_apply(game, &fast, 2, 2, HERO, "a flask of glue"));
	assert_int_equal(game->creatures[HERO].held_by, 0);
	for (int i = 0; i < 10; i++)
		arena_do(game, VERB_WAIT, 0);
	assert_true(creature_has(game, HERO, STATUS_STUCK));
	game_free(game);
}

static void the_holder_is_saved(void **state)
{
	(void)state;
	struct complaint complaint;
	size_t size;
	struct seed seed = {{0x4e}};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "A"});
	int x = game_hero(game)->x, y = game_hero(game)->y;
	assert_true(place_free_near(game, &x, &y));
	int worm = arena_put(game, "wire-worm", x, y, 0);
	assert_true(effect_apply(game, &fast, game_hero(game)->x, game_hero(game)->y, worm, NULL));
	uint8_t *bytes = game_save(game, &size);
	struct game *again = game_load(stock, bytes, size, &complaint);
	assert_non_null(again);
	assert_int_equal(game_digest(again), game_digest(game));
	assert_int_equal(again->creatures[HERO].held_by, worm + 1);
	game->creatures[HERO].held_by = 0;
	assert_int_not_equal(game_digest(again), game_digest(game));
	creature_remove(again, worm);
	assert_false(creature_has(again, HERO, STATUS_STUCK));
	free(bytes);
	game_free(again);
	game_free(game);
}

/* An adjacent creature aware of the hero follows him, unless a status prevents it. */
static void a_held_creature_does_not_follow(void **state)
{
	static const int keeps[] = {
		-1, STATUS_STUCK, STATUS_PARALYSED, STATUS_FROZEN, STATUS_ASLEEP, STATUS_AFRAID};
	(void)state;
	for (size_t i = 0; i < sizeof keeps / sizeof *keeps; i++) {
		struct game *game = arena_hall(stock);
		int count = 0;
		creature_move(game, HERO, 19, 4);
		int worm = arena_put(game, "wire-worm", 18, 4, CREATURE_AWARE);
		if (keeps[i] >= 0)
			game->creatures[worm].status[keeps[i]] = 9;
		assert_int_equal(arena_do(game, VERB_DOWN, 0), VERDICT_SPENT);
		for (int slot = HERO + 1; slot < game->creature_top; slot++)
			count += game->creatures[slot].alive &&
				 (game->creatures[slot].flags & CREATURE_AWARE) &&
				 distance_between(game->creatures[slot].x, game->creatures[slot].y,
					 game_hero(game)->x, game_hero(game)->y) <= 1;
		assert_int_equal(count, keeps[i] < 0);
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_dead_hold_nobody),
		cmocka_unit_test(a_holder_that_leaves_lets_go),
		cmocka_unit_test(a_held_body_that_is_moved_is_free),
		cmocka_unit_test(a_web_that_is_gone_holds_nobody),
		cmocka_unit_test(glue_lasts_its_time),
		cmocka_unit_test(the_holder_is_saved),
		cmocka_unit_test(a_held_creature_does_not_follow),
	};
	return stock_run(stock_content(), tests);
}
