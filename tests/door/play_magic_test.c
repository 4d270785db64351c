/* Spells, and what is chosen of three, on the play screen. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

#define LONG                                                                                       \
	"A long story of what it does to whoever is in its way, and what it does not do, told by " \
	"somebody who was there and lived, though not for long."
#define SPELL(id, name, more)                                                                      \
	"spell test-" id "\n  name " name "\n  glyph / fire\n  look It does what " id " does.\n"   \
	"  mana 3\n  range 6\n" more
#define TALENT(id, name)                                                                           \
	"talent test-" id "\n  name " name "\n  glyph * gold\n  look " LONG "\n  path " id "\n"    \
	"  bonus guard 1\n"
#define HEIRLOOM(id, name, path)                                                                   \
	"item test-" id "\n  name " name "\n  glyph [ gold\n  look " LONG "\n  class armour\n"     \
	"  slot amulet\n  traits heirloom\n  path " path "\n  weight 0\n  bonus sweep 1\n"

static const char records[] = SPELL("self", "Selfsame", "  effect heal 1d1\n") SPELL(
	"bolt", "Boltword", "  aim bolt\n  effect hurt 1d1\n") SPELL("hard", "Hardword",
	"  level 9\n  effect heal 1d1\n") TALENT("blade", "Bladetalent") TALENT("shield",
	"Shieldtalent") TALENT("bow", "Bowtalent") HEIRLOOM("one", "heirloom one",
	"blade") HEIRLOOM("two", "heirloom two", "word") HEIRLOOM("three", "heirloom three",
	"bow") "item test-book\n  name test book\n  glyph + dim\n  look A book.\n  class book\n"
	       "  teaches test-self, test-bolt, test-hard\n";

static uint16_t spell(const char *id)
{
	uint16_t number = 0;
	while (strcmp(stock->spells[number].id, id) != 0)
		number++;
	return number;
}

/* Of the view, as it is now. */
static struct view viewed(struct stage *stage)
{
	struct view view;
	game_view(stage->game, &view);
	return view;
}

/* ---- One of three ---- */

static void an_heirloom_is_asked_for_before_anything_else(void **state)
{
	static const char keys[] = "\033hjkl.sx:m\r \tzZ";
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	play_greet(stage.play);
	stage_paint(&stage);
	assert_true(stage_finds(&stage, "An heirloom") == 0);
	struct view view = viewed(&stage);
	assert_int_equal(view.choice_count, 3);
	for (int i = 0; i < 3; i++)
		assert_true(stage_finds(&stage, view.choices[i].name) > 0);
	assert_true(stage_finds(&stage, "Health") >= 22);
	/* No other key leaves it, nor does anything. */
	for (const char *key = keys; *key; key++) {
		if (*key == '\r' || *key == '\t')
			continue;
		stage_key(&stage, *key == '\033' ? VT_KEY_ESCAPE : *key);
		assert_true(stage_finds(&stage, "An heirloom") == 0);
	}
	stage_key(&stage, '\r');
	assert_int_equal(play_index(stage.play), 0);
	stage_end(&stage);
}

/* The path gives way to the name, and what the keys do is whole. */
static void names_are_whole_in_any_window(void **state)
{
	(void)state;
	for (int width = 40; width <= 80; width++) {
		struct stage stage;
		stage_begin(&stage, stock, width, 20);
		play_greet(stage.play);
		stage_paint(&stage);
		struct view view = viewed(&stage);
		for (int i = 0; i < 3; i++) {
			char row[80];
			snprintf(row, sizeof row, "%.70s  ", view.choices[i].name);
			assert_true(stage_finds(&stage, row) > 0);
		}
		assert_true(stage_finds(&stage, "leave ") > 0 ||
			    stage_finds(&stage, "leave, and choose later") > 0);
		stage_end(&stage);
	}
}

