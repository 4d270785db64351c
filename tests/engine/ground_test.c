/*
 * Ground: what hazards and traps do and to whom, what becomes of things, what the hero knows of it,
 * and blows across its borders.
 */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "tests/engine/ground.h"
#include "tests/engine/auto_moving.h"

/* One way from west to east, and one round it. */
static const char *const ring[] = {
	"#############",
	"#...........#",
	"#.#########.#",
	"#@..........#",
	"#############",
};

static const char *const doorway[] = {
	"#######",
	"#..#..#",
	"#.@'..#",
	"#..#..#",
	"#######",
};

/* ---- Hazards ---- */

static void hazards_meet_who_enters(void **state)
{
	(void)state;
	static const struct {
		const char *id;
		bool hurts, kills;
		int status; /* -1: none */
		bool falls;
	} rows[] = {{"deep-water", true, false, -1, false}, {"lava", true, true, -1, false},
		{"acid", true, false, -1, false}, {"pit", true, false, -1, true},
		{"chasm", true, false, -1, true}, {"trapdoor", true, false, -1, true},
		{"web", false, false, STATUS_STUCK, false},
		{"shards", false, false, STATUS_BLEEDING, false},
		{"flame", false, false, STATUS_BURNING, false},
		{"embers", false, false, STATUS_BURNING, false},
		{"grass-fire", false, false, STATUS_BURNING, false},
		{"paper-fire", false, false, STATUS_BURNING, false},
		{"door-fire", false, false, STATUS_BURNING, false},
		{"bridge-fire", false, false, STATUS_BURNING, false},
		{"flood-water", true, false, -1, false}, {"flood-spring", true, false, -1, false}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct game *game = arena_new(stock, ROWS(room), 3);
		put(game, rows[i].id, 8, 3);
		int health = game_hero(game)->health, depth = game->depth;
		arena_do(game, VERB_STEP, DIR_E);
		assert_int_equal(game_going(game), !rows[i].kills);
		assert_int_equal(game->depth, depth + rows[i].falls);
		if (rows[i].hurts)
			assert_true(game_hero(game)->health < health);
		if (rows[i].status >= 0)
			assert_true(creature_has(game, HERO, (enum status)rows[i].status) ||
				    game_hero(game)->health < health);
		game_free(game);
	}
}

/* There is no below the last depth: the hole leads elsewhere on it. */
static void at_the_bottom_one_falls_elsewhere(void **state)
{
	(void)state;
	struct seed seed = {{4}};
	struct birth birth = {.name = "Tester"};
	struct game *game = game_new(stock, &seed, &birth);
	place_enter(game, stock->last_depth, true);
	struct creature *hero = game_hero(game);
	hero->health = hero->health_max = 300;
	int x = hero->x, y = hero->y;
	struct clause fall = {.row = EFFECT_FALL, .dice = {1, 6, 0}};
	effect_apply(game, &fall, x, y, -1, NULL);
	assert_int_equal(game->depth, stock->last_depth);
	assert_true(hero->x != x || hero->y != y);
	assert_true(hero->health < 300);
	game_free(game);
}

/* Company is put beside the hero where it can stand, not into the lake. */
static void nobody_is_put_into_harm(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	cover(game, "lava");
	put(game, "floor", 12, 5);
	int x = game_hero(game)->x, y = game_hero(game)->y;
	assert_true(place_free_near(game, &x, &y));
	assert_int_equal(x, 12);
	assert_int_equal(y, 5);
	game_free(game);
}

static void floating_bodies_are_spared(void **state)
{
	(void)state;
	static const char *const ids[] = {"deep-water", "lava", "acid", "pit", "chasm", "trapdoor",
		"web", "shards", "embers", "flood-water", "hidden-dart", "hidden-trapdoor",
		"trap-blast"};
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
		struct game *game = arena_new(stock, ROWS(room), 3);
		put(game, ids[i], 8, 3);
		struct creature *hero = game_hero(game);
		hero->status[STATUS_LEVITATING] = 50;
		int health = hero->health, depth = game->depth;
		arena_do(game, VERB_STEP, DIR_E);
		assert_int_equal(hero->health, health);
		assert_int_equal(game->depth, depth);
		assert_false(creature_has(game, HERO, STATUS_STUCK) ||
			     creature_has(game, HERO, STATUS_BURNING));
		game_free(game);
	}
}

