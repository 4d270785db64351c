/* Lines of plain effect: made of the data alone, in numbers, and no more than the hero knows. */
#include "tests/test.h"

#include "engine/rules/combat_private.h"
#include "engine/view/line_parts.h"
#include "tests/engine/stock_tests.h"

static struct game *game_of(const struct content *content)
{
	struct seed seed = {{0x71}};
	return game_new(content, &seed, &(struct birth){.name = "anna"});
}

static const char *line_of(const struct content *content, const char *id)
{
	static char text[EFFECT_LINE_SIZE];
	struct game *game = game_of(content);
	uint16_t kind = content_find_item(content, id);
	assert_int_not_equal(kind, KIND_NONE);
	line_of_item(game, &(struct item){.kind = kind, .count = 1, .flags = ITEM_KNOWN}, true,
		text, sizeof text);
	game_free(game);
	return text;
}

/* ---- All of them ---- */

static void check_line(const char *name, const char *text)
{
	if (text[0] == '\0' || strpbrk(text, "{}\n") != NULL ||
		strlen(text) + 100 > EFFECT_LINE_SIZE || strstr(text, ": ;") != NULL)
		fail_msg("%s: %s", name, text);
}

static void every_record_has_a_line(void **state)
{
	char text[EFFECT_LINE_SIZE];
	(void)state;
	struct game *game = game_of(stock);
	for (uint16_t i = 0; i < stock->counts.items; i++)
		check_line(stock->items[i].id, line_of(stock, stock->items[i].id));
	for (uint16_t i = 0; i < stock->counts.spells; i++) {
		game_effect_line(game, EFFECT_OF_SPELL, i, text, sizeof text);
		check_line(stock->spells[i].id, text);
	}
	for (uint16_t i = 0; i < stock->counts.talents; i++)
		game->knowledge.talents[i] = 1;
	for (uint16_t i = 0; i < stock->counts.talents; i++) {
		game_effect_line(game, EFFECT_OF_TALENT, i, text, sizeof text);
		check_line(stock->talents[i].id, text);
	}
	game_free(game);
}

static void every_row_has_a_text(void **state)
{
	(void)state;
	for (int line = 0; line < LINE_COUNT; line++) {
		char id[ID_MAX_LENGTH + 1];
		lines_id((enum line)line, id, sizeof id);
		assert_true(strlen(id) > 5 && strlen(id) < ID_MAX_LENGTH);
		if (line != LINE_AIM + AIM_SELF && lines_text((enum line)line)[0] == '\0')
			fail_msg("%s has no text", id);
	}
}

