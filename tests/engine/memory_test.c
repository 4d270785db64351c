/* Memory: remembered items keep the name under which the hero saw them. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

/* The hero sees the room to the right through its doorway, and goes where he does not. */
static const char *const rooms[] = {
	"#####################",
	"#........#..........#",
	"#.<.@....'..........#",
	"#........#.........>#",
	"#####################",
};
#define THERE 14, 2
#define BEHIND 8, 1

static struct item things(const char *id, int count)
{
	struct item item = {.kind = content_find_item(stock, id), .count = (uint16_t)count};
	assert_int_not_equal(item.kind, KIND_NONE);
	return item;
}

static void go(struct game *game, int x, int y)
{
	if (creature_at(game, x, y) != HERO)
		creature_move(game, HERO, x, y);
	senses_look(game);
}

static void lay(struct game *game, const char *id, int count, int x, int y)
{
	assert_true(item_to_floor(game, things(id, count), x, y));
	senses_look(game);
}

/* All that is told of a cell, and of the level. */
static void shown(struct game *game, int x, int y, char text[1200])
{
	struct overview overview;
	struct view view;
	char name[80] = "";
	assert_true(game_describe(game, x, y, text, 400));
	game_name(game, x, y, name, sizeof name);
	game_view(game, &view);
	assert_true(game_overview(game, game->depth, &overview));
	size_t length = strlen(text);
	length += (size_t)snprintf(text + length, 1200 - length, "|%s|%d %d|%d", name,
		game_notable(game, x, y), game_is_landmark(game, x, y),
		view.cells[y * view.width + x].flags);
	for (size_t i = 0; i < overview.mark_count; i++)
		length += (size_t)snprintf(text + length, 1200 - length, "|%s x%d",
			overview.marks[i].name, overview.marks[i].count);
}

static void more_of_them(struct game *game)
{
	game->floor.items[item_on_floor(game, THERE, 0)].item.count++;
}

static void carried_off(struct game *game)
{
	item_off_floor(game, item_on_floor(game, THERE, 0));
}

static void another_on_top(struct game *game)
{
	item_to_floor(game, things("apple", 1), THERE);
}

static void for_sale(struct game *game)
{
	game->floor.items[item_on_floor(game, THERE, 0)].item.flags |= ITEM_FOR_SALE;
}

static void on_an_altar(struct game *game)
{
	place_set_terrain(game, THERE, content_find_terrain(stock, "altar"));
}

static void things_are_told_as_they_were_seen(void **state)
{
	static void (*const changes[])(struct game *) = {
		more_of_them, carried_off, another_on_top, for_sale, on_an_altar};
	(void)state;
	for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
		char before[1200], after[1200], seen[1200];
		struct game *game = arena_new(stock, ROWS(rooms), 3);
		lay(game, "dart", 3, THERE);
		go(game, BEHIND);
		assert_false(senses_hero_sees_cell(game, THERE));
		shown(game, THERE, before);
		assert_non_null(strstr(before, "3 darts"));
		changes[i](game);
		senses_look(game);
		shown(game, THERE, after);
		assert_string_equal(after, before);
		go(game, 4, 2);
		go(game, BEHIND);
		shown(game, THERE, seen);
		assert_string_not_equal(seen, before);
		game_check(game);
		game_free(game);
	}
}

/* Kinds of terrain that look alike, and such as do not. */
static void ground_is_told_as_it_was_seen(void **state)
{
	static const char *const kinds[] = {"altar", "lever", "grave", "door-open", "door-closed",
		"water", "plinth", "plinth-bell", "plinth-fall", "drop-gate", "floor",
		"tall-grass"};
	const size_t count = sizeof kinds / sizeof kinds[0];
	(void)state;
	for (size_t i = 0; i < count * count; i++) {
		uint16_t was = content_find_terrain(stock, kinds[i / count]);
		uint16_t is = content_find_terrain(stock, kinds[i % count]);
		char before[1200], after[1200];
		if (was == KIND_NONE || is == KIND_NONE)
			continue;
		struct game *game = arena_new(stock, ROWS(rooms), 3);
		place_set_terrain(game, THERE, was);
		senses_look(game);
		go(game, BEHIND);
		shown(game, THERE, before);
		place_set_terrain(game, THERE, is);
		senses_look(game);
		shown(game, THERE, after);
		assert_string_equal(after, before);
		assert_ptr_equal(
			memory_ground(game, level_at(game->level, THERE)), &stock->terrains[was]);
		game_free(game);
	}
}

/* The item below another was not seen, even if both look alike. */
static void the_thing_on_top_is_all_that_was_seen(void **state)
{
	struct overview overview;
	(void)state;
	struct game *game = arena_new(stock, ROWS(rooms), 3);
	struct item plus = things("dart", 2);
	plus.plus = 3;
	item_to_floor(game, plus, THERE);
	lay(game, "dart", 1, THERE);
	assert_true(game_overview(game, game->depth, &overview));
	int darts = 0;
	for (size_t i = 0; i < overview.mark_count; i++)
		darts += strstr(overview.marks[i].name, "dart") ? overview.marks[i].count : 0;
	assert_int_equal(darts, 1);
	game_free(game);
}

/* Over a save, and over stairs: things that lie there still, that have gone, that have changed. */
static void it_comes_back_with_a_save(void **state)
{
	struct complaint complaint = {0};
	(void)state;
	for (int over_stairs = 0; over_stairs < 2; over_stairs++) {
		char before[3][1200], after[1200];
		struct game *game = arena_new(stock, ROWS(rooms), 3);
		place_set_terrain(game, 11, 2, content_find_terrain(stock, "altar"));
		for (int x = 13; x < 16; x++)
			lay(game, "dart", x, x, 2);
		go(game, BEHIND);
		place_set_terrain(game, 11, 2, stock->terrain.floor);
		item_off_floor(game, item_on_floor(game, 13, 2, 0));
		game->floor.items[item_on_floor(game, THERE, 0)].item.count = 1;
		for (int i = 0; i < 3; i++)
			shown(game, 13 + i, 2, before[i]);
		if (over_stairs) {
			place_enter(game, game->depth + 1, true);
			place_enter(game, game->depth - 1, false);
		} else {
			size_t size;
			uint8_t *bytes = game_save(game, &size);
			struct game *loaded = game_load(stock, bytes, size, &complaint);
			assert_non_null(loaded);
			assert_int_equal(game_digest(loaded), game_digest(game));
			game_free(game);
			free(bytes);
			game = loaded;
		}
		go(game, BEHIND);
		for (int i = 0; i < 3; i++) {
			shown(game, 13 + i, 2, after);
			assert_string_equal(after, before[i]);
		}
		assert_string_equal(memory_ground(game, level_at(game->level, 11, 2))->id, "altar");
		game_check(game);
		game_free(game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(things_are_told_as_they_were_seen),
		cmocka_unit_test(ground_is_told_as_it_was_seen),
		cmocka_unit_test(the_thing_on_top_is_all_that_was_seen),
		cmocka_unit_test(it_comes_back_with_a_save),
	};
	return stock_run(stock_content(), tests);
}
