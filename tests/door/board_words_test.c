/* How the board tells of ends: in the room that there is, without cutting words. */
#include "tests/test.h"

#include "door/text/board_words.h"
#include "tests/engine/arena.h"

static struct content *stock;

static void a_cause_fits_its_room(void **state)
{
	static const struct {
		const char *cause;
		int room;
		const char *expected;
	} cases[] = {
		{"killed by a cable rat on depth 1", 40, "killed by a cable rat on depth 1"},
		{"killed by a cable rat on depth 1", 31, "killed by a cable rat"},
		{"killed by a cable rat on depth 1", 21, "killed by a cable rat"},
		{"killed by a cable rat on depth 1", 20, "killed by a cable..."},
		{"kept, like the change, by a coin box on depth 2", 26, "kept, like the change..."},
		{"NO CARRIER", 24, "NO CARRIER"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[100];
		board_cause_fit(cases[i].cause, cases[i].room, text, sizeof text);
		assert_string_equal(text, cases[i].expected);
	}
}

/* Of every killer the board has a sentence: what was done, by whom, where. */
static void every_killer_is_told_of(void **state)
{
	static const char *const hall[] = {"#####", "#.@.#", "#####"};
	(void)state;
	for (uint16_t kind = 0; kind < stock->counts.creatures; kind++) {
		struct game *game = arena_new(stock, ROWS(hall), 1);
		struct result result;
		int slot = creature_add(game, kind, 1, 1, 10);
		combat_harm(game, HERO, 1000, slot, HARM_BLOW, NULL);
		game_result(game, &result);
		assert_int_equal(result.outcome, OUTCOME_DIED);
		assert_null(strstr(result.cause, "  "));
		assert_non_null(strstr(result.cause, " on depth 1"));
		assert_true(strchr(result.cause, ' ') < strstr(result.cause, " on depth 1"));
		game_free(game);
	}
}

/* What did it may have no name. */
static void what_has_no_name_is_something(void **state)
{
	static const char *const hall[] = {"#####", "#.@.#", "#####"};
	struct result result;
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 1);
	combat_harm(game, HERO, 1000, -1, HARM_ITEM, NULL);
	game_result(game, &result);
	assert_string_equal(result.cause, "undone by something on depth 1");
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cause_fits_its_room),
		cmocka_unit_test(every_killer_is_told_of),
		cmocka_unit_test(what_has_no_name_is_something),
	};
	stock = stock_content();
	int failures = cmocka_run_group_tests(tests, NULL, NULL);
	content_free(stock);
	return failures;
}
