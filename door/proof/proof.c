#include "door/proof/proof_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/os/crash.h"

/* One proof at work: the run as it was left, and what the last segment ended with. */
struct proof {
	struct run_segment at;
	struct store_digest *digests;
	size_t digest_count, digest_at;
	uint32_t *indexes; /* of the digests */
	uint32_t index;    /* commands that are proven, and the turn that they led to */
	uint32_t turn;
	uint8_t *save; /* that the segment before ended with */
	size_t save_size;
	struct result result;
};

/* ---- One segment ---- */

/* The digests that fall due in the present segment, as what its trial asks for. */
static void ask_digests(struct proof *proof)
{
	size_t until = proof->digest_at;

	while (until < proof->digest_count && proof->indexes[until] <= proof->at.segment.end_index)
		until++;
	proof->at.job.at = proof->indexes + proof->digest_at;
	proof->at.job.at_count = until - proof->digest_at;
}

static enum proof_verdict digest_differs(struct proof *proof, const struct replay_job_note *note,
	const struct store_digest *kept, uint32_t from)
{
	char words[160];

	run_segment_parts(&note->digest, kept, words, sizeof words);
	return run_segment_say(&proof->at, PROOF_FALSE,
		"failed between commands %" PRIu32 " and %" PRIu32 " (turns %" PRIu32 " to %" PRIu32
		")%s%s%s",
		from + 1, kept->index, proof->turn, note->turn, *words ? ": " : "", words,
		*words ? " differ" : "");
}

/* The digests that were asked for must be those that the run left. */
static enum proof_verdict compare_digests(struct proof *proof, const struct replay_job_end *end)
{
	uint32_t from = proof->index;

	for (size_t i = 0; i < end->note_count; i++) {
		const struct store_digest *kept = &proof->digests[proof->digest_at];

		if (end->notes[i].digest.index != kept->index ||
			end->notes[i].digest.digest != kept->digest)
			return digest_differs(proof, &end->notes[i], kept, from);
		proof->digest_at++;
		proof->turn = end->notes[i].turn;
		from = kept->index;
	}
	return PROOF_TRUE;
}

static enum proof_verdict compare_end(struct proof *proof, const struct replay_job_end *end)
{
	uint32_t wanted = proof->at.segment.end_index;

	if (end->refused)
		return run_segment_say(&proof->at, PROOF_FALSE,
			"failed at command %" PRIu32 " (turn %" PRIu32 "): it %s", end->played + 1,
			end->turn, end->sentence);
	if (end->played != wanted)
		return run_segment_say(&proof->at, PROOF_FALSE,
			"failed: the journal ends after command %" PRIu32 " of %" PRIu32,
			end->played, wanted);
	if (end->note_count != proof->at.job.at_count)
		return run_segment_say(&proof->at, PROOF_FALSE,
			"failed: the digests of the journal are in no order");
	return PROOF_TRUE;
}

/* The run went over to other rules before its first command: some elder makes that beginning. */
static enum proof_verdict find_beginning(struct proof *proof)
{
	struct run_segment *at = &proof->at;
	struct replay_job whole = at->job;
	enum proof_verdict verdict = PROOF_FALSE;

	at->job.save = NULL;
	at->job.commands_size = at->job.at_count = 0;
	for (at->job.rules = whole.rules; at->job.rules > 0 && verdict != PROOF_TRUE;
		at->job.rules--) {
		struct replay_job_end end;

		if (run_segment_play(at, &end) == PROOF_TRUE && end.save_size == whole.save_size &&
			memcmp(end.save, whole.save, whole.save_size) == 0)
			verdict = PROOF_TRUE;
		replay_job_end_free(&end);
	}
	at->job = whole;
	if (verdict == PROOF_TRUE)
		return verdict;
	return run_segment_say(
		at, PROOF_OTHER, "needs the program of the rules that it began under");
}

/* A segment begins as the one before it ended. */
static enum proof_verdict compare_beginning(struct proof *proof)
{
	const struct store_segment *segment = &proof->at.segment;

	if (!segment->save && proof->index == 0)
		return PROOF_TRUE;
	if (!segment->save)
		return run_segment_say(
			&proof->at, PROOF_FALSE, "failed: a segment begins from nothing");
	if (proof->index == 0)
		return find_beginning(proof);
	if (proof->save_size == segment->save_size &&
		memcmp(proof->save, segment->save, segment->save_size) == 0)
		return PROOF_TRUE;
	return run_segment_say(&proof->at, PROOF_FALSE,
		"failed: the segment of rules version %" PRIu32 " at command %" PRIu32
		" does not begin as the one before it ended",
		segment->rules, proof->index + 1);
}

/* What the segment ended with is kept for the next one. */
static void take_end(struct proof *proof, struct replay_job_end *end)
{
	free(proof->save);
	proof->save = end->save;
	proof->save_size = end->save_size;
	proof->result = end->result;
	proof->index = end->played;
	proof->turn = end->turn;
	end->save = NULL;
}

static enum proof_verdict prove_segment(struct proof *proof)
{
	struct replay_job_end end;
	enum proof_verdict verdict = run_segment_fetch(&proof->at, proof->index);

