/* A run in an archive, and what becomes of its verification when its file says otherwise. */
#ifndef TRAPDOOR_TESTS_ARCHIVED_H
#define TRAPDOOR_TESTS_ARCHIVED_H

#include "tests/test.h"

#include "recorded.h"

#include <jansson.h>

#include "door/keeper/keeper_local.h"
#include "door/verify/archive.h"
#include "door/verify/archive_private.h"
#include "door/verify/verification.h"
#include "door/replay/replay_cursor.h"

struct scene {
	struct fixture *fixture;
	struct store_client *player, *office;
	struct recorded recorded;
	char directory[96];
};

static inline int scene_set_up(void **state)
{
	struct scene *scene = calloc(1, sizeof *scene);
	char sentence[256] = "";

	fixture_set_up((void **)&scene->fixture);
	scene->player = fixture_caller(scene->fixture, "Mina");
	recorded_play(scene->fixture, scene->player, &scene->recorded, 40);
	recorded_end(scene->player, &scene->recorded);
	scene->office = store_client_local(scene->fixture->state, NULL, sentence, sizeof sentence);
	assert_string_equal(sentence, "");
	snprintf(scene->directory, sizeof scene->directory, "%s/archive", scene->fixture->state);
	assert_int_equal(
		archive_write(scene->office, scene->directory, "", sentence, sizeof sentence), 1);
	*state = scene;
	return 0;
}

static inline int scene_tear_down(void **state)
{
	struct scene *scene = *state;

	store_client_free(scene->player);
	store_client_free(scene->office);
	fixture_tear_down((void **)&scene->fixture);
	free(scene);
	return 0;
}

static inline enum verification_verdict proven(struct scene *scene, char *sentence, size_t size)
{
	struct archive *archive = archive_open(scene->directory, sentence, size);
	struct run_source source = archive_source(archive);
	enum verification_verdict verdict;
	const int64_t *runs;
	size_t count;

	assert_non_null(archive);
	runs = archive_runs(archive, &count);
	assert_int_equal(count, 1);
	assert_int_equal(runs[0], scene->recorded.run.id);
	verdict = verify_from_source(&source, NULL, runs[0], sentence, size);
	archive_close(archive);
	return verdict;
}

/* ---- Lies ---- */

static inline void flip(json_t *object, const char *field, size_t at)
{
	char *text = strdup(json_string_value(json_object_get(object, field)));

	text[at] = text[at] == '0' ? '1' : '0';
	json_object_set_new(object, field, json_string(text));
	free(text);
}

static inline void raise_by_one(json_t *object, const char *field)
{
	json_int_t number = json_integer_value(json_object_get(object, field));

	json_object_set_new(object, field, json_integer(number + 1));
}

static inline json_t *part(json_t *run, const char *list, size_t at)
{
	return json_array_get(json_object_get(run, list), at);
}

static inline void lie_border(json_t *run)
{
	raise_by_one(part(run, "segments", 1), "first");
}

static inline void lie_length(json_t *run)
{
	raise_by_one(run, "length");
}

/* Runs a change of the file, and puts the truth back. */
static inline void expect_lie(struct scene *scene, void (*lie)(json_t *run),
	enum verification_verdict verdict, const char *wanted)
{
	char path[160], sentence[256] = "";
	json_t *truth, *run;

	snprintf(path, sizeof path, "%s/runs/%lld.json", scene->directory,
		(long long)scene->recorded.run.id);
	truth = json_load_file(path, 0, NULL);
	run = json_deep_copy(truth);
	lie(run);
	assert_int_equal(json_dump_file(run, path, 0), 0);
	json_decref(run);
	assert_int_equal(proven(scene, sentence, sizeof sentence), verdict);
	if (!strstr(sentence, wanted))
		fail_msg("it says: %s; and not: %s", sentence, wanted);
	assert_int_equal(json_dump_file(truth, path, 0), 0);
	json_decref(truth);
}

#endif
