/* The exporter of `serve` (door/metrics/exporter.h): its setting, its rights and its process. */
#ifndef TRAPDOOR_SERVE_METRICS_H
#define TRAPDOOR_SERVE_METRICS_H

#include "door/config/config.h"
#include "door/metrics/exporter.h"
#include "door/os/users.h"

struct serve_metrics {
	struct exporter exporter;
	pid_t pid;     /* 0: it does not run */
	int inherited; /* a listening socket; 0: none */
};

/* Reads the setting, and opens the socket with the rights of the user who started `serve`. user: of
 * the process that shows the metrics. False with a sentence. */
bool serve_metrics_open(struct serve_metrics *metrics, const struct config *config,
	const struct user *user, char *sentence, size_t size);
/* Uses this listening socket if the setting names its place; otherwise closes it. Before
 * serve_metrics_open. */
void serve_metrics_inherit(struct serve_metrics *metrics, const struct config *config,
	const char *where, int listening);
/* Starts the process, as the user that `serve` has by now. */
void serve_metrics_start(struct serve_metrics *metrics);
/* Starts it again, and returns true, if it is the process that ended. */
bool serve_metrics_ended(struct serve_metrics *metrics, pid_t pid, int status);

/* Ends it for good, because another server shows the metrics. */
void serve_metrics_end(struct serve_metrics *metrics);

#endif
