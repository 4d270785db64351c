/* Comforts at the keys: numbers and again, places, odds, what is taken on the way. */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "door/play/play_private.h"
#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

static const char records[] =
	"item test-a\n  name thing a\n  glyph ) wood\n  look A thing.\n  class weapon\n"
	"  damage 1d2\n  weight 0\n  traits stacks\n  plural things a\n"
	"item test-b\n  name thing b\n  glyph [ wood\n  look A thing.\n  class armour\n"
	"  slot head\n  guard 1\n  weight 0\n"
	"monster test-still\n  name still\n  glyph 0 dim\n  look It stands.\n"
	"  first-sight It stands there.\n  death stood upon\n  depth 1\n  weight 0\n  hits 90d8\n"
	"  experience 0\n  blow leans 2d4\n  instincts ambush 1\n";

static void lay(struct stage *stage, const char *id, int x, int y)
{
	item_to_floor(
		stage->game, (struct item){.kind = content_find_item(stock, id), .count = 1}, x, y);
	senses_look(stage->game);
	stage_paint(stage);
}

static void empty_pack(struct stage *stage)
{
	memset(stage->game->pack.items, 0, sizeof stage->game->pack.items);
	stage->game->pack.count = 0;
}

static void see_all(struct stage *stage)
{
	struct level *level = stage->game->level;
	for (int at = 0; at < level->width * level->height; at++) {
		level->flags[at] |= LEVEL_KNOWN;
		level->memory[at] = stock->terrains[level->terrain[at]].appearance;
	}
	senses_look(stage->game);
}

/* ---- Numbers ---- */

static void a_number_goes_before_a_search_a_wait_and_a_step(void **state)
{
	static const struct {
		const char *keys;
		int commands, x;
	} cases[] = {{"020s", 20, HERO_X}, {"03.", 3, HERO_X}, {"04l", 4, HERO_X + 4},
		{"012\b\b1s", 1, HERO_X}, {"0s", 0, HERO_X}, {"05\033", 0, HERO_X},
		{"05i", 0, HERO_X}, {"02P", 2, HERO_X}, {"0999s", 500, HERO_X}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		stage_type(&stage, cases[i].keys);
		assert_int_equal(play_index(stage.play), cases[i].commands);
		assert_int_equal(game_hero(stage.game)->x, cases[i].x);
		bool other = strchr(cases[i].keys, 'i') != NULL;
		assert_int_equal(stage_finds(&stage, "Only wait, search, step") >= 0, other);
		stage_end(&stage);
	}
}

static void the_number_is_shown(void **state)
{
	static const int widths[] = {40, 80, 120};
	(void)state;
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		struct stage stage;
		stage_begin(&stage, stock, widths[i], 24);
		stage_type(&stage, "0");
		assert_int_equal(stage_finds(&stage, "How many times?"), 0);
		stage_type(&stage, "17");
		assert_int_equal(stage_finds(&stage, "17 times:"), 0);
		stage_type(&stage, "\033");
		assert_true(stage_finds(&stage, "17 times") < 0);
		stage_end(&stage);
	}
}

/* ---- Again ---- */

static void what_was_done_is_done_again(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_type(&stage, "`");
	assert_true(stage_finds(&stage, "You have done nothing yet.") >= 0);
	stage_type(&stage, "l``");
	assert_int_equal(game_hero(stage.game)->x, HERO_X + 3);
	stage_key(&stage, 'A' - 64);
	assert_int_equal(game_hero(stage.game)->x, HERO_X + 4);
	/* No sound stops a search of the deaf. */
	creature_afflict(stage.game, HERO, STATUS_DEAF, 200);
	stage_type(&stage, "03s`");
	assert_int_equal(play_index(stage.play), 4 + 6);
	/* Repeating skips commands that only ask, and those that end the run. */
	stage_type(&stage, "m\033`");
	assert_int_equal(play_index(stage.play), 4 + 9);
	assert_int_equal(game_hero(stage.game)->x, HERO_X + 4);
	stage_end(&stage);
}

