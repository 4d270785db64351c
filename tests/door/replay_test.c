/* Controls of a replay: keys, time and what its corner says. */
#include "replay_scene.h"

static void time_moves_it_on_to_its_end(void **state)
{
	struct scene *scene = *state;
	uint32_t ticks = 0;

	assert_int_equal(replay_tick_ms(scene->replay), 1000 / REPLAY_SPEED);
	replay_tick(scene->replay);
	assert_int_equal(index_of(scene), 1);
	press(scene, "++++");
	assert_true(shows(scene, "128/s"));
	for (; replay_tick_ms(scene->replay) > 0; ticks++) {
		assert_true(ticks < RECORDED_MAX);
		replay_tick(scene->replay);
	}
	assert_int_equal(index_of(scene), scene->recorded.count);
	assert_in_range(ticks, scene->recorded.count / 8, scene->recorded.count / 8 + 3);
	assert_true(says(scene, "The run ends here: "));
	assert_true(says(scene, ", score "));
	assert_true(shows(scene, " the end "));
}

/* There is nobody to answer it; and the last that was said stands beside how it ended. */
static void no_page_waits_to_be_turned(void **state)
{
	struct scene *scene = *state;
	struct view view;

	for (uint32_t i = 0; i < scene->recorded.count; i++) {
		replay_tick(scene->replay);
		assert_false(says(scene, "--more--"));
	}
	press(scene, "g9\r$");
	assert_true(says(scene, "The run ends here: "));
	game_view(replay_cursor_game(replay_cursor_of(scene->replay)), &view);
	assert_true(view.message_count > 0);
	assert_true(says(scene, view.messages[view.message_count - 1].text));
}

static void whoever_changes_the_speed_sees_it(void **state)
{
	struct scene *scene = *state;

	press(scene, " ");
	assert_true(shows(scene, " stopped "));
	assert_false(shows(scene, "/s"));
	press(scene, "+");
	assert_true(shows(scene, " stopped 16/s "));
	press(scene, "--");
	assert_true(shows(scene, " stopped 4/s "));
	press(scene, ".");
	assert_false(shows(scene, "/s"));
}

static void a_speed_outside_the_range_becomes_its_edge(void **state)
{
	static const int speeds[][2] = {{-5, 1}, {0, 1}, {1, 1}, {2, 2},
		{REPLAY_SPEED_MOST, REPLAY_SPEED_MOST}, {REPLAY_SPEED_MOST + 1, REPLAY_SPEED_MOST}};
	struct scene *scene = *state;
	struct run_source source = run_source_of_line(scene->line);
	char corner[24];

	for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
		replay_free(scene->replay);
		scene->replay = replay_new(replay_cursor_new(&source, scene->fixture->content,
						   scene->recorded.run.id, REPLAY_CURSOR_BOTH_WAYS),
			REPLAY_ENDED, speeds[i][0]);
		snprintf(corner, sizeof corner, " %d/s ", speeds[i][1]);
		assert_true(shows(scene, corner));
	}
}

static void it_stops_and_steps_both_ways(void **state)
{
	struct scene *scene = *state;
	uint32_t turns[61] = {0};
	int steps = 0;

	press(scene, " ");
	assert_int_equal(replay_tick_ms(scene->replay), 0);
	replay_tick(scene->replay);
	assert_int_equal(index_of(scene), 0);
	/* A slow hero takes several turns for a step. */
	while (steps < 60) {
		press(scene, ".");
		turns[++steps] = turn_of(scene);
		assert_true(turns[steps] > turns[steps - 1]);
	}
	while (steps-- > 0) {
		press(scene, ",");
		assert_int_equal(turn_of(scene), turns[steps]);
	}
	press(scene, ",");
	assert_int_equal(index_of(scene), 0);
	press(scene, "g45\r");
	assert_int_equal(turn_of(scene), 45);
	press(scene, "g4\b\r ");
	assert_int_equal(turn_of(scene), 45);
	assert_true(replay_tick_ms(scene->replay) > 0);
	assert_false(replay_key(scene->replay, 'q'));
}

