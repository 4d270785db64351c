/* Exploring round those who sleep, to where nobody has been, and what it leaves to the hand. */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "tests/engine/follow.h"

/* It sleeps on, whatever it hears, and is known. */
static int sleeper(struct game *game, const char *id, int x, int y)
{
	int slot = arena_put(game, id, x, y, CREATURE_ASLEEP | CREATURE_MET);
	game->creatures[slot].ready = UINT32_MAX;
	creature_afflict(game, slot, STATUS_ASLEEP, 250);
	game->knowledge.met[game->creatures[slot].kind] = 1;
	senses_look(game);
	return slot;
}

static void lay(struct game *game, const char *id, int x, int y)
{
	struct item item = {.kind = content_find_item(stock, id), .count = 1};
	item_to_floor(game, item, x, y);
	senses_look(game);
}

/* Explores until it stops, or so near to a cell; the least distance. */
static int nearest_to(struct game *game, int x, int y)
{
	struct command command;
	int least = 99;
	auto_begin(&last, AUTO_EXPLORE, 0, 0, 0, game, &watch);
	while (auto_step(&last, game, &command)) {
		assert_int_not_equal(game_act(game, &command), VERDICT_REFUSED);
		int distance = distance_between(game_hero(game)->x, game_hero(game)->y, x, y);
		least = distance < least ? distance : least;
	}
	return least;
}

static const char *const hall[] = {
	"######################      ",
	"#....................#      ",
	"#@...................',,,,, ",
	"#....................#    , ",
	"######################    , ",
	"                          , ",
};

/* A thing near a sleeper waits until all else is done; then it is named, and gone to by who asks
 * again. */
static void items_near_a_sleeper_are_left_for_last(void **state)
{
	(void)state;
	for (int adjacent = 0; adjacent < 2; adjacent++) {
		struct game *game = arena(ROWS(hall));
		if (adjacent)
			creature_move(game, HERO, 6, 2);
		sleeper(game, "cable-rat", adjacent ? 7 : 12, 1);
		lay(game, "crowbar", adjacent ? 8 : 13, 3);
		int x = game_hero(game)->x;
		int nearest = nearest_to(game, adjacent ? 7 : 12, 1);
		assert_true(nearest >= (adjacent ? 1 : 6));
		assert_true(game_hero(game)->x <= x + 5);
		assert_true(last.blocked && !last.finished);
		assert_string_equal(last.says, "Everything left to explore is past the cable rat, "
					       "which sleeps.");
		for (int i = 0; i < 9 && game->floor.count > 0; i++)
			follow(game, AUTO_EXPLORE, 0, 0, 0);
		assert_int_equal(game->floor.count, 0);
		game_free(game);
	}
}

static const char *const bay[] = {
	"######################      ",
	"#....................',,,,, ",
	"#.........@..........#    , ",
	"#....................#    , ",
	"######################    , ",
	"                          , ",
};

/* Items in sight are fetched before a nearer way out is taken. */
static void items_in_sight_are_fetched_first(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(bay));
	creature_move(game, HERO, 16, 2);
	had_all(game);
	lay(game, "crowbar", 6, 2);
	lay(game, "dart", 1, 3);
	struct command command;
	int farthest = 0;
	auto_begin(&last, AUTO_EXPLORE, 0, 0, 0, game, &watch);
	while (game->floor.count > 0 && auto_step(&last, game, &command)) {
		assert_int_not_equal(game_act(game, &command), VERDICT_REFUSED);
		farthest = game_hero(game)->x > farthest ? game_hero(game)->x : farthest;
	}
	assert_int_equal(game->floor.count, 0);
	assert_true(farthest <= 16);
	game_free(game);
}

/* That a thing waits, for whoever sleeps near it, is told once; then all else is explored. */
static void items_left_near_a_sleeper_are_reported_once(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(bay));
	sleeper(game, "cable-rat", 2, 1);
	lay(game, "crowbar", 3, 3);
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_true(last.blocked && !last.finished);
	assert_string_equal(
		last.says, "Left for later: the crowbar. The cable rat sleeps too near it.");
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_true(game_hero(game)->x > 21);
	assert_string_equal(last.says, "Everything left to explore is past the cable rat, which "
				       "sleeps.");
	assert_int_equal(game->floor.count, 1);
	game_free(game);
}

static const char *const two_rooms[] = {
	"#########             ##########",
	"#.......',,,,,,,,,,,,,'........#",
	"#..@....#             #........#",
	"#.......#             #........#",
	"####'####             ####'#####",
	"    ,                     ,     ",
	"    ,,,,,,,,,,,,,,,,,,,,,,,     ",
};

