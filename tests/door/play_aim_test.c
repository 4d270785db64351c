/* Pointing at cells: to let something fly there, to look, to go there. */
#include "tests/test.h"

#include "tests/door/stage.h"
#include "tests/engine/stock_tests.h"

static void begin(struct stage *stage)
{
	stage_begin(stage, stock, 80, 24);
}

/* A dart is about to be thrown. */
static int begin_throw(struct stage *stage)
{
	int slot = stage_give(stage, "dart", 9);
	stage_paint(stage);
	stage_hush(stage);
	stage_type(stage, (char[]){'t', (char)('a' + slot), '\0'});
	return slot;
}

/* Where on the map the cursor is: the map of a stage begins below the messages, at its left. */
static bool cursor_is(const struct stage *stage, int x, int y)
{
	return stage->frame.cursor_x == x && stage->frame.cursor_y == y + 1;
}

static unsigned attributes(const struct stage *stage, int x, int y)
{
	return stage->frame.cells[(y + 1) * stage->frame.width + x].attributes;
}

static void wall(struct stage *stage, int x, int y)
{
	place_set_terrain(stage->game, x, y, stock->terrain.wall_vertical);
	senses_look(stage->game);
}

/* ---- Targets ---- */

static void the_nearest_that_can_be_hit_comes_first(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	stage_put(&stage, "cable-rat", HERO_X - 7, HERO_Y);
	stage_put(&stage, "cable-rat", HERO_X, HERO_Y + 5);
	stage_put(&stage, "cable-rat", HERO_X + 3, HERO_Y);
	int ally = stage_put(&stage, "cable-rat", HERO_X, HERO_Y - 1);
	stage.game->creatures[ally].flags |= CREATURE_ALLY;
	int screened = stage_put(&stage, "cable-rat", HERO_X + 4, HERO_Y);
	(void)screened; /* behind the one at 3 */
	begin_throw(&stage);
	assert_true(cursor_is(&stage, HERO_X + 3, HERO_Y));
	stage_type(&stage, "\t");
	assert_true(cursor_is(&stage, HERO_X, HERO_Y + 5));
	stage_type(&stage, "+");
	assert_true(cursor_is(&stage, HERO_X - 7, HERO_Y));
	stage_type(&stage, "\t");
	assert_true(cursor_is(&stage, HERO_X + 4, HERO_Y));
	stage_type(&stage, "\t");
	assert_true(cursor_is(&stage, HERO_X, HERO_Y - 1));
	stage_type(&stage, "\t");
	assert_true(cursor_is(&stage, HERO_X + 3, HERO_Y));
	stage_type(&stage, "--");
	assert_true(cursor_is(&stage, HERO_X + 4, HERO_Y));
	stage_end(&stage);
}

/* Though another is nearer by then. */
static void the_last_target_is_remembered(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	int far = stage_put(&stage, "cable-rat", HERO_X - 6, HERO_Y);
	stage.game->creatures[far].health = stage.game->creatures[far].health_max = 500;
	stage.game->creatures[far].ready = UINT32_MAX;
	int slot = begin_throw(&stage);
	stage_type(&stage, "\n");
	assert_int_equal(play_index(stage.play), 1);
	stage_hush(&stage);
	int near = stage_put(&stage, "cable-rat", HERO_X + 2, HERO_Y + 2);
	stage.game->creatures[near].ready = UINT32_MAX;
	creature_move(stage.game, far, HERO_X - 5, HERO_Y + 1);
	stage_paint(&stage);
	stage_hush(&stage);
	const char again[] = {'t', (char)('a' + slot), '\0'};
	stage_type(&stage, again);
	assert_true(cursor_is(&stage, HERO_X - 5, HERO_Y + 1));
	stage_type(&stage, "\033");
	creature_remove(stage.game, far);
	stage_type(&stage, again);
	assert_true(cursor_is(&stage, HERO_X + 2, HERO_Y + 2));
	stage_end(&stage);
}

