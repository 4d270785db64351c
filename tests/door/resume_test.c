/* Runs that are taken up again across segments, and by other rules. */
#include "tests/test.h"

#include "keeper_house.h"

#include <sys/stat.h>

#include "door/verify/resume.h"

#define OTHER_RULES 1

/* A run of waiting and searching, and the game as it truly is. */
struct life {
	struct store_client *line;
	struct keeper_run run;
	struct game *game;
	uint32_t index;
};

static void life_begin(struct fixture *fixture, struct life *life)
{
	life->line = fixture_caller(fixture, "Mina");
	life->index = 0;
	assert_int_equal(keeper_run_begin(life->line, false, &life->run), KEEPER_OK);
	life->game = game_new(fixture->content, &life->run.seed, &life->run.birth);
}

static void life_end(struct life *life)
{
	game_free(life->game);
	store_client_free(life->line);
}

static void act(struct life *life, enum verb verb)
{
	struct command command = {.verb = (uint8_t)verb};
	uint8_t bytes[COMMAND_BYTES_MAX];
	struct store_append append = {.run = life->run.id,
		.epoch = life->run.epoch,
		.index = life->index++,
		.count = 1,
		.bytes = bytes,
		.size = command_encode(&command, bytes)};

	assert_int_not_equal(game_act(life->game, &command), VERDICT_REFUSED);
	assert_int_equal(keeper_append(life->line, &append), KEEPER_OK);
}

static void divide(struct life *life, uint32_t rules)
{
	size_t size;
	uint8_t *save = game_save(life->game, &size);

	assert_int_equal(keeper_segment_add(life->line, life->run.id, life->run.epoch, life->index,
				 rules, life->run.content, save, size),
		KEEPER_OK);
	free(save);
}

/* A snapshot of a state that the run never had: whoever plays on from it comes elsewhere. */
static void snapshot_of_another(struct fixture *fixture, struct life *life)
{
	struct game *other = game_new(fixture->content, &life->run.seed, &life->run.birth);
	size_t size;
	uint8_t *save;

	game_act(other, &(struct command){.verb = VERB_SEARCH});
	save = game_save(other, &size);
	assert_int_equal(keeper_snapshot_put(life->line, life->run.id, life->run.epoch, life->index,
				 save, size),
		KEEPER_OK);
	free(save);
	game_free(other);
}

static bool resume(struct fixture *fixture, struct life *life, struct resumed *resumed,
	char *sentence, size_t size)
{
	enum keeper_verdict verdict;
	bool resumes;

	assert_int_equal(keeper_run_claim(life->line, &life->run), KEEPER_OK);
	resumes = resume_run(
		life->line, fixture->content, &life->run, resumed, &verdict, sentence, size);
	assert_int_equal(verdict, KEEPER_OK);
	return resumes;
}

/* Whether it comes back as it truly is; and the bytes it is carried over by, when it is. */
static bool comes_back(struct fixture *fixture, struct life *life, bool carried)
{
	struct resumed resumed;
	char sentence[256];
	size_t size;
	uint8_t *save = game_save(life->game, &size);
	bool same;

	if (!resume(fixture, life, &resumed, sentence, sizeof sentence))
		fail_msg("it does not resume: %s", sentence);
	same = game_digest(resumed.game) == game_digest(life->game);
	assert_int_equal(resumed.carried != NULL, carried);
	if (carried) {
		assert_int_equal(resumed.carried_size, size);
		assert_memory_equal(resumed.carried, save, size);
	}
	free(save);
	free(resumed.carried);
	game_free(resumed.game);
	return same;
}

static void a_snapshot_from_before_the_last_segment_is_passed_over(void **state)
{
	struct fixture *fixture = *state;
	struct life life;

	life_begin(fixture, &life);
	for (int i = 0; i < 4; i++)
		act(&life, VERB_WAIT);
	assert_true(comes_back(fixture, &life, false));
	snapshot_of_another(fixture, &life);
	act(&life, VERB_WAIT);
	assert_false(
		comes_back(fixture, &life, false)); /* it is what is played on from, until then */
	divide(&life, ENGINE_RULES_VERSION);
	assert_true(comes_back(fixture, &life, false));
	act(&life, VERB_SEARCH);
	act(&life, VERB_WAIT);
	assert_true(comes_back(fixture, &life, false));
	life_end(&life);
}

