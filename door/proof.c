#include "proof.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGESTS_MAX 8192

/* One proof at work: the run as it was left, and the game as it comes out. */
struct proof {
	struct keeper_line *line;
	const struct content *shared; /* lent by the caller, or NULL */
	struct content *fetched;      /* of the present segment, or NULL */
	struct keeper_run run;
	struct game *game;
	uint32_t index; /* commands played */
	size_t digest_count, digest_at;
	uint32_t digest_indexes[DIGESTS_MAX];
	uint64_t digests[DIGESTS_MAX];
	char *sentence;
	size_t size;
};

static enum proof_verdict proof_say(struct proof *proof, enum proof_verdict verdict,
	const char *format, ...) __attribute__((format(printf, 3, 4)));
static enum proof_verdict proof_say(
	struct proof *proof, enum proof_verdict verdict, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(proof->sentence, proof->size, format, arguments);
	va_end(arguments);
	return verdict;
}

static enum proof_verdict keeper_silent(struct proof *proof)
{
	return proof_say(proof, PROOF_FAILED, "%s", keeper_sentence(proof->line));
}

/* ---- Content ---- */

/* The content of a segment: what was lent when it is the same, else from the store. */
static enum proof_verdict segment_content(struct proof *proof,
	const uint8_t digest[CONTENT_DIGEST_SIZE], const struct content **content)
{
	uint8_t lent[CONTENT_DIGEST_SIZE];
	struct complaint complaint;
	uint8_t *bytes;
	size_t size;

	*content = proof->shared;
	if (proof->shared) {
		content_digest(proof->shared, lent);
		if (memcmp(lent, digest, sizeof lent) == 0)
			return PROOF_TRUE;
	}
	if (keeper_bundle_get(proof->line, digest, &bytes, &size) != KEEPER_OK)
		return keeper_silent(proof);
	*content = proof->fetched = content_from_bundle(bytes, size, &complaint);
	free(bytes);
	if (*content)
		return PROOF_TRUE;
	return proof_say(proof, PROOF_OTHER,
		"needs the program that read its content: %s:%u: %.120s", complaint.origin,
		complaint.line, complaint.sentence);
}

/* ---- Playing ---- */

/* The digests that came due must be those of the game. */
static bool digest_holds(struct proof *proof)
{
	while (proof->digest_at < proof->digest_count &&
		proof->digest_indexes[proof->digest_at] <= proof->index) {
		size_t at = proof->digest_at++;

		if (proof->digest_indexes[at] != proof->index ||
			proof->digests[at] != game_digest(proof->game))
			return false;
	}
	return true;
}

static enum proof_verdict play_commands(
	struct proof *proof, const uint8_t *bytes, size_t size, uint32_t end)
{
	struct command command;
	size_t at = 0;

	while (proof->index < end) {
		size_t used = at < size ? command_decode(bytes + at, size - at, &command) : 0;

		if (used == 0)
			return proof_say(proof, PROOF_FALSE, "command %" PRIu32 " cannot be read",
				proof->index);
		if (game_act(proof->game, &command) == VERDICT_REFUSED)
			return proof_say(
				proof, PROOF_FALSE, "command %" PRIu32 " is refused", proof->index);
		at += used;
		proof->index++;
		if (!digest_holds(proof))
			return proof_say(proof, PROOF_FALSE,
				"failed in the stretch of 64 that ends at command %" PRIu32,
				proof->index);
	}
	return PROOF_TRUE;
}

/* The game that a segment begins with: the first is new, a later one begins with what the one
 * before it ended with. */
static enum proof_verdict begin_segment(
	struct proof *proof, const struct content *content, const struct store_segment *segment)
{
	bool first = !proof->game && proof->index == 0;
	struct complaint complaint;
	size_t size;
	uint8_t *save;
	bool same;

	if (first)
		proof->game = game_new(content, &proof->run.seed, &proof->run.birth);
	if (!segment->save && first && proof->game)
		return PROOF_TRUE;
	if (!segment->save || !proof->game)
		return proof_say(proof, PROOF_FALSE, "a segment begins from nothing");
	save = game_save(proof->game, &size);
	same = save && size == segment->save_size && memcmp(save, segment->save, size) == 0;
	free(save);
	/* Before its first command a run went over to other rules: only the older program makes
	 * that beginning. */
	if (!same && first)
		return proof_say(
			proof, PROOF_OTHER, "needs the program of the rules that it began under");
	if (!same)
		return proof_say(proof, PROOF_FALSE,
			"the segment at command %" PRIu32
			" does not begin as the one before it ended",
			segment->first_index);
	game_free(proof->game);
	proof->game = game_load(content, segment->save, segment->save_size, &complaint);
	return proof->game ? PROOF_TRUE : proof_say(proof, PROOF_FALSE, "%s", complaint.sentence);
}

