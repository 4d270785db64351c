/* Talk: the conditions of lines, and that facts of earlier runs change texts alone. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const room[] = {
	"#########",
	"#.......#",
	"#..@....#",
	"#.......#",
	"#########",
};

static struct game *begin(const char *id, uint8_t flags, uint16_t facts, unsigned seed, int *slot)
{
	struct game *game = arena_new(stock, ROWS(room), seed);
	game->birth.facts = facts;
	*slot = arena_put(game, id, 4, 2, flags);
	senses_look(game);
	return game;
}

static enum verdict talk(struct game *game)
{
	return game_act(game, &(struct command){.verb = VERB_TALK, .direction = DIR_E});
}

static void a_creature_answers_and_remembers(void **state)
{
	int slot;
	(void)state;
	struct game *game = begin("neighbour", 0, 0, 1, &slot);
	uint32_t turn = game_turn(game);
	assert_true(game_legal(game, VERB_TALK));
	assert_int_equal(talk(game), VERDICT_SPENT);
	assert_int_equal(game_turn(game), turn + 1);
	assert_true(game->creatures[slot].flags & CREATURE_TALKED);
	game_free(game);
}

static void nobody_and_the_dumb_refuse(void **state)
{
	int slot;
	(void)state;
	struct game *game = begin("cable-rat", 0, 0, 1, &slot);
	assert_false(game_legal(game, VERB_TALK));
	assert_int_equal(talk(game), VERDICT_REFUSED);
	assert_int_equal(game_act(game, &(struct command){.verb = VERB_TALK, .direction = DIR_W}),
		VERDICT_REFUSED);
	game_free(game);
}

static void a_sleeper_says_only_lines_of_sleepers(void **state)
{
	int slot;
	(void)state;
	struct game *game = begin("neighbour", CREATURE_ASLEEP, 0, 1, &slot);
	assert_false(game_legal(game, VERB_TALK));
	game_free(game);
	game = begin("grey-clerk", CREATURE_ASLEEP, 0, 1, &slot);
	assert_int_equal(talk(game), VERDICT_SPENT);
	assert_true(arena_told(game, "in its sleep"));
	game_free(game);
}

/* True if on one of many seeds a creature says these words. */
static bool is_ever_said(const char *id, bool hurt, const char *words)
{
	bool said = false;

	for (unsigned seed = 1; seed <= 60 && !said; seed++) {
		int slot;
		struct game *game = begin(id, 0, 0, seed, &slot);

		if (hurt)
			game->creatures[HERO].health = 1;
		talk(game);
		said = arena_told(game, words);
		game_free(game);
	}
	return said;
}

static void light_and_wounds_are_spoken_of(void **state)
{
	static const char in_light[] = "You are standing in the light",
			  wounded[] = "You sound faint, caller.";
	(void)state;
	assert_true(is_ever_said("grey-clerk", false, in_light));
	assert_false(is_ever_said("grey-clerk", false, "I cannot file what I cannot see."));
	assert_true(is_ever_said("old-operator", true, wounded));
	assert_false(is_ever_said("old-operator", false, wounded));
}

static uint64_t digest_without_texts(struct game *game)
{
	game->birth.facts = 0;
	game->messages.count = 0;
	return game_digest(game);
}

/* True if the two games said the same. */
static bool same_texts(const struct game *one, const struct game *other)
{
	if (one->messages.count != other->messages.count)
		return false;
	for (int i = 0; i < one->messages.count; i++)
		if (strcmp(one->messages.list[i].text, other->messages.list[i].text) != 0)
			return false;
	return true;
}

static void facts_change_texts_alone(void **state)
{
	static const char *const ids[] = {"neighbour", "grey-clerk", "jackdaw", "stoker"};
	int slot, different = 0;
	(void)state;
	for (unsigned run = 0; run < 40; run++) {
		struct game *one = begin(ids[run % 4], 0, 0, run, &slot);
		struct game *other = begin(ids[run % 4], 0, FACTS_ALL, run, &slot);
		one->creatures[HERO].health = other->creatures[HERO].health = 40;
		for (int i = 0; i < 8 && game_going(one); i++) {
			struct command step = {
				.verb = i % 2 ? VERB_STEP : VERB_TALK, .direction = DIR_E};
			assert_int_equal(game_act(one, &step), game_act(other, &step));
		}
		different += !same_texts(one, other);
		assert_true(digest_without_texts(one) == digest_without_texts(other));
		game_free(one);
		game_free(other);
	}
	assert_true(different > 5);
}

static void every_plot_is_drawn(void **state)
{
	int runs[8] = {0};
	(void)state;
	assert_true(stock->counts.plots >= 2 && stock->counts.plots <= 8);
	for (int number = 0; number < 60; number++) {
		struct seed seed = {{0x57, (uint8_t)number}};
		struct game *game = game_new(stock, &seed, &(struct birth){.name = "A"});
		assert_true(game->derived.plot < stock->counts.plots);
		runs[game->derived.plot]++;
		game_free(game);
	}
	for (int plot = 0; plot < stock->counts.plots; plot++)
		assert_true(runs[plot] > 5);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_creature_answers_and_remembers),
		cmocka_unit_test(nobody_and_the_dumb_refuse),
		cmocka_unit_test(a_sleeper_says_only_lines_of_sleepers),
		cmocka_unit_test(light_and_wounds_are_spoken_of),
		cmocka_unit_test(facts_change_texts_alone),
		cmocka_unit_test(every_plot_is_drawn),
	};
	return stock_run(stock_content(), tests);
}
