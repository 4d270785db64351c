/* A run, segment by segment, as trials ask for it. */
#include "door/store/journal_digest.h"
#include "door/proof/proof_private.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum proof_verdict leg_say(struct leg *leg, enum proof_verdict verdict, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(leg->sentence, leg->size, format, arguments);
	va_end(arguments);
	return verdict;
}

static enum proof_verdict leg_silent(struct leg *leg)
{
	const char *sentence = leg->source->sentence(leg->source->context);

	return leg_say(leg, PROOF_FAILED, "%s",
		sentence && *sentence ? sentence : "The run is out of reach.");
}

static void leg_drop(struct leg *leg)
{
	free(leg->segment.save);
	free(leg->bundle);
	free(leg->commands);
	leg->segment.save = NULL;
	leg->bundle = leg->commands = NULL;
}

void leg_free(struct leg *leg)
{
	leg_drop(leg);
}

enum proof_verdict leg_begin(struct leg *leg, int64_t run)
{
	if (leg->source->run(leg->source->context, run, &leg->run) != KEEPER_OK)
		return leg_silent(leg);
	return PROOF_TRUE;
}

/* ---- The parts of a segment ---- */

static bool fetch_segment(struct leg *leg, uint32_t index)
{
	if (leg->source->segment(leg->source->context, leg->run.id, index, &leg->segment) !=
		KEEPER_OK)
		return false;
	if (leg->segment.end_index > leg->run.next_index)
		leg->segment.end_index = leg->run.next_index;
	return true;
}

/* The content: what was lent when it is the same, else from the shelf. */
static bool fetch_content(struct leg *leg)
{
	uint8_t digest[CONTENT_DIGEST_SIZE];

	leg->content = NULL;
	if (leg->shared) {
		content_digest(leg->shared, digest);
		if (memcmp(digest, leg->segment.content, sizeof digest) == 0)
			leg->content = leg->shared;
	}
	if (leg->content) {
		leg->job.bundle = content_bundle(leg->content, &leg->job.bundle_size);
		return true;
	}
	if (leg->source->bundle(leg->source->context, leg->segment.content, &leg->bundle,
		    &leg->job.bundle_size) != KEEPER_OK)
		return false;
	leg->job.bundle = leg->bundle;
	return true;
}

static bool fetch_commands(struct leg *leg)
{
	size_t size;

	if (leg->source->commands(leg->source->context, leg->run.id, leg->segment.first_index,
		    &leg->commands, &size) != KEEPER_OK)
		return false;
	leg->job.commands = leg->commands;
	leg->job.commands_size = journal_commands_size(
		leg->commands, size, leg->segment.end_index - leg->segment.first_index);
	return true;
}

enum proof_verdict leg_fetch(struct leg *leg, uint32_t index)
{
	struct store_segment *segment = &leg->segment;

	leg_drop(leg);
	memset(&leg->job, 0, sizeof leg->job);
	if (!fetch_segment(leg, index))
		return leg_silent(leg);
	if (segment->first_index != index ||
		(segment->end_index <= index && index < leg->run.next_index))
		return leg_say(leg, PROOF_FALSE,
			"failed: the journal has a gap at command %" PRIu32, index + 1);
	if (!fetch_content(leg) || !fetch_commands(leg))
		return leg_silent(leg);
	leg->job.rules = segment->rules;
	leg->job.first = index;
	leg->job.seed = leg->run.seed;
	leg->job.birth = leg->run.birth;
	leg->job.save = segment->save;
	leg->job.save_size = segment->save_size;
	memcpy(leg->job.digest, segment->content, sizeof leg->job.digest);
	return PROOF_TRUE;
}

/* ---- Playing ---- */

enum proof_verdict leg_answer(struct leg *leg, const struct replay_job_end *end)
{
	switch (end->answer) {
	case REPLAY_JOB_PLAYED:
		return PROOF_TRUE;
	case REPLAY_JOB_FALSE:
		return leg_say(leg, PROOF_FALSE, "failed before command %" PRIu32 ": %s",
			leg->job.first + 1, end->sentence);
	case REPLAY_JOB_OTHER:
		return leg_say(leg, PROOF_OTHER, "%s", end->sentence);
	case REPLAY_JOB_SILENT:
		break;
	}
	return leg_say(leg, PROOF_FAILED, "%s", end->sentence);
}

enum proof_verdict leg_play(struct leg *leg, struct replay_job_end *end)
{
	char elder[REPLAY_JOB_PATH_MAX];

	memset(end, 0, sizeof *end);
	if (leg->job.rules == ENGINE_RULES_VERSION)
		replay_job_play(leg->content, &leg->job, end);
	else if (replay_job_elder(leg->job.rules, elder))
		replay_job_by(elder, &leg->job, end);
	else
		return leg_say(leg, PROOF_OTHER,
			"needs rules version %" PRIu32
			": this program has %d, and there is no %.240s",
			leg->job.rules, ENGINE_RULES_VERSION, elder);
	return leg_answer(leg, end);
}

void leg_parts(const struct store_digest *a, const struct store_digest *b, char *words, size_t size)
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
