/* Conducts: recorded from the first turn, saved, and shown from depth 5 on or on coming home. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const room[] = {
	"#########",
	"#.......#",
	"#..@....#",
	"#.......#",
	"#########",
};

static struct game *begin_at(int deepest)
{
	struct game *game = arena_new(stock, ROWS(room), 1);
	game->hero.deepest = (uint8_t)deepest;
	return game;
}

static int32_t conducts_of(const struct game *game)
{
	struct result result;
	game_result(game, &result);
	return result.conducts;
}

static void a_new_hero_keeps_all_and_none_is_shown_yet(void **state)
{
	struct view view;
	(void)state;
	struct game *game = begin_at(CONDUCTS_FROM - 1);
	assert_int_equal(game->hero.broken, 0);
	assert_int_equal(conducts_of(game), 0);
	game->hero.deepest = CONDUCTS_FROM;
	assert_int_equal(conducts_of(game), CONDUCTS_ALL);
	game_view(game, &view);
	assert_int_equal(view.status.conducts, CONDUCTS_ALL);
	game_free(game);
}

static void coming_home_shows_them_from_any_depth_but_the_first(void **state)
{
	static const struct {
		int deepest;
		enum outcome outcome;
		bool shown;
	} rows[] = {{1, OUTCOME_LEFT, false}, {2, OUTCOME_LEFT, true}, {2, OUTCOME_DIED, false},
		{4, OUTCOME_QUIT, false}, {4, OUTCOME_WON, true}, {5, OUTCOME_DIED, true}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct game *game = begin_at(rows[i].deepest);
		game->hero.broken = 1u << CONDUCT_EAT;
		game->ending.outcome = (uint8_t)rows[i].outcome;
		assert_int_equal(conducts_of(game),
			rows[i].shown ? (int)(CONDUCTS_ALL & ~(1u << CONDUCT_EAT)) : 0);
		game_free(game);
	}
}

/* The end of a conduct is reported once, and only if it was shown as kept. */
static void the_end_of_a_conduct_is_reported_where_it_was_shown(void **state)
{
	(void)state;
	for (int deepest = CONDUCTS_FROM - 1; deepest <= CONDUCTS_FROM; deepest++) {
		struct game *game = begin_at(deepest);
		int food = arena_give(game, "sandwich", 2);
		assert_int_equal(arena_do(game, VERB_EAT, food), VERDICT_SPENT);
		assert_true(game->hero.broken == 1u << CONDUCT_EAT);
		assert_int_equal(arena_told(game, "A conduct ends: until now you ate nothing."),
			deepest >= CONDUCTS_FROM);
		uint32_t newest = game->messages.newest;
		message_conduct(game, CONDUCT_EAT);
		assert_int_equal(game->messages.newest, newest);
		game_free(game);
	}
}

static void a_save_keeps_what_was_broken(void **state)
{
	struct complaint complaint;
	size_t size;
	(void)state;
	struct seed seed = {{4, 2}};
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "Tester"});
	game->hero.broken = 1u << CONDUCT_LAMP | 1u << CONDUCT_MAGIC;
	uint64_t digest = game_digest(game);
	uint8_t *bytes = game_save(game, &size);
	struct game *again = game_load(stock, bytes, size, &complaint);
	assert_non_null(again);
	assert_int_equal(again->hero.broken, game->hero.broken);
	assert_true(game_digest(again) == digest);
	again->hero.broken |= 1u << CONDUCT_BUY;
	assert_true(game_digest(again) != digest);
	free(bytes);
	game_free(again);
	game_free(game);
}

static void conducts_are_named_by_the_content(void **state)
{
	char text[CONDUCTS_TEXT], small[20];
	(void)state;
	game_conducts_text(stock, 1u << CONDUCT_KILL | 1u << CONDUCT_LAMP, text, sizeof text);
	assert_string_equal(text, "killed nobody, lit no lamp");
	game_conducts_text(stock, 0, text, sizeof text);
	assert_string_equal(text, "");
	game_conducts_text(stock, CONDUCTS_ALL, text, sizeof text);
	assert_true(strlen(text) < sizeof text - 40);
	int commas = 0;
	for (size_t i = 0; text[i] != '\0'; i++)
		commas += text[i] == ',';
	assert_int_equal(commas, CONDUCT_COUNT - 1);
	game_conducts_text(stock, CONDUCTS_ALL, small, sizeof small);
	assert_int_equal(strlen(small), sizeof small - 1);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_hero_keeps_all_and_none_is_shown_yet),
		cmocka_unit_test(coming_home_shows_them_from_any_depth_but_the_first),
		cmocka_unit_test(the_end_of_a_conduct_is_reported_where_it_was_shown),
		cmocka_unit_test(a_save_keeps_what_was_broken),
		cmocka_unit_test(conducts_are_named_by_the_content),
	};
	return stock_run(stock_content(), tests);
}