/* It holds, but not for ever: each pull loosens it, and who is free has torn it. */
static void a_web_is_torn(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "web", 8, 3);
	arena_do(game, VERB_STEP, DIR_E);
	assert_true(creature_has(game, HERO, STATUS_STUCK));
	int pulls = 0;
	while (game_hero(game)->x == 8 && pulls++ < 10)
		arena_do(game, VERB_STEP, DIR_E);
	assert_in_range(pulls, 2, 4);
	assert_string_equal(at(game, 8, 3), "floor");
	game_free(game);
}

static void fire_on_a_bridge_lets_you_down(void **state)
{
	(void)state;
	int burnt = 0;
	for (int seed = 0; seed < 10; seed++) {
		struct game *game = arena_new(stock, ROWS(room), seed);
		put(game, "bridge", 7, 3);
		int depth = game->depth;
		game_hero(game)->health = game_hero(game)->health_max = 300;
		terrain_trigger(game, 7, 3, TRIGGER_BURN, -1);
		assert_string_equal(at(game, 7, 3), "bridge-fire");
		for (int n = 0; n < 60 && game->depth == depth && game_going(game); n++)
			arena_do(game, VERB_WAIT, 0);
		burnt += game->depth == depth + 1;
		game_free(game);
	}
	assert_int_equal(burnt, 10);
}

static void ice_melts_under_the_feet(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "ice", 8, 3);
	put(game, "deep-water", 9, 3);
	terrain_trigger(game, 9, 3, TRIGGER_FREEZE, -1);
	assert_string_equal(at(game, 9, 3), "ice-thin");
	int health = game_hero(game)->health;
	arena_do(game, VERB_STEP, DIR_E);
	assert_int_equal(game_hero(game)->health, health);
	terrain_trigger(game, 8, 3, TRIGGER_BURN, -1);
	assert_true(arena_told(game, "You are standing in"));
	arena_do(game, VERB_WAIT, 0);
	assert_true(game_hero(game)->health < health);
	for (int n = 0; n < 300; n++) {
		game_hero(game)->health = game_hero(game)->health_max;
		arena_do(game, VERB_WAIT, 0);
	}
	assert_string_equal(at(game, 9, 3), "deep-water");
	game_free(game);
}

/* ---- Things ---- */

static void paper_burns_and_metal_does_not(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "trampled-grass", 9, 3);
	item_to_floor(game, thing(scroll()), 9, 3);
	item_to_floor(game, thing("penknife"), 9, 3);
	assert_int_equal(floor_count_at(game, 9, 3), 2);
	terrain_trigger(game, 9, 3, TRIGGER_BURN, -1);
	assert_int_equal(floor_count_at(game, 9, 3), 1);
	assert_true(arena_told(game, "The fire takes"));
	/* Into fire that burns already; and fire on ground that does not burn. */
	item_to_floor(game, thing(scroll()), 9, 3);
	assert_int_equal(floor_count_at(game, 9, 3), 1);
	item_to_floor(game, thing(scroll()), 4, 3);
	terrain_trigger(game, 4, 3, TRIGGER_BURN, -1);
	assert_int_equal(floor_count_at(game, 4, 3), 0);
	game_free(game);
}

static void slag_and_deep_water_keep_what_they_get(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "lava", 9, 3);
	put(game, "deep-water", 9, 4);
	put(game, "footbridge", 9, 5);
	item_to_floor(game, thing("penknife"), 9, 3);
	item_to_floor(game, thing("penknife"), 9, 4);
	item_to_floor(game, thing("penknife"), 9, 5);
	assert_int_equal(floor_count_at(game, 9, 3), 0);
	assert_int_equal(floor_count_at(game, 9, 4), 0);
	assert_int_equal(floor_count_at(game, 9, 5), 1);
	terrain_trigger(game, 9, 5, TRIGGER_BREAK, -1);
	assert_int_equal(floor_count_at(game, 9, 5), 0);
	/* The Receiver is never lost. */
	item_to_floor(game, (struct item){.kind = stock->receiver, .count = 1}, 9, 3);
	assert_int_equal(floor_count_at(game, 9, 3), 1);
	game_free(game);
}

static void fallen_items_lie_a_depth_down(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "pit", 10, 3);
	int spike = arena_give(game, "line-spike", 1);
	struct command command = {.verb = VERB_THROW, .item = (uint8_t)spike, .x = 10, .y = 3};
	game_act(game, &command);
	arena_do(game, VERB_WAIT, 0);
	assert_int_equal(game->fallen.count, 1);
	assert_int_equal(game->floor.count, 0);
	place_enter(game, 2, true);
	assert_int_equal(game->fallen.count, 0);
	int found = 0;
	for (int i = 0; i < game->floor.count; i++)
		found += game->floor.items[i].item.kind == content_find_item(stock, "line-spike");
	assert_true(found >= 1);
	game_free(game);
}

