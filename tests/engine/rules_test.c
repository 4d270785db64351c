/* The rules' numbers, one behaviour each, on drawn levels. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

#define REPLAY_JOBS 2000

static const char *const room[] = {
	"###############",
	"#.............#",
	"#.............#",
	"#......@......#",
	"#.............#",
	"#.............#",
	"###############",
};

/* Two rooms and a corridor: the hero stands in the dark. */
static const char *const fixture[] = {
	"#########          #########",
	"#.......#          #.......#",
	"#.......',,,a,,,,,,+.......#",
	"#.......#          #.......#",
	"#########          #########",
};

/* ---- Combat ---- */

static void chances_follow_guard_and_stay_within_bounds(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int rat = arena_put(game, "cable-rat", 8, 3, CREATURE_AWARE);
	const struct creature_kind *kind = creature_kind(game, rat);
	int armour = item_in_use(game, ITEM_WORN);
	assert_true(armour >= 0);
	for (int plus = -9; plus <= 99; plus += 4) {
		game->pack.items[armour].plus = (int8_t)plus;
		int expected = kind->accuracy -
			       3 * (item_kind(game, &game->pack.items[armour])->gear.guard + plus);
		expected = expected < 10 ? 10 : expected > 95 ? 95 : expected;
		assert_int_equal(combat_hit_percent(game, rat, HERO), expected);
	}
	int weapon = item_in_use(game, ITEM_WIELDED);
	assert_true(weapon >= 0);
	int plain = combat_hero_chance(game, rat).percent;
	game->pack.items[weapon].plus = (int8_t)(game->pack.items[weapon].plus - 2);
	assert_int_equal(combat_hero_chance(game, rat).percent, plain - 6);
	game_free(game);
}

static void missing_might_costs_accuracy_and_noise(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int rat = arena_put(game, "cable-rat", 1, 1, CREATURE_ASLEEP);
	int weapon = item_in_use(game, ITEM_WIELDED);
	game->pack.items[weapon].plus = -4;
	int before = combat_hero_chance(game, rat).percent;
	game->hero.might = (int16_t)(item_kind(game, &game->pack.items[weapon])->gear.might - 3);
	int missing = combat_missing_might(game);
	assert_true(missing >= 3);
	assert_int_equal(combat_hero_chance(game, rat).percent, before - 5 * missing);
	arena_do(game, VERB_WAIT, 0);
	assert_int_equal(game->hero.noise, 3 + missing);
	game_free(game);
}

/* Hits of many heroes on the same rat: how often, and how hard. */
static void strike_often(uint8_t flags, int *hits, int *least, int *most)
{
	*hits = *most = 0;
	*least = 1000;
	for (int job = 0; job < REPLAY_JOBS; job++) {
		struct game *game = arena_new(stock, ROWS(room), job);
		int rat = arena_put(game, "cable-rat", 8, 3, flags);
		struct creature *creature = &game->creatures[rat];
		creature->health = creature->health_max = 500;
		creature->status[STATUS_SLOWED] = 200;
		arena_do(game, VERB_STEP, DIR_E);
		int damage = 500 - creature->health;
		*hits += damage > 0;
		*least = damage > 0 && damage < *least ? damage : *least;
		*most = damage > *most ? damage : *most;
		game_free(game);
	}
}

static void the_unaware_take_three_times(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int rat = arena_put(game, "cable-rat", 8, 3, CREATURE_AWARE);
	struct blow_chance blow = combat_hero_chance(game, rat);
	game_free(game);
	int hits, least, most;
	int low = blow.dice.number + blow.dice.modifier,
	    high = blow.dice.number * blow.dice.sides + blow.dice.modifier;
	strike_often(CREATURE_AWARE, &hits, &least, &most);
	assert_int_equal(least, low);
	assert_int_equal(most, high);
	assert_in_range(hits, REPLAY_JOBS * (blow.percent - 4) / 100,
		REPLAY_JOBS * (blow.percent + 4) / 100);
	strike_often(CREATURE_ASLEEP, &hits, &least, &most);
	assert_int_equal(least, 3 * low);
	assert_int_equal(most, 3 * high);
}

