#include "door/verify/verification_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "door/os/crash.h"

/* The state of a verification: the recorded run, and the state at the end of the last segment. */
struct verification {
	struct run_segment at;
	struct store_digest *digests;
	size_t digest_count, digest_at;
	uint32_t *indexes; /* of the digests */
	uint32_t index;    /* commands verified so far; turn: the turn after them */
	uint32_t turn;
	uint8_t *save; /* bytes at the end of the segment before */
	size_t save_size;
	struct result result;
};

/* ---- One segment ---- */

/* Requests the recorded digests of the current segment from its replay job. */
static void ask_digests(struct verification *verification)
{
	size_t until = verification->digest_at;

	while (until < verification->digest_count &&
		verification->indexes[until] <= verification->at.segment.end_index)
		until++;
	verification->at.job.at = verification->indexes + verification->digest_at;
	verification->at.job.at_count = until - verification->digest_at;
}

static enum verification_verdict digest_differs(struct verification *verification,
	const struct replay_job_note *note, const struct store_digest *kept, uint32_t from)
{
	char words[160];

	run_segment_parts(&note->digest, kept, words, sizeof words);
	return run_segment_say(&verification->at, VERIFICATION_FALSE,
		"failed between commands %" PRIu32 " and %" PRIu32 " (turns %" PRIu32 " to %" PRIu32
		")%s%s%s",
		from + 1, kept->index, verification->turn, note->turn, *words ? ": " : "", words,
		*words ? " differ" : "");
}

/* Compares the digests of the replay with the recorded ones. */
static enum verification_verdict compare_digests(
	struct verification *verification, const struct replay_job_end *end)
{
	uint32_t from = verification->index;

	for (size_t i = 0; i < end->note_count; i++) {
		const struct store_digest *kept = &verification->digests[verification->digest_at];

		if (end->notes[i].digest.index != kept->index ||
			end->notes[i].digest.digest != kept->digest)
			return digest_differs(verification, &end->notes[i], kept, from);
		verification->digest_at++;
		verification->turn = end->notes[i].turn;
		from = kept->index;
	}
	return VERIFICATION_TRUE;
}

static enum verification_verdict compare_end(
	struct verification *verification, const struct replay_job_end *end)
{
	uint32_t wanted = verification->at.segment.end_index;

	if (end->refused)
		return run_segment_say(&verification->at, VERIFICATION_FALSE,
			"failed at command %" PRIu32 " (turn %" PRIu32 "): it %s", end->played + 1,
			end->turn, end->sentence);
	if (end->played != wanted)
		return run_segment_say(&verification->at, VERIFICATION_FALSE,
			"failed: the journal ends after command %" PRIu32 " of %" PRIu32,
			end->played, wanted);
	if (end->note_count != verification->at.job.at_count)
		return run_segment_say(&verification->at, VERIFICATION_FALSE,
			"failed: the digests of the journal are out of order");
	return VERIFICATION_TRUE;
}

/* Verifies the beginning of a run that was carried over to other rules before its first command.
 * The program of the named rules or of some older ones must produce these bytes from the seed.
 * The number is a stranger's: of rules newer than this program's, only those named are tried. */
static enum verification_verdict find_beginning(struct verification *verification)
{
	struct run_segment *at = &verification->at;
	struct replay_job whole = at->job;
	enum verification_verdict verdict = VERIFICATION_FALSE;

	at->job.save = NULL;
	at->job.commands_size = at->job.at_count = 0;
	for (uint32_t rules = whole.rules; rules > 0 && verdict != VERIFICATION_TRUE;
		rules = rules > ENGINE_RULES_VERSION ? ENGINE_RULES_VERSION : rules - 1) {
		struct replay_job_end end;

		at->job.rules = rules;
		if (run_segment_play(at, &end) == VERIFICATION_TRUE &&
			end.save_size == whole.save_size &&
			memcmp(end.save, whole.save, whole.save_size) == 0)
			verdict = VERIFICATION_TRUE;
		replay_job_end_free(&end);
	}
	at->job = whole;
	if (verdict == VERIFICATION_TRUE)
		return verdict;
	return run_segment_say(
		at, VERIFICATION_OTHER, "needs the program of the rules that it began under");
}

/* Verifies that a segment begins as the one before it ended. */
static enum verification_verdict compare_beginning(struct verification *verification)
{
	const struct store_segment *segment = &verification->at.segment;

	if (!segment->save && verification->index == 0)
		return VERIFICATION_TRUE;
	if (!segment->save)
		return run_segment_say(&verification->at, VERIFICATION_FALSE,
			"failed: a segment begins from nothing");
	if (verification->index == 0)
		return find_beginning(verification);
	if (verification->save_size == segment->save_size &&
		memcmp(verification->save, segment->save, segment->save_size) == 0)
		return VERIFICATION_TRUE;
	return run_segment_say(&verification->at, VERIFICATION_FALSE,
		"failed: the segment of rules version %" PRIu32 " at command %" PRIu32
		" does not begin as the one before it ended",
		segment->rules, verification->index + 1);
}

/* Keeps the state at the end of a segment for the next one. */
static void take_end(struct verification *verification, struct replay_job_end *end)
{
	free(verification->save);
	verification->save = end->save;
	verification->save_size = end->save_size;
	verification->result = end->result;
	verification->index = end->played;
	verification->turn = end->turn;
	end->save = NULL;
}

static enum verification_verdict verify_segment(struct verification *verification)
{
	struct replay_job_end end;
	enum verification_verdict verdict =
		run_segment_fetch(&verification->at, verification->index);