static void the_help_is_read_before_an_heirloom_is_taken(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	play_greet(stage.play);
	stage_paint(&stage);
	assert_true(stage_finds(&stage, "? help") > 0);
	stage_type(&stage, "?");
	assert_true(stage_finds(&stage, "An heirloom") < 0);
	stage_type(&stage, "\033");
	assert_true(stage_finds(&stage, "An heirloom") == 0);
	stage_type(&stage, "bb");
	assert_int_equal(play_index(stage.play), 1);
	stage_end(&stage);
}

/* The keys are whole in 40 columns, for heirlooms and talents, before a row is chosen and after. */
static void the_keys_of_a_choice_are_named(void **state)
{
	(void)state;
	for (int narrow = 0; narrow < 2; narrow++)
		for (int talent = 0; talent < 2; talent++) {
			struct stage stage;
			stage_begin(&stage, stock, narrow ? 40 : 80, 24);
			if (talent) {
				stage.game->hero.choices_made = 1;
				stage.game->hero.level = 2;
				stage_type(&stage, "A");
				assert_true(stage_says(
					&stage, "a b c  which one?   Esc later  ? help"));
			} else {
				play_greet(stage.play);
			}
			stage_type(&stage, "b");
			assert_true(stage_says(&stage,
				narrow   ? talent ? "Enter take  abc other  Esc later ? help"
						  : "Enter take  abc other  Esc back  ? help"
				: talent ? "Enter take it  a b c another  Esc later  ? help"
					 : "Enter take it  a b c another  Esc back  ? help"));
			/* The help returns to the row. */
			stage_type(&stage, "?");
			assert_false(stage_says(&stage, "Enter take"));
			stage_type(&stage, "\033");
			assert_true(stage_says(&stage, "Enter take"));
			stage_type(&stage, "\033");
			assert_false(stage_says(&stage, "Enter take"));
			assert_int_equal(stage_says(&stage, "which one?"), !talent);
			stage_type(&stage, "?\033");
			assert_int_equal(stage_says(&stage, "which one?"), !talent);
			/* An heirloom cannot wait: Esc is answered. */
			stage_type(&stage, "\033");
			assert_int_equal(stage_says(&stage, "a b c  Take one."), !talent);
			stage_type(&stage, "?\033");
			assert_int_equal(stage_says(&stage, "which one?"), !talent);
			assert_int_equal(play_index(stage.play), 0);
			stage_end(&stage);
		}
}

static void a_letter_points_and_enter_or_the_letter_again_takes(void **state)
{
	static const char *const distances[] = {"b\n", "bb", "ab\n", "2\n", "abcab\n", "\tb\n"};
	(void)state;
	for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		play_greet(stage.play);
		struct view view = viewed(&stage);
		char name[64];
		snprintf(name, sizeof name, "%s", view.choices[1].name);
		stage_type(&stage, distances[i]);
		assert_int_equal(play_index(stage.play), 1);
		assert_true(stage_finds(&stage, "An heirloom") < 0);
		view = viewed(&stage);
		assert_int_equal(view.choice, CHOICE_NONE);
		bool carried = false;
		for (size_t item = 0; item < view.pack_count; item++)
			carried |= strstr(view.pack[item].name, name) != NULL;
		assert_true(carried);
		stage_end(&stage);
	}
}

static void what_was_said_before_is_read_afterwards(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	play_say(stage.play, "Last time: you fell down a hole.");
	play_greet(stage.play);
	stage_type(&stage, "a");
	assert_true(stage_finds(&stage, "Last time") < 0);
	stage_type(&stage, "a");
	assert_true(stage_finds(&stage, "you fell down a hole") >= 0);
	stage_end(&stage);
}

