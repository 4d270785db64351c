/* Statuses: how more of each stacks, how much of it there is at most, who resists it, what it gives
 * and what is said of it, a row at a time. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

#define TURNS_MOST 250

static const struct row {
	const char *word;
	enum stacking stack;
	int most;
	uint32_t resist, gives;
} rows[] = {
#define ROW(id, name, word, stack, most, resist, gives) {word, STACK_##stack, most, resist, gives},
	ENGINE_STATUSES(ROW)
#undef ROW
};

/* A rat in the hall that has only these traits. */
static struct game *begin(uint32_t traits, int *rat)
{
	struct game *game = arena_hall(stock);
	stock->creatures[content_find_creature(stock, "cable-rat")].traits = traits;
	*rat = arena_put(game, "cable-rat", 12, 2, 0);
	return game;
}

static int more_of_it(enum stacking stack, int first, int second)
{
	return stack == STACK_ADD                       ? first + second
	       : stack == STACK_KEEP || first >= second ? first
							: second;
}

static int no_more(int turns, int most)
{
	return turns < most ? turns : most;
}

static void there_are_as_many_as_are_wanted(void **state)
{
	(void)state;
	assert_true(STATUS_COUNT >= 20);
}

static void more_of_a_status_stacks_by_its_row(void **state)
{
	(void)state;
	for (int status = 0; status < STATUS_COUNT; status++)
		for (int order = 0; order < 2; order++) {
			int rat, first = order ? 2 : 1, second = order ? 1 : 2;
			struct game *game = begin(0, &rat);
			const uint8_t *left = &game->creatures[rat].status[status];
			bool keeps = rows[status].stack == STACK_KEEP;
			assert_true(creature_afflict(game, rat, (enum status)status, first));
			assert_int_equal(*left, first);
			assert_int_equal(
				creature_afflict(game, rat, (enum status)status, second), !keeps);
			assert_int_equal(
				*left, no_more(more_of_it(rows[status].stack, first, second),
					       rows[status].most));
			game_free(game);
		}
}

static void there_is_never_more_of_one_than_its_row_says(void **state)
{
	(void)state;
	for (int status = 0; status < STATUS_COUNT; status++) {
		int rat;
		struct game *game = begin(0, &rat);
		for (int times = 0; times < 3; times++) {
			creature_afflict(game, rat, (enum status)status, TURNS_MOST);
			assert_int_equal(game->creatures[rat].status[status], rows[status].most);
		}
		game_free(game);
	}
}

/* By each of the traits that resist it alone, and by no other. */
static void each_is_resisted_by_its_traits_alone(void **state)
{
	(void)state;
	for (int status = 0; status < STATUS_COUNT; status++)
		for (int trait = 0; trait < TRAIT_COUNT; trait++) {
			int rat;
			struct game *game = begin(UINT32_C(1) << trait, &rat);
			bool resists = rows[status].resist >> trait & 1;
			assert_int_equal(
				creature_afflict(game, rat, (enum status)status, 2), !resists);
			assert_int_equal(creature_has(game, rat, (enum status)status), !resists);
			game_free(game);
		}
}

static void each_gives_its_traits_as_long_as_it_lasts(void **state)
{
	(void)state;
	for (int status = 0; status < STATUS_COUNT; status++) {
		struct game *game = arena_hall(stock);
		uint32_t before = creature_traits(game, HERO);
		assert_true(creature_afflict(game, HERO, (enum status)status, 2));
		assert_int_equal(creature_traits(game, HERO), before | rows[status].gives);
		creature_cure(game, HERO, (enum status)status);
		assert_int_equal(creature_traits(game, HERO), before);
		game_free(game);
	}
}

/* The end of each is told to him who had it. */
static void each_has_its_words(void **state)
{
	(void)state;
	for (int status = 0; status < STATUS_COUNT; status++) {
		struct game *game = arena_hall(stock);
		int shown = game->messages.count;
		assert_true(rows[status].word[0] != '\0');
		assert_true(creature_afflict(game, HERO, (enum status)status, 2));
		creature_cure(game, HERO, (enum status)status);
		assert_int_equal(game->messages.count, shown + 1);
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_are_as_many_as_are_wanted),
		cmocka_unit_test(more_of_a_status_stacks_by_its_row),
		cmocka_unit_test(there_is_never_more_of_one_than_its_row_says),
		cmocka_unit_test(each_is_resisted_by_its_traits_alone),
		cmocka_unit_test(each_gives_its_traits_as_long_as_it_lasts),
		cmocka_unit_test(each_has_its_words),
	};
	return stock_run(stock_content(), tests);
}
