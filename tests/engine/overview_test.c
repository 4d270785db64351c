/* The overview of depths: remembered things that matter, and nothing else. */
#include "tests/test.h"

#include "tests/engine/arena.h"
#include "tests/engine/stock_tests.h"

static const char *const room[] = {
	"####################",
	"#<....@...........>#",
	"#..................#",
	"####################",
	"#..................#",
	"####################",
};

static void put(struct game *game, int x, int y, const char *id)
{
	uint16_t kind = content_find_terrain(stock, id);
	assert_int_not_equal(kind, KIND_NONE);
	place_set_terrain(game, x, y, kind);
	senses_look(game);
}

static void lay(struct game *game, const char *id, int x, int y, unsigned flags)
{
	item_to_floor(game,
		(struct item){
			.kind = content_find_item(stock, id), .count = 1, .flags = (uint8_t)flags},
		x, y);
	senses_look(game);
}

/* How many of that kind, whose name holds that. */
static int marked(const struct overview *overview, enum mark_kind kind, const char *name)
{
	int count = 0;
	for (size_t i = 0; i < overview->mark_count; i++)
		if (overview->marks[i].kind == kind && strstr(overview->marks[i].name, name))
			count += overview->marks[i].count;
	return count;
}

static struct game *furnished(void)
{
	struct game *game = arena_new(stock, ROWS(room), 3);
	put(game, 8, 2, "altar");
	put(game, 9, 2, "lever");
	put(game, 10, 2, "grave");
	put(game, 11, 2, "grave");
	put(game, 12, 2, "tall-grass");
	lay(game, "dart", 13, 2, ITEM_LEFT);
	lay(game, "dart", 14, 2, 0);
	lay(game, "dart", 15, 2, ITEM_FOR_SALE);
	lay(game, "dart", 16, 2, ITEM_OFFERED);
	/* Behind the wall. */
	put(game, 8, 4, "altar");
	lay(game, "dart", 9, 4, ITEM_LEFT);
	return game;
}

static void seen_things_that_matter_are_listed(void **state)
{
	struct overview overview;
	(void)state;
	struct game *game = furnished();
	uint64_t before = game_digest(game);
	assert_true(game_overview(game, 1, &overview));
	assert_int_equal(game_digest(game), before);
	assert_true(overview.here && overview.up && overview.down);
	assert_int_equal(marked(&overview, MARK_GROUND, "altar"), 1);
	assert_int_equal(marked(&overview, MARK_GROUND, "lever"), 1);
	assert_int_equal(marked(&overview, MARK_GROUND, "grave"), 2);
	assert_int_equal(marked(&overview, MARK_GROUND, ""), 4);
	assert_int_equal(marked(&overview, MARK_LEFT, "dart"), 1);
	assert_int_equal(marked(&overview, MARK_THING, "dart"), 1);
	assert_int_equal(marked(&overview, MARK_FOR_SALE, "dart"), 1);
	assert_int_equal(marked(&overview, MARK_OFFERED, "dart"), 1);
	assert_int_equal(overview.mark_count, 7);
	assert_string_equal(overview.name, stock->levels[game->level->kind].name);
	game_free(game);
}

static void a_depth_that_was_left_is_told_like_one_that_he_is_on(void **state)
{
	struct overview here, there;
	(void)state;
	struct game *game = furnished();
	game_overview(game, 1, &here);
	place_enter(game, 2, true);
	uint64_t before = game_digest(game);
	assert_true(game_overview(game, 1, &there));
	assert_int_equal(game_digest(game), before);
	assert_true(here.here && !there.here && there.up && there.down);
	assert_int_equal(there.mark_count, here.mark_count);
	assert_memory_equal(there.marks, here.marks, sizeof here.marks);
	assert_string_equal(there.name, here.name);
	game_free(game);
}

/* A lever that somebody pulled behind his back, a thing that somebody took. */
static void it_is_told_as_he_remembers_it(void **state)
{
	struct overview overview;
	(void)state;
	struct game *game = furnished();
	game_hero(game)->status[STATUS_BLIND] = 9;
	senses_look(game);
	put(game, 9, 2, "lever-pulled");
	put(game, 16, 1, "altar");
	assert_true(game_overview(game, 1, &overview));
	assert_int_equal(marked(&overview, MARK_GROUND, "lever"), 1);
	assert_int_equal(marked(&overview, MARK_GROUND, "altar"), 1);
	game_free(game);
}