static void a_thing_that_is_used_up_is_not_another(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	empty_pack(&stage);
	stage_give(&stage, "test-a", 1);
	stage_give(&stage, "test-b", 1);
	stage_type(&stage, "da");
	assert_int_equal(play_index(stage.play), 1);
	stage.game->pack.items[0] = stage.game->pack.items[1];
	memset(&stage.game->pack.items[1], 0, sizeof stage.game->pack.items[1]);
	stage_type(&stage, "`");
	assert_int_equal(play_index(stage.play), 1);
	assert_true(stage_finds(&stage, "You carry no more of that.") >= 0);
	stage_end(&stage);
}

static void a_throw_goes_again_at_whom_it_went(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	empty_pack(&stage);
	stage_give(&stage, "test-a", 5);
	int slot = stage_put(&stage, "test-still", HERO_X + 4, HERO_Y);
	stage_paint(&stage);
	stage_type(&stage, "ta\n");
	assert_int_equal(play_index(stage.play), 1);
	stage_type(&stage, "\033\033`");
	assert_int_equal(play_index(stage.play), 2);
	assert_int_equal(stage.game->pack.items[0].count, 3);
	/* With nobody there any more the place is asked for. */
	creature_remove(stage.game, slot);
	senses_look(stage.game);
	stage_type(&stage, "\033\033`");
	assert_int_equal(play_index(stage.play), 2);
	assert_true(stage_finds(&stage, "Throw where?") >= 0);
	stage_end(&stage);
}

/* ---- Places ---- */

static void places_are_listed_and_gone_to(void **state)
{
	static const int sizes[][2] = {{40, 20}, {80, 24}, {120, 40}};
	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct stage stage;
		stage_begin(&stage, stock, sizes[i][0], sizes[i][1]);
		place_set_terrain(stage.game, HERO_X + 9, HERO_Y, stock->terrain.stairs_down);
		lay(&stage, "test-b", HERO_X - 3, HERO_Y);
		see_all(&stage);
		stage_type(&stage, "\033g\n");
		int thing = stage_finds(&stage, "thing b"), stairs = stage_finds(&stage, "9 steps");
		assert_true(thing > 0 && stairs == thing + 1);
		assert_non_null(strstr(stage_row(&stage, thing), "3 steps"));
		stage_type(&stage, "b");
		assert_int_equal(game_hero(stage.game)->x, HERO_X + 9);
		stage_end(&stage);
	}
}

static void of_places_that_are_not_known_nothing_is_listed(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	struct level *level = stage.game->level;
	place_set_terrain(stage.game, 2, 2, stock->terrain.stairs_down);
	for (int at = 0; at < level->width * level->height; at++)
		level->flags[at] &= (uint8_t) ~(LEVEL_KNOWN | LEVEL_LIT);
	senses_look(stage.game);
	stage_type(&stage, "g\n");
	assert_true(stage_finds(&stage, "There is no known place") >= 0);
	assert_int_equal(play_index(stage.play), 0);
	stage_end(&stage);
}

/* The list marks a walled-in destination as unreachable. */
static void what_has_no_way_is_told_to_have_none(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	for (int y = HERO_Y - 1; y <= HERO_Y + 1; y++)
		for (int x = HERO_X + 4; x <= HERO_X + 6; x++)
			if (x != HERO_X + 5 || y != HERO_Y)
				place_set_terrain(
					stage.game, x, y, content_find_terrain(stock, "glass"));
	lay(&stage, "test-b", HERO_X + 5, HERO_Y);
	stage_type(&stage, "\033g\n");
	int thing = stage_finds(&stage, "thing b");
	assert_true(thing > 0);
	assert_non_null(strstr(stage_row(&stage, thing), "no way"));
	stage_type(&stage, "a");
	assert_int_equal(play_index(stage.play), 0);
	stage_end(&stage);
}

/* ---- Looking ---- */

