/* The world on the play screen: what harms is asked about, what ails fits, friends and missiles are
 * seen.  A bare room is laid out inside the game, and everything else goes through keys and frames.
 */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"
#include "tests/engine/auto_moving.h"

static int add(struct stage *stage, int x, int y, uint16_t flags)
{
	int slot = creature_add(stage->game, 0, x, y, 5);
	assert_true(slot > HERO);
	stage->game->creatures[slot].flags = flags;
	senses_look(stage->game);
	return slot;
}

/* ---- Known harm ---- */

static void a_step_into_known_harm_is_asked_about(void **state)
{
	static const char *const harms[] = {
		"lava", "acid", "deep-water", "chasm", "trap-dart", "flame", "web"};
	(void)state;
	for (size_t i = 0; i < sizeof harms / sizeof *harms; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		stage_lay(&stage, harms[i], HERO_X + 1, HERO_Y);
		uint32_t index = play_index(stage.play);
		stage_type(&stage, "l");
		assert_true(stage_asks(&stage));
		stage_type(&stage, "n");
		assert_false(stage_asks(&stage));
		assert_int_equal(stage_hero_x(&stage), HERO_X);
		assert_int_equal(play_index(stage.play), index);
		stage_type(&stage, "ly");
		assert_int_equal(play_index(stage.play), index + 1);
		stage_end(&stage);
	}
}

/* From safe ground each time, however often he has been in. */
static void swimming_is_asked_about_each_time_and_shown(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_lay(&stage, "deep-water", HERO_X + 1, HERO_Y);
	for (int i = 0; i < 2; i++) {
		stage_type(&stage, "l");
		assert_true(stage_asks(&stage));
		stage_type(&stage, "y");
		assert_int_equal(stage_hero_x(&stage), HERO_X + 1);
		assert_non_null(strstr(stage_row(&stage, 23), "swimming"));
		stage_type(&stage, "h");
		assert_int_equal(stage_hero_x(&stage), HERO_X);
		assert_null(strstr(stage_row(&stage, 23), "swimming"));
	}
	stage_end(&stage);
}

/* ---- Prices ---- */

/* A machine asks before it takes its price, and refuses a hero with less gold. */
static void what_takes_gold_asks_with_its_price(void **state)
{
	static const char *const distances[] = {"l", "L"};
	struct stage stage;
	struct view view;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_lay(&stage, "tonic-machine", HERO_X + 1, HERO_Y);
	struct hero *hero = &stage.game->hero;
	hero->gold = 45;
	game_hero(stage.game)->health = 10;
	game_view(stage.game, &view);
	assert_int_equal(view.step_price[DIR_E], 30);
	assert_int_equal(view.step_price[DIR_W], 0);
	for (size_t i = 0; i < 2; i++) {
		stage_type(&stage, distances[i]);
		assert_true(stage_asks(&stage));
		assert_non_null(strstr(stage_row(&stage, 0), "30 gold"));
		stage_type(&stage, "n");
		assert_int_equal(hero->gold, 45);
	}
	struct command step = {.verb = VERB_STEP, .direction = DIR_E}, out;
	struct watch watch = {0};
	struct auto_move automove;
	auto_begin(&automove, AUTO_REPEAT, 0, 0, 0, stage.game, &watch);
	automove.repeated = step;
	automove.times = 3;
	assert_false(auto_step(&automove, stage.game, &out));
	assert_non_null(strstr(automove.says, "30 gold"));
	hero->gold = 29;
	stage_type(&stage, "l");
	assert_false(stage_asks(&stage));
	assert_non_null(
		strstr(stage_row(&stage, 0), "A tonic machine costs 30 gold. You have less."));
	hero->gold = 45;
	game_hero(stage.game)->health = 10;
	stage_type(&stage, "ly");
	assert_int_equal(hero->gold, 15);
	stage_end(&stage);
}