/* The way round is taken though it is far longer. */
static void a_sleeper_is_gone_round_by_another_way(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(two_rooms));
	for (int at = 0; at < game->level->width * game->level->height; at++)
		memory_put_ground(game, (size_t)at, &stock->terrains[game->level->terrain[at]]);
	sleeper(game, "cable-rat", 15, 1);
	game->creatures[HERO + 1].status[STATUS_GLOWING] = 250;
	light_moved(game, HERO + 1);
	creature_move(game, HERO, 8, 1);
	senses_look(game);
	struct view view;
	game_view(game, &view);
	watch_look(&watch, &view, NULL);
	creature_move(game, HERO, 3, 3);
	senses_look(game);
	memory_put_item(game,
		&(struct item){.kind = content_find_item(stock, "crowbar"), .count = 1}, 15, 3);
	assert_true(nearest_to(game, 15, 1) >= 4);
	assert_true(game_hero(game)->x >= 22);
	game_free(game);
}

static const char *const planned[] = {
	"##########       ##########",
	"#........#       #........#",
	"#@.......+,,,,,,,+........#",
	"#........#       #........#",
	"##########       ##########",
};

/* A room that a plan showed has been in nobody's sight: it is gone to, once. */
static void rooms_known_from_a_plan_are_gone_to(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(planned));
	for (size_t at = 0; at < (size_t)game->level->width * (size_t)game->level->height; at++)
		if (game->level->terrain[at] != stock->terrain.rock)
			memory_put_ground(game, at, &stock->terrains[game->level->terrain[at]]);
	for (int y = 0; y < game->level->height; y++)
		for (int x = 0; x < game->level->width; x++)
			if (game->level->terrain[level_at(game->level, x, y)] ==
				stock->terrain.rock)
				memory_see_cell(game, x, y);
	last = (struct auto_move){0};
	for (int i = 0; i < 9 && !last.finished; i++)
		follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_true(game_hero(game)->x >= 17);
	assert_true(last.finished);
	assert_int_equal(follow(game, AUTO_EXPLORE, 0, 0, 0), 0);
	assert_true(last.finished);
	game_free(game);
}

static const char *const vestibule[] = {
	"####################",
	"#@.................#",
	"#..................#",
	"#.................>#",
	"####################",
};

/* Auto-explore reports unfinished things in place. Asked again, it leads to the stairs. */
static void unfinished_things_are_reported_before_the_stairs(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(vestibule));
	place_set_terrain(game, 0, 2, content_find_terrain(stock, "locked-door"));
	item_into_pack(
		game, (struct item){.kind = content_find_item(stock, "brass-key"), .count = 1});
	had_all(game);
	lay(game, "crowbar", 3, 3);
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	at(game, 1, 2);
	assert_true(last.finished);
	assert_string_equal(last.says,
		"Not done by auto-explore: a locked door (walk into it: you have its key).");
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	at(game, 18, 3);
	game_free(game);
}

static const char *const cell[] = {
	"##########",
	"#........#",
	"#@.......#",
	"#........#",
	"##########",
};

/* Unfinished things are reported by kind, as far as the hero knows. */
static void unfinished_things_are_reported(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(cell));
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_true(last.finished);
	assert_string_equal(last.says, "");
	place_set_terrain(game, 8, 2, content_find_terrain(stock, "locked-door"));
	place_set_terrain(game, 5, 3, content_find_terrain(stock, "locked-door"));
	place_set_terrain(game, 3, 1, content_find_terrain(stock, "turnstile"));
	place_set_terrain(game, 7, 1, content_find_terrain(stock, "plinth-bell"));
	lay(game, "crowbar", 7, 1);
	int captive = arena_put(game, "desk-dog", 7, 3, CREATURE_MET);
	game->creatures[captive].flags |= CREATURE_CAPTIVE;
	game->knowledge.met[game->creatures[captive].kind] = 1;
	senses_look(game);
	for (int i = 0; i < 5 && !last.says[0]; i++)
		follow(game, AUTO_EXPLORE, 0, 0, 0);
	for (int i = 0; i < 5; i++)
		follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_true(last.finished);
	assert_string_equal(last.says, "Not done by auto-explore: a turnstile (costs 40 gold), "
				       "a locked door, a crowbar on a wired plinth, "
				       "a creature in shackles.");
	item_into_pack(
		game, (struct item){.kind = content_find_item(stock, "brass-key"), .count = 1});
	follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_non_null(strstr(last.says, "a locked door (walk into it: you have its key)"));
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(items_near_a_sleeper_are_left_for_last),
		cmocka_unit_test(items_in_sight_are_fetched_first),
		cmocka_unit_test(items_left_near_a_sleeper_are_reported_once),
		cmocka_unit_test(unfinished_things_are_reported_before_the_stairs),
		cmocka_unit_test(a_sleeper_is_gone_round_by_another_way),
		cmocka_unit_test(rooms_known_from_a_plan_are_gone_to),
		cmocka_unit_test(unfinished_things_are_reported),
	};
	return stock_run(stock_content(), tests);
}
