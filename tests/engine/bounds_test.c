/* Limits: effects of one command, followers without room, and mimics of gold. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const hall[] = {
	"#####################",
	"#<..................#",
	"#.........@.........#",
	"#..................>#",
	"#####################",
};

/* However content goes round in circles, one key ends. */
static void effects_of_a_command_are_so_many_and_no_more(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	struct clause light = {.row = EFFECT_FREEZE, .radius = 99, .duration = 3};
	int times = 0;
	for (; game->action.effects_left > 0; times++)
		effect_apply(game, &light, 3, 1, HERO, NULL);
	assert_true(times <= 1 + EFFECTS_OF_TURN / (199 * 199));
	assert_false(effect_apply(game, &light, 3, 1, HERO, NULL));
	assert_int_equal(arena_do(game, VERB_WAIT, 0), VERDICT_SPENT);
	assert_true(game->action.effects_left > 0);
	game_free(game);
}

static bool lies_somewhere(const struct game *game, uint16_t kind)
{
	for (int i = 0; i < game->floor.count; i++)
		if (game->floor.items[i].item.kind == kind)
			return true;
	return false;
}

/* A thief that follows without room is gone, but its loot drops. */
static void a_followers_item_comes_along(void **state)
{
	(void)state;
	uint16_t thing = content_find_item(stock, "wooden-doll");
	struct game *game = arena_new(stock, ROWS(hall), 1);
	place_enter(game, 2, true);
	for (int i = 0; i < CREATURES_MAX; i++) {
		int x = game->level->up_x, y = game->level->up_y;
		if (place_free_near(game, &x, &y))
			creature_add(game, content_find_creature(stock, "cable-rat"), x, y, 5);
	}
	for (int slot = HERO + 1; slot < game->creature_top; slot++)
		game->creatures[slot].flags = CREATURE_ASLEEP;
	place_enter(game, 1, false);
	int x = game_hero(game)->x, y = game_hero(game)->y;
	assert_true(place_free_near(game, &x, &y));
	int slot = arena_put(game, "jackdaw", x, y, CREATURE_AWARE);
	game->creatures[slot].flags |= CREATURE_LADEN;
	game->creatures[slot].carried = (struct item){.kind = thing, .count = 1};
	place_enter(game, 2, true);
	assert_true(lies_somewhere(game, thing));
	game_free(game);
}

static uint16_t poser(void)
{
	for (uint16_t i = 0; i < stock->counts.creatures; i++)
		if (stock->creatures[i].poses.item == stock->gold)
			return i;
	return KIND_NONE;
}

static int number_in(const char *text)
{
	const char *digit = strpbrk(text, "0123456789");
	return digit != NULL ? atoi(digit) : 0;
}

/* By look, by name and in the survey, one whom nobody has touched is a heap like any other. */
static void a_mimic_of_gold_is_described_as_gold(void **state)
{
	(void)state;
	char text[200], again[200];
	struct overview overview;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	assert_int_not_equal(poser(), KIND_NONE);
	creature_add(game, poser(), 15, 2, 10);
	senses_look(game);
	assert_true(game_describe(game, 15, 2, text, sizeof text));
	assert_non_null(strstr(text, "gold pieces"));
	int most = dice_most(stock->items[stock->gold].count);
	assert_true(number_in(text) > 1 && number_in(text) <= most);
	senses_look(game);
	assert_true(game_describe(game, 15, 2, again, sizeof again));
	assert_string_equal(text, again);
	assert_true(game_name(game, 15, 2, again, sizeof again));
	assert_int_equal(number_in(again), number_in(text));
	assert_true(game_overview(game, game->depth, &overview));
	bool shown = false;
	for (size_t i = 0; i < overview.mark_count; i++)
		shown = shown || strstr(overview.marks[i].name, again) != NULL;
	assert_true(shown);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(effects_of_a_command_are_so_many_and_no_more),
		cmocka_unit_test(a_followers_item_comes_along),
		cmocka_unit_test(a_mimic_of_gold_is_described_as_gold),
	};
	return stock_run(stock_content(), tests);
}