static void gear_shows_its_plus_after_twenty_blows(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	struct item *weapon = &game->pack.items[item_in_use(game, ITEM_WIELDED)];
	weapon->flags &= (uint8_t)~ITEM_KNOWN;
	for (int blow = 1; blow <= 20; blow++) {
		assert_false(weapon->flags & ITEM_KNOWN);
		item_practise(game, ITEM_WIELDED);
	}
	assert_true(weapon->flags & ITEM_KNOWN);
	game_free(game);
}

/* Chances and Guard as shown tell nothing of a plus that the hero has not found out. */
static void shown_chances_hide_an_unknown_plus(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	int rat = arena_put(game, "cable-rat", 8, 3, CREATURE_AWARE);
	struct item *weapon = &game->pack.items[item_in_use(game, ITEM_WIELDED)];
	struct item *armour = &game->pack.items[item_in_use(game, ITEM_WORN)];
	struct view view;
	weapon->plus = armour->plus = 0;
	game_view(game, &view);
	struct view_creature before = view.creatures[0];
	int guard = view.status.guard;
	weapon->plus = armour->plus = -2;
	weapon->flags &= (uint8_t)~ITEM_KNOWN;
	armour->flags &= (uint8_t)~ITEM_KNOWN;
	game_view(game, &view);
	assert_int_equal(view.creatures[0].you_hit, before.you_hit);
	assert_int_equal(view.creatures[0].hits_you, before.hits_you);
	assert_int_equal(view.status.guard, guard);
	weapon->flags |= ITEM_KNOWN;
	armour->flags |= ITEM_KNOWN;
	game_view(game, &view);
	assert_int_equal(view.creatures[0].you_hit, before.you_hit - 6);
	assert_int_equal(view.creatures[0].hits_you, combat_hit_percent(game, rat, HERO));
	assert_int_equal(view.status.guard, guard - 2);
	game_free(game);
}

/* ---- Noise and waking ---- */

static void noise_goes_the_open_ways_and_doors_take_six(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(fixture), 1);
	distance_map_sound(&game->derived.distances, 12, 2, 7);
	assert_true(distance_map_heard_at(&game->derived.distances, 5, 2));
	assert_false(distance_map_heard_at(&game->derived.distances, 4, 2));
	assert_false(distance_map_heard_at(&game->derived.distances, 20, 2));
	distance_map_sound(&game->derived.distances, 12, 2, 14);
	assert_true(distance_map_heard_at(&game->derived.distances, 20, 2));
	distance_map_sound(&game->derived.distances, 12, 2, 13);
	assert_false(distance_map_heard_at(&game->derived.distances, 20, 2));
	distance_map_sound(&game->derived.distances, 12, 2, 15);
	assert_true(distance_map_heard_at(&game->derived.distances, 21, 2));
	assert_false(distance_map_heard_at(&game->derived.distances, 22, 2));
	game_free(game);
}

/* Of many sleepers, how many one action of the hero wakes; the kind must not sense him otherwise.
 */
static int woken(const char *const *rows, int height, int x, int y, enum verb verb)
{
	int count = 0;
	for (int job = 0; job < REPLAY_JOBS; job++) {
		struct game *game = arena_new(stock, rows, height, job);
		int moth = arena_put(game, "lamp-moth", x, y, CREATURE_ASLEEP);
		game->creatures[moth].ready = game->clock.now + 1000;
		game->clock.next_turn = game->clock.now;
		arena_do(game, verb, DIR_E);
		count += !(game->creatures[moth].flags & CREATURE_ASLEEP);
		game_free(game);
	}
	return count;
}