static void who_is_looked_at_is_told_as_odds(void **state)
{
	static const int widths[] = {40, 80, 120};
	(void)state;
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		struct stage stage;
		stage_begin(&stage, stock, widths[i], 24);
		stage_put(&stage, "test-still", HERO_X + 2, HERO_Y);
		game_hero(stage.game)->health = 25;
		stage_paint(&stage);
		stage_type(&stage, "\033x");
		assert_true(stage_finds(&stage, "about a fifth") >= 0);
		assert_true(stage_finds(&stage, "4 blows") >= 0);
		assert_true(stage_finds(&stage, "It hits you ") >= 0);
		stage_end(&stage);
	}
}

/* ---- Coming back ---- */

/* The same game, taken up by another session. */
static void come_back(struct stage *stage, uint32_t index, int width, int height)
{
	stage->play->game = NULL;
	play_free(stage->play);
	stage->play =
		play_new(stage->game, stock, NULL, index, &(struct play_link){.context = stage});
	vt_frame_resize(&stage->frame, width, height);
	stage_paint(stage);
}

/* Returns the text of the upper rows, joined. */
static const char *upper_rows(const struct stage *stage, int rows)
{
	static char text[4 * VT_WIDTH_MAX];
	size_t used = 0;
	for (int y = 0; y < rows; y++) {
		const char *row = stage_row(stage, y);
		size_t length = strlen(row);
		while (length && row[length - 1] == ' ')
			length--;
		memcpy(text + used, row, length);
		used += length;
		text[used++] = ' ';
	}
	text[used] = 0;
	return text;
}

static void who_comes_back_is_told_what_happened(void **state)
{
	static const int sizes[][2] = {{80, 24}, {120, 40}};
	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		message_say_text(stage.game, "Long ago.", COLOUR_ROLE_TEXT);
		stage_type(&stage, "060.");
		message_say_text(stage.game, "A bell.", COLOUR_ROLE_BAD);
		stage_type(&stage, "..");
		message_say_text(stage.game, "A knock.", COLOUR_ROLE_TEXT);
		stage_type(&stage, ".");
		message_say_text(stage.game, "A light.", COLOUR_ROLE_TEXT);
		come_back(&stage, 63, sizes[i][0], sizes[i][1]);
		const char *text = upper_rows(&stage, 4);
		if (sizes[i][1] == 24) {
			assert_non_null(strstr(text, "Before this: A bell.  A knock.  A light."));
			assert_null(strstr(text, "Long ago."));
		}
		assert_non_null(strstr(upper_rows(&stage, 8), "A bell."));
		assert_false(play_more(stage.play));
		stage_key(&stage, '.');
		assert_null(strstr(upper_rows(&stage, 4), "Before this:"));
		/* A new game has no summary of earlier turns. */
		come_back(&stage, 0, 80, 24);
		assert_null(strstr(upper_rows(&stage, 4), "Before this:"));
		stage_end(&stage);
	}
}

/* No more than there is room for: nobody has a page to turn for what is old. */
static void what_happened_costs_no_key(void **state)
{
	static const int sizes[][2] = {{40, 20}, {60, 24}, {80, 24}};
	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		for (int n = 0; n < 12; n++) {
			char text[100];
			snprintf(text, sizeof text,
				"Number %d rings, and rings, and nobody goes to see who it is.", n);
			message_say_text(stage.game, text, COLOUR_ROLE_TEXT);
			stage_key(&stage, '.');
			stage_hush(&stage);
		}
		message_say_text(stage.game, "It stops.", COLOUR_ROLE_TEXT);
		come_back(&stage, 12, sizes[i][0], sizes[i][1]);
		assert_false(play_more(stage.play));
		const char *text = upper_rows(&stage, 4);
		assert_non_null(strstr(text, "It stops."));
		assert_true(i == 0 || strstr(text, "Number 11 rings"));
		stage_end(&stage);
	}
}

/* ---- Auto-pickup ---- */

static unsigned class_bit(const char *word)
{
	unsigned class = 0;
	while (strcmp(auto_class_word(class), word) != 0)
		class ++;
	return 1u << class;
}

