/* Auto commands: their paths, and their reasons to stop. */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "tests/engine/follow.h"
#include "tests/engine/noise.h"

static const char *const bends[] = {
	"      ,,,,,,,,    ",
	"      ,      ,    ",
	" a,,,,,     ,     ",
	"           ,      ",
	"           ,,,,,, ",
	"           ,      ",
	"           ,      ",
};

static void runs_follow_a_corridor_round_bends_to_a_fork(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(bends));
	assert_true(follow(game, AUTO_RUN, DIR_E, 0, 0) > 10);
	at(game, 11, 4);
	game_free(game);
}

/* A run goes on at right angles or less, to the left and to the right, and never turns back. */
static void runs_turn_by_at_most_a_right_angle(void **state)
{
	static const char *const corners[][5] = {
		{"  a   ", "  ,   ", "  ,,,,", "      ", "      "},
		{"      ", "      ", "  ,,,,", "  ,   ", "  a   "},
		{"  a   ", "   ,  ", "    ,,", "      ", "      "},
		{"  ,   ", " a,   ", "  ,   ", "      ", "      "},
		{" a,   ", "  ,   ", "      ", "      ", "      "},
		{" a    ", " ,,   ", "      ", "      ", "      "},
	};
	static const struct {
		int corner;
		enum direction direction;
		int x, y;
	} rows[] = {{0, DIR_S, 5, 2}, {1, DIR_N, 5, 2}, {2, DIR_SE, 5, 2}, {3, DIR_E, 2, 1},
		{4, DIR_SE, 2, 1}, {5, DIR_SE, 2, 1}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct game *game = arena(ROWS(corners[rows[i].corner]));
		follow(game, AUTO_RUN, rows[i].direction, 0, 0);
		if (game_hero(game)->x != rows[i].x || game_hero(game)->y != rows[i].y)
			fail_msg("row %zu: the run ends at %d, %d", i, game_hero(game)->x,
				game_hero(game)->y);
		game_free(game);
	}
}

static const char *const rooms[] = {
	"###########      #########",
	"#.........#      #.......#",
	"#@........',,,,,,'.......#",
	"#.........#      #.......#",
	"#.........#      #.......#",
	"###########      #########",
};

static void runs_stop_at_walls_doors_and_things(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	follow(game, AUTO_RUN, DIR_S, 0, 0);
	at(game, 1, 4);
	follow(game, AUTO_RUN, DIR_N, 0, 0);
	at(game, 1, 1);
	creature_move(game, HERO, 1, 2);
	senses_look(game);
	item_to_floor(game, (struct item){.kind = game->pack.items[0].kind, .count = 1}, 6, 2);
	follow(game, AUTO_RUN, DIR_E, 0, 0);
	at(game, 6, 2);
	follow(game, AUTO_RUN, DIR_E, 0, 0);
	at(game, 10, 2);
	follow(game, AUTO_RUN, DIR_E, 0, 0);
	at(game, 17, 2);
	game_free(game);
}

static void runs_stop_for_who_comes_into_sight(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	creature_move(game, HERO, 13, 2);
	arena_put(game, "cable-rat", 23, 4, CREATURE_ASLEEP);
	senses_look(game);
	assert_true(follow(game, AUTO_RUN, DIR_E, 0, 0) > 0);
	assert_true(game_hero(game)->x <= 18);
	game_free(game);
}

static void travel_takes_the_shortest_known_way(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	assert_int_equal(follow(game, AUTO_TRAVEL, 0, 24, 4), 0);
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	creature_move(game, HERO, 1, 2);
	senses_look(game);
	assert_int_equal(follow(game, AUTO_TRAVEL, 0, 20, 2), 19);
	at(game, 20, 2);
	game_free(game);
}

static void nobody_is_struck_by_an_auto_command(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(bends));
	int rat = arena_put(game, "cable-rat", 4, 2, CREATURE_ASLEEP);
	game->creatures[rat].ready = game->clock.now + 100000;
	senses_look(game);
	for (int i = 0; i < 5; i++)
		follow(game, AUTO_RUN, DIR_E, 0, 0);
	at(game, 3, 2);
	assert_int_equal(game->creatures[rat].health, 10);
	game_free(game);
}