static void sleepers_wake_by_what_they_hear_and_see(void **state)
{
	(void)state;
	int heard = woken(ROWS(fixture), 6, 2, VERB_STEP);
	assert_in_range(heard, REPLAY_JOBS / 8 - 70, REPLAY_JOBS / 8 + 70);
	/* One in 4 by noise with the hero in sight, and one in 30 by sight. */
	int seen = woken(ROWS(room), 12, 3, VERB_STEP), both = REPLAY_JOBS / 4 + REPLAY_JOBS / 30;
	assert_in_range(seen, both - 80, both + 80);
	assert_int_equal(woken(ROWS(fixture), 3, 2, VERB_STEP), 0);
	assert_int_equal(woken(ROWS(fixture), 6, 2, VERB_WAIT), 0);
	assert_int_equal(woken(ROWS(fixture), 20, 2, VERB_STEP), 0);
}

static void the_hushed_make_no_noise(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	creature_afflict(game, HERO, STATUS_HUSHED, 50);
	arena_do(game, VERB_STEP, DIR_E);
	assert_int_equal(game->hero.noise, 0);
	game_free(game);
}

/* ---- Sight ---- */

static void the_dark_hides_the_hero_and_the_light_shows_them(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(fixture), 1);
	int rat = arena_put(game, "cable-rat", 2, 2, 0);
	senses_look(game);
	assert_true(senses_hero_sees(game, rat));
	assert_false(senses_sees_hero(game, rat));
	creature_move(game, rat, 9, 2);
	creature_move(game, HERO, 5, 2);
	senses_look(game);
	assert_false(senses_hero_sees(game, rat));
	assert_true(senses_sees_hero(game, rat));
	creature_move(game, rat, 6, 2);
	assert_true(senses_hero_sees(game, rat) && senses_sees_hero(game, rat));
	game_free(game);
}

static void creatures_are_never_remembered(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(fixture), 1);
	int rat = arena_put(game, "cable-rat", 2, 2, CREATURE_ASLEEP);
	struct view view;
	senses_look(game);
	game_view(game, &view);
	assert_int_equal(view.creature_count, 1);
	assert_true(view.cells[2 * view.width + 2].flags & CELL_CREATURE);
	creature_move(game, HERO, 24, 2);
	senses_look(game);
	game_view(game, &view);
	assert_int_equal(view.creature_count, 0);
	const struct view_cell *cell = &view.cells[2 * view.width + 2];
	assert_true((cell->flags & CELL_KNOWN) && !(cell->flags & (CELL_CREATURE | CELL_VISIBLE)));
	assert_int_equal(cell->appearance, game_terrain(game, 2, 2)->appearance);
	(void)rat;
	game_free(game);
}

/* ---- Smell ---- */

static void smell_leads_to_the_hero_and_ages(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(fixture), 1);
	creature_move(game, HERO, 10, 2);
	senses_look(game);
	for (int i = 0; i < 8; i++)
		assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
	assert_true(senses_smell_at(game, 12, 2) > 0);
	assert_true(senses_smell_at(game, 13, 2) > senses_smell_at(game, 12, 2));
	int worm = arena_put(game, "wire-worm", 10, 2, 0);
	game->creatures[worm].ready = game->clock.now;
	for (int i = 0; i < 8; i++)
		arena_do(game, VERB_WAIT, 0);
	assert_true(game->creatures[worm].x > 11);
	creature_remove(game, worm);
	for (int i = 0; i < 100; i++)
		arena_do(game, VERB_WAIT, 0);
	assert_int_equal(senses_smell_at(game, 12, 2), 0);
	game_free(game);
}

static void fighting_smells_twice_as_long(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(fixture), 1);
	game->hero.loud = 1;
	senses_lay_smell(game);
	game->clock.now += 150 * TICKS_A_TURN;
	assert_true(senses_smell_at(game, 12, 2) > 0);
	game->clock.now += 60 * TICKS_A_TURN;
	assert_int_equal(senses_smell_at(game, 12, 2), 0);
	game_free(game);
}

/* ---- Time ---- */

/* Counts how often a sleeping-proof creature acts: a moth that walks at random changes its heading
 * or place. */
