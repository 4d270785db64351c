/* Runs go into files and are proven from there; a file that lies is seen. */
#include "tests/test.h"

#include "tests/door/archived.h"

#include <malloc.h>

/* ---- The archive as it was written ---- */

static void what_was_written_is_proven_and_can_be_walked(void **state)
{
	struct scene *scene = *state;
	struct archive *archive;
	char sentence[256] = "";
	struct run_source source;
	struct replay_cursor *cursor;

	assert_int_equal(proven(scene, sentence, sizeof sentence), VERIFICATION_TRUE);
	assert_non_null(strstr(sentence, "verified"));
	archive = archive_open(scene->directory, sentence, sizeof sentence);
	assert_true(archive_board_holds(archive, sentence, sizeof sentence));
	source = archive_source(archive);
	cursor = replay_cursor_new(&source, NULL, scene->recorded.run.id, REPLAY_CURSOR_BOTH_WAYS);
	for (uint32_t i = 0; i < 20; i++) {
		uint32_t to = i * 7919 % (scene->recorded.count + 1);

		assert_int_equal(replay_cursor_go(cursor, to), REPLAY_CURSOR_OK);
		assert_true(game_digest(replay_cursor_game(cursor)) == scene->recorded.digests[to]);
	}
	replay_cursor_free(cursor);
	archive_close(archive);
}

/* Memory that the C library gives out is not empty: a text must bring its own end. */
static void bytes_are_written_as_digits(void **state)
{
	uint8_t bytes[256];

	(void)state;
	mallopt(M_PERTURB, 0x9e);
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)(i * 167 + 13);
	for (size_t size = 0; size <= sizeof bytes; size++) {
		char *hex = archive_hex(bytes, size), digits[3];

		assert_int_equal(strlen(hex), 2 * size);
		for (size_t i = 0; i < size; i++) {
			snprintf(digits, sizeof digits, "%02x", bytes[i]);
			assert_memory_equal(hex + 2 * i, digits, 2);
		}
		free(hex);
	}
	mallopt(M_PERTURB, 0);
}

static void lie_score(json_t *run)
{
	raise_by_one(json_object_get(run, "score"), "score");
}

static void lie_cause(json_t *run)
{
	json_object_set_new(json_object_get(run, "score"), "cause", json_string("NO CARRIER"));
}

static void lie_seed(json_t *run)
{
	flip(run, "seed", 3);
}

static void lie_birth(json_t *run)
{
	json_object_set_new(run, "birth", json_string("0"));
}

static void lie_commands(json_t *run)
{
	flip(run, "commands", 0);
}

static void lie_digest(json_t *run)
{
	json_array_set_new(part(run, "digests", 0), 1, json_string("0123456789abcdef"));
}

static void lie_segment(json_t *run)
{
	flip(part(run, "segments", 1), "save", 100);
}

static void lie_content(json_t *run)
{
	flip(part(run, "segments", 0), "content", 0);
}

static void lie_format(json_t *run)
{
	raise_by_one(run, "format");
}

static void lie_nothing(json_t *run)
{
	json_object_clear(run);
}

static const struct orientation {
	const char *name;
	void (*report)(json_t *run);
} lies[] = {
	{"score", lie_score},
	{"cause", lie_cause},
	{"seed", lie_seed},
	{"birth", lie_birth},
	{"commands", lie_commands},
	{"length", lie_length},
	{"digest", lie_digest},
	{"segment", lie_segment},
	{"border", lie_border},
	{"content", lie_content},
	{"format", lie_format},
	{"nothing", lie_nothing},
};

static void every_lie_of_a_file_is_seen(void **state)
{
	struct scene *scene = *state;
	char path[160], sentence[256];
	json_t *truth;

	snprintf(path, sizeof path, "%s/runs/%lld.json", scene->directory,
		(long long)scene->recorded.run.id);
	truth = json_load_file(path, 0, NULL);
	assert_non_null(truth);
	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
		json_t *run = json_deep_copy(truth);

		lies[i].report(run);
		assert_int_equal(json_dump_file(run, path, 0), 0);
		json_decref(run);
		if (proven(scene, sentence, sizeof sentence) == VERIFICATION_TRUE)
			fail_msg("a lie about %s is not seen: %s", lies[i].name, sentence);
	}
	assert_int_equal(json_dump_file(truth, path, 0), 0);
	assert_int_equal(proven(scene, sentence, sizeof sentence), VERIFICATION_TRUE);
	json_decref(truth);
}

static void lie_two_parts(json_t *run)
{
	json_t *digest = part(run, "digests", 1);
	char *parts = strdup(json_string_value(json_array_get(digest, 2)));

	assert_int_equal(strlen(parts), 2 * PART_COUNT);
	parts[2 * PART_PACK] = parts[2 * PART_PACK] == '0' ? '1' : '0';
	parts[2 * PART_CREATURES] = parts[2 * PART_CREATURES] == '0' ? '1' : '0';
	json_array_set_new(digest, 1, json_string("0123456789abcdef"));
	json_array_set_new(digest, 2, json_string(parts));
	free(parts);
}

static void lie_without_parts(json_t *run)
{
	json_t *digest = part(run, "digests", 2);

	json_array_set_new(digest, 1, json_string("0123456789abcdef"));
	json_array_remove(digest, 2);
}

/* The second command goes down where there are no stairs. */
static void lie_stairs(json_t *run)
{
	char *text = strdup(json_string_value(json_object_get(run, "commands")));

	memcpy(text + 2, "0d", 2);
	json_object_set_new(run, "commands", json_string(text));
	free(text);
}

static void lie_garbled(json_t *run)
{
	char *text = strdup(json_string_value(json_object_get(run, "commands")));

	memcpy(text, "ff", 2);
	json_object_set_new(run, "commands", json_string(text));
	free(text);
}

