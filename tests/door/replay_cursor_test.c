/* A recorded run is played again, to any command and back, by whoever may. */
#include "tests/test.h"

#include "recorded.h"

#include "door/os/crash.h"
#include "door/replay/replay_cursor.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A run of two segments, and a replay cursor on it over a line of its own. */
struct scene {
	struct fixture *fixture;
	struct store_client *player, *watcher;
	struct recorded recorded;
	struct run_source source;
};

static int scene_set_up(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);

	fixture_set_up((void **)&scene->fixture);
	scene->player = fixture_caller(scene->fixture, "Mina");
	recorded_play(scene->fixture, scene->player, &scene->recorded, 40);
	scene->watcher = fixture_caller(scene->fixture, "Otto");
	scene->source = run_source_of_line(scene->watcher);
	*state = scene;
	return 0;
}

static int scene_tear_down(void **state)
{
	struct scene *scene = *state;

	store_client_free(scene->player);
	store_client_free(scene->watcher);
	fixture_tear_down((void **)&scene->fixture);
	free(scene);
	return 0;
}

static struct replay_cursor *scene_cursor(struct scene *scene)
{
	struct replay_cursor *cursor;

	recorded_end(scene->player, &scene->recorded);
	cursor = replay_cursor_new(&scene->source, scene->fixture->content, scene->recorded.run.id,
		REPLAY_CURSOR_BOTH_WAYS);
	assert_string_equal(replay_cursor_sentence(cursor), "");
	assert_int_equal(replay_cursor_answer(cursor), REPLAY_CURSOR_OK);
	assert_int_equal(replay_cursor_length(cursor), scene->recorded.count);
	return cursor;
}

static void stands_at(struct scene *scene, struct replay_cursor *cursor, uint32_t index)
{
	assert_int_equal(replay_cursor_index(cursor), index);
	assert_true(game_digest(replay_cursor_game(cursor)) == scene->recorded.digests[index]);
	assert_int_equal(replay_cursor_turn(cursor), scene->recorded.turns[index]);
}

static void each_command_leads_where_it_led(void **state)
{
	struct scene *scene = *state;
	struct replay_cursor *cursor = scene_cursor(scene);

	for (uint32_t i = 0; i < scene->recorded.count; i++) {
		stands_at(scene, cursor, i);
		assert_int_equal(replay_cursor_step(cursor), REPLAY_CURSOR_OK);
	}
	assert_int_equal(replay_cursor_step(cursor), REPLAY_CURSOR_END);
	stands_at(scene, cursor, scene->recorded.count);
	replay_cursor_free(cursor);
}

static void leaps_forward_and_back_lead_to_equal_states(void **state)
{
	struct scene *scene = *state;
	struct replay_cursor *cursor = scene_cursor(scene);
	uint32_t count = scene->recorded.count;

	for (uint32_t i = 0; i < 200; i++) {
		/* All over the run, and often across the border of its segments. */
		uint32_t to = i % 3 ? i * 7919 % (count + 1) : 30 + i % 20;

		to = to < count ? to : count;
		assert_int_equal(replay_cursor_go(cursor, to), REPLAY_CURSOR_OK);
		stands_at(scene, cursor, to);
	}
	assert_int_equal(replay_cursor_go(cursor, count + 1000), REPLAY_CURSOR_OK);
	stands_at(scene, cursor, count);
	replay_cursor_free(cursor);
}

static void a_turn_is_found_from_both_sides(void **state)
{
	struct scene *scene = *state;
	struct recorded *recorded = &scene->recorded;
	struct replay_cursor *cursor = scene_cursor(scene);
	uint32_t last = recorded->turns[recorded->count];

	for (uint32_t i = 0; i < 100; i++) {
		uint32_t turn = i * 7919 % (last + 1), index = 0;

		while (recorded->turns[index] < turn)
			index++;
		assert_int_equal(replay_cursor_go_turn(cursor, turn), REPLAY_CURSOR_OK);
		stands_at(scene, cursor, index);
	}
	replay_cursor_free(cursor);
}

