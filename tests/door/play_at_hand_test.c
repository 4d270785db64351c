/* Lists during play: places by their letters, creatures near, afflictions and their durations. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

static void lay(struct stage *stage, const char *id, int x, int y)
{
	item_to_floor(
		stage->game, (struct item){.kind = content_find_item(stock, id), .count = 1}, x, y);
	senses_look(stage->game);
}

/* The letter of the row that holds a text. */
static char letter_of(const struct stage *stage, const char *text)
{
	int row = stage_finds(stage, text);
	assert_true(row > 0);
	const char *at = strstr(stage_row(stage, row), text);
	return at[-4];
}

/* Letters follow the rows, whatever was listed before; those of all pages work. */
static void places_have_letters_in_order(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	lay(&stage, "dart", HERO_X + 3, HERO_Y);
	lay(&stage, "apple", HERO_X + 12, HERO_Y);
	stage_hush(&stage);
	stage_type(&stage, "g\n");
	assert_int_equal(letter_of(&stage, "a dart"), 'a');
	assert_int_equal(letter_of(&stage, "an apple"), 'b');
	stage_type(&stage, "b");
	stage_hush(&stage);
	stage_type(&stage, "h");
	lay(&stage, "crowbar", HERO_X + 11, HERO_Y + 3);
	stage_hush(&stage);
	stage_type(&stage, "g\n");
	assert_int_equal(letter_of(&stage, "an apple"), 'a');
	assert_int_equal(letter_of(&stage, "a crowbar"), 'b');
	assert_int_equal(letter_of(&stage, "a dart"), 'c');
	stage_paint(&stage);
	assert_int_equal(letter_of(&stage, "a dart"), 'c');
	stage_type(&stage, "b");
	assert_int_equal(game_hero(stage.game)->y, HERO_Y + 3);
	stage_end(&stage);
}

/* Stairs under a creature are listed as such, and long names end in dots. */
static void stairs_under_a_creature_are_listed(void **state)
{
	static const char *const names[] = {
		"> stairs down (the cable rat)  ", "> stairs down (the... "};
	(void)state;
	for (int narrow = 0; narrow < 2; narrow++) {
		struct stage stage;
		stage_begin(&stage, stock, narrow ? 40 : 80, 24);
		stage_lay(&stage, "stairs-down", HERO_X + 9, HERO_Y);
		int rat = stage_put(&stage, "cable-rat", HERO_X + 9, HERO_Y);
		stage.game->creatures[rat].flags |= CREATURE_ASLEEP;
		stage_paint(&stage);
		stage_hush(&stage);
		stage_type(&stage, "g\n");
		int row = stage_finds(&stage, names[narrow]);
		assert_true(row > 0);
		assert_non_null(strstr(stage_row(&stage, row), "9 steps"));
		stage_end(&stage);
	}
}

/* A letter without an open list does not pass in silence. */
static void a_letter_without_the_list_is_answered(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	lay(&stage, "dart", HERO_X + 3, HERO_Y);
	stage_hush(&stage);
	stage_type(&stage, "ga");
	assert_true(stage_finds(&stage, "You stay: Enter lists the places first.") == 0);
	assert_int_equal(play_index(stage.play), 0);
	stage_type(&stage, "g\033");
	assert_true(stage_finds(&stage, "You stay") < 0);
	stage_end(&stage);
}

/* No place is asked for when nobody could go. */
static void a_foe_beside_refuses_a_travel_at_once(void **state)
{
	(void)state;
	for (int asleep = 0; asleep < 2; asleep++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		int slot = stage_put(&stage, stock->creatures[0].id, HERO_X + 1, HERO_Y);
		stage.game->creatures[slot].flags |= asleep ? CREATURE_ASLEEP : CREATURE_AWARE;
		senses_look(stage.game);
		stage_hush(&stage);
		stage_type(&stage, "g");
		assert_int_equal(stage_finds(&stage, " is beside you") >= 0, !asleep);
		assert_int_equal(stage_finds(&stage, "Travel") >= 0, asleep);
		/* The place that was typed behind it is no command of its own, once. */
		if (!asleep) {
			stage_type(&stage, ">");
			assert_true(stage_finds(&stage, " is beside you") >= 0);
			stage_type(&stage, "\r");
			assert_true(stage_finds(&stage, " is beside you") >= 0);
			stage_type(&stage, "i>");
			assert_true(stage_finds(&stage, " is beside you") < 0);
		}
		stage_end(&stage);
	}
}