	if (verdict == VERIFICATION_TRUE)
		verdict = compare_beginning(verification);
	if (verdict != VERIFICATION_TRUE)
		return verdict;
	ask_digests(verification);
	verdict = run_segment_play(&verification->at, &end);
	if (verdict == VERIFICATION_TRUE)
		verdict = compare_digests(verification, &end);
	if (verdict == VERIFICATION_TRUE)
		verdict = compare_end(verification, &end);
	if (verdict == VERIFICATION_TRUE)
		take_end(verification, &end);
	replay_job_end_free(&end);
	return verdict;
}

/* ---- The score ---- */

/* True if the replay avenged everyone whom the score names. */
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

/* True if two numbers are equal, or one of them is unrecorded. Only newer fields (missing is
 * RESULT_UNRECORDED) can be unrecorded. */
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

static enum verification_verdict compare_score(struct verification *verification, int64_t run)
{
	const struct run_source *source = verification->at.source;
	const struct result *result = &verification->result;
	struct store_score score;

	if (source->score(source->context, run, &score) != KEEPER_OK)
		return run_segment_say(&verification->at, VERIFICATION_FAILED, "%s",
			source->sentence(source->context));
	if (result->outcome == OUTCOME_GOING)
		return run_segment_say(&verification->at, VERIFICATION_FALSE,
			"failed: the run does not end with its last command");
	if (!score_holds(result, &score))
		return run_segment_say(&verification->at, VERIFICATION_FALSE,
			"failed: the run ends with %d points, \"%s\"; the board says %d, \"%s\"",
			result->score, result->cause, (int)score.score, score.cause);
	if (score.scored && !result->scored)
		return run_segment_say(&verification->at, VERIFICATION_FALSE,
			"failed: the run used a debugging view and cannot be scored");
	return run_segment_say(&verification->at, VERIFICATION_TRUE,
		"verified: %" PRIu32 " commands, score %d", verification->index, result->score);
}

/* ---- Verification ---- */

static bool fetch_digests(struct verification *verification)
{
	const struct run_source *source = verification->at.source;

	if (source->digests(source->context, verification->at.run.id, &verification->digests,
		    &verification->digest_count) != KEEPER_OK) {
		run_segment_say(&verification->at, VERIFICATION_FAILED, "%s",
			source->sentence(source->context));
		return false;
	}
	verification->indexes =
		calloc(verification->digest_count + 1, sizeof *verification->indexes);
	if (!verification->indexes)
		abort();
	for (size_t i = 0; i < verification->digest_count; i++)
		verification->indexes[i] = verification->digests[i].index;
	return true;
}

/* Derives the feats of the run from its last state. Content that this program cannot read any more
 * has none. */
static size_t find_feats(const struct verification *verification, struct feat feats[FEATS_MAX])
{
	const struct run_segment *at = &verification->at;
	struct complaint complaint;
	struct content *own =
		at->content ? NULL
			    : content_from_bundle(at->job.bundle, at->job.bundle_size, &complaint);
	const struct content *content = at->content ? at->content : own;
	struct game *game = content && verification->save
				    ? game_load(content, verification->save,
					      verification->save_size, &complaint)
				    : NULL;
	size_t count = game ? game_feats(game, feats, FEATS_MAX) : 0;

	game_free(game);
	content_free(own);
	return count;
}

static enum verification_verdict verify_all_segments(struct verification *verification, int64_t run)
{
	enum verification_verdict verdict = run_segment_begin(&verification->at, run);

	crash_run(run);
	if (verdict == VERIFICATION_TRUE && !fetch_digests(verification))
		verdict = VERIFICATION_FAILED;
	if (verdict == VERIFICATION_TRUE)
		do
			verdict = verify_segment(verification);
		while (verdict == VERIFICATION_TRUE &&
			verification->index < verification->at.run.next_index);
	if (verdict == VERIFICATION_TRUE && verification->digest_at < verification->digest_count)
		return run_segment_say(&verification->at, VERIFICATION_FALSE,
			"failed: there is a digest of after command %" PRIu32
			", where there is none",
			verification->indexes[verification->digest_at]);
	return verdict == VERIFICATION_TRUE ? compare_score(verification, run) : verdict;
}

/* Verifies the run of a request, and writes its feats, if they are asked for. */
static enum verification_verdict verify_with_feats(const struct run_segment *asked, int64_t run,
	struct feat feats[FEATS_MAX], size_t *feat_count)
{
	struct verification verification = {.at = *asked};
	enum verification_verdict verdict = verify_all_segments(&verification, run);

	if (feats && verdict == VERIFICATION_TRUE)
		*feat_count = find_feats(&verification, feats);
	run_segment_free(&verification.at);
	free(verification.digests);
	free(verification.indexes);
	free(verification.save);
	return verdict;
}

enum verification_verdict verify_from_source(const struct run_source *source,
	const struct content *content, int64_t run, char *sentence, size_t size)
{
	const struct run_segment asked = {
		.source = source, .shared = content, .sentence = sentence, .size = size};

	return verify_with_feats(&asked, run, NULL, NULL);
}

enum verification_verdict verify_run(struct store_client *line, const struct content *content,
	int64_t run, char *sentence, size_t size)
{
	static struct feat feats[FEATS_MAX];
	const struct run_source source = run_source_of_line(line);
	const struct run_segment asked = {
		.source = &source, .shared = content, .sentence = sentence, .size = size};
	size_t count = 0;
	enum verification_verdict verdict = verify_with_feats(&asked, run, feats, &count);
	enum keeper_verdict marked = KEEPER_OK;

	if (verdict == VERIFICATION_TRUE)
		marked = keeper_verified(line, run, feats, count);
	else if (verdict == VERIFICATION_FALSE)
		marked = keeper_admin_verify(line, run, STORE_REFUTED);
	if (marked == KEEPER_OK)
		return verdict;
	snprintf(sentence, size, "%s", keeper_sentence(line));
	return VERIFICATION_FAILED;
}
