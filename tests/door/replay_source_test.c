/* A replay cursor over a source in memory: a run of many commands, one that grows, and sources that
 * fail in the middle. */
#include "tests/test.h"

#include <time.h>

#include "door/replay/replay_cursor.h"
#include "tests/engine/stock_tests.h"

#define COMMANDS_MAX 40000
#define COUNT_OF_ALL 34000 /* more than 64 keyframes at distances of 256 and of 512 */

/* A run in one segment; a second one may begin at `divided`. */
struct shelf {
	struct keeper_run run;
	uint8_t *bytes;
	size_t ends[COMMANDS_MAX + 1]; /* how many bytes the first commands are */
	uint32_t count, divided;
	uint8_t *save;
	size_t save_size;
	uint32_t rules;
	bool run_fails, segment_fails, commands_fail;
	unsigned bundles, fetched;
};

static enum keeper_verdict shelf_run(void *context, int64_t id, struct keeper_run *run)
{
	struct shelf *shelf = context;

	(void)id;
	*run = shelf->run;
	run->next_index = shelf->count;
	return shelf->run_fails ? KEEPER_FAILED : KEEPER_OK;
}

static enum keeper_verdict shelf_segment(
	void *context, int64_t run, uint32_t index, struct store_segment *segment)
{
	struct shelf *shelf = context;
	bool second = shelf->divided && index >= shelf->divided;

	(void)run;
	if (shelf->segment_fails)
		return KEEPER_FAILED;
	memset(segment, 0, sizeof *segment);
	segment->first_index = second ? shelf->divided : 0;
	segment->end_index = second || !shelf->divided ? shelf->count : shelf->divided;
	segment->rules = second || !shelf->rules ? ENGINE_RULES_VERSION : shelf->rules;
	content_digest(stock, segment->content);
	if (second) {
		segment->save = malloc(shelf->save_size);
		memcpy(segment->save, shelf->save, shelf->save_size);
		segment->save_size = shelf->save_size;
	}
	return KEEPER_OK;
}

static enum keeper_verdict shelf_commands(
	void *context, int64_t run, uint32_t from, uint8_t **bytes, size_t *size)
{
	struct shelf *shelf = context;

	(void)run;
	if (shelf->commands_fail)
		return KEEPER_FAILED;
	shelf->fetched++;
	*size = shelf->ends[shelf->count] - shelf->ends[from];
	*bytes = malloc(*size + 1);
	memcpy(*bytes, shelf->bytes + shelf->ends[from], *size);
	return KEEPER_OK;
}

static enum keeper_verdict shelf_bundle(
	void *context, const uint8_t digest[CONTENT_DIGEST_SIZE], uint8_t **bytes, size_t *size)
{
	struct shelf *shelf = context;
	const uint8_t *bundle = content_bundle(stock, size);

	(void)digest;
	shelf->bundles++;
	*bytes = malloc(*size);
	memcpy(*bytes, bundle, *size);
	return KEEPER_OK;
}

static const char *shelf_sentence(void *context)
{
	(void)context;
	return "It rains.";
}

static struct run_source source_of(struct shelf *shelf)
{
	return (struct run_source){.context = shelf,
		.run = shelf_run,
		.segment = shelf_segment,
		.commands = shelf_commands,
		.bundle = shelf_bundle,
		.sentence = shelf_sentence};
}

/* The state after each command: which debugging views are on, as commands of their own cost no
 * time. */
static uint32_t states[COMMANDS_MAX + 1];

static uint32_t state_of(struct game *game)
{
	struct view view;

	game_view(game, &view);
	return view.status.debug;
}

/* Commands that turn views on and off, so that neighbours differ, and now and then a wait. */
static struct shelf *shelf_new(void)
{
	struct shelf *shelf = calloc(1, sizeof *shelf);

	shelf->run.id = 1;
	strcpy(shelf->run.birth.name, "Ada");
	shelf->run.birth.debug = true;
	memcpy(shelf->run.seed.bytes, "seed of toggling", sizeof shelf->run.seed.bytes);
	shelf->bytes = malloc(COMMANDS_MAX * COMMAND_BYTES_MAX);
	return shelf;
}

static void shelf_grow(struct shelf *shelf, struct game *game, uint32_t commands)
{
	while (commands-- > 0) {
		struct command command = {.verb = VERB_DEBUG,
			.number = (uint8_t)(shelf->count % 7 % DEBUG_VIEW_COUNT)};
		size_t end = shelf->ends[shelf->count];

		assert_int_not_equal(game_act(game, &command), VERDICT_REFUSED);
		shelf->count++;
		shelf->ends[shelf->count] = end + command_encode(&command, shelf->bytes + end);
		states[shelf->count] = state_of(game);
	}
}

/* Two segments of 20 commands. */
static void shelf_grow_divided(struct shelf *shelf, struct game *game)
{
	shelf_grow(shelf, game, 20);
	shelf->divided = 20;
	shelf->save = game_save(game, &shelf->save_size);
	shelf_grow(shelf, game, 20);
}