static void arrows_point_too(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	play_greet(stage.play);
	stage_key(&stage, VT_KEY_DOWN);
	int first = stage_finds(&stage, viewed(&stage).choices[0].name);
	/* One bar in one pair of colours, from the arrow to the path. */
	for (int x = 9; x < 71; x++) {
		assert_int_equal(stage.frame.cells[first * 80 + x].attributes, VT_REVERSE);
		assert_int_equal(stage.frame.cells[first * 80 + x].role, VT_TEXT);
	}
	stage_key(&stage, VT_KEY_UP);
	int last = stage_finds(&stage, viewed(&stage).choices[2].name);
	assert_true(stage.frame.cells[last * 80 + 20].attributes & VT_REVERSE);
	assert_false(stage.frame.cells[first * 80 + 20].attributes & VT_REVERSE);
	stage_end(&stage);
}

/* All three are there with their lines of plain effect, however little room there is for prose. */
static void the_three_are_there_at_any_size(void **state)
{
	static const int sizes[][2] = {{40, 20}, {60, 20}, {80, 24}, {132, 50}, {500, 200}};
	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct stage stage;
		stage_begin(&stage, stock, sizes[i][0], sizes[i][1]);
		play_greet(stage.play);
		stage_paint(&stage);
		struct view view = viewed(&stage);
		int above = 0;
		for (int choice = 0; choice < 3; choice++) {
			int row = stage_finds(&stage, view.choices[choice].name);
			assert_true(row > above && row < sizes[i][1] - 3);
			above = row;
			char line[EFFECT_LINE_SIZE];
			game_effect_line(
				stage.game, EFFECT_OF_CHOICE, (size_t)choice, line, sizeof line);
			line[12] = '\0';
			assert_true(stage_finds(&stage, line) > row);
		}
		assert_true(stage_finds(&stage, "which one?") == sizes[i][1] - 3);
		stage_end(&stage);
	}
}

static void who_hangs_up_is_asked_again(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	play_greet(stage.play);
	stage_type(&stage, "Q");
	stage_type(&stage, "n");
	assert_int_equal(play_state(stage.play), PLAY_GOING);
	stage_type(&stage, "A");
	assert_true(stage_finds(&stage, "An heirloom") == 0);
	stage_type(&stage, "S");
	assert_int_equal(play_state(stage.play), PLAY_SAVED);
	assert_int_equal(play_index(stage.play), 0);
	assert_int_equal(viewed(&stage).choice, CHOICE_HEIRLOOM);
	stage_end(&stage);
}

static void a_talent_waits_until_it_is_asked_for(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage.game->hero.choices_made = 1;
	stage.game->hero.level = 2;
	play_greet(stage.play);
	stage_paint(&stage);
	assert_true(stage_finds(&stage, "A talent") < 0);
	assert_true(stage_finds(&stage, "A: choose") == 22);
	stage_type(&stage, "A");
	assert_true(stage_finds(&stage, "A talent") == 0);
	assert_true(stage_finds(&stage, "A: choose") < 0);
	assert_true(stage_finds(&stage, viewed(&stage).choices[0].name) > 0);
	stage_type(&stage, "b\033");
	assert_true(stage_finds(&stage, "A talent") < 0);
	assert_int_equal(play_index(stage.play), 0);
	stage_type(&stage, "Acc");
	assert_int_equal(play_index(stage.play), 1);
	assert_int_equal(viewed(&stage).talent_count, 1);
	assert_true(stage_finds(&stage, "A: choose") < 0);
	stage_type(&stage, "A");
	assert_true(stage_finds(&stage, "There is no choice") == 0);
	stage_end(&stage);
}

/* Keys that turn pages are no commands; what waits to be chosen is shown before and after, in any
 * window, until it is taken. */