static void where_a_run_fails_is_told(void **state)
{
	struct scene *scene = *state;
	char path[160], sentence[256], turns[128];
	json_t *truth;
	const struct {
		void (*report)(json_t *run);
		const char *wanted;
	} rows[] = {
		{lie_two_parts, turns},
		{lie_without_parts, "failed between commands 129 and 192 (turns "},
		{lie_stairs, "failed at command 2 (turn "},
		{lie_garbled, "failed at command 1 (turn 0): it cannot be read"},
		{lie_segment, "does not begin as the one before it ended"},
	};

	snprintf(turns, sizeof turns,
		"failed between commands 65 and 128 (turns %u to %u): pack, creatures differ",
		(unsigned)scene->recorded.turns[64], (unsigned)scene->recorded.turns[128]);
	snprintf(path, sizeof path, "%s/runs/%lld.json", scene->directory,
		(long long)scene->recorded.run.id);
	truth = json_load_file(path, 0, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *run = json_deep_copy(truth);

		rows[i].report(run);
		assert_int_equal(json_dump_file(run, path, 0), 0);
		json_decref(run);
		assert_int_equal(proven(scene, sentence, sizeof sentence), VERIFICATION_FALSE);
		if (!strstr(sentence, rows[i].wanted))
			fail_msg("it says: %s; and not: %s", sentence, rows[i].wanted);
	}
	json_decref(truth);
}

/* A field that cannot be read is refused by the function that reads it, with the file's name. */
static void a_field_that_cannot_be_read_is_named(void **state)
{
	static const struct {
		const char *field, *sentence;
	} rows[] = {
		{"length", "its length, seed or birth cannot be read"},
		{"seed", "its length, seed or birth cannot be read"},
		{"birth", "its length, seed or birth cannot be read"},
		{"segments", "one of its segments cannot be read"},
		{"commands", "its commands cannot be read"},
		{"score", "it has no score"},
		{"run", "its run number or its format does not match"},
	};
	struct scene *scene = *state;
	char path[160], sentence[256], wanted[160];
	json_t *truth;

	snprintf(path, sizeof path, "%s/runs/%lld.json", scene->directory,
		(long long)scene->recorded.run.id);
	truth = json_load_file(path, 0, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *run = json_deep_copy(truth);

		json_object_set_new(run, rows[i].field, json_string("no number"));
		assert_int_equal(json_dump_file(run, path, 0), 0);
		json_decref(run);
		assert_int_equal(proven(scene, sentence, sizeof sentence), VERIFICATION_FAILED);
		snprintf(wanted, sizeof wanted, "runs/%lld.json: %s",
			(long long)scene->recorded.run.id, rows[i].sentence);
		assert_string_equal(sentence, wanted);
	}
	json_decref(truth);
}

static void another_content_under_the_same_name_is_seen(void **state)
{
	struct scene *scene = *state;
	char command[256], sentence[256];

	/* One letter of one word. */
	snprintf(command, sizeof command, "sed -i '0,/depth/s//Depth/' %s/content/*.bundle",
		scene->directory);
	assert_int_equal(system(command), 0);
	assert_int_not_equal(proven(scene, sentence, sizeof sentence), VERIFICATION_TRUE);
	snprintf(command, sizeof command, "rm %s/content/*.bundle", scene->directory);
	assert_int_equal(system(command), 0);
	assert_int_equal(proven(scene, sentence, sizeof sentence), VERIFICATION_FAILED);
	assert_non_null(strstr(sentence, "cannot read content/"));
}

static void a_board_that_tells_otherwise_is_seen(void **state)
{
	static const char *const numbers[] = {"score", "depth", "turns", "run"};
	struct scene *scene = *state;
	char path[160], sentence[256];
	json_t *truth;

	snprintf(path, sizeof path, "%s/board.json", scene->directory);
	truth = json_load_file(path, 0, NULL);
	assert_int_equal(json_array_size(truth), 1);
	for (size_t i = 0; i <= sizeof numbers / sizeof *numbers; i++) {
		json_t *board = json_deep_copy(truth);
		struct archive *archive = archive_open(scene->directory, sentence, sizeof sentence);

		if (i < sizeof numbers / sizeof *numbers)
			raise_by_one(json_array_get(board, 0), numbers[i]);
		else
			json_object_set_new(json_array_get(board, 0), "name", json_string("Otto"));
		assert_int_equal(json_dump_file(board, path, 0), 0);
		assert_false(archive_board_holds(archive, sentence, sizeof sentence));
		assert_non_null(strstr(sentence, "row 1"));
		archive_close(archive);
		json_decref(board);
	}
	json_decref(truth);
}

static void a_directory_that_is_none_is_a_sentence(void **state)
{
	struct scene *scene = *state;
	char sentence[256] = "";

	assert_null(archive_open("/nowhere", sentence, sizeof sentence));
	assert_non_null(strstr(sentence, "/nowhere/runs"));
	assert_int_equal(
		archive_write(scene->office, "/nowhere/at/all", "", sentence, sizeof sentence), -1);
	assert_non_null(strstr(sentence, "/nowhere/at/all"));
	assert_int_equal(
		archive_write(scene->player, scene->directory, "", sentence, sizeof sentence), -1);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, scene_set_up, scene_tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(what_was_written_is_proven_and_can_be_walked),
		TITLE(bytes_are_written_as_digits),
		TITLE(every_lie_of_a_file_is_seen),
		TITLE(where_a_run_fails_is_told),
		TITLE(a_field_that_cannot_be_read_is_named),
		TITLE(another_content_under_the_same_name_is_seen),
		TITLE(a_board_that_tells_otherwise_is_seen),
		TITLE(a_directory_that_is_none_is_a_sentence),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
