/* Instincts and effects, a row at a time: kinds made for the test beside the stock's. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

/* One kind for each list of instincts, told apart by its symbol as the content wants it. */
static const struct {
	const char *id;
	char symbol;
	const char *instincts;
} kinds[] = {
	{"t-coward", 'a', "flee-below 50, sight"},
	{"t-shade", 'b', "shun-light, sight"},
	{"t-lurker", 'c', "ambush 3, sight"},
	{"t-guard", 'd', "guard 2, sight"},
	{"t-shy", 'e', "keep-distance 4, sight"},
	{"t-archer", 'f', "shoot 8, sight"},
	{"t-mate", 'g', "pack 3, sight"},
	{"t-seer", 'h', "sight"},
	{"t-nose", 'i', "smell"},
	{"t-ear", 'j', "noise"},
	{"t-roamer", 'k', "wander"},
	{"t-drunk", 'l', "random"},
	{"t-drop", 'm', "split, sight"},
};

static struct content *content_with_kinds(void)
{
	static char text[8192];
	size_t length = 0;
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		length += (size_t)snprintf(text + length, sizeof text - length,
			"monster %s\n    name %s\n    glyph %c text\n    look A thing of tests.\n"
			"    first-sight A thing of tests comes.\n    death tested by a %s\n    "
			"depth 1-26\n"
			"    hits 4d4\n    blow taps 1d2\n    experience 1\n    instincts %s\n    "
			"traits opens-doors\n",
			kinds[i].id, kinds[i].id, kinds[i].symbol, kinds[i].id, kinds[i].instincts);
	return stock_content_of_kinds(text);
}

static const char *const hall[] = {
	"#####################",
	"#...................#",
	"#.........@.........#",
	"#...................#",
	"#####################",
};

static int away(const struct game *game, int slot)
{
	return distance_between(game->creatures[slot].x, game->creatures[slot].y,
		game->creatures[HERO].x, game->creatures[HERO].y);
}

static void wait(struct game *game, int turns)
{
	game_hero(game)->health = game_hero(game)->health_max = 1000;
	for (int i = 0; i < turns; i++)
		assert_int_equal(arena_do(game, VERB_WAIT, 0), VERDICT_SPENT);
}

static void the_hurt_flee_and_the_sound_attack(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	int slot = arena_put(game, "t-coward", 14, 2, 0);
	wait(game, 4);
	assert_int_equal(away(game, slot), 1);
	game->creatures[slot].health = 4;
	wait(game, 4);
	assert_true(away(game, slot) > 3);
	assert_true(arena_told(game, "runs"));
	game_free(game);
}

static void a_creature_that_shuns_light_stays_in_the_dark(void **state)
{
	static const char *const edge[] = {
		"########         ",
		"#......#         ",
		"#.@....',,,,,,,,,",
		"#......#         ",
		"########         ",
	};
	(void)state;
	struct game *game = arena_new(stock, ROWS(edge), 1);
	int slot = arena_put(game, "t-shade", 12, 2, 0);
	wait(game, 12);
	assert_true(game->creatures[slot].x >= 7);
	game_free(game);
}

static void ambushers_wait_until_he_is_near(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	int slot = arena_put(game, "t-lurker", 16, 2, 0);
	wait(game, 5);
	assert_int_equal(away(game, slot), 6);
	for (int i = 0; i < 3; i++)
		arena_do(game, VERB_STEP, DIR_E);
	wait(game, 3);
	assert_int_equal(away(game, slot), 1);
	game_free(game);
}

static void guards_do_not_go_far(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	int slot = arena_put(game, "t-guard", 18, 2, 0);
	for (int turn = 0; turn < 12; turn++) {
		wait(game, 1);
		assert_in_range(game->creatures[slot].x, 15, 19);
	}
	game_free(game);
}

static void the_shy_keep_their_distance(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	int slot = arena_put(game, "t-shy", 12, 2, 0);
	wait(game, 3);
	assert_true(away(game, slot) >= 3);
	game_free(game);
}

static void archers_shoot_from_afar(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	int slot = arena_put(game, "t-archer", 16, 2, 0);
	struct event event;
	bool flew = false;
	wait(game, 1);
	while (game_next_event(game, &event))
		flew = flew || event.kind == EVENT_FLIGHT;
	assert_true(flew);
	wait(game, 20);
	assert_int_equal(away(game, slot), 6);
	assert_true(game_hero(game)->health < 1000);
	game_free(game);
}

