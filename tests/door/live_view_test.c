/* Live views: a spectator's screen equals that of the game, and no bytes harm it. */
#include "tests/test.h"

#include <limits.h>

#include "tests/door/golden_content.h"
#include "tests/door/recorded.h"

#include "door/play/play.h"
#include "door/watch/live_view.h"

static struct content *content;
static uint8_t digest[CONTENT_DIGEST_SIZE];
static const struct seed seed = {
	{201, 142, 3, 244, 155, 6, 217, 188, 229, 130, 11, 212, 173, 14, 235, 166}};
static struct live_view live, decoded;
static uint8_t bytes[LIVE_VIEW_BYTES_MAX];

static int set_up(void **state)
{
	(void)state;
	content = golden_content();
	if (!content)
		return -1;
	content_digest(content, digest);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	content_free(content);
	return 0;
}

static struct game *new_game(void)
{
	struct birth birth = {.name = "Nora"};

	return game_new(content, &seed, &birth);
}

static size_t encoded(const struct game *game)
{
	live_view_take(&live, game, "Nora", digest);
	return live_view_encode(&live, bytes);
}

/* Paints the game, and its view as a spectator has it, and compares the frames. */
static void looks_the_same(struct game *game, const struct play_newest *read, int width, int height)
{
	struct play *of_game = play_watch_new(), *of_view = play_watch_new();
	struct vt_frame wanted = {0}, shown = {0};
	size_t cells = (size_t)(width * height);

	assert_true(live_view_decode(&decoded, bytes, encoded(game)));
	assert_true(live_view_fits(&decoded, content));
	vt_frame_resize(&wanted, width, height);
	vt_frame_resize(&shown, width, height);
	play_watch(of_game, game, content, read);
	play_watch_live(of_view, &decoded, content, read);
	play_paint(of_game, &wanted);
	play_paint(of_view, &shown);
	assert_memory_equal(wanted.cells, shown.cells, cells * sizeof *wanted.cells);
	assert_int_equal(wanted.cursor_x, shown.cursor_x);
	assert_int_equal(wanted.cursor_y, shown.cursor_y);
	vt_frame_free(&wanted);
	vt_frame_free(&shown);
	play_watch_free(of_game);
	play_watch_free(of_view);
}

static void a_view_looks_as_the_game_does(void **state)
{
	static const struct {
		int width, height;
	} windows[] = {{80, 24}, {40, 20}, {56, 20}, {100, 30}, {132, 44}};
	struct game *game = new_game();
	uint32_t chance = 7;

	(void)state;
	for (uint32_t i = 0; i < 600; i++) {
		struct play_newest read = play_newest(game);
		struct command command;
		size_t window = i % (sizeof windows / sizeof *windows);

		recorded_command(&chance, i, &command);
		game_act(game, &command);
		looks_the_same(game, &read, windows[window].width, windows[window].height);
	}
	game_free(game);
}

static void a_view_holds_its_run_and_no_seed(void **state)
{
	struct game *game = new_game();
	struct command quit = {.verb = VERB_QUIT};
	size_t size = encoded(game);

	(void)state;
	assert_true(live_view_decode(&decoded, bytes, size));
	assert_string_equal(decoded.player, "Nora");
	assert_memory_equal(decoded.content, digest, sizeof digest);
	assert_int_equal(decoded.outcome, OUTCOME_GOING);
	assert_false(decoded.over);
	for (size_t at = 0; at + 4 <= sizeof seed.bytes; at++)
		assert_null(memmem(&decoded, sizeof decoded, seed.bytes + at, 4));
	/* The control: the bytes are found where they are. */
	memcpy(decoded.place, seed.bytes, sizeof seed.bytes);
	assert_non_null(memmem(&decoded, sizeof decoded, seed.bytes, 4));
	game_act(game, &quit);
	size = encoded(game);
	assert_true(live_view_decode(&decoded, bytes, size));
	assert_int_equal(decoded.outcome, OUTCOME_QUIT);
	assert_true(strlen(decoded.cause) > 0);
	game_free(game);
}

/* Only the first part and the whole of a message are exact: each byte is read in its own copy. */
static bool decodes(const uint8_t *from, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);
	bool well;

	assert_non_null(copy);
	memcpy(copy, from, size);
	well = live_view_decode(&decoded, copy, size);
	free(copy);
	return well;
}

static void a_part_of_a_view_is_refused(void **state)
{
	struct game *game = new_game();
	size_t size = encoded(game);

	(void)state;
	for (size_t part = 0; part < size; part++)
		assert_false(decodes(bytes, part));
	assert_true(decodes(bytes, size));
	bytes[size] = 0;
	assert_false(decodes(bytes, size + 1));
	bytes[0]++;
	assert_false(decodes(bytes, size));
	game_free(game);
}