static void rest_ends_with_health_or_company(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	assert_int_equal(follow(game, AUTO_REST, 0, 0, 0), 0);
	game_hero(game)->health = 30;
	follow(game, AUTO_REST, 0, 0, 0);
	assert_int_equal(game_hero(game)->health, game_hero(game)->health_max);
	game_hero(game)->health = 30;
	arena_put(game, "cable-rat", 8, 4, 0);
	senses_look(game);
	assert_int_equal(follow(game, AUTO_REST, 0, 0, 0), 0);
	game_free(game);
}

/* Darts in the pack, wherever. */
static int darts(const struct game *game)
{
	uint16_t dart = content_find_item(stock, "dart");
	int count = 0;
	for (int slot = 0; slot < PACK_MAX; slot++)
		if (game->pack.items[slot].count > 0 && game->pack.items[slot].kind == dart)
			count += game->pack.items[slot].count;
	return count;
}

static const char *const landing[] = {
	"###########",
	"#<.......>#",
	"#....@....#",
	"###########",
};

/* Seen as it was left there by somebody, and as one comes down onto it. */
static void exploring_takes_what_lies_on_stairs(void **state)
{
	(void)state;
	for (int from = 1; from <= 9; from++) {
		struct game *game = arena(ROWS(landing));
		creature_move(game, HERO, from, 1);
		game->level->scent[level_at(game->level, 1, 1)] = 1;
		item_to_floor(game, (struct item){.kind = stock->gold, .count = 7}, 1, 1);
		item_to_floor(game, (struct item){.kind = stock->gold, .count = 7}, 9, 1);
		senses_look(game);
		follow(game, AUTO_EXPLORE, 0, 0, 0);
		assert_int_equal(game->floor.count, 0);
		game_free(game);
	}
}

static void exploring_takes_what_is_wanted(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	struct item dart = {.kind = content_find_item(stock, "dart"), .count = 1};
	int before = darts(game);
	had_all(game);
	item_to_floor(game, dart, 5, 4);
	item_to_floor(game, dart, 22, 1);
	senses_look(game);
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_int_equal(darts(game), before + 2);
	assert_int_equal(game->floor.count, 0);
	/* An item that was picked up is not also reported as lying there. */
	assert_true(messages_of(game, "You pick up a dart.") >= 2);
	assert_int_equal(messages_of(game, "You see a dart here."), 0);
	/* On the trail that was walked: what flew there is fetched, what was put down stays. */
	item_to_floor(game, dart, 6, 2);
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_int_equal(darts(game), before + 2);
	creature_move(game, HERO, 8, 2);
	senses_look(game);
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_int_equal(darts(game), before + 3);
	assert_int_equal(arena_do(game, VERB_DROP, item_in_use(game, ITEM_WIELDED)), VERDICT_SPENT);
	assert_int_equal(follow(game, AUTO_EXPLORE, 0, 0, 0), 0);
	assert_int_equal(game->floor.count, 1);
	assert_true(game->floor.items[0].item.flags & ITEM_LEFT);
	arena_do(game, VERB_PICK_UP, 0);
	for (int slot = 0; slot < PACK_MAX; slot++)
		assert_false(game->pack.items[slot].flags & ITEM_LEFT);
	game_free(game);
}

static const char *const hall[] = {
	"###########",
	"#@........#",
	"#.........#",
	"###########",
};

/* The first of a kind is worth a look, the next of it is not; gold never is. */
static void exploring_stops_for_what_he_never_had(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	uint16_t dart = content_find_item(stock, "dart"), bread = content_find_item(stock, "apple");
	game->pack.last_slots[dart] = 1;
	game->pack.last_slots[bread] = 0;
	item_to_floor(game, (struct item){.kind = dart, .count = 1}, 3, 1);
	item_to_floor(game, (struct item){.kind = stock->gold, .count = 5}, 4, 1);
	item_to_floor(game, (struct item){.kind = bread, .count = 1}, 5, 1);
	item_to_floor(game, (struct item){.kind = bread, .count = 1}, 7, 1);
	item_to_floor(game, (struct item){.kind = dart, .count = 1}, 9, 1);
	senses_look(game);
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_int_equal(game_hero(game)->x, 5);
	assert_int_equal(game->floor.count, 2);
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_int_equal(game->floor.count, 0);
	game_free(game);
}

static const char *const corner[] = {
	"############",
	"#@.........#",
	"##########.#",
	"         #.#",
	"         #.#",
	"         ###",
};