/* In a shop one sees from the door what everything costs, as far as there is room for it. */
static void lists_of_what_is_about_tell_its_price(void **state)
{
	static const int places[][2] = {{HERO_X, HERO_Y}, {HERO_X + 3, HERO_Y}};
	static const char *const keys[] = {"::", "g\n"};
	static const int widths[] = {80, 40};
	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct stage stage;
		struct item hat = {.kind = content_find_item(stock, "oilskin"),
			.count = 1,
			.flags = ITEM_FOR_SALE};
		char price[32];
		stage_begin(&stage, stock, widths[i / 2], 24);
		for (size_t at = 0; at < 2; at++)
			item_to_floor(stage.game, hat, places[at][0], places[at][1]);
		senses_look(stage.game);
		snprintf(price, sizeof price, "%d gold", item_price(stage.game, &hat));
		stage_type(&stage, keys[i % 2]);
		int y = stage_finds(&stage, i % 2 ? "3 steps" : "3 east");
		assert_true(y >= 0);
		assert_non_null(strstr(stage_row(&stage, y), price));
		if (i % 2 == 0)
			assert_true(stage_finds(&stage, price) < y);
		stage_end(&stage);
	}
}

static void plain_ground_and_what_is_hidden_are_not_asked_about(void **state)
{
	static const char *const plain[] = {"shallow-water", "tall-grass", "hidden-dart", "rubble"};
	(void)state;
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		stage_lay(&stage, plain[i], HERO_X + 1, HERO_Y);
		uint32_t index = play_index(stage.play);
		stage_type(&stage, "l");
		assert_int_equal(play_index(stage.play), index + 1);
		stage_end(&stage);
	}
}

/* Inside of a hazard only a deadly step causes a question. */
static void in_the_thick_of_it_there_are_no_questions(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_lay(&stage, "deep-water", HERO_X, HERO_Y);
	stage_lay(&stage, "acid", HERO_X + 1, HERO_Y);
	stage_lay(&stage, "lava", HERO_X, HERO_Y + 1);
	stage_type(&stage, "j");
	assert_true(stage_asks(&stage));
	stage_type(&stage, "nl");
	assert_int_equal(stage_hero_x(&stage), HERO_X + 1);
	stage_end(&stage);
}

static void runs_stop_before_known_harm(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_lay(&stage, "deep-water", HERO_X + 6, HERO_Y);
	stage_type(&stage, "L");
	assert_int_equal(stage_hero_x(&stage), HERO_X + 5);
	stage_type(&stage, "L");
	assert_true(stage_asks(&stage));
	stage_type(&stage, "n");
	assert_int_equal(stage_hero_x(&stage), HERO_X + 5);
	stage_end(&stage);
}

static void a_travel_tells_that_only_harm_leads_there(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	for (int y = 1; y < stage.game->level->height - 1; y++)
		stage_lay(&stage, "lava", HERO_X + 3, y);
	stage_type(&stage, "gL\r");
	assert_true(stage_says(&stage, "leads through harmful ground: molten slag."));
	assert_int_equal(stage_hero_x(&stage), HERO_X);
	/* One cell of firm ground is enough. */
	stage_lay(&stage, "floor", HERO_X + 3, HERO_Y + 2);
	stage_type(&stage, "gL\r");
	assert_int_equal(stage_hero_x(&stage), HERO_X + 8);
	stage_end(&stage);
}

