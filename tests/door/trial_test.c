/* Segments as other programs play them: what is asked and answered, and programs that answer
 * wrongly. */
#include "tests/test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "door/config/content_load.h"
#include "door/proof/trial.h"
#include "tests/engine/stock_tests.h"

#define COMMANDS 200

/* A caller who walks to and fro; each command is one byte. */
static size_t walk(const struct trial *trial, uint8_t bytes[COMMANDS])
{
	struct game *game = game_new(stock, &trial->seed, &trial->birth);
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
static void ask(struct trial *trial, uint8_t bytes[COMMANDS], const uint32_t *at, size_t at_count)
{
	memset(trial, 0, sizeof *trial);
	trial->rules = ENGINE_RULES_VERSION;
	memcpy(trial->seed.bytes, "a seed of a walk", sizeof trial->seed.bytes);
	strcpy(trial->birth.name, "Ada");
	trial->bundle = content_bundle(stock, &trial->bundle_size);
	content_digest(stock, trial->digest);
	trial->commands = bytes;
	trial->commands_size = walk(trial, bytes);
	trial->at = at;
	trial->at_count = at_count;
}

static void same_end(const struct trial_end *a, const struct trial_end *b)
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
		assert_int_equal(a->notes[i].digest.part_count, PART_COUNT);
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
}

/* This build's own trapdoor, beside the folder of the tests. */
static void own_program(char path[TRIAL_PATH_MAX])
{
	char self[TRIAL_PATH_MAX - 32];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	assert_true(length > 0);
	self[length] = '\0';
	for (int up = 0; up < 3; up++)
		*strrchr(self, '/') = '\0';
	snprintf(path, TRIAL_PATH_MAX, "%s/trapdoor", self);
}

static void another_program_plays_as_this_one_does(void **state)
{
	static const uint32_t at[] = {0, 1, 64, 199, 200};
	char program[TRIAL_PATH_MAX];
	uint8_t bytes[COMMANDS];
	struct trial_end here, there, half;
	struct trial trial;

	(void)state;
	own_program(program);
	ask(&trial, bytes, at, 5);
	trial_play(stock, &trial, &here);
	assert_int_equal(here.answer, TRIAL_PLAYED);
	assert_int_equal(here.note_count, 5);
	assert_int_equal(here.played, COMMANDS);
	trial_by(program, &trial, &there);
	same_end(&here, &there);
	trial_end_free(&there);

	/* The same from the middle of it. */
	trial.commands_size = 100;
	trial_play(NULL, &trial, &half);
	trial.first = half.played;
	trial.save = half.save;
	trial.save_size = half.save_size;
	trial.commands += 100;
	trial.at += 3;
	trial.at_count = 2;
	trial_by(program, &trial, &there);
	assert_int_equal(there.note_count, 2);
	assert_true(there.notes[1].digest.digest == here.notes[4].digest.digest);
	assert_int_equal(there.save_size, here.save_size);
	assert_memory_equal(there.save, here.save, here.save_size);
	trial_end_free(&there);
	trial_end_free(&half);
	trial_end_free(&here);
}

static void what_is_none_is_told(void **state)
{
	char program[TRIAL_PATH_MAX];
	uint8_t bytes[COMMANDS];
	struct trial_end here, there;
	struct trial trial;

	(void)state;
	own_program(program);
	ask(&trial, bytes, NULL, 0);
	bytes[40] = 0xff;
	trial_play(stock, &trial, &here);
	assert_true(here.refused && here.played == 40);
	trial_by(program, &trial, &there);
	same_end(&here, &there);
	trial_end_free(&here);
	trial_end_free(&there);

	trial.save = (const uint8_t *)"TDSV";
	trial.save_size = 4;
	trial_by(program, &trial, &there);
	assert_int_equal(there.answer, TRIAL_FALSE);
	trial.save = NULL;
	trial.digest[0] ^= 1;
	trial_by(program, &trial, &there);
	assert_int_equal(there.answer, TRIAL_FALSE);
	trial.digest[0] ^= 1;
	trial.rules++;
	trial_by(program, &trial, &there);
	assert_int_equal(there.answer, TRIAL_OTHER);
	assert_non_null(strstr(there.sentence, "needs rules version"));
	trial_end_free(&there);
	trial.rules = 0;
	trial.bundle = (const uint8_t *)"no content";
	trial.bundle_size = 10;
	trial_by(program, &trial, &there);
	assert_int_equal(there.answer, TRIAL_OTHER);
	trial_end_free(&there);
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
	char path[] = "/tmp/trapdoor-trial-XXXXXX";
	uint8_t bytes[COMMANDS];
	struct trial_end end;
	struct trial trial;

	(void)state;
	close(mkstemp(path));
	ask(&trial, bytes, NULL, 0);
	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
		put_script(path, scripts[i]);
		trial_by(path, &trial, &end);
		if (end.answer != TRIAL_SILENT)
			fail_msg("believed: %s", scripts[i]);
		assert_non_null(strstr(end.sentence, path));
		trial_end_free(&end);
	}
	/* One that does is believed. */
	put_script(path, "cat > /dev/null; echo "
			 "'{\"format\":1,\"answer\":\"other\",\"sentence\":\"no\",\"new\":1}'");
	trial_by(path, &trial, &end);
	assert_int_equal(end.answer, TRIAL_OTHER);
	assert_string_equal(end.sentence, "no");
	unlink(path);
	trial_by(path, &trial, &end);
	assert_int_equal(end.answer, TRIAL_SILENT);
}

static void an_elder_is_where_its_rules_say(void **state)
{
	char path[TRIAL_PATH_MAX], folder[] = "/tmp/trapdoor-elders-XXXXXX", own[128];

	(void)state;
	assert_false(trial_elder(999, path));
	assert_non_null(strstr(path, "/../libexec/trapdoor/999/trapdoor"));
	assert_non_null(mkdtemp(folder));
	setenv("TRAPDOOR_ELDERS", folder, 1);
	assert_false(trial_elder(7, path));
	snprintf(own, sizeof own, "%s/7", folder);
	mkdir(own, 0700);
	put_script(path, "exit 0");
	assert_true(trial_elder(7, path));
	assert_false(trial_elder(8, path));
	unsetenv("TRAPDOOR_ELDERS");
	snprintf(path, sizeof path, "rm -r %s", folder);
	assert_int_equal(system(path), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(another_program_plays_as_this_one_does),
		cmocka_unit_test(what_is_none_is_told),
		cmocka_unit_test(a_program_that_answers_otherwise_is_silent),
		cmocka_unit_test(an_elder_is_where_its_rules_say),
	};
	return stock_run(content_load(NULL), tests);
}
