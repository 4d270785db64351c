/* Comforts: counted commands, what is taken along, the odds of a fight, how far a place is. */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "tests/engine/follow.h"

static const char records[] =
	"monster test-fist\n  name fist\n  glyph 0 dim\n  look It has a fist.\n"
	"  first-sight It stands there.\n  death struck by a fist\n  depth 1\n  weight 0\n"
	"  hits 4d4\n  experience 0\n  blow strikes 2d3\n  blow slaps 1d2\n  instincts ambush 1\n"
	"monster test-cloth\n  name cloth\n  glyph 1 dim\n  look It hangs.\n"
	"  first-sight It hangs there.\n  death hung\n  depth 1\n  weight 0\n  hits 1d1\n"
	"  experience 0\n  instincts ambush 1\n"
	"item test-club\n  name test club\n  glyph ) dim\n  look A club.\n  class weapon\n"
	"  damage 1d3+3\n";

static const char *const rooms[] = {
	"###########      #########",
	"#.........#      #.......#",
	"#@........',,,,,,'.......#",
	"#.........#      #.......#",
	"#>........#      #.......#",
	"###########      #########",
};

static int repeat(struct game *game, enum verb verb, int direction, int times)
{
	struct command command;
	int steps = 0;
	auto_begin(&last, AUTO_REPEAT, 0, 0, 0, game, &watch);
	last.repeated = (struct command){.verb = (uint8_t)verb, .direction = (uint8_t)direction};
	last.times = (uint16_t)times;
	while (auto_step(&last, game, &command)) {
		assert_int_equal(command.verb, verb);
		if (game_act(game, &command) == VERDICT_REFUSED)
			break;
		steps++;
	}
	return steps;
}

/* ---- Counted commands ---- */

static void a_counted_command_is_done_so_often(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	uint32_t turn = game_turn(game);
	assert_int_equal(repeat(game, VERB_SEARCH, 0, 20), 20);
	assert_true(last.finished);
	assert_int_equal(game_turn(game), turn + 20);
	assert_int_equal(repeat(game, VERB_WAIT, 0, 3), 3);
	assert_int_equal(repeat(game, VERB_STEP, DIR_E, 4), 4);
	at(game, 5, 2);
	assert_int_equal(repeat(game, VERB_STEP, DIR_N, 9), 1);
	game_free(game);
}

static void a_counted_command_stops_for_company(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	creature_move(game, HERO, 13, 2);
	arena_put(game, "cable-rat", 23, 4, CREATURE_ASLEEP);
	senses_look(game);
	int steps = repeat(game, VERB_STEP, DIR_E, 9);
	assert_true(steps > 0 && steps < 9);
	assert_true(last.alarmed);
	game_free(game);
}

static void a_counted_step_strikes_nobody(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	int fist = arena_put(game, "test-fist", 5, 2, CREATURE_ASLEEP);
	senses_look(game);
	watch_look(&watch, &(struct view){0}, NULL);
	for (int i = 0; i < 4; i++)
		repeat(game, VERB_STEP, DIR_E, 9);
	at(game, 4, 2);
	assert_int_equal(game->creatures[fist].health, 10);
	game_free(game);
}

static void a_counted_step_keeps_out_of_what_harms(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	place_set_terrain(game, 4, 2, content_find_terrain(stock, "acid"));
	senses_look(game);
	assert_int_equal(repeat(game, VERB_STEP, DIR_E, 9), 2);
	assert_true(last.harm);
	at(game, 3, 2);
	game_free(game);
}

static void a_counted_command_stops_for_poison(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	creature_afflict(game, HERO, STATUS_POISONED, 30);
	assert_int_equal(repeat(game, VERB_SEARCH, 0, 20), 2);
	game_free(game);
}

/* A status that ends stops repeated waiting and resting. */
static void a_status_that_passes_is_a_reason_to_stop(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	creature_afflict(game, HERO, STATUS_HASTED, 6);
	int steps = repeat(game, VERB_WAIT, 0, 50);
	assert_true(steps > 2 && steps < 20);
	assert_false(creature_has(game, HERO, STATUS_HASTED));
	assert_int_equal(repeat(game, VERB_WAIT, 0, 50), 50);
	game_hero(game)->health = 5;
	creature_afflict(game, HERO, STATUS_DEAF, 6);
	steps = follow(game, AUTO_REST, 0, 0, 0);
	assert_true(steps > 2 && steps < 20);
	assert_false(creature_has(game, HERO, STATUS_DEAF));
	assert_true(game_hero(game)->health < game_hero(game)->health_max);
	game_free(game);
}

