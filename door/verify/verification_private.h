/* What proving a run and comparing two programs on it share: the run, segment by segment. */
#ifndef TRAPDOOR_VERIFICATION_PRIVATE_H
#define TRAPDOOR_VERIFICATION_PRIVATE_H

#include "door/verify/verification.h"
#include "door/verify/replay_job.h"

/* A run at one of its segments, with all that a trial of it asks for. */
struct run_segment {
	const struct run_source *source;
	const struct content *shared;  /* lent, or NULL */
	const struct content *content; /* the lent one, when it is the segment's */
	struct keeper_run run;
	struct store_segment segment;
	struct replay_job job;
	uint8_t *bundle, *commands;
	char *sentence;
	size_t size;
};

enum verification_verdict run_segment_say(struct run_segment *at, enum verification_verdict verdict,
	const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The run; then the segment that holds command `index`, in place of the one before.
 * VERIFICATION_TRUE, or why not. */
enum verification_verdict run_segment_begin(struct run_segment *at, int64_t run);
enum verification_verdict run_segment_fetch(struct run_segment *at, uint32_t index);
void run_segment_free(struct run_segment *at);

/* Has the trial played by whose rules it names.  VERIFICATION_TRUE: it was played. */
enum verification_verdict run_segment_play(struct run_segment *at, struct replay_job_end *end);
/* What an answer to a trial says, as a verdict. */
enum verification_verdict run_segment_answer(
	struct run_segment *at, const struct replay_job_end *end);

/* The words of the parts that differ, with commas; "" when none is known to. */
void run_segment_parts(
	const struct store_digest *a, const struct store_digest *b, char *words, size_t size);

#endif
