/* The lines of the log that this process writes while a test catches them. */
#ifndef TRAPDOOR_TESTS_CAUGHT_H
#define TRAPDOOR_TESTS_CAUGHT_H

#include "tests/test.h"

#include <fcntl.h>
#include <unistd.h>

#include "door/os/log.h"

static int caught_ends[2], caught_before;

/* From now on standard error is a pipe. */
static inline void caught_begin(void)
{
	log_level_set(LOG_INFO);
	caught_before = dup(STDERR_FILENO);
	assert_true(caught_before >= 0);
	assert_int_equal(pipe2(caught_ends, O_NONBLOCK | O_CLOEXEC), 0);
	assert_true(dup2(caught_ends[1], STDERR_FILENO) >= 0);
}

/* Restores standard error. Returns what was written since caught_begin. */
static inline const char *caught_end(void)
{
	static char text[16384];
	ssize_t size = read(caught_ends[0], text, sizeof text - 1);

	text[size > 0 ? size : 0] = '\0';
	dup2(caught_before, STDERR_FILENO);
	close(caught_before);
	close(caught_ends[0]);
	close(caught_ends[1]);
	log_level_set(LOG_ERROR);
	return text;
}

/* The text is in what was caught. */
static inline void caught_has(const char *text, const char *wanted)
{
	if (!strstr(text, wanted))
		fail_msg("not logged: %s, but %s", wanted, text);
}

#endif