static void the_keys_are_told_and_time_waits(void **state)
{
	struct scene *scene = *state;

	press(scene, "?");
	assert_true(shows(scene, "Watching a run"));
	assert_true(shows(scene, "a turn on, a turn back"));
	assert_int_equal(replay_tick_ms(scene->replay), 0);
	assert_true(replay_key(scene->replay, VT_KEY_ESCAPE));
	assert_false(shows(scene, "Watching a run"));
	assert_true(replay_tick_ms(scene->replay) > 0);
}

/* The words of the beginning are for a terminal, and go by themselves. */
static void it_says_whose_run_it_is_for_a_while(void **state)
{
	struct scene *scene = *state;

	assert_false(says(scene, "tells the keys"));
	replay_introduce(scene->replay);
	assert_true(says(scene, "This is Mina's call. ? tells the keys."));
	for (int passed_ms = 0; passed_ms < 4000; passed_ms += 1000 / REPLAY_SPEED)
		replay_tick(scene->replay);
	assert_false(says(scene, "tells the keys"));
}

/* The status line of the hero is complete in a window without spare rows. */
static void the_corner_leaves_the_status_its_room(void **state)
{
	struct scene *scene = *state;
	struct vt_frame bare = {0};

	for (int width = 80; width >= 56; width--) {
		assert_true(vt_frame_resize(&bare, width, 24));
		assert_true(vt_frame_resize(&scene->frame, width, 24));
		replay_paint_bare(scene->replay, &bare);
		assert_true(shows(scene, width < 72 ? " 8/s " : " turn 0  0%  8/s  ? keys "));
		for (int i = 22 * width; i < 24 * width; i++)
			if (bare.cells[i].glyph != ' ')
				assert_int_equal(scene->frame.cells[i].glyph, bare.cells[i].glyph);
	}
	vt_frame_free(&bare);
}

/* Where the corner has to lie over the status, no figure is left that says something else: what it
 * covers in part, it covers whole. */
static void the_corner_cuts_no_figure(void **state)
{
	struct scene *scene = *state;
	struct vt_frame bare = {0};
	int covered = 0;

	press(scene, "$");
	for (int width = 55; width >= 40; width--) {
		assert_true(vt_frame_resize(&bare, width, 20));
		assert_true(vt_frame_resize(&scene->frame, width, 20));
		replay_paint_bare(scene->replay, &bare);
		replay_paint(scene->replay, &scene->frame);
		const struct vt_cell *was = &bare.cells[19 * width],
				     *is = &scene->frame.cells[19 * width];
		int corner = 0;
		while (corner < width && !(is[corner].attributes & VT_REVERSE))
			corner++;
		if (corner == width || was[corner].glyph == ' ')
			continue;
		covered++;
		assert_int_equal(is[corner - 1].glyph, ' ');
		assert_int_equal(is[corner - 2].glyph, ' ');
	}
	assert_true(covered > 0);
	vt_frame_free(&bare);
}

/* Forward from event to event, noting each; then back over the same. */
static void events_are_the_same_from_both_sides(void **state)
{
	struct scene *scene = *state;
	uint32_t found[RECORDED_MAX];
	size_t count = 0;

	do {
		press(scene, "n");
		assert_false(shows(scene, "stopped"));
		found[count++] = index_of(scene);
	} while (index_of(scene) < scene->recorded.count);
	assert_true(count > 1);
	while (--count > 0) {
		press(scene, "N");
		assert_int_equal(index_of(scene), found[count - 1]);
	}
	press(scene, "N");
	assert_int_equal(index_of(scene), 0);
}

static void a_picture_is_the_same_whatever_the_way_to_it(void **state)
{
	struct scene *scene = *state;
	size_t size = 80 * 24 * sizeof *scene->frame.cells;
	struct vt_cell *first = malloc(size);

	press(scene, "g70\r");
	replay_paint(scene->replay, &scene->frame);
	memcpy(first, scene->frame.cells, size);
	press(scene, "$");
	replay_paint(scene->replay, &scene->frame);
	assert_memory_not_equal(first, scene->frame.cells, size);
	press(scene, "g70\r");
	replay_paint(scene->replay, &scene->frame);
	assert_memory_equal(first, scene->frame.cells, size);
	free(first);
}

