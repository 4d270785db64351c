/* Bonuses of gear to maximum health and mana: taking gear off and on restores them, and they act at
 * once. */
#include "tests/test.h"

#include "tests/engine/arena.h"

static const char records[] =
	"item test-drain\n  name drain\n  glyph [ dim\n  look A drain.\n  class armour\n"
	"  guard 1\n  bonus mana -60\n  bonus health -60\n"
	"item test-vest\n  name test vest\n  glyph [ dim\n  look A vest.\n  class armour\n"
	"  guard 1\n  bonus health 5\n"
	"item test-fast\n  name fast\n  glyph [ dim\n  look It fills.\n  class armour\n"
	"  slot head\n  guard 1\n  bonus appetite -100\n"
	"item test-diet\n  name diet\n  glyph [ dim\n  look It fills a bit.\n  class armour\n"
	"  slot feet\n  guard 1\n  bonus appetite -30\n"
	"item test-feast\n  name feast\n  glyph [ dim\n  look It empties.\n  class armour\n"
	"  slot hands\n  guard 1\n  bonus appetite 150\n";

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

/* Food is eaten by percent, spread over the turns; never less than none. */
static void appetite_changes_the_food_of_a_turn(void **state)
{
	static const struct {
		const char *first, *second;
		int eaten; /* in a hundred turns */
	} cases[] = {{NULL, NULL, 100}, {"test-diet", NULL, 70}, {"test-feast", NULL, 250},
		{"test-fast", NULL, 0}, {"test-fast", "test-diet", 0},
		{"test-diet", "test-feast", 220}};
	(void)state;
	struct content *content = stock_content_with(records);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *const gear[] = {cases[i].first, cases[i].second};
		struct game *game = arena_new(content, ROWS(room), 1);
		for (int j = 0; j < 2 && gear[j]; j++)
			assert_int_equal(arena_do(game, VERB_WEAR, arena_give(game, gear[j], 1)),
				VERDICT_SPENT);
		int before = game->hero.food;
		int most = 0;
		for (uint32_t until = game_turn(game) + 100; game_turn(game) < until;) {
			int had = game->hero.food;
			assert_int_equal(arena_do(game, VERB_WAIT, 0), VERDICT_SPENT);
			most = had - game->hero.food > most ? had - game->hero.food : most;
		}
		assert_in_range(before - game->hero.food + 3, cases[i].eaten, cases[i].eaten + 6);
		assert_int_equal(most, (cases[i].eaten + 99) / 100);
		game_free(game);
	}
	content_free(content);
}

/* Enchanting goes to the worn armour with the most guard that can gain a plus; never to rings, and
 * never to what is only carried. */
static void enchanting_betters_the_best_worn_armour(void **state)
{
	(void)state;
	struct content *content = stock_content_with(records);
	struct game *game = arena_new(content, ROWS(room), 1);
	for (int i = 0; i < PACK_MAX; i++)
		game->pack.items[i].flags &= (uint8_t) ~(ITEM_WORN | ITEM_WIELDED);
	assert_int_equal(gear_to_enchant(game), -1);
	int hat = arena_give(game, "test-fast", 1);
	assert_int_equal(gear_to_enchant(game), -1);
	assert_int_equal(arena_do(game, VERB_WEAR, hat), VERDICT_SPENT);
	assert_int_equal(gear_to_enchant(game), hat);
	/* Of equal ones the first. */
	int boots = arena_give(game, "test-diet", 1);
	assert_int_equal(arena_do(game, VERB_WEAR, boots), VERDICT_SPENT);
	assert_int_equal(gear_to_enchant(game), hat < boots ? hat : boots);
	int plate = arena_give(game, "boiler-plate", 1);
	assert_int_equal(gear_to_enchant(game), hat < boots ? hat : boots);
	while (!(game->pack.items[plate].flags & ITEM_WORN))
		assert_int_not_equal(arena_do(game, VERB_WEAR, plate), VERDICT_REFUSED);
	assert_int_equal(gear_to_enchant(game), plate);
	game->pack.items[plate].plus = 127;
	assert_int_equal(gear_to_enchant(game), hat < boots ? hat : boots);
	int ring = arena_give(game, "curtain-ring", 1);
	assert_int_equal(arena_do(game, VERB_WEAR, ring), VERDICT_SPENT);
	assert_int_equal(gear_to_enchant(game), hat < boots ? hat : boots);
	game_free(game);
	content_free(content);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gear_taken_off_restores_the_maxima),
		cmocka_unit_test(starting_gear_gives_its_bonuses),
		cmocka_unit_test(appetite_changes_the_food_of_a_turn),
		cmocka_unit_test(enchanting_betters_the_best_worn_armour),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