/* A creature that stepped in front of the last target is aimed at first. */
static void a_last_target_behind_somebody_is_not_first(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	int far = stage_put(&stage, "cable-rat", HERO_X - 6, HERO_Y);
	stage.game->creatures[far].health = stage.game->creatures[far].health_max = 500;
	stage.game->creatures[far].ready = UINT32_MAX;
	int slot = begin_throw(&stage);
	stage_type(&stage, "\n");
	stage_hush(&stage);
	int near = stage_put(&stage, "cable-rat", HERO_X - 2, HERO_Y);
	stage.game->creatures[near].ready = UINT32_MAX;
	stage_paint(&stage);
	stage_hush(&stage);
	const char again[] = {'t', (char)('a' + slot), '\0'};
	stage_type(&stage, again);
	assert_true(cursor_is(&stage, HERO_X - 2, HERO_Y));
	assert_true(stage_finds(&stage, "in the way") < 0);
	stage_end(&stage);
}

/* Allies and captives can be aimed at, but never come first, not even as the last target. */
static void a_friend_is_never_aimed_at_first(void **state)
{
	static const uint16_t friends[] = {CREATURE_ALLY, CREATURE_CAPTIVE};
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct stage stage;
		begin(&stage);
		int rat = stage_put(&stage, "cable-rat", HERO_X - 3, HERO_Y);
		stage.game->creatures[rat].health = stage.game->creatures[rat].health_max = 500;
		stage.game->creatures[rat].ready = UINT32_MAX;
		int slot = begin_throw(&stage);
		assert_true(cursor_is(&stage, HERO_X - 3, HERO_Y));
		stage_type(&stage, "\n");
		stage_hush(&stage);
		stage.game->creatures[rat].flags |= friends[i];
		stage_paint(&stage);
		stage_hush(&stage);
		uint32_t turn = game_turn(stage.game);
		stage_type(&stage, (char[]){'t', (char)('a' + slot), '\0'});
		assert_true(cursor_is(&stage, HERO_X, HERO_Y));
		stage_type(&stage, "\t");
		assert_true(cursor_is(&stage, HERO_X - 3, HERO_Y));
		stage_type(&stage, (char[]){'\033', 't', (char)('a' + slot), '\n', '\0'});
		assert_int_equal(game_turn(stage.game), turn);
		stage_end(&stage);
	}
}

static void with_nobody_in_sight_the_cursor_is_free(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	begin_throw(&stage);
	assert_true(cursor_is(&stage, HERO_X, HERO_Y));
	assert_true(stage_finds(&stage, "Throw where? Move the cursor there.") == 0);
	stage_type(&stage, "\t");
	assert_true(cursor_is(&stage, HERO_X, HERO_Y));
	stage_type(&stage, "llj");
	assert_true(cursor_is(&stage, HERO_X + 2, HERO_Y + 1));
	stage_type(&stage, "\n");
	assert_int_equal(play_index(stage.play), 1);
	stage_end(&stage);
}

/* ---- Keys ---- */

static void the_verbs_key_enter_and_a_point_let_it_go(void **state)
{
	static const char *const keys[] = {"t", "\n", ".", "5"};
	(void)state;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		struct stage stage;
		begin(&stage);
		stage_put(&stage, "cable-rat", HERO_X + 3, HERO_Y);
		int slot = begin_throw(&stage);
		int count = stage.game->pack.items[slot].count;
		stage_type(&stage, keys[i]);
		assert_int_equal(play_index(stage.play), 1);
		assert_int_equal(stage.game->pack.items[slot].count, count - 1);
		stage_end(&stage);
	}
}

static void esc_leaves_and_other_keys_do_nothing(void **state)
{
	static const char keys[] = "aqzZX\x12i?mS ";
	struct stage stage;
	(void)state;
	begin(&stage);
	stage_put(&stage, "cable-rat", HERO_X + 3, HERO_Y);
	begin_throw(&stage);
	for (const char *key = keys; *key; key++) {
		stage_key(&stage, *key);
		assert_true(stage_finds(&stage, "Throw where?") == 0);
	}
	stage_type(&stage, "\033");
	assert_true(stage_finds(&stage, "Throw where?") < 0);
	assert_int_equal(play_index(stage.play), 0);
	assert_int_equal(play_state(stage.play), PLAY_GOING);
	stage_end(&stage);
}