/* A discovery stops any repeated action. */
static void a_find_is_a_reason_to_stop(void **state)
{
	static const char *const shown[] = {"You find ", "finds a seam"};
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct game *game = arena(ROWS(rooms));
		uint16_t kind = i == 0 ? content_find_terrain(stock, "hidden-dart")
				       : stock->terrain.door_secret_horizontal;
		place_set_terrain(game, 2, i == 0 ? 3 : 0, kind);
		creature_move(game, HERO, 1, 1);
		senses_look(game);
		assert_in_range(repeat(game, VERB_SEARCH, 0, 20), 1, 5);
		assert_int_equal(messages_of(game, shown[i]), 1);
		assert_false(last.finished);
		game_free(game);
	}
}

/* Auto-explore finds one trap in six in passing, and then stops. */
static void a_trap_that_is_found_stops_an_exploration(void **state)
{
	int found = 0;
	(void)state;
	for (int seed = 0; seed < 60; seed++) {
		struct command command;
		struct game *game = arena_new(stock, ROWS(rooms), seed);
		watch = (struct watch){0};
		place_set_terrain(game, 6, 1, content_find_terrain(stock, "hidden-dart"));
		place_set_terrain(game, 6, 3, content_find_terrain(stock, "hidden-dart"));
		senses_look(game);
		auto_begin(&last, AUTO_EXPLORE, 0, 0, 0, game, &watch);
		while (messages_of(game, "You find ") == 0 && auto_step(&last, game, &command))
			game_act(game, &command);
		if (messages_of(game, "You find ") > 0) {
			assert_false(auto_step(&last, game, &command));
			assert_false(last.finished);
			found++;
		}
		game_free(game);
	}
	assert_in_range(found, 5, 60);
}

/* ---- Picking up ---- */

static void lay(struct game *game, const char *id, int x, int y)
{
	item_to_floor(game, (struct item){.kind = content_find_item(stock, id), .count = 1}, x, y);
	senses_look(game);
}

static unsigned class_of(const char *word)
{
	unsigned class = 0;
	while (strcmp(auto_class_word(class), word) != 0)
		class ++;
	return class;
}

static int lying(const struct game *game)
{
	return game->floor.count;
}

static int explore_leaving(struct game *game, uint32_t left_classes)
{
	struct command command;
	int steps = 0;
	auto_begin(&last, AUTO_EXPLORE, 0, 0, 0, game, &watch);
	last.left_classes = left_classes;
	for (; auto_step(&last, game, &command) && steps < 400; steps++)
		assert_int_not_equal(game_act(game, &command), VERDICT_REFUSED);
	return steps;
}

static void exploring_leaves_what_is_not_wanted(void **state)
{
	(void)state;
	for (int leave = 0; leave < 2; leave++) {
		struct game *game = arena(ROWS(rooms));
		lay(game, "test-club", 6, 3);
		for (int i = 0; i < 8; i++)
			explore_leaving(game, leave ? 1u << class_of("weapon") : 0);
		assert_int_equal(lying(game), leave);
		game_free(game);
	}
}

static void items_underfoot_are_picked_up_when_wanted(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	lay(game, "test-club", 1, 2);
	auto_begin(&last, AUTO_TAKE, 0, 0, 0, game, &watch);
	last.left_classes = 1u << class_of("weapon");
	struct command command;
	assert_false(auto_step(&last, game, &command));
	assert_true(last.finished);
	assert_int_equal(follow(game, AUTO_TAKE, 0, 0, 0), 1);
	assert_int_equal(lying(game), 0);
	/* With somebody hunting him he does not stoop. */
	lay(game, "test-club", 1, 2);
	int rat = arena_put(game, "cable-rat", 4, 2, CREATURE_AWARE);
	senses_look(game);
	assert_int_equal(follow(game, AUTO_TAKE, 0, 0, 0), 0);
	assert_true(game->creatures[rat].alive);
	game_free(game);
}

