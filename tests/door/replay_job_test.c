/* Segments as other programs play them: what is asked and answered, and programs that answer
 * wrongly. */
#include "tests/test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "door/config/content_load.h"
#include "door/verify/replay_job.h"
#include "tests/engine/stock_tests.h"

#define COMMANDS 200

/* A caller who walks to and fro; each command is one byte. */
static size_t walk(const struct replay_job *job, uint8_t bytes[COMMANDS])
{
	struct game *game = game_new(stock, &job->seed, &job->birth);
	uint32_t chance = 11;
	size_t size = 0;

	while (size < COMMANDS) {
		struct command command = {.verb = VERB_STEP};

		chance = chance * 1664525 + 1013904223;
		command.direction = (uint8_t)((chance >> 24) % DIR_COUNT);
		if (game_act(game, &command) != VERDICT_REFUSED)
			size += command_encode(&command, bytes + size);
		/* Another seed is wanted when who walks blindly dies of it. */
		struct result result;
		game_result(game, &result);
		assert_int_equal(result.outcome, OUTCOME_GOING);
	}
	game_free(game);
	return size;
}

/* From the seed, or after the first half from the save that it ends with. */
static void ask(
	struct replay_job *job, uint8_t bytes[COMMANDS], const uint32_t *at, size_t at_count)
{
	memset(job, 0, sizeof *job);
	job->rules = ENGINE_RULES_VERSION;
	memcpy(job->seed.bytes, "a seed of a walk", sizeof job->seed.bytes);
	strcpy(job->birth.name, "Ada");
	job->bundle = content_bundle(stock, &job->bundle_size);
	content_digest(stock, job->digest);
	job->commands = bytes;
	job->commands_size = walk(job, bytes);
	job->at = at;
	job->at_count = at_count;
}

static void same_end(const struct replay_job_end *a, const struct replay_job_end *b)
{
	assert_int_equal(a->answer, b->answer);
	assert_string_equal(a->sentence, b->sentence);
	assert_string_equal(a->program, b->program);
	assert_int_equal(a->rules, b->rules);
	assert_int_equal(a->played, b->played);
	assert_int_equal(a->turn, b->turn);
	assert_int_equal(a->refused, b->refused);
	assert_int_equal(a->note_count, b->note_count);
	for (size_t i = 0; i < a->note_count; i++) {
		assert_int_equal(a->notes[i].digest.index, b->notes[i].digest.index);
		assert_true(a->notes[i].digest.digest == b->notes[i].digest.digest);
		assert_int_equal(a->notes[i].digest.part_count, b->notes[i].digest.part_count);
		assert_memory_equal(a->notes[i].digest.parts, b->notes[i].digest.parts, PART_COUNT);
		assert_int_equal(a->notes[i].turn, b->notes[i].turn);
	}
	assert_int_equal(a->save_size, b->save_size);
	if (a->save)
		assert_memory_equal(a->save, b->save, a->save_size);
	assert_int_equal(a->result.outcome, b->result.outcome);
	assert_int_equal(a->result.scored, b->result.scored);
#define ROW(type, field, missing) assert_int_equal(a->result.field, b->result.field);
	RESULT_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) assert_string_equal(a->result.field, b->result.field);
	RESULT_TEXTS(ROW)
#undef ROW
	assert_int_equal(a->result.avenged_count, b->result.avenged_count);
	for (size_t i = 0; i < a->result.avenged_count; i++)
		assert_string_equal(a->result.avenged[i], b->result.avenged[i]);
}

/* This build's own trapdoor, beside the folder of the tests. */
static void own_program(char path[REPLAY_JOB_PATH_MAX])
{
	char self[REPLAY_JOB_PATH_MAX - 32];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	assert_true(length > 0);
	self[length] = '\0';
	for (int up = 0; up < 3; up++)
		*strrchr(self, '/') = '\0';
	snprintf(path, REPLAY_JOB_PATH_MAX, "%s/trapdoor", self);
}