/* ---- The display of an aim ---- */

static void the_way_is_marked_and_the_chance_told(void **state)
{
	struct stage stage;
	char shown[64];
	struct trajectory way;
	(void)state;
	begin(&stage);
	stage_put(&stage, "cable-rat", HERO_X + 4, HERO_Y + 2);
	int slot = begin_throw(&stage);
	struct command command = {
		.verb = VERB_THROW, .item = (uint8_t)slot, .x = HERO_X + 4, .y = HERO_Y + 2};
	assert_true(game_trajectory(stage.game, &command, &way));
	assert_true(way.met && way.hits > 0);
	snprintf(shown, sizeof shown, "Throw where? The cable rat: %d%% to hit.", way.hits);
	assert_true(stage_finds(&stage, shown) == 0);
	int marked = 0;
	for (int y = 1; y < 20; y++)
		for (int x = 0; x < 80; x++)
			marked += (attributes(&stage, x, y) & VT_REVERSE) != 0;
	assert_int_equal(marked, way.count);
	for (int i = 0; i < way.count; i++)
		assert_true(attributes(&stage, way.cells[i].x, way.cells[i].y) & VT_REVERSE);
	stage_end(&stage);
}

static void what_is_in_the_way_is_named(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	int behind = stage_put(&stage, "cable-rat", HERO_X + 6, HERO_Y);
	begin_throw(&stage);
	assert_true(stage_finds(&stage, "% to hit") == 0);
	stage_type(&stage, "\033");
	/* Somebody. */
	int before = stage_put(&stage, "cable-rat", HERO_X + 3, HERO_Y);
	stage.game->creatures[behind].ready = stage.game->creatures[before].ready = UINT32_MAX;
	begin_throw(&stage);
	stage_type(&stage, "\tl\033");
	begin_throw(&stage);
	while (!cursor_is(&stage, HERO_X + 6, HERO_Y))
		stage_type(&stage, "\t");
	assert_true(stage_finds(&stage, "the cable rat is in the way") == 0);
	assert_true(attributes(&stage, HERO_X + 3, HERO_Y) & VT_REVERSE);
	assert_false(attributes(&stage, HERO_X + 4, HERO_Y) & VT_REVERSE);
	stage_type(&stage, "\033");
	/* Something. */
	creature_remove(stage.game, before);
	creature_remove(stage.game, behind);
	wall(&stage, HERO_X + 3, HERO_Y);
	begin_throw(&stage);
	stage_type(&stage, "lllll");
	assert_true(stage_finds(&stage, "wall is in the way") == 0);
	assert_true(attributes(&stage, HERO_X + 2, HERO_Y) & VT_REVERSE);
	assert_false(attributes(&stage, HERO_X + 3, HERO_Y) & VT_REVERSE);
	assert_int_equal(stage.frame.cells[(HERO_Y + 1) * 80 + HERO_X + 3].role, VT_DANGER);
	stage_end(&stage);
}

static void what_is_too_far_is_told(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	begin_throw(&stage);
	stage_type(&stage, "LLL");
	assert_true(stage_finds(&stage, "too far") == 0);
	stage_type(&stage, "\n");
	assert_int_equal(play_index(stage.play), 0);
	stage_end(&stage);
}

/* Messages never cover the cell under the cursor. */
static void the_cursor_is_not_hidden_by_what_is_said(void **state)
{
	static const int sizes[][2] = {{40, 20}, {80, 24}, {132, 50}};
	static const char *const modes[] = {"g", ":", "x"};
	(void)state;
	for (size_t i = 0; i < 9; i++) {
		struct stage stage;
		stage_begin(&stage, stock, sizes[i % 3][0], sizes[i % 3][1]);
		stage_type(&stage, modes[i / 3]);
		for (int step = 0; step < 24; step++) {
			stage_type(&stage, "k");
			const struct vt_cell *cell =
				&stage.frame.cells[stage.frame.cursor_y * stage.frame.width +
						   stage.frame.cursor_x];
			/* The hall is floor, and its wall. */
			assert_true(cell->glyph == '.' || cell->glyph >= 127 ||
				    cell->glyph == '@' || cell->glyph == ' ');
			for (int letters = -1; letters <= 1; letters += 2)
				assert_false(
					cell[letters].glyph >= 'a' && cell[letters].glyph <= 'z');
		}
		stage_end(&stage);
	}
}