static void classes_have_words(void **state)
{
	(void)state;
	unsigned count = 0;
	for (; auto_class_word(count) != NULL; count++)
		assert_int_equal(*auto_class_word(count) == '\0', count == ITEM_RECEIVER);
	assert_int_equal(count, ITEM_CLASS_COUNT);
}

/* ---- The odds ---- */

static const struct view_creature *look_at(struct game *game, int slot)
{
	static struct view view;
	game_view(game, &view);
	for (size_t i = 0; i < view.creature_count; i++)
		if ((int)(view.creatures[i].id & 0xffff) == slot)
			return &view.creatures[i];
	fail();
	return NULL;
}

static void the_odds_tell_the_worst_and_the_usual(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	int fist = arena_put(game, "test-fist", 4, 2, CREATURE_AWARE);
	int cloth = arena_put(game, "test-cloth", 5, 3, CREATURE_AWARE);
	memset(game->pack.items, 0, sizeof game->pack.items);
	game->pack.count = 0;
	senses_look(game);
	game_hero(game)->health = 25;
	const struct view_creature *seen = look_at(game, fist);
	/* 6 at worst, 4 as a rule; its kind has 10, bare hands take 2. */
	assert_int_equal(seen->kills_in, 5);
	assert_int_equal(seen->blow_percent, 16);
	assert_int_equal(seen->falls_in, 5);
	game->creatures[fist].health = (int16_t)(game->creatures[fist].health_max / 2);
	assert_int_equal(look_at(game, fist)->falls_in, 3);
	game_hero(game)->health = 6;
	assert_int_equal(look_at(game, fist)->kills_in, 1);
	creature_afflict(game, HERO, STATUS_STUCK, 5);
	game_hero(game)->health = 25;
	assert_int_equal(look_at(game, fist)->kills_in, 3);
	assert_int_equal(look_at(game, cloth)->kills_in, 0);
	assert_int_equal(look_at(game, cloth)->falls_in, 1);
	game_free(game);
}

/* The first blow on who expects none counts three times. */
static void the_odds_reckon_with_surprise(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	int fist = arena_put(game, "test-fist", 4, 2, CREATURE_ASLEEP);
	memset(game->pack.items, 0, sizeof game->pack.items);
	game->pack.count = 0;
	senses_look(game);
	assert_int_equal(look_at(game, fist)->falls_in, 3);
	game_free(game);
}

static void the_odds_know_no_plus_that_he_does_not(void **state)
{
	(void)state;
	int falls[3];
	for (int i = 0; i < 3; i++) {
		struct game *game = arena(ROWS(rooms));
		int fist = arena_put(game, "test-fist", 4, 2, CREATURE_AWARE);
		memset(game->pack.items, 0, sizeof game->pack.items);
		game->pack.items[0] = (struct item){.kind = content_find_item(stock, "test-club"),
			.count = 1,
			.plus = i > 0 ? 5 : 0,
			.flags = (uint8_t)(ITEM_WIELDED | (i > 1 ? ITEM_KNOWN : 0))};
		game->pack.count = 1;
		senses_look(game);
		falls[i] = look_at(game, fist)->falls_in;
		game_free(game);
	}
	assert_int_equal(falls[0], 2);
	assert_int_equal(falls[1], 2);
	assert_int_equal(falls[2], 1);
}

/* ---- How far ---- */

static void a_known_place_is_so_many_steps_away(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	senses_look(game);
	assert_int_equal(steps_to(game, 1, 2), 0);
	assert_int_equal(steps_to(game, 1, 4), 2);
	assert_int_equal(steps_to(game, 9, 4), 8);
	/* Travel finds no route over unknown or harmful cells. */
	assert_int_equal(steps_to(game, 20, 2), -1);
	for (int y = 1; y <= 4; y++)
		place_set_terrain(game, 5, y, content_find_terrain(stock, "acid"));
	senses_look(game);
	assert_int_equal(steps_to(game, 9, 4), -1);
	game_free(game);
}

/* ---- Unknown facts ---- */

/* Differences between two games that look alike to the hero. */
static void trap_in_the_way(struct game *game)
{
	place_set_terrain(game, 6, 2, content_find_terrain(stock, "hidden-dart"));
}

static void door_in_the_wall(struct game *game)
{
	place_set_terrain(game, 3, 0, stock->terrain.door_secret_horizontal);
}

