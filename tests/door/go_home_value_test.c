/*
 * lab bot --curve: a copy that goes home from a depth plays the game of a bot that was told to go
 * home from there, the copied game is unchanged, and weakened heroes are weak.
 */
#include "engine/lab/lab.h"
#include "tests/test.h"

#include "door/record/game_record.h"
#include "door/record/go_home_value.h"
#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static void asks(void *context, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses)
{
	go_home_value_ask(context, game, bot, senses);
}

static void who_is_copied_goes_home_like_who_is_told_to(void **state)
{
	(void)state;
	struct seed seed = {{0xcf, 2}};
	struct bot_game alone, watched;
	struct go_home_value *curve = go_home_value_new(stock);
	const struct bot_witness witness = {curve, asks, NULL};
	bot_play("cautious", stock, &seed, bot_birth(false), NULL, NULL, &alone);
	bot_play_before("cautious", stock, &seed, bot_birth(false), 0, &witness, &watched);
	assert_true(alone.digest == watched.digest);
	json_t *homes = go_home_value_json(curve);
	assert_true(json_array_size(homes) >= 3);
	for (int depth = 1; depth <= 3; depth++) {
		const json_t *home = json_array_get(homes, (size_t)depth - 1);
		struct bot_game shown;
		const struct bot_witness nobody = {0};
		bot_play_before("cautious", stock, &seed, bot_birth(false), depth, &nobody, &shown);
		assert_int_equal(json_integer_value(json_object_get(home, "depth")), depth);
		assert_int_equal(
			json_integer_value(json_object_get(home, "score")), shown.result.score);
		assert_true(shown.result.deepest == depth);
	}
	json_decref(homes);
	go_home_value_free(curve);
}

static void the_weak_have_little_and_nothing_that_helps(void **state)
{
	static const char *const rows[] = {"####", "#@.#", "####"};
	(void)state;
	struct game *game = arena_new(stock, ROWS(rows), 1);
	int mending = arena_give(game, "mending", 3), darts = arena_give(game, "biscuit", 2);
	lab_weaken(game);
	assert_int_equal(game_hero(game)->health_max, 20);
	assert_int_equal(game_hero(game)->health, 5);
	assert_int_equal(game->hero.mana, 0);
	assert_int_equal(game->pack.items[mending].count, 0);
	assert_int_equal(game->pack.items[darts].count, 2);
	game_hero(game)->health = 3;
	lab_weaken(game);
	assert_int_equal(game_hero(game)->health, 3);
	game_check(game);
	game_free(game);
}

/* ---- Keys ---- */

struct counting {
	struct game_record *record;
	unsigned explored, commands;
};

static void counts(void *context, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses)
{
	struct counting *counting = context;
	counting->explored += bot_purpose(bot) == BOT_EXPLORES;
	counting->commands++;
	game_record_asks(counting->record, game, bot, senses);
}

static void follows(void *context, struct game *game, const struct command *command)
{
	game_record_follows(((struct counting *)context)->record, game, command);
}

/* Most of what a bot does is to explore, and that is a key now and then. */
static void exploring_is_one_key_until_something_comes(void **state)
{
	(void)state;
	struct counting counting = {.record = game_record_new(stock)};
	const struct bot_witness witness = {&counting, counts, follows};
	struct bot_game played;
	bot_play_before("cautious", stock, &(struct seed){{0xcf, 3}}, bot_birth(false), 2, &witness,
		&played);
	json_t *shown = game_record_json(counting.record, &played);
	json_int_t keys = json_integer_value(json_object_get(shown, "keys"));
	print_message("%u commands, %u of them exploring, %d keys\n", counting.commands,
		counting.explored, (int)keys);
	assert_true(counting.explored * 3 > counting.commands);
	assert_true(keys > 0 && keys * 2 < (json_int_t)counting.commands);
	json_decref(shown);
	game_record_free(counting.record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_is_copied_goes_home_like_who_is_told_to),
		cmocka_unit_test(the_weak_have_little_and_nothing_that_helps),
		cmocka_unit_test(exploring_is_one_key_until_something_comes),
	};
	return stock_run(stock_content(), tests);
}