/* Another replay of the run goes on where this one was; any number is a position. */
static void a_position_is_found_again(void **state)
{
	struct scene *scene = *state;
	uint64_t position = 0, end, other;

	press(scene, "g70\r+");
	uint32_t index = index_of(scene);
	assert_true(replay_position(scene->replay, &position));
	assert_true(position != 0);
	press(scene, "$---");
	assert_true(replay_position(scene->replay, &end));
	replay_go_position(scene->replay, position);
	assert_int_equal(index_of(scene), index);
	press(scene, "+");
	assert_true(shows(scene, " stopped 32/s "));
	replay_go_position(scene->replay, end);
	assert_true(shows(scene, " the end "));
	press(scene, "0 ");
	assert_true(replay_tick_ms(scene->replay) > 0);
	assert_true(replay_position(scene->replay, &position));
	replay_go_position(scene->replay, end);
	replay_go_position(scene->replay, position);
	assert_true(replay_tick_ms(scene->replay) > 0);
	assert_int_equal(index_of(scene), 0);
	for (unsigned bit = 0; bit < 64; bit++) {
		replay_go_position(scene->replay, 1ULL << bit);
		assert_true(index_of(scene) <= scene->recorded.count);
		replay_go_position(scene->replay, ~(1ULL << bit));
		assert_true(replay_position(scene->replay, &other));
	}
	press(scene, "?");
	assert_false(replay_position(scene->replay, &other));
	press(scene, "qg");
	assert_false(replay_position(scene->replay, &other));
}

/* The player left. Nothing is said of a score, and nothing stays of it at an earlier turn. */
static void a_run_that_goes_on_ends_here(void **state)
{
	struct scene *scene = *state;
	struct store_client *line = fixture_caller(scene->fixture, "Bruno");
	struct run_source source = run_source_of_line(line);
	struct replay *ended = scene->replay;
	const struct command search = {.verb = VERB_SEARCH};
	uint8_t bytes[COMMAND_BYTES_MAX];
	struct keeper_run going;

	assert_int_equal(keeper_run_begin(line, false, &going), KEEPER_OK);
	for (uint32_t index = 0; index < 3; index++) {
		struct store_append append = {.run = going.id,
			.epoch = going.epoch,
			.index = index,
			.count = 1,
			.bytes = bytes,
			.size = command_encode(&search, bytes)};

		assert_int_equal(keeper_append(line, &append), KEEPER_OK);
	}
	scene->replay = replay_new(replay_cursor_new(&source, scene->fixture->content, going.id,
					   REPLAY_CURSOR_BOTH_WAYS),
		REPLAY_ENDED, REPLAY_SPEED);
	press(scene, "$");
	assert_true(says(scene, "The run ends here."));
	assert_false(says(scene, ", score "));
	assert_int_equal(replay_tick_ms(scene->replay), 0);
	replay_go_turn(scene->replay, 1);
	assert_false(says(scene, "The run ends here"));
	assert_int_equal(turn_of(scene), 1);
	assert_int_equal(replay_tick_ms(scene->replay), 0);
	replay_free(scene->replay);
	scene->replay = ended;
	store_client_free(line);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, scene_set_up, scene_tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(time_moves_it_on_to_its_end),
		TITLE(no_page_waits_to_be_turned),
		TITLE(whoever_changes_the_speed_sees_it),
		TITLE(a_speed_outside_the_range_becomes_its_edge),
		TITLE(it_stops_and_steps_both_ways),
		TITLE(the_keys_are_told_and_time_waits),
		TITLE(it_says_whose_run_it_is_for_a_while),
		TITLE(the_corner_leaves_the_status_its_room),
		TITLE(the_corner_cuts_no_figure),
		TITLE(events_are_the_same_from_both_sides),
		TITLE(a_picture_is_the_same_whatever_the_way_to_it),
		TITLE(a_position_is_found_again),
		TITLE(a_run_that_goes_on_ends_here),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
