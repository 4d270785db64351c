/*
 * Verification: replays an ended run from its seed, segment by segment, without a screen. Compares
 * the replay with the record: a digest every 64 commands, the bytes at the beginning of each later
 * segment, and the score. Segments of other rules are replayed by the old programs (replay_job.h).
 *
 * Each recorded digest has a byte for each part of the state. So a failed verification names the 64
 * commands and the parts that differ; a refused command is named itself. Only a second program can
 * find the exact command: verify_compare replays the run by both programs and reports the first
 * command after which they differ.
 */
#ifndef TRAPDOOR_VERIFICATION_H
#define TRAPDOOR_VERIFICATION_H

#include "door/verify/run_source.h"

#define VERIFICATION_SENTENCE_MAX 384

enum verification_verdict {
	VERIFICATION_TRUE,  /* the run is as recorded */
	VERIFICATION_FALSE, /* it differs; the sentence says from which command */
	VERIFICATION_OTHER, /* it needs the program of another rules version, named in the sentence
			     */
	VERIFICATION_FAILED /* the keeper or an old program did not answer */
};

/* Verifies a run of a source without marking it. content: a sealed content that the run may have
 * used, or NULL. */
enum verification_verdict verify_from_source(const struct run_source *source,
	const struct content *content, int64_t run, char *sentence, size_t size);

/* Verifies an ended run and marks its row on the board, over an operator's line. content: as
 * above. */
enum verification_verdict verify_run(struct store_client *line, const struct content *content,
	int64_t run, char *sentence, size_t size);

enum comparison {
	COMPARISON_NONE,   /* there was nothing to compare, and there is no sentence */
	COMPARISON_EQUAL,  /* the states are equal after every command */
	COMPARISON_DIFFERS /* they differ, or one of the programs could not replay the run */
};

/* Replays a run by the programs of its rules and by another program, each segment from its own
 * beginning, and compares the states after each command. program NULL: compares with the installed
 * program of this rules version, if that is another file. */
enum comparison verify_compare(const struct run_source *source, int64_t run, const char *program,
	char *sentence, size_t size);

#endif
