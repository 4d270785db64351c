/* The clock of scripts of sessions. */
#ifndef TRAPDOOR_TESTS_SCRIPT_CLOCK_H
#define TRAPDOOR_TESTS_SCRIPT_CLOCK_H

#include <dlfcn.h>
#include <stdint.h>
#include <time.h>

static int script_later_ms; /* added to the clock of the session */

/* In place of libc's: a script moves the clock. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
	static int (*real)(clockid_t, struct timespec *);

	if (!real)
		real = (int (*)(clockid_t, struct timespec *))(uintptr_t)dlsym(
			RTLD_NEXT, "clock_gettime");
	int answer = real(clock, now);
	if (clock == CLOCK_MONOTONIC) {
		long more = now->tv_nsec / 1000000 + script_later_ms;

		now->tv_sec += more / 1000;
		now->tv_nsec = now->tv_nsec % 1000000 + more % 1000 * 1000000;
	}
	return answer;
}

#endif
