/* Controls of a replay, and its output to files. */
#include "tests/test.h"

#include "recorded.h"

#include <jansson.h>

#include "door/replay/replay.h"
#include "door/replay/cast_writer.h"

struct scene {
	struct fixture *fixture;
	struct store_client *line;
	struct recorded recorded;
	struct replay *replay;
	struct vt_frame frame;
};

static int scene_set_up(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	struct run_source source;

	fixture_set_up((void **)&scene->fixture);
	scene->line = fixture_caller(scene->fixture, "Mina");
	recorded_play(scene->fixture, scene->line, &scene->recorded, 40);
	recorded_end(scene->line, &scene->recorded);
	source = run_source_of_line(scene->line);
	scene->replay = replay_new(replay_cursor_new(&source, scene->fixture->content,
					   scene->recorded.run.id, REPLAY_CURSOR_BOTH_WAYS),
		REPLAY_ENDED, REPLAY_SPEED);
	assert_true(vt_frame_resize(&scene->frame, 80, 24));
	*state = scene;
	return 0;
}

static int scene_tear_down(void **state)
{
	struct scene *scene = *state;

	replay_free(scene->replay);
	vt_frame_free(&scene->frame);
	store_client_free(scene->line);
	fixture_tear_down((void **)&scene->fixture);
	free(scene);
	return 0;
}

static uint32_t index_of(const struct scene *scene)
{
	return replay_cursor_index(replay_cursor_of(scene->replay));
}

static uint32_t turn_of(const struct scene *scene)
{
	return replay_cursor_turn(replay_cursor_of(scene->replay));
}

static void press(struct scene *scene, const char *keys)
{
	for (; *keys; keys++)
		assert_true(replay_key(scene->replay, *keys));
}

/* Whether a row of the picture holds the text. */
static bool shows(struct scene *scene, const char *text)
{
	int width = scene->frame.width;
	char row[81];

	replay_paint(scene->replay, &scene->frame);
	for (int y = 0; y < 24; y++) {
		for (int x = 0; x < width; x++) {
			uint16_t glyph = scene->frame.cells[y * width + x].glyph;

			row[x] = glyph < 127 ? (char)glyph : '?';
		}
		row[width] = '\0';
		if (strstr(row, text))
			return true;
	}
	return false;
}

/* The same of its messages, wherever their rows break. */
static bool says(struct scene *scene, const char *text)
{
	char said[4 * 81];
	size_t used = 0;

	replay_paint(scene->replay, &scene->frame);
	for (int i = 0; i < 4 * 80; i++) {
		uint16_t glyph = scene->frame.cells[i].glyph;

		if (glyph != ' ' || (used > 0 && said[used - 1] != ' '))
			said[used++] = glyph < 127 ? (char)glyph : '?';
	}
	said[used] = '\0';
	return strstr(said, text) != NULL;
}

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

/* ---- A run that goes on ---- */

/* A run that is being played, with a replay of it over another line of its player. */
struct live {
	struct store_client *player, *again;
	struct recorded *recorded;
	struct game *game;
};

static void live_wait(struct live *live)
{
	struct command wait = {.verb = VERB_WAIT};
	uint8_t bytes[COMMAND_BYTES_MAX];

	assert_int_not_equal(game_act(live->game, &wait), VERDICT_REFUSED);
	live->recorded->count++;
	recorded_note(live->recorded, live->game);
	recorded_append(live->player, live->recorded, 1, bytes, command_encode(&wait, bytes));
}

/* The scene's replay becomes one of Nora's run, which has so many commands. */
static void live_begin(struct scene *scene, struct live *live, int commands)
{
	struct run_source source;

	live->player = fixture_caller(scene->fixture, "Nora");
	live->again = fixture_caller(scene->fixture, "Nora");
	live->recorded = calloc(1, sizeof *live->recorded);
	assert_int_equal(keeper_run_begin(live->player, false, &live->recorded->run), KEEPER_OK);
	live->game = game_new(
		scene->fixture->content, &live->recorded->run.seed, &live->recorded->run.birth);
	while (commands-- > 0)
		live_wait(live);
	source = run_source_of_line(live->again);
	replay_free(scene->replay);
	scene->replay = replay_new(replay_cursor_new(&source, scene->fixture->content,
					   live->recorded->run.id, REPLAY_CURSOR_BOTH_WAYS),
		REPLAY_LIVE, REPLAY_SPEED);
}

static void live_end(struct scene *scene, struct live *live)
{
	/* The replay asks over that line. */
	replay_free(scene->replay);
	scene->replay = NULL;
	store_client_free(live->player);
	store_client_free(live->again);
	game_free(live->game);
	free(live->recorded);
}