/* Round the corner lies something: whoever goes there by name, or runs, looks up when he sees it.
 */
static void a_thing_he_never_had_stops_a_travel(void **state)
{
	(void)state;
	for (int had = 0; had < 2; had++) {
		struct game *game = arena(ROWS(corner));
		uint16_t bread = content_find_item(stock, "apple");
		game->pack.last_slots[bread] = (uint8_t)had;
		for (int y = 1; y < 4; y++)
			for (int x = 0; x < 12; x++)
				memory_put_ground(game, level_at(game->level, x, y),
					game_terrain(game, x, y));
		item_to_floor(game, (struct item){.kind = bread, .count = 1}, 10, 4);
		senses_look(game);
		follow(game, AUTO_TRAVEL, 0, 10, 3);
		assert_int_equal(game_hero(game)->y == 3, had);
		assert_int_equal(strcmp(last.says, "An apple comes into view.") == 0, !had);
		game_free(game);
	}
}

static void exploring_leaves_what_does_not_fit_and_the_receiver(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	item_to_floor(game, (struct item){.kind = stock->receiver, .count = 1}, 5, 4);
	senses_look(game);
	assert_true(follow(game, AUTO_EXPLORE, 0, 0, 0) > 0);
	at(game, 5, 4);
	assert_false(game->hero.lifted);
	while (game->pack.count < PACK_MAX)
		item_into_pack(game,
			(struct item){.kind = content_find_item(stock, "crowbar"), .count = 1});
	item_to_floor(game, (struct item){.kind = content_find_item(stock, "fire-axe"), .count = 1},
		7, 4);
	item_to_floor(
		game, (struct item){.kind = content_find_item(stock, "rope"), .count = 1}, 7, 3);
	senses_look(game);
	struct auto_move automove;
	struct command command;
	/* That it does not fit is told once, and then all else is gone to. */
	auto_begin(&automove, AUTO_EXPLORE, 0, 0, 0, game, &watch);
	assert_false(auto_step(&automove, game, &command));
	assert_false(automove.finished);
	assert_string_equal(automove.says, "Your pack is full: no room for the coil of rope.");
	auto_begin(&automove, AUTO_EXPLORE, 0, 0, 0, game, &watch);
	while (auto_step(&automove, game, &command)) {
		assert_int_equal(command.verb, VERB_STEP);
		assert_int_not_equal(game_act(game, &command), VERDICT_REFUSED);
	}
	assert_true(automove.finished && automove.steps > 0);
	assert_string_equal(automove.says,
		"Not done by auto-explore: a coil of rope and a fire axe (pack full).");
	assert_int_equal(game->floor.count, 3);
	game_free(game);
}

/* On real levels: explored again and again, whatever interrupts, every open way is seen and the
 * stairs are reached. */
static void exploring_sees_the_whole_level(void **state)
{
	(void)state;
	for (int number = 0; number < 12; number++) {
		struct seed seed = {{0xe8, (uint8_t)number}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "A"});
		watch = (struct watch){0};
		for (int slot = HERO + 1; slot < game->creature_top; slot++)
			if (game->creatures[slot].alive)
				creature_remove(game, slot);
		game->clock.next_wanderer = UINT32_MAX;
		while (follow(game, AUTO_EXPLORE, 0, 0, 0) > 0)
			game->hero.food = 1200;
		at(game, game->level->down_x, game->level->down_y);
		for (size_t i = 0; i < game->level->area_count; i++) {
			const struct area *area = &game->level->areas[i];
			struct distance_map_steps steps;
			if (area->hall ||
				!distance_map_toward(&game->derived.distances,
					&(struct distance_map_trip){area->x, area->y,
						game_hero(game)->x, game_hero(game)->y, true},
					&steps))
				continue;
			assert_true(game->level->flags[level_at(game->level, area->x, area->y)] &
				    LEVEL_KNOWN);
		}
		game_free(game);
	}
}

static const char *const sleepers[] = {
	"###########         ",
	"#.........#         ",
	"#..@......',,,,,,,,,",
	"#.........#         ",
	"###########         ",
};

static const char *const dead_end[] = {
	"####          ",
	"#..#          ",
	"#.@',,,,,,,,,,",
	"####          ",
};

