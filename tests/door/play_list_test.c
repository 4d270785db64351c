/* Lists of things: what is in use and where, what is compared, pages, prices. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

#define HAT(id, guard)                                                                             \
	"item test-" id "\n  name " id " hat\n  glyph [ wood\n  look A hat.\n  class armour\n"     \
	"  slot head\n  guard " #guard "\n  weight 0\n  price 30\n"
#define THING(id)                                                                                  \
	"item test-" id "\n  name thing " id "\n  glyph ) wood\n  look A thing.\n  class weapon\n" \
	"  damage 1d2\n  weight 0\n"

static const char records[] =
	"item test-heavy\n  name heavy\n  glyph ) wood\n  look A thing.\n  class weapon\n"
	"  damage 3d6\n  might 14\n  weight 0\n" HAT("soft", 1) HAT("hard", 4) THING("a") THING("b")
		THING("c") THING("d") THING("e") THING("f") THING("g") THING("h") THING("i")
			THING("j") THING("k") THING("l") THING("m") THING("n") THING("o") THING("p")
				THING("q") THING("r") THING("s") THING("t");

/* A game whose hero carries nothing. */
static void begin_empty(struct stage *stage, int width, int height)
{
	stage_begin(stage, stock, width, height);
	memset(stage->game->pack.items, 0, sizeof stage->game->pack.items);
	stage->game->pack.count = 0;
}

static void what_is_in_use_comes_first_by_where_it_is_worn(void **state)
{
	static const int widths[] = {40, 80, 132};
	(void)state;
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		struct stage stage;
		begin_empty(&stage, widths[i], 24);
		stage_give(&stage, "test-a", 1);
		int hat = stage_give(&stage, "test-soft", 1);
		stage_type(&stage, (char[]){'W', (char)('a' + hat), '\0'});
		stage_hush(&stage);
		stage_type(&stage, "i");
		int in_use = stage_finds(&stage, "In use"),
		    carried = stage_finds(&stage, "Weapons");
		int worn = stage_finds(&stage, "soft hat"), thing = stage_finds(&stage, "thing a");
		assert_true(in_use > 0 && worn == in_use + 1 && carried == worn + 1 &&
			    thing == carried + 1);
		bool shown = strstr(stage_row(&stage, worn), "head ") != NULL;
		assert_int_equal(shown, widths[i] >= 72);
		stage_type(&stage, "\033");
		assert_true(stage_finds(&stage, "Weapons") < 0);
		stage_end(&stage);
	}
}

static void gear_is_compared_with_what_is_worn(void **state)
{
	struct stage stage;
	(void)state;
	begin_empty(&stage, 80, 24);
	int soft = stage_give(&stage, "test-soft", 1);
	int hard = stage_give(&stage, "test-hard", 1);
	stage.game->pack.items[soft].flags |= ITEM_KNOWN;
	stage.game->pack.items[hard].flags |= ITEM_KNOWN;
	stage_type(&stage, (char[]){'W', (char)('a' + soft), '\0'});
	stage_hush(&stage);
	struct view view;
	game_view(stage.game, &view);
	const char *compared = view.pack[1].compared;
	assert_true(compared[0] != '\0');
	char shown[64];
	snprintf(shown, sizeof shown, "%s", compared);
	stage_type(&stage, "W");
	assert_true(stage_finds(&stage, shown) == stage_finds(&stage, "hard hat") + 1);
	stage_type(&stage, "\033i");
	assert_true(stage_finds(&stage, shown) == stage_finds(&stage, "hard hat") + 1);
	stage_type(&stage, "\033");
	stage_type(&stage, (char[]){'i', (char)('a' + hard), '\0'});
	assert_true(stage_finds(&stage, shown) > 0);
	stage_end(&stage);
}

/* The list shows the accuracy that an item too heavy for the hero costs. */
static void what_is_too_heavy_is_told_to_cost_accuracy(void **state)
{
	struct stage stage;
	struct view view;
	(void)state;
	begin_empty(&stage, 80, 24);
	int light = stage_give(&stage, "test-a", 1);
	int heavy = stage_give(&stage, "test-heavy", 1);
	stage_type(&stage, (char[]){'w', (char)('a' + light), '\0'});
	game_view(stage.game, &view);
	char shown[64];
	snprintf(shown, sizeof shown, "%d less accurate", 5 * (14 - view.status.might));
	assert_true(view.status.might < 14);
	assert_non_null(strstr(view.pack[heavy].compared, shown));
	assert_non_null(strstr(view.pack[heavy].compared, "more damage"));
	/* And what it is put down for gives that back. */
	stage_hush(&stage);
	stage_type(&stage, (char[]){'w', (char)('a' + heavy), '\0'});
	game_view(stage.game, &view);
	snprintf(shown, sizeof shown, "%d more accurate", 5 * (14 - view.status.might));
	assert_non_null(strstr(view.pack[light].compared, shown));
	stage_end(&stage);
}