static void lines_say_it_in_numbers(void **state)
{
	static const char *const cases[][2] = {
		{"tea-tray", "guard +1; stops 17% of blows and missiles"},
		{"felt-slippers", "your steps are heard 3 cells less far"},
		{"sabre", "damage 1d7; a blow also hits 1 other beside you"},
		{"hip-flask",
			"heals 2d6+4, and ends poison, blindness and confusion; can be used once "
			"in 300 turns"},
		{"crank-sparks", "3d5 shock damage (first in line within 8 cells)"},
		{"swiftness", "doubles speed for 20 turns"},
		{"scriber", "damage 1d4+1, accuracy +5; the unaware take 5 times the damage"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_string_equal(line_of(stock, cases[i][0]), cases[i][1]);
}

/* ---- Another game's ---- */

static void a_new_item_has_its_line_for_free(void **state)
{
	(void)state;
	struct content *content = stock_content_with(
		"item test-hat\n  name hat\n  glyph [ gold\n  look A hat.\n  class armour\n"
		"  slot head\n  guard 2\n  weight 0\n  bonus block 5\n  when struck 10, blind for "
		"3\n"
		"  grants resists-fire\n");
	assert_string_equal(line_of(content, "test-hat"),
		"guard +2; stops 5% of blows and missiles; to each attacker that hits you (10%): "
		"blinds for 3 "
		"turns; no harm from fire");
	content_free(content);
}

static void a_content_may_say_it_otherwise(void **state)
{
	(void)state;
	struct content *content =
		stock_content_with("word line-bonus-block  wards {number} of a hundred\n");
	assert_string_equal(line_of(content, "tea-tray"), "guard +1; wards 17 of a hundred");
	content_free(content);
}

static void a_line_gets_its_own_facts_alone(void **state)
{
	static const char record[] = "word line-bonus-block  wards {item}\n";
	struct content *content = content_new();
	const struct complaint *list;
	(void)state;
	content_add(content, "test.txt", record, strlen(record));
	for (size_t i = 0; i < builtin_file_count; i++)
		stock_add(content, &builtin_files[i]);
	assert_false(content_seal(content));
	assert_int_equal(content_complaints(content, &list), 1);
	assert_non_null(strstr(list[0].sentence, "line-bonus-block gets no {item}"));
	content_free(content);
}

/* ---- Known and unknown kinds ---- */

static void an_unknown_item_lists_the_possible_effects(void **state)
{
	char text[EFFECT_LINE_SIZE];
	(void)state;
	struct game *game = game_of(stock);
	struct item tonic = {.kind = content_find_item(stock, "swiftness"), .count = 1};
	line_of_item(game, &tonic, false, text, sizeof text);
	assert_non_null(strstr(text, "Unknown. Possible: healing"));
	assert_non_null(strstr(text, "harm to you"));
	assert_non_null(strstr(text, "drinking"));
	assert_null(strstr(text, "speed"));
	/* Known kinds are no longer possible. */
	for (uint16_t i = 0; i < stock->counts.items; i++)
		if (stock->items[i].class == ITEM_POTION && stock->items[i].harmful)
			game->knowledge.items[i] = 1;
	line_of_item(game, &tonic, false, text, sizeof text);
	assert_null(strstr(text, "harm to you"));
	game->knowledge.items[tonic.kind] = 1;
	line_of_item(game, &tonic, false, text, sizeof text);
	assert_string_equal(text, "doubles speed for 20 turns");
	game_free(game);
}

static void an_unknown_plus_is_not_counted(void **state)
{
	char text[EFFECT_LINE_SIZE];
	(void)state;
	struct game *game = game_of(stock);
	struct item knife = {
		.kind = content_find_item(stock, "screwdriver"), .count = 1, .plus = 3};
	line_of_item(game, &knife, false, text, sizeof text);
	assert_string_equal(
		text, "damage 1d6; may have a bonus or a drawback, which 20 blows will show");
	knife.flags = ITEM_KNOWN;
	line_of_item(game, &knife, false, text, sizeof text);
	assert_string_equal(text, "damage 1d6+3, accuracy +9");
	game_free(game);
}

static void every_choice_is_told(void **state)
{
	char text[EFFECT_LINE_SIZE];
	(void)state;
	struct game *game = game_of(stock);
	for (size_t i = 0; i < 3; i++) {
		game_effect_line(game, EFFECT_OF_CHOICE, i, text, sizeof text);
		check_line("an heirloom", text);
		assert_null(strstr(text, "Unknown"));
	}
	struct command command = {.verb = VERB_CHOOSE};
	assert_int_equal(game_act(game, &command), VERDICT_FREE);
	combat_gain(game, combat_next_level(1));
	for (size_t i = 0; i < 3; i++) {
		game_effect_line(game, EFFECT_OF_CHOICE, i, text, sizeof text);
		check_line("a talent", text);
	}
	game_effect_line(game, EFFECT_OF_CHOICE, 3, text, sizeof text);
	assert_string_equal(text, "");
	game_free(game);
}

/* The last item dropped is the first of a pile. */
static void each_item_of_a_pile_has_its_line(void **state)
{
	static const char *const ids[] = {"felt-slippers", "tea-tray"};
	char text[EFFECT_LINE_SIZE];
	(void)state;
	struct game *game = game_of(stock);
	const struct creature *hero = game_hero(game);
	game->floor.count = 0;
	for (size_t i = 0; i < 2; i++) {
		struct item item = {.kind = content_find_item(stock, ids[i]), .count = 1};
		item.flags = ITEM_KNOWN;
		item_to_floor(game, item, hero->x, hero->y);
	}
	game_effect_line(game, EFFECT_OF_GROUND, 0, text, sizeof text);
	assert_string_equal(text, "guard +1; stops 17% of blows and missiles");
	game_effect_line(game, EFFECT_OF_GROUND, 1, text, sizeof text);
	assert_string_equal(text, "your steps are heard 3 cells less far");
	game_effect_line(game, EFFECT_OF_GROUND, 2, text, sizeof text);
	assert_string_equal(text, "");
	game_free(game);
}

/* ---- States ---- */

static void every_status_says_what_it_does(void **state)
{
	struct state_line line;
	(void)state;
	struct game *game = game_of(stock);
	assert_false(game_state_line(game, 0, &line));
	game->hero.food = 250;
	for (int status = 0; status < STATUS_COUNT; status++)
		game_hero(game)->status[status] = (uint8_t)(3 + status);
	for (size_t nth = 0; nth <= STATUS_COUNT; nth++) {
		assert_true(game_state_line(game, nth, &line));
		check_line(line.word, line.text);
		assert_true(strlen(line.brief) > 0 && strlen(line.brief) <= 6);
		assert_true(strlen(line.brief) <= strlen(line.word) || strlen(line.brief) <= 5);
	}
	assert_false(game_state_line(game, STATUS_COUNT + 1, &line));
	assert_true(game_state_line(game, 0, &line));
	assert_string_equal(line.word, "hungry");
	assert_true(game_state_line(game, 1, &line));
	assert_string_equal(line.word, "held");
	assert_int_equal(line.turns, 3 + STATUS_PARALYSED);
	game_free(game);
}

/* The figures in the lines equal those of the rules. */
static void figures_are_those_of_the_rules(void **state)
{
	(void)state;
	struct game *game = game_of(stock);
	int guard = combat_guard(game, HERO), might = body_might(game);
	int accuracy = combat_hit_percent(game, HERO, HERO);
	game_hero(game)->status[STATUS_SHIELDED] = 3;
	assert_int_equal(
		combat_guard(game, HERO) - guard, dice_most(status_figure(STATUS_SHIELDED)));
	game_hero(game)->status[STATUS_SHIELDED] = 0;
	game_hero(game)->status[STATUS_WEAK] = 3;
	assert_int_equal(might - body_might(game), dice_most(status_figure(STATUS_WEAK)));
	game_hero(game)->status[STATUS_WEAK] = 0;
	game_hero(game)->status[STATUS_BLESSED] = 3;
	int blessed = combat_hit_percent(game, HERO, HERO);
	assert_true(
		blessed == accuracy + dice_most(status_figure(STATUS_BLESSED)) || blessed == 95);
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_record_has_a_line),
		cmocka_unit_test(every_row_has_a_text),
		cmocka_unit_test(lines_say_it_in_numbers),
		cmocka_unit_test(a_new_item_has_its_line_for_free),
		cmocka_unit_test(a_content_may_say_it_otherwise),
		cmocka_unit_test(a_line_gets_its_own_facts_alone),
		cmocka_unit_test(an_unknown_item_lists_the_possible_effects),
		cmocka_unit_test(an_unknown_plus_is_not_counted),
		cmocka_unit_test(every_choice_is_told),
		cmocka_unit_test(each_item_of_a_pile_has_its_line),
		cmocka_unit_test(every_status_says_what_it_does),
		cmocka_unit_test(figures_are_those_of_the_rules),
	};
	return stock_run(stock_content(), tests);
}
