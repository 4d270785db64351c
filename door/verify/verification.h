/*
 * Proof: an ended run is played again from its seed, segment by segment, without a screen, and
 * compared with what it left behind: a digest every 64 commands, the bytes that each later segment
 * began with, and the score.  A segment of other rules is played by the elder of those (trial.h).
 *
 * Where it differs.  The journal has digests every 64 commands, each with a byte for each part of
 * the state; so a proof that fails names the stretch and the parts.  A command that is refused
 * names itself.  Within a stretch only a second program can tell: both play it, and the first
 * command after which they differ is the one (verify_compare).
 */
#ifndef TRAPDOOR_VERIFICATION_H
#define TRAPDOOR_VERIFICATION_H

#include "door/verify/run_source.h"

#define VERIFICATION_SENTENCE_MAX 384

enum verification_verdict {
	VERIFICATION_TRUE,  /* the run is as the board says */
	VERIFICATION_FALSE, /* it is not, and the sentence says from where on */
	VERIFICATION_OTHER, /* it needs the program of another rules version, which the sentence names */
	VERIFICATION_FAILED /* the keeper, or an elder, did not answer */
};

/* Plays a run of a shelf, and marks nothing.  content, which may be NULL, is a sealed content that
 * the run may have used. */
enum verification_verdict verify_from_source(const struct run_source *source,
	const struct content *content, int64_t run, char *sentence, size_t size);

/* Plays an ended run and marks its row on the board, over an operator's line.  content
 * as above. */
enum verification_verdict verify_run(struct store_client *line, const struct content *content,
	int64_t run, char *sentence, size_t size);

/* Plays a run by the programs that its rules ask for and by another one, each segment from its own
 * beginning, and compares the states after each command; program NULL: by the elder of its rules,
 * when that is another program than this.  False when there is nothing to compare with, and then
 * there is no sentence unless the program was named. */
bool verify_compare(const struct run_source *source, int64_t run, const char *program,
	char *sentence, size_t size);

#endif