static enum proof_verdict play_segment(struct proof *proof, const struct store_segment *segment)
{
	struct content *previous = proof->fetched;
	const struct content *content;
	enum proof_verdict verdict;
	uint8_t *bytes = NULL;
	size_t size;

	proof->fetched = NULL;
	if (segment->rules != ENGINE_RULES_VERSION) {
		proof->fetched = previous;
		return proof_say(proof, PROOF_OTHER,
			"needs the program of rules version %" PRIu32 ", this one has %d",
			segment->rules, ENGINE_RULES_VERSION);
	}
	verdict = segment_content(proof, segment->content, &content);
	if (verdict == PROOF_TRUE)
		verdict = begin_segment(proof, content, segment);
	if (verdict == PROOF_TRUE && keeper_commands_get(proof->line, proof->run.id,
					     segment->first_index, &bytes, &size) != KEEPER_OK)
		verdict = keeper_silent(proof);
	if (verdict == PROOF_TRUE)
		verdict = play_commands(proof, bytes, size, segment->end_index);
	free(bytes);
	/* A game that stopped on the way may still be the one of the segment before. */
	if (verdict != PROOF_TRUE) {
		game_free(proof->game);
		proof->game = NULL;
	}
	content_free(previous);
	return verdict;
}

static enum proof_verdict play_all(struct proof *proof)
{
	enum proof_verdict verdict;

	do {
		struct store_segment segment;

		if (keeper_segment_get(proof->line, proof->run.id, proof->index, &segment) !=
			KEEPER_OK)
			return keeper_silent(proof);
		verdict = segment.first_index == proof->index || proof->game
				  ? play_segment(proof, &segment)
				  : proof_say(proof, PROOF_FALSE,
					    "the journal does not begin at its first command");
		free(segment.save);
	} while (verdict == PROOF_TRUE && proof->index < proof->run.next_index);
	return verdict;
}

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

static bool score_holds(const struct result *result, const struct store_score *score)
{
	return result->outcome == score->outcome && result->score == score->score &&
	       result->gold == score->gold && result->depth == score->depth &&
	       result->deepest == score->deepest && result->level == score->level &&
	       result->turns == score->turns && strcmp(result->cause, score->cause) == 0 &&
	       strcmp(result->killer, score->killer) == 0 &&
	       strcmp(result->item, score->item) == 0 && avenged_holds(result, score);
}

static enum proof_verdict compare_score(struct proof *proof)
{
	struct store_score score;
	struct result result;

	if (keeper_score_get(proof->line, proof->run.id, &score) != KEEPER_OK)
		return keeper_silent(proof);
	game_result(proof->game, &result);
	if (result.outcome == OUTCOME_GOING)
		return proof_say(proof, PROOF_FALSE, "the run does not end with its last command");
	if (!score_holds(&result, &score))
		return proof_say(proof, PROOF_FALSE,
			"the run ends with %d points, \"%s\"; the board says %d, \"%s\"",
			result.score, result.cause, (int)score.score, score.cause);
	if (score.scored && !result.scored)
		return proof_say(
			proof, PROOF_FALSE, "the run used a debugging view and is no score");
	return proof_say(proof, PROOF_TRUE, "verified: %" PRIu32 " commands, score %d",
		proof->index, result.score);
}

static enum proof_verdict proof_play(struct proof *proof, int64_t run)
{
	enum proof_verdict verdict;

	if (keeper_admin_run(proof->line, run, &proof->run) != KEEPER_OK ||
		keeper_digests_get(proof->line, run, proof->digest_indexes, proof->digests,
			DIGESTS_MAX, &proof->digest_count) != KEEPER_OK)
		return keeper_silent(proof);
	verdict = play_all(proof);
	return verdict == PROOF_TRUE ? compare_score(proof) : verdict;
}

enum proof_verdict proof_run(struct keeper_line *line, const struct content *content, int64_t run,
	char *sentence, size_t size)
{
	struct proof *proof = calloc(1, sizeof *proof);
	enum proof_verdict verdict;

	if (!proof)
		abort();
	proof->line = line;
	proof->shared = content;
	proof->sentence = sentence;
	proof->size = size;
	verdict = proof_play(proof, run);
	game_free(proof->game);
	content_free(proof->fetched);
	free(proof);
	if ((verdict == PROOF_TRUE || verdict == PROOF_FALSE) &&
		keeper_admin_prove(line, run,
			verdict == PROOF_TRUE ? STORE_PROVEN : STORE_REFUTED) != KEEPER_OK) {
		snprintf(sentence, size, "%s", keeper_sentence(line));
		return PROOF_FAILED;
	}
	return verdict;
}