static void a_live_run_is_followed_from_its_newest_command(void **state)
{
	struct scene *scene = *state;
	struct live live;

	live_begin(scene, &live, 20);
	assert_int_equal(index_of(scene), 20);
	for (int more = 1; more <= 9; more++) {
		uint32_t before = index_of(scene);

		assert_in_range(replay_tick_ms(scene->replay), 1, 1000);
		for (int i = 0; i < more; i++)
			live_wait(&live);
		replay_tick(scene->replay);
		assert_int_equal(index_of(scene), before + (uint32_t)more);
		assert_true(shows(scene, " live "));
		assert_false(says(scene, "The run ends here"));
	}
	replay_tick(scene->replay);
	assert_int_equal(index_of(scene), live.recorded->count);
	live_end(scene, &live);
}

/* A watcher who stops or goes back moves on by the speed of the replay, and follows again from the
 * end on. */
static void a_watcher_of_a_live_run_may_fall_behind(void **state)
{
	struct scene *scene = *state;
	struct live live;

	live_begin(scene, &live, 20);
	press(scene, " ");
	assert_int_equal(replay_tick_ms(scene->replay), 0);
	live_wait(&live);
	replay_tick(scene->replay);
	assert_int_equal(index_of(scene), 20);
	press(scene, "0");
	assert_int_equal(index_of(scene), 0);
	assert_int_equal(replay_tick_ms(scene->replay), 0);
	assert_false(shows(scene, " live "));
	press(scene, " ");
	for (uint32_t i = 1; i <= 20; i++) {
		assert_int_equal(replay_tick_ms(scene->replay), 1000 / REPLAY_SPEED);
		replay_tick(scene->replay);
		assert_int_equal(index_of(scene), i);
	}
	/* Here it asks for more, goes through that as well, and follows from the end on. */
	for (int i = 0; i < 5; i++)
		live_wait(&live);
	for (uint32_t i = 21; i <= 25; i++) {
		replay_tick(scene->replay);
		assert_int_equal(index_of(scene), i);
	}
	replay_tick(scene->replay);
	live_wait(&live);
	live_wait(&live);
	replay_tick(scene->replay);
	assert_int_equal(index_of(scene), 27);
	press(scene, "?");
	assert_true(shows(scene, "This run is being played."));
	assert_true(replay_key(scene->replay, VT_KEY_ESCAPE));
	press(scene, "0$");
	live_wait(&live);
	replay_tick(scene->replay);
	assert_int_equal(index_of(scene), live.recorded->count);
	live_end(scene, &live);
}

static void live_act(struct live *live, const struct command *command)
{
	uint8_t bytes[COMMAND_BYTES_MAX];

	assert_int_not_equal(game_act(live->game, command), VERDICT_REFUSED);
	live->recorded->count++;
	recorded_note(live->recorded, live->game);
	recorded_append(live->player, live->recorded, 1, bytes, command_encode(command, bytes));
}

/* The choice of an heirloom takes no turn. A jump to the turn after it shows its message too, for
 * both commands are of one turn. */
static void a_jump_shows_the_messages_of_the_whole_turn(void **state)
{
	struct scene *scene = *state;
	struct live live;
	struct view view;

	live_begin(scene, &live, 0);
	game_view(live.game, &view);
	assert_true(view.choice_count > 1);
	live_act(&live, &(struct command){.verb = VERB_CHOOSE, .number = 1});
	game_view(live.game, &view);
	char chosen[sizeof view.messages->text];
	snprintf(chosen, sizeof chosen, "%s", view.messages[view.message_count - 1].text);
	for (int i = 0; i < 3; i++)
		live_wait(&live);
	assert_int_equal(live.recorded->turns[1], 0);
	replay_tick(scene->replay);
	press(scene, "g1\r");
	assert_int_equal(index_of(scene), 2);
	assert_true(says(scene, chosen));
	press(scene, ".");
	assert_false(says(scene, chosen));
	press(scene, ",");
	assert_int_equal(index_of(scene), 2);
	assert_true(says(scene, chosen));
	live_end(scene, &live);
}

