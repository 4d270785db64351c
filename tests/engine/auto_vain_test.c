/* Auto commands that would change nothing: they are refused, at no cost. */
#include "tests/test.h"

#include "tests/engine/follow.h"

static const char *const gallery[] = {
	"##############################",
	"#@...........................#",
	"##############################",
};

/* An exploration that went to and fro is not repeated until more of the map is known. */
static void pacing_is_not_repeated(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(gallery));
	struct command command;
	struct view view;
	unsigned refused = 0;
	arena_put(game, "cable-rat", 26, 1, CREATURE_ASLEEP);
	item_to_floor(game, (struct item){.kind = stock->gold, .count = 5}, 4, 1);
	senses_look(game);
	game_view(game, &view);
	watch_look(&watch, &view, NULL);
	for (uint16_t paced = 0; paced < 100; paced++) {
		watch.paced = paced;
		auto_begin(&last, AUTO_EXPLORE, 0, 0, 0, game, &watch);
		if (auto_step(&last, game, &command))
			continue;
		refused++;
		assert_non_null(strstr(last.says, "in the way"));
	}
	assert_int_equal(refused, 1);
	game_free(game);
}

/* Hunger ends healing: a rest would only starve the hero. */
static void a_rest_that_heals_nothing_is_refused(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(gallery));
	struct creature *hero = game_hero(game);
	game->hero.mana = game->hero.mana_max;
	hero->health = hero->health_max - 2;
	game->hero.food = 100;
	assert_int_equal(body_hunger(game), HUNGER_WEAK);
	assert_int_equal(follow(game, AUTO_REST, 0, 0, 0), 0);
	assert_non_null(strstr(last.says, "Eat first."));
	/* Mana comes back until he starves. */
	game->hero.mana_max = game->hero.mana + 1;
	assert_true(follow(game, AUTO_REST, 0, 0, 0) > 0);
	assert_int_equal(game->hero.mana, game->hero.mana_max);
	assert_int_equal(hero->health, hero->health_max - 2);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pacing_is_not_repeated),
		cmocka_unit_test(a_rest_that_heals_nothing_is_refused),
	};
	return stock_run(stock_content(), tests);
}
