/* The attack command: whom it strikes, where it walks, and when it refuses. */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "tests/engine/follow.h"

static const char *const hall[] = {
	"####################",
	"#..................#",
	"#....@.............#",
	"#..................#",
	"####################",
};

static const char records[] =
	"monster test-post\n  name post\n  glyph 0 dim\n  look It stands.\n"
	"  first-sight It stands there.\n  death stood upon\n  depth 1\n  weight 0\n  hits 90d8\n"
	"  experience 0\n  blow leans 1d2\n  instincts ambush 1\n";

/* A creature that stays where it is and does nothing. The watch has seen it. */
static int post(struct game *game, const char *id, int x, int y, uint16_t flags)
{
	struct view view;
	int slot = arena_put(game, id, x, y, 0);
	game->creatures[slot].flags = flags;
	game->creatures[slot].ready = game->clock.now + 1000000;
	senses_look(game);
	game_view(game, &view);
	watch_look(&watch, &view, NULL);
	return slot;
}

/* The command of one press of the key: the direction of its step, or -1 if it refuses. */
static int press(struct game *game)
{
	struct command command;
	auto_begin(&last, AUTO_ATTACK, 0, 0, 0, game, &watch);
	if (!auto_step(&last, game, &command))
		return -1;
	assert_int_equal(command.verb, VERB_STEP);
	return command.direction;
}

static void refuses(struct game *game, const char *reason)
{
	assert_int_equal(press(game), -1);
	if (strstr(last.says, reason) == NULL)
		fail_msg("\"%s\" is said instead of \"%s\"", last.says, reason);
}

static void the_weakest_enemy_beside_the_hero_is_struck(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	refuses(game, "No enemy is in sight.");
	post(game, "test-post", 4, 2, CREATURE_AWARE);
	assert_int_equal(press(game), DIR_W);
	int rat = post(game, "cable-rat", 6, 3, CREATURE_AWARE);
	assert_int_equal(press(game), DIR_SE);
	/* A sleeper is left asleep while anybody else is beside the hero. */
	game->creatures[rat].flags = CREATURE_ASLEEP;
	assert_int_equal(press(game), DIR_W);
	game_free(game);
}

static void one_press_is_one_command(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	post(game, "test-post", 12, 2, CREATURE_AWARE);
	uint32_t turn = game_turn(game);
	assert_int_equal(follow(game, AUTO_ATTACK, 0, 0, 0), 1);
	assert_int_equal(game_turn(game), turn + 1);
	at(game, 6, 2);
	for (int i = 0; i < 5; i++)
		assert_int_equal(follow(game, AUTO_ATTACK, 0, 0, 0), 1);
	at(game, 11, 2);
	assert_int_equal(follow(game, AUTO_ATTACK, 0, 0, 0), 1);
	at(game, 11, 2);
	game_free(game);
}

/* From depth 5 on, a blow that may end a conduct is asked about once; another conduct asks anew. */
static void a_blow_that_may_end_a_conduct_is_asked_about_once(void **state)
{
	(void)state;
	for (int deepest = CONDUCTS_FROM - 1; deepest <= CONDUCTS_FROM; deepest++) {
		struct game *game = arena(ROWS(hall));
		int rat = post(game, "cable-rat", 6, 2, CREATURE_AWARE);
		game->hero.deepest = (uint8_t)deepest;
		if (deepest >= CONDUCTS_FROM)
			refuses(game, "So far you killed nobody, struck no blow.");
		assert_int_equal(press(game), DIR_E);
		assert_int_equal(press(game), DIR_E);
		game->creatures[rat].flags = CREATURE_ASLEEP;
		if (deepest >= CONDUCTS_FROM)
			refuses(game, "So far you attacked nobody unawares.");
		assert_int_equal(press(game), DIR_E);
		game_free(game);
	}
}

static void a_broken_conduct_is_not_asked_about(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	post(game, "cable-rat", 6, 2, CREATURE_AWARE);
	game->hero.deepest = 9;
	game->hero.broken = 1u << CONDUCT_BLOW | 1u << CONDUCT_KILL;
	assert_int_equal(press(game), DIR_E);
	game_free(game);
}

static void no_ally_and_no_captive_is_struck_or_sought(void **state)
{
	static const uint16_t sides[] = {CREATURE_ALLY | CREATURE_AWARE, CREATURE_CAPTIVE};
	(void)state;
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
		struct game *game = arena(ROWS(hall));
		post(game, "cable-rat", 6, 2, sides[i]);
		post(game, "cable-rat", 9, 2, sides[i]);
		refuses(game, "No enemy is in sight.");
		post(game, "test-post", 12, 2, CREATURE_AWARE);
		/* The hero swaps places with an ally, and walks round a captive. */
		int direction = press(game);
		if (sides[i] == CREATURE_CAPTIVE)
			assert_true(direction == DIR_NE || direction == DIR_SE);
		else
			assert_int_equal(direction, DIR_E);
		game_free(game);
	}
}

static void half_of_the_health_is_the_least(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	post(game, "test-post", 4, 2, CREATURE_AWARE);
	game_hero(game)->health = (int16_t)(game_hero(game)->health_max / 2);
	assert_int_equal(press(game), DIR_W);
	game_hero(game)->health--;
	refuses(game, "less than half of your health. Walk into an enemy to strike");
	refuses(game, "less than half of your health");
	creature_move(game, creature_at(game, 4, 2), 2, 2);
	senses_look(game);
	refuses(game, "walks to no enemy");
	game_free(game);
}