static void another_program_plays_as_this_one_does(void **state)
{
	static const uint32_t at[] = {0, 1, 64, 199, 200};
	char program[REPLAY_JOB_PATH_MAX];
	uint8_t bytes[COMMANDS];
	struct replay_job_end here, there, half;
	struct replay_job job;

	(void)state;
	own_program(program);
	ask(&job, bytes, at, 5);
	replay_job_play(stock, &job, &here);
	assert_int_equal(here.answer, REPLAY_JOB_PLAYED);
	assert_int_equal(here.note_count, 5);
	assert_int_equal(here.played, COMMANDS);
	replay_job_by(program, &job, &there);
	same_end(&here, &there);
	replay_job_end_free(&there);

	/* The same from the middle of it. */
	job.commands_size = 100;
	replay_job_play(NULL, &job, &half);
	job.first = half.played;
	job.save = half.save;
	job.save_size = half.save_size;
	job.commands += 100;
	job.at += 3;
	job.at_count = 2;
	replay_job_by(program, &job, &there);
	assert_int_equal(there.note_count, 2);
	assert_true(there.notes[1].digest.digest == here.notes[4].digest.digest);
	assert_int_equal(there.save_size, here.save_size);
	assert_memory_equal(there.save, here.save, here.save_size);
	replay_job_end_free(&there);
	replay_job_end_free(&half);
	replay_job_end_free(&here);
}

static void what_is_none_is_told(void **state)
{
	char program[REPLAY_JOB_PATH_MAX];
	uint8_t bytes[COMMANDS];
	struct replay_job_end here, there;
	struct replay_job job;

	(void)state;
	own_program(program);
	ask(&job, bytes, NULL, 0);
	bytes[40] = 0xff;
	replay_job_play(stock, &job, &here);
	assert_true(here.refused && here.played == 40);
	replay_job_by(program, &job, &there);
	same_end(&here, &there);
	replay_job_end_free(&here);
	replay_job_end_free(&there);

	job.save = (const uint8_t *)"TDSV";
	job.save_size = 4;
	replay_job_by(program, &job, &there);
	assert_int_equal(there.answer, REPLAY_JOB_INVALID);
	job.save = NULL;
	job.digest[0] ^= 1;
	replay_job_by(program, &job, &there);
	assert_int_equal(there.answer, REPLAY_JOB_INVALID);
	job.digest[0] ^= 1;
	job.rules++;
	replay_job_by(program, &job, &there);
	assert_int_equal(there.answer, REPLAY_JOB_OTHER_RULES);
	assert_non_null(strstr(there.sentence, "needs rules version"));
	replay_job_end_free(&there);
	job.rules = 0;
	job.bundle = (const uint8_t *)"no content";
	job.bundle_size = 10;
	replay_job_by(program, &job, &there);
	assert_int_equal(there.answer, REPLAY_JOB_OTHER_RULES);
	replay_job_end_free(&there);
}

static void put_script(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fprintf(file, "#!/bin/sh\n%s\n", text);
	fclose(file);
	chmod(path, 0700);
}

static void a_program_that_answers_otherwise_is_silent(void **state)
{
	static const char *const scripts[] = {"exit 0", "cat", "exit 3",
		"cat > /dev/null; kill -9 $$", "echo '{}'", "echo '[1,2'",
		"echo '{\"format\":1,\"answer\":\"played\"}'",
		"echo '{\"format\":2,\"answer\":\"other\",\"sentence\":\"\"}'",
		"echo '{\"format\":1,\"answer\":\"other\",\"sentence\":\"\"}'; exit 1",
		"echo "
		"'{\"format\":1,\"answer\":\"played\",\"notes\":[[1,\"12\",0,\"\"]],\"save\":\"\"}"
		"'",
		"head -c 300000000 /dev/zero"};
	char path[] = "/tmp/trapdoor-job-XXXXXX";
	uint8_t bytes[COMMANDS];
	struct replay_job_end end;
	struct replay_job job;

	(void)state;
	close(mkstemp(path));
	ask(&job, bytes, NULL, 0);
	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
		put_script(path, scripts[i]);
		replay_job_by(path, &job, &end);
		if (end.answer != REPLAY_JOB_SILENT)
			fail_msg("believed: %s", scripts[i]);
		assert_non_null(strstr(end.sentence, path));
		replay_job_end_free(&end);
	}
	/* One that does is believed. */
	put_script(path, "cat > /dev/null; echo "
			 "'{\"format\":1,\"answer\":\"other\",\"sentence\":\"no\",\"new\":1}'");
	replay_job_by(path, &job, &end);
	assert_int_equal(end.answer, REPLAY_JOB_OTHER_RULES);
	assert_string_equal(end.sentence, "no");
	unlink(path);
	replay_job_by(path, &job, &end);
	assert_int_equal(end.answer, REPLAY_JOB_SILENT);
}

