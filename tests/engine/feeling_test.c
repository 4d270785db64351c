/*
 * Feelings: what is told of a level that is new comes of what is on it, and of nothing else.
 */
#include "engine/generate/generate.h"
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock.h"
#include "tests/engine/stock_tests.h"

static const char *const hall[] = {
	"##############################",
	"#............................#",
	"#............................#",
	"#...........................@#",
	"##############################",
};

/* A place at depth 5, with nobody and nothing in it. */
static struct game *place_at(int depth)
{
	struct game *game = arena_new(stock, ROWS(hall), 1);
	game->depth = (uint8_t)depth;
	game->level->kind = content_find_level(stock, "stacks");
	return game;
}

static enum text_id natives_felt(const struct game *game)
{
	struct feeling feeling;
	feeling_work_out(game, &feeling);
	return feeling.natives;
}

static enum text_id items_felt(const struct game *game)
{
	struct feeling feeling;
	feeling_work_out(game, &feeling);
	return feeling.things;
}

/* One that is at home at a depth, and whose presence adds up slowly. */
static const char *kind_of_depth(int depth)
{
	const struct creature_kind *found = NULL;
	for (uint16_t i = 0; i < stock->counts.creatures; i++) {
		const struct creature_kind *kind = &stock->creatures[i];
		if (depth >= kind->depth_low && depth <= kind->depth_high && kind->weight > 0 &&
			!(kind->traits & TRAIT_UNIQUE) &&
			(found == NULL || kind->experience < found->experience))
			found = kind;
	}
	assert_non_null(found);
	return found->id;
}

/* From none to very many of them. */
static void danger_adds_up(void **state)
{
	(void)state;
	struct game *game = place_at(5);
	const char *kind = kind_of_depth(5);
	enum text_id felt = natives_felt(game);
	assert_int_equal(felt, TEXT_FEELING_QUIET);
	bool quiet = false, usual = false, danger = false, deadly = false;
	for (int x = 1; x <= 28; x++)
		for (int y = 1; y <= 3; y++) {
			if (creature_at(game, x, y) < 0)
				arena_put(game, kind, x, y, CREATURE_ASLEEP);
			felt = natives_felt(game);
			assert_true(felt != TEXT_FEELING_QUIET || !usual);
			assert_true(felt != TEXT_COUNT || !danger);
			assert_true(felt != TEXT_FEELING_DANGER || !deadly);
			quiet = quiet || felt == TEXT_FEELING_QUIET;
			usual = usual || felt == TEXT_COUNT;
			danger = danger || felt == TEXT_FEELING_DANGER;
			deadly = deadly || felt == TEXT_FEELING_DEADLY;
		}
	assert_true(quiet && usual && danger && deadly);
	game_free(game);
}

static void deeper_natives_are_felt_and_others_are_not(void **state)
{
	(void)state;
	const char *deeper = kind_of_depth(11);
	struct game *game = place_at(5);
	int slot = arena_put(game, deeper, 20, 2, CREATURE_ASLEEP);
	assert_int_equal(natives_felt(game), TEXT_FEELING_DEEPER);
	game->creatures[slot].flags |= CREATURE_CAPTIVE;
	assert_int_equal(natives_felt(game), TEXT_FEELING_QUIET);
	game->creatures[slot].flags = CREATURE_ALLY;
	assert_int_equal(natives_felt(game), TEXT_FEELING_QUIET);
	game->creatures[slot].flags = 0;
	game->creatures[slot].past = 1;
	assert_int_equal(natives_felt(game), TEXT_FEELING_QUIET);
	game_free(game);
}

static void treasure_is_felt_and_goods_are_not(void **state)
{
	(void)state;
	struct game *game = place_at(5);
	struct item item = {.count = 1};
	int dearest = 0;
	for (uint16_t i = 0; i < stock->counts.items; i++)
		if (stock->items[i].price > dearest) {
			dearest = stock->items[i].price;
			item.kind = i;
		}
	assert_true(dearest > 0);
	assert_int_equal(items_felt(game), TEXT_COUNT);
	for (int x = 1; x <= 28 && items_felt(game) == TEXT_COUNT; x++)
		item_to_floor(game, item, x, 1);
	assert_int_equal(items_felt(game), TEXT_FEELING_TREASURE);
	for (int i = 0; i < game->floor.count; i++)
		game->floor.items[i].item.flags |= ITEM_FOR_SALE;
	assert_int_equal(items_felt(game), TEXT_COUNT);
	game_free(game);
}

