/* Where what flies comes down, and what is told of it. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const hall[] = {
	"####################################",
	"#..................................#",
	"#.@................................#",
	"#..................................#",
	"####################################",
};

static void let_fly(struct game *game, enum verb verb, const char *id, int x, int y)
{
	struct command command = {.verb = (uint8_t)verb,
		.item = (uint8_t)arena_give(game, id, 1),
		.x = (int16_t)x,
		.y = (int16_t)y};
	game_hero(game)->health = game_hero(game)->health_max;
	assert_int_equal(game_act(game, &command), VERDICT_SPENT);
	for (int i = 0; i < 2; i++)
		arena_do(game, VERB_WAIT, 0);
}

/* Until a sentence is said, or often enough. */
static void let_fly_until(
	struct game *game, enum verb verb, const char *id, int x, const char *sentence)
{
	for (int i = 0; i < 100 && !arena_told(game, sentence); i++)
		let_fly(game, verb, id, x, 2);
	if (!arena_told(game, sentence))
		fail_msg("not said: %s", sentence);
}

/* A miss says of what, of whom, and where it lies now; so does what meets nobody. */
static void a_miss_tells_whom_and_where_it_fell(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	let_fly_until(game, VERB_THROW, "dart", 8, "The dart comes down to the east.");
	int slot = arena_put(game, "grey-clerk", 6, 2, CREATURE_AWARE);
	game->creatures[slot].health = game->creatures[slot].health_max = 3000;
	game->creatures[slot].ready = game->clock.now + 1000000;
	senses_look(game);
	let_fly_until(game, VERB_THROW, "dart", 6,
		"The dart misses the grey clerk, and falls at its feet.");
	creature_remove(game, slot);
	game_hero(game)->status[STATUS_BLIND] = 200;
	senses_look(game);
	let_fly_until(game, VERB_THROW, "dart", 8, "The dart goes out of sight to the east.");
	game_free(game);
}

/* An item that misses the hero falls at his feet. */
static void a_miss_of_the_hero_is_reported(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	const char *sentence = "The dart misses you, and falls at your feet.";
	for (int i = 0; i < 100 && !arena_told(game, sentence); i++) {
		assert_true(flight_launch(game,
			&(struct launch){.kind = stock->thrown,
				.item = {.kind = content_find_item(stock, "dart"), .count = 1},
				.source = -1,
				.accuracy = 10,
				.damage = {1, 1, 0},
				.from_x = 5,
				.from_y = 2,
				.to_x = 2,
				.to_y = 2}));
		for (int turn = 0; turn < 2; turn++)
			arena_do(game, VERB_WAIT, 0);
		game_hero(game)->health = game_hero(game)->health_max;
	}
	assert_true(arena_told(game, sentence));
	game_free(game);
}

/* A broken nail is not looked for. */
static void breaking_is_reported(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	arena_do(game, VERB_WIELD, arena_give(game, "nail-gun", 1));
	let_fly_until(game, VERB_FIRE, "nail", 9, "The six-inch nail breaks, to the east.");
	let_fly_until(game, VERB_FIRE, "nail", 9, "The six-inch nail comes down to the east.");
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_miss_tells_whom_and_where_it_fell),
		cmocka_unit_test(a_miss_of_the_hero_is_reported),
		cmocka_unit_test(breaking_is_reported),
	};
	return stock_run(stock_content(), tests);
}