static void speeds_give_actions(void **state)
{
	static const struct {
		const char *id;
		int actions;
	} rows[] = {{"wire-worm", 50}, {"cable-rat", 100}, {"lamp-moth", 150}};
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		int slot = arena_put(game, rows[i].id, 1, 1, CREATURE_ASLEEP);
		assert_int_equal(creature_delay(game, slot, TICKS_A_TURN), 10000 / rows[i].actions);
		creature_afflict(game, slot, STATUS_HASTED, 9);
		int hasted = 2 * rows[i].actions > 200 ? 200 : 2 * rows[i].actions;
		assert_int_equal(creature_delay(game, slot, TICKS_A_TURN), 10000 / hasted);
		creature_remove(game, slot);
	}
	assert_int_equal(creature_delay(game, HERO, TICKS_A_TURN), 100);
	uint32_t turn = game_turn(game);
	arena_do(game, VERB_WAIT, 0);
	assert_int_equal(game_turn(game), turn + 1);
	creature_afflict(game, HERO, STATUS_HASTED, 50);
	for (int i = 0; i < 10; i++)
		arena_do(game, VERB_WAIT, 0);
	assert_int_equal(game_turn(game), turn + 6);
	game_free(game);
}

/* ---- Doors and steps ---- */

static void no_diagonal_through_doorways_but_round_corners(void **state)
{
	static const char *const corner[] = {
		"#######",
		"#..#..#",
		"#.@#..#",
		"#..'..#",
		"#######",
	};
	(void)state;
	struct game *game = arena_new(stock, ROWS(corner), 1);
	uint64_t before = game_digest(game);
	assert_int_equal(arena_do(game, VERB_STEP, DIR_SE), VERDICT_REFUSED);
	assert_int_equal(game_digest(game), before);
	assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_REFUSED);
	assert_int_equal(arena_do(game, VERB_STEP, DIR_S), VERDICT_SPENT);
	assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
	assert_int_equal(arena_do(game, VERB_STEP, DIR_NE), VERDICT_REFUSED);
	game_free(game);
	static const char *const cut[] = {
		"######",
		"#@##.#",
		"#...##",
		"######",
	};
	game = arena_new(stock, ROWS(cut), 1);
	creature_move(game, HERO, 3, 2);
	senses_look(game);
	assert_int_equal(arena_do(game, VERB_STEP, DIR_NE), VERDICT_SPENT);
	game_free(game);
}

static void doors_open_and_close(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(fixture), 1);
	creature_move(game, HERO, 18, 2);
	senses_look(game);
	assert_int_equal(arena_do(game, VERB_CLOSE, DIR_E), VERDICT_REFUSED);
	assert_int_equal(arena_do(game, VERB_OPEN, DIR_E), VERDICT_SPENT);
	assert_true(game_terrain(game, 19, 2)->flags & TERRAIN_LIGHT);
	assert_int_equal(arena_do(game, VERB_OPEN, DIR_E), VERDICT_REFUSED);
	int rat = arena_put(game, "cable-rat", 19, 2, CREATURE_ASLEEP);
	assert_int_equal(arena_do(game, VERB_CLOSE, DIR_E), VERDICT_REFUSED);
	creature_remove(game, rat);
	assert_int_equal(arena_do(game, VERB_CLOSE, DIR_E), VERDICT_SPENT);
	assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
	assert_true(game_terrain(game, 19, 2)->flags & TERRAIN_OBJECTS);
	game_free(game);
}

static void five_searches_find_all_within_two(void **state)
{
	static const char *const wall[] = {
		"######S###",
		"#....#...#",
		"#..@.S...#",
		"#....#...#",
		"##########",
	};
	(void)state;
	for (int seed = 0; seed < 20; seed++) {
		struct game *game = arena_new(stock, ROWS(wall), seed);
		for (int i = 0; i < 5; i++)
			arena_do(game, VERB_SEARCH, 0);
		assert_null(content_transition(game_terrain(game, 5, 2), TRIGGER_SEARCH));
		assert_non_null(content_transition(game_terrain(game, 6, 0), TRIGGER_SEARCH));
		game_free(game);
	}
}