static void a_thing_with_a_name_is_felt(void **state)
{
	(void)state;
	struct game *game = place_at(5);
	uint16_t affix = 0;
	while (affix < stock->counts.affixes && stock->affixes[affix].base == KIND_NONE)
		affix++;
	assert_true(affix < stock->counts.affixes);
	item_to_floor(game,
		(struct item){.kind = stock->affixes[affix].base,
			.count = 1,
			.affix = (uint16_t)(affix + 1)},
		9, 2);
	assert_int_equal(items_felt(game), TEXT_FEELING_NAMED);
	game_free(game);
}

static void the_first_depth_is_felt_not_at_all(void **state)
{
	(void)state;
	struct game *game = place_at(1);
	assert_int_equal(natives_felt(game), TEXT_COUNT);
	assert_int_equal(items_felt(game), TEXT_COUNT);
	game_free(game);
}

static int times_shown(const struct game *game, const char *part)
{
	int count = 0;
	for (int i = 0; i < game->messages.count; i++)
		count += strstr(game->messages.list[i].text, part) != NULL;
	return count;
}

static int deeper_on(const struct game *game)
{
	int count = 0;
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		count += game->creatures[slot].alive &&
			 !(game->creatures[slot].flags & CREATURE_CAPTIVE) &&
			 creature_kind(game, slot)->depth_low > game->depth;
	return count;
}

/* On levels as they are: now and then there is one who lives further down, and he is told of. */
static void deeper_natives_are_rare_and_told_of(void **state)
{
	(void)state;
	struct content *bare = stock_bare_content();
	int levels = 0, with = 0;
	for (int number = 0; number < 60; number++) {
		struct seed seed = {{0x51, (uint8_t)number}};
		struct birth birth = {.name = "Ada"};
		struct game *game = game_new(bare, &seed, &birth);
		for (int depth = 2; depth <= 8; depth++) {
			game_hero(game)->health = game_hero(game)->health_max = 3000;
			game->messages.count = 0;
			place_enter(game, depth, true);
			bool deeper = deeper_on(game) > 0;
			assert_true(!deeper || depth > 2);
			bool shown = times_shown(game, "lives much further down") > 0;
			assert_true(deeper || !shown);
			levels++;
			with += deeper && shown;
		}
		game_free(game);
	}
	assert_in_range(with * 100 / levels, 1, 10);
	content_free(bare);
}

/* The words of a kind's arrival are told once in a run, on the first depth that is of it. */
static void each_kind_of_level_is_told_of_once(void **state)
{
	(void)state;
	for (int number = 0; number < 6; number++) {
		struct seed seed = {{0x52, (uint8_t)number}};
		struct birth birth = {.name = "Ada"};
		struct game *game = game_new(stock, &seed, &birth);
		static bool shown[UINT8_MAX];
		memset(shown, 0, sizeof shown);
		shown[game->level->kind] = true;
		for (int depth = 2; depth <= 12; depth++) {
			game_hero(game)->health = game_hero(game)->health_max = 3000;
			game->messages.count = 0;
			place_enter(game, depth, true);
			uint16_t kind = game->level->kind;
			assert_int_equal(kind, level_kind_of_depth(stock, &seed, depth));
			int count = times_shown(game, stock->levels[kind].arrival);
			assert_int_equal(count, shown[kind] ? 0 : 1);
			shown[kind] = true;
		}
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(danger_adds_up),
		cmocka_unit_test(deeper_natives_are_felt_and_others_are_not),
		cmocka_unit_test(treasure_is_felt_and_goods_are_not),
		cmocka_unit_test(a_thing_with_a_name_is_felt),
		cmocka_unit_test(the_first_depth_is_felt_not_at_all),
		cmocka_unit_test(deeper_natives_are_rare_and_told_of),
		cmocka_unit_test(each_kind_of_level_is_told_of_once),
	};
	return stock_run(stock_content(), tests);
}