/* When the run ends, its replay becomes one of a run that has ended. */
static void the_end_of_a_live_run_is_told(void **state)
{
	struct scene *scene = *state;
	struct command quit = {.verb = VERB_QUIT};
	uint8_t bytes[COMMAND_BYTES_MAX];
	struct live live;

	live_begin(scene, &live, 10);
	assert_int_not_equal(game_act(live.game, &quit), VERDICT_REFUSED);
	live.recorded->count++;
	recorded_note(live.recorded, live.game);
	recorded_append(live.player, live.recorded, 1, bytes, command_encode(&quit, bytes));
	recorded_end(live.player, live.recorded);
	replay_tick(scene->replay);
	assert_int_equal(index_of(scene), 11);
	assert_true(says(scene, "The run ends here: "));
	assert_int_equal(replay_tick_ms(scene->replay), 0);
	assert_false(shows(scene, " live "));
	live_end(scene, &live);
}

/* ---- Files ---- */

static char *file_of(const char *path, size_t *size)
{
	FILE *file = fopen(path, "r");
	char *bytes = malloc(1 << 22);

	assert_non_null(file);
	*size = fread(bytes, 1, 1 << 22, file);
	bytes[*size] = '\0';
	fclose(file);
	return bytes;
}

static void cast_both(struct scene *scene, const char *cast, const char *ttyrec)
{
	struct cast_writer *writers[2] = {
		cast_writer_new(cast, CAST_FORM_ASCIICAST, 80, 24, "a \"run\""),
		cast_writer_new(ttyrec, CAST_FORM_TTYREC, 80, 24, "")};
	uint64_t at_ms = 0;

	do {
		replay_paint_bare(scene->replay, &scene->frame);
		for (int i = 0; i < 2; i++)
			cast_writer_frame(writers[i], &scene->frame, at_ms);
		at_ms += 625;
	} while (replay_step(scene->replay));
	for (int i = 0; i < 2; i++)
		assert_true(cast_writer_end(writers[i], at_ms));
}

static void both_forms_of_a_cast_parse_and_agree(void **state)
{
	struct scene *scene = *state;
	char cast_path[96], ttyrec_path[96], *rest, *line, *cast, *ttyrec;
	size_t cast_size, ttyrec_size, at = 0;
	uint32_t head[3];
	unsigned frames = 0;

	snprintf(cast_path, sizeof cast_path, "%s/cast", scene->fixture->state);
	snprintf(ttyrec_path, sizeof ttyrec_path, "%s/ttyrec", scene->fixture->state);
	cast_both(scene, cast_path, ttyrec_path);
	rest = cast = file_of(cast_path, &cast_size);
	ttyrec = file_of(ttyrec_path, &ttyrec_size);
	json_t *header = json_loads(line = strsep(&rest, "\n"), 0, NULL);
	assert_int_equal(json_integer_value(json_object_get(header, "version")), 2);
	assert_int_equal(json_integer_value(json_object_get(header, "width")), 80);
	assert_string_equal(json_string_value(json_object_get(header, "title")), "a \"run\"");
	json_decref(header);
	while ((line = strsep(&rest, "\n")) && *line) {
		json_t *event = json_loads(line, 0, NULL), *text = json_array_get(event, 2);

		assert_true(at + sizeof head <= ttyrec_size);
		memcpy(head, ttyrec + at, sizeof head);
		at += sizeof head;
		assert_string_equal(json_string_value(json_array_get(event, 1)), "o");
		assert_int_equal((int)(json_real_value(json_array_get(event, 0)) * 1000 + 0.5),
			head[0] * 1000 + head[1] / 1000);
		assert_int_equal(head[2], json_string_length(text));
		assert_true(at + head[2] <= ttyrec_size);
		assert_memory_equal(ttyrec + at, json_string_value(text), head[2]);
		at += head[2];
		json_decref(event);
		frames++;
	}
	assert_int_equal(at, ttyrec_size);
	assert_in_range(frames, scene->recorded.count / 4, scene->recorded.count + 2);
	free(cast);
	free(ttyrec);
}

static void a_cast_that_cannot_be_written_is_reported(void **state)
{
	(void)state;
	assert_null(cast_writer_new("/nowhere/file", CAST_FORM_ASCIICAST, 80, 24, ""));
	struct cast_writer *writer = cast_writer_new("/dev/full", CAST_FORM_ASCIICAST, 80, 24, "");
	assert_non_null(writer);
	assert_false(cast_writer_end(writer, 0));
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
		TITLE(a_live_run_is_followed_from_its_newest_command),
		TITLE(a_watcher_of_a_live_run_may_fall_behind),
		TITLE(a_jump_shows_the_messages_of_the_whole_turn),
		TITLE(the_end_of_a_live_run_is_told),
		TITLE(both_forms_of_a_cast_parse_and_agree),
		cmocka_unit_test(a_cast_that_cannot_be_written_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
