/* The processes that the listener starts on the keeper's order, beside the sessions. */
#ifndef TRAPDOOR_WORKERS_H
#define TRAPDOOR_WORKERS_H

#include "engine/engine.h"

#include <stdint.h>
#include <sys/types.h>

/* One verifier, and programs of older rules: so many at a time, and one for each account. */
#define WORKERS_MAX 5

struct workers {
	const struct content *content;
	struct worker {
		pid_t pid; /* 0: free */
		uint8_t kind;
		uint64_t subject;
	} each[WORKERS_MAX];
};

/* Carries out the orders that wait on the control socket.  An order that is too much is refused by
 * closing its descriptors. */
void workers_take(struct workers *workers, int control);

/* True if the process that ended was a worker. */
bool workers_ended(struct workers *workers, pid_t pid, int status);

#endif
