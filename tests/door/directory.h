/* A directory of the test's own, which goes with all that is in it. */
#ifndef TRAPDOOR_TESTS_DIRECTORY_H
#define TRAPDOOR_TESTS_DIRECTORY_H

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char directory[] = "/tmp/trapdoor-test-XXXXXX";

static inline int directory_set_up(void **state)
{
	(void)state;
	return mkdtemp(directory) ? 0 : -1;
}

static inline int directory_tear_down(void **state)
{
	char command[80];

	(void)state;
	snprintf(command, sizeof command, "rm -rf %s", directory);
	return system(command);
}

#endif
