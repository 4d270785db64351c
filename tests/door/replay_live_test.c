/* A replay of a run that goes on, and the output of replays to files. */
#include "replay_scene.h"

#include <jansson.h>

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
		TITLE(a_live_run_is_followed_from_its_newest_command),
		TITLE(a_watcher_of_a_live_run_may_fall_behind),
		TITLE(a_jump_shows_the_messages_of_the_whole_turn),
		TITLE(the_end_of_a_live_run_is_told),
		TITLE(both_forms_of_a_cast_parse_and_agree),
		cmocka_unit_test(a_cast_that_cannot_be_written_is_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