/* Below the names of their classes, in an order that stays; their letters are those that they had.
 */
static void what_is_carried_is_told_by_classes(void **state)
{
	static const int widths[] = {40, 80};
	(void)state;
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		struct stage stage;
		begin_empty(&stage, widths[i], 24);
		stage_give(&stage, "apple", 1);
		stage_give(&stage, "test-a", 1);
		stage_give(&stage, "test-soft", 1);
		stage_give(&stage, "test-b", 1);
		for (int list = 0; list < 2; list++) {
			stage_type(&stage, list ? "d" : "i");
			int weapons = stage_finds(&stage, "Weapons"),
			    armour = stage_finds(&stage, "Armour");
			int a = stage_finds(&stage, "thing a"), b = stage_finds(&stage, "thing b");
			int hat = stage_finds(&stage, "soft hat"),
			    food = stage_finds(&stage, "Food");
			assert_true(weapons > 0 && a == weapons + 1 && b == a + 1);
			assert_true(armour == b + 1 && hat == armour + 1 && food > hat);
			assert_non_null(strstr(stage_row(&stage, b), "d "));
			assert_non_null(strstr(stage_row(&stage, food + 1), "apple"));
			stage_type(&stage, "\033");
		}
		/* One class needs no name. */
		stage_type(&stage, "w");
		assert_true(stage_finds(&stage, "thing a") > 0);
		assert_true(stage_finds(&stage, "Weapons") < 0);
		stage_end(&stage);
	}
}

static void a_number_before_a_drop_is_how_many(void **state)
{
	struct stage stage;
	(void)state;
	begin_empty(&stage, 80, 24);
	stage_give(&stage, "apple", 6);
	stage_type(&stage, "03d");
	assert_true(stage_finds(&stage, "Drop 3 of what?") > 0);
	stage_type(&stage, "a");
	assert_int_equal(stage.game->pack.items[0].count, 3);
	assert_int_equal(play_index(stage.play), 3);
	stage_hush(&stage);
	/* More than there are, and no number: all of them. */
	stage_type(&stage, "09da");
	assert_int_equal(stage.game->pack.items[0].count, 0);
	assert_int_equal(play_index(stage.play), 4);
	stage_hush(&stage);
	stage_type(&stage, ",");
	assert_int_equal(stage.game->pack.items[0].count, 6);
	stage_hush(&stage);
	stage_type(&stage, "da");
	assert_int_equal(stage.game->pack.items[0].count, 0);
	stage_end(&stage);
}

/* In the smallest window all are there, a page after the other, and letters hold on all of them. */
static void more_than_fits_is_turned_like_pages(void **state)
{
	struct stage stage;
	(void)state;
	begin_empty(&stage, 40, 20);
	for (char id = 'a'; id <= 't'; id++)
		stage_give(&stage, (char[]){'t', 'e', 's', 't', '-', id, '\0'}, 1);
	stage_type(&stage, "d");
	assert_true(stage_finds(&stage, "thing a") > 0);
	assert_true(stage_finds(&stage, "thing t") < 0);
	assert_true(stage_finds(&stage, "Space: more") > 0);
	stage_type(&stage, " ");
	assert_true(stage_finds(&stage, "thing a") < 0);
	assert_true(stage_finds(&stage, "Space: more") < 0);
	assert_true(stage_finds(&stage, "Space: from the top") > 0);
	int row = stage_finds(&stage, "thing t");
	assert_true(row > 0);
	stage_type(&stage, " ");
	assert_true(stage_finds(&stage, "thing a") > 0);
	/* One that is not on this page. */
	stage_type(&stage, "t");
	assert_int_equal(play_index(stage.play), 1);
	assert_int_equal(stage.game->pack.items[19].count, 0);
	stage_end(&stage);
}

static void lay(struct stage *stage, const char *id, unsigned flags)
{
	item_to_floor(stage->game,
		(struct item){
			.kind = content_find_item(stock, id), .count = 1, .flags = (uint8_t)flags},
		HERO_X, HERO_Y);
	senses_look(stage->game);
	stage_paint(stage);
	stage_hush(stage);
}

static int carried(const struct stage *stage, const char *id)
{
	int count = 0;
	for (int slot = 0; slot < PACK_MAX; slot++)
		if (stage->game->pack.items[slot].kind == content_find_item(stock, id))
			count += stage->game->pack.items[slot].count;
	return count;
}