/* A program of other rules, as far as its numbers go: this build's own, by way of a script. */
static void put_old_rules_program(const char *folder)
{
	char path[256], self[1024];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	FILE *file;

	assert_true(length > 0);
	self[length] = '\0';
	for (int up = 0; up < 3; up++)
		*strrchr(self, '/') = '\0';
	snprintf(path, sizeof path, "%s/%d", folder, OTHER_RULES);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/%d/trapdoor", folder, OTHER_RULES);
	file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "#!/bin/sh\nsed 's/\"rules\":%d/\"rules\":0/' | '%s/trapdoor' \"$@\"\n",
		OTHER_RULES, self);
	fclose(file);
	chmod(path, 0700);
}

static void waits(struct fixture *fixture, struct life *life)
{
	struct resumed resumed;
	char sentence[256], version[32];

	snprintf(version, sizeof version, "rules version %d", OTHER_RULES);
	assert_false(resume(fixture, life, &resumed, sentence, sizeof sentence));
	assert_true(resumed.waits);
	assert_null(resumed.game);
	assert_null(resumed.carried);
	assert_non_null(strstr(sentence, version));
}

static void a_run_of_other_rules_is_carried_over_or_waits(void **state)
{
	struct fixture *fixture = *state;
	char folder[] = "/tmp/trapdoor-kept-XXXXXX", command[128];
	struct life life;

	assert_non_null(mkdtemp(folder));
	setenv("TRAPDOOR_ELDERS", folder, 1);
	life_begin(fixture, &life);
	act(&life, VERB_WAIT);
	snapshot_of_another(fixture, &life);
	divide(&life, OTHER_RULES);
	/* Nothing was played by those rules: nobody has to play it. */
	assert_true(comes_back(fixture, &life, true));
	act(&life, VERB_WAIT);
	act(&life, VERB_SEARCH);
	waits(fixture, &life);
	put_old_rules_program(folder);
	assert_true(comes_back(fixture, &life, true));
	divide(&life, ENGINE_RULES_VERSION);
	assert_true(comes_back(fixture, &life, false));
	life_end(&life);
	unsetenv("TRAPDOOR_ELDERS");
	snprintf(command, sizeof command, "rm -r %s", folder);
	assert_int_equal(system(command), 0);
}

static void put_answering(const char *folder, const char *script)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof path, "%s/%d", folder, OTHER_RULES);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/%d/trapdoor", folder, OTHER_RULES);
	file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "#!/bin/sh\ncat > /dev/null; %s\n", script);
	fclose(file);
	chmod(path, 0700);
}

/* A program that does not answer, or needs another one, may be mended: the run waits. One that says
 * that the run is false, or plays less of it, breaks it. */
static void a_run_waits_or_breaks_by_the_answer_of_its_program(void **state)
{
	static const struct {
		const char *script;
		bool waits;
		const char *sentence;
	} cases[] = {
		{"exit 3", true, "does not answer as a trapdoor program does"},
		{"echo '{\"format\":1,\"answer\":\"other\",\"sentence\":\"needs more\"}'", true,
			"needs more"},
		{"echo '{\"format\":1,\"answer\":\"false\",\"sentence\":\"is no save\"}'", false,
			"its journal does not play on from there by rules version"},
		{"echo '{\"format\":1,\"answer\":\"played\",\"played\":2,\"save\":\"00\","
		 "\"notes\":[]}'",
			false, "its journal does not play on from there by rules version"},
		{"echo '{\"format\":1,\"answer\":\"played\",\"played\":3,\"save\":\"00\","
		 "\"refused\":true,\"notes\":[]}'",
			false, "its journal does not play on from there by rules version"},
		{"echo '{\"format\":1,\"answer\":\"played\",\"played\":3,\"save\":\"00\","
		 "\"notes\":[]}'",
			false, "these bytes are no save"},
	};
	struct fixture *fixture = *state;
	char folder[] = "/tmp/trapdoor-elders-XXXXXX", command[128];
	struct life life;

	assert_non_null(mkdtemp(folder));
	setenv("TRAPDOOR_ELDERS", folder, 1);
	life_begin(fixture, &life);
	act(&life, VERB_WAIT);
	divide(&life, OTHER_RULES);
	act(&life, VERB_WAIT);
	act(&life, VERB_SEARCH);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct resumed resumed;
		char sentence[256] = "";

		put_answering(folder, cases[i].script);
		assert_false(resume(fixture, &life, &resumed, sentence, sizeof sentence));
		assert_int_equal(resumed.waits, cases[i].waits);
		assert_null(resumed.game);
		assert_null(resumed.carried);
		if (!strstr(sentence, cases[i].sentence))
			fail_msg("%s: %s", cases[i].script, sentence);
	}
	life_end(&life);
	unsetenv("TRAPDOOR_ELDERS");
	snprintf(command, sizeof command, "rm -r %s", folder);
	assert_int_equal(system(command), 0);
}