static void a_talent_waits_while_pages_are_turned(void **state)
{
	static const int sizes[][2] = {{80, 24}, {40, 20}};
	(void)state;
	for (int size = 0; size < 2; size++) {
		struct stage stage;
		stage_begin(&stage, stock, sizes[size][0], sizes[size][1]);
		stage.game->hero.choices_made = 1;
		stage.game->hero.level = 2;
		play_greet(stage.play);
		char text[40];
		for (int i = 0; i < 60; i++) {
			snprintf(text, sizeof text, "So much is told, and this too: %d.", i);
			message_say_text(stage.game, text, COLOUR_ROLE_TEXT);
		}
		stage_paint(&stage);
		assert_true(play_more(stage.play));
		for (int pages = 0; play_more(stage.play); pages++) {
			stage_type(&stage, pages % 2 ? "A" : "l");
			assert_true(pages < 60);
			assert_true(stage_finds(&stage, "A talent") < 0);
		}
		assert_int_equal(play_index(stage.play), 0);
		const struct vt_cell *shown = &stage.frame.cells[0];
		int lit = 0;
		for (int i = (stage.frame.height - 2) * stage.frame.width;
			i < stage.frame.height * stage.frame.width; i++)
			lit += shown[i].role == VT_LAMP;
		assert_true(lit > 0);
		stage_type(&stage, "A");
		assert_true(stage_finds(&stage, "A talent") == 0);
		stage_end(&stage);
	}
}

/* ---- Spells ---- */

static void who_knows_no_spell_is_told_so(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage_type(&stage, "Z");
	assert_true(stage_finds(&stage, "You know no spells.") == 0);
	assert_int_equal(play_index(stage.play), 0);
	stage_end(&stage);
}

static void learn(struct stage *stage)
{
	stage->game->knowledge.spells[spell("test-self")] = 1;
	stage->game->knowledge.spells[spell("test-bolt")] = 1;
	stage->game->knowledge.spells[spell("test-hard")] = 1;
	stage->game->hero.mana = stage->game->hero.mana_max = 7;
}

/* In order of level, then of name: a is Boltword, b Selfsame, c Hardword. */
static void spells_are_listed_with_what_they_cost_and_do(void **state)
{
	static const int sizes[][2] = {{40, 20}, {80, 24}, {132, 50}};
	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct stage stage;
		stage_begin(&stage, stock, sizes[i][0], sizes[i][1]);
		learn(&stage);
		stage_type(&stage, "Z");
		assert_true(stage_finds(&stage, "7 of 7 mana") >= 0);
		int row = stage_finds(&stage, "Boltword");
		assert_true(row > 0);
		assert_non_null(strstr(stage_row(&stage, row), " 3 mana"));
		assert_int_equal(strstr(stage_row(&stage, row), "first on the line") != NULL,
			sizes[i][0] > 40);
		assert_non_null(strstr(stage_row(&stage, row + 1), "what bolt does"));
		row = stage_finds(&stage, "Hardword");
		assert_int_equal(
			strstr(stage_row(&stage, row), "level 9") != NULL, sizes[i][0] > 40);
		assert_true(stage_finds(&stage, "You can cast that") > row);
		stage_type(&stage, "\033");
		assert_true(stage_finds(&stage, "Boltword") < 0);
		assert_int_equal(play_index(stage.play), 0);
		stage_end(&stage);
	}
}

static void what_acts_on_oneself_asks_for_no_place(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	learn(&stage);
	stage_type(&stage, "Zb");
	assert_int_equal(play_index(stage.play), 1);
	assert_int_equal(stage.game->hero.mana, 4);
	stage_end(&stage);
}

static void what_is_aimed_asks_where_and_shows_its_way(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	learn(&stage);
	stage_put(&stage, "cable-rat", HERO_X + 4, HERO_Y);
	stage_paint(&stage);
	stage_hush(&stage);
	stage_type(&stage, "Za");
	assert_true(stage_finds(&stage, "Cast where? The cable rat.") == 0);
	const struct vt_cell *cells = &stage.frame.cells[stage.frame.cursor_y * 80];
	for (int x = stage.frame.cursor_x - 3; x <= stage.frame.cursor_x; x++)
		assert_true(cells[x].attributes & VT_REVERSE);
	assert_false(cells[stage.frame.cursor_x - 4].attributes & VT_REVERSE);
	assert_false(cells[stage.frame.cursor_x + 1].attributes & VT_REVERSE);
	assert_int_equal(play_index(stage.play), 0);
	stage_type(&stage, "\n");
	assert_int_equal(play_index(stage.play), 1);
	assert_int_equal(stage.game->hero.mana, 4);
	stage_end(&stage);
}