static void shelf_free(struct shelf *shelf, struct game *game)
{
	game_free(game);
	free(shelf->bytes);
	free(shelf->save);
	free(shelf);
}

static struct game *game_of(const struct shelf *shelf)
{
	return game_new(stock, &shelf->run.seed, &shelf->run.birth);
}

static void assert_at(struct replay_cursor *cursor, uint32_t index)
{
	assert_int_equal(replay_cursor_answer(cursor), REPLAY_CURSOR_OK);
	assert_int_equal(replay_cursor_index(cursor), index);
	assert_int_equal(state_of(replay_cursor_game(cursor)), states[index]);
}

/* However long a run is, leaps lead where its commands lead. */
static void leaps_in_a_long_run_lead_where_its_commands_lead(void **state)
{
	struct shelf *shelf = shelf_new();
	struct game *game = game_of(shelf);
	struct run_source source = source_of(shelf);
	struct replay_cursor *cursor;

	(void)state;
	shelf_grow(shelf, game, COUNT_OF_ALL);
	cursor = replay_cursor_new(&source, stock, 1, REPLAY_CURSOR_BOTH_WAYS);
	assert_int_equal(replay_cursor_go(cursor, COUNT_OF_ALL), REPLAY_CURSOR_OK);
	assert_at(cursor, COUNT_OF_ALL);
	for (uint32_t i = 0; i < 150; i++) {
		uint32_t to = (uint32_t)((uint64_t)i * 7919 * 31 % (COUNT_OF_ALL + 1));

		/* Many near the end, few of which are far from the one before. */
		to = i % 5 ? COUNT_OF_ALL - i * 131 : to;
		replay_cursor_go(cursor, to);
		assert_at(cursor, to);
	}
	replay_cursor_go(cursor, 0);
	assert_at(cursor, 0);
	/* One segment, fetched once; the content is the one that was lent. */
	assert_int_equal(shelf->fetched, 1);
	assert_int_equal(shelf->bundles, 0);
	replay_cursor_free(cursor);
	shelf_free(shelf, game);
}

/* A leap back in a long run does not play all of it again. */
static void leaps_back_in_a_long_run_are_quick(void **state)
{
	struct shelf *shelf = shelf_new();
	struct game *game = game_of(shelf);
	struct run_source source = source_of(shelf);
	struct replay_cursor *cursor;
	struct timespec began, whole, back;

	(void)state;
	shelf_grow(shelf, game, COUNT_OF_ALL);
	cursor = replay_cursor_new(&source, stock, 1, REPLAY_CURSOR_BOTH_WAYS);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &began);
	replay_cursor_go(cursor, COUNT_OF_ALL);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &whole);
	for (uint32_t i = 1; i <= 4; i++) {
		replay_cursor_go(cursor, COUNT_OF_ALL - i * 1000);
		assert_at(cursor, COUNT_OF_ALL - i * 1000);
	}
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &back);
#define NS(a, b) ((b.tv_sec - a.tv_sec) * 1000000000L + b.tv_nsec - a.tv_nsec)
	assert_true(NS(whole, back) < NS(began, whole));
	replay_cursor_free(cursor);
	shelf_free(shelf, game);
}

static void a_cursor_fetches_the_content_that_it_is_not_lent(void **state)
{
	struct shelf *shelf = shelf_new();
	struct game *game = game_of(shelf);
	struct run_source source = source_of(shelf);
	struct replay_cursor *cursor;

	(void)state;
	shelf_grow(shelf, game, 50);
	cursor = replay_cursor_new(&source, NULL, 1, REPLAY_CURSOR_FORWARD);
	assert_int_equal(shelf->bundles, 1);
	assert_ptr_not_equal(replay_cursor_content(cursor), stock);
	assert_int_equal(replay_cursor_go(cursor, 40), REPLAY_CURSOR_OK);
	assert_at(cursor, 40);
	/* Back without keyframes: the segment is entered again. */
	assert_int_equal(replay_cursor_go(cursor, 10), REPLAY_CURSOR_OK);
	assert_at(cursor, 10);
	replay_cursor_free(cursor);
	shelf_free(shelf, game);
}