/* Items for other depths wait, in their order. */
static void items_that_fall_farther_wait(void **state)
{
	static const uint8_t depths[] = {4, 1, 5, 1, 6};
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	for (size_t i = 0; i < sizeof depths; i++)
		game->fallen.items[game->fallen.count++] = (struct fallen){
			.depth = depths[i], .item = thing(i % 2 ? "penknife" : "dart")};
	ground_lay_fallen(game);
	assert_int_equal(game->fallen.count, 3);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(game->fallen.items[i].depth, 4 + i);
		assert_int_equal(game->fallen.items[i].item.kind, thing("dart").kind);
	}
	game_free(game);
}

/* Items that an effect creates go to the hero himself, or to the floor; either is an effect. */
static void created_items_are_carried_or_lie(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	struct clause create = {.row = EFFECT_CREATE,
		.kind = content_find_item(stock, "penknife"),
		.dice = {0, 0, 1}};
	int pack = game->pack.count;
	assert_true(effect_apply(game, &create, 7, 3, HERO, "a trick"));
	assert_int_equal(game->pack.count, pack + 1);
	assert_int_equal(floor_count_at(game, 7, 3), 0);
	assert_true(effect_apply(game, &create, 3, 2, HERO, "a trick"));
	assert_int_equal(floor_count_at(game, 3, 2), 1);
	while (game->pack.count < PACK_MAX)
		arena_give(game, "crowbar", 1);
	assert_true(effect_apply(game, &create, 7, 3, HERO, "a trick"));
	assert_int_equal(floor_count_at(game, 7, 3), 1);
	game_free(game);
}

/* A missile that ends in a fence drops beside it, where things can lie. */
static void nothing_lies_in_a_fence(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "fence", 9, 3);
	item_to_floor(game, thing("dart"), 9, 3);
	assert_int_equal(floor_count_at(game, 9, 3), 0);
	assert_int_equal(game->floor.count, 1);
	game_check(game);
	game_free(game);
}

/* ---- Traps ---- */

static void a_hidden_trap_is_floor_until_it_is_sprung_or_found(void **state)
{
	(void)state;
	int hidden = 0;
	for (uint16_t kind = 0; kind < stock->counts.terrains; kind++) {
		const struct terrain_kind *terrain = &stock->terrains[kind];
		if (!content_is_hidden(terrain) || !(terrain->flags & TERRAIN_OBJECTS))
			continue;
		hidden++;
		const struct terrain_kind *floor = &stock->terrains[stock->terrain.floor];
		assert_int_equal(terrain->appearance, floor->appearance);
		assert_string_equal(terrain->name, floor->name);
		assert_string_equal(terrain->description, floor->description);
		struct game *game = arena_new(stock, ROWS(room), kind);
		char text[160];
		place_set_terrain(game, 8, 3, kind);
		senses_look(game);
		struct view view;
		game_view(game, &view);
		assert_false(view.cells[3 * view.width + 8].flags & CELL_HARM);
		assert_int_equal(game_step_risk(game, DIR_E, text, sizeof text), RISK_NONE);
		/* The level's own know of it, and go round. */
		assert_false(distance_map_step_legal(&game->derived.distances, 7, 3, DIR_E, 0));
		for (int n = 0; n < 5; n++)
			arena_do(game, VERB_SEARCH, 0);
		const char *found =
			stock->terrains[content_transition(terrain, TRIGGER_SEARCH)->into].id;
		assert_string_equal(at(game, 8, 3), found);
		game_view(game, &view);
		assert_true(view.cells[3 * view.width + 8].flags & CELL_HARM);
		assert_true(game_step_risk(game, DIR_E, text, sizeof text) != RISK_NONE);
		assert_true(*text != '\0');
		place_set_terrain(game, 8, 3, kind);
		game_hero(game)->health = game_hero(game)->health_max = 200;
		arena_do(game, VERB_STEP, DIR_E);
		assert_true(arena_told(game, "Something gives underfoot"));
		game_free(game);
	}
	assert_true(hidden >= 7);
}

