/*
 * lab bench run: whole games of the cautious bot, and the cost of storing, resuming and verifying
 * them.
 *
 * A game is recorded as a store would hold it, and verified by the code of `trapdoor verify`
 * (verification.h) from a run_source in memory.
 */
#include "door/store/journal_digest.h"
#include "door/bot/bot.h"
#include "door/lab/lab_bench.h"
#include "door/play/play.h"
#include "door/verify/verification.h"
#include "door/text/board_words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	GAMES = 12,
	DIGEST_EVERY = 64,
	DIGESTS_MOST = BOT_COMMANDS_MOST / DIGEST_EVERY,
	STRETCHES_MOST = BOT_COMMANDS_MOST / PLAY_JOURNAL_MOST + 1,
	LEVELS = 10,
	RUN = 1 /* the number of the run in its source */
};

/* The state at the start of a stretch of the journal. */
struct stretch {
	uint8_t *save;
	size_t save_size, at; /* at: where its commands begin */
};

struct recording {
	const struct content *content;
	struct seed seed;
	uint8_t journal[BOT_COMMANDS_MOST * COMMAND_BYTES_MAX];
	size_t size;
	uint32_t count;
	struct store_digest digests[DIGESTS_MOST];
	size_t digest_count;
	struct stretch stretches[STRETCHES_MOST];
	size_t stretch_count;
	size_t ten_levels; /* bytes of the save when the tenth level was entered; 0: never */
	struct result result;
};

/* ---- Recording ---- */

static void stretch_begin(struct recording *recording, struct game *game)
{
	struct stretch *stretch = &recording->stretches[recording->stretch_count++];
	stretch->save = game_snapshot(game, &stretch->save_size);
	stretch->at = recording->size;
	assert(stretch->save);
}

static void record(void *context, struct game *game, const struct command *command)
{
	struct recording *recording = context;
	recording->size += command_encode(command, recording->journal + recording->size);
	recording->count++;
	game_result(game, &recording->result);
	if (recording->count % DIGEST_EVERY == 0)
		recording->digests[recording->digest_count++] =
			journal_digest(game, recording->count);
	if (recording->result.outcome != OUTCOME_GOING)
		return;
	if (recording->count % PLAY_JOURNAL_MOST == 0)
		stretch_begin(recording, game);
	if (recording->result.deepest == LEVELS && recording->ten_levels == 0)
		free(game_snapshot(game, &recording->ten_levels));
}

/* ---- The source in memory ---- */

static enum keeper_verdict memory_run(void *context, int64_t id, struct keeper_run *run)
{
	const struct recording *recording = context;
	memset(run, 0, sizeof *run);
	run->id = id;
	run->next_index = recording->count;
	run->rules = ENGINE_RULES_VERSION;
	run->seed = recording->seed;
	run->birth = *bot_birth(true);
	content_digest(recording->content, run->content);
	return KEEPER_OK;
}

static enum keeper_verdict memory_segment(
	void *context, int64_t run, uint32_t index, struct store_segment *segment)
{
	const struct recording *recording = context;
	(void)run;
	(void)index;
	*segment = (struct store_segment){
		.end_index = recording->count, .rules = ENGINE_RULES_VERSION};
	content_digest(recording->content, segment->content);
	return KEEPER_OK;
}

static enum keeper_verdict memory_commands(
	void *context, int64_t run, uint32_t from, uint8_t **bytes, size_t *size)
{
	const struct recording *recording = context;
	size_t before = journal_commands_size(recording->journal, recording->size, from);
	(void)run;
	*size = recording->size - before;
	*bytes = malloc(*size + 1);
	assert(*bytes);
	memcpy(*bytes, recording->journal + before, *size);
	return KEEPER_OK;
}

static enum keeper_verdict memory_digests(
	void *context, int64_t run, struct store_digest **digests, size_t *count)
{
	const struct recording *recording = context;
	(void)run;
	*count = recording->digest_count;
	*digests = malloc((*count + 1) * sizeof **digests);
	assert(*digests);
	memcpy(*digests, recording->digests, *count * sizeof **digests);
	return KEEPER_OK;
}

