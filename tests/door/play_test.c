/* A game being played behind a link of the test's own: what is appended, when, and what is drawn.
 */
#include "tests/test.h"

#include "door/bot/bot.h"
#include "door/play/keymap.h"
#include "door/config/content_load.h"
#include "door/play/play.h"
#include "engine/rules/rules.h"

static struct content *content;

struct table {
	struct play *play;
	struct vt_frame frame;
	bool failing;
	unsigned asked, appended, digests;
	uint32_t next; /* index that the next append must have */
	uint8_t journal[65536];
	size_t size;
	uint8_t last[2048]; /* the last append asked for */
	size_t last_size;
	uint32_t last_index, last_count;
	uint32_t digest_index;
	uint64_t digest;
	unsigned snapshots, between;
	uint32_t snapshot_index;
	uint32_t longest; /* commands appended since a snapshot, at most */
};

static bool table_append(void *context, struct store_append *append)
{
	struct table *table = context;
	table->asked++;
	assert_true(append->size <= sizeof table->last);
	assert_int_equal(append->index, table->next);
	memcpy(table->last, append->bytes, append->size);
	table->last_size = append->size;
	table->last_index = append->index;
	table->last_count = append->count;
	if (table->failing)
		return false;
	table->appended++;
	table->next += append->count;
	if (table->next - table->snapshot_index > table->longest)
		table->longest = table->next - table->snapshot_index;
	memcpy(table->journal + table->size, append->bytes, append->size);
	table->size += append->size;
	table->digests += append->digest_count;
	if (append->digest_count) {
		table->digest_index = append->digests[append->digest_count - 1].index;
		table->digest = append->digests[append->digest_count - 1].digest;
	}
	return true;
}

static void table_snapshot(void *context, uint32_t index, const uint8_t *bytes, size_t size)
{
	struct table *table = context;
	struct complaint complaint;
	struct game *game = game_load(content, bytes, size, &complaint);
	assert_non_null(game);
	assert_int_equal(game_digest(game), game_digest(play_game(table->play)));
	assert_int_equal(index, play_index(table->play));
	game_free(game);
	table->snapshots++;
	table->snapshot_index = index;
}

static bool table_between(void *context)
{
	struct table *table = context;
	table->between++;
	play_paint(table->play, &table->frame);
	/* Nothing is shown before its commit. */
	assert_int_equal(table->next, play_index(table->play));
	return true;
}

static struct game *born(unsigned number, bool debug)
{
	struct seed seed = {{(uint8_t)number, (uint8_t)(number >> 8)}};
	struct birth birth = {.name = "anna", .debug = debug};
	return game_new(content, &seed, &birth);
}

static void table_begin(struct table *table, unsigned number)
{
	const struct play_link link = {table, table_append, table_snapshot, table_between};
	memset(table, 0, sizeof *table);
	table->play = play_new(born(number, true), content, NULL, 0, &link);
	play_prefer(table->play, NULL, PLAY_BELL, true);
	vt_frame_resize(&table->frame, 80, 24);
	play_paint(table->play, &table->frame);
	/* The greeting is read and away. */
	play_key(table->play, VT_KEY_ESCAPE);
	play_key(table->play, VT_KEY_ESCAPE);
	play_paint(table->play, &table->frame);
}

static void table_end(struct table *table)
{
	play_free(table->play);
	vt_frame_free(&table->frame);
}

static void type(struct table *table, const char *keys)
{
	for (; *keys; keys++)
		play_key(table->play, *keys == '\n'     ? '\r'
				      : *keys == '\033' ? VT_KEY_ESCAPE
							: *keys);
}

/* Returns the text of a row of the frame, with '?' for glyphs beyond ASCII. */
static const char *row(const struct table *table, int y)
{
	static char text[VT_WIDTH_MAX + 1];
	for (int x = 0; x < table->frame.width; x++) {
		uint16_t glyph = table->frame.cells[y * table->frame.width + x].glyph;
		text[x] = glyph < 127 ? (char)glyph : '?';
	}
	text[table->frame.width] = 0;
	return text;
}