/* A sleeper is gone round; where there is no way round, that is why, and not that all is seen.  One
 * decision each: a sleeper with the hero in sight soon wakes. */
static void sleepers_are_gone_round(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(sleepers));
	struct auto_move automove;
	struct command command;
	arena_put(game, "cable-rat", 4, 2, CREATURE_ASLEEP);
	auto_begin(&automove, AUTO_TRAVEL, 0, 9, 2, game, &watch);
	assert_true(auto_step(&automove, game, &command));
	assert_int_not_equal(command.direction, DIR_E);
	game_free(game);

	game = arena(ROWS(dead_end));
	arena_put(game, "cable-rat", 3, 2, CREATURE_ASLEEP);
	auto_begin(&automove, AUTO_TRAVEL, 0, 3, 2, game, &watch);
	assert_false(auto_step(&automove, game, &command));
	assert_true(automove.blocked);
	assert_false(automove.finished);
	assert_string_equal(automove.says, "The cable rat is in the way.");
	game_free(game);
}

/* Travel to a blocked cell ends next to it; a door is approached straight. */
static void travel_goes_up_to_what_blocks(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(rooms));
	place_set_terrain(game, 8, 4, content_find_terrain(stock, "tonic-machine"));
	senses_look(game);
	assert_true(follow(game, AUTO_TRAVEL, 0, 8, 4) > 0);
	assert_true(last.finished && !last.blocked);
	assert_int_equal(distance_between(game_hero(game)->x, game_hero(game)->y, 8, 4), 1);
	assert_int_equal(steps_to(game, 8, 4), 0);
	assert_int_equal(follow(game, AUTO_TRAVEL, 0, 8, 4), 0);
	place_set_terrain(game, 10, 2, content_find_terrain(stock, "locked-door"));
	senses_look(game);
	assert_true(follow(game, AUTO_TRAVEL, 0, 10, 2) > 0);
	at(game, 9, 2);
	game_free(game);
}

/* A cloud on a cell, known as soon as he looks. */
static void fume(struct game *game, int x, int y)
{
	uint16_t kind = 0;
	while (!stock->clouds[kind].harmful)
		kind++;
	gas_release(game, kind, x, y, 200);
	senses_look(game);
}

static const char *const sills[] = {
	"##########    ",
	"#.@......#    ",
	"#...##'#.#    ",
	"#...#...+.',,,",
	"#...'...#.#   ",
	"#...#...#.#   ",
	"####### #+#   ",
};

/* At any position, with any gas and creature there: the step of an auto command is one that can be
 * made. */
static void no_step_of_an_auto_command_is_refused(void **state)
{
	(void)state;
	int steps = 0;
	for (int number = 0; number < 600; number++) {
		struct game *game = arena(ROWS(sills));
		struct noise noise = {.state = 77u + (uint64_t)number};
		struct command command;
		for (int at = 0; at < game->level->width * game->level->height; at++) {
			game->level->flags[at] |= LEVEL_KNOWN;
			memory_put_ground(
				game, (size_t)at, &stock->terrains[game->level->terrain[at]]);
		}
		int x, y;
		do {
			x = 1 + (int)noise_below(&noise, 10);
			y = 1 + (int)noise_below(&noise, 5);
		} while (!(game_terrain(game, x, y)->flags & TERRAIN_OBJECTS));
		if (creature_at(game, x, y) < 0)
			creature_move(game, HERO, x, y);
		for (int cloud = 0; cloud < 3; cloud++)
			fume(game, x - 1 + (int)noise_below(&noise, 3),
				y - 1 + (int)noise_below(&noise, 3));
		auto_begin(&last, number & 1 ? AUTO_TRAVEL : AUTO_EXPLORE, 0, 1 + number % 8,
			1 + number / 8 % 5, game, &watch);
		if (auto_step(&last, game, &command)) {
			assert_int_not_equal(game_act(game, &command), VERDICT_REFUSED);
			steps++;
		}
		game_free(game);
	}
	assert_true(steps > 100);
}

static const char *const shelves[] = {
	"##########      ",
	"#........#####  ",
	"#.@..........#  ",
	"#........###.#  ",
	"########## #.## ",
	"           #..# ",
	"           #### ",
};

/* Where all that is left lies behind a sleeper, that is told once; then he goes on to the way down,
 * or where there is none, up to it. */