static void what_is_offered_or_for_sale_is_asked_about(void **state)
{
	static const unsigned terms[] = {0, ITEM_OFFERED, ITEM_FOR_SALE};
	(void)state;
	for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
		struct stage stage;
		stage_begin(&stage, stock, 80, 24);
		stage.game->hero.gold = 500;
		lay(&stage, "test-soft", terms[i]);
		stage_type(&stage, ",");
		assert_int_equal(carried(&stage, "test-soft"), terms[i] == 0);
		if (terms[i]) {
			assert_true(stage_finds(&stage, "(y/n)") == 0);
			stage_type(&stage, "n");
			assert_int_equal(carried(&stage, "test-soft"), 0);
			assert_true(stage_finds(&stage, "Cancelled.") == 0);
			stage_hush(&stage);
			stage_type(&stage, ",y");
			assert_int_equal(carried(&stage, "test-soft"), 1);
		}
		stage_end(&stage);
	}
}

/* A purchase that would be refused is refused before the question about its price. */
static void what_does_not_fit_is_refused_before_a_question(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage.game->hero.gold = 500;
	lay(&stage, "test-soft", ITEM_FOR_SALE);
	while (stage.game->pack.count < PACK_MAX)
		item_into_pack(stage.game,
			(struct item){.kind = content_find_item(stock, "test-a"), .count = 1});
	stage_type(&stage, ",");
	assert_true(stage_finds(&stage, "(y/n)") < 0);
	assert_true(stage_finds(&stage, "Your pack is full") == 0);
	stage_end(&stage);
}

/* Of several what is free is taken by one key, and nothing else. */
static void all_is_all_that_is_free(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 80, 24);
	stage.game->hero.gold = 500;
	lay(&stage, "test-a", 0);
	lay(&stage, "test-soft", ITEM_FOR_SALE);
	lay(&stage, "test-b", 0);
	stage_type(&stage, ",");
	assert_true(stage_finds(&stage, "Here lies") > 0);
	stage_type(&stage, ",");
	assert_int_equal(carried(&stage, "test-a") + carried(&stage, "test-b"), 2);
	assert_int_equal(carried(&stage, "test-soft"), 0);
	stage_hush(&stage);
	lay(&stage, "test-hard", ITEM_FOR_SALE);
	stage_type(&stage, ",");
	stage_type(&stage, ",");
	assert_true(stage_finds(&stage, "choose one by its letter") == 0);
	assert_int_equal(carried(&stage, "test-soft") + carried(&stage, "test-hard"), 0);
	stage_hush(&stage);
	stage_type(&stage, ",a");
	assert_true(stage_finds(&stage, "(y/n)") == 0);
	stage_end(&stage);
}

/* Equal items have one row with all their letters, and each letter still chooses. */
static void equal_items_share_a_row(void **state)
{
	static const int widths[] = {40, 80};
	(void)state;
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		struct stage stage;
		begin_empty(&stage, widths[i], 24);
		for (int n = 0; n < 3; n++)
			stage_give(&stage, "test-soft", 1);
		stage_give(&stage, "test-hard", 1);
		stage_type(&stage, "i");
		int row = stage_finds(&stage, "soft hat, also b c");
		assert_true(row >= 0);
		assert_non_null(strstr(stage_row(&stage, row), "a "));
		assert_true(stage_finds(&stage, "hard hat") >= 0);
		assert_int_equal(stage_finds(&stage, "hard hat, also"), -1);
		stage_type(&stage, "cd");
		assert_int_equal(stage.game->pack.items[2].count, 0);
		stage_hush(&stage);
		/* Only what is equal: one in use has its own row. */
		stage_type(&stage, "Wa");
		stage_hush(&stage);
		stage_type(&stage, "i");
		assert_int_equal(stage_finds(&stage, "also"), -1);
		stage_end(&stage);
	}
}

/* The page of an item names what can be done with it now. */
static void an_item_page_offers_what_is_possible(void **state)
{
	static const int widths[] = {40, 80};
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct stage stage;
		begin_empty(&stage, widths[i], 24);
		stage_give(&stage, "test-a", 1);
		stage_give(&stage, "test-soft", 1);
		stage_give(&stage, "dart", 9);
		stage_give(&stage, "test-b", 2);
		stage_type(&stage, "ia");
		assert_true(stage_finds(&stage, "w  wield it") > 0);
		assert_true(stage_finds(&stage, "t  throw it") > 0);
		assert_true(stage_finds(&stage, "d  drop it") > 0);
		assert_true(stage_finds(&stage, "drop one") < 0);
		stage_type(&stage, "w");
		stage_hush(&stage);
		stage_type(&stage, "ia");
		assert_true(stage_finds(&stage, "wield it") < 0);
		assert_true(stage_finds(&stage, "w  put it away") > 0);
		stage_type(&stage, "w");
		stage_hush(&stage);
		stage_type(&stage, "ib");
		assert_true(stage_finds(&stage, "W  put it on") > 0);
		stage_type(&stage, "W");
		stage_hush(&stage);
		stage_type(&stage, "ib");
		assert_true(stage_finds(&stage, "W  take it off") > 0);
		stage_hush(&stage);
		stage_type(&stage, "id");
		assert_true(stage_finds(&stage, "01d  drop one") > 0);
		stage_hush(&stage);
		stage_end(&stage);
	}
}

