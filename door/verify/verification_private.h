/* A run fetched segment by segment, shared by verification and comparison. */
#ifndef TRAPDOOR_VERIFICATION_PRIVATE_H
#define TRAPDOOR_VERIFICATION_PRIVATE_H

#include "door/verify/verification.h"
#include "door/verify/replay_job.h"

/* A run at one of its segments, with the replay job of it. */
struct run_segment {
	const struct run_source *source;
	const struct content *shared;  /* lent, or NULL */
	const struct content *content; /* the shared content, if it is the segment's */
	struct keeper_run run;
	struct store_segment segment;
	struct replay_job job;
	uint8_t *bundle, *commands;
	char *sentence;
	size_t size;
};

enum verification_verdict run_segment_say(struct run_segment *at, enum verification_verdict verdict,
	const char *format, ...) __attribute__((format(printf, 3, 4)));

/* run_segment_begin fetches the run. run_segment_fetch replaces the current segment by the one that
 * begins at command `index`. VERIFICATION_TRUE, or the reason why not. */
enum verification_verdict run_segment_begin(struct run_segment *at, int64_t run);
enum verification_verdict run_segment_fetch(struct run_segment *at, uint32_t index);
void run_segment_free(struct run_segment *at);

/* Replays the segment by the program of its rules. VERIFICATION_TRUE: it was replayed. */
enum verification_verdict run_segment_play(struct run_segment *at, struct replay_job_end *end);
/* Converts the answer of a replay job to a verdict. */
enum verification_verdict run_segment_answer(
	struct run_segment *at, const struct replay_job_end *end);

/* Writes the names of the parts that differ, separated by commas; "" if unknown. */
void run_segment_parts(
	const struct store_digest *a, const struct store_digest *b, char *words, size_t size);

#endif