static void nothing_is_told_of_where_he_has_not_been(void **state)
{
	static const int depths[] = {-1, 0, 2, 26, 27, 1000};
	struct overview overview;
	(void)state;
	struct game *game = furnished();
	for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
		assert_false(game_overview(game, depths[i], &overview));
		assert_int_equal(overview.mark_count, 0);
	}
	game_free(game);
}

/* The level keeps its feelings over leaving, returning and saving. */
static void feelings_are_kept(void **state)
{
	struct overview overview;
	struct complaint complaint;
	size_t size;
	uint16_t vault = 0;
	(void)state;
	while (stock->vaults[vault].feeling[0] == '\0')
		vault++;
	struct game *game = furnished();
	assert_true(game_overview(game, 1, &overview));
	assert_int_equal(overview.feeling_count, 0);
	game->level->vault_count = 1;
	game->level->vaults[0].kind = vault;
	feeling_report(game, &(struct feeling){TEXT_FEELING_DEADLY, TEXT_FEELING_TREASURE}, 1);
	story_report(game, 1);
	assert_true(arena_told(game, stock->vaults[vault].feeling));
	place_enter(game, 2, true);
	uint8_t *bytes = game_save(game, &size);
	struct game *loaded = game_load(stock, bytes, size, &complaint);
	assert_non_null(loaded);
	assert_int_equal(game_digest(loaded), game_digest(game));
	assert_true(game_overview(loaded, 1, &overview));
	assert_int_equal(overview.feeling_count, 3);
	assert_string_equal(overview.feelings[2], stock->vaults[vault].feeling);
	assert_true(arena_told(loaded, overview.feelings[0]));
	assert_false(arena_told(loaded, overview.feelings[1])); /* there was no room for it */
	assert_string_not_equal(overview.feelings[0], overview.feelings[1]);
	free(bytes);
	game_free(loaded);
	game_free(game);
}

/* The feeling about a key disappears when its door is open. */
static void opened_vaults_are_not_listed(void **state)
{
	struct overview overview;
	uint16_t vault = 0;
	(void)state;
	while (stock->vaults[vault].feeling[0] == '\0' || stock->vaults[vault].sends_count == 0)
		vault++;
	struct game *game = furnished();
	int x = game_hero(game)->x + 1, y = game_hero(game)->y;
	game->level->vault_count = 1;
	game->level->vaults[0] =
		(struct laid_vault){vault, {(int16_t)x, (int16_t)y, (int16_t)x, (int16_t)y}};
	for (int opened = 0; opened < 2; opened++) {
		place_set_terrain(game, x, y,
			opened ? stock->terrain.door_open
			       : content_find_terrain(stock, "locked-door"));
		senses_look(game);
		assert_true(game_overview(game, 1, &overview));
		assert_int_equal(overview.feeling_count, !opened);
	}
	game_free(game);
}

static void more_than_fits_is_left_out(void **state)
{
	static const char *const hall[] = {
		"####################",
		"#<................>#",
		"#..................#",
		"#.........@........#",
		"####################",
	};
	struct overview overview;
	int laid = 0;
	(void)state;
	struct game *game = arena_new(stock, ROWS(hall), 3);
	lay(game, "dart", 1, 3, ITEM_LEFT);
	for (uint16_t kind = 0; kind < stock->counts.items && laid < 36; kind++) {
		if (kind == stock->gold || kind == stock->receiver)
			continue;
		item_to_floor(game, (struct item){.kind = kind, .count = 1}, 1 + laid % 18,
			1 + laid / 18);
		laid++;
	}
	senses_look(game);
	assert_true(game_overview(game, 1, &overview));
	assert_int_equal(overview.mark_count, OVERVIEW_MARKS_MAX);
	assert_int_equal(marked(&overview, MARK_LEFT, "dart"), 1);
	game_free(game);
}

