/*
 * Proof: an ended run is played again from its seed, segment by segment, without a screen, and
 * compared with what it left behind: a digest every 64 commands, the bytes that each later segment
 * began with, and the score.
 */
#ifndef TRAPDOOR_PROOF_H
#define TRAPDOOR_PROOF_H

#include "reel.h"

#define PROOF_SENTENCE_MAX 256

enum proof_verdict {
	PROOF_TRUE,  /* the run is as the board says */
	PROOF_FALSE, /* it is not, and the sentence says from where on */
	PROOF_OTHER, /* it needs the program of another rules version, which the sentence names */
	PROOF_FAILED /* the keeper did not answer */
};

/* Plays a run of a shelf, and marks nothing.  content, which may be NULL, is a sealed content that
 * the run may have used. */
enum proof_verdict proof_of_shelf(const struct shelf *shelf, const struct content *content,
	int64_t run, char *sentence, size_t size);

/* Plays an ended run and marks its row on the board, over an operator's line.  content
 * as above. */
enum proof_verdict proof_run(struct keeper_line *line, const struct content *content, int64_t run,
	char *sentence, size_t size);

#endif
