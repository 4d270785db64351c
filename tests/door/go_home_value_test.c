/*
 * The curve: a copy that goes home from a depth plays the very game of a bot that was told to, the
 * game from which it was copied knows nothing of it, and the weak are weak; what the report makes
 * of it.
 */
#include "tests/test.h"

#include "door/record/game_record.h"
#include "door/record/go_home_value.h"
#include "door/report/report.h"
#include "tests/engine/arena.h"
#include "engine/lab/lab.h"

static const struct content *stock;

static void asks(void *context, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses)
{
	curve_ask(context, game, bot, senses);
}

static void who_is_copied_goes_home_like_who_is_told_to(void **state)
{
	(void)state;
	struct seed seed = {{0xcf, 2}};
	struct bot_game alone, watched;
	struct curve *curve = curve_new(stock);
	const struct bot_witness witness = {curve, asks, NULL};
	bot_play("cautious", stock, &seed, bot_birth(false), NULL, NULL, &alone);
	bot_play_before("cautious", stock, &seed, bot_birth(false), 0, &witness, &watched);
	assert_true(alone.digest == watched.digest);
	json_t *homes = curve_json(curve);
	assert_true(json_array_size(homes) >= 3);
	for (int depth = 1; depth <= 3; depth++) {
		const json_t *home = json_array_get(homes, (size_t)depth - 1);
		struct bot_game told;
		const struct bot_witness nobody = {0};
		bot_play_before("cautious", stock, &seed, bot_birth(false), depth, &nobody, &told);
		assert_int_equal(json_integer_value(json_object_get(home, "depth")), depth);
		assert_int_equal(
			json_integer_value(json_object_get(home, "score")), told.result.score);
		assert_true(told.result.deepest == depth);
	}
	json_decref(homes);
	curve_free(curve);
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

static const char game_one[] = "{\"bot\":\"cautious\",\"seed\":\"1\",\"outcome\":\"died\","
			       "\"deepest\":2,\"score\":150,\"homes\":["
			       "{\"depth\":1,\"died\":false,\"score\":100,\"weak\":"
			       "{\"died\":false,\"score\":100,\"further\":130,\"lost\":false}},"
			       "{\"depth\":2,\"died\":false,\"score\":260,\"weak\":"
			       "{\"died\":true,\"score\":210,\"further\":180,\"lost\":true}}]}";

/* The second home is what the first further is; after the last it is the game. */
static void the_report_tells_what_further_pays(void **state)
{
	(void)state;
	char *text = NULL;
	size_t size;
	json_t *games = json_pack("[o]", json_loads(game_one, 0, NULL));
	struct sheet *sheet = report_sheet(games, NULL);
	FILE *file = open_memstream(&text, &size);
	sheet_print(sheet, file);
	fclose(file);
	const char *table = strstr(text, "Going home on coming to a depth");
	assert_non_null(table);
	const char *further[] = {"+30", "+160", "-30", "-110"};
	for (size_t i = 0; i < sizeof further / sizeof *further; i++) {
		table = strstr(table, further[i]);
		assert_non_null(table);
	}
	assert_non_null(strstr(text, "What one depth further pays"));
	free(text);
	sheet_free(sheet);
	json_decref(games);
}

/* ---- Keys ---- */

struct counting {
	struct chronicle *chronicle;
	unsigned explored, commands;
};

static void counts(void *context, const struct game *game, const struct bot *bot,
	const struct bot_senses *senses)
{
	struct counting *counting = context;
	counting->explored += bot_purpose(bot) == BOT_EXPLORES;
	counting->commands++;
	chronicle_asks(counting->chronicle, game, bot, senses);
}

static void follows(void *context, struct game *game, const struct command *command)
{
	chronicle_follows(((struct counting *)context)->chronicle, game, command);
}

/* Most of what a bot does is to explore, and that is a key now and then. */
static void exploring_is_one_key_until_something_comes(void **state)
{
	(void)state;
	struct counting counting = {.chronicle = chronicle_new(stock)};
	const struct bot_witness witness = {&counting, counts, follows};
	struct bot_game played;
	bot_play_before("cautious", stock, &(struct seed){{0xcf, 3}}, bot_birth(false), 2, &witness,
		&played);
	json_t *told = chronicle_json(counting.chronicle, &played);
	json_int_t keys = json_integer_value(json_object_get(told, "keys"));
	print_message("%u commands, %u of them exploring, %d keys\n", counting.commands,
		counting.explored, (int)keys);
	assert_true(counting.explored * 3 > counting.commands);
	assert_true(keys > 0 && keys * 2 < (json_int_t)counting.commands);
	json_decref(told);
	chronicle_free(counting.chronicle);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_is_copied_goes_home_like_who_is_told_to),
		cmocka_unit_test(the_weak_have_little_and_nothing_that_helps),
		cmocka_unit_test(the_report_tells_what_further_pays),
		cmocka_unit_test(exploring_is_one_key_until_something_comes),
	};
	struct content *content = stock_content();
	stock = content;
	int failures = cmocka_run_group_tests(tests, NULL, NULL);
	content_free(content);
	return failures;
}
