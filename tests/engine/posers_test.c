/* Creatures that pose as items: at most one in the first seven depths of a run. */
#include "tests/test.h"

#include "tests/engine/stock_tests.h"

#include "engine/rules/rules.h"

#define RUNS 150
#define FEW_DEPTHS 7
#define DEEPEST 10
#define CALLS 30 /* of wanderers, on each depth */

/* Two kinds that are far more frequent than all others. */
#define CHEST(id, glyph, depth)                                                                    \
	"monster " id "\n  name " id "\n  glyph " glyph " text\n  look It stands.\n"               \
	"  first-sight It stands there.\n  death shut in by a " id "\n  depth " depth "\n"         \
	"  weight 300\n  hits 5d8\n  blow shuts 1d2\n  group 1-3\n  experience 5\n"                \
	"  instincts mimic 2, sight\n  poses-as gold\n"

/* A vault with three of them. */
static const char records[] = CHEST("t-box", "0", "1-26") CHEST("t-crate", "1",
	"5-26") "vault t-vault\n  name three boxes\n  depth 1-26\n  weight 300\n"
		"  legend m floor monster t-box\n  |#####\n  |#mmm#\n  |#...#\n  |##+##\n";

static int posers(const struct game *game)
{
	int count = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		count += game->creatures[slot].alive && creature_poses(game, slot) &&
			 creature_kind(game, slot)->poses.item != KIND_NONE;
	return count;
}

/* Counts those that wander to a depth that has lost its own. */
static int wandering_posers(struct game *game)
{
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		if (game->creatures[slot].alive)
			creature_remove(game, slot);
	for (int call = 0; call < CALLS; call++) {
		populate_wanderer(game);
		game->clock.now += TICKS_A_TURN;
	}
	return posers(game);
}

/* Counts those of each depth, visited in order or in reverse. */
static void visit(int run, bool down, int counts[DEEPEST + 1])
{
	struct seed seed = {{0x70, (uint8_t)run}};
	struct birth birth = {.name = "Tester", .bones_count = BONES_MAX};
	for (int i = 0; i < BONES_MAX; i++) {
		birth.past[i].depth = (uint8_t)(1 + i);
		snprintf(birth.past[i].name, sizeof birth.past[i].name, "Past%c", 'a' + i);
		snprintf(birth.past[i].killer, sizeof birth.past[i].killer, "t-box");
	}
	struct game *game = game_new(stock, &seed, &birth);
	counts[1] = posers(game);
	for (int i = 2; i <= DEEPEST; i++) {
		int depth = down ? i : DEEPEST + 2 - i;
		place_enter(game, depth, true);
		counts[depth] = posers(game);
		if (depth <= FEW_DEPTHS)
			assert_int_equal(wandering_posers(game), 0);
	}
	game_free(game);
}

static void at_most_one_poses_as_an_item_before_depth_8(void **state)
{
	int runs_of_depth[FEW_DEPTHS + 1] = {0}, deeper = 0;
	(void)state;
	for (int run = 0; run < RUNS; run++) {
		int counts[DEEPEST + 1], backwards[DEEPEST + 1], all = 0;
		visit(run, true, counts);
		visit(run, false, backwards);
		assert_memory_equal(counts + 1, backwards + 1, FEW_DEPTHS * sizeof *counts);
		for (int depth = 1; depth <= FEW_DEPTHS; depth++) {
			all += counts[depth];
			runs_of_depth[depth] += counts[depth];
		}
		for (int depth = FEW_DEPTHS + 1; depth <= DEEPEST; depth++)
			deeper += counts[depth];
		assert_in_range(all, 0, 1);
	}
	for (int depth = 1; depth <= FEW_DEPTHS; depth++)
		assert_true(runs_of_depth[depth] > 0);
	assert_true(deeper > RUNS);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(at_most_one_poses_as_an_item_before_depth_8),
	};
	return stock_run(stock_content_with(records), tests);
}