static void each_trap_does_its_own(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	struct creature *hero = game_hero(game);
	hero->health = hero->health_max = 300;
	put(game, "hidden-gas", 8, 3);
	arena_do(game, VERB_STEP, DIR_E);
	assert_int_equal(game->level->gas_count, 1);
	game_free(game);
	game = arena_new(stock, ROWS(room), 1);
	int rat = arena_put(game, "cable-rat", 1, 1, CREATURE_ASLEEP);
	bool woke = false;
	for (int n = 0; n < 60 && !woke; n++) {
		put(game, "hidden-bell", 7, 3);
		terrain_trigger(game, 7, 3, TRIGGER_TREAD, HERO);
		woke = !(game->creatures[rat].flags & CREATURE_ASLEEP);
	}
	assert_true(woke);
	game_free(game);
	game = arena_new(stock, ROWS(room), 1);
	put(game, "hidden-net", 8, 3);
	arena_do(game, VERB_STEP, DIR_E);
	assert_true(creature_has(game, HERO, STATUS_STUCK));
	game_free(game);
	game = arena_new(stock, ROWS(room), 1);
	put(game, "hidden-fire", 8, 3);
	cover(game, "trampled-grass");
	put(game, "hidden-fire", 8, 3);
	arena_do(game, VERB_STEP, DIR_E);
	assert_true(count_flag(game, TERRAIN_FIRE) > 3);
	game_free(game);
	game = arena_new(stock, ROWS(room), 1);
	put(game, "hidden-trapdoor", 8, 3);
	arena_do(game, VERB_STEP, DIR_E);
	assert_int_equal(game->depth, 2);
	game_free(game);
	game = arena_new(stock, ROWS(room), 1);
	put(game, "hidden-flood", 8, 3);
	arena_do(game, VERB_STEP, DIR_E);
	assert_true(count_flag(game, TERRAIN_WATER) > 4);
	game_free(game);
}

/* ---- The hero's knowledge ---- */

static void a_deadly_step_is_told_from_a_harmful_one(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	char text[160];
	put(game, "lava", 8, 3);
	put(game, "web", 6, 3);
	put(game, "deep-water", 7, 2);
	put(game, "rubble", 7, 4);
	senses_look(game);
	assert_int_equal(game_step_risk(game, DIR_E, text, sizeof text), RISK_DEADLY);
	assert_non_null(strstr(text, "olten slag"));
	assert_int_equal(game_step_risk(game, DIR_W, text, sizeof text), RISK_HARM);
	assert_int_equal(game_step_risk(game, DIR_N, text, sizeof text), RISK_HARM);
	assert_int_equal(game_step_risk(game, DIR_S, text, sizeof text), RISK_NONE);
	game_hero(game)->health = 3;
	assert_int_equal(game_step_risk(game, DIR_N, text, sizeof text), RISK_DEADLY);
	game_hero(game)->status[STATUS_LEVITATING] = 9;
	assert_int_equal(game_step_risk(game, DIR_E, text, sizeof text), RISK_NONE);
	game_hero(game)->status[STATUS_LEVITATING] = 2;
	assert_int_equal(game_step_risk(game, DIR_E, text, sizeof text), RISK_DEADLY);
	game_free(game);
}

/* In it already, one wades on unasked; and gas is seen. */
static void more_of_the_same_danger_is_not_asked_about(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	char text[160];
	put(game, "deep-water", 8, 3);
	put(game, "deep-water", 9, 3);
	arena_do(game, VERB_STEP, DIR_E);
	assert_int_equal(game_step_risk(game, DIR_E, text, sizeof text), RISK_NONE);
	game_free(game);
	game = arena_new(stock, ROWS(room), 1);
	uint16_t cloud = 0;
	while (cloud < stock->counts.clouds && strcmp(stock->clouds[cloud].id, "green-gas") != 0)
		cloud++;
	gas_release(game, cloud, 8, 3, 50);
	senses_look(game);
	assert_int_equal(game_step_risk(game, DIR_E, text, sizeof text), RISK_HARM);
	assert_int_equal(game_step_risk(game, DIR_W, text, sizeof text), RISK_NONE);
	game_free(game);
}

/* A change out of sight is shown as the hero remembers the cell. */
static void memory_is_what_he_goes_by(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	put(game, "lava", 8, 3);
	senses_look(game);
	game_hero(game)->status[STATUS_BLIND] = 50;
	senses_look(game);
	struct view view;
	size_t cell = level_at(game->level, 12, 3);
	put(game, "pit", 12, 3);
	game_view(game, &view);
	assert_false(view.cells[cell].flags & CELL_HARM);
	game_hero(game)->status[STATUS_BLIND] = 0;
	senses_look(game);
	game_view(game, &view);
	assert_true(view.cells[cell].flags & CELL_HARM);
	assert_true(view.cells[level_at(game->level, 0, 0)].flags & CELL_STOPS);
	game_free(game);
}