static void a_new_creature_is_shown_first(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	post(game, "test-post", 4, 2, CREATURE_AWARE);
	int rat = arena_put(game, "cable-rat", 12, 2, 0);
	game->creatures[rat].flags = CREATURE_AWARE;
	game->creatures[rat].ready = game->clock.now + 1000000;
	senses_look(game);
	refuses(game, "comes into view");
	assert_int_equal(press(game), DIR_W);
	/* A creature that comes nearer is no news in a fight. */
	creature_move(game, rat, 7, 2);
	senses_look(game);
	assert_int_equal(press(game), DIR_W);
	game_free(game);
}

static void no_step_leads_into_harm(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	post(game, "test-post", 12, 2, CREATURE_AWARE);
	for (int y = 1; y <= 3; y++)
		place_set_terrain(game, 8, y, content_find_terrain(stock, "acid"));
	senses_look(game);
	creature_move(game, HERO, 7, 2);
	senses_look(game);
	refuses(game, "no safe path");
	place_set_terrain(game, 8, 1, stock->terrain.floor);
	senses_look(game);
	assert_int_equal(press(game), DIR_NE);
	/* A blow does not enter the cell, so harm below the enemy does not matter. */
	creature_move(game, HERO, 13, 2);
	place_set_terrain(game, 12, 2, content_find_terrain(stock, "acid"));
	senses_look(game);
	assert_int_equal(press(game), DIR_W);
	game_free(game);
}

static void a_missile_in_the_air_and_confusion_forbid_it(void **state)
{
	uint16_t nail = 0;
	(void)state;
	while (strcmp(stock->flights[nail].id, "nail") != 0)
		nail++;
	struct game *game = arena(ROWS(hall));
	post(game, "test-post", 4, 2, CREATURE_AWARE);
	creature_afflict(game, HERO, STATUS_CONFUSED, 5);
	refuses(game, "confused");
	game_hero(game)->status[STATUS_CONFUSED] = 0;
	assert_int_equal(press(game), DIR_W);
	assert_true(flight_launch(
		game, &(struct launch){.kind = nail,
			      .item = {.kind = content_find_item(stock, "screwdriver"), .count = 1},
			      .source = -1,
			      .from_x = 17,
			      .from_y = 2,
			      .to_x = 1,
			      .to_y = 2}));
	refuses(game, "in flight");
	game_free(game);
}

static const char *const passage[] = {
	"   ########",
	"a,,......##",
	"   ########",
};

/* A creature in a lit room is approached through a dark passage that the hero does not know. */
static void unknown_ground_lies_on_the_way(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(passage));
	post(game, "test-post", 7, 1, CREATURE_AWARE);
	size_t beyond = level_at(game->level, 2, 1);
	game->level->flags[beyond] &= (uint8_t)~LEVEL_KNOWN;
	assert_int_equal(press(game), DIR_E);
	/* The cell next to the hero must be known. */
	game->level->flags[level_at(game->level, 1, 1)] &= (uint8_t)~LEVEL_KNOWN;
	refuses(game, "no safe path");
	game_free(game);
}

static const char *const detour[] = {
	"##########",
	"#........#",
	"#.######.#",
	"#.@,,....#",
	"##########",
};

/* An enemy in sight is approached through the dark, and not by a known way that turns from it. */
static void no_step_turns_from_an_enemy_in_sight(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(detour));
	for (int at = 0; at < game->level->width * game->level->height; at++)
		game->level->flags[at] |= LEVEL_KNOWN;
	post(game, "test-post", 7, 3, CREATURE_AWARE);
	assert_int_equal(press(game), DIR_E);
	game->level->flags[level_at(game->level, 4, 3)] &= (uint8_t)~LEVEL_KNOWN;
	assert_int_equal(press(game), DIR_E);
	/* With no straight way, the known one is taken. */
	game->level->flags[level_at(game->level, 3, 3)] &= (uint8_t)~LEVEL_KNOWN;
	assert_int_equal(press(game), DIR_NW);
	game_free(game);
}

static void who_flees_is_struck_but_not_chased(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(hall));
	int rat = post(game, "cable-rat", 9, 2, CREATURE_AWARE | CREATURE_FLEEING);
	refuses(game, "flees");
	creature_move(game, rat, 6, 2);
	senses_look(game);
	assert_int_equal(press(game), DIR_E);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_weakest_enemy_beside_the_hero_is_struck),
		cmocka_unit_test(one_press_is_one_command),
		cmocka_unit_test(a_blow_that_may_end_a_conduct_is_asked_about_once),
		cmocka_unit_test(a_broken_conduct_is_not_asked_about),
		cmocka_unit_test(no_ally_and_no_captive_is_struck_or_sought),
		cmocka_unit_test(half_of_the_health_is_the_least),
		cmocka_unit_test(a_new_creature_is_shown_first),
		cmocka_unit_test(no_step_leads_into_harm),
		cmocka_unit_test(a_missile_in_the_air_and_confusion_forbid_it),
		cmocka_unit_test(unknown_ground_lies_on_the_way),
		cmocka_unit_test(no_step_turns_from_an_enemy_in_sight),
		cmocka_unit_test(who_flees_is_struck_but_not_chased),
	};
	return stock_run(stock_content_with(records), tests);
}