static void mates_gather_before_they_attack(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	int one = arena_put(game, "t-mate", 13, 2, 0),
	    other = arena_put(game, "t-mate", 19, 2, CREATURE_ASLEEP);
	game->creatures[other].status[STATUS_ASLEEP] = 200;
	wait(game, 2);
	assert_true(away(game, one) > 3);
	creature_remove(game, other);
	wait(game, 6);
	assert_int_equal(away(game, one), 1);
	game_free(game);
}

static const char *const maze[] = {
	"          #######",
	"#####     #.....#",
	"#...#     #.....#",
	"#.@.',,,,,'.....#",
	"#...#     #.....#",
	"#####     #######",
};

/* He went home through the corridor: his light is seen, his trail smelled, his steps heard. */
static void senses_lead_to_the_hero(void **state)
{
	static const struct {
		const char *id;
		bool comes;
	} rows[] = {{"t-seer", true}, {"t-nose", true}, {"t-ear", true}, {"t-lurker", false}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct game *game = arena_new(stock, ROWS(maze), 1);
		for (int step = 0; step < 9; step++)
			arena_do(game, VERB_STEP, DIR_E);
		for (int step = 0; step < 9; step++)
			arena_do(game, VERB_STEP, DIR_W);
		int slot = arena_put(game, rows[i].id, 12, 4, 0);
		game->creatures[slot].flags |= rows[i].id[2] == 'e' ? CREATURE_HUNTER : 0;
		wait(game, 20);
		if (rows[i].comes)
			assert_in_range(away(game, slot), 0, 2);
		else
			assert_true(away(game, slot) > 2);
		game_free(game);
	}
}

static void roamers_and_drunkards_get_about(void **state)
{
	(void)state;
	static const char *const ids[] = {"t-roamer", "t-drunk"};
	for (size_t i = 0; i < 2; i++) {
		struct seed seed = {{0x17, (uint8_t)i}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "A"});
		int x = game_hero(game)->x, y = game_hero(game)->y, moves = 0;
		game->clock.next_wanderer = UINT32_MAX;
		assert_true(place_free_near(game, &x, &y));
		int slot = arena_put(game, ids[i], x, y, 0);
		for (int turn = 0; turn < 40; turn++) {
			struct creature before = game->creatures[slot];
			wait(game, 1);
			moves += before.x != game->creatures[slot].x ||
				 before.y != game->creatures[slot].y;
		}
		assert_true(moves > 25);
		game_free(game);
	}
}

/* ---- Effects ---- */

static bool apply(struct game *game, enum effect effect, int target)
{
	struct clause clause = {
		.row = (uint8_t)effect, .dice = {1, 1, 4}, .radius = 0, .duration = 30};
	return effect_apply(
		game, &clause, game->creatures[target].x, game->creatures[target].y, -1, "a test");
}

static void afflictions_take_hero_and_creature_alike(void **state)
{
	static const struct {
		enum effect effect;
		enum status status;
	} rows[] = {{EFFECT_CONFUSE, STATUS_CONFUSED}, {EFFECT_BLIND, STATUS_BLIND},
		{EFFECT_POISON, STATUS_POISONED}, {EFFECT_HASTE, STATUS_HASTED},
		{EFFECT_SLOW, STATUS_SLOWED}, {EFFECT_SLEEP, STATUS_ASLEEP},
		{EFFECT_FEAR, STATUS_AFRAID}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct game *game = arena_new(stock, ROWS(hall), 1);
		int slot = arena_put(game, "t-seer", 14, 2, 0);
		senses_look(game);
		for (int target = HERO; target <= slot; target++) {
			apply(game, rows[i].effect, target);
			assert_int_equal(game->creatures[target].status[rows[i].status], 30);
		}
		game_hero(game)->health = game_hero(game)->health_max = 1000;
		arena_do(game, VERB_STEP, DIR_W);
		arena_do(game, VERB_STEP, DIR_E);
		arena_do(game, VERB_STEP, DIR_W);
		assert_in_range(game->creatures[HERO].status[rows[i].status], 0, 29);
		game_free(game);
	}
}