static void items_elsewhere(struct game *game)
{
	item_to_floor(game,
		(struct item){.kind = content_find_item(stock, "test-club"), .count = 1}, 18, 4);
}

static void somebody_elsewhere(struct game *game)
{
	int fist = arena_put(game, "test-fist", 18, 4, CREATURE_AWARE);
	assert_false(senses_hero_sees(game, fist));
}

static void item_carried_off(struct game *game)
{
	game->floor.count = 0;
}

static void plus_of_a_thing(struct game *game)
{
	for (int i = 0; i < game->floor.count; i++)
		game->floor.items[i].item.plus = -3;
}

static void door_shut_behind(struct game *game)
{
	for (int x = 0; x < game->level->width; x++)
		for (int y = 0; y < game->level->height; y++)
			if (!(game->level->flags[level_at(game->level, x, y)] & LEVEL_SEEN) &&
				game->level->terrain[level_at(game->level, x, y)] ==
					stock->terrain.door_open)
				place_set_terrain(game, x, y, stock->terrain.door_closed);
}

static void acid_in_the_way(struct game *game)
{
	for (int y = 1; y <= 4; y++)
		place_set_terrain(game, 6, y, content_find_terrain(stock, "acid"));
}

/* Dark cells of the corridor that are not beside him: of their air he sees nothing. */
static void gas_out_of_sight(struct game *game)
{
	uint16_t kind = 0;
	while (!stock->clouds[kind].harmful)
		kind++;
	for (int x = 15; x <= 17; x++)
		gas_release(game, kind, x, 2, 200);
}

static struct game *half_seen(void)
{
	struct game *game = arena(ROWS(rooms));
	lay(game, "test-club", 9, 4);
	/* From the corridor he remembers the room, and the thing in it. */
	creature_move(game, HERO, 13, 2);
	senses_look(game);
	return game;
}

/* The first command of an auto command, and its sentence. */
static struct command first_of(struct game *game, enum auto_kind kind, int x, int y)
{
	struct command command = {.verb = VERB_COUNT};
	watch = (struct watch){0};
	auto_begin(&last, kind, DIR_E, x, y, game, &watch);
	last.repeated = (struct command){.verb = VERB_STEP, .direction = DIR_W};
	last.times = 5;
	auto_step(&last, game, &command);
	return command;
}

/* Hidden differences change no automatic command. */
static void auto_commands_know_what_he_knows_and_no_more(void **state)
{
	static void (*const secrets[])(struct game *) = {trap_in_the_way, door_in_the_wall,
		items_elsewhere, somebody_elsewhere, item_carried_off, plus_of_a_thing,
		door_shut_behind, acid_in_the_way, gas_out_of_sight};
	static const struct {
		enum auto_kind kind;
		int x, y;
	} moves[] = {{AUTO_RUN, 0, 0}, {AUTO_TRAVEL, 9, 4}, {AUTO_TRAVEL, 1, 1},
		{AUTO_TRAVEL, 20, 2}, {AUTO_EXPLORE, 0, 0}, {AUTO_REST, 0, 0}, {AUTO_REPEAT, 0, 0},
		{AUTO_TAKE, 0, 0}};
	(void)state;
	for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++)
		for (size_t j = 0; j < sizeof moves / sizeof *moves; j++) {
			struct game *plain = half_seen(), *other = half_seen();
			secrets[i](other);
			game_hero(plain)->health = game_hero(other)->health = 20;
			struct command one = first_of(plain, moves[j].kind, moves[j].x, moves[j].y);
			struct auto_move so = last;
			struct command two = first_of(other, moves[j].kind, moves[j].x, moves[j].y);
			if (one.verb != two.verb || one.direction != two.direction)
				fail_msg("secret %zu is known to move %zu", i, j);
			assert_string_equal(so.says, last.says);
			assert_int_equal(so.finished, last.finished);
			assert_int_equal(steps_to(plain, 9, 4), steps_to(other, 9, 4));
			assert_int_equal(
				game_is_landmark(plain, 3, 0), game_is_landmark(other, 3, 0));
			game_free(plain);
			game_free(other);
		}
}