static void exploring_leads_out_of_gas_and_water(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	for (int y = HERO_Y - 2; y <= HERO_Y + 2; y++)
		for (int x = HERO_X - 2; x <= HERO_X + 2; x++)
			stage_lay(&stage, "deep-water", x, y);
	for (int i = 0; i < 6; i++)
		stage_type(&stage, "\x1bX");
	const struct creature *hero = game_hero(stage.game);
	assert_false(risk_of_terrain(stage.game, game_terrain(stage.game, hero->x, hero->y)));
	stage_end(&stage);

	stage_begin(&stage, stock, 80, 24);
	uint16_t gas = 0;
	while (strcmp(stock->clouds[gas].id, "green-gas") != 0)
		gas++;
	gas_release(stage.game, gas, HERO_X, HERO_Y, 120);
	hero = game_hero(stage.game);
	assert_true(gas_harms(stage.game, HERO, hero->x, hero->y));
	for (int i = 0; i < 8; i++)
		stage_type(&stage, "\x1bX");
	assert_false(gas_harms(stage.game, HERO, hero->x, hero->y));
	assert_true(abs(hero->x - HERO_X) > 1 || abs(hero->y - HERO_Y) > 1);
	stage_end(&stage);
}

/* ---- Afflictions ---- */

static void afflict(struct stage *stage, size_t every)
{
	for (size_t status = 0; status < STATUS_COUNT; status += every)
		game_hero(stage->game)->status[status] = 3;
	/* He must be seen to be looked at. */
	game_hero(stage->game)->status[STATUS_BLIND] = 0;
	play_paint(stage->play, &stage->frame);
}

static void what_ails_is_told_in_whole_words_where_they_fit(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	game_hero(stage.game)->status[STATUS_HASTED] = 3;
	game_hero(stage.game)->status[STATUS_POISONED] = 3;
	game_hero(stage.game)->status[STATUS_BURNING] = 3;
	play_paint(stage.play, &stage.frame);
	assert_non_null(strstr(stage_row(&stage, 23), "burning 3 poisoned 3 quick 3"));
	stage_end(&stage);
}

static void the_most_urgent_comes_first_when_all_ails(void **state)
{
	static const int widths[] = {40, 80, 132};
	(void)state;
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		struct stage stage;
		stage_begin(&stage, stock, widths[i], 24);
		afflict(&stage, 1);
		const char *line = stage_row(&stage, widths[i] < 72 ? 22 : 23);
		assert_non_null(strstr(line, "held ice"));
		/* Those that have no room are counted. */
		const char *more = strchr(line, '+');
		assert_true(more != NULL && more[-1] == ' ' && atoi(more) > 1);
		/* The last cell of a screen is never written, and no word is cut by the edge. */
		assert_int_equal(stage_row(&stage, 23)[widths[i] - 1], ' ');
		stage_end(&stage);
	}
}

/* ---- Friends ---- */

/* On the map, the panel's left. */
static const struct vt_cell *cell_at(const struct stage *stage, uint16_t glyph)
{
	for (int y = 1; y < stage->frame.height - 2; y++)
		for (int x = 0; x < 80; x++)
			if (stage->frame.cells[y * stage->frame.width + x].glyph == glyph)
				return &stage->frame.cells[y * stage->frame.width + x];
	fail_msg("nobody is seen");
	return NULL;
}

static void friends_are_underlined_and_stand_apart_in_the_panel(void **state)
{
	struct stage stage;
	(void)state;
	uint16_t glyph =
		(uint16_t)content_appearance(stock, stock->creatures[0].appearance)->symbol;
	stage_begin(&stage, stock, 120, 24);
	int slot = add(&stage, HERO_X + 3, HERO_Y, CREATURE_AWARE);
	play_paint(stage.play, &stage.frame);
	assert_false(cell_at(&stage, glyph)->attributes & VT_UNDERLINE);
	assert_non_null(strstr(stage_row(&stage, 1), "In sight"));
	stage.game->creatures[slot].flags = CREATURE_AWARE | CREATURE_ALLY;
	play_paint(stage.play, &stage.frame);
	assert_true(cell_at(&stage, glyph)->attributes & VT_UNDERLINE);
	assert_non_null(strstr(stage_row(&stage, 1), "Not hostile"));
	stage.game->creatures[slot].flags = CREATURE_CAPTIVE;
	play_paint(stage.play, &stage.frame);
	assert_true(cell_at(&stage, glyph)->attributes & VT_UNDERLINE);
	assert_non_null(strstr(stage_row(&stage, 2), "captive"));
	stage_end(&stage);
}