static void effects_do_what_they_say(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(maze), 1);
	struct creature *hero = game_hero(game);
	hero->health = 10;
	hero->status[STATUS_POISONED] = 9;
	assert_true(apply(game, EFFECT_HEAL, HERO));
	assert_int_equal(hero->health, 15);
	assert_int_equal(hero->status[STATUS_POISONED], 0);
	assert_true(apply(game, EFFECT_HURT, HERO));
	assert_int_equal(hero->health, 10);
	assert_false(game->level->flags[level_at(game->level, 15, 1)] & LEVEL_KNOWN);
	assert_true(apply(game, EFFECT_MAP, HERO));
	assert_true(game->level->flags[level_at(game->level, 15, 1)] & LEVEL_KNOWN);
	creature_move(game, HERO, 7, 3);
	assert_true(apply(game, EFFECT_LIGHT, HERO));
	assert_true(game->level->flags[level_at(game->level, 7, 3)] & LEVEL_LIT);
	int level = game->hero.level;
	assert_true(apply(game, EFFECT_RAISE, HERO));
	assert_int_equal(game->hero.level, level + 1);
	int plus = game->pack.items[item_in_use(game, ITEM_WIELDED)].plus;
	assert_true(apply(game, EFFECT_ENCHANT_WEAPON, HERO));
	assert_int_equal(game->pack.items[item_in_use(game, ITEM_WIELDED)].plus, plus + 1);
	plus = game->pack.items[item_in_use(game, ITEM_WORN)].plus;
	assert_true(apply(game, EFFECT_ENCHANT_ARMOUR, HERO));
	assert_int_equal(game->pack.items[item_in_use(game, ITEM_WORN)].plus, plus + 1);
	game_free(game);
}

static void confusion_leads_astray_and_sleep_lets_turns_go_by(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	int astray = 0;
	for (int i = 0; i < 200; i++) {
		creature_afflict(game, HERO, STATUS_CONFUSED, 5);
		int x = game_hero(game)->x;
		if (arena_do(game, VERB_STEP, x < 10 ? DIR_E : DIR_W) == VERDICT_SPENT)
			astray += game_hero(game)->x != (x < 10 ? x + 1 : x - 1);
	}
	assert_in_range(astray, 50, 130);
	game_hero(game)->status[STATUS_CONFUSED] = 0;
	creature_afflict(game, HERO, STATUS_ASLEEP, 10);
	uint32_t turn = game_turn(game);
	arena_do(game, VERB_WAIT, 0);
	assert_in_range(game_turn(game) - turn, 10, 12);
	game_free(game);
}

/* A laden thief that became one that divides: its half has nothing, and is not about to run. */
static void a_half_carries_nothing(void **state)
{
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	int slot = arena_put(game, "t-drop", 14, 2, CREATURE_AWARE | CREATURE_ROUSED);
	struct creature *whole = &game->creatures[slot];
	uint16_t dart = content_find_item(stock, "dart");
	whole->carried = (struct item){.kind = dart, .count = 1};
	whole->flags |= CREATURE_LADEN;
	whole->health_max = 40;
	whole->health = 20;
	wait(game, 2);
	assert_int_equal(game->creature_top, slot + 2);
	const struct creature *half = &game->creatures[slot + 1];
	assert_true(half->flags & CREATURE_AWARE);
	assert_false(half->flags & CREATURE_LADEN);
	assert_true(whole->flags & CREATURE_LADEN);
	assert_int_equal(whole->carried.count, 1);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_hurt_flee_and_the_sound_attack),
		cmocka_unit_test(a_creature_that_shuns_light_stays_in_the_dark),
		cmocka_unit_test(ambushers_wait_until_he_is_near),
		cmocka_unit_test(guards_do_not_go_far),
		cmocka_unit_test(the_shy_keep_their_distance),
		cmocka_unit_test(archers_shoot_from_afar),
		cmocka_unit_test(mates_gather_before_they_attack),
		cmocka_unit_test(senses_lead_to_the_hero),
		cmocka_unit_test(roamers_and_drunkards_get_about),
		cmocka_unit_test(afflictions_take_hero_and_creature_alike),
		cmocka_unit_test(effects_do_what_they_say),
		cmocka_unit_test(a_half_carries_nothing),
		cmocka_unit_test(confusion_leads_astray_and_sleep_lets_turns_go_by),
	};
	return stock_run(content_with_kinds(), tests);
}
