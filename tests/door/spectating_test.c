/* Watching a run in progress: the spectator's screen, its keys, and views that are no views. */
#define FILM_SAME_DAY
#include "tests/test.h"

#include "tests/door/film.h"
#include "tests/door/golden_content.h"
#include "tests/door/recorded.h"

#include "door/replay/spectating.h"
#include "door/watch/live_view.h"

struct scene {
	struct fixture *fixture;
	struct store_client *line;
	struct game *game;
	struct spectating *spectating;
	int views; /* the replayer's end */
	uint32_t chance, count;
	struct vt_frame frame;
};

static struct live_view live;
static uint8_t bytes[LIVE_VIEW_BYTES_MAX];
static uint8_t digest[CONTENT_DIGEST_SIZE];

static int set_up(void **state)
{
	const struct seed seed = {{4, 7, 1}};
	const struct birth birth = {.name = "Nora"};
	struct scene *scene = *state = calloc(1, sizeof *scene);
	int pair[2];

	film_same_chance();
	scene->fixture = fixture_new();
	content_free(scene->fixture->content);
	scene->fixture->content = golden_content();
	if (!scene->fixture->content || !keeper_pair(pair))
		return -1;
	fixture_start(scene->fixture);
	scene->line = fixture_caller(scene->fixture, "Otto");
	scene->game = game_new(scene->fixture->content, &seed, &birth);
	scene->views = pair[1];
	scene->spectating =
		spectating_new(scene->fixture->content, scene->line, "Nora", 1, pair[0]);
	content_digest(scene->fixture->content, digest);
	vt_frame_resize(&scene->frame, 80, 24);
	return 0;
}

static int tear_down(void **state)
{
	struct scene *scene = *state;

	spectating_free(scene->spectating);
	if (scene->views >= 0)
		close(scene->views);
	vt_frame_free(&scene->frame);
	game_free(scene->game);
	store_client_free(scene->line);
	fixture_tear_down((void **)&scene->fixture);
	free(scene);
	return 0;
}

static void send_view(struct scene *scene, bool over)
{
	size_t size;

	live_view_take(&live, scene->game, "Nora", digest);
	live.over = over;
	size = live_view_encode(&live, bytes);
	assert_int_equal(send(scene->views, bytes, size, 0), size);
}

/* The player acts so often, each time with a view. */
static void play_on(struct scene *scene, int commands)
{
	struct command command;

	for (int i = 0; i < commands; i++) {
		recorded_command(&scene->chance, scene->count++, &command);
		game_act(scene->game, &command);
		send_view(scene, false);
	}
}

static bool shows(struct scene *scene, const char *text)
{
	static char all[VT_WIDTH_MAX * VT_HEIGHT_MAX + 1];
	int cells = scene->frame.width * scene->frame.height;

	spectating_paint(scene->spectating, &scene->frame);
	for (int i = 0; i < cells; i++)
		all[i] = (char)(scene->frame.cells[i].glyph < 127 ? scene->frame.cells[i].glyph
								  : '?');
	all[cells] = '\0';
	return strstr(all, text) != NULL;
}

static void picture(struct scene *scene, struct film *film, const char *title)
{
	spectating_paint(scene->spectating, &scene->frame);
	film_frame(film, title, &scene->frame);
}

static void a_game_is_watched_as_filmed(void **state)
{
	static const int windows[][2] = {{80, 24}, {40, 20}, {100, 30}, {132, 44}};
	struct scene *scene = *state;
	const struct command quit = {.verb = VERB_QUIT};
	struct film film;
	char title[32];

	film_open(&film, "spectating");
	picture(scene, &film, "before the first view");
	send_view(scene, false);
	spectating_tick(scene->spectating);
	picture(scene, &film, "introduced");
	for (int i = 0; i < 24; i++) {
		play_on(scene, i < 12 ? 1 : 7);
		spectating_tick(scene->spectating);
		vt_frame_resize(&scene->frame, windows[i % 4][0], windows[i % 4][1]);
		snprintf(title, sizeof title, "after %u", scene->count);
		picture(scene, &film, title);
	}
	assert_true(spectating_key(scene->spectating, '?'));
	picture(scene, &film, "keys");
	assert_true(spectating_key(scene->spectating, VT_KEY_ESCAPE));
	game_act(scene->game, &quit);
	send_view(scene, true);
	spectating_tick(scene->spectating);
	for (int i = 0; i < 4; i++) {
		vt_frame_resize(&scene->frame, windows[i][0], windows[i][1]);
		picture(scene, &film, "the end");
	}
	film_close(&film);
	assert_int_equal(spectating_ended(scene->spectating), 1);
	assert_int_equal(spectating_descriptor(scene->spectating), -1);
	assert_int_equal(spectating_tick_ms(scene->spectating), 0);
	assert_false(spectating_key(scene->spectating, 'q'));
}

