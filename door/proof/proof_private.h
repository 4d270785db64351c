/* What proving a run and comparing two programs on it share: the run, segment by segment. */
#ifndef TRAPDOOR_PROOF_PRIVATE_H
#define TRAPDOOR_PROOF_PRIVATE_H

#include "door/proof/proof.h"
#include "door/proof/replay_job.h"

/* A run at one of its segments, with all that a trial of it asks for. */
struct leg {
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

enum proof_verdict leg_say(struct leg *leg, enum proof_verdict verdict, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The run; then the segment that holds command `index`, in place of the one before.  PROOF_TRUE, or
 * why not. */
enum proof_verdict leg_begin(struct leg *leg, int64_t run);
enum proof_verdict leg_fetch(struct leg *leg, uint32_t index);
void leg_free(struct leg *leg);

/* Has the trial played by whose rules it names.  PROOF_TRUE: it was played. */
enum proof_verdict leg_play(struct leg *leg, struct replay_job_end *end);
/* What an answer to a trial says, as a verdict. */
enum proof_verdict leg_answer(struct leg *leg, const struct replay_job_end *end);

/* The words of the parts that differ, with commas; "" when none is known to. */
void leg_parts(
	const struct store_digest *a, const struct store_digest *b, char *words, size_t size);

#endif
