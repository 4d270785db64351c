/* Bonuses of gear to maximum health and mana: taking gear off and on restores them, and they act at
 * once. */
#include "tests/test.h"

#include "tests/engine/arena.h"

static const char records[] =
	"item test-drain\n  name drain\n  glyph [ dim\n  look A drain.\n  class armour\n"
	"  guard 1\n  bonus mana -60\n  bonus health -60\n"
	"item test-vest\n  name test vest\n  glyph [ dim\n  look A vest.\n  class armour\n"
	"  guard 1\n  bonus health 5\n";

static const char *const room[] = {"#######", "#..@..#", "#######"};

static void gear_taken_off_restores_the_maxima(void **state)
{
	(void)state;
	struct content *content = stock_content_with(records);
	struct game *game = arena_new(content, ROWS(room), 1);
	int drain = arena_give(game, "test-drain", 1);
	int mana = game->hero.mana_max, health = game_hero(game)->health_max;
	for (int turn = 0; turn < 6; turn++) {
		assert_int_equal(arena_do(game, VERB_WEAR, drain), VERDICT_SPENT);
		assert_int_equal(game->hero.mana_max, 0);
		assert_true(game_hero(game)->health_max < health);
		assert_int_equal(arena_do(game, VERB_WEAR, drain), VERDICT_SPENT);
		assert_int_equal(game->hero.mana_max, mana);
		assert_int_equal(game_hero(game)->health_max, health);
	}
	game_free(game);
	content_free(content);
}

/* A hero who begins in gear that gives health has it, and a refusal changes nothing. */
static void starting_gear_gives_its_bonuses(void **state)
{
	(void)state;
	struct content *content = stock_content_with(records);
	uint16_t vest = content_find_item(content, "test-vest");
	for (int i = 0; i < content->birth.start_count; i++)
		if (content->items[content->birth.start[i]].class == ITEM_ARMOUR)
			content->birth.start[i] = vest;
	struct seed seed = {{7}};
	struct game *game = game_new(content, &seed, &(struct birth){.name = "Ada"});
	assert_int_equal(game_hero(game)->health_max, content->birth.health + 5);
	assert_int_equal(game_hero(game)->health, content->birth.health + 5);
	uint64_t before = game_digest(game);
	assert_int_equal(game_act(game, &(struct command){.verb = VERB_OPEN}), VERDICT_REFUSED);
	assert_true(game_digest(game) == before);
	size_t size;
	struct complaint complaint;
	uint8_t *bytes = game_save(game, &size);
	struct game *loaded = game_load(content, bytes, size, &complaint);
	assert_non_null(loaded);
	game_act(game, &(struct command){.verb = VERB_WAIT});
	game_act(loaded, &(struct command){.verb = VERB_WAIT});
	assert_true(game_digest(game) == game_digest(loaded));
	free(bytes);
	game_free(game);
	game_free(loaded);
	content_free(content);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gear_taken_off_restores_the_maxima),
		cmocka_unit_test(starting_gear_gives_its_bonuses),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