static void an_old_rules_program_lies_where_its_version_says(void **state)
{
	char path[REPLAY_JOB_PATH_MAX], folder[] = "/tmp/trapdoor-kept-XXXXXX", own[128];

	(void)state;
	assert_false(old_rules_program(999, path));
	assert_non_null(strstr(path, "/../libexec/trapdoor/999/trapdoor"));
	assert_non_null(mkdtemp(folder));
	setenv("TRAPDOOR_ELDERS", folder, 1);
	assert_false(old_rules_program(7, path));
	snprintf(own, sizeof own, "%s/7", folder);
	mkdir(own, 0700);
	put_script(path, "exit 0");
	assert_true(old_rules_program(7, path));
	assert_false(old_rules_program(8, path));
	unsetenv("TRAPDOOR_ELDERS");
	snprintf(path, sizeof path, "rm -r %s", folder);
	assert_int_equal(system(path), 0);
}

/* ---- As JSON ---- */

/* An answer of which nothing is zero. */
static void answer_of_all(struct replay_job_end *end, size_t notes)
{
	memset(end, 0, sizeof *end);
	end->answer = REPLAY_JOB_PLAYED;
	strcpy(end->sentence, "is refused (why)");
	strcpy(end->program, "trapdoor 1.2.3");
	end->rules = 4000000001;
	end->played = 4000000002;
	end->turn = 4000000003;
	end->refused = true;
	end->note_count = notes;
	end->notes = calloc(notes + 1, sizeof *end->notes);
	for (size_t i = 0; i < notes; i++) {
		struct replay_job_note *note = &end->notes[i];

		note->digest.index = (uint32_t)(4000000000 + i);
		note->digest.digest = 0xfedcba9876543210 - i;
		note->turn = (uint32_t)(3000000000 + i);
		note->digest.part_count = (uint8_t)(i % 3 ? STORE_PARTS_MAX : i);
		for (size_t part = 0; part < note->digest.part_count; part++)
			note->digest.parts[part] = (uint8_t)(part * 8 + i);
	}
	end->save_size = 3;
	end->save = malloc(3);
	memcpy(end->save, "\xff\0\1", 3);
	end->result.outcome = OUTCOME_WON;
	end->result.scored = true;
	int number = 7;
#define ROW(type, field, missing) end->result.field = (type)(number += 13);
	RESULT_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) snprintf(end->result.field, size, "the " #field);
	RESULT_TEXTS(ROW)
#undef ROW
	end->result.avenged_count = BONES_MAX;
	for (size_t i = 0; i < BONES_MAX; i++)
		snprintf(end->result.avenged[i], sizeof end->result.avenged[i], "name%zu", i);
}

static void an_answer_is_read_as_it_was_written(void **state)
{
	(void)state;
	for (size_t notes = 0; notes < 6; notes++) {
		struct replay_job_end end, again;

		answer_of_all(&end, notes);
		json_t *json = replay_job_answered_json(&end);
		assert_non_null(json);
		assert_true(replay_job_answered_read(json, &again));
		same_end(&end, &again);
		json_decref(json);
		replay_job_end_free(&end);
		replay_job_end_free(&again);
	}
}

/* An answer that is none of a played job has no save and no notes. */
static void answers_that_were_not_played_have_a_sentence(void **state)
{
	static const enum replay_job_answer answers[] = {
		REPLAY_JOB_INVALID, REPLAY_JOB_OTHER_RULES};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct replay_job_end end = {.answer = answers[i], .sentence = "why not"}, again;
		json_t *json = replay_job_answered_json(&end);

		assert_true(replay_job_answered_read(json, &again));
		assert_int_equal(again.answer, answers[i]);
		assert_string_equal(again.sentence, "why not");
		assert_null(again.save);
		json_decref(json);
		replay_job_end_free(&again);
	}
}

