/* Flight: speed, obstacles, hits, endings and visibility. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

/* Beside the stock content: sure shots that are never lost, and who stands in their way. */
static const char records[] =
	"flight test-arrow\n  name a test arrow\n  speed 10\n  range 20\n  traits projectile\n"
	"flight test-bolt\n  name a test bolt\n  glyph / dim\n  speed 5\n  range 20\n  impact "
	"vanish\n"
	"  traits projectile\n"
	"flight test-ray\n  name a test ray\n  glyph / dim\n  speed 10\n  range 20\n  impact "
	"vanish\n"
	"  traits projectile, pierces\n"
	"flight test-flare\n  name a test flare\n  glyph / dim\n  speed 10\n  range 20\n"
	"  impact vanish\n  effect burn for 4 radius 1\n  traits projectile\n"
	"item test-bow\n  name test bow\n  glyph ) dim\n  look A bow.\n  class weapon\n  damage "
	"1d1\n"
	"  accuracy 50\n  launches test-arrow\n"
	"item test-arrow\n  name test arrow\n  plural test arrows\n  glyph ) dim\n  look An "
	"arrow.\n"
	"  class weapon\n  damage 1d1\n  fired 2d1\n  ammunition test-arrow\n  traits stacks\n"
#define BODY(id, glyph, more)                                                                      \
	"monster " id "\n  name " id "\n  glyph " glyph " dim\n  look It stands.\n"                \
	"  first-sight It stands there.\n  death stood upon\n  depth 1\n  weight 0\n  hits 5d8\n"  \
	"  accuracy 200\n  experience 0\n" more
	BODY("plain-body", "0", "  instincts ambush 1\n")
		BODY("shooter", "1", "  blow shoots 1d3 by test-bolt\n  instincts shoot 10\n");

static const char *const hall[] = {
	"####################################",
	"#..................................#",
	"#.@................................#",
	"#..................................#",
	"####################################",
};

static uint16_t flight(const char *id)
{
	uint16_t kind = 0;
	while (kind < stock->counts.flights && strcmp(stock->flights[kind].id, id) != 0)
		kind++;
	assert_true(kind < stock->counts.flights);
	return kind;
}

static struct item thing(const char *id)
{
	return (struct item){.kind = content_find_item(stock, id), .count = 1};
}

/* From the hero's place through a cell, surely hitting, for one health. */
static struct launch launch_at(const struct game *game, const char *id, int x, int y)
{
	return (struct launch){.kind = flight(id),
		.source = HERO,
		.accuracy = 1000,
		.damage = {1, 1, 0},
		.from_x = game->creatures[HERO].x,
		.from_y = game->creatures[HERO].y,
		.to_x = x,
		.to_y = y};
}

static void pass_turns(struct game *game, int turns)
{
	for (int i = 0; i < turns && game_going(game); i++)
		assert_int_equal(arena_do(game, VERB_WAIT, 0), VERDICT_SPENT);
}

static enum verdict aim(struct game *game, enum verb verb, int item, int x, int y)
{
	struct command command = {
		.verb = (uint8_t)verb, .item = (uint8_t)item, .x = (int16_t)x, .y = (int16_t)y};
	enum verdict verdict = game_act(game, &command);
	game_check(game);
	return verdict;
}

/* Where the only thing on the floor lies; false when there is not one. */
static bool lies_at(const struct game *game, int x, int y)
{
	return game->floor.count == 1 && game->floor.items[0].x == x && game->floor.items[0].y == y;
}

/* ---- How it moves ---- */

static void arrows_go_ten_cells_a_turn_and_thrown_things_five(void **state)
{
	static const struct {
		const char *flight;
		int cells;
	} rows[] = {{"test-arrow", 10}, {"thrown", 5}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct game *game = arena_new(stock, ROWS(hall), 1);
		struct launch launch = launch_at(game, rows[i].flight, 11, 2);
		launch.item = thing("dart");
		assert_true(flight_launch(game, &launch));
		pass_turns(game, 1);
		if (rows[i].cells == 10) {
			assert_int_equal(game->air.missiles[0].x, 12);
			pass_turns(game, 1);
			assert_true(lies_at(game, 22, 2));
		} else {
			assert_int_equal(game->air.missiles[0].x, 7);
			pass_turns(game, 1);
			assert_true(lies_at(game, 11, 2));
		}
		game_free(game);
	}
}