static bool frame_has(struct table *table, const char *text)
{
	play_paint(table->play, &table->frame);
	for (int y = 0; y < table->frame.height; y++)
		if (strstr(row(table, y), text))
			return true;
	return false;
}

static void typed_ahead_keys_are_one_append(void **state)
{
	struct table table;
	(void)state;
	table_begin(&table, 1);
	type(&table, "....s");
	assert_int_equal(table.asked, 0);
	assert_true(play_settle(table.play));
	assert_int_equal(table.appended, 1);
	assert_int_equal(table.last_count, 5);
	assert_true(play_settle(table.play));
	assert_int_equal(table.appended, 1);
	table_end(&table);
}

static void a_run_is_one_append(void **state)
{
	struct table table;
	(void)state;
	/* Some seed of these has room to run in some direction. */
	for (unsigned number = 1; number < 20; number++) {
		table_begin(&table, number);
		type(&table, "LKHJ");
		assert_true(play_settle(table.play));
		bool ran = table.next > 4;
		assert_true(table.appended <= 1);
		table_end(&table);
		if (ran)
			return;
	}
	fail_msg("nobody ran");
}

static void refused_commands_cost_nothing(void **state)
{
	struct table table;
	(void)state;
	table_begin(&table, 2);
	uint64_t before = game_digest(play_game(table.play));
	type(&table, ">");
	assert_true(play_settle(table.play));
	assert_int_equal(table.asked, 0);
	assert_int_equal(game_digest(play_game(table.play)), before);
	play_paint(table.play, &table.frame);
	const char refusal[] = "No stairs down are known yet";
	assert_non_null(strstr(row(&table, 0), refusal));
	type(&table, ".");
	play_settle(table.play);
	play_paint(table.play, &table.frame);
	assert_null(strstr(row(&table, 0), refusal));
	table_end(&table);
}

static void a_failed_append_is_asked_again_and_keys_are_dropped(void **state)
{
	struct table table;
	uint8_t first[2048];
	(void)state;
	table_begin(&table, 3);
	table.failing = true;
	type(&table, "..");
	assert_false(play_settle(table.play));
	memcpy(first, table.last, table.last_size);
	size_t size = table.last_size;
	uint64_t held = game_digest(play_game(table.play));
	type(&table, "....");
	assert_false(play_settle(table.play));
	assert_int_equal(table.last_size, size);
	assert_memory_equal(table.last, first, size);
	assert_int_equal(game_digest(play_game(table.play)), held);
	table.failing = false;
	assert_true(play_settle(table.play));
	assert_int_equal(table.next, 2);
	type(&table, ".");
	assert_true(play_settle(table.play));
	assert_int_equal(table.next, 3);
	table_end(&table);
}

static struct game *replayed(const struct table *table, unsigned number, uint32_t until)
{
	struct game *game = born(number, true);
	struct command command;
	uint32_t count = 0;
	for (size_t at = 0; at < table->size && count < until; count++) {
		size_t read = command_decode(table->journal + at, table->size - at, &command);
		assert_true(read > 0);
		assert_int_not_equal(game_act(game, &command), VERDICT_REFUSED);
		at += read;
	}
	return game;
}

static void the_journal_plays_again_with_its_digests(void **state)
{
	struct table table;
	(void)state;
	table_begin(&table, 5);
	for (int i = 0; i < 40; i++) {
		type(&table, "hjklyubns.LKJH,");
		play_settle(table.play);
		play_paint(table.play, &table.frame);
	}
	assert_true(table.next > 128);
	assert_int_equal(table.digests, table.next / 64);
	struct game *game = replayed(&table, 5, table.digest_index);
	assert_int_equal(game_digest(game), table.digest);
	game_free(game);
	game = replayed(&table, 5, UINT32_MAX);
	assert_int_equal(game_digest(game), game_digest(play_game(table.play)));
	game_free(game);
	table_end(&table);
}

