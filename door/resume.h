/*
 * A run taken up again: the newest snapshot that loads, and the commands journalled after it.
 *
 * A snapshot that does not load is passed over for the next older one, and last for the seed, from
 * which the whole journal plays again; only when nothing of this gives back the run's state is the
 * run broken.
 */
#ifndef TRAPDOOR_RESUME_H
#define TRAPDOOR_RESUME_H

#include "keeper.h"

struct resumed {
	struct game *game;
	struct content *own_content; /* of the run, when it is not the program's */
	uint32_t kept;               /* commands that the snapshot held, 0 when there was none */
	char remark[160];            /* what the player should know, or "" */
};

/* Fills resumed for a claimed run.  On false the run is broken, or the keeper does not answer
 * (*verdict is not KEEPER_OK), and sentence says why. */
bool resume_run(struct keeper_line *line, const struct content *content,
	const struct keeper_run *run, struct resumed *resumed, enum keeper_verdict *verdict,
	char *sentence, size_t size);

#endif