static void walking_takes_what_is_wanted_when_it_is_to(void **state)
{
	(void)state;
	for (int walking = 0; walking < 2; walking++)
		for (int leave = 0; leave < 2; leave++) {
			struct stage stage;
			stage_begin(&stage, stock, 80, 24);
			play_autopickup(stage.play, leave ? class_bit("armour") : 0, walking);
			lay(&stage, "test-b", HERO_X + 1, HERO_Y);
			stage_type(&stage, "\033l");
			assert_int_equal(stage.game->floor.count, walking && !leave ? 0 : 1);
			stage_end(&stage);
		}
}

/* A thing on the stairs hides neither them nor the way to them. */
static void stairs_are_gone_to_under_what_lies_on_them(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	place_set_terrain(stage.game, HERO_X + 5, HERO_Y, stock->terrain.stairs_up);
	lay(&stage, "test-b", HERO_X + 5, HERO_Y);
	stage_type(&stage, "\033g<");
	assert_int_equal(game_hero(stage.game)->x, HERO_X + 5);
	stage_end(&stage);
}

/* Where one stands is told first, then what is to be done, then the depths. */
static void where_one_is_and_what_is_to_be_done_come_first(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage.game->knowledge.quests[0] = 1 + QUEST_OPEN;
	place_enter(stage.game, 2, true);
	place_enter(stage.game, 3, true);
	stage_paint(&stage);
	stage_hush(&stage);
	stage_type(&stage, "_");
	int here = stage_finds(&stage, "you are here");
	int quest = stage_finds(&stage, stock->quests[0].name);
	int other = stage_finds(&stage, " 2  The");
	assert_true(here >= 0 && here < quest && quest < other);
	stage_end(&stage);
}

static void what_lies_in_sight_is_listed(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	lay(&stage, "test-a", HERO_X + 6, HERO_Y);
	lay(&stage, "test-b", HERO_X - 7, HERO_Y + 1);
	stage_hush(&stage);
	stage_type(&stage, "::");
	int first = stage_finds(&stage, "In view, the nearest first");
	assert_true(first >= 0);
	assert_int_equal(stage_finds(&stage, "6 east: a thing a"), first + 1);
	assert_int_equal(stage_finds(&stage, "7 west: a thing b"), first + 2);
	stage_type(&stage, "\033");
	/* Nearer, and a door that is beside him, told in full. */
	stage_put(&stage, "test-still", HERO_X - 2, HERO_Y - 2);
	place_set_terrain(stage.game, HERO_X, HERO_Y + 1, stage.game->content->terrain.door_open);
	senses_look(stage.game);
	stage_type(&stage, "\033::");
	first = stage_finds(&stage, "In view, the nearest first");
	assert_int_equal(stage_finds(&stage, "1 south: an open door"), first + 1);
	int still = stage_finds(&stage, "2 north-west: still");
	assert_true(still > first + 1 && stage_finds(&stage, "6 east: a thing a") > still);
	stage_end(&stage);
}

/* A stop says why, though no message does; and a place beside him is no steps away. */
static void a_stop_says_why(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_hush(&stage);
	stage_lay(&stage, "fountain", HERO_X + 1, HERO_Y);
	stage_type(&stage, "g\n");
	assert_true(stage_finds(&stage, "beside you") >= 0);
	assert_true(stage_finds(&stage, "0 steps") < 0);
	stage_type(&stage, "\033\033");
	/* Burning hurts each turn, but only the first turn is reported. */
	creature_afflict(stage.game, HERO, STATUS_BURNING, 20);
	stage_paint(&stage);
	stage_hush(&stage);
	for (int key = 0; key < 4; key++) {
		uint32_t turns = play_turns(stage.play);
		stage_type(&stage, "X");
		const char *row = stage_row(&stage, 0);
		if (play_turns(stage.play) != turns && !row[strspn(row, " ")])
			fail_msg("nothing is said of key %d", key);
	}
	stage_end(&stage);
}