/* A hero in a cloud is led out of it by the gas that he sees. */
static void the_way_out_of_a_cloud_is_one_that_he_sees(void **state)
{
	(void)state;
	struct command out[2];
	for (int i = 0; i < 2; i++) {
		uint16_t kind = 0;
		struct game *game = half_seen();
		for (int y = 0; y < game->level->height; y++)
			for (int x = 0; x < game->level->width; x++)
				memory_see_cell(game, x, y);
		while (!stock->clouds[kind].harmful)
			kind++;
		for (int x = 12; x <= 14; x++)
			gas_release(game, kind, x, 2, 200);
		if (i == 1)
			gas_out_of_sight(game);
		senses_look(game);
		out[i] = first_of(game, AUTO_EXPLORE, 0, 0);
		assert_int_equal(out[i].verb, VERB_STEP);
		game_free(game);
	}
	assert_int_equal(out[0].direction, out[1].direction);
}

static const char *const bend[] = {
	"              ",
	" ,,,,,,,,,    ",
	"         ,    ",
	"         ,    ",
	"         a    ",
	"         ,    ",
	"         ,    ",
	"    ,,,,,,    ",
	"    ,         ",
	"    ,,,,,,,,  ",
};

/* In the dark he sees one cell ahead, and does not turn back to what he has left. */
static void the_way_out_in_the_dark_goes_on(void **state)
{
	(void)state;
	uint16_t kind = 0;
	int turns = 0;
	struct game *game = arena(ROWS(bend));
	for (int y = 0; y < game->level->height; y++)
		for (int x = 0; x < game->level->width; x++)
			memory_see_cell(game, x, y);
	while (!stock->clouds[kind].harmful)
		kind++;
	for (int y = 2; y <= 6; y++)
		gas_release(game, kind, 9, y, 16);
	for (int x = 6; x <= 9; x++) {
		gas_release(game, kind, x, 1, 16);
		gas_release(game, kind, x, 7, 16);
	}
	game_hero(game)->health = game_hero(game)->health_max = 500;
	senses_look(game);
	for (; turns < 30 && gas_harms(game, HERO, game_hero(game)->x, game_hero(game)->y);
		turns++) {
		struct command step = {.verb = VERB_WAIT};
		auto_begin(&last, AUTO_EXPLORE, 0, 0, 0, game, &watch);
		auto_step(&last, game, &step);
		game_act(game, &step);
	}
	assert_in_range(turns, 3, 12);
	game_free(game);
}

/* It is gone and looked at, once, and then forgotten. */
static void an_item_carried_off_is_searched_once(void **state)
{
	struct view view;
	(void)state;
	struct game *game = half_seen();
	item_carried_off(game);
	for (int i = 0; i < 8; i++)
		follow(game, AUTO_EXPLORE, 0, 0, 0);
	game_view(game, &view);
	assert_false(view.cells[4 * view.width + 9].flags & CELL_ITEM);
	assert_true(last.finished);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_counted_command_is_done_so_often),
		cmocka_unit_test(a_counted_command_stops_for_company),
		cmocka_unit_test(a_counted_command_stops_for_poison),
		cmocka_unit_test(a_counted_step_strikes_nobody),
		cmocka_unit_test(a_counted_step_keeps_out_of_what_harms),
		cmocka_unit_test(a_find_is_a_reason_to_stop),
		cmocka_unit_test(a_trap_that_is_found_stops_an_exploration),
		cmocka_unit_test(a_status_that_passes_is_a_reason_to_stop),
		cmocka_unit_test(exploring_leaves_what_is_not_wanted),
		cmocka_unit_test(items_underfoot_are_picked_up_when_wanted),
		cmocka_unit_test(classes_have_words),
		cmocka_unit_test(the_odds_tell_the_worst_and_the_usual),
		cmocka_unit_test(the_odds_reckon_with_surprise),
		cmocka_unit_test(the_odds_know_no_plus_that_he_does_not),
		cmocka_unit_test(a_known_place_is_so_many_steps_away),
		cmocka_unit_test(auto_commands_know_what_he_knows_and_no_more),
		cmocka_unit_test(the_way_out_of_a_cloud_is_one_that_he_sees),
		cmocka_unit_test(the_way_out_in_the_dark_goes_on),
		cmocka_unit_test(an_item_carried_off_is_searched_once),
	};
	return stock_run(stock_content_with(records), tests);
}