/* Without commands after a snapshot nobody has to play anything: it is the end of the segment. */
static void a_snapshot_at_the_end_is_carried_over_as_it_is(void **state)
{
	struct fixture *fixture = *state;
	struct life life;
	size_t size;

	setenv("TRAPDOOR_ELDERS", "/none", 1);
	life_begin(fixture, &life);
	act(&life, VERB_WAIT);
	divide(&life, OTHER_RULES);
	act(&life, VERB_WAIT);
	uint8_t *save = game_snapshot(life.game, &size);
	assert_int_equal(
		keeper_snapshot_put(life.line, life.run.id, life.run.epoch, life.index, save, size),
		KEEPER_OK);
	free(save);
	struct resumed resumed;
	char sentence[256] = "";
	assert_true(resume(fixture, &life, &resumed, sentence, sizeof sentence));
	assert_int_equal(resumed.kept, life.index);
	assert_non_null(resumed.carried);
	assert_true(game_digest(resumed.game) == game_digest(life.game));
	free(resumed.carried);
	game_free(resumed.game);
	life_end(&life);
	unsetenv("TRAPDOOR_ELDERS");
}

/* A run keeps the content that it began with: a program with another one fetches it. */
static void a_run_of_another_content_is_resumed_with_its_own(void **state)
{
	struct fixture *fixture = *state;
	struct content *other = stock_content();
	struct life life;
	struct resumed resumed;
	enum keeper_verdict verdict;
	char sentence[256] = "";
	uint8_t own[CONTENT_DIGEST_SIZE], theirs[CONTENT_DIGEST_SIZE];

	life_begin(fixture, &life);
	act(&life, VERB_WAIT);
	act(&life, VERB_SEARCH);
	assert_int_equal(keeper_run_claim(life.line, &life.run), KEEPER_OK);
	assert_true(resume_run(
		life.line, other, &life.run, &resumed, &verdict, sentence, sizeof sentence));
	assert_int_equal(verdict, KEEPER_OK);
	assert_non_null(resumed.own_content);
	content_digest(resumed.own_content, own);
	content_digest(fixture->content, theirs);
	assert_memory_equal(own, theirs, sizeof own);
	assert_true(game_digest(resumed.game) == game_digest(life.game));
	assert_false(resumed.waits);
	game_free(resumed.game);
	content_free(resumed.own_content);
	/* Of its own content nothing is fetched. */
	assert_true(resume_run(life.line, fixture->content, &life.run, &resumed, &verdict, sentence,
		sizeof sentence));
	assert_null(resumed.own_content);
	game_free(resumed.game);
	/* One whose content is nowhere is not resumed. */
	life.run.content[0] ^= 1;
	assert_false(resume_run(
		life.line, other, &life.run, &resumed, &verdict, sentence, sizeof sentence));
	assert_int_equal(verdict, KEEPER_NO);
	assert_string_equal(sentence, "That content is not in the store.");
	content_free(other);
	life_end(&life);
}

int main(void)
{
#define TITLE(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)
	const struct CMUnitTest tests[] = {
		TITLE(a_snapshot_from_before_the_last_segment_is_passed_over),
		TITLE(a_run_of_other_rules_is_carried_over_or_waits),
		TITLE(a_run_waits_or_breaks_by_the_answer_of_its_program),
		TITLE(a_snapshot_at_the_end_is_carried_over_as_it_is),
		TITLE(a_run_of_another_content_is_resumed_with_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
