/* Refusals that cost no turn, questions before actions, and keys typed ahead. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

static void begin(struct stage *stage)
{
	stage_begin(stage, stock, 80, 24);
}

/* A charge is not spent on whom rock hides, nor on who is too far; one that can be hit costs it. */
static void a_charge_is_not_spent_in_vain(void **state)
{
	(void)state;
	for (int way = 0; way < 3; way++) {
		struct stage stage;
		begin(&stage);
		int slot = stage_give(&stage, "crank-sparks", 1);
		stage.game->pack.items[slot].charges = 3;
		stage.game->pack.items[slot].flags |= ITEM_KNOWN;
		stage.game->knowledge.items[stage.game->pack.items[slot].kind] = 1;
		stage_put(&stage, "cable-rat", HERO_X + (way == 1 ? 25 : 5), HERO_Y);
		stage.game->creatures[HERO].status[STATUS_TELEPATHIC] = 200;
		if (way == 0)
			place_set_terrain(
				stage.game, HERO_X + 3, HERO_Y, stock->terrain.wall_vertical);
		senses_look(stage.game);
		stage_paint(&stage);
		stage_hush(&stage);
		stage_type(&stage, (char[]){'z', (char)('a' + slot), '\0'});
		if (way < 2)
			stage_type(&stage, way == 0 ? "lllll" : "LLLl");
		stage_type(&stage, "\n");
		assert_int_equal(stage.game->pack.items[slot].charges, way < 2 ? 3 : 2);
		assert_int_equal(stage_finds(&stage, "No turn is spent.") >= 0, way < 2);
		stage_end(&stage);
	}
}

/* Walking into an enemy that could talk, or Tab beside it, asks first, and the same key again
 * strikes it: also y, which walks to the north-west. In the midst of a fight nothing is asked. */
static void talk_is_asked_about_before_a_fight_only(void **state)
{
	static const struct {
		const char *key;
		int dx, dy;
		bool hurt;
	} rows[] = {{"l", 1, 0, false}, {"y", -1, -1, false}, {"\t", 1, 0, false},
		{"l", 1, 0, true}, {"\t", 1, 0, true}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct stage stage;
		begin(&stage);
		int slot =
			stage_put(&stage, "grey-clerk", HERO_X + rows[i].dx, HERO_Y + rows[i].dy);
		stage.game->creatures[slot].flags |= CREATURE_AWARE;
		stage.game->creatures[slot].ready = stage.game->clock.now + 1000000;
		if (rows[i].hurt)
			stage.game->creatures[HERO].health /= 2;
		senses_look(stage.game);
		stage_paint(&stage);
		stage_hush(&stage);
		uint32_t turn = game_turn(stage.game);
		stage_type(&stage, rows[i].key);
		assert_int_equal(
			stage_finds(&stage, "Spend a turn to talk to the grey clerk?") >= 0,
			!rows[i].hurt);
		assert_int_equal(game_turn(stage.game), turn + rows[i].hurt);
		if (!rows[i].hurt)
			stage_type(&stage, rows[i].key);
		assert_int_equal(game_turn(stage.game), turn + 1);
		assert_true(
			stage_finds(&stage, "grey clerk") >= 0 && stage_finds(&stage, "says") < 0);
		stage_end(&stage);
	}
}

/* A question precedes leaving a distant ally behind. An adjacent ally comes along without a
 * question. */
static void who_would_be_left_is_asked_about(void **state)
{
	(void)state;
	for (int far = 0; far < 2; far++) {
		struct stage stage;
		begin(&stage);
		place_set_terrain(stage.game, HERO_X, HERO_Y, stock->terrain.stairs_down);
		int ally = stage_put(&stage, "desk-dog", HERO_X + (far ? 9 : 1), HERO_Y);
		stage.game->creatures[ally].flags |= CREATURE_ALLY;
		senses_look(stage.game);
		stage_paint(&stage);
		stage_hush(&stage);
		int depth = stage.game->depth;
		stage_type(&stage, ">");
		assert_int_equal(
			stage_finds(&stage, "The desk dog is 9 steps away. Go without it? (y/n)"),
			far ? 0 : -1);
		assert_int_equal(stage.game->depth, depth + !far);
		if (far) {
			stage_type(&stage, "n");
			assert_int_equal(stage.game->depth, depth);
			stage_type(&stage, ">y");
			assert_int_equal(stage.game->depth, depth + 1);
		}
		stage_end(&stage);
	}
}