/* A run that grows, by commands of its last segment or by another one; a failure loses nothing. */
static void a_cursor_extends_when_its_source_answers(void **state)
{
	struct shelf *shelf = shelf_new();
	struct game *game = game_of(shelf);
	struct run_source source = source_of(shelf);
	struct replay_cursor *cursor;

	(void)state;
	shelf_grow(shelf, game, 30);
	cursor = replay_cursor_new(&source, stock, 1, REPLAY_CURSOR_BOTH_WAYS);
	assert_true(replay_cursor_extend(cursor));
	assert_int_equal(replay_cursor_length(cursor), 30);
	shelf_grow(shelf, game, 10);
	bool *const failures[] = {&shelf->run_fails, &shelf->segment_fails, &shelf->commands_fail};
	for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
		*failures[i] = true;
		assert_false(replay_cursor_extend(cursor));
		assert_int_equal(replay_cursor_length(cursor), 30);
		*failures[i] = false;
		replay_cursor_go(cursor, 30);
		assert_at(cursor, 30);
		assert_int_equal(replay_cursor_step(cursor), REPLAY_CURSOR_END);
	}
	assert_true(replay_cursor_extend(cursor));
	assert_int_equal(replay_cursor_length(cursor), 40);
	replay_cursor_go(cursor, 40);
	assert_at(cursor, 40);
	/* From here on the run is another segment. */
	shelf->divided = 40;
	shelf->save = game_save(game, &shelf->save_size);
	shelf_grow(shelf, game, 20);
	assert_true(replay_cursor_extend(cursor));
	replay_cursor_go(cursor, 60);
	assert_at(cursor, 60);
	replay_cursor_go(cursor, 35);
	assert_at(cursor, 35);
	replay_cursor_free(cursor);
	shelf_free(shelf, game);
}

/* A source that is silent is asked again at the next step. */
static void a_silent_source_is_told_and_may_answer_later(void **state)
{
	struct shelf *shelf = shelf_new();
	struct game *game = game_of(shelf);
	struct run_source source = source_of(shelf);
	struct replay_cursor *cursor;

	(void)state;
	shelf_grow_divided(shelf, game);
	cursor = replay_cursor_new(&source, stock, 1, REPLAY_CURSOR_BOTH_WAYS);
	shelf->segment_fails = true;
	assert_int_equal(replay_cursor_go(cursor, 30), REPLAY_CURSOR_SILENT);
	assert_string_equal(replay_cursor_sentence(cursor), "It rains.");
	assert_int_equal(replay_cursor_index(cursor), 20);
	shelf->segment_fails = false;
	shelf->commands_fail = true;
	assert_int_equal(replay_cursor_go(cursor, 30), REPLAY_CURSOR_SILENT);
	assert_int_equal(replay_cursor_index(cursor), 20);
	/* A turn is looked for as soon as the source answers; these commands take no time. */
	assert_int_equal(replay_cursor_go_turn(cursor, 1000), REPLAY_CURSOR_SILENT);
	shelf->commands_fail = false;
	assert_int_equal(replay_cursor_go_turn(cursor, 1000), REPLAY_CURSOR_OK);
	assert_at(cursor, 40);
	assert_int_equal(replay_cursor_go(cursor, 30), REPLAY_CURSOR_OK);
	assert_at(cursor, 30);
	replay_cursor_free(cursor);
	shelf->run_fails = true;
	cursor = replay_cursor_new(&source, stock, 1, REPLAY_CURSOR_BOTH_WAYS);
	assert_int_equal(replay_cursor_answer(cursor), REPLAY_CURSOR_SILENT);
	assert_int_equal(replay_cursor_turn(cursor), 0);
	assert_false(replay_cursor_extend(cursor));
	assert_int_equal(replay_cursor_step(cursor), REPLAY_CURSOR_INVALID);
	assert_int_equal(replay_cursor_go_turn(cursor, 3), REPLAY_CURSOR_INVALID);
	replay_cursor_free(cursor);
	shelf_free(shelf, game);
}

/* A segment of other rules is left out: the first command is that of the next one. */
static void the_first_command_is_one_of_own_rules(void **state)
{
	struct shelf *shelf = shelf_new();
	struct game *game = game_of(shelf);
	struct run_source source = source_of(shelf);
	struct replay_cursor *cursor;

	(void)state;
	shelf_grow_divided(shelf, game);
	shelf->rules = 99;
	cursor = replay_cursor_new(&source, stock, 1, REPLAY_CURSOR_BOTH_WAYS);
	assert_int_equal(replay_cursor_first(cursor), 20);
	assert_at(cursor, 20);
	replay_cursor_go(cursor, 40);
	assert_at(cursor, 40);
	replay_cursor_go(cursor, 5);
	assert_at(cursor, 20);
	replay_cursor_free(cursor);
	/* Without a segment of own rules there is none. */
	shelf->divided = 0;
	cursor = replay_cursor_new(&source, stock, 1, REPLAY_CURSOR_BOTH_WAYS);
	assert_int_equal(replay_cursor_answer(cursor), REPLAY_CURSOR_OTHER_RULES);
	assert_non_null(strstr(replay_cursor_sentence(cursor), "rules version 99"));
	assert_null(replay_cursor_game(cursor));
	replay_cursor_free(cursor);
	shelf_free(shelf, game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leaps_in_a_long_run_lead_where_its_commands_lead),
		cmocka_unit_test(leaps_back_in_a_long_run_are_quick),
		cmocka_unit_test(a_cursor_fetches_the_content_that_it_is_not_lent),
		cmocka_unit_test(a_cursor_extends_when_its_source_answers),
		cmocka_unit_test(a_silent_source_is_told_and_may_answer_later),
		cmocka_unit_test(the_first_command_is_one_of_own_rules),
	};

	return stock_run(stock_content(), tests);
}