static void the_light_is_named_in_the_list_of_commands(void **state)
{
	(void)state;
	for (int lamp = 0; lamp < 2; lamp++) {
		struct stage stage;
		uint16_t kind = 0;
		stage_begin(&stage, stock, 80, 40);
		while (stock->items[kind].class != ITEM_LAMP || stock->items[kind].light == 0)
			kind++;
		memset(stage.game->pack.items, 0, sizeof stage.game->pack.items);
		stage.game->pack.count = 0;
		stage_give(&stage, lamp ? stock->items[kind].id : "crowbar", 1);
		stage_type(&stage, "\n");
		assert_int_equal(stage_finds(&stage, "your light: ") >= 0, lamp);
		stage_end(&stage);
	}
}

/* The character says what accuracy and guard do, with the figures of the fight. */
static void the_character_explains_accuracy_and_guard(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_give(&stage, "padded-jacket", 1);
	for (int slot = 0; slot < PACK_MAX; slot++)
		if (stage.game->pack.items[slot].kind == content_find_item(stock, "padded-jacket"))
			stage.game->pack.items[slot].flags |= ITEM_WORN;
	struct view view;
	char accuracy[40], guard[40];
	game_view(stage.game, &view);
	assert_true(view.status.accuracy > 0 && view.status.guard > 0);
	snprintf(accuracy, sizeof accuracy, "%d %%, less 3 %%", view.status.accuracy);
	snprintf(guard, sizeof guard, "%d, each point takes 3 %%", view.status.guard);
	stage_type(&stage, "C");
	assert_true(stage_finds(&stage, accuracy) >= 0);
	assert_true(stage_finds(&stage, guard) >= 0);
	stage_end(&stage);
}

/* The character lists the conducts that were kept, from depth 5 on. */
static void the_character_lists_kept_conducts(void **state)
{
	(void)state;
	for (int deepest = CONDUCTS_FROM - 1; deepest <= CONDUCTS_FROM; deepest++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 40);
		stage.game->hero.deepest = (uint8_t)deepest;
		stage.game->hero.broken = CONDUCTS_ALL & ~(1u << CONDUCT_LAMP | 1u << CONDUCT_BUY);
		stage_type(&stage, "C");
		assert_int_equal(stage_finds(&stage, "lit no lamp, bought nothing") >= 0,
			deepest >= CONDUCTS_FROM);
		stage_end(&stage);
	}
}

/* Where an item looks like ground it is drawn reversed, unless somebody stands on it. */
static void items_are_told_apart_from_ground(void **state)
{
	static const struct {
		const char *item;
		uint8_t charset;
		bool reversed;
	} rows[] = {{"hand-lamp", 1 + VT_ASCII, true}, {"hand-lamp", 1 + VT_CP437, false},
		{"hand-lamp", 0, false}, {"dart", 1 + VT_ASCII, false}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct stage stage;
		int x = 0, y = 0;
		stage_begin(&stage, stock, 80, 24);
		lay(&stage, rows[i].item, HERO_X + 1, HERO_Y);
		stage.frame.clash_charset = rows[i].charset;
		stage_paint(&stage);
		while (stage.frame.cells[y * stage.frame.width + x].glyph != '@' || y == 0)
			if (++x == stage.frame.width) {
				x = 0;
				y++;
			}
		const struct vt_cell *cell = &stage.frame.cells[y * stage.frame.width + x];
		assert_int_equal((cell[1].attributes & VT_REVERSE) != 0, rows[i].reversed);
		assert_int_equal(cell[0].attributes & VT_REVERSE, 0);
		assert_int_equal(cell[2].attributes & VT_REVERSE, 0);
		stage_end(&stage);
	}
}

static void a_status_tells_how_long_it_lasts(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	game_hero(stage.game)->status[STATUS_POISONED] = 17;
	game_hero(stage.game)->status[STATUS_HASTED] = 4;
	stage_paint(&stage);
	assert_non_null(strstr(stage_row(&stage, 23), "poisoned 20 quick 4"));
	stage_end(&stage);
	/* Where there is no room for figures the words are whole. */
	stage_begin(&stage, stock, 40, 24);
	game_hero(stage.game)->status[STATUS_POISONED] = 117;
	game_hero(stage.game)->status[STATUS_HASTED] = 104;
	stage_paint(&stage);
	assert_true(stage_finds(&stage, "poisoned") >= 0 || stage_finds(&stage, "pois") >= 0);
	stage_end(&stage);
}

