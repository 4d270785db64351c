/* Compares two programs on one run, command by command. */
#include "door/verify/verification_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Compares the digests of the current segment by the program of its rules and by the other one.
 * VERIFICATION_TRUE: equal. */
static enum verification_verdict compare_notes(struct run_segment *at, const char *program,
	const struct replay_job_end *own, const struct replay_job_end *other)
{
	size_t count = own->note_count < other->note_count ? own->note_count : other->note_count;
	char words[160];

	for (size_t i = 0; i < count; i++) {
		const struct replay_job_note *a = &own->notes[i], *b = &other->notes[i];

		if (a->digest.index == b->digest.index && a->digest.digest == b->digest.digest)
			continue;
		run_segment_parts(&a->digest, &b->digest, words, sizeof words);
		return run_segment_say(at, VERIFICATION_FALSE,
			"%.160s (%s, rules version %" PRIu32 ") differs from command %" PRIu32
			", turn %" PRIu32 ", on%s%s",
			program, other->program, other->rules, a->digest.index,
			i ? own->notes[i - 1].turn : a->turn, *words ? ": " : "", words);
	}
	if (own->played == other->played)
		return VERIFICATION_TRUE;
	return run_segment_say(at, VERIFICATION_FALSE,
		"%.160s (%s, rules version %" PRIu32 ") stops at command %" PRIu32
		", the program of the run's rules at %" PRIu32,
		program, other->program, other->rules, other->played + 1, own->played + 1);
}

/* Has the job of the segment report a digest before the first command and after each. Returns the
 * list of their indexes, which the caller frees. A claimed length above the number of bytes is cut
 * to it, because each command has at least one byte. */
static uint32_t *every_index(struct run_segment *at)
{
	size_t claimed = at->segment.end_index - at->segment.first_index;
	size_t count = (claimed < at->job.commands_size ? claimed : at->job.commands_size) + 1;
	uint32_t *indexes = calloc(count, sizeof *indexes);

	if (!indexes)
		abort();
	for (size_t i = 0; i < count; i++)
		indexes[i] = at->segment.first_index + (uint32_t)i;
	at->job.at = indexes;
	at->job.at_count = count;
	return indexes;
}

static enum verification_verdict compare_segment(struct run_segment *at, const char *program)
{
	struct replay_job_end own, other = {0};
	uint32_t *indexes = every_index(at);
	enum verification_verdict verdict = run_segment_play(at, &own);

	if (verdict == VERIFICATION_TRUE) {
		at->job.rules = 0;
		replay_job_by(program, &at->job, &other);
		verdict = run_segment_answer(at, &other);
	}
	if (verdict == VERIFICATION_TRUE)
		verdict = compare_notes(at, program, &own, &other);
	replay_job_end_free(&own);
	replay_job_end_free(&other);
	free(indexes);
	return verdict;
}

/* Finds the installed program of this rules version, unless it is this very file. */
static bool other_old_rules(uint32_t rules, char path[REPLAY_JOB_PATH_MAX])
{
	struct stat old_program, own;

	return old_rules_program(rules, path) && stat(path, &old_program) == 0 &&
	       stat("/proc/self/exe", &own) == 0 &&
	       (old_program.st_ino != own.st_ino || old_program.st_dev != own.st_dev) &&
	       rules == ENGINE_RULES_VERSION;
}

enum comparison verify_compare(const struct run_source *source, int64_t run, const char *program,
	char *sentence, size_t size)
{
	struct run_segment at = {.source = source, .sentence = sentence, .size = size};
	enum verification_verdict verdict = run_segment_begin(&at, run);
	char old_program[REPLAY_JOB_PATH_MAX];
	uint32_t index = 0;
	bool compared = false;

	sentence[0] = '\0';
	while (verdict == VERIFICATION_TRUE && (index < at.run.next_index || index == 0)) {
		verdict = run_segment_fetch(&at, index);
		if (verdict == VERIFICATION_TRUE &&
			(program || other_old_rules(at.segment.rules, old_program))) {
			verdict = compare_segment(&at, program ? program : old_program);
			compared = true;
		}
		if (at.segment.end_index <= index)
			break;
		index = at.segment.end_index;
	}
	run_segment_free(&at);
	if (verdict != VERIFICATION_TRUE)
		return compared || program ? COMPARISON_DIFFERS : COMPARISON_NONE;
	if (compared)
		run_segment_say(&at, verdict,
			"%.200s plays it alike, command by command, to the last of %" PRIu32,
			program ? program : old_program, at.run.next_index);
	return compared ? COMPARISON_EQUAL : COMPARISON_NONE;
}