/* ---- Missiles ---- */

/* So many nails, side by side, past the hero. */
static int give(struct stage *stage, const char *id, int count)
{
	uint16_t kind = content_find_item(stock, id);
	assert_int_not_equal(kind, KIND_NONE);
	return item_into_pack(stage->game, (struct item){.kind = kind, .count = (uint16_t)count});
}

static bool shows(const struct stage *stage, const char *text)
{
	for (int y = 0; y < stage->frame.height; y++)
		if (strstr(stage_row(stage, y), text))
			return true;
	return false;
}

static int add_kind(struct stage *stage, const char *id, int x, int y, uint16_t flags)
{
	uint16_t kind = content_find_creature(stock, id);
	assert_int_not_equal(kind, KIND_NONE);
	int slot = creature_add(stage->game, kind, x, y, 5);
	assert_true(slot > HERO);
	stage->game->creatures[slot].flags = flags;
	stage->game->creatures[slot].ready = stage->game->clock.now + 1000000;
	senses_look(stage->game);
	play_paint(stage->play, &stage->frame);
	stage_type(stage, "\x1b");
	return slot;
}

/* ---- Creatures near ---- */

/* A refused walk names the creature that prevents it, even if another is nearer. A fleeing creature
 * prevents none. */
static void who_forbids_is_named(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	add_kind(&stage, "wire-worm", HERO_X + 5, HERO_Y, CREATURE_ASLEEP);
	int rat = add_kind(&stage, "cable-rat", HERO_X + 9, HERO_Y, CREATURE_AWARE);
	game_hero(stage.game)->health = 10;
	static const char *const keys[] = {"P", "gH\r"};
	static const char *const onward[] = {"P again goes on.", "Ask again to go on anyway."};
	for (size_t i = 0; i < 2; i++) {
		/* The same report is not repeated, so the rat comes a step nearer. */
		creature_move(stage.game, rat, HERO_X + 8 - (int)i, HERO_Y);
		senses_look(stage.game);
		stage_type(&stage, keys[i]);
		assert_non_null(strstr(stage_row(&stage, 0), "The cable rat is coming for you."));
		assert_true(stage_finds(&stage, onward[i]) >= 0);
		assert_true(stage_finds(&stage, onward[1 - i]) < 0);
		assert_int_equal(stage_hero_x(&stage), HERO_X);
	}
	uint32_t before = game_turn(stage.game);
	stage.game->creatures[rat].flags |= CREATURE_FLEEING;
	for (size_t i = 0; i < 2; i++) {
		stage_type(&stage, keys[i]);
		assert_true(game_turn(stage.game) > before);
		before = game_turn(stage.game);
	}
	stage_end(&stage);
}

/* The bell rings when one comes into view, and not each time that it comes and goes. */
static void a_bell_rings_once_for_each(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	play_prefer(stage.play, NULL, PLAY_BELL, false);
	int rat = creature_add(
		stage.game, content_find_creature(stock, "cable-rat"), HERO_X + 20, HERO_Y, 5);
	stage.game->creatures[rat].flags = CREATURE_ASLEEP;
	for (int i = 0; i < 4; i++) {
		stage.frame.bell = false;
		game_hero(stage.game)->status[STATUS_BLIND] = i % 2 ? 100 : 0;
		senses_look(stage.game);
		play_paint(stage.play, &stage.frame);
		assert_int_equal(stage.frame.bell, i == 0);
	}
	stage_end(&stage);
}