static void a_sleeper_in_the_way_is_told_once(void **state)
{
	(void)state;
	for (int stairs = 0; stairs < 2; stairs++) {
		struct game *game = arena(ROWS(shelves));
		if (stairs)
			place_set_terrain(game, 1, 3, stock->terrain.stairs_down);
		int rat = arena_put(game, "cable-rat", 10, 2, CREATURE_ASLEEP);
		game->creatures[rat].ready = UINT32_MAX;
		creature_afflict(game, rat, STATUS_ASLEEP, 200);
		senses_look(game);
		last.blocked = false;
		for (int i = 0; i < 9 && !last.blocked; i++)
			follow(game, AUTO_EXPLORE, 0, 0, 0);
		assert_true(last.blocked);
		assert_non_null(
			strstr(last.says, "Everything left to explore is behind the cable rat."));
		follow(game, AUTO_EXPLORE, 0, 0, 0);
		if (stairs) {
			at(game, 1, 3);
			assert_int_equal(follow(game, AUTO_EXPLORE, 0, 0, 0), 0);
			at(game, 1, 3);
		} else {
			at(game, 9, 2);
			assert_string_equal(last.says, "The cable rat is in the way.");
		}
		game_free(game);
	}
}

/* Items along a wall of the second room, with the shop's walls around them where there is one. */
static struct game *with_display(bool vault, uint8_t flags)
{
	struct game *game = arena(ROWS(rooms));
	uint16_t kind = content_find_item(stock, "sandwich"), shop = 0;
	while (strcmp(stock->vaults[shop].id, "shop-kiosk") != 0)
		shop++;
	game->level->vault_count = vault;
	game->level->vaults[0].kind = shop;
	game->level->vaults[0].box = (struct box){19, 1, 24, 4};
	for (int x = 20; x <= 22; x++)
		item_to_floor(game, (struct item){.kind = kind, .count = 1, .flags = flags}, x, 2);
	had_all(game);
	return game;
}

/* Exploring leaves goods and offers to the player, and names their vault once. */
static void displays_are_named_where_exploring_ends(void **state)
{
	static const struct {
		uint8_t flags;
		const char *reason;
	} rows[] = {{ITEM_FOR_SALE, "for sale"}, {ITEM_OFFERED, "take one"}};
	(void)state;
	for (int i = 0; i < 4; i++) {
		struct game *game = with_display(i & 1, rows[i / 2].flags);
		char shown[64];
		last.says[0] = '\0';
		for (int tries = 0; tries < 10 && !strstr(last.says, rows[i / 2].reason); tries++)
			follow(game, AUTO_EXPLORE, 0, 0, 0);
		snprintf(shown, sizeof shown, "%s (%s)", i & 1 ? "the kiosk" : "a sandwich",
			rows[i / 2].reason);
		const char *at = strstr(last.says, shown);
		if (at == NULL || strstr(at + strlen(shown), rows[i / 2].reason) != NULL)
			fail_msg("%s", last.says);
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sleepers_are_gone_round),
		cmocka_unit_test(runs_follow_a_corridor_round_bends_to_a_fork),
		cmocka_unit_test(runs_turn_by_at_most_a_right_angle),
		cmocka_unit_test(runs_stop_at_walls_doors_and_things),
		cmocka_unit_test(runs_stop_for_who_comes_into_sight),
		cmocka_unit_test(travel_takes_the_shortest_known_way),
		cmocka_unit_test(nobody_is_struck_by_an_auto_command),
		cmocka_unit_test(rest_ends_with_health_or_company),
		cmocka_unit_test(exploring_takes_what_lies_on_stairs),
		cmocka_unit_test(exploring_takes_what_is_wanted),
		cmocka_unit_test(exploring_stops_for_what_he_never_had),
		cmocka_unit_test(a_thing_he_never_had_stops_a_travel),
		cmocka_unit_test(exploring_leaves_what_does_not_fit_and_the_receiver),
		cmocka_unit_test(travel_goes_up_to_what_blocks),
		cmocka_unit_test(no_step_of_an_auto_command_is_refused),
		cmocka_unit_test(a_sleeper_in_the_way_is_told_once),
		cmocka_unit_test(exploring_sees_the_whole_level),
		cmocka_unit_test(displays_are_named_where_exploring_ends),
	};
	return stock_run(stock_content(), tests);
}
