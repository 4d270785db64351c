/* The processes of a server and their memory, by kind, from /proc. */
#ifndef TRAPDOOR_PROCESS_MEMORY_H
#define TRAPDOOR_PROCESS_MEMORY_H

#include <stdint.h>
#include <sys/types.h>

#include "door/metrics/metrics.h"

struct process_memory {
	uint64_t count[PROCESS_KINDS];
	uint64_t bytes[PROCESS_KINDS]; /* resident, without pages of files */
};

/* Counts a process and all below it. Processes that /proc hides from this one are left out: see
 * ProtectProc= in systemd.exec(5). */
void process_memory_read(pid_t root, struct process_memory *memory);
/* The same into METRIC_PROCESS_COUNT and METRIC_PROCESS_MEMORY. */
void process_memory_measure(pid_t root);

#endif