/* Looked at, one that is fast or slow says so. */
static void a_look_tells_how_fast_it_is(void **state)
{
	static const char *const rows[][2] = {{"wire-worm", "It is very slow: it acts"},
		{"bookbinder", "It is slow: it acts 8"}, {"cable-rat", ""},
		{"quill", "It is fast: it acts"}, {"lamp-moth", "It is very fast: it acts"}};
	struct stage stage;
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		stage_begin(&stage, stock, 80, 24);
		add_kind(&stage, rows[i][0], HERO_X + 5, HERO_Y, CREATURE_ASLEEP);
		stage_type(&stage, "x");
		assert_true(shows(&stage, "It hits you"));
		assert_true(shows(&stage, rows[i][1]));
		assert_int_equal(shows(&stage, "It is fast") || shows(&stage, "It is slow") ||
					 shows(&stage, "It is very"),
			rows[i][1][0] != '\0');
		stage_end(&stage);
	}
}

/* About is said of a fraction alone, wherever its row breaks. */
static void what_a_blow_takes_is_told_in_words(void **state)
{
	static const struct {
		int health;
		const char *word;
		bool about;
	} cases[] = {{1, " all ", false}, {1000, "nothing", false}, {40, " a ", true}};
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	add_kind(&stage, "bookbinder", HERO_X + 5, HERO_Y, CREATURE_ASLEEP);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		game_hero(stage.game)->health = (int16_t)cases[i].health;
		stage_type(&stage, "x");
		int hits = stage_finds(&stage, "hits you");
		assert_true(hits > 0 && shows(&stage, cases[i].word));
		char rows[2 * VT_WIDTH_MAX];
		snprintf(rows, sizeof rows, "%s", stage_row(&stage, hits));
		snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "%s",
			stage_row(&stage, hits + 1));
		char *ends = strstr(rows, "You hit it");
		if (ends)
			*ends = '\0';
		assert_int_equal(strstr(rows, "about") != NULL, cases[i].about);
		stage_hush(&stage);
	}
	stage_end(&stage);
}

/* The surroundings describe an adjacent creature once. */
static void who_is_around_is_described_once(void **state)
{
	struct stage stage;
	int times = 0;
	(void)state;
	stage_begin(&stage, stock, 80, 40);
	add_kind(&stage, "wire-worm", HERO_X + 1, HERO_Y, CREATURE_ASLEEP);
	stage_type(&stage, "::");
	assert_true(shows(&stage, "Around you"));
	for (int y = 0; y < stage.frame.height; y++)
		times += strstr(stage_row(&stage, y), "A worm in a coat") != NULL;
	assert_int_equal(times, 1);
	assert_false(shows(&stage, "You see a wire worm"));
	stage_end(&stage);
}

/* Terrain of one name is one entry, at its nearest cell, wherever the others are. */
static void terrain_is_listed_at_its_nearest_cell(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 40);
	stage_lay(&stage, "altar", HERO_X - 4, HERO_Y - 5);
	stage_lay(&stage, "altar", HERO_X, HERO_Y - 3);
	stage_lay(&stage, "altar", HERO_X + 6, HERO_Y + 1);
	senses_look(stage.game);
	stage_type(&stage, "::");
	assert_true(shows(&stage, "Around you"));
	assert_true(shows(&stage, "3 north: an altar and 2 more"));
	assert_false(shows(&stage, "5 north"));
	stage_end(&stage);
}

/* In fifties, because a figure that changes costs bytes; the sheet tells the same. */
static void food_is_told_the_same_everywhere(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage.game->hero.food = 1234;
	stage_type(&stage, "C");
	/* A death scores less. */
	assert_true(stage_finds(&stage, " if you leave alive") >= 0);
	assert_true(shows(&stage, "1250 turns"));
	assert_non_null(strstr(stage_row(&stage, 23), "Food 1250"));
	stage_end(&stage);
}