/* ---- Looking ---- */

/* The first and the last column of which anything is known. */
static void known_across(const struct stage *stage, int *left, int *right)
{
	const struct level *level = stage->game->level;
	*left = *right = HERO_X;
	for (int at = 0; at < level->width * level->height; at++) {
		int x = at % level->width;
		if (!(level->flags[at] & LEVEL_KNOWN))
			continue;
		*left = x < *left ? x : *left;
		*right = x > *right ? x : *right;
	}
}

static void looking_around_moves_by_half_a_window_and_comes_back(void **state)
{
	struct stage stage;
	(void)state;
	stage_begin(&stage, stock, 40, 20);
	int x = stage.frame.cursor_x, y = stage.frame.cursor_y;
	stage_type(&stage, ":");
	assert_true(stage_finds(&stage, "Look where?") == 0);
	stage_type(&stage, "L");
	/* Twenty cells on the map, of which the window has gone some along. */
	assert_true(stage_finds(&stage, "(20") >= 0);
	stage_type(&stage, "LLL");
	int left, right;
	known_across(&stage, &left, &right);
	char shown[32];
	snprintf(shown, sizeof shown, "(%d", right - HERO_X);
	assert_true(stage_finds(&stage, shown) >= 0);
	stage_type(&stage, "h");
	snprintf(shown, sizeof shown, "(%d", right - 1 - HERO_X);
	assert_true(stage_finds(&stage, shown) >= 0);
	stage_type(&stage, "HHHHH");
	snprintf(shown, sizeof shown, "(%d", HERO_X - left);
	assert_true(stage_finds(&stage, shown) >= 0);
	stage_type(&stage, "\033");
	assert_int_equal(stage.frame.cursor_x, x);
	assert_int_equal(stage.frame.cursor_y, y);
	assert_int_equal(play_index(stage.play), 0);
	stage_end(&stage);
}

/* The stops of the cursor reveal nothing unknown. */
static void a_look_at_oneself_tells_what_lies_there(void **state)
{
	struct stage stage;
	char shown[100];
	(void)state;
	begin(&stage);
	uint16_t kind = content_find_item(stock, "dart");
	item_to_floor(stage.game, (struct item){.kind = kind, .count = 3}, HERO_X, HERO_Y);
	senses_look(stage.game);
	stage_type(&stage, "x");
	snprintf(shown, sizeof shown, "At your feet: 3 darts. %.20s",
		stock->items[kind].description);
	assert_true(stage_finds(&stage, shown) == 0);
	stage_type(&stage, "\033::");
	snprintf(shown, sizeof shown, "%.20s", stock->items[kind].description);
	assert_true(stage_finds(&stage, "Here lies") > 0 && stage_finds(&stage, shown) > 0);
	stage_end(&stage);
}

/* The line of an unknown item ends with a full stop already. */
static void no_look_ends_in_two_full_stops(void **state)
{
	struct stage stage;
	uint16_t kind = 0;
	(void)state;
	begin(&stage);
	while (stock->items[kind].class != ITEM_POTION || stage.game->knowledge.items[kind])
		kind++;
	item_to_floor(stage.game, (struct item){.kind = kind, .count = 1}, HERO_X, HERO_Y);
	senses_look(stage.game);
	stage_type(&stage, "x");
	assert_true(stage_finds(&stage, "Possible: ") >= 0);
	assert_true(stage_finds(&stage, "..") < 0);
	stage_end(&stage);
}

