#include "proof.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGESTS_MAX 8192

/* One proof at work: the run as it was left, and the game as it comes out. */
struct proof {
	const struct shelf *shelf;
	struct reel *reel;
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

static enum proof_verdict shelf_silent(struct proof *proof)
{
	return proof_say(proof, PROOF_FAILED, "%s", proof->shelf->sentence(proof->shelf->context));
}

/* ---- Playing ---- */

/* The digests that came due must be those of the game. */
static bool digest_holds(struct proof *proof)
{
	uint32_t index = reel_index(proof->reel);

	while (proof->digest_at < proof->digest_count &&
		proof->digest_indexes[proof->digest_at] <= index) {
		size_t at = proof->digest_at++;

		if (proof->digest_indexes[at] != index ||
			proof->digests[at] != game_digest(reel_game(proof->reel)))
			return false;
	}
	return true;
}

/* What the reel ran into, as a verdict. */
static enum proof_verdict reel_verdict(struct proof *proof)
{
	static const enum proof_verdict verdicts[] = {
		[REEL_OK] = PROOF_TRUE,
		[REEL_END] = PROOF_TRUE,
		[REEL_FALSE] = PROOF_FALSE,
		[REEL_OTHER] = PROOF_OTHER,
		[REEL_SILENT] = PROOF_FAILED,
	};

	return proof_say(
		proof, verdicts[reel_answer(proof->reel)], "%s", reel_sentence(proof->reel));
}

static enum proof_verdict play_all(struct proof *proof)
{
	if (reel_answer(proof->reel) != REEL_OK)
		return reel_verdict(proof);
	while (reel_step(proof->reel) == REEL_OK)
		if (!digest_holds(proof))
			return proof_say(proof, PROOF_FALSE,
				"failed in the stretch of 64 that ends at command %" PRIu32,
				reel_index(proof->reel));
	return reel_verdict(proof);
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

static enum proof_verdict compare_score(struct proof *proof, int64_t run)
{
	struct store_score score;
	struct result result;

	if (proof->shelf->score(proof->shelf->context, run, &score) != KEEPER_OK)
		return shelf_silent(proof);
	game_result(reel_game(proof->reel), &result);
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
		reel_index(proof->reel), result.score);
}

static enum proof_verdict proof_play(struct proof *proof, int64_t run)
{
	enum proof_verdict verdict;

	if (proof->shelf->digests(proof->shelf->context, run, proof->digest_indexes, proof->digests,
		    DIGESTS_MAX, &proof->digest_count) != KEEPER_OK)
		return shelf_silent(proof);
	verdict = play_all(proof);
	return verdict == PROOF_TRUE ? compare_score(proof, run) : verdict;
}

enum proof_verdict proof_of_shelf(const struct shelf *shelf, const struct content *content,
	int64_t run, char *sentence, size_t size)
{
	struct proof *proof = calloc(1, sizeof *proof);
	enum proof_verdict verdict;

	if (!proof)
		abort();
	proof->shelf = shelf;
	proof->sentence = sentence;
	proof->size = size;
	proof->reel = reel_new(shelf, content, run, REEL_FORWARD);
	verdict = proof_play(proof, run);
	reel_free(proof->reel);
	free(proof);
	return verdict;
}

enum proof_verdict proof_run(struct keeper_line *line, const struct content *content, int64_t run,
	char *sentence, size_t size)
{
	const struct shelf shelf = shelf_of_line(line);
	enum proof_verdict verdict = proof_of_shelf(&shelf, content, run, sentence, size);

	if ((verdict == PROOF_TRUE || verdict == PROOF_FALSE) &&
		keeper_admin_prove(line, run,
			verdict == PROOF_TRUE ? STORE_PROVEN : STORE_REFUTED) != KEEPER_OK) {
		snprintf(sentence, size, "%s", keeper_sentence(line));
		return PROOF_FAILED;
	}
	return verdict;
}
