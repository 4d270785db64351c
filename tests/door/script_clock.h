/* The clock of scripts of sessions. */
#ifndef TRAPDOOR_TESTS_SCRIPT_CLOCK_H
#define TRAPDOOR_TESTS_SCRIPT_CLOCK_H

#include <dlfcn.h>
#include <stdint.h>
#include <time.h>

static int script_later_s; /* added to the clock of the session */

/* In place of libc's: a script moves the clock. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
	static int (*real)(clockid_t, struct timespec *);

	if (!real)
		real = (int (*)(clockid_t, struct timespec *))(uintptr_t)dlsym(
			RTLD_NEXT, "clock_gettime");
	int answer = real(clock, now);
	now->tv_sec += clock == CLOCK_MONOTONIC ? script_later_s : 0;
	return answer;
}

#endif