static void a_run_that_goes_on_is_nobody_elses_to_see(void **state)
{
	struct scene *scene = *state;
	struct store_client *onlooker = fixture_line(scene->fixture);
	int64_t run = scene->recorded.run.id;
	struct store_segment segment;
	struct keeper_run header;
	struct run_source source;
	struct replay_cursor *cursor;
	uint8_t *bytes;
	size_t size;

	cursor = replay_cursor_new(&scene->source, NULL, run, REPLAY_CURSOR_FORWARD);
	assert_int_equal(replay_cursor_answer(cursor), REPLAY_CURSOR_SILENT);
	assert_null(replay_cursor_game(cursor));
	assert_int_not_equal(replay_cursor_step(cursor), REPLAY_CURSOR_OK);
	assert_int_not_equal(replay_cursor_go(cursor, 3), REPLAY_CURSOR_OK);
	replay_cursor_free(cursor);
	assert_int_equal(keeper_run_show(onlooker, run, &header), KEEPER_NO);
	assert_int_equal(keeper_segment_get(onlooker, run, 0, &segment), KEEPER_NO);
	assert_int_equal(keeper_commands_get(onlooker, run, 0, &bytes, &size), KEEPER_NO);

	recorded_end(scene->player, &scene->recorded);
	source = run_source_of_line(onlooker);
	cursor = replay_cursor_new(&source, NULL, run, REPLAY_CURSOR_FORWARD);
	assert_int_equal(replay_cursor_go(cursor, scene->recorded.count), REPLAY_CURSOR_OK);
	stands_at(scene, cursor, scene->recorded.count);
	replay_cursor_free(cursor);
	assert_int_equal(keeper_run_show(onlooker, run, &header), KEEPER_OK);
	assert_string_equal(header.elsewhere, "");
	store_client_free(onlooker);
}

static void a_cursor_follows_a_run_that_grows(void **state)
{
	struct scene *scene = *state;
	struct store_client *line = fixture_caller(scene->fixture, "Nora");
	struct run_source source = run_source_of_line(line);
	struct recorded *recorded = calloc(1, sizeof *recorded);
	uint8_t bytes[COMMAND_BYTES_MAX];
	/* One that takes no time: the run grows, and nobody is slain in it. */
	struct command toggle = {.verb = VERB_DEBUG};
	struct replay_cursor *cursor;
	struct game *game;

	assert_int_equal(keeper_run_begin(line, true, &recorded->run), KEEPER_OK);
	game = game_new(scene->fixture->content, &recorded->run.seed, &recorded->run.birth);
	cursor = replay_cursor_new(
		&source, scene->fixture->content, recorded->run.id, REPLAY_CURSOR_BOTH_WAYS);
	for (uint32_t i = 1; i <= 30; i++) {
		assert_int_not_equal(game_act(game, &toggle), VERDICT_REFUSED);
		recorded->count++;
		recorded_note(recorded, game);
		recorded_append(line, recorded, 1, bytes, command_encode(&toggle, bytes));
		if (i == 10)
			recorded_divide(line, recorded, game);
		if (i % 4)
			continue;
		assert_int_equal(replay_cursor_go(cursor, i), REPLAY_CURSOR_OK);
		assert_int_equal(replay_cursor_index(cursor), i - 4);
		assert_true(replay_cursor_extend(cursor));
		assert_int_equal(replay_cursor_go(cursor, i), REPLAY_CURSOR_OK);
		assert_int_equal(replay_cursor_index(cursor), i);
		assert_true(game_digest(replay_cursor_game(cursor)) == recorded->digests[i]);
	}
	replay_cursor_free(cursor);
	game_free(game);
	free(recorded);
	store_client_free(line);
}

/* One command more of a run that goes on. */
static void wait_once(struct store_client *line, struct recorded *recorded, struct game *game)
{
	struct command wait = {.verb = VERB_WAIT};
	uint8_t bytes[COMMAND_BYTES_MAX];

	assert_int_not_equal(game_act(game, &wait), VERDICT_REFUSED);
	recorded->count++;
	recorded_note(recorded, game);
	recorded_append(line, recorded, 1, bytes, command_encode(&wait, bytes));
}

static void caught_up(struct replay_cursor *cursor, const struct recorded *recorded)
{
	assert_true(replay_cursor_extend(cursor));
	assert_int_equal(replay_cursor_go(cursor, UINT32_MAX), REPLAY_CURSOR_OK);
	assert_int_equal(replay_cursor_index(cursor), recorded->count);
	assert_true(game_digest(replay_cursor_game(cursor)) == recorded->digests[recorded->count]);
}