static void a_stopped_spectator_goes_on_at_the_newest_turn(void **state)
{
	struct scene *scene = *state;
	uint32_t turn;

	send_view(scene, false);
	spectating_tick(scene->spectating);
	assert_true(shows(scene, " live "));
	assert_int_equal(spectating_descriptor(scene->spectating) >= 0, true);
	assert_true(spectating_key(scene->spectating, ' '));
	assert_int_equal(spectating_descriptor(scene->spectating), -1);
	turn = live.view.status.turn;
	play_on(scene, 9);
	spectating_tick(scene->spectating);
	assert_true(shows(scene, " stopped "));
	assert_true(shows(scene, "turn 0 "));
	assert_true(live.view.status.turn > turn);
	assert_true(spectating_key(scene->spectating, ' '));
	spectating_tick(scene->spectating);
	assert_true(shows(scene, " live "));
	assert_false(shows(scene, "turn 0 "));
}

static void what_is_no_view_ends_the_watching(void **state)
{
	struct scene *scene = *state;

	send_view(scene, false);
	spectating_tick(scene->spectating);
	assert_int_equal(send(scene->views, "\1what is this", 13, 0), 13);
	spectating_tick(scene->spectating);
	assert_true(shows(scene, "A run that cannot be shown"));
	assert_true(shows(scene, "cannot be read"));
	assert_int_equal(spectating_descriptor(scene->spectating), -1);
	assert_int_equal(spectating_tick_ms(scene->spectating), 0);
	assert_true(spectating_key(scene->spectating, ' '));
	assert_false(spectating_key(scene->spectating, VT_KEY_ESCAPE));
}

static void a_view_of_unknown_content_ends_the_watching(void **state)
{
	struct scene *scene = *state;

	digest[0]++;
	send_view(scene, false);
	spectating_tick(scene->spectating);
	assert_true(shows(scene, "The content of this game cannot be read."));
}

/* A run whose content is not the spectator's is shown by its own, which the keeper has. */
static void another_content_is_fetched(void **state)
{
	struct scene *scene = *state;
	struct content *other = stock_content();
	struct spectating *spectating;
	int pair[2];

	assert_true(keeper_pair(pair));
	spectating = spectating_new(other, scene->line, "Nora", 1, pair[0]);
	spectating_free(scene->spectating);
	close(scene->views);
	scene->spectating = spectating;
	scene->views = pair[1];
	for (int i = 0; i < 3; i++) {
		play_on(scene, 1);
		spectating_tick(scene->spectating);
		assert_true(shows(scene, "live"));
		assert_true(shows(scene, "@"));
	}
	spectating_free(scene->spectating);
	scene->spectating = NULL;
	content_free(other);
}

static void appearances_beyond_the_content_end_the_watching(void **state)
{
	struct scene *scene = *state;
	size_t size;

	live_view_take(&live, scene->game, "Nora", digest);
	live.view.cells[0] = (struct view_cell){.appearance = UINT16_MAX, .flags = CELL_KNOWN};
	size = live_view_encode(&live, bytes);
	assert_int_equal(send(scene->views, bytes, size, 0), size);
	spectating_tick(scene->spectating);
	assert_true(shows(scene, "cannot be read"));
}

/* The player is gone: the spectator asks again, says so after a while, and waits. */
static void a_closed_socket_is_asked_for_again(void **state)
{
	struct scene *scene = *state;

	send_view(scene, false);
	spectating_tick(scene->spectating);
	close(scene->views);
	scene->views = -1;
	spectating_tick(scene->spectating);
	assert_true(shows(scene, " away "));
	for (int asked = 1; asked <= 5; asked++) {
		assert_in_range(spectating_tick_ms(scene->spectating), 1, 1000);
		spectating_tick(scene->spectating);
		assert_int_equal(shows(scene, "Nora has left."), asked >= 3);
	}
	assert_true(spectating_key(scene->spectating, ' '));
	assert_int_equal(spectating_tick_ms(scene->spectating), 0);
}

static void without_any_view_the_reason_is_shown(void **state)
{
	struct scene *scene = *state;

	close(scene->views);
	scene->views = -1;
	for (int asked = 0; asked < 4; asked++)
		spectating_tick(scene->spectating);
	assert_true(shows(scene, "Nobody with that name is playing"));
	assert_int_equal(spectating_tick_ms(scene->spectating), 0);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(a_game_is_watched_as_filmed),
		TITLE(a_stopped_spectator_goes_on_at_the_newest_turn),
		TITLE(what_is_no_view_ends_the_watching),
		TITLE(a_view_of_unknown_content_ends_the_watching),
		TITLE(another_content_is_fetched),
		TITLE(appearances_beyond_the_content_end_the_watching),
		TITLE(a_closed_socket_is_asked_for_again),
		TITLE(without_any_view_the_reason_is_shown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