static enum keeper_verdict memory_score(void *context, int64_t run, struct store_score *score)
{
	const struct recording *recording = context;
	*score = (struct store_score){.run = run};
	board_score_of_result(&recording->result, score);
	return KEEPER_OK;
}

static const char *memory_sentence(void *context)
{
	(void)context;
	return "";
}

/* Verifies the recording, which must succeed. */
static void recording_verify(struct recording *recording)
{
	const struct run_source source = {.context = recording,
		.run = memory_run,
		.segment = memory_segment,
		.commands = memory_commands,
		.digests = memory_digests,
		.score = memory_score,
		.sentence = memory_sentence};
	char sentence[VERIFICATION_SENTENCE_MAX];
	enum verification_verdict verdict =
		verify_from_source(&source, recording->content, RUN, sentence, sizeof sentence);
	assert(verdict == VERIFICATION_TRUE);
}

/* ---- Resuming ---- */

/* Microseconds from the bytes of a snapshot to the state after the commands that follow it. */
static double stretch_resume(const struct recording *recording, const struct stretch *stretch)
{
	struct complaint complaint;
	struct command command;
	size_t at = stretch->at;
	double begun = bench_clock_us();
	struct game *game =
		game_load(recording->content, stretch->save, stretch->save_size, &complaint);
	assert(game);
	for (int i = 0; i < PLAY_JOURNAL_MOST && at < recording->size; i++) {
		at += command_decode(recording->journal + at, recording->size - at, &command);
		game_act(game, &command);
	}
	double spent = bench_clock_us() - begun;
	game_free(game);
	return spent;
}

static double recording_resume(const struct recording *recording)
{
	double worst = 0;
	for (size_t i = 0; i < recording->stretch_count; i++) {
		double spent = stretch_resume(recording, &recording->stretches[i]);
		worst = spent > worst ? spent : worst;
	}
	return worst;
}

/* ---- The measure ---- */

/* Of all games. */
struct runs_cost {
	double bytes, commands, turns, resume_us, verification_us;
	size_t largest; /* bytes of a save with ten levels */
	int travelled;  /* games with ten levels */
};

static void game_measure(const struct bench *bench, int number, struct runs_cost *cost)
{
	struct recording *recording = calloc(1, sizeof *recording);
	struct bot_game played;
	assert(recording);
	recording->content = bench_content(bench);
	recording->seed = (struct seed){{0xb0, (uint8_t)number}};
	bot_play("cautious", recording->content, &recording->seed, bot_birth(true), record,
		recording, &played);
	double resume_us = recording_resume(recording);
	double begun = bench_clock_us();
	if (recording->result.outcome != OUTCOME_GOING)
		recording_verify(recording);
	cost->verification_us += bench_clock_us() - begun;
	cost->turns += recording->result.turns;
	cost->commands += recording->count;
	cost->bytes += (double)recording->size;
	cost->resume_us = resume_us > cost->resume_us ? resume_us : cost->resume_us;
	cost->travelled += recording->ten_levels > 0;
	if (recording->ten_levels > cost->largest)
		cost->largest = recording->ten_levels;
	for (size_t i = 0; i < recording->stretch_count; i++)
		free(recording->stretches[i].save);
	free(recording);
}

bool bench_run(const struct bench *bench)
{
	struct runs_cost cost = {0};
	char on[128];
	for (int number = 0; number < GAMES; number++)
		game_measure(bench, number, &cost);
	snprintf(on, sizeof on,
		"of a finished run's commands, %d games of the cautious bot, %.0f commands", GAMES,
		cost.commands);
	bench_say(bench, "journal_command", cost.bytes / cost.commands, "bytes", on);
	snprintf(on, sizeof on, "a snapshot with %d levels visited, the largest of %d", LEVELS,
		cost.travelled);
	bench_say(bench, "save_ten_levels", (double)cost.largest, "bytes", on);
	snprintf(on, sizeof on, "a snapshot and the %d commands that follow it at most, the worst",
		PLAY_JOURNAL_MOST);
	bench_say(bench, "resume", cost.resume_us / 1000, "ms", on);
	snprintf(on, sizeof on, "the same games proven from seeds, digests and score, %.0f turns",
		cost.turns);
	bench_say(bench, "verify", cost.turns / cost.verification_us * 1e6, "turns/s", on);
	return true;
}