/* The keys that drop a part of a pile work on its page. */
static void a_part_of_a_pile_is_dropped_from_its_page(void **state)
{
	struct stage stage;
	(void)state;
	begin_empty(&stage, 80, 24);
	stage_give(&stage, "dart", 9);
	stage_type(&stage, "ia");
	assert_true(stage_finds(&stage, "03d  drop three") > 0);
	stage_type(&stage, "03d");
	assert_int_equal(stage.game->pack.items[0].count, 6);
	stage_hush(&stage);
	stage_type(&stage, "ia0");
	assert_true(stage_finds(&stage, "How many of it?") == 0);
	stage_type(&stage, "2l");
	assert_int_equal(stage_hero_x(&stage), HERO_X);
	assert_int_equal(stage.game->pack.items[0].count, 6);
	stage_type(&stage, "02l");
	assert_int_equal(stage_hero_x(&stage), HERO_X + 2);
	stage_end(&stage);
}

/* The pouch has a heading of its own, and no row of the list looks like the key of another. */
static void the_pouch_has_a_heading(void **state)
{
	static const int widths[] = {40, 80};
	static const char *const lists[] = {"i", "d", "d\"", "r"};
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct stage stage;
		stage_begin(&stage, stock, widths[i], 24);
		stage_give(&stage, "letter-rota", 1);
		for (size_t j = 0; j < sizeof lists / sizeof *lists; j++) {
			bool open = j > 1;
			stage_type(&stage, lists[j]);
			int heading = stage_finds(&stage, " Letters");
			assert_true(heading > 0);
			assert_int_equal(
				stage_finds(&stage, open ? "night rota" : "a pouch with 1 letter"),
				heading + 1);
			assert_true(stage_finds(&stage, "A pouch") < 0);
			stage_hush(&stage);
		}
		stage_end(&stage);
	}
}

/* The inventory has one row for the pouch.  Reading lists its letters, dropping opens it first. */
static void letters_share_a_row(void **state)
{
	static const int widths[] = {40, 80};
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct stage stage;
		begin_empty(&stage, widths[i], 24);
		stage_give(&stage, "letter-rota", 1);
		stage_type(&stage, "i");
		assert_true(stage_finds(&stage, "a pouch with 1 letter ") > 0);
		stage_hush(&stage);
		stage_give(&stage, "letter-gas", 1);
		stage_type(&stage, "i");
		assert_true(stage_finds(&stage, "a pouch with 2 letters") > 0);
		assert_true(stage_finds(&stage, "night rota") < 0);
		stage_type(&stage, "\"");
		assert_true(stage_finds(&stage, "night rota") > 0);
		stage_type(&stage, "B");
		assert_true(stage_finds(&stage, "A meter card.") > 0);
		stage_hush(&stage);
		stage_type(&stage, "r");
		assert_true(stage_finds(&stage, "night rota") > 0);
		assert_true(stage_finds(&stage, "card from a meter") > 0);
		stage_type(&stage, "B");
		assert_true(stage_finds(&stage, "Read: 0417") >= 0);
		stage_hush(&stage);
		stage_type(&stage, "d\"A");
		assert_int_equal(stage.game->pack.items[PACK_MAX].count, 0);
		assert_int_equal(stage.game->pack.items[PACK_MAX + 1].count, 1);
		stage_end(&stage);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_in_use_comes_first_by_where_it_is_worn),
		cmocka_unit_test(what_is_carried_is_told_by_classes),
		cmocka_unit_test(a_number_before_a_drop_is_how_many),
		cmocka_unit_test(gear_is_compared_with_what_is_worn),
		cmocka_unit_test(what_is_too_heavy_is_told_to_cost_accuracy),
		cmocka_unit_test(more_than_fits_is_turned_like_pages),
		cmocka_unit_test(what_is_offered_or_for_sale_is_asked_about),
		cmocka_unit_test(what_does_not_fit_is_refused_before_a_question),
		cmocka_unit_test(all_is_all_that_is_free),
		cmocka_unit_test(equal_items_share_a_row),
		cmocka_unit_test(an_item_page_offers_what_is_possible),
		cmocka_unit_test(a_part_of_a_pile_is_dropped_from_its_page),
		cmocka_unit_test(the_pouch_has_a_heading),
		cmocka_unit_test(letters_share_a_row),
	};
	return stock_run(stock_content_with(records), tests);
}