static void the_cursor_stays_where_something_is_known(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	struct level *level = stage.game->level;
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++)
			if (abs(x - HERO_X) > 6 || abs(y - HERO_Y) > 3) {
				level->flags[level_at(level, x, y)] = 0;
				place_set_terrain(stage.game, x, y, stock->terrain.rock);
			}
	senses_look(stage.game);
	stage_type(&stage, ":LLLLJJJJ");
	int right = HERO_X, bottom = HERO_Y;
	for (int y = 0; y < level->height; y++)
		for (int x = 0; x < level->width; x++)
			if (level->flags[level_at(level, x, y)] & LEVEL_KNOWN) {
				right = x > right ? x : right;
				bottom = y > bottom ? y : bottom;
			}
	assert_true(right < level->width - 1 && bottom < level->height - 1);
	assert_true(cursor_is(&stage, right, bottom));
	stage_end(&stage);
}

/* The message row tells of a cell, and how far away it is. */
static void a_look_at_a_cell_that_was_never_seen_says_so(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	struct level *level = stage.game->level;
	for (int y = 0; y < level->height; y++) {
		place_set_terrain(stage.game, HERO_X + 2, y, stock->terrain.wall_vertical);
		level->flags[level_at(level, HERO_X + 3, y)] = 0;
	}
	senses_look(stage.game);
	stage_type(&stage, ":lll");
	assert_true(cursor_is(&stage, HERO_X + 3, HERO_Y));
	assert_int_equal(stage_finds(&stage, "You have not seen that place. (3 east)"), 0);
	stage_type(&stage, "j");
	assert_int_equal(stage_finds(&stage, "You have not seen that place. (3 east, 1 south)"), 0);
	stage_type(&stage, "hy");
	assert_true(stage_finds(&stage, "You have not seen that place.") < 0);
	stage_end(&stage);
}

static void a_look_goes_through_who_and_what_is_there(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	stage_put(&stage, "cable-rat", HERO_X + 6, HERO_Y);
	place_set_terrain(stage.game, HERO_X - 2, HERO_Y, content_find_terrain(stock, "altar"));
	item_to_floor(stage.game,
		(struct item){.kind = content_find_item(stock, "dart"), .count = 1}, HERO_X,
		HERO_Y + 4);
	senses_look(stage.game);
	stage_paint(&stage);
	stage_hush(&stage);
	stage_type(&stage, "x");
	assert_true(cursor_is(&stage, HERO_X + 6, HERO_Y));
	stage_type(&stage, "\t");
	assert_true(cursor_is(&stage, HERO_X - 2, HERO_Y));
	assert_true(stage_finds(&stage, "an altar") == 0);
	stage_type(&stage, "\t");
	assert_true(cursor_is(&stage, HERO_X, HERO_Y + 4));
	stage_type(&stage, "\t");
	assert_true(cursor_is(&stage, HERO_X + 6, HERO_Y));
	stage_type(&stage, "\033");
	/* A travel passes by who is there. */
	stage_type(&stage, "g\t");
	assert_true(stage_finds(&stage, "Travel to an altar? (2 west)") == 0);
	stage_type(&stage, "\t");
	assert_true(cursor_is(&stage, HERO_X, HERO_Y + 4));
	assert_int_equal(play_index(stage.play), 0);
	stage_end(&stage);
}

/* Things, captives, stairs and what can be worked, the nearest first; then doors; never scenery. */
static void a_travel_goes_by_what_one_would_go_to(void **state)
{
	static const struct {
		const char *terrain;
		int dx;
	} grounds[] = {{"shelf", -1}, {"door-open", -2}, {"plinth", -3}, {"tonic-machine", -7},
		{"stairs-down", -8}};
	struct stage stage;
	(void)state;
	begin(&stage);
	for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
		uint16_t terrain = content_find_terrain(stock, grounds[i].terrain);
		assert_true(terrain != KIND_NONE);
		place_set_terrain(stage.game, HERO_X + grounds[i].dx, HERO_Y - 2, terrain);
	}
	int captive = stage_put(&stage, "cable-rat", HERO_X - 6, HERO_Y - 2);
	stage.game->creatures[captive].flags |= CREATURE_CAPTIVE;
	item_to_floor(stage.game,
		(struct item){.kind = content_find_item(stock, "dart"), .count = 1}, HERO_X - 5,
		HERO_Y - 2);
	senses_look(stage.game);
	stage_paint(&stage);
	stage_hush(&stage);
	stage_type(&stage, "g");
	for (int dx = -5; dx >= -8; dx--) {
		stage_type(&stage, "\t");
		assert_true(cursor_is(&stage, HERO_X + dx, HERO_Y - 2));
	}
	stage_type(&stage, "\t");
	assert_true(cursor_is(&stage, HERO_X - 2, HERO_Y - 2));
	stage_type(&stage, "\t");
	assert_true(cursor_is(&stage, HERO_X - 5, HERO_Y - 2));
	stage_end(&stage);
}