static void reading_costs_nothing(void **state)
{
	static const struct {
		const char *keys, *shows;
	} cases[] = {{"i", "You carry"}, {"C", "Character"}, {"m", "Messages"}, {"?", "Help"},
		{":", "Look where?"}, {"::", "Around you"}, {"::", "Under your feet"},
		{"\n", "Commands that work here"}, {"d", "What will you drop?"},
		{"g", "Travel where?"}, {"D", "Discoveries"}, {"_", "Where you have been"},
		{"_", "you are here"}, {"v", "rules"}, {"G", "Run in which direction?"}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct table table;
		table_begin(&table, 5);
		uint64_t before = game_digest(play_game(table.play));
		type(&table, cases[i].keys);
		if (!frame_has(&table, cases[i].shows))
			fail_msg("%s does not show '%s'", cases[i].keys, cases[i].shows);
		type(&table, "\033");
		assert_false(frame_has(&table, cases[i].shows) && strcmp(cases[i].keys, "v"));
		play_settle(table.play);
		assert_int_equal(table.asked, 0);
		assert_int_equal(game_digest(play_game(table.play)), before);
		table_end(&table);
	}
}

static void the_title_of_a_drawn_page_is_a_bar(void **state)
{
	struct table table;
	(void)state;
	table_begin(&table, 5);
	type(&table, "M");
	play_settle(table.play);
	assert_true(frame_has(&table, "This level"));
	for (int x = 0; x < table.frame.width; x++)
		assert_true(table.frame.cells[x].attributes & VT_REVERSE);
	table_end(&table);
}

static void the_cursor_rests_on_the_hero(void **state)
{
	static const int sizes[][2] = {{80, 24}, {40, 20}, {132, 50}, {200, 60}, {500, 200}};
	struct table table;
	(void)state;
	table_begin(&table, 6);
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		vt_frame_resize(&table.frame, sizes[i][0], sizes[i][1]);
		play_paint(table.play, &table.frame);
		const struct vt_frame *frame = &table.frame;
		assert_true(frame->cursor_x >= 0);
		assert_int_equal(
			frame->cells[frame->cursor_y * frame->width + frame->cursor_x].glyph, '@');
	}
	table_end(&table);
}

static void more_stands_only_where_it_must(void **state)
{
	struct table table;
	const struct play_link link = {0};
	(void)state;
	memset(&table, 0, sizeof table);
	table.play = play_new(born(7, false), content, NULL, 0, &link);
	vt_frame_resize(&table.frame, 200, 60);
	assert_false(frame_has(&table, "--more--"));
	table_end(&table);
}

static void flights_are_at_most_eight_frames(void **state)
{
	unsigned flown = 0;
	(void)state;
	for (unsigned number = 30; number < 40; number++) {
		struct table table;
		table_begin(&table, number);
		type(&table, "tdLl\n");
		assert_true(play_settle(table.play));
		assert_true(table.between <= 8);
		flown += table.between;
		table_end(&table);
	}
	assert_true(flown > 0);
}

static void ending_asks_first(void **state)
{
	struct table table;
	(void)state;
	table_begin(&table, 8);
	type(&table, "Qn");
	assert_int_equal(play_state(table.play), PLAY_GOING);
	type(&table, "<n");
	assert_int_equal(play_state(table.play), PLAY_GOING);
	play_settle(table.play);
	assert_int_equal(table.asked, 0);
	type(&table, "Qy");
	assert_true(play_settle(table.play));
	assert_int_equal(play_state(table.play), PLAY_ENDED);
	assert_int_equal(table.next, 1);
	type(&table, "....");
	play_settle(table.play);
	assert_int_equal(table.next, 1);
	table_end(&table);
}

/* A step into what is known to harm costs nothing until it is confirmed; elsewhere nothing is
 * asked. */