/* With one kind of ammunition nothing but the target is asked for, with two also which. */
static void shooting_asks_what_it_must(void **state)
{
	(void)state;
	for (int kinds = 0; kinds <= 2; kinds++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		int launcher = give(&stage, "catapult", 1), count = 5;
		int shot = kinds > 0 ? give(&stage, "ball-bearing", count) : -1;
		if (kinds > 1)
			give(&stage, "carbide", 2);
		for (int slot = 0; slot < PACK_MAX; slot++)
			stage.game->pack.items[slot].flags &= (uint8_t)~ITEM_WIELDED;
		stage.game->pack.items[launcher].flags |= ITEM_WIELDED;
		add(&stage, HERO_X + 4, HERO_Y, 0);
		play_paint(stage.play, &stage.frame);
		stage_type(&stage, "\x1b");
		stage_type(&stage, "f");
		if (kinds == 0) {
			assert_non_null(strstr(stage_row(&stage, 0), "wield a launcher"));
			stage_end(&stage);
			continue;
		}
		if (kinds == 2) {
			assert_true(shows(&stage, "What will you shoot?"));
			stage_type(&stage, (char[]){(char)('a' + shot), '\0'});
		}
		assert_non_null(strstr(stage_row(&stage, 0), "Shoot where?"));
		stage_type(&stage, "\r");
		assert_int_equal(stage.game->pack.items[shot].count, count - 1);
		assert_true(stage.frames > 0);
		stage_end(&stage);
	}
}

static void let_fly(struct stage *stage, int count)
{
	uint16_t nail = 0, tool = content_find_item(stock, "screwdriver");
	while (strcmp(stock->flights[nail].id, "nail") != 0)
		nail++;
	for (int i = 0; i < count; i++)
		flight_launch(stage->game, &(struct launch){.kind = nail,
						   .item = {.kind = tool, .count = 1},
						   .source = -1,
						   .from_x = HERO_X - 12,
						   .from_y = HERO_Y - 2 - i,
						   .to_x = HERO_X + 12,
						   .to_y = HERO_Y - 2 - i});
}

static void all_that_flies_is_seen_together_in_eight_frames(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_type(&stage, ".");
	assert_int_equal(stage.frames, 0);
	let_fly(&stage, 5);
	stage_type(&stage, ".");
	assert_int_equal(stage.frames, 8);
	assert_true(stage.missiles >= 5);
	stage_end(&stage);
}

static void frames_between_end_when_there_is_no_time(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage.frames_max = 2;
	let_fly(&stage, 3);
	stage_type(&stage, ".");
	assert_int_equal(stage.frames, 2);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_step_into_known_harm_is_asked_about),
		cmocka_unit_test(swimming_is_asked_about_each_time_and_shown),
		cmocka_unit_test(what_takes_gold_asks_with_its_price),
		cmocka_unit_test(lists_of_what_is_about_tell_its_price),
		cmocka_unit_test(plain_ground_and_what_is_hidden_are_not_asked_about),
		cmocka_unit_test(in_the_thick_of_it_there_are_no_questions),
		cmocka_unit_test(runs_stop_before_known_harm),
		cmocka_unit_test(a_travel_tells_that_only_harm_leads_there),
		cmocka_unit_test(exploring_leads_out_of_gas_and_water),
		cmocka_unit_test(what_ails_is_told_in_whole_words_where_they_fit),
		cmocka_unit_test(the_most_urgent_comes_first_when_all_ails),
		cmocka_unit_test(friends_are_underlined_and_stand_apart_in_the_panel),
		cmocka_unit_test(who_forbids_is_named),
		cmocka_unit_test(a_bell_rings_once_for_each),
		cmocka_unit_test(a_look_tells_how_fast_it_is),
		cmocka_unit_test(what_a_blow_takes_is_told_in_words),
		cmocka_unit_test(who_is_around_is_described_once),
		cmocka_unit_test(terrain_is_listed_at_its_nearest_cell),
		cmocka_unit_test(food_is_told_the_same_everywhere),
		cmocka_unit_test(shooting_asks_what_it_must),
		cmocka_unit_test(all_that_flies_is_seen_together_in_eight_frames),
		cmocka_unit_test(frames_between_end_when_there_is_no_time),
	};
	return stock_run(stock_content(), tests);
}