static void what_cannot_be_cast_says_why_and_costs_nothing(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	learn(&stage);
	stage_type(&stage, "Zc");
	assert_true(stage_finds(&stage, "from level 9 on") == 0);
	stage.game->hero.mana = 1;
	stage_type(&stage, "Za");
	assert_true(stage_finds(&stage, "mana") == 0);
	assert_true(stage_finds(&stage, "Cast where?") < 0);
	assert_int_equal(play_index(stage.play), 0);
	stage_end(&stage);
}

/* Every spell there is, in a small window: pages, and letters that hold for all of them. */
static void more_spells_than_fit_are_turned_like_pages(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 40, 20);
	for (uint16_t i = 0; i < stock->counts.spells; i++)
		stage.game->knowledge.spells[i] = 1;
	stage_type(&stage, "Z");
	struct view view = viewed(&stage);
	for (size_t i = 0; i < view.spell_count; i++) {
		char name[14]; /* the part of a name that fits such a window */
		snprintf(name, sizeof name, "%s", view.spells[i].name);
		for (int pages = 0; pages < 60 && stage_finds(&stage, name) < 0; pages++)
			stage_type(&stage, " ");
		assert_true(stage_finds(&stage, name) > 0);
	}
	stage_end(&stage);
}

/* ---- Things that are used ---- */

static int give_charged(struct stage *stage, const char *id)
{
	uint16_t kind = content_find_item(stock, id);
	assert_int_not_equal(kind, KIND_NONE);
	int slot =
		item_into_pack(stage->game, (struct item){.kind = kind, .count = 1, .charges = 5});
	stage_paint(stage);
	stage_hush(stage);
	return slot;
}

static char letter(int slot)
{
	return (char)('a' + slot);
}

/* A tool is brought to the next cell: only its direction is asked for. */
static void a_tool_asks_for_a_direction(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	int slot = give_charged(&stage, "pick");
	place_set_terrain(stage.game, HERO_X + 1, HERO_Y, stock->terrain.rock);
	senses_look(stage.game);
	stage_type(&stage, (char[]){'a', letter(slot), '\0'});
	assert_true(stage_finds(&stage, "In which direction?") == 0);
	assert_int_equal(play_index(stage.play), 0);
	stage_type(&stage, "l");
	assert_int_equal(play_index(stage.play), 1);
	assert_true(game_terrain(stage.game, HERO_X + 1, HERO_Y)->flags & TERRAIN_OBJECTS);
	stage_end(&stage);
}

/* The id of some wand that hurts the first body on the line. */
static const char *hurting_wand(void)
{
	uint16_t kind = 0;
	while (kind < stock->counts.items &&
		(stock->items[kind].class != ITEM_WAND || stock->items[kind].use.aim != AIM_BOLT ||
			stock->items[kind].use.effects[0].row != EFFECT_HURT))
		kind++;
	assert_true(kind < stock->counts.items);
	return stock->items[kind].id;
}

/* An unknown wand asks for a target. */
static void a_wand_is_aimed(void **state)
{
	static const char *const keys[] = {"z", "a"};
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		int rat = stage_put(&stage, "cable-rat", HERO_X + 4, HERO_Y);
		stage.game->creatures[rat].ready = UINT32_MAX;
		int slot = give_charged(&stage, hurting_wand());
		stage_type(&stage, keys[i]);
		stage_type(&stage, (char[]){letter(slot), '\0'});
		assert_true(stage_finds(&stage, "Zap where? The cable rat") == 0);
		stage_type(&stage, "\n");
		assert_int_equal(play_index(stage.play), 1);
		assert_int_equal(stage.game->pack.items[slot].charges, 4);
		assert_true(stage.game->creatures[rat].health < 50);
		stage_end(&stage);
	}
}

/* ---- All of it ---- */