/* A full pack offers once what the hero can best do without. */
static void a_full_pack_offers_the_worst(void **state)
{
	struct stage stage;
	uint16_t hat = 0;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	empty_pack(&stage);
	for (uint16_t kind = 0; stage.game->pack.count < PACK_MAX - 2; kind++)
		if (!stock->items[kind].stacks && stock->items[kind].class == ITEM_WAND)
			item_into_pack(
				stage.game, (struct item){.kind = kind, .count = 1, .charges = 9});
		else if (kind + 1 == stock->counts.items)
			kind = 0;
	hat = content_find_item(stock, "test-b");
	item_into_pack(stage.game, (struct item){.kind = hat, .count = 1, .flags = ITEM_KNOWN});
	item_into_pack(
		stage.game, (struct item){.kind = hat, .count = 1, .plus = 2, .flags = ITEM_KNOWN});
	lay(&stage, "test-b", HERO_X + 3, HERO_Y);
	stage_type(&stage, "X");
	assert_true(stage_finds(&stage, "Your pack is full") >= 0);
	assert_true(stage_finds(&stage, "y a thing b") >= 0);
	assert_true(stage_finds(&stage, "z a +2") < 0);
	stage_type(&stage, "\033X");
	assert_true(stage_finds(&stage, "y a thing b") < 0);
	stage_end(&stage);
}

/* The cells that a missile will cross are shown as danger, up to the hero or an obstacle. */
static void the_path_of_a_missile_is_shown(void **state)
{
	struct stage stage;
	uint16_t nail = 0;
	(void)state;
	while (strcmp(stock->flights[nail].id, "nail") != 0)
		nail++;
	struct launch launch = {.kind = nail,
		.item = {.kind = content_find_item(stock, "screwdriver"), .count = 1},
		.source = -1,
		.from_x = HERO_X - 6,
		.from_y = HERO_Y,
		.to_x = HERO_X,
		.to_y = HERO_Y};
	stage_begin(&stage, stock, 80, 24);
	flight_launch(stage.game, &launch);
	stage_type(&stage, "X");
	assert_int_equal(play_index(stage.play), 0);
	assert_true(stage_finds(&stage, "It will cross your cell.") >= 0);
	assert_true(stage_finds(&stage, "waits).") >= 0);
	int width = stage.frame.width, row = HERO_Y + 1, danger = 0;
	for (int x = 0; x < width; x++)
		danger += stage.frame.cells[row * width + x].role == VT_DANGER;
	assert_int_equal(danger, 5);
	stage_end(&stage);

	stage_begin(&stage, stock, 80, 24);
	launch.to_y = HERO_Y + 4;
	place_set_terrain(stage.game, HERO_X - 3, HERO_Y + 2, stock->terrain.wall_horizontal);
	senses_look(stage.game);
	flight_launch(stage.game, &launch);
	stage_type(&stage, "X");
	assert_true(stage_finds(&stage, "flies to a cell 4 steps") >= 0);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_number_goes_before_a_search_a_wait_and_a_step),
		cmocka_unit_test(the_number_is_shown),
		cmocka_unit_test(what_was_done_is_done_again),
		cmocka_unit_test(a_thing_that_is_used_up_is_not_another),
		cmocka_unit_test(a_throw_goes_again_at_whom_it_went),
		cmocka_unit_test(places_are_listed_and_gone_to),
		cmocka_unit_test(of_places_that_are_not_known_nothing_is_listed),
		cmocka_unit_test(where_one_is_and_what_is_to_be_done_come_first),
		cmocka_unit_test(what_lies_in_sight_is_listed),
		cmocka_unit_test(a_stop_says_why),
		cmocka_unit_test(stairs_are_gone_to_under_what_lies_on_them),
		cmocka_unit_test(what_has_no_way_is_told_to_have_none),
		cmocka_unit_test(who_is_looked_at_is_told_as_odds),
		cmocka_unit_test(who_comes_back_is_told_what_happened),
		cmocka_unit_test(what_happened_costs_no_key),
		cmocka_unit_test(walking_takes_what_is_wanted_when_it_is_to),
		cmocka_unit_test(the_path_of_a_missile_is_shown),
		cmocka_unit_test(a_full_pack_offers_the_worst),
	};
	return stock_run(stock_content_with(records), tests);
}