	if (verdict == PROOF_TRUE)
		verdict = compare_beginning(proof);
	if (verdict != PROOF_TRUE)
		return verdict;
	ask_digests(proof);
	verdict = run_segment_play(&proof->at, &end);
	if (verdict == PROOF_TRUE)
		verdict = compare_digests(proof, &end);
	if (verdict == PROOF_TRUE)
		verdict = compare_end(proof, &end);
	if (verdict == PROOF_TRUE)
		take_end(proof, &end);
	replay_job_end_free(&end);
	return verdict;
}

/* ---- The score ---- */

/* Whom the board says that the run avenged, it did avenge. */
static bool avenged_holds(const struct result *result, const struct store_score *score)
{
	char names[sizeof score->avenged];
	char *rest = names;
	char *name;

	memcpy(names, score->avenged, sizeof names);
	while ((name = strtok_r(rest, " ", &rest)) != NULL) {
		bool found = false;

		for (size_t i = 0; i < result->avenged_count; i++)
			found = found || strcmp(result->avenged[i], name) == 0;
		if (!found)
			return false;
	}
	return true;
}

/* True if two numbers are equal, or one of them was not recorded, which only a field that was added
 * later (missing is RESULT_UNRECORDED) can be. */
static bool number_holds(int64_t replayed, int64_t stored, int64_t missing)
{
	return replayed == stored ||
	       (missing == RESULT_UNRECORDED && (replayed == missing || stored == missing));
}

static bool score_holds(const struct result *result, const struct store_score *score)
{
	bool holds = result->outcome == score->outcome && avenged_holds(result, score);

#define ROW(type, field, missing)                                                                  \
	holds = holds && number_holds(result->field, score->field, missing);
	RESULT_NUMBERS(ROW)
#undef ROW
#define ROW(field, size) holds = holds && strcmp(result->field, score->field) == 0;
	RESULT_TEXTS(ROW)
#undef ROW
	return holds;
}

static enum proof_verdict compare_score(struct proof *proof, int64_t run)
{
	const struct run_source *source = proof->at.source;
	const struct result *result = &proof->result;
	struct store_score score;

	if (source->score(source->context, run, &score) != KEEPER_OK)
		return run_segment_say(
			&proof->at, PROOF_FAILED, "%s", source->sentence(source->context));
	if (result->outcome == OUTCOME_GOING)
		return run_segment_say(&proof->at, PROOF_FALSE,
			"failed: the run does not end with its last command");
	if (!score_holds(result, &score))
		return run_segment_say(&proof->at, PROOF_FALSE,
			"failed: the run ends with %d points, \"%s\"; the board says %d, \"%s\"",
			result->score, result->cause, (int)score.score, score.cause);
	if (score.scored && !result->scored)
		return run_segment_say(&proof->at, PROOF_FALSE,
			"failed: the run used a debugging view and is no score");
	return run_segment_say(&proof->at, PROOF_TRUE, "verified: %" PRIu32 " commands, score %d",
		proof->index, result->score);
}

/* ---- The whole ---- */

static bool fetch_digests(struct proof *proof)
{
	const struct run_source *source = proof->at.source;

	if (source->digests(source->context, proof->at.run.id, &proof->digests,
		    &proof->digest_count) != KEEPER_OK) {
		run_segment_say(&proof->at, PROOF_FAILED, "%s", source->sentence(source->context));
		return false;
	}
	proof->indexes = calloc(proof->digest_count + 1, sizeof *proof->indexes);
	if (!proof->indexes)
		abort();
	for (size_t i = 0; i < proof->digest_count; i++)
		proof->indexes[i] = proof->digests[i].index;
	return true;
}

static enum proof_verdict prove(struct proof *proof, int64_t run)
{
	enum proof_verdict verdict = run_segment_begin(&proof->at, run);

	crash_run(run);
	if (verdict == PROOF_TRUE && !fetch_digests(proof))
		verdict = PROOF_FAILED;
	if (verdict == PROOF_TRUE)
		do
			verdict = prove_segment(proof);
		while (verdict == PROOF_TRUE && proof->index < proof->at.run.next_index);
	if (verdict == PROOF_TRUE && proof->digest_at < proof->digest_count)
		return run_segment_say(&proof->at, PROOF_FALSE,
			"failed: there is a digest of after command %" PRIu32
			", where there is none",
			proof->indexes[proof->digest_at]);
	return verdict == PROOF_TRUE ? compare_score(proof, run) : verdict;
}

enum proof_verdict proof_of_source(const struct run_source *source, const struct content *content,
	int64_t run, char *sentence, size_t size)
{
	struct proof proof = {
		.at = {.source = source, .shared = content, .sentence = sentence, .size = size}};
	enum proof_verdict verdict = prove(&proof, run);

	run_segment_free(&proof.at);
	free(proof.digests);
	free(proof.indexes);
	free(proof.save);
	return verdict;
}

enum proof_verdict proof_run(struct keeper_line *line, const struct content *content, int64_t run,
	char *sentence, size_t size)
{
	const struct run_source source = run_source_of_line(line);
	enum proof_verdict verdict = proof_of_source(&source, content, run, sentence, size);

	if ((verdict == PROOF_TRUE || verdict == PROOF_FALSE) &&
		keeper_admin_prove(line, run,
			verdict == PROOF_TRUE ? STORE_PROVEN : STORE_REFUTED) != KEEPER_OK) {
		snprintf(sentence, size, "%s", keeper_sentence(line));
		return PROOF_FAILED;
	}
	return verdict;
}