/* Types random keys in windows of all sizes, with all items, spells and talents. */
static void any_keys_with_all_there_is(void **state)
{
	static const int sizes[][2] = {{1, 1}, {39, 19}, {40, 20}, {80, 24}, {100, 24}, {500, 200}};
	static const char keys[] = "zZaAtfqrweWidg:x_DC,hjklyubnHJKL.\r \033+-\tabcdefghn123y<>s";
	uint32_t random = 4711;
	(void)state;
	for (int round = 0; round < 12; round++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		for (uint16_t i = 0; i < stock->counts.spells; i++)
			stage.game->knowledge.spells[i] = 1;
		stage.game->hero.level = 9;
		stage.game->hero.mana = stage.game->hero.mana_max = 900;
		for (int i = 0; i < 18; i++) {
			random = random * 1664525 + 1013904223;
			uint16_t kind = (uint16_t)((random >> 8) % stock->counts.items);
			if (kind != stock->gold && kind != stock->receiver)
				item_into_pack(stage.game,
					(struct item){.kind = kind, .count = 1, .charges = 3});
		}
		for (int i = 0; i < 5; i++)
			stage_put(&stage, "cable-rat", HERO_X - 8 + 4 * i, HERO_Y + 3);
		if (round % 2)
			play_greet(stage.play);
		for (int i = 0; i < 500 && play_state(stage.play) == PLAY_GOING; i++) {
			random = random * 1664525 + 1013904223;
			const int *size = sizes[(random >> 16) % (sizeof sizes / sizeof *sizes)];
			vt_frame_resize(&stage.frame, size[0], size[1]);
			stage_key(&stage, keys[(random >> 8) % (sizeof keys - 1)]);
			game_check(stage.game);
		}
		stage_end(&stage);
	}
}

/* Beyond its reach it is told so, before anything is spent. */
static void what_does_not_carry_there_is_told(void **state)
{
	struct stage stage;
	int range = stock->spells[spell("test-bolt")].range;
	(void)state;
	for (int beyond = 0; beyond < 2; beyond++) {
		stage_begin(&stage, stock, 80, 24);
		learn(&stage);
		stage_put(&stage, "cable-rat", HERO_X + range + beyond, HERO_Y);
		stage_paint(&stage);
		stage_hush(&stage);
		stage_type(&stage, "Za");
		assert_int_equal(stage_finds(&stage, "The cable rat: too far.") == 0, beyond);
		stage_end(&stage);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_heirloom_is_asked_for_before_anything_else),
		cmocka_unit_test(names_are_whole_in_any_window),
		cmocka_unit_test(the_help_is_read_before_an_heirloom_is_taken),
		cmocka_unit_test(the_keys_of_a_choice_are_named),
		cmocka_unit_test(a_letter_points_and_enter_or_the_letter_again_takes),
		cmocka_unit_test(what_was_said_before_is_read_afterwards),
		cmocka_unit_test(arrows_point_too),
		cmocka_unit_test(the_three_are_there_at_any_size),
		cmocka_unit_test(who_hangs_up_is_asked_again),
		cmocka_unit_test(a_talent_waits_while_pages_are_turned),
		cmocka_unit_test(a_talent_waits_until_it_is_asked_for),
		cmocka_unit_test(who_knows_no_spell_is_told_so),
		cmocka_unit_test(spells_are_listed_with_what_they_cost_and_do),
		cmocka_unit_test(what_acts_on_oneself_asks_for_no_place),
		cmocka_unit_test(what_does_not_carry_there_is_told),
		cmocka_unit_test(what_is_aimed_asks_where_and_shows_its_way),
		cmocka_unit_test(what_cannot_be_cast_says_why_and_costs_nothing),
		cmocka_unit_test(more_spells_than_fit_are_turned_like_pages),
		cmocka_unit_test(a_tool_asks_for_a_direction),
		cmocka_unit_test(a_wand_is_aimed),
		cmocka_unit_test(any_keys_with_all_there_is),
	};
	return stock_run(stock_content_with(records), tests);
}