static void a_step_into_harm_is_asked_about(void **state)
{
	static const char keys[DIR_COUNT] = {'k', 'u', 'l', 'n', 'j', 'b', 'h', 'y'};
	struct table table;
	(void)state;
	table_begin(&table, 8);
	struct game *game = play_game(table.play);
	int x = game->creatures[HERO].x, y = game->creatures[HERO].y, direction = 0;
	while (!distance_map_step_legal(
		&game->derived.distances, x, y, (enum direction)direction, 0))
		direction++;
	place_set_terrain(game, x + direction_dx[direction], y + direction_dy[direction],
		content_find_terrain(content, "web"));
	senses_look(game);
	char step[2] = {keys[direction]}, run[2] = {(char)(keys[direction] - 'a' + 'A')};
	type(&table, step);
	assert_true(frame_has(&table, "Go on?"));
	type(&table, "n");
	type(&table, run);
	assert_true(frame_has(&table, "Go on?"));
	type(&table, "n");
	play_settle(table.play);
	assert_int_equal(table.asked, 0);
	assert_int_equal(game->creatures[HERO].x, x);
	assert_int_equal(game->creatures[HERO].y, y);
	type(&table, step);
	type(&table, "y");
	assert_true(play_settle(table.play));
	assert_int_equal(table.next, 1);
	assert_int_equal(game->creatures[HERO].x, x + direction_dx[direction]);
	assert_true(creature_has(game, HERO, STATUS_STUCK));
	table_end(&table);
}

static void saving_leaves_and_keeps(void **state)
{
	struct table table;
	(void)state;
	table_begin(&table, 9);
	type(&table, "..S");
	assert_true(play_settle(table.play));
	assert_int_equal(play_state(table.play), PLAY_SAVED);
	play_snapshot(table.play);
	assert_int_equal(table.snapshots, 1);
	play_snapshot(table.play);
	assert_int_equal(table.snapshots, 1);
	table_end(&table);
}

/* A guest's run is kept by nobody, so leaving it asks. */
static void who_is_not_kept_is_asked_before_leaving(void **state)
{
	struct table table;
	(void)state;
	table_begin(&table, 9);
	play_passes(table.play);
	type(&table, "S");
	assert_true(frame_has(&table, "lose it? (y/n)"));
	type(&table, "n");
	assert_int_equal(play_state(table.play), PLAY_GOING);
	type(&table, "Sy");
	assert_int_equal(play_state(table.play), PLAY_SAVED);
	table_end(&table);
}

/* A key that means nothing is answered in one sentence. */
static void wrong_keys_are_answered(void **state)
{
	static const struct {
		const char *keys, *answer;
	} cases[] = {
		{"E", "E does nothing here."},
		{"o", "There is no closed door beside you."},
		{"c", "There is no open door beside you."},
		{"r", "You carry nothing to read."},
		{"qa", "You cannot drink that."},
		{"dz", "You carry nothing of that letter."},
	};
	struct table table;
	(void)state;
	table_begin(&table, 1);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		type(&table, cases[i].keys);
		if (!frame_has(&table, cases[i].answer))
			fail_msg("%s: %s", cases[i].keys, row(&table, 0));
		type(&table, "\033");
	}
	assert_int_equal(play_index(table.play), 0);
	table_end(&table);
}

/* So many commands that cost no turn, without a pause in which anything is settled. */
static void hurry(struct table *table, int commands)
{
	const struct command appearance = {.verb = VERB_DEBUG, .number = DEBUG_SIGHT};
	while (commands-- > 0)
		assert_true(play_act(table->play, &appearance));
}

/* At any pace, resuming a game replays no more commands than the limit. */
static void the_journal_since_a_snapshot_is_bounded(void **state)
{
	static const int paces[] = {1, 10, 255, 256, 511, 512, 513, 700, 3000};
	(void)state;
	for (size_t i = 0; i < sizeof paces / sizeof *paces; i++) {
		struct table table;
		table_begin(&table, 10);
		while (table.next < 4000) {
			hurry(&table, paces[i]);
			assert_true(play_settle(table.play));
		}
		assert_true(table.snapshots > 1);
		assert_true(table.longest <= PLAY_JOURNAL_MOST);
		table_end(&table);
	}
}

/* Callers who hang up before each snapshot would fall due still leave one. */
static void hanging_up_often_does_not_put_snapshots_off(void **state)
{
	struct table table;
	const struct play_link link = {&table, table_append, table_snapshot, NULL};
	(void)state;
	table_begin(&table, 10);
	for (int calls = 0; calls < 10; calls++) {
		hurry(&table, 200);
		assert_true(play_settle(table.play));
		size_t size;
		struct complaint complaint;
		uint8_t *bytes = game_save(play_game(table.play), &size);
		play_free(table.play);
		table.play = play_new(game_load(content, bytes, size, &complaint), content, NULL,
			table.next, &link);
		play_kept(table.play, table.snapshot_index);
		free(bytes);
	}
	assert_true(table.snapshots >= 4);
	assert_true(table.longest <= PLAY_JOURNAL_MOST);
	table_end(&table);
}