/* Nobody else reads the run, however it is asked for. */
static void unreadable(struct store_client *line, int64_t id)
{
	struct keeper_run run;
	struct store_segment segment = {0};
	uint32_t index;
	uint8_t *bytes;
	size_t size;

	assert_int_equal(keeper_run_show(line, id, &run), KEEPER_NO);
	assert_int_equal(keeper_commands_get(line, id, 0, &bytes, &size), KEEPER_NO);
	assert_int_equal(keeper_snapshot_get(line, id, 0, &index, &bytes, &size), KEEPER_NO);
	assert_int_equal(keeper_segment_get(line, id, 0, &segment), KEEPER_NO);
}

static void a_live_run_is_read_by_its_own_account_alone(void **state)
{
	struct scene *scene = *state;
	struct store_client *nora = fixture_caller(scene->fixture, "Nora");
	struct store_client *again = fixture_caller(scene->fixture, "Nora");
	struct store_client *onlooker = fixture_line(scene->fixture);
	struct recorded *recorded = calloc(1, sizeof *recorded);
	struct run_source own = run_source_of_line(again);
	struct replay_cursor *cursor;
	struct game *game;
	int64_t run;
	int views;

	assert_int_equal(keeper_run_begin(nora, false, &recorded->run), KEEPER_OK);
	game = game_new(scene->fixture->content, &recorded->run.seed, &recorded->run.birth);
	wait_once(nora, recorded, game);
	assert_int_equal(keeper_watch(onlooker, "Nora", &run, &views), KEEPER_NO);
	assert_int_equal(keeper_watch(scene->watcher, "Nobody", &run, &views), KEEPER_NO);
	assert_int_equal(keeper_watch(scene->watcher, "Otto", &run, &views), KEEPER_NO);
	assert_int_equal(views, -1);
	unreadable(scene->watcher, recorded->run.id);
	assert_int_equal(keeper_watch(scene->watcher, "nora", &run, &views), KEEPER_OK);
	assert_int_equal(run, recorded->run.id);
	unreadable(scene->watcher, recorded->run.id);
	unreadable(onlooker, recorded->run.id);
	close(views);
	cursor = replay_cursor_new(&own, scene->fixture->content, run, REPLAY_CURSOR_BOTH_WAYS);
	for (int i = 0; i < 5; i++) {
		wait_once(nora, recorded, game);
		caught_up(cursor, recorded);
	}
	fixture_kill_keeper(scene->fixture);
	fixture_start(scene->fixture);
	/* Back and forth in it, while it goes on. */
	assert_int_equal(replay_cursor_go(cursor, 2), REPLAY_CURSOR_OK);
	wait_once(nora, recorded, game);
	caught_up(cursor, recorded);
	unreadable(scene->watcher, run);
	replay_cursor_free(cursor);
	game_free(game);
	free(recorded);
	store_client_free(nora);
	store_client_free(again);
	store_client_free(onlooker);
}

/* A crash in a replay names the run that is replayed, and its command. */
static void a_crash_names_the_run_of_the_cursor(void **state)
{
	struct scene *scene = *state;
	char line[512] = "", wanted[128];
	int ends[2], status;
	size_t used = 0;
	ssize_t got;

	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		struct replay_cursor *cursor = scene_cursor(scene);

		replay_cursor_go(cursor, 5);
		setrlimit(RLIMIT_CORE, &(struct rlimit){0});
		dup2(ends[1], STDERR_FILENO);
		crash_catch();
		raise(SIGABRT);
		_exit(0);
	}
	close(ends[1]);
	while ((got = read(ends[0], line + used, sizeof line - 1 - used)) > 0)
		used += (size_t)got;
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(crash_status(status));
	snprintf(wanted, sizeof wanted, "trapdoor: died of signal 6 in run %lld, turn ",
		(long long)scene->recorded.run.id);
	assert_memory_equal(line, wanted, strlen(wanted));
	assert_non_null(strstr(line, ", after its command 4: "));
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, scene_set_up, scene_tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(each_command_leads_where_it_led),
		TITLE(leaps_forward_and_back_lead_to_equal_states),
		TITLE(a_turn_is_found_from_both_sides),
		TITLE(a_run_that_goes_on_is_nobody_elses_to_see),
		TITLE(a_cursor_follows_a_run_that_grows),
		TITLE(a_live_run_is_read_by_its_own_account_alone),
		TITLE(a_crash_names_the_run_of_the_cursor),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