static void a_line_goes_through_its_target_in_all_directions(void **state)
{
	static const char *const rows[] = {
		"###########",
		"#.........#",
		"#.........#",
		"#.........#",
		"#....@....#",
		"#.........#",
		"#.........#",
		"#.........#",
		"###########",
	};
	(void)state;
	for (int y = 1; y <= 7; y++)
		for (int x = 1; x <= 9; x++) {
			if (x == 5 && y == 4)
				continue;
			struct game *game = arena_new(stock, ROWS(rows), 1);
			struct launch launch = launch_at(game, "thrown", x, y);
			launch.item = thing("dart");
			flight_launch(game, &launch);
			pass_turns(game, 2);
			assert_true(lies_at(game, x, y));
			game_free(game);
		}
}

/* ---- Through what ---- */

static void arrows_pass_fences_and_grates_and_thrown_things_do_not(void **state)
{
	static const struct {
		const char *terrain;
		int arrow, thrown;
	} rows[] = {{"fence", 12, 5}, {"grate", 12, 5}, {"glass", 5, 5}, {"floor", 12, 12}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		for (int thrown = 0; thrown < 2; thrown++) {
			struct game *game = arena_new(stock, ROWS(hall), 1);
			uint16_t kind = content_find_terrain(stock, rows[i].terrain);
			for (int y = 1; y <= 3; y++)
				place_set_terrain(game, 6, y, kind);
			place_set_terrain(game, 13, 2, stock->terrain.rock);
			struct launch launch =
				launch_at(game, thrown ? "thrown" : "test-arrow", 12, 2);
			launch.item = thing("test-arrow");
			flight_launch(game, &launch);
			pass_turns(game, 3);
			assert_true(lies_at(game, thrown ? rows[i].thrown : rows[i].arrow, 2));
			game_free(game);
		}
	}
}

static void a_flask_bursts_where_it_ends(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	int slot = arena_give(game, "solvent", 2);
	uint16_t kind = content_find_item(stock, "solvent");
	place_set_terrain(game, 6, 2, stock->terrain.rock);
	assert_int_equal(aim(game, VERB_THROW, slot, 9, 2), VERDICT_SPENT);
	assert_int_equal(game->floor.count, 0);
	assert_int_equal(game->level->gas_count, 1);
	assert_true(gas_thickest(game, 5, 2) != KIND_NONE);
	assert_true(game->knowledge.items[kind]);
	game_free(game);
}

/* Where it comes to lie is nobody's to say: many places, all of them free. */
static void a_ball_bounces_in_a_drawn_direction(void **state)
{
	bool lay[36][5] = {{false}};
	int places = 0;
	(void)state;
	for (int seed = 0; seed < 40; seed++) {
		struct game *game = arena_new(stock, ROWS(hall), seed);
		int slot = arena_give(game, "rubber-ball", 1);
		place_set_terrain(game, 6, 2, stock->terrain.rock);
		aim(game, VERB_THROW, slot, 12, 2);
		pass_turns(game, 5);
		assert_int_equal(game->floor.count, 1);
		places += !lay[game->floor.items[0].x][game->floor.items[0].y];
		lay[game->floor.items[0].x][game->floor.items[0].y] = true;
		game_free(game);
	}
	assert_true(places >= 6);
	for (int seed = 0; seed < 5; seed++) {
		struct game *game = arena_new(stock, ROWS(hall), seed);
		int slot = arena_give(game, "dart", 1);
		place_set_terrain(game, 6, 2, stock->terrain.rock);
		aim(game, VERB_THROW, slot, 12, 2);
		pass_turns(game, 5);
		assert_true(lies_at(game, 5, 2));
		game_free(game);
	}
}

/* ---- Hits ---- */

