/*
 * Sources of log lines: the sockets that sessions and workers have as their standard error. The
 * listener reads them, and no such process has a descriptor of the log (door/os/log_relay.h).
 *
 * Each process has a socket of its own, so none can shut another's down or fill it. The kernel adds
 * the number of the sender to each message. A source may send 100 lines at once and 20 a second.
 * One that sends more is not read for a while: its socket fills, and its process drops lines and
 * counts them. If the listener dies, the lines of sessions wait: for the next listener the keeper
 * has a copy of each reading end, which it does not read.
 *
 * A source also sends the size of its process (door/os/process_size.h), which counts as a line. The
 * sources set the accounts of their kinds of processes (metric_account_set).
 */
#ifndef TRAPDOOR_LOG_SOURCES_H
#define TRAPDOOR_LOG_SOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "door/metrics/metrics.h"

struct log_sources;

struct log_sources *log_sources_new(void);
/* Returns the end for a new process, or -1. kind: PROCESS_SESSION or that of a worker. id and from:
 * of the connection, or "". The source ends when all copies of that end are closed. */
int log_sources_add(
	struct log_sources *sources, enum metric_process kind, const char *id, const char *from);
/* Goes on with a source of an earlier listener. socket: its reading end, which becomes the
 * sources'. False if it cannot be watched; then it is closed. */
bool log_sources_adopt(struct log_sources *sources, enum metric_process kind, const char *id,
	const char *from, int socket);
/* Returns the reading end of the newest source with this id, which stays the sources'; -1: none. */
int log_sources_find(const struct log_sources *sources, const char *id);

/* For a poll: readable when log_sources_work has something to do. */
int log_sources_descriptor(const struct log_sources *sources);
/* Milliseconds until a source is read again; -1: none waits. */
int log_sources_patience(const struct log_sources *sources, int64_t now_ms);
void log_sources_work(struct log_sources *sources, int64_t now_ms);
/* Reads what still waits in each source, and frees all. */
void log_sources_end(struct log_sources *sources);

#endif
