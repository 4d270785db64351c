/* Actions that cost something ask first and name the cost. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

#define ALTAR_TAKES 15 /* at most: 3d5 */

/* Puts an item on terrain under the hero. */
static void lay_here(struct stage *stage, const char *item, const char *terrain)
{
	struct item lying = {.kind = content_find_item(stock, item), .count = 1};
	stage_begin(stage, stock, 80, 24);
	stage_lay(stage, terrain, HERO_X, HERO_Y);
	assert_true(item_to_floor(stage->game, lying, HERO_X, HERO_Y));
	senses_look(stage->game);
	stage_paint(stage);
}

static bool carries(const struct stage *stage, const char *item)
{
	return item_is_carried(stage->game, content_find_item(stock, item));
}

/* An altar takes health for its item: the question names both, and no takes neither. */
static void an_altar_names_its_price_before_it_takes_it(void **state)
{
	(void)state;
	for (int weak = 0; weak < 2; weak++) {
		struct stage stage;
		lay_here(&stage, "carbide", "altar-toll");
		int16_t *health = &game_hero(stage.game)->health;
		*health = weak ? ALTAR_TAKES : 40;
		stage_type(&stage, ",");
		assert_true(stage_says(&stage, "from an altar with a price, for up to 15 of your"));
		assert_int_equal(stage_says(&stage, "It may kill you."), weak);
		assert_true(stage_asks(&stage));
		stage_type(&stage, "n");
		assert_false(carries(&stage, "carbide"));
		assert_int_equal(*health, weak ? ALTAR_TAKES : 40);
		if (!weak) {
			stage_type(&stage, ",y");
			assert_true(carries(&stage, "carbide"));
			assert_in_range(*health, 40 - ALTAR_TAKES, 37);
		}
		stage_end(&stage);
	}
}

/* Ground that only sets something off is named without a price. Plain ground asks nothing. */
static void an_item_on_a_wire_is_asked_about(void **state)
{
	static const char *const grounds[] = {"plinth-bell", "plinth-fall", "plinth"};
	(void)state;
	for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
		struct stage stage;
		lay_here(&stage, "carbide", grounds[i]);
		stage_type(&stage, ",");
		assert_int_equal(stage_asks(&stage), i < 2);
		assert_int_equal(stage_finds(&stage, "from a wired plinth? (y/n)") >= 0, i == 0);
		assert_int_equal(carries(&stage, "carbide"), i == 2);
		stage_end(&stage);
	}
}

/* Of a pile on an altar nothing is taken by the key that takes all. */
static void a_pile_on_an_altar_is_taken_by_letter(void **state)
{
	struct stage stage;
	(void)state;
	lay_here(&stage, "carbide", "altar-toll");
	struct item other = {.kind = content_find_item(stock, "crank-sparks"), .count = 1};
	assert_true(item_to_floor(stage.game, other, HERO_X, HERO_Y));
	stage_type(&stage, ",,");
	assert_true(stage_finds(&stage, "These items have a price") >= 0);
	assert_false(carries(&stage, "carbide") || carries(&stage, "crank-sparks"));
	stage_type(&stage, ",a");
	assert_true(stage_asks(&stage));
	stage_end(&stage);
}

/* An item that becomes another is named with what it becomes, and with its letter. */
static void an_item_that_becomes_another_is_named(void **state)
{
	struct stage stage;
	char was[64], text[120];
	(void)state;
	/* An heirloom never becomes another item. */
	lay_here(&stage, "sabre", "altar-toll");
	for (int slot = 0; slot < PACK_MAX; slot++)
		stage.game->pack.items[slot] = (struct item){0};
	stage.game->pack.count = 0;
	int slot = stage_give(&stage, "mending", 2);
	struct terrain_kind *altar = &(
		(struct terrain_kind *)stock->terrains)[content_find_terrain(stock, "altar-toll")];
	struct clause *effect = &altar->changes[0].effect;
	const struct clause before = *effect;
	*effect = (struct clause){.row = EFFECT_POLYMORPH};
	item_name(stage.game, &stage.game->pack.items[slot], ARTICLE_NONE, was, sizeof was);
	stage_type(&stage, ",y");
	*effect = before;
	assert_false(carries(&stage, "mending"));
	for (slot = 0; slot < PACK_MAX; slot++)
		if (stage.game->pack.items[slot].count == 2)
			break;
	snprintf(text, sizeof text, "%s has become ", was);
	assert_true(stage_says(&stage, text));
	item_name(stage.game, &stage.game->pack.items[slot], ARTICLE_NONE, text, sizeof text);
	snprintf(text + strlen(text), 8, ": %c.", 'a' + slot);
	assert_true(stage_says(&stage, text));
	stage_type(&stage, ".");
	assert_true(stage_finds(&stage, "has become") < 0);
	stage_end(&stage);
}

/* The longest name leaves room for its price, in any window. */
static void a_price_has_room_beside_the_longest_name(void **state)
{
	(void)state;
	for (int width = 40; width <= 80; width += 20) {
		struct stage stage;
		uint16_t longest = 0;
		char price[32];
		for (uint16_t i = 0; i < stock->counts.items; i++)
			if (strlen(stock->items[i].name) > strlen(stock->items[longest].name) &&
				stock->items[i].price > 0)
				longest = i;
		struct item item = {.kind = longest, .count = 1, .flags = ITEM_FOR_SALE};
		stage_begin(&stage, stock, width, 24);
		item_to_floor(stage.game, item, HERO_X + 3, HERO_Y);
		senses_look(stage.game);
		snprintf(price, sizeof price, "  %d gold", item_price(stage.game, &item));
		stage_type(&stage, "g\n");
		int y = stage_finds(&stage, "3 steps");
		assert_true(y >= 0);
		assert_non_null(strstr(stage_row(&stage, y), price));
		stage_end(&stage);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_altar_names_its_price_before_it_takes_it),
		cmocka_unit_test(an_item_on_a_wire_is_asked_about),
		cmocka_unit_test(a_pile_on_an_altar_is_taken_by_letter),
		cmocka_unit_test(an_item_that_becomes_another_is_named),
		cmocka_unit_test(a_price_has_room_beside_the_longest_name),
	};
	return stock_run(stock_content(), tests);
}