/* An exploration that an enemy blocks names the key that attacks. */
static void who_blocks_the_way_may_be_attacked(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	for (int y = 1; y < stage.game->level->height - 1; y++)
		for (int x = 1; x < stage.game->level->width - 1; x++)
			if (y != HERO_Y)
				place_set_terrain(stage.game, x, y, stock->terrain.rock);
	int slot = stage_put(&stage, "cable-rat", HERO_X + 1, HERO_Y);
	stage.game->creatures[slot].flags |= CREATURE_ASLEEP;
	stage_lay(&stage, "wall-vertical", HERO_X - 1, HERO_Y);
	struct item gold = {.kind = stock->gold, .count = 5};
	assert_true(item_to_floor(stage.game, gold, HERO_X + 5, HERO_Y));
	senses_look(stage.game);
	stage_paint(&stage);
	stage_hush(&stage);
	for (int i = 0; i < 3; i++)
		stage_type(&stage, "X");
	assert_true(stage_says(&stage, "is in the way. Tab attacks."));
	stage_end(&stage);
}

/* While looking: stairs underfoot are known, x goes on to the next, and a command is not lost. */
static void a_look_keeps_no_command_waiting(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	place_set_terrain(stage.game, HERO_X, HERO_Y, stock->terrain.stairs_up);
	stage_put(&stage, "cable-rat", HERO_X + 5, HERO_Y);
	stage_put(&stage, "wire-worm", HERO_X + 9, HERO_Y);
	senses_look(stage.game);
	stage_paint(&stage);
	stage_hush(&stage);
	stage_type(&stage, "x<");
	assert_int_equal(stage_finds(&stage, "You are standing on them."), 0);
	stage_type(&stage, "\033x");
	assert_int_equal(stage.frame.cursor_x, HERO_X + 5);
	stage_type(&stage, "x");
	assert_int_equal(stage.frame.cursor_x, HERO_X + 9);
	stage_type(&stage, "i");
	assert_true(stage_finds(&stage, "You carry") >= 0);
	stage_end(&stage);
}

static void a_key_of_no_meaning_is_called_by_its_name(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	stage_key(&stage, 2);
	assert_int_equal(stage_finds(&stage, "^B does nothing here."), 0);
	stage_end(&stage);
}

/* The list for taking off shows worn items. */
static void what_is_worn_is_listed_to_be_taken_off(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	for (int i = 0; i < PACK_MAX; i++)
		stage.game->pack.items[i].flags &= (uint8_t)~ITEM_WORN;
	int slot = stage_give(&stage, "work-coat", 1);
	stage_paint(&stage);
	stage_type(&stage, "W");
	assert_true(stage_finds(&stage, "takes it off") < 0);
	stage_type(&stage, (char[]){(char)('a' + slot), '\0'});
	stage_hush(&stage);
	stage_type(&stage, "W");
	assert_true(stage_finds(&stage, "takes it off") > 0);
	stage_end(&stage);
}

static bool is_worn(const struct stage *stage, int slot)
{
	return stage->game->pack.items[slot].flags & ITEM_WORN;
}