/* Travel is refused beside an enemy that fights, before a destination is asked for. */
static void a_travel_is_refused_beside_an_enemy_alone(void **state)
{
	static const struct {
		int dx, dy;
		unsigned flags;
		bool refused;
	} cases[] = {{1, 0, CREATURE_AWARE, true}, {-1, -1, CREATURE_AWARE, true},
		{0, 1, CREATURE_AWARE, true}, {0, -2, CREATURE_AWARE, false},
		{2, 1, CREATURE_AWARE, false}, {1, 0, CREATURE_AWARE | CREATURE_ALLY, false},
		{1, 0, CREATURE_AWARE | CREATURE_CAPTIVE, false}, {1, 0, CREATURE_ASLEEP, false},
		{1, 0, 0, false}, {1, 0, CREATURE_AWARE | CREATURE_FLEEING, false}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct stage stage;

		begin(&stage);
		int slot =
			stage_put(&stage, "cable-rat", HERO_X + cases[i].dx, HERO_Y + cases[i].dy);
		stage.game->creatures[slot].flags = (uint16_t)cases[i].flags;
		senses_look(stage.game);
		stage.game->creatures[slot].flags = (uint16_t)cases[i].flags;
		stage_paint(&stage);
		stage_hush(&stage);
		stage_type(&stage, "g");
		if ((stage_finds(&stage, "Travel where?") < 0) != cases[i].refused)
			fail_msg("case %zu: %s", i, stage_row(&stage, 0));
		stage_end(&stage);
	}
}

static void stairs_are_gone_to(void **state)
{
	struct stage stage;
	(void)state;
	begin(&stage);
	place_set_terrain(stage.game, HERO_X + 9, HERO_Y - 4, stock->terrain.stairs_down);
	senses_look(stage.game);
	stage_type(&stage, ":>");
	assert_true(cursor_is(&stage, HERO_X + 9, HERO_Y - 4));
	stage_type(&stage, "<");
	assert_true(stage_finds(&stage, "You have not seen such stairs here.") == 0);
	stage_type(&stage, "\033g>");
	assert_int_equal(game_hero(stage.game)->x, HERO_X + 9);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_nearest_that_can_be_hit_comes_first),
		cmocka_unit_test(the_last_target_is_remembered),
		cmocka_unit_test(a_last_target_behind_somebody_is_not_first),
		cmocka_unit_test(a_friend_is_never_aimed_at_first),
		cmocka_unit_test(with_nobody_in_sight_the_cursor_is_free),
		cmocka_unit_test(the_verbs_key_enter_and_a_point_let_it_go),
		cmocka_unit_test(esc_leaves_and_other_keys_do_nothing),
		cmocka_unit_test(the_way_is_marked_and_the_chance_told),
		cmocka_unit_test(what_is_in_the_way_is_named),
		cmocka_unit_test(what_is_too_far_is_told),
		cmocka_unit_test(the_cursor_is_not_hidden_by_what_is_said),
		cmocka_unit_test(looking_around_moves_by_half_a_window_and_comes_back),
		cmocka_unit_test(a_look_at_oneself_tells_what_lies_there),
		cmocka_unit_test(no_look_ends_in_two_full_stops),
		cmocka_unit_test(the_cursor_stays_where_something_is_known),
		cmocka_unit_test(a_look_at_a_cell_that_was_never_seen_says_so),
		cmocka_unit_test(a_look_goes_through_who_and_what_is_there),
		cmocka_unit_test(a_travel_goes_by_what_one_would_go_to),
		cmocka_unit_test(a_travel_is_refused_beside_an_enemy_alone),
		cmocka_unit_test(stairs_are_gone_to),
	};
	return stock_run(stock_content(), tests);
}