static void the_first_body_stops_it_unless_it_pierces(void **state)
{
	static const char *const ids[] = {"test-bolt", "test-ray"};
	(void)state;
	for (int pierces = 0; pierces < 2; pierces++) {
		struct game *game = arena_new(stock, ROWS(hall), 1);
		int first = arena_put(game, "plain-body", 5, 2, CREATURE_ASLEEP);
		int second = arena_put(game, "plain-body", 8, 2, CREATURE_ASLEEP);
		struct launch launch = launch_at(game, ids[pierces], 5, 2);
		launch.item = thing("dart");
		flight_launch(game, &launch);
		pass_turns(game, 5);
		assert_true(game->creatures[first].health < 10);
		assert_int_equal(game->creatures[second].health < 10, pierces);
		assert_int_equal(game->air.count, 0);
		game_free(game);
	}
}

static void a_shot_goes_over_those_of_its_own_side(void **state)
{
	(void)state;
	for (int discord = 0; discord < 2; discord++) {
		struct game *game = arena_new(stock, ROWS(hall), 1);
		int shooter = arena_put(game, "shooter", 10, 2, CREATURE_AWARE);
		int between = arena_put(game, "plain-body", 6, 2, CREATURE_ASLEEP);
		struct launch launch = launch_at(game, "test-arrow", 2, 2);
		launch.source = shooter;
		launch.from_x = 10;
		launch.blow = 1;
		launch.blow_of = game->creatures[shooter].kind;
		if (discord)
			game->creatures[shooter].status[STATUS_DISCORDANT] = 9;
		game->creatures[shooter].ready = 5000;
		flight_launch(game, &launch);
		pass_turns(game, 2);
		assert_int_equal(game->creatures[between].health < 10, discord);
		assert_int_equal(game_hero(game)->health < game_hero(game)->health_max, !discord);
		game_free(game);
	}
}

/* It is seen coming from afar: who stays is hit, who steps aside is not. */
static void the_hero_may_step_out_of_a_flight(void **state)
{
	(void)state;
	for (int aside = 0; aside < 2; aside++) {
		struct game *game = arena_new(stock, ROWS(hall), 1);
		struct view view;
		int shooter = arena_put(game, "shooter", 12, 2, CREATURE_AWARE);
		game->creatures[shooter].ready = game->clock.now + 10;
		pass_turns(game, 1);
		assert_int_equal(game->air.count, 1);
		int x = game->air.missiles[0].x, y = game->air.missiles[0].y;
		assert_in_range(x, 3, 11);
		game_view(game, &view);
		assert_int_equal(view.flight_count, 1);
		assert_int_equal(view.cells[y * view.width + x].appearance,
			stock->flights[flight("test-bolt")].appearance);
		char text[320];
		assert_true(game_describe(game, x, y, text, sizeof text));
		assert_non_null(strstr(text, "a test bolt"));
		game->creatures[shooter].ready = 5000;
		arena_do(game, aside ? VERB_STEP : VERB_WAIT, DIR_N);
		pass_turns(game, 2);
		assert_int_equal(game->air.count, 0);
		assert_int_equal(game_hero(game)->health < game_hero(game)->health_max, !aside);
		game_free(game);
	}
}

static void a_body_that_steps_into_a_flight_is_hit(void **state)
{
	(void)state;
	for (int into = 0; into < 2; into++) {
		struct game *game = arena_new(stock, ROWS(hall), 1);
		int slot = arena_put(game, "plain-body", 20, 1, CREATURE_ASLEEP);
		struct launch launch = launch_at(game, "test-bolt", 30, 2);
		launch.item = thing("dart");
		flight_launch(game, &launch);
		pass_turns(game, 2);
		if (into)
			creature_move(game, slot, game->air.missiles[0].x, 2);
		pass_turns(game, 3);
		assert_int_equal(game->creatures[slot].health < 10, into);
		game_free(game);
	}
}