/* With two rings worn, a third asks which one comes off.  The list shows the two alone. */
static void a_third_ring_asks_which_comes_off(void **state)
{
	static const char *const ids[] = {"curtain-ring", "washer", "thimble"};
	(void)state;
	for (int off = 0; off < 3; off++) {
		struct stage stage;
		int slots[3];
		begin(&stage);
		for (int i = 0; i < 3; i++)
			slots[i] = stage_give(&stage, ids[i], 1);
		int cap = stage_give(&stage, "cap", 1);
		for (int i = 0; i < 3; i++)
			stage_type(&stage, (char[]){'W', (char)('a' + slots[i]), '\0'});
		assert_true(stage_finds(&stage, "Take off which, to put on ") >= 0);
		assert_true(is_worn(&stage, slots[0]) && is_worn(&stage, slots[1]));
		assert_true(stage_finds(&stage, " cap") < 0);
		stage_key(&stage, 'a' + cap);
		assert_false(is_worn(&stage, cap));
		stage_hush(&stage);
		stage_type(&stage, (char[]){'W', (char)('a' + slots[2]), '\0'});
		if (off < 2)
			stage_type(&stage, (char[]){(char)('a' + slots[off]), '\0'});
		else
			stage_type(&stage, "\033");
		for (int i = 0; i < 3; i++)
			assert_int_equal(is_worn(&stage, slots[i]), i != off);
		stage_end(&stage);
	}
}

/* Long work near an enemy is asked about, once; a captive or an ally is no enemy. */
static void long_work_near_an_enemy_is_asked_about(void **state)
{
	static const struct {
		uint16_t flags;
		int far;
		const char *question;
	} rows[] = {{0, 6, "A shelf of paper: 3 turns of work, and the cable rat is in view. "},
		{CREATURE_ASLEEP, 1,
			"A shelf of paper: 3 turns of work, and the cable rat is beside "},
		{CREATURE_ALLY, 6, NULL}, {CREATURE_CAPTIVE, 6, NULL}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct stage stage;
		begin(&stage);
		stage_lay(&stage, "shelf", HERO_X + 1, HERO_Y);
		int rat = stage_put(&stage, "cable-rat", HERO_X - rows[i].far, HERO_Y);
		stage.game->creatures[rat].flags |= rows[i].flags;
		stage.game->creatures[rat].ready = stage.game->clock.now + 100000;
		senses_look(stage.game);
		stage_paint(&stage);
		stage_hush(&stage);
		uint32_t turn = game_turn(stage.game);
		stage_type(&stage, "l");
		assert_int_equal(stage_asks(&stage), rows[i].question != NULL);
		assert_int_equal(game_turn(stage.game), turn + (rows[i].question ? 0 : 3));
		if (rows[i].question && stage_finds(&stage, rows[i].question) != 0)
			fail_msg("row %zu: %s", i, stage_row(&stage, 0));
		stage_type(&stage, rows[i].question ? "y" : "");
		assert_int_equal(game_turn(stage.game), turn + 3);
		stage_lay(&stage, "shelf", HERO_X, HERO_Y + 1);
		stage_paint(&stage);
		stage_hush(&stage);
		stage_type(&stage, "j");
		assert_int_equal(game_turn(stage.game), turn + 6);
		stage_end(&stage);
	}
}

/* A lever takes one turn: no question. */
static void short_work_near_an_enemy_is_not_asked_about(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	stage_lay(&stage, "lever", HERO_X + 1, HERO_Y);
	stage_put(&stage, "cable-rat", HERO_X - 6, HERO_Y);
	stage_paint(&stage);
	stage_hush(&stage);
	stage_type(&stage, "l");
	assert_false(stage_asks(&stage));
	assert_string_equal(game_terrain(stage.game, HERO_X + 1, HERO_Y)->id, "lever-pulled");
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(talk_is_asked_about_before_a_fight_only),
		cmocka_unit_test(a_charge_is_not_spent_in_vain),
		cmocka_unit_test(who_would_be_left_is_asked_about),
		cmocka_unit_test(who_blocks_the_way_may_be_attacked),
		cmocka_unit_test(a_look_keeps_no_command_waiting),
		cmocka_unit_test(a_key_of_no_meaning_is_called_by_its_name),
		cmocka_unit_test(what_is_worn_is_listed_to_be_taken_off),
		cmocka_unit_test(a_third_ring_asks_which_comes_off),
		cmocka_unit_test(long_work_near_an_enemy_is_asked_about),
		cmocka_unit_test(short_work_near_an_enemy_is_not_asked_about),
	};
	return stock_run(stock_content(), tests);
}
