/* The processes that the listener starts on the keeper's order, beside the sessions. */
#ifndef TRAPDOOR_WORKERS_H
#define TRAPDOOR_WORKERS_H

#include "engine/engine.h"

#include <stdint.h>
#include <sys/types.h>

#include "door/metrics/metrics.h"
#include "door/store/keeper_wire.h"
#include "door/watch/replayer.h"

/* One verifier and one that is being stopped, programs of older rules with one for each account,
 * and replayers with one for each watched run: so many at a time. */
#define OLD_RULES_MAX 4
#define WORKERS_MAX (2 + OLD_RULES_MAX + REPLAYERS_MAX)

struct workers {
	const struct content *content;
	struct worker {
		pid_t pid; /* 0: free */
		uint8_t kind;
		uint64_t subject;
	} each[WORKERS_MAX];
};

/* Carries out the orders that wait on the socket.  An order that is too much is refused by closing
 * its descriptors. */
void workers_take(struct workers *workers, int orders);

/* The kind of the process that an order starts, for metrics. A program of older rules is another
 * program: PROCESS_OTHER. */
enum metric_process worker_process(const struct wire_order *order);

/* True if the process that ended was a worker. */
bool workers_ended(struct workers *workers, pid_t pid, int status);

#endif
