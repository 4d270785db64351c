/* Gas that has just arrived: it damages in that turn, and some of it lives for one turn. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/gas_room.h"
#include "tests/engine/stock_tests.h"

/* A body without blows beside the stock content. */
static const char records[] =
	"monster plain-body\n  name plain body\n  glyph 0 dim\n  look It stands.\n"
	"  first-sight It stands there.\n  death stood upon\n  depth 1\n  weight 0\n  hits 5d8\n"
	"  experience 0\n  instincts ambush 1\n";

static uint32_t total_of(const struct game *game, uint16_t kind)
{
	for (int i = 0; i < game->level->gas_count; i++)
		if (game->level->gases[i].kind == kind)
			return game->level->gases[i].total;
	return 0;
}

/* Each body that the gas reaches loses health in that turn, and never more from a short breath. */
static void it_damages_in_the_turn_in_which_it_arrives(void **state)
{
	static const char *const ids[] = {"green-gas", "fire-gas", "steam"};
	(void)state;
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
		struct game *game = arena_new(stock, ROWS(room), 1);
		int slot = arena_put(game, "plain-body", 10, 2, CREATURE_ASLEEP);
		game->creatures[slot].health = game->creatures[slot].health_max = 50;
		gas_add(game->level, gas_begin(game->level, cloud(ids[i])), 12, 2, 90);
		gas_turn(game);
		assert_int_equal(game->creatures[slot].health, 50);
		gas_turn(game);
		assert_true(game->creatures[slot].health < 50);
		game_free(game);
	}
}

static void a_breath_of_poison_costs_what_it_says(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int slot = arena_put(game, "plain-body", 4, 2, CREATURE_ASLEEP);
	game->creatures[slot].health = game->creatures[slot].health_max = 50;
	gas_release(game, cloud("green-gas"), 4, 2, 90);
	assert_int_equal(game->creatures[slot].health, 49);
	creature_move(game, slot, 12, 2);
	for (int i = 0; i < 9; i++)
		creature_pass_turn(game, slot);
	assert_int_equal(game->creatures[slot].health, 47);
	game_free(game);
}

/* Gas that loses everything in a turn acts on the neighbours before, and is gone then. */
static void nitroglycerine_gas_lives_for_one_turn(void **state)
{
	uint16_t fumes = cloud("nitro-fumes");
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int near = arena_put(game, "plain-body", 11, 2, CREATURE_ASLEEP);
	int far = arena_put(game, "plain-body", 12, 3, CREATURE_ASLEEP);
	for (int slot = near; slot <= far; slot++)
		game->creatures[slot].health = game->creatures[slot].health_max = 50;
	assert_true(gas_release(game, fumes, 10, 2, 36));
	assert_int_equal(game->creatures[near].health, 50);
	gas_turn(game);
	int left = game->creatures[near].health;
	assert_true(left < 50);
	assert_int_equal(game->creatures[far].health, 50);
	assert_int_equal(total_of(game, fumes), 0);
	assert_int_equal(game->level->gas_count, 0);
	gas_turn(game);
	assert_int_equal(game->creatures[near].health, left);
	game_free(game);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_damages_in_the_turn_in_which_it_arrives),
		cmocka_unit_test(a_breath_of_poison_costs_what_it_says),
		cmocka_unit_test(nitroglycerine_gas_lives_for_one_turn),
	};
	return stock_run(stock_content_with(records), tests);
}
