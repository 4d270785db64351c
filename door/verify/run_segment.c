/* Fetches a run segment by segment, as replay jobs. */
#include "door/store/journal_digest.h"
#include "door/verify/verification_private.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum verification_verdict run_segment_say(
	struct run_segment *at, enum verification_verdict verdict, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(at->sentence, at->size, format, arguments);
	va_end(arguments);
	return verdict;
}

static enum verification_verdict run_segment_silent(struct run_segment *at)
{
	const char *sentence = at->source->sentence(at->source->context);

	return run_segment_say(at, VERIFICATION_FAILED, "%s",
		sentence && *sentence ? sentence : "The run is out of reach.");
}

static void run_segment_drop(struct run_segment *at)
{
	free(at->segment.save);
	free(at->bundle);
	free(at->commands);
	at->segment.save = NULL;
	at->bundle = at->commands = NULL;
}

void run_segment_free(struct run_segment *at)
{
	run_segment_drop(at);
}

enum verification_verdict run_segment_begin(struct run_segment *at, int64_t run)
{
	if (at->source->run(at->source->context, run, &at->run) != KEEPER_OK)
		return run_segment_silent(at);
	return VERIFICATION_TRUE;
}

/* ---- The parts of a segment ---- */

static bool fetch_segment(struct run_segment *at, uint32_t index)
{
	if (at->source->segment(at->source->context, at->run.id, index, &at->segment) != KEEPER_OK)
		return false;
	if (at->segment.end_index > at->run.next_index)
		at->segment.end_index = at->run.next_index;
	return true;
}

/* Fetches the content: the shared one if the digests are equal, else the source's bundle. */
static bool fetch_content(struct run_segment *at)
{
	uint8_t digest[CONTENT_DIGEST_SIZE];

	at->content = NULL;
	if (at->shared) {
		content_digest(at->shared, digest);
		if (memcmp(digest, at->segment.content, sizeof digest) == 0)
			at->content = at->shared;
	}
	if (at->content) {
		at->job.bundle = content_bundle(at->content, &at->job.bundle_size);
		return true;
	}
	if (at->source->bundle(at->source->context, at->segment.content, &at->bundle,
		    &at->job.bundle_size) != KEEPER_OK)
		return false;
	at->job.bundle = at->bundle;
	return true;
}

static bool fetch_commands(struct run_segment *at)
{
	size_t size;

	if (at->source->commands(at->source->context, at->run.id, at->segment.first_index,
		    &at->commands, &size) != KEEPER_OK)
		return false;
	at->job.commands = at->commands;
	at->job.commands_size = journal_commands_size(
		at->commands, size, at->segment.end_index - at->segment.first_index);
	return true;
}

enum verification_verdict run_segment_fetch(struct run_segment *at, uint32_t index)
{
	struct store_segment *segment = &at->segment;

	run_segment_drop(at);
	memset(&at->job, 0, sizeof at->job);
	if (!fetch_segment(at, index))
		return run_segment_silent(at);
	if (segment->first_index != index ||
		(segment->end_index <= index && index < at->run.next_index))
		return run_segment_say(at, VERIFICATION_FALSE,
			"failed: the journal has a gap at command %" PRIu32, index + 1);
	if (!fetch_content(at) || !fetch_commands(at))
		return run_segment_silent(at);
	at->job.rules = segment->rules;
	at->job.first = index;
	at->job.seed = at->run.seed;
	at->job.birth = at->run.birth;
	at->job.save = segment->save;
	at->job.save_size = segment->save_size;
	memcpy(at->job.digest, segment->content, sizeof at->job.digest);
	return VERIFICATION_TRUE;
}

/* ---- Playing ---- */

enum verification_verdict run_segment_answer(
	struct run_segment *at, const struct replay_job_end *end)
{
	switch (end->answer) {
	case REPLAY_JOB_PLAYED:
		return VERIFICATION_TRUE;
	case REPLAY_JOB_INVALID:
		return run_segment_say(at, VERIFICATION_FALSE,
			"failed before command %" PRIu32 ": %s", at->job.first + 1, end->sentence);
	case REPLAY_JOB_OTHER_RULES:
		return run_segment_say(at, VERIFICATION_OTHER, "%s", end->sentence);
	case REPLAY_JOB_SILENT:
		break;
	}
	return run_segment_say(at, VERIFICATION_FAILED, "%s", end->sentence);
}

enum verification_verdict run_segment_play(struct run_segment *at, struct replay_job_end *end)
{
	if (at->job.rules == ENGINE_RULES_VERSION)
		replay_job_play(at->content, &at->job, end);
	else
		replay_job_by_rules(at->source->line, &at->job, end);
	if (end->answer == REPLAY_JOB_OTHER_RULES && !end->program[0])
		return run_segment_say(at, VERIFICATION_OTHER,
			"needs rules version %" PRIu32 ": this program has %d, and %.240s",
			at->job.rules, ENGINE_RULES_VERSION, end->sentence);
	return run_segment_answer(at, end);
}

void run_segment_parts(
	const struct store_digest *a, const struct store_digest *b, char *words, size_t size)
{
	size_t count = a->part_count < b->part_count ? a->part_count : b->part_count;
	size_t used = 0;

	words[0] = '\0';
	for (size_t i = 0; i < count && used < size; i++) {
		const char *word = part_word((enum part)i);

		if (a->parts[i] != b->parts[i])
			used += (size_t)snprintf(words + used, size - used, "%s%s",
				used ? ", " : "", word ? word : "a part without a name");
	}
}
