/*
 * A run taken up again: the newest snapshot that loads, and the commands journalled after it.
 *
 * A snapshot that does not load is passed over for the next older one, and last for the beginning
 * of the run's last segment, from which its commands play again; only when nothing of this gives
 * back the run's state is the run broken.
 *
 * A run of other rules is carried over: the elder of its rules (trial.h) plays the commands after
 * the snapshot, and the run goes on here from the bytes that it ended with, which begin its next
 * segment.  Where there is no such elder the run waits for one.
 */
#ifndef TRAPDOOR_RESUME_H
#define TRAPDOOR_RESUME_H

#include "door/store/keeper.h"

struct resumed {
	struct game *game;
	struct content *own_content; /* of the run, when it is not the program's */
	uint32_t kept;               /* commands that the save it was loaded from held */
	uint8_t *carried;            /* the end of its last segment, when that is of other rules */
	size_t carried_size;
	bool waits;       /* not broken: it needs an elder that is not there */
	char remark[160]; /* what the player should know, or "" */
};

/* Fills resumed for a claimed run; the caller frees what it holds.  On false the run is broken, or
 * waits, or the keeper does not answer (*verdict is not KEEPER_OK), and sentence says why. */
bool resume_run(struct store_client *line, const struct content *content,
	const struct keeper_run *run, struct resumed *resumed, enum keeper_verdict *verdict,
	char *sentence, size_t size);

#endif
