/* Ground that is known from a map alone: marked until it is seen, saved, and explored. */
#include "engine/auto/auto.h"
#include "tests/test.h"

#include "tests/engine/follow.h"

/* One room that bends: its far end is out of sight from where the hero begins. */
static const char *const bent[] = {
	"################",
	"#@....#........#",
	"#.....#........#",
	"#.....########.#",
	"#..............#",
	"################",
};
#define FAR_X 7
#define FAR_Y 1

static void map_all(struct game *game)
{
	struct clause clause = {.row = EFFECT_MAP};
	const struct creature *hero = game_hero(game);
	assert_true(effect_apply(game, &clause, hero->x, hero->y, HERO, NULL));
}

static int mapped_cells(const struct game *game)
{
	int count = 0;
	for (size_t at = 0; at < level_cells(game->level); at++)
		count += game->level->mapped[at];
	return count;
}

static void sight_takes_the_mark_away(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(bent));
	map_all(game);
	int before = mapped_cells(game);
	assert_true(before > 10);
	assert_false(game->level->mapped[level_at(game->level, 3, 2)]);
	assert_true(game->level->mapped[level_at(game->level, FAR_X, FAR_Y)]);
	game_check(game);
	creature_move(game, HERO, FAR_X + 3, FAR_Y);
	senses_look(game);
	assert_false(game->level->mapped[level_at(game->level, FAR_X, FAR_Y)]);
	assert_true(mapped_cells(game) < before);
	/* A second map changes nothing that was seen. */
	map_all(game);
	assert_false(game->level->mapped[level_at(game->level, FAR_X, FAR_Y)]);
	game_free(game);
}

static void mapped_ground_is_explored(void **state)
{
	(void)state;
	struct game *game = arena(ROWS(bent));
	had_all(game);
	item_lay(game, (struct item){.kind = content_find_item(stock, "dart"), .count = 3}, FAR_X,
		FAR_Y);
	map_all(game);
	assert_null(memory_item(game, FAR_X, FAR_Y));
	for (int i = 0; i < 20 && !last.finished; i++)
		follow(game, AUTO_EXPLORE, 0, 0, 0);
	assert_int_equal(item_on_floor(game, FAR_X, FAR_Y, 0), -1);
	for (int x = 0; x < 16; x++)
		for (int y = 0; y < 6; y++)
			if (bent[y][x] == '.')
				assert_false(game->level->mapped[level_at(game->level, x, y)]);
	game_free(game);
}

static void a_save_keeps_the_mark(void **state)
{
	struct complaint complaint;
	struct seed seed = {{9, 1}};
	size_t size;
	(void)state;
	struct game *game = game_new(stock, &seed, &(struct birth){.name = "Tester"});
	map_all(game);
	assert_true(mapped_cells(game) > 100);
	uint64_t digest = game_digest(game);
	uint8_t *bytes = game_save(game, &size);
	struct game *again = game_load(stock, bytes, size, &complaint);
	assert_non_null(again);
	assert_memory_equal(again->level->mapped, game->level->mapped, level_cells(game->level));
	assert_true(game_digest(again) == digest);
	free(bytes);
	game_free(again);
	/* The mark is part of the state. */
	place_enter(game, 2, true);
	place_enter(game, 1, false);
	assert_true(mapped_cells(game) > 100);
	digest = game_digest(game);
	for (size_t at = 0; at < level_cells(game->level); at++)
		game->level->mapped[at] = 0;
	assert_true(game_digest(game) != digest);
	game_free(game);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(sight_takes_the_mark_away),
		cmocka_unit_test(mapped_ground_is_explored),
		cmocka_unit_test(a_save_keeps_the_mark),
	};
	return stock_run(stock_content(), tests);
}