static void a_flight_may_end_in_an_effect(void **state)
{
	(void)state;
	for (int miss = 0; miss < 2; miss++) {
		struct game *game = arena_new(stock, ROWS(hall), 1);
		int struck = arena_put(game, "plain-body", 8, 2, CREATURE_ASLEEP);
		int adjacent = arena_put(game, "plain-body", 9, 3, CREATURE_ASLEEP);
		int beyond = arena_put(game, "plain-body", 14, 2, CREATURE_ASLEEP);
		struct launch launch = launch_at(game, "test-flare", 8, 2 - miss);
		flight_launch(game, &launch);
		pass_turns(game, 1);
		assert_int_equal(creature_has(game, struck, STATUS_BURNING), !miss);
		assert_int_equal(creature_has(game, adjacent, STATUS_BURNING), !miss);
		assert_false(creature_has(game, beyond, STATUS_BURNING));
		game_free(game);
	}
}

/* At one's own feet it acts at once. */
static void a_flight_to_its_own_cell_acts_there(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	struct launch launch = launch_at(game, "thrown", 2, 2);
	launch.item = thing("solvent");
	assert_true(flight_launch(game, &launch));
	assert_int_equal(game->air.count, 0);
	assert_true(creature_has(game, HERO, STATUS_POISONED));
	int slot = arena_give(game, "dart", 1);
	assert_int_equal(aim(game, VERB_THROW, slot, 2, 2), VERDICT_REFUSED);
	game_free(game);
}

/* ---- The source ---- */

static void the_dead_are_not_blamed_nor_those_in_their_place(void **state)
{
	(void)state;
	for (int again = 0; again < 2; again++) {
		struct game *game = arena_new(stock, ROWS(hall), 1);
		int shooter = arena_put(game, "shooter", 12, 2, CREATURE_AWARE);
		game->creatures[shooter].ready = game->clock.now + 10;
		pass_turns(game, 1);
		assert_int_equal(game->air.count, 1);
		creature_remove(game, shooter);
		if (again)
			assert_int_equal(arena_put(game, "plain-body", 30, 2, 0), shooter);
		game_hero(game)->health = 1;
		pass_turns(game, 2);
		struct result result;
		game_result(game, &result);
		assert_int_equal(result.outcome, OUTCOME_DIED);
		assert_string_equal(result.killer, "");
		assert_non_null(strstr(result.cause, "test bolt"));
		game_free(game);
	}
}

/* ---- Saved, left, and full ---- */

static struct game *with_stairs(void)
{
	struct game *game = arena_new(stock, ROWS(hall), 1);
	place_set_terrain(game, 1, 1, stock->terrain.stairs_up);
	place_set_terrain(game, 34, 3, stock->terrain.stairs_down);
	game->level->up_x = game->level->up_y = 1;
	game->level->down_x = 34;
	game->level->down_y = 3;
	return game;
}

static void a_save_holds_what_is_in_the_air(void **state)
{
	static const char *const ids[] = {"test-bolt", "test-ray", "ball", "thrown"};
	struct complaint complaint;
	size_t size;
	(void)state;
	for (int i = 0; i < 4; i++) {
		struct game *game = with_stairs();
		struct launch launch = launch_at(game, ids[i], 12, 3);
		launch.item = thing(i == 3 ? "static" : "rubber-ball");
		arena_put(game, "shooter", 20, 2, CREATURE_AWARE);
		place_set_terrain(game, 14, 3, stock->terrain.rock);
		flight_launch(game, &launch);
		pass_turns(game, 1);
		assert_true(game->air.count > 0);
		uint8_t *bytes = game_save(game, &size);
		struct game *again = game_load(stock, bytes, size, &complaint);
		assert_non_null(again);
		assert_int_equal(again->air.count, game->air.count);
		assert_true(game_digest(again) == game_digest(game));
		again->air.missiles[0].left--;
		assert_true(game_digest(again) != game_digest(game));
		again->air.missiles[0].left++;
		pass_turns(game, 8);
		pass_turns(again, 8);
		assert_true(game_digest(again) == game_digest(game));
		free(bytes);
		game_free(game);
		game_free(again);
	}
}