/* An answer without a member that it needs, or with one that is no such member, is none. */
static void an_answer_is_read_strictly(void **state)
{
	static const char *const needed[] = {"format", "answer", "save"};
	struct replay_job_end end, again;

	(void)state;
	answer_of_all(&end, 2);
	json_t *truth = replay_job_answered_json(&end);
	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
		json_t *json = json_deep_copy(truth);

		json_object_del(json, needed[i]);
		assert_false(replay_job_answered_read(json, &again));
		replay_job_end_free(&again);
		json_decref(json);
	}
	static const char *const digests[] = {"", "0123456789abcde", "0123456789abcdefg",
		"0123456789abcdef0", "0123456789abcdeg"};
	for (size_t i = 0; i < sizeof digests / sizeof *digests; i++) {
		json_t *json = json_deep_copy(truth);

		json_array_set_new(json_array_get(json_object_get(json, "notes"), 1), 1,
			json_string(digests[i]));
		assert_false(replay_job_answered_read(json, &again));
		replay_job_end_free(&again);
		json_decref(json);
	}
	/* An older program may know fewer parts and fields than this one. */
	json_t *json = json_deep_copy(truth);
	json_array_remove(json_array_get(json_object_get(json, "notes"), 1), 3);
	json_object_del(json_object_get(json, "result"), "levels_visited");
	json_object_del(json_object_get(json, "result"), "avenged");
	json_object_del(json, "turn");
	assert_true(replay_job_answered_read(json, &again));
	assert_int_equal(again.notes[1].digest.part_count, 0);
	assert_int_equal(again.result.levels_visited, RESULT_UNRECORDED);
	assert_int_equal(again.result.avenged_count, 0);
	assert_int_equal(again.turn, 0);
	replay_job_end_free(&again);
	json_decref(json);
	json_decref(truth);
	replay_job_end_free(&end);
}

static void a_question_is_read_as_it_was_written(void **state)
{
	static const uint32_t at[] = {0, 7, 4000000000};
	uint8_t bytes[COMMANDS];
	struct replay_job job, again;

	(void)state;
	ask(&job, bytes, at, 3);
	job.first = 4000000001;
	for (int with_save = 0; with_save < 2; with_save++) {
		job.save = with_save ? (const uint8_t *)"save" : NULL;
		job.save_size = with_save ? 4 : 0;
		json_t *json = replay_job_asked_json(&job);
		assert_true(replay_job_asked_read(json, &again));
		assert_int_equal(again.rules, job.rules);
		assert_int_equal(again.first, job.first);
		assert_int_equal(again.bundle_size, job.bundle_size);
		assert_memory_equal(again.bundle, job.bundle, job.bundle_size);
		assert_memory_equal(again.digest, job.digest, sizeof job.digest);
		assert_memory_equal(&again.seed, &job.seed, sizeof job.seed);
		assert_string_equal(again.birth.name, "Ada");
		assert_int_equal(again.commands_size, job.commands_size);
		assert_memory_equal(again.commands, job.commands, job.commands_size);
		assert_int_equal(again.at_count, 3);
		assert_memory_equal(again.at, at, sizeof at);
		assert_int_equal(again.save != NULL, with_save);
		assert_int_equal(again.save_size, job.save_size);
		replay_job_asked_free(&again);
		json_decref(json);
	}
}

static void a_question_is_read_strictly(void **state)
{
	static const char *const needed[] = {
		"format", "birth", "seed", "digest", "content", "commands", "save"};
	uint8_t bytes[COMMANDS];
	struct replay_job job, again;

	(void)state;
	ask(&job, bytes, NULL, 0);
	json_t *truth = replay_job_asked_json(&job);
	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
		for (int wrong = 0; wrong < 2; wrong++) {
			json_t *json = json_deep_copy(truth);

			if (wrong)
				json_object_set_new(json, needed[i], json_string("0"));
			else
				json_object_del(json, needed[i]);
			assert_false(replay_job_asked_read(json, &again));
			replay_job_asked_free(&again);
			json_decref(json);
		}
	/* Numbers of another range are none. */
	json_object_set_new(truth, "first", json_integer((json_int_t)UINT32_MAX + 1));
	json_object_set_new(truth, "rules", json_integer(-1));
	assert_true(replay_job_asked_read(truth, &again));
	assert_int_equal(again.first, 0);
	assert_int_equal(again.rules, 0);
	replay_job_asked_free(&again);
	json_decref(truth);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(another_program_plays_as_this_one_does),
		cmocka_unit_test(what_is_none_is_told),
		cmocka_unit_test(a_program_that_answers_otherwise_is_silent),
		cmocka_unit_test(an_old_rules_program_lies_where_its_version_says),
		cmocka_unit_test(an_answer_is_read_as_it_was_written),
		cmocka_unit_test(answers_that_were_not_played_have_a_sentence),
		cmocka_unit_test(an_answer_is_read_strictly),
		cmocka_unit_test(a_question_is_read_as_it_was_written),
		cmocka_unit_test(a_question_is_read_strictly),
	};
	return stock_run(content_load(NULL), tests);
}
