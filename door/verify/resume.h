/*
 * Resumes a run: loads the newest snapshot that can be loaded and replays the commands journalled
 * after it.
 *
 * If a snapshot cannot be loaded the next older one is tried, and last the beginning of the run's
 * last segment. The run is broken only if none of these leads to its current state.
 *
 * A run of other rules is carried over. The old program of its rules (replay_job.h) replays the
 * commands after the snapshot, and the run continues here from the bytes at the end, which begin
 * its next segment. If that program is not installed, the run waits for it.
 */
#ifndef TRAPDOOR_RESUME_H
#define TRAPDOOR_RESUME_H

#include "door/store/keeper.h"

struct resumed {
	struct game *game;
	struct content *own_content; /* the run's content if it is not the program's */
	uint32_t index;              /* number of commands applied */
	uint32_t kept;               /* number of commands in the save that was loaded */
	uint8_t *carried; /* the bytes at the end of its last segment, if that has other rules */
	size_t carried_size;
	bool waits;       /* not broken: it needs an old program that is not installed */
	char remark[160]; /* a sentence for the player, or "" */
};

/* Fills resumed for a claimed run, or for a run that its player goes on with meanwhile; the caller
 * frees its members. On false the run is broken or waits, or the keeper does not answer (*verdict
 * is not KEEPER_OK); sentence gives the reason. */
bool resume_run(struct store_client *line, const struct content *content,
	const struct keeper_run *run, struct resumed *resumed, enum keeper_verdict *verdict,
	char *sentence, size_t size);

/* Applies journalled commands and adds their number to *count. False if one is invalid or refused,
 * which never happens in an intact journal. */
bool resume_apply(struct game *game, const uint8_t *bytes, size_t size, uint32_t *count);

#endif