/* A name that is too long for its row goes on in the next, and none is lost. */
static void names_in_the_panel_are_whole(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 100, 30);
	for (uint16_t kind = 0; kind < stock->counts.creatures; kind++) {
		const char *name = stock->creatures[kind].name, *space = strrchr(name, ' ');
		int slot = stage_put(&stage, stock->creatures[kind].id, HERO_X + 3, HERO_Y);
		stage_paint(&stage);
		bool shown = creature_at(stage.game, HERO_X + 3, HERO_Y) == slot &&
			     senses_hero_sees(stage.game, slot);
		if (shown && space)
			assert_true(stage_finds(&stage, space + 1) > 0);
		creature_remove(stage.game, slot);
		senses_look(stage.game);
	}
	stage_end(&stage);
}

/* Names stay in one row as far as the window has blank columns. */
static void the_panel_widens_over_blank_columns(void **state)
{
	static const struct {
		const char *id, *row;
	} rows[] = {{"wire-worm", "w wire worm unaware"}, {"grey-clerk", "grey clerk unaware"}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 100, 30);
		struct level *level = stage.game->level;
		for (int at = 0; i == 1 && at < level->width * level->height; at++)
			if (at % level->width > HERO_X + 6) {
				level->flags[at] &= (uint8_t) ~(LEVEL_KNOWN | LEVEL_LIT);
				place_set_terrain(stage.game, at % level->width, at / level->width,
					stock->terrain.rock);
			}
		stage_put(&stage, rows[i].id, HERO_X + 3, HERO_Y);
		stage_paint(&stage);
		assert_true(stage_finds(&stage, rows[i].row) > 0);
		stage_end(&stage);
	}
}

/* X stops once, and goes on when it is asked again. */
static void exploring_when_badly_hurt_asks_once(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	lay(&stage, "dart", HERO_X + 6, HERO_Y);
	stage_hush(&stage);
	game_hero(stage.game)->health = (int16_t)(game_hero(stage.game)->health_max / 3 - 1);
	stage_type(&stage, "X");
	assert_true(stage_finds(&stage, "You are badly hurt.") >= 0);
	assert_int_equal(play_index(stage.play), 0);
	stage_type(&stage, "X");
	assert_true(play_index(stage.play) > 0);
	stage_end(&stage);
}

static void nothing_found_is_told_once(void **state)
{
	struct stage stage;
	struct view view;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_type(&stage, "020s");
	game_view(stage.game, &view);
	int shown = 0;
	for (size_t i = 0; i < view.message_count; i++)
		shown += strncmp(view.messages[i].text, "You searched five turns", 10) == 0
				 ? view.messages[i].repeats
				 : 0;
	assert_int_equal(shown, 1);
	assert_int_equal(play_index(stage.play), 20);
	stage_end(&stage);
}

/* The look and the step onto it tell what a thing lies on that minds when it is lifted. */
static void a_wired_plinth_is_told_of(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	place_set_terrain(
		stage.game, HERO_X + 1, HERO_Y, content_find_terrain(stock, "plinth-bell"));
	lay(&stage, "dart", HERO_X + 1, HERO_Y);
	char text[400];
	assert_true(game_describe(stage.game, HERO_X + 1, HERO_Y, text, sizeof text));
	assert_non_null(strstr(text, "a dart"));
	assert_non_null(strstr(text, "wired plinth"));
	assert_non_null(strstr(text, "to a bell"));
	stage_hush(&stage);
	stage_type(&stage, "l");
	struct view view;
	bool shown = false;
	game_view(stage.game, &view);
	for (size_t i = 0; i < view.message_count; i++)
		shown |= strstr(view.messages[i].text, "wired plinth") != NULL;
	assert_true(shown);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places_have_letters_in_order),
		cmocka_unit_test(stairs_under_a_creature_are_listed),
		cmocka_unit_test(a_letter_without_the_list_is_answered),
		cmocka_unit_test(a_foe_beside_refuses_a_travel_at_once),
		cmocka_unit_test(the_light_is_named_in_the_list_of_commands),
		cmocka_unit_test(the_character_explains_accuracy_and_guard),
		cmocka_unit_test(the_character_lists_kept_conducts),
		cmocka_unit_test(items_are_told_apart_from_ground),
		cmocka_unit_test(a_status_tells_how_long_it_lasts),
		cmocka_unit_test(names_in_the_panel_are_whole),
		cmocka_unit_test(the_panel_widens_over_blank_columns),
		cmocka_unit_test(exploring_when_badly_hurt_asks_once),
		cmocka_unit_test(nothing_found_is_told_once),
		cmocka_unit_test(a_wired_plinth_is_told_of),
	};
	return stock_run(stock_content(), tests);
}
