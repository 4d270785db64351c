/*
 * The processes of a server and their memory, by kind.
 *
 * Where /proc shows them, memory is their resident memory without pages of files. Mounted with
 * hidepid, as under ProtectProc=invisible of systemd, /proc shows the exporter no other process of
 * the server, because they cannot be traced. Then each process's own account counts
 * (door/os/process_size.h): the memory that it has allocated, without stack, static data and
 * libraries.
 */
#ifndef TRAPDOOR_PROCESS_MEMORY_H
#define TRAPDOOR_PROCESS_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "door/metrics/metrics.h"

struct process_memory {
	uint64_t count[PROCESS_KINDS];
	uint64_t bytes[PROCESS_KINDS];
};

/* Counts a process and all below it from /proc. False if /proc hides the process. */
bool process_memory_read(pid_t root, struct process_memory *memory);
/* Counts what the processes set by metric_account_set. */
void process_memory_accounts(struct process_memory *memory);
/* One of the two into METRIC_PROCESS_COUNT and METRIC_PROCESS_MEMORY. */
void process_memory_measure(pid_t root);

/* Sets the account of this process, the only one of its kind. For loops: it looks at its size every
 * PROCESS_SIZE_LOOK_MS at most. */
void process_memory_account(enum metric_process kind);

#endif