/* On a level that nobody is on it waits, as all else does. */
static void it_waits_on_a_level_that_is_left(void **state)
{
	(void)state;
	struct game *game = with_stairs();
	struct launch launch = launch_at(game, "test-bolt", 34, 2);
	launch.item = thing("dart");
	flight_launch(game, &launch);
	pass_turns(game, 1);
	int x = game->air.missiles[0].x;
	place_enter(game, 2, true);
	assert_int_equal(game->air.count, 0);
	game_hero(game)->health = game_hero(game)->health_max = 5000;
	game->clock.now = game_hero(game)->ready;
	pass_turns(game, 3);
	place_enter(game, 1, false);
	assert_int_equal(game->air.count, 1);
	assert_int_equal(game->air.missiles[0].x, x);
	pass_turns(game, 1);
	assert_true(game->air.count == 0 || game->air.missiles[0].x > x);
	game_free(game);
}

static void a_full_sky_takes_no_more(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	struct launch launch = launch_at(game, "test-bolt", 34, 2);
	for (int i = 0; i < MISSILES_MAX; i++)
		assert_true(flight_launch(game, &launch));
	assert_false(flight_launch(game, &launch));
	launch.item = thing("solvent");
	assert_false(flight_launch(game, &launch));
	assert_true(lies_at(game, 2, 2));
	int slot = arena_give(game, "dart", 3);
	uint64_t before = game_digest(game);
	assert_int_equal(aim(game, VERB_THROW, slot, 9, 2), VERDICT_REFUSED);
	assert_true(game_digest(game) == before);
	pass_turns(game, 8);
	assert_int_equal(game->air.count, 0);
	assert_int_equal(aim(game, VERB_THROW, slot, 9, 2), VERDICT_SPENT);
	game_free(game);
}

/* ---- Events ---- */

static int flights_shown(struct game *game, int *to_x)
{
	struct event event;
	int shown = 0;
	while (game_next_event(game, &event))
		if (event.kind == EVENT_FLIGHT) {
			shown++;
			*to_x = event.x;
		}
	return shown;
}

/* Each turn's way is told as one piece, and only what lies in the hero's sight. */
static void only_what_is_seen_is_told(void **state)
{
	static const char *const halves[] = {
		"####################################",
		"#..........,,,,,,,,,,,,,,,,,,,,,,,,#",
		"#.@........,,,,,,,,,,,,,,,,,,,,,,,,#",
		"#..........,,,,,,,,,,,,,,,,,,,,,,,,#",
		"####################################",
	};
	int x = 0;
	(void)state;
	struct game *game = arena_new(stock, ROWS(halves), 1);
	struct launch launch = launch_at(game, "test-arrow", 34, 2);
	flight_launch(game, &launch);
	pass_turns(game, 1);
	assert_int_equal(flights_shown(game, &x), 1);
	assert_int_equal(x, 10);
	pass_turns(game, 1);
	assert_int_equal(flights_shown(game, &x), 0);
	game_free(game);
	game = arena_new(stock, ROWS(hall), 1);
	launch = launch_at(game, "test-arrow", 34, 2);
	flight_launch(game, &launch);
	pass_turns(game, 1);
	assert_int_equal(flights_shown(game, &x), 1);
	assert_int_equal(x, 12);
	pass_turns(game, 1);
	assert_int_equal(flights_shown(game, &x), 1);
	assert_int_equal(x, 22);
	game_free(game);
}

/* ---- Shooting ---- */