static void another_level_is_a_snapshot(void **state)
{
	struct table table;
	struct bot *bot = bot_new("reckless", content, 1);
	struct bot_senses senses;
	bool refused = false;
	(void)state;
	table_begin(&table, 10);
	while (play_depth(table.play) == 1 && play_state(table.play) == PLAY_GOING) {
		assert_int_equal(table.snapshots, table.next / 256);
		bot_sense(play_game(table.play), refused, &senses);
		struct command command = bot_choose(bot, &senses);
		refused = !play_act(table.play, &command);
		assert_true(play_settle(table.play));
	}
	assert_int_equal(play_depth(table.play), 2);
	assert_int_equal(table.snapshot_index, play_index(table.play));
	bot_free(bot);
	table_end(&table);
}

/* Any keys at any size: nothing is written outside, and the journal still plays again. */
static void any_keys_at_any_size(void **state)
{
	static const int sizes[][2] = {{1, 1}, {10, 4}, {39, 19}, {40, 20}, {80, 24}, {99, 24},
		{100, 24}, {132, 50}, {500, 200}, {40, 200}, {500, 20}};
	static const char keys[] =
		"hjklyubnHJKLYUBN.s,oc<>iawWqretdGgXPx:mCD?v\r\033 -+abcdnp*\tVOMRT12346789;@_zZA";
	uint32_t random = 12345;
	(void)state;
	for (unsigned number = 20; number < 26; number++) {
		struct table table;
		table_begin(&table, number);
		for (int i = 0; i < 400 && play_state(table.play) == PLAY_GOING; i++) {
			random = random * 1664525 + 1013904223;
			char key = keys[(random >> 8) % (sizeof keys - 1)];
			play_key(table.play, key);
			if (random & 64)
				play_key(table.play, VT_KEY_UP + (int)(random >> 24) % 8);
			assert_true(play_settle(table.play));
			size_t size = (random >> 16) % (sizeof sizes / sizeof sizes[0]);
			vt_frame_resize(&table.frame, sizes[size][0], sizes[size][1]);
			play_paint(table.play, &table.frame);
		}
		struct game *game = replayed(&table, number, UINT32_MAX);
		assert_int_equal(game_digest(game), game_digest(play_game(table.play)));
		game_free(game);
		table_end(&table);
	}
}

static int setup(void **state)
{
	(void)state;
	content = content_load(NULL);
	return content ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	content_free(content);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(typed_ahead_keys_are_one_append),
		cmocka_unit_test(a_run_is_one_append),
		cmocka_unit_test(refused_commands_cost_nothing),
		cmocka_unit_test(a_failed_append_is_asked_again_and_keys_are_dropped),
		cmocka_unit_test(the_journal_plays_again_with_its_digests),
		cmocka_unit_test(reading_costs_nothing),
		cmocka_unit_test(the_title_of_a_drawn_page_is_a_bar),
		cmocka_unit_test(the_cursor_rests_on_the_hero),
		cmocka_unit_test(more_stands_only_where_it_must),
		cmocka_unit_test(flights_are_at_most_eight_frames),
		cmocka_unit_test(ending_asks_first),
		cmocka_unit_test(a_step_into_harm_is_asked_about),
		cmocka_unit_test(saving_leaves_and_keeps),
		cmocka_unit_test(who_is_not_kept_is_asked_before_leaving),
		cmocka_unit_test(wrong_keys_are_answered),
		cmocka_unit_test(the_journal_since_a_snapshot_is_bounded),
		cmocka_unit_test(hanging_up_often_does_not_put_snapshots_off),
		cmocka_unit_test(another_level_is_a_snapshot),
		cmocka_unit_test(any_keys_at_any_size),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
