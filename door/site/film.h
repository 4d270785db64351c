/*
 * A film: a run replayed to its end in a process of its own, for its report with the map and, if
 * that is wanted, its replay as an asciicast.
 *
 * The run is a stranger's journal. So the process has a low priority, no file, no store and the
 * system calls of the verifier (door/os/sandbox.h), and a limited time. Its output comes
 * through two pipes; what is longer than its limit is read and dropped.
 */
#ifndef TRAPDOOR_FILM_H
#define TRAPDOOR_FILM_H

#include "door/site/markup.h"
#include "door/verify/run_copy.h"

#define FILM_CAST_MAX (16 << 20) /* bytes of a replay */
#define FILM_CPU_SECONDS_MAX 60
#define FILM_SECONDS_MAX 600 /* on a busy machine */

enum film_end {
	FILM_MADE,
	FILM_OTHER_RULES, /* a program of other rules is needed */
	FILM_TOO_LARGE,   /* there is a report, and no replay */
	FILM_FAILED,      /* there is neither, and another call would fail too */
	FILM_NOT_TRIED    /* no process could be started; another call may do it */
};

struct film_order {
	int64_t run;
	size_t most;
	int priority; /* as of setpriority */
};
/* Makes a run's report and, unless cast is NULL, its replay of at most order->most bytes. */
enum film_end film_make(struct run_copy *copy, const struct film_order *order,
	struct markup *report, struct markup *cast);

#endif