static void a_launcher_and_its_ammunition_are_wanted(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	int bow = arena_give(game, "test-bow", 1), arrows = arena_give(game, "test-arrow", 3);
	int nails = arena_give(game, "nail", 3), dart = arena_give(game, "dart", 1);
	uint64_t before = game_digest(game);
	assert_false(game_legal(game, VERB_FIRE));
	assert_int_equal(aim(game, VERB_FIRE, arrows, 9, 2), VERDICT_REFUSED);
	assert_non_null(strstr(game_refusal(game), "do not wield a launcher"));
	assert_int_equal(aim(game, VERB_FIRE, dart, 9, 2), VERDICT_REFUSED);
	assert_non_null(strstr(game_refusal(game), "You cannot shoot the dart"));
	assert_int_equal(aim(game, VERB_FIRE, 25, 9, 2), VERDICT_REFUSED);
	assert_true(game_digest(game) == before);
	assert_int_equal(arena_do(game, VERB_WIELD, bow), VERDICT_SPENT);
	assert_true(game_legal(game, VERB_FIRE));
	assert_int_equal(aim(game, VERB_FIRE, nails, 9, 2), VERDICT_REFUSED);
	assert_int_equal(aim(game, VERB_FIRE, arrows, 2, 2), VERDICT_REFUSED);
	assert_int_equal(aim(game, VERB_FIRE, arrows, 30, 2), VERDICT_REFUSED);
	assert_int_equal(aim(game, VERB_FIRE, arrows, 9, 2), VERDICT_SPENT);
	assert_int_equal(game->pack.items[arrows].count, 2);
	assert_int_equal(game->hero.noise, 14);
	pass_turns(game, 3);
	assert_true(lies_at(game, 22, 2));
	game_free(game);
}

static void a_shot_strikes_and_the_arrow_is_found_again(void **state)
{
	int hits = 0, found = 0;
	(void)state;
	for (int seed = 0; seed < 30; seed++) {
		struct game *game = arena_new(stock, ROWS(hall), seed);
		int bow = arena_give(game, "test-bow", 1),
		    arrows = arena_give(game, "test-arrow", 1);
		int slot = arena_put(game, "plain-body", 8, 2, CREATURE_AWARE);
		place_set_terrain(game, 5, 2, content_find_terrain(stock, "grate"));
		arena_do(game, VERB_WIELD, bow);
		assert_int_equal(aim(game, VERB_FIRE, arrows, 8, 2), VERDICT_SPENT);
		hits += game->creatures[slot].health == 8;
		found += lies_at(game, 8, 2);
		game_free(game);
	}
	assert_true(hits > 20);
	assert_int_equal(found, 30);
}

/* Some ammunition is lost, and most is not. */
static void most_nails_are_found_again(void **state)
{
	int found = 0;
	(void)state;
	for (int seed = 0; seed < 60; seed++) {
		struct game *game = arena_new(stock, ROWS(hall), seed);
		int gun = arena_give(game, "nail-gun", 1), nails = arena_give(game, "nail", 1);
		arena_do(game, VERB_WIELD, gun);
		assert_int_equal(aim(game, VERB_FIRE, nails, 9, 2), VERDICT_SPENT);
		pass_turns(game, 2);
		found += game->floor.count;
		game_free(game);
	}
	assert_in_range(found, 40, 59);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arrows_go_ten_cells_a_turn_and_thrown_things_five),
		cmocka_unit_test(a_line_goes_through_its_target_in_all_directions),
		cmocka_unit_test(arrows_pass_fences_and_grates_and_thrown_things_do_not),
		cmocka_unit_test(a_flask_bursts_where_it_ends),
		cmocka_unit_test(a_ball_bounces_in_a_drawn_direction),
		cmocka_unit_test(the_first_body_stops_it_unless_it_pierces),
		cmocka_unit_test(a_shot_goes_over_those_of_its_own_side),
		cmocka_unit_test(the_hero_may_step_out_of_a_flight),
		cmocka_unit_test(a_body_that_steps_into_a_flight_is_hit),
		cmocka_unit_test(a_flight_may_end_in_an_effect),
		cmocka_unit_test(a_flight_to_its_own_cell_acts_there),
		cmocka_unit_test(the_dead_are_not_blamed_nor_those_in_their_place),
		cmocka_unit_test(a_save_holds_what_is_in_the_air),
		cmocka_unit_test(it_waits_on_a_level_that_is_left),
		cmocka_unit_test(a_full_sky_takes_no_more),
		cmocka_unit_test(only_what_is_seen_is_told),
		cmocka_unit_test(a_launcher_and_its_ammunition_are_wanted),
		cmocka_unit_test(a_shot_strikes_and_the_arrow_is_found_again),
		cmocka_unit_test(most_nails_are_found_again),
	};
	return stock_run(stock_content_with(records), tests);
}