/* Each value outside of its bounds is refused by itself. */
static void each_bound_is_kept(void **state)
{
	struct game *game = new_game();
	struct message message = {.repeats = 1, .text = "A message."};

	(void)state;
#define REFUSED(change)                                                                            \
	do {                                                                                       \
		live_view_take(&live, game, "Nora", digest);                                       \
		live.view.messages = &message;                                                     \
		live.view.message_count = live.view.creature_count = 1;                            \
		live.view.creatures[0] = (struct view_creature){.name = "rat"};                    \
		assert_true(decodes(bytes, live_view_encode(&live, bytes)));                       \
		change;                                                                            \
		assert_false(decodes(bytes, live_view_encode(&live, bytes)));                      \
		message.role = 0;                                                                  \
	} while (0)
	REFUSED(live.view.hero_x = live.view.width);
	REFUSED(live.view.hero_y = live.view.height);
	REFUSED(live.view.width = 0);
	REFUSED(live.view.creatures[0].x = live.view.width);
	REFUSED(live.view.creatures[0].y = -1);
	REFUSED(live.view.creatures[0].health_percent = 101);
	REFUSED(message.role = COLOUR_ROLE_COUNT);
	REFUSED(live.outcome = OUTCOME_QUIT + 1);
	REFUSED(live.view.cells[live.view.hero_x + live.view.hero_y * live.view.width].light =
			COLOUR_ROLE_COUNT);
	REFUSED(live.view.cells[live.view.hero_x + live.view.hero_y * live.view.width].ground =
			GROUND_GAS + 1);
	REFUSED(live.view.cells[live.view.hero_x + live.view.hero_y * live.view.width].hue =
			LIGHT_HUE_LAST + 1);
#undef REFUSED
	/* Figures are cut, not refused. */
	live_view_take(&live, game, "Nora", digest);
	live.view.status.gold = INT_MAX;
	live.score = INT_MIN;
	assert_true(decodes(bytes, live_view_encode(&live, bytes)));
	assert_int_equal(decoded.view.status.gold, LIVE_FIGURE_MAX);
	assert_int_equal(decoded.score, -LIVE_FIGURE_MAX);
	game_free(game);
}

/* A changed byte is refused, or it gives a view that can be painted and sent again. */
static void a_changed_view_does_no_harm(void **state)
{
	static uint8_t changed[LIVE_VIEW_BYTES_MAX], again[LIVE_VIEW_BYTES_MAX];
	struct game *game = new_game();
	struct play_newest none = {0, 0};
	struct vt_frame frame = {0};
	size_t size = encoded(game), painted = 0;

	(void)state;
	vt_frame_resize(&frame, 80, 24);
	for (size_t at = 0; at < size; at++) {
		for (int bit = 0; bit < 8; bit++) {
			struct play *play;

			memcpy(changed, bytes, size);
			changed[at] ^= (uint8_t)(1 << bit);
			if (!decodes(changed, size) || !live_view_fits(&decoded, content))
				continue;
			painted++;
			play = play_watch_new();
			play_watch_live(play, &decoded, content, &none);
			play_paint(play, &frame);
			play_watch_free(play);
			assert_true(live_view_encode(&decoded, again) <= LIVE_VIEW_BYTES_MAX);
		}
	}
	assert_true(painted > size);
	vt_frame_free(&frame);
	game_free(game);
}

/* The largest level, of which no cell is like the one before it, has room in a message. */
static void the_largest_view_fits_a_message(void **state)
{
	struct game *game = new_game();
	size_t size;

	(void)state;
	encoded(game);
	live.view.width = 200;
	live.view.height = VIEW_CELLS_MAX / 200;
	for (int i = 0; i < VIEW_CELLS_MAX; i++)
		live.view.cells[i] = (struct view_cell){.appearance = (uint16_t)i,
			.flags = CELL_KNOWN,
			.smell = 9,
			.light = COLOUR_ROLE_TEXT + 1,
			.strength = 9};
	live.view.creature_count = VIEW_CREATURES_MAX;
	for (int i = 0; i < VIEW_CREATURES_MAX; i++)
		memset(live.view.creatures[i].name, 'x', sizeof live.view.creatures[i].name - 1);
	live.state_count = LIVE_STATES_MAX;
	size = live_view_encode(&live, bytes);
	assert_in_range(size, 6 * VIEW_CELLS_MAX, LIVE_VIEW_BYTES_MAX);
	assert_true(live_view_decode(&decoded, bytes, size));
	assert_false(live_view_fits(&decoded, content));
	game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_view_looks_as_the_game_does),
		cmocka_unit_test(a_view_holds_its_run_and_no_seed),
		cmocka_unit_test(a_part_of_a_view_is_refused),
		cmocka_unit_test(each_bound_is_kept),
		cmocka_unit_test(a_changed_view_does_no_harm),
		cmocka_unit_test(the_largest_view_fits_a_message),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
