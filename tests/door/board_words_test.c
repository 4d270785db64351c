/* How the board tells of ends: in the room that there is, without cutting words. */
#include "tests/test.h"

#include "door/text/board_words.h"
#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

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
		{"killed by a cable rat, on depth 12", 24, "killed by a cable rat"},
		{"walked on 12", 11, "walked..."},
		{"on depth 3", 9, "on..."},
		{"caught, crushed, forgotten", 19, "caught, crushed..."},
		{"caught, crushed, forgotten", 18, "caught..."},
		{"one", 2, "one"},
		{"one two", 4, "..."},
		{"", 10, ""},
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

/* The cause of a death may have no name. */
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

/* Each proof and each outcome has its own mark and word; a number beyond the last one has another.
 */
static void verifications_and_outcomes_have_names(void **state)
{
	static const struct {
		enum store_verification verification;
		char mark;
		const char *word;
	} verifications[] = {{STORE_UNVERIFIED, '?', "unproven"}, {STORE_VERIFIED, '+', "proven"},
		{STORE_REFUTED, '-', "refuted"}, {STORE_SET_ASIDE, '?', "set aside"},
		{(enum store_verification)(STORE_SET_ASIDE + 1), '?', "unproven"}};
	static const struct store_score waiting = {.waiting = true};
	static const struct {
		unsigned outcome;
		const char *word;
	} outcomes[] = {{OUTCOME_GOING, "going"}, {OUTCOME_DIED, "died"}, {OUTCOME_LEFT, "left"},
		{OUTCOME_WON, "won"}, {OUTCOME_QUIT, "quit"}, {OUTCOME_QUIT + 1, "ended"}};
	(void)state;
	for (size_t i = 0; i < sizeof verifications / sizeof *verifications; i++) {
		struct store_score score = {.proof = (uint8_t)verifications[i].verification};

		assert_int_equal(board_verification_mark(&score), verifications[i].mark);
		assert_string_equal(board_verification_word(&score), verifications[i].word);
	}
	assert_int_equal(board_verification_mark(&waiting), '~');
	assert_string_equal(board_verification_word(&waiting), "being verified");
	for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
		assert_string_equal(board_outcome_word(outcomes[i].outcome), outcomes[i].word);
}

/* Only a level with its number is left out. */
static void the_short_cause_has_no_level(void **state)
{
	static const struct {
		const char *cause, *shortened;
	} rows[] = {
		{"killed by a rat on depth 1", "killed by a rat"},
		{"killed by a rat on depth 26", "killed by a rat"},
		{"killed by a rat, on depth 3", "killed by a rat"},
		{"killed by a rat on stairs", "killed by a rat on stairs"},
		{"killed by a rat on depth", "killed by a rat on depth"},
		{"killed by a rat in depth 1", "killed by a rat in depth 1"},
		{"depth 1", "depth 1"},
		{"on depth 1", "on depth 1"},
		{"7", "7"},
		{"", ""},
	};
	char text[64];
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		board_cause_short(rows[i].cause, text, sizeof text);
		assert_string_equal(text, rows[i].shortened);
	}
}

static void conducts_are_counted_and_listed(void **state)
{
	static const struct {
		int conducts;
		unsigned count;
		const char *text;
	} cases[] = {
		{-1, 0, "-"},
		{0, 0, "-"},
		{1, 1, "1: kill"},
		{1 << CONDUCT_MAGIC | 1 << CONDUCT_BLOW, 2, "2: blow, magic"},
		{1023, 10, "10: kill, blow, ambush, lamp, buy, read, drink, eat, throw, magic"},
	};
	char text[BOARD_CONDUCTS_TEXT];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct store_score score = {.conducts = cases[i].conducts};

		assert_int_equal(board_conducts_count(&score), cases[i].count);
		board_conducts(&score, text);
		assert_string_equal(text, cases[i].text);
	}
	assert_null(board_conduct_word(CONDUCT_COUNT));
}

static void a_list_is_found_by_its_word(void **state)
{
	(void)state;
	assert_int_equal(board_list_by_word("latest")->order, STORE_LATEST);
	assert_int_equal(board_list_by_word("conducts")->order, STORE_CONDUCTS);
	assert_null(board_list_by_word("worst"));
	assert_null(board_list_by_word(""));
	for (size_t i = 0; i < BOARD_LISTS; i++)
		assert_non_null(strstr(BOARD_LIST_WORDS, board_lists[i].word));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cause_fits_its_room),
		cmocka_unit_test(the_short_cause_has_no_level),
		cmocka_unit_test(every_killer_is_told_of),
		cmocka_unit_test(what_has_no_name_is_something),
		cmocka_unit_test(verifications_and_outcomes_have_names),
		cmocka_unit_test(conducts_are_counted_and_listed),
		cmocka_unit_test(a_list_is_found_by_its_word),
	};
	return stock_run(stock_content(), tests);
}
