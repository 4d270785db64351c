/* Lore of kinds met and learned: groups and counts, without unknown kinds. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const room[] = {
	"##########",
	"#<..@...>#",
	"##########",
};

static size_t group_of(const struct game *game, const char *word, struct lore_group *group)
{
	size_t index = 0;
	while (game_lore(game, index, group) && strcmp(group->word, word) != 0)
		index++;
	assert_true(game_lore(game, index, group));
	return index;
}

static int entries(const struct game *game, size_t group)
{
	struct lore_entry entry;
	int count = 0;
	while (game_lore_entry(game, group, (size_t)count, &entry)) {
		assert_true(entry.name[0] != '\0' && entry.appearance > 0);
		count++;
	}
	return count;
}

static void a_group_has_as_many_entries_as_are_known(void **state)
{
	struct lore_group group;
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	for (int step = 0; step < 200; step++) {
		for (size_t i = 0; game_lore(game, i, &group); i++) {
			assert_int_equal(entries(game, i), group.known);
			assert_true(group.known <= group.all);
		}
		game->knowledge.met[step % stock->counts.creatures] = 1;
		game->knowledge.items[step % stock->counts.items] = 1;
	}
	game_free(game);
}

static void learned_kinds_are_listed(void **state)
{
	struct lore_group group;
	struct lore_entry entry;
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	uint16_t kind = 0;
	size_t index = group_of(game, "potion", &group);
	int before = group.known;
	while (stock->items[kind].class != ITEM_POTION || game->knowledge.items[kind])
		kind++;
	item_learn(game, kind);
	group_of(game, "potion", &group);
	assert_int_equal(group.known, before + 1);
	bool shown = false;
	for (size_t i = 0; game_lore_entry(game, index, i, &entry); i++)
		shown |= strcmp(entry.name, stock->items[kind].name) == 0;
	assert_true(shown);
	game_free(game);
}

static void beaten_kinds_are_marked(void **state)
{
	struct lore_group group;
	struct lore_entry entry;
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	/* Forget creatures that are on the level from the start. */
	memset(game->knowledge.met, 0, stock->counts.creatures);
	size_t index = group_of(game, "creature", &group);
	assert_int_equal(group.known, 0);
	assert_int_equal(group.all, stock->counts.creatures);
	game->knowledge.met[3] = 1;
	assert_true(game_lore_entry(game, index, 0, &entry));
	assert_string_equal(entry.name, stock->creatures[3].name);
	assert_false(entry.beaten);
	game->knowledge.beaten[3] = 1;
	assert_true(game_lore_entry(game, index, 0, &entry));
	assert_true(entry.beaten);
	assert_false(game_lore_entry(game, index, 1, &entry));
	game_free(game);
}

static void beyond_the_last_there_is_nothing(void **state)
{
	struct lore_group group;
	struct lore_entry entry;
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 1);
	assert_false(game_lore(game, 1000, &group));
	assert_false(game_lore_entry(game, 1000, 0, &entry));
	assert_false(game_lore_entry(game, 0, 100000, &entry));
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_group_has_as_many_entries_as_are_known),
		cmocka_unit_test(learned_kinds_are_listed),
		cmocka_unit_test(beaten_kinds_are_marked),
		cmocka_unit_test(beyond_the_last_there_is_nothing),
	};
	return stock_run(stock_content(), tests);
}