static void passing_finds_one_in_six(void **state)
{
	static const char *const wall[] = {
		"######",
		"#@..S.",
		"######",
	};
	int found = 0;
	(void)state;
	for (int seed = 0; seed < REPLAY_JOBS; seed++) {
		struct game *game = arena_new(stock, ROWS(wall), seed);
		arena_do(game, VERB_STEP, DIR_E);
		assert_non_null(content_transition(game_terrain(game, 4, 1), TRIGGER_SEARCH));
		arena_do(game, VERB_STEP, DIR_E);
		found += !content_transition(game_terrain(game, 4, 1), TRIGGER_SEARCH);
		game_free(game);
	}
	assert_in_range(found, REPLAY_JOBS / 6 - 70, REPLAY_JOBS / 6 + 70);
}

/* ---- The body ---- */

static void hunger_goes_by_its_clock(void **state)
{
	static const struct {
		int food;
		enum hunger hunger;
		int might;
	} rows[] = {{301, HUNGER_FED, 0}, {300, HUNGER_HUNGRY, 0}, {101, HUNGER_HUNGRY, 0},
		{100, HUNGER_WEAK, -2}, {1, HUNGER_WEAK, -2}, {0, HUNGER_STARVING, -2}};
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	assert_int_equal(game->hero.food, 1200);
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		game->hero.food = rows[i].food;
		assert_int_equal(body_hunger(game), rows[i].hunger);
		assert_int_equal(body_might(game), game->hero.might + rows[i].might);
	}
	game->hero.food = 0;
	game_hero(game)->health = 12;
	game_hero(game)->status[STATUS_REGENERATING] = 60; /* feeds nobody */
	while (game_turn(game) < 51)
		arena_do(game, VERB_WAIT, 0);
	assert_int_equal(game_hero(game)->health, 2);
	for (int i = 0; i < 10; i++)
		arena_do(game, VERB_WAIT, 0);
	struct result result;
	game_result(game, &result);
	assert_int_equal(result.outcome, OUTCOME_DIED);
	assert_non_null(strstr(result.cause, "starved"));
	game_free(game);
}

static void health_comes_back_in_three_hundred_turns(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	struct creature *hero = game_hero(game);
	hero->health = 1;
	game->hero.mana = 0;
	game->hero.food = 1200;
	for (int i = 0; i < 300; i++)
		arena_do(game, VERB_WAIT, 0);
	assert_int_equal(hero->health, hero->health_max);
	assert_true(game->hero.mana >= game->hero.mana_max * 3 / 4 - 1 &&
		    game->hero.mana < game->hero.mana_max);
	hero->health = 10;
	game->hero.food = 90;
	for (int i = 0; i < 50; i++)
		arena_do(game, VERB_WAIT, 0);
	assert_int_equal(hero->health, 10);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chances_follow_guard_and_stay_within_bounds),
		cmocka_unit_test(missing_might_costs_accuracy_and_noise),
		cmocka_unit_test(the_unaware_take_three_times),
		cmocka_unit_test(gear_shows_its_plus_after_twenty_blows),
		cmocka_unit_test(shown_chances_hide_an_unknown_plus),
		cmocka_unit_test(noise_goes_the_open_ways_and_doors_take_six),
		cmocka_unit_test(sleepers_wake_by_what_they_hear_and_see),
		cmocka_unit_test(the_hushed_make_no_noise),
		cmocka_unit_test(the_dark_hides_the_hero_and_the_light_shows_them),
		cmocka_unit_test(creatures_are_never_remembered),
		cmocka_unit_test(smell_leads_to_the_hero_and_ages),
		cmocka_unit_test(fighting_smells_twice_as_long),
		cmocka_unit_test(speeds_give_actions),
		cmocka_unit_test(no_diagonal_through_doorways_but_round_corners),
		cmocka_unit_test(doors_open_and_close),
		cmocka_unit_test(five_searches_find_all_within_two),
		cmocka_unit_test(passing_finds_one_in_six),
		cmocka_unit_test(hunger_goes_by_its_clock),
		cmocka_unit_test(health_comes_back_in_three_hundred_turns),
	};
	return stock_run(stock_content(), tests);
}