static void travel_goes_round_what_is_known(void **state)
{
	(void)state;
	static const char *const ids[] = {"lava", "trap-dart", "pit", "web", "acid"};
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
		struct game *game = arena_new(stock, ROWS(ring), 1);
		int health = game_hero(game)->health, depth = game->depth, steps = 0;
		put(game, ids[i], 5, 3);
		for (int cell = 0; cell < 13 * 5; cell++)
			memory_see_cell(game, cell % 13, cell / 13);
		/* A sound on the way may stop him: he goes on. */
		for (int n = 0; n < 5 && game_hero(game)->x != 11; n++) {
			struct watch watch = {0};
			struct auto_move automove;
			struct command command;
			auto_begin(&automove, AUTO_TRAVEL, 0, 11, 3, game, &watch);
			while (auto_step(&automove, game, &command) && steps++ < 60) {
				assert_int_equal(game_act(game, &command), VERDICT_SPENT);
				put(game, ids[i], 5, 3);
			}
		}
		assert_int_equal(game_hero(game)->x, 11);
		assert_int_equal(game_hero(game)->y, 3);
		assert_int_equal(game_hero(game)->health, health);
		assert_int_equal(game->depth, depth);
		assert_true(steps > 11);
		game_free(game);
	}
}

/* ---- Blows across borders ---- */

static void adjacent_creatures_can_be_struck_round_corners(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(doorway), 1);
	int rat = arena_put(game, "cable-rat", 3, 2, 0);
	creature_move(game, HERO, 2, 1);
	game->creatures[rat].health = game->creatures[rat].health_max = 100;
	game->creatures[rat].status[STATUS_PARALYSED] = 250;
	bool hit = false;
	for (int n = 0; n < 30 && !hit; n++) {
		assert_int_equal(arena_do(game, VERB_STEP, DIR_SE), VERDICT_SPENT);
		hit = game->creatures[rat].health < 100;
		game->creatures[rat].status[STATUS_PARALYSED] = 250;
	}
	assert_true(hit);
	game_free(game);
}

/* Led into the fire it is his; what blunders into it by itself is nobody's. */
static void luring_a_creature_into_harm_counts_as_a_kill(void **state)
{
	(void)state;
	for (int led = 0; led < 2; led++) {
		struct game *game = arena_new(stock, ROWS(room), 3);
		int rat =
			arena_put(game, "cable-rat", 10, 3, led ? CREATURE_AWARE : CREATURE_ASLEEP);
		game->creatures[rat].worth = 7;
		put(game, "lava", 10, 3);
		terrain_enter(game, rat);
		assert_false(game->creatures[rat].alive);
		assert_int_equal(game->hero.experience, led ? 7 : 0);
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(luring_a_creature_into_harm_counts_as_a_kill),
		cmocka_unit_test(hazards_meet_who_enters),
		cmocka_unit_test(at_the_bottom_one_falls_elsewhere),
		cmocka_unit_test(nobody_is_put_into_harm),
		cmocka_unit_test(floating_bodies_are_spared),
		cmocka_unit_test(a_web_is_torn),
		cmocka_unit_test(fire_on_a_bridge_lets_you_down),
		cmocka_unit_test(ice_melts_under_the_feet),
		cmocka_unit_test(paper_burns_and_metal_does_not),
		cmocka_unit_test(slag_and_deep_water_keep_what_they_get),
		cmocka_unit_test(fallen_items_lie_a_depth_down),
		cmocka_unit_test(items_that_fall_farther_wait),
		cmocka_unit_test(created_items_are_carried_or_lie),
		cmocka_unit_test(nothing_lies_in_a_fence),
		cmocka_unit_test(a_hidden_trap_is_floor_until_it_is_sprung_or_found),
		cmocka_unit_test(each_trap_does_its_own),
		cmocka_unit_test(a_deadly_step_is_told_from_a_harmful_one),
		cmocka_unit_test(more_of_the_same_danger_is_not_asked_about),
		cmocka_unit_test(memory_is_what_he_goes_by),
		cmocka_unit_test(travel_goes_round_what_is_known),
		cmocka_unit_test(adjacent_creatures_can_be_struck_round_corners),
	};
	return stock_run(stock_content(), tests);
}