/* Gold on the one, a dart on the other: they are known as stairs still, and a look tells both. */
static void stairs_are_known_under_what_lies_on_them(void **state)
{
	struct overview overview;
	char text[240];
	(void)state;
	struct game *game = arena_new(stock, ROWS(room), 3);
	lay(game, stock->items[stock->gold].id, 1, 1, 0);
	lay(game, "dart", 18, 1, 0);
	for (int blind = 0; blind < 2; blind++) {
		assert_true(game_overview(game, 1, &overview));
		assert_true(overview.up && overview.down);
		assert_true(game_knows_stairs(game, 1, 1, true));
		assert_true(game_knows_stairs(game, 18, 1, false));
		assert_false(game_knows_stairs(game, 18, 1, true));
		assert_false(game_knows_stairs(game, 6, 2, true));
		assert_true(game_is_landmark(game, 1, 1) && game_is_landmark(game, 18, 1));
		game_hero(game)->status[STATUS_BLIND] = 9;
		senses_look(game);
	}
	assert_true(game_describe(game, 18, 1, text, sizeof text));
	assert_non_null(strstr(text, "dart"));
	assert_non_null(strstr(text, stock->terrains[stock->terrain.stairs_down].name));
	game_free(game);
}

/* A creature that came by the stairs, or is worth nothing for another reason, is described so. */
static void creatures_without_experience_are_described_so(void **state)
{
	char text[400];
	(void)state;
	struct game *game = furnished();
	int slot = arena_put(game, "cable-rat", 8, 2, CREATURE_AWARE);
	struct creature *rat = &game->creatures[slot];
	rat->worth = 3;
	senses_look(game);
	assert_true(game_describe(game, 8, 2, text, sizeof text));
	assert_null(strstr(text, "experience"));
	rat->worth = 0;
	assert_true(game_describe(game, 8, 2, text, sizeof text));
	assert_non_null(strstr(text, " Killing it gives no experience."));
	rat->flags |= CREATURE_WANDERER;
	assert_true(game_describe(game, 8, 2, text, sizeof text));
	assert_non_null(strstr(text, " It came by the stairs: killing it gives no experience."));
	rat->flags = CREATURE_ALLY;
	assert_true(game_describe(game, 8, 2, text, sizeof text));
	assert_null(strstr(text, "experience"));
	game_free(game);
}

/* On walking onto it, and from afar. */
static void prices_are_shown(void **state)
{
	char text[240], price[40];
	(void)state;
	struct game *game = furnished();
	struct item dart = {
		.kind = content_find_item(stock, "dart"), .count = 1, .flags = ITEM_FOR_SALE};
	snprintf(price, sizeof price, "for sale at %d gold", item_price(game, &dart));
	assert_true(game_describe(game, 14, 2, text, sizeof text));
	assert_null(strstr(text, "for sale"));
	assert_true(game_describe(game, 15, 2, text, sizeof text));
	assert_non_null(strstr(text, price));
	assert_int_equal(game_price(game, 14, 2), 0);
	assert_int_equal(game_price(game, 15, 2), item_price(game, &dart));
	assert_int_equal(game_price(game, -1, 2), 0);
	assert_true(game_describe(game, 16, 2, text, sizeof text));
	assert_non_null(strstr(text, "may take one"));
	creature_move(game, HERO, 14, 1);
	assert_int_equal(arena_do(game, VERB_STEP, DIR_SE), VERDICT_SPENT);
	assert_true(arena_told(game, price));
	assert_int_equal(arena_do(game, VERB_STEP, DIR_E), VERDICT_SPENT);
	assert_true(arena_told(game, "may take one"));
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seen_things_that_matter_are_listed),
		cmocka_unit_test(creatures_without_experience_are_described_so),
		cmocka_unit_test(prices_are_shown),
		cmocka_unit_test(stairs_are_known_under_what_lies_on_them),
		cmocka_unit_test(a_depth_that_was_left_is_told_like_one_that_he_is_on),
		cmocka_unit_test(it_is_told_as_he_remembers_it),
		cmocka_unit_test(nothing_is_told_of_where_he_has_not_been),
		cmocka_unit_test(feelings_are_kept),
		cmocka_unit_test(opened_vaults_are_not_listed),
		cmocka_unit_test(more_than_fits_is_left_out),
	};
	return stock_run(stock_content(), tests);
}
